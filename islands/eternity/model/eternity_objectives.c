#include "eternity_objectives.h"

#include <string.h>

enum {
    LANES = ETERNITY_LANES,
    FRONT = ETERNITY_MAX_SIDE,          /* bytes read before the first cell, at most */
    BEHIND = LANES + ETERNITY_MAX_SIDE, /* bytes read past the last cell, at most */
    PADDED = ETERNITY_MAX_CELLS + BEHIND
};

/* A vector of cells; it need not be aligned. */
typedef uint8_t lanes
    __attribute__((vector_size(ETERNITY_LANES), aligned(1), may_alias));

/* The colours of all cells, side by side; 0 behind the last. */
struct colours {
    uint8_t side[N_SIDES][PADDED];
};

/* 1 where the joint on the east or the south of a cell matches. The first cell is at
 * FRONT; 0 before it and behind the last. */
struct joints {
    uint8_t east[FRONT + PADDED], south[FRONT + PADDED];
};

static void gather(const struct eternity *puzzle, const int16_t *board,
                   struct colours *colours)
{
    uint32_t word[ETERNITY_MAX_CELLS];
    for (unsigned i = 0; i < puzzle->cells; i++)
        memcpy(&word[i], puzzle->sides[board[i]], sizeof word[i]);
    const uint8_t *byte = (const uint8_t *)word;
    for (unsigned i = 0; i < puzzle->cells; i++) {
        colours->side[NORTH][i] = byte[4 * i + NORTH];
        colours->side[EAST][i] = byte[4 * i + EAST];
        colours->side[SOUTH][i] = byte[4 * i + SOUTH];
        colours->side[WEST][i] = byte[4 * i + WEST];
    }
    for (unsigned side = 0; side < N_SIDES; side++)
        memset(colours->side[side] + puzzle->cells, 0, BEHIND);
}

static lanes *at(uint8_t *bytes)
{
    return (lanes *)bytes;
}

static const lanes *of(const uint8_t *bytes)
{
    return (const lanes *)bytes;
}

/* Sum of all lanes. */
static unsigned total(const uint8_t sum[LANES])
{
    unsigned all = 0;
    for (unsigned i = 0; i < LANES; i++)
        all += sum[i];
    return all;
}

/* Fills the joints; the score. No lane counts beyond 2 * 1024 / LANES. */
static unsigned match_joints(const struct eternity_instance *instance,
                             const struct colours *colours, struct joints *joints)
{
    const struct eternity_places *is = &instance->places;
    unsigned cells = instance->puzzle.cells, cols = instance->puzzle.cols;
    const uint8_t *north = colours->side[NORTH], *west = colours->side[WEST];
    lanes sum = {0};
    memset(joints->east, 0, FRONT);
    memset(joints->south, 0, FRONT);
    for (unsigned i = 0; i < cells; i += LANES) {
        lanes east = *of(colours->side[EAST] + i),
              south = *of(colours->side[SOUTH] + i);
        lanes across = (lanes)(east == *of(west + i + 1)) & (lanes)(east != 0) &
                       *of(is->joint_east + i);
        lanes down = (lanes)(south == *of(north + i + cols)) & (lanes)(south != 0) &
                     *of(is->joint_south + i);
        *at(joints->east + FRONT + i) = across;
        *at(joints->south + FRONT + i) = down;
        sum += (across & *of(is->score_east + i)) + (down & *of(is->score_south + i));
    }
    memset(joints->east + FRONT + cells, 0, BEHIND);
    memset(joints->south + FRONT + cells, 0, BEHIND);
    return total((const uint8_t *)&sum);
}

struct eternity_objectives
eternity_objectives_of(const struct eternity_instance *instance, const int16_t *board)
{
    const struct eternity_places *is = &instance->places;
    unsigned cells = instance->puzzle.cells, cols = instance->puzzle.cols;
    struct colours colours;
    struct joints joints;
    gather(&instance->puzzle, board, &colours);
    struct eternity_objectives objectives = {match_joints(instance, &colours, &joints),
                                             0, 0};
    const uint8_t *east = joints.east + FRONT, *south = joints.south + FRONT;
    lanes blocks = {0}, tiles = {0};
    for (unsigned i = 0; i < cells; i += LANES) {
        lanes across = *of(east + i), down = *of(south + i);
        blocks += across & *of(east + i + cols) & down & *of(south + i + 1);
        lanes full = *of(is->cell + i);
        full &= across |
                ((lanes)(*of(colours.side[EAST] + i) == 0) & *of(is->rim[EAST] + i));
        full &= down |
                ((lanes)(*of(colours.side[SOUTH] + i) == 0) & *of(is->rim[SOUTH] + i));
        full &= *of(east + i - 1) |
                ((lanes)(*of(colours.side[WEST] + i) == 0) & *of(is->rim[WEST] + i));
        full &= *of(south + i - cols) |
                ((lanes)(*of(colours.side[NORTH] + i) == 0) & *of(is->rim[NORTH] + i));
        tiles += full;
    }
    objectives.blocks = total((const uint8_t *)&blocks);
    objectives.tiles = total((const uint8_t *)&tiles);
    return objectives;
}

double eternity_objectives_value(const struct eternity_instance *instance,
                                 struct eternity_objectives objectives)
{
    const struct eternity *puzzle = &instance->puzzle;
    if (instance->keys->fitness == ETERNITY_FITNESS_NORMAL)
        return objectives.score;
    return ((double)objectives.score / instance->most_score +
            (double)objectives.blocks / instance->most_blocks +
            (double)objectives.tiles / puzzle->cells) /
           3;
}

void eternity_evaluate(const void *self, const void *genomes, size_t n,
                       struct arena scratch, double *cost)
{
    const struct eternity_instance *instance = self;
    const int16_t *board = genomes;
    (void)scratch;
    for (size_t i = 0; i < n; i++) {
        struct eternity_objectives objectives =
            eternity_objectives_of(instance, board + i * instance->puzzle.cells);
        cost[3 * i] = -eternity_objectives_value(instance, objectives);
        cost[3 * i + 1] = -(double)objectives.blocks;
        cost[3 * i + 2] = -(double)objectives.tiles;
    }
}
