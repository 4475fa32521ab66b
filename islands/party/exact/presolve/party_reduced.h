/* The instance of the exact search: integer prices, undominated heroes, and groups by
 * the traits that decide synergy.
 *
 * A trait is heavy when two neighbours that differ in it lose many points; heroes alike
 * in all heavy traits form a group. Parties of few groups lose few points, so the
 * search branches on groups first.
 *
 * Terms: a coin is the unit of integer prices; a constraint is a sum with bounds (SUM
 * and COUNT); the leading constraint is the tightest one, and steps are its discretized
 * resource; a value limit bounds the different values and the most frequent value of a
 * trait (DISTINCT and SAME); the diverse trait is the one whose repeated values the
 * dynamic programs count.
 *
 * All bounds are relaxations: what they do not use is checked at the end by
 * party_is_feasible, so that at least one cheapest party is found. */
#ifndef SKERRY_PARTY_REDUCED_H
#define SKERRY_PARTY_REDUCED_H

#include "party_chemistry.h"

#include <assert.h>
#include <math.h>

/* By hand. On nine challenges MOST_REPEATS = 0 makes no clear difference, and
 * MOST_STEPS = 400 leaves five unproven after 20 s (results/party/experiments.md);
 * MOST_GROUPS bounds the tables, and MOST_PLACES the number of partitions. */
enum {
    PARTY_COINS_NONE = 1 << 29,        /* above the price of any party: infeasible */
    PARTY_REDUCED_MOST_STEPS = 1600,   /* of a party in the leading constraint */
    PARTY_REDUCED_MOST_REPEATS = 4,    /* of the diverse trait */
    PARTY_REDUCED_MOST_GROUPS = 10000, /* times places */
    PARTY_REDUCED_MOST_PLACES = 24     /* larger formations have one group */
};

/* lo <= a sum over the party <= hi: SUM and COUNT requirements; of others a relaxation. */
struct party_constraint {
    uint32_t requirement;
    double above;     /* team rating: what a number exceeds this by counts twice */
    bool excess_only; /* team rating: only that counts */
    /* Divides the search: a hero may replace another one that leads to a party of another part. */
    bool divides;
    double lo, hi;
    double fixed; /* sum of the fixed heroes */
    double size;  /* bound on the absolute values that a party adds up, for slacks */
};

/* A team rating: the highest and lowest numbers of heroes that may be chosen or are fixed. */
struct party_rating_limits {
    uint32_t column;
    double min, max; /* -INFINITY, INFINITY: none */
    int64_t lowest, highest;
};

/* All DISTINCT and SAME requirements of one trait. */
struct party_value_limits {
    uint32_t trait;
    int distinct_min, distinct_max, same_min, same_max; /* 0..n_places */
    /* By `unique`: same_max is 1, and a hero may replace one of another value that is not in the
     * party. */
    bool unique;
};

struct party_reduced {
    const struct party *party;
    bool impossible; /* proven infeasible by presolve */
    size_t n_places, n_fixed, n_free;

    double unit; /* price of one coin: unit_whole / unit_scale where whole */
    double unit_whole, unit_scale;
    bool whole; /* every price is an integer number of coins; else coins round down */
    /* Where constraints besides the leading one raise the bound, coins are of prices that are reduced by
     * multipliers of these (party_reduced_prices.h), in units of `fine`, rounded down: a party of the price p has
     * at most (p + offset) / fine of them. fine is 0 where coins are of the prices themselves. */
    double fine, offset;
    int32_t fixed_coins;

    size_t n_constraints, n_limits;
    struct party_constraint constraint[PARTY_MAX_REQUIREMENTS];
    struct party_value_limits limits[PARTY_MAX_TRAITS];

    /* Chemistry: NULL if no requirement is on it. */
    const struct party_chemistry *chemistry;
    int chemistry_min, chemistry_max; /* of all heroes */
    int chemistry_least;              /* of each */
    /* By trait of it: heroes left of each value, at most n_places; and the most points of so many
     * heroes whose values are not in the party yet. */
    uint8_t *supply[PARTY_MAX_TRAITS];
    int fresh[PARTY_MAX_TRAITS][PARTY_MAX_PLACES + 1];

    size_t n_ratings;
    struct party_rating_limits rating[PARTY_MAX_REQUIREMENTS];

    /* Dependencies among the heroes that may be chosen or are fixed: bit b of
     * determines[a] is set if no two of them share trait a and not b, a != b. */
    uint32_t determines[PARTY_MAX_TRAITS];
    uint8_t most_alike[PARTY_MAX_TRAITS]; /* most heroes of a value, at most n_places */
    bool constant[PARTY_MAX_TRAITS];      /* all have the same value */

    /* Synergy: the loss of points against the most possible, in loss units, is at most
     * most_loss. */
    bool synergy;    /* false if every placement satisfies it */
    int most_loss;   /* -1 without synergy */
    int best_points; /* of one edge */
    int loss_unit;   /* points: common divisor of the losses of all matches */
    bool heavy[PARTY_MAX_TRAITS];
    /* Of a heavy trait with weights of pairs: heroes alike in it are alike in the class
     * of their values (party_value_classes.h); else NULL. */
    struct party_value_classes *classes[PARTY_MAX_TRAITS];
    uint32_t unshared; /* weighted traits that no two heroes of a party can share */

    /* Heroes, by group, then by value of the diverse trait, then by price. */
    size_t n;
    uint32_t *row; /* into the pool */
    int32_t *coins;
    uint16_t *step; /* of the leading constraint, above the least hero; 0 without one */
    uint32_t *group;
    bool *twin; /* interchangeable with the hero before it */
    size_t n_groups;
    uint32_t *first;   /* n_groups + 1 */
    uint8_t *fixed_in; /* fixed heroes of each group */
    uint64_t
        *places; /* by group: where some of its free heroes may stand; NULL: anywhere */
    uint32_t fixed_row[PARTY_MAX_PLACES]; /* n_fixed, in place order */
    uint32_t fixed_group[PARTY_MAX_PLACES];

    int leading;      /* index of the leading constraint; -1: none */
    int leading_sign; /* 1: of its lower bound; -1: of the upper one */
    uint32_t steps;   /* that the free heroes must reach together */

    int diverse;      /* index of the limits of the diverse trait; -1: none */
    uint32_t repeats; /* free heroes that may repeat a value of it */
};

/* Value of a hero in a constraint: 0 or 1 for COUNT; for chemistry the most points that it may
 * have, for a rating what it may add to the sum and the excess. */
static inline double party_constraint_value(const struct party *party,
                                            const struct party_constraint *constraint,
                                            uint32_t hero)
{
    const struct party_requirement *r = &party->requirement[constraint->requirement];
    if (r->kind == PARTY_COUNT)
        return party->trait[r->column].code[hero] == r->value;
    if (r->kind == PARTY_CHEMISTRY)
        return party->chemistry->potential[hero];
    double value = party->number[r->column].value[hero];
    if (r->kind != PARTY_RATING)
        return value;
    double excess = value > constraint->above ? value - constraint->above : 0;
    return constraint->excess_only ? excess : value + excess;
}

/* Most heroes of a party with the same value of a trait, by its limits. */
static inline size_t party_reduced_most_alike(const struct party_reduced *r,
                                              uint32_t trait)
{
    for (size_t i = 0; i < r->n_limits; i++)
        if (r->limits[i].trait == trait && r->limits[i].same_max >= 0)
            return (size_t)r->limits[i].same_max;
    return r->n_places;
}

/* The heroes of a group, fixed ones included. */
static inline size_t party_reduced_group_size(const struct party_reduced *r,
                                              size_t group)
{
    return r->first[group + 1] - r->first[group] + r->fixed_in[group];
}

/* The i-th hero of a group (row of the pool), fixed ones last. */
static inline uint32_t party_reduced_group_hero(const struct party_reduced *r,
                                                size_t group, size_t i)
{
    size_t kept = r->first[group + 1] - r->first[group];
    if (i < kept)
        return r->row[r->first[group] + i];
    for (size_t f = 0, k = kept; f < r->n_fixed; f++)
        if (r->fixed_group[f] == group && k++ == i)
            return r->fixed_row[f];
    return r->fixed_row[0];
}

/* Loss of an edge with these points, in loss units. */
static inline uint32_t party_reduced_loss(const struct party_reduced *r, int points)
{
    assert(points <= r->best_points && (r->best_points - points) % r->loss_unit == 0);
    return (uint32_t)((r->best_points - points) / r->loss_unit);
}

/* The bound that a multiplier is of: > 0 the lower, < 0 the upper one. */
static inline double party_constraint_bound(const struct party_constraint *constraint,
                                            double multiplier)
{
    return multiplier > 0 ? constraint->lo : constraint->hi;
}

/* The multiplier, or 0 if there is no such bound. */
static inline double
party_constraint_multiplier(const struct party_constraint *constraint,
                            double multiplier)
{
    return isinf(party_constraint_bound(constraint, multiplier)) ? 0 : multiplier;
}

/* Bound on the rounding error of a sum of a constraint. */
static inline double party_constraint_slack(const struct party_constraint *constraint)
{
    return PARTY_SLACK * constraint->size;
}

#endif
