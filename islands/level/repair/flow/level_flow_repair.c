#include "level_flow_repair.h"

#include "clock.h"
#include "level_lagrangian_branching.h"
#include "level_repair_process.h"
#include "level_separator_branching.h"
#include "level_share_bound.h"
#include "level_share_repair.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Memory of a flow model; larger levels are refused. Chosen by hand. */
static const double MAX_BYTES = 4e9;

struct flow_repair {
    const struct level_flow_rules *rules;
    const struct level_grid *broken;
    double deadline;
    uint64_t max_nodes;
    bool by_homes, crossings; /* see level_lagrangian.h */
    double feasibility_time;  /* see level_lagrangian.h */
    struct arena work;        /* freed after each search */
    struct level_repair *out;
    int64_t bound; /* lower bound, in units of cost */
};

static void keep_level(struct flow_repair *repair, const uint8_t *cell, int64_t cost)
{
    struct level_repair *out = repair->out;
    double value = (double)cost * repair->rules->unit;
    if (out->cost <= value ||
        !level_flow_rules_share_holds(repair->rules, cell,
                                      (uint32_t)level_cells(repair->broken)))
        return;
    memcpy(out->grid.cell, cell, level_cells(repair->broken));
    out->grid.rows = repair->broken->rows;
    out->grid.cols = repair->broken->cols;
    out->cost = value;
    level_repair_process_found(cell, out->cost);
}

/* Raises the lower bound on the cost of playable levels. */
static void raise_bound(struct flow_repair *repair, int64_t bound)
{
    if (bound <= repair->bound)
        return;
    repair->bound = bound;
    if (bound < LEVEL_FLOW_INFINITY)
        level_repair_process_bound((double)bound * repair->rules->unit);
}

/* Searches with rising thresholds, without the share. A bound of LEVEL_FLOW_INFINITY:
 * no level exists. */
static enum level_separator_end
raise_threshold(struct flow_repair *repair, struct level_separator_search *branching,
                int64_t root)
{
    enum level_separator_end end = LEVEL_SEPARATOR_NONE;
    raise_bound(repair, root);
    while (end == LEVEL_SEPARATOR_NONE && repair->bound < LEVEL_FLOW_INFINITY) {
        end = level_separator_run(branching, root, repair->bound);
        if (end == LEVEL_SEPARATOR_NONE)
            raise_bound(repair, branching->next);
    }
    return end;
}

/* Constructs a first level that satisfies the share from one that violates only the
 * share. */
static bool repair_share(struct flow_repair *repair, uint8_t *cell)
{
    int64_t cost;
    if (!level_share_repair(repair->rules, repair->broken, cell, &cost))
        return false;
    if (cost < LEVEL_FLOW_INFINITY)
        keep_level(repair, cell, cost);
    return true;
}

static enum level_separator_end by_separator_branching(struct flow_repair *repair)
{
    struct level_flow_model model;
    struct level_separator_search branching;
    int64_t root;
    if (!level_flow_model_init(&model, repair->rules, repair->broken, 1,
                               &repair->work) ||
        !level_separator_init(&branching, &model, repair->max_nodes,
                              repair->feasibility_time, &repair->work))
        return LEVEL_SEPARATOR_FAILED;
    bool solved = level_flow_model_solve(&model, &root);
    if (!solved)
        repair->bound = LEVEL_FLOW_INFINITY;
    enum level_separator_end end =
        solved ? raise_threshold(repair, &branching, root) : LEVEL_SEPARATOR_NONE;
    if (model.flow.failed)
        return LEVEL_SEPARATOR_FAILED;
    if (end == LEVEL_SEPARATOR_FOUND)
        keep_level(repair, branching.level, branching.cost);
    if (end == LEVEL_SEPARATOR_SHARE_BROKEN && !repair_share(repair, branching.level))
        return LEVEL_SEPARATOR_FAILED;
    return end;
}

/* ---- Lagrangian branching ---- */

static enum level_separator_end
by_lagrangian_branching(struct flow_repair *repair,
                        struct level_lagrangian_search *search,
                        const struct level_flow_share *share)
{
    int64_t before = search->best;
    arena_free(&repair->work);
    enum level_lagrangian_end end =
        level_lagrangian_branching_run(search, share, &repair->work);
    if (search->best < before)
        keep_level(repair, search->level, search->best);
    return end == LEVEL_LAGRANGIAN_FAILED  ? LEVEL_SEPARATOR_FAILED
           : end == LEVEL_LAGRANGIAN_LIMIT ? LEVEL_SEPARATOR_TIME_LIMIT
                                           : LEVEL_SEPARATOR_FOUND;
}

static bool prepare_search(struct flow_repair *repair,
                           struct level_lagrangian_search *search, struct arena *perm)
{
    *search =
        (struct level_lagrangian_search){.rules = repair->rules,
                                         .broken = repair->broken,
                                         .deadline = repair->deadline,
                                         .feasibility_time = repair->feasibility_time,
                                         .best = LEVEL_FLOW_INFINITY,
                                         .crossings = repair->crossings,
                                         .by_homes = repair->by_homes};
    search->level = ARENA_NEW(perm, uint8_t, level_cells(repair->broken));
    return search->level != NULL;
}

static enum level_separator_end without_share(struct flow_repair *repair,
                                              struct level_lagrangian_search *search)
{
    enum level_separator_end end = by_lagrangian_branching(
        repair, search, &(struct level_flow_share){.bound = false});
    if (end == LEVEL_SEPARATOR_FOUND || end == LEVEL_SEPARATOR_TIME_LIMIT)
        raise_bound(repair, search->bound);
    if (end != LEVEL_SEPARATOR_FOUND || search->best == LEVEL_FLOW_INFINITY)
        return end == LEVEL_SEPARATOR_FOUND ? LEVEL_SEPARATOR_NONE : end;
    if (level_flow_rules_share_holds(repair->rules, search->level,
                                     (uint32_t)level_cells(repair->broken)))
        return LEVEL_SEPARATOR_FOUND;
    return repair_share(repair, search->level) ? LEVEL_SEPARATOR_SHARE_BROKEN
                                               : LEVEL_SEPARATOR_FAILED;
}

/* The share for at most so many limited tiles: a lower bound on the cells of the whole,
 * lowered by `slack`. */
static struct level_flow_share share_with_count(const struct flow_repair *repair,
                                                int32_t limited, int32_t slack)
{
    int64_t n = (int64_t)level_cells(repair->broken), whole = 0;
    while (whole <= n && level_flow_rules_limit(repair->rules, whole) < limited)
        whole++;
    return (struct level_flow_share){
        .bound = true, .limited = limited, .whole = (int32_t)whole - slack};
}

/* The range of the number of limited tiles, `least` of which are in every level: outside of [low, high], a lower bound that
 * is convex in the number exceeds `best`. */
struct count_range {
    int32_t low, high, least, most;
    bool failed;
};

static int64_t bound_of_count(const struct flow_repair *repair,
                              struct count_range *range,
                              const struct level_lagrangian_search *search,
                              int32_t limited, int32_t slack)
{
    int64_t cost = LEVEL_FLOW_INFINITY;
    struct level_flow_share share = share_with_count(repair, limited, slack);
    if (limited < range->least || limited > range->most)
        return LEVEL_FLOW_INFINITY;
    if (!level_flow_model_bound(search->rules, search->broken, &share, &cost))
        range->failed = true;
    return cost;
}

/* The number of limited tiles whose flow is about the cheapest, by bisection on its
 * slope; when time is short, the largest number that the whole of the given level
 * allows. */
static int32_t find_cheapest_count(const struct flow_repair *repair,
                                   struct count_range *range,
                                   const struct level_lagrangian_search *search)
{
    int32_t low = range->least, high = range->most;
    if (clock_thread_s() > repair->feasibility_time) {
        int64_t whole = 0;
        for (size_t u = 0; u < level_cells(repair->broken); u++)
            whole += !tile_in(repair->rules->outside, repair->broken->cell[u]);
        int64_t most = level_flow_rules_limit(repair->rules, whole);
        high = most < high ? (int32_t)most : high;
        return high > low ? high : low;
    }
    while (low < high && !range->failed &&
           clock_thread_s() < repair->feasibility_time) {
        int32_t at = low + (high - low) / 2;
        if (bound_of_count(repair, range, search, at, 1) <=
            bound_of_count(repair, range, search, at + 1, 1))
            high = at;
        else
            low = at + 1;
    }
    return low;
}

struct search_outcome {
    int64_t least; /* lower bound for the numbers that were searched */
    enum level_separator_end end;
};

/* Searches levels with at most so many limited tiles. */
static void search_count(struct flow_repair *repair, struct count_range *range,
                         struct level_lagrangian_search *search, int32_t limited,
                         struct search_outcome *outcome)
{
    int64_t bound = bound_of_count(repair, range, search, limited, 0);
    if (bound < search->best) {
        struct level_flow_share share = share_with_count(repair, limited, 0);
        enum level_separator_end end = by_lagrangian_branching(repair, search, &share);
        bound = search->bound > bound ? search->bound : bound;
        if (end != LEVEL_SEPARATOR_FOUND)
            outcome->end = end;
    }
    outcome->least = bound < outcome->least ? bound : outcome->least;
}

/* Whether levels with this number of limited tiles, or with one further from the
 * cheapest, may be cheaper than the best level: the flow with a slack of one cell costs
 * no more than a convex lower bound, and that no more than the level. */
static bool may_improve(const struct flow_repair *repair, struct count_range *range,
                        const struct level_lagrangian_search *search, int32_t limited,
                        struct search_outcome *outcome)
{
    /* Numbers that were not searched have no better bound than the root. */
    if (clock_thread_s() > repair->deadline) {
        outcome->least =
            repair->bound < outcome->least ? repair->bound : outcome->least;
        outcome->end = outcome->end == LEVEL_SEPARATOR_FAILED
                           ? LEVEL_SEPARATOR_FAILED
                           : LEVEL_SEPARATOR_TIME_LIMIT;
        return false;
    }
    int64_t limit = outcome->end == LEVEL_SEPARATOR_TIME_LIMIT ? outcome->least
                                                               : LEVEL_FLOW_INFINITY;
    limit = search->best < limit ? search->best : limit;
    if (limited < range->least || limited > range->most || range->failed ||
        outcome->end == LEVEL_SEPARATOR_FAILED)
        return false;
    return bound_of_count(repair, range, search, limited, 1) <= limit;
}

/* Adds a cell to the least and the most limited tiles of a level. */
static void count_limited(const struct flow_repair *repair, size_t cell,
                          struct count_range *range)
{
    const struct level_flow_rules *rules = repair->rules;
    tile_set allowed = level_flow_rules_allowed(rules, repair->broken->rows,
                                                repair->broken->cols, cell);
    bool always = level_flow_rules_is_limited(rules, allowed);
    range->least += always;
    range->most += always || tile_in(rules->limited, repair->broken->cell[cell]);
}

/* Searches the numbers of limited tiles one by one, where the share is binding. */
static enum level_separator_end with_share(struct flow_repair *repair,
                                           struct level_lagrangian_search *search)
{
    struct count_range range = {0};
    struct search_outcome outcome = {.least = LEVEL_FLOW_INFINITY,
                                     .end = LEVEL_SEPARATOR_FOUND};
    int64_t bound = 0;
    for (size_t u = 0; u < level_cells(repair->broken); u++)
        count_limited(repair, u, &range);
    if (level_cells(repair->broken) >= repair->rules->tuning->share_bound_cells &&
        !level_share_bound(repair->rules, repair->broken, repair->deadline, &bound))
        return LEVEL_SEPARATOR_FAILED;
    raise_bound(repair, bound);
    search->best = LEVEL_FLOW_INFINITY;
    int32_t low = find_cheapest_count(repair, &range, search), high = low + 1;
    search_count(repair, &range, search, low--, &outcome);
    for (; may_improve(repair, &range, search, high, &outcome); high++)
        search_count(repair, &range, search, high, &outcome);
    for (; may_improve(repair, &range, search, low, &outcome); low--)
        search_count(repair, &range, search, low, &outcome);
    raise_bound(repair, outcome.least);
    if (range.failed)
        return LEVEL_SEPARATOR_FAILED;
    if (outcome.end == LEVEL_SEPARATOR_FOUND && search->best == LEVEL_FLOW_INFINITY)
        return LEVEL_SEPARATOR_NONE;
    if (outcome.end == LEVEL_SEPARATOR_FOUND) {
        ensure(
            bound <=
            search->best); /* two proofs, of which one is independent of the search */
        repair->bound = search->best;
    }
    return outcome.end;
}

/* Branching on separators first; Lagrangian branching if that reaches a limit. */
static enum level_separator_end search_level(struct flow_repair *repair)
{
    struct level_lagrangian_search search;
    struct arena perm;
    enum level_separator_end end = by_separator_branching(repair);
    if (end != LEVEL_SEPARATOR_NODE_LIMIT && end != LEVEL_SEPARATOR_SHARE_BROKEN &&
        end != LEVEL_SEPARATOR_TIME_LIMIT)
        return end;
    arena_init(&perm);
    if (!prepare_search(repair, &search, &perm))
        end = LEVEL_SEPARATOR_FAILED;
    if (end == LEVEL_SEPARATOR_NODE_LIMIT || end == LEVEL_SEPARATOR_TIME_LIMIT)
        end = without_share(repair, &search);
    if (end == LEVEL_SEPARATOR_SHARE_BROKEN ||
        (end == LEVEL_SEPARATOR_TIME_LIMIT && repair->rules->has_share &&
         repair->out->grid.rows == 0))
        end = with_share(repair, &search);
    arena_free(&perm);
    return end;
}

static enum status write_result(const struct flow_repair *repair,
                                enum level_separator_end end, struct error *err)
{
    struct level_repair *out = repair->out;
    if (end == LEVEL_SEPARATOR_FAILED)
        return error_set(
            err, STATUS_MEMORY,
            "no memory to repair a level of %zu cells, or its costs exceed "
            "the range of the method",
            level_cells(repair->broken));
    assert(end != LEVEL_SEPARATOR_FOUND || out->grid.rows > 0);
    out->optimal = end == LEVEL_SEPARATOR_FOUND;
    out->infeasible = end == LEVEL_SEPARATOR_NONE;
    out->bound =
        out->infeasible ? INFINITY : (double)repair->bound * repair->rules->unit;
    return STATUS_OK;
}

static double feasibility_time(const struct level_flow_tuning *tuning, double deadline)
{
    double now = clock_thread_s();
    return isinf(deadline) ? deadline
                           : now + tuning->feasibility_share * (deadline - now);
}

enum status level_flow_repair(const struct level_flow_rules *rules,
                              const struct level_grid *broken, double deadline,
                              struct arena *arena, struct level_repair *out,
                              struct error *err)
{
    const struct level_flow_tuning *tuning = rules->tuning;
    const bool by_homes = level_cells(broken) >= tuning->homes_cells;
    struct flow_repair repair = {
        .rules = rules,
        .broken = broken,
        .deadline = deadline,
        .feasibility_time = feasibility_time(tuning, deadline),
        .max_nodes = by_homes ? tuning->homes_nodes : tuning->separator_nodes,
        .by_homes = by_homes,
        .crossings = level_cells(broken) >= tuning->crossing_cells,
        .out = out};
    double bytes = level_flow_model_bytes(rules, broken);
    if (bytes > MAX_BYTES)
        return error_set(err, STATUS_INPUT,
                         "a level of %zu x %zu cells would take %.1f GB to repair; at "
                         "most %.0f GB are used",
                         broken->rows, broken->cols, bytes / 1e9, MAX_BYTES / 1e9);
    *out = (struct level_repair){.cost = INFINITY, .by = LEVEL_BY_FLOW};
    level_repair_process_by(LEVEL_BY_FLOW);
    out->grid.cell = ARENA_NEW(arena, uint8_t, level_cells(broken));
    if (!out->grid.cell)
        return error_set(err, STATUS_MEMORY, "no memory for the repaired level");
    arena_init(&repair.work);
    enum level_separator_end end = search_level(&repair);
    arena_free(&repair.work);
    return write_result(&repair, end, err);
}
