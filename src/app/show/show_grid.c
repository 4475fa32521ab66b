#include "show_grid.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 6 };

/* The table: the best fitness of each entry; NaN: empty. */
struct canvas {
    size_t rows, columns;
    double best[SHOW_PLACES][SHOW_PLACES];
};

const char *show_short(double value, char *out, size_t bytes)
{
    static const char *const suffixes[] = {"", "k", "M", "G"};
    double size = fabs(value);
    size_t i = 0;
    while (size >= 999.5 && size < 1e12 && i < 3) {
        size /= 1000;
        i++;
    }
    if (size >= 999.5 || (size < 0.01 && size > 0))
        snprintf(out, bytes, "%.0e", value);
    else
        snprintf(out, bytes, "%.3g%s", copysign(size, value), suffixes[i]);
    return out;
}

size_t show_filled(const struct result *result)
{
    return result->grid.axes ? result->n_solutions : 0;
}

static size_t places_of(const struct grid *grid, size_t axis)
{
    if (axis >= grid->axes)
        return 1;
    return grid->bins[axis] < SHOW_PLACES ? grid->bins[axis] : SHOW_PLACES;
}

/* The row or column of the table that contains a bin. */
static size_t place_of(const struct grid *grid, size_t axis, const int64_t *cell)
{
    if (axis >= grid->axes)
        return 0;
    assert(grid->bins[axis] > 0);
    return (size_t)cell[axis] * places_of(grid, axis) / grid->bins[axis];
}

static void fill(struct canvas *canvas, const struct result *result)
{
    const struct grid *grid = &result->grid;
    canvas->rows = places_of(grid, 0);
    canvas->columns = places_of(grid, 1);
    for (size_t r = 0; r < canvas->rows; r++)
        for (size_t c = 0; c < canvas->columns; c++)
            canvas->best[r][c] = NAN;
    for (size_t i = 0; i < result->n_solutions; i++) { /* best first */
        const struct result_solution *at = &result->solutions[i];
        double *best =
            &canvas->best[place_of(grid, 0, at->cell)][place_of(grid, 1, at->cell)];
        *best = isnan(*best) ? at->fitness : *best;
    }
}

/* The lower end of the bins of a row or column. */
static double edge_of(const struct result *result, size_t axis, size_t place)
{
    const struct measure *measure = &result->descriptor[axis];
    size_t bins = result->grid.bins[axis], places = places_of(&result->grid, axis);
    size_t first = (place * bins + places - 1) / places;
    return measure->low + (measure->high - measure->low) * (double)first / (double)bins;
}

static void print_axis(const struct result *result, size_t axis, FILE *out)
{
    static const char *const directions[] = {"down", "across", "not shown"};
    const struct measure *at = &result->descriptor[axis];
    size_t bins = result->grid.bins[axis], places = places_of(&result->grid, axis);
    bool bare = !strcmp(at->unit, "1");
    fprintf(out, "  %s: %s, %.6g to %.6g%s%s in %zu bins",
            directions[axis < 2 ? axis : 2], at->name, at->low, at->high,
            bare ? "" : " ", bare ? "" : at->unit, bins);
    if (axis < 2 && places < bins)
        fprintf(out, ", shown in %zu %s", places, axis ? "columns" : "rows");
    fprintf(out, "\n");
}

static void print_rows(const struct result *result, const struct canvas *canvas,
                       FILE *out)
{
    char text[32];
    if (result->grid.axes > 1) {
        fprintf(out, "  %*s", WIDTH, "");
        for (size_t c = 0; c < canvas->columns; c++)
            fprintf(out, " %*s", WIDTH,
                    show_short(edge_of(result, 1, c), text, sizeof text));
        fprintf(out, "\n");
    }
    for (size_t r = 0; r < canvas->rows; r++) {
        fprintf(out, "  %*s", WIDTH,
                show_short(edge_of(result, 0, r), text, sizeof text));
        for (size_t c = 0; c < canvas->columns; c++) {
            double best = canvas->best[r][c];
            fprintf(out, " %*s", WIDTH,
                    isnan(best) ? "." : show_short(best, text, sizeof text));
        }
        fprintf(out, "\n");
    }
}

void show_grid(const struct result *result, FILE *out)
{
    struct canvas canvas;
    size_t cells = grid_cells(&result->grid), filled = show_filled(result);
    if (!cells)
        return;
    fprintf(out,
            "\nGrid: %zu of %zu cells filled (%.0f %%); best %s of each; labels are "
            "lower ends, and the first and last bins also hold what lies beyond\n",
            filled, cells, 100 * (double)filled / (double)cells,
            result->objective[0].name);
    for (size_t a = 0; a < result->grid.axes; a++)
        print_axis(result, a, out);
    fill(&canvas, result);
    print_rows(result, &canvas, out);
}
