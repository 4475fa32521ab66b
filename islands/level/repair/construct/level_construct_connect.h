/* Connects all passing cells of a level under construction, and keeps them connected.
 *
 * Source: H. Takahashi, A. Matsuyama, An approximate solution for the Steiner problem in graphs,
 * Mathematica Japonica 24, 1980: the nearest component is connected next. Differs: one that is
 * smaller than the way to it is closed instead. */
#ifndef SKERRY_LEVEL_CONSTRUCT_CONNECT_H
#define SKERRY_LEVEL_CONSTRUCT_CONNECT_H

#include "level_construct_state.h"

/* Opens cells on cheapest ways between components, from `from` on, or closes components; false if
 * neither is possible for some, or when memory runs out. O(n) for each component at worst.
 *
 * from  a passing cell */
bool level_construct_connect(struct level_construct *c, size_t from,
                             struct arena *arena);

/* Whether the other passing cells stay connected without a passing cell. O(1) mostly, O(n) at
 * worst. */
bool level_construct_may_close(struct level_construct *c, size_t v);

/* Whether a cell would be connected if it were passing. */
bool level_construct_may_open(const struct level_construct *c, size_t v);

/* The tile that a cell is to hold if it is to pass, or not to: the given level's, else the first that
 * is not limited; LEVEL_MAX_TILES: there is none. */
uint8_t level_construct_tile(const struct level_construct *c, size_t v, bool passing);

#endif
