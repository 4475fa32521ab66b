/* Choosing parents, and choosing who stays. Who is better says cost_key.h. */
#ifndef SKERRY_ALGORITHMS_SELECTION_H
#define SKERRY_ALGORITHMS_SELECTION_H

#include "population.h"
#include "rng.h"

enum selection_rule {
    SELECT_RANK,      /* the better the rank, the likelier; see selection_parent */
    SELECT_TOURNAMENT /* the best of some drawn with replacement */
};

/* A rule bound to one population, whose rows it does not change. */
struct selection {
    enum selection_rule rule;
    size_t tournament; /* individuals drawn, >= 1 */
    const struct population *pop;
    const uint32_t *order; /* RANK: rows, the best first */
};

/* Binds a rule to pop; takes its order from scratch, at most 16 bytes a row and
 * 2 * ARENA_ALIGN. */
void selection_init(struct selection *selector, enum selection_rule rule,
                    size_t tournament, const struct population *pop,
                    struct arena *scratch);

/* The row of one parent.
 *
 * RANK: the rank (1 is the best) is floor(u^2), u uniform in [1, sqrt(count + 1)), so
 * that rank k has chance (sqrt(k + 1) - sqrt(k)) / (sqrt(count + 1) - 1).
 * Source: Tate and Smith, A genetic approach to the quadratic assignment problem, 1995.
 * Differs: their u ends at sqrt(count), which leaves the last rank no chance.
 * TOURNAMENT: of equals the one drawn first. */
size_t selection_parent(const struct selection *selector, struct rng *rng);

/* Rows of the `n` best, best first, ties by row; n <= pop->count.
 *
 * order    out, pop->count entries of which the first n count
 * scratch  16 bytes a row and ARENA_ALIGN */
void selection_best(const struct population *pop, size_t n, struct arena scratch,
                    uint32_t *order);

/* Keeps the `n` best rows of pop (all when it has fewer) as its first ones, in no
 * particular order, and sets pop->count.
 *
 * genome_bytes  0: equal genomes may stay together; else their size: of equal ones only
 *               the first of the best stays, and fewer than n may remain
 * scratch       32 bytes a row and 4 * ARENA_ALIGN */
void selection_survivors(struct population *pop, size_t n, size_t genome_bytes,
                         struct arena scratch);

#endif
