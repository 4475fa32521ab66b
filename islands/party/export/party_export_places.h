/* The part of a program on places: the class of heroes (alike in all weighted traits)
 * that is in each of them, and the values that follow from it. */
#ifndef SKERRY_PARTY_EXPORT_PLACES_H
#define SKERRY_PARTY_EXPORT_PLACES_H

#include "party_exporter.h"

struct party_export_places {
    size_t n_weighted;
    size_t weighted[PARTY_MAX_TRAITS]; /* traits with a weight */
    bool *seen[PARTY_MAX_TRAITS];      /* by weighted trait: values of heroes kept */
    size_t *value[PARTY_MAX_PLACES][PARTY_MAX_TRAITS]; /* columns by value, if seen */

    size_t n_classes;
    uint32_t *class_of;                                       /* n_heroes */
    struct party_export_lists in_class;                       /* heroes */
    struct party_export_lists classes_with[PARTY_MAX_TRAITS]; /* by value */
};

/* Needs the columns of the heroes; fills all of `places`. False without memory. */
bool party_export_places(struct party_exporter *x, struct party_export_places *places);

#endif
