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
 * One demand on a count is bounded exactly (party_pattern_prices.h): at least so many heroes of a
 * value, given (COUNT) or to be chosen (SAME); they are marked, and each choice of the value is a
 * subproblem.
 *
 * Available with one to three heavy traits, none of them with weights of pairs, for formations of
 * at most PARTY_PATTERN_PLACES places, and where the list is not too long.
 *
 * Source: our own; for the list, R. Read, Every one a winner, or how to avoid isomorphism search
 * when cataloguing combinatorial configurations, Annals of Discrete Mathematics 2, 1978; the
 * number of such matrices is sequence A007716 of the OEIS.
 *
 * First parts that the formation rejects, whatever follows, are not continued; and a list that random
 * ways through it promise to be too long is not begun.
 *
 * Cost: of the list 0.1 to two seconds for ten places and two traits, at most some six; up to 40 MB, of
 * which only what is used is touched. */
#ifndef SKERRY_PARTY_PATTERNS_H
#define SKERRY_PARTY_PATTERNS_H

#include "party_aggregation.h"

enum {
    PARTY_PATTERN_TRAITS = 3,
    PARTY_PATTERN_PLACES = 24,
    PARTY_PATTERN_PRICES = 8, /* relaxations */
    PARTY_PATTERN_UNIT = 256  /* of relaxed prices, in a coin */
};

struct party_pattern {
    uint8_t n; /* parts */
    uint8_t part[PARTY_PATTERN_PLACES];
    uint8_t label[PARTY_PATTERN_TRAITS][PARTY_PATTERN_PLACES];
};

/* A pattern with, where the marked value is to be chosen, that choice. */
struct party_pattern_subproblem {
    int32_t bound; /* coins */
    uint16_t choice;
    uint32_t pattern;
};

/* Relaxed prices by the number of marked heroes, at least so many, and by relaxation. */
struct party_pattern_sum {
    int64_t of[PARTY_PATTERN_PLACES + 1][PARTY_PATTERN_PRICES];
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

    /* Heroes with a value of this trait are marked, and at least n_marked of a party are; -1: no
     * such trait. The value is fixed, or one of n_choices. */
    int mark;
    size_t n_marked, n_choices;
    uint16_t *value; /* by choice */
    size_t choice;   /* of `least` */

    /* n_kinds x (n_places + 1) x (n_marked + 1) x PARTY_PATTERN_PRICES: least relaxed price of that
     * many heroes of a group of this kind; and what is added to the sum of all parts. */
    int64_t *least;
    int64_t constant[PARTY_PATTERN_PRICES];
    /* By group, those of its heroes that may be among its cheapest ones, or cheapest marked ones, in
     * some relaxation: hero[first_hero[g]] up to the next group's, from the list on. */
    uint32_t *hero, *first_hero;
    size_t n_relaxations, n_by_steps; /* the first ones are of the leading constraint */
    double (
        *multiplier)[PARTY_MAX_REQUIREMENTS]; /* by relaxation; of each constraint */

    size_t n;
    struct party_pattern *pattern;
    size_t n_subproblems;
    struct party_pattern_subproblem *subproblem; /* by choice, then rising bound */
};

/* Reserves memory from perm; lists nothing yet. STATUS_MEMORY. */
enum status party_patterns_init(struct party_patterns *patterns,
                                const struct party_aggregation *groups,
                                struct arena *perm, struct error *err);

/* Lists the patterns that the formation may admit and their subproblems, once. False if they are
 * not available, or if the work was interrupted: then nothing is listed. */
bool party_patterns_list(struct party_patterns *patterns,
                         struct party_placement *placement);

/* The loss of an edge between two different parts of a pattern, at least. */
uint32_t party_patterns_loss(const struct party_patterns *patterns,
                             const struct party_pattern *pattern, size_t a, size_t b);

/* Whether exchanging two parts changes nothing but the names of labels. */
bool party_pattern_may_exchange(const struct party_pattern *pattern, size_t n_traits,
                                size_t a, size_t b);

#endif
