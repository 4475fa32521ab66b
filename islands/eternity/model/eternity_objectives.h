/* What a board is worth, all of it and by difference. */
#ifndef SKERRY_ETERNITY_OBJECTIVES_H
#define SKERRY_ETERNITY_OBJECTIVES_H

#include "arena.h"
#include "eternity_instance.h"

/* The three objectives of the paper, section III.D. */
struct eternity_objectives {
    unsigned score;  /* matched joints */
    unsigned blocks; /* 2 x 2 cells whose four inner joints match */
    unsigned tiles;  /* cells whose four sides match; on the rim grey matches */
};

/* All three, in one pass over the board. */
struct eternity_objectives
eternity_objectives_of(const struct eternity_instance *instance, const int16_t *board);

/* What is maximised: the score, or the mean of the three as shares of their most
 * (fitness: combined).
 * Source: Eqs. (4) and (5). Differs: there the distance to the most is minimised. */
double eternity_objectives_value(const struct eternity_instance *instance,
                                 struct eternity_objectives objectives);

/* evaluate of problem.h: the costs -value, -blocks, -tiles of each board. */
void eternity_evaluate(const void *self, const void *genomes, size_t n,
                       struct arena scratch, double *cost);

/* The same by difference: each changes the board and returns how much the score grew,
 * at the price of the joints around the cells that change. Any tile may be put
 * anywhere: rules are the caller's. Moves of many cells are sums of single ones, so a
 * board may hold a piece twice in between. */

/* A cell gets another tile. */
int eternity_put(const struct eternity *puzzle, int16_t *board, unsigned cell,
                 int16_t tile);

/* A cell's tile is turned. */
int eternity_turn_by(const struct eternity *puzzle, int16_t *board, unsigned cell,
                     unsigned quarters);

/* Two cells exchange their tiles, which keep their turns. */
int eternity_swap(const struct eternity *puzzle, int16_t *board, unsigned a,
                  unsigned b);

/* n different cells get new tiles: tile[i] goes to cell[i]. */
int eternity_move(const struct eternity *puzzle, int16_t *board, const uint16_t *cell,
                  const int16_t *tile, size_t n);

#endif
