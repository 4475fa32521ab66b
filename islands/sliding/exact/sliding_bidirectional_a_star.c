#include "sliding_bidirectional_a_star.h"

#include "interrupt.h"

#include <assert.h>
#include <limits.h>

/* One side has generated a placement, or reached it by fewer moves: joins it with the
 * same placement of the other side, if that exists. */
static void generated(void *context, uint32_t node)
{
    struct sliding_bidirectional_a_star *search = context;
    unsigned own = search->active;
    const struct sliding_open_list_node *mine =
        sliding_open_list_node(&search->lists[own], node);
    uint32_t other = sliding_open_list_find(&search->lists[!own], mine->key);
    if (other == SLIDING_OPEN_LIST_NONE)
        return;
    unsigned moves =
        (unsigned)mine->g + sliding_open_list_node(&search->lists[!own], other)->g;
    if (moves >= search->best)
        return;
    assert(moves >= search->bound); /* a proven lower bound */
    search->best = moves;
    search->node[own] = node;
    search->node[!own] = other;
}

/* The least g below the depth of a side with an open placement, or the depth. */
static unsigned lowest_open_level(struct sliding_open_list *list, unsigned depth)
{
    while (list->low < depth && list->open[list->low] == SLIDING_OPEN_LIST_NONE)
        list->low++;
    return list->low < depth ? list->low : depth;
}

/* All placements below both depths are expanded: deepens the side with fewer
 * placements, or raises the limit. */
static void deepen(struct sliding_bidirectional_a_star *search)
{
    struct sliding_open_list *lists = search->lists;
    if (search->depth[0] + search->depth[1] < search->bound) {
        unsigned more = lists[1].count < lists[0].count;
        search->depth[more]++;
        return;
    }
    search->bound++;
    sliding_open_list_raise(&lists[0], search->bound);
    sliding_open_list_raise(&lists[1], search->bound);
}

/* Whether the search has ended, and how. */
static enum sliding_search_end check_end(struct sliding_bidirectional_a_star *search)
{
    for (unsigned i = 0; i < 2; i++)
        if (search->lists[i].full)
            return search->best <= search->bound ? SLIDING_SEARCH_FOUND
                                                 : SLIDING_SEARCH_OUT_OF_MEMORY;
    for (unsigned i = 0; i < 2; i++)
        if (!search->lists[i].pending) {
            search->exhausted = i;
            if (search->best == UINT_MAX)
                return SLIDING_SEARCH_NO_PATH;
            search->bound = search->best; /* every path from this root is known */
        }
    return search->best <= search->bound ? SLIDING_SEARCH_FOUND
                                         : SLIDING_SEARCH_RUNNING;
}

/* Expansions between two checks for an interrupt, about a millisecond; no effect on the
 * result. Chosen by hand. */
enum { POLL_EVERY = 1024 };

enum sliding_search_end
sliding_bidirectional_a_star_run(struct sliding_bidirectional_a_star *search,
                                 uint64_t placements)
{
    while (search->end == SLIDING_SEARCH_RUNNING && placements > 0) {
        bool idle = true;
        if (placements % POLL_EVERY == 0)
            (void)interrupt_pending();
        for (unsigned i = 0; i < 2; i++) {
            unsigned level = lowest_open_level(&search->lists[i], search->depth[i]);
            if (level == search->depth[i])
                continue;
            search->active = i;
            sliding_open_list_expand(&search->lists[i], level);
            search->expanded++;
            placements--;
            idle = false;
            break;
        }
        if (idle)
            deepen(search);
        search->end = check_end(search);
    }
    return search->end;
}

void sliding_bidirectional_a_star_begin(struct sliding_bidirectional_a_star *search,
                                        const uint8_t *from, const uint8_t *to)
{
    const uint8_t *roots[2] = {from, to};
    search->best = UINT_MAX;
    search->bound = 0;
    search->expanded = 0;
    for (unsigned i = 0; i < 2; i++) {
        sliding_pdb_build(&search->pdbs[i], search->puzzle, roots[!i]);
        search->depth[i] = 0;
        search->lists[i].met = NULL; /* until the other side is initialized */
        sliding_open_list_begin(&search->lists[i], roots[i]);
    }
    search->active = 0;
    generated(search, 0);
    search->lists[0].met = search->lists[1].met = generated;
    search->bound = search->lists[0].limit;
    search->end = check_end(search);
}

enum status
sliding_bidirectional_a_star_init(struct sliding_bidirectional_a_star *search,
                                  const struct sliding *puzzle, size_t bytes,
                                  struct arena *arena, struct error *err)
{
    *search = (struct sliding_bidirectional_a_star){.puzzle = puzzle};
    for (unsigned i = 0; i < 2; i++) {
        if (sliding_pdb_init(&search->pdbs[i], puzzle, 1, arena, err) ||
            sliding_open_list_init(&search->lists[i], puzzle, &search->pdbs[i],
                                   bytes / 2, arena, err))
            return err->status;
        search->lists[i].context = search;
    }
    return STATUS_OK;
}

void sliding_bidirectional_a_star_path(
    const struct sliding_bidirectional_a_star *search, int16_t *genes)
{
    const struct sliding_open_list *list = &search->lists[1];
    const struct sliding_open_list_node *node =
        sliding_open_list_node(list, search->node[1]);
    unsigned i = sliding_open_list_node(&search->lists[0], search->node[0])->g;
    sliding_open_list_path(&search->lists[0], search->node[0], genes);
    while (node->parent != SLIDING_OPEN_LIST_NONE) {
        const struct sliding_open_list_node *parent =
            sliding_open_list_node(list, node->parent);
        genes[i++] = sliding_open_list_move(list, node->key, parent->key);
        node = parent;
    }
}
