#include "level_construct_search.h"

#include "clock.h"
#include "level_construct_connect.h"
#include "level_construct_rules.h"

#include <math.h>

/* STEPS_A_CELL  of each of the two searches
 * STALE_A_CELL  steps without a cheaper level that end the second one
 * KICK_STEPS    to mend what that violates
 * TABU          steps in which a cell that was changed is not changed again, and half of them more
 * NOISE         one step of so many is random
 * CLOCK_EVERY   steps between two looks at the clock
 * All chosen by hand. */
enum {
    STEPS_A_CELL = 200,
    STALE_A_CELL = 8,
    KICK_STEPS = 12,
    TABU = 8,
    NOISE = 64,
    CLOCK_EVERY = 256
};
/* What a cell that differs from the given level counts beside a violated rule. */
static const double CHANGED = 0.35;

struct search {
    struct level_construct *c;
    /* Cells at which rules are violated, and the place of each cell in that list, from 1. */
    uint32_t *bad, *place;
    size_t n_bad;
    uint64_t *free_at; /* of each cell: the step from which on it may be changed */
    uint64_t step, next_look; /* at the clock */
    double cost;
    /* What was changed since the last kick: cells, and what they held. */
    uint32_t *changed;
    uint8_t *held;
    size_t n_changed;
    uint32_t *near; /* of one change */
    double deadline;
};

static bool search_init(struct search *s, struct level_construct *c, double deadline,
                        struct arena *arena)
{
    size_t most = (KICK_STEPS + 1) * CONSTRUCT_GROUP;
    *s = (struct search){
        .c = c,
        .bad = ARENA_NEW(arena, uint32_t, c->n),
        .place = ARENA_NEW(arena, uint32_t, c->n),
        .free_at = ARENA_NEW(arena, uint64_t, c->n),
        .changed = ARENA_NEW(arena, uint32_t, most),
        .held = ARENA_NEW(arena, uint8_t, most),
        .near =
            ARENA_NEW(arena, uint32_t, CONSTRUCT_GROUP * level_construct_most_near(c)),
        .deadline = deadline};
    return s->bad && s->place && s->free_at && s->changed && s->held && s->near;
}

/* Notes whether rules are violated at a cell. */
static void look_at(struct search *s, uint32_t v)
{
    bool is_bad = level_construct_violations(s->c, v) > 0;
    if (is_bad && !s->place[v]) {
        s->bad[s->n_bad++] = v;
        s->place[v] = (uint32_t)s->n_bad;
    } else if (!is_bad && s->place[v]) {
        uint32_t last = s->bad[--s->n_bad];
        s->bad[s->place[v] - 1] = last;
        s->place[last] = s->place[v];
        s->place[v] = 0;
    }
}

static double cost_of(const struct search *s, size_t v)
{
    return s->c->cell[v] == s->c->broken->cell[v] ? 0 : construct_price(s->c, v);
}

/* Sets cells to a tile, and looks at what is near. */
static void set_cells(struct search *s, const uint32_t *group, size_t n, uint8_t tile)
{
    size_t n_near = 0;
    for (size_t i = 0; i < n; i++) {
        s->cost -= cost_of(s, group[i]);
        s->c->cell[group[i]] = tile;
        s->cost += cost_of(s, group[i]);
        n_near = level_construct_near(s->c, group[i], s->near, n_near);
    }
    for (size_t i = 0; i < n_near; i++)
        look_at(s, s->near[i]);
}

/* Whether all cells of a group may hold a tile and the passing cells stay connected. Of a group of
 * several, none may be needed for that by itself. */
static bool may_set(struct search *s, const uint32_t *group, size_t n, uint8_t tile)
{
    bool passes = tile_in(s->c->passing, tile);
    for (size_t i = 0; i < n; i++) {
        uint32_t v = group[i];
        if (!tile_in(s->c->open[v], tile))
            return false;
        if (passes && !construct_passes(s->c, v) && !level_construct_may_open(s->c, v))
            return false;
        if (!passes && construct_passes(s->c, v) && !level_construct_may_close(s->c, v))
            return false;
    }
    return true;
}

/* What a change would violate more than now, with the cells that differ from the given level. */
static double score_of(struct search *s, const uint32_t *group, size_t n, uint8_t tile)
{
    struct level_construct *c = s->c;
    size_t n_near = 0;
    double score = 0;
    for (size_t i = 0; i < n; i++)
        n_near = level_construct_near(c, group[i], s->near, n_near);
    uint8_t old[CONSTRUCT_GROUP];
    for (size_t i = 0; i < n_near; i++)
        score -= level_construct_violations(c, s->near[i]);
    for (size_t i = 0; i < n; i++) {
        old[i] = c->cell[group[i]];
        score -= CHANGED * (old[i] != c->broken->cell[group[i]]);
        c->cell[group[i]] = tile;
        score += CHANGED * (tile != c->broken->cell[group[i]]);
    }
    for (size_t i = 0; i < n_near; i++)
        score += level_construct_violations(c, s->near[i]);
    for (size_t i = 0; i < n; i++)
        c->cell[group[i]] = old[i];
    return score;
}

/* A change of a cell: from passing to not, or the other way. */
struct change {
    uint32_t group[CONSTRUCT_GROUP];
    size_t n;
    uint8_t tile;
    double score;
};

/* Keeps the change of a cell if it is better than the best so far, of equal ones a random one. */
static void consider(struct search *s, uint32_t v, struct change *best, unsigned *equal)
{
    struct change new;
    if (construct_is_settled(s->c, v) || s->free_at[v] > s->step)
        return;
    new.tile = level_construct_tile(s->c, v, !construct_passes(s->c, v));
    if (new.tile == LEVEL_MAX_TILES)
        return;
    new.n = level_construct_group(s->c, v, new.group);
    new.score = rng_below(&s->c->rng, NOISE) ? score_of(s, new.group, new.n, new.tile)
                                             : -INFINITY;
    if (best->n && new.score > best->score)
        return;
    if (!may_set(s, new.group, new.n, new.tile))
        return;
    *equal = best->n && new.score == best->score ? *equal + 1 : 1;
    if (*equal == 1 || !rng_below(&s->c->rng, *equal))
        *best = new;
}

/* Remembers what a change replaces. */
static void remember(struct search *s, const struct change *change)
{
    for (size_t i = 0; i < change->n; i++) {
        s->changed[s->n_changed] = change->group[i];
        s->held[s->n_changed++] = s->c->cell[change->group[i]];
    }
}

/* Makes the best change near a violated rule; false if there is none. */
static bool mend(struct search *s)
{
    struct level_construct *c = s->c;
    struct change best = {0};
    unsigned equal = 0;
    uint32_t u = s->bad[rng_below(&c->rng, s->n_bad)];
    uint32_t n_near;
    const uint32_t *near = construct_near(c, u, &n_near);
    consider(s, u, &best, &equal);
    for (uint32_t k = 0; k < n_near; k++)
        consider(s, near[k], &best, &equal);
    for (size_t i = 0; i < c->game->n_blocks; i++)
        for (size_t r = 0; r < c->game->blocks[i].rows && u / c->cols + r < c->rows;
             r++)
            for (size_t k = 0; k < c->game->blocks[i].cols && u % c->cols + k < c->cols;
                 k++)
                if (r && k)
                    consider(s, (uint32_t)(u + r * c->cols + k), &best, &equal);
    s->step++;
    if (!best.n)
        return false;
    remember(s, &best);
    set_cells(s, best.group, best.n, best.tile);
    for (size_t i = 0; i < best.n; i++)
        s->free_at[best.group[i]] = s->step + TABU + rng_below(&c->rng, TABU / 2);
    return true;
}

static bool is_late(struct search *s)
{
    if (s->step < s->next_look)
        return false;
    s->next_look = s->step + CLOCK_EVERY;
    return clock_thread_s() > s->deadline;
}

/* Sets a cell back to the given level and mends what that violates; undoes all if the level is not
 * cheaper then. */
static void kick(struct search *s, uint32_t v)
{
    struct level_construct *c = s->c;
    struct change back = {.tile = c->broken->cell[v]};
    const double before = s->cost, most = before + construct_price(c, v);
    s->step++;
    back.n = level_construct_group(c, v, back.group);
    if (construct_is_settled(c, v) || !may_set(s, back.group, back.n, back.tile))
        return;
    s->n_changed = 0;
    remember(s, &back);
    set_cells(s, back.group, back.n, back.tile);
    for (size_t i = 0; i < back.n; i++)
        s->free_at[back.group[i]] = s->step + KICK_STEPS + 1;
    for (int i = 0; i < KICK_STEPS && s->n_bad && s->cost <= most; i++)
        mend(s);
    if (!s->n_bad && s->cost <= before)
        return;
    while (s->n_changed > 0) {
        s->n_changed--;
        set_cells(s, &s->changed[s->n_changed], 1, s->held[s->n_changed]);
    }
}

bool level_construct_search(struct level_construct *c, double deadline,
                            struct arena *arena)
{
    struct search s;
    if (!search_init(&s, c, deadline, arena))
        return false;
    for (uint32_t v = 0; v < c->n; v++) {
        look_at(&s, v);
        s.cost += cost_of(&s, v);
    }
    while (s.n_bad && s.step < STEPS_A_CELL * c->n && !is_late(&s)) {
        s.n_changed = 0;
        mend(&s);
    }
    const uint64_t last = s.step + STEPS_A_CELL * c->n;
    uint64_t cheaper = s.step;
    double cost = s.cost;
    while (!s.n_bad && s.step < last && s.step < cheaper + STALE_A_CELL * c->n &&
           !is_late(&s)) {
        uint32_t v = (uint32_t)rng_below(&c->rng, c->n);
        if (s.cost < cost) {
            cost = s.cost;
            cheaper = s.step;
        }
        if (c->cell[v] != c->broken->cell[v])
            kick(&s, v);
        else
            s.step++;
    }
    return !s.n_bad;
}
