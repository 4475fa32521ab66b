#include "level_fast_lean.h"

#include "level_cbc.h"
#include "level_lean.h"
#include "level_tree.h"

#include <math.h>

/* Solves the program as it is. */
static enum status solve(const struct lean *lean, double deadline, uint8_t *cell,
                         struct level_repair *out, bool *found, struct error *err)
{
    struct arena work;
    struct level_cbc cbc;
    arena_init(&work);
    enum status status =
        level_cbc_solve(&lean->program, deadline - cpu_seconds(), &work, &cbc, err);
    if (status == STATUS_OK) {
        out->infeasible = cbc.infeasible;
        out->bound = fmax(out->bound, cbc.bound);
        out->cost = cbc.cost;
        out->optimal = cbc.optimal;
        *found = cbc.found;
        if (cbc.found)
            lean_read(lean, cbc.x, cell);
    }
    arena_free(&work);
    return status;
}

static enum status repeat(struct lean *lean, double deadline, struct level_repair *out,
                          struct error *err)
{
    for (;;) {
        bool found = false;
        enum status status = solve(lean, deadline, out->grid.cell, out, &found, err);
        if (status != STATUS_OK)
            return status;
        size_t cuts = found ? lean_cut(lean, out->grid.cell) : 0;
        if (lean->lost)
            return error_set(err, STATUS_MEMORY, "no memory for the repair program");
        if (found && cuts == 0) {
            out->grid.rows = lean->broken->rows;
            out->grid.cols = lean->broken->cols;
            return STATUS_OK;
        }
        out->cost = INFINITY;
        if (!out->optimal || !found)
            return STATUS_OK;
        out->optimal = false;
    }
}

enum status fast_by_program(const struct level_game *game,
                            const struct level_grid *broken, double deadline,
                            struct arena *arena, struct level_repair *out,
                            struct error *err)
{
    struct arena work;
    struct lean lean;
    *out = (struct level_repair){.cost = INFINITY};
    out->grid.cell = ARENA_NEW(arena, uint8_t, level_cells(broken));
    arena_init(&work);
    enum status status = STATUS_MEMORY;
    if (!out->grid.cell || !lean_init(&lean, game, broken, &work))
        error_set(err, status, "no memory for the repair program");
    else
        status = repeat(&lean, deadline, out, err);
    arena_free(&work);
    return status;
}
