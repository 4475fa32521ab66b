/* What fuzz_level.c asks of skerry, in texts and plain numbers. */
#ifndef SKERRY_TESTS_FUZZ_REPAIR_H
#define SKERRY_TESTS_FUZZ_REPAIR_H

#include "fuzz.h"

enum { FUZZ_LEVEL_TEXT = 2048 };

/* What a repair said. */
struct fuzz_repair {
    bool refused;    /* the game or the level was not taken: error says why */
    bool unsuited;   /* the method is not for this game */
    bool failed;     /* the repair ended with an error */
    char error[512]; /* of all three */
    bool found;      /* there is a level, and its cost */
    bool optimal, infeasible;
    double cost, bound;
    char level[FUZZ_LEVEL_TEXT]; /* rows, each with its newline */
    char reason[512];
};

/* What is demanded beyond the rules. */
struct fuzz_demands {
    const bool *keep;     /* of each cell: it stays as it is; NULL: none does */
    const uint32_t *sets; /* of each cell: the tiles that it may hold; NULL: any */
    int solutions, apart;
};

/* Repairs level.txt by the rules of game.yaml, both of the case's folder.
 *
 * method   fast, mip, or one of those that fast chooses among: flow, lean; flow tuned and
 *          lean tuned are the same with random sizes and efforts from which their parts are
 *          used, so that small levels go through the parts for large and hard ones
 * hamming  --objective hamming
 * limit_s  of CPU time
 * out      demands->solutions of them; of the methods behind fast only the first */
void fuzz_repair(struct fuzz *fuzz, const char *method, bool hamming, double limit_s,
                 const struct fuzz_demands *demands, struct fuzz_repair *out);

/* Whether a level is playable: -1 when the two checkers of skerry disagree. For the
 * game that fuzz_repair read last; `level` has its tiles by number. */
int fuzz_level_playable(const unsigned char *level, size_t rows, size_t cols);

#endif
