/* The sliding puzzle on a hypercube: placements, faces, legal moves and a lower bound.
 *
 * Vertices are 0..2^d-1, bit j of a number is the coordinate on axis j. Rings are
 * numbered from 0 in the order of the config. A placement, the paper's configuration,
 * is a state of the puzzle: the vertex of every ring; a position is a placement with
 * its set of occupied vertices. A face of dimension k through vertex v consists of the
 * vertices that differ from v on k chosen axes only.
 *
 * The k-rule: a ring may move to any other vertex of a k-dimensional face that contains
 * it if all other vertices of that face are free. A move is a ring and the vertex it
 * moves to, whichever face allows it. Moves are reversible.
 *
 * Source: N. SC Merleau, M. O'Malley, E. Roldan, S. Mukherjee, Approximately Optimal
 * Search on a Higher-dimensional Sliding Puzzle ("the paper"), section 2, Definition 1.
 * Cost: the moves of a ring take one AND for each of the (d choose k) faces. */
#ifndef SKERRY_SLIDING_H
#define SKERRY_SLIDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SLIDING_MAX_D = 7,
    SLIDING_MAX_VERTICES = 1 << SLIDING_MAX_D,
    SLIDING_MAX_RINGS = SLIDING_MAX_VERTICES - 1,
    SLIDING_MAX_SPANS = 35,     /* most sets of k axes: 7 choose 3 */
    SLIDING_MAX_LENGTH = 16384, /* longest solution: an arbitrary limit of memory */
    SLIDING_END = -1            /* gene after the last move */
};

/* A set of vertices: bit v stands for vertex v. */
__extension__ typedef unsigned __int128 vertex_set;

#define VERTEX(v) ((vertex_set)1 << (v))

/* Number of vertices of a set. */
static inline unsigned sliding_count(vertex_set set)
{
    return (unsigned)__builtin_popcountll((uint64_t)set) +
           (unsigned)__builtin_popcountll((uint64_t)(set >> 64));
}

/* The least vertex of a nonempty set. */
static inline unsigned sliding_first(vertex_set set)
{
    uint64_t low = (uint64_t)set;
    return low ? (unsigned)__builtin_ctzll(low)
               : 64 + (unsigned)__builtin_ctzll((uint64_t)(set >> 64));
}

/* The n-th vertex of a set, counted from 0, n < sliding_count(set). */
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

/* A placement with its set of occupied vertices. */
struct sliding_position {
    uint8_t at[SLIDING_MAX_RINGS]; /* vertex of each ring; unset past the last one */
    vertex_set occupied;
};

/* Fills spans, axes and span from d and k. */
void sliding_faces(struct sliding *puzzle);

/* The position with ring r at at[r]. */
void sliding_place(const struct sliding *puzzle, const uint8_t *at,
                   struct sliding_position *position);

/* The face through v along the axes of span i; v's coordinates on them are
 * irrelevant. */
static inline vertex_set sliding_face(const struct sliding *puzzle, unsigned i,
                                      unsigned v)
{
    return puzzle->span[i] << (v & ~puzzle->axes[i]);
}

/* The vertices that the ring at v may move to; `occupied` includes v. */
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

/* Moves a ring to vertex `to`, legal or not. */
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

/* Whether the move is legal in this position; gene may have any value. */
bool sliding_legal(const struct sliding *puzzle,
                   const struct sliding_position *position, int16_t gene);

/* Lists all legal moves, by ring and vertex; genes has room for rings * (vertices -
 * rings). Returns how many. */
size_t sliding_moves(const struct sliding *puzzle,
                     const struct sliding_position *position, int16_t *genes);

/* Replays the moves from the start, up to SLIDING_END, puzzle->length or the first
 * illegal move. Returns the number of moves made; position is where they end. */
size_t sliding_replay(const struct sliding *puzzle, const int16_t *genes,
                      struct sliding_position *position);

/* Number of rings on their target vertices (the paper's L - h, equation 4). */
unsigned sliding_matches(const struct sliding *puzzle,
                         const struct sliding_position *position);

/* Lower bound of the moves from one placement to another: the sum over rings of
 * ceil(Hamming distance / k). Admissible and consistent. Source: paper, Definition 2.
 */
unsigned sliding_bound(const struct sliding *puzzle, const uint8_t *from,
                       const uint8_t *to);

#endif
