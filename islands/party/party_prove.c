#include "party_exact.h"

#include "party_solver.h"

#include <math.h>

static double walk_on(const struct party *party, double best, uint64_t work,
                      struct arena *perm)
{
    struct solver solver;
    struct walk walk;
    struct error err = {0};
    if (solver_init(&solver, party, perm, &err))
        return -INFINITY;
    struct arena scratch = arena_scratch(perm, walk_scratch_bytes(&solver.reduced));
    if (!scratch.at)
        return -INFINITY;
    solver_walk(&solver, &walk);
    walk.best = best;
    while (!walk.state.finished && !walk.interrupted && walk.state.work < work)
        walk_run(&walk, work - walk.state.work, scratch);
    return walk.state.bound;
}

double party_prove(const void *self, double best, double seconds)
{
    double work = seconds * WALK_A_SECOND;
    struct arena own;
    if (!(work >= 1) || !isfinite(best))
        return -INFINITY;
    arena_init(&own);
    double bound = walk_on(self, best, (uint64_t)fmin(work, 1e15), &own);
    arena_free(&own);
    return fmin(bound, best);
}
