/* Region operators on boards. Signatures are those of problem.h; self is a struct
 * eternity_instance. Pieces stay whole, clues stay in place.
 *
 * Differs: with a strict rim tiles move only between cells of one class (corner, edge,
 * inside), and on the rim they are turned so that grey faces outwards; where a move of
 * the paper would take a tile to another class, that cell and its partners stay as they
 * are. With a free rim the operators are the paper's own, but for clues. */
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

/* One rectangle of b in a; tiles of a that this repeats leave holes outside of it,
 * which take the tiles that it covered, in random order and as they were turned.
 * Source: Algorithm 1, which does not speak of turns: with random ones GA_1 of Table II
 * comes out far above the paper's score. */
void eternity_crossover(const void *self, const void *a, const void *b, struct rng *rng,
                        struct arena scratch, void *child);

/* With chance `rate` one operation, region exchange or region rotation with equal
 * chances: a board is not changed gene by gene. The sizes of an exchange are drawn
 * again until two such regions have room, then the places until they do not overlap;
 * all is drawn again while nothing moves, some dozens of times.
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
