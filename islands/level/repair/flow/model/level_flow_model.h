/* Repair without reachability as a minimum-cost flow: the cost of assigning a tile to
 * every cell.
 *
 * Every tile of the given level is a unit of flow. It moves over cells at `move` per
 * step and is placed on a cell that holds its tile, or goes to the sink at `delete`. A
 * cell takes one unit; a cell without one is filled at no cost (level_flow_rules.h). A
 * tile that occurs exactly once has one unit that must be placed, at the cheaper of its
 * shortest move and its deletion, since its other copies are deleted in any case.
 *
 * A share requires a number of deletions of limited tiles and a number of cells that
 * count in the whole: lower bounds on two arcs into the sink.
 *
 * Source: the paper, Eq. (8)-(11). Differs: all tiles share one network, and the
 * repaired level is read off the flow, so that no integer variables are needed.
 *
 * Size: for n cells and k kinds of tiles that move, (k + 2)n nodes and some (5k + 7)n
 * arcs. Cost: one shortest path for each tile that cannot stay. Memory: 32 bytes per
 * arc and node (level_min_cost_flow.h), 20 more per arc that it is built from, and 8 bytes
 * per tile and cell, 12 in large levels. */
#ifndef SKERRY_LEVEL_FLOW_MODEL_H
#define SKERRY_LEVEL_FLOW_MODEL_H

#include "level_flow_crossings.h"
#include "level_flow_rules.h"
#include "level_min_cost_flow.h"

/* Nodes: the sink, deleted tiles that the share limits, units of tiles outside of the
 * whole, then one node for each cell; the others as in level_flow_layers. */
enum {
    LEVEL_FLOW_SINK = 0,
    LEVEL_FLOW_LIMITED = 1,
    LEVEL_FLOW_OUTSIDE = 2,
    LEVEL_FLOW_FIRST_CELL = 3
};

/* A share for one value of the number of limited tiles. */
struct level_flow_share {
    bool bound;      /* false: no share */
    int32_t limited; /* upper bound on limited tiles */
    int32_t whole;   /* lower bound on cells of the whole */
};

/* The first node of each tile, LEVEL_FLOW_NONE if it has none: its only node if it
 * occurs once, else one node for each cell; tiles that never move share one layer,
 * `stay`. */
struct level_flow_layers {
    uint32_t base[LEVEL_MAX_TILES], stay, n_nodes;
};

struct level_flow_model {
    const struct level_flow_rules *rules;
    const struct level_grid *broken;
    uint32_t n; /* cells */
    struct level_flow flow;
    uint8_t *n_neighbours; /* of each cell */
    uint32_t *neighbour;   /* 4 for each cell */
    int32_t *allowed;      /* of each cell: tile_set, its domain */
    uint32_t *place_arc;   /* [tile * n + cell]: its arc, or LEVEL_FLOW_NONE */
    /* With a share: the arcs into the sink from LIMITED and from OUTSIDE. */
    uint32_t limited_arc, outside_arc;
    uint32_t n_limited, n_outside; /* such tiles in the given level */
    int32_t scale;                 /* all costs are multiplied by it */
    int64_t fixed;                 /* cost of every repair */
    struct level_flow_layers layers;
    const struct level_flow_crossings *crossings; /* NULL: none */
    /* With crossings, of each cell: the node from which its own unit starts if that is not the one of its layer. */
    uint32_t *start;
    /* Cells whose tile is not allowed there, until level_flow_model_solve. */
    uint32_t *displaced, n_displaced;
    /* Arcs from each cell to the sink, then to OUTSIDE (LEVEL_FLOW_NONE without a
     * share), then to LIMITED (and without restricted cells). */
    uint32_t *exit_arc;
    int32_t *place_cost; /* [tile * n + cell]: without multipliers */
    int32_t *excess;     /* of each node; < 0: deficit */
    uint8_t *held; /* of each cell: the tile that level_flow_model_read found last */
    /* In large levels (level_flow_tuning.h), the last prices, [tile * n + cell], and of each
     * cell, whether it is to be looked at for new ones; else NULL. */
    int32_t *price;
    bool *changed;
    int64_t cost; /* of the flow after level_flow_model_reoptimize */
    int32_t limited_least, outside_least; /* lower bounds of their arcs */
};

/* Estimated memory of level_flow_model_init, in bytes. */
double level_flow_model_bytes(const struct level_flow_rules *rules,
                              const struct level_grid *broken);

/* Builds the network, with every unit on its own cell where that is allowed; borrows
 * its inputs.
 *
 * scale  >= 1: factor of all costs
 * Returns false when memory runs out. */
bool level_flow_model_init(struct level_flow_model *model,
                           const struct level_flow_rules *rules,
                           const struct level_grid *broken, int32_t scale,
                           struct arena *arena);

/* The same with prices of crossings, which the cost includes; borrows them. NULL: none. */
bool level_flow_model_init_crossings(struct level_flow_model *model,
                                     const struct level_flow_rules *rules,
                                     const struct level_grid *broken, int32_t scale,
                                     const struct level_flow_crossings *crossings,
                                     struct arena *arena);

/* Sends the remaining units; *cost is then optimal. False if a tile that must occur has
 * no cell. To be called once, before any change. */
bool level_flow_model_solve(struct level_flow_model *model, int64_t *cost);

/* Replaces prices, domains and share, and reoptimizes the flow from its last
 * potentials. For a model that has been solved and changed by this function only.
 *
 * price    [tile * n + cell], added where a tile is placed; NULL: none
 * allowed  domain of each cell, within level_flow_rules_allowed
 * cost     out: the optimum; LEVEL_FLOW_INFINITY if infeasible */
void level_flow_model_reoptimize(struct level_flow_model *model, const int32_t *price,
                                 const int32_t *allowed,
                                 const struct level_flow_share *share, int64_t *cost);

/* The optimum of a new model with a share, as a lower bound; LEVEL_FLOW_INFINITY if
 * infeasible. False when memory runs out. */
bool level_flow_model_bound(const struct level_flow_rules *rules,
                            const struct level_grid *broken,
                            const struct level_flow_share *share, int64_t *cost);

/* Removes tiles from the domain of a cell; a tile that can fill it must remain.
 *
 * limit  on the increase in cost
 * cost   in/out: increased; on failure by a lower bound above the limit (or it is set
 *        to LEVEL_FLOW_INFINITY), and level_flow_undo must follow */
bool level_flow_model_restrict(struct level_flow_model *model, uint32_t cell,
                               tile_set without, int64_t limit, int64_t *cost);

/* The same for removing a tile that occurs once from the domains of several cells. */
bool level_flow_model_forbid_cells(struct level_flow_model *model, uint8_t tile,
                                   const uint32_t *cell, uint32_t n_cells,
                                   int64_t limit, int64_t *cost);

/* By how much the optimum increases with a tile that occurs once on a given cell, for
 * each cell; 0 where it is not allowed.
 *
 * most  what is written if it is that much or more
 * cost  out, n entries */
void level_flow_model_place_costs(struct level_flow_model *model, uint8_t tile,
                                  int32_t most, int32_t *cost);

/* The node that takes the unit of a cell with this domain: LEVEL_FLOW_SINK, or
 * LEVEL_FLOW_OUTSIDE if the cell cannot count in the whole, or LEVEL_FLOW_LIMITED if it
 * holds a limited tile in any case. */
uint32_t level_flow_model_sink(const struct level_flow_rules *rules, tile_set allowed);

/* The number of cells that hold a limited tile in any case. */
int32_t level_flow_model_always_limited(const struct level_flow_model *model);

/* The arc from a cell to the node of level_flow_model_sink. */
uint32_t level_flow_model_exit(const struct level_flow_model *model, uint32_t cell,
                               uint32_t sink);

/* Reads the level off the flow; cell has n entries. */
void level_flow_model_read(struct level_flow_model *model, uint8_t *cell);

#endif
