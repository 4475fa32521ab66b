/* The arcs of a flow model under construction, and those by which units have starts of their own, with prices of
 * crossings (level_flow_crossings.h).
 *
 * Source: level_flow_model.h. Cost: O(1) for each arc. */
#ifndef SKERRY_LEVEL_FLOW_DRAFTS_H
#define SKERRY_LEVEL_FLOW_DRAFTS_H

#include "level_flow_model.h"

#include <assert.h>

struct level_flow_drafts {
    struct level_flow_draft *draft;
    uint32_t n;
    size_t most; /* room */
};

static inline uint32_t level_flow_add_arc(struct level_flow_drafts *drafts,
                                          uint32_t tail, uint32_t head, int32_t cost,
                                          int32_t capacity)
{
    assert(drafts->n < drafts->most);
    drafts->draft[drafts->n] = (struct level_flow_draft){tail, head, cost, capacity};
    return drafts->n++;
}

/* Whether the unit of a cell has a start of its own, and not that of its layer. */
bool level_flow_has_start(const struct level_flow_model *model, uint32_t cell);

/* Adds the arcs of a tile that place it on a cell, by way of an entrance if some of its units have starts of their
 * own. */
void level_flow_draft_place(struct level_flow_model *model, uint8_t tile, uint32_t cell,
                            struct level_flow_drafts *drafts);

/* Adds the start of a unit that has its own, once the tile is placed on all cells, and its arcs: to the entrances of
 * its cell and of those with a price, and past these to what is two steps away. Its deletion is left to the caller.
 *
 * step  cost */
void level_flow_draft_start(struct level_flow_model *model, uint32_t cell, int32_t step,
                            struct level_flow_drafts *drafts);

#endif
