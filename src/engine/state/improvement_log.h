/* The improvements of this rank's islands: a row each time that an island finds a first cost below
 * all that its replica had before the generation and it has found in it.
 *
 * A table of operations in place of the problem's counts the evaluations of a step and looks at
 * their costs. What a method finds without the operation `evaluate` gets one row at the end of the
 * step, with the best of the island's archive; what it evaluates and does not keep there gets none.
 * So the last row of a generation always has the best of the replica.
 *
 * Of more than IMPROVEMENTS_A_STEP improvements in one step the last ones overwrite one another. Which
 * these are depends on what the other ranks have found before: within a burst that is not known.
 *
 * Cost: of an evaluation a call and a comparison; of a row 48 bytes and a look at a clock, often two. */
#ifndef SKERRY_ENGINE_IMPROVEMENT_LOG_H
#define SKERRY_ENGINE_IMPROVEMENT_LOG_H

#include "algorithm.h"
#include "observer.h"

enum { IMPROVEMENTS_A_STEP = 1024 };

struct improvement_log {
    struct puzzle watched; /* the puzzle, with the table below: for the algorithms */
    struct problem table;
    const struct problem *problem; /* with the original operations */
    double (*clock)(void);
    double zero_s, cpu_zero_s; /* of the clocks: when the replica began, or went on */
    double cpu_s, cpu_read_s; /* the CPU clock, and when it was read on the other one */
    double threshold;         /* best of the replica up to the last generation */

    struct improvement
        *rows; /* from the heap; evaluations are the island's own so far */
    size_t n, capacity;
    bool lost;        /* memory ran out */
    bool overwritten; /* rows have been, since the caller set it to false */

    /* The step that is running. */
    size_t first; /* its first row */
    uint64_t generation, evaluations;
    uint32_t island;
    double former; /* what it has to improve on */
    double best;   /* the same, with its rows so far; -INFINITY: no step is running */
};

/* The log of this thread, for one run. */
void improvement_log_init(struct improvement_log *log, const struct puzzle *puzzle,
                          double (*clock)(void));
void improvement_log_free(struct improvement_log *log);

/* A replica begins, or goes on after `elapsed_s` of run time with this best first cost. */
void improvement_log_restart(struct improvement_log *log, double elapsed_s,
                             double best);

/* Removes all rows; those from a generation on. */
void improvement_log_clear(struct improvement_log *log);
void improvement_log_undo(struct improvement_log *log, uint64_t generation);

/* Around a step of an island, which belongs to `generation`: enter, then leave, or abort if it was
 * aborted. `best` is the least first cost in the island's archive. log may be NULL. */
void improvement_log_enter(struct improvement_log *log, const struct island *island,
                           uint64_t generation, double best);
void improvement_log_leave(struct improvement_log *log, const struct island *island,
                           double best);
void improvement_log_abort(struct improvement_log *log);

/* Rank 0: orders the rows of one replica by generation and island, keeps those that are below `best`
 * and all before them, and makes their evaluations those of the replica: of all islands up to the
 * generation before, of lower islands in this one, and the island's own. Returns their number.
 *
 * report  its generations and rows, of `islands` islands each
 * Cost: O(n log n + kept * islands) */
size_t improvement_log_settle(struct improvement *rows, size_t n, double best,
                              const struct report *report, size_t islands);

#endif
