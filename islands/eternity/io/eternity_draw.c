#include "eternity_draw.h"

#include "eternity_objectives.h"

static bool joined(const struct eternity *puzzle, const int16_t *board, unsigned cell,
                   enum eternity_side side, unsigned other)
{
    uint8_t colour = puzzle->sides[board[cell]][side];
    return colour != ETERNITY_GREY &&
           colour == puzzle->sides[board[other]][(side + 2) % N_SIDES];
}

/* Whether a cell shows a colour other than grey at the rim. */
static bool sticks_out(const struct eternity_instance *instance, const int16_t *board,
                       unsigned cell)
{
    for (unsigned side = 0; side < N_SIDES; side++)
        if (instance->places.rim[side][cell] &&
            instance->puzzle.sides[board[cell]][side] != ETERNITY_GREY)
            return true;
    return false;
}

static void draw_tiles(const struct eternity_instance *instance, const int16_t *board,
                       unsigned row, int digits, FILE *out)
{
    const struct eternity *puzzle = &instance->puzzle;
    for (unsigned col = 0, cell = row * puzzle->cols; col < puzzle->cols;
         col++, cell++) {
        bool ends = col + 1 == puzzle->cols;
        fprintf(out, "%c%*u.%u%s", sticks_out(instance, board, cell) ? '!' : ' ',
                digits, eternity_piece(board[cell]) + 1, eternity_turn(board[cell]),
                ends                                          ? "\n"
                : joined(puzzle, board, cell, EAST, cell + 1) ? "  "
                                                              : " x");
    }
}

/* The joints below a row: nothing where all match. */
static void draw_joints(const struct eternity *puzzle, const int16_t *board,
                        unsigned row, int digits, FILE *out)
{
    int blanks = 0; /* not printed yet */
    for (unsigned col = 0, cell = row * puzzle->cols; col < puzzle->cols;
         col++, cell++) {
        if (joined(puzzle, board, cell, SOUTH, cell + puzzle->cols)) {
            blanks += digits + 5;
            continue;
        }
        fprintf(out, "%*sx", blanks + digits, "");
        blanks = 4;
    }
    fputc('\n', out);
}

void eternity_describe(const void *self, const void *genome, FILE *out)
{
    const struct eternity_instance *instance = self;
    const struct eternity *puzzle = &instance->puzzle;
    const int16_t *board = genome;
    struct eternity_objectives objectives = eternity_objectives_of(instance, board);
    int digits = snprintf(NULL, 0, "%u", puzzle->cells);
    fprintf(out, "%u of %u joints, %u of %u blocks, %u of %u tiles\n", objectives.score,
            instance->most_score, objectives.blocks, instance->most_blocks,
            objectives.tiles, puzzle->cells);
    for (unsigned row = 0; row < puzzle->rows; row++) {
        draw_tiles(instance, board, row, digits, out);
        if (row + 1 < puzzle->rows)
            draw_joints(puzzle, board, row, digits, out);
    }
}
