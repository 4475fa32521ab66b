#include "level_program.h"

#include "level_program_writer.h"

#include <float.h>

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the program of the repair");
}

/* ---- rules about tiles ---- */

/* Equation 1. */
static void write_cells(struct level_program_writer *w)
{
    size_t cells = w->space.cells;
    level_program_add_cols(w, w->game->n_tiles * cells, "tile", 1, 0, true);
    for (size_t v = 0; v < cells; v++) {
        level_program_add_row(w, 1, 1);
        level_program_add_set(w, level_all_tiles(w->game), v, 1);
    }
}

static void write_count(struct level_program_writer *w, const struct level_count *rule)
{
    level_program_add_row(w, (double)rule->least,
                          rule->most == SIZE_MAX ? DBL_MAX : (double)rule->most);
    for (size_t v = 0; v < w->space.cells; v++)
        level_program_add_set(w, rule->tiles, v, 1);
}

static void write_share(struct level_program_writer *w, const struct level_share *rule)
{
    double most = level_share_slope(rule, w->space.cells);
    level_program_add_row(w, -DBL_MAX, 0);
    for (size_t v = 0; v < w->space.cells; v++) {
        level_program_add_set(w, rule->tiles & ~rule->of, v, 1);
        level_program_add_set(w, rule->of & ~rule->tiles, v, -most);
        level_program_add_set(w, rule->of & rule->tiles, v, 1 - most);
    }
}

static bool on_border(const struct level_program_space *s, enum level_sides sides,
                      size_t v)
{
    size_t r = v / s->cols, c = v % s->cols;
    bool in_row = r == 0 || r == s->rows - 1, in_col = c == 0 || c == s->cols - 1;
    return (in_row && sides != LEVEL_SIDES_COLUMNS) ||
           (in_col && sides != LEVEL_SIDES_ROWS);
}

/* One constraint for the entire border. */
static void write_border(struct level_program_writer *w,
                         const struct level_border *rule)
{
    size_t n = 0;
    for (size_t v = 0; v < w->space.cells; v++)
        n += on_border(&w->space, rule->sides, v);
    level_program_add_row(w, (double)n, (double)n);
    for (size_t v = 0; v < w->space.cells; v++)
        if (on_border(&w->space, rule->sides, v))
            level_program_add_set(w, rule->tiles, v, 1);
}

/* Of the d neighbours of a cell that needs exits, at most d - least are walls. The
 * constraint is slack where the cell holds another tile. */
static void write_exits(struct level_program_writer *w, const struct level_exits *rule)
{
    const struct level_program_space *s = &w->space;
    for (size_t v = 0; v < s->cells; v++) {
        level_program_add_row(w, -DBL_MAX, (double)(s->first[v + 1] - s->first[v]));
        for (size_t e = s->first[v]; e < s->first[v + 1]; e++)
            level_program_add_set(w, rule->walls, s->to[e], 1);
        level_program_add_set(w, rule->tiles, v, (double)rule->least);
    }
}

static void write_block(struct level_program_writer *w, const struct level_block *rule)
{
    const struct level_program_space *s = &w->space;
    for (size_t r = 0; r + rule->rows <= s->rows; r++)
        for (size_t c = 0; c + rule->cols <= s->cols; c++) {
            level_program_add_row(w, -DBL_MAX, (double)(rule->rows * rule->cols) - 1);
            for (size_t i = 0; i < rule->rows * rule->cols; i++)
                level_program_add_set(
                    w, rule->tiles, (r + i / rule->cols) * s->cols + c + i % rule->cols,
                    1);
        }
}

static void write_pair(struct level_program_writer *w, tile_set tiles, size_t u,
                       size_t v)
{
    for (size_t t = 0; t < w->game->n_tiles; t++)
        if (tile_in(tiles, (uint8_t)t)) {
            level_program_add_row(w, 0, 0);
            level_program_add_set(w, TILE(t), u, 1);
            level_program_add_set(w, TILE(t), v, -1);
        }
}

static void write_alike(struct level_program_writer *w, const struct level_alike *rule)
{
    size_t rows = w->space.rows, cols = w->space.cols;
    bool across =
        rule->what == LEVEL_ALIKE_COLUMNS || rule->what == LEVEL_ALIKE_LEFT_RIGHT;
    bool edges = rule->what == LEVEL_ALIKE_COLUMNS || rule->what == LEVEL_ALIKE_ROWS;
    size_t lines = across ? rows : cols, length = across ? cols : rows;
    for (size_t line = 0; line < lines; line++)
        for (size_t i = 0; i < (edges && length > 1 ? 1 : length / 2); i++) {
            size_t j = length - 1 - i;
            if (across)
                write_pair(w, rule->tiles, line * cols + i, line * cols + j);
            else
                write_pair(w, rule->tiles, i * cols + line, j * cols + line);
        }
}

/* ---- rules about paths ---- */

/* Equations 2 to 7. */
static void write_reach(struct level_program_writer *w, const struct level_reach *rule)
{
    const struct level_program_space *s = &w->space;
    double all = (double)s->cells;
    size_t flow = level_program_add_cols(w, s->edges, "flow", DBL_MAX, 0, true);
    size_t supply = level_program_add_cols(w, s->cells, "supply", DBL_MAX, 0, true);
    size_t demand = level_program_add_cols(w, s->cells, "demand", 1, 0, true);
    for (size_t v = 0; v < s->cells; v++) {
        level_program_add_row(w, -DBL_MAX, 0); /* equation 2 */
        level_program_add_term(w, supply + v, 1);
        level_program_add_set(w, rule->from, v, -all);
        level_program_add_row(w, 0, 0); /* equation 3 */
        level_program_add_set(w, rule->to, v, 1);
        level_program_add_term(w, demand + v, -1);
        level_program_add_row(w, 0, 0); /* equation 4 */
        level_program_add_term(w, supply + v, 1);
        level_program_add_term(w, demand + v, -1);
        level_program_add_net_flow(w, flow, v, -1);
        for (size_t e = s->first[v]; e < s->first[v + 1]; e++) {
            level_program_add_row(w, -DBL_MAX,
                                  all); /* equation 5: no flow leaves a blocking cell */
            level_program_add_term(w, flow + e, 1);
            level_program_add_set(w, rule->blocking, v, all);
        }
    }
}

/* A cut of capacity 0: side is 1 for all reachable cells; an edge may be cut where it
 * leaves a blocking cell. Source: the paper, "Generality and Limitations". */
static void write_apart(struct level_program_writer *w, const struct level_reach *rule)
{
    const struct level_program_space *s = &w->space;
    size_t side = level_program_add_cols(w, s->cells, "side", 1, 0, false);
    size_t cut = level_program_add_cols(w, s->edges, "cut", DBL_MAX, 0, false);
    for (size_t v = 0; v < s->cells; v++) {
        level_program_add_row(w, 0, DBL_MAX);
        level_program_add_term(w, side + v, 1);
        level_program_add_set(w, rule->from, v, -1);
        level_program_add_row(w, -DBL_MAX, 1);
        level_program_add_term(w, side + v, 1);
        level_program_add_set(w, rule->to, v, 1);
        for (size_t e = s->first[v]; e < s->first[v + 1]; e++) {
            level_program_add_row(w, -DBL_MAX, 0);
            level_program_add_term(w, side + v, 1);
            level_program_add_term(w, side + s->to[e], -1);
            level_program_add_term(w, cut + e, -1);
            level_program_add_row(w, -DBL_MAX, 0);
            level_program_add_term(w, cut + e, 1);
            level_program_add_set(w, rule->blocking, v, -1);
        }
    }
}

/* Some path costs at most `most`: one unit of flow from a source to a target cell, with
 * a cost on each edge that enters a cell of `cost`. Source: the paper, "Generality and
 * Limitations". */
static void write_path_at_most(struct level_program_writer *w,
                               const struct level_path *rule)
{
    const struct level_program_space *s = &w->space;
    size_t flow = level_program_add_cols(w, s->edges, "flow", 1, 0, true);
    size_t toll = level_program_add_cols(w, s->edges, "toll", 1, 0, false);
    size_t supply = level_program_add_cols(w, s->cells, "supply", 1, 0, true);
    size_t demand = level_program_add_cols(w, s->cells, "demand", 1, 0, true);
    for (size_t v = 0; v < s->cells; v++) {
        level_program_add_row(w, -DBL_MAX, 0);
        level_program_add_term(w, supply + v, 1);
        level_program_add_set(w, rule->from, v, -1);
        level_program_add_row(w, -DBL_MAX, 0);
        level_program_add_term(w, demand + v, 1);
        level_program_add_set(w, rule->to, v, -1);
        level_program_add_row(w, 0, 0);
        level_program_add_term(w, supply + v, 1);
        level_program_add_term(w, demand + v, -1);
        level_program_add_net_flow(w, flow, v, -1);
        for (size_t e = s->first[v]; e < s->first[v + 1]; e++) {
            level_program_add_row(w, -DBL_MAX, 1);
            level_program_add_term(w, flow + e, 1);
            level_program_add_set(w, rule->blocking, v, 1);
            level_program_add_row(w, -DBL_MAX, 1);
            level_program_add_term(w, flow + e, 1);
            level_program_add_set(w, rule->cost, s->to[e], 1);
            level_program_add_term(w, toll + e, -1);
        }
    }
    level_program_add_row(w, 1, 1);
    for (size_t v = 0; v < s->cells; v++)
        level_program_add_term(w, supply + v, 1);
    level_program_add_row(w, -DBL_MAX, (double)rule->most);
    for (size_t e = 0; e < s->edges; e++)
        level_program_add_term(w, toll + e, 1);
}

/* Every path costs at least `least`: the dual of the shortest path problem, with
 * potentials that are 0 on source cells, `least` on target cells, and rise along an
 * edge only where it enters a cell of `cost` or leaves a blocking one. */
static void write_path_at_least(struct level_program_writer *w,
                                const struct level_path *rule)
{
    const struct level_program_space *s = &w->space;
    double least = (double)rule->least;
    size_t height = level_program_add_cols(w, s->cells, "height", least, 0, false);
    for (size_t v = 0; v < s->cells; v++) {
        level_program_add_row(w, -DBL_MAX, least);
        level_program_add_term(w, height + v, 1);
        level_program_add_set(w, rule->from, v, least);
        level_program_add_row(w, 0, DBL_MAX);
        level_program_add_term(w, height + v, 1);
        level_program_add_set(w, rule->to, v, -least);
        for (size_t e = s->first[v]; e < s->first[v + 1]; e++) {
            level_program_add_row(w, -DBL_MAX, 0);
            level_program_add_term(w, height + s->to[e], 1);
            level_program_add_term(w, height + v, -1);
            level_program_add_set(w, rule->cost, s->to[e], -1);
            level_program_add_set(w, rule->blocking, v, -least);
        }
    }
}

static void write_path(struct level_program_writer *w, const struct level_path *rule)
{
    if (rule->most != SIZE_MAX)
        write_path_at_most(w, rule);
    if (rule->least)
        write_path_at_least(w, rule);
}

/* ---- objectives ---- */

/* Equations 8 to 11 for one tile. */
static void write_edits(struct level_program_writer *w, uint8_t tile)
{
    const struct level_program_space *s = &w->space;
    const struct level_tile *costs = &w->game->tile[tile];
    size_t flow =
        level_program_add_cols(w, s->edges, "flow", DBL_MAX, costs->move, true);
    size_t waste =
        level_program_add_cols(w, s->cells, "waste", DBL_MAX, costs->delete, true);
    size_t demand = level_program_add_cols(w, s->cells, "demand", 1, 0, true), held = 0;
    for (size_t v = 0; v < s->cells; v++) {
        bool holds = w->broken && w->broken->cell[v] == tile;
        held += holds;
        level_program_add_row(w, holds, holds); /* equation 8 */
        level_program_add_term(w, waste + v, 1);
        level_program_add_term(w, demand + v, 1);
        level_program_add_net_flow(w, flow, v, 1);
        level_program_add_row(w, -DBL_MAX, 0); /* equation 9 */
        level_program_add_term(w, demand + v, 1);
        level_program_add_set(w, TILE(tile), v, -1);
    }
    level_program_add_row(w, (double)held, (double)held); /* equation 10 */
    for (size_t v = 0; v < s->cells; v++) {
        level_program_add_term(w, demand + v, 1);
        level_program_add_term(w, waste + v, 1);
    }
}

/* A cell costs 1 unless it keeps its tile. */
static void write_hamming(struct level_program_writer *w)
{
    size_t cells = w->space.cells;
    w->p->constant = (double)cells;
    for (size_t v = 0; w->writes && w->broken && v < cells; v++)
        w->p->cost[w->broken->cell[v] * cells + v] = -1;
}

/* ---- demands ---- */

/* At most cells - apart of the cells hold the tile of the other level. */
static void write_other(struct level_program_writer *w, const uint8_t *other)
{
    size_t cells = w->space.cells;
    level_program_add_row(w, -DBL_MAX, (double)cells - (double)w->demands->apart);
    for (size_t v = 0; v < cells; v++)
        level_program_add_set(w, TILE(other[v]), v, 1);
}

static void write_others(struct level_program_writer *w)
{
    for (size_t i = 0; i < level_demands_others(w->demands); i++) {
        level_program_begin_rule(w, "others", i);
        write_other(w, w->demands->other[i]);
    }
}

static void close_tiles(const struct level_program_writer *w)
{
    const tile_set *open = level_demands_open(w->demands);
    size_t cells = w->space.cells;
    for (size_t v = 0; open && v < cells; v++)
        for (uint8_t t = 0; t < w->game->n_tiles; t++)
            if (!tile_in(open[v], t))
                w->p->col_high[t * cells + v] = 0;
}

static void write_all(struct level_program_writer *w, bool objective)
{
    const struct level_game *g = w->game;
    level_program_begin_rule(w, "cells", 0);
    write_cells(w);
#define EACH(list, write)                                                              \
    for (size_t i = 0; i < g->n_##list; i++) {                                         \
        level_program_begin_rule(w, #list, i);                                         \
        write(w, &g->list[i]);                                                         \
    }
    EACH(counts, write_count)
    EACH(shares, write_share)
    EACH(borders, write_border)
    EACH(reach, write_reach)
    EACH(apart, write_apart)
    EACH(paths, write_path)
    EACH(exits, write_exits)
    EACH(blocks, write_block)
    EACH(alike, write_alike)
#undef EACH
    write_others(w);
    if (objective && g->objective == LEVEL_HAMMING)
        write_hamming(w);
    for (size_t t = 0; objective && g->objective == LEVEL_EDIT && t < g->n_tiles; t++) {
        level_program_begin_rule(w, "edits", t);
        write_edits(w, (uint8_t)t);
    }
}

static bool take_arrays(struct level_program *p, struct arena *arena)
{
    p->col_low = ARENA_NEW(arena, double, p->cols);
    p->col_high = ARENA_NEW(arena, double, p->cols);
    p->cost = ARENA_NEW(arena, double, p->cols);
    p->integer = ARENA_NEW(arena, bool, p->cols);
    p->row_low = ARENA_NEW(arena, double, p->rows);
    p->row_high = ARENA_NEW(arena, double, p->rows);
    p->start = ARENA_NEW(arena, size_t, p->rows + 1);
    p->index = ARENA_NEW(arena, int, p->entries);
    p->value = ARENA_NEW(arena, double, p->entries);
    p->col_part = ARENA_NEW(arena, struct level_program_cols, p->n_col_parts);
    p->row_part = ARENA_NEW(arena, struct level_program_rows, p->n_row_parts);
    return p->col_part && p->row_part && p->col_low && p->col_high && p->cost &&
           p->integer && p->row_low && p->row_high && p->start && p->index && p->value;
}

static enum status write_program(struct level_program_writer *w, bool objective,
                                 struct arena *arena, struct error *err)
{
    write_all(w, objective);
    if (!take_arrays(w->p, arena))
        return no_memory(err);
    w->p->cols = w->p->rows = w->p->entries = 0;
    w->p->n_col_parts = w->p->n_row_parts = 0;
    w->writes = true;
    write_all(w, objective);
    w->p->start[w->p->rows] = w->p->entries;
    close_tiles(w);
    return STATUS_OK;
}

enum status level_program_size(const struct level_game *game, size_t rows, size_t cols,
                               struct arena *arena, struct level_program *program,
                               struct error *err)
{
    struct level_program_writer w = {.game = game, .p = program};
    *program = (struct level_program){.unit = level_game_cost_unit(game)};
    if (!level_program_space_init(game->wrap, rows, cols, arena, &w.space))
        return no_memory(err);
    write_all(&w, true);
    return STATUS_OK;
}

enum status level_program_build(const struct level_game *game,
                                const struct level_grid *broken,
                                const struct level_demands *demands,
                                struct arena *arena, struct level_program *program,
                                struct error *err)
{
    struct level_program_writer w = {
        .game = game, .broken = broken, .demands = demands, .p = program};
    *program = (struct level_program){.unit = level_game_cost_unit(game)};
    if (!level_program_space_init(game->wrap, broken->rows, broken->cols, arena,
                                  &w.space))
        return no_memory(err);
    return write_program(&w, true, arena, err);
}

enum status level_program_any(const struct level_game *game, size_t rows, size_t cols,
                              const struct level_demands *demands, struct arena *arena,
                              struct level_program *program, struct error *err)
{
    struct level_program_writer w = {.game = game, .demands = demands, .p = program};
    *program = (struct level_program){.unit = level_game_cost_unit(game)};
    if (!level_program_space_init(game->wrap, rows, cols, arena, &w.space))
        return no_memory(err);
    return write_program(&w, false, arena, err);
}
