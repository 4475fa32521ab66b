/* What the requirements and the pool together say before any search: which heroes can
 * be in a party at all, and which trait's value decides another's among these.
 *
 * A trait determines another one (a functional dependency) when no two heroes that may
 * be chosen or are fixed share the first without sharing the second: each hometown lies
 * in one nation. Then heroes who differ in nation differ in hometown, k heroes of one
 * hometown are k of its nation, and so on, whatever the rest of the pool does: among
 * heroes that rules leave out a dependency need not hold. */
#ifndef SKERRY_PARTY_DEPENDENCY_H
#define SKERRY_PARTY_DEPENDENCY_H

#include "party_reduced.h"

/* Fills r->row and r->n (room for all heroes) with the free heroes that no requirement
 * excludes by itself, in order of rows. Expects lines, spreads and fixed heroes.
 * STATUS_MEMORY. */
enum status party_usable_heroes_find(struct party_reduced *r, struct error *err);

/* Fills r->determines, most_alike and constant of all traits from the usable and fixed
 * heroes. STATUS_MEMORY. Cost: heroes times traits, more only where dependencies hold.
 */
enum status party_dependency_find(struct party_reduced *r, struct error *err);

/* Carries the limits of a trait over to those that it determines and that determine it;
 * sets r->impossible where the demands on a trait clash by counting alone. */
void party_dependency_tighten(struct party_reduced *r);

/* Whether heroes who share trait a always share b, and a != b. */
static inline bool party_reduced_determines(const struct party_reduced *r, size_t a,
                                            size_t b)
{
    return r->determines[a] >> b & 1;
}

#endif
