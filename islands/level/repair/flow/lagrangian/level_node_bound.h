/* The bound of a node of the branch and bound, by one of two Lagrangian relaxations: without prices of crossings
 * (level_flow_crossings.h), or with them. The one without is better where a terminal has left its surroundings: with
 * prices on all walls, the flow opens walls one after the other to carry off what the terminal displaces. The one with
 * them is better where walls are in the way: of walls one cell thick it bounds the whole cost, not half of it. So a
 * node that starts anew is bounded by the one with them if no terminal must be outside of its surroundings, by the
 * other if several must, and else by both for some rounds, and then, as its children are, by the better one.
 *
 * Cost: that of level_subgradient.h. Memory: two of level_lagrangian.h, the second one once it is needed. */
#ifndef SKERRY_LEVEL_NODE_BOUND_H
#define SKERRY_LEVEL_NODE_BOUND_H

#include "level_homes.h"

struct level_node_bounds {
    struct level_lagrangian without, with; /* prices of crossings */
    struct level_flow_crossings crossings;
    /* The first multipliers, without divisions; of `with` NULL until it is needed. */
    int32_t *root_without, *root_with;
    bool
        no_crossings; /* the second relaxation could not be built, or has nothing to add */
    struct level_homes homes; /* of large levels */
};

/* A node: its domains, and the bound and multipliers of its parent. */
struct level_bounded_node {
    int64_t bound;
    int32_t *allowed, *multiplier; /* multiplier: NULL at the root */
    bool *off_tree;                /* cells excluded from the tree */
    bool by_home;                  /* its parent was divided by level_homes_next */
    bool with;                     /* its parent's bound is with prices of crossings */
};

/* False when memory runs out. */
bool level_node_bounds_init(struct level_node_bounds *bounds,
                            struct level_lagrangian_search *search,
                            const struct level_flow_share *share, struct arena *arena);

/* The domains of all cells, and none excluded from the tree; false when memory runs out. */
bool level_node_bounds_domains(const struct level_lagrangian *dual,
                               struct level_bounded_node *node);

/* Bounds a node in so many rounds at most, and reduces its domains.
 *
 * divides  it is only to be divided by homes
 * open     out: false if it is fathomed
 * Returns the relaxation that it was bounded by, of which it is the current node. */
struct level_lagrangian *level_node_bounds_run(struct level_node_bounds *bounds,
                                               const struct level_bounded_node *node,
                                               uint32_t rounds, bool divides,
                                               bool *open);

#endif
