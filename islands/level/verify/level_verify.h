/* The independent check of a recorded level; see problem.h. */
#ifndef SKERRY_LEVEL_VERIFY_H
#define SKERRY_LEVEL_VERIFY_H

#include "status.h"

#include <stdio.h>

/* Reads game and corpus from the keys, holds the level against each rule by
 * level_checker.h, and computes the fitness anew, slowly. */
enum status level_verify(const void *keys, const void *genome, size_t genes,
                         const double *fitness, size_t objectives, FILE *report,
                         struct error *err);

#endif
