#include "level_tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <time.h>

enum { FIRST_ITEMS = 1024, NODES_A_LOOK = 32, CHOICES_A_LOOK = 256 /* at the clock */ };

double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool tree_init(struct tree *tree, struct net *net, uint64_t most_nodes, double deadline,
               struct arena *arena)
{
    *tree = (struct tree){
        .net = net, .most_nodes = most_nodes, .deadline = deadline, .arena = arena};
    tree->level = ARENA_NEW(arena, uint8_t, net->n);
    tree->queue = ARENA_NEW(arena, uint32_t, net->n);
    tree->reached = ARENA_NEW(arena, uint32_t, net->n);
    if (!tree->level || !tree->queue || !tree->reached)
        return false;
    memset(tree->reached, 0, net->n * sizeof *tree->reached);
    return true;
}

/* Makes room for one more item of an array that doubles. */
static void *grow(struct tree *tree, void *items, size_t n, size_t *max, size_t bytes)
{
    if (n < *max)
        return items;
    size_t more = *max ? 2 * *max : FIRST_ITEMS;
    void *larger = arena_take_array(tree->arena, more, bytes);
    if (!larger) {
        tree->end = TREE_LOST;
        return NULL;
    }
    if (n)
        memcpy(larger, items, n * bytes);
    *max = more;
    return larger;
}

static void add_choice(struct tree *tree, struct tree_choice choice)
{
    struct tree_choice *items =
        grow(tree, tree->choice, tree->n_choices, &tree->max_choices, sizeof choice);
    if (!items)
        return;
    tree->choice = items;
    tree->choice[tree->n_choices++] = choice;
}

static void add_cell(struct tree *tree, uint32_t cell)
{
    uint32_t *items =
        grow(tree, tree->list, tree->n_list, &tree->max_list, sizeof cell);
    if (!items)
        return;
    tree->list = items;
    tree->list[tree->n_list++] = cell;
}

static uint32_t find(const struct tree *tree, uint8_t tile)
{
    const uint8_t *at = memchr(tree->level, tile, tree->net->n);
    ensure(at != NULL); /* it stands exactly once */
    return (uint32_t)(at - tree->level);
}

static bool blocks(const struct tree *tree, uint32_t cell)
{
    return tile_in(tree->net->rules->blocking, tree->level[cell]);
}

/* Marks what can be reached from a cell, or, backwards, from where it can be reached;
 * cells that block end the walk and are marked too. The start is walked on from even
 * when it blocks and the walk is backwards. Returns how many cells queue holds. */
static uint32_t walk(struct tree *tree, uint32_t from)
{
    const struct net *net = tree->net;
    uint32_t end = 0;
    tree->round++;
    assert(from < net->n);
    tree->reached[from] = tree->round;
    tree->queue[end++] = from;
    for (uint32_t at = 0; at < end; at++) {
        uint32_t u = tree->queue[at];
        if (u != from && blocks(tree, u))
            continue;
        for (uint32_t k = 0; k < net->n_neighbours[u]; k++) {
            uint32_t v = net->neighbour[4 * u + k];
            if (tree->reached[v] != tree->round) {
                tree->reached[v] = tree->round;
                tree->queue[end++] = v;
            }
        }
    }
    return end;
}

/* Adds the choice of keeping a tile off the listed cells from `first` on. */
static void choose_away(struct tree *tree, uint8_t tile, size_t first)
{
    assert(first <= tree->n_list && tile < tree->net->rules->game->n_tiles);
    add_choice(tree, (struct tree_choice){
                         .tile = tile, .first = first, .count = tree->n_list - first});
}

/* Adds the choices of opening one of the walk's blocking cells but its start. */
static void choose_openings(struct tree *tree, uint32_t n_walked)
{
    const struct net_rules *rules = tree->net->rules;
    for (uint32_t i = 1; i < n_walked; i++) {
        uint32_t u = tree->queue[i];
        if (blocks(tree, u) && ((tile_set)tree->net->open[u] & ~rules->blocking))
            add_choice(tree, (struct tree_choice){.tile = (uint8_t)rules->game->n_tiles,
                                                  .cell = u,
                                                  .without = rules->blocking,
                                                  .with = ~rules->blocking});
    }
}

/* The set around what the source reaches: the source leaves it, or the tile comes to
 * its inside or onto it, or a cell of it opens. */
static void choices_at_source(struct tree *tree, uint8_t from, uint8_t to)
{
    uint32_t walked = walk(tree, find(tree, from));
    size_t first = tree->n_list;
    for (uint32_t i = 0; i < walked; i++)
        if (!blocks(tree, tree->queue[i]))
            add_cell(tree, tree->queue[i]);
    choose_away(tree, from, first);
    first = tree->n_list;
    for (uint32_t u = 0; u < tree->net->n; u++)
        if (tree->reached[u] != tree->round)
            add_cell(tree, u);
    choose_away(tree, to, first);
    choose_openings(tree, walked);
}

/* The set around what reaches the tile: the source comes to its inside, or the tile
 * leaves it, or a cell of it opens. */
static void choices_at_tile(struct tree *tree, uint8_t from, uint8_t to)
{
    uint32_t start = find(tree, to), walked = walk(tree, start);
    size_t first = tree->n_list;
    for (uint32_t u = 0; u < tree->net->n; u++)
        if (tree->reached[u] != tree->round || (u != start && blocks(tree, u)))
            add_cell(tree, u);
    choose_away(tree, from, first);
    first = tree->n_list;
    for (uint32_t i = 0; i < walked; i++)
        if (i == 0 || !blocks(tree, tree->queue[i]))
            add_cell(tree, tree->queue[i]);
    choose_away(tree, to, first);
    choose_openings(tree, walked);
}

/* Makes the choice in the flow; false when that costs more than the ceiling allows. */
static bool make(struct tree *tree, const struct tree_choice *choice, int64_t *cost)
{
    int64_t limit = tree->ceiling - *cost;
    assert(limit >= 0);
    assert(choice->first + choice->count <= tree->n_list);
    if (choice->tile < tree->net->rules->game->n_tiles)
        return net_bar(tree->net, choice->tile, tree->list + choice->first,
                       (uint32_t)choice->count, limit, cost);
    return net_restrict(tree->net, choice->cell, choice->without, limit, cost);
}

static void exclude_tile(struct tree *tree, const struct tree_choice *choice)
{
    struct net *net = tree->net;
    assert(choice->tile < net->rules->game->n_tiles);
    int64_t cost = 0;
    tree->round++;
    for (size_t i = 0; i < choice->count; i++)
        tree->reached[tree->list[choice->first + i]] = tree->round;
    for (uint32_t u = 0; u < net->n; u++)
        if (tree->reached[u] != tree->round)
            ensure(net_bar(net, choice->tile, &u, 1, 0, &cost));
}

/* Rules a choice out; the flow as it is does not make it, so this costs nothing. A cell
 * stays as it is where nothing would fill it. */
static void exclude(struct tree *tree, const struct tree_choice *choice)
{
    const struct net_rules *rules = tree->net->rules;
    int64_t cost = 0;
    if (choice->tile < rules->game->n_tiles) {
        exclude_tile(tree, choice);
        return;
    }
    tile_set open = (tile_set)tree->net->open[choice->cell] & ~choice->with;
    if (net_fill(rules, open) < rules->game->n_tiles)
        ensure(net_restrict(tree->net, choice->cell, choice->with, 0, &cost));
}

/* Bounds the choices from `first` on; returns how many are within the ceiling, or
 * `enough` as soon as there are so many. */
static size_t weigh(struct tree *tree, size_t first, int64_t cost, size_t enough)
{
    size_t alive = 0;
    for (size_t i = first; i < tree->n_choices && alive < enough; i++) {
        if ((i + 1) % CHOICES_A_LOOK == 0 && cpu_seconds() > tree->deadline) {
            tree->end = TREE_LATE;
            return 0;
        }
        size_t mark = flow_mark(&tree->net->flow);
        int64_t bound = cost;
        alive += make(tree, &tree->choice[i], &bound);
        assert(bound >= cost || tree->net->flow.lost);
        tree->choice[i].bound = bound;
        flow_undo(&tree->net->flow, mark);
    }
    return alive;
}

/* Keeps the choices from `first` on in place of those from `base` on when fewer of them
 * are alive. */
static void contend(struct tree *tree, size_t base, size_t first, int64_t cost,
                    size_t *fewest)
{
    size_t alive = weigh(tree, first, cost, *fewest), n = tree->n_choices - first;
    if (alive < *fewest) {
        *fewest = alive;
        memmove(tree->choice + base, tree->choice + first, n * sizeof *tree->choice);
        tree->n_choices = base + n;
    } else {
        tree->n_choices = first;
    }
}

/* Collects the choices where a tile is not reached; false when all are. */
static bool divide(struct tree *tree, int64_t cost)
{
    const struct level_game *game = tree->net->rules->game;
    size_t base = tree->n_choices, fewest = SIZE_MAX;
    for (size_t i = 0; i < game->n_reach; i++) {
        uint8_t from = (uint8_t)__builtin_ctz(game->reach[i].from);
        for (tile_set to = game->reach[i].to; to && fewest > 0; to &= to - 1) {
            uint8_t tile = (uint8_t)__builtin_ctz(to);
            walk(tree, find(tree, from));
            if (tree->reached[find(tree, tile)] == tree->round)
                continue;
            size_t first = tree->n_choices;
            choices_at_source(tree, from, tile);
            contend(tree, base, first, cost, &fewest);
            first = tree->n_choices;
            choices_at_tile(tree, from, tile);
            contend(tree, base, first, cost, &fewest);
        }
    }
    return fewest < SIZE_MAX;
}

/* Drops the choices beyond the ceiling and sorts the others by bound. */
static void sieve(struct tree *tree, size_t base)
{
    size_t kept = base;
    for (size_t i = base; i < tree->n_choices; i++) {
        struct tree_choice choice = tree->choice[i];
        if (choice.bound > tree->ceiling) {
            if (choice.bound < tree->next)
                tree->next = choice.bound;
            exclude(tree, &choice);
            continue;
        }
        size_t at = kept++;
        for (; at > base && tree->choice[at - 1].bound > choice.bound; at--)
            tree->choice[at] = tree->choice[at - 1];
        tree->choice[at] = choice;
    }
    tree->n_choices = kept;
}

static enum tree_end visit(struct tree *tree, int64_t cost);

/* Makes one choice after another until one leads to a level. */
static enum tree_end branch(struct tree *tree, size_t base, int64_t cost)
{
    assert(base <= tree->n_choices);
    struct flow *flow = &tree->net->flow;
    size_t end = tree->n_choices;
    for (size_t i = base; i < end; i++) {
        assert(tree->choice[i].bound <= tree->ceiling);
        assert(i == base || tree->choice[i - 1].bound <= tree->choice[i].bound);
        size_t mark = flow_mark(flow);
        int64_t below = cost;
        if (make(tree, &tree->choice[i], &below)) {
            enum tree_end result = visit(tree, below);
            if (result != TREE_NONE)
                return result;
        } else if (below < tree->next) {
            tree->next = below;
        }
        flow_undo(flow, mark);
        if (i + 1 < end)
            exclude(tree, &tree->choice[i]);
    }
    return TREE_NONE;
}

static enum tree_end visit(struct tree *tree, int64_t cost)
{
    assert(cost <= tree->ceiling);
    struct flow *flow = &tree->net->flow;
    if (++tree->nodes % NODES_A_LOOK == 0 && cpu_seconds() > tree->deadline)
        return TREE_LATE;
    if (tree->nodes > tree->most_nodes)
        return TREE_LARGE;
    size_t base = tree->n_choices, listed = tree->n_list, mark = flow_mark(flow);
    net_read(tree->net, tree->level);
    if (!divide(tree, cost)) {
        tree->cost = cost;
        return net_share_holds(tree->net->rules, tree->level, tree->net->n)
                   ? TREE_FOUND
                   : TREE_CROWDED;
    }
    if (tree->end == TREE_LOST || flow->lost)
        return TREE_LOST;
    if (tree->end == TREE_LATE)
        return TREE_LATE;
    sieve(tree, base);
    enum tree_end end = branch(tree, base, cost);
    if (end == TREE_NONE) {
        flow_undo(flow, mark);
        tree->n_choices = base;
        tree->n_list = listed;
    }
    return end;
}

enum tree_end tree_search(struct tree *tree, int64_t cost, int64_t ceiling)
{
    size_t mark = flow_mark(&tree->net->flow);
    tree->ceiling = ceiling;
    tree->next = FLOW_NEVER;
    tree->n_choices = tree->n_list = 0;
    enum tree_end end = visit(tree, cost);
    if (end != TREE_LOST)
        flow_undo(&tree->net->flow, mark);
    assert(end != TREE_FOUND || tree->cost <= ceiling);
    assert(end != TREE_NONE || tree->next > ceiling);
    return end;
}
