#include "eternity_load.h"

#include "eternity_number_lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECES_KEY "eternity.pieces"
#define HINTS_KEY "eternity.hints"

struct loading {
    struct eternity *puzzle;
    struct eternity_number_lines lines;
    unsigned pieces; /* read so far */
    bool strict;     /* clues keep the rim */
};

/* All four turns of a piece. */
static void add_turns(struct eternity *puzzle, unsigned piece, const long *colour)
{
    for (unsigned turn = 0; turn < N_SIDES; turn++)
        for (unsigned side = 0; side < N_SIDES; side++)
            puzzle->sides[4 * piece + turn][side] =
                (uint8_t)colour[(side + N_SIDES - turn) % N_SIDES];
}

/* A mistake in the current line, which it quotes. */
static enum status bad_line(const struct loading *load, const char *key,
                            const char *what, struct error *err)
{
    const struct eternity_number_lines *lines = &load->lines;
    char quoted[96] = "";
    for (unsigned i = 0, used = 0; i < lines->count && used < sizeof quoted; i++)
        used += (unsigned)snprintf(quoted + used, sizeof quoted - used, "%s%ld",
                                   i ? " " : "", lines->number[i]);
    return error_at(err, key, "%s:%u: '%s': %s", lines->file->path, lines->line, quoted,
                    what);
}

/* Greys of a piece that some rim can hold: none, one, or two side by side. */
static enum status count_greys(struct loading *load, struct error *err)
{
    const long *colour = load->lines.number;
    unsigned greys = 0;
    for (unsigned side = 0; side < N_SIDES; side++)
        greys += colour[side] == ETERNITY_GREY;
    bool opposite = greys == 2 && (colour[NORTH] == ETERNITY_GREY) ==
                                      (colour[SOUTH] == ETERNITY_GREY);
    if (greys > 2 || opposite)
        return bad_line(load, PIECES_KEY,
                        "grey inside: a piece has no grey side, one, or two side by "
                        "side",
                        err);
    load->puzzle->greys[load->pieces] = (uint8_t)greys;
    return STATUS_OK;
}

static enum status add_piece(struct loading *load, struct error *err)
{
    struct eternity *puzzle = load->puzzle;
    const struct eternity_number_lines *lines = &load->lines;
    if (lines->count != N_SIDES)
        return bad_line(load, PIECES_KEY, "a piece has four colours, N E S W", err);
    if (load->pieces == ETERNITY_MAX_CELLS)
        return bad_line(load, PIECES_KEY, "more pieces than a board of 32 x 32 holds",
                        err);
    for (unsigned side = 0; side < N_SIDES; side++) {
        if (lines->number[side] < 0 || lines->number[side] >= ETERNITY_MAX_COLOURS)
            return error_at(err, PIECES_KEY, "%s:%u: colour %ld (expected: 0 to %d)",
                            lines->file->path, lines->line, lines->number[side],
                            ETERNITY_MAX_COLOURS - 1);
        if ((unsigned)lines->number[side] >= puzzle->colours)
            puzzle->colours = (unsigned)lines->number[side] + 1;
    }
    enum status status = count_greys(load, err);
    if (status)
        return status;
    add_turns(puzzle, load->pieces, lines->number);
    load->pieces++;
    return STATUS_OK;
}

/* The board's sizes: from the first line, or the square that the pieces fill. */
static enum status fit_board(struct loading *load, struct error *err)
{
    struct eternity *puzzle = load->puzzle;
    const char *path = load->lines.file->path;
    if (!puzzle->rows)
        puzzle->rows = puzzle->cols = (unsigned)lround(sqrt(load->pieces));
    puzzle->cells = puzzle->rows * puzzle->cols;
    puzzle->best_score = 2 * puzzle->cells - puzzle->rows - puzzle->cols;
    if (!load->pieces)
        return error_at(err, PIECES_KEY, "%s: no piece in it", path);
    if (puzzle->rows < 2 || puzzle->cols < 2 || puzzle->rows > ETERNITY_MAX_SIDE ||
        puzzle->cols > ETERNITY_MAX_SIDE)
        return error_at(err, PIECES_KEY,
                        "%s: a board of %u x %u (expected: 2 to %d each way)", path,
                        puzzle->rows, puzzle->cols, ETERNITY_MAX_SIDE);
    if (load->pieces != puzzle->cells)
        return error_at(err, PIECES_KEY,
                        "%s: %u piece%s not fill a board of %u x %u (expected: %u; "
                        "a board that is not square has `rows cols` as first line)",
                        path, load->pieces, load->pieces == 1 ? " does" : "s do",
                        puzzle->rows, puzzle->cols, puzzle->cells);
    return STATUS_OK;
}

/* As many corners and edges as the rim needs. */
static enum status check_rim(const struct loading *load, struct error *err)
{
    static const char *const kind[] = {"inner pieces", "edge pieces", "corner pieces"};
    const struct eternity *puzzle = load->puzzle;
    unsigned have[3] = {0}, need[3] = {0};
    for (unsigned i = 0; i < puzzle->cells; i++) {
        have[puzzle->greys[i]]++;
        need[eternity_rim_sides(puzzle, i)]++;
    }
    for (unsigned greys = 3; greys-- > 0;)
        if (have[greys] != need[greys])
            return error_at(err, PIECES_KEY,
                            "%s: %u %s, by their grey sides (expected: %u on a board "
                            "of %u x %u)",
                            load->lines.file->path, have[greys], kind[greys],
                            need[greys], puzzle->rows, puzzle->cols);
    return STATUS_OK;
}

static enum status load_pieces(struct loading *load, struct error *err)
{
    enum status status = eternity_number_lines_next(&load->lines, PIECES_KEY, err);
    if (!status && load->lines.count == 2) {
        long rows = load->lines.number[0], cols = load->lines.number[1];
        bool fits = rows > 0 && rows <= ETERNITY_MAX_SIDE && cols > 0 &&
                    cols <= ETERNITY_MAX_SIDE;
        if (!fits)
            return bad_line(load, PIECES_KEY, "a board has 2 to 32 rows and columns",
                            err);
        load->puzzle->rows = (unsigned)rows;
        load->puzzle->cols = (unsigned)cols;
        status = eternity_number_lines_next(&load->lines, PIECES_KEY, err);
    }
    while (!status && load->lines.count) {
        status = add_piece(load, err);
        if (!status)
            status = eternity_number_lines_next(&load->lines, PIECES_KEY, err);
    }
    if (!status)
        status = fit_board(load, err);
    return status ? status : check_rim(load, err);
}

/* Where the tile's grey sides are not those of the cell on the rim; NULL: they are. */
static const char *rim_mistake(const struct eternity *puzzle, int16_t tile,
                               unsigned row, unsigned col)
{
    static const char *const grey[] = {"its north side is grey, and not on the rim",
                                       "its east side is grey, and not on the rim",
                                       "its south side is grey, and not on the rim",
                                       "its west side is grey, and not on the rim"};
    static const char *const plain[] = {"its north side is on the rim, and not grey",
                                        "its east side is on the rim, and not grey",
                                        "its south side is on the rim, and not grey",
                                        "its west side is on the rim, and not grey"};
    bool rim[N_SIDES] = {[NORTH] = row == 0,
                         [EAST] = col == puzzle->cols - 1,
                         [SOUTH] = row == puzzle->rows - 1,
                         [WEST] = col == 0};
    for (unsigned side = 0; side < N_SIDES; side++)
        if ((puzzle->sides[tile][side] == ETERNITY_GREY) != rim[side])
            return rim[side] ? plain[side] : grey[side];
    return NULL;
}

static enum status add_clue(struct loading *load, struct error *err)
{
    struct eternity *puzzle = load->puzzle;
    const long *number = load->lines.number;
    if (load->lines.count != 4)
        return bad_line(load, HINTS_KEY, "a clue is piece, row, column and turns", err);
    if (number[0] < 1 || number[0] > (long)puzzle->cells)
        return error_at(err, HINTS_KEY, "%s:%u: no piece %ld (expected: 1 to %u)",
                        load->lines.file->path, load->lines.line, number[0],
                        puzzle->cells);
    if (number[1] < 0 || number[1] >= (long)puzzle->rows || number[2] < 0 ||
        number[2] >= (long)puzzle->cols)
        return error_at(
            err, HINTS_KEY,
            "%s:%u: no cell in row %ld, column %ld (expected: rows 0 to %u, "
            "columns 0 to %u)",
            load->lines.file->path, load->lines.line, number[1], number[2],
            puzzle->rows - 1, puzzle->cols - 1);
    if (number[3] < 0 || number[3] > 3)
        return error_at(err, HINTS_KEY,
                        "%s:%u: %ld quarter turns (expected: 0 to 3, clockwise)",
                        load->lines.file->path, load->lines.line, number[3]);
    int16_t tile = (int16_t)(4 * (number[0] - 1) + number[3]);
    unsigned row = (unsigned)number[1], col = (unsigned)number[2];
    const char *mistake = load->strict ? rim_mistake(puzzle, tile, row, col) : NULL;
    if (mistake)
        return bad_line(load, HINTS_KEY, mistake, err);
    for (unsigned cell = 0; cell < puzzle->cells; cell++)
        if (puzzle->clue[cell] >= 0 &&
            (cell == row * puzzle->cols + col ||
             eternity_piece(puzzle->clue[cell]) == eternity_piece(tile)))
            return bad_line(load, HINTS_KEY, "this piece or cell has a clue already",
                            err);
    puzzle->clue[row * puzzle->cols + col] = tile;
    puzzle->clues++;
    return STATUS_OK;
}

/* Whether a row or column is in the middle of n: one of two if n is even. */
static bool is_middle(long at, unsigned n)
{
    return labs(2 * at + 1 - (long)n) <= 1;
}

/* The first clue, for `clues: centre`. */
static enum status check_centre(const struct loading *load, struct error *err)
{
    const long *number = load->lines.number;
    const struct eternity *puzzle = load->puzzle;
    if (is_middle(number[1], puzzle->rows) && is_middle(number[2], puzzle->cols))
        return STATUS_OK;
    return error_at(err, HINTS_KEY,
                    "%s:%u: the first clue is in row %ld, column %ld, which is not the "
                    "centre (expected: the centre piece first, or clues: all)",
                    load->lines.file->path, load->lines.line, number[1], number[2]);
}

static enum status load_clues(struct loading *load, int clues, struct error *err)
{
    for (unsigned cell = 0; cell < ETERNITY_MAX_CELLS; cell++)
        load->puzzle->clue[cell] = ETERNITY_NONE;
    if (clues == ETERNITY_CLUES_NONE)
        return STATUS_OK;
    if (!load->lines.file->data)
        return error_at(err, "eternity.clues",
                        "clues are asked for, but no file is given (expected: "
                        "eternity.hints)");
    enum status status = eternity_number_lines_next(&load->lines, HINTS_KEY, err);
    while (!status && load->lines.count) {
        status = add_clue(load, err);
        if (!status && clues == ETERNITY_CLUES_CENTRE)
            status = check_centre(load, err);
        if (status || clues == ETERNITY_CLUES_CENTRE)
            break;
        status = eternity_number_lines_next(&load->lines, HINTS_KEY, err);
    }
    if (!status && !load->puzzle->clues)
        return error_at(err, HINTS_KEY, "%s: no clue in it", load->lines.file->path);
    return status;
}

enum status eternity_load(const struct eternity_keys *keys, struct eternity *puzzle,
                          struct error *err)
{
    struct loading load = {.puzzle = puzzle,
                           .lines = {.file = &keys->pieces},
                           .strict = keys->rim == ETERNITY_RIM_STRICT};
    *puzzle = (struct eternity){0};
    enum status status = load_pieces(&load, err);
    if (status)
        return status;
    load.lines = (struct eternity_number_lines){.file = &keys->hints};
    return load_clues(&load, keys->clues, err);
}
