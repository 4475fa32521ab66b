#include "level_fast_flow.h"

#include "level_tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A level that is not the cheapest is looked for this long when the time is up. */
static const double DIVE_S = 0.5;
/* Flow cost of one unit of cost where a share has a price. */
enum { SHARE_SCALE = 12 };
static const double MOST_BYTES = 4e9;

/* One repair. */
struct flow_repair {
    const struct net_rules *rules;
    const struct level_grid *broken;
    double deadline;
    struct arena work; /* given back after each network */
    struct level_repair *out;
    int32_t bound; /* in units of cost: nothing cheaper is playable */
};

static void keep_level(struct flow_repair *repair, const uint8_t *cell, int32_t cost)
{
    struct level_repair *out = repair->out;
    if (out->cost <= cost * repair->rules->unit)
        return;
    memcpy(out->grid.cell, cell, level_cells(repair->broken));
    out->grid.rows = repair->broken->rows;
    out->grid.cols = repair->broken->cols;
    out->cost = cost * repair->rules->unit;
}

static int32_t ceil_div(int32_t a, int32_t b)
{
    return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

/* Without regard to the share, ceiling by ceiling. INT32_MAX as bound: none exists. */
static enum tree_end raise(struct flow_repair *repair, struct tree *tree, int32_t root)
{
    enum tree_end end = TREE_NONE;
    repair->bound = root;
    while (end == TREE_NONE && repair->bound < INT32_MAX) {
        end = tree_search(tree, root, repair->bound);
        if (end == TREE_NONE)
            repair->bound = tree->next;
    }
    return end;
}

/* Any level, when the cheapest takes too long. */
static void dive(struct flow_repair *repair, struct tree *tree, int32_t root,
                 int32_t scale)
{
    tree->deadline = cpu_seconds() + DIVE_S;
    if (tree_search(tree, root, INT32_MAX / 4) == TREE_FOUND)
        keep_level(repair, tree->level, ceil_div(tree->cost, scale));
}

static enum tree_end without_share(struct flow_repair *repair)
{
    struct net net;
    struct tree tree;
    int32_t root;
    if (!net_init(&net, repair->rules, repair->broken, 1, 0, &repair->work) ||
        !tree_init(&tree, &net, &(struct tree_share){.bound = false}, repair->deadline,
                   &repair->work))
        return TREE_LOST;
    if (!net_settle(&net, &root)) {
        repair->bound = INT32_MAX;
        return TREE_NONE;
    }
    enum tree_end end = raise(repair, &tree, root);
    if (end == TREE_FOUND)
        keep_level(repair, tree.level, tree.cost);
    else if (end == TREE_LATE)
        dive(repair, &tree, root, 1);
    return end;
}

/* Repairs that keep a given number of the crowd, which bounds the walls. */
struct kept {
    uint32_t crowd;
    int32_t bound;      /* in units of cost */
    int32_t most_walls; /* of those that could be something else; < 0: impossible */
    bool refined;       /* bound knows the walls */
};

/* How many walls leave room for a crowd. */
static int32_t most_walls(const struct flow_repair *repair, uint32_t crowd)
{
    const struct net_rules *rules = repair->rules;
    int64_t n = (int64_t)level_cells(repair->broken), whole = 0, certain = 0;
    while (whole <= n && net_crowd_most(rules, whole) < (int64_t)crowd)
        whole++;
    for (int64_t u = 0; u < n; u++) {
        tile_set open = net_open(rules->game, repair->broken->rows,
                                 repair->broken->cols, (size_t)u);
        certain += !(open & ~rules->once & ~rules->walls);
    }
    return (int32_t)(n - whole - certain);
}

/* A settled network for a number kept at a penalty. */
static enum tree_end lay_out(struct flow_repair *repair, const struct kept *kept,
                             int32_t penalty, struct net *net, int32_t *root)
{
    arena_free(&repair->work);
    if (!net_init(net, repair->rules, repair->broken, SHARE_SCALE, penalty,
                  &repair->work))
        return TREE_LOST;
    return net_settle(net, root) && net_keep(net, kept->crowd, root) ? TREE_FOUND
                                                                     : TREE_NONE;
}

/* The bound at a penalty, and how many walls the flow has more than there may be. */
static enum tree_end price(struct flow_repair *repair, const struct kept *kept,
                           int32_t penalty, int32_t *bound, int32_t *excess)
{
    struct net net;
    int32_t root;
    enum tree_end end = lay_out(repair, kept, penalty, &net, &root);
    uint8_t *cell = end == TREE_FOUND ? ARENA_NEW(&repair->work, uint8_t, net.n) : NULL;
    if (end != TREE_FOUND)
        return end;
    if (!cell)
        return TREE_LOST;
    net_read(&net, cell);
    *bound = root - penalty * kept->most_walls;
    *excess = net_choice_walls(&net, cell) - kept->most_walls;
    return TREE_FOUND;
}

/* Bounds by the best penalty: where the excess of walls changes its sign. */
static enum tree_end refine(struct flow_repair *repair, struct kept *kept)
{
    int32_t low = 0, high = SHARE_SCALE, bound, excess, best = INT32_MIN;
    for (size_t t = 0; t < repair->rules->game->n_tiles; t++)
        high =
            (int32_t)fmax(high, 2 * SHARE_SCALE * repair->rules->game->tile[t].delete /
                                    repair->rules->unit);
    for (int32_t at = 0; low <= high; at = low + (high - low) / 2) {
        enum tree_end end = price(repair, kept, at, &bound, &excess);
        if (end != TREE_FOUND)
            return end;
        best = bound > best ? bound : best;
        if (excess > 0)
            low = at + 1;
        else
            high = at - 1;
    }
    kept->refined = true;
    kept->bound = (int32_t)fmax(kept->bound, ceil_div(best, SHARE_SCALE));
    return TREE_FOUND;
}

/* Searches the repairs that keep a number; raises their bound when there is none. */
static enum tree_end search_kept(struct flow_repair *repair, struct kept *kept,
                                 int32_t ceiling, bool any)
{
    struct net net;
    struct tree tree;
    int32_t root;
    enum tree_end end = lay_out(repair, kept, 0, &net, &root);
    const struct tree_share share = {.bound = true, .most = kept->most_walls};
    if (end != TREE_FOUND)
        return end;
    if (!tree_init(&tree, &net, &share, repair->deadline, &repair->work))
        return TREE_LOST;
    if (any) {
        dive(repair, &tree, root, SHARE_SCALE);
        return TREE_LATE;
    }
    end = tree_search(&tree, root, ceiling * SHARE_SCALE);
    if (end == TREE_FOUND)
        keep_level(repair, tree.level, tree.cost / SHARE_SCALE);
    else if (end == TREE_NONE)
        kept->bound =
            tree.next == INT32_MAX ? INT32_MAX : ceil_div(tree.next, SHARE_SCALE);
    return end;
}

/* One round: all numbers whose bound is the least of all. */
static enum tree_end round_of(struct flow_repair *repair, struct kept *kept, size_t n)
{
    for (size_t i = n; i-- > 0;) {
        enum tree_end end = TREE_FOUND;
        if (kept[i].bound > repair->bound)
            continue;
        if (!kept[i].refined)
            end = refine(repair, &kept[i]);
        if (end == TREE_NONE)
            kept[i].bound = INT32_MAX;
        if (kept[i].bound <= repair->bound && end == TREE_FOUND) {
            end = search_kept(repair, &kept[i], repair->bound, false);
            if (end == TREE_LATE)
                search_kept(repair, &kept[i], 0, true);
            if (end != TREE_NONE)
                return end;
        }
        if (end == TREE_LOST)
            return end;
    }
    return TREE_NONE;
}

/* The share binds: tries every number of the crowd, the cheapest first. */
static enum tree_end with_share(struct flow_repair *repair)
{
    struct arena perm;
    struct net net;
    int32_t root;
    arena_free(&repair->work);
    if (!net_init(&net, repair->rules, repair->broken, 1, 0, &repair->work))
        return TREE_LOST;
    uint32_t n = net.n_crowd + 1;
    bool room = net_settle(&net, &root);
    arena_init(&perm);
    struct kept *kept = ARENA_NEW(&perm, struct kept, n);
    enum tree_end end = kept ? TREE_NONE : TREE_LOST;
    for (uint32_t i = n; end != TREE_LOST && i-- > 0;) {
        kept[i] = (struct kept){.crowd = i, .bound = INT32_MAX};
        kept[i].most_walls = most_walls(repair, i);
        if (room && i < net_kept(&net))
            ensure(net_keep(&net, i, &root)); /* one more can be wasted */
        if (room && kept[i].most_walls >= 0)
            kept[i].bound = root;
    }
    while (end == TREE_NONE) {
        int32_t least = INT32_MAX;
        for (uint32_t i = 0; i < n; i++)
            least = kept[i].bound < least ? kept[i].bound : least;
        repair->bound = least > repair->bound ? least : repair->bound;
        if (least == INT32_MAX)
            break;
        end = round_of(repair, kept, n);
    }
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
        return error_set(err, STATUS_MEMORY, "no memory to repair a level of %zu cells",
                         level_cells(repair->broken));
    out->bound = repair->bound * repair->rules->unit;
    out->optimal = end == TREE_FOUND;
    if (end == TREE_NONE)
        explain(repair);
    return STATUS_OK;
}

enum status fast_by_flow(const struct net_rules *rules, const struct level_grid *broken,
                         double deadline, struct arena *arena, struct level_repair *out,
                         struct error *err)
{
    struct flow_repair repair = {
        .rules = rules, .broken = broken, .deadline = deadline, .out = out};
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
    enum tree_end end = without_share(&repair);
    if (end == TREE_CROWDED)
        end = with_share(&repair);
    arena_free(&repair.work);
    return conclude(&repair, end, err);
}
