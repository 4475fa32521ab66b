/* The most synergy of a party, by questions to the exact search: is there a party of at least so
 * many points? Each question is a search for any party, the cheap ones first; a yes raises the least
 * that is possible, a no lowers the most, and the next question lies midway between. A question
 * that is not answered within a limit of work makes way for one of more points, which is easier
 * to refute; when there is none, the limit grows. With either/or a question is about one case,
 * that of the largest bound.
 *
 * Source: our own; bisection on the optimum as in the binary search of Z. Fu, S. Malik, On
 * solving the partial MAX-SAT problem, SAT 2006.
 *
 * Cost: exponential in general, as the exact search; each slice presolves anew, so that the
 * state alone, 1.5 KB, determines the rest of the search. */
#ifndef SKERRY_PARTY_MOST_SYNERGY_H
#define SKERRY_PARTY_MOST_SYNERGY_H

#include "party_bnb_state.h"

/* Plain bytes, stored in checkpoints. */
struct party_most_synergy {
    uint64_t begun;                /* 0: not made by party_most_synergy_begin */
    int32_t least;                 /* points of a known party; synergy_min - 1: none */
    int32_t most[PARTY_MAX_CASES]; /* proven: the most points possible in each case */
    uint32_t in_case;              /* of the question */
    int32_t target;                /* of the question, in points; -1: there is none */
    uint64_t limit;                /* work for a question */
    uint64_t work;                 /* in all */
    struct party_bnb_state walk;   /* of the question */
    bool finished;                 /* no party has more than `least` points */
};

/* Before the first question. */
void party_most_synergy_begin(struct party_most_synergy *state,
                              const struct party *party);

/* A party of so many points is known. */
void party_most_synergy_know(struct party_most_synergy *state, int points);

/* Continues with the question for at most about `work`. Allocates and frees memory of its own.
 *
 * hero   out: if found, a party of state->least points
 * Returns false without memory, or if it was interrupted. */
bool party_most_synergy_run(struct party_most_synergy *state, const struct party *party,
                            uint64_t work, int32_t *hero, bool *found);

/* The most points that a party may have, by what is proven. */
int party_most_synergy_bound(const struct party_most_synergy *state,
                             const struct party *party);

#endif
