#include "sliding_bidirectional_bfs.h"

#include <assert.h>
#include <string.h>

size_t sliding_bidirectional_bfs_bytes(const struct sliding *puzzle)
{
    size_t bytes = sliding_bitmap_bfs_bytes(puzzle);
    return bytes > SIZE_MAX / 2 ? SIZE_MAX : 2 * bytes;
}

enum status sliding_bidirectional_bfs_init(struct sliding_bidirectional_bfs *search,
                                           const struct sliding *puzzle,
                                           struct arena *arena, struct error *err)
{
    *search = (struct sliding_bidirectional_bfs){0};
    if (!sliding_bitmap_bfs_init(&search->sides[0], puzzle, arena, err))
        sliding_bitmap_bfs_init(&search->sides[1], puzzle, arena, err);
    return err->status;
}

void sliding_bidirectional_bfs_begin(struct sliding_bidirectional_bfs *search,
                                     const uint8_t *from, const uint8_t *to)
{
    assert(memcmp(from, to, search->sides[0].puzzle->rings) != 0);
    sliding_bitmap_bfs_begin(&search->sides[0], from);
    sliding_bitmap_bfs_begin(&search->sides[1], to);
    search->bound = 1;
    search->active = 0;
    search->reached = 2;
    search->end = SLIDING_SEARCH_RUNNING;
}

/* A level is complete: tests whether the frontiers meet, else selects the side to
 * expand next. */
static void level_complete(struct sliding_bidirectional_bfs *search)
{
    struct sliding_bitmap_bfs *sides = search->sides, *side = &sides[search->active];
    search->reached += side->level;
    search->bound = sides[0].depth + sides[1].depth;
    assert(sides[0].total + sides[1].total == search->reached);
    if (side->level == 0) {
        search->exhausted = search->active;
        search->end = SLIDING_SEARCH_NO_PATH;
    } else if (sliding_bitmap_bfs_meets(side, &sides[!search->active],
                                        search->midpoint)) {
        search->end = SLIDING_SEARCH_FOUND;
    } else {
        search->bound++;
        search->active = sides[1].level < sides[0].level;
    }
}

enum sliding_search_end
sliding_bidirectional_bfs_run(struct sliding_bidirectional_bfs *search, size_t blocks)
{
    if (search->end == SLIDING_SEARCH_RUNNING &&
        sliding_bitmap_bfs_run(&search->sides[search->active], blocks))
        level_complete(search);
    return search->end;
}
