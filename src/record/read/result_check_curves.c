/* The numbers of /curves and /migration, each row by itself and after the one before it. */
#include "result_check.h"

#include "reading.h"

#include <inttypes.h>
#include <math.h>

enum { BLOCK = 256 };

/* Rounding error allowed in a diversity of at most 1, and in a mean, relative to the worst. Chosen by
 * hand. */
static const double ERROR = 1e-9;

struct checking {
    struct reading reading;
    const struct result *result;
    uint32_t replica;
    int64_t *evaluations; /* of each island in the row before; islands */
    double elapsed_s;     /* of the row before */
    bool began, ended;    /* of a table: there was a row; after it there was none */
};

/* Rows of a replica: columns from `first` on, one block each. */
struct block {
    const void *column[CURVE_DIVERSITY_ALL - CURVE_BEST + 1];
    enum layout_column first;
    size_t islands;
    size_t row; /* of the block */
};

/* Rows of all replicas, by epoch or generation. */
struct table {
    enum layout_column first, last,
        counts; /* counts: whole numbers, -1 where missing */
    bool (*is_missing)(const struct block *block);
    bool (*check)(struct checking *checking, const struct block *block, int64_t row);
};

/* The number of an island in a row of the block; `island` is 0 in a column without islands. */
static double real_of(const struct block *block, enum layout_column column,
                      size_t island)
{
    const double *numbers = block->column[column - block->first];
    size_t width = layout_entries[column].dims > 2 ? block->islands : 1;
    return numbers[block->row * width + island];
}

static int64_t whole_of(const struct block *block, enum layout_column column,
                        size_t island)
{
    const int64_t *numbers = block->column[column - block->first];
    return numbers[block->row * block->islands + island];
}

/* Reads n rows of the columns first..last; false with err set. One that the file, of an earlier
 * version, does not have stays NULL. */
static bool read_block(const struct checking *checking, enum layout_column first,
                       enum layout_column last, hsize_t from, hsize_t n,
                       struct block *block)
{
    hsize_t start[3] = {checking->replica, from, 0};
    hsize_t count[3] = {1, n, checking->result->islands};
    *block = (struct block){.first = first, .islands = checking->result->islands};
    for (int c = (int)first; c <= (int)last; c++) {
        enum layout_column column = (enum layout_column)c;
        if (layout_is_optional(column) && !reading_has(&checking->reading, column))
            continue;
        block->column[c - (int)first] =
            reading_block(&checking->reading, column, start, count, NULL);
        if (!block->column[c - (int)first])
            return false;
    }
    return true;
}

/* Says that a number of a row is wrong; false. `island` -1: it is of all of them. */
static bool wrong(const struct checking *checking, enum layout_column column,
                  int64_t row, int64_t island, double is, const char *expected)
{
    const struct layout_entry *entry = &layout_entries[column];
    char of[32] = "";
    if (island >= 0)
        snprintf(of, sizeof of, " on island %" PRId64, island);
    error_set(checking->reading.err, STATUS_FAILED,
              "/%s/%s of replica %u has %.15g in row %" PRId64 "%s (expected: %s)",
              layout_group_names[entry->group], entry->name, checking->replica, is, row,
              of, expected);
    return false;
}

static bool is_share(double diversity)
{
    return diversity >= 0 && diversity <= 1 + ERROR;
}

/* Checks best, mean and worst of a population. */
static bool check_fitness(const struct checking *checking, const struct block *block,
                          int64_t row, size_t i)
{
    const double sign = checking->result->objective[0].maximise ? -1 : 1;
    double best = sign * real_of(block, CURVE_BEST, i);
    double mean = sign * real_of(block, CURVE_MEAN, i);
    double worst = sign * real_of(block, CURVE_WORST, i);
    int64_t island = (int64_t)i;
    if (!(best > -INFINITY))
        return wrong(checking, CURVE_BEST, row, island, sign * best,
                     "a fitness, or that there is none yet");
    if (!(worst >= best))
        return wrong(checking, CURVE_WORST, row, island, sign * worst,
                     "a fitness no better than the best");
    if (isfinite(best) != isfinite(mean))
        return wrong(checking, CURVE_MEAN, row, island, sign * mean,
                     "a number where the best is one, else none");
    if (isfinite(mean) && mean > worst + ERROR * fmax(1, fabs(worst)))
        return wrong(checking, CURVE_MEAN, row, island, sign * mean,
                     "no worse than the worst");
    return true;
}

/* Checks what a generation has of each island. */
static bool check_islands(const struct checking *checking, const struct block *block,
                          int64_t row)
{
    for (size_t i = 0; i < block->islands; i++) {
        double diversity = real_of(block, CURVE_DIVERSITY, i);
        int64_t evaluations = whole_of(block, CURVE_EVALUATIONS, i);
        if (!check_fitness(checking, block, row, i))
            return false;
        if (!is_share(diversity))
            return wrong(checking, CURVE_DIVERSITY, row, (int64_t)i, diversity,
                         "from 0 to 1");
        if (evaluations < checking->evaluations[i])
            return wrong(checking, CURVE_EVALUATIONS, row, (int64_t)i,
                         (double)evaluations, "no less than in the row before");
        checking->evaluations[i] = evaluations;
    }
    return true;
}

static bool is_no_generation(const struct block *block)
{
    bool missing = isnan(real_of(block, CURVE_ELAPSED, 0));
    for (size_t i = 0; i < block->islands; i++)
        missing = missing && whole_of(block, CURVE_EVALUATIONS, i) < 0 &&
                  isnan(real_of(block, CURVE_BEST, i)) &&
                  isnan(real_of(block, CURVE_MEAN, i)) &&
                  isnan(real_of(block, CURVE_WORST, i));
    return missing;
}

static bool check_generation(struct checking *checking, const struct block *block,
                             int64_t row)
{
    double elapsed = real_of(block, CURVE_ELAPSED, 0);
    if (!check_islands(checking, block, row))
        return false;
    /* The time of another island may come late; and earlier builds resumed a run with the time of
     * another rank than that of the rows. */
    if (checking->result->asynchronous || checking->result->n_starts != 1)
        checking->elapsed_s = 0;
    if (!(elapsed >= checking->elapsed_s && isfinite(elapsed)))
        return wrong(checking, CURVE_ELAPSED, row, -1, elapsed,
                     "no less than in the row before");
    checking->elapsed_s = elapsed;
    if (!block->column[CURVE_DIVERSITY_ALL - CURVE_BEST])
        return true;
    double all = real_of(block, CURVE_DIVERSITY_ALL, 0);
    return is_share(all) ||
           wrong(checking, CURVE_DIVERSITY_ALL, row, -1, all, "from 0 to 1");
}

static bool is_no_migration(const struct block *block)
{
    bool missing = true;
    for (size_t i = 0; i < block->islands; i++)
        missing = missing && whole_of(block, MIGRATION_MOVED, i) < 0 &&
                  whole_of(block, MIGRATION_BYTES, i) < 0 &&
                  isnan(real_of(block, MIGRATION_SECONDS, i)) &&
                  isnan(real_of(block, MIGRATION_LOW, i)) &&
                  isnan(real_of(block, MIGRATION_HIGH, i));
    return missing;
}

/* Checks what a migration has of each island. */
static bool check_migration(struct checking *checking, const struct block *block,
                            int64_t row)
{
    for (size_t i = 0; i < block->islands; i++) {
        int64_t moved = whole_of(block, MIGRATION_MOVED, i),
                bytes = whole_of(block, MIGRATION_BYTES, i), island = (int64_t)i;
        double seconds = real_of(block, MIGRATION_SECONDS, i);
        double low = real_of(block, MIGRATION_LOW, i),
               high = real_of(block, MIGRATION_HIGH, i);
        bool is_empty = low == INFINITY && high == -INFINITY; /* no individuals */
        if (moved < 0)
            return wrong(checking, MIGRATION_MOVED, row, island, (double)moved,
                         "a number of genomes");
        if (bytes < 0 || (bytes > 0) != (moved > 0))
            return wrong(checking, MIGRATION_BYTES, row, island, (double)bytes,
                         "some where genomes moved, else 0");
        if (!(seconds >= 0 && isfinite(seconds)))
            return wrong(checking, MIGRATION_SECONDS, row, island, seconds, "a time");
        if (!(low <= high) && !is_empty)
            return wrong(checking, MIGRATION_HIGH, row, island, high,
                         "no less than /migration/low");
    }
    return true;
}

/* Checks a row. It has no numbers where it was before a run was resumed without its file, or is after
 * the last one of this replica. */
static bool check_row(struct checking *checking, const struct table *table,
                      const struct block *block, int64_t row)
{
    if (table->is_missing(block)) {
        checking->ended = checking->began;
        return true;
    }
    checking->began = true;
    if (checking->ended)
        return wrong(checking, table->counts, row, 0,
                     (double)whole_of(block, table->counts, 0),
                     "none after a row without one");
    return table->check(checking, block, row);
}

/* Checks a replica's rows, in blocks whose memory is free afterwards. */
static bool check_table(struct checking *checking, const struct table *table)
{
    struct arena *outer = checking->reading.arena;
    hsize_t extents[HDF_MAX_DIMS];
    bool good = reading_extents(&checking->reading, table->counts, extents);
    hsize_t n = good ? extents[1] : 0;
    checking->began = checking->ended = false;
    for (hsize_t from = 0; from < n && good; from += BLOCK) {
        struct arena arena;
        struct block block;
        hsize_t rows = n - from < BLOCK ? n - from : BLOCK;
        arena_init(&arena);
        checking->reading.arena = &arena;
        good = read_block(checking, table->first, table->last, from, rows, &block);
        for (; good && block.row < rows; block.row++)
            good = check_row(checking, table, &block, (int64_t)(from + block.row));
        arena_free(&arena);
    }
    checking->reading.arena = outer;
    return good;
}

static bool check_replica(struct checking *checking, uint32_t replica)
{
    static const struct table curves = {CURVE_BEST, CURVE_DIVERSITY_ALL,
                                        CURVE_EVALUATIONS, is_no_generation,
                                        check_generation};
    static const struct table migrations = {MIGRATION_MOVED, MIGRATION_HIGH,
                                            MIGRATION_MOVED, is_no_migration,
                                            check_migration};
    checking->replica = replica;
    checking->elapsed_s = 0;
    for (uint32_t i = 0; i < checking->result->islands; i++)
        checking->evaluations[i] = 0;
    return check_table(checking, &curves) && check_table(checking, &migrations);
}

static bool check_file(void *context)
{
    struct checking *checking = context;
    const struct result *result = checking->result;
    checking->evaluations = reading_take(&checking->reading, result->islands,
                                         sizeof *checking->evaluations);
    bool good = checking->evaluations;
    for (uint32_t r = 0; r < result->replicas && good; r++)
        good = check_replica(checking, r);
    return good;
}

enum status result_check_curves(const struct result *result, struct error *err)
{
    struct result read = *result; /* `reading` may write to its result */
    struct checking checking = {.reading = {&read, NULL, err, H5I_INVALID_HID},
                                .result = result};
    *err = (struct error){0};
    return reading_check(&checking.reading, "curves", check_file, &checking);
}
