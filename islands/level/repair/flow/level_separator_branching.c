#include "level_separator_branching.h"

#include "clock.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Capacity of arrays at first; nodes and alternatives between two readings of the clock.
 * Chosen by hand, not measured. */
enum { FIRST_ITEMS = 1024, NODES_PER_CLOCK = 32, CHOICES_PER_CLOCK = 256 };

bool level_separator_init(struct level_separator_search *search,
                          struct level_flow_model *model, uint64_t max_nodes,
                          double deadline, struct arena *arena)
{
    *search = (struct level_separator_search){
        .model = model, .max_nodes = max_nodes, .deadline = deadline, .arena = arena};
    search->level = ARENA_NEW(arena, uint8_t, model->n);
    search->queue = ARENA_NEW(arena, uint32_t, model->n);
    search->reached = ARENA_NEW(arena, uint32_t, model->n);
    if (!search->level || !search->queue || !search->reached)
        return false;
    memset(search->reached, 0, model->n * sizeof *search->reached);
    return true;
}

/* Grows an array, by doubling, if it is full. */
static void *grow(struct level_separator_search *search, void *items, size_t n,
                  size_t *max, size_t bytes)
{
    if (n < *max)
        return items;
    size_t more = *max ? 2 * *max : FIRST_ITEMS;
    void *larger = arena_take_array(search->arena, more, bytes);
    if (!larger) {
        search->end = LEVEL_SEPARATOR_FAILED;
        return NULL;
    }
    if (n)
        memcpy(larger, items, n * bytes);
    *max = more;
    return larger;
}

static void add_choice(struct level_separator_search *search,
                       struct level_separator_choice choice)
{
    struct level_separator_choice *items = grow(
        search, search->choice, search->n_choices, &search->max_choices, sizeof choice);
    if (!items)
        return;
    search->choice = items;
    search->choice[search->n_choices++] = choice;
}

static void add_cell(struct level_separator_search *search, uint32_t cell)
{
    uint32_t *items =
        grow(search, search->list, search->n_list, &search->max_list, sizeof cell);
    if (!items)
        return;
    search->list = items;
    search->list[search->n_list++] = cell;
}

static uint32_t find(const struct level_separator_search *search, uint8_t tile)
{
    const uint8_t *at = memchr(search->level, tile, search->model->n);
    ensure(at != NULL); /* it occurs exactly once */
    return (uint32_t)(at - search->level);
}

static bool blocks(const struct level_separator_search *search, uint32_t cell)
{
    return tile_in(search->model->rules->blocking, search->level[cell]);
}

/* Marks the cells that are reachable from a cell, or from which it is reachable: steps
 * are symmetric. Blocking cells are marked, but not left, except for the start. Returns
 * the number of cells in the queue. */
static uint32_t search_from(struct level_separator_search *search, uint32_t from)
{
    const struct level_flow_model *model = search->model;
    uint32_t end = 0;
    search->round++;
    assert(from < model->n);
    search->reached[from] = search->round;
    search->queue[end++] = from;
    for (uint32_t at = 0; at < end; at++) {
        uint32_t u = search->queue[at];
        if (u != from && blocks(search, u))
            continue;
        for (uint32_t k = 0; k < model->n_neighbours[u]; k++) {
            uint32_t v = model->neighbour[4 * u + k];
            if (search->reached[v] != search->round) {
                search->reached[v] = search->round;
                search->queue[end++] = v;
            }
        }
    }
    return end;
}

/* Adds the alternative that a tile is on none of the listed cells from `first` on. */
static void add_tile_choice(struct level_separator_search *search, uint8_t tile,
                            size_t first)
{
    assert(first <= search->n_list && tile < search->model->rules->game->n_tiles);
    add_choice(search,
               (struct level_separator_choice){
                   .tile = tile, .first = first, .count = search->n_list - first});
}

/* Adds the alternatives that one of the blocking cells of the last search is passable,
 * except for its start. */
static void add_cell_choices(struct level_separator_search *search, uint32_t n_searched)
{
    const struct level_flow_rules *rules = search->model->rules;
    for (uint32_t i = 1; i < n_searched; i++) {
        uint32_t u = search->queue[i];
        if (blocks(search, u) &&
            ((tile_set)search->model->allowed[u] & ~rules->blocking))
            add_choice(search, (struct level_separator_choice){
                                   .tile = (uint8_t)rules->game->n_tiles,
                                   .cell = u,
                                   .without = rules->blocking,
                                   .with = ~rules->blocking});
    }
}

/* The separator around the region reachable from the source: the source is outside of
 * it, the tile is inside or on it, or one of its cells is passable. */
static void separate_source(struct level_separator_search *search, uint8_t from,
                            uint8_t to)
{
    uint32_t searched = search_from(search, find(search, from));
    size_t first = search->n_list;
    for (uint32_t i = 0; i < searched; i++)
        if (!blocks(search, search->queue[i]))
            add_cell(search, search->queue[i]);
    add_tile_choice(search, from, first);
    first = search->n_list;
    for (uint32_t u = 0; u < search->model->n; u++)
        if (search->reached[u] != search->round)
            add_cell(search, u);
    add_tile_choice(search, to, first);
    add_cell_choices(search, searched);
}

/* The separator around the region from which the tile is reachable: the source is
 * inside of it, the tile is outside of it, or one of its cells is passable. */
static void separate_tile(struct level_separator_search *search, uint8_t from,
                          uint8_t to)
{
    uint32_t start = find(search, to), searched = search_from(search, start);
    size_t first = search->n_list;
    for (uint32_t u = 0; u < search->model->n; u++)
        if (search->reached[u] != search->round || (u != start && blocks(search, u)))
            add_cell(search, u);
    add_tile_choice(search, from, first);
    first = search->n_list;
    for (uint32_t i = 0; i < searched; i++)
        if (i == 0 || !blocks(search, search->queue[i]))
            add_cell(search, search->queue[i]);
    add_tile_choice(search, to, first);
    add_cell_choices(search, searched);
}

/* Applies an alternative to the flow; false if that exceeds the threshold. */
static bool apply(struct level_separator_search *search,
                  const struct level_separator_choice *choice, int64_t *cost)
{
    int64_t limit = search->threshold - *cost;
    assert(limit >= 0);
    assert(choice->first + choice->count <= search->n_list);
    if (choice->tile < search->model->rules->game->n_tiles)
        return level_flow_model_forbid_cells(search->model, choice->tile,
                                             search->list + choice->first,
                                             (uint32_t)choice->count, limit, cost);
    return level_flow_model_restrict(search->model, choice->cell, choice->without,
                                     limit, cost);
}

static void exclude_tile(struct level_separator_search *search,
                         const struct level_separator_choice *choice)
{
    struct level_flow_model *model = search->model;
    assert(choice->tile < model->rules->game->n_tiles);
    int64_t cost = 0;
    search->round++;
    for (size_t i = 0; i < choice->count; i++)
        search->reached[search->list[choice->first + i]] = search->round;
    for (uint32_t u = 0; u < model->n; u++)
        if (search->reached[u] != search->round)
            ensure(level_flow_model_forbid_cells(model, choice->tile, &u, 1, 0, &cost));
}

/* Excludes an alternative. The current flow does not satisfy it, so that this costs
 * nothing. A cell stays unrestricted if no other tile could fill it. */
static void exclude(struct level_separator_search *search,
                    const struct level_separator_choice *choice)
{
    const struct level_flow_rules *rules = search->model->rules;
    int64_t cost = 0;
    if (choice->tile < rules->game->n_tiles) {
        exclude_tile(search, choice);
        return;
    }
    tile_set allowed = (tile_set)search->model->allowed[choice->cell] & ~choice->with;
    if (level_flow_rules_fill(rules, allowed) < rules->game->n_tiles)
        ensure(level_flow_model_restrict(search->model, choice->cell, choice->with, 0,
                                         &cost));
}

/* Computes the bounds of the alternatives from `first` on; returns how many are within
 * the threshold, or `enough` as soon as there are so many. */
static size_t bound_choices(struct level_separator_search *search, size_t first,
                            int64_t cost, size_t enough)
{
    size_t alive = 0;
    for (size_t i = first; i < search->n_choices && alive < enough; i++) {
        if ((i + 1) % CHOICES_PER_CLOCK == 0 && clock_thread_s() > search->deadline) {
            search->end = LEVEL_SEPARATOR_TIME_LIMIT;
            return 0;
        }
        size_t mark = level_flow_mark(&search->model->flow);
        int64_t bound = cost;
        alive += apply(search, &search->choice[i], &bound);
        assert(bound >= cost || search->model->flow.failed);
        search->choice[i].bound = bound;
        level_flow_undo(&search->model->flow, mark);
    }
    return alive;
}

/* Replaces the alternatives from `base` on by those from `first` on if fewer of these
 * are within the threshold. */
static void keep_smaller(struct level_separator_search *search, size_t base,
                         size_t first, int64_t cost, size_t *fewest)
{
    size_t alive = bound_choices(search, first, cost, *fewest),
           n = search->n_choices - first;
    if (alive < *fewest) {
        *fewest = alive;
        memmove(search->choice + base, search->choice + first,
                n * sizeof *search->choice);
        search->n_choices = base + n;
    } else {
        search->n_choices = first;
    }
}

/* Finds the separator with the fewest alternatives; false if all tiles are
 * reachable. */
static bool find_separator(struct level_separator_search *search, int64_t cost)
{
    const struct level_game *game = search->model->rules->game;
    size_t base = search->n_choices, fewest = SIZE_MAX;
    for (size_t i = 0; i < game->n_reach; i++) {
        uint8_t from = (uint8_t)__builtin_ctz(game->reach[i].from);
        for (tile_set to = game->reach[i].to; to && fewest > 0; to &= to - 1) {
            uint8_t tile = (uint8_t)__builtin_ctz(to);
            search_from(search, find(search, from));
            if (search->reached[find(search, tile)] == search->round)
                continue;
            size_t first = search->n_choices;
            separate_source(search, from, tile);
            keep_smaller(search, base, first, cost, &fewest);
            first = search->n_choices;
            separate_tile(search, from, tile);
            keep_smaller(search, base, first, cost, &fewest);
        }
    }
    return fewest < SIZE_MAX;
}

/* Excludes the alternatives above the threshold and sorts the others by bound. */
static void prune_and_sort(struct level_separator_search *search, size_t base)
{
    size_t kept = base;
    for (size_t i = base; i < search->n_choices; i++) {
        struct level_separator_choice choice = search->choice[i];
        if (choice.bound > search->threshold) {
            if (choice.bound < search->next)
                search->next = choice.bound;
            exclude(search, &choice);
            continue;
        }
        size_t at = kept++;
        for (; at > base && search->choice[at - 1].bound > choice.bound; at--)
            search->choice[at] = search->choice[at - 1];
        search->choice[at] = choice;
    }
    search->n_choices = kept;
}

static enum level_separator_end visit(struct level_separator_search *search,
                                      int64_t cost);

/* Searches one alternative after the other until one leads to a level. */
static enum level_separator_end branch(struct level_separator_search *search,
                                       size_t base, int64_t cost)
{
    assert(base <= search->n_choices);
    struct level_flow *flow = &search->model->flow;
    size_t end = search->n_choices;
    for (size_t i = base; i < end; i++) {
        assert(search->choice[i].bound <= search->threshold);
        assert(i == base || search->choice[i - 1].bound <= search->choice[i].bound);
        size_t mark = level_flow_mark(flow);
        int64_t child_cost = cost;
        if (apply(search, &search->choice[i], &child_cost)) {
            enum level_separator_end result = visit(search, child_cost);
            if (result != LEVEL_SEPARATOR_NONE)
                return result;
        } else if (child_cost < search->next) {
            search->next = child_cost;
        }
        level_flow_undo(flow, mark);
        if (i + 1 < end)
            exclude(search, &search->choice[i]);
    }
    return LEVEL_SEPARATOR_NONE;
}

static enum level_separator_end visit(struct level_separator_search *search,
                                      int64_t cost)
{
    assert(cost <= search->threshold);
    struct level_flow *flow = &search->model->flow;
    if (++search->nodes % NODES_PER_CLOCK == 0 && clock_thread_s() > search->deadline)
        return LEVEL_SEPARATOR_TIME_LIMIT;
    if (search->nodes > search->max_nodes)
        return LEVEL_SEPARATOR_NODE_LIMIT;
    size_t base = search->n_choices, listed = search->n_list,
           mark = level_flow_mark(flow);
    level_flow_model_read(search->model, search->level);
    if (!find_separator(search, cost)) {
        search->cost = cost;
        return level_flow_rules_share_holds(search->model->rules, search->level,
                                            search->model->n)
                   ? LEVEL_SEPARATOR_FOUND
                   : LEVEL_SEPARATOR_SHARE_BROKEN;
    }
    if (search->end == LEVEL_SEPARATOR_FAILED || flow->failed)
        return LEVEL_SEPARATOR_FAILED;
    if (search->end == LEVEL_SEPARATOR_TIME_LIMIT)
        return LEVEL_SEPARATOR_TIME_LIMIT;
    prune_and_sort(search, base);
    enum level_separator_end end = branch(search, base, cost);
    if (end == LEVEL_SEPARATOR_NONE) {
        level_flow_undo(flow, mark);
        search->n_choices = base;
        search->n_list = listed;
    }
    return end;
}

enum level_separator_end level_separator_run(struct level_separator_search *search,
                                             int64_t cost, int64_t threshold)
{
    size_t mark = level_flow_mark(&search->model->flow);
    search->threshold = threshold;
    search->next = LEVEL_FLOW_INFINITY;
    search->n_choices = search->n_list = 0;
    enum level_separator_end end = visit(search, cost);
    if (end != LEVEL_SEPARATOR_FAILED)
        level_flow_undo(&search->model->flow, mark);
    assert(end != LEVEL_SEPARATOR_FOUND || search->cost <= threshold);
    assert(end != LEVEL_SEPARATOR_NONE || search->next > threshold);
    return end;
}
