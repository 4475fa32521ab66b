/* Party building: choose N heroes out of M and place them in a formation, so that every
 * requirement holds, at the lowest price.
 *
 * Source: Levonyan, Harder, De Mesentier Silva, Automated Graph Genetic Algorithm based
 * Puzzle Validation for Faster Game Design, sections III to V.
 *
 * Genome: n_places genes of int32_t; gene p is the row (0..n_heroes-1) of the hero in
 * place p. Cost: the sum of prices, +INFINITY when a requirement fails. */
#ifndef SKERRY_PARTY_H
#define SKERRY_PARTY_H

#include "party_decimal.h"
#include "party_limits.h"
#include "problem.h"

/* One categorical column of the pool: value codes 0..n_values-1 and their names. */
struct party_trait {
    const char *name;
    uint32_t n_values;
    const char **values;
    const uint16_t *code; /* n_heroes */
    int weight;           /* points a shared value adds to an edge's match; 0: none */
};

/* One numeric column. */
struct party_number {
    const char *name;
    const double *value; /* n_heroes */
    struct party_decimals exact;
};

/* Sums of doubles are wrong by less than this, relative to the sum of their sizes: 64
 * terms lose at most 64 * 2^-53 each, and what is done with them a few times that. */
#define PARTY_SLACK 1e-12

enum party_requirement_kind {
    PARTY_SUM,   /* min <= sum of numbers[column] <= max (a mean is stored as a sum) */
    PARTY_COUNT, /* min <= heroes whose traits[column] is `value` <= max */
    PARTY_DISTINCT, /* min <= different values of traits[column] <= max */
    PARTY_SAME /* min <= heroes that share the commonest value of traits[column] <= max
                */
};

/* One linear requirement. `max` is +INFINITY and `min` -INFINITY where not given. */
struct party_requirement {
    enum party_requirement_kind kind;
    uint32_t column; /* into traits or numbers */
    uint32_t value;  /* COUNT: code of the trait value */
    /* SUM of numbers with units: PARTY_SLACK outside of the bounds, for searches. */
    double min, max;
    double given_min, given_max; /* as the config has them: of a mean, not of its sum */
    party_wide least, most;      /* SUM of numbers with units: the bounds, in these */
    const char *text;            /* as people say it: "mean level >= 84" */
    char key[64];                /* its config path */
};

struct party {
    size_t n_heroes, n_places;
    const int64_t *id;   /* as the pool names them */
    const double *price; /* >= 0; 0 for owned heroes */
    struct party_decimals exact_price;
    size_t n_traits, n_numbers;
    struct party_trait trait[PARTY_MAX_TRAITS];
    struct party_number number[PARTY_MAX_NUMBERS];

    /* The formation: an undirected graph over places. */
    size_t n_edges;
    uint8_t edge[PARTY_MAX_EDGES][2];
    uint8_t n_neighbours[PARTY_MAX_PLACES];
    uint8_t neighbour[PARTY_MAX_PLACES][PARTY_MAX_PLACES];

    /* Synergy: an edge's match is the sum of the weights of the traits that its two
     * heroes share; points[match] are its points. Synergy = points of all edges / most
     * possible. Compared as whole points: feasible when they reach synergy_min. */
    int max_match;     /* sum of weights */
    const int *points; /* 0..max_match */
    int most_points;   /* n_edges * max of points */
    int synergy_min;   /* ceil(share * most_points) */

    size_t n_requirements;
    struct party_requirement requirement[PARTY_MAX_REQUIREMENTS];

    int32_t fixed[PARTY_MAX_PLACES]; /* row of the hero fixed in a place, else -1 */
    const uint8_t *banned; /* n_heroes: 1 where excluded, or fixed elsewhere */
    bool guided;           /* Algorithm 1's best match; false for Fig. 4's contrast */
    bool mend;             /* local search may complete parties; guided only */
    double look_ahead;     /* quantile that open places are assumed to reach */

    void *index;  /* of party_construct.c: candidates by trait values */
    void *search; /* of party_local_search.c: what local search prepares once */
};

/* Points of the edge between two heroes. */
static inline int party_edge_points(const struct party *party, int32_t a, int32_t b)
{
    int match = 0;
    for (size_t t = 0; t < party->n_traits; t++)
        if (party->trait[t].weight &&
            party->trait[t].code[a] == party->trait[t].code[b])
            match += party->trait[t].weight;
    return party->points[match];
}

/* Points of a whole formation: the slow, obvious sum over edges. */
int party_points(const struct party *party, const int32_t *hero);

/* What a requirement bounds, of a whole formation, the slow, obvious way: the sum of a
 * number, the heroes with a trait's value, its different values, or the heroes that
 * share its commonest value. */
double party_amount(const struct party *party, enum party_requirement_kind kind,
                    uint32_t column, uint32_t value, const int32_t *hero);

/* Whether a SUM requirement holds, in exact numbers. */
bool party_sum_holds(const struct party *party, const struct party_requirement *r,
                     const int32_t *hero);

/* Whether a hero is in one of the first n places. */
static inline bool party_has_hero(const int32_t *hero, size_t n, int32_t row)
{
    for (size_t p = 0; p < n; p++)
        if (hero[p] == row)
            return true;
    return false;
}

/* Whether every hero is in one place only, none is banned, fixed places hold, and every
 * requirement and the synergy hold: the slow, obvious way. `broken`, when not NULL, is
 * set to the text of the first rule that fails. */
bool party_is_feasible(const struct party *party, const int32_t *hero,
                       const char **broken);

/* Sum of prices: of all parties of the same sum the same, whoever stands where. */
double party_price(const struct party *party, const int32_t *hero);

/* The largest whole number that every price is a multiple of; 0 when some price is no
 * whole number, or all are 0. */
double party_price_step(const struct party *party);

#endif
