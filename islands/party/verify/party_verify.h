/* Independent check of a recorded party against every rule, from the config and the raw
 * CSV; shares no code with loading, search and evaluation. Cost: O(file size). */
#ifndef SKERRY_PARTY_VERIFY_H
#define SKERRY_PARTY_VERIFY_H

#include "party_keys.h"
#include "status.h"

#include <stdio.h>

/* problem.verify: genome holds `genes` hero ids (int32_t), fitness the price and the other
 * objectives of the config. */
enum status party_verify(const void *keys, const void *genome, size_t genes,
                         const double *fitness, size_t objectives, FILE *report,
                         struct error *err);

#endif
