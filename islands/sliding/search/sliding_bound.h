/* What can be proven about a puzzle. Signatures are those of problem.h; self is a
 * struct sliding_instance. */
#ifndef SKERRY_SLIDING_BOUND_H
#define SKERRY_SLIDING_BOUND_H

#include "problem.h"
#include "sliding_instance.h"

/* The least moves that a bounded A* with the target's perimeter cannot rule out: the
 * optimum itself where the puzzle is small. Cold: takes memory of its own, and where
 * there is none gives a weaker bound. instance->bound is not read. */
size_t sliding_prove_bound(const struct sliding_instance *instance);

/* As problem.diagnose; self is a struct sliding_instance. Searches from the start and
 * from the target, the smaller side first, until one side is exhausted: the other is
 * then out of reach. Its effort is counted in placements, so that it does not depend on
 * the clock. */
void sliding_diagnose(void *self, double seconds, struct verdict *verdict);

#endif
