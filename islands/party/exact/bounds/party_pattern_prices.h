/* Bounds on the price of a pattern (party_patterns.h): sums over its parts of the least relaxed
 * price of k heroes of one group of a kind, some heavy traits given and others free.
 *
 * Relaxations are Lagrangian: of the leading constraint, by the value functions of groups, which
 * know the repeats of the diverse trait (left out where heroes are marked); and of all constraints
 * at once, with multipliers from the subgradient method. Marked heroes are counted exactly, by
 * min-plus convolution over parts. Relaxed prices are integers in 1/256 coin, rounded down, so that
 * rounding never decides.
 *
 * Source: A. Geoffrion, Lagrangean relaxation for integer programming, Mathematical Programming
 * Study 2, 1974; M. Held, P. Wolfe, H. Crowder, Validation of subgradient optimization,
 * Mathematical Programming 6, 1974. Differs: a bound is the best of a few fixed multipliers, each
 * tuned on the pattern that is cheapest by those before. */
#ifndef SKERRY_PARTY_PATTERN_PRICES_H
#define SKERRY_PARTY_PATTERN_PRICES_H

#include "party_patterns.h"

#include <string.h>

/* Chooses what is marked, and takes memory from perm. STATUS_MEMORY; unsets `available` where the
 * table would be too large. */
enum status party_pattern_prices_init(struct party_patterns *patterns,
                                      struct arena *perm, struct error *err);

/* Begins with the relaxations of the leading constraint, for choice 0. */
void party_pattern_prices_begin(struct party_patterns *patterns);

/* Adds a relaxation with multipliers that suit this pattern (party_pattern_tuning.c). */
void party_pattern_prices_tune(struct party_patterns *patterns,
                               const struct party_pattern *pattern);

/* Computes the table for a choice, if it is of another one. */
void party_pattern_prices_choose(struct party_patterns *patterns, size_t choice);

/* Bound in coins of a pattern, for the choice of the table: PARTY_COINS_NONE if there is no party.
 */
int32_t party_pattern_price(const struct party_patterns *patterns,
                            const struct party_pattern *pattern);

/* ---- sums over parts (party_pattern_sums.c) ---- */

/* The sum of no part. */
void party_pattern_sum_empty(const struct party_patterns *patterns,
                             struct party_pattern_sum *sum);

/* Copies what is in use of a sum. */
static inline void party_pattern_sum_copy(const struct party_patterns *patterns,
                                          const struct party_pattern_sum *from,
                                          struct party_pattern_sum *to)
{
    memcpy(to->of, from->of, (patterns->n_marked + 1) * sizeof *to->of);
}

/* Adds the least prices of `heroes` heroes of a kind. */
void party_pattern_sum_add(const struct party_patterns *patterns, size_t kind,
                           size_t heroes, struct party_pattern_sum *sum);

/* Bound in coins of a party whose parts have these least prices in sum. */
int32_t party_pattern_sum_bound(const struct party_patterns *patterns,
                                const struct party_pattern_sum *sum);

/* ---- for the sums and the tuning ---- */

/* Above any price, and few enough to be added up. */
static const int64_t PARTY_PATTERN_NO_PRICE = INT64_MAX / 64;

/* Heroes by rising relaxed price. */
struct party_pattern_cheapest {
    size_t n;
    uint32_t hero[PARTY_PATTERN_PLACES];
    double price[PARTY_PATTERN_PLACES];
};

/* Keeps the cheapest `most`. */
void party_pattern_keep_cheapest(struct party_pattern_cheapest *cheapest, size_t most,
                                 uint32_t hero, double price);

/* The relaxed price of a hero: y is above 0 for a constraint's lower limit, below for its upper
 * one. */
double party_pattern_relaxed_price(const struct party_reduced *reduced, const double *y,
                                   uint32_t i);

/* Computes the table's m-th relaxation anew, of all constraints at its multipliers. */
void party_pattern_prices_relax(struct party_patterns *patterns, size_t m);

/* The kind of a group of which a set of traits is given. */
size_t party_pattern_kind(const struct party_patterns *patterns, size_t group,
                          unsigned set);

/* The entries of a number of heroes of a kind: [n_marked + 1][PARTY_PATTERN_PRICES]. */
int64_t *party_pattern_entries(const struct party_patterns *patterns, size_t kind,
                               size_t heroes);

/* Marked heroes that are needed besides the fixed ones. */
size_t party_pattern_marked_needed(const struct party_patterns *patterns);

/* Adds the parts with one label of trait t, of one value. */
void party_pattern_sum_add_label(const struct party_patterns *patterns,
                                 const struct party_pattern *pattern, size_t t,
                                 size_t label, size_t value,
                                 struct party_pattern_sum *sum);

/* The most over traits of the sum that lets each label of the trait have its cheapest value; `by`, if
 * not NULL, gets the trait for each relaxation, without marks. */
void party_pattern_sum_most(const struct party_patterns *patterns,
                            const struct party_pattern *pattern,
                            struct party_pattern_sum *most, size_t *by);

#endif
