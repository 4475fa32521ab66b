/* Edge-matching boards of a few cells, judged by trying every board. */
#include "fuzz_eternity.h"

#include <math.h>

static struct fuzz_board *const board = &fuzz_board;

/* The recorded board keeps the rules; genes count pieces from 1. */
static bool read_board(struct fuzz *fuzz, const struct fuzz_answer *answer)
{
    unsigned used = 0;
    for (int cell = 0; cell < board->pieces; cell++) {
        int gene = (int)answer->genes[cell] - 4;
        if (gene < 0 || gene >= 4 * board->pieces || (used >> gene / 4 & 1)) {
            fuzz_wrong(fuzz, "cell %d holds %g", cell, answer->genes[cell]);
            return false;
        }
        used |= 1u << gene / 4;
        board->tile[cell] = gene;
        if (board->clue[cell] >= 0 && board->clue[cell] != gene)
            fuzz_wrong(fuzz, "the clue of cell %d is not kept", cell);
        if (board->strict && !fuzz_eternity_fits_rim(cell))
            fuzz_wrong(fuzz, "cell %d breaks the rim", cell);
    }
    return true;
}

/* `solves`: it must find a best board where that has no break. */
static void try(struct fuzz *fuzz, bool solves, const char *const *words)
{
    const struct fuzz_answer *answer = fuzz_run(fuzz, "case.yaml", words);
    double slack = 1e-12;
    int score;
    if (answer->refused || answer->failed) {
        fuzz_wrong(fuzz, "refused or failed: %s", answer->error);
        return;
    }
    if (answer->unverified[0])
        fuzz_wrong(fuzz, "verify says: %s", answer->unverified);
    if (!answer->feasible && answer->interrupted)
        return;
    if (!answer->feasible || answer->n_genes != (size_t)board->pieces)
        fuzz_wrong(fuzz, "no board");
    else if (read_board(fuzz, answer) &&
             fabs(fuzz_eternity_count(&score) - answer->best) > slack)
        fuzz_wrong(fuzz, "counted %g, recorded %g", fuzz_eternity_count(&score),
                   answer->best);
    if (answer->infeasible)
        fuzz_wrong(fuzz, "called infeasible: %s", answer->reason);
    if (!fuzz_boards.known)
        return;
    if (answer->best > fuzz_boards.best + slack)
        fuzz_wrong(fuzz, "%g, the best board has %g", answer->best, fuzz_boards.best);
    if (answer->bounded && answer->bound < fuzz_boards.best - slack)
        fuzz_wrong(fuzz, "bound %g, the best board has %g", answer->bound,
                   fuzz_boards.best);
    if (answer->optimal && answer->best < fuzz_boards.best - slack)
        fuzz_wrong(fuzz, "%g called best, %g is", answer->best, fuzz_boards.best);
    if (solves && !board->count_450 && fuzz_boards.score == fuzz_eternity_most() &&
        answer->best < fuzz_boards.best - slack)
        fuzz_open(fuzz, "%g, a board without breaks has %g", answer->best,
                  fuzz_boards.best);
}

static void run(struct fuzz *fuzz)
{
    fuzz_eternity_make(fuzz);
    if (board->refused) {
        const char *const words[] = {"algorithm=random", NULL};
        if (!fuzz_run(fuzz, "case.yaml", words)->refused)
            fuzz_wrong(fuzz, "a puzzle that is none is taken");
        return;
    }
    fuzz_eternity_enumerate();
    if (!board->any_loose && !board->tall)
        fuzz_eternity_parts(fuzz);
    try(fuzz, false, (const char *[]){"algorithm=random", NULL});
    /* It searches boards with a grey rim and without breaks, all of them. */
    try(fuzz, board->strict && board->pieces <= 9,
        (const char *[]){"algorithm=backtrack", "run.epochs=20",
                         FUZZ_TEXT(fuzz, "backtrack.evaluation=try",
                                   "backtrack.evaluation=placement"),
                         NULL});
    try(fuzz, false,
        (const char *[]){
            "algorithm=ga",
            FUZZ_TEXT(fuzz, "ga.population=1", "ga.population=2", "ga.population=8"),
            FUZZ_TEXT(fuzz, "ga.offspring=1", "ga.offspring=2", "ga.offspring=8"),
            "run.epochs=2", NULL});
    try(fuzz, false, (const char *[]){"algorithm=aiea", "run.epochs=2", NULL});
    try(fuzz, false, (const char *[]){"algorithm=moea", "run.epochs=2", NULL});
    if (!board->strict)
        return;
    try(fuzz, false,
        (const char *[]){
            "algorithm=beam",
            board->tall ? "beam.width=10000"
                        : FUZZ_TEXT(fuzz, "beam.width=50", "beam.width=1000",
                                    "beam.width=10000"),
            "beam.widest=10000",
            board->tall ? FUZZ_TEXT(fuzz, "beam.slice=2000", "beam.slice=20000")
                        : FUZZ_TEXT(fuzz, "beam.slice=200", "beam.slice=2000",
                                    "beam.slice=2000"),
            FUZZ_TEXT(fuzz, "beam.descend=0", "beam.descend=0.5"),
            FUZZ_TEXT(fuzz, "beam.free=0.7", "beam.free=0.7", "beam.free=0"),
            "run.sub_generations=2", "run.epochs=2",
            board->tall ? "beam.shared=true"
                        : FUZZ_TEXT(fuzz, "beam.shared=false", "beam.shared=true"),
            FUZZ_TEXT(fuzz, "run.islands=1", "run.islands=2", "run.islands=5"), NULL});
    try(fuzz, board->pieces <= 9,
        (const char *[]){"algorithm=depth_first", "depth_first.work=200000",
                         "depth_first.free=0", "run.sub_generations=2", "run.epochs=2",
                         FUZZ_TEXT(fuzz, "depth_first.breaks=0", "depth_first.breaks=4",
                                   "depth_first.breaks=1024"),
                         FUZZ_TEXT(fuzz, "depth_first.width=0", "depth_first.width=3",
                                   "depth_first.width=50"),
                         FUZZ_TEXT(fuzz, "depth_first.trunk=0.3", "depth_first.trunk=1",
                                   "depth_first.trunk=0.6875"),
                         FUZZ_TEXT(fuzz, "depth_first.restart=1",
                                   "depth_first.restart=500",
                                   "depth_first.restart=100000000"),
                         FUZZ_TEXT(fuzz, "depth_first.demand=0", "depth_first.demand=1",
                                   "depth_first.demand=0.5"),
                         NULL});
}

extern const struct fuzz_problem fuzz_eternity;
const struct fuzz_problem fuzz_eternity = {"eternity", run};
