/* The check of recorded solutions: the class is loaded from the stored file and evaluates each
 * genome alone; its own `verify`, which should share no code with `evaluate`, is called if it has
 * one. This runs the code in the file. */
#ifndef SKERRY_PYTHON_VERIFY_H
#define SKERRY_PYTHON_VERIFY_H

#include "status.h"

#include <stdio.h>

/* As problem.verify. Calls with equal keys share one process. */
enum status python_verify(const void *keys, const void *genome, size_t genes,
                          const double *fitness, size_t objectives, FILE *report,
                          struct error *err);

#endif
