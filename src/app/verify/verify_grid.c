/* Descriptors are those of the solutions; of a MAP-Elites grid each cell has one solution, in its place. */
#include "python_problem.h"
#include "start.h"
#include "verify_checks.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Of the largest magnitude; another machine's libm may differ in last digits. */
static const double TOLERANCE = 1e-9;

static bool is_near(double a, double b)
{
    return a == b || (isfinite(a) && isfinite(b) &&
                      fabs(a - b) <= TOLERANCE * (1 + fmax(fabs(a), fabs(b))));
}

/* Whether the descriptors of a solution are those of its genome. */
static bool check_descriptors(const struct result *result, const struct puzzle *puzzle,
                              size_t i, void *genome, struct arena scratch,
                              struct error *found)
{
    double at[MAX_DESCRIPTORS];
    const struct result_solution *solution = &result->solutions[i];
    if (!start_encode(puzzle, solution->genome, genome))
        return true; /* of a problem without verify */
    puzzle->problem->descriptors(puzzle->self, genome, scratch, at);
    for (size_t d = 0; d < result->n_descriptors; d++)
        if (!is_near(at[d], solution->descriptors[d]))
            return !error_set(
                found, STATUS_FAILED, "solution %zu has %.15g as %s (expected: %.15g)",
                i, solution->descriptors[d], result->descriptor[d].name, at[d]);
    return true;
}

/* Whether a solution is in the cell of its descriptors. */
static bool check_cell(const struct result *result, size_t i, struct error *found)
{
    const struct result_solution *solution = &result->solutions[i];
    const struct grid *grid = &result->grid;
    for (size_t a = 0; a < grid->axes; a++) {
        size_t bin =
            grid_bin(&result->descriptor[a], grid->bins[a], solution->descriptors[a]);
        if ((size_t)solution->cell[a] != bin)
            return !error_set(found, STATUS_FAILED,
                              "solution %zu is in bin %" PRId64
                              " of %s (expected: in %zu, by its %.15g)",
                              i, solution->cell[a], result->descriptor[a].name, bin,
                              solution->descriptors[a]);
    }
    return true;
}

static const void *cell_of(const struct result_solution *solution)
{
    return solution->cell;
}

static enum status check_distinct_cells(const struct result *result,
                                        struct error *found, struct error *err)
{
    size_t pair[2], bytes = result->grid.axes * sizeof *result->solutions->cell;
    bool alike;
    if (verify_find_alike(result, cell_of, bytes, pair, &alike, err) == STATUS_OK &&
        alike)
        error_set(found, STATUS_FAILED,
                  "solutions %zu and %zu are in one cell (expected: one in each)",
                  pair[0], pair[1]);
    return err->status;
}

/* Checks descriptors by the problem. */
static enum status check_by_puzzle(const struct result *result,
                                   const struct puzzle *puzzle, struct error *found,
                                   struct error *err)
{
    struct arena arena;
    arena_init(&arena);
    struct arena scratch = arena_scratch(&arena, puzzle->shape.scratch_bytes);
    void *genome = arena_take(&arena, puzzle->shape.genome_bytes);
    bool good = scratch.at && genome;
    if (!good)
        error_set(err, STATUS_MEMORY, "%s: no memory to verify it", result->path);
    for (size_t i = 0; i < result->n_solutions && good; i++)
        good = check_descriptors(result, puzzle, i, genome, scratch, found);
    arena_free(&arena);
    return err->status;
}

enum status verify_check_places(const struct result *result,
                                const struct puzzle *puzzle, bool sound,
                                struct error *found, struct error *err)
{
    bool good = true, has_grid = result->grid.axes > 0;
    for (size_t i = 0; has_grid && i < result->n_solutions && good; i++)
        good = check_cell(result, i, found);
    if (!good || (has_grid && check_distinct_cells(result, found, err)) ||
        found->status || !result->n_descriptors || !sound ||
        puzzle->problem == &python_problem)
        return err->status;
    return check_by_puzzle(result, puzzle, found, err);
}
