/* The exact search of a party with either/or and a team rating: its cases and their parts
 * (party_shared_solvers.h), one slice at a time, the part of the least bound first. All parts share
 * the incumbent, and each raises its own bound by rounds, so that the bound of all rises steadily.
 *
 * Not for the most synergy (party_most_synergy.h). */
#ifndef SKERRY_PARTY_PARTS_H
#define SKERRY_PARTY_PARTS_H

#include "party_shared_solvers.h"

/* By hand: smaller formations are proven optimal in about the time that this bound takes, which is some 0.1 s and
 * does not shorten their search. */
enum { PARTY_COUNTS_FROM = 17 };

/* Work of a part after which it has the bound by counts, whatever its formation: at least so much, some 0.5 s, and so
 * much for each hero, since the bound takes some hundred passes over them. By hand. */
enum { PARTY_COUNTS_AFTER = 1000000, PARTY_COUNTS_AFTER_HERO = 100 };

struct party_parts {
    struct party_shared_solvers *solvers;
    struct party_bnb_state *state; /* by part; plain bytes, stored in checkpoints */
    size_t counts_from; /* fewer places have no bound by counts (party_count_bound.h) */
    /* As of struct party_bnb. */
    unsigned share, shares;
    struct party_bnb_thresholds thresholds;
    void (*found)(void *context, const int32_t *genome, double price,
                  struct arena scratch);
    void *context;
};

/* Prepares the search of each part; `found`, `share` and the like are the caller's to fill in, and
 * `state` is filled by party_parts_begin. Borrows the party; in perm. STATUS_MEMORY. */
enum status party_parts_init(struct party_parts *parts, const struct party *party,
                             struct arena *perm, struct error *err);

/* Begins the search of this share anew.
 *
 * known  a party is, or should be left to the search; if not, and without a budget as a limit, a short search
 *        looks for parts without any */
void party_parts_begin(struct party_parts *parts, bool known);

/* Whether presolve alone has proven that no party keeps the rules. Where one is known, that is a mistake of ours, and
 * the caller ends the program: rather no answer than a wrong one. */
bool party_parts_are_impossible(const struct party_parts *parts);

/* A coin sum just above the budget; INFINITY if there is none, or doubles do not compare coins exactly. */
double party_above_budget(const struct party *party);

/* Removes the budget from the requirements, for a search whose price is of coins: as a limit on the price, returned as by
 * party_above_budget, it is what the search is best at. */
double party_take_budget(struct party *party);

/* Searches the part of the least bound for about `work` (in nodes) for parties of less than a price, and within the
 * budget where the price is of coins.
 * Nothing where all are finished. `interrupted`, if not NULL: whether the slice was interrupted.
 * Returns its nodes.
 *
 * scratch  solvers->scratch_bytes */
uint64_t party_parts_run(struct party_parts *parts, double less_than, uint64_t work,
                         struct arena scratch, bool *interrupted);

/* The least bound on the price of a part that is not finished; +INFINITY: all are. */
double party_parts_bound(const struct party_parts *parts);

/* The work of all parts so far (struct party_bnb_state). */
uint64_t party_parts_work(const struct party_parts *parts);

/* Whether all parts are finished. */
bool party_parts_finished(const struct party_parts *parts);

#endif
