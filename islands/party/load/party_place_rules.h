/* Rules for places: which heroes each of them admits, and what follows for the party as a whole.
 *
 * Heroes in places are a perfect matching of the bipartite graph of who may stand where. It exists
 * if and only if every set of places has as many heroes in the party that may stand in one of them
 * (P. Hall, On representatives of subsets, Journal of the London Mathematical Society 10, 1935).
 * For sets of places with the same rules these are bounds on sums of 0 and 1, which are added to
 * the requirements: the searches and bounds know them. Not all are added where there are many; the
 * searches check the places themselves as well. Where heroes may stand out of position, a rule that
 * lets them admits one of their rows (party.h, `other`), and one more requirement says that a party
 * has one row of a hero at most.
 *
 * Cost: O(heroes rules) time, 2 bytes a hero, and 8 bytes a hero for each bound added. */
#ifndef SKERRY_PARTY_PLACE_RULES_H
#define SKERRY_PARTY_PLACE_RULES_H

#include "party_pool.h"

/* Registers the columns; before the pool is read. */
enum status party_place_rules_columns(struct party_loading *load, struct error *err);

/* Fills place_rule of the party, and which heroes each rule admits; after the pool is read.
 * err  STATUS_INPUT: a place, value or bound that is none */
enum status party_place_rules_read(struct party_loading *load, struct error *err);

/* Fills place_class, class_rules and class_places of the party, and adds the requirements that
 * follow; after the requirements and the named heroes.
 * err  STATUS_INPUT: a fixed hero that its place does not admit */
enum status party_place_rules_load(struct party_loading *load, struct error *err);

#endif
