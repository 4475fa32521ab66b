#include "party_shared_solvers.h"

#include "party_count_bound.h"
#include "party_exact.h"
#include "party_infeasible_ask.h"
#include "party_rating_relaxation.h"

#include <math.h>

/* Nodes of the search for any party, some 0.1 s; by hand: three infeasible pools took 38,000 to 89,000. */
enum { REFUTING_WORK = 200000 };

/* The same of those by sums, of all parts together: about a second. By hand. */
enum { REFUTING_BY_SUMS_WORK = 2000000 };

static struct party_shared_solvers *new_solvers(struct arena *perm, struct error *err)
{
    struct party_shared_solvers *shared =
        ARENA_NEW(perm, struct party_shared_solvers, 1);
    if (shared)
        shared->perm = perm;
    else
        error_set(err, STATUS_MEMORY, "no memory for the exact search");
    return shared;
}

enum status party_shared_solvers_init(struct party *party, struct arena *perm,
                                      struct error *err)
{
    party->exact = new_solvers(perm, err);
    return party->exact ? STATUS_OK : err->status;
}

/* Lists the parts of all cases. */
static enum status list_parts(struct party_shared_solvers *shared,
                              const struct party *party, struct error *err)
{
    size_t cases = party_n_cases(party);
    shared->n = 0;
    shared->part =
        ARENA_NEW(shared->perm, const struct party *, cases *PARTY_RATING_PARTS);
    if (!shared->part)
        return error_set(err, STATUS_MEMORY, "no memory for the exact search");
    for (size_t i = 0; i < cases; i++) {
        size_t n;
        if (party_rating_divide(party_case(party, i), shared->perm,
                                shared->part + shared->n, &n, err))
            return err->status;
        shared->n += n;
    }
    return STATUS_OK;
}

static enum status make(struct party_shared_solvers *shared, const struct party *party,
                        struct error *err)
{
    if (list_parts(shared, party, err))
        return err->status;
    shared->solver = ARENA_NEW(shared->perm, struct party_solver, shared->n);
    shared->bound = ARENA_NEW(shared->perm, double, shared->n);
    shared->multiplier =
        arena_take_array(shared->perm, shared->n, sizeof *shared->multiplier);
    shared->count_bound = ARENA_NEW(shared->perm, double, shared->n);
    shared->counts = ARENA_NEW(shared->perm, struct party_count_bound *, shared->n);
    shared->asked = ARENA_NEW(shared->perm, bool, shared->n);
    shared->refuted = ARENA_NEW(shared->perm, bool, shared->n);
    if (!shared->solver || !shared->bound || !shared->multiplier ||
        !shared->count_bound || !shared->counts || !shared->asked || !shared->refuted)
        return error_set(err, STATUS_MEMORY, "no memory for the exact search");
    for (size_t i = 0; i < shared->n; i++) {
        struct party_solver *solver = &shared->solver[i];
        if (party_solver_init(solver, shared->part[i], shared->perm, err))
            return err->status;
        size_t bytes = party_bnb_scratch_bytes(&solver->reduced) + ARENA_ALIGN;
        if (bytes > shared->scratch_bytes)
            shared->scratch_bytes = bytes;
        shared->bound[i] =
            solver->groups.levels
                ? -INFINITY
                : party_bound_multipliers(shared->part[i], shared->multiplier[i]);
        shared->count_bound[i] = NAN;
        if (!solver->groups.levels)
            shared->counts[i] =
                party_count_bound_prepare(&solver->reduced, shared->perm);
    }
    shared->made = true;
    return STATUS_OK;
}

struct party_shared_solvers *party_shared_solvers_get(const struct party *party,
                                                      struct arena *perm,
                                                      struct error *err)
{
    struct party_shared_solvers *shared =
        party->exact ? party->exact : new_solvers(perm, err);
    if (!shared || (!shared->made && make(shared, party, err)))
        return NULL;
    return shared;
}

double party_shared_solvers_count_bound(struct party_shared_solvers *shared,
                                        size_t part)
{
    if (isnan(shared->count_bound[part]))
        shared->count_bound[part] =
            shared->counts[part]
                ? party_count_bound_tune(shared->counts[part], shared->bound[part],
                                         shared->multiplier[part])
                : -INFINITY;
    return shared->count_bound[part];
}

bool party_shared_solvers_refute(struct party_shared_solvers *shared, size_t part)
{
    uint64_t work = REFUTING_WORK, by_sums = REFUTING_BY_SUMS_WORK / shared->n;
    if (!shared->asked[part]) {
        const struct party *party = shared->part[part];
        const party_rule_set all = party_infeasible_all(party);
        enum party_infeasible_answer answer = party_infeasible_ask(party, all, &work);
        if (answer == PARTY_SUBSET_OPEN)
            answer = party_infeasible_ask_by_sums(party, all, &by_sums);
        shared->refuted[part] = answer == PARTY_SUBSET_INFEASIBLE;
        shared->asked[part] = true;
    }
    return shared->refuted[part];
}
