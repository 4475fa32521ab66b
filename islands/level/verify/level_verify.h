/* The independent verification of a recorded solution; see `verify` in problem.h.
 *
 * Source: our own; the definitions are those of level_game.h and level_measure.h,
 * evaluated by other code. Cost: O(n) per rule and measure on n cells, but O(n (n + N)) for
 * kl and a corpus of N cells, and that of level_verify_edits.h for edits. Memory: the
 * corpus. */
#ifndef SKERRY_LEVEL_VERIFY_H
#define SKERRY_LEVEL_VERIFY_H

#include "status.h"

#include <stdio.h>

/* Reads game and corpus from the keys, checks the level against each rule
 * (level_checker.h), and recomputes its fitness. */
enum status level_verify(const void *keys, const void *genome, size_t genes,
                         const double *fitness, size_t objectives, FILE *report,
                         struct error *err);

#endif
