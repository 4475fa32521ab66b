#include "sliding_bidirectional_bfs.h"

#include <assert.h>
#include <string.h>

size_t sliding_bidirectional_bfs_bytes(const struct sliding *puzzle)
{
    size_t bytes = sliding_bitmap_bfs_bytes(puzzle);
    return bytes > SIZE_MAX / 2 ? SIZE_MAX : 2 * bytes;
}

enum status sliding_bidirectional_bfs_init(struct sliding_bidirectional_bfs *wide,
                                           const struct sliding *puzzle,
                                           struct arena *arena, struct error *err)
{
    *wide = (struct sliding_bidirectional_bfs){0};
    if (!sliding_bitmap_bfs_init(&wide->sides[0], puzzle, arena, err))
        sliding_bitmap_bfs_init(&wide->sides[1], puzzle, arena, err);
    return err->status;
}

void sliding_bidirectional_bfs_begin(struct sliding_bidirectional_bfs *wide,
                                     const uint8_t *from, const uint8_t *to)
{
    assert(memcmp(from, to, wide->sides[0].puzzle->rings) != 0);
    sliding_bitmap_bfs_begin(&wide->sides[0], from);
    sliding_bitmap_bfs_begin(&wide->sides[1], to);
    wide->bound = 1;
    wide->growing = 0;
    wide->met = 2;
    wide->end = SLIDING_SEARCH_WORKING;
}

/* A level is complete: does it meet the other search, and which one goes on? */
static void judge(struct sliding_bidirectional_bfs *wide)
{
    struct sliding_bitmap_bfs *sides = wide->sides, *grown = &sides[wide->growing];
    wide->met += grown->level;
    wide->bound = sides[0].depth + sides[1].depth;
    assert(sides[0].total + sides[1].total == wide->met);
    if (grown->level == 0) {
        wide->exhausted = wide->growing;
        wide->end = SLIDING_SEARCH_APART;
    } else if (sliding_bitmap_bfs_meets(grown, &sides[!wide->growing], wide->half)) {
        wide->end = SLIDING_SEARCH_FOUND;
    } else {
        wide->bound++;
        wide->growing = sides[1].level < sides[0].level;
    }
}

enum sliding_search_end
sliding_bidirectional_bfs_work(struct sliding_bidirectional_bfs *wide, size_t blocks)
{
    if (wide->end == SLIDING_SEARCH_WORKING &&
        sliding_bitmap_bfs_work(&wide->sides[wide->growing], blocks))
        judge(wide);
    return wide->end;
}
