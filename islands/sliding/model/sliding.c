#include "sliding.h"

#include <string.h>

/* The face through vertex 0 along these axes: the vertices whose set bits are a subset
 * of the axes. */
static vertex_set subsets(unsigned axes)
{
    vertex_set face = 0;
    unsigned subset = 0;
    do {
        face |= VERTEX(subset);
        subset = (subset - axes) & axes; /* the next larger subset; 0 after the last */
    } while (subset);
    return face;
}

void sliding_faces(struct sliding *puzzle)
{
    puzzle->spans = 0;
    for (unsigned axes = 0; axes < puzzle->vertices; axes++)
        if ((unsigned)__builtin_popcount(axes) == puzzle->k) {
            puzzle->axes[puzzle->spans] = axes;
            puzzle->span[puzzle->spans++] = subsets(axes);
        }
}

void sliding_place(const struct sliding *puzzle, const uint8_t *at,
                   struct sliding_position *position)
{
    memcpy(position->at, at, puzzle->rings);
    position->occupied = 0;
    for (unsigned r = 0; r < puzzle->rings; r++)
        position->occupied |= VERTEX(at[r]);
}

bool sliding_legal(const struct sliding *puzzle,
                   const struct sliding_position *position, int16_t gene)
{
    if (gene < 0)
        return false;
    unsigned ring = sliding_ring_of(puzzle, gene), to = sliding_vertex_of(puzzle, gene);
    if (ring >= puzzle->rings)
        return false;
    vertex_set reach = sliding_reach(puzzle, position->occupied, position->at[ring]);
    return (reach & VERTEX(to)) != 0;
}

size_t sliding_moves(const struct sliding *puzzle,
                     const struct sliding_position *position, int16_t *genes)
{
    size_t n = 0;
    for (unsigned r = 0; r < puzzle->rings; r++) {
        vertex_set reach = sliding_reach(puzzle, position->occupied, position->at[r]);
        for (unsigned to = 0; to < puzzle->vertices; to++)
            if (reach & VERTEX(to))
                genes[n++] = sliding_gene(puzzle, r, to);
    }
    return n;
}

size_t sliding_replay(const struct sliding *puzzle, const int16_t *genes,
                      struct sliding_position *position)
{
    size_t n = 0;
    sliding_place(puzzle, puzzle->start, position);
    while (n < puzzle->length && sliding_legal(puzzle, position, genes[n])) {
        sliding_shift(position, sliding_ring_of(puzzle, genes[n]),
                      sliding_vertex_of(puzzle, genes[n]));
        n++;
    }
    return n;
}

unsigned sliding_matches(const struct sliding *puzzle,
                         const struct sliding_position *position)
{
    unsigned matches = 0;
    for (unsigned r = 0; r < puzzle->rings; r++)
        matches += position->at[r] == puzzle->target[r];
    return matches;
}

unsigned sliding_bound(const struct sliding *puzzle, const uint8_t *from,
                       const uint8_t *to)
{
    unsigned bound = 0;
    for (unsigned r = 0; r < puzzle->rings; r++) {
        unsigned apart = (unsigned)__builtin_popcount((unsigned)(from[r] ^ to[r]));
        bound += (apart + puzzle->k - 1) / puzzle->k;
    }
    return bound;
}
