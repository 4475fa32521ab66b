/* Prices reduced by multipliers: where several constraints pull against each other, as a high mean of one number and
 * a low one of another that rises with it, the dynamic programs, which know the leading constraint alone, see
 * bounds far below those of all together. The others are then relaxed: a party that keeps to them costs at least
 * its reduced prices, whatever the multipliers. What the search branches on and decides at a leaf is not changed.
 *
 * Source: M. Guignard, Lagrangean relaxation, TOP 11, 2003, section 6, for a relaxation of some constraints with
 * the others kept. */
#ifndef SKERRY_PARTY_REDUCED_PRICES_H
#define SKERRY_PARTY_REDUCED_PRICES_H

#include "party_reduced.h"

/* Replaces coins by those of reduced prices, if the other constraints raise the bound of the leading one, and orders
 * the heroes within groups by them. Cost: some hundred passes over the heroes for each constraint. STATUS_MEMORY. */
enum status party_reduced_prices(struct party_reduced *reduced, struct arena *perm,
                                 struct error *err);

#endif
