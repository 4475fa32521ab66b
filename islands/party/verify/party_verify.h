/* The independent check of a recorded party. */
#ifndef SKERRY_PARTY_VERIFY_H
#define SKERRY_PARTY_VERIFY_H

#include "party_keys.h"
#include "status.h"

#include <stdio.h>

/* As problem.verify: genome holds `genes` hero ids (int32_t), fitness the price. Reads
 * the raw CSV bytes of keys by itself and shares no code with loading, search and
 * evaluation. */
enum status party_verify(const void *keys, const void *genome, size_t genes,
                         const double *fitness, size_t objectives, FILE *report,
                         struct error *err);

#endif
