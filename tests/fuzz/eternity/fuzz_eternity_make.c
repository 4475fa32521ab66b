/* A board that keeps the rim, then its pieces in another order. */
#include "fuzz_eternity.h"

#include <string.h>

static struct fuzz_board *const board = &fuzz_board;

static int greys(const int *sides)
{
    return !sides[0] + !sides[1] + !sides[2] + !sides[3];
}

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
        board->side[cell][side] =
            fuzz_eternity_on_rim(cell, side) ? 0 : (int)fuzz_between(fuzz, 1, colours);
    if (!planted && !greys(board->side[cell]) && fuzz_chance(fuzz, 0.2)) {
        board->side[cell][2] = board->side[cell][0]; /* its own half turn */
        board->side[cell][3] = board->side[cell][1];
    }
    if (planted && !fuzz_eternity_on_rim(cell, 3))
        board->side[cell][3] = board->side[cell - 1][1];
    if (planted && !fuzz_eternity_on_rim(cell, 0))
        board->side[cell][0] = board->side[cell - board->cols][2];
}

static bool is_new(int cell)
{
    for (int other = 0; other < cell; other++)
        if (same(board->side[cell], board->side[other]))
            return false;
    return true;
}

/* False when the colours are too few for pieces that differ. */
static bool draw_pieces(struct fuzz *fuzz, int colours, bool planted, bool differ)
{
    for (int cell = 0; cell < board->pieces; cell++) {
        int tries = 0;
        do
            draw_piece(fuzz, cell, colours, planted);
        while (differ && !is_new(cell) && ++tries < 50);
        if (tries == 50)
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

static void write_pieces(struct fuzz *fuzz, int rows, int pieces)
{
    fuzz_write(fuzz, "pieces.txt", "%s", "# a case\n");
    if (rows != board->cols || fuzz_chance(fuzz, 0.3))
        fuzz_append(fuzz, "pieces.txt", "%d %d\n", rows, board->pieces / rows);
    for (int i = 0; i < pieces; i++)
        fuzz_append(fuzz, "pieces.txt", "%d %d %d %d\n", board->side[i][0],
                    board->side[i][1], board->side[i][2], board->side[i][3]);
}

/* Writes the pieces in a random order and turn, and clues to where they came from. */
static void write_puzzle(struct fuzz *fuzz)
{
    int order[FUZZ_MOST_PIECES], turns[FUZZ_MOST_PIECES], sides[FUZZ_MOST_PIECES][4];
    int clues = fuzz_chance(fuzz, 0.4) ? (int)fuzz_between(fuzz, 1, board->pieces) : 0;
    memcpy(sides, board->side, sizeof sides);
    for (int i = 0; i < board->pieces; i++) {
        int j = (int)fuzz_between(fuzz, 0, i);
        order[i] = order[j];
        order[j] = i;
        board->clue[i] = -1;
    }
    for (int i = 0; i < board->pieces; i++) {
        turns[i] = (int)fuzz_below(fuzz, 4);
        memcpy(board->side[i], sides[order[i]], sizeof sides[0]);
        turn_piece(board->side[i], turns[i]);
    }
    write_pieces(fuzz, board->rows, board->pieces);
    board->any_clue = clues > 0;
    board->any_loose = false;
    fuzz_write(fuzz, "hints.txt", "%s", "");
    for (int i = 0; i < clues; i++) {
        int back = (4 - turns[i]) % 4, cell = order[i];
        if (!board->strict && fuzz_chance(fuzz, 0.3))
            back = (int)fuzz_below(fuzz, 4);
        board->tile[cell] = board->clue[cell] = 4 * i + back;
        board->any_loose |= !fuzz_eternity_fits_rim(cell);
        fuzz_append(fuzz, "hints.txt", "%d %d %d %d\n", i + 1, cell / board->cols,
                    cell % board->cols, back);
    }
}

/* A clue that no cell can keep: grey off the rim, or the rim without it. */
static void clue_against_rim(struct fuzz *fuzz)
{
    int piece = (int)fuzz_below(fuzz, (uint64_t)board->pieces);
    int cell = board->rows > 2 || fuzz_chance(fuzz, 0.5) ? 0 : board->pieces - 1;
    int turns = (int)fuzz_below(fuzz, 4);
    board->tile[cell] = 4 * piece + turns;
    if (fuzz_eternity_fits_rim(cell))
        turns = (turns + 1) % 4;
    fuzz_append(fuzz, "hints.txt", "%d %d %d %d\n", piece + 1, cell / board->cols,
                cell % board->cols, turns);
}

/* Makes the files of a puzzle that is none: one row, no border that is
 * grey all round, a piece too few, numbers beyond their range, clues off a strict rim. */
static void spoil(struct fuzz *fuzz)
{
    int piece = (int)fuzz_below(fuzz, (uint64_t)board->pieces), side = 0;
    int kind = (int)fuzz_below(fuzz, 7), rows = board->rows, pieces = board->pieces;
    if (kind == 4 && !board->strict) /* where clues may break the rim */
        kind = 5;
    board->refused = true;
    while (!board->side[piece][side])
        side++;
    if (kind == 0)
        rows = fuzz_chance(fuzz, 0.5) ? 1 : pieces;
    else if (kind == 1)
        board->side[piece][side] = 0;
    else if (kind == 2)
        board->side[piece][side] = fuzz_chance(fuzz, 0.5) ? 64 : -1;
    else if (kind == 3)
        pieces--;
    else
        board->any_clue = true;
    write_pieces(fuzz, rows, pieces);
    if (kind == 4)
        clue_against_rim(fuzz);
    else if (kind == 5)
        fuzz_append(fuzz, "hints.txt", "%d 0 0 0\n",
                    fuzz_chance(fuzz, 0.5) ? 0 : pieces + 1);
    else if (kind == 6)
        fuzz_append(fuzz, "hints.txt", "1 %d 0 %d\n", rows, 4);
}

static void write_config(struct fuzz *fuzz)
{
    static const char *const samplings[] = {"random", "knowledge"};
    static const char *const paths[] = {"spiral", "snake", "rows"};
    static const char *const rotations[] = {"any", "quarter"};
    fuzz_write(fuzz, "case.yaml",
               "problem: eternity\neternity:\n  pieces: pieces.txt\n  rim: %s\n"
               "  fitness: %s\n  count: %s\n  initialization: %s\n  path: %s\n"
               "  rotation: %s\n",
               board->strict ? "strict" : "free",
               board->combined ? "combined" : "normal",
               board->count_450 ? "450" : "480", samplings[fuzz_below(fuzz, 2)],
               paths[fuzz_below(fuzz, 3)], rotations[fuzz_below(fuzz, 2)]);
    if (board->any_clue)
        fuzz_append(fuzz, "case.yaml", "  hints: hints.txt\n  clues: all\n");
    fuzz_append(fuzz, "case.yaml", "algorithm: random\nrun: {epochs: 1}\n");
}

/* A tenth of the boards are too large to be enumerated: beams of smaller ones end before they are wide. */
static void draw_size(struct fuzz *fuzz)
{
    board->tall = fuzz_chance(fuzz, 0.1);
    board->rows = board->tall ? 7 : (int)fuzz_between(fuzz, 2, 4);
    board->cols = board->tall
                      ? (int)fuzz_between(fuzz, 3, 4)
                      : (int)fuzz_between(fuzz, 2, fuzz_chance(fuzz, 0.2) ? 4 : 3);
    board->pieces = board->rows * board->cols;
    board->strict = board->tall || fuzz_chance(fuzz, 0.7);
}

void fuzz_eternity_make(struct fuzz *fuzz)
{
    static const int many[] = {1, 2, 3, 5, 9, 20, 63};
    do {
        draw_size(fuzz);
        board->combined = fuzz_chance(fuzz, 0.3);
        board->count_450 = fuzz_chance(fuzz, 0.3);
    } while (!draw_pieces(fuzz, many[fuzz_below(fuzz, 7)], fuzz_chance(fuzz, 0.5),
                          fuzz_chance(fuzz, 0.7)));
    write_puzzle(fuzz);
    board->refused = false;
    if (fuzz_chance(fuzz, 0.03))
        spoil(fuzz);
    write_config(fuzz);
}
