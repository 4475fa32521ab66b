/* Crossover, mutation and distance of boards: the paper's region operators, which move
 * rectangles of tiles. Signatures are those of problem.h; self is a struct
 * eternity_instance. Pieces stay whole, clues stay in place. O(cells) each.
 *
 * Source: section III.B, Algorithm 1, Figs. 2 and 3.
 * Differs: with a strict rim tiles move only between cells of one class (corner, edge,
 * inside), and on the rim they are rotated so that grey faces outwards; where a move
 * of the paper would take a tile to another class, that cell and its partners stay as
 * they are. With a free rim the operators are the paper's own, but clues stay. */
#ifndef SKERRY_ETERNITY_OPERATORS_H
#define SKERRY_ETERNITY_OPERATORS_H

#include "eternity_sample.h"

/* Both bounds count cells and are cut to the board. Source: section III.B. */
enum {
    ETERNITY_CROSS_LEAST = 2,
    ETERNITY_CROSS_MOST = 8,
    ETERNITY_MUTATE_LEAST = 1,
    ETERNITY_MUTATE_MOST = 10
};

/* Rectangle of cells. */
struct eternity_rectangle {
    unsigned row, col, height, width;
};

/* A rectangle of b replaces that of a; tiles of a that are now there twice leave holes
 * outside of it, which take the tiles that the rectangle covered, in random order and
 * in their rotation.
 * Source: Algorithm 1, which does not mention rotations: with random ones GA_1 of
 * Table II comes out far above the paper's score. */
void eternity_crossover(const void *self, const void *a, const void *b, struct rng *rng,
                        struct arena scratch, void *child);

/* With probability `rate` one operation, region exchange or region rotation with equal
 * probability: a board is not changed gene by gene. The sizes of an exchange are drawn
 * again until two such regions have room, then the places until they do not overlap;
 * everything is drawn again while nothing moves, up to 64 times.
 * Source: section III.B, which does not say how far a region is rotated: see the key
 * `rotation`. */
void eternity_mutate(const void *self, double rate, struct rng *rng,
                     struct arena scratch, void *genome);

/* Two rectangles of one size that do not overlap exchange their tiles, turns kept.
 * Returns whether a tile moved. */
bool eternity_operators_exchange(const struct eternity_instance *instance,
                                 struct eternity_rectangle one,
                                 struct eternity_rectangle other, int16_t *board);

/* The tiles of a square are turned together, clockwise by 1 to 3 quarters. Returns
 * whether a tile moved. */
bool eternity_operators_rotate(const struct eternity_instance *instance,
                               struct eternity_rectangle square, unsigned quarters,
                               int16_t *board);

/* Share of cells that hold different tiles. */
double eternity_distance(const void *self, const void *a, const void *b,
                         struct arena scratch);

#endif
