#include "sliding_wide.h"

#include <assert.h>
#include <string.h>

size_t wide_bytes(const struct sliding *puzzle)
{
    size_t bytes = flood_bytes(puzzle);
    return bytes > SIZE_MAX / 2 ? SIZE_MAX : 2 * bytes;
}

enum status wide_init(struct wide *wide, const struct sliding *puzzle,
                      struct arena *arena, struct error *err)
{
    *wide = (struct wide){0};
    if (!flood_init(&wide->floods[0], puzzle, arena, err))
        flood_init(&wide->floods[1], puzzle, arena, err);
    return err->status;
}

void wide_begin(struct wide *wide, const uint8_t *from, const uint8_t *to)
{
    assert(memcmp(from, to, wide->floods[0].puzzle->rings) != 0);
    flood_begin(&wide->floods[0], from);
    flood_begin(&wide->floods[1], to);
    wide->bound = 1;
    wide->growing = 0;
    wide->met = 2;
    wide->end = SEARCH_WORKING;
}

/* A level is complete: does it meet the other flood, and which one goes on? */
static void judge(struct wide *wide)
{
    struct flood *floods = wide->floods, *grown = &floods[wide->growing];
    wide->met += grown->level;
    wide->bound = floods[0].depth + floods[1].depth;
    assert(floods[0].total + floods[1].total == wide->met);
    if (grown->level == 0) {
        wide->exhausted = wide->growing;
        wide->end = SEARCH_APART;
    } else if (flood_meets(grown, &floods[!wide->growing], wide->half)) {
        wide->end = SEARCH_FOUND;
    } else {
        wide->bound++;
        wide->growing = floods[1].level < floods[0].level;
    }
}

enum search_end wide_work(struct wide *wide, size_t blocks)
{
    if (wide->end == SEARCH_WORKING && flood_work(&wide->floods[wide->growing], blocks))
        judge(wide);
    return wide->end;
}
