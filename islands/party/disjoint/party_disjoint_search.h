/* What the search of party_disjoint.h has in work. For the files of this folder. */
#ifndef SKERRY_PARTY_DISJOINT_SEARCH_H
#define SKERRY_PARTY_DISJOINT_SEARCH_H

#include "party_disjoint.h"
#include "party_disjoint_columns.h"

/* Bound on the rounding error of a sum over all challenges, relative to the sum of its terms. */
static const double PARTY_DISJOINT_ROUNDING = 0x1p-48;

struct party_disjoint_multiplier {
    int32_t hero;
    double tuned;
};

/* A subproblem: bans, on the path to the root, and what its parent ended with. */
struct party_disjoint_node {
    struct party_disjoint_node *parent, *next; /* next: of the open ones */
    uint32_t challenges; /* bit i: challenge i may not have the hero */
    int32_t hero;
    double bound;
    size_t n_multipliers;
    struct party_disjoint_multiplier *multiplier;
    struct party_answer *answer; /* by challenge */
};

struct party_disjoint_search {
    size_t n;
    struct party_columns column[PARTY_MAX_CHALLENGES];
    struct party_multipliers m, none; /* none: all 0 */
    /* All sums of prices are multiples of `unit`, 10^-decimals or, of integers, their step; 0: unknown. */
    double unit;
    int decimals;
    struct arena *perm;
    struct party_disjoint_node *open;
    size_t n_nodes;
    bool is_thorough;  /* the first subproblem is tuned to the end */
    double *direction; /* of each hero's multiplier, of the last step */
    uint8_t *users;    /* how many parties have each hero */
    bool stopped;      /* by an interrupt */
    /* No sum is larger: of the dearest hero of each challenge in all of its places. */
    double most;
    /* The least bound of subproblems that could be neither divided nor solved. */
    double closed;
    /* The last gap within which lists of parties took too long (party_disjoint_combine); +INFINITY: none. */
    double combined_gap;
    struct party_disjoint_thresholds thresholds;
    struct party_disjoint *out;

    /* Of the current subproblem. */
    struct party_answer answer[PARTY_MAX_CHALLENGES];
    /* Whether bans or multipliers may have changed the answer. */
    bool stale[PARTY_MAX_CHALLENGES];
    /* The multipliers of the best bound, and the answers. */
    struct party_disjoint_node best;
};

/* Keeps the parties if no other ones have a smaller sum. */
void party_disjoint_offer(struct party_disjoint_search *s,
                          const struct party_answer *answer);

/* Solves challenge i, with the bans of its column; notes an interrupt. STATUS_MEMORY. */
enum status party_disjoint_solve_one(struct party_disjoint_search *s,
                                     const struct party_multipliers *m, size_t i,
                                     struct party_answer *answer, struct error *err);

/* Looks for a sum of disjoint parties, and offers it: the current answers where they are disjoint, the others
 * solved one after another without the heroes of those before (party_disjoint_sums.c). Changes the bans.
 * STATUS_MEMORY in err. */
void party_disjoint_find_sum(struct party_disjoint_search *s, struct error *err);

/* ---- answers and bounds of a subproblem (party_disjoint_tuning.c) ---- */

/* Whether no sum that is at least `bound` is better than the one known: less than a unit below it there is none. */
bool party_disjoint_is_pruned(const struct party_disjoint_search *s, double bound);

/* Whether the party of challenge i has a hero. */
bool party_disjoint_uses(const struct party_disjoint_search *s, size_t i, int32_t hero);

/* The challenges whose party has a hero, as bits. */
uint32_t party_disjoint_users_of(const struct party_disjoint_search *s, int32_t hero);

/* The hero that most parties have, if any is in two; else -1. */
int32_t party_disjoint_find_conflict(const struct party_disjoint_search *s);

/* The first challenge that may have the same parties as challenge i: it is the same, and has the same bans now. */
size_t party_disjoint_first_like(const struct party_disjoint_search *s, size_t i);

/* False: a challenge has a hero fixed that it may not have. */
bool party_disjoint_apply_bans(struct party_disjoint_search *s,
                               const struct party_disjoint_node *node);

void party_disjoint_set_multipliers(struct party_disjoint_search *s,
                                    const struct party_disjoint_node *node);

/* Solves the challenges whose answers may have changed. False: one has no party, an interrupt, or no memory. */
bool party_disjoint_refresh(struct party_disjoint_search *s, struct error *err);

/* Looks for a sum with the answers at hand (party_disjoint_find_sum). False: an interrupt, or no memory. */
bool party_disjoint_look(struct party_disjoint_search *s,
                         const struct party_disjoint_node *node, struct error *err);

/* Tunes the multipliers; s->best has those of the best bound and their answers. False: the subproblem is impossible,
 * pruned or stopped. */
bool party_disjoint_tune(struct party_disjoint_search *s,
                         const struct party_disjoint_node *node, struct error *err);

/* ---- */

/* Solves a subproblem: lists the parties of each challenge whose price with multipliers leaves room for the cheapest of
 * the others, and looks at all that have no hero in common; offers the best. Takes the multipliers of s->m, the bounds
 * of s->answer and the bans of the columns, which it changes. False: that would take too long (party_disjoint_list.h), an
 * interrupt, or no memory in err. */
bool party_disjoint_combine(struct party_disjoint_search *s, struct error *err);

#endif
