/* The placements nearest to the target with their exact distances: a search that meets
 * one of them has arrived.
 *
 * Lookups go by sliding_key, which two placements may share, if rarely. Within the
 * perimeter they are told apart, and what is outside and has the key of one inside
 * seems nearer than it is: so no lookup says that a placement is farther than it is,
 * and bounds that rest on them hold whatever the keys are.
 *
 * Source: Dillenburg and Nelson, Perimeter search, Artificial Intelligence 65, 1994. */
#ifndef SKERRY_SLIDING_PERIMETER_TABLE_H
#define SKERRY_SLIDING_PERIMETER_TABLE_H

#include "arena.h"
#include "sliding.h"
#include "status.h"

enum { SLIDING_PERIMETER_NODES = 1 << 17 };

struct sliding_perimeter_table {
    uint64_t *key;     /* open hash table by sliding_key */
    uint8_t *distance; /* of each slot: moves to the target, 255 where free */
    size_t mask, count;
    unsigned radius; /* it holds every placement at most so many moves away */
    bool complete;   /* it holds every placement from which the target can be reached */
};

/* Searches backward from the target, breadth first, until SLIDING_PERIMETER_NODES
 * placements are met or there are no more. Takes from perm what it keeps. */
enum status sliding_perimeter_init(struct sliding_perimeter_table *perimeter,
                                   const struct sliding *puzzle,
                                   const uint64_t *zobrist, struct arena *perm,
                                   struct error *err);

/* The distance of a placement to the target by its key, or -1 when it is farther than
 * all inside; less than the distance for one that shares its key with a nearer one. */
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

/* Lower bound of the moves from a placement to the target, given its sliding_bound:
 * exact inside, and more than the radius outside. */
static inline unsigned
sliding_perimeter_bound(const struct sliding_perimeter_table *perimeter, uint64_t key,
                        unsigned bound)
{
    int left = sliding_perimeter_distance(perimeter, key);
    if (left >= 0)
        return (unsigned)left;
    return bound > perimeter->radius ? bound : perimeter->radius + 1;
}

/* The moves from a placement inside to the target, sliding_perimeter_distance of them, and
 * their number; -1 when it only shares its key with one inside, and no moves are found.
 */
int sliding_perimeter_descend(const struct sliding_perimeter_table *perimeter,
                              const struct sliding *puzzle, const uint64_t *zobrist,
                              const uint8_t *from, int16_t *genes);

#endif
