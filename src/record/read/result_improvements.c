#include "reading.h"

#include <math.h>

/* The rows that all columns have: after a kill some may be longer. */
static bool count_rows(const struct reading *reading, hsize_t *rows)
{
    *rows = READING_MOST_ITEMS;
    for (int c = IMPROVEMENT_REPLICA; c <= IMPROVEMENT_CPU; c++) {
        hsize_t own;
        if (!reading_extents(reading, (enum layout_column)c, &own))
            return false;
        *rows = own < *rows ? own : *rows;
    }
    return true;
}

/* Lets each replica know its last row, and the best before that of what was found after the search. */
static void find_last(struct result *result)
{
    for (size_t i = 0; i < result->n_improvements; i++) {
        const struct result_improvement *row = &result->improvements[i];
        if (row->replica < 0 || row->replica >= result->replicas)
            continue;
        struct result_replica *replica = &result->replica[row->replica];
        if (row->island < 0)
            replica->searched = replica->last ? replica->last->best : NAN;
        replica->last = row;
        if (replica->summed >= 0 || !isfinite(row->best))
            continue;
        replica->best = row->best;
        if (row->island >= 0)
            replica->searched = row->best;
    }
}

enum status reading_improvements(struct reading *reading)
{
    struct result *result = reading->result;
    hsize_t start = 0, n;
    if (!reading_has(reading, IMPROVEMENT_REPLICA))
        return STATUS_OK; /* of an earlier version */
    if (!count_rows(reading, &n))
        return reading->err->status;
    const int64_t *replica =
        reading_block(reading, IMPROVEMENT_REPLICA, &start, &n, NULL);
    const int64_t *island =
        reading_block(reading, IMPROVEMENT_ISLAND, &start, &n, NULL);
    const int64_t *generation =
        reading_block(reading, IMPROVEMENT_GENERATION, &start, &n, NULL);
    const int64_t *evaluations =
        reading_block(reading, IMPROVEMENT_EVALUATIONS, &start, &n, NULL);
    const double *best = reading_block(reading, IMPROVEMENT_BEST, &start, &n, NULL);
    const double *elapsed =
        reading_block(reading, IMPROVEMENT_ELAPSED, &start, &n, NULL);
    const double *cpu = reading_block(reading, IMPROVEMENT_CPU, &start, &n, NULL);
    struct result_improvement *rows =
        reading_take(reading, (size_t)n + 1, sizeof *rows);
    if (!replica || !island || !generation || !evaluations || !best || !elapsed ||
        !cpu || !rows)
        return reading->err->status;
    for (size_t i = 0; i < n; i++)
        rows[i] = (struct result_improvement){.replica = replica[i],
                                              .island = island[i],
                                              .generation = generation[i],
                                              .evaluations = evaluations[i],
                                              .best = best[i],
                                              .elapsed_s = elapsed[i],
                                              .cpu_s = cpu[i]};
    result->has_improvements = true;
    result->improvements = rows;
    result->n_improvements = (size_t)n;
    find_last(result);
    return STATUS_OK;
}
