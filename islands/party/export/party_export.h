/* A party challenge as a mixed-integer linear program, for other solvers to confirm
 * results. Written from the instance by rules of its own; shares nothing with the
 * searches and proofs of skerry.
 *
 * Variables: a hero is chosen; the hero in a place has a value of a weighted trait; a
 * hero of a class (alike in all weighted traits) is in a place; both ends of an edge
 * have a value; and for an edge the set of traits shared, which determines its points.
 *
 * Source: F. Glover, E. Woolsey, Converting the 0-1 polynomial programming problem to a
 * 0-1 linear program, Operations Research 22, 1974, for the products of two variables;
 * the model is our own, nearest to linearizations of the quadratic assignment problem
 * (E. Lawler, The quadratic assignment problem, Management Science 9, 1963). Differs:
 * products are of trait values, not of heroes, whose number is that of edges times
 * values.
 *
 * Cost: O(heroes requirements + places classes traits + edges (values + 2^traits))
 * terms. */
#ifndef SKERRY_PARTY_EXPORT_H
#define SKERRY_PARTY_EXPORT_H

#include "mip.h"
#include "party_export_cases.h"

/* Adds the program to an empty mip. The objective is the price of the party.
 *
 * start   n_places rows of heroes, a feasible party, written as a complete start; NULL:
 *         none
 * reduce  leave out what party_export_reduce.h proves to be in no party of at most the
 *         start's price, and add variables for the sizes of groups, which strengthen
 *         the linear relaxation
 * err     as mip_done */
enum status party_export(const struct party *party, const int32_t *start, bool reduce,
                         struct mip *mip, struct error *err);

/* The same for one of the cases found for `start` (party_export_cases.h): the parties
 * of the case that cost at most the start's price. The start is written if it is one of
 * them. Every such party is in one of the cases. */
enum status party_export_case(const struct party *party, const int32_t *start,
                              const struct party_export_cases *cases,
                              const struct party_export_case *one, struct mip *mip,
                              struct error *err);

#endif
