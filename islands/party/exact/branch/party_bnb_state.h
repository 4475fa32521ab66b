/* State of the branch and bound: plain bytes for checkpoints, and what it works on.
 *
 * Source: H. Zhang, M. Bonacina, J. Hsiang, PSATO: a distributed propositional prover
 * and its application to quasigroup problems, Journal of Symbolic Computation 21, 1996:
 * the path to the next node (their guiding path) represents all open work. */
#ifndef SKERRY_PARTY_BNB_STATE_H
#define SKERRY_PARTY_BNB_STATE_H

#include "party_aggregation.h"
#include "party_completion_bound.h"
#include "party_patterns.h"

/* Levels of a path: at most one for each part and one for each hero. */
enum { PARTY_BNB_PATH = 2 * PARTY_MAX_PLACES + 2 };

/* Work of one processor in a second, roughly, to convert seconds. Measured on five
 * challenges of configs/party/designers that do not finish: 0.6 to 7.8 million in a
 * CPU-second, preparation included (results/party/experiments.md). */
enum { PARTY_BNB_WORK_A_SECOND = 2000000 };

/* What the subproblems are, and whether they are divided. A search that does not end soon goes on
 * by patterns, which take a while to list. All shares have to divide the same subproblems, and
 * none knows of the work of the others: where there may be patterns, each begins with all
 * partitions, so that to divide the search costs at most patterns_after for each share. */
enum party_bnb_stage {
    PARTY_BNB_ALL_PARTITIONS = 1, /* partitions with their first group, not divided */
    PARTY_BNB_PARTITIONS = 2,     /* divided: there are no patterns */
    PARTY_BNB_PATTERNS = 3        /* divided */
};

/* When the search changes its ways; none changes what it proves. Not below 0. */
struct party_bnb_thresholds {
    int64_t patterns_after; /* work after which subproblems are patterns */
    int64_t round_work;     /* of a round, before its limit may be lowered */
    int64_t few_heroes; /* of the search by levels: with so many left they are chosen */
    int64_t placings;   /* of a placement search in the first pass, at most */
};

extern const struct party_bnb_thresholds party_bnb_thresholds_default;

/* A round that was put off since it took too long: where it goes on. */
struct party_bnb_round {
    int32_t ceiling; /* 0: there is none */
    uint32_t depth;
    uint64_t subproblem;
    double undecided;
    uint32_t at[PARTY_BNB_PATH];
};

/* Plain bytes, stored in checkpoints. */
struct party_bnb_state {
    uint64_t begun; /* a party_bnb_stage; 0: not made by party_bnb_init */
    /* The next one of this share: groups->subproblem[], patterns->pattern[] */
    uint64_t subproblem;
    uint32_t depth; /* entries of `at` in use: the path to the next node */
    uint32_t at[PARTY_BNB_PATH];
    uint64_t nodes; /* choices branched on */
    uint64_t work;  /* nodes, plus tables and placements in units of nodes */
    /* Price limits in coins: of this round, and of the last one that was completed, both 0 before
     * the first slice; the work when this one began, or when its limit was lowered. */
    int32_t ceiling, completed;
    uint64_t work_before;
    struct party_bnb_round put_off;
    uint64_t pass;    /* raises the limit of placement searches */
    double undecided; /* cheapest party of this pass with an undecided placement */
    double bound;     /* proven for this share */
    bool finished;
};

struct party_bnb {
    const struct party_reduced *reduced;
    const struct party_aggregation *groups;
    struct party_placement *placement;
    struct party_patterns *patterns; /* NULL: none */
    unsigned share, shares; /* subproblems share, share + shares, ... are searched */
    struct party_bnb_thresholds thresholds;
    bool feasibility; /* stop at the first party, in one round */
    bool first;       /* stop at the first party */
    bool interrupted; /* the last slice was interrupted and proved nothing more */

    struct party_bnb_state state;
    double best; /* price of the incumbent, of any island */

    /* Called for each improved party. */
    void (*found)(void *context, const int32_t *genome, double price,
                  struct arena scratch);
    void *context;

    /* State of the current slice. */
    struct party_bnb_slice *now;
};

/* The factor of the placings of each further pass. By hand, not measured. */
enum { PARTY_PLACEMENT_GROWTH = 8 };

/* The limit of a placement search in this pass. */
static inline uint64_t party_bnb_placement_limit(const struct party_bnb *w)
{
    uint64_t limit = (uint64_t)w->thresholds.placings;
    for (uint64_t pass = w->state.pass;
         pass > 0 && limit < UINT64_MAX / PARTY_PLACEMENT_GROWTH; pass--)
        limit *= PARTY_PLACEMENT_GROWTH;
    return limit;
}

#endif
