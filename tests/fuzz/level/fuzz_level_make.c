/* Random levels of a few cells, with games over the whole language of rules. */
#include "fuzz_level.h"

enum { MOST_RULES = 4 };
static const double MOST_OPEN =
    2e5; /* levels that are tried of draw_open and some of draw_walled */

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
    if (!r->least && r->most == INFINITE) /* no bound is refused */
        r->least = 1;
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

/* Zelda's or Pac-Man's kind again, with one source that must reach several tiles that occur
 * once, or all passable cells: on levels with room for regions and ways between them. */
static void draw_walled(struct fuzz *f, struct puzzle *p)
{
    const bool moves = fuzz_chance(f, 0.5);
    const int once = (int)fuzz_between(f, 1, moves ? 5 : 3),
              others = p->n_tiles - 2 - once;
    const set source = 4;
    for (int t = 0; t < p->n_tiles; t++) {
        p->delete[t] = fuzz_between(f, 1, t < 2 ? 3 : 10) * ONE;
        p->move[t] = moves ? ONE : p->delete[t];
    }
    for (int t = 2; t < 2 + once && t < p->n_tiles; t++)
        p->once |= (set)1 << t;
    const set blocking = 1 | (p->once & (set)fuzz_bits(f) & ~source);
    if (p->once)
        add_rule(p, (struct rule){.kind = REACH,
                                  .from = source,
                                  .to = fuzz_chance(f, 0.5) && p->once != source
                                            ? p->once & ~source
                                            : p->all & ~blocking,
                                  .blocking = blocking});
    if (others > 0 && fuzz_chance(f, 0.5))
        add_rule(p, (struct rule){.kind = SHARE,
                                  .tiles = p->all & ~p->once & ~3u,
                                  .of = p->all & ~1u,
                                  .most = draw_share(f)});
    if (fuzz_chance(f, 0.2))
        add_rule(p, draw_rule(f, p, fuzz_chance(f, 0.5) ? EXITS : BLOCK));
    if (fuzz_chance(f, 0.3) && (p->once & ~source)) {
        struct rule ends = draw_rule(f, p, fuzz_chance(f, 0.5) ? APART : PATH);
        ends.from = source;
        ends.to = single(f, p->once & ~source);
        ends.blocking = 1;
        ends.cost = p->all & ~1u;
        add_rule(p, ends);
    }
}

/* On levels with many slots, a rule that says little before it is broken. Pac-Man's kind, of tiles that are cheaper to
 * move than to delete: all that is no wall is reached from one source; the repair then goes by windows. Or Zelda's: a
 * few tiles that occur once, some of which block, are. */
static void draw_open(struct fuzz *f, struct puzzle *p)
{
    const bool few = fuzz_chance(f, 0.6);
    const set source = 4;
    p->n_tiles = (int)fuzz_between(f, 3, 4) + few;
    p->all = ((set)1 << p->n_tiles) - 1;
    p->once = few ? p->all & ~3u : source;
    for (int t = 0; t < p->n_tiles; t++) {
        p->move[t] = fuzz_between(f, 1, 2) * ONE;
        p->delete[t] = fuzz_between(f, 3, 12) * ONE;
    }
    const set blocking = few ? 1 | (p->once & (set)fuzz_bits(f) & ~source) : 1;
    add_rule(p, (struct rule){.kind = REACH,
                              .from = source,
                              .to = few ? p->once & ~source : p->all & ~1u,
                              .blocking = blocking});
    if (!few && fuzz_chance(f, 0.4))
        add_rule(p, (struct rule){.kind = COUNT,
                                  .tiles = (set)fuzz_between(f, 1, 2),
                                  .least = fuzz_between(f, 1, p->cells / 2),
                                  .most = INFINITE});
    if (fuzz_chance(f, few ? 0.05 : 0.2))
        add_rule(p, draw_rule(f, p, fuzz_chance(f, 0.5) ? EXITS : BLOCK));
}

/* Keeps cells until few enough levels are left to be tried. */
static void keep_most(struct fuzz *f, struct puzzle *p, double most)
{
    struct search s;
    p->masked = true;
    p->solutions = p->apart = 1;
    while (fuzz_level_prepare(p, &s) > most) {
        uint64_t v = fuzz_below(f, (uint64_t)p->cells);
        p->keep[v] = true;
        p->allowed[v] = (set)1 << p->broken[v];
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
    for (int v = 0; v < p->cells; v++)
        p->allowed[v] = p->all;
    fuzz_level_prepare(p, &s);
    for (int v = 0; v < p->cells; v++) { /* borders of one tile are mostly right */
        set open = s.open[v];
        if (open && !(open & (open - 1)) && fuzz_chance(f, 0.9))
            p->broken[v] = (unsigned char)__builtin_ctz(open);
    }
}

/* Puts many limited tiles on the level, some of which are kept: where a share is binding,
 * those count in any case. */
static void crowd(struct fuzz *f, struct puzzle *p)
{
    struct search s;
    fuzz_level_prepare(p, &s);
    for (int i = 0; i < p->n_rules; i++)
        for (int v = 0; v < p->cells && p->rule[i].kind == SHARE; v++)
            if ((s.open[v] & p->rule[i].tiles) && (s.open[v] & (s.open[v] - 1)) &&
                fuzz_chance(f, 0.5))
                p->broken[v] = (unsigned char)__builtin_ctz(
                    draw_of(f, s.open[v] & p->rule[i].tiles));
}

/* A third of the cases demand more than the rules. */
static void draw_demands(struct fuzz *f, struct puzzle *p)
{
    double share = (double)fuzz_between(f, 1, 9) / 10;
    p->solutions = p->apart = 1;
    if (!fuzz_chance(f, 1.0 / 3))
        return;
    p->masked = fuzz_chance(f, 0.6);
    p->sets = !p->masked && fuzz_chance(f, 0.5);
    if (!p->sets && (!p->masked || fuzz_chance(f, 0.3))) {
        p->solutions = (int)fuzz_between(f, 2, MOST_SOLUTIONS);
        p->apart = fuzz_chance(f, 0.5) ? 1 : (int)fuzz_between(f, 1, 4);
    }
    if ((p->masked || p->sets) && fuzz_chance(f, 0.5))
        crowd(f, p);
    for (int v = 0; v < p->cells; v++) {
        p->keep[v] = p->masked && fuzz_chance(f, share);
        if (p->keep[v])
            p->allowed[v] = (set)1 << p->broken[v];
        else if (p->sets && fuzz_chance(f, share))
            p->allowed[v] = draw_set(f, p);
    }
}

static void find_neighbours(struct puzzle *p)
{
    for (int v = 0; v < p->cells; v++)
        for (int u = 0; u < p->cells; u++)
            if (u != v && fuzz_level_steps(p, u, v) == 1)
                p->near[v][p->n_near[v]++] = u;
}

static void draw_size(struct fuzz *f, struct puzzle *p, bool large)
{
    int least = large ? 3 : 1, most = !large && fuzz_chance(f, 0.7) ? 4 : 7;
    do {
        p->rows = (int)fuzz_between(f, least, most);
        p->cols = (int)fuzz_between(f, least, most);
        p->n_tiles = (int)fuzz_between(f, 1, 6);
        if (fuzz_chance(f, 0.02))
            p->n_tiles = (int)fuzz_between(f, 7, MOST_TILES);
        p->cells = p->rows * p->cols;
    } while (p->cells > MOST_CELLS);
    p->all = p->n_tiles == 32 ? UINT32_MAX : ((set)1 << p->n_tiles) - 1;
}

void fuzz_level_make(struct fuzz *f, struct puzzle *p)
{
    struct search s;
    double levels, limit,
        most = fuzz_chance(f, 0.02)  ? 2e6
               : fuzz_chance(f, 0.2) ? 1e5
                                     : 6e3;
    static void (*const draw[])(struct fuzz *, struct puzzle *) = {
        draw_any, draw_flow, draw_lean, draw_walled, draw_open};
    do {
        const size_t kind = fuzz_below(f, 5);
        const bool open = draw[kind] == draw_open;
        const bool walled = open || draw[kind] == draw_walled;
        const bool wide = open || (walled && fuzz_chance(f, 0.5));
        limit = wide ? MOST_OPEN : most;
        *p = (struct puzzle){.wrap = (int)fuzz_below(f, 3),
                             .hamming = fuzz_chance(f, 0.15)};
        draw_size(f, p, walled);
        find_neighbours(p);
        draw[kind](f, p);
        draw_level(f, p);
        if (walled)
            keep_most(f, p, wide ? limit : 5 * limit);
        else
            draw_demands(f, p);
        levels = fuzz_level_prepare(p, &s);
        /* Further solutions try all levels again. */
    } while (levels > limit || (p->solutions > 1 && levels > 1e5));
    if (fuzz_chance(f, 0.003)) {
        p->delete[0] = 1000000000000 * ONE;
        p->refused = true;
    }
}
