/* Single heroes that the config speaks of: fixed in a place, excluded, owned. */
#ifndef SKERRY_PARTY_NAMED_HEROES_H
#define SKERRY_PARTY_NAMED_HEROES_H

#include "party_pool.h"

/* Fills fixed and banned, and sets the price of owned heroes to 0; after the pool and
 * the formation.
 * err  STATUS_INPUT: ids that the pool has not, places that the formation has not, one
 *      hero in two places, a hero both fixed and excluded */
enum status party_named_heroes_load(struct party_loading *load, struct error *err);

#endif
