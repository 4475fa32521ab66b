#include "eternity_instance.h"

#include <string.h>

/* The first side, clockwise, of a run of sides; 0 where there is none. */
static uint8_t first_side(unsigned sides)
{
    for (unsigned side = 0; side < N_SIDES; side++)
        if ((sides >> side & 1) && !(sides >> ((side + 3) & 3) & 1))
            return (uint8_t)side;
    return 0;
}

static void prepare_place(struct eternity_places *places, unsigned cell, unsigned rim)
{
    places->cell[cell] = 1;
    for (unsigned side = 0; side < N_SIDES; side++)
        places->rim[side][cell] = rim >> side & 1;
    places->joint_east[cell] = !places->rim[EAST][cell];
    places->joint_south[cell] = !places->rim[SOUTH][cell];
    places->score_east[cell] = places->joint_east[cell];
    places->score_south[cell] = places->joint_south[cell];
}

/* Count 450: a joint scores if the cell on its west or north is neither in the last row nor
 * in the last column, as in a loop over all other cells. */
static void leave_last_out(struct eternity_instance *instance)
{
    const struct eternity *puzzle = &instance->puzzle;
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        unsigned rim = eternity_rim(puzzle, cell);
        if (!(rim & (1u << EAST | 1u << SOUTH)))
            continue;
        instance->places.score_east[cell] = 0;
        instance->places.score_south[cell] = 0;
    }
    instance->most_score = 2 * (puzzle->rows - 1) * (puzzle->cols - 1);
}

static void prepare_cells(struct eternity_instance *instance)
{
    const struct eternity *puzzle = &instance->puzzle;
    for (unsigned i = 0; i < puzzle->cells; i++) {
        unsigned rim = eternity_rim(puzzle, i);
        bool clued = puzzle->clue[i] >= 0;
        prepare_place(&instance->places, i, rim);
        instance->turn_to[i] = first_side(rim);
        instance->cell_class[i] =
            (uint8_t)(instance->strict ? eternity_rim_sides(puzzle, i) : 0);
        instance->piece_class[i] = instance->strict ? puzzle->greys[i] : 0;
        instance->turn_from[i] =
            first_side(eternity_grey_sides(puzzle, (int16_t)(4 * i)));
        if (clued) {
            instance->cell_class[i] = ETERNITY_CLUED;
            instance->is_clue[eternity_piece(puzzle->clue[i])] = true;
        }
    }
}

static void prepare_spiral(struct eternity_instance *instance)
{
    static const int step[N_SIDES][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    const struct eternity *puzzle = &instance->puzzle;
    bool seen[ETERNITY_MAX_SIDE + 2][ETERNITY_MAX_SIDE + 2] = {{false}};
    for (unsigned row = 0; row < puzzle->rows + 2; row++)
        for (unsigned col = 0; col < puzzle->cols + 2; col++)
            seen[row][col] =
                row == 0 || col == 0 || row > puzzle->rows || col > puzzle->cols;
    int row = 1, col = 1, way = EAST;
    for (unsigned i = 0; i < puzzle->cells; i++) {
        instance->spiral[i] =
            (uint16_t)((unsigned)(row - 1) * puzzle->cols + (unsigned)(col - 1));
        seen[row][col] = true;
        if (seen[row + step[way][0]][col + step[way][1]])
            way = (way + 1) % N_SIDES;
        row += step[way][0];
        col += step[way][1];
    }
}

/* Rows from the top, the first to the right, the next to the left. */
static void prepare_snake(const struct eternity *puzzle, uint16_t *path)
{
    for (unsigned i = 0; i < puzzle->cells; i++) {
        unsigned row = i / puzzle->cols, col = i % puzzle->cols;
        unsigned mirrored = puzzle->cols - 1 - col;
        path[i] = (uint16_t)(row * puzzle->cols + (row % 2 ? mirrored : col));
    }
}

void eternity_instance_prepare(struct eternity_instance *instance,
                               const struct eternity_keys *keys)
{
    const struct eternity *puzzle = &instance->puzzle;
    instance->keys = keys;
    instance->strict = keys->rim == ETERNITY_RIM_STRICT;
    instance->most_score = puzzle->best_score;
    instance->most_blocks = (puzzle->rows - 1) * (puzzle->cols - 1);
    prepare_cells(instance);
    if (keys->count == ETERNITY_COUNT_450)
        leave_last_out(instance);
    prepare_spiral(instance);
    if (keys->path == ETERNITY_PATH_SNAKE)
        prepare_snake(puzzle, instance->path);
    else if (keys->path == ETERNITY_PATH_ROWS)
        for (unsigned cell = 0; cell < puzzle->cells; cell++)
            instance->path[cell] = (uint16_t)cell;
    else
        memcpy(instance->path, instance->spiral, sizeof instance->path);
}
