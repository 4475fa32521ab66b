#include "level_repair_output.h"

#include "json_output.h"
#include "level_explain.h"
#include "plural.h"

#include <errno.h>
#include <string.h>

#define OLD_TILE "\033[1;97;41m" /* white on red */
#define NEW_TILE "\033[1;97;42m" /* white on green */
#define PLAIN "\033[0m"

enum status level_repair_output_open(struct repair_output *out, struct error *err)
{
    out->files.levels = out->report.levels;
    return level_repair_files_open(&out->files, err);
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

/* last: of the repairs of its level */
static void put_level(struct repair_output *out, const struct level_files_item *item,
                      const struct level_repair *repair, bool last)
{
    const struct level_game *game = &out->report.levels->game;
    if (out->files.file) {
        level_grid_print(game, &repair->grid, out->files.file);
        if (item->number < item->of || !out->files.folder || !last)
            putc('\n', out->files.file);
    }
    if (out->json)
        return;
    if (out->terminal)
        print_difference(game, &item->grid, &repair->grid);
    else if (!out->files.path)
        level_grid_print(game, &repair->grid, stdout);
    if ((out->report.levels->count > 1 || !last) && (out->terminal || !out->files.path))
        putchar('\n');
}

enum status level_repair_output_explain(struct repair_output *out,
                                        struct level_repair *repairs, struct error *err)
{
    const struct level_files_item *item = &out->report.levels->items[out->put];
    if (!out->explain || !repairs[0].grid.rows)
        return STATUS_OK;
    size_t n = level_repair_report_count(&out->report, repairs);
    out->edits = json_array();
    for (size_t k = 0; k < n; k++)
        if (json_array_append_new(out->edits,
                                  level_explain_edits(&out->report.levels->game,
                                                      &item->grid, &repairs[k].grid,
                                                      level_explain_limit_s)))
            return error_set(err, STATUS_MEMORY, "no memory to explain the repair");
    return STATUS_OK;
}

static void count_level(struct repair_output *out, const struct level_repair *repairs)
{
    bool failed = level_repair_report_failed(&out->report, repairs);
    out->optimal += repairs[0].optimal;
    out->infeasible += repairs[0].infeasible;
    out->failed += failed;
    out->none += !repairs[0].grid.rows && !repairs[0].infeasible && !failed;
}

/* Prints the lines about repair k of a level. last: of the repairs of its level */
static void tell(struct repair_output *out, const struct level_files_item *item,
                 const struct level_repair *repairs, size_t k, bool last)
{
    bool failed = level_repair_report_failed(&out->report, repairs);
    level_repair_report_why(&out->report, item, &repairs[k]);
    if (repairs[k].grid.rows)
        level_repair_report_head(&out->report, item, repairs, k);
    level_explain_print(json_array_get(out->edits, k), stderr);
    if (last)
        level_repair_report_solutions(&out->report, item, repairs);
    if (last && out->report.levels->count > 1 && (failed || !repairs[k].grid.rows))
        fprintf(stderr, "%s\n", out->failure);
}

/* Outputs repair k of the next level. */
static enum status put_repair(struct repair_output *out,
                              const struct level_repair *repairs, size_t k,
                              struct error *err)
{
    const struct level_files_item *item = &out->report.levels->items[out->put];
    const struct level_repair *repair = &repairs[k];
    bool last = k + 1 == level_repair_report_count(&out->report, repairs);
    if (k == 0)
        count_level(out, repairs);
    out->put += last;
    out->seconds += repair->seconds;
    if (k == 0 && level_repair_files_next(&out->files, item, err))
        return err->status;
    if (!repair->grid.rows || level_repair_report_failed(&out->report, repairs))
        level_repair_report_failure(&out->report, item, repairs, out->failure);
    if (!out->json)
        tell(out, item, repairs, k, last);
    if (repair->grid.rows && out->files.path && !out->files.file &&
        level_repair_files_make(&out->files, err))
        return err->status;
    if (repair->grid.rows)
        put_level(out, item, repair, last);
    if (out->json)
        json_output_line(level_repair_report_json(&out->report, item, repairs, k,
                                                  json_array_get(out->edits, k)),
                         stdout, err);
    errno = 0;
    if (fflush(out->files.file ? out->files.file : stdout) && out->files.file)
        return level_repair_files_failed(out->files.name, err);
    return err->status; /* json_output_flush reports failures of stdout */
}

enum status level_repair_output_put(struct repair_output *out,
                                    const struct level_repair *repairs,
                                    struct error *err)
{
    size_t n = level_repair_report_count(&out->report, repairs);
    for (size_t k = 0; k < n && !err->status; k++)
        put_repair(out, repairs, k, err);
    json_decref(out->edits);
    out->edits = NULL;
    return err->status;
}

static void print_total(const struct repair_output *out)
{
    if (out->json || out->report.levels->count == 1)
        return;
    fprintf(stderr, "%zu level%s: %zu proven optimal, %zu cannot be repaired, %.3g s\n",
            out->put, plural_s(out->put), out->optimal, out->infeasible, out->seconds);
}

enum status level_repair_output_close(struct repair_output *out, struct error *err)
{
    struct error own = {0};
    if (!level_repair_files_close(&out->files, &own))
        json_output_flush(stdout, &own);
    if (err->status)
        return err->status;
    print_total(out);
    size_t failures = out->infeasible + out->none + out->failed;
    enum status kind = out->failed ? STATUS_FAILED
                       : out->none ? STATUS_NOTHING
                                   : STATUS_INFEASIBLE;
    if (!own.status && failures == 1)
        error_set(&own, kind, "%s", out->failure);
    else if (!own.status && out->failed)
        error_set(&own, kind,
                  "%zu of %zu levels were not repaired, or not as often as wanted",
                  failures, out->put);
    else if (!own.status && failures)
        error_set(&own, kind, "%zu of %zu levels were not repaired", failures,
                  out->put);
    *err = own;
    return err->status;
}
