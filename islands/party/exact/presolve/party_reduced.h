/* A challenge as the exact search sees it: whole prices, heroes that can matter, and
 * heroes grouped by the traits that decide synergy.
 *
 * Traits are heavy when two neighbours that differ in one of them lose many points;
 * heroes alike in all heavy traits form a group. Parties of few groups lose few points,
 * which is what makes the search small.
 *
 * A hero is left out when enough others of the same traits are at least as cheap and at
 * least as good for every sum: at least one cheapest party survives.
 *
 * All bounds that are drawn from this are relaxations: whatever it does not use is
 * checked at the end by party_is_feasible. */
#ifndef SKERRY_PARTY_REDUCED_H
#define SKERRY_PARTY_REDUCED_H

#include "party.h"

#include <assert.h>

enum {
    PARTY_COINS_NONE = 1 << 29,      /* dearer than any party: impossible */
    PARTY_REDUCED_MOST_STEPS = 1600, /* of a party's whole sum in the leading line */
    PARTY_REDUCED_MOST_REPEATS = 4,
    PARTY_REDUCED_MOST_GROUPS = 10000, /* times places */
    PARTY_REDUCED_MOST_PLACES = 24 /* of larger formations all heroes are one group */
};

/* A sum over the party that must lie in lo..hi: SUM and COUNT requirements. */
struct party_constraint {
    uint32_t requirement;
    double lo, hi;
    double fixed; /* what the fixed heroes add */
    double size;  /* of all numbers that a party may add, and of the bounds */
};

/* All DISTINCT and SAME requirements of one trait. */
struct party_value_limits {
    uint32_t trait;
    int distinct_min, distinct_max, same_min, same_max; /* 0..n_places */
};

struct party_reduced {
    const struct party *party;
    bool impossible; /* no party at all: seen while reducing */
    size_t n_places, n_fixed, n_free;

    double unit; /* price of one coin: unit_whole / unit_scale where whole */
    double unit_whole, unit_scale;
    bool whole; /* every price is a whole number of coins; else coins round down */
    int32_t fixed_coins;

    size_t n_constraints, n_limits;
    struct party_constraint constraint[PARTY_MAX_REQUIREMENTS];
    struct party_value_limits limits[PARTY_MAX_TRAITS];

    /* Dependencies among the heroes that may be chosen or are fixed: bit b of
     * determines[a] when no two of them share trait a and not b, a != b. */
    uint32_t determines[PARTY_MAX_TRAITS];
    uint8_t most_alike[PARTY_MAX_TRAITS]; /* that share a value, at most n_places */
    bool constant[PARTY_MAX_TRAITS];      /* all share it */

    /* Synergy: points lost against the most possible, in units; at most most_loss. */
    bool synergy;    /* false where no arrangement can fail it */
    int most_loss;   /* -1 without synergy */
    int best_points; /* of one edge */
    int loss_unit;   /* points: the loss of every match is a multiple of it */
    bool heavy[PARTY_MAX_TRAITS];
    uint32_t unshared; /* weighted traits that no two heroes of a party can share */

    /* Heroes, by group, then by value of the diverse trait, then by price. */
    size_t n;
    uint32_t *row; /* into the pool */
    int32_t *coins;
    uint16_t *step; /* of the leading line, above the least; 0 without one */
    uint32_t *group;
    bool *twin; /* whether it can stand for the one before it in all that matters */
    size_t n_groups;
    uint32_t *first;                      /* n_groups + 1 */
    uint8_t *fixed_in;                    /* fixed heroes of each group */
    uint32_t fixed_row[PARTY_MAX_PLACES]; /* n_fixed, in place order */
    uint32_t fixed_group[PARTY_MAX_PLACES];

    int leading;    /* index of the line that steps measure; -1: none */
    uint32_t steps; /* that the free places must reach together */

    int diverse;      /* index of the spread whose repeats the tables count; -1: none */
    uint32_t repeats; /* free heroes that may share its values with another */
};

/* Value of a hero in a line: 0 or 1 for COUNT. */
static inline double party_constraint_value(const struct party *party,
                                            const struct party_constraint *constraint,
                                            uint32_t hero)
{
    const struct party_requirement *r = &party->requirement[constraint->requirement];
    if (r->kind == PARTY_COUNT)
        return party->trait[r->column].code[hero] == r->value;
    return party->number[r->column].value[hero];
}

/* What an edge of so many points loses, in units. */
static inline uint32_t party_reduced_loss(const struct party_reduced *r, int points)
{
    assert(points <= r->best_points && (r->best_points - points) % r->loss_unit == 0);
    return (uint32_t)((r->best_points - points) / r->loss_unit);
}

/* What a sum of a line's values may be off. */
static inline double party_constraint_slack(const struct party_constraint *constraint)
{
    return PARTY_SLACK * constraint->size;
}

#endif
