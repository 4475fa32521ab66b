/* The independent check of what a result claims to be proven. */
#ifndef SKERRY_SLIDING_CONFIRM_H
#define SKERRY_SLIDING_CONFIRM_H

#include "problem.h"
#include "sliding_keys.h"

enum { SLIDING_CONFIRM_MB = 512 }; /* most memory that it takes */

/* As problem.confirm: derives the fewest moves by a plain breadth-first search from
 * both ends, which shares no code with loading and searching, and compares: fewest
 * moves, bound, and that there is no way (of at most sliding.length moves). Says `not
 * checked` where that takes more than SLIDING_CONFIRM_MB: some 20 bytes a placement for
 * five rings, so about 13 million placements from each end. */
enum status sliding_confirm(const void *keys, const struct claim *claim, FILE *report,
                            struct error *err);

#endif
