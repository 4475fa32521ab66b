/* Breadth-first search over all placements, one bit for each in three bitmaps.
 *
 * The placements of n rings are divided into blocks: one for each placement of the
 * first n - 2 rings (the outer ones, numbered by sliding_placement_number.h), with 2^d
 * rows of 32 bits. Row i, bit j is the placement with ring n - 2 on vertex i and ring n
 * - 1 on vertex j (a single ring has one block of one row). The bitmaps are: all
 * reached, the current level, the next level. A level visits the blocks with a
 * neighbour in the current level and collects their predecessors, since moves are
 * reversible, by whole words: a move of the last ring spreads bits along the axes of a
 * free face, a move of the last but one does so in the transposed block, and a move of
 * an outer ring copies another block except for the rows and columns of the face.
 *
 * Source: R. E. Korf, P. Schultze, Large-Scale Parallel Breadth-First Search, AAAI
 * 2005, for one bit a state by perfect hashing. Differs: in memory, and by words
 * instead of single states.
 *
 * d <= 5. Cost: each level O(blocks visited * 2^d * faces) word operations; 3 * 4 * 2^d
 * bytes a block and its flags: 863,040 blocks and 339 MB for d = 5 with 6 rings,
 * 652,458,240 placements at 4.2 bits. */
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
    const struct sliding *puzzle; /* d, k, rings and faces are used */
    unsigned outer;               /* rings whose placement numbers the blocks */
    unsigned rows;                /* of a block */
    size_t blocks;
    uint32_t *reached, *current, *next; /* blocks x rows */
    uint8_t *active;                    /* by block: it has bits in `current` */
    uint8_t *active_next;               /* by block: it has bits in `next` */
    uint8_t *marked; /* by block: active, or a neighbour of an active one */
    uint8_t *marked_next;
    uint8_t *complete; /* by block: every placement is reached */
    uint8_t *outer_at; /* blocks x outer: vertices of its outer rings */
    bool dense;        /* many blocks are active: neighbours are not marked */
    bool all_marked;   /* `marked` is not set: visit every block */
    uint32_t weight[SLIDING_BITMAP_BFS_MAX_VERTICES]; /* weight of an outer ring's
                                                         digit in block numbers */
    uint32_t face[SLIDING_BITMAP_BFS_MAX_SPANS]
                 [SLIDING_BITMAP_BFS_MAX_VERTICES]; /* of a span, through a vertex */
    size_t at;                                      /* blocks of this level processed */
    uint64_t found; /* placements of this level so far */
    bool used;      /* the bitmaps are not all zero */

    unsigned depth; /* level of `current`: distance from the root */
    uint64_t level; /* placements of that level */
    uint64_t total; /* placements reached, all levels up to this one */
};

/* Memory that sliding_bitmap_bfs_init takes from its arena; SIZE_MAX where the cube is
 * too large. */
size_t sliding_bitmap_bfs_bytes(const struct sliding *puzzle);

/* Borrows puzzle. STATUS_MEMORY when there is none, STATUS_INPUT for d > 5. */
enum status sliding_bitmap_bfs_init(struct sliding_bitmap_bfs *bfs,
                                    const struct sliding *puzzle, struct arena *arena,
                                    struct error *err);

/* Starts a new search: level 0 is this placement. */
void sliding_bitmap_bfs_begin(struct sliding_bitmap_bfs *bfs, const uint8_t *from);

/* Processes at most `blocks` blocks of the next level; true when it is complete. depth,
 * level and total are then those of the new level. level is 0 when the component is
 * exhausted; total is then its size. */
bool sliding_bitmap_bfs_run(struct sliding_bitmap_bfs *bfs, size_t blocks);

/* Completes the next level; returns its size. */
uint64_t sliding_bitmap_bfs_step(struct sliding_bitmap_bfs *bfs);

/* Whether a placement is in the current level, or in any level so far. */
bool sliding_bitmap_bfs_is_current(const struct sliding_bitmap_bfs *bfs,
                                   const uint8_t *at);
bool sliding_bitmap_bfs_is_reached(const struct sliding_bitmap_bfs *bfs,
                                   const uint8_t *at);

/* The first placement of the current level that another search of the same puzzle has
 * reached; false if there is none. */
bool sliding_bitmap_bfs_meets(const struct sliding_bitmap_bfs *bfs,
                              const struct sliding_bitmap_bfs *other, uint8_t *at);

/* Calls `visit` for every placement of the current level. */
typedef void sliding_bitmap_bfs_visit(void *context, const uint8_t *at);
void sliding_bitmap_bfs_each(const struct sliding_bitmap_bfs *bfs,
                             sliding_bitmap_bfs_visit *visit, void *context);

/* The first placement of the current level, which must not be empty, by block, row and
 * bit. */
void sliding_bitmap_bfs_first(const struct sliding_bitmap_bfs *bfs, uint8_t *at);

#endif
