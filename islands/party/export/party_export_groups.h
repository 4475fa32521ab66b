/* The part of a reduced program on groups of heroes alike in the heavy traits
 * (party_export_reduce.h): how many heroes of each group are chosen. */
#ifndef SKERRY_PARTY_EXPORT_GROUPS_H
#define SKERRY_PARTY_EXPORT_GROUPS_H

#include "party_exporter.h"

/* Needs a start, a reduction and the columns of the heroes. False without memory. */
bool party_export_groups(struct party_exporter *x);

#endif
