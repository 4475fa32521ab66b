#include "level_grid.h"

#include "utf8.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

struct level_grid level_grid_new(size_t rows, size_t cols, struct arena *arena)
{
    struct level_grid grid = {
        .rows = rows, .cols = cols, .cell = ARENA_NEW(arena, uint8_t, rows * cols)};
    if (grid.cell)
        memset(grid.cell, 0, rows * cols);
    return grid;
}

/* A line without its newline and trailing white space. */
struct line {
    const char *text;
    size_t bytes;
};

/* Reads a line; false at the end of the text. */
static bool next_line(struct level_text *text, struct line *line)
{
    if (text->at == 0)
        text->at = utf8_mark_bytes(text->text, text->bytes);
    if (text->at >= text->bytes)
        return false;
    line->text = text->text + text->at;
    const char *end = memchr(line->text, '\n', text->bytes - text->at);
    line->bytes = end ? (size_t)(end - line->text) : text->bytes - text->at;
    text->at += line->bytes + (end != NULL);
    text->line++;
    while (line->bytes && strchr(" \t\r", line->text[line->bytes - 1]) &&
           line->text[line->bytes - 1])
        line->bytes--;
    return true;
}

/* Skips empty lines, up to the first row of a level or the end of the text. */
static void skip_empty(struct level_text *text)
{
    struct line line;
    for (struct level_text ahead = *text; next_line(&ahead, &line) && !line.bytes;)
        *text = ahead;
}

/* The number of rows of the level that begins here, and the width of the first. */
static void measure(struct level_text text, size_t *rows, size_t *cols)
{
    struct line line;
    *rows = *cols = 0;
    while (next_line(&text, &line) && line.bytes) {
        if (!*rows)
            *cols = line.bytes;
        ++*rows;
    }
}

/* The symbols of all tiles, for messages. */
static const char *symbols(const struct level_game *game, char *out)
{
    for (size_t t = 0; t < game->n_tiles; t++)
        out[t] = game->tile[t].symbol;
    out[game->n_tiles] = '\0';
    return out;
}

static enum status unknown_tile(const struct level_game *game,
                                const struct level_text *text, size_t col, char c,
                                struct error *err)
{
    char all[LEVEL_MAX_TILES + 1], shown[8];
    snprintf(shown, sizeof shown, isgraph((unsigned char)c) ? "'%c'" : "\\x%02x",
             (unsigned char)c);
    return error_set(err, STATUS_INPUT,
                     "%s:%zu: column %zu: %s is no tile of %s (expected: one of %s)",
                     text->source, text->line, col + 1, shown, game->name,
                     symbols(game, all));
}

static enum status read_row(const struct level_game *game,
                            const struct level_text *text, const struct line *line,
                            const struct level_grid *grid, uint8_t *row,
                            struct error *err)
{
    for (size_t c = 0; c < line->bytes && c < grid->cols; c++) {
        size_t tile = level_game_tile_of(game, line->text[c]);
        if (tile == game->n_tiles)
            return unknown_tile(game, text, c, line->text[c], err);
        row[c] = (uint8_t)tile;
    }
    if (line->bytes != grid->cols)
        return error_set(err, STATUS_INPUT,
                         "%s:%zu: a row of %zu tiles (expected: %zu, as in the "
                         "level's first row)",
                         text->source, text->line, line->bytes, grid->cols);
    return STATUS_OK;
}

enum status level_grid_next(const struct level_game *game, struct level_text *text,
                            struct arena *arena, struct level_grid *grid,
                            struct error *err)
{
    bool first = text->at == 0;
    struct line line;
    size_t rows, cols;
    *grid = (struct level_grid){0};
    skip_empty(text);
    measure(*text, &rows, &cols);
    if (!rows && first)
        return error_set(err, STATUS_INPUT,
                         "%s:%zu: empty (expected: the rows of a level)", text->source,
                         text->line ? text->line : 1);
    if (rows > LEVEL_MAX_SIDE || cols > LEVEL_MAX_SIDE)
        return error_set(err, STATUS_INPUT,
                         "%s:%zu: a level of %zu x %zu tiles (expected: at most %d a "
                         "side)",
                         text->source, text->line + 1, rows, cols, LEVEL_MAX_SIDE);
    if (!rows)
        return STATUS_OK;
    *grid = level_grid_new(rows, cols, arena);
    if (!grid->cell)
        return error_set(err, STATUS_MEMORY, "%s: out of memory", text->source);
    for (size_t r = 0; r < rows; r++) {
        bool there = next_line(text, &line);
        assert(there); /* measured above */
        (void)there;
        if (read_row(game, text, &line, grid, grid->cell + r * cols, err))
            return err->status;
    }
    return STATUS_OK;
}

void level_grid_print(const struct level_game *game, const struct level_grid *grid,
                      FILE *out)
{
    for (size_t v = 0; v < level_cells(grid); v++) {
        putc(game->tile[grid->cell[v]].symbol, out);
        if ((v + 1) % grid->cols == 0)
            putc('\n', out);
    }
}

/* Adds a cell to a list that does not contain it. */
static size_t add_cell(size_t *list, size_t n, size_t cell)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == cell)
            return n;
    list[n] = cell;
    return n + 1;
}

size_t level_grid_neighbours(enum level_wrap wrap, size_t rows, size_t cols,
                             size_t cell, size_t *out)
{
    size_t r = cell / cols, c = cell % cols, n = 0;
    bool across = wrap != LEVEL_WRAP_NONE && cols > 1;
    bool around = wrap == LEVEL_WRAP_BOTH && rows > 1;
    if (r > 0 || around)
        n = add_cell(out, n, (r > 0 ? r - 1 : rows - 1) * cols + c);
    if (c > 0 || across)
        n = add_cell(out, n, r * cols + (c > 0 ? c - 1 : cols - 1));
    if (c + 1 < cols || across)
        n = add_cell(out, n, r * cols + (c + 1 < cols ? c + 1 : 0));
    if (r + 1 < rows || around)
        n = add_cell(out, n, (r + 1 < rows ? r + 1 : 0) * cols + c);
    return n;
}

size_t level_grid_partner(enum level_alike_what what, size_t rows, size_t cols,
                          size_t cell)
{
    size_t row = cell / cols, col = cell % cols;
    bool ends = what == LEVEL_ALIKE_COLUMNS ? col == 0 || col + 1 == cols
                : what == LEVEL_ALIKE_ROWS  ? row == 0 || row + 1 == rows
                                            : true;
    bool across = what == LEVEL_ALIKE_COLUMNS || what == LEVEL_ALIKE_LEFT_RIGHT;
    if (!ends)
        return cell;
    return across ? row * cols + (cols - 1 - col) : (rows - 1 - row) * cols + col;
}
