/* The table of solutions in the file: the archive as last told, and which rows of it
 * the file does not have yet. Used inside src/record.
 *
 * A kill must not leave one row's fitness beside another's genome, and never costs the
 * best that reached the file. So rows that change or go are written in flushed steps: a
 * best that is new is first written as an extra last row; then the fitness of these
 * rows becomes NaN, then all their other columns are written, then the fitness; at last
 * the extra row is cut off. Readers skip rows without a fitness.
 *
 * The rows of a resumed file may be newer than the checkpoint. They are held, all as
 * they are, while what is told has no best as good, or has not come as far as they had.
 * The same build finds them again on its way, so that the end is the same as without
 * the stop. */
#ifndef SKERRY_RECORD_SOLUTION_TABLE_H
#define SKERRY_RECORD_SOLUTION_TABLE_H

#include "layout.h"

struct solution_table {
    const struct puzzle *puzzle;
    struct grid grid;
    uint32_t replicas;
    struct archive told; /* a copy */
    bool *changed;       /* capacity: not in the file yet */
    bool dirty;          /* any row, the count or the bound */
    size_t written;      /* rows in the file */
    double bound;        /* proven, first cost; -INFINITY: none */
    double held;         /* least first cost of the rows held; +INFINITY: none are */
    uint64_t *held_to;   /* replicas: generations after which none of them is newer */
    double *reals;       /* rows x objectives */
    unsigned char *genome;
    char *text; /* layout->text_bytes */
    struct arena scratch;
};

/* Takes from perm room for run->solutions; of a resumed run, holds the rows of its
 * file. STATUS_MEMORY, or hdf_error at `path`. */
enum status solution_table_init(struct solution_table *table,
                                const struct run_info *run, const struct layout *layout,
                                const char *path, struct arena *perm,
                                struct error *err);

/* Copies the archive (at most run->solutions rows of it). No file is touched.
 *
 * reached  per replica, generations whose rows were reported */
void solution_table_tell(struct solution_table *table, const struct archive *archive,
                         const uint64_t *reached);

/* Whether the file lacks rows that it shall have by now; none while its own are held.
 */
bool solution_table_is_pending(const struct solution_table *table);

/* Brings the file up to date and flushes it. Nothing may be held. `path` is for errors.
 */
enum status solution_table_write(struct solution_table *table, struct layout *layout,
                                 const char *path, struct error *err);

/* Writes what comes nearest to a solution; nothing to a file of an earlier version. */
herr_t solution_table_write_nearest(struct solution_table *table, struct layout *layout,
                                    const struct near_miss *miss);

/* Fitness of a cost: what people read. */
double solution_table_fitness(const struct measure *objective, double cost);

/* The bound as fitness; NaN where there is none. */
double solution_table_bound(const struct measure *objective, double bound);

#endif
