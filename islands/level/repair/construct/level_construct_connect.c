#include "level_construct_connect.h"

#include "level_construct_rules.h"

#include <string.h>

uint8_t level_construct_tile(const struct level_construct *c, size_t v, bool passing)
{
    uint8_t own = c->broken->cell[v];
    tile_set open = c->open[v] & (passing ? c->passing : ~c->passing);
    if (tile_in(open, own))
        return own;
    if (!construct_is_settled(c, v))
        open &= ~c->limited;
    return open ? (uint8_t)__builtin_ctz(open) : LEVEL_MAX_TILES;
}

/* Sets a cell and those that are equal to it. */
static void set_cell(struct level_construct *c, size_t v, bool passing)
{
    uint32_t group[CONSTRUCT_GROUP];
    size_t n = level_construct_group(c, v, group);
    uint8_t tile = level_construct_tile(c, v, passing);
    for (size_t i = 0; i < n; i++)
        c->cell[group[i]] = tile;
}

/* ---- searches over passing cells ---- */

/* Breadth first; the cells that are met are in the queue, and have the search's mark. */
struct flood {
    const bool *without; /* of each cell: it is not entered; NULL: all may be */
    size_t head, tail;
};

static struct flood flood_from(struct level_construct *c, size_t v, const bool *without)
{
    c->marks++;
    c->mark[v] = c->marks;
    c->queue[0] = (uint32_t)v;
    return (struct flood){.without = without, .tail = 1};
}

/* Meets the passing neighbours of the next cell; false if there is none. */
static bool flood_step(struct level_construct *c, struct flood *flood)
{
    if (flood->head == flood->tail)
        return false;
    uint32_t n_near;
    const uint32_t *near = construct_near(c, c->queue[flood->head++], &n_near);
    for (uint32_t k = 0; k < n_near; k++) {
        uint32_t w = near[k];
        if (!construct_passes(c, w) || c->mark[w] == c->marks ||
            (flood->without && flood->without[w]))
            continue;
        c->mark[w] = c->marks;
        c->queue[flood->tail++] = w;
    }
    return true;
}

/* Collects all passing cells that are connected with v in the queue; returns how many. */
static size_t collect(struct level_construct *c, size_t v, const bool *without)
{
    struct flood flood = flood_from(c, v, without);
    while (flood_step(c, &flood))
        ;
    return flood.tail;
}

/* ---- ways between components ---- */

/* A search from the component: cells in the order of how many of them a way opens. */
struct ways {
    struct level_construct *c;
    bool *joined;     /* of each cell: it belongs to the component */
    uint32_t *opened; /* cells that a way to it opens; UINT32_MAX: not met */
    uint32_t *before; /* on the way */
    uint32_t *now, *next;
    size_t n_now, n_next;
};

static bool ways_init(struct ways *ways, struct level_construct *c, struct arena *arena)
{
    *ways = (struct ways){.c = c,
                          .joined = ARENA_NEW(arena, bool, c->n),
                          .opened = ARENA_NEW(arena, uint32_t, c->n),
                          .before = ARENA_NEW(arena, uint32_t, c->n),
                          .now = ARENA_NEW(arena, uint32_t, 4 * c->n),
                          .next = ARENA_NEW(arena, uint32_t, 4 * c->n)};
    return ways->joined && ways->opened && ways->before && ways->now && ways->next;
}

/* Adds all passing cells that are connected with v to the component. */
static void join(struct ways *ways, size_t v)
{
    size_t n = collect(ways->c, v, ways->joined);
    for (size_t i = 0; i < n; i++)
        ways->joined[ways->c->queue[i]] = true;
}

static void begin(struct ways *ways)
{
    ways->n_now = ways->n_next = 0;
    for (size_t v = 0; v < ways->c->n; v++) {
        ways->opened[v] = ways->joined[v] ? 0 : UINT32_MAX;
        if (ways->joined[v])
            ways->now[ways->n_now++] = (uint32_t)v;
    }
}

/* The next cell in order that is met for the first time and passes, not of the component;
 * UINT32_MAX: none. The search goes on after it. */
static uint32_t next_component(struct ways *ways, size_t *at)
{
    struct level_construct *c = ways->c;
    for (;; *at = 0) {
        while (*at < ways->n_now) {
            uint32_t u = ways->now[(*at)++], n_near;
            const uint32_t *near = construct_near(c, u, &n_near);
            for (uint32_t k = 0; k < n_near; k++) {
                uint32_t w = near[k];
                if (ways->opened[w] != UINT32_MAX || ways->joined[w])
                    continue;
                bool passes = construct_passes(c, w);
                if (!passes && level_construct_tile(c, w, true) == LEVEL_MAX_TILES)
                    continue;
                ways->before[w] = u;
                ways->opened[w] = ways->opened[u] + !passes;
                if (passes)
                    return w;
                ways->next[ways->n_next++] = w;
            }
        }
        uint32_t *swap = ways->now;
        ways->now = ways->next;
        ways->next = swap;
        ways->n_now = ways->n_next;
        ways->n_next = 0;
        if (!ways->n_now)
            return UINT32_MAX;
    }
}

/* Closes the first n cells of the queue; false if one may not be closed. */
static bool close_collected(struct level_construct *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (level_construct_tile(c, c->queue[i], false) == LEVEL_MAX_TILES)
            return false;
    for (size_t i = 0; i < n; i++)
        set_cell(c, c->queue[i], false);
    return true;
}

static void open_way(struct ways *ways, uint32_t v)
{
    struct level_construct *c = ways->c;
    for (; !ways->joined[v]; v = ways->before[v])
        if (!construct_passes(c, v))
            set_cell(c, v, true);
}

/* A passing cell outside of the component; n: none. */
static size_t left_over(const struct ways *ways)
{
    size_t v = 0;
    while (v < ways->c->n && (ways->joined[v] || !construct_passes(ways->c, v)))
        v++;
    return v;
}

/* Connects the components that are nearest, or closes them; false if there are none. */
static bool connect_nearest(struct ways *ways)
{
    struct level_construct *c = ways->c;
    uint32_t least = UINT32_MAX, v;
    size_t at = 0;
    begin(ways);
    while ((v = next_component(ways, &at)) != UINT32_MAX && ways->opened[v] <= least) {
        least = ways->opened[v];
        size_t size = collect(c, v, NULL);
        if (least > size && close_collected(c, size))
            continue;
        open_way(ways, v);
        join(ways, v);
    }
    return least != UINT32_MAX;
}

bool level_construct_connect(struct level_construct *c, size_t from,
                             struct arena *arena)
{
    struct ways ways;
    if (!ways_init(&ways, c, arena))
        return false;
    join(&ways, from);
    while (connect_nearest(&ways))
        ;
    for (size_t v; (v = left_over(&ways)) < c->n;)
        if (!close_collected(c, collect(c, v, NULL)))
            return false;
    return true;
}

/* ---- keeping them connected ---- */

/* Whether the passing neighbours of a cell are connected by cells around it. */
static bool is_simple(const struct level_construct *c, size_t v)
{
    static const int down[] = {-1, -1, 0, 1, 1, 1, 0, -1},
                     right[] = {0, 1, 1, 1, 0, -1, -1, -1};
    long row = (long)(v / c->cols), col = (long)(v % c->cols);
    bool passes[8];
    unsigned runs = 0;
    if (row == 0 || col == 0 || row + 1 == (long)c->rows || col + 1 == (long)c->cols)
        return false; /* perhaps; it is searched */
    for (unsigned k = 0; k < 8; k++)
        passes[k] = construct_passes(
            c, (size_t)((row + down[k]) * (long)c->cols + col + right[k]));
    /* Runs of passing cells around v that have one beside it. */
    for (unsigned k = 0; k < 8; k += 2)
        runs += passes[k] && !(passes[(k + 1) % 8] && passes[(k + 2) % 8]);
    return runs <= 1;
}

bool level_construct_may_close(struct level_construct *c, size_t v)
{
    uint32_t first = UINT32_MAX, wanted = 0, n_near;
    const uint32_t *near = construct_near(c, v, &n_near);
    for (uint32_t k = 0; k < n_near; k++)
        if (construct_passes(c, near[k])) {
            first = near[k];
            wanted++;
        }
    if (wanted < 2 || is_simple(c, v))
        return wanted > 0;
    struct flood flood = flood_from(c, first, NULL);
    c->mark[v] = c->marks;
    wanted--;
    for (size_t met = flood.tail; wanted && flood_step(c, &flood);)
        for (; met < flood.tail; met++)
            for (uint32_t k = 0; k < n_near; k++)
                wanted -= near[k] == c->queue[met];
    return !wanted;
}

bool level_construct_may_open(const struct level_construct *c, size_t v)
{
    uint32_t n_near;
    const uint32_t *near = construct_near(c, v, &n_near);
    for (uint32_t k = 0; k < n_near; k++)
        if (construct_passes(c, near[k]))
            return true;
    return false;
}
