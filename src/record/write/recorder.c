#include "recorder.h"

#include "clock.h"
#include "files.h"
#include "recorder_file.h"
#include "row_buffer.h"
#include "solution_table.h"
#include "thinning.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A flush may take at most 1 / FLUSH_SHARE of the time since the last one. Flushing a partial
 * chunk leaves its former space in the file unused, so the interval grows to one percent of
 * the run time, within the bounds below. All chosen by hand. */
enum { FLUSH_SHARE = 200, CURVE_ROWS = 1024, EPOCH_ROWS = 256 };
static const double PAUSE_LEAST_S = 1, PAUSE_MOST_S = 30, PAUSE_ALONE_S = 60;

static const struct measure *first_objective(const struct recorder *recorder)
{
    return &recorder->run.puzzle->shape.objective[0];
}

static bool is_pending(const struct recorder *recorder)
{
    return recorder->curves.most || recorder->migrations.most ||
           recorder->improvements.pending ||
           solution_table_is_pending(&recorder->table);
}

static enum status flush(struct recorder *recorder, struct error *err)
{
    const char *path = recorder->info.path;
    double began = clock_monotonic_s();
    if (row_buffer_write(&recorder->curves, &recorder->layout) < 0 ||
        row_buffer_write(&recorder->migrations, &recorder->layout) < 0 ||
        improvement_table_write(&recorder->improvements, &recorder->layout) < 0)
        return hdf_error(err, path, "writing");
    enum status status = hdf_flush(recorder->layout.file, path, err);
    if (status == STATUS_OK && solution_table_is_pending(&recorder->table))
        status = solution_table_write(&recorder->table, &recorder->layout, path, err);
    if (status != STATUS_OK)
        return status;
    row_buffer_clear(&recorder->curves);
    row_buffer_clear(&recorder->migrations);
    improvement_table_clear(&recorder->improvements);
    recorder->flushed_s = clock_monotonic_s();
    recorder->flush_cost_s = recorder->flushed_s - began;
    return STATUS_OK;
}

static double clamp(double value, double least, double most)
{
    return fmin(fmax(value, least), most);
}

static bool is_due(const struct recorder *recorder)
{
    double now = clock_monotonic_s(), pause = now - recorder->flushed_s;
    double wanted = PAUSE_ALONE_S;
    if (recorder->info.follow)
        wanted = clamp((now - recorder->started_s) / 100, PAUSE_LEAST_S, PAUSE_MOST_S);
    return pause >= wanted && pause >= FLUSH_SHARE * recorder->flush_cost_s;
}

static enum status flush_if_due(struct recorder *recorder, struct error *err)
{
    return is_pending(recorder) && is_due(recorder) ? flush(recorder, err) : STATUS_OK;
}

/* Reserves space for one more row, after a flush if necessary. */
static enum status reserve(struct recorder *recorder, struct row_buffer *buffer,
                           uint32_t replica, uint64_t row, size_t *slot,
                           struct error *err)
{
    if (row_buffer_reserve(buffer, replica, row, slot))
        return STATUS_OK;
    enum status status = flush(recorder, err);
    if (status == STATUS_OK)
        ensure(row_buffer_reserve(buffer, replica, row, slot));
    return status;
}

static void fill_curves(const struct recorder *recorder, uint32_t replica, size_t slot,
                        const struct row *rows, double elapsed_s)
{
    const struct row_buffer *curves = &recorder->curves;
    const struct measure *objective = first_objective(recorder);
    double *best = row_buffer_cell(curves, CURVE_BEST, replica, slot);
    double *mean = row_buffer_cell(curves, CURVE_MEAN, replica, slot);
    double *worst = row_buffer_cell(curves, CURVE_WORST, replica, slot);
    double *diversity = row_buffer_cell(curves, CURVE_DIVERSITY, replica, slot);
    int64_t *evaluations = row_buffer_cell(curves, CURVE_EVALUATIONS, replica, slot);
    for (uint32_t i = 0; i < recorder->run.islands; i++) {
        best[i] = solution_table_fitness(objective, rows[i].best);
        mean[i] = solution_table_fitness(objective, rows[i].mean);
        worst[i] = solution_table_fitness(objective, rows[i].worst);
        diversity[i] = rows[i].diversity;
        evaluations[i] = (int64_t)rows[i].evaluations;
    }
    *(double *)row_buffer_cell(curves, CURVE_DIVERSITY_ALL, replica, slot) =
        moments_diversity(
            moments_union(&rows->spread, recorder->run.islands, sizeof *rows));
    *(double *)row_buffer_cell(curves, CURVE_ELAPSED, replica, slot) = elapsed_s;
}

static void fill_migration(const struct recorder *recorder, uint32_t replica,
                           size_t slot, const struct migration_row *rows)
{
    const struct row_buffer *migrations = &recorder->migrations;
    const struct measure *objective = first_objective(recorder);
    int64_t *moved = row_buffer_cell(migrations, MIGRATION_MOVED, replica, slot);
    int64_t *bytes = row_buffer_cell(migrations, MIGRATION_BYTES, replica, slot);
    double *seconds = row_buffer_cell(migrations, MIGRATION_SECONDS, replica, slot);
    double *low = row_buffer_cell(migrations, MIGRATION_LOW, replica, slot);
    double *high = row_buffer_cell(migrations, MIGRATION_HIGH, replica, slot);
    for (uint32_t i = 0; i < recorder->run.islands; i++) {
        moved[i] = (int64_t)rows[i].moved;
        bytes[i] = (int64_t)rows[i].bytes;
        seconds[i] = rows[i].seconds;
        double a = solution_table_fitness(objective, rows[i].low);
        double b = solution_table_fitness(objective, rows[i].high);
        low[i] = objective->maximise ? b : a;
        high[i] = objective->maximise ? a : b;
    }
}

static enum status add_improvement(struct recorder *recorder, uint32_t replica,
                                   const struct improvement *row, struct error *err)
{
    if (improvement_table_is_full(&recorder->improvements) && flush(recorder, err))
        return err->status;
    improvement_table_add(&recorder->improvements, replica, first_objective(recorder),
                          row);
    return STATUS_OK;
}

static enum status add_generations(struct recorder *recorder,
                                   const struct report *report, struct error *err)
{
    size_t islands = recorder->run.islands, slot;
    for (size_t g = 0; g < report->generations; g++) {
        uint64_t number = report->first_generation + g, row;
        recorder->reached[report->replica] = number + 1;
        if (!thinning_find(recorder->layout.all_rows, number, &row))
            continue;
        if (reserve(recorder, &recorder->curves, report->replica, row, &slot, err) !=
            STATUS_OK)
            return err->status;
        fill_curves(recorder, report->replica, slot, report->rows + g * islands,
                    report->elapsed_s[g]);
    }
    return STATUS_OK;
}

static enum status report(void *self, const struct report *report, struct error *err)
{
    struct recorder *recorder = self;
    uint64_t row;
    size_t slot;
    start_table_note_cpu(&recorder->start, report->cpu_s);
    if (add_generations(recorder, report, err))
        return err->status;
    if (report->migrated &&
        thinning_find(recorder->layout.all_rows, report->epoch, &row)) {
        if (reserve(recorder, &recorder->migrations, report->replica, row, &slot,
                    err) != STATUS_OK)
            return err->status;
        fill_migration(recorder, report->replica, slot, report->migration);
    }
    for (size_t i = 0; i < report->n_improvements; i++)
        if (add_improvement(recorder, report->replica, &report->improvements[i], err))
            return err->status;
    return flush_if_due(recorder, err);
}

static enum status progress(void *self, const struct progress *progress,
                            struct error *err)
{
    struct recorder *recorder = self;
    recorder->elapsed_s = progress->elapsed_s;
    if (progress->bound > recorder->table.bound)
        recorder->table.bound = progress->bound;
    return flush_if_due(recorder, err);
}

static enum status solutions(void *self, const struct archive *archive,
                             struct error *err)
{
    struct recorder *recorder = self;
    solution_table_set(&recorder->table, archive, recorder->reached);
    return flush_if_due(recorder, err);
}

static enum status checkpoint(void *self, const void *bytes, size_t n,
                              struct error *err)
{
    struct recorder *recorder = self;
    const char *path = recorder->info.path;
    hid_t file = recorder->layout.file;
    /* Flushes rows first: the history must reach at least to the checkpoint. */
    enum status status = flush(recorder, err);
    if (status == STATUS_OK &&
        start_table_write_times(&recorder->start, &recorder->layout,
                                recorder->elapsed_s) < 0)
        status = hdf_error(err, path, "writing");
    if (status == STATUS_OK)
        status = hdf_flush(file, path, err);
    if (status == STATUS_OK)
        status = hdf_sync(file, path, err);
    if (status == STATUS_OK)
        status = checkpoint_write(recorder->checkpoint, &recorder->info.identity, bytes,
                                  n, err);
    return status;
}

static enum status start(void *self, const struct run_info *run, struct error *err)
{
    struct recorder *recorder = self;
    recorder->run = *run;
    recorder->started_s = recorder->flushed_s = clock_monotonic_s();
    recorder->reached = ARENA_NEW(recorder->perm, uint64_t, run->replicas);
    if (!recorder->reached)
        return error_set(err, STATUS_MEMORY, "no memory for the recorder");
    for (uint32_t r = 0; run->resumed && r < run->replicas; r++)
        recorder->reached[r] = run->generations_kept[r];
    enum status status = recorder_file_start(recorder, err);
    if (status == STATUS_OK)
        status = row_buffer_init(&recorder->curves, CURVE_BEST, CURVE_DIVERSITY_ALL,
                                 run->replicas, run->islands, CURVE_ROWS,
                                 recorder->perm, err);
    if (status == STATUS_OK)
        status = row_buffer_init(&recorder->migrations, MIGRATION_MOVED, MIGRATION_HIGH,
                                 run->replicas, run->islands, EPOCH_ROWS,
                                 recorder->perm, err);
    if (status == STATUS_OK)
        status = improvement_table_init(&recorder->improvements, &recorder->layout,
                                        recorder->perm, err);
    if (status == STATUS_OK)
        status = solution_table_init(&recorder->table, run, &recorder->layout,
                                     recorder->info.path, recorder->perm, err);
    return status;
}

static enum status finish(void *self, const struct outcome *outcome, struct error *err)
{
    struct recorder *recorder = self;
    struct solution_table *table = &recorder->table;
    if (outcome->solutions)
        solution_table_set(table, outcome->solutions, recorder->reached);
    for (uint32_t r = 0; r < recorder->run.replicas; r++)
        if (outcome->replicas[r].bound > table->bound)
            table->bound = outcome->replicas[r].bound;
    table->dirty |= table->count > 0; /* the bound may have changed */
    enum status status = STATUS_OK;
    if (outcome->late)
        status = add_improvement(recorder, 0, outcome->late, err);
    if (status == STATUS_OK)
        status = flush(recorder, err);
    if (status == STATUS_OK)
        status = recorder_file_finish(recorder, outcome, err);
    if (status == STATUS_OK && outcome->kind == OUTCOME_FINISHED)
        checkpoint_keep_newest(recorder->checkpoint);
    solution_table_forget(table); /* outcome->solutions ends with the run */
    return status;
}

enum status recorder_open(const struct recorder_info *info, bool resume,
                          struct arena *perm, struct recorder **out, struct error *err)
{
    hdf_quiet();
    *out = NULL;
    struct recorder *recorder = ARENA_NEW(perm, struct recorder, 1);
    char *path = checkpoint_path(info->path, perm);
    if (!recorder || !path)
        return error_set(err, STATUS_MEMORY, "no memory for the recorder");
    recorder->info = *info;
    recorder->perm = perm;
    recorder->checkpoint = path;
    recorder->lock.descriptor = -1;
    recorder->table.held = INFINITY;
    layout_init(&recorder->layout);
    enum status status = recorder_file_check(recorder, resume, err);
    if (status != STATUS_OK)
        lock_release(&recorder->lock);
    else
        *out = recorder;
    return status;
}

struct recorder_kept recorder_kept(const struct recorder *recorder)
{
    return recorder->kept;
}

bool recorder_is_open(const struct recorder *recorder)
{
    return recorder->layout.file >= 0;
}

double recorder_held(const struct recorder *recorder)
{
    return recorder->table.held;
}

double recorder_proven(const struct recorder *recorder, double bound)
{
    return solution_table_proven(&recorder->table, bound);
}

struct observer recorder_observer(struct recorder *recorder)
{
    return (struct observer){.self = recorder,
                             .start = start,
                             .progress = progress,
                             .report = report,
                             .solutions = solutions,
                             .checkpoint = checkpoint,
                             .finish = finish};
}

void recorder_close(struct recorder *recorder)
{
    struct error ignored;
    if (!recorder)
        return;
    solution_table_forget(
        &recorder->table); /* without `finish` its archive may be gone */
    if (recorder->layout.file >= 0) {
        if (is_pending(recorder))
            (void)flush(recorder, &ignored);
        recorder_file_abandon(recorder);
    }
    lock_release(&recorder->lock);
}
