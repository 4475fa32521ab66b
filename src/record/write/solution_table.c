#include "solution_table.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double solution_table_fitness(const struct measure *objective, double cost)
{
    return objective->maximise ? 0 - cost : cost; /* 0 -: no negative zero */
}

double solution_table_bound(const struct measure *objective, double bound)
{
    return isfinite(bound) ? solution_table_fitness(objective, bound) : NAN;
}

double solution_table_proven(const struct solution_table *table, double bound)
{
    return isfinite(table->held) ? fmax(bound, table->held_bound) : bound;
}

/* Reads the bound of the rows of the file. */
static herr_t hold_bound(struct solution_table *table, const struct layout *layout)
{
    const struct shape *shape = &table->puzzle->shape;
    size_t m = shape->objectives;
    hsize_t start[2] = {0, 0}, count[2] = {table->written, m};
    if (hdf_read_block(layout->set[SOLUTION_BOUND], H5T_NATIVE_DOUBLE, 2, start, count,
                       table->reals) < 0)
        return -1;
    for (size_t i = 0; i < table->written; i++) /* fmax passes over NaN */
        table->held_bound =
            fmax(table->held_bound,
                 solution_table_fitness(&shape->objective[0], table->reals[i * m]));
    return 0;
}

/* Holds the rows of the file; rows without a fitness are incomplete. wholes: space for two
 * numbers per row. */
static herr_t hold(struct solution_table *table, const struct layout *layout,
                   int64_t *wholes)
{
    const struct measure *objective = &table->puzzle->shape.objective[0];
    double *fitness = table->reals;
    int64_t *generation = wholes, *replica = wholes + table->written;
    hsize_t start = 0, n = table->written;
    if (hdf_read_block(layout->set[SOLUTION_FITNESS], H5T_NATIVE_DOUBLE, 1, &start, &n,
                       fitness) < 0 ||
        hdf_read_block(layout->set[SOLUTION_GENERATION], H5T_NATIVE_INT64, 1, &start,
                       &n, generation) < 0 ||
        hdf_read_block(layout->set[SOLUTION_REPLICA], H5T_NATIVE_INT64, 1, &start, &n,
                       replica) < 0)
        return -1;
    for (hsize_t i = 0; i < n; i++) {
        bool whole = !isnan(fitness[i]) && generation[i] >= 0 && replica[i] >= 0 &&
                     (uint64_t)replica[i] < table->replicas;
        if (!whole)
            continue;
        uint64_t *to = &table->held_to[replica[i]];
        *to = (uint64_t)generation[i] < *to ? *to : (uint64_t)generation[i] + 1;
        table->held = fmin(table->held, solution_table_fitness(objective, fitness[i]));
    }
    return hold_bound(table, layout);
}

static size_t row_bytes(const struct solution_table *table)
{
    const struct shape *shape = &table->puzzle->shape;
    return shape->genome_bytes + shape->objectives * sizeof(double) +
           sizeof(struct origin);
}

/* Of everything that the file has of a row. */
static struct digest digest_row(const struct solution_table *table,
                                const struct archive *archive, size_t row)
{
    const struct shape *shape = &table->puzzle->shape;
    size_t cost_bytes = shape->objectives * sizeof(double);
    unsigned char *to = table->row;
    memset(to, 0, row_bytes(table));
    memcpy(to, population_genome(&archive->pop, row), shape->genome_bytes);
    memcpy(to + shape->genome_bytes, population_cost(&archive->pop, row), cost_bytes);
    memcpy(to + shape->genome_bytes + cost_bytes, &archive->origins[row],
           sizeof(struct origin));
    return digest_of(table->row, row_bytes(table));
}

enum status solution_table_init(struct solution_table *table,
                                const struct run_info *run, const struct layout *layout,
                                const char *path, struct arena *perm, struct error *err)
{
    const struct shape *shape = &run->puzzle->shape;
    size_t capacity = run->solutions;
    *table = (struct solution_table){.puzzle = run->puzzle,
                                     .grid = run->grid,
                                     .replicas = run->replicas,
                                     .capacity = capacity,
                                     .bound = -INFINITY,
                                     .held = INFINITY,
                                     .held_bound = -INFINITY};
    table->reported = &table->none;
    table->digest = ARENA_NEW(perm, struct digest, capacity);
    table->row = arena_take(perm, row_bytes(table));
    table->changed = ARENA_NEW(perm, bool, capacity + 1);
    table->written = layout->extent[BY_SOLUTION]; /* may include the extra row */
    size_t rows = capacity > table->written ? capacity : table->written;
    int64_t *wholes = ARENA_NEW(perm, int64_t, 2 * table->written + 1);
    table->reals = ARENA_NEW(perm, double, (rows + 1) * shape->objectives);
    table->held_to = ARENA_NEW(perm, uint64_t, run->replicas);
    table->genome = arena_take(perm, shape->genome_bytes);
    table->text = arena_take(perm, layout->text_bytes);
    table->scratch = arena_scratch(perm, shape->scratch_bytes);
    if (!table->digest || !table->row || !table->scratch.at || !table->changed ||
        !table->reals || !wholes || !table->held_to || !table->genome || !table->text)
        return error_set(err, STATUS_MEMORY,
                         "no memory for the recorder's %zu solutions", capacity);
    return table->written && hold(table, layout, wholes) < 0
               ? hdf_error(err, path, "reading solutions")
               : STATUS_OK;
}

/* The reported row with the least first cost, ties to the first. */
static size_t best_row(const struct solution_table *table)
{
    const struct population *pop = &table->reported->pop;
    size_t best = 0;
    for (size_t i = 1; i < pop->count; i++)
        if (*population_cost(pop, i) < *population_cost(pop, best))
            best = i;
    return best;
}

/* Whether the reported rows replace the held ones: they have a better best, or one as good
 * and have reached the same generations. */
static bool outdoes_held(const struct solution_table *table, const uint64_t *reached)
{
    const struct population *pop = &table->reported->pop;
    double best = pop->count ? *population_cost(pop, best_row(table)) : INFINITY;
    bool as_far = true;
    for (uint32_t r = 0; r < table->replicas; r++)
        as_far = as_far && reached[r] >= table->held_to[r];
    return best < table->held || (best == table->held && as_far);
}

void solution_table_set(struct solution_table *table, const struct archive *archive,
                        const uint64_t *reached)
{
    size_t count = archive->pop.count;
    ensure(count <= table->capacity);
    for (size_t i = 0; i < count; i++) {
        struct digest digest = digest_row(table, archive, i);
        if (i < table->count && !memcmp(&digest, &table->digest[i], sizeof digest))
            continue;
        table->digest[i] = digest;
        table->changed[i] = table->dirty = true;
    }
    table->dirty |= count != table->count;
    table->reported = archive;
    table->count = count;
    if (isfinite(table->held) && outdoes_held(table, reached))
        table->held = INFINITY;
}

void solution_table_forget(struct solution_table *table)
{
    table->reported = &table->none;
    table->count = 0;
    table->dirty = false;
}

bool solution_table_is_pending(const struct solution_table *table)
{
    return table->dirty && isinf(table->held);
}

/* The description, truncated to the available space between two UTF-8 characters. */
static void draw(const struct solution_table *table, const void *genome, size_t room)
{
    char *text = NULL;
    size_t n = 0;
    memset(table->text, 0, room);
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return;
    table->puzzle->problem->describe(table->puzzle->self, genome, out);
    if (fclose(out) == 0 && text) {
        if (n > room)
            for (n = room; n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80;)
                n--;
        memcpy(table->text, text, n);
    }
    free(text);
}

/* Writes descriptors and cell of a row. */
static herr_t write_place(const struct solution_table *table,
                          const struct layout *layout, hsize_t row, const void *genome)
{
    const struct puzzle *puzzle = table->puzzle;
    const struct grid *grid = &table->grid;
    double at[MAX_DESCRIPTORS];
    int64_t bin[MAX_DESCRIPTORS];
    hsize_t start[2] = {row, 0}, count[2] = {1, puzzle->shape.descriptors};
    if (layout->set[SOLUTION_DESCRIPTORS] < 0)
        return 0;
    puzzle->problem->descriptors(puzzle->self, genome, table->scratch, at);
    if (layout_write(layout, SOLUTION_DESCRIPTORS, start, count, at) < 0)
        return -1;
    for (size_t a = 0; a < grid->axes; a++)
        bin[a] = (int64_t)grid_bin(&puzzle->shape.descriptor[a], grid->bins[a], at[a]);
    count[1] = grid->axes;
    return layout->set[SOLUTION_CELL] < 0
               ? 0
               : layout_write(layout, SOLUTION_CELL, start, count, bin);
}

/* Writes the decoded genome. */
static const void *shown_genome(const struct solution_table *table, const void *genome)
{
    const struct puzzle *puzzle = table->puzzle;
    if (!puzzle->problem->decode)
        return genome;
    puzzle->problem->decode(puzzle->self, genome, table->genome);
    return table->genome;
}

herr_t solution_table_write_nearest(struct solution_table *table, struct layout *layout,
                                    const struct near_miss *miss)
{
    const struct violations *v = &miss->violations;
    char rule[LAYOUT_REASON_BYTES];
    if (layout->set[NEAREST_GENOME] < 0)
        return 0;
    herr_t bad = layout_extend(layout, BY_NEAREST, 1);
    bad |= layout_extend(layout, BY_RULE, v->n);
    hsize_t start[2] = {0, 0}, count[2] = {1, table->puzzle->shape.genes};
    draw(table, miss->genome, layout->text_bytes);
    bad |= layout_write(layout, NEAREST_GENOME, start, count,
                        shown_genome(table, miss->genome));
    bad |= layout_write(layout, NEAREST_TEXT, start, count, table->text);
    bad |= layout_write(layout, NEAREST_VIOLATION, start, count, &v->sum);
    for (hsize_t i = 0, one = 1; i < v->n && bad >= 0; i++) {
        const struct broken_rule *broken = &v->broken[i];
        memset(rule, 0, sizeof rule);
        snprintf(rule, sizeof rule, "%s", broken->rule);
        bad |= layout_write(layout, RULE_TEXT, &i, &one, rule);
        bad |= layout_write(layout, RULE_LEAST, &i, &one, &broken->least);
        bad |= layout_write(layout, RULE_MOST, &i, &one, &broken->most);
        bad |= layout_write(layout, RULE_HAS, &i, &one, &broken->has);
        bad |= layout_write(layout, RULE_VIOLATION, &i, &one, &broken->violation);
    }
    return bad;
}

static herr_t write_genome(const struct solution_table *table,
                           const struct layout *layout, hsize_t row, const void *genome)
{
    const struct puzzle *puzzle = table->puzzle;
    const void *shown = shown_genome(table, genome);
    draw(table, genome, layout->text_bytes);
    hsize_t start[2] = {row, 0}, count[2] = {1, puzzle->shape.genes};
    return layout_write(layout, SOLUTION_GENOME, start, count, shown) < 0 ||
                   layout_write(layout, SOLUTION_TEXT, start, count, table->text) < 0 ||
                   write_place(table, layout, row, genome) < 0
               ? -1
               : 0;
}

/* Writes a reported row as row `to` of the file, except for fitness and bound. */
static herr_t write_row(const struct solution_table *table, const struct layout *layout,
                        size_t from, hsize_t to)
{
    const struct shape *shape = &table->puzzle->shape;
    const struct origin *origin = &table->reported->origins[from];
    int64_t island = layout_island(origin->island), replica = origin->replica;
    int64_t generation = (int64_t)origin->generation;
    double objective[MAX_OBJECTIVES];
    hsize_t start[2] = {to, 0}, count[2] = {1, shape->objectives};
    for (size_t k = 0; k < shape->objectives; k++)
        objective[k] = solution_table_fitness(
            &shape->objective[k], population_cost(&table->reported->pop, from)[k]);
    herr_t bad = layout_write(layout, SOLUTION_ISLAND, start, count, &island);
    bad |= layout_write(layout, SOLUTION_REPLICA, start, count, &replica);
    bad |= layout_write(layout, SOLUTION_GENERATION, start, count, &generation);
    bad |= layout_write(layout, SOLUTION_OBJECTIVES, start, count, objective);
    return bad < 0 ? bad
                   : write_genome(table, layout, to,
                                  population_genome(&table->reported->pop, from));
}

/* Writes the bound, from row `first` on. */
static herr_t write_bounds(const struct solution_table *table,
                           const struct layout *layout, hsize_t first, hsize_t rows)
{
    const struct shape *shape = &table->puzzle->shape;
    size_t m = shape->objectives;
    hsize_t start[2] = {first, 0}, count[2] = {rows, m};
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < m; k++)
            table->reals[i * m + k] =
                k ? NAN : solution_table_bound(&shape->objective[0], table->bound);
    return rows ? layout_write(layout, SOLUTION_BOUND, start, count, table->reals) : 0;
}

/* Writes the fitness of the first `rows` rows; NaN for rows that are not reported or, if
 * `hidden`, not yet written. */
static herr_t write_fitness(const struct solution_table *table,
                            const struct layout *layout, hsize_t rows, bool hidden)
{
    const struct shape *shape = &table->puzzle->shape;
    const struct population *pop = &table->reported->pop;
    hsize_t start = 0;
    for (size_t i = 0; i < rows; i++)
        table->reals[i] = i >= pop->count || (hidden && table->changed[i])
                              ? NAN
                              : solution_table_fitness(&shape->objective[0],
                                                       population_cost(pop, i)[0]);
    return rows ? layout_write(layout, SOLUTION_FITNESS, &start, &rows, table->reals)
                : 0;
}

static enum status flushed(herr_t bad, const struct layout *layout, const char *path,
                           struct error *err)
{
    return bad < 0 ? hdf_error(err, path, "writing solutions")
                   : hdf_flush(layout->file, path, err);
}

/* Writes the best reported row as an extra last row. */
static enum status write_extra(const struct solution_table *table,
                               struct layout *layout, hsize_t row, const char *path,
                               struct error *err)
{
    size_t best = best_row(table);
    hsize_t one = 1;
    double fitness =
        solution_table_fitness(&table->puzzle->shape.objective[0],
                               *population_cost(&table->reported->pop, best));
    herr_t bad = layout_extend(layout, BY_SOLUTION, row + 1);
    if (bad >= 0)
        bad = write_row(table, layout, best, row);
    if (bad >= 0)
        bad = write_bounds(table, layout, row, 1);
    if (flushed(bad, layout, path, err))
        return err->status;
    bad = layout_write(layout, SOLUTION_FITNESS, &row, &one, &fitness);
    return flushed(bad, layout, path, err);
}

/* Writes all columns except for the fitness of the changed rows; the file then has `rows`
 * rows. */
static herr_t write_columns(const struct solution_table *table, struct layout *layout,
                            hsize_t rows)
{
    size_t count = table->count;
    if (layout_extend(layout, BY_SOLUTION, rows) < 0)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (table->changed[i] && write_row(table, layout, i, i) < 0)
            return -1;
    return write_bounds(table, layout, 0, count);
}

enum status solution_table_write(struct solution_table *table, struct layout *layout,
                                 const char *path, struct error *err)
{
    hsize_t count = table->count, former = table->written, rows = count;
    assert(isinf(table->held));
    if (former && count && table->changed[best_row(table)]) {
        rows = (former > count ? former : count) + 1;
        if (write_extra(table, layout, rows - 1, path, err))
            return err->status;
    }
    if (former &&
        flushed(write_fitness(table, layout, former, true), layout, path, err))
        return err->status;
    if (flushed(write_columns(table, layout, rows), layout, path, err) ||
        flushed(write_fitness(table, layout, rows, false), layout, path, err) ||
        flushed(layout_extend(layout, BY_SOLUTION, count), layout, path, err))
        return err->status;
    table->written = count;
    table->dirty = false;
    memset(table->changed, 0, count * sizeof *table->changed);
    return STATUS_OK;
}
