/* The independent check of a recorded solution; see verify in problem.h. */
#ifndef SKERRY_LEVEL_VERIFY_H
#define SKERRY_LEVEL_VERIFY_H

#include "status.h"

#include <stdio.h>

/* Reads game and corpus from the keys, checks the level against each rule
 * (level_checker.h), and computes its fitness again in code of its own. */
enum status level_verify(const void *keys, const void *genome, size_t genes,
                         const double *fitness, size_t objectives, FILE *report,
                         struct error *err);

#endif
