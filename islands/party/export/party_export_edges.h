/* The part of a program on edges: which traits the heroes at both ends share, the points
 * for it, and their sum, the synergy. */
#ifndef SKERRY_PARTY_EXPORT_EDGES_H
#define SKERRY_PARTY_EXPORT_EDGES_H

#include "party_export_places.h"

struct party_export_edges {
    bool rises; /* points do not fall with the match */
    /* By edge and weighted trait, a range of columns, one for each value of heroes kept:
     * whether both ends have it. */
    size_t both_first[PARTY_MAX_EDGES][PARTY_MAX_TRAITS];
    size_t both_last[PARTY_MAX_EDGES][PARTY_MAX_TRAITS];
};

/* Needs the places; fills all of `edges`. False without memory. */
bool party_export_edges(struct party_exporter *x,
                        const struct party_export_places *places,
                        struct party_export_edges *edges);

#endif
