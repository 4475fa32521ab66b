/* Patterns: which parts of a party share which heavy traits, before any value is chosen.
 *
 * A pattern is a partition of the party into groups (party_aggregation.h) with a label of each
 * part in each heavy trait: parts with the same label have the same value, parts with different
 * labels have different ones. The formation admits or rejects a pattern as a whole, whatever the
 * values; and what parts share bounds prices far better than the cheapest groups of all, since
 * two cheap groups seldom share anything.
 *
 * Patterns that differ by the order of parts of one size, or by the names of labels, are one: the
 * list has the lexicographically least of each class, by orderly generation. With two heavy traits
 * they are matrices of natural numbers up to the order of rows and of columns, 34,207 of sum 10.
 *
 * Prices: the least over values for k heroes of a kind (some heavy traits given, others free), in
 * Lagrangian relaxation of the leading constraint at a few multipliers; integers in 1/256 coin, so
 * that rounding never decides.
 *
 * Available with one to three heavy traits, none of them with weights of pairs, for formations of
 * at most PARTY_PATTERN_PLACES places, and where the list is not too long.
 *
 * Source: our own; for the list, R. Read, Every one a winner, or how to avoid isomorphism search
 * when cataloguing combinatorial configurations, Annals of Discrete Mathematics 2, 1978; the
 * number of such matrices is sequence A007716 of the OEIS.
 *
 * Cost: of the list some seconds at most, O(groups places steps) for the prices; 6 MB. */
#ifndef SKERRY_PARTY_PATTERNS_H
#define SKERRY_PARTY_PATTERNS_H

#include "party_aggregation.h"

enum {
    PARTY_PATTERN_TRAITS = 3,
    PARTY_PATTERN_PLACES = 16,
    PARTY_PATTERN_PRICES = 16, /* relaxations of the constraints */
    PARTY_PATTERN_UNIT = 256 /* of prices, in a coin */
};

enum party_pattern_answer {
    PARTY_PATTERN_UNTRIED,
    PARTY_PATTERN_ADMITTED, /* by the formation, perhaps */
    PARTY_PATTERN_REJECTED
};

struct party_pattern {
    int32_t bound;  /* coins */
    uint8_t answer; /* a party_pattern_answer */
    uint8_t n;     /* parts */
    uint8_t part[PARTY_PATTERN_PLACES];
    uint8_t label[PARTY_PATTERN_TRAITS][PARTY_PATTERN_PLACES];
};

struct party_patterns {
    const struct party_aggregation *groups;
    bool available; /* for this instance; until listed: perhaps */
    bool listed;
    size_t n_traits;
    uint32_t trait[PARTY_PATTERN_TRAITS]; /* of the pool */
    /* Kinds: the sum over traits of a group's key, 0 for a free trait. */
    uint32_t *key; /* n_groups x n_traits: (code + 1) * stride */
    uint32_t stride[PARTY_PATTERN_TRAITS];
    size_t n_kinds;
    /* Of edges between different parts that share exactly a set of these traits. */
    uint32_t loss[1 << PARTY_PATTERN_TRAITS];
    /* n_kinds x (n_places + 1) x PARTY_PATTERN_PRICES: least relaxed price of that many heroes of a
     * group of this kind; and what is added to the sum of all parts. */
    int64_t *least;
    int64_t constant[PARTY_PATTERN_PRICES];
    size_t n_relaxations;
    size_t n;
    struct party_pattern *pattern; /* by rising bound */
};

/* Reserves memory from perm; lists nothing yet. STATUS_MEMORY. */
enum status party_patterns_init(struct party_patterns *patterns,
                                const struct party_aggregation *groups,
                                struct arena *perm, struct error *err);

/* Lists the patterns, once. False if they are not available, or if the work was interrupted: then
 * nothing is listed. */
bool party_patterns_list(struct party_patterns *patterns,
                         struct party_placement *placement);

/* Whether the formation may admit a pattern, whatever its groups; asked once. */
bool party_patterns_admit(const struct party_patterns *patterns,
                          struct party_placement *placement,
                          struct party_pattern *pattern);

/* Least prices of `heroes` heroes of a kind, by multiplier. */
static inline const int64_t *party_patterns_least(const struct party_patterns *p,
                                                  size_t kind, size_t heroes)
{
    size_t row = p->groups->reduced->n_places + 1;
    assert(kind < p->n_kinds && heroes < row);
    return p->least + (kind * row + heroes) * PARTY_PATTERN_PRICES;
}

/* Bound in coins of a party whose parts have these least prices in sum. */
int32_t party_patterns_bound(const struct party_patterns *patterns, const int64_t *sum);

/* The loss of an edge between two different parts of a pattern, at least. */
uint32_t party_patterns_loss(const struct party_patterns *patterns,
                             const struct party_pattern *pattern, size_t a, size_t b);

#endif
