#include "level_node_bound.h"

#include "clock.h"
#include "level_subgradient.h"

#include <string.h>

/* Rounds after the deadline while no level is known. Chosen by hand, not measured. */
enum { LATE_ROUNDS = 10 };
/* Of the arena, before the second relaxation. Chosen by hand. */
static const size_t MOST_BYTES = 1000000000;

bool level_node_bounds_init(struct level_node_bounds *bounds,
                            struct level_lagrangian_search *search,
                            const struct level_flow_share *share, struct arena *arena)
{
    *bounds = (struct level_node_bounds){.root_with = NULL};
    if (!level_lagrangian_init(&bounds->without, search, share, arena))
        return false;
    bounds->root_without =
        ARENA_NEW(arena, int32_t,
                  level_lagrangian_n_multipliers(bounds->without.n,
                                                 bounds->without.steiner.n_terminals));
    return bounds->root_without &&
           (!search->by_homes ||
            level_homes_init(&bounds->homes, &bounds->without, arena));
}

bool level_node_bounds_domains(const struct level_lagrangian *dual,
                               struct level_bounded_node *node)
{
    const struct level_grid *broken = dual->search->broken;
    node->allowed = ARENA_NEW(dual->arena, int32_t, dual->n);
    node->off_tree = ARENA_NEW(dual->arena, bool, dual->n);
    if (!node->allowed || !node->off_tree)
        return false;
    for (uint32_t u = 0; u < dual->n; u++) {
        node->allowed[u] = (int32_t)level_flow_rules_allowed(
            dual->search->rules, broken->rows, broken->cols, u);
        node->off_tree[u] = false;
    }
    return true;
}

static void copy_multipliers(const struct level_lagrangian *dual, int32_t *to)
{
    memcpy(to, dual->multiplier,
           level_lagrangian_n_multipliers(dual->n, dual->steiner.n_terminals) *
               sizeof *to);
}

/* Finds the crossings; false if they are few among the cells that block, or memory runs out. */
static bool find_crossings(struct level_node_bounds *bounds)
{
    const struct level_lagrangian *without = &bounds->without;
    const struct level_flow_rules *rules = without->search->rules;
    const struct level_grid *broken = without->search->broken;
    uint32_t blocked = 0, thin = 0;
    if (!level_flow_crossings_find(&bounds->crossings, rules, broken, without->scale,
                                   without->arena))
        return false;
    for (uint32_t u = 0; u < without->n; u++)
        blocked += tile_in(rules->blocking, broken->cell[u]);
    for (uint32_t i = 0; i < bounds->crossings.n; i++)
        thin += bounds->crossings.crossing[i].n_sides == 2;
    return bounds->crossings.n > 0 && thin >= rules->tuning->thin_share * blocked;
}

/* Builds the second relaxation and its first multipliers, once. Returns whether there is one. */
static bool has_crossings(struct level_node_bounds *bounds)
{
    struct level_lagrangian *without = &bounds->without, *with = &bounds->with;
    struct level_bounded_node root = {.bound = 0};
    if (bounds->root_with || bounds->no_crossings)
        return bounds->root_with;
    bounds->no_crossings = true; /* unless all that follows succeeds */
    if (!without->search->crossings || without->share->bound ||
        without->steiner.n_terminals < 2 || without->arena->taken_bytes > MOST_BYTES ||
        !find_crossings(bounds))
        return false;
    int32_t *multiplier = ARENA_NEW(
        without->arena, int32_t,
        level_lagrangian_n_multipliers(without->n, without->steiner.n_terminals));
    if (!multiplier || !level_node_bounds_domains(without, &root) ||
        !level_lagrangian_init_crossings(with, without, &bounds->crossings) ||
        with->crossings->n == 0 ||
        !level_subgradient_start(with, root.allowed, root.off_tree, NULL, 0))
        return false;
    copy_multipliers(with, multiplier);
    bounds->root_with = multiplier;
    return true;
}

/* Makes the node that of a relaxation, with the multipliers of its parent, or new ones. */
static bool start(struct level_node_bounds *bounds, struct level_lagrangian *dual,
                  const struct level_bounded_node *node)
{
    const int32_t *root =
        dual == &bounds->with ? bounds->root_with : bounds->root_without;
    const int32_t *first = node->multiplier;
    if (node->by_home) {
        level_homes_lower(&bounds->homes, dual, root, node->allowed);
        first = bounds->homes.multiplier;
    } else if (!first && dual == &bounds->with) {
        first = root;
    }
    bool open = level_subgradient_start(dual, node->allowed, node->off_tree, first,
                                        node->bound);
    if (!first)
        copy_multipliers(dual, bounds->root_without);
    return open;
}

/* Whether the time is up; while no level is known, a few more rounds may find one. */
static bool is_late(const struct level_lagrangian *dual)
{
    bool spare =
        dual->search->best == LEVEL_FLOW_INFINITY && dual->rounds < LATE_ROUNDS;
    return !spare && clock_thread_s() > dual->search->deadline;
}

static bool go_on(struct level_lagrangian *dual, bool open, uint32_t rounds)
{
    while (open && dual->rounds < rounds && !dual->failed && !is_late(dual))
        open = level_subgradient_round(dual);
    return open;
}

/* Bounds a node by both for some rounds; returns the better one. */
static struct level_lagrangian *compare(struct level_node_bounds *bounds,
                                        const struct level_bounded_node *node,
                                        uint32_t rounds, bool *open)
{
    struct level_lagrangian *without = &bounds->without, *with = &bounds->with;
    const uint32_t compared = without->search->rules->tuning->compared_rounds,
                   some = rounds < compared ? rounds : compared;
    *open = go_on(without, start(bounds, without, node), some);
    if (!*open || without->failed || is_late(without) || !has_crossings(bounds))
        return without;
    *open = go_on(with, start(bounds, with, node), some);
    return !*open || with->bound > without->bound ? with : without;
}

/* Starts a node anew, by the relaxation that is better for it. */
static struct level_lagrangian *start_anew(struct level_node_bounds *bounds,
                                           const struct level_bounded_node *node,
                                           uint32_t rounds, bool *open)
{
    struct level_lagrangian *dual = &bounds->without;
    const uint32_t left = !dual->search->rules->tuning->compared_rounds ? 0
                          : node->by_home
                              ? level_homes_left(&bounds->homes, dual, node->allowed)
                              : 1;
    if (left == 1)
        return compare(bounds, node, rounds, open);
    if (left == 0 && has_crossings(bounds))
        dual = &bounds->with;
    *open = start(bounds, dual, node);
    return dual;
}

struct level_lagrangian *level_node_bounds_run(struct level_node_bounds *bounds,
                                               const struct level_bounded_node *node,
                                               uint32_t rounds, bool divides,
                                               bool *open)
{
    const bool anew = node->by_home || !node->multiplier;
    struct level_lagrangian *dual = node->with ? &bounds->with : &bounds->without;
    if (anew && !divides)
        dual = start_anew(bounds, node, rounds, open);
    else
        *open = start(bounds, dual, node);
    *open = go_on(dual, *open, rounds);
    dual->failed = dual->failed || (bounds->root_with && bounds->with.failed);
    return dual;
}
