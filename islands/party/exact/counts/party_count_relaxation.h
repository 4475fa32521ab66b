/* The Lagrangian relaxation of the bound by counts (party_count_bound.h): its value at given multipliers, and a
 * subgradient.
 *
 * Copies of the party: by rows, by columns, and one by each further trait that counts. The first two take heroes by
 * groups, and share their prices with tolls for the k-th hero of a group; each further one takes heroes by the values
 * of its trait, for a share of their prices and a toll for each group and value. */
#ifndef SKERRY_PARTY_COUNT_RELAXATION_H
#define SKERRY_PARTY_COUNT_RELAXATION_H

#include "party_count_tables.h"
#include "party_reduced.h"

/* By hand: further traits that count, and all copies. */
enum { PARTY_COUNT_LIGHT = 1, PARTY_COUNT_COPIES = 2 + PARTY_COUNT_LIGHT };

struct party_count_multipliers {
    double sum[PARTY_MAX_REQUIREMENTS]; /* > 0: of the lower bound, < 0: of the upper */
    double points;
    double *toll;                     /* groups x row: of the k-th hero, by rows */
    double *light[PARTY_COUNT_LIGHT]; /* groups x values: of each hero */
};

/* The cheapest heroes of each bin: of each group, or of each value of a further trait. */
struct party_count_bins {
    size_t n;
    double *key;      /* n x row */
    uint32_t *chosen; /* n x row: heroes, as of party_count_relaxation.amount */
    int64_t *least;   /* n x row: of so many of these */
    uint8_t *available;
};

struct party_count_relaxation {
    const struct party_reduced *r;
    size_t n_heroes, n_groups, row; /* row: n_places + 1 */
    uint32_t *first;                /* heroes of each group: n_groups + 1 */
    /* By hero, in the order of groups: its price and what it adds to each constraint; and its value of
     * each further trait. */
    size_t n_amounts, n_light;
    double *amount;
    uint16_t *value;
    size_t n_values[PARTY_COUNT_LIGHT];

    double unit; /* of whole amounts, in the price's */
    int within[PARTY_MAX_PLACES + 1];
    /* Points: at most `every` for each edge, and so many, >= 0, for one that shares what they name. */
    int every, of_row, of_column, of_both, of_light[PARTY_COUNT_LIGHT];

    struct party_count_bins
        bins[1 + PARTY_COUNT_LIGHT]; /* by group; by further trait */
    struct party_count_structure structure[PARTY_COUNT_COPIES];
    int64_t *price[2]; /* groups x row: of the copies by rows and columns */
    uint8_t *taken[PARTY_COUNT_COPIES]; /* by bin */
    struct party_count_multipliers now;
};

/* The share of prices that a further trait has, and the copies by rows and columns together; by hand. */
static const double PARTY_COUNT_LIGHT_SHARE = 0.25;

static inline double party_count_main_share(const struct party_count_relaxation *x)
{
    return 1 - PARTY_COUNT_LIGHT_SHARE * (double)x->n_light;
}

/* The value at x->now: a lower bound on the price of a party, in exact arithmetic but for what is rounded down;
 * -INFINITY if it cannot be had. Fills `taken`. */
double party_count_relaxation_value(struct party_count_relaxation *x);

/* The subgradient of the last value, but for tolls: what the sums and the points lack. */
double party_count_lack_of_sum(const struct party_count_relaxation *x,
                               size_t constraint);
double party_count_lack_of_points(const struct party_count_relaxation *x);

#endif
