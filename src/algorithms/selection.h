/* Parent selection (rank-based or by tournament) and survivor selection (truncation),
 * by the order of cost_key.h.
 *
 * Source: rank-based selection of Tate and Smith, A genetic approach to the quadratic
 * assignment problem, Computers & Operations Research 22 (1), 1995; tournaments and
 * truncation as in any textbook (Eiben and Smith, Introduction to Evolutionary Computing,
 * 2015, chapter 5).
 * Cost: O(n log n) once per generation to rank n individuals, O(1) per parent by rank,
 * O(tournament) by tournament. Memory: see each function. */
#ifndef SKERRY_ALGORITHMS_SELECTION_H
#define SKERRY_ALGORITHMS_SELECTION_H

#include "population.h"
#include "rng.h"

enum selection_rule {
    SELECT_RANK,      /* probability falls with rank; see selection_parent */
    SELECT_TOURNAMENT /* the best of a sample drawn with replacement */
};

/* A selection rule and the population that it selects from. */
struct selection {
    enum selection_rule rule;
    size_t tournament; /* individuals in a tournament, >= 1 */
    const struct population *pop;
    const uint32_t *order; /* RANK: row numbers, best first */
};

/* Prepares selection from pop; takes at most 16 bytes per row and 2 * ARENA_ALIGN from
 * scratch. */
void selection_init(struct selection *selector, enum selection_rule rule,
                    size_t tournament, const struct population *pop,
                    struct arena *scratch);

/* Selects one parent; returns its row.
 *
 * RANK: the rank (1 is the best) is floor(u^2), u uniform in [1, sqrt(count + 1)): rank k
 * has probability (sqrt(k + 1) - sqrt(k)) / (sqrt(count + 1) - 1), as in Tate and Smith.
 * Differs: their u ends at sqrt(count), so that the last rank is never selected.
 * TOURNAMENT: ties go to the individual drawn first. */
size_t selection_parent(const struct selection *selector, struct rng *rng);

/* Row numbers of the n best, best first, ties by row; n <= pop->count.
 *
 * order    out, room for pop->count entries; the first n are set
 * scratch  16 bytes per row and ARENA_ALIGN */
void selection_best(const struct population *pop, size_t n, struct arena scratch,
                    uint32_t *order);

/* Truncation selection: moves the n best rows of pop (all if it has fewer) to the front, in
 * no particular order, and sets pop->count.
 *
 * genome_bytes  0: duplicates may survive; else the size of a genome: only the best of
 *               equal genomes survives (ties by row), so that fewer than n may remain
 * scratch       32 bytes per row and 4 * ARENA_ALIGN */
void selection_survivors(struct population *pop, size_t n, size_t genome_bytes,
                         struct arena scratch);

#endif
