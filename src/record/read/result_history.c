#include "reading.h"
#include "thinning.h"

#include <math.h>
#include <string.h>

/* The last row of a replica, -1 if there is none: missing rows have -1 evaluations. */
static enum status find_last(const struct reading *reading, uint32_t replica,
                             hsize_t rows, int64_t *last)
{
    enum { BLOCK = 256 };
    while (rows) {
        hsize_t n = rows < BLOCK ? rows : BLOCK;
        hsize_t start[3] = {replica, rows - n, 0}, count[3] = {1, n, 1};
        const int64_t *evaluations =
            reading_block(reading, CURVE_EVALUATIONS, start, count, NULL);
        if (!evaluations)
            return reading->err->status;
        for (hsize_t i = n; i > 0; i--)
            if (evaluations[i - 1] >= 0) {
                *last = (int64_t)(rows - n + i - 1);
                return STATUS_OK;
            }
        rows -= n;
    }
    *last = -1;
    return STATUS_OK;
}

static enum status read_ends(const struct reading *reading, uint32_t index, int64_t row,
                             struct result_replica *replica)
{
    uint32_t islands = reading->result->islands;
    hsize_t start[3] = {index, (hsize_t)row, 0};
    hsize_t count[3] = {1, 1, islands};
    const double *best = reading_block(reading, CURVE_BEST, start, count, NULL);
    const double *mean = reading_block(reading, CURVE_MEAN, start, count, NULL);
    const double *worst = reading_block(reading, CURVE_WORST, start, count, NULL);
    const double *diversity =
        reading_block(reading, CURVE_DIVERSITY, start, count, NULL);
    const int64_t *evaluations =
        reading_block(reading, CURVE_EVALUATIONS, start, count, NULL);
    const double *elapsed = reading_block(reading, CURVE_ELAPSED, start, count, NULL);
    if (!best || !mean || !worst || !diversity || !evaluations || !elapsed)
        return reading->err->status;
    replica->evaluations = 0;
    replica->elapsed_s = *elapsed;
    for (uint32_t i = 0; i < islands; i++) {
        replica->end[i] = (struct result_end){best[i], mean[i], worst[i], diversity[i],
                                              evaluations[i]};
        replica->evaluations += evaluations[i] > 0 ? evaluations[i] : 0;
    }
    replica->counted = replica->evaluations;
    return STATUS_OK;
}

static bool is_better(const struct result *result, double a, double b)
{
    return isnan(b) || (result->objective[0].maximise ? a > b : a < b);
}

/* Derives the data of one replica from the curves. */
static enum status read_replica(const struct reading *reading, uint32_t index,
                                hsize_t rows)
{
    struct result *result = reading->result;
    struct result_replica *replica = &result->replica[index];
    *replica = (struct result_replica){
        .counted = -1, .summed = -1, .best = NAN, .bound = NAN, .reason = ""};
    replica->end = reading_take(reading, result->islands, sizeof *replica->end);
    if (!replica->end)
        return reading->err->status;
    for (uint32_t i = 0; i < result->islands; i++)
        replica->end[i] = (struct result_end){NAN, NAN, NAN, NAN, -1};
    int64_t last = -1;
    if (find_last(reading, index, rows, &last) != STATUS_OK)
        return reading->err->status;
    replica->recorded =
        last < 0 ? last : (int64_t)thinning_number(result->all_rows, (uint64_t)last);
    replica->generations = replica->recorded;
    if (last >= 0 && read_ends(reading, index, last, replica) != STATUS_OK)
        return reading->err->status;
    for (uint32_t i = 0; i < result->islands; i++)
        if (isfinite(replica->end[i].best) &&
            is_better(result, replica->end[i].best, replica->best))
            replica->best = replica->end[i].best;
    return STATUS_OK;
}

/* Whether a replica ended after its last row, in a generation that has none; also one without rows, which
 * went on without its file, but none that has not begun. */
static bool is_between_rows(const struct result *result,
                            const struct result_replica *replica)
{
    uint64_t last = (uint64_t)replica->recorded, end = (uint64_t)replica->summed;
    if (replica->recorded < 0)
        return end > 0;
    return end > last && thinning_rows(result->all_rows, end + 1) ==
                             thinning_rows(result->all_rows, last + 1);
}

/* The summary written at the end of the run, which has more than the curves; -1 before. */
static enum status read_summary(const struct reading *reading)
{
    struct result *result = reading->result;
    hsize_t start = 0, n = result->replicas;
    const int64_t *generations =
        reading_block(reading, REPLICA_GENERATIONS, &start, &n, NULL);
    const int64_t *evaluations =
        reading_block(reading, REPLICA_EVALUATIONS, &start, &n, NULL);
    const double *best = reading_block(reading, REPLICA_BEST, &start, &n, NULL);
    const double *bound = reading_block(reading, REPLICA_BOUND, &start, &n, NULL);
    const double *elapsed = reading_block(reading, REPLICA_ELAPSED, &start, &n, NULL);
    const int8_t *done = reading_block(reading, REPLICA_DONE, &start, &n, NULL);
    const int8_t *optimal = reading_block(reading, REPLICA_OPTIMAL, &start, &n, NULL);
    const int8_t *infeasible =
        reading_block(reading, REPLICA_INFEASIBLE, &start, &n, NULL);
    const char **reason = reading_texts(reading, REPLICA_REASON, n);
    if (!generations || !evaluations || !best || !bound || !elapsed || !done ||
        !optimal || !infeasible || !reason)
        return reading->err->status;
    for (uint32_t r = 0; r < result->replicas; r++) {
        struct result_replica *replica = &result->replica[r];
        if ((done[r] | optimal[r] | infeasible[r]) & ~1)
            return reading_damaged(reading, "done, optimal, infeasible");
        if (generations[r] < 0)
            continue;
        replica->summed = generations[r];
        if (is_between_rows(result, replica))
            replica->generations = replica->summed;
        replica->evaluations = evaluations[r];
        replica->best = isfinite(best[r]) ? best[r] : NAN;
        replica->bound = bound[r];
        replica->elapsed_s = elapsed[r];
        replica->done = done[r];
        replica->optimal = optimal[r];
        replica->infeasible = infeasible[r];
        replica->reason = reason[r];
    }
    for (uint32_t r = 0; r < result->replicas; r++)
        result->replica[r].searched = result->replica[r].best;
    return STATUS_OK;
}

/* Adds n rows from `from` on; returns how many there are before one that is missing. */
static hsize_t add_rows(const struct reading *reading, uint32_t replica, hsize_t from,
                        hsize_t n)
{
    struct result_migration *sum = &reading->result->migration;
    uint32_t islands = reading->result->islands;
    hsize_t start[3] = {replica, from, 0}, count[3] = {1, n, islands};
    const int64_t *moved = reading_block(reading, MIGRATION_MOVED, start, count, NULL);
    const int64_t *bytes = reading_block(reading, MIGRATION_BYTES, start, count, NULL);
    const double *seconds =
        reading_block(reading, MIGRATION_SECONDS, start, count, NULL);
    if (!moved || !bytes || !seconds)
        return 0;
    hsize_t e = 0;
    for (; e < n && moved[e * islands] >= 0; e++) {
        double slowest = 0;
        for (size_t i = e * islands; i < (e + 1) * islands; i++) {
            sum->moved += moved[i];
            sum->bytes += bytes[i];
            slowest = fmax(slowest, seconds[i]);
        }
        sum->seconds += slowest;
        sum->epochs++;
    }
    return e;
}

/* In blocks whose memory is free afterwards: a night has many migrations. */
static enum status add_migrations(const struct reading *reading, uint32_t replica,
                                  hsize_t epochs)
{
    enum { BLOCK = 256 };
    struct reading block = *reading;
    hsize_t e = 0, n, added = 0;
    do {
        struct arena arena;
        arena_init(&arena);
        block.arena = &arena;
        n = epochs - e < BLOCK ? epochs - e : BLOCK;
        added = add_rows(&block, replica, e, n);
        e += added;
        arena_free(&arena);
    } while (added == n && e < epochs);
    reading->result->migration.is_thinned |=
        thinning_number(reading->result->all_rows, e) > e;
    return reading->err->status;
}

/* Bounds are valid for the instance, so the tightest of all replicas is used. */
void reading_sum_up(struct result *result)
{
    const double sign = result->objective[0].maximise ? -1 : 1;
    if (result->n_solutions) {
        result->best = result->solutions[0].fitness;
        result->bound = result->solutions[0].bound[0];
    }
    for (uint32_t r = 0; r < result->replicas; r++) {
        struct result_replica *replica = &result->replica[r];
        result->evaluations += replica->evaluations;
        if (replica->generations > result->generations)
            result->generations = replica->generations;
        if (!isnan(replica->best) && is_better(result, replica->best, result->best))
            result->best = replica->best;
        if (!isnan(replica->bound) && !(sign * replica->bound <= sign * result->bound))
            result->bound = replica->bound;
        result->elapsed_s = fmax(result->elapsed_s, replica->elapsed_s);
        result->optimal |= replica->optimal;
        if (replica->infeasible && !result->infeasible) {
            result->infeasible = true;
            result->reason = replica->reason;
        }
    }
    result->optimal |= result->best == result->bound;
}

/* The extents common to all columns of a history: after a kill some may be longer. */
static bool common_extents(const struct reading *reading, enum layout_column first,
                           enum layout_column last, hsize_t *common)
{
    hsize_t extents[HDF_MAX_DIMS];
    if (!reading_extents(reading, first, common))
        return false;
    for (int c = (int)first; c <= (int)last; c++) {
        if (!reading_extents(reading, (enum layout_column)c, extents))
            return false;
        for (int d = 0; d < layout_entries[c].dims; d++)
            common[d] = extents[d] < common[d] ? extents[d] : common[d];
    }
    return true;
}

enum status reading_history(struct reading *reading)
{
    struct result *result = reading->result;
    hsize_t curve[3], migration[3];
    if (!common_extents(reading, CURVE_BEST, CURVE_ELAPSED, curve) ||
        !common_extents(reading, MIGRATION_MOVED, MIGRATION_HIGH, migration))
        return reading->err->status;
    if (curve[0] != result->replicas || curve[2] != result->islands ||
        migration[0] != result->replicas || migration[2] != result->islands)
        return reading_damaged(reading, "islands, replicas");
    result->replica = reading_take(reading, result->replicas, sizeof *result->replica);
    if (!result->replica)
        return reading->err->status;
    for (uint32_t r = 0; r < result->replicas; r++) {
        if (read_replica(reading, r, curve[1]) != STATUS_OK ||
            add_migrations(reading, r, migration[1]) != STATUS_OK)
            return reading->err->status;
    }
    return read_summary(reading);
}
