/* The independent check of a recorded solution. Source: the paper, Definition 1. Cost:
 * O(2^d rings) a move. */
#ifndef SKERRY_SLIDING_VERIFY_H
#define SKERRY_SLIDING_VERIFY_H

#include "sliding_keys.h"
#include "status.h"

#include <stdio.h>

/* As problem.verify: genome holds `genes` moves (int16_t), fitness the moves and the
 * lower bound of those left. Shares no code with loading, search and evaluation. */
enum status sliding_verify(const void *keys, const void *genome, size_t genes,
                           const double *fitness, size_t objectives, FILE *report,
                           struct error *err);

#endif
