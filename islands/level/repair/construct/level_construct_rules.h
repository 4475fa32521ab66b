/* The rules about few cells: exits, blocks, and pairs of equal cells. */
#ifndef SKERRY_LEVEL_CONSTRUCT_RULES_H
#define SKERRY_LEVEL_CONSTRUCT_RULES_H

#include "level_construct_state.h"

enum {
    CONSTRUCT_BLOCK_CELLS = 16, /* larger blocks are beyond the method */
    CONSTRUCT_GROUP = 8 /* cells that are equal: pairs of pairs, of two mirrors */
};

/* How many rules a level violates at a cell: its exits, and blocks of which it is the first cell.
 * O(rules). */
unsigned level_construct_violations(const struct level_construct *c, size_t v);

/* The cells that hold the same tile as v does, with v itself, first; returns how many. */
size_t level_construct_group(const struct level_construct *c, size_t v,
                             uint32_t group[CONSTRUCT_GROUP]);

/* Adds the cells at which a change of v may violate rules, or cease to; each at least once. Returns
 * how many there are then.
 *
 * cells  has room for level_construct_most_near(c) more */
size_t level_construct_near(const struct level_construct *c, size_t v, uint32_t *cells,
                            size_t n);
size_t level_construct_most_near(const struct level_construct *c);

#endif
