/* Level repair against trying every level: random games over the whole language of
 * rules on levels of a few cells.
 *
 * Costs are whole numbers of millionths here, so that sums are exact. */
#include "fuzz_level.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_TILES = 32,
    MOST_CELLS = 30,
    MOST_SLOTS = 14, /* cells that are not sure to stay as they are */
    MOST_RULES = 4,
    MOST_CHECKED = 12, /* levels that the checkers are asked about */
    INFINITE = -1
};
static const int64_t ONE = 1000000; /* of costs; and of a share, times 1000 */
static const int64_t NEVER = INT64_MAX / 2;
static const double LIMIT_S = 60;

typedef uint32_t set; /* bit t: tile t */

enum kind { COUNT, SHARE, BORDER, REACH, APART, PATH, EXITS, BLOCK, ALIKE, KINDS };

/* Any rule; what its kind has no use for is not set. */
struct rule {
    enum kind kind;
    set tiles, from, to, blocking, cost, walls, of;
    int64_t least, most; /* INFINITE: any number; of a share billionths */
    int64_t rows, cols;
    int what; /* sides of a border, what is alike */
};

struct puzzle {
    int n_tiles, rows, cols, cells, wrap, n_rules;
    bool hamming, refused; /* refused: some number is beyond the language */
    set once, all;
    int64_t move[MOST_TILES], delete[MOST_TILES];
    struct rule rule[16];
    unsigned char broken[MOST_CELLS];
    int near[MOST_CELLS][4], n_near[MOST_CELLS];
};

static const char symbols[] = "wabcdefghijklmnopqrstuvxyzABCDEF";
static const char *const wraps[] = {"none", "horizontal", "both"};
static const char *const sides[] = {"all", "rows", "columns"};
static const char *const whats[] = {"columns", "rows", "left_right", "top_bottom"};

/* ---- the enumerator: is a level playable ---- */

static bool in(set s, int tile)
{
    return s >> tile & 1;
}

static int64_t count(const struct puzzle *p, const unsigned char *level, set s)
{
    int64_t n = 0;
    for (int v = 0; v < p->cells; v++)
        n += in(s, level[v]);
    return n;
}

static bool on_border(const struct puzzle *p, const struct rule *r, int v)
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
            if (on_border(p, r, v) && !in(r->tiles, level[v]))
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

static bool playable(const struct puzzle *p, const unsigned char *level)
{
    for (int t = 0; t < p->n_tiles; t++)
        if (in(p->once, t) && count(p, level, (set)1 << t) != 1)
            return false;
    for (int i = 0; i < p->n_rules; i++)
        if (!keeps(p, level, &p->rule[i]))
            return false;
    return true;
}

/* ---- the enumerator: what a level costs ---- */

/* The slots are the cells that the border does not force to be what they are. */
struct search {
    const struct puzzle *p;
    int n_slots, slot[MOST_SLOTS];
    set open[MOST_CELLS];
    int64_t *price[MOST_TILES]; /* of a tile, by the set of slots that hold it */
    unsigned mask[MOST_TILES];
    unsigned char level[MOST_CELLS];
    int64_t best;
    double levels, playable; /* how many there are; gone through without a bound */
};

static int64_t steps(const struct puzzle *p, int u, int v)
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
                int64_t cost =
                    now[m] + p->move[tile] * steps(p, s->slot[i], s->slot[j]);
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

static void enumerate(struct search *s, int i)
{
    if (i == s->n_slots) {
        int64_t cost = cost_of(s);
        if (cost < s->best && playable(s->p, s->level))
            s->best = cost;
        return;
    }
    for (int t = 0; t < s->p->n_tiles; t++)
        if (in(s->open[s->slot[i]], t)) {
            s->level[s->slot[i]] = (unsigned char)t;
            s->mask[t] |= 1u << i;
            enumerate(s, i + 1);
            s->mask[t] &= ~(1u << i);
        }
}

/* Finds the slots; returns how many levels there are, or infinity when they are too
 * many for the tables. */
static double prepare(const struct puzzle *p, struct search *s)
{
    double levels = 1;
    *s = (struct search){.p = p, .best = NEVER};
    for (int v = 0; v < p->cells; v++) {
        s->open[v] = p->all;
        for (int i = 0; i < p->n_rules; i++)
            if (p->rule[i].kind == BORDER && on_border(p, &p->rule[i], v))
                s->open[v] &= p->rule[i].tiles;
        s->level[v] = p->broken[v];
        if (s->open[v] == (set)1 << p->broken[v])
            continue;
        if (s->n_slots == MOST_SLOTS)
            return INFINITY;
        s->slot[s->n_slots++] = v;
        levels *= __builtin_popcount(s->open[v]);
    }
    return levels;
}

/* The least cost of a playable level; NEVER: there is none. */
static int64_t best_of_all(struct search *s)
{
    for (int t = 0; t < s->p->n_tiles; t++)
        price_tile(s, t);
    enumerate(s, 0);
    for (int t = 0; t < s->p->n_tiles; t++)
        free(s->price[t]);
    return s->best;
}

/* The cost of one level, INFINITE where a forced cell is not kept. */
static int64_t cost_of_level(struct search *s, const unsigned char *level)
{
    int64_t cost;
    memset(s->mask, 0, sizeof s->mask);
    for (int v = 0; v < s->p->cells; v++)
        if (!in(s->open[v], level[v]))
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

/* ---- the generator ---- */

static set draw_set(struct fuzz *f, const struct puzzle *p)
{
    switch (fuzz_below(f, 6)) {
    case 0:
        return (set)1 << fuzz_below(f, (uint64_t)p->n_tiles);
    case 1:
        return p->all;
    case 2: {
        set s = p->all & ~((set)1 << fuzz_below(f, (uint64_t)p->n_tiles));
        return s ? s : p->all;
    }
    default:
        for (;;) {
            set s = (set)fuzz_bits(f) & p->all;
            if (s)
                return s;
        }
    }
}

static set draw_of(struct fuzz *f, set from)
{
    set s = (set)fuzz_bits(f) & from;
    if (s || !from)
        return s;
    int skip = (int)fuzz_below(f, (uint64_t)__builtin_popcount(from));
    while (skip--)
        from &= from - 1;
    return from & -from;
}

static int64_t draw_cost(struct fuzz *f)
{
    switch (fuzz_below(f, 12)) {
    case 0:
        return 0;
    case 1:
        return ONE;
    case 2:
        return 10 * ONE;
    case 3:
        return 1000000 * ONE;
    case 4:
        return fuzz_between(f, 1, 1000000000) * 1000;
    case 5:
        return fuzz_between(f, 1, 999);
    case 6:
        return fuzz_between(f, 0, 10 * ONE);
    case 7:
        return fuzz_between(f, 0, 10000) * 1000;
    default:
        return fuzz_between(f, 0, 12) * ONE;
    }
}

/* Multiples of a unit that the flow takes, up to the largest. */
static int64_t draw_flow_cost(struct fuzz *f, int64_t unit)
{
    return unit * (fuzz_chance(f, 0.1)   ? fuzz_between(f, 0, 9999)
                   : fuzz_chance(f, 0.5) ? fuzz_between(f, 0, 3)
                                         : fuzz_between(f, 0, 12));
}

static void draw_range(struct fuzz *f, int64_t top, struct rule *r)
{
    r->least = fuzz_chance(f, 0.4) ? 0 : fuzz_between(f, 0, top);
    r->most = fuzz_chance(f, 0.4) ? INFINITE : r->least + fuzz_between(f, 0, top);
    if (fuzz_chance(f, 0.03))
        r->most = 1000000;
    if (fuzz_chance(f, 0.01))
        r->least = 1000000, r->most = INFINITE;
}

static int64_t draw_share(struct fuzz *f)
{
    static const int64_t usual[] = {0,         1000000000, 500000000, 600000000,
                                    333333333, 333333334,  100000000, 666666667};
    return fuzz_chance(f, 0.5)   ? usual[fuzz_below(f, 8)]
           : fuzz_chance(f, 0.5) ? fuzz_between(f, 0, 1000) * 1000000
                                 : fuzz_between(f, 0, 1000000000);
}

static struct rule draw_rule(struct fuzz *f, const struct puzzle *p, enum kind kind)
{
    struct rule r = {.kind = kind};
    r.tiles = draw_set(f, p);
    r.from = draw_set(f, p);
    r.to = draw_set(f, p);
    r.blocking = draw_set(f, p);
    r.of = draw_set(f, p);
    r.walls = draw_set(f, p);
    r.rows = fuzz_between(f, 1, 3);
    r.cols = fuzz_between(f, 1, 3);
    if (kind == COUNT)
        draw_range(f, p->cells, &r);
    if (kind == PATH) {
        r.cost = draw_set(f, p);
        draw_range(f, 3, &r);
    }
    if (kind == SHARE)
        r.most = draw_share(f);
    if (kind == EXITS)
        r.least = fuzz_between(f, 1, fuzz_chance(f, 0.8) ? 2 : 4);
    r.what = (int)fuzz_below(f, kind == BORDER ? 3 : 4);
    return r;
}

static void add_rule(struct puzzle *p, struct rule r)
{
    p->rule[p->n_rules++] = r;
}

/* Any rules at all. */
static void draw_any(struct fuzz *f, struct puzzle *p)
{
    for (int t = 0; t < p->n_tiles; t++) {
        p->move[t] = draw_cost(f);
        p->delete[t] = fuzz_chance(f, 0.2) ? p->move[t] : draw_cost(f);
        if (fuzz_chance(f, 0.1))
            p->once |= (set)1 << t;
    }
    for (uint64_t i = fuzz_below(f, MOST_RULES + 1); i > 0; i--)
        add_rule(p, draw_rule(f, p, (enum kind)fuzz_below(f, KINDS)));
}

static set single(struct fuzz *f, set from)
{
    set s = from;
    for (int skip = (int)fuzz_below(f, (uint64_t)__builtin_popcount(from)); skip;
         skip--)
        s &= s - 1;
    return s & -s;
}

/* Zelda's kind: what the flow takes, mostly. */
static void draw_flow(struct fuzz *f, struct puzzle *p)
{
    static const int64_t units[] = {1000000, 500000, 250000, 100000, 10000, 1000};
    int64_t unit = units[fuzz_below(f, 6)];
    for (int t = 0; t < p->n_tiles; t++) {
        p->move[t] = draw_flow_cost(f, unit);
        p->delete[t] = draw_flow_cost(f, unit);
        if (fuzz_chance(f, 0.4))
            p->move[t] = ONE, p->delete[t] = 10 * ONE;
        if (t >= 1 && (t >= 2 || p->n_tiles == 2) && fuzz_chance(f, 0.6))
            p->once |= (set)1 << t;
    }
    set often = p->all & ~p->once;
    if (fuzz_chance(f, 0.6))
        add_rule(p, (struct rule){.kind = BORDER,
                                  .tiles = fuzz_chance(f, 0.8) ? 1 : draw_set(f, p),
                                  .what = (int)fuzz_below(f, 3)});
    if (fuzz_chance(f, 0.5) && (often & ~1u))
        add_rule(p, (struct rule){.kind = SHARE,
                                  .tiles = draw_of(f, often & ~1u),
                                  .of = p->all & ~1u,
                                  .most = draw_share(f)});
    if (fuzz_chance(f, 0.1))
        add_rule(p, (struct rule){.kind = COUNT,
                                  .tiles = draw_of(f, often),
                                  .most = fuzz_chance(f, 0.5) ? 0 : p->cells});
    set blocking = 1 | (fuzz_chance(f, 0.4) ? draw_of(f, p->all) : 0);
    for (int i = 0; i < 2 && p->once; i++) {
        set from = single(f, p->once);
        if (fuzz_chance(f, i ? 0.3 : 0.9))
            add_rule(p, (struct rule){.kind = REACH,
                                      .from = from,
                                      .to = draw_of(f, p->once),
                                      .blocking = blocking & ~from});
    }
}

/* Pac-Man's kind: no tile is worth moving. */
static void draw_lean(struct fuzz *f, struct puzzle *p)
{
    static const enum kind kinds[] = {COUNT, SHARE, BORDER, EXITS, BLOCK, ALIKE, ALIKE};
    for (int t = 0; t < p->n_tiles; t++) {
        p->delete[t] = fuzz_chance(f, 0.5) ? ONE : draw_cost(f);
        p->move[t] = p->delete[t];
        if (p->move[t] < 1000000 * ONE && fuzz_chance(f, 0.3))
            p->move[t] += fuzz_between(f, 0, 1000000 * ONE - p->move[t]);
        if (t >= 2 && fuzz_chance(f, 0.5))
            p->once |= (set)1 << t;
    }
    for (uint64_t i = fuzz_below(f, MOST_RULES); i > 0; i--)
        add_rule(p, draw_rule(f, p, kinds[fuzz_below(f, 7)]));
    for (int i = 0; i < 2 && p->once; i++) {
        set from = single(f, p->once), blocking = 1;
        if (fuzz_chance(f, 0.3))
            blocking = draw_set(f, p);
        blocking &= ~from;
        if (blocking && fuzz_chance(f, i ? 0.2 : 0.8))
            add_rule(p, (struct rule){.kind = REACH,
                                      .from = from,
                                      .to = fuzz_chance(f, 0.6) ? p->all & ~blocking
                                                                : draw_set(f, p),
                                      .blocking = blocking});
    }
}

static void draw_level(struct fuzz *f, struct puzzle *p)
{
    struct search s;
    double dull = (double)fuzz_below(f, 4) / 4;
    for (int v = 0; v < p->cells; v++)
        p->broken[v] = fuzz_chance(f, dull)
                           ? 0
                           : (unsigned char)fuzz_below(f, (uint64_t)p->n_tiles);
    prepare(p, &s);
    for (int v = 0; v < p->cells; v++) { /* borders of one tile are mostly right */
        set open = s.open[v];
        if (open && !(open & (open - 1)) && fuzz_chance(f, 0.9))
            p->broken[v] = (unsigned char)__builtin_ctz(open);
    }
}

static void find_neighbours(struct puzzle *p)
{
    for (int v = 0; v < p->cells; v++)
        for (int u = 0; u < p->cells; u++)
            if (u != v && steps(p, u, v) == 1)
                p->near[v][p->n_near[v]++] = u;
}

static void draw_size(struct fuzz *f, struct puzzle *p)
{
    int most = fuzz_chance(f, 0.7) ? 4 : 7;
    do {
        p->rows = (int)fuzz_between(f, 1, most);
        p->cols = (int)fuzz_between(f, 1, most);
        p->n_tiles = (int)fuzz_between(f, 1, 6);
        if (fuzz_chance(f, 0.02))
            p->n_tiles = (int)fuzz_between(f, 7, MOST_TILES);
        p->cells = p->rows * p->cols;
    } while (p->cells > MOST_CELLS);
    p->all = p->n_tiles == 32 ? UINT32_MAX : ((set)1 << p->n_tiles) - 1;
}

static void draw(struct fuzz *f, struct puzzle *p)
{
    struct search s;
    double most = fuzz_chance(f, 0.02) ? 2e6 : fuzz_chance(f, 0.2) ? 1e5 : 6e3;
    do {
        *p = (struct puzzle){.wrap = (int)fuzz_below(f, 3),
                             .hamming = fuzz_chance(f, 0.15)};
        draw_size(f, p);
        find_neighbours(p);
        switch (fuzz_below(f, 3)) {
        case 0:
            draw_any(f, p);
            break;
        case 1:
            draw_flow(f, p);
            break;
        default:
            draw_lean(f, p);
        }
        draw_level(f, p);
    } while (prepare(p, &s) > most);
    if (fuzz_chance(f, 0.003)) {
        p->delete[0] = 1000000000000 * ONE;
        p->refused = true;
    }
}

/* ---- the files ---- */

static const char *symbols_of(struct fuzz *f, const struct puzzle *p, set s)
{
    static char text[6][MOST_TILES + 4];
    static int at;
    char *out = text[at = (at + 1) % 6], *c = out;
    bool others = fuzz_chance(f, 0.3);
    *c++ = '"';
    if (others)
        *c++ = '^';
    for (int t = 0; t < p->n_tiles; t++)
        if (in(s, t) != others)
            *c++ = symbols[t];
    *c++ = '"';
    *c = '\0';
    return out;
}

static void write_number(struct fuzz *f, int64_t value, int64_t one)
{
    int digits = one == ONE ? 6 : 9;
    fuzz_append(f, "game.yaml", "%" PRId64, value / one);
    if (value % one)
        fuzz_append(f, "game.yaml", ".%0*" PRId64, digits, value % one);
}

static void write_range(struct fuzz *f, const struct rule *r)
{
    if (r->least)
        fuzz_append(f, "game.yaml", ", least: %" PRId64, r->least);
    if (r->most != INFINITE)
        fuzz_append(f, "game.yaml", ", most: %" PRId64, r->most);
}

#define PUT(...) fuzz_append(f, "game.yaml", __VA_ARGS__)
#define SET(s) symbols_of(f, p, s)

static void write_rule(struct fuzz *f, const struct puzzle *p, const struct rule *r)
{
    switch (r->kind) {
    case COUNT:
        PUT("  - {tiles: %s", SET(r->tiles));
        write_range(f, r);
        break;
    case SHARE:
        PUT("  - {tiles: %s, of: %s, most: ", SET(r->tiles), SET(r->of));
        write_number(f, r->most, 1000 * ONE);
        break;
    case BORDER:
        PUT("  - {tiles: %s, sides: %s", SET(r->tiles), sides[r->what]);
        break;
    case EXITS:
        PUT("  - {tiles: %s, walls: %s, least: %" PRId64, SET(r->tiles), SET(r->walls),
            r->least);
        break;
    case BLOCK:
        PUT("  - {tiles: %s, rows: %" PRId64 ", cols: %" PRId64, SET(r->tiles), r->rows,
            r->cols);
        break;
    case ALIKE:
        PUT("  - {what: %s, tiles: %s", whats[r->what], SET(r->tiles));
        break;
    default:
        PUT("  - {from: %s, to: %s, blocking: %s", SET(r->from), SET(r->to),
            SET(r->blocking));
        if (r->kind == PATH) {
            PUT(", cost: %s", SET(r->cost));
            write_range(f, r);
        }
    }
    PUT("}\n");
}

static void write_game(struct fuzz *f, const struct puzzle *p, const char *expected)
{
    static const char *const keys[] = {"counts", "shares", "border", "reach", "apart",
                                       "paths",  "exits",  "blocks", "alike"};
    fuzz_write(f, "game.yaml", "# expect: %s%s\ntiles:\n", expected,
               p->hamming ? " hamming" : "");
    for (int t = 0; t < p->n_tiles; t++) {
        PUT("  - {tile: \"%c\", name: tile %d, move: ", symbols[t], t);
        write_number(f, p->move[t], ONE);
        PUT(", delete: ");
        write_number(f, p->delete[t], ONE);
        PUT("}\n");
    }
    PUT("wrap: %s\n", wraps[p->wrap]);
    if (p->once)
        PUT("once: %s\n", SET(p->once));
    for (enum kind kind = 0; kind < KINDS; kind++)
        for (int i = 0, any = 0; i < p->n_rules; i++)
            if (p->rule[i].kind == kind) {
                if (!any++)
                    PUT("%s:\n", keys[kind]);
                write_rule(f, p, &p->rule[i]);
            }
}

static void write_level(struct fuzz *f, const struct puzzle *p)
{
    char text[FUZZ_LEVEL_TEXT], *c = text;
    for (int v = 0; v < p->cells; v++) {
        *c++ = symbols[p->broken[v]];
        if ((v + 1) % p->cols == 0)
            *c++ = '\n';
    }
    *c = '\0';
    fuzz_write(f, "level.txt", "%s", text);
}

/* ---- what is tried ---- */

static bool is_near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 + 1e-12 * fabs(b);
}

static bool read_level(const struct puzzle *p, const char *text, unsigned char *level)
{
    for (int v = 0; v < p->cells; v++) {
        const char *at = strchr(symbols, text[v + v / p->cols]);
        if (!at || !*at)
            return false;
        level[v] = (unsigned char)(at - symbols);
    }
    return true;
}

static void judge_level(struct fuzz *f, const struct puzzle *p,
                        const struct fuzz_repair *said)
{
    unsigned char level[MOST_CELLS];
    struct search s;
    prepare(p, &s);
    if (!read_level(p, said->level, level) || !playable(p, level))
        fuzz_wrong(f, "the level is not playable");
    else if (!is_near((double)cost_of_level(&s, level) / (double)ONE, said->cost))
        fuzz_wrong(f, "the level costs %.10g, not %.10g",
                   (double)cost_of_level(&s, level) / (double)ONE, said->cost);
}

static void judge(struct fuzz *f, const struct puzzle *p, double best, double limit_s,
                  const struct fuzz_repair *said)
{
    if (said->unsuited)
        return;
    if (said->refused || said->failed) {
        if (!p->refused)
            fuzz_wrong(f, "%s", said->error);
        return;
    }
    if (p->refused) {
        fuzz_wrong(f, "a cost of 10^12 is taken");
        return;
    }
    if (said->found)
        judge_level(f, p, said);
    if (said->infeasible && isfinite(best))
        fuzz_wrong(f, "infeasible, where a level costs %.10g (%s)", best, said->reason);
    if (said->infeasible && (said->found || said->optimal || !said->reason[0]))
        fuzz_wrong(f, "infeasible, with a level or without a reason");
    if (said->optimal && !(said->found && is_near(said->cost, best)))
        fuzz_wrong(f, "optimal at %.10g, where the best is %.10g", said->cost, best);
    if (said->optimal && said->bound != said->cost)
        fuzz_wrong(f, "optimal at %.10g with bound %.10g", said->cost, said->bound);
    if (said->bound > best && !is_near(said->bound, best))
        fuzz_wrong(f, "bound %.10g, where a level costs %.10g", said->bound, best);
    if (limit_s == LIMIT_S && !said->optimal && !said->infeasible)
        fuzz_open(f, "cost %.10g, bound %.10g; the best is %.10g", said->cost,
                  said->bound, best);
}

static void try(struct fuzz *f, const struct puzzle *p, const char *method, double best)
{
    struct fuzz_repair said;
    double limit_s = fuzz_chance(f, 0.02) ? 0 : fuzz_chance(f, 0.02) ? 0.002 : LIMIT_S;
    fuzz_repair(f, method, p->hamming, limit_s, &said);
    judge(f, p, best, limit_s, &said);
}

/* skerry's checkers on random levels, the broken one first. */
static void try_checkers(struct fuzz *f, const struct puzzle *p)
{
    unsigned char level[MOST_CELLS];
    fuzz_say(f, "checkers");
    memcpy(level, p->broken, sizeof level);
    for (int i = 0; i < MOST_CHECKED && !p->refused; i++) {
        if (fuzz_level_playable(level, (size_t)p->rows, (size_t)p->cols) !=
            playable(p, level))
            fuzz_wrong(f, "level %d is judged otherwise", i);
        for (int v = 0; v < p->cells; v++)
            if (i % 2 || fuzz_chance(f, 0.2))
                level[v] = (unsigned char)fuzz_below(f, (uint64_t)p->n_tiles);
    }
}

static void run(struct fuzz *f)
{
    struct puzzle p;
    struct search s;
    char expected[64];
    draw(f, &p);
    prepare(&p, &s);
    int64_t cost = best_of_all(&s);
    double best = cost == NEVER ? INFINITY : (double)cost / (double)ONE;
    if (p.refused)
        snprintf(expected, sizeof expected, "refused");
    else if (cost == NEVER)
        snprintf(expected, sizeof expected, "infeasible");
    else
        snprintf(expected, sizeof expected, "optimal %" PRId64 ".%06" PRId64,
                 cost / ONE, cost % ONE);
    write_game(f, &p, expected);
    write_level(f, &p);
    try(f, &p, "fast", best);
    try_checkers(f, &p);
    try(f, &p, "flow", best);
    try(f, &p, "price", best);
    if (fuzz_chance(f, 0.15))
        try(f, &p, "mip", best);
}

const struct fuzz_problem fuzz_level = {"level", run};
