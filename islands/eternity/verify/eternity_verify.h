/* The independent check of a recorded board, from the raw piece and hint files.
 * O(cells). */
#ifndef SKERRY_ETERNITY_VERIFY_H
#define SKERRY_ETERNITY_VERIFY_H

#include "eternity_keys.h"
#include "status.h"

#include <stdio.h>

/* As problem.verify: genome holds 4 * piece number + turns of each cell (int16_t),
 * fitness the objectives. Reads the raw piece and hint files by itself and shares no
 * code with loading, search and evaluation. */
enum status eternity_verify(const void *keys, const void *genome, size_t genes,
                            const double *fitness, size_t objectives, FILE *report,
                            struct error *err);

#endif
