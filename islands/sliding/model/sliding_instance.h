/* A loaded puzzle with what its operations look up. */
#ifndef SKERRY_SLIDING_INSTANCE_H
#define SKERRY_SLIDING_INSTANCE_H

#include "sliding_perimeter_table.h"
#include "sliding_zobrist.h"

/* What the problem's `self` points to; its puzzle comes first, so that self is a struct
 * sliding too. */
struct sliding_instance {
    struct sliding puzzle;
    uint8_t steps[SLIDING_MAX_VERTICES]; /* moves that a ring needs at least, by the
                                            exclusive or of its vertex and its goal */
    vertex_set within[SLIDING_MAX_D + 1][SLIDING_MAX_VERTICES]; /* [n][v]: those that
                                                                   need n moves to v at
                                                                   most */
    uint64_t key[SLIDING_MAX_RINGS * SLIDING_MAX_VERTICES]; /* of a ring on a vertex, by
                                                               gene */
    struct sliding_perimeter_table perimeter;               /* of the target */
    size_t bound; /* proven: no solution has fewer moves */
};

/* Fills the rest from the puzzle; takes from perm. */
enum status sliding_instance_prepare(struct sliding_instance *instance,
                                     struct arena *perm, struct error *err);

/* The Zobrist key of a placement (sliding_zobrist.h). */
uint64_t sliding_key(const struct sliding_instance *instance, const uint8_t *at);

/* The key after a ring has gone from one vertex to another. */
static inline uint64_t sliding_key_after(const struct sliding_instance *instance,
                                         uint64_t key, unsigned ring, unsigned from,
                                         unsigned to)
{
    return sliding_zobrist_after(&instance->puzzle, instance->key, key, ring, from, to);
}

#endif
