/* What a search that proves its answer does to its island; shared by exact and astar.
 *
 * Only island 0 searches; the others are done before they begin. The population is one
 * genome: no moves, until the way is found. */
#ifndef SKERRY_SLIDING_PROOF_H
#define SKERRY_SLIDING_PROOF_H

#include "algorithm.h"
#include "sliding.h"

/* STATUS_INPUT unless the problem is sliding; fills the plan: one individual, exact. */
enum status sliding_proof_init(const struct puzzle *puzzle, const char *algorithm,
                               struct plan *plan, struct error *err);

/* The first population; an island other than 0 is finished. */
void sliding_proof_start(const struct puzzle *puzzle, struct island *island);

/* The island's answer: `moves` genes lead from the start to the target, and no way is
 * shorter. When they do not fit the genome, that is the verdict. */
void sliding_proof_found(const struct puzzle *puzzle, struct island *island,
                         const int16_t *genes, size_t moves);

/* There is no way: the placements that are connected to the start (or else to the
 * target) were all met, so many. */
void sliding_proof_no_path(const struct puzzle *puzzle, struct island *island,
                           bool from_start, uint64_t placements);

/* There is no way: all `placements` that could have led to the target, as far as groups
 * of `per_group` rings alone tell, were met. */
void sliding_proof_no_path_pruned(struct island *island, unsigned per_group,
                                  uint64_t placements);

/* A limit ended the search; island->bound stays. */
void sliding_proof_gave_up(struct island *island);

#endif
