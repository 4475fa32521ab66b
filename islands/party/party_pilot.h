/* Finds out what demands should pay and missing points cost, by walking. */
#ifndef SKERRY_PARTY_PILOT_H
#define SKERRY_PARTY_PILOT_H

#include "party_rebuild.h"

/* Sets demand[].pays, fine and warmth of a search after party_dual_init.
 *
 * Short walks over the most promising heroes, each followed by a correction: demands
 * that the walk misses pay more, those that it overshoots less. A fixed random stream:
 * equal parties get equal pays. */
enum status party_pilot(const struct party *party, struct party_search *search,
                        struct error *err);

#endif
