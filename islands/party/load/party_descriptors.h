/* Behaviour descriptors, the coordinates of a party in the archive of MAP-Elites; and
 * further objectives, which are measured in the same way.
 *
 * Source: J.-B. Mouret, J. Clune, Illuminating search spaces by mapping elites, 2015
 * (arXiv 1504.04909), which the paper (party.h) names as future work in section VI. */
#ifndef SKERRY_PARTY_DESCRIPTORS_H
#define SKERRY_PARTY_DESCRIPTORS_H

#include "party_quantity.h"

enum party_descriptor_kind { PARTY_OF_QUANTITY, PARTY_OF_SYNERGY, PARTY_OF_PRICE };

struct party_descriptor {
    enum party_descriptor_kind measure;
    struct party_quantity quantity; /* PARTY_OF_QUANTITY */
    uint32_t value;                 /* of a COUNT */
};

/* Registers the columns that descriptors and objectives name, before the pool is read. */
enum status party_descriptors_columns(struct party_loading *load, struct error *err);

/* Fills keys->descriptors.count descriptors, and their names and ranges in shape; after
 * the party is loaded. */
enum status party_descriptors_load(const struct party_keys *keys, struct party *party,
                                   struct arena *perm,
                                   struct party_descriptor *descriptors,
                                   struct shape *shape, struct error *err);

/* Fills keys->objectives.count objectives, and their names and goals in shape, after the
 * first. */
enum status party_objectives_load(const struct party_keys *keys, struct party *party,
                                  struct arena *perm,
                                  struct party_descriptor *objectives,
                                  struct shape *shape, struct error *err);

/* Value of one formation. */
double party_descriptors_value(const struct party *party,
                               const struct party_descriptor *descriptor,
                               const int32_t *hero);

#endif
