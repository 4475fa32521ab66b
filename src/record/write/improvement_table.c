#include "improvement_table.h"

#include "solution_table.h"

#include <stdlib.h>
#include <string.h>

enum { ITEM_BYTES = 8 };

static enum layout_column column_of(int c)
{
    return (enum layout_column)(IMPROVEMENT_REPLICA + c);
}

enum status improvement_table_init(struct improvement_table *table,
                                   const struct layout *layout, struct arena *perm,
                                   struct error *err)
{
    *table = (struct improvement_table){.pending = 0};
    if (layout->set[IMPROVEMENT_REPLICA] >= 0)
        table->written = layout->extent[BY_IMPROVEMENT];
    for (int c = 0; c < IMPROVEMENT_COLUMNS; c++)
        if (!(table->data[c] = arena_take_array(perm, IMPROVEMENT_ROWS, ITEM_BYTES)))
            return error_set(err, STATUS_MEMORY, "no memory for improvements");
    return STATUS_OK;
}

void improvement_table_add(struct improvement_table *table, uint32_t replica,
                           const struct measure *objective,
                           const struct improvement *row)
{
    hsize_t at = table->pending;
    ensure(!improvement_table_is_full(table));
    ((int64_t *)table->data[0])[at] = replica;
    ((int64_t *)table->data[1])[at] = layout_island(row->island);
    ((int64_t *)table->data[2])[at] = (int64_t)row->generation;
    ((int64_t *)table->data[3])[at] = (int64_t)row->evaluations;
    ((double *)table->data[4])[at] = solution_table_fitness(objective, row->cost);
    ((double *)table->data[5])[at] = row->elapsed_s;
    ((double *)table->data[6])[at] = row->cpu_s;
    table->pending++;
}

herr_t improvement_table_write(const struct improvement_table *table,
                               struct layout *layout)
{
    hsize_t end = table->written + table->pending;
    if (!table->pending || layout->set[IMPROVEMENT_REPLICA] < 0)
        return 0;
    if (end > layout->extent[BY_IMPROVEMENT] &&
        layout_extend(layout, BY_IMPROVEMENT, end) < 0)
        return -1;
    for (int c = 0; c < IMPROVEMENT_COLUMNS; c++)
        if (layout_write(layout, column_of(c), &table->written, &table->pending,
                         table->data[c]) < 0)
            return -1;
    return 0;
}

void improvement_table_clear(struct improvement_table *table)
{
    table->written += table->pending;
    table->pending = 0;
}

/* Moves the rows to keep of one column together. */
static herr_t keep_rows(const struct layout *layout, enum layout_column column,
                        const bool *keep, hsize_t rows, void *data)
{
    hsize_t start = 0, n = 0;
    char *at = data;
    if (layout_read(layout, column, &start, &rows, data) < 0)
        return -1;
    for (hsize_t i = 0; i < rows; i++)
        if (keep[i])
            memmove(at + n++ * ITEM_BYTES, at + i * ITEM_BYTES, ITEM_BYTES);
    return n ? layout_write(layout, column, &start, &n, data) : 0;
}

/* Which of the rows to keep, and how many. */
static herr_t choose_rows(const struct layout *layout, const uint64_t *kept,
                          uint32_t replicas, hsize_t rows, bool *keep, void *data,
                          hsize_t *n)
{
    hsize_t start = 0;
    int64_t *replica = data, *generation = replica + rows, *island = generation + rows;
    if (layout_read(layout, IMPROVEMENT_REPLICA, &start, &rows, replica) < 0 ||
        layout_read(layout, IMPROVEMENT_GENERATION, &start, &rows, generation) < 0 ||
        layout_read(layout, IMPROVEMENT_ISLAND, &start, &rows, island) < 0)
        return -1;
    *n = 0;
    for (hsize_t i = 0; i < rows; i++) {
        keep[i] = replica[i] >= 0 && replica[i] < replicas && generation[i] >= 0 &&
                  (uint64_t)generation[i] < kept[replica[i]] && island[i] >= 0;
        *n += keep[i];
    }
    return 0;
}

herr_t improvement_table_cut(struct layout *layout, const uint64_t *kept,
                             uint32_t replicas)
{
    hsize_t rows = layout->extent[BY_IMPROVEMENT], n = 0;
    if (layout->set[IMPROVEMENT_REPLICA] < 0)
        return 0;
    /* After a kill some columns may be longer: all get the same length. */
    if (layout_extend(layout, BY_IMPROVEMENT, rows) < 0)
        return -1;
    bool *keep = calloc(rows + 1, sizeof *keep);
    void *data = calloc(rows + 1, 3 * ITEM_BYTES);
    herr_t bad =
        keep && data ? choose_rows(layout, kept, replicas, rows, keep, data, &n) : -1;
    for (int c = 0; c < IMPROVEMENT_COLUMNS && bad >= 0; c++)
        bad = keep_rows(layout, column_of(c), keep, rows, data);
    free(data);
    free(keep);
    return bad < 0 ? -1 : layout_extend(layout, BY_IMPROVEMENT, n);
}
