#include "level_mip_export.h"

#include "level_program.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct exporter {
    const struct level_game *game;
    const struct level_grid *broken, *start;
    struct level_program program;
    struct mip *mip;
    size_t *from, *to; /* of directed edges, in the program's order */
};

static double open_bound(double bound)
{
    return bound >= DBL_MAX ? INFINITY : bound <= -DBL_MAX ? -INFINITY : bound;
}

/* Lists the ends of the directed edges, in the order of their tails. */
static bool find_ends(struct exporter *x, struct arena *arena)
{
    size_t cells = level_cells(x->broken), n = 0, list[4];
    x->from = ARENA_NEW(arena, size_t, 4 * cells);
    x->to = ARENA_NEW(arena, size_t, 4 * cells);
    if (!x->from || !x->to)
        return false;
    for (size_t v = 0; v < cells; v++) {
        size_t k = level_grid_neighbours(x->game->wrap, x->broken->rows,
                                         x->broken->cols, v, list);
        for (size_t i = 0; i < k; i++) {
            x->from[n] = v;
            x->to[n++] = list[i];
        }
    }
    return true;
}

static void write_tile(struct exporter *x, size_t j)
{
    size_t cells = level_cells(x->broken), t = j / cells, v = j % cells;
    double start = x->start ? x->start->cell[v] == t : NAN;
    mip_col(x->mip, x->program.col_low[j], open_bound(x->program.col_high[j]),
            x->program.cost[j], true, start, "tile%zu_%s_r%zuc%zu", t,
            x->game->tile[t].name, v / x->broken->cols + 1, v % x->broken->cols + 1);
}

static void write_col(struct exporter *x, const struct level_program_cols *part,
                      size_t j)
{
    size_t i = j - part->first;
    const struct level_program *p = &x->program;
    size_t cols = x->broken->cols;
    bool cell = strcmp(part->what, "flow") != 0 && strcmp(part->what, "cut") != 0 &&
                strcmp(part->what, "toll") != 0;
    size_t v = cell ? i : x->from[i], u = cell ? i : x->to[i];
    char to[64] = "";
    if (!cell)
        snprintf(to, sizeof to, "_r%zuc%zu", u / cols + 1, u % cols + 1);
    mip_col(x->mip, p->col_low[j], open_bound(p->col_high[j]), p->cost[j],
            p->integer[j], NAN, "%s%zu_%s_r%zuc%zu%s", part->list, part->rule + 1,
            part->what, v / cols + 1, v % cols + 1, to);
}

static void write_cols(struct exporter *x)
{
    const struct level_program *p = &x->program;
    for (size_t k = 0; k < p->n_col_parts; k++) {
        const struct level_program_cols *part = &p->col_part[k];
        for (size_t j = part->first; j < part->first + part->n; j++)
            if (k == 0)
                write_tile(x, j);
            else
                write_col(x, part, j);
    }
    if (p->constant != 0)
        mip_col(x->mip, 1, 1, p->constant, false, x->start ? 1 : NAN, "constant");
}

static void write_rows(struct exporter *x)
{
    const struct level_program *p = &x->program;
    for (size_t i = 0, k = 0; i < p->rows; i++) {
        while (k + 1 < p->n_row_parts && p->row_part[k + 1].first <= i)
            k++;
        const struct level_program_rows *part = &p->row_part[k];
        mip_row(x->mip, open_bound(p->row_low[i]), open_bound(p->row_high[i]),
                "%s%zu_row%zu", part->list, part->rule + 1, i - part->first + 1);
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++)
            mip_term(x->mip, (size_t)p->index[e], p->value[e]);
    }
}

static void write_comments(struct exporter *x)
{
    struct mip *mip = x->mip;
    mip_comment(mip, "repair of a level of %zu x %zu tiles, game %s, objective %s",
                x->broken->rows, x->broken->cols, x->game->name,
                x->game->objective == LEVEL_HAMMING ? "hamming" : "edit");
    mip_comment(mip, "Zhang et al., Video Game Level Repair via Mixed Integer Linear "
                     "Programming, AIIDE 2020");
    mip_comment(mip,
                "tileT_NAME_rRcC: 1 where the cell in row R and column C holds tile "
                "T (equation 1)");
    mip_comment(mip,
                "reachN_flow, _supply, _demand: equations 2 to 7 of the N-th rule of "
                "reach; rules count from 1");
    mip_comment(mip, "editsN_flow, _waste, _demand: equations 8 to 11 of tile N - 1: "
                     "moves, deletions, and tiles that remain");
    mip_comment(mip, "apartN_side, _cut: a cut of cost 0; pathsN_flow, _toll, _supply, "
                     "_demand, _height: bounds on paths");
    mip_comment(mip,
                "constraints are named after their rule: sharesN, bordersN, exitsN, "
                "blocksN, alikeN, countsN");
}

enum status level_mip_export(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_grid *start, struct mip *mip,
                             struct error *err)
{
    struct exporter x = {.game = game, .broken = broken, .start = start, .mip = mip};
    if (level_program_size(game, broken->rows, broken->cols, mip->arena, &x.program,
                           err))
        return err->status;
    if (x.program.entries > MIP_MOST_ENTRIES)
        return error_set(
            err, STATUS_INPUT,
            "a level of %zu x %zu tiles takes a program of %zu coefficients "
            "(expected: at most %d)",
            broken->rows, broken->cols, x.program.entries, MIP_MOST_ENTRIES);
    if (level_program_build(game, broken, NULL, mip->arena, &x.program, err))
        return err->status;
    if (!find_ends(&x, mip->arena))
        return error_set(err, STATUS_MEMORY, "no memory for the program");
    write_comments(&x);
    write_cols(&x);
    write_rows(&x);
    return mip_done(mip, err);
}
