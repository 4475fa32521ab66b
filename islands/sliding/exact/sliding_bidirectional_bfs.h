/* The fewest moves between two placements, proven: bidirectional breadth-first search
 * over bitmaps.
 *
 * For cubes up to d = 5 whose placements fit memory as bits (sliding_bitmap_bfs.h).
 * Level by level the side with the smaller level goes on; before they share a
 * placement every solution has more moves than both depths together. It finds a
 * placement half-way, and each half is then short enough for another search to find
 * the moves.
 *
 * Source: I. Pohl, Bi-directional search, Machine Intelligence 6, 1971. */
#ifndef SKERRY_SLIDING_BIDIRECTIONAL_BFS_H
#define SKERRY_SLIDING_BIDIRECTIONAL_BFS_H

#include "sliding_bitmap_bfs.h"
#include "sliding_open_list.h"

struct sliding_bidirectional_bfs {
    struct sliding_bitmap_bfs sides[2]; /* from the start, from the target */
    unsigned bound;                     /* no way has fewer moves */
    unsigned
        exhausted; /* SLIDING_SEARCH_NO_PATH: which search; its total is the component's */
    unsigned active;  /* the search in work */
    uint64_t reached; /* placements reached */
    enum sliding_search_end end;
    uint8_t
        midpoint[SLIDING_BITMAP_BFS_MAX_VERTICES]; /* SLIDING_SEARCH_FOUND: where they
                                                      meet */
};

/* What sliding_bidirectional_bfs_init takes; SIZE_MAX when the cube is too large. */
size_t sliding_bidirectional_bfs_bytes(const struct sliding *puzzle);

enum status sliding_bidirectional_bfs_init(struct sliding_bidirectional_bfs *search,
                                           const struct sliding *puzzle,
                                           struct arena *arena, struct error *err);

/* Starts anew between two different placements. */
void sliding_bidirectional_bfs_begin(struct sliding_bidirectional_bfs *search,
                                     const uint8_t *from, const uint8_t *to);

/* Works on at most so many blocks of a search. Never SLIDING_SEARCH_OUT_OF_MEMORY. */
enum sliding_search_end
sliding_bidirectional_bfs_run(struct sliding_bidirectional_bfs *search, size_t blocks);

#endif
