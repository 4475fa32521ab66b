#include "party_bnb_slice.h"

#include "interrupt.h"
#include "party_bnb_node.h"
#include "party_bnb_tree.h"
#include "party_branch_and_bound.h"

#include <assert.h>
#include <string.h>

/* Placings that count as one node of work; by hand. */
enum { PLACINGS_A_NODE = 2 };

static size_t seen_bytes(const struct party_reduced *r)
{
    size_t bytes = 0;
    for (size_t s = 0; s < r->n_limits; s++)
        bytes += r->party->trait[r->limits[s].trait].n_values + 2 * ARENA_ALIGN;
    return bytes;
}

size_t party_bnb_scratch_bytes(const struct party_reduced *r)
{
    return party_completion_bytes(r) + seen_bytes(r) + sizeof(struct party_bnb_slice) +
           2 * (r->n_places + 1) * (r->steps + 1) * sizeof(int32_t) + 5 * ARENA_ALIGN +
           party_levels_bytes(r) + party_bnb_nested_bytes(r);
}

void party_bnb_begin_slice(struct party_bnb *w, uint64_t work, struct arena *scratch)
{
    const struct party_reduced *r = w->reduced;
    struct party_bnb_slice *now = w->now =
        ARENA_NEW(scratch, struct party_bnb_slice, 1);
    assert(now && w->state.depth <= PARTY_BNB_PATH);
    memset(now, 0, sizeof *now);
    now->stop = w->state.work + work;
    now->resume = w->state.depth;
    party_bnb_set_limit(w);
    /* A cached answer costs no work. Every slice starts with an empty cache, so that a
     * resumed search counts the same work as an uninterrupted one. */
    party_placement_forget(w->placement);
    w->interrupted = w->placement->interrupted = false;
    now->combined = ARENA_NEW(scratch, int32_t, (r->n_places + 1) * w->groups->width);
    now->completed = ARENA_NEW(scratch, int32_t, (r->n_places + 1) * w->groups->width);
    party_knapsack_empty(now->combined, w->groups->width);
    party_completion_init(&now->table, w->groups, scratch);
    assert(now->combined && now->completed && now->table.nothing);
    for (size_t s = 0; s < r->n_limits; s++) {
        size_t values = r->party->trait[r->limits[s].trait].n_values;
        now->seen[s] = ARENA_NEW(scratch, uint8_t, values + 1);
        memset(now->seen[s], 0, values + 1);
    }
    now->steps = r->steps;
    now->repeats = r->repeats;
    now->coins = r->fixed_coins;
    for (size_t f = 0; f < r->n_fixed; f++)
        party_bnb_add_hero(w, r->fixed_row[f], r->fixed_group[f]);
    w->state.depth = 0;
    if (w->groups->levels)
        party_levels_begin(&now->levels_table, w->groups->levels, &now->levels_node,
                           scratch);
    now->spare = *scratch;
    assert(now->n_heroes == r->n_fixed);
}

enum party_placement_answer
party_bnb_ask_placement(struct party_bnb *w,
                        const struct party_placement_pattern *pattern, uint64_t limit)
{
    uint64_t placings = 0;
    enum party_placement_answer answer =
        party_placement_ask(w->placement, pattern, limit, &placings);
    party_bnb_charge(w, placings / PLACINGS_A_NODE);
    return answer;
}

bool party_bnb_is_interrupted(struct party_bnb *w)
{
    if (w->placement->interrupted || (w->now->asked++ % 16 == 0 && interrupt_pending()))
        w->interrupted = true;
    return w->interrupted;
}

/* Ends the slice before a choice. */
static bool end_before(struct party_bnb *w, size_t level, uint32_t choice)
{
    w->state.at[level] = choice;
    w->state.depth = (uint32_t)level + 1;
    return false;
}

bool party_bnb_reject(struct party_bnb *w, size_t level, uint32_t choice)
{
    struct party_bnb_slice *now = w->now;
    assert(level < PARTY_BNB_PATH);
    if (now->resume || ++now->rejected % PARTY_BNB_REJECTED_A_NODE)
        return true;
    w->state.work++;
    return (w->state.work < now->stop && !party_bnb_is_interrupted(w)) ||
           end_before(w, level, choice);
}

bool party_bnb_enter(struct party_bnb *w, size_t level, uint32_t choice)
{
    assert(level < PARTY_BNB_PATH);
    assert(!w->now->resume || w->state.at[level] <= choice); /* none is skipped */
    struct party_bnb_slice *now = w->now;
    struct party_bnb_state *state = &w->state;
    if (level < now->resume && state->at[level] == choice) {
        if (level + 1 < now->resume)
            return true;
        now->resume = 0; /* the node where the last slice ended */
    } else {
        now->resume = 0;
    }
    if (state->work >= now->stop || now->stopped || party_bnb_is_interrupted(w))
        return end_before(w, level, choice);
    state->at[level] = choice;
    state->nodes++;
    state->work++;
    return true;
}
