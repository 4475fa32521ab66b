/* Parts of a random challenge, in fuzz_challenge. They draw from the case's own stream: another order of draws
 * makes other cases of every seed. */
#ifndef SKERRY_TESTS_FUZZ_PARTY_MAKE_H
#define SKERRY_TESTS_FUZZ_PARTY_MAKE_H

#include "fuzz_party.h"

static inline int between(struct fuzz *f, int low, int high)
{
    return (int)fuzz_between(f, low, high);
}

static inline int one_of(struct fuzz *f, const int *list, size_t n)
{
    return list[fuzz_below(f, n)];
}
#define ONE_OF(f, ...)                                                                 \
    one_of(f, (const int[]){__VA_ARGS__}, sizeof(int[]){__VA_ARGS__} / sizeof(int))

/* The formation, then, when the pool is made, what its edges are worth. */
void fuzz_party_make_formation(struct fuzz *f);
void fuzz_party_make_synergy(struct fuzz *f);
/* The points of each pair of heroes, from traits, weights and points by match. */
void fuzz_party_make_pairs(void);

/* The pool: so many heroes that an enumerator can look at their parties, by formation and synergy_min; then
 * their columns. */
void fuzz_party_make_heroes(struct fuzz *f, double leaves);
void fuzz_party_count_heroes(
    int most, double leaves); /* their number alone: so many parties at most */
void fuzz_party_make_prices(struct fuzz *f);
void fuzz_party_make_numbers(struct fuzz *f, int least, int most); /* so many columns */
void fuzz_party_make_traits(struct fuzz *f);
/* Thresholds of chemistry of some traits. */
void fuzz_party_make_chemistry(struct fuzz *f);
/* A party, near which bounds are drawn. */
void fuzz_party_make_planted(struct fuzz *f);
/* Who is fixed, excluded and owned. */
void fuzz_party_make_marks(struct fuzz *f);
/* Some number of which there is a team rating; -1: none. */
int fuzz_party_rated(struct fuzz *f);

/* Requirements, then either/or of some neighbours among them. */
void fuzz_party_make_rules(struct fuzz *f);
void fuzz_party_make_any(struct fuzz *f);
/* No two of a trait's values, mostly of the one that has the most. */
void fuzz_party_make_unique(struct fuzz *f);
/* About what the planted party costs. */
void fuzz_party_make_budget(struct fuzz *f);
/* Sets a rule's text. */
void fuzz_party_describe_rule(struct rule *r);
/* The shortest number that reads as the same double as the text does; counts in full. */
void fuzz_party_shortest(const char *text, bool count, char *out, size_t bytes);

/* A fixed hero that may not stand in his place, which is an error of the config, is fixed no more. */
void fuzz_party_make_place_rules(struct fuzz *f);
/* Lets others stand out of position by some of these rules, and counts those in position alone for some of the
 * requirements and the goal; last, so that seeds have the same cases otherwise. */
void fuzz_party_make_positions(struct fuzz *f);

/* The whole of a challenge of its own kind: fuzz_party_related.c, fuzz_party_squad.c. */
void fuzz_party_make_related(struct fuzz *f);
void fuzz_party_make_squad(struct fuzz *f);

#endif
