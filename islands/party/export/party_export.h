/* A party challenge as a mixed-integer program, so that another solver can prove it.
 * Written from the instance as loaded, by rules of its own: it shares nothing with the
 * searches and proofs of skerry. */
#ifndef SKERRY_PARTY_EXPORT_H
#define SKERRY_PARTY_EXPORT_H

#include "mip.h"
#include "party_export_cases.h"

/* Adds the program to an empty mip. The cost is the price of the party.
 *
 * start   n_places rows of heroes, a feasible party; NULL: none. Becomes the full start
 * reduce  leave out what party_export_reduce.h proves to be in no party cheaper than or
 *         as cheap as the start, and count heroes by groups, which makes the program's
 *         linear relaxation stronger
 * err     as mip_done */
enum status party_export(const struct party *party, const int32_t *start, bool reduce,
                         struct mip *mip, struct error *err);

/* The same for one case of those that `start` gave: the parties of the case that cost
 * no more than the start, which becomes a start where it is one of them. The cases
 * together hold every such party. */
enum status party_export_case(const struct party *party, const int32_t *start,
                              const struct party_export_cases *cases,
                              const struct party_export_case *one, struct mip *mip,
                              struct error *err);

#endif
