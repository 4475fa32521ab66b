/* Level repair against trying every level, also with cells that are kept, sets of tiles
 * and several solutions. */
#include "fuzz_level.h"
#include "fuzz_level_evolve.h"
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

static void judge_level(struct fuzz *f, struct search *s,
                        const struct fuzz_repair *said)
{
    unsigned char level[MOST_CELLS];
    if (!read_level(s->p, said->level, level) || !fuzz_level_holds(s->p, level))
        fuzz_wrong(f, "the level is not playable");
    else if (!is_near((double)fuzz_level_cost(s, level) / (double)ONE, said->cost))
        fuzz_wrong(f, "the level costs %.10g, not %.10g",
                   (double)fuzz_level_cost(s, level) / (double)ONE, said->cost);
}

/* Whether what is told begins with what was demanded. */
static bool blames_kept_cells(const struct puzzle *p, const struct fuzz_repair *said)
{
    static const char words[] = "with the cells that are kept, ";
    return strncmp(said->reason, words, sizeof words - 1) == 0 || !p->masked;
}

/* Whether what is left open is what a solver that takes 10^-6 for 0 cannot know. */
static bool is_within_tolerance(const struct puzzle *p, const struct fuzz_repair *said)
{
    double largest = 1;
    for (int t = 0; t < p->n_tiles; t++)
        largest =
            fmax(largest, fmax((double)p->move[t], (double)p->delete[t]) / (double)ONE);
    return said->found && said->cost - said->bound <= 1.01e-6 * largest;
}

static void judge(struct fuzz *f, struct search *s, double best, double limit_s,
                  const struct fuzz_repair *said)
{
    const struct puzzle *p = s->p;
    bool first = s->n_others == 0;
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
        judge_level(f, s, said);
    if (said->infeasible && isfinite(best))
        fuzz_wrong(f, "infeasible, where a level costs %.10g (%s)", best, said->reason);
    if (said->infeasible && (said->found || said->optimal || !said->reason[0] == first))
        fuzz_wrong(f, "infeasible, with a level or without a reason");
    if (said->optimal && !(said->found && is_near(said->cost, best)))
        fuzz_wrong(f, "optimal at %.10g, where the best is %.10g", said->cost, best);
    if (said->optimal && said->bound != said->cost)
        fuzz_wrong(f, "optimal at %.10g with bound %.10g", said->cost, said->bound);
    if (said->bound > best && !is_near(said->bound, best))
        fuzz_wrong(f, "bound %.10g, where a level costs %.10g", said->bound, best);
    if (limit_s == LIMIT_S && !said->optimal && !said->infeasible &&
        !is_within_tolerance(p, said))
        fuzz_open(f, "cost %.10g, bound %.10g; the best is %.10g", said->cost,
                  said->bound, best);
}

/* The solutions after the first: each the cheapest that is apart from those before. */
static void judge_further(struct fuzz *f, struct search *s, double limit_s,
                          const struct fuzz_repair *said)
{
    for (int i = 1; i < s->p->solutions && said[i - 1].found && said[i - 1].optimal &&
                    !f->wrong[0];
         i++) {
        read_level(s->p, said[i - 1].level, s->other[s->n_others++]);
        int64_t best = fuzz_level_best(s);
        judge(f, s, best == NEVER ? INFINITY : (double)best / (double)ONE, limit_s,
              &said[i]);
    }
}

static void try(struct fuzz *f, const struct puzzle *p, const char *method, double best)
{
    static struct fuzz_repair said[MOST_SOLUTIONS];
    struct search s;
    double limit_s = fuzz_chance(f, 0.02) ? 0 : fuzz_chance(f, 0.02) ? 0.002 : LIMIT_S;
    bool all = !strcmp(method, "fast") || !strcmp(method, "mip");
    const struct fuzz_demands demands = {.keep = p->masked ? p->keep : NULL,
                                         .sets = p->sets ? p->allowed : NULL,
                                         .solutions = all ? p->solutions : 1,
                                         .apart = p->apart};
    fuzz_level_prepare(p, &s);
    fuzz_repair(f, method, p->hamming, limit_s, &demands, said);
    judge(f, &s, best, limit_s, said);
    if (all && said->infeasible && !blames_kept_cells(p, said))
        fuzz_wrong(f, "infeasible for another reason: %s", said->reason);
    if (all && !p->refused)
        judge_further(f, &s, limit_s, said);
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
    try(f, &p, "flow tuned", best);
    try(f, &p, "lean", best);
    try(f, &p, "lean tuned", best);
    if (fuzz_chance(f, 0.15))
        try(f, &p, "mip", best);
    if (!p.refused && !p.masked && !p.sets &&
        fuzz_chance(f, cost == NEVER ? 0.05 : 0.3))
        fuzz_level_evolve(f, &p, cost != NEVER);
}

const struct fuzz_problem fuzz_level = {"level", run};
