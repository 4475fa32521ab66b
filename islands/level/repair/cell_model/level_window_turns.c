#include "level_window_turns.h"

#include "clock.h"
#include "level_dive.h"
#include "level_local_cuts.h"
#include "level_window_search.h"

#include <string.h>

/* Measured on a few levels of pacman-paper alone.
 *
 * RADII     of local cuts, one after the other: 5 takes ten times as long as 3, and raises the
 *           bound by 1 where 3 raises it by 10
 * FEW_CUTS  with fewer cuts in a round the next windows are larger */
enum { RADII = 3, FEW_CUTS = 8 };

bool level_window_turns_suit(const struct level_relaxation *r)
{
    const struct level_game *game = r->model->game;
    return r->model->n >= r->tuning->window_cells && r->model->flowing &&
           r->least_gain == 1 &&
           level_game_largest_cost(game) <= LEVEL_RELAXATION_LARGEST_COST &&
           !(game->n_apart + game->n_paths);
}

/* Dives from the relaxation to a level. */
static void dive(struct level_relaxation *r)
{
    struct level_branch_and_cut search = level_relaxation_search(r);
    struct arena work;
    arena_init(&work);
    if (level_relaxation_solve(r, &work))
        level_dive(&search, &work);
    arena_free(&work);
}

/* Improves the best level window by window. */
static void search_windows(struct level_relaxation *r, size_t radius)
{
    struct level_branch_and_cut search = level_relaxation_search(r);
    struct arena work;
    arena_init(&work);
    const double *x = level_relaxation_solve(r, &work);
    double *kept = ARENA_NEW(&work, double, r->model->program.cols);
    r->model->failed = r->model->failed || !kept;
    if (x && kept && r->out->grid.rows && r->out->bound < r->out->cost) {
        memcpy(kept, x, r->model->program.cols * sizeof *x);
        level_window_search(&search, r->out->grid.cell, kept, radius, &work);
    }
    arena_free(&work);
}

/* Adds local cuts; returns how many. */
static size_t cut_windows(struct level_relaxation *r, size_t radius)
{
    struct arena work;
    size_t cuts = 0;
    arena_init(&work);
    if (level_relaxation_solve(r, &work) && r->out->bound < r->out->cost)
        cuts = level_local_cuts(r->model, &r->lp, radius, r->deadline, &work);
    level_relaxation_solve(r, &work);
    arena_free(&work);
    return cuts;
}

void level_window_turns(struct level_relaxation *r)
{
    const struct level_repair *out = r->out;
    bool goes_on = true;
    dive(r);
    const size_t first = r->tuning->cut_radius;
    for (size_t radius = first; radius < first + RADII && goes_on;) {
        search_windows(r, r->tuning->search_radius);
        size_t cuts = cut_windows(r, radius);
        goes_on = level_relaxation_tighten(r, level_relaxation_cut_targets,
                                           r->tuning->minimum_rounds) &&
                  out->bound < out->cost && clock_thread_s() < r->deadline;
        radius += cuts < FEW_CUTS;
        if (goes_on && !out->grid.rows)
            dive(r);
    }
}

void level_window_turns_improve(struct level_relaxation *r)
{
    search_windows(r, r->tuning->search_radius);
    level_lp_close(&r->lp); /* cuts may have added variables */
    r->fixed = 0;
}
