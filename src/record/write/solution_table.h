/* The table of solutions in the file: the last reported archive, and which of its rows the
 * file does not have yet. Rows that were reported before are recognised by their digests, so
 * that the archive need not be copied. Used inside src/record.
 *
 * A kill must neither combine the fitness of one solution with the genome of another, nor lose
 * the best solution in the file. Therefore changed rows are written in steps with a flush after
 * each: a new best is first written as an extra last row; then the fitness of the changed rows
 * is set to NaN; then all other columns are written; then the fitness; finally the extra row is
 * removed. Readers skip rows without a fitness.
 *
 * The rows of a resumed file may be newer than the checkpoint. They are kept unchanged (held)
 * until the run has found a best as good and has reached their generations. The same build
 * finds them again, so that the final result is the same as without interruption. While they are held, so is their
 * bound, which holds of the run too. */
#ifndef SKERRY_RECORD_SOLUTION_TABLE_H
#define SKERRY_RECORD_SOLUTION_TABLE_H

#include "digest.h"
#include "layout.h"

struct solution_table {
    const struct puzzle *puzzle;
    struct grid grid;
    uint32_t replicas;
    const struct archive *reported; /* the last archive, borrowed */
    size_t count, capacity;         /* its rows; the most there can be */
    struct digest *digest;          /* of each row that was reported */
    unsigned char *row;             /* one row, to be digested */
    struct archive none;
    bool *changed;     /* of each row: not in the file yet */
    bool dirty;        /* a row, the count or the bound has changed */
    size_t written;    /* rows in the file */
    double bound;      /* proven, first cost; -INFINITY: none */
    double held;       /* least first cost of the held rows; +INFINITY: none */
    double held_bound; /* that they have, which stays proven; -INFINITY: none */
    uint64_t *held_to; /* of each replica: the last generation of its held rows */
    double *reals;     /* rows x objectives */
    unsigned char *genome;
    char *text; /* layout->text_bytes */
    struct arena scratch;
};

/* Takes memory for run->solutions from perm; for a resumed run, holds the rows of its file.
 * STATUS_MEMORY, or hdf_error at `path`. */
enum status solution_table_init(struct solution_table *table,
                                const struct run_info *run, const struct layout *layout,
                                const char *path, struct arena *perm,
                                struct error *err);

/* Borrows the archive (at most run->solutions rows) until the next call, or
 * solution_table_forget. Does not access the file.
 *
 * reached  of each replica, the number of generations reported */
void solution_table_set(struct solution_table *table, const struct archive *archive,
                        const uint64_t *reached);

/* Gives the archive back: nothing is pending afterwards. */
void solution_table_forget(struct solution_table *table);

/* Whether there are changes to write; false while rows are held. */
bool solution_table_is_pending(const struct solution_table *table);

/* Updates the file and flushes it. No rows may be held. `path` is for errors. */
enum status solution_table_write(struct solution_table *table, struct layout *layout,
                                 const char *path, struct error *err);

/* Writes the assignment of least violation; does nothing for a file of an earlier version. */
herr_t solution_table_write_nearest(struct solution_table *table, struct layout *layout,
                                    const struct near_miss *miss);

/* The fitness of a cost, as shown to users. */
double solution_table_fitness(const struct measure *objective, double cost);

/* The greatest bound that is proven: of the run, and of the rows that are held at present. */
double solution_table_proven(const struct solution_table *table, double bound);

/* The bound as fitness; NaN if there is none. */
double solution_table_bound(const struct measure *objective, double bound);

#endif
