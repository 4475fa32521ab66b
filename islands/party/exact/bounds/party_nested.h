/* A second bound of the search by levels (party_levels.h), tighter where many values reach thresholds that
 * parties of the first bound could share: of challenges whose traits of chemistry are nested, as each club
 * lies in one league.
 *
 * A Lagrangian relaxes the sums, the points of all heroes, how many heroes stand in places of a kind, and
 * that heroes of a value of the third trait (a nation) count on the level that the value has. The rest falls
 * apart by outer values (leagues), and each of these by inner ones (clubs): by how many heroes there are of
 * a club and of its league, both levels are known, and with the level of its nation that a hero claims, at a
 * price, its points. Dynamic programming over clubs for each level of their league, then over leagues,
 * chooses the heroes, none of them twice; another one, over nations, which levels these have.
 *
 * Source: our own; Lagrangian decomposition is that of M. Guignard, S. Kim, Mathematical Programming 39,
 * 1987; the subgradient method as in M. Held, P. Wolfe, H. Crowder, Mathematical Programming 6, 1974.
 *
 * Cost: O(heroes (sums + points places) + clubs levels places^2) for a bound. */
#ifndef SKERRY_PARTY_NESTED_H
#define SKERRY_PARTY_NESTED_H

#include "party_levels.h"

/* By hand. They bound the tables; where these do not suffice, there is no second bound. */
enum {
    PARTY_NESTED_POINTS = 7,
    PARTY_NESTED_ENTRIES = 1 << 15,
    PARTY_NESTED_MULTIPLIERS = 512,
    PARTY_NESTED_VALUES = 1 << 11
};

struct party_levels_nested {
    const struct party_levels *levels;
    size_t inner, outer; /* indices of traits with levels */
    int side;            /* of the third one; -1: there is none */
    uint32_t *value;     /* inner values, by outer value ... */
    uint32_t *first;     /* ... from here on; one more than there are outer values */
    /* All heroes by inner value, then number, and the place of each there; by class of places: the kinds of
     * these. */
    uint32_t *in_order, *rank;
    size_t n_classes;
    uint64_t *class_kinds;
    uint8_t level_of[PARTY_LEVELS_TRAITS][PARTY_MAX_PLACES + 1]; /* by heroes */
    size_t n_points; /* most points of a hero, + 1 */
    uint8_t in_kind[PARTY_MAX_PLACES];
    /* Multipliers: of sums, of all points, of kinds of places, of levels above 0 of side values. */
    size_t n_multipliers, at_points, at_kinds, at_claims;
    double scale[PARTY_NESTED_MULTIPLIERS]; /* of a step */
    double root[PARTY_NESTED_MULTIPLIERS];  /* whatever the levels */
    bool tuned;                             /* root is */
};

/* The level of a value by how many heroes of a party have it: none out of position. */
static inline size_t party_nested_level(const struct party_levels_nested *x, size_t i,
                                        uint32_t value, size_t heroes)
{
    return value + 1 == x->levels->trait[i].unlinked ? 0 : x->level_of[i][heroes];
}

/* The heroes of a node, by inner value, then number, and what makes their prices. */
struct party_nested_heroes {
    size_t n;
    bool again; /* the cheapest of them have been listed before, at other multipliers */
    uint32_t
        *first; /* by inner value, one more than there are: its heroes, from here on */
    uint32_t *hero, *claim; /* claim: where those of its side value begin */
    uint16_t *class;        /* of places */
    double *coins, *value;  /* value: by sum, reduced->n apart */
    double *price, *class_price;
    uint64_t *is_in; /* bits by rank; all 0 between nodes */
};

/* Tables of a bound. */
struct party_nested_table {
    const struct party_levels_nested *nested;
    const struct party_levels_node *node;
    size_t n_heroes; /* of the node, before some are left out */
    struct party_nested_heroes heroes;
    double multiplier[PARTY_NESTED_MULTIPLIERS], gradient[PARTY_NESTED_MULTIPLIERS];
    double best[PARTY_NESTED_MULTIPLIERS];
    /* Heroes that a party must have. */
    size_t n_forced;
    uint32_t forced[PARTY_MAX_PLACES];
    uint32_t from
        [PARTY_MAX_PLACES]; /* by kind: the others in its places are at least these */
    /* Inner values of the heroes, by outer value: these from here on. */
    uint32_t *value, *first;
    /* By trait and value: how many heroes a party may have; none if low > high. */
    uint8_t *low[PARTY_LEVELS_TRAITS], *high[PARTY_LEVELS_TRAITS];
    /* By inner value: the points that its heroes may have by it and the outer one, as bits. */
    uint8_t *points;
    /* By side value and points of the other traits: at most the price of a level, and which. */
    double *claim;
    uint8_t *level;
    /* The cheapest heroes, by inner value, points of both traits, and rank, as places in the list of heroes;
     * sums by number. Of points that they may have, and as many as a party may have. */
    double *price, *sum;
    uint32_t *hero;
    /* Least prices by number of heroes: of inner values before one, by level of the outer one; of
     * an outer value, of those before it, and of those from it on; of side values before one. */
    double *ahead, *group, *before, *after, *sides;
    /* By inner value and points: the others of a party with a hero of these. */
    double *entry;
    /* By trait, value and level: a party with that level of the value. */
    double *with[PARTY_LEVELS_TRAITS];
    uint8_t *used[PARTY_LEVELS_TRAITS]; /* heroes of the bound by trait and value */
    double constant;                    /* to be added to the prices of the heroes */
    double bound;                       /* coins; INFINITY: no party */
};

/* The inner value of a hero. */
static inline uint32_t party_nested_inner(const struct party_levels_nested *x,
                                          uint32_t hero)
{
    const struct party_reduced *r = x->levels->reduced;
    return r->party->trait[x->levels->trait[x->inner].trait].code[r->row[hero]];
}

/* Whether the bound is for this challenge, and if so its tables, from perm. */
enum status party_nested_init(struct party_levels *levels, struct arena *perm,
                              struct error *err);

/* Upper bound on the scratch of party_nested_begin. */
size_t party_nested_bytes(const struct party_reduced *reduced);

/* Takes the tables from scratch. */
void party_nested_begin(struct party_nested_table *table,
                        const struct party_levels_nested *nested,
                        struct arena *scratch);

/* The bound under the assumptions of a node, of parties with n heroes (numbers among the reduced ones) alone;
 * returns the work, in entries. Each value has exactly the level assumed where that has a demand, otherwise
 * at most it. */
size_t party_nested_solve(struct party_nested_table *table,
                          const struct party_levels_node *node, const uint32_t *hero,
                          size_t n);

/* After party_nested_solve: raises the bound by other multipliers, until it is above a limit or after some
 * steps; returns the work, in entries. */
size_t party_nested_tune(struct party_nested_table *table, double limit, int steps);

/* After party_nested_solve: moves the heroes that a party within a limit may have to the front; returns how
 * many. */
size_t party_nested_shrink(struct party_nested_table *table, double limit,
                           uint32_t *hero, size_t n);

/* After party_nested_shrink: the highest level of a value that a party within the limit may have. */
uint8_t party_nested_highest(const struct party_nested_table *table, size_t i,
                             uint32_t value, double limit);

/* After party_nested_solve: a value that may have level 1 and is not demanded; one of the third trait whose level
 * the heroes of the bound count on and do not reach, otherwise one that they reach. False: there is none. */
bool party_nested_choose(struct party_nested_table *table, size_t *i, uint32_t *value);

/* Tunes the multipliers that do not depend on a node, and keeps them in `nested`, that of the table. */
void party_nested_tune_root(struct party_levels_nested *nested,
                            struct party_nested_table *table,
                            const struct party_levels_node *node, const uint32_t *hero,
                            size_t n);

#endif
