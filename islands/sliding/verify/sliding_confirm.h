/* The independent check of what a result claims to be proven, by plain bidirectional
 * breadth-first search. Source: I. Pohl, Bi-directional search, Machine Intelligence 6,
 * 1971; the rule as in the paper, Definition 1. Cost: at most 512 MB. */
#ifndef SKERRY_SLIDING_CONFIRM_H
#define SKERRY_SLIDING_CONFIRM_H

#include "problem.h"
#include "sliding_keys.h"

enum { SLIDING_CONFIRM_MB = 512 }; /* most memory of the search; chosen by hand */

/* As problem.confirm: computes the fewest moves by breadth-first search from both ends,
 * which shares no code with loading and searching, and compares them with the claims:
 * optimum, lower bound, infeasibility (no path of at most sliding.length moves).
 * Reports `not checked` where that takes more than SLIDING_CONFIRM_MB: half of it for
 * each side, a byte for each ring of a placement and a hash table. */
enum status sliding_confirm(const void *keys, const struct claim *claim, FILE *report,
                            struct error *err);

#endif
