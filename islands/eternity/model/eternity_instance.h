/* What `self` of the problem points to: a puzzle, its keys, and tables that the
 * operators and the evaluation look up. */
#ifndef SKERRY_ETERNITY_INSTANCE_H
#define SKERRY_ETERNITY_INSTANCE_H

#include "eternity.h"
#include "eternity_keys.h"

enum {
    ETERNITY_CLASSES = 3, /* of cells, and of the pieces that they hold */
    ETERNITY_CLUED = 255  /* class of a cell whose tile never moves */
};

/* Cells that the evaluation handles at once: a vector of the processor. Wider ones are
 * emulated, ten times as slowly (64 with AVX2 against 32). */
#if defined(__AVX512BW__)
enum { ETERNITY_LANES = 64 };
#elif defined(__AVX2__)
enum { ETERNITY_LANES = 32 };
#else
enum { ETERNITY_LANES = 16 };
#endif

/* Masks for the evaluation: 1 or 0 for each cell, and 0 behind the last. */
struct eternity_places {
    uint8_t cell[ETERNITY_MAX_CELLS + ETERNITY_LANES]; /* there is one */
    uint8_t rim[N_SIDES]
               [ETERNITY_MAX_CELLS + ETERNITY_LANES]; /* a side is on the rim */
    uint8_t joint_east[ETERNITY_MAX_CELLS + ETERNITY_LANES];
    uint8_t joint_south[ETERNITY_MAX_CELLS + ETERNITY_LANES];
    uint8_t score_east[ETERNITY_MAX_CELLS + ETERNITY_LANES]; /* that joint scores */
    uint8_t score_south[ETERNITY_MAX_CELLS + ETERNITY_LANES];
};

/* The puzzle comes first, so that self is a struct eternity too. */
struct eternity_instance {
    struct eternity puzzle;
    const struct eternity_keys *keys; /* borrowed */
    bool strict;                      /* rim: strict */
    unsigned most_score;              /* joints that score, by the key `count` */
    unsigned most_blocks;             /* (rows - 1) * (cols - 1) */
    /* Tiles move only between cells of one class: with a strict rim the number of
     * sides on the rim, 0 to 2; with a free one all are of class 0. Clues have none. */
    uint8_t cell_class[ETERNITY_MAX_CELLS];
    uint8_t piece_class[ETERNITY_MAX_CELLS];
    bool is_clue[ETERNITY_MAX_CELLS];      /* of a piece */
    uint8_t turn_to[ETERNITY_MAX_CELLS];   /* of a cell: see eternity_instance_facing */
    uint8_t turn_from[ETERNITY_MAX_CELLS]; /* of a piece */
    struct eternity_places places;
    uint16_t spiral[ETERNITY_MAX_CELLS]; /* all cells, from the top left corner along
                                            the rim clockwise and on inwards */
    uint16_t path[ETERNITY_MAX_CELLS];   /* all cells in the order of the key `path` */
};

/* Fills everything from the puzzle, which is loaded, and keys. */
void eternity_instance_prepare(struct eternity_instance *instance,
                               const struct eternity_keys *keys);

/* The tile that a cell can hold: on the rim when it is strict, turned so that grey
 * faces outwards (piece and cell are of one class); elsewhere as it is. */
static inline int16_t eternity_instance_facing(const struct eternity_instance *instance,
                                               int16_t tile, unsigned cell)
{
    if (!instance->cell_class[cell] || instance->cell_class[cell] == ETERNITY_CLUED)
        return tile;
    unsigned piece = eternity_piece(tile);
    return (int16_t)(4 * piece +
                     ((instance->turn_to[cell] - instance->turn_from[piece]) & 3u));
}

#endif
