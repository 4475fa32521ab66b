#include "level_first.h"

#include "clock.h"
#include "level_construct.h"
#include "level_cut_loop.h"
#include "level_repair_process.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* CPU seconds for a room, as a share of those that are left, too. Chosen by hand. */
static const double ROOM_S = 3, ROOM_SHARE = 0.2;

/* The least time for a level of which the program has found none, in CPU seconds: the process of a repair is ended half
 * a second after its limit. Chosen by hand. */
static const double LATE_S = 0.25;

/* Repairs a room by the method whose large level it is for. */
static bool solve_room(void *context, const struct level_game *game,
                       const struct level_grid *broken,
                       const struct level_demands *demands, uint8_t *cell)
{
    const struct level_relaxation *r = context;
    struct level_cell_tuning tuning = *r->tuning;
    double now = clock_thread_s();
    double until = now + fmin(ROOM_S, ROOM_SHARE * (r->deadline - now));
    struct level_repair out;
    struct error ignored = {0};
    struct arena work;
    tuning.construct_cells = tuning.room_cells = SIZE_MAX;
    arena_init(&work);
    level_repair_process_reports(false);
    bool found = level_cut_loop(game, broken, demands, &tuning, until, &work, &out,
                                &ignored) == STATUS_OK &&
                 out.grid.rows > 0;
    level_repair_process_reports(true);
    if (found)
        memcpy(cell, out.grid.cell, level_cells(broken));
    arena_free(&work);
    return found;
}

static bool has_room(const struct level_game *game)
{
    return game->n_apart + game->n_paths > 0;
}

static void find(struct level_relaxation *r, double until, struct arena *perm)
{
    const struct level_cell_model *model = r->model;
    struct arena work;
    if (level_demands_others(model->demands))
        return;
    arena_init(&work);
    uint8_t *cell = ARENA_NEW(perm, uint8_t, model->n);
    if (cell && level_construct_find(model->game, model->broken, model->demands,
                                     solve_room, r, until, &work, cell)) {
        r->first = cell;
        level_repair_process_found(cell, level_relaxation_cost(r, cell));
    }
    arena_free(&work);
}

void level_first_find(struct level_relaxation *r, double share, struct arena *perm)
{
    const struct level_cell_model *model = r->model;
    double now = clock_thread_s();
    if (model->n >=
        (has_room(model->game) ? r->tuning->room_cells : r->tuning->construct_cells))
        find(r, now + share * (r->deadline - now), perm);
}

void level_first_find_late(struct level_relaxation *r, struct arena *perm)
{
    if (!r->first && !has_room(r->model->game))
        find(r, fmax(r->deadline, clock_thread_s() + LATE_S), perm);
}

void level_first_keep(struct level_relaxation *r)
{
    if (!r->first)
        return;
    memcpy(r->cell, r->first, r->model->n);
    r->first = NULL;
    level_relaxation_keep(r);
}
