#include "sliding_meet.h"

#include "interrupt.h"

#include <assert.h>
#include <limits.h>

/* A front has met a placement, or met it on a shorter way: does the other know it? */
static void note(void *context, uint32_t node)
{
    struct meet *meet = context;
    unsigned own = meet->told;
    const struct front_node *mine = front_node(&meet->fronts[own], node);
    uint32_t other = front_find(&meet->fronts[!own], mine->key);
    if (other == FRONT_NONE)
        return;
    unsigned moves = (unsigned)mine->g + front_node(&meet->fronts[!own], other)->g;
    if (moves >= meet->best)
        return;
    assert(moves >= meet->bound); /* no way has fewer */
    meet->best = moves;
    meet->node[own] = node;
    meet->node[!own] = other;
}

/* The lowest level below a front's depth that has something to expand, or the depth. */
static unsigned lowest(struct front *front, unsigned depth)
{
    while (front->low < depth && front->open[front->low] == FRONT_NONE)
        front->low++;
    return front->low < depth ? front->low : depth;
}

/* All below both depths is expanded: deepens the front with less to do, or raises the
 * limit. */
static void go_on(struct meet *meet)
{
    struct front *fronts = meet->fronts;
    if (meet->depth[0] + meet->depth[1] < meet->bound) {
        unsigned more = fronts[1].count < fronts[0].count;
        meet->depth[more]++;
        return;
    }
    meet->bound++;
    front_raise(&fronts[0], meet->bound);
    front_raise(&fronts[1], meet->bound);
}

/* Whether the search is over, and how. */
static enum search_end judge(struct meet *meet)
{
    for (unsigned i = 0; i < 2; i++)
        if (meet->fronts[i].full)
            return meet->best <= meet->bound ? SEARCH_FOUND : SEARCH_FULL;
    for (unsigned i = 0; i < 2; i++)
        if (!meet->fronts[i].pending) {
            meet->exhausted = i;
            if (meet->best == UINT_MAX)
                return SEARCH_APART;
            meet->bound = meet->best; /* all ways from this root are known */
        }
    return meet->best <= meet->bound ? SEARCH_FOUND : SEARCH_WORKING;
}

/* Placements between two questions whether to go on: a millisecond or so. */
enum { ASK_EVERY = 1024 };

enum search_end meet_work(struct meet *meet, uint64_t placements)
{
    while (meet->end == SEARCH_WORKING && placements > 0) {
        bool idle = true;
        if (placements % ASK_EVERY == 0)
            (void)interrupt_pending();
        for (unsigned i = 0; i < 2; i++) {
            unsigned level = lowest(&meet->fronts[i], meet->depth[i]);
            if (level == meet->depth[i])
                continue;
            meet->told = i;
            front_expand(&meet->fronts[i], level);
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

void meet_begin(struct meet *meet, const uint8_t *from, const uint8_t *to)
{
    const uint8_t *roots[2] = {from, to};
    meet->best = UINT_MAX;
    meet->bound = 0;
    meet->expanded = 0;
    for (unsigned i = 0; i < 2; i++) {
        need_aim(&meet->needs[i], meet->puzzle, roots[!i]);
        meet->depth[i] = 0;
        meet->fronts[i].met = NULL; /* until the other front has begun */
        front_begin(&meet->fronts[i], roots[i]);
    }
    meet->told = 0;
    note(meet, 0);
    meet->fronts[0].met = meet->fronts[1].met = note;
    meet->bound = meet->fronts[0].limit;
    meet->end = judge(meet);
}

enum status meet_init(struct meet *meet, const struct sliding *puzzle, size_t bytes,
                      struct arena *arena, struct error *err)
{
    *meet = (struct meet){.puzzle = puzzle};
    for (unsigned i = 0; i < 2; i++) {
        if (need_init(&meet->needs[i], puzzle, 1, arena, err) ||
            front_init(&meet->fronts[i], puzzle, &meet->needs[i], bytes / 2, arena,
                       err))
            return err->status;
        meet->fronts[i].context = meet;
    }
    return STATUS_OK;
}

void meet_way(const struct meet *meet, int16_t *genes)
{
    const struct front *front = &meet->fronts[1];
    const struct front_node *node = front_node(front, meet->node[1]);
    unsigned i = front_node(&meet->fronts[0], meet->node[0])->g;
    front_way(&meet->fronts[0], meet->node[0], genes);
    while (node->parent != FRONT_NONE) {
        const struct front_node *parent = front_node(front, node->parent);
        genes[i++] = front_move(front, node->key, parent->key);
        node = parent;
    }
}
