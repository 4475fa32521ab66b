/* A puzzle with the tables that its operators look up: lower bounds of single rings,
 * Zobrist keys, the perimeter of the target. */
#ifndef SKERRY_SLIDING_INSTANCE_H
#define SKERRY_SLIDING_INSTANCE_H

#include "sliding_perimeter_table.h"
#include "sliding_zobrist.h"

/* `self` of the problem points to this; the puzzle comes first, so that self is a
 * struct sliding as well. */
struct sliding_instance {
    struct sliding puzzle;
    uint8_t steps[SLIDING_MAX_VERTICES]; /* lower bound of a ring's moves, by the
                                            exclusive or of its vertex and its target */
    vertex_set within[SLIDING_MAX_D + 1]
                     [SLIDING_MAX_VERTICES];                /* [n][v]: vertices within
                                                                   n moves of v by that
                                                                   bound */
    uint64_t key[SLIDING_MAX_RINGS * SLIDING_MAX_VERTICES]; /* random word of a ring on
                                                               a vertex, by gene */
    struct sliding_perimeter_table perimeter;               /* of the target */
    size_t bound; /* proven: no solution has fewer moves */
};

/* Fills everything but the puzzle and `bound`; takes from perm. O(4^d d) and the perimeter. */
enum status sliding_instance_prepare(struct sliding_instance *instance,
                                     struct arena *perm, struct error *err);

/* The Zobrist key of a placement (sliding_zobrist.h). */
uint64_t sliding_key(const struct sliding_instance *instance, const uint8_t *at);

/* The key after a move of a ring from one vertex to another. */
static inline uint64_t sliding_key_after(const struct sliding_instance *instance,
                                         uint64_t key, unsigned ring, unsigned from,
                                         unsigned to)
{
    return sliding_zobrist_after(&instance->puzzle, instance->key, key, ring, from, to);
}

#endif
