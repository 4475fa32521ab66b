#include "level_checker.h"

#include "level_rule_text.h"

#include <string.h>

/* The state that all checks share. */
struct check {
    const struct level_game *game;
    const struct level_grid *grid;
    struct arena scratch;
    FILE *out;
    size_t broken;
    size_t index; /* of the current rule */
};

static bool holds(const struct check *c, size_t row, size_t col, tile_set set)
{
    return tile_in(set, c->grid->cell[row * c->grid->cols + col]);
}

static size_t count_cells(const struct check *c, tile_set set)
{
    size_t n = 0;
    for (size_t v = 0; v < level_cells(c->grid); v++)
        n += tile_in(set, c->grid->cell[v]);
    return n;
}

/* Begins the line of a violated rule; the caller ends it. */
static void begin_line(struct check *c)
{
    char words[LEVEL_RULE_TEXT_BYTES];
    c->broken++;
    if (c->out)
        fprintf(c->out, "%s: ", level_rule_text(c->game, c->index, words));
}

#define PRINT(...)                                                                     \
    do {                                                                               \
        if (c->out)                                                                    \
            fprintf(c->out, __VA_ARGS__);                                              \
    } while (0)

/* The cells that violate a rule: their number, and the first of them. */
struct violation {
    size_t cells, row, col;
};

static void note_violation(struct violation *b, size_t row, size_t col)
{
    if (!b->cells++) {
        b->row = row;
        b->col = col;
    }
}

/* Writes one line for the cells that violate the rule, if any. */
static void report(struct check *c, const struct violation *b, const char *what)
{
    if (!b->cells)
        return;
    begin_line(c);
    PRINT("%s at row %zu, column %zu", what, b->row + 1, b->col + 1);
    if (b->cells > 1)
        PRINT(" and %zu more", b->cells - 1);
    PRINT("\n");
}

/* ---- rules about single tiles ---- */

static void check_count(struct check *c, const struct level_count *rule)
{
    size_t n = count_cells(c, rule->tiles);
    if (n >= rule->least && n <= rule->most)
        return;
    begin_line(c);
    PRINT("there %s %zu\n", n == 1 ? "is" : "are", n);
}

static void check_share(struct check *c, const struct level_share *rule)
{
    size_t n = count_cells(c, rule->tiles), of = count_cells(c, rule->of);
    if (level_share_holds(rule, n, of))
        return;
    begin_line(c);
    PRINT("there are %zu among %zu\n", n, of);
}

static void check_border(struct check *c, const struct level_border *rule)
{
    struct violation b = {0};
    size_t rows = c->grid->rows, cols = c->grid->cols;
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < cols; k++) {
            bool in_row = r == 0 || r == rows - 1, in_col = k == 0 || k == cols - 1;
            bool on = rule->sides == LEVEL_SIDES_ROWS      ? in_row
                      : rule->sides == LEVEL_SIDES_COLUMNS ? in_col
                                                           : in_row || in_col;
            if (on && !holds(c, r, k, rule->tiles))
                note_violation(&b, r, k);
        }
    report(c, &b, "another tile");
}

static void check_block(struct check *c, const struct level_block *rule)
{
    struct violation b = {0};
    for (size_t r = 0; r + rule->rows <= c->grid->rows; r++)
        for (size_t k = 0; k + rule->cols <= c->grid->cols; k++) {
            size_t n = 0;
            for (size_t dr = 0; dr < rule->rows; dr++)
                for (size_t dk = 0; dk < rule->cols; dk++)
                    n += holds(c, r + dr, k + dk, rule->tiles);
            if (n == rule->rows * rule->cols)
                note_violation(&b, r, k);
        }
    report(c, &b, "one");
}

static void check_alike(struct check *c, const struct level_alike *rule)
{
    struct violation b = {0};
    size_t rows = c->grid->rows, cols = c->grid->cols;
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < cols; k++) {
            bool sideways = rule->what == LEVEL_ALIKE_COLUMNS ||
                            rule->what == LEVEL_ALIKE_LEFT_RIGHT;
            if ((rule->what == LEVEL_ALIKE_COLUMNS && k > 0) ||
                (rule->what == LEVEL_ALIKE_ROWS && r > 0) ||
                (sideways ? k > cols - 1 - k : r > rows - 1 - r))
                continue;
            uint8_t here = c->grid->cell[r * cols + k];
            uint8_t there = sideways ? c->grid->cell[r * cols + (cols - 1 - k)]
                                     : c->grid->cell[(rows - 1 - r) * cols + k];
            if (here != there &&
                (tile_in(rule->tiles, here) || tile_in(rule->tiles, there)))
                note_violation(&b, r, k);
        }
    report(c, &b, "a difference");
}

/* ---- rules about neighbours and paths ---- */

/* Moves one step in direction 0..3; false at an edge that does not wrap. */
static bool step(const struct check *c, size_t direction, size_t *row, size_t *col)
{
    static const int down[] = {-1, 1, 0, 0}, right[] = {0, 0, -1, 1};
    long rows = (long)c->grid->rows, cols = (long)c->grid->cols;
    long r = (long)*row + down[direction], k = (long)*col + right[direction];
    if (c->game->wrap != LEVEL_WRAP_NONE)
        k = (k + cols) % cols;
    if (c->game->wrap == LEVEL_WRAP_BOTH)
        r = (r + rows) % rows;
    bool moved = r != (long)*row || k != (long)*col;
    if (r < 0 || k < 0 || r >= rows || k >= cols || !moved)
        return false;
    *row = (size_t)r;
    *col = (size_t)k;
    return true;
}

static void check_exits(struct check *c, const struct level_exits *rule)
{
    struct violation b = {0};
    for (size_t r = 0; r < c->grid->rows; r++)
        for (size_t k = 0; k < c->grid->cols; k++) {
            size_t exits = 0, seen[4], n_seen = 0;
            for (size_t d = 0; d < 4; d++) {
                size_t row = r, col = k, known = 0;
                if (!step(c, d, &row, &col))
                    continue;
                /* On a level two cells wide that wraps, two directions lead to the same
                 * cell. */
                while (known < n_seen && seen[known] != row * c->grid->cols + col)
                    known++;
                if (known < n_seen)
                    continue;
                seen[n_seen++] = row * c->grid->cols + col;
                exits += !holds(c, row, col, rule->walls);
            }
            if (holds(c, r, k, rule->tiles) && exits < rule->least)
                note_violation(&b, r, k);
        }
    report(c, &b, "too few");
}

/* A search over the level in the order of the number of `cost` cells entered. */
struct path_search {
    tile_set blocking, cost;
    bool *reached;      /* of each cell */
    size_t *count;      /* of each cell that was reached */
    size_t *now, *next; /* the queues of cells with this count and with the next one */
};

size_t level_checker_bytes(size_t cells)
{
    return cells * (sizeof(bool) + 3 * sizeof(size_t)) + 4 * ARENA_ALIGN;
}

/* Adds the neighbours of a cell to the queues. */
static void expand(const struct check *c, struct path_search *w, size_t cell,
                   size_t *n_now, size_t *n_next)
{
    size_t cols = c->grid->cols;
    if (tile_in(w->blocking, c->grid->cell[cell]))
        return;
    for (size_t d = 0; d < 4; d++) {
        size_t row = cell / cols, col = cell % cols;
        if (!step(c, d, &row, &col) || w->reached[row * cols + col])
            continue;
        size_t to = row * cols + col;
        bool costs = tile_in(w->cost, c->grid->cell[to]);
        w->reached[to] = true;
        w->count[to] = w->count[cell] + costs;
        if (costs)
            w->next[(*n_next)++] = to;
        else
            w->now[(*n_now)++] = to;
    }
}

/* Searches from all cells of `from`. */
static void search_from(const struct check *c, tile_set from, tile_set blocking,
                        tile_set cost, struct arena *scratch, struct path_search *w)
{
    size_t n = level_cells(c->grid), n_now = 0;
    *w = (struct path_search){.blocking = blocking,
                              .cost = cost,
                              .reached = ARENA_NEW(scratch, bool, n),
                              .count = ARENA_NEW(scratch, size_t, n),
                              .now = ARENA_NEW(scratch, size_t, n),
                              .next = ARENA_NEW(scratch, size_t, n)};
    for (size_t v = 0; v < n; v++) {
        w->reached[v] = tile_in(from, c->grid->cell[v]);
        w->count[v] = 0;
        if (w->reached[v])
            w->now[n_now++] = v;
    }
    while (n_now > 0) {
        size_t n_next = 0;
        for (size_t i = 0; i < n_now; i++)
            expand(c, w, w->now[i], &n_now, &n_next);
        size_t *old = w->now;
        w->now = w->next;
        w->next = old;
        n_now = n_next;
    }
}

static void check_reach(struct check *c, const struct level_reach *rule, bool apart)
{
    struct arena scratch = c->scratch;
    struct violation b = {0};
    struct path_search w;
    search_from(c, rule->from, rule->blocking, 0, &scratch, &w);
    for (size_t v = 0; v < level_cells(c->grid); v++)
        if (tile_in(rule->to, c->grid->cell[v]) && w.reached[v] == apart)
            note_violation(&b, v / c->grid->cols, v % c->grid->cols);
    report(c, &b, apart ? "a path" : "none");
}

/* The smallest count among the reached cells of `to`; SIZE_MAX if there is none. */
static size_t fewest(const struct check *c, const struct path_search *w, tile_set to)
{
    size_t best = SIZE_MAX;
    for (size_t v = 0; v < level_cells(c->grid); v++)
        if (tile_in(to, c->grid->cell[v]) && w->reached[v] && w->count[v] < best)
            best = w->count[v];
    return best;
}

static void check_path(struct check *c, const struct level_path *rule)
{
    struct arena scratch = c->scratch;
    struct path_search w;
    search_from(c, rule->from, rule->blocking, rule->cost, &scratch, &w);
    size_t n = fewest(c, &w, rule->to);
    if (n >= rule->least && n <= rule->most)
        return;
    begin_line(c);
    if (n == SIZE_MAX)
        PRINT("there is no path\n");
    else
        PRINT("it has %zu\n", n);
}

size_t level_checker_steps(const struct level_game *game, const struct level_grid *grid,
                           tile_set from, tile_set to, tile_set walls,
                           struct arena scratch)
{
    struct check c = {.game = game, .grid = grid};
    struct path_search w;
    search_from(&c, from, walls & ~from, level_all_tiles(game), &scratch, &w);
    return fewest(&c, &w, to);
}

size_t level_checker_report(const struct level_game *game,
                            const struct level_grid *grid, struct arena scratch,
                            FILE *out)
{
    struct check c = {.game = game, .grid = grid, .scratch = scratch, .out = out};
#define EACH(list, call)                                                               \
    for (size_t i = 0; i < game->n_##list; i++, c.index++)                             \
    call
    EACH(counts, check_count(&c, &game->counts[i]));
    EACH(shares, check_share(&c, &game->shares[i]));
    EACH(borders, check_border(&c, &game->borders[i]));
    EACH(reach, check_reach(&c, &game->reach[i], false));
    EACH(apart, check_reach(&c, &game->apart[i], true));
    EACH(paths, check_path(&c, &game->paths[i]));
    EACH(exits, check_exits(&c, &game->exits[i]));
    EACH(blocks, check_block(&c, &game->blocks[i]));
    EACH(alike, check_alike(&c, &game->alike[i]));
#undef EACH
    return c.broken;
}
