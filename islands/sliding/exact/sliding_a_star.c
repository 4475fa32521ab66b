#include "sliding_a_star.h"

#include "interrupt.h"

/* The target is met: only there nothing is left to do. */
static void note(void *context, uint32_t node)
{
    struct sliding_a_star *seek = context;
    if (sliding_open_list_node(&seek->list, node)->h == 0)
        seek->node = node;
}

/* Found when no placement that is still open could lead to fewer moves. */
static bool is_found(const struct sliding_a_star *seek)
{
    return seek->node != SLIDING_OPEN_LIST_NONE &&
           sliding_open_list_node(&seek->list, seek->node)->g <= seek->list.limit;
}

/* The open level with the most moves behind it, or the next limit's; false when nothing
 * waits at all. */
static bool find_level(struct sliding_open_list *list)
{
    while (list->high > 0 && list->open[list->high] == SLIDING_OPEN_LIST_NONE)
        list->high--;
    if (list->open[list->high] != SLIDING_OPEN_LIST_NONE)
        return true;
    unsigned limit = sliding_open_list_next_limit(list);
    if (limit == SLIDING_OPEN_LIST_MOST_MOVES)
        return false;
    sliding_open_list_raise(list, limit);
    return true;
}

/* Placements between two questions whether to go on: a millisecond or so. */
enum { ASK_EVERY = 1024 };

enum sliding_search_end sliding_a_star_work(struct sliding_a_star *seek,
                                            uint64_t placements)
{
    struct sliding_open_list *list = &seek->list;
    for (; seek->end == SLIDING_SEARCH_WORKING && placements > 0; placements--) {
        if (placements % ASK_EVERY == 0)
            (void)interrupt_pending();
        if (!find_level(list)) {
            seek->end = list->full ? SLIDING_SEARCH_FULL : SLIDING_SEARCH_APART;
        } else if (is_found(seek)) {
            seek->end = SLIDING_SEARCH_FOUND;
        } else if (list->full) {
            seek->end = SLIDING_SEARCH_FULL;
        } else {
            sliding_open_list_expand(list, list->high);
            seek->expanded++;
        }
    }
    seek->bound = list->limit;
    return seek->end;
}

void sliding_a_star_begin(struct sliding_a_star *seek, const uint8_t *from,
                          const uint8_t *to)
{
    seek->node = SLIDING_OPEN_LIST_NONE;
    seek->expanded = 0;
    seek->end = SLIDING_SEARCH_WORKING;
    sliding_pdb_aim(&seek->pdb, seek->puzzle, to);
    sliding_open_list_begin(&seek->list, from);
    seek->bound = seek->list.limit;
}

void sliding_a_star_way(const struct sliding_a_star *seek, int16_t *genes)
{
    sliding_open_list_way(&seek->list, seek->node, genes);
}

enum status sliding_a_star_init(struct sliding_a_star *seek,
                                const struct sliding *puzzle, unsigned per_group,
                                size_t bytes, struct arena *arena, struct error *err)
{
    *seek = (struct sliding_a_star){.puzzle = puzzle};
    if (sliding_pdb_init(&seek->pdb, puzzle, per_group, arena, err) ||
        sliding_open_list_init(&seek->list, puzzle, &seek->pdb, bytes, arena, err))
        return err->status;
    seek->list.met = note;
    seek->list.context = seek;
    return STATUS_OK;
}
