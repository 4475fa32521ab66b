/* Builds the instance from the config section. */
#ifndef SKERRY_PARTY_LOAD_H
#define SKERRY_PARTY_LOAD_H

#include "party.h"
#include "party_keys.h"

/* Fills a party and its cases, except for `index`, `search`, `penalty` and `exact`, from parsed
 * keys, whose texts it borrows. All columns that a key names are read: those of weights,
 * chemistry, count, distinct, same and unique as traits, those of mean, sum and rating as
 * numbers, those of rules for places as either; one column may be both.
 *
 * err  STATUS_INPUT with the key, and for data the file and line, if something is
 *      missing, duplicate, out of range or contradictory */
enum status party_load(const struct party_keys *keys, struct arena *perm,
                       struct party *party, struct error *err);

#endif
