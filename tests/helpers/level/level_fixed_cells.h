/* The relaxation of a cell model with its cells fixed, for tests. */
#ifndef SKERRY_TEST_LEVEL_FIXED_CELLS_H
#define SKERRY_TEST_LEVEL_FIXED_CELLS_H

#include "level_cell_model.h"
#include "level_lp.h"

/* Fixes the choices of the first n cells to these tiles, in the model of the relaxation alone. False: there is no
 * choice for one of them. */
static inline bool level_fix_cells(const struct level_cell_model *model,
                                   struct level_lp *lp, const uint8_t *cell, size_t n)
{
    bool all = true;
    for (size_t v = 0; v < n; v++) {
        bool held = false;
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++) {
            bool chosen = model->choice[c].tile == cell[v];
            int col = model->choice[c].col;
            held = held || chosen;
            if (col != LEVEL_CELL_MODEL_IMPLIED)
                level_lp_set_bounds(lp, (size_t)col, chosen, chosen);
        }
        all = all && held;
    }
    return all;
}

#endif
