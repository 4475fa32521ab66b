/* Edge-matching boards of a few cells, judged by trying every board. */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 16, MOST_BOARDS = 2000000 };

static struct {
    int rows, cols, pieces;
    int side[MOST][4]; /* N E S W */
    int clue[MOST];    /* of a cell: 4 * piece + turns, -1: none */
    bool strict, combined, any_clue;
} board;

/* ---- the enumerator ---- */

static int tile[MOST]; /* of a cell: 4 * piece + turns */

static int colour(int cell, int side)
{
    return board.side[tile[cell] / 4][(side - tile[cell] % 4 + 4) % 4];
}

/* A joint east (1) or south (2) of a cell: 1 where it is there and matches. */
static int matches(int cell, int side)
{
    int row = cell / board.cols, col = cell % board.cols;
    int next = side == 1 ? cell + 1 : cell + board.cols;
    if (side == 1 ? col + 1 == board.cols : row + 1 == board.rows)
        return 0;
    return colour(cell, side) && colour(cell, side) == colour(next, (side + 2) % 4);
}

static bool on_rim(int cell, int side)
{
    int row = cell / board.cols, col = cell % board.cols;
    return (side == 0 && row == 0) || (side == 1 && col == board.cols - 1) ||
           (side == 2 && row == board.rows - 1) || (side == 3 && col == 0);
}

static bool fits_rim(int cell)
{
    for (int side = 0; side < 4; side++)
        if ((colour(cell, side) == 0) != on_rim(cell, side))
            return false;
    return true;
}

/* What the first objective is, and the score alone. */
static double count(int *score)
{
    int joints = 0, blocks = 0, whole = 0;
    for (int cell = 0; cell < board.pieces; cell++) {
        int right = matches(cell, 1), down = matches(cell, 2), good = 0;
        joints += right + down;
        blocks +=
            right && down && matches(cell + 1, 2) && matches(cell + board.cols, 1);
        for (int side = 0; side < 4; side++) {
            int other = side == 0 ? cell - board.cols : side == 3 ? cell - 1 : cell;
            good += on_rim(cell, side) ? colour(cell, side) == 0
                                       : matches(other, side == 0   ? 2
                                                        : side == 3 ? 1
                                                                    : side);
        }
        whole += good == 4;
    }
    int most = board.rows * (board.cols - 1) + (board.rows - 1) * board.cols;
    *score = joints;
    if (!board.combined)
        return joints;
    return ((double)joints / most +
            (double)blocks / ((board.rows - 1) * (board.cols - 1)) +
            (double)whole / board.pieces) /
           3;
}

static struct {
    bool known; /* all boards were tried */
    long boards;
    double best; /* -1: no board keeps the rules */
    int score;
} truth;

static void try_all(int cell, unsigned used)
{
    if (!truth.known)
        return;
    if (cell == board.pieces) {
        int score;
        double value = count(&score);
        truth.best = value > truth.best ? value : truth.best;
        truth.score = score > truth.score ? score : truth.score;
        return;
    }
    for (int t = 0; t < 4 * board.pieces; t++) {
        if (used >> t / 4 & 1 || (board.clue[cell] >= 0 && board.clue[cell] != t))
            continue;
        tile[cell] = t;
        if (board.strict && !fits_rim(cell))
            continue;
        truth.known = truth.known && ++truth.boards < MOST_BOARDS;
        try_all(cell + 1, used | 1u << t / 4);
    }
}

/* ---- the generator: a board that keeps the rim, then its pieces in another order ----
 */

static bool same(const int *a, const int *b)
{
    for (int turn = 0; turn < 4; turn++) {
        int alike = 0;
        for (int side = 0; side < 4; side++)
            alike += a[side] == b[(side + turn) % 4];
        if (alike == 4)
            return true;
    }
    return false;
}

/* The sides of the piece of a cell, grey on the rim; planted: neighbours match. */
static void draw_piece(struct fuzz *fuzz, int cell, int colours, bool planted)
{
    for (int side = 0; side < 4; side++)
        board.side[cell][side] =
            on_rim(cell, side) ? 0 : (int)fuzz_between(fuzz, 1, colours);
    if (planted && !on_rim(cell, 3))
        board.side[cell][3] = board.side[cell - 1][1];
    if (planted && !on_rim(cell, 0))
        board.side[cell][0] = board.side[cell - board.cols][2];
}

/* False when the colours are too few for different pieces. */
static bool draw_pieces(struct fuzz *fuzz, int colours, bool planted)
{
    for (int cell = 0; cell < board.pieces; cell++) {
        bool fresh = false;
        for (int tries = 0; tries < 50 && !fresh; tries++) {
            fresh = true;
            draw_piece(fuzz, cell, colours, planted);
            for (int other = 0; other < cell && fresh; other++)
                fresh = !same(board.side[cell], board.side[other]);
        }
        if (!fresh)
            return false;
    }
    return true;
}

static void turn_piece(int *sides, int turns)
{
    int was[4];
    memcpy(was, sides, sizeof was);
    for (int side = 0; side < 4; side++)
        sides[(side + turns) % 4] = was[side];
}

/* Writes the pieces in a random order and turn, and clues to where they came from. */
static void write_puzzle(struct fuzz *fuzz)
{
    int order[MOST], turns[MOST], sides[MOST][4];
    int clues = fuzz_chance(fuzz, 0.4) ? (int)fuzz_between(fuzz, 1, board.pieces) : 0;
    memcpy(sides, board.side, sizeof sides);
    for (int i = 0; i < board.pieces; i++) {
        int j = (int)fuzz_between(fuzz, 0, i);
        order[i] = order[j];
        order[j] = i;
        board.clue[i] = -1;
    }
    fuzz_write(fuzz, "pieces.txt", "%s", "# a case\n");
    if (board.rows != board.cols || fuzz_chance(fuzz, 0.3))
        fuzz_append(fuzz, "pieces.txt", "%d %d\n", board.rows, board.cols);
    for (int i = 0; i < board.pieces; i++) {
        turns[i] = (int)fuzz_below(fuzz, 4);
        memcpy(board.side[i], sides[order[i]], sizeof sides[0]);
        turn_piece(board.side[i], turns[i]);
        fuzz_append(fuzz, "pieces.txt", "%d %d %d %d\n", board.side[i][0],
                    board.side[i][1], board.side[i][2], board.side[i][3]);
    }
    board.any_clue = clues > 0;
    fuzz_write(fuzz, "hints.txt", "%s", "");
    for (int i = 0; i < clues; i++) {
        int back = (4 - turns[i]) % 4, cell = order[i];
        board.clue[cell] = 4 * i + back;
        fuzz_append(fuzz, "hints.txt", "%d %d %d %d\n", i + 1, cell / board.cols,
                    cell % board.cols, back);
    }
}

static void write_config(struct fuzz *fuzz)
{
    static const char *const samplings[] = {"random", "knowledge"};
    static const char *const paths[] = {"spiral", "snake"};
    static const char *const rotations[] = {"any", "quarter"};
    fuzz_write(fuzz, "case.yaml",
               "problem: eternity\neternity:\n  pieces: pieces.txt\n  rim: %s\n"
               "  fitness: %s\n  initialization: %s\n  path: %s\n  rotation: %s\n",
               board.strict ? "strict" : "free", board.combined ? "combined" : "normal",
               samplings[fuzz_below(fuzz, 2)], paths[fuzz_below(fuzz, 2)],
               rotations[fuzz_below(fuzz, 2)]);
    if (board.any_clue)
        fuzz_append(fuzz, "case.yaml", "  hints: hints.txt\n  clues: all\n");
    fuzz_append(fuzz, "case.yaml", "algorithm: random\nrun: {epochs: 1}\n");
}

static void random_case(struct fuzz *fuzz)
{
    static const int many[] = {1, 2, 3, 5, 9, 20, 63};
    do {
        board.rows = (int)fuzz_between(fuzz, 2, 4);
        board.cols = (int)fuzz_between(fuzz, 2, fuzz_chance(fuzz, 0.1) ? 4 : 3);
        board.pieces = board.rows * board.cols;
        board.strict = fuzz_chance(fuzz, 0.7);
        board.combined = fuzz_chance(fuzz, 0.3);
    } while (!draw_pieces(fuzz, many[fuzz_below(fuzz, 7)], fuzz_chance(fuzz, 0.5)));
    write_puzzle(fuzz);
    write_config(fuzz);
    truth.known = true;
    truth.boards = truth.score = 0;
    truth.best = -1;
    try_all(0, 0);
}

/* ---- the judge ---- */

/* The recorded board keeps the rules; genes count pieces from 1. */
static bool read_board(struct fuzz *fuzz, const struct fuzz_answer *answer)
{
    unsigned used = 0;
    for (int cell = 0; cell < board.pieces; cell++) {
        int gene = (int)answer->genes[cell] - 4;
        if (gene < 0 || gene >= 4 * board.pieces || (used >> gene / 4 & 1)) {
            fuzz_wrong(fuzz, "cell %d holds %g", cell, answer->genes[cell]);
            return false;
        }
        used |= 1u << gene / 4;
        tile[cell] = gene;
        if (board.clue[cell] >= 0 && board.clue[cell] != gene)
            fuzz_wrong(fuzz, "the clue of cell %d is not kept", cell);
        if (board.strict && !fits_rim(cell))
            fuzz_wrong(fuzz, "cell %d breaks the rim", cell);
    }
    return true;
}

/* `solves`: it must find a best board where that has no break. */
static void try(struct fuzz *fuzz, bool solves, const char *const *words)
{
    const struct fuzz_answer *answer = fuzz_run(fuzz, "case.yaml", words);
    double slack = 1e-12;
    int score, most = board.rows * (board.cols - 1) + (board.rows - 1) * board.cols;
    if (answer->refused || answer->failed) {
        fuzz_wrong(fuzz, "refused or failed: %s", answer->error);
        return;
    }
    if (answer->unverified[0])
        fuzz_wrong(fuzz, "verify says: %s", answer->unverified);
    if (!answer->feasible || answer->n_genes != (size_t)board.pieces)
        fuzz_wrong(fuzz, "no board");
    else if (read_board(fuzz, answer) && fabs(count(&score) - answer->best) > slack)
        fuzz_wrong(fuzz, "counted %g, recorded %g", count(&score), answer->best);
    if (answer->infeasible)
        fuzz_wrong(fuzz, "called infeasible: %s", answer->reason);
    if (!truth.known)
        return;
    if (answer->best > truth.best + slack)
        fuzz_wrong(fuzz, "%g, the best board has %g", answer->best, truth.best);
    if (answer->bounded && answer->bound < truth.best - slack)
        fuzz_wrong(fuzz, "bound %g, the best board has %g", answer->bound, truth.best);
    if (answer->optimal && answer->best < truth.best - slack)
        fuzz_wrong(fuzz, "%g called best, %g is", answer->best, truth.best);
    if (solves && truth.score == most && answer->best < truth.best - slack)
        fuzz_open(fuzz, "%g, a board without breaks has %g", answer->best, truth.best);
}

static void run(struct fuzz *fuzz)
{
    random_case(fuzz);
    try(fuzz, false, (const char *[]){"algorithm=random", NULL});
    /* It searches boards with a grey rim and without breaks, all of them. */
    try(fuzz, board.strict && board.pieces <= 9,
        (const char *[]){"algorithm=backtrack", "run.epochs=20", NULL});
    try(fuzz, false,
        (const char *[]){"algorithm=ga", "ga.population=8", "ga.offspring=8",
                         "run.epochs=2", NULL});
    try(fuzz, false, (const char *[]){"algorithm=aiea", "run.epochs=2", NULL});
    try(fuzz, false, (const char *[]){"algorithm=moea", "run.epochs=2", NULL});
    if (!board.strict)
        return;
    try(fuzz, false,
        (const char *[]){"algorithm=beam", "beam.width=50", "beam.widest=200",
                         "beam.slice=2000", "run.sub_generations=2", "run.epochs=2",
                         NULL});
}

extern const struct fuzz_problem fuzz_eternity;
const struct fuzz_problem fuzz_eternity = {"eternity", run};
