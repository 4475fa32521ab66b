/* Perimeter of the target: all placements within some radius with their exact
 * distances, found by one backward breadth-first search. A search that reaches one of
 * them has a complete solution; every placement outside is farther than the radius.
 *
 * Lookups use the Zobrist key, which two placements may share. Placements inside are
 * told apart; a placement outside that shares its key with one inside appears nearer
 * than it is. So no lookup overestimates a distance, and bounds derived from it hold
 * whatever the keys are.
 *
 * Source: J. F. Dillenburg, P. C. Nelson, Perimeter search, Artificial Intelligence 65,
 * 1994. Differs: the perimeter is a ball with exact distances, not its frontier, and
 * the bound of a placement outside is radius + 1 or its own h, without the distance to
 * the frontier. Cost: one breadth-first search of SLIDING_PERIMETER_NODES placements; 9
 * bytes a slot, two slots a placement; O(1) a lookup. */
#ifndef SKERRY_SLIDING_PERIMETER_TABLE_H
#define SKERRY_SLIDING_PERIMETER_TABLE_H

#include "arena.h"
#include "sliding.h"
#include "status.h"

enum { SLIDING_PERIMETER_NODES = 1 << 17 };

struct sliding_perimeter_table {
    uint64_t *key;     /* open-addressing hash table of Zobrist keys */
    uint8_t *distance; /* by slot: moves to the target, 255 if free */
    size_t mask, count;
    unsigned radius; /* contains every placement within this distance */
    bool complete;   /* contains every placement that can reach the target */
};

/* Searches backward from the target, breadth first, until SLIDING_PERIMETER_NODES
 * placements are found or there are no more. What it keeps is taken from perm. */
enum status sliding_perimeter_init(struct sliding_perimeter_table *perimeter,
                                   const struct sliding *puzzle,
                                   const uint64_t *zobrist, struct arena *perm,
                                   struct error *err);

/* Distance of a placement to the target by its key, or -1 outside the perimeter; too
 * small for a placement that shares its key with a nearer one. */
static inline int
sliding_perimeter_distance(const struct sliding_perimeter_table *perimeter,
                           uint64_t key)
{
    size_t slot = key & perimeter->mask;
    for (; perimeter->distance[slot] != UINT8_MAX; slot = (slot + 1) & perimeter->mask)
        if (perimeter->key[slot] == key)
            return perimeter->distance[slot];
    return -1;
}

/* Lower bound of the distance to the target, given the placement's sliding_bound: exact
 * inside the perimeter, greater than its radius outside. */
static inline unsigned
sliding_perimeter_bound(const struct sliding_perimeter_table *perimeter, uint64_t key,
                        unsigned bound)
{
    int left = sliding_perimeter_distance(perimeter, key);
    if (left >= 0)
        return (unsigned)left;
    return bound > perimeter->radius ? bound : perimeter->radius + 1;
}

/* Writes the moves from a placement inside to the target and returns their number,
 * sliding_perimeter_distance; -1 when the placement only shares its key with one
 * inside. */
int sliding_perimeter_descend(const struct sliding_perimeter_table *perimeter,
                              const struct sliding *puzzle, const uint64_t *zobrist,
                              const uint8_t *from, int16_t *genes);

#endif
