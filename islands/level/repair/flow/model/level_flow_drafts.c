#include "level_flow_drafts.h"

bool level_flow_has_start(const struct level_flow_model *model, uint32_t cell)
{
    const struct level_flow_crossings *crossings = model->crossings;
    return crossings &&
           (crossings->at[cell] != LEVEL_FLOW_NONE || crossings->refund[cell] > 0);
}

/* The price of moving the unit of a cell to a neighbour; -1: none. */
static int32_t price_of_move(const struct level_flow_model *model, uint32_t from,
                             uint32_t to)
{
    return level_flow_has_start(model, from)
               ? level_flow_crossings_price(model->crossings, from, to)
               : -1;
}

/* Whether units of the tile arrive on a cell from starts of their own. */
static bool has_entrance(const struct level_flow_model *model, uint8_t tile,
                         uint32_t cell)
{
    const uint8_t *own = model->broken->cell;
    bool has = own[cell] == tile && level_flow_has_start(model, cell);
    for (uint32_t k = 0; k < model->n_neighbours[cell]; k++) {
        uint32_t v = model->neighbour[4 * cell + k];
        has = has || (own[v] == tile && price_of_move(model, v, cell) >= 0);
    }
    return has;
}

void level_flow_draft_place(struct level_flow_model *model, uint8_t tile, uint32_t cell,
                            struct level_flow_drafts *drafts)
{
    uint32_t from = model->layers.base[tile] + cell;
    if (has_entrance(model, tile, cell)) {
        const uint32_t entrance = model->layers.n_nodes++;
        level_flow_add_arc(drafts, from, entrance, 0, 1);
        from = entrance;
    }
    model->place_arc[tile * model->n + cell] =
        level_flow_add_arc(drafts, from, LEVEL_FLOW_FIRST_CELL + cell, 0, 1);
}

void level_flow_draft_start(struct level_flow_model *model, uint32_t cell, int32_t step,
                            struct level_flow_drafts *drafts)
{
    const uint8_t tile = model->broken->cell[cell];
    const uint32_t base = model->layers.base[tile], start = model->layers.n_nodes++;
    const uint32_t *place = model->place_arc + tile * (size_t)model->n;
    model->start[cell] = start;
    if (place[cell] != LEVEL_FLOW_NONE)
        level_flow_add_arc(drafts, start, drafts->draft[place[cell]].tail, 0, 1);
    for (uint32_t k = 0; k < model->n_neighbours[cell]; k++) {
        uint32_t v = model->neighbour[4 * cell + k];
        int32_t price = price_of_move(model, cell, v);
        if (price < 0) {
            level_flow_add_arc(drafts, start, base + v, step, 1);
            continue;
        }
        if (place[v] != LEVEL_FLOW_NONE)
            level_flow_add_arc(drafts, start, drafts->draft[place[v]].tail,
                               step + price, 1);
        for (uint32_t j = 0; j < model->n_neighbours[v]; j++)
            if (model->neighbour[4 * v + j] != cell)
                level_flow_add_arc(drafts, start, base + model->neighbour[4 * v + j],
                                   2 * step, 1);
    }
}
