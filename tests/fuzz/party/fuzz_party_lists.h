/* Parties as `skerry parties` and `skerry disjoint` list them, and what is asked about them. */
#ifndef SKERRY_TESTS_FUZZ_PARTY_LISTS_H
#define SKERRY_TESTS_FUZZ_PARTY_LISTS_H

#include "fuzz_party.h"

enum { MOST_LISTED = 6 };

struct fuzz_party_list {
    bool failed; /* not taken, or ended with an error */
    char error[512];
    bool complete; /* parties: there are no more */
    bool
        proven; /* parties: what is listed; disjoint: none have a smaller sum, or there are none */
    int n;                               /* listed; of disjoint all or none */
    double total, bound;                 /* disjoint */
    double cost[MOST_LISTED];            /* of each, less is better */
    double id[MOST_LISTED][MOST_PLACES]; /* of the heroes, by place */
};

/* The case's challenge by `skerry parties`.
 *
 * count   parties, at most MOST_LISTED
 * apart   heroes of each that are in none before it
 * amount  above the best cost that others may have; INFINITY: any
 * share   of the best cost, if that is more than the amount */
void fuzz_party_parties(struct fuzz *fuzz, int count, int apart, double amount,
                        double share, struct fuzz_party_list *out);

/* The case's challenge, once with each override, by `skerry disjoint`; divided: with small thresholds and few or no lists
 * of parties, so that small pools go through the subproblems of large ones. */
void fuzz_party_disjoint(struct fuzz *fuzz, const char *const *overrides, int n,
                         bool divided, struct fuzz_party_list *out);

enum fuzz_party_answer { FUZZ_PARTY_NONE, FUZZ_PARTY_SOME, FUZZ_PARTY_OPEN };

/* Whether some party keeps the rules, by searches for the most and the least of sums. */
enum fuzz_party_answer fuzz_party_by_sums(struct fuzz *fuzz);

/* Asks for both, where all parties can be listed, and judges the answers. */
void fuzz_party_judge_lists(struct fuzz *fuzz);

#endif
