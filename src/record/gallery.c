#include "gallery.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double fitness_of(const struct measure *objective, double cost)
{
    return objective->maximise ? 0 - cost : cost; /* 0 -: no negative zero */
}

double bound_of(const struct measure *objective, double bound)
{
    return isfinite(bound) ? fitness_of(objective, bound) : NAN;
}

enum status gallery_init(struct gallery *gallery, const struct run_info *run,
                         const struct layout *layout, struct arena *perm,
                         struct error *err)
{
    const struct shape *shape = &run->puzzle->shape;
    size_t capacity = run->solutions;
    *gallery =
        (struct gallery){.puzzle = run->puzzle, .grid = run->grid, .bound = -INFINITY};
    if (archive_init(&gallery->told, shape, capacity, 0, perm, err) != STATUS_OK)
        return err->status;
    gallery->changed = ARENA_NEW(perm, bool, capacity + 1);
    gallery->written = layout->extent[BY_SOLUTION]; /* more when resumed with fewer */
    size_t rows = capacity > gallery->written ? capacity : gallery->written;
    gallery->reals = ARENA_NEW(perm, double, (rows + 1) * shape->objectives);
    gallery->wholes = ARENA_NEW(perm, int64_t, rows + 1);
    gallery->genome = arena_take(perm, shape->genome_bytes);
    gallery->text = arena_take(perm, layout->text_bytes);
    gallery->scratch = arena_scratch(perm, shape->scratch_bytes);
    if (!gallery->scratch.at || !gallery->changed || !gallery->reals ||
        !gallery->wholes || !gallery->genome || !gallery->text)
        return error_set(err, STATUS_MEMORY,
                         "no memory for the recorder's %zu solutions", capacity);
    return STATUS_OK;
}

static bool same_row(const struct gallery *gallery, const struct archive *archive,
                     size_t row)
{
    const struct archive *told = &gallery->told;
    const struct shape *shape = &gallery->puzzle->shape;
    const struct origin *a = &told->origins[row], *b = &archive->origins[row];
    return a->generation == b->generation && a->island == b->island &&
           a->replica == b->replica &&
           memcmp(population_cost(&told->pop, row), population_cost(&archive->pop, row),
                  shape->objectives * sizeof(double)) == 0 &&
           memcmp(population_genome(&told->pop, row),
                  population_genome(&archive->pop, row), shape->genome_bytes) == 0;
}

void gallery_tell(struct gallery *gallery, const struct archive *archive)
{
    struct archive *told = &gallery->told;
    size_t count = archive->pop.count < told->pop.capacity ? archive->pop.count
                                                           : told->pop.capacity;
    for (size_t i = 0; i < count; i++) {
        if (i < told->pop.count && same_row(gallery, archive, i))
            continue;
        population_copy(&told->pop, i, &archive->pop, i);
        told->origins[i] = archive->origins[i];
        gallery->changed[i] = gallery->dirty = true;
    }
    gallery->dirty |= count != told->pop.count;
    told->pop.count = count;
}

/* The description, cut to the room there is between two characters of UTF-8. */
static void draw(const struct gallery *gallery, const void *genome, size_t room)
{
    char *text = NULL;
    size_t n = 0;
    memset(gallery->text, 0, room);
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return;
    gallery->puzzle->problem->describe(gallery->puzzle->self, genome, out);
    if (fclose(out) == 0 && text) {
        if (n > room)
            for (n = room; n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80;)
                n--;
        memcpy(gallery->text, text, n);
    }
    free(text);
}

/* Descriptors and cell of a row. */
static herr_t write_place(const struct gallery *gallery, const struct layout *layout,
                          size_t row, const void *genome)
{
    const struct puzzle *puzzle = gallery->puzzle;
    const struct grid *grid = &gallery->grid;
    double at[MAX_DESCRIPTORS];
    int64_t bin[MAX_DESCRIPTORS];
    hsize_t start[2] = {row, 0}, count[2] = {1, puzzle->shape.descriptors};
    puzzle->problem->descriptors(puzzle->self, genome, gallery->scratch, at);
    if (layout_write(layout, SOLUTION_DESCRIPTORS, start, count, at) < 0)
        return -1;
    for (size_t a = 0; a < grid->axes; a++)
        bin[a] = (int64_t)grid_bin(&puzzle->shape.descriptor[a], grid->bins[a], at[a]);
    count[1] = grid->axes;
    return layout->set[SOLUTION_CELL] < 0
               ? 0
               : layout_write(layout, SOLUTION_CELL, start, count, bin);
}

static herr_t write_row(const struct gallery *gallery, const struct layout *layout,
                        size_t row)
{
    const struct puzzle *puzzle = gallery->puzzle;
    const void *genome = population_genome(&gallery->told.pop, row);
    const void *shown = genome;
    if (puzzle->problem->reveal) {
        puzzle->problem->reveal(puzzle->self, genome, gallery->genome);
        shown = gallery->genome;
    }
    if (layout->set[SOLUTION_DESCRIPTORS] >= 0 &&
        write_place(gallery, layout, row, genome) < 0)
        return -1;
    draw(gallery, genome, layout->text_bytes);
    hsize_t start[2] = {row, 0}, count[2] = {1, puzzle->shape.genes};
    if (layout_write(layout, SOLUTION_GENOME, start, count, shown) < 0)
        return -1;
    return layout_write(layout, SOLUTION_TEXT, start, count, gallery->text);
}

static herr_t write_origins(const struct gallery *gallery, const struct layout *layout,
                            enum layout_column column)
{
    hsize_t start = 0, count = gallery->told.pop.count;
    for (size_t i = 0; i < count; i++) {
        const struct origin *origin = &gallery->told.origins[i];
        gallery->wholes[i] = column == SOLUTION_ISLAND    ? (int64_t)origin->island
                             : column == SOLUTION_REPLICA ? (int64_t)origin->replica
                                                          : (int64_t)origin->generation;
    }
    return layout_write(layout, column, &start, &count, gallery->wholes);
}

/* objectives and bound, all rows. */
static herr_t write_costs(const struct gallery *gallery, const struct layout *layout)
{
    const struct shape *shape = &gallery->puzzle->shape;
    const struct population *pop = &gallery->told.pop;
    size_t m = shape->objectives;
    hsize_t start[2] = {0, 0}, count[2] = {pop->count, m};
    for (size_t i = 0; i < pop->count; i++)
        for (size_t k = 0; k < m; k++)
            gallery->reals[i * m + k] =
                fitness_of(&shape->objective[k], population_cost(pop, i)[k]);
    if (layout_write(layout, SOLUTION_OBJECTIVES, start, count, gallery->reals) < 0)
        return -1;
    for (size_t i = 0; i < pop->count; i++)
        for (size_t k = 0; k < m; k++)
            gallery->reals[i * m + k] =
                k ? NAN : bound_of(&shape->objective[0], gallery->bound);
    return layout_write(layout, SOLUTION_BOUND, start, count, gallery->reals);
}

/* Fitness of the first `count` rows; NaN for those that change or go when `hidden`. */
static herr_t write_fitness(const struct gallery *gallery, const struct layout *layout,
                            hsize_t count, bool hidden)
{
    const struct shape *shape = &gallery->puzzle->shape;
    const struct population *pop = &gallery->told.pop;
    hsize_t start = 0;
    for (size_t i = 0; i < count; i++)
        gallery->reals[i] =
            hidden && (i >= pop->count || gallery->changed[i])
                ? NAN
                : fitness_of(&shape->objective[0], population_cost(pop, i)[0]);
    return layout_write(layout, SOLUTION_FITNESS, &start, &count, gallery->reals);
}

static herr_t write_columns(struct gallery *gallery, struct layout *layout)
{
    size_t count = gallery->told.pop.count;
    if (layout_extend(layout, BY_SOLUTION, count) < 0)
        return -1;
    if (!count)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (gallery->changed[i] && write_row(gallery, layout, i) < 0)
            return -1;
    if (write_origins(gallery, layout, SOLUTION_ISLAND) < 0 ||
        write_origins(gallery, layout, SOLUTION_GENERATION) < 0 ||
        write_origins(gallery, layout, SOLUTION_REPLICA) < 0)
        return -1;
    return write_costs(gallery, layout);
}

enum status gallery_write(struct gallery *gallery, struct layout *layout,
                          const char *path, struct error *err)
{
    size_t count = gallery->told.pop.count, former = gallery->written;
    if (former && write_fitness(gallery, layout, former, true) < 0)
        return hdf_error(err, path, "writing solutions");
    if (former && hdf_flush(layout->file, path, err) != STATUS_OK)
        return err->status;
    if (write_columns(gallery, layout) < 0)
        return hdf_error(err, path, "writing solutions");
    if (hdf_flush(layout->file, path, err) != STATUS_OK)
        return err->status;
    if (count && write_fitness(gallery, layout, count, false) < 0)
        return hdf_error(err, path, "writing solutions");
    if (hdf_flush(layout->file, path, err) != STATUS_OK)
        return err->status;
    gallery->written = count;
    gallery->dirty = false;
    memset(gallery->changed, 0, count * sizeof *gallery->changed);
    return STATUS_OK;
}
