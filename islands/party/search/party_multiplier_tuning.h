/* Finds out what demands should pay and missing points cost, by walking. */
#ifndef SKERRY_PARTY_MULTIPLIER_TUNING_H
#define SKERRY_PARTY_MULTIPLIER_TUNING_H

#include "party_ruin_recreate.h"

/* Sets demand[].pays, fine and warmth of a search after party_lagrangian_init.
 *
 * Short walks over the most promising heroes, each followed by a correction: demands
 * that the walk misses pay more, those that it overshoots less. A fixed random stream:
 * equal parties get equal pays. */
enum status party_multiplier_tuning(const struct party *party,
                                    struct party_lagrangian *lagrangian,
                                    struct error *err);

#endif
