#include "level_lean.h"

#include "level_net.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_ROWS = 4096, FIRST_ENTRIES = 32768 };

/* ---- constraints ---- */

static void *grown(struct lean *lean, void *items, size_t used, size_t max,
                   size_t bytes)
{
    void *larger = arena_take_array(lean->arena, max, bytes);
    if (!larger)
        lean->lost = true;
    else if (used)
        memcpy(larger, items, used * bytes);
    return larger;
}

void lean_begin(struct lean *lean)
{
    struct level_program *p = &lean->program;
    if (p->rows + 2 > lean->max_rows && !lean->lost) {
        size_t used = p->rows ? p->rows + 1 : 0;
        lean->max_rows = lean->max_rows ? 2 * lean->max_rows : FIRST_ROWS;
        p->row_low = grown(lean, p->row_low, p->rows, lean->max_rows, sizeof(double));
        p->row_high = grown(lean, p->row_high, p->rows, lean->max_rows, sizeof(double));
        p->start = grown(lean, p->start, used, lean->max_rows, sizeof(size_t));
        if (!used && p->start)
            p->start[0] = 0;
    }
    if (lean->lost)
        return;
    p->row_low[p->rows] = 0; /* takes the constants until the end */
}

void lean_add(struct lean *lean, int col, double factor)
{
    struct level_program *p = &lean->program;
    if (p->entries == lean->max_entries && !lean->lost) {
        lean->max_entries = lean->max_entries ? 2 * lean->max_entries : FIRST_ENTRIES;
        p->index =
            grown(lean, p->index, p->entries, lean->max_entries, sizeof *p->index);
        p->value =
            grown(lean, p->value, p->entries, lean->max_entries, sizeof *p->value);
    }
    if (lean->lost)
        return;
    size_t at = lean->last[col]; /* of an earlier constraint, maybe */
    assert(col >= 0 && (size_t)col < p->cols && isfinite(factor));
    if (at >= p->start[p->rows] && at < p->entries && p->index[at] == col) {
        p->value[at] += factor;
        return;
    }
    lean->last[col] = p->entries;
    p->index[p->entries] = col;
    p->value[p->entries++] = factor;
}

size_t lean_near(const struct lean *lean, size_t cell, size_t out[4])
{
    return level_neighbours(lean->game->wrap, lean->broken->rows, lean->broken->cols,
                            cell, out);
}

static tile_set tiles_of(const struct lean *lean, const struct lean_choice *choice)
{
    return choice->tile < lean->game->n_tiles ? TILE(choice->tile) : lean->missing;
}

void lean_add_cell(struct lean *lean, size_t cell, tile_set tiles, double factor)
{
    assert(cell < lean->n);
    const struct lean_choice *from = lean->choice + lean->first[cell];
    const struct lean_choice *end = lean->choice + lean->first[cell + 1];
    bool implied = false;
    for (const struct lean_choice *c = from; c < end; c++)
        implied = implied || (c->col == LEAN_IMPLIED && (tiles_of(lean, c) & tiles));
    if (implied && !lean->lost)
        lean->program.row_low[lean->program.rows] += factor;
    for (const struct lean_choice *c = from; c < end; c++)
        if (c->col != LEAN_IMPLIED && !(tiles_of(lean, c) & tiles) == implied)
            lean_add(lean, c->col, implied ? -factor : factor);
}

void lean_end(struct lean *lean, double low, double high)
{
    struct level_program *p = &lean->program;
    if (lean->lost)
        return;
    double constant = p->row_low[p->rows];
    assert(low <= high && p->rows + 1 < lean->max_rows);
    assert(p->start[p->rows] <= p->entries);
    if (p->entries == p->start[p->rows] && low <= constant && constant <= high)
        return; /* says nothing */
    p->row_low[p->rows] = low - constant;
    p->row_high[p->rows] = high - constant;
    p->start[++p->rows] = p->entries;
}

/* ---- which tiles the rules tell apart ---- */

static bool is_connected(const struct level_game *game, const struct level_reach *reach)
{
    return reach->to == (level_all_tiles(game) & ~reach->blocking) &&
           !(reach->from & reach->blocking);
}

static bool is_once(const struct level_count *count)
{
    return __builtin_popcount(count->tiles) == 1 && count->least == 1 &&
           count->most == 1;
}

static tile_set once_of(const struct level_game *game)
{
    tile_set once = 0;
    for (size_t i = 0; i < game->n_counts; i++)
        if (is_once(&game->counts[i]))
            once |= game->counts[i].tiles;
    return once;
}

/* Whether the set holds both tiles or neither. */
static bool same_in(tile_set set, uint8_t a, uint8_t b)
{
    return tile_in(set, a) == tile_in(set, b);
}

/* Whether no rule but counts of each for itself tells two tiles apart. */
static bool are_alike(const struct level_game *game, uint8_t a, uint8_t b)
{
    bool same = same_in(once_of(game), a, b);
    for (size_t i = 0; i < game->n_counts; i++)
        same =
            same && (is_once(&game->counts[i]) || same_in(game->counts[i].tiles, a, b));
    for (size_t i = 0; i < game->n_shares; i++)
        same = same && same_in(game->shares[i].tiles, a, b) &&
               same_in(game->shares[i].of, a, b);
    for (size_t i = 0; i < game->n_borders; i++)
        same = same && same_in(game->borders[i].tiles, a, b);
    for (size_t i = 0; i < game->n_exits; i++)
        same = same && same_in(game->exits[i].tiles, a, b) &&
               same_in(game->exits[i].walls, a, b);
    for (size_t i = 0; i < game->n_blocks; i++)
        same = same && same_in(game->blocks[i].tiles, a, b);
    for (size_t i = 0; i < game->n_alike; i++)
        same = same && same_in(game->alike[i].tiles, a, b);
    for (size_t i = 0; i < game->n_reach; i++) {
        const struct level_reach *reach = &game->reach[i];
        same = same && same_in(reach->to, a, b) && same_in(reach->blocking, a, b) &&
               same_in(reach->from, a, b);
    }
    return same;
}

bool lean_suits(const struct level_game *game, char why[512])
{
    const char *reason = NULL;
    if (game->n_paths || game->n_apart)
        reason =
            game->n_paths ? "the length of a path" : "tiles that must not be reached";
    for (size_t t = 0; t < game->n_tiles && !reason; t++)
        if (game->tile[t].move < game->tile[t].delete)
            reason = "tiles that are worth moving";
    for (size_t i = 0; i < game->n_reach && !reason; i++)
        if (__builtin_popcount(game->reach[i].from) != 1 ||
            (game->reach[i].from & ~once_of(game)) ||
            (game->reach[i].from & game->reach[i].blocking))
            reason = "reachability from tiles that do not stand once";
    snprintf(why, 512, "%s", reason ? reason : "");
    return reason == NULL;
}

/* ---- what each cell may hold ---- */

/* The cell that an alike rule puts beside a cell, or the cell itself. */
static size_t partner(const struct lean *lean, const struct level_alike *alike,
                      size_t cell)
{
    size_t rows = lean->broken->rows, cols = lean->broken->cols;
    size_t row = cell / cols, col = cell % cols;
    bool ends = alike->what == LEVEL_ALIKE_COLUMNS ? col == 0 || col + 1 == cols
                : alike->what == LEVEL_ALIKE_ROWS  ? row == 0 || row + 1 == rows
                                                   : true;
    bool across =
        alike->what == LEVEL_ALIKE_COLUMNS || alike->what == LEVEL_ALIKE_LEFT_RIGHT;
    if (!ends)
        return cell;
    return across ? row * cols + (cols - 1 - col) : (rows - 1 - row) * cols + col;
}

/* The tiles of the broken level on all cells that belong to this one, itself too. */
static tile_set tiles_beside(const struct lean *lean, size_t cell)
{
    size_t group[8] = {cell}, n = 1;
    tile_set tiles = 0;
    for (size_t at = 0; at < n; at++) {
        tiles |= TILE(lean->broken->cell[group[at]]);
        for (size_t i = 0; i < lean->game->n_alike; i++) {
            size_t other = partner(lean, &lean->game->alike[i], group[at]), k = 0;
            while (k < n && group[k] != other)
                k++;
            if (k == n && n < 8)
                group[n++] = other;
        }
    }
    return tiles;
}

/* Tiles that stand once and cannot stand here, since another cell would have to hold
 * them as well. */
static tile_set barred_twice(const struct lean *lean, size_t cell)
{
    tile_set barred = 0;
    for (size_t i = 0; i < lean->game->n_alike; i++)
        if (partner(lean, &lean->game->alike[i], cell) != cell)
            barred |= lean->game->alike[i].tiles;
    return barred & once_of(lean->game);
}

/* Leaves of tiles that no rule tells apart the first only, but keeps those of `own`. */
static tile_set thin(const struct lean *lean, tile_set open, tile_set own)
{
    tile_set kept = open & own;
    for (uint8_t t = 0; t < lean->game->n_tiles; t++) {
        bool first = tile_in(open & ~lean->missing, t);
        for (uint8_t s = 0; s < lean->game->n_tiles && first; s++)
            first = !(tile_in(kept, s) && !tile_in(lean->missing, s) &&
                      !tile_in(once_of(lean->game), t) && are_alike(lean->game, s, t));
        kept |= first ? TILE(t) : 0;
    }
    return kept;
}

static void add_variable(struct lean *lean, double cost, bool integer)
{
    struct level_program *p = &lean->program;
    assert(p->cols < lean->n * (lean->game->n_tiles + 1 + LEAN_MOST_SHARES));
    p->col_low[p->cols] = 0;
    p->col_high[p->cols] = 1;
    p->integer[p->cols] = integer;
    p->cost[p->cols++] = cost;
}

int lean_add_share(struct lean *lean)
{
    add_variable(lean, 0, false);
    return (int)lean->program.cols - 1;
}

/* The choices of a cell; the implied one is the first that stands any number of times,
 * not blocking if possible. */
static void choose(struct lean *lean, size_t cell, uint32_t *n_choices)
{
    const struct level_game *game = lean->game;
    struct lean_choice *from = lean->choice + lean->first[cell], *c = from;
    tile_set once = once_of(game),
             blocking = game->n_reach ? game->reach[0].blocking : 0;
    tile_set open = net_open(game, lean->broken->rows, lean->broken->cols, cell) &
                    ~barred_twice(lean, cell);
    tile_set kept = thin(lean, open, tiles_beside(lean, cell));
    tile_set easy = kept & ~once & ~blocking ? kept & ~once & ~blocking : kept & ~once;
    uint8_t own = lean->broken->cell[cell];
    uint8_t implied = (uint8_t)(easy ? __builtin_ctz(easy) : LEVEL_MAX_TILES);
    double dear = game->tile[own].delete, base = implied == own || !easy ? 0 : dear;
    lean->program.constant += base;
    for (uint8_t t = 0; t <= game->n_tiles; t++) {
        bool missing = t == game->n_tiles && (open & lean->missing);
        if (!missing && !(t < game->n_tiles && tile_in(kept, t)))
            continue;
        *c = (struct lean_choice){.tile = t, .col = LEAN_IMPLIED};
        if (t != implied) {
            c->col = (int)lean->program.cols;
            add_variable(lean, (t == own ? 0 : dear) - base, true);
        }
        c++;
    }
    *n_choices += (uint32_t)(c - from);
    lean_begin(lean);
    for (const struct lean_choice *k = from; k < c; k++)
        if (k->col != LEAN_IMPLIED)
            lean_add(lean, k->col, 1);
    if (c - from > 2 || !easy)
        lean_end(lean, easy ? 0 : 1, 1);
    else
        lean->program.entries = lean->program.start[lean->program.rows];
}

/* ---- rules ---- */

static void add_counts(struct lean *lean)
{
    for (size_t i = 0; i < lean->game->n_counts; i++) {
        const struct level_count *count = &lean->game->counts[i];
        bool shared = is_once(count) && (count->tiles & lean->missing);
        lean_begin(lean);
        for (size_t v = 0; v < lean->n; v++) {
            /* A tile that shares its variable is counted where it stood only. */
            if (!shared)
                lean_add_cell(lean, v, count->tiles, 1);
            else
                for (uint32_t c = lean->first[v]; c < lean->first[v + 1]; c++)
                    if (lean->choice[c].tile == (uint8_t)__builtin_ctz(count->tiles))
                        lean_add(lean, lean->choice[c].col, 1);
        }
        lean_end(lean, shared ? 0 : (double)count->least,
                 count->most == SIZE_MAX ? INFINITY : (double)count->most);
    }
    if (!lean->missing)
        return;
    lean_begin(lean);
    for (size_t v = 0; v < lean->n; v++)
        lean_add_cell(lean, v, lean->missing, 1);
    int all = __builtin_popcount(lean->missing);
    lean_end(lean, all, all);
}

static void add_shares(struct lean *lean)
{
    for (size_t i = 0; i < lean->game->n_shares; i++) {
        const struct level_share *share = &lean->game->shares[i];
        double most = level_share_slope(share, lean->n);
        lean_begin(lean);
        for (size_t v = 0; v < lean->n; v++) {
            lean_add_cell(lean, v, share->tiles, 1);
            lean_add_cell(lean, v, share->of, -most);
        }
        lean_end(lean, -INFINITY, 1e-9);
    }
}

static bool may_hold(const struct lean *lean, size_t cell, tile_set tiles)
{
    for (uint32_t c = lean->first[cell]; c < lean->first[cell + 1]; c++)
        if (tiles_of(lean, &lean->choice[c]) & tiles)
            return true;
    return false;
}

/* At least `least` exits, and, what says more of fractions, least - 1 beside any one.
 */
static void add_exits(struct lean *lean, const struct level_exits *exits, size_t cell)
{
    size_t near[4], n = lean_near(lean, cell, near);
    if (!may_hold(lean, cell, exits->tiles))
        return;
    tile_set open = level_all_tiles(lean->game) & ~exits->walls;
    for (size_t but = exits->least > 1 ? 0 : n; but <= n; but++) {
        lean_begin(lean);
        for (size_t k = 0; k < n; k++)
            if (k != but)
                lean_add_cell(lean, near[k], open, 1);
        lean_add_cell(lean, cell, exits->tiles, -(double)(exits->least - (but < n)));
        lean_end(lean, 0, INFINITY);
    }
}

static void add_blocks(struct lean *lean, const struct level_block *block, size_t cell)
{
    const struct level_grid *grid = lean->broken;
    if (cell / grid->cols + block->rows > grid->rows ||
        cell % grid->cols + block->cols > grid->cols)
        return;
    for (size_t r = 0; r < block->rows; r++)
        for (size_t c = 0; c < block->cols; c++)
            if (!may_hold(lean, cell + r * grid->cols + c, block->tiles))
                return;
    lean_begin(lean);
    for (size_t r = 0; r < block->rows; r++)
        for (size_t c = 0; c < block->cols; c++)
            lean_add_cell(lean, cell + r * grid->cols + c, block->tiles, 1);
    lean_end(lean, -INFINITY, (double)(block->rows * block->cols) - 1);
}

static void add_alike(struct lean *lean, const struct level_alike *alike, size_t cell)
{
    size_t other = partner(lean, alike, cell);
    if (other <= cell)
        return;
    for (uint8_t t = 0; t < lean->game->n_tiles; t++) {
        if (!tile_in(alike->tiles & ~once_of(lean->game), t))
            continue;
        lean_begin(lean);
        lean_add_cell(lean, cell, TILE(t), 1);
        lean_add_cell(lean, other, TILE(t), -1);
        lean_end(lean, 0, 0);
    }
}

static void add_rules(struct lean *lean)
{
    const struct level_game *game = lean->game;
    add_counts(lean);
    add_shares(lean);
    for (size_t v = 0; v < lean->n; v++) {
        for (size_t i = 0; i < game->n_exits; i++)
            add_exits(lean, &game->exits[i], v);
        for (size_t i = 0; i < game->n_blocks; i++)
            add_blocks(lean, &game->blocks[i], v);
        for (size_t i = 0; i < game->n_alike; i++)
            add_alike(lean, &game->alike[i], v);
    }
}

/* The largest set of tiles that stand once and are told apart by nothing else. */
static tile_set find_missing(const struct level_game *game)
{
    tile_set once = once_of(game), best = 0;
    for (uint8_t a = 0; a < game->n_tiles; a++) {
        tile_set set = 0;
        for (uint8_t b = 0; b < game->n_tiles && tile_in(once, a); b++)
            if (tile_in(once, b) && are_alike(game, a, b))
                set |= TILE(b);
        if (__builtin_popcount(set) > __builtin_popcount(best))
            best = set;
    }
    return __builtin_popcount(best) > 1 ? best : 0;
}

bool lean_init(struct lean *lean, const struct level_game *game,
               const struct level_grid *broken, struct arena *arena)
{
    *lean = (struct lean){.game = game,
                          .broken = broken,
                          .n = level_cells(broken),
                          .missing = find_missing(game),
                          .arena = arena};
    struct level_program *p = &lean->program;
    size_t most = lean->n * (game->n_tiles + 1 + LEAN_MOST_SHARES);
    lean->first = ARENA_NEW(arena, uint32_t, lean->n + 1);
    lean->choice = ARENA_NEW(arena, struct lean_choice, most);
    p->col_low = ARENA_NEW(arena, double, most);
    p->col_high = ARENA_NEW(arena, double, most);
    p->cost = ARENA_NEW(arena, double, most);
    p->integer = ARENA_NEW(arena, bool, most);
    lean->last = ARENA_NEW(arena, size_t, most);
    if (!lean->last || !lean->first || !lean->choice || !p->col_low || !p->col_high ||
        !p->cost || !p->integer)
        return false;
    for (size_t i = 0; i < game->n_reach; i++)
        lean->connected[i] = is_connected(game, &game->reach[i]);
    uint32_t n_choices = 0;
    for (size_t v = 0; v < lean->n && !lean->lost; v++) {
        lean->first[v] = n_choices;
        choose(lean, v, &n_choices);
        lean->first[v + 1] = n_choices;
    }
    add_rules(lean);
    return !lean->lost;
}

/* ---- how far a cell holds some tiles ---- */

double lean_share(const struct lean *lean, const double *x, size_t cell, tile_set tiles)
{
    double implied = 1, sum = 0;
    bool in_implied = false;
    for (uint32_t c = lean->first[cell]; c < lean->first[cell + 1]; c++) {
        const struct lean_choice *choice = &lean->choice[c];
        tile_set own = tiles_of(lean, choice);
        if (choice->col == LEAN_IMPLIED) {
            in_implied = own & tiles;
            continue;
        }
        implied -= x[choice->col];
        sum += own & tiles ? x[choice->col] : 0;
    }
    return in_implied ? sum + implied : sum;
}

struct lean_span lean_span(const struct lean *lean, size_t cell, tile_set tiles)
{
    const struct level_program *p = &lean->program;
    double low = 0, high = 0, other_low = 0, other_high = 0;
    bool in_implied = false;
    for (uint32_t c = lean->first[cell]; c < lean->first[cell + 1]; c++) {
        const struct lean_choice *choice = &lean->choice[c];
        tile_set own = tiles_of(lean, choice);
        bool in = own & tiles;
        if (choice->col == LEAN_IMPLIED) {
            in_implied = in;
            continue;
        }
        *(in ? &low : &other_low) += p->col_low[choice->col];
        *(in ? &high : &other_high) += p->col_high[choice->col];
    }
    return in_implied
               ? (struct lean_span){1 - fmin(other_high, 1), 1 - fmin(other_low, 1)}
               : (struct lean_span){fmin(low, 1), fmin(high, 1)};
}

/* ---- constraints that are not needed any more ---- */

static bool is_slack(const struct level_program *p, size_t row, const double *x)
{
    double sum = 0;
    for (size_t k = p->start[row]; k < p->start[row + 1]; k++)
        sum += p->value[k] * x[p->index[k]];
    return sum > p->row_low[row] + 1e-6 && sum < p->row_high[row] - 1e-6;
}

static bool is_idle(const struct level_program *p, size_t row)
{
    double low = 0, high = 0;
    for (size_t k = p->start[row]; k < p->start[row + 1]; k++) {
        double a = p->value[k] * p->col_low[p->index[k]];
        double b = p->value[k] * p->col_high[p->index[k]];
        low += fmin(a, b);
        high += fmax(a, b);
    }
    return low >= p->row_low[row] - 1e-9 && high <= p->row_high[row] + 1e-9;
}

/* Takes constraints out: those that do not bind at x, from `lean->kept` on, or, when x
 * is NULL, all that bind nowhere. */
static void drop_rows(struct lean *lean, const double *x)
{
    struct level_program *p = &lean->program;
    size_t first = x ? lean->kept : 0, kept = first, kept_before = lean->kept;
    for (size_t row = first, from = p->start[row], to; row < p->rows;
         row++, from = to) {
        bool drop = x ? is_slack(p, row, x) : is_idle(p, row);
        lean->kept -= drop && row < kept_before;
        to = p->start[row + 1];
        if (drop)
            continue;
        memmove(p->index + p->start[kept], p->index + from,
                (to - from) * sizeof *p->index);
        memmove(p->value + p->start[kept], p->value + from,
                (to - from) * sizeof *p->value);
        p->row_low[kept] = p->row_low[row];
        p->row_high[kept] = p->row_high[row];
        p->start[kept + 1] = p->start[kept] + (to - from);
        kept++;
    }
    p->rows = kept;
    p->entries = p->start[kept];
}

void lean_drop_slack(struct lean *lean, const double *x)
{
    drop_rows(lean, x);
}

void lean_drop_idle(struct lean *lean)
{
    drop_rows(lean, NULL);
}

void lean_read(const struct lean *lean, const double *x, uint8_t *cell)
{
    tile_set placed = 0;
    for (size_t v = 0; v < lean->n; v++) {
        cell[v] = 0;
        double most = 0.5;
        for (uint32_t c = lean->first[v]; c < lean->first[v + 1]; c++)
            if (lean->choice[c].col == LEAN_IMPLIED)
                cell[v] = lean->choice[c].tile;
        for (uint32_t c = lean->first[v]; c < lean->first[v + 1]; c++)
            if (lean->choice[c].col != LEAN_IMPLIED && x[lean->choice[c].col] > most)
                cell[v] = lean->choice[c].tile;
        if (cell[v] < lean->game->n_tiles)
            placed |= TILE(cell[v]);
    }
    for (size_t v = 0; v < lean->n; v++)
        if (cell[v] == lean->game->n_tiles) {
            assert(lean->missing & ~placed);
            cell[v] = (uint8_t)__builtin_ctz(lean->missing & ~placed);
            placed |= TILE(cell[v]);
        }
}
