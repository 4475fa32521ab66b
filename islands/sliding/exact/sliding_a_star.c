#include "sliding_a_star.h"

#include "interrupt.h"

/* Records the target when it is generated: h is 0 there and nowhere else. */
static void generated(void *context, uint32_t node)
{
    struct sliding_a_star *search = context;
    if (sliding_open_list_node(&search->list, node)->h == 0)
        search->node = node;
}

/* The target is reached, and no open placement has a smaller f. */
static bool is_optimal(const struct sliding_a_star *search)
{
    return search->node != SLIDING_OPEN_LIST_NONE &&
           sliding_open_list_node(&search->list, search->node)->g <= search->list.limit;
}

/* Selects the open list of the greatest g; when all of this limit are empty, raises the
 * limit to the next f. False when every list is empty. */
static bool select_level(struct sliding_open_list *list)
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

/* Expansions between two checks for an interrupt, about a millisecond; no effect on the
 * result. Chosen by hand. */
enum { POLL_EVERY = 1024 };

enum sliding_search_end sliding_a_star_run(struct sliding_a_star *search,
                                           uint64_t placements)
{
    struct sliding_open_list *list = &search->list;
    for (; search->end == SLIDING_SEARCH_RUNNING && placements > 0; placements--) {
        if (placements % POLL_EVERY == 0)
            (void)interrupt_pending();
        /* A full list lacks placements, so that the next f is not the least there is. */
        if (!list->full && !select_level(list)) {
            search->end = SLIDING_SEARCH_NO_PATH;
        } else if (is_optimal(search)) {
            search->end = SLIDING_SEARCH_FOUND;
        } else if (list->full) {
            search->end = SLIDING_SEARCH_OUT_OF_MEMORY;
        } else {
            sliding_open_list_expand(list, list->high);
            search->expanded++;
        }
    }
    search->bound = list->limit;
    return search->end;
}

void sliding_a_star_begin(struct sliding_a_star *search, const uint8_t *from,
                          const uint8_t *to)
{
    search->node = SLIDING_OPEN_LIST_NONE;
    search->expanded = 0;
    search->end = SLIDING_SEARCH_RUNNING;
    sliding_pdb_build(&search->pdb, search->puzzle, to);
    sliding_open_list_begin(&search->list, from);
    search->bound = search->list.limit;
}

void sliding_a_star_path(const struct sliding_a_star *search, int16_t *genes)
{
    sliding_open_list_path(&search->list, search->node, genes);
}

enum status sliding_a_star_init(struct sliding_a_star *search,
                                const struct sliding *puzzle, unsigned per_group,
                                size_t bytes, struct arena *arena, struct error *err)
{
    *search = (struct sliding_a_star){.puzzle = puzzle};
    if (sliding_pdb_init(&search->pdb, puzzle, per_group, arena, err) ||
        sliding_open_list_init(&search->list, puzzle, &search->pdb, bytes, arena, err))
        return err->status;
    search->list.met = generated;
    search->list.context = search;
    return STATUS_OK;
}
