/* Heroes that the config names by id: fixed in a place, excluded, or owned. */
#ifndef SKERRY_PARTY_NAMED_HEROES_H
#define SKERRY_PARTY_NAMED_HEROES_H

#include "party_pool.h"

/* Fills fixed and banned, and sets the price of owned heroes to 0; after the pool and
 * the formation are loaded.
 *
 * err  STATUS_INPUT: an unknown id or place, a hero fixed in two places, a hero both
 *      fixed and excluded */
enum status party_named_heroes_load(struct party_loading *load, struct error *err);

#endif
