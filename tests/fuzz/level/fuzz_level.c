/* Level repair against trying every level. */
#include "fuzz_level.h"
#include "fuzz_repair.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CHECKED = 12 }; /* levels that the checkers are asked about */
static const double LIMIT_S = 60;

static bool is_near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 + 1e-12 * fabs(b);
}

static bool read_level(const struct puzzle *p, const char *text, unsigned char *level)
{
    for (int v = 0; v < p->cells; v++) {
        const char *at = strchr(fuzz_level_symbols, text[v + v / p->cols]);
        if (!at || !*at)
            return false;
        level[v] = (unsigned char)(at - fuzz_level_symbols);
    }
    return true;
}

static void judge_level(struct fuzz *f, const struct puzzle *p,
                        const struct fuzz_repair *said)
{
    unsigned char level[MOST_CELLS];
    struct search s;
    fuzz_level_prepare(p, &s);
    if (!read_level(p, said->level, level) || !fuzz_level_holds(p, level))
        fuzz_wrong(f, "the level is not playable");
    else if (!is_near((double)fuzz_level_cost(&s, level) / (double)ONE, said->cost))
        fuzz_wrong(f, "the level costs %.10g, not %.10g",
                   (double)fuzz_level_cost(&s, level) / (double)ONE, said->cost);
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
            fuzz_level_holds(p, level))
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
    fuzz_level_make(f, &p);
    fuzz_level_prepare(&p, &s);
    int64_t cost = fuzz_level_best(&s);
    double best = cost == NEVER ? INFINITY : (double)cost / (double)ONE;
    if (p.refused)
        snprintf(expected, sizeof expected, "refused");
    else if (cost == NEVER)
        snprintf(expected, sizeof expected, "infeasible");
    else
        snprintf(expected, sizeof expected, "optimal %" PRId64 ".%06" PRId64,
                 cost / ONE, cost % ONE);
    fuzz_level_write(f, &p, expected);
    try(f, &p, "fast", best);
    try_checkers(f, &p);
    try(f, &p, "flow", best);
    try(f, &p, "price", best);
    if (fuzz_chance(f, 0.15))
        try(f, &p, "mip", best);
}

const struct fuzz_problem fuzz_level = {"level", run};
