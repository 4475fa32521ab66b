/* The independent check of what a result claims to be proven. */
#ifndef SKERRY_SLIDING_CONFIRM_H
#define SKERRY_SLIDING_CONFIRM_H

#include "problem.h"
#include "sliding_keys.h"

enum { SLIDING_CONFIRM_MB = 512 }; /* most memory that it takes */

/* As problem.confirm: derives the fewest moves by a plain breadth-first search from
 * both ends, which shares no code with loading and searching, and compares: fewest
 * moves, bound, and that there is no way (of at most sliding.length moves). Says `not
 * checked` where that takes more than SLIDING_CONFIRM_MB: half of it a side,
 * for a byte a ring of each placement and a table of slots. */
enum status sliding_confirm(const void *keys, const struct claim *claim, FILE *report,
                            struct error *err);

#endif
