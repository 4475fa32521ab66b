#include "sliding_bidirectional_a_star.h"

#include "interrupt.h"

#include <assert.h>
#include <limits.h>

/* A front has met a placement, or met it on a shorter way: does the other know it? */
static void note(void *context, uint32_t node)
{
    struct sliding_bidirectional_a_star *meet = context;
    unsigned own = meet->told;
    const struct sliding_open_list_node *mine =
        sliding_open_list_node(&meet->lists[own], node);
    uint32_t other = sliding_open_list_find(&meet->lists[!own], mine->key);
    if (other == SLIDING_OPEN_LIST_NONE)
        return;
    unsigned moves =
        (unsigned)mine->g + sliding_open_list_node(&meet->lists[!own], other)->g;
    if (moves >= meet->best)
        return;
    assert(moves >= meet->bound); /* no way has fewer */
    meet->best = moves;
    meet->node[own] = node;
    meet->node[!own] = other;
}

/* The lowest level below a front's depth that has something to expand, or the depth. */
static unsigned lowest(struct sliding_open_list *list, unsigned depth)
{
    while (list->low < depth && list->open[list->low] == SLIDING_OPEN_LIST_NONE)
        list->low++;
    return list->low < depth ? list->low : depth;
}

/* All below both depths is expanded: deepens the front with less to do, or raises the
 * limit. */
static void go_on(struct sliding_bidirectional_a_star *meet)
{
    struct sliding_open_list *lists = meet->lists;
    if (meet->depth[0] + meet->depth[1] < meet->bound) {
        unsigned more = lists[1].count < lists[0].count;
        meet->depth[more]++;
        return;
    }
    meet->bound++;
    sliding_open_list_raise(&lists[0], meet->bound);
    sliding_open_list_raise(&lists[1], meet->bound);
}

/* Whether the search is over, and how. */
static enum sliding_search_end judge(struct sliding_bidirectional_a_star *meet)
{
    for (unsigned i = 0; i < 2; i++)
        if (meet->lists[i].full)
            return meet->best <= meet->bound ? SLIDING_SEARCH_FOUND
                                             : SLIDING_SEARCH_FULL;
    for (unsigned i = 0; i < 2; i++)
        if (!meet->lists[i].pending) {
            meet->exhausted = i;
            if (meet->best == UINT_MAX)
                return SLIDING_SEARCH_APART;
            meet->bound = meet->best; /* all ways from this root are known */
        }
    return meet->best <= meet->bound ? SLIDING_SEARCH_FOUND : SLIDING_SEARCH_WORKING;
}

/* Placements between two questions whether to go on: a millisecond or so. */
enum { ASK_EVERY = 1024 };

enum sliding_search_end
sliding_bidirectional_a_star_work(struct sliding_bidirectional_a_star *meet,
                                  uint64_t placements)
{
    while (meet->end == SLIDING_SEARCH_WORKING && placements > 0) {
        bool idle = true;
        if (placements % ASK_EVERY == 0)
            (void)interrupt_pending();
        for (unsigned i = 0; i < 2; i++) {
            unsigned level = lowest(&meet->lists[i], meet->depth[i]);
            if (level == meet->depth[i])
                continue;
            meet->told = i;
            sliding_open_list_expand(&meet->lists[i], level);
            meet->expanded++;
            placements--;
            idle = false;
            break;
        }
        if (idle)
            go_on(meet);
        meet->end = judge(meet);
    }
    return meet->end;
}

void sliding_bidirectional_a_star_begin(struct sliding_bidirectional_a_star *meet,
                                        const uint8_t *from, const uint8_t *to)
{
    const uint8_t *roots[2] = {from, to};
    meet->best = UINT_MAX;
    meet->bound = 0;
    meet->expanded = 0;
    for (unsigned i = 0; i < 2; i++) {
        sliding_pdb_aim(&meet->pdbs[i], meet->puzzle, roots[!i]);
        meet->depth[i] = 0;
        meet->lists[i].met = NULL; /* until the other front has begun */
        sliding_open_list_begin(&meet->lists[i], roots[i]);
    }
    meet->told = 0;
    note(meet, 0);
    meet->lists[0].met = meet->lists[1].met = note;
    meet->bound = meet->lists[0].limit;
    meet->end = judge(meet);
}

enum status sliding_bidirectional_a_star_init(struct sliding_bidirectional_a_star *meet,
                                              const struct sliding *puzzle,
                                              size_t bytes, struct arena *arena,
                                              struct error *err)
{
    *meet = (struct sliding_bidirectional_a_star){.puzzle = puzzle};
    for (unsigned i = 0; i < 2; i++) {
        if (sliding_pdb_init(&meet->pdbs[i], puzzle, 1, arena, err) ||
            sliding_open_list_init(&meet->lists[i], puzzle, &meet->pdbs[i], bytes / 2,
                                   arena, err))
            return err->status;
        meet->lists[i].context = meet;
    }
    return STATUS_OK;
}

void sliding_bidirectional_a_star_way(const struct sliding_bidirectional_a_star *meet,
                                      int16_t *genes)
{
    const struct sliding_open_list *list = &meet->lists[1];
    const struct sliding_open_list_node *node =
        sliding_open_list_node(list, meet->node[1]);
    unsigned i = sliding_open_list_node(&meet->lists[0], meet->node[0])->g;
    sliding_open_list_way(&meet->lists[0], meet->node[0], genes);
    while (node->parent != SLIDING_OPEN_LIST_NONE) {
        const struct sliding_open_list_node *parent =
            sliding_open_list_node(list, node->parent);
        genes[i++] = sliding_open_list_move(list, node->key, parent->key);
        node = parent;
    }
}
