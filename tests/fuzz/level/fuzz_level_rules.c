/* Whether a level is playable, rule by rule and cell by cell. */
#include "fuzz_level.h"

#include <stdlib.h>

static int64_t count(const struct puzzle *p, const unsigned char *level, set s)
{
    int64_t n = 0;
    for (int v = 0; v < p->cells; v++)
        n += in(s, level[v]);
    return n;
}

bool fuzz_level_on_border(const struct puzzle *p, const struct rule *r, int v)
{
    bool row = v / p->cols == 0 || v / p->cols == p->rows - 1;
    bool col = v % p->cols == 0 || v % p->cols == p->cols - 1;
    return (row && r->what != 2) || (col && r->what != 1);
}

/* The fewest cells of `cost` that a way to each cell enters; NEVER: there is no way. */
static void walk(const struct puzzle *p, const unsigned char *level,
                 const struct rule *r, int64_t *fewest)
{
    for (int v = 0; v < p->cells; v++)
        fewest[v] = in(r->from, level[v]) ? 0 : NEVER;
    for (bool more = true; more;) {
        more = false;
        for (int v = 0; v < p->cells; v++)
            for (int k = 0;
                 fewest[v] < NEVER && !in(r->blocking, level[v]) && k < p->n_near[v];
                 k++) {
                int u = p->near[v][k];
                int64_t next = fewest[v] + in(r->cost, level[u]);
                if (next < fewest[u]) {
                    fewest[u] = next;
                    more = true;
                }
            }
    }
}

static bool keeps_way(const struct puzzle *p, const unsigned char *level,
                      const struct rule *r)
{
    int64_t fewest[MOST_CELLS], best = NEVER;
    walk(p, level, r, fewest);
    for (int v = 0; v < p->cells; v++) {
        if (!in(r->to, level[v]))
            continue;
        if (r->kind != PATH && (fewest[v] < NEVER) != (r->kind == REACH))
            return false;
        best = fewest[v] < best ? fewest[v] : best;
    }
    return r->kind != PATH ||
           (best >= r->least && (r->most == INFINITE || best <= r->most));
}

static bool keeps_exits(const struct puzzle *p, const unsigned char *level,
                        const struct rule *r)
{
    for (int v = 0; v < p->cells; v++) {
        int64_t exits = 0;
        for (int k = 0; k < p->n_near[v]; k++)
            exits += !in(r->walls, level[p->near[v][k]]);
        if (in(r->tiles, level[v]) && exits < r->least)
            return false;
    }
    return true;
}

static bool keeps_block(const struct puzzle *p, const unsigned char *level,
                        const struct rule *r)
{
    for (int row = 0; row + r->rows <= p->rows; row++)
        for (int col = 0; col + r->cols <= p->cols; col++) {
            bool full = true;
            for (int i = row; i < row + r->rows; i++)
                for (int j = col; j < col + r->cols; j++)
                    full = full && in(r->tiles, level[i * p->cols + j]);
            if (full)
                return false;
        }
    return true;
}

static bool keeps_alike(const struct puzzle *p, const unsigned char *level,
                        const struct rule *r)
{
    for (int v = 0; v < p->cells; v++) {
        int row = v / p->cols, col = v % p->cols;
        if ((r->what == 0 && col > 0) || (r->what == 1 && row > 0))
            continue;
        int u = r->what == 0 || r->what == 2 ? row * p->cols + p->cols - 1 - col
                                             : (p->rows - 1 - row) * p->cols + col;
        if (level[u] != level[v] && (in(r->tiles, level[u]) || in(r->tiles, level[v])))
            return false;
    }
    return true;
}

static bool keeps(const struct puzzle *p, const unsigned char *level,
                  const struct rule *r)
{
    int64_t n;
    switch (r->kind) {
    case COUNT:
        n = count(p, level, r->tiles);
        return n >= r->least && (r->most == INFINITE || n <= r->most);
    case SHARE:
        return count(p, level, r->tiles) * 1000 * ONE <=
               r->most * count(p, level, r->of);
    case BORDER:
        for (int v = 0; v < p->cells; v++)
            if (fuzz_level_on_border(p, r, v) && !in(r->tiles, level[v]))
                return false;
        return true;
    case REACH:
    case APART:
    case PATH:
        return keeps_way(p, level, r);
    case EXITS:
        return keeps_exits(p, level, r);
    case BLOCK:
        return keeps_block(p, level, r);
    case ALIKE:
        return keeps_alike(p, level, r);
    default:
        abort();
    }
}

bool fuzz_level_holds(const struct puzzle *p, const unsigned char *level)
{
    for (int t = 0; t < p->n_tiles; t++)
        if (in(p->once, t) && count(p, level, (set)1 << t) != 1)
            return false;
    for (int i = 0; i < p->n_rules; i++)
        if (!keeps(p, level, &p->rule[i]))
            return false;
    return true;
}
