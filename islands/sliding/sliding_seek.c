#include "sliding_seek.h"

#include "interrupt.h"

/* The target is met: only there nothing is left to do. */
static void note(void *context, uint32_t node)
{
    struct seek *seek = context;
    if (front_node(&seek->front, node)->h == 0)
        seek->node = node;
}

/* Found when no placement that is still open could lead to fewer moves. */
static bool is_found(const struct seek *seek)
{
    return seek->node != FRONT_NONE &&
           front_node(&seek->front, seek->node)->g <= seek->front.limit;
}

/* The open level with the most moves behind it, or the next limit's; false when nothing
 * waits at all. */
static bool find_level(struct front *front)
{
    while (front->high > 0 && front->open[front->high] == FRONT_NONE)
        front->high--;
    if (front->open[front->high] != FRONT_NONE)
        return true;
    unsigned limit = front_next_limit(front);
    if (limit == FRONT_MOST_MOVES)
        return false;
    front_raise(front, limit);
    return true;
}

/* Placements between two questions whether to go on: a millisecond or so. */
enum { ASK_EVERY = 1024 };

enum search_end seek_work(struct seek *seek, uint64_t placements)
{
    struct front *front = &seek->front;
    for (; seek->end == SEARCH_WORKING && placements > 0; placements--) {
        if (placements % ASK_EVERY == 0)
            (void)interrupt_pending();
        if (!find_level(front)) {
            seek->end = front->full ? SEARCH_FULL : SEARCH_APART;
        } else if (is_found(seek)) {
            seek->end = SEARCH_FOUND;
        } else if (front->full) {
            seek->end = SEARCH_FULL;
        } else {
            front_expand(front, front->high);
            seek->expanded++;
        }
    }
    seek->bound = front->limit;
    return seek->end;
}

void seek_begin(struct seek *seek, const uint8_t *from, const uint8_t *to)
{
    seek->node = FRONT_NONE;
    seek->expanded = 0;
    seek->end = SEARCH_WORKING;
    need_aim(&seek->need, seek->puzzle, to);
    front_begin(&seek->front, from);
    seek->bound = seek->front.limit;
}

void seek_way(const struct seek *seek, int16_t *genes)
{
    front_way(&seek->front, seek->node, genes);
}

enum status seek_init(struct seek *seek, const struct sliding *puzzle,
                      unsigned per_group, size_t bytes, struct arena *arena,
                      struct error *err)
{
    *seek = (struct seek){.puzzle = puzzle};
    if (need_init(&seek->need, puzzle, per_group, arena, err) ||
        front_init(&seek->front, puzzle, &seek->need, bytes, arena, err))
        return err->status;
    seek->front.met = note;
    seek->front.context = seek;
    return STATUS_OK;
}
