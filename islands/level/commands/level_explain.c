#include "level_explain.h"

#include "clock.h"
#include "level_checker.h"
#include "level_edit_cost.h"

#include <math.h>
#include <string.h>

/* CPU seconds for costs of edits; later ones are not told. Chosen by hand. */
static const double COSTS_S = 5;

const double level_explain_limit_s = 60;

char *level_explain_rules(const struct level_game *game, const struct level_grid *grid,
                          struct arena scratch, size_t *n)
{
    char *lines = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&lines, &bytes);
    if (!out)
        return NULL;
    *n = level_checker_report(game, grid, scratch, out);
    if (!fclose(out))
        return lines;
    free(lines);
    return NULL;
}

const char *level_explain_next_line(const char *text, size_t *length)
{
    *length = strcspn(text, "\n");
    return text + *length + (text[*length] == '\n');
}

json_t *level_explain_lines(const char *lines)
{
    json_t *array = json_array();
    for (size_t n; *lines;) {
        const char *line = lines;
        lines = level_explain_next_line(line, &n);
        (void)json_array_append_new(array, json_stringn(line, n));
    }
    return array;
}

static json_t *symbol_json(const struct level_game *game, uint8_t tile)
{
    return json_stringn(&game->tile[tile].symbol, 1);
}

/* What the checker needs, and the deadlines of rules and of costs. */
struct explanation {
    const struct level_game *game;
    const struct level_grid *broken;
    struct level_grid *repaired;
    double deadline, costs_deadline;
    struct arena scratch;
};

/* An edit without rules. */
static json_t *edit_json(const struct explanation *x, size_t cell)
{
    uint8_t from = x->broken->cell[cell], to = x->repaired->cell[cell];
    size_t row = cell / x->broken->cols + 1, col = cell % x->broken->cols + 1;
    return json_pack("{s:I, s:I, s:o, s:o, s:n}", "row", (json_int_t)row, "column",
                     (json_int_t)col, "from", symbol_json(x->game, from), "to",
                     symbol_json(x->game, to), "rules");
}

/* The rules that need an edit, or the cost of the others: undoes it, and makes it
 * again. */
static json_t *explain_edit(struct explanation *x, size_t cell)
{
    size_t n = 0;
    double cost = NAN;
    uint8_t to = x->repaired->cell[cell];
    if (clock_thread_s() >= x->deadline)
        return edit_json(x, cell);
    x->repaired->cell[cell] = x->broken->cell[cell];
    char *rules = level_explain_rules(x->game, x->repaired, x->scratch, &n);
    if (rules && !n)
        cost = level_edit_cost_until(x->game, x->broken, x->repaired, x->costs_deadline,
                                     x->scratch);
    x->repaired->cell[cell] = to;
    if (!rules)
        return NULL;
    json_t *edit = edit_json(x, cell);
    (void)json_object_set_new(edit, "rules", level_explain_lines(rules));
    if (isfinite(cost))
        (void)json_object_set_new(edit, "cost_without", json_real(cost));
    free(rules);
    return edit;
}

json_t *level_explain_edits(const struct level_game *game,
                            const struct level_grid *broken,
                            struct level_grid *repaired, double limit_s)
{
    size_t cells = level_cells(broken);
    struct arena arena;
    arena_init(&arena);
    struct explanation x = {
        .game = game,
        .broken = broken,
        .repaired = repaired,
        .deadline = clock_thread_s() + limit_s,
        .costs_deadline = clock_thread_s() + COSTS_S,
        .scratch = arena_scratch(&arena, level_checker_bytes(cells) +
                                             level_edit_cost_bytes(cells))};
    json_t *edits = json_array();
    bool good = x.scratch.at && edits;
    for (size_t v = 0; good && v < cells; v++)
        if (broken->cell[v] != repaired->cell[v])
            good = !json_array_append_new(edits, explain_edit(&x, v));
    arena_free(&arena);
    if (good)
        return edits;
    json_decref(edits);
    return NULL;
}

static void print_edit(const json_t *edit, FILE *out)
{
    const json_t *rules = json_object_get(edit, "rules");
    const json_t *cost = json_object_get(edit, "cost_without");
    fprintf(out, "  row %lld, column %lld, %s to %s: ",
            (long long)json_integer_value(json_object_get(edit, "row")),
            (long long)json_integer_value(json_object_get(edit, "column")),
            json_string_value(json_object_get(edit, "from")),
            json_string_value(json_object_get(edit, "to")));
    for (size_t i = 0; i < json_array_size(rules); i++)
        fprintf(out, "%s%s", i ? "\n    and " : "",
                json_string_value(json_array_get(rules, i)));
    if (!json_is_array(rules))
        fprintf(out, "not explained within %g s", level_explain_limit_s);
    else if (!json_array_size(rules))
        fprintf(out, "no rule needs it alone");
    if (cost)
        fprintf(out, "; the edits cost %.15g without it", json_real_value(cost));
    putc('\n', out);
}

void level_explain_print(const json_t *edits, FILE *out)
{
    for (size_t i = 0; i < json_array_size(edits); i++)
        print_edit(json_array_get(edits, i), out);
}
