/* The operations of the problem's table on grids; see problem.h for what they promise.
 */
#ifndef SKERRY_LEVEL_OPERATORS_H
#define SKERRY_LEVEL_OPERATORS_H

#include "level_instance.h"
#include "rng.h"

/* Independent tiles as often as in the corpus, repaired: the paper's "MIP (random)". */
bool level_sample(const void *self, struct rng *rng, struct arena scratch,
                  void *genome);

/* A random rectangle of b in a. */
void level_crossover(const void *self, const void *a, const void *b, struct rng *rng,
                     struct arena scratch, void *child);

/* Each cell is, by even chance, drawn anew as often as in the corpus or swapped with a
 * neighbour. */
void level_mutate(const void *self, double rate, struct rng *rng, struct arena scratch,
                  void *genome);

/* The cheapest playable level; false when there is none. Repair asks the heap for what
 * it needs, since that is not known beforehand. */
bool level_heal(const void *self, struct rng *rng, struct arena scratch, void *genome);

/* Share of cells that differ. */
double level_distance(const void *self, const void *a, const void *b,
                      struct arena scratch);

#endif
