/* Parts of the second bound of the search by levels (party_nested.h) that its tuning takes apart. */
#ifndef SKERRY_PARTY_NESTED_PARTS_H
#define SKERRY_PARTY_NESTED_PARTS_H

#include "party_nested.h"

/* What is taken off the price of a forced hero, in coins, and added to the constant: the bound holds for any. */
#define PARTY_NESTED_FORCE 1e6

/* After party_nested_solve, for the same node and heroes: the bound at other multipliers. */
size_t party_nested_renew(struct party_nested_table *table);

/* Sorts all heroes by their inner values, for the lists below, with memory from perm. */
enum status party_nested_sort_heroes(struct party_levels_nested *nested,
                                     struct arena *perm, struct error *err);

/* Upper bound on the scratch of party_nested_heroes_begin, which takes the arrays of the lists. */
size_t party_nested_heroes_bytes(const struct party_reduced *reduced);
void party_nested_heroes_begin(struct party_nested_table *table, struct arena *scratch);

/* The heroes of a node, n of them: those whose inner value a party may have. */
void party_nested_heroes_take(struct party_nested_table *table, const uint32_t *hero,
                              size_t n);

/* The cheapest of them, by inner value and points, at the present multipliers. */
void party_nested_heroes_list(struct party_nested_table *table);

/* The most that a place of these kinds (bits) takes off the price of a hero, and of which kind it is. */
double party_nested_place_price(const struct party_nested_table *table, uint64_t kinds,
                                size_t *kind);

/* The price of a hero without its points. */
double party_nested_hero_price(const struct party_nested_table *table, uint32_t hero);

/* Points of a hero by an inner value, of so many heroes, and a level of the outer one, at most all. */
size_t party_nested_points(const struct party_levels_nested *nested, uint32_t inner,
                           size_t n_inner, size_t outer_level);

/* The least prices of heroes of the j-th inner value, by how many, if they have the points that n_inner have. */
const double *party_nested_sums(const struct party_nested_table *table, size_t j,
                                size_t n_inner, size_t outer_level);

/* The least prices of heroes of the inner values of an outer one before the j-th, by how many. */
double *party_nested_ahead(const struct party_nested_table *table, uint32_t outer,
                           size_t j, size_t level);

/* How many heroes an outer value of a level may have: none if low > high. */
void party_nested_heroes(const struct party_nested_table *table, uint32_t outer,
                         size_t level, size_t *low, size_t *high);

#endif
