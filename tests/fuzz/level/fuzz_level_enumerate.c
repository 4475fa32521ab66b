/* What a level costs, and the least cost of all playable ones: every level is tried. */
#include "fuzz_level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t fuzz_level_steps(const struct puzzle *p, int u, int v)
{
    int down = abs(u / p->cols - v / p->cols), right = abs(u % p->cols - v % p->cols);
    if (p->wrap == 2 && p->rows - down < down)
        down = p->rows - down;
    if (p->wrap > 0 && p->cols - right < right)
        right = p->cols - right;
    return down + right;
}

/* For each set of slots that hold a tile in the end: every cell that held it before is
 * moved to one of them of its own, or deleted, at the least cost. */
static void price_tile(struct search *s, int tile)
{
    const struct puzzle *p = s->p;
    size_t sets = (size_t)1 << s->n_slots;
    int64_t *now = s->price[tile] = malloc(sets * sizeof *now);
    int64_t *next = malloc(sets * sizeof *next);
    for (size_t m = 0; m < sets; m++)
        now[m] = m ? NEVER : 0;
    for (int i = 0; i < s->n_slots; i++) {
        if (p->broken[s->slot[i]] != tile)
            continue;
        for (size_t m = 0; m < sets; m++)
            next[m] = now[m] + p->delete[tile];
        for (size_t m = 0; m < sets; m++)
            for (int j = 0; j < s->n_slots && now[m] < NEVER; j++) {
                int64_t cost = now[m] + p->move[tile] *
                                            fuzz_level_steps(p, s->slot[i], s->slot[j]);
                if (!(m >> j & 1) && cost < next[m | (size_t)1 << j])
                    next[m | (size_t)1 << j] = cost;
            }
        for (size_t m = 0; m < sets; m++)
            now[m] = next[m] < NEVER ? next[m] : NEVER;
    }
    free(next);
    for (int j = 0; j < s->n_slots; j++) /* not all that hold it need be used */
        for (size_t m = 0; m < sets; m++)
            if ((m >> j & 1) && now[m ^ (size_t)1 << j] < now[m])
                now[m] = now[m ^ (size_t)1 << j];
}

static int64_t cost_of(const struct search *s)
{
    int64_t cost = 0;
    for (int i = 0; s->p->hamming && i < s->n_slots; i++)
        cost += ONE * (s->level[s->slot[i]] != s->p->broken[s->slot[i]]);
    for (int t = 0; !s->p->hamming && t < s->p->n_tiles; t++)
        cost += s->price[t][s->mask[t]];
    return cost;
}

static bool is_apart(const struct search *s, const unsigned char *level)
{
    bool apart = true;
    for (int i = 0; i < s->n_others; i++) {
        int differ = 0;
        for (int v = 0; v < s->p->cells; v++)
            differ += level[v] != s->other[i][v];
        apart = apart && differ >= s->p->apart;
    }
    return apart;
}

static void enumerate(struct search *s, int i)
{
    if (i == s->n_slots) {
        int64_t cost = cost_of(s);
        if (cost < s->best && is_apart(s, s->level) && fuzz_level_holds(s->p, s->level))
            s->best = cost;
        return;
    }
    for (int t = 0; t < s->p->n_tiles; t++)
        if (in(s->open[s->slot[i]], t) && !(in(s->p->once, t) && s->mask[t])) {
            s->level[s->slot[i]] = (unsigned char)t;
            s->mask[t] |= 1u << i;
            enumerate(s, i + 1);
            s->mask[t] &= ~(1u << i);
        }
}

/* Tiles that occur once are tried on no second slot. */
double fuzz_level_prepare(const struct puzzle *p, struct search *s)
{
    double levels = 1, others = 1;
    *s = (struct search){.p = p, .best = NEVER};
    for (int v = 0; v < p->cells; v++) {
        s->open[v] = p->allowed[v];
        for (int i = 0; i < p->n_rules; i++)
            if (p->rule[i].kind == BORDER && fuzz_level_on_border(p, &p->rule[i], v))
                s->open[v] &= p->rule[i].tiles;
        s->level[v] = p->broken[v];
        if (s->open[v] == (set)1 << p->broken[v])
            continue;
        if (s->n_slots == MOST_SLOTS)
            return INFINITY;
        s->slot[s->n_slots++] = v;
        set often = s->open[v] & ~p->once;
        levels *= __builtin_popcount(s->open[v]);
        others *= often ? __builtin_popcount(often) : 1;
    }
    for (set rest = p->once; rest; rest &= rest - 1)
        others *= s->n_slots + 1;
    return fmin(levels, others);
}

int64_t fuzz_level_best(struct search *s)
{
    s->best = NEVER;
    memset(s->mask, 0, sizeof s->mask);
    for (int t = 0; t < s->p->n_tiles; t++)
        price_tile(s, t);
    enumerate(s, 0);
    for (int t = 0; t < s->p->n_tiles; t++)
        free(s->price[t]);
    return s->best;
}

int64_t fuzz_level_cost(struct search *s, const unsigned char *level)
{
    int64_t cost;
    memset(s->mask, 0, sizeof s->mask);
    for (int v = 0; v < s->p->cells; v++)
        if (!in(s->open[v], level[v]))
            return INFINITE;
    if (!is_apart(s, level))
        return INFINITE;
    for (int i = 0; i < s->n_slots; i++) {
        s->level[s->slot[i]] = level[s->slot[i]];
        s->mask[level[s->slot[i]]] |= 1u << i;
    }
    for (int t = 0; t < s->p->n_tiles; t++)
        price_tile(s, t);
    cost = cost_of(s);
    for (int t = 0; t < s->p->n_tiles; t++)
        free(s->price[t]);
    return cost;
}
