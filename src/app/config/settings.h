/* The config sections that do not depend on the problem: run, migration, output,
 * checkpoint. Their option tables document the keys. */
#ifndef SKERRY_APP_SETTINGS_H
#define SKERRY_APP_SETTINGS_H

#include "migration.h"
#include "option.h"
#include "stopping.h"

/* How islands are distributed to ranks. */
enum run_distribution { DISTRIBUTE_EVENLY, DISTRIBUTE_BY_SPEED };

struct run_settings {
    int64_t seed;    /* >= 0 */
    int64_t islands; /* OPTION_ABSENT: not given, and the caller has no default */
    int64_t sub_generations; /* >= 1 */
    int64_t epochs;          /* OPTION_ABSENT: no limit */
    int64_t replicas;        /* >= 1 */
    double time_limit_s;     /* NaN: no limit */
    int64_t max_evaluations; /* OPTION_ABSENT: no limit */
    double target;           /* fitness in the problem's unit; NaN: none */
    double proof_s;          /* >= 0 */
    int distribution;        /* enum run_distribution */

    struct option_file start; /* a result; data is NULL: none */
};

/* The termination criteria for the engine.
 *
 * ends      the algorithm terminates by itself: epochs are not a limit
 * maximise  the first objective is maximised */
struct stopping settings_stopping(const struct run_settings *settings, bool ends,
                                  bool maximise);

/* The choices have the order of enum migration_policy and migration_similarity. */
struct migration_settings {
    int policy;
    int similarity;
    int64_t migrants;      /* >= 1 */
    int64_t group;         /* >= 1; OPTION_ABSENT: one group */
    int64_t between_every; /* >= 1; OPTION_ABSENT: never */
    int mode;              /* enum migration_mode; -1: MODE_SYNCHRONOUS */
    double period_s;       /* > 0; NaN: the default */
    bool at_start;
};

enum migration_mode { MODE_SYNCHRONOUS, MODE_ASYNCHRONOUS };

/* The same for the engine. */
struct migration_plan settings_migration(const struct migration_settings *settings,
                                         const struct run_settings *run);

struct output_settings {
    const char *file;    /* absolute path; NULL only if a resolved text has none */
    int64_t solutions;   /* >= 1 */
    double min_distance; /* in [0, 1] */
    bool follow;         /* readers may follow the running job */
    int64_t all_rows;    /* generations of which each has a row; 0: all */
};

struct checkpoint_settings {
    double every_s; /* 0: after every epoch */
    /* Least time since the last checkpoint before another one saves an improved best. */
    double better_s;
    int64_t split_above; /* bytes of states */
};

extern const struct config_option run_options[], migration_options[], output_options[],
    checkpoint_options[];

/* Name, table and size of each, in the order that they are printed; NULL at the end. */
struct settings_section {
    const char *name;
    const char *summary;
    const struct config_option *options;
    size_t bytes;
};

extern const struct settings_section settings_sections[];

#endif
