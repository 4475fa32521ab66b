/* From the config section to the instance. */
#ifndef SKERRY_PARTY_LOAD_H
#define SKERRY_PARTY_LOAD_H

#include "party.h"
#include "party_keys.h"

/* Fills a party, all but `index` and `search`, from filled keys, whose texts it
 * borrows. Columns that any key names are read: those of weights, count, distinct and
 * same as traits, those of mean and sum as numbers; one column may be both. err
 * STATUS_INPUT with the key, and for data the file and line: what is missing, double,
 * out of range or contradicts itself */
enum status party_load(const struct party_keys *keys, struct arena *perm,
                       struct party *party, struct error *err);

#endif
