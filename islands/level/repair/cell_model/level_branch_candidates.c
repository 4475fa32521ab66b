#include "level_branch_candidates.h"

#include <assert.h>
#include <math.h>

/* On places. Of two dungeons the first was proven in 14.5 s with 4, in more than 15 with 2. */
enum { SPLITS = 4 };
_Static_assert(SPLITS <= LEVEL_BRANCH_CANDIDATES, "a list has room for the divisions");
/* A place is divided while each side has at least this share. Chosen by hand. */
static const double LEAST_SHARE = 0.05;

void level_branch_restrict(const struct level_cell_model *model,
                           const struct level_branch_candidate *c, bool second,
                           uint8_t *fixed)
{
    size_t cols = model->broken->cols;
    if (c->col >= 0) {
        fixed[c->col] = second ? LEVEL_BRANCH_AT_ONE : LEVEL_BRANCH_AT_ZERO;
        return;
    }
    for (size_t v = 0; v < model->n; v++) {
        bool beyond = (c->by_rows ? v / cols : v % cols) >= c->lines;
        for (uint32_t i = model->first[v]; i < model->first[v + 1]; i++)
            if (beyond != second && model->choice[i].tile == c->tile)
                fixed[model->choice[i].col] = LEVEL_BRANCH_AT_ZERO;
    }
}

/* Inserts a candidate by its score, if it is among the best. */
static void consider(struct level_branch_candidates *all,
                     struct level_branch_candidate c)
{
    if (all->n == all->most && all->list[all->n - 1].score >= c.score)
        return;
    size_t at = all->n < all->most ? all->n++ : all->n - 1;
    for (; at && all->list[at - 1].score < c.score; at--)
        all->list[at] = all->list[at - 1];
    all->list[at] = c;
}

/* The share of a tile in each row or column. */
static void sum_lines(const struct level_cell_model *model, const double *x,
                      uint8_t tile, bool by_rows, double *sum)
{
    size_t cols = model->broken->cols;
    for (size_t v = 0; v < model->n; v++)
        for (uint32_t i = model->first[v]; i < model->first[v + 1]; i++)
            if (model->choice[i].tile == tile) {
                assert(model->choice[i].col != LEVEL_CELL_MODEL_IMPLIED);
                sum[by_rows ? v / cols : v % cols] += x[model->choice[i].col];
            }
}

/* The line that divides the place of a tile that occurs once most evenly. */
static void consider_split(const struct level_cell_model *model, const double *x,
                           uint8_t tile, bool by_rows,
                           struct level_branch_candidates *all)
{
    const struct level_grid *grid = model->broken;
    double sum[LEVEL_MAX_SIDE] = {0}, below = 0;
    struct level_branch_candidate c = {.col = -1, .tile = tile, .by_rows = by_rows};
    sum_lines(model, x, tile, by_rows, sum);
    for (size_t k = 1; k < (by_rows ? grid->rows : grid->cols); k++) {
        below += sum[k - 1];
        double least = fmin(below, 1 - below);
        if (least > c.score) {
            c.score = least;
            c.lines = k;
        }
    }
    if (c.score > LEAST_SHARE)
        consider(all, c);
}

/* The ends of paths that a rule is on: tiles that occur once. */
static tile_set ends_of_paths(const struct level_cell_model *model)
{
    const struct level_game *game = model->game;
    tile_set ends = 0;
    for (size_t i = 0; i < game->n_apart; i++)
        ends |= game->apart[i].from | game->apart[i].to;
    for (size_t i = 0; i < game->n_paths; i++)
        ends |= game->paths[i].from | game->paths[i].to;
    return ends & level_demands_once(game) & ~model->interchangeable;
}

void level_branch_candidates_find(const struct level_cell_model *model, size_t cols,
                                  const double *x, struct level_branch_candidates *all)
{
    *all = (struct level_branch_candidates){.most = SPLITS};
    for (tile_set left = ends_of_paths(model); left; left &= left - 1)
        for (int by_rows = 0; by_rows < 2; by_rows++)
            consider_split(model, x, (uint8_t)__builtin_ctz(left), by_rows, all);
    if (all->n)
        return;
    all->most = LEVEL_BRANCH_CANDIDATES;
    for (size_t j = 0; j < cols; j++) {
        double least = fmin(x[j], 1 - x[j]);
        if (model->program.integer[j] && least > LEVEL_BRANCH_INTEGRAL)
            consider(all,
                     (struct level_branch_candidate){.col = (int)j, .score = least});
    }
}
