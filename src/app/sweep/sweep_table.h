/* The table of a sweep: which configs are run, with which settings and seeds. In YAML:
 *
 *     config: type2.yaml              # or a list; names are from the folder of the table
 *     settings:                       # every combination of these
 *       ga.mutation: [0.1, 0.2]
 *       migration.policy: [similarity, none]
 *     cases:                          # with each of these, one by one
 *       - {ga.population: 50}
 *       - {ga.population: 20, run.islands: 5}
 *     seeds: {from: 1, to: 40}        # or a list
 *     folder: type2-sweep             # of the results, in the working directory; default: the
 *                                     # name of the table
 *
 * Only `config` is required. A task is one run: a config with its settings. Tasks are numbered
 * from 1 in the order configs, cases, settings, seeds, the last varying fastest. The file of a task is named after what
 * it runs, not after its number, so that a table may grow or change its order. Files that settings name are from the
 * working directory, as with -s. */
#ifndef SKERRY_APP_SWEEP_TABLE_H
#define SKERRY_APP_SWEEP_TABLE_H

#include "arena.h"
#include "comm.h"

enum { SWEEP_MOST_TASKS = 1000000 };

struct sweep_task {
    const char *name;   /* of its files: "type2,ga.mutation=0.1,seed=3" */
    const char *output; /* the result: FOLDER/NAME.h5 */
    const char *config; /* path of its YAML file */
    int config_line;    /* where the table names it */
    size_t n_overrides;
    const char *const *overrides; /* "key=yaml" */
    const int *lines;             /* of the overrides, in the table */
    const char *const *values;    /* by column; "" where the task does not set it */
};

struct sweep_table {
    const char *path;   /* as given */
    const char *text;   /* YAML */
    const char *folder; /* of the results */
    int folder_line;    /* where the table names it; 0: it is the table's name */
    const char *merged; /* FOLDER.h5 */
    size_t n_columns;
    const char *const
        *columns; /* the keys that any task sets, in the order of the table */
    size_t n_tasks;
    struct sweep_task *tasks;
};

/* Reads a table on rank 0 and makes its tasks on all ranks.
 *
 * out  all in perm
 * err  STATUS_INPUT with a complete line: file, line, key, what was expected
 * Collective over comm; the same status everywhere. O(tasks (keys + log tasks)). */
enum status sweep_table_load(const char *path, struct comm *comm, struct arena *perm,
                             struct sweep_table *out, struct error *err);

/* The same from a text. Local. */
enum status sweep_table_parse(const char *text, size_t bytes, const char *path,
                              struct arena *perm, struct sweep_table *out,
                              struct error *err);

/* Gives an error of a task's config its place in the table, if it is about one of its settings,
 * else the number and name of the task; an error that is not of input stays as it is.
 *
 * number  of the task, from 1
 * err     in/out: "-s KEY: text" becomes "TABLE:LINE: KEY: text, in task NUMBER (NAME)" */
enum status sweep_table_locate(const struct sweep_table *table, size_t number,
                               struct error *err);

#endif
