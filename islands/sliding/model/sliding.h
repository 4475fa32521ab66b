/* The sliding puzzle on a hypercube: positions, faces, legal moves, the lower bound.
 *
 * Vertices are 0..2^d-1, bit j of a number is the coordinate on axis j. Rings are
 * numbered from 0 in the order of the config. A face of dimension k through vertex v is
 * all that v becomes when k chosen axes are set freely.
 *
 * The k-rule (paper, Definition 1): a ring may go in one move to any other vertex of a
 * k-dimensional face that contains it, when all other vertices of that face are free.
 * A move is a ring and the vertex it goes to, whichever face allowed it.
 *
 * Source: N. SC Merleau, M. O'Malley, E. Roldan, S. Mukherjee, Approximately Optimal
 * Search on a Higher-dimensional Sliding Puzzle ("the paper"). */
#ifndef SKERRY_SLIDING_H
#define SKERRY_SLIDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SLIDING_MAX_D = 7,
    SLIDING_MAX_VERTICES = 1 << SLIDING_MAX_D,
    SLIDING_MAX_RINGS = SLIDING_MAX_VERTICES - 1,
    SLIDING_MAX_SPANS = 35,     /* sets of k axes of d: 7 choose 3 */
    SLIDING_MAX_LENGTH = 16384, /* moves of a solution */
    SLIDING_END = -1            /* gene behind the last move */
};

/* A set of vertices: bit v stands for vertex v. */
__extension__ typedef unsigned __int128 vertex_set;

#define VERTEX(v) ((vertex_set)1 << (v))

/* How many vertices a set has. */
static inline unsigned sliding_count(vertex_set set)
{
    return (unsigned)__builtin_popcountll((uint64_t)set) +
           (unsigned)__builtin_popcountll((uint64_t)(set >> 64));
}

/* The least vertex of a set that is not empty. */
static inline unsigned sliding_first(vertex_set set)
{
    uint64_t low = (uint64_t)set;
    return low ? (unsigned)__builtin_ctzll(low)
               : 64 + (unsigned)__builtin_ctzll((uint64_t)(set >> 64));
}

/* The n-th vertex of a set from 0 on, n < sliding_count(set). */
static inline unsigned sliding_nth(vertex_set set, size_t n)
{
    for (; n > 0; n--)
        set &= set - 1;
    return sliding_first(set);
}

/* One instance. */
struct sliding {
    unsigned d, k;     /* 1 <= k <= d <= SLIDING_MAX_D */
    unsigned vertices; /* 2^d */
    unsigned rings;    /* 1..vertices-1 */
    size_t length;     /* most moves of a genome */
    uint8_t start[SLIDING_MAX_RINGS], target[SLIDING_MAX_RINGS]; /* vertex of a ring */
    unsigned spans;                                              /* d choose k */
    unsigned axes[SLIDING_MAX_SPANS];   /* sets of k axes, as bits of a vertex number */
    vertex_set span[SLIDING_MAX_SPANS]; /* the face through vertex 0 along these axes */
};

/* Where the rings are. */
struct sliding_position {
    uint8_t at[SLIDING_MAX_RINGS]; /* vertex of a ring; those past the last are unset */
    vertex_set occupied;
};

/* Fills spans, axes and span from d and k. */
void sliding_faces(struct sliding *puzzle);

/* The position with ring r at at[r]. */
void sliding_place(const struct sliding *puzzle, const uint8_t *at,
                   struct sliding_position *position);

/* The face through v along the axes of span i: their coordinates in v do not matter. */
static inline vertex_set sliding_face(const struct sliding *puzzle, unsigned i,
                                      unsigned v)
{
    return puzzle->span[i] << (v & ~puzzle->axes[i]);
}

/* Where the ring at v may go in one move; `occupied` includes v. */
static inline vertex_set sliding_reach(const struct sliding *puzzle,
                                       vertex_set occupied, unsigned v)
{
    vertex_set others = occupied & ~VERTEX(v), reach = 0;
    for (unsigned i = 0; i < puzzle->spans; i++) {
        vertex_set face = sliding_face(puzzle, i, v);
        if (!(others & face))
            reach |= face;
    }
    return reach & ~VERTEX(v);
}

/* Moves ring to vertex `to`, without asking whether it may. */
static inline void sliding_shift(struct sliding_position *position, unsigned ring,
                                 unsigned to)
{
    position->occupied ^= VERTEX(position->at[ring]) | VERTEX(to);
    position->at[ring] = (uint8_t)to;
}

/* A move as a gene of a genome, and back. */
static inline int16_t sliding_gene(const struct sliding *puzzle, unsigned ring,
                                   unsigned to)
{
    return (int16_t)(ring << puzzle->d | to);
}

static inline unsigned sliding_ring_of(const struct sliding *puzzle, int16_t gene)
{
    return (unsigned)gene >> puzzle->d;
}

static inline unsigned sliding_vertex_of(const struct sliding *puzzle, int16_t gene)
{
    return (unsigned)gene & (puzzle->vertices - 1);
}

/* True when the move is legal in this position; any value of gene may be asked. */
bool sliding_legal(const struct sliding *puzzle,
                   const struct sliding_position *position, int16_t gene);

/* Every legal move of the position, ring by ring and vertex by vertex; genes has room
 * for rings * (vertices - rings). Returns how many. */
size_t sliding_moves(const struct sliding *puzzle,
                     const struct sliding_position *position, int16_t *genes);

/* Takes the moves from the start, up to SLIDING_END or puzzle->length. Returns how many
 * were legal and done before the first that was not; position is where they end. */
size_t sliding_replay(const struct sliding *puzzle, const int16_t *genes,
                      struct sliding_position *position);

/* Rings that are on their target vertex (the paper's L - h, equation 4). */
unsigned sliding_matches(const struct sliding *puzzle,
                         const struct sliding_position *position);

/* Lower bound of the moves from one placement to another: the sum over rings of
 * ceil(Hamming distance / k). Admissible and consistent. Source: paper, Definition 2.
 */
unsigned sliding_bound(const struct sliding *puzzle, const uint8_t *from,
                       const uint8_t *to);

#endif
