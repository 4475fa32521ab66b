/* Chemistry of a config (party.chemistry), in two steps: traits before the pool is read, the rest
 * after it. */
#ifndef SKERRY_PARTY_CHEMISTRY_LOAD_H
#define SKERRY_PARTY_CHEMISTRY_LOAD_H

#include "party_pool.h"

enum status party_chemistry_columns(struct party_loading *load, struct error *err);

/* Fills party->chemistry, NULL without traits that give any.
 * err  STATUS_INPUT: a threshold that is no number of heroes or given twice, points that fall */
enum status party_chemistry_load(struct party_loading *load, struct error *err);

#endif
