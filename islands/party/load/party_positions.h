/* Heroes out of position: a second row for each hero that some rule for places would let stand
 * where it does not admit it (party.h, `other`).
 *
 * Such a row has the id, price, numbers and traits of the hero. What heroes share, by weights,
 * chemistry and counts of those in position, is read from further traits: they have the values of
 * the pool's for heroes in position, and one that nobody shares for others.
 *
 * Cost: O(heroes columns) time, and as much memory as the pool has. */
#ifndef SKERRY_PARTY_POSITIONS_H
#define SKERRY_PARTY_POSITIONS_H

#include "party_pool.h"

/* Adds the rows, traits and numbers, if a rule for places is unlinked; after the pool and these
 * rules, before what refers to rows.
 * err  STATUS_INPUT: a trait or number too many, or more heroes than a trait may have values */
enum status party_positions_load(struct party_loading *load, struct error *err);

#endif
