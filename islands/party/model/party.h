/* The party-building problem: select N of M heroes and assign them to the places of a
 * formation, subject to linear requirements and a quadratic one (synergy), at the least
 * price. A quadratic assignment problem with selection.
 *
 * Source: K. Levonyan, J. Harder, F. De Mesentier Silva, Automated Graph Genetic
 * Algorithm based Puzzle Validation for Faster Game Design, sections III to V; called
 * "the paper" in this folder. Differs: bounds hold for the decimals that are written,
 * not for their doubles (party_decimal.h); fixed, excluded and owned heroes are ours.
 *
 * Genome: n_places genes of int32_t; gene p is the row (0..n_heroes-1) of the hero in
 * place p. Cost: the sum of prices, +INFINITY if a requirement fails.
 *
 * The functions below are the reference implementation of the rules: O(places^2) for a
 * requirement on a trait, O(edges traits) for synergy. The faster ones are tested
 * against them. */
#ifndef SKERRY_PARTY_H
#define SKERRY_PARTY_H

#include "party_decimal.h"
#include "party_limits.h"
#include "problem.h"

/* Weights of pairs of values of a trait. The values that a pair names are numbered from
 * 1 to n - 1, all others 0. */
struct party_pair_weights {
    uint32_t n;
    const uint16_t *number; /* by code */
    const uint8_t *weight;  /* by number * n + number; symmetric, 0 in row 0 */
};

/* One categorical column of the pool: value codes 0..n_values-1 and their names. */
struct party_trait {
    const char *name;
    uint32_t n_values;
    const char **values;
    const uint16_t *code; /* n_heroes */
    int weight;           /* what a shared value adds to an edge's match */
    int most_weight;      /* the most that the trait can add; 0: it is not weighed */
    const struct party_pair_weights *pairs; /* NULL: none */
    /* 1 + the value of heroes out of position, which nobody shares, not even each other; 0: none. */
    uint32_t unlinked;
    /* 1 + the trait that has this one's values for heroes in position, and that value for others;
     * 0: this one itself. */
    uint32_t linked;
};

/* One numeric column. */
struct party_number {
    const char *name;
    const double *value; /* n_heroes */
    struct party_decimals exact;
    uint32_t
        in_position; /* 1 + the number that is 0 for heroes out of position; 0: none */
};

/* Bound on the rounding error of a sum of doubles, relative to the sum of their
 * absolute values. Summing n <= 64 terms errs by at most (n - 1) 2^-53 = 7e-15 of it
 * (N. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2); the
 * rest is margin for the arithmetic that follows. */
#define PARTY_SLACK 1e-12

enum party_requirement_kind {
    PARTY_SUM,   /* min <= sum of numbers[column] <= max (a mean is stored as a sum) */
    PARTY_COUNT, /* min <= heroes whose traits[column] is `value` <= max */
    PARTY_DISTINCT,        /* min <= different values of traits[column] <= max */
    PARTY_SAME,            /* min <= heroes with the most frequent value <= max */
    PARTY_CHEMISTRY,       /* min <= sum of the heroes' points of chemistry <= max */
    PARTY_LEAST_CHEMISTRY, /* min <= points of the hero that has the fewest <= max */
    PARTY_RATING /* min <= team rating by numbers[column] <= max (party_rating.h) */
};

/* Whether a requirement of this kind is on the values of one trait, its column. */
static inline bool party_is_on_trait(enum party_requirement_kind kind)
{
    return kind == PARTY_COUNT || kind == PARTY_DISTINCT || kind == PARTY_SAME;
}

/* Whether a requirement is on chemistry. */
static inline bool party_is_chemistry(enum party_requirement_kind kind)
{
    return kind == PARTY_CHEMISTRY || kind == PARTY_LEAST_CHEMISTRY;
}

/* Whether forward checking, sums and Lagrangian prices do not know requirements of this kind. */
static inline bool party_is_special(enum party_requirement_kind kind)
{
    return party_is_chemistry(kind) || kind == PARTY_RATING;
}

/* One requirement. `max` is +INFINITY and `min` -INFINITY where not given. */
struct party_requirement {
    enum party_requirement_kind kind;
    uint32_t column; /* into traits or numbers; unused for chemistry */
    uint32_t value;  /* COUNT: code of the trait value */
    bool mean;       /* SUM: given as a mean */
    bool unique;     /* SAME, at most 1: given by `unique` */
    /* For a SUM in exact units, relaxed by PARTY_SLACK, for the searches. */
    double min, max;
    double given_min, given_max; /* as in the config: of a mean, not of its sum */
    party_wide least, most;      /* SUM in exact units: the bounds in these units */
    const char *text;            /* for messages: "mean level >= 84" */
    char key[64];                /* its config path */
};

/* One alternative of an either/or. */
struct party_alternative {
    struct party_requirement requirement;
    uint64_t cases; /* bit i: case i takes it */
};

/* An either/or, the `any` of a config: at least one of its alternatives must hold. */
struct party_either {
    size_t first, n;  /* into the party's alternatives */
    const char *text; /* for messages: "mean level >= 84 or at least 3 with race elf" */
};

/* A rule for places: the heroes that it admits stand there, and no others, or others out of position. */
struct party_place_rule {
    uint64_t places;  /* bit p: place p */
    bool unlinked;    /* others may stand there, out of position: they share no trait */
    const char *text; /* for messages: "places 0, 3: role tank or guard" */
};

/* What a party is searched for, if not the least sum of coins (party_objective.h). */
struct party_objective {
    const char *name; /* "sum power"; NULL: the coins */
    bool maximise;
    bool
        synergy; /* the most synergy; what follows is then unused, and the price the coins */
    bool mean; /* the sum is divided by the places */
    party_wide
        offset; /* the sum, for the most its negative, minus that of the prices; in units
                          of exact_price */
};

struct party {
    size_t n_heroes, n_places;
    /* A hero that some rule for places would have out of position has two rows, of the same id and
     * numbers: that of the pool, one of the first n_listed, for places where it is in position, and
     * one after them for the others. They differ in what it shares (party_trait.linked), and a
     * place admits one of them at most, so that hero and place say which. Nothing else knows of
     * positions: searches and bounds see heroes of which a party has one at most. */
    size_t n_listed;
    const int32_t *other; /* by row: the other one, or -1; NULL: no hero has two */
    const uint64_t *out_places; /* by row of the pool: bit p if out of position there */
    uint32_t identity;          /* trait by which both rows of a hero are alike */
    const int64_t *id;          /* from the pool */
    const double *coins;        /* prices of the pool; 0 for owned heroes */
    struct party_decimals exact_coins;
    /* What the searches minimise, >= 0: the coins or, with another objective, what a hero has
     * above the least of the pool, or lacks to the most. They call it the price. */
    const double *price;
    struct party_decimals exact_price;
    struct party_objective objective;
    /* The last n_hidden numbers are no columns of the pool, but what the budget and the rules for
     * places sum up; nor are the last n_hidden_traits. */
    size_t n_traits, n_numbers, n_hidden, n_hidden_traits;
    struct party_trait trait[PARTY_MAX_TRAITS];
    struct party_number number[PARTY_MAX_NUMBERS];

    /* The formation: an undirected graph over places. */
    size_t n_edges;
    uint8_t edge[PARTY_MAX_EDGES][2];
    uint8_t n_neighbours[PARTY_MAX_PLACES];
    uint8_t neighbour[PARTY_MAX_PLACES][PARTY_MAX_PLACES];

    /* Synergy, Eq. (1): an edge's match is the sum over the traits of the weight of its
     * two heroes' values, and points[match] are its points. Synergy is the points of
     * all edges divided by the most possible; it is compared in whole points, against
     * synergy_min. */
    int max_match;        /* sum of most_weight */
    const int *points;    /* 0..max_match */
    int most_points;      /* n_edges * max of points */
    int synergy_min;      /* ceil(share * most_points) */
    double synergy_share; /* the least synergy, as in the config */

    const struct party_chemistry *chemistry; /* party_chemistry.h; NULL: none */

    /* Of a part of the exact search: where `divided`, it is searched for parties whose sum of the
     * numbers of their team rating is in sum_from..sum_to - 1 (party_rating_relaxation.h). */
    bool divided;
    int64_t sum_from, sum_to;
    bool
        alone; /* the other parts are not searched: no hero may replace one by leading there */

    /* The last n_implied follow from the rules for places, and only guide the searches. */
    size_t n_requirements, n_implied;
    struct party_requirement requirement[PARTY_MAX_REQUIREMENTS];

    /* Either/or, which must hold besides the requirements. A case takes one alternative of
     * each: cases[i] is this party with these as further requirements, last of those given,
     * and without either/or; it has an index and a search of its own, and this party has
     * none. A party is feasible if it is so in one case. 0 without either/or. */
    size_t n_either, n_cases;
    const struct party_either *either;
    const struct party_alternative *alternative;
    struct party *cases; /* n_cases */

    /* Heroes that the same rules for places admit are of one place class. */
    size_t n_place_rules, n_place_classes;
    struct party_place_rule place_rule[PARTY_MAX_PLACE_RULES];
    const uint16_t *place_class; /* n_heroes; NULL without rules for places */
    const uint64_t *
        class_rules; /* by place class: bit i if rule i admits its heroes; or PARTY_OUT */
    const uint64_t
        *class_places; /* by place class: bit p if they may stand in place p */

    int32_t fixed[PARTY_MAX_PLACES]; /* row of the hero fixed in a place, else -1 */
    const uint8_t *banned; /* n_heroes: 1 if excluded, or fixed in some place */
    bool guided;           /* Algorithm 1 takes the best match; false as in Fig. 4 */
    bool mend;             /* local search may complete parties; guided only */
    bool refill;           /* mutated places are filled at random first */
    int attempts;          /* of Algorithm 1 for a new party; 0: party_construct.c */
    int completions;       /* attempts of Algorithm 1 to complete a party, >= 1 */
    double look_ahead;     /* quantile that open places are assumed to reach */

    void *index;   /* struct party_construct_state: candidates by trait values */
    void *search;  /* struct party_lagrangian of the local search */
    void *penalty; /* struct party_penalty; NULL without special requirements */
    void *
        exact; /* struct party_shared_solvers, of this party alone and no copy; or NULL */
};

/* What two values of a trait add to an edge's match: w(a, b) of Eq. (1). */
static inline int party_pair_weight(const struct party_trait *trait, uint16_t a,
                                    uint16_t b)
{
    const struct party_pair_weights *pairs = trait->pairs;
    if (pairs && pairs->number[a] && pairs->number[b])
        return pairs->weight[pairs->number[a] * pairs->n + pairs->number[b]];
    return a == b ? trait->weight : 0;
}

/* How many requirements the config gives, the first of all. */
static inline size_t party_given(const struct party *party)
{
    return party->n_requirements - party->n_implied;
}

/* The cases of a party; without either/or it is the only one itself. */
static inline size_t party_n_cases(const struct party *party)
{
    return party->n_either ? party->n_cases : 1;
}

static inline struct party *party_own_case(struct party *party, size_t i)
{
    return party->n_either ? &party->cases[i] : party;
}

static inline const struct party *party_case(const struct party *party, size_t i)
{
    return party->n_either ? &party->cases[i] : party;
}

/* Whether the rules for places admit a hero in a place. */
static inline bool party_may_stand(const struct party *party, int32_t row, size_t place)
{
    return !party->place_class ||
           party->class_places[party->place_class[row]] >> place & 1;
}

/* Whether a value of a trait is that of heroes out of position. */
static inline bool party_is_unlinked(const struct party_trait *trait, uint32_t code)
{
    return code + 1 == trait->unlinked;
}

/* The trait by which heroes share the values of a trait. */
static inline uint32_t party_linked(const struct party *party, uint32_t trait)
{
    return party->trait[trait].linked ? party->trait[trait].linked - 1 : trait;
}

/* Heroes of the pool, each once. */
static inline size_t party_n_listed(const struct party *party)
{
    return party->other ? party->n_listed : party->n_heroes;
}

/* Whether a row is that of a hero out of position. */
static inline bool party_is_out(const struct party *party, int32_t row)
{
    return party->other && row >= (int32_t)party->n_listed;
}

/* The row of a hero in the pool. */
static inline int32_t party_listed(const struct party *party, int32_t row)
{
    return party_is_out(party, row) ? party->other[row] : row;
}

static inline bool party_is_same_hero(const struct party *party, int32_t a, int32_t b)
{
    return a == b || (party->other && party_listed(party, a) == party_listed(party, b));
}

/* The other row of a hero; -1: it has none. */
static inline int32_t party_other(const struct party *party, int32_t row)
{
    return party->other ? party->other[row] : -1;
}

/* Bans a hero, by both rows. */
static inline void party_ban(const struct party *party, int32_t row, uint8_t *banned)
{
    banned[row] = 1;
    if (party_other(party, row) >= 0)
        banned[party_other(party, row)] = 1;
}

/* The row of a hero, of which one is given, in a place. */
static inline int32_t party_row_in(const struct party *party, int32_t row, size_t place)
{
    if (!party->other)
        return row;
    int32_t listed = party_listed(party, row);
    return party->out_places[listed] >> place & 1 ? party->other[listed] : listed;
}

/* Swaps the heroes of two places, by their rows there. */
static inline void party_swap(const struct party *party, int32_t *hero, size_t p,
                              size_t q)
{
    int32_t one = hero[p];
    hero[p] = party_row_in(party, hero[q], p);
    hero[q] = party_row_in(party, one, q);
}

/* In a set of rules: the row is that of a hero out of position. */
#define PARTY_OUT ((uint64_t)1 << PARTY_MAX_PLACE_RULES)

/* The places where rows that a set of rules (class_rules) admits may stand; without `barred`, where they
 * might if the rules that bar others from places were dropped: those of positions say what heroes share. */
uint64_t party_places_of(const struct party *party, uint64_t rules, bool barred);

/* At most one of the rows of each hero, as a requirement. */
struct party_requirement party_identity_requirement(const struct party *party);

/* Points of the edge between two heroes. */
static inline int party_edge_points(const struct party *party, int32_t a, int32_t b)
{
    int match = 0;
    for (size_t t = 0; t < party->n_traits; t++)
        match += party_pair_weight(&party->trait[t], party->trait[t].code[a],
                                   party->trait[t].code[b]);
    return party->points[match];
}

/* Bounds on the points of an edge whose match is within a range. */
int party_most_points(const struct party *party, int least_match, int most_match);
int party_least_points(const struct party *party, int least_match, int most_match);

/* Points as a share of the most possible. */
static inline double party_share(const struct party *party, int points)
{
    return (double)points / (double)party->most_points;
}

/* Points of a complete formation. */
int party_points(const struct party *party, const int32_t *hero);

/* The rule of the least synergy in words: "synergy >= 0.5", with the points that this takes where
 * they are a larger share. */
void party_say_synergy(const struct party *party, char *out, size_t bytes);

/* The quantity that a requirement bounds, of a complete formation: the sum of a number
 * (independent of the order of the heroes), the heroes with a trait's value, its number of
 * different values, or the frequency of its most frequent value, points of chemistry, or the
 * team rating. */
double party_amount(const struct party *party, enum party_requirement_kind kind,
                    uint32_t column, uint32_t value, const int32_t *hero);

/* Whether a SUM requirement holds, in exact arithmetic. */
bool party_sum_holds(const struct party *party, const struct party_requirement *r,
                     const int32_t *hero);

/* Whether a requirement holds for a complete formation. */
bool party_requirement_holds(const struct party *party,
                             const struct party_requirement *r, const int32_t *hero);

/* Whether the special requirements hold. */
bool party_special_holds(const struct party *party, const int32_t *hero);

/* The cases whose alternatives all hold for a complete formation, bit i for case i; other
 * rules are not checked. */
uint64_t party_cases_met(const struct party *party, const int32_t *hero);

/* Whether an edge joins two places. */
static inline bool party_are_neighbours(const struct party *party, size_t a, size_t b)
{
    for (size_t k = 0; k < party->n_neighbours[a]; k++)
        if (party->neighbour[a][k] == b)
            return true;
    return false;
}

/* Whether a row is in one of the first n places. */
static inline bool party_has_hero(const int32_t *hero, size_t n, int32_t row)
{
    for (size_t p = 0; p < n; p++)
        if (hero[p] == row)
            return true;
    return false;
}

/* Whether a hero may be chosen for a place: neither excluded nor fixed. Rules aside. */
static inline bool party_is_open(const struct party *party, int32_t row)
{
    return !(party->banned && party->banned[row]) &&
           !party_has_hero(party->fixed, party->n_places, row);
}

/* Whether a hero is in one of the first n places, by either row. */
static inline bool party_has_either(const struct party *party, const int32_t *hero,
                                    size_t n, int32_t row)
{
    int32_t other = party_other(party, row);
    return party_has_hero(hero, n, row) ||
           (other >= 0 && party_has_hero(hero, n, other));
}

/* Whether no hero is repeated, none is banned, fixed heroes are in their places, and the
 * rules for places, all requirements, the either/or and the synergy hold. `broken`, if not NULL, is set to the text of
 * the first rule that fails. */
bool party_is_feasible(const struct party *party, const int32_t *hero,
                       const char **broken);

/* How many places of a rule for places have a hero that it admits. */
int party_place_rule_admitted(const struct party *party, size_t rule,
                              const int32_t *hero);

/* A copy with cases of its own, in perm, and without shared solvers; all else is borrowed. False without memory. */
bool party_copy(const struct party *party, struct arena *perm, struct party *out);

/* Sum of prices, independent of the order of the heroes. */
double party_price(const struct party *party, const int32_t *hero);

/* Sum of coins, likewise. */
double party_coins(const struct party *party, const int32_t *hero);

/* The greatest common divisor of all prices; 0 if a price is not an integer or above 1e15, or
 * all are 0. */
double party_price_step(const struct party *party);

#endif
