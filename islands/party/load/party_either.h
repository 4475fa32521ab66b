/* Either/or: the `any` of requirements, and the cases that it makes. */
#ifndef SKERRY_PARTY_EITHER_H
#define SKERRY_PARTY_EITHER_H

#include "party_quantity.h"

/* Registers the columns of all alternatives; before the pool is read.
 * err  STATUS_INPUT: an `any` beside other keys, or more cases than PARTY_MAX_CASES */
enum status party_either_columns(struct party_loading *load, struct error *err);

/* Fills either and alternative; after the requirements, before the budget and the rules for
 * places, which leave room for them. */
enum status party_either_load(struct party_loading *load, struct error *err);

/* Fills the cases; once the party is complete. */
enum status party_either_cases(struct party_loading *load, struct error *err);

#endif
