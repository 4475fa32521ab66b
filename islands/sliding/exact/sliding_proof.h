/* Common parts of the algorithms exact and astar: how a proof becomes the result of an
 * island. Only island 0 searches, the others are finished at the start. The population
 * is one genome, empty until the path is found. */
#ifndef SKERRY_SLIDING_PROOF_H
#define SKERRY_SLIDING_PROOF_H

#include "algorithm.h"
#include "sliding.h"

/* STATUS_INPUT unless the problem is sliding; fills the plan: one individual, exact. */
enum status sliding_proof_init(const struct puzzle *puzzle, const char *algorithm,
                               struct plan *plan, struct error *err);

/* Sets the population; an island other than 0 is finished. */
void sliding_proof_start(const struct puzzle *puzzle, struct island *island);

/* Records the optimum: `moves` genes lead from the start to the target, and no path is
 * shorter. If they do not fit the genome the verdict says so. */
void sliding_proof_found(const struct puzzle *puzzle, struct island *island,
                         const int16_t *genes, size_t moves);

/* Records that no path exists: the component of the start (or of the target) was
 * enumerated and has `placements` placements. */
void sliding_proof_no_path(const struct puzzle *puzzle, struct island *island,
                           bool from_start, uint64_t placements);

/* The same where placements were pruned from which some group of `per_group` rings
 * alone cannot reach its targets; `placements` were left. */
void sliding_proof_no_path_pruned(struct island *island, unsigned per_group,
                                  uint64_t placements);

/* Ends the search at a limit; island->bound holds. */
void sliding_proof_gave_up(struct island *island);

#endif
