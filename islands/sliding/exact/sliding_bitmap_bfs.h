/* Breadth-first search over all placements at once, one bit a placement and plane.
 *
 * The placements of n rings are cut into blocks: one for each placement of the first
 * n - 2 rings (the outer ones, numbered by sliding_placement_number.h), with 2^d rows
 * of 32 bits. Row i, bit j is the placement with ring n - 2 on vertex i and ring n - 1
 * on vertex j (with one ring there is one block of one row). Three planes of such
 * blocks: reached, newly reached, and being reached. A level goes through the blocks
 * that have a neighbour among the newly reached and gathers what flows into them (moves
 * are reversible), in whole words: a move of the last ring smears bits along the axes
 * of a free face, one of the last but one does so in the transposed block, and one of
 * an outer ring brings in another block, but for the rows and columns of the face.
 *
 * Source: a bit a state by perfect hashing, as in R. E. Korf, P. Schultze, Large-Scale
 * Parallel Breadth-First Search, AAAI 2005. Differs: in memory, with whole words of
 * placements moved at once.
 *
 * d <= 5. Takes 3 * 4 * 2^d bytes a block and a little: for d = 5 and 6 rings 863,040
 * blocks, 339 MB for 652,458,240 placements, 4.2 bits a placement. */
#ifndef SKERRY_SLIDING_BITMAP_BFS_H
#define SKERRY_SLIDING_BITMAP_BFS_H

#include "arena.h"
#include "sliding.h"
#include "status.h"

enum {
    SLIDING_BITMAP_BFS_MAX_D = 5,
    SLIDING_BITMAP_BFS_MAX_VERTICES = 1 << SLIDING_BITMAP_BFS_MAX_D,
    SLIDING_BITMAP_BFS_MAX_SPANS = 10
};

struct sliding_bitmap_bfs {
    const struct sliding *puzzle; /* its d, k, rings and faces */
    unsigned outer;               /* rings that number the blocks */
    unsigned rows;                /* of a block */
    size_t blocks;
    uint32_t *reached, *current, *next; /* blocks x rows */
    uint8_t *active;                    /* of a block: it has bits in current */
    uint8_t *active_next;               /* the same of next */
    uint8_t *marked; /* it is active or a move away from one that is */
    uint8_t *marked_next;
    uint8_t *complete; /* every placement of it is reached */
    uint8_t *outer_at; /* blocks x outer: where its outer rings are */
    bool dense;        /* many blocks of `current` are active: none is marked */
    bool all_marked;   /* `marked` was not marked: look at every block */
    uint32_t weight[SLIDING_BITMAP_BFS_MAX_VERTICES]; /* of an outer ring's digit in
                                                         block numbers */
    uint32_t face[SLIDING_BITMAP_BFS_MAX_SPANS]
                 [SLIDING_BITMAP_BFS_MAX_VERTICES]; /* of a span, through a vertex */
    size_t at;                                      /* blocks of this level done */
    uint64_t found; /* placements of this level so far */
    bool used;      /* the planes are not all empty */

    unsigned depth; /* level of `current`: moves from where it began */
    uint64_t level; /* placements of that level */
    uint64_t total; /* placements reached, all levels up to this one */
};

/* What sliding_bitmap_bfs_init takes from its arena; SIZE_MAX when the cube is too
 * large. */
size_t sliding_bitmap_bfs_bytes(const struct sliding *puzzle);

/* Borrows puzzle. STATUS_MEMORY when there is none, STATUS_INPUT for d > 5. */
enum status sliding_bitmap_bfs_init(struct sliding_bitmap_bfs *bfs,
                                    const struct sliding *puzzle, struct arena *arena,
                                    struct error *err);

/* Starts anew: level 0 is this placement alone. */
void sliding_bitmap_bfs_begin(struct sliding_bitmap_bfs *bfs, const uint8_t *from);

/* Works on at most `blocks` blocks towards the next level; true when it is complete.
 * depth, level and total are then those of the new one. level is 0 when nothing is
 * left; the component is exhausted then, and total is its size. */
bool sliding_bitmap_bfs_run(struct sliding_bitmap_bfs *bfs, size_t blocks);

/* The whole next level; how many placements it has. */
uint64_t sliding_bitmap_bfs_step(struct sliding_bitmap_bfs *bfs);

/* Whether a placement is of the current level, or of any level so far. */
bool sliding_bitmap_bfs_is_current(const struct sliding_bitmap_bfs *bfs,
                                   const uint8_t *at);
bool sliding_bitmap_bfs_is_reached(const struct sliding_bitmap_bfs *bfs,
                                   const uint8_t *at);

/* A placement of the current level that the other search of the same puzzle has reached,
 * the first one; false when there is none. */
bool sliding_bitmap_bfs_meets(const struct sliding_bitmap_bfs *bfs,
                              const struct sliding_bitmap_bfs *other, uint8_t *at);

/* Calls `visit` with every placement of the current level. */
typedef void sliding_bitmap_bfs_visit(void *context, const uint8_t *at);
void sliding_bitmap_bfs_each(const struct sliding_bitmap_bfs *bfs,
                             sliding_bitmap_bfs_visit *visit, void *context);

/* A placement of the current level: the first one by blocks, rows and bits. The level
 * must not be empty. */
void sliding_bitmap_bfs_first(const struct sliding_bitmap_bfs *bfs, uint8_t *at);

#endif
