/* Presolve of the rules: heroes that no feasible party contains, and functional
 * dependencies between traits of the others, with the bounds that they imply.
 *
 * A trait determines another one when no two heroes that may be chosen or are fixed
 * share the first without sharing the second: each hometown lies in one nation. Then
 * heroes that differ in nation differ in hometown, k heroes of one hometown are k of
 * its nation, and so on. A dependency need only hold among the heroes that the rules
 * admit.
 *
 * Source: E. Codd, A relational model of data for large shared data banks,
 * Communications of the ACM 13, 1970; for finding them, Y. Huhtala, J. Karkkainen, P.
 * Porkka, H. Toivonen, TANE: an efficient algorithm for discovering functional and
 * approximate dependencies, The Computer Journal 42, 1999. Differs: only dependencies
 * between two single traits, by comparing each hero with the first of its value.
 * Removing heroes is bounds propagation on each constraint, limit on values and least chemistry alone. Demands on the
 * values of a trait are counted: those of COUNT, of fixed heroes, and of places where all who may stand there have one
 * value.
 *
 * Cost: O(heroes (constraints places + limits)) a round, of which there are at most 8;
 * O(heroes traits) for dependencies, O(heroes traits^2) where many hold; O(heroes places traits) where a value is all that
 * a place admits. */
#ifndef SKERRY_PARTY_DEPENDENCY_H
#define SKERRY_PARTY_DEPENDENCY_H

#include "party_reduced.h"

/* Fills r->row and r->n (room for all heroes) with the free heroes that no single
 * requirement excludes, by rows. Expects constraints, limits and fixed heroes.
 * STATUS_MEMORY. */
enum status party_usable_heroes_find(struct party_reduced *r, struct error *err);

/* Fills r->determines, most_alike and constant of all traits from the usable and fixed
 * heroes; sets r->impossible if there are too few values, or heroes of them, for the limits of a
 * trait. STATUS_MEMORY. */
enum status party_dependency_find(struct party_reduced *r, struct error *err);

/* Propagates the limits of a trait to those that it determines and that determine it;
 * sets r->impossible if the demands on a trait contradict each other by counting. */
void party_dependency_tighten(struct party_reduced *r);

/* Whether heroes that share trait a always share b, a != b. */
static inline bool party_reduced_determines(const struct party_reduced *r, size_t a,
                                            size_t b)
{
    return r->determines[a] >> b & 1;
}

#endif
