/* Tries every board; what cannot be better is cut off. */
#include "fuzz_eternity.h"

#include <stdlib.h>

enum { MOST_BOARDS = 300000 };

struct fuzz_board fuzz_board;
struct fuzz_boards fuzz_boards;
static struct fuzz_board *const board = &fuzz_board;

int fuzz_eternity_colour(int cell, int side)
{
    return board->side[board->tile[cell] / 4][(side - board->tile[cell] % 4 + 4) % 4];
}

/* A joint east (1) or south (2) of a cell: 1 where it is there and matches. */
static int matches(int cell, int side)
{
    int row = cell / board->cols, col = cell % board->cols;
    int next = side == 1 ? cell + 1 : cell + board->cols;
    if (side == 1 ? col + 1 == board->cols : row + 1 == board->rows)
        return 0;
    return fuzz_eternity_colour(cell, side) &&
           fuzz_eternity_colour(cell, side) ==
               fuzz_eternity_colour(next, (side + 2) % 4);
}

bool fuzz_eternity_on_rim(int cell, int side)
{
    int row = cell / board->cols, col = cell % board->cols;
    return (side == 0 && row == 0) || (side == 1 && col == board->cols - 1) ||
           (side == 2 && row == board->rows - 1) || (side == 3 && col == 0);
}

bool fuzz_eternity_fits_rim(int cell)
{
    for (int side = 0; side < 4; side++)
        if ((fuzz_eternity_colour(cell, side) == 0) != fuzz_eternity_on_rim(cell, side))
            return false;
    return true;
}

/* All four sides match; the neighbours lie there. */
static bool is_whole(int cell)
{
    static const int opposite[] = {2, 3, 0, 1};
    for (int side = 0; side < 4; side++) {
        int from = side == 0 ? cell - board->cols : side == 3 ? cell - 1 : cell;
        bool good = fuzz_eternity_on_rim(cell, side)
                        ? fuzz_eternity_colour(cell, side) == 0
                        : matches(from, side == 0 || side == 3 ? opposite[side] : side);
        if (!good)
            return false;
    }
    return true;
}

/* Whether the joints to the east and south of a cell score: by the key `count`. */
static bool scores(int cell)
{
    return !board->count_450 ||
           !(fuzz_eternity_on_rim(cell, 1) || fuzz_eternity_on_rim(cell, 2));
}

int fuzz_eternity_most(void)
{
    return board->count_450
               ? 2 * (board->rows - 1) * (board->cols - 1)
               : board->rows * (board->cols - 1) + (board->rows - 1) * board->cols;
}

static double value_of(int joints, int blocks, int whole)
{
    int most = fuzz_eternity_most();
    if (!board->combined)
        return joints;
    return ((double)joints / most +
            (double)blocks / ((board->rows - 1) * (board->cols - 1)) +
            (double)whole / board->pieces) /
           3;
}

double fuzz_eternity_count(int *score)
{
    int joints = 0, blocks = 0, whole = 0;
    for (int cell = 0; cell < board->pieces; cell++) {
        int right = matches(cell, 1), down = matches(cell, 2);
        joints += scores(cell) ? right + down : 0;
        blocks +=
            right && down && matches(cell + 1, 2) && matches(cell + board->cols, 1);
        whole += is_whole(cell);
    }
    *score = joints;
    return value_of(joints, blocks, whole);
}

/* Of the cells that are laid, row by row: what holds already, and of how many that is
 * told. */
struct held {
    int joints, of_joints, blocks, of_blocks, whole, of_whole;
};

/* A cell that is laid settles the joints to the west and north, the block between, and
 * all sides of the cell to the north; in the last row, of the cell to the west, too. */
static void settle(int cell, struct held *held)
{
    int row = cell / board->cols, col = cell % board->cols;
    int west = col ? matches(cell - 1, 1) : 0;
    int north = row ? matches(cell - board->cols, 2) : 0;
    bool west_scores = col && scores(cell - 1);
    bool north_scores = row && scores(cell - board->cols);
    held->joints += (west_scores && west) + (north_scores && north);
    held->of_joints += west_scores + north_scores;
    if (col && row) {
        int corner = cell - board->cols - 1;
        held->blocks += west && north && matches(corner, 1) && matches(corner, 2);
        held->of_blocks++;
    }
    int done[3], n = 0;
    if (row)
        done[n++] = cell - board->cols;
    if (row == board->rows - 1 && col)
        done[n++] = cell - 1;
    if (cell == board->pieces - 1)
        done[n++] = cell;
    held->of_whole += n;
    while (n-- > 0)
        held->whole += is_whole(done[n]);
}

/* Whether all that is not settled yet could make a better board. */
static bool may_be_better(const struct held *held)
{
    int joints = fuzz_eternity_most();
    int blocks = (board->rows - 1) * (board->cols - 1);
    joints += held->joints - held->of_joints;
    blocks += held->blocks - held->of_blocks;
    return joints > fuzz_boards.score ||
           value_of(joints, blocks, board->pieces + held->whole - held->of_whole) >
               fuzz_boards.best;
}

static void take(const struct held *held)
{
    int score;
    double value = fuzz_eternity_count(&score);
    if (score != held->joints ||
        value != value_of(held->joints, held->blocks, held->whole))
        abort(); /* counted in two ways */
    fuzz_boards.best = value > fuzz_boards.best ? value : fuzz_boards.best;
    fuzz_boards.score = score > fuzz_boards.score ? score : fuzz_boards.score;
}

static void try_all(int cell, unsigned used, struct held before)
{
    if (cell == board->pieces) {
        take(&before);
        return;
    }
    for (int t = 0; t < 4 * board->pieces && fuzz_boards.known; t++) {
        struct held held = before;
        if (used >> t / 4 & 1 || (board->clue[cell] >= 0 && board->clue[cell] != t))
            continue;
        board->tile[cell] = t;
        if (board->strict && !fuzz_eternity_fits_rim(cell))
            continue;
        settle(cell, &held);
        if (!may_be_better(&held))
            continue;
        fuzz_boards.known = ++fuzz_boards.looked < MOST_BOARDS;
        try_all(cell + 1, used | 1u << t / 4, held);
    }
}

void fuzz_eternity_enumerate(void)
{
    fuzz_boards = (struct fuzz_boards){.known = true, .best = -1};
    try_all(0, 0, (struct held){0});
}
