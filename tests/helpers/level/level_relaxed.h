/* A cell model and its relaxation, for tests. */
#ifndef SKERRY_TESTS_LEVEL_RELAXED_H
#define SKERRY_TESTS_LEVEL_RELAXED_H

#include "level_fixture.h"
#include "level_relaxation.h"

#include <math.h>

struct level_relaxed {
    struct level_cell_model model;
    struct level_repair out;
    struct level_relaxation r;
};

/* Builds the model of a level, in the memory of the suite; the relaxation is loaded when it is
 * solved.
 *
 * known  the cost of a level; INFINITY: none */
static inline void level_relaxed_open(struct level_relaxed *at,
                                      const struct level_game *game,
                                      const struct level_grid *broken, double known)
{
    const size_t n = level_cells(broken);
    *at = (struct level_relaxed){.out = {.cost = known}};
    CU_ASSERT_TRUE_FATAL(
        level_cell_model_init(&at->model, game, broken, NULL, &level_arena));
    at->out.grid.cell = ARENA_NEW(&level_arena, uint8_t, n);
    at->r = (struct level_relaxation){
        .model = &at->model,
        .tuning = &LEVEL_CELL_TUNING,
        .deadline = INFINITY,
        .least_gain = 1,
        .open = ARENA_NEW(&level_arena, double, n),
        .opened = ARENA_NEW(&level_arena, bool, n),
        .cell = ARENA_NEW(&level_arena, uint8_t, n),
        .x = ARENA_NEW(&level_arena, double, at->model.max_cols),
        .out = &at->out};
    CU_ASSERT_TRUE_FATAL(at->out.grid.cell && at->r.open && at->r.opened &&
                         at->r.cell && at->r.x);
}

static inline void level_relaxed_close(struct level_relaxed *at)
{
    level_lp_close(&at->r.lp);
}

#endif
