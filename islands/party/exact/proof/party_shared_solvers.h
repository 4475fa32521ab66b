/* The solvers of a party's cases (party_solver.h), which all islands of a process share.
 *
 * They depend on the party alone, and what their searches cache saves time but changes no answer
 * and no count of work: so whichever island needs them first makes them, and results are the same
 * on any number of ranks. A million heroes take seconds of presolve and some 100 MB for each.
 *
 * Not for several threads at once. */
#ifndef SKERRY_PARTY_SHARED_SOLVERS_H
#define SKERRY_PARTY_SHARED_SOLVERS_H

#include "party_solver.h"

struct party_shared_solvers {
    struct arena *perm; /* borrowed: lives as long as the party */
    bool made;
    size_t n; /* of the cases and their parts (party_rating_relaxation.h) */
    const struct party **part;
    struct party_solver *solver; /* by part */
    double *bound; /* on the price, by part (party_bound_price); -INFINITY: the
                                    search by levels has a better one */
    double (*multiplier)[PARTY_MAX_REQUIREMENTS]; /* by part, of that bound; or 0 */
    /* By part: the bound by counts (party_count_bound.h), prepared, or NULL; and its value, NAN: not asked for yet. */
    struct party_count_bound **counts;
    double *count_bound;
    /* By part: whether it is known to have no party; not asked for yet where `asked` is false. */
    bool *asked, *refuted;
    size_t scratch_bytes; /* of a search of any of them */
};

/* Lets the party have shared solvers, none yet. STATUS_MEMORY. */
enum status party_shared_solvers_init(struct party *party, struct arena *perm,
                                      struct error *err);

/* The party's solvers, made if there are none yet; of a party without shared ones, others from
 * perm at each call. NULL: err is set. */
struct party_shared_solvers *party_shared_solvers_get(const struct party *party,
                                                      struct arena *perm,
                                                      struct error *err);

/* The bound by counts on the price of a part, tuned at the first call: takes no memory. */
double party_shared_solvers_count_bound(struct party_shared_solvers *shared,
                                        size_t part);

/* Whether a short search for any party of a part proves that there is none, made at the first call: without prices,
 * which are in the way as long as no party limits them. Takes heap memory. */
bool party_shared_solvers_refute(struct party_shared_solvers *shared, size_t part);

#endif
