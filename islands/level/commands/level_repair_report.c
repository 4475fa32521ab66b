#include "level_repair_report.h"

#include "json_output.h"
#include "level_cbc.h"
#include "level_choose_method.h"

#include <math.h>
#include <stdio.h>

static size_t cells_changed(const struct level_grid *a, const struct level_grid *b)
{
    size_t n = 0;
    for (size_t v = 0; v < level_cells(a); v++)
        n += a->cell[v] != b->cell[v];
    return n;
}

static size_t levels_found(const struct repair_report *report,
                           const struct level_repair *repairs)
{
    size_t n = 0;
    while (n < report->solutions && repairs[n].grid.rows)
        n++;
    return n;
}

size_t level_repair_report_count(const struct repair_report *report,
                                 const struct level_repair *repairs)
{
    size_t n = levels_found(report, repairs);
    return n ? n : 1;
}

const struct level_repair *
level_repair_report_failed(const struct repair_report *report,
                           const struct level_repair *repairs)
{
    size_t n = levels_found(report, repairs);
    return n < report->solutions && repairs[n].failed ? &repairs[n] : NULL;
}

/* Whether the repairs of a level are as many as wanted, or all that there are, proven. */
static bool is_complete(const struct repair_report *report,
                        const struct level_repair *repairs)
{
    size_t n = level_repair_report_count(report, repairs);
    return n == report->solutions ? repairs[n - 1].optimal
                                  : repairs[n].infeasible || repairs[0].infeasible;
}

void level_repair_report_solutions(const struct repair_report *report,
                                   const struct level_files_item *item,
                                   const struct level_repair *repairs)
{
    char name[LEVEL_FILES_NAME_BYTES];
    size_t n = level_repair_report_count(report, repairs);
    if (report->solutions == 1 || !repairs[0].grid.rows)
        return;
    bool proven = repairs[n - 1].optimal;
    fprintf(stderr, "%s: ", level_files_name(item, name));
    if (report->apart > 1)
        fprintf(stderr,
                "%zu %s, chosen one by one: each the cheapest that differs in at least "
                "%zu cells from those before it",
                n, n == 1 ? "repair" : "repairs", report->apart);
    else if (!proven)
        fprintf(stderr, "%zu %s", n, n == 1 ? "repair" : "repairs");
    else
        fprintf(stderr, n == 1 ? "the cheapest repair" : "the %zu cheapest repairs", n);
    fprintf(stderr, "%s\n",
            !proven ? "; not proven that none is cheaper, or that there is no other"
            : !is_complete(report, repairs) ? "; not proven that there is no other"
            : n < report->solutions         ? "; proven: there is no other"
                                            : ", proven");
}

enum { METHOD_BYTES = 64 };

/* The method that was asked for, and the one of its methods that fast took. */
static const char *method_of(const struct repair_report *report,
                             const struct level_repair *repair,
                             char method[METHOD_BYTES])
{
    bool tells = repair->by == LEVEL_BY_FLOW || repair->by == LEVEL_BY_CELL_MODEL;
    snprintf(method, METHOD_BYTES, "%s%s%s%s", report->method, tells ? " (" : "",
             tells ? level_repair_by_name(repair->by) : "", tells ? ")" : "");
    return method;
}

/* Why fast took another method than its fastest; empty if it did not. */
static const char *why_not_flow(const struct repair_report *report,
                                const struct level_files_item *item,
                                const struct level_repair *repair, char why[512])
{
    why[0] = '\0';
    if (repair->by != LEVEL_BY_CELL_MODEL)
        return why;
    level_choose_method(&report->levels->game, item->grid.rows, item->grid.cols, why);
    if (!why[0])
        snprintf(why, 512, "not flow: %s",
                 item->keep ? "the cells that are kept are beyond it"
                            : "the repair must differ from others");
    return why;
}

void level_repair_report_why(struct repair_report *report,
                             const struct level_files_item *item,
                             const struct level_repair *repair)
{
    char why[512];
    if (report->said_why || !why_not_flow(report, item, repair, why)[0])
        return;
    report->said_why = true;
    fprintf(stderr, "method: %s; %s\n", level_repair_by_name(repair->by), why);
}

/* The bound, and that it is only lower than the cost because CBC counts inexactly, if so. */
static void write_bound(const struct repair_report *report,
                        const struct level_repair *repair)
{
    double uncertainty = level_cbc_uncertainty(&report->levels->game);
    fprintf(stderr, "; proven: no cost below %.15g is possible", repair->bound);
    if (repair->cost - repair->bound <= 1.001 * uncertainty)
        fprintf(stderr,
                ": the solver does not tell apart costs that differ by less than %.3g",
                uncertainty);
}

void level_repair_report_head(const struct repair_report *report,
                              const struct level_files_item *item,
                              const struct level_repair *repairs, size_t k)
{
    const struct level_repair *repair = &repairs[k];
    char name[LEVEL_FILES_NAME_BYTES], method[METHOD_BYTES];
    fprintf(stderr, "%s: ", level_files_name(item, name));
    if (report->solutions > 1)
        fprintf(stderr, "repair %zu of %zu: ", k + 1,
                level_repair_report_count(report, repairs));
    size_t changed = cells_changed(&item->grid, &repair->grid);
    fprintf(stderr, "cost %.15g", repair->cost);
    if (repair->optimal)
        fprintf(stderr, k ? ", proven" : ", proven optimal");
    else
        write_bound(report, repair);
    fprintf(stderr, "; %zu %s changed, %s, %.3g s\n", changed,
            changed == 1 ? "cell" : "cells", method_of(report, repair, method),
            repair->seconds);
}

void level_repair_report_failure(const struct repair_report *report,
                                 const struct level_files_item *item,
                                 const struct level_repair *repairs,
                                 char words[REPAIR_FAILURE_BYTES])
{
    char name[LEVEL_FILES_NAME_BYTES];
    size_t n = levels_found(report, repairs);
    const struct level_repair *repair = &repairs[n];
    level_files_name(item, name);
    if (repair->failed && n)
        snprintf(words, REPAIR_FAILURE_BYTES,
                 "%s: repair %zu, after those that were found: %s", name, n + 1,
                 repair->reason);
    else if (repair->failed)
        snprintf(words, REPAIR_FAILURE_BYTES, "%s: %s", name, repair->reason);
    else if (repair->infeasible)
        snprintf(words, REPAIR_FAILURE_BYTES, "%s: cannot be repaired: %s", name,
                 repair->reason);
    else
        snprintf(
            words, REPAIR_FAILURE_BYTES,
            "%s: no playable level found in %.3g s; proven: no cost below %.15g is "
            "possible",
            name, repair->seconds, repair->bound);
}

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
static void add_solution(const struct repair_report *report,
                         const struct level_repair *repairs, size_t k, json_t *object)
{
    if (report->solutions == 1)
        return;
    size_t n = repairs[0].grid.rows ? level_repair_report_count(report, repairs) : 0;
    (void)json_object_set_new(object, "solution", json_integer((json_int_t)k + 1));
    (void)json_object_set_new(object, "solutions", json_integer((json_int_t)n));
    (void)json_object_set_new(object, "apart", json_integer((json_int_t)report->apart));
    (void)json_object_set_new(object, "complete",
                              json_boolean(is_complete(report, repairs)));
}

static void add_failure(const struct repair_report *report,
                        const struct level_repair *repairs, json_t *object)
{
    const struct level_repair *failed = level_repair_report_failed(report, repairs);
    if (failed)
        (void)json_object_set_new(object, "failure", json_string(failed->reason));
}

json_t *level_repair_report_json(const struct repair_report *report,
                                 const struct level_files_item *item,
                                 const struct level_repair *repairs, size_t k,
                                 json_t *edits)
{
    const struct level_repair *repair = &repairs[k];
    bool found = repair->grid.rows > 0;
    char why[512];
    json_t *object =
        json_pack("{s:o, s:I, s:s, s:s, s:o, s:o, s:b, s:b}", "file",
                  json_output_name(item->file), "number", (json_int_t)item->number,
                  "game", report->levels->game.name, "method", report->method, "cost",
                  real_or_null(repair->cost), "bound", real_or_null(repair->bound),
                  "optimal", repair->optimal, "infeasible", repair->infeasible);
    add_solution(report, repairs, k, object);
    add_failure(report, repairs, object);
    if (item->keep)
        (void)json_object_set_new(object, "kept", json_integer(cells_kept(item)));
    if (repair->infeasible)
        (void)json_object_set_new(object, "reason", json_string(repair->reason));
    (void)json_object_set_new(object, "used",
                              json_string(level_repair_by_name(repair->by)));
    if (why_not_flow(report, item, repair, why)[0])
        (void)json_object_set_new(object, "why", json_string(why));
    if (found)
        (void)json_object_set_new(
            object, "changed",
            json_integer((json_int_t)cells_changed(&item->grid, &repair->grid)));
    if (edits)
        (void)json_object_set(object, "edits", edits);
    (void)json_object_set_new(object, "seconds", json_real(repair->seconds));
    (void)json_object_set_new(object, "level",
                              found ? rows_json(&report->levels->game, &repair->grid)
                                    : json_null());
    return object;
}
