/* Lower bound of the solution length, and proof of infeasibility, by bounded A* and
 * bidirectional search (sliding_bounded_bidirectional.h). Signatures are those of
 * problem.h; self is a struct sliding_instance.
 *
 * Source: A* with a perimeter, J. F. Dillenburg, P. C. Nelson, Perimeter search,
 * Artificial Intelligence 65, 1994. Differs: limited to 65,536 placements, after which
 * the least f of an open placement is the bound. Cost: O(nodes) time and memory. */
#ifndef SKERRY_SLIDING_BOUND_H
#define SKERRY_SLIDING_BOUND_H

#include "problem.h"
#include "sliding_instance.h"

/* Lower bound by A* with the perimeter of the target: the optimum itself where the
 * search ends within its nodes. Allocates its own memory, and without any returns a
 * weaker bound. instance->bound is not read. */
size_t sliding_prove_bound(const struct sliding_instance *instance);

/* As problem.diagnose: searches from start and target, the smaller side first, until
 * one component is exhausted, which proves that the other placement is not in it; else a
 * bound above the longest path allowed proves that there is none. The effort is counted
 * in placements, so that the verdict does not depend on the clock. */
void sliding_diagnose(void *self, double seconds, struct verdict *verdict);

#endif
