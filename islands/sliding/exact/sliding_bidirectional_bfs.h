/* Bidirectional breadth-first search over bitmaps: the fewest moves between two
 * placements, proven.
 *
 * For d <= 5 where one bit for each placement fits memory (sliding_bitmap_bfs.h). The
 * side with the smaller frontier is expanded next; as long as the sides are disjoint
 * every solution is longer than the sum of their depths. It yields a placement in the
 * middle of a shortest path; each half is then short enough for another search to find
 * its moves.
 *
 * Source: I. Pohl, Bi-directional search, Machine Intelligence 6, 1971. Differs: levels
 * are bitmaps, so parents are not stored. Cost: two bitmap searches, in time and
 * memory. */
#ifndef SKERRY_SLIDING_BIDIRECTIONAL_BFS_H
#define SKERRY_SLIDING_BIDIRECTIONAL_BFS_H

#include "sliding_bitmap_bfs.h"
#include "sliding_open_list.h"

struct sliding_bidirectional_bfs {
    struct sliding_bitmap_bfs sides[2]; /* from the start, from the target */
    unsigned bound;                     /* lower bound of any path */
    /* SLIDING_SEARCH_NO_PATH: the side; its total is the size of the component. */
    unsigned exhausted;
    unsigned active;  /* the side that is expanding */
    uint64_t reached; /* placements reached by both */
    enum sliding_search_end end;
    /* SLIDING_SEARCH_FOUND: the common placement. */
    uint8_t midpoint[SLIDING_BITMAP_BFS_MAX_VERTICES];
};

/* Memory that sliding_bidirectional_bfs_init takes; SIZE_MAX where the cube is too
 * large. */
size_t sliding_bidirectional_bfs_bytes(const struct sliding *puzzle);

enum status sliding_bidirectional_bfs_init(struct sliding_bidirectional_bfs *search,
                                           const struct sliding *puzzle,
                                           struct arena *arena, struct error *err);

/* Starts a new search between two different placements. */
void sliding_bidirectional_bfs_begin(struct sliding_bidirectional_bfs *search,
                                     const uint8_t *from, const uint8_t *to);

/* Processes at most so many blocks. Never SLIDING_SEARCH_OUT_OF_MEMORY. */
enum sliding_search_end
sliding_bidirectional_bfs_run(struct sliding_bidirectional_bfs *search, size_t blocks);

#endif
