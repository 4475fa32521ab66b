/* Descriptors: the coordinates by which map-elites tells parties apart. */
#ifndef SKERRY_PARTY_DESCRIPTORS_H
#define SKERRY_PARTY_DESCRIPTORS_H

#include "party_quantity.h"

enum party_descriptor_kind { PARTY_OF_QUANTITY, PARTY_OF_SYNERGY, PARTY_OF_PRICE };

struct party_descriptor {
    enum party_descriptor_kind measure;
    struct party_quantity quantity; /* PARTY_OF_QUANTITY */
    uint32_t value;                 /* of a COUNT */
};

/* Asks for the columns that descriptors name, before the pool is read. */
enum status party_descriptors_columns(struct party_loading *load, struct error *err);

/* Fills keys->descriptors.count descriptors, and their names and ranges in shape, for a
 * loaded party. */
enum status party_descriptors_load(const struct party_keys *keys, struct party *party,
                                   struct arena *perm,
                                   struct party_descriptor *descriptors,
                                   struct shape *shape, struct error *err);

/* Coordinate of one formation. */
double party_descriptors_value(const struct party *party,
                               const struct party_descriptor *descriptor,
                               const int32_t *hero);

#endif
