/* Bound of price, chemistry and places together, for challenges without synergy.
 *
 * Each party is of one assignment of levels: by each value of a trait with chemistry, how many of
 * its thresholds the party reaches. If the levels are assumed, each hero has fixed points, and the
 * bound is that of an assignment of heroes to places that has as many heroes of each value as its
 * level demands and as many points as required: dynamic programming over places, with the heroes
 * still demanded and the points that may be missing as state, and reduced prices (a Lagrangian
 * relaxation of all sums) as costs. In it a hero may stand in several places. Values whose level is
 * not decided are assumed to have a level at no demand, which is what makes it a bound; the search
 * (party_bnb_levels.c) decides them where that matters.
 *
 * A limit on how many heroes share a value, from below, is one more threshold, at no points; few
 * different values are a threshold of one hero.
 *
 * Source: our own; the parts are M. Fisher, The Lagrangian relaxation method for solving integer
 * programming problems, Management Science 27, 1981, and state-space relaxation as in N.
 * Christofides, A. Mingozzi, P. Toth, Networks 11, 1981.
 *
 * Cost: O(heroes traits + places states classes) for a bound. */
#ifndef SKERRY_PARTY_LEVELS_H
#define SKERRY_PARTY_LEVELS_H

#include "party_reduced.h"

/* By hand. The last three bound the table, a larger one forgets demands. */
enum {
    PARTY_LEVELS_TRAITS =
        4, /* of heroes with second rows, which share other traits than count */
    PARTY_LEVELS_OWN_TRAITS = 3,
    PARTY_LEVELS_PLACES =
        16, /* free ones; of more, parties differ in too many ways that no rule sees */
    PARTY_LEVELS_MOST = 8,    /* levels of a value above 0 */
    PARTY_LEVELS_DEMANDS = 5, /* of a trait that the table keeps */
    PARTY_LEVELS_STATES = 1 << 12,
    PARTY_LEVELS_CLASSES = 1 << 11
};

struct party_levels_trait {
    uint32_t trait, n_values;
    uint32_t
        unlinked; /* 1 + the value of heroes out of position, which has no points; 0: none */
    size_t n;                               /* levels above 0 */
    uint8_t heroes[PARTY_LEVELS_MOST + 1];  /* that a level takes, rising */
    uint16_t points[PARTY_LEVELS_MOST + 1]; /* of a hero of it */
    size_t first;   /* levels from this one on are decided for all values at once */
    uint8_t wanted; /* heroes that must have wanted_value, at least; 0: none */
    uint32_t wanted_value;
    int same_min;          /* heroes of one value, at least */
    bool few;              /* heroes of values without a level are barred, ... */
    size_t distinct_max;   /* ... and so many values may have one */
    const uint8_t *supply; /* by value */
};

/* Points of a hero of a value, by the level of that. */
static inline uint16_t party_levels_points(const struct party_levels_trait *trait,
                                           uint32_t value, size_t level)
{
    return value + 1 == trait->unlinked ? 0 : trait->points[level];
}

struct party_levels_nested; /* party_nested.h */

struct party_levels {
    const struct party_reduced *reduced;
    size_t n_places;                /* free ones */
    size_t n_kinds;                 /* of places: the same heroes may stand in them */
    uint8_t kind[PARTY_MAX_PLACES]; /* by free place; those of a kind in a row */
    uint64_t *kinds;                /* by hero, bits */
    size_t n_pairs;                 /* of heroes and kinds */
    size_t n_traits;
    struct party_levels_trait trait[PARTY_LEVELS_TRAITS];
    int full, least; /* points of a hero: the most, and required of each */
    int spare;       /* points that may be missing of all heroes; -1: any number */
    size_t n_sums;   /* relaxed constraints */
    double *value;   /* by sum and hero */
    double lo[PARTY_MAX_REQUIREMENTS],
        hi[PARTY_MAX_REQUIREMENTS];               /* left by fixed heroes */
    double size[PARTY_MAX_REQUIREMENTS], dearest; /* for rounding errors */
    double multiplier[PARTY_MAX_REQUIREMENTS];    /* of each: whatever the levels */
    double bound;  /* coins, whatever the levels; INFINITY: no party */
    int32_t coins; /* rounded up */
    struct party_levels_nested *nested; /* a second bound; NULL: none */
};

/* Assumed levels of values. */
struct party_levels_node {
    uint8_t *level[PARTY_LEVELS_TRAITS];  /* by value */
    uint8_t *demand[PARTY_LEVELS_TRAITS]; /* by value: heroes needed of it */
};

struct party_levels_class {
    uint8_t slot
        [PARTY_LEVELS_TRAITS]; /* 1 + the demand of each trait that it serves; 0: none */
    uint8_t missing;           /* points */
};

struct party_levels_table {
    const struct party_levels *levels;
    double multiplier[PARTY_MAX_REQUIREMENTS];
    double *price;    /* reduced by these, of each hero */
    double constant;  /* to be added to the reduced prices of a party; with its slack */
    uint32_t *active; /* heroes that may be chosen, in any order */
    size_t n_active;
    uint16_t *class_of; /* by active hero; PARTY_LEVELS_CLASSES: barred */
    size_t n_classes;
    struct party_levels_class *class;
    uint16_t *number;    /* of a class, by its key */
    double *best;        /* by class and kind */
    uint32_t *best_hero; /* likewise */
    size_t n_demands, n_states;
    uint8_t needed[PARTY_LEVELS_TRAITS * PARTY_LEVELS_DEMANDS];
    uint32_t stride[PARTY_LEVELS_TRAITS * PARTY_LEVELS_DEMANDS], missing_stride;
    uint8_t slot_of[PARTY_LEVELS_TRAITS][PARTY_LEVELS_DEMANDS];
    uint16_t *open; /* by state: bit d if demand d is not met */
    uint8_t *missing;
    double *least; /* by free place and state: from there on */
    uint32_t start;
    double bound; /* coins; INFINITY: no party */
};

/* Whether the bound is for this challenge, and if so its tables, from perm. */
enum status party_levels_init(struct party_levels **levels,
                              const struct party_reduced *reduced, struct arena *perm,
                              struct error *err);

/* Whether the bound may be for this challenge. Where most heroes are chosen, groups tell them apart
 * sooner than places. */
bool party_levels_are_for(const struct party_reduced *reduced);

/* The price of a hero reduced by multipliers, and what is to be added to those of a party: less the
 * rounding error of the sum. */
double party_levels_price(const struct party_levels *levels, const double *multiplier,
                          size_t hero);
double party_levels_constant(const struct party_levels *levels,
                             const double *multiplier);

/* Upper bound on the scratch of party_levels_begin and of the search. */
size_t party_levels_bytes(const struct party_reduced *reduced);

/* Takes the tables from scratch. */
void party_levels_begin(struct party_levels_table *table,
                        const struct party_levels *levels,
                        struct party_levels_node *node, struct arena *scratch);

/* The bound under these assumptions; returns the work, in entries. */
size_t party_levels_solve(struct party_levels_table *table,
                          const struct party_levels_node *node);

/* After party_levels_solve: moves the active heroes that a party within a limit may have to the
 * front; returns how many. */
size_t party_levels_shrink(struct party_levels_table *table, double limit);

/* The state after a hero of a class; PARTY_LEVELS_STATES if too many points are missing. */
static inline uint32_t party_levels_next(const struct party_levels_table *t,
                                         uint32_t state,
                                         const struct party_levels_class *c)
{
    const struct party_levels *x = t->levels;
    uint32_t next = state;
    if (x->spare >= 0) {
        if (t->missing[state] + c->missing > x->spare)
            return PARTY_LEVELS_STATES;
        next += c->missing * t->missing_stride;
    }
    for (size_t i = 0; i < x->n_traits; i++)
        if (c->slot[i] && t->open[state] >> (c->slot[i] - 1) & 1)
            next -= t->stride[c->slot[i] - 1];
    return next;
}

/* Sets the multipliers, and the prices of active heroes from them. */
void party_levels_reduce(struct party_levels_table *table, const double *multiplier);

/* After party_levels_solve: raises the bound by other multipliers, until it is above a limit or
 * after some steps; returns the work, in entries. */
size_t party_levels_tune(struct party_levels_table *table,
                         const struct party_levels_node *node, double limit, int steps);

/* The party of the bound: heroes by free place (numbers among the reduced heroes). */
void party_levels_trace(const struct party_levels_table *table, uint32_t *hero);

#endif
