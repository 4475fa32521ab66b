#include "level_cell_model.h"

#include "level_cell_moves.h"
#include "level_cell_paths.h"
#include "level_cell_rules.h"
#include "level_tile_classes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Capacity of arrays at first; they are doubled. */
enum { FIRST_ROWS = 4096, FIRST_ENTRIES = 32768 };
_Static_assert(FIRST_ROWS >= 2, "a row ends where the next begins");

/* ---- constraints ---- */

static void *grow(struct level_cell_model *model, void *items, size_t used, size_t max,
                  size_t bytes)
{
    void *larger = arena_take_array(model->arena, max, bytes);
    if (!larger)
        model->failed = true;
    else if (used)
        memcpy(larger, items, used * bytes);
    return larger;
}

void level_cell_model_begin_row(struct level_cell_model *model)
{
    struct level_program *p = &model->program;
    if (p->rows + 2 > model->max_rows && !model->failed) {
        size_t used = p->rows ? p->rows + 1 : 0;
        model->max_rows = model->max_rows ? 2 * model->max_rows : FIRST_ROWS;
        p->row_low = grow(model, p->row_low, p->rows, model->max_rows, sizeof(double));
        p->row_high =
            grow(model, p->row_high, p->rows, model->max_rows, sizeof(double));
        model->surplus =
            grow(model, model->surplus, p->rows, model->max_rows, sizeof(bool));
        p->start = grow(model, p->start, used, model->max_rows, sizeof(size_t));
        if (!used && p->start)
            p->start[0] = 0;
    }
    if (model->failed)
        return;
    model->surplus[p->rows] = false;
    p->row_low[p->rows] = 0; /* collects constants until the row ends */
}

void level_cell_model_add_term(struct level_cell_model *model, int col, double factor)
{
    struct level_program *p = &model->program;
    if (p->entries == model->max_entries && !model->failed) {
        model->max_entries =
            model->max_entries ? 2 * model->max_entries : FIRST_ENTRIES;
        p->index =
            grow(model, p->index, p->entries, model->max_entries, sizeof *p->index);
        p->value =
            grow(model, p->value, p->entries, model->max_entries, sizeof *p->value);
    }
    if (model->failed)
        return;
    size_t at = model->last[col]; /* possibly of an earlier row */
    assert(col >= 0 && (size_t)col < p->cols && isfinite(factor));
    if (at >= p->start[p->rows] && at < p->entries && p->index[at] == col) {
        p->value[at] += factor;
        return;
    }
    model->last[col] = p->entries;
    p->index[p->entries] = col;
    p->value[p->entries++] = factor;
}

size_t level_cell_model_neighbours(const struct level_cell_model *model, size_t cell,
                                   size_t out[4])
{
    return level_grid_neighbours(model->game->wrap, model->broken->rows,
                                 model->broken->cols, cell, out);
}

void level_cell_model_add_cell(struct level_cell_model *model, size_t cell,
                               tile_set tiles, double factor)
{
    assert(cell < model->n);
    const struct level_cell_choice *from = model->choice + model->first[cell];
    const struct level_cell_choice *end = model->choice + model->first[cell + 1];
    bool implied = false;
    for (const struct level_cell_choice *c = from; c < end; c++)
        implied = implied || (c->col == LEVEL_CELL_MODEL_IMPLIED &&
                              (level_cell_choice_tiles(model, c) & tiles));
    if (implied && !model->failed)
        model->program.row_low[model->program.rows] += factor;
    for (const struct level_cell_choice *c = from; c < end; c++)
        if (c->col != LEVEL_CELL_MODEL_IMPLIED &&
            !(level_cell_choice_tiles(model, c) & tiles) == implied)
            level_cell_model_add_term(model, c->col, implied ? -factor : factor);
}

void level_cell_model_end_row(struct level_cell_model *model, double low, double high)
{
    struct level_program *p = &model->program;
    if (model->failed)
        return;
    double constant = p->row_low[p->rows];
    assert(low <= high && p->rows + 1 < model->max_rows);
    assert(p->start[p->rows] <= p->entries);
    if (p->entries == p->start[p->rows] && low <= constant && constant <= high)
        return; /* always satisfied */
    p->row_low[p->rows] = low - constant;
    p->row_high[p->rows] = high - constant;
    p->start[++p->rows] = p->entries;
}

/* ---- demands ---- */

/* Whether every cell may hold both tiles or neither. */
static bool are_open_alike(const struct level_cell_model *model, uint8_t a, uint8_t b)
{
    const tile_set *open = level_demands_open(model->demands);
    bool same = true;
    for (size_t v = 0; open && v < model->n && same; v++)
        same = tile_in(open[v], a) == tile_in(open[v], b);
    return same;
}

/* ---- the choices of each cell ---- */

/* The tiles of the given level on a cell and on all cells that are paired with it,
 * directly or through others. */
static tile_set tiles_of_group(const struct level_cell_model *model, size_t cell)
{
    size_t group[8] = {cell}, n = 1;
    tile_set tiles = 0;
    for (size_t at = 0; at < n; at++) {
        tiles |= TILE(model->broken->cell[group[at]]);
        for (size_t i = 0; i < model->game->n_alike; i++) {
            size_t other = level_cell_rules_partner(model, &model->game->alike[i],
                                                    group[at]),
                   k = 0;
            while (k < n && group[k] != other)
                k++;
            if (k == n && n < 8)
                group[n++] = other;
        }
    }
    return tiles;
}

/* Removes tiles that the partner of a cell would have to hold as well, but may not;
 * returns whether there were any. */
static bool close_pairs(struct level_cell_model *model, const struct level_alike *alike)
{
    bool closed = false;
    for (size_t v = 0; v < model->n; v++) {
        tile_set without = alike->tiles & model->open[v] &
                           ~model->open[level_cell_rules_partner(model, alike, v)];
        model->open[v] &= ~without;
        closed = closed || without;
    }
    return closed;
}

/* Fills in the tiles that rules and demands leave for each cell. */
static void open_cells(struct level_cell_model *model)
{
    const struct level_game *game = model->game;
    const tile_set *open = level_demands_open(model->demands);
    bool more = open != NULL;
    for (size_t v = 0; v < model->n; v++)
        model->open[v] = level_game_allowed_tiles(game, model->broken->rows,
                                                  model->broken->cols, v) &
                         tiles_open(open, v);
    while (more) {
        more = false;
        for (size_t i = 0; i < game->n_alike; i++)
            more = close_pairs(model, &game->alike[i]) || more;
    }
}

/* Tiles that occur once and cannot be here, since the cell's partner would have to hold
 * them as well. */
static tile_set tiles_excluded_by_pairs(const struct level_cell_model *model,
                                        size_t cell)
{
    tile_set excluded = 0;
    for (size_t i = 0; i < model->game->n_alike; i++)
        if (level_cell_rules_partner(model, &model->game->alike[i], cell) != cell)
            excluded |= model->game->alike[i].tiles;
    return excluded & level_demands_once(model->game);
}

/* Keeps the first tile of each class, and those of `own`. */
static tile_set drop_alike_tiles(const struct level_cell_model *model, tile_set open,
                                 tile_set own)
{
    tile_set kept = open & own;
    for (uint8_t t = 0; t < model->game->n_tiles; t++) {
        bool first = tile_in(open & ~model->interchangeable, t);
        for (uint8_t s = 0; s < model->game->n_tiles && first; s++)
            first = !(tile_in(kept, s) && !tile_in(model->interchangeable, s) &&
                      !tile_in(level_demands_once(model->game), t) &&
                      level_tiles_are_alike(model->game, s, t));
        kept |= first ? TILE(t) : 0;
    }
    return kept;
}

static void add_variable(struct level_cell_model *model, double high, double cost,
                         bool integer)
{
    struct level_program *p = &model->program;
    assert(p->cols < model->max_cols);
    p->col_low[p->cols] = 0;
    p->col_high[p->cols] = high;
    p->integer[p->cols] = integer;
    p->cost[p->cols++] = cost;
}

int level_cell_model_add_continuous(struct level_cell_model *model, double high,
                                    double cost)
{
    add_variable(model, high, cost, false);
    return (int)model->program.cols - 1;
}

/* The cost of a cell of the given level that changes, for its own tile. */
static double price_of(const struct level_cell_model *model, size_t cell)
{
    uint8_t own = model->broken->cell[cell];
    return model->steps[own] ? 0 : model->game->tile[own].delete;
}

/* The cost of a tile on a cell. */
static double cost_of_choice(const struct level_cell_model *model, size_t cell,
                             uint8_t tile)
{
    double price = tile == model->broken->cell[cell] ? 0 : price_of(model, cell);
    return price + level_cell_moves_place_cost(model, tile, cell);
}

/* Adds the choices of a cell. The implied one is the first tile that may occur any
 * number of times, one that does not block if possible. */
static void add_choices(struct level_cell_model *model, size_t cell,
                        uint32_t *n_choices)
{
    const struct level_game *game = model->game;
    struct level_cell_choice *from = model->choice + model->first[cell], *c = from;
    tile_set once = level_demands_once(game),
             blocking = game->n_reach ? game->reach[0].blocking : 0;
    tile_set open = model->open[cell] & ~tiles_excluded_by_pairs(model, cell);
    tile_set kept = level_demands_others(model->demands)
                        ? open
                        : drop_alike_tiles(model, open,
                                           tiles_of_group(model, cell) | model->moving);
    tile_set easy = kept & ~once & ~blocking ? kept & ~once & ~blocking : kept & ~once;
    uint8_t implied = (uint8_t)(easy ? __builtin_ctz(easy) : LEVEL_MAX_TILES);
    double base = easy ? cost_of_choice(model, cell, implied) : 0;
    model->program.constant += base;
    for (uint8_t t = 0; t <= game->n_tiles; t++) {
        bool interchangeable = t == game->n_tiles && (open & model->interchangeable);
        if (!interchangeable && !(t < game->n_tiles && tile_in(kept, t)))
            continue;
        *c = (struct level_cell_choice){.tile = t, .col = LEVEL_CELL_MODEL_IMPLIED};
        if (t != implied) {
            c->col = (int)model->program.cols;
            add_variable(model, 1, cost_of_choice(model, cell, t) - base, true);
        }
        c++;
    }
    *n_choices += (uint32_t)(c - from);
    level_cell_model_begin_row(model);
    for (const struct level_cell_choice *k = from; k < c; k++)
        if (k->col != LEVEL_CELL_MODEL_IMPLIED)
            level_cell_model_add_term(model, k->col, 1);
    if (c - from > 2 || !easy)
        level_cell_model_end_row(model, easy ? 0 : 1, 1);
    else
        model->program.entries = model->program.start[model->program.rows];
}

/* The largest class of tiles that occur once, if it has two or more; where others are
 * demanded, they are told apart. */
static tile_set find_interchangeable(const struct level_cell_model *model)
{
    const struct level_game *game = model->game;
    tile_set once = level_demands_once(game) & ~model->moving, best = 0;
    for (uint8_t a = 0; a < game->n_tiles; a++) {
        tile_set set = 0;
        for (uint8_t b = 0; b < game->n_tiles && tile_in(once, a); b++)
            if (tile_in(once, b) && level_tiles_are_alike(game, a, b) &&
                are_open_alike(model, a, b))
                set |= TILE(b);
        if (__builtin_popcount(set) > __builtin_popcount(best))
            best = set;
    }
    return __builtin_popcount(best) > 1 && !level_demands_others(model->demands) ? best
                                                                                 : 0;
}

bool level_cell_model_init(struct level_cell_model *model,
                           const struct level_game *game,
                           const struct level_grid *broken,
                           const struct level_demands *demands, struct arena *arena)
{
    *model = (struct level_cell_model){.game = game,
                                       .broken = broken,
                                       .n = level_cells(broken),
                                       .demands = demands,
                                       .arena = arena};
    struct level_program *p = &model->program;
    if (!level_cell_moves_init(model))
        return false;
    size_t most = model->n * (game->n_tiles + 1 + LEVEL_CELL_MODEL_MAX_CONTINUOUS) +
                  level_cell_moves_variables(model) + level_cell_paths_variables(model);
    model->max_cols = most;
    model->interchangeable = find_interchangeable(model);
    model->open = ARENA_NEW(arena, tile_set, model->n);
    model->first = ARENA_NEW(arena, uint32_t, model->n + 1);
    model->choice = ARENA_NEW(arena, struct level_cell_choice, most);
    p->col_low = ARENA_NEW(arena, double, most);
    p->col_high = ARENA_NEW(arena, double, most);
    p->cost = ARENA_NEW(arena, double, most);
    p->integer = ARENA_NEW(arena, bool, most);
    p->unit = level_game_cost_unit(game);
    model->last = ARENA_NEW(arena, size_t, most);
    if (!model->last || !model->open || !model->first || !model->choice ||
        !p->col_low || !p->col_high || !p->cost || !p->integer)
        return false;
    for (size_t i = 0; i < game->n_reach; i++)
        model->connected[i] = level_tiles_are_connected(game, &game->reach[i]);
    open_cells(model);
    uint32_t n_choices = 0;
    for (size_t v = 0; v < model->n && !model->failed; v++) {
        model->first[v] = n_choices;
        add_choices(model, v, &n_choices);
        model->first[v + 1] = n_choices;
    }
    if (p->cols == 0) /* CBC takes no program without integer variables */
        add_variable(model, 1, 0, true);
    level_cell_rules_add(model);
    return !model->failed;
}

void level_cell_model_cells_of(const struct level_cell_model *model, uint32_t *cell_of)
{
    memset(cell_of, 0xff, model->program.cols * sizeof *cell_of);
    for (size_t v = 0; v < model->n; v++)
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++)
            if (model->choice[c].col != LEVEL_CELL_MODEL_IMPLIED)
                cell_of[model->choice[c].col] = (uint32_t)v;
}

/* ---- values of a cell ---- */

double level_cell_model_value(const struct level_cell_model *model, const double *x,
                              size_t cell, tile_set tiles)
{
    double implied = 1, sum = 0;
    bool in_implied = false;
    for (uint32_t c = model->first[cell]; c < model->first[cell + 1]; c++) {
        const struct level_cell_choice *choice = &model->choice[c];
        tile_set own = level_cell_choice_tiles(model, choice);
        if (choice->col == LEVEL_CELL_MODEL_IMPLIED) {
            in_implied = own & tiles;
            continue;
        }
        implied -= x[choice->col];
        sum += own & tiles ? x[choice->col] : 0;
    }
    return in_implied ? sum + implied : sum;
}

struct level_cell_range level_cell_model_range(const struct level_cell_model *model,
                                               size_t cell, tile_set tiles)
{
    const struct level_program *p = &model->program;
    double low = 0, high = 0, other_low = 0, other_high = 0;
    bool in_implied = false;
    for (uint32_t c = model->first[cell]; c < model->first[cell + 1]; c++) {
        const struct level_cell_choice *choice = &model->choice[c];
        tile_set own = level_cell_choice_tiles(model, choice);
        bool in = own & tiles;
        if (choice->col == LEVEL_CELL_MODEL_IMPLIED) {
            in_implied = in;
            continue;
        }
        *(in ? &low : &other_low) += p->col_low[choice->col];
        *(in ? &high : &other_high) += p->col_high[choice->col];
    }
    return in_implied ? (struct level_cell_range){1 - fmin(other_high, 1),
                                                  1 - fmin(other_low, 1)}
                      : (struct level_cell_range){fmin(low, 1), fmin(high, 1)};
}

void level_cell_model_read(const struct level_cell_model *model, const double *x,
                           uint8_t *cell)
{
    tile_set placed = 0;
    for (size_t v = 0; v < model->n; v++) {
        cell[v] = 0;
        double most = 0.5;
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++)
            if (model->choice[c].col == LEVEL_CELL_MODEL_IMPLIED)
                cell[v] = model->choice[c].tile;
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++)
            if (model->choice[c].col != LEVEL_CELL_MODEL_IMPLIED &&
                x[model->choice[c].col] > most)
                cell[v] = model->choice[c].tile;
        if (cell[v] < model->game->n_tiles)
            placed |= TILE(cell[v]);
    }
    for (size_t v = 0; v < model->n; v++)
        if (cell[v] == model->game->n_tiles) {
            assert(model->interchangeable & ~placed);
            cell[v] = (uint8_t)__builtin_ctz(model->interchangeable & ~placed);
            placed |= TILE(cell[v]);
        }
}
