#include "level_fast_flow.h"

#include "level_child.h"
#include "level_fast_thin.h"
#include "level_price.h"
#include "level_tree.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double MOST_BYTES = 4e9;
/* Share of the time after which any level is sought, while none is known. */
static const double HASTE = 0.5;

/* One repair. */
struct flow_repair {
    const struct net_rules *rules;
    const struct level_grid *broken;
    double deadline;
    uint64_t tree_nodes;
    double haste;      /* see level_price.h */
    struct arena work; /* given back after each network */
    struct level_repair *out;
    int64_t bound; /* in units of cost: nothing cheaper is playable */
};

static void keep_level(struct flow_repair *repair, const uint8_t *cell, int64_t cost)
{
    struct level_repair *out = repair->out;
    double value = (double)cost * repair->rules->unit;
    if (out->cost <= value ||
        !net_share_holds(repair->rules, cell, (uint32_t)level_cells(repair->broken)))
        return;
    memcpy(out->grid.cell, cell, level_cells(repair->broken));
    out->grid.rows = repair->broken->rows;
    out->grid.cols = repair->broken->cols;
    out->cost = value;
    level_child_found(cell, out->cost);
}

/* Nothing that is playable costs less. */
static void raise_bound(struct flow_repair *repair, int64_t bound)
{
    if (bound <= repair->bound)
        return;
    repair->bound = bound;
    if (bound < FLOW_NEVER)
        level_child_bound((double)bound * repair->rules->unit);
}

/* Without regard to the share, ceiling by ceiling. FLOW_NEVER as bound: none exists. */
static enum tree_end raise(struct flow_repair *repair, struct tree *tree, int64_t root)
{
    enum tree_end end = TREE_NONE;
    raise_bound(repair, root);
    while (end == TREE_NONE && repair->bound < FLOW_NEVER) {
        end = tree_search(tree, root, repair->bound);
        if (end == TREE_NONE)
            raise_bound(repair, tree->next);
    }
    return end;
}

/* A first level that keeps the share, from one that keeps all other rules. */
static bool thin(struct flow_repair *repair, uint8_t *cell)
{
    int64_t cost;
    if (!fast_thin(repair->rules, repair->broken, cell, &cost))
        return false;
    if (cost < FLOW_NEVER)
        keep_level(repair, cell, cost);
    return true;
}

static enum tree_end by_tree(struct flow_repair *repair)
{
    struct net net;
    struct tree tree;
    int64_t root;
    if (!net_init(&net, repair->rules, repair->broken, 1, &repair->work) ||
        !tree_init(&tree, &net, repair->tree_nodes, repair->haste, &repair->work))
        return TREE_LOST;
    bool settled = net_settle(&net, &root);
    if (!settled)
        repair->bound = FLOW_NEVER;
    enum tree_end end = settled ? raise(repair, &tree, root) : TREE_NONE;
    if (net.flow.lost)
        return TREE_LOST;
    if (end == TREE_FOUND)
        keep_level(repair, tree.level, tree.cost);
    if (end == TREE_CROWDED && !thin(repair, tree.level))
        return TREE_LOST;
    return end;
}

/* ---- prices ---- */

static enum tree_end search_prices(struct flow_repair *repair,
                                   struct price_search *search,
                                   const struct net_share *share)
{
    int64_t before = search->best;
    arena_free(&repair->work);
    enum price_end end = price_run(search, share, &repair->work);
    if (search->best < before)
        keep_level(repair, search->level, search->best);
    return end == PRICE_LOST ? TREE_LOST : end == PRICE_LATE ? TREE_LATE : TREE_FOUND;
}

static bool prepare(struct flow_repair *repair, struct price_search *search,
                    struct arena *perm)
{
    *search = (struct price_search){.rules = repair->rules,
                                    .broken = repair->broken,
                                    .deadline = repair->deadline,
                                    .haste = repair->haste,
                                    .best = FLOW_NEVER};
    search->level = ARENA_NEW(perm, uint8_t, level_cells(repair->broken));
    return search->level != NULL;
}

static enum tree_end without_share(struct flow_repair *repair,
                                   struct price_search *search)
{
    enum tree_end end =
        search_prices(repair, search, &(struct net_share){.bound = false});
    if (end == TREE_FOUND || end == TREE_LATE)
        raise_bound(repair, search->bound);
    if (end != TREE_FOUND || search->best == FLOW_NEVER)
        return end == TREE_FOUND ? TREE_NONE : end;
    if (net_share_holds(repair->rules, search->level,
                        (uint32_t)level_cells(repair->broken)))
        return TREE_FOUND;
    return thin(repair, search->level) ? TREE_CROWDED : TREE_LOST;
}

/* A share as so many tiles of the crowd at most beside so many cells at least that are
 * no walls; `slack` of these may be missing. */
static struct net_share share_of(const struct flow_repair *repair, int32_t crowd,
                                 int32_t slack)
{
    int64_t n = (int64_t)level_cells(repair->broken), whole = 0;
    while (whole <= n && net_crowd_most(repair->rules, whole) < crowd)
        whole++;
    return (struct net_share){
        .bound = true, .crowd = crowd, .whole = (int32_t)whole - slack};
}

/* The range of crowds that are looked at: outside of it a cost is convex in the crowd
 * and beyond `best`. */
struct crowds {
    int32_t low, high, most;
    bool lost;
};

static int64_t flow_of(const struct flow_repair *repair, struct crowds *crowds,
                       const struct price_search *search, int32_t crowd, int32_t slack)
{
    int64_t cost = FLOW_NEVER;
    struct net_share share = share_of(repair, crowd, slack);
    if (crowd < 0 || crowd > crowds->most)
        return FLOW_NEVER;
    if (!price_flow(search, &share, &cost))
        crowds->lost = true;
    return cost;
}

/* A crowd whose flow costs about the least; when time is short, the largest that needs
 * no walls to be cleared. */
static int32_t find_least(const struct flow_repair *repair, struct crowds *crowds,
                          const struct price_search *search)
{
    int32_t low = 0, high = crowds->most;
    if (cpu_seconds() > repair->haste) {
        int64_t whole = 0;
        for (size_t u = 0; u < level_cells(repair->broken); u++)
            whole += !tile_in(repair->rules->walls, repair->broken->cell[u]);
        int64_t most = net_crowd_most(repair->rules, whole);
        return most < high ? (int32_t)most : high;
    }
    while (low < high && !crowds->lost && cpu_seconds() < repair->haste) {
        int32_t at = low + (high - low) / 2;
        if (flow_of(repair, crowds, search, at, 1) <=
            flow_of(repair, crowds, search, at + 1, 1))
            high = at;
        else
            low = at + 1;
    }
    return low;
}
/* What has been looked at. */
struct looked {
    int64_t least; /* no level with such a crowd costs less */
    enum tree_end end;
};

/* Looks at levels with so much of the crowd. */
static void look_at(struct flow_repair *repair, struct crowds *crowds,
                    struct price_search *search, int32_t crowd, struct looked *looked)
{
    int64_t bound = flow_of(repair, crowds, search, crowd, 0);
    if (bound < search->best) {
        struct net_share share = share_of(repair, crowd, 0);
        enum tree_end end = search_prices(repair, search, &share);
        bound = search->bound > bound ? search->bound : bound;
        if (end != TREE_FOUND)
            looked->end = end;
    }
    looked->least = bound < looked->least ? bound : looked->least;
}

/* Whether levels with so much of the crowd, or beyond, may be cheaper than what there
 * is: the cost without one wall less is below one that is convex in the crowd, which is
 * below the true one. */
static bool may_improve(const struct flow_repair *repair, struct crowds *crowds,
                        const struct price_search *search, int32_t crowd,
                        struct looked *looked)
{
    if (cpu_seconds() > repair->deadline) { /* others may cost as little as any */
        looked->least = repair->bound < looked->least ? repair->bound : looked->least;
        looked->end = looked->end == TREE_LOST ? TREE_LOST : TREE_LATE;
        return false;
    }
    int64_t limit = looked->end == TREE_LATE ? looked->least : FLOW_NEVER;
    limit = search->best < limit ? search->best : limit;
    if (crowd < 0 || crowd > crowds->most || crowds->lost || looked->end == TREE_LOST)
        return false;
    return flow_of(repair, crowds, search, crowd, 1) <= limit;
}

/* The share binds. */
static enum tree_end with_share(struct flow_repair *repair, struct price_search *search)
{
    struct crowds crowds = {0};
    struct looked looked = {.least = FLOW_NEVER, .end = TREE_FOUND};
    for (size_t u = 0; u < level_cells(repair->broken); u++)
        crowds.most += tile_in(repair->rules->crowd, repair->broken->cell[u]);
    search->best = FLOW_NEVER;
    int32_t low = find_least(repair, &crowds, search), high = low + 1;
    look_at(repair, &crowds, search, low--, &looked);
    for (; may_improve(repair, &crowds, search, high, &looked); high++)
        look_at(repair, &crowds, search, high, &looked);
    for (; may_improve(repair, &crowds, search, low, &looked); low--)
        look_at(repair, &crowds, search, low, &looked);
    raise_bound(repair, looked.least);
    if (crowds.lost)
        return TREE_LOST;
    if (looked.end == TREE_FOUND && search->best == FLOW_NEVER)
        return TREE_NONE;
    if (looked.end == TREE_FOUND)
        repair->bound = search->best;
    return looked.end;
}

/* By the tree first, which is quick where little is wrong. */
static enum tree_end search_level(struct flow_repair *repair)
{
    struct price_search search;
    struct arena perm;
    enum tree_end end = by_tree(repair);
    if (end != TREE_LARGE && end != TREE_CROWDED && end != TREE_LATE)
        return end;
    arena_init(&perm);
    if (!prepare(repair, &search, &perm))
        end = TREE_LOST;
    if (end == TREE_LARGE || end == TREE_LATE)
        end = without_share(repair, &search);
    if (end == TREE_CROWDED || (end == TREE_LATE && repair->out->grid.rows == 0))
        end = with_share(repair, &search);
    arena_free(&perm);
    return end;
}

static void explain(const struct flow_repair *repair)
{
    struct level_repair *out = repair->out;
    char words[200];
    out->infeasible = true;
    out->bound = INFINITY;
    level_set_words(repair->rules->game, repair->rules->once, words, sizeof words);
    snprintf(
        out->reason, sizeof out->reason,
        "no level of %zu x %zu cells has all of this: %s, each once and reached as "
        "the rules ask; every way to place them was tried",
        repair->broken->rows, repair->broken->cols, words);
}

static enum status conclude(const struct flow_repair *repair, enum tree_end end,
                            struct error *err)
{
    struct level_repair *out = repair->out;
    if (end == TREE_LOST)
        return error_set(err, STATUS_MEMORY,
                         "no memory to repair a level of %zu cells, or its costs are "
                         "beyond the method",
                         level_cells(repair->broken));
    assert(end != TREE_FOUND || out->grid.rows > 0);
    out->bound = (double)repair->bound * repair->rules->unit;
    out->optimal = end == TREE_FOUND;
    if (end == TREE_NONE)
        explain(repair);
    return STATUS_OK;
}

enum status fast_by_flow(const struct net_rules *rules, const struct level_grid *broken,
                         uint64_t tree_nodes, double deadline, struct arena *arena,
                         struct level_repair *out, struct error *err)
{
    double now = cpu_seconds();
    struct flow_repair repair = {.rules = rules,
                                 .broken = broken,
                                 .deadline = deadline,
                                 .haste = now + HASTE * (deadline - now),
                                 .tree_nodes = tree_nodes,
                                 .out = out};
    double bytes = net_bytes(rules, broken);
    if (bytes > MOST_BYTES)
        return error_set(err, STATUS_INPUT,
                         "a level of %zu x %zu cells would take %.1f GB to repair; at "
                         "most %.0f GB are used",
                         broken->rows, broken->cols, bytes / 1e9, MOST_BYTES / 1e9);
    *out = (struct level_repair){.cost = INFINITY};
    out->grid.cell = ARENA_NEW(arena, uint8_t, level_cells(broken));
    if (!out->grid.cell)
        return error_set(err, STATUS_MEMORY, "no memory for the repaired level");
    arena_init(&repair.work);
    enum tree_end end = search_level(&repair);
    arena_free(&repair.work);
    return conclude(&repair, end, err);
}
