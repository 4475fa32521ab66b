#include "level_pseudo_costs.h"

#include <assert.h>
#include <math.h>

/* UNKNOWN     gain of a kind that was never divided, in units of cost
 * NO_GAIN     added to each side, so that one without a gain does not hide the other
 * OF_KIND     gains of the kind that count with those of a cell
 *
 * Chosen by hand; with 1 instead of OF_KIND = 4 as many flows are solved. */
static const double UNKNOWN = 1, NO_GAIN = 0.02, OF_KIND = 4;

bool level_pseudo_costs_init(struct level_pseudo_costs *costs, uint32_t n_cells,
                             struct arena *arena)
{
    *costs = (struct level_pseudo_costs){0};
    for (int side = 0; side < 2; side++) {
        costs->cell[side] = ARENA_NEW(arena, struct level_pseudo_cost, n_cells);
        if (!costs->cell[side])
            return false;
    }
    return true;
}

static void add(struct level_pseudo_cost *cost, double gain)
{
    cost->sum += gain;
    cost->n++;
}

void level_pseudo_costs_add(struct level_pseudo_costs *costs,
                            struct level_division division, int side, double gain)
{
    assert(division.kind < LEVEL_PSEUDO_COSTS_KINDS && gain >= 0);
    add(&costs->kind[side][division.kind], gain);
    if (division.kind == LEVEL_PSEUDO_COSTS_CELLS)
        add(&costs->cell[side][division.cell], gain);
}

static double gain_of_side(const struct level_pseudo_costs *costs,
                           struct level_division division, int side)
{
    const struct level_pseudo_cost *kind = &costs->kind[side][division.kind];
    double gain = kind->n ? kind->sum / kind->n : UNKNOWN;
    if (division.kind != LEVEL_PSEUDO_COSTS_CELLS)
        return gain;
    const struct level_pseudo_cost *cell = &costs->cell[side][division.cell];
    return (cell->sum + OF_KIND * gain) / (cell->n + OF_KIND);
}

double level_pseudo_costs_gain(const struct level_pseudo_costs *costs,
                               struct level_division division)
{
    assert(division.kind < LEVEL_PSEUDO_COSTS_KINDS);
    return sqrt((gain_of_side(costs, division, 0) + NO_GAIN) *
                (gain_of_side(costs, division, 1) + NO_GAIN));
}
