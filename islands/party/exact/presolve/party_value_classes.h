/* Classes of a heavy trait's values: values are of one class if a chain of pairs joins
 * them whose weights lose few points. Groups are of heroes alike in these classes, so
 * that heroes of different groups lose as many points as without weights of pairs.
 *
 * Source: our own; the classes are the connected components of a threshold graph, as
 * single-linkage clusters (J. Gower, G. Ross, Minimum spanning trees and single linkage
 * cluster analysis, Applied Statistics 18, 1969). */
#ifndef SKERRY_PARTY_VALUE_CLASSES_H
#define SKERRY_PARTY_VALUE_CLASSES_H

#include "party_reduced.h"

struct party_value_classes {
    const struct party_trait *trait;
    uint32_t n_named;       /* classes 0..n_named-1 have the values that pairs name */
    const uint16_t *number; /* class by code */
    /* By class * n_named + class: bounds on what two of their values add to the match of
     * an edge. */
    uint8_t *least, *most;
};

/* Fills `classes` for a trait with weights of pairs, of which those of at least
 * `threshold` join values. Arrays from perm: O(values + named values^2). STATUS_MEMORY. */
enum status party_value_classes_find(struct party_value_classes *classes,
                                     const struct party_trait *trait, int threshold,
                                     struct arena *perm, struct error *err);

/* Bounds on what two heroes whose values are of these classes add. */
static inline void party_value_classes_range(const struct party_value_classes *classes,
                                             uint16_t a, uint16_t b, int *least,
                                             int *most)
{
    if (a < classes->n_named && b < classes->n_named) {
        *least = classes->least[a * classes->n_named + b];
        *most = classes->most[a * classes->n_named + b];
    } else {
        *least = *most = a == b ? classes->trait->weight : 0;
    }
}

#endif
