/* Several challenges that choose from one pool: a party for each, no hero in two of them, the least
 * sum of prices, with a proof.
 *
 * Lagrangian relaxation of "each hero in one party at most": with a multiplier on the price of each
 * hero, the same in all challenges, the least prices of the challenges by themselves, less the sum of
 * the multipliers, bound the sum. The multipliers are tuned by the subgradient method. A hero that
 * several parties want nevertheless divides the problem: either one of these challenges may not have
 * it, or all others may not; of challenges that are the same one, it may be the first. The subproblem of the least
 * bound comes next. A subproblem ends where the parties
 * of each challenge whose prices leave room for the cheapest ones of the others can be listed: all of these that
 * have no hero in common are looked at. Where subproblems become many, the search begins again with multipliers
 * tuned longer. The first sums come from one challenge after another, without the heroes of the others.
 *
 * Source: A. Geoffrion, Lagrangean relaxation for integer programming, Mathematical Programming Study
 * 2, 1974; M. Held, P. Wolfe, H. Crowder, Validation of subgradient optimization, Mathematical
 * Programming 6, 1974; branching on who may use a resource as in G. Sharon, R. Stern, A. Felner,
 * N. Sturtevant, Conflict-based search for optimal multi-agent pathfinding, Artificial Intelligence
 * 219, 2015; the columns within the gap as in R. Baldacci, N. Christofides, A. Mingozzi, An exact algorithm for
 * the vehicle routing problem based on the set partitioning formulation with additional cuts, Mathematical
 * Programming 115, 2008, and their combination as in D. Knuth, Dancing links, 2000, for exact cover.
 *
 * Cost: an exact search (party_cheapest.h) of a challenge whenever a multiplier or a ban may change
 * its answer; exponential in the heroes that several parties want. */
#ifndef SKERRY_PARTY_DISJOINT_H
#define SKERRY_PARTY_DISJOINT_H

#include "party.h"

enum { PARTY_MAX_CHALLENGES = 16 };

/* When the search changes its ways; none changes what it proves. */
struct party_disjoint_thresholds {
    size_t list_steps;   /* of a list of parties, at most; with few, subproblems are
                           divided further */
    size_t brief_nodes;  /* subproblems after which the search begins again */
    uint64_t first_work; /* nodes of an exact search that knows no party, before a local
                            search looks for one */
};

extern const struct party_disjoint_thresholds party_disjoint_thresholds_default;

struct party_disjoint {
    bool found;   /* a party for each challenge */
    bool proven;  /* none has a smaller sum; without `found`: there are none */
    double total; /* sum of prices; +INFINITY: none */
    double bound; /* on it; +INFINITY: there are none */
    size_t
        impossible; /* where proven to have no party by itself: the challenge, else n */
    bool each;      /* each challenge is known to have a party by itself */
    int32_t hero[PARTY_MAX_CHALLENGES]
                [PARTY_MAX_PLACES]; /* rows of the pool, by challenge */
    double price[PARTY_MAX_CHALLENGES];
};

/* Searches until a proof or an interrupt, in at most 65,536 subproblems. Challenges are the same if their pointers are equal. The r-th hero of each party's pool (party_n_listed) is the same; rules, prices and
 * places may differ, and the objective of each is the price.
 *
 * work        nodes of each exact search, after which its bound has to do
 * thresholds  party_disjoint_thresholds_default, but for tests
 * Local. err  STATUS_MEMORY */
enum status party_disjoint_find(const struct party *const *party, size_t n,
                                uint64_t work,
                                const struct party_disjoint_thresholds *thresholds,
                                struct party_disjoint *out, struct error *err);

#endif
