#include "level_repair_output.h"

#include "level_choose_method.h"
#include "level_explain.h"
#include "plural.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OLD_TILE "\033[1;97;41m" /* white on red */
#define NEW_TILE "\033[1;97;42m" /* white on green */
#define PLAIN "\033[0m"

/* ---- files ---- */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static enum status cannot_write(const char *path, struct error *err)
{
    return error_set(err, errno == ENOSPC ? STATUS_FULL : STATUS_IO,
                     "%s: cannot be written (%s)", path, strerror(errno));
}

/* Refuses to replace a file, which may be one of the levels that were read. */
static enum status check_new(const char *path, struct error *err)
{
    struct stat about;
    return stat(path, &about) || !S_ISREG(about.st_mode)
               ? STATUS_OK
               : error_set(err, STATUS_INPUT,
                           "%s: exists, so it is not replaced (expected: another -o)",
                           path);
}

/* The name of an item's file in the output folder. */
static void name_in_folder(const struct repair_output *out,
                           const struct level_files_item *item,
                           char path[REPAIR_OUTPUT_PATH_BYTES])
{
    bool slash = out->path[strlen(out->path) - 1] == '/';
    snprintf(path, REPAIR_OUTPUT_PATH_BYTES, "%s%s%s", out->path, slash ? "" : "/",
             last_part(item->file));
}

/* Refuses two files of one name, which would be one file in the output folder. */
static enum status check_names(const struct level_files *levels, struct error *err)
{
    for (size_t i = 0; i < levels->count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct level_files_item *a = &levels->items[j],
                                          *b = &levels->items[i];
            if (a->number == 1 && b->number == 1 &&
                !strcmp(last_part(a->file), last_part(b->file)))
                return error_set(err, STATUS_INPUT,
                                 "%s and %s would be written under one name "
                                 "(expected: files whose names differ)",
                                 a->file, b->file);
        }
    return STATUS_OK;
}

static enum status check_folder(const struct repair_output *out, struct error *err)
{
    char path[REPAIR_OUTPUT_PATH_BYTES];
    if (access(out->path, W_OK | X_OK))
        return error_set(err, STATUS_INPUT,
                         "%s: cannot be written: %s (expected: a folder that can be "
                         "written to)",
                         out->path, strerror(errno));
    enum status status = check_names(out->levels, err);
    for (size_t i = 0; i < out->levels->count && !status; i++) {
        name_in_folder(out, &out->levels->items[i], path);
        status = check_new(path, err);
    }
    return status;
}

/* Selects the next file and tests whether it can be written, but does not make it until
 * there is a level for it. */
static enum status next_file(struct repair_output *out, const char *path,
                             struct error *err)
{
    if (check_new(path, err))
        return err->status;
    errno = 0;
    snprintf(out->name, sizeof out->name, "%s", path);
    int made = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (made >= 0) {
        close(made);
        unlink(path);
        return STATUS_OK;
    }
    return errno == EEXIST && !access(path, W_OK) ? STATUS_OK : cannot_write(path, err);
}

static enum status open_file(struct repair_output *out, struct error *err)
{
    /* "x": another process may have made it meanwhile; a device or a pipe is there already. */
    bool is_device = !access(out->name, F_OK);
    if (check_new(out->name, err))
        return err->status;
    errno = 0;
    out->file = fopen(out->name, is_device ? "w" : "wx");
    return out->file ? STATUS_OK : cannot_write(out->name, err);
}

static enum status close_file(struct repair_output *out, struct error *err)
{
    FILE *file = out->file;
    out->file = NULL;
    errno = 0;
    if (!file)
        return STATUS_OK;
    bool failed = ferror(file);
    failed = fclose(file) || failed;
    return failed ? cannot_write(out->name, err) : STATUS_OK;
}

enum status level_repair_output_open(struct repair_output *out, struct error *err)
{
    struct stat about;
    if (!out->path)
        return STATUS_OK;
    out->folder = !stat(out->path, &about) && S_ISDIR(about.st_mode);
    if (out->folder)
        return check_folder(out, err);
    if (*last_part(out->path) == '\0')
        return error_set(
            err, STATUS_INPUT,
            "%s: no such folder (expected: one that exists, or without the "
            "slash the name of a new file)",
            out->path);
    if (next_file(out, out->path, err) == STATUS_IO) /* a mistake of the user's */
        error_set(err, STATUS_INPUT,
                  "%s: cannot be written: %s (expected: a file in a folder that exists "
                  "and can be written to)",
                  out->path, strerror(errno));
    return err->status;
}

/* Selects the file of a level in the output folder, if it is the first level of its
 * file. */
static enum status next_in_folder(struct repair_output *out,
                                  const struct level_files_item *item,
                                  struct error *err)
{
    char path[REPAIR_OUTPUT_PATH_BYTES];
    if (!out->folder || item->number > 1)
        return STATUS_OK;
    if (close_file(out, err))
        return err->status;
    name_in_folder(out, item, path);
    return next_file(out, path, err);
}

/* ---- text ---- */

static size_t cells_changed(const struct level_grid *a, const struct level_grid *b)
{
    size_t n = 0;
    for (size_t v = 0; v < level_cells(a); v++)
        n += a->cell[v] != b->cell[v];
    return n;
}

size_t level_repair_output_count(const struct repair_output *out,
                                 const struct level_repair *repairs)
{
    size_t n = 0;
    while (n < out->solutions && repairs[n].grid.rows)
        n++;
    return n ? n : 1;
}

/* Whether the repairs of a level are as many as wanted, or all that there are, proven. */
static bool is_complete(const struct repair_output *out,
                        const struct level_repair *repairs)
{
    size_t n = level_repair_output_count(out, repairs);
    return n == out->solutions ? repairs[n - 1].optimal
                               : repairs[n].infeasible || repairs[0].infeasible;
}

/* What the repairs of a level are, after the last of them. */
static void print_solutions(const struct repair_output *out,
                            const struct level_files_item *item,
                            const struct level_repair *repairs)
{
    char name[LEVEL_FILES_NAME_BYTES];
    size_t n = level_repair_output_count(out, repairs);
    if (out->solutions == 1 || !repairs[0].grid.rows)
        return;
    fprintf(stderr, "%s: ", level_files_name(item, name));
    if (out->apart > 1)
        fprintf(stderr,
                "%zu %s, chosen one by one: each the cheapest that differs in at least "
                "%zu cells from those before it",
                n, n == 1 ? "repair" : "repairs", out->apart);
    else
        fprintf(stderr, n == 1 ? "the cheapest repair" : "the %zu cheapest repairs", n);
    fprintf(stderr, "%s\n",
            !is_complete(out, repairs)
                ? "; not proven that none is cheaper, or that there is no other"
            : n < out->solutions ? "; proven: there is no other"
                                 : ", proven");
}

enum { METHOD_BYTES = 64 };

/* The method that was asked for, and the one of its methods that fast took. */
static const char *method_of(const struct repair_output *out,
                             const struct level_repair *repair,
                             char method[METHOD_BYTES])
{
    bool tells = repair->by == LEVEL_BY_FLOW || repair->by == LEVEL_BY_CELL_MODEL;
    snprintf(method, METHOD_BYTES, "%s%s%s%s", out->method, tells ? " (" : "",
             tells ? level_repair_by_name(repair->by) : "", tells ? ")" : "");
    return method;
}

/* Why fast took another method than its fastest; empty if it did not. */
static const char *why_not_flow(const struct repair_output *out,
                                const struct level_files_item *item,
                                const struct level_repair *repair, char why[512])
{
    why[0] = '\0';
    if (repair->by != LEVEL_BY_CELL_MODEL)
        return why;
    level_choose_method(&out->levels->game, item->grid.rows, item->grid.cols, why);
    if (!why[0])
        snprintf(why, 512, "not flow: %s",
                 item->keep ? "the cells that are kept are beyond it"
                            : "the repair must differ from others");
    return why;
}

/* Says once why fast took a slower method. */
static void print_why(struct repair_output *out, const struct level_files_item *item,
                      const struct level_repair *repair)
{
    char why[512];
    if (out->json || out->said_why || !why_not_flow(out, item, repair, why)[0])
        return;
    out->said_why = true;
    fprintf(stderr, "method: %s; %s\n", level_repair_by_name(repair->by), why);
}

static void print_head(const struct repair_output *out,
                       const struct level_files_item *item,
                       const struct level_repair *repairs, size_t k)
{
    const struct level_repair *repair = &repairs[k];
    char name[LEVEL_FILES_NAME_BYTES], method[METHOD_BYTES];
    fprintf(stderr, "%s: ", level_files_name(item, name));
    if (out->solutions > 1)
        fprintf(stderr, "repair %zu of %zu: ", k + 1,
                level_repair_output_count(out, repairs));
    size_t changed = cells_changed(&item->grid, &repair->grid);
    fprintf(stderr, "cost %.15g", repair->cost);
    if (repair->optimal)
        fprintf(stderr, k ? ", proven" : ", proven optimal");
    else
        fprintf(stderr, "; proven: no cost below %.15g is possible", repair->bound);
    fprintf(stderr, "; %zu %s changed, %s, %.3g s\n", changed,
            changed == 1 ? "cell" : "cells", method_of(out, repair, method),
            repair->seconds);
}

/* Describes why there is no repaired level. */
static void describe_failure(struct repair_output *out,
                             const struct level_files_item *item,
                             const struct level_repair *repair)
{
    char name[LEVEL_FILES_NAME_BYTES];
    level_files_name(item, name);
    if (repair->infeasible)
        snprintf(out->failure, sizeof out->failure, "%s: cannot be repaired: %s", name,
                 repair->reason);
    else
        snprintf(
            out->failure, sizeof out->failure,
            "%s: no playable level found in %.3g s; proven: no cost below %.15g is "
            "possible",
            name, repair->seconds, repair->bound);
}

/* Prints a row of one of two levels, coloured where they differ. */
static void print_row(const struct level_game *game, const struct level_grid *grid,
                      const struct level_grid *other, size_t row, const char *colour)
{
    for (size_t c = 0; c < grid->cols; c++) {
        size_t v = row * grid->cols + c;
        char symbol = game->tile[grid->cell[v]].symbol;
        if (grid->cell[v] == other->cell[v])
            putchar(symbol);
        else
            printf("%s%c" PLAIN, colour, symbol);
    }
}

static void print_difference(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_grid *repaired)
{
    for (size_t r = 0; r < broken->rows; r++) {
        print_row(game, broken, repaired, r, OLD_TILE);
        fputs("   ", stdout);
        print_row(game, repaired, broken, r, NEW_TILE);
        putchar('\n');
    }
}

/* ---- JSON ---- */

static json_t *real_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *rows_json(const struct level_game *game, const struct level_grid *grid)
{
    json_t *rows = json_array();
    char row[LEVEL_MAX_SIDE];
    for (size_t r = 0; r < grid->rows; r++) {
        for (size_t c = 0; c < grid->cols; c++)
            row[c] = game->tile[grid->cell[r * grid->cols + c]].symbol;
        (void)json_array_append_new(rows, json_stringn(row, grid->cols));
    }
    return rows;
}

static json_int_t cells_kept(const struct level_files_item *item)
{
    json_int_t n = 0;
    for (size_t v = 0; v < level_cells(&item->grid); v++)
        n += item->keep[v];
    return n;
}

/* Adds which of several repairs of a level one is. */
static void add_solution(const struct repair_output *out,
                         const struct level_repair *repairs, size_t k, json_t *object)
{
    if (out->solutions == 1)
        return;
    size_t n = repairs[0].grid.rows ? level_repair_output_count(out, repairs) : 0;
    (void)json_object_set_new(object, "solution", json_integer((json_int_t)k + 1));
    (void)json_object_set_new(object, "solutions", json_integer((json_int_t)n));
    (void)json_object_set_new(object, "apart", json_integer((json_int_t)out->apart));
    (void)json_object_set_new(object, "complete",
                              json_boolean(is_complete(out, repairs)));
}

static json_t *repair_object(const struct repair_output *out,
                             const struct level_files_item *item,
                             const struct level_repair *repairs, size_t k)
{
    const struct level_repair *repair = &repairs[k];
    bool found = repair->grid.rows > 0;
    char why[512];
    json_t *object =
        json_pack("{s:o, s:I, s:s, s:s, s:o, s:o, s:b, s:b}", "file",
                  json_output_name(item->file), "number", (json_int_t)item->number,
                  "game", out->levels->game.name, "method", out->method, "cost",
                  real_or_null(repair->cost), "bound", real_or_null(repair->bound),
                  "optimal", repair->optimal, "infeasible", repair->infeasible);
    add_solution(out, repairs, k, object);
    if (item->keep)
        (void)json_object_set_new(object, "kept", json_integer(cells_kept(item)));
    if (repair->infeasible)
        (void)json_object_set_new(object, "reason", json_string(repair->reason));
    (void)json_object_set_new(object, "used",
                              json_string(level_repair_by_name(repair->by)));
    if (why_not_flow(out, item, repair, why)[0])
        (void)json_object_set_new(object, "why", json_string(why));
    if (found)
        (void)json_object_set_new(
            object, "changed",
            json_integer((json_int_t)cells_changed(&item->grid, &repair->grid)));
    if (out->edits)
        (void)json_object_set(object, "edits", out->edits);
    (void)json_object_set_new(object, "seconds", json_real(repair->seconds));
    (void)json_object_set_new(object, "level",
                              found ? rows_json(&out->levels->game, &repair->grid)
                                    : json_null());
    return object;
}

/* ---- one level ---- */

/* last: of the repairs of its level */
static void put_level(struct repair_output *out, const struct level_files_item *item,
                      const struct level_repair *repair, bool last)
{
    const struct level_game *game = &out->levels->game;
    if (out->file) {
        level_grid_print(game, &repair->grid, out->file);
        if (item->number < item->of || !out->folder || !last)
            putc('\n', out->file);
    }
    if (out->json)
        return;
    if (out->terminal)
        print_difference(game, &item->grid, &repair->grid);
    else if (!out->path)
        level_grid_print(game, &repair->grid, stdout);
    if ((out->levels->count > 1 || !last) && (out->terminal || !out->path))
        putchar('\n');
}

enum status level_repair_output_explain(struct repair_output *out,
                                        struct level_repair *repair, struct error *err)
{
    const struct level_files_item *item = &out->levels->items[out->put];
    if (!out->explain || !repair->grid.rows)
        return STATUS_OK;
    out->edits = level_explain_edits(&out->levels->game, &item->grid, &repair->grid);
    return out->edits
               ? STATUS_OK
               : error_set(err, STATUS_MEMORY, "no memory to explain the repair");
}

/* Counts a level with its first repair. */
static void count_level(struct repair_output *out, const struct level_repair *repair)
{
    out->optimal += repair->optimal;
    out->infeasible += repair->infeasible;
    out->none += !repair->grid.rows && !repair->infeasible;
}

enum status level_repair_output_put(struct repair_output *out,
                                    const struct level_repair *repairs, size_t k,
                                    struct error *err)
{
    const struct level_files_item *item = &out->levels->items[out->put];
    const struct level_repair *repair = &repairs[k];
    bool last = k + 1 == level_repair_output_count(out, repairs);
    if (k == 0)
        count_level(out, repair);
    out->put += last;
    out->seconds += repair->seconds;
    if (k == 0 && next_in_folder(out, item, err))
        return err->status;
    if (!repair->grid.rows)
        describe_failure(out, item, repair);
    print_why(out, item, repair);
    if (!out->json && repair->grid.rows)
        print_head(out, item, repairs, k);
    else if (!out->json && out->levels->count > 1)
        fprintf(stderr, "%s\n", out->failure);
    if (!out->json)
        level_explain_print(out->edits, stderr);
    if (!out->json && last)
        print_solutions(out, item, repairs);
    if (repair->grid.rows && out->path && !out->file && open_file(out, err))
        return err->status;
    if (repair->grid.rows)
        put_level(out, item, repair, last);
    if (out->json)
        json_output_line(repair_object(out, item, repairs, k), stdout, err);
    json_decref(out->edits);
    out->edits = NULL;
    errno = 0;
    if (fflush(out->file ? out->file : stdout) && out->file)
        return cannot_write(out->name, err);
    return err->status; /* json_output_flush reports failures of stdout */
}

static void print_total(const struct repair_output *out)
{
    if (out->json || out->levels->count == 1)
        return;
    fprintf(stderr, "%zu level%s: %zu proven optimal, %zu cannot be repaired, %.3g s\n",
            out->put, plural_s(out->put), out->optimal, out->infeasible, out->seconds);
}

enum status level_repair_output_close(struct repair_output *out, struct error *err)
{
    struct error own = {0};
    if (!close_file(out, &own))
        json_output_flush(stdout, &own);
    if (err->status)
        return err->status;
    print_total(out);
    size_t failures = out->infeasible + out->none;
    enum status kind = out->none ? STATUS_NOTHING : STATUS_INFEASIBLE;
    if (!own.status && failures == 1)
        error_set(&own, kind, "%s", out->failure);
    else if (!own.status && failures)
        error_set(&own, kind, "%zu of %zu levels were not repaired", failures,
                  out->put);
    *err = own;
    return err->status;
}
