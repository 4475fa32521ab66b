/* What the recorder needs to know of a run before it begins. */
#ifndef SKERRY_RECORDER_INFO_H
#define SKERRY_RECORDER_INFO_H

#include "digest.h"

/* A file that the config names, kept in the result. */
struct recorder_input {
    const char *key;  /* config path: "party.heroes" */
    const char *path; /* as the run found it */
    const void *data;
    size_t bytes;
};

/* What a run was made with. */
struct recorder_provenance {
    const char *cpu;                           /* the processor of rank 0 */
    const char *compiler;                      /* "GNU 12.2.0" */
    const char *mpi_library;                   /* NULL: none */
    const char *slurm_job_id, *slurm_job_name; /* NULL: not in a batch job */
};

/* All strings and arrays are borrowed until recorder_close. */
struct recorder_info {
    const char *path;               /* of the result */
    const char *name, *description; /* of the run, for people; NULL: none */
    const char *config;             /* resolved YAML, whole */
    struct digest identity;         /* of the config, see config.h */
    const char *command;            /* as typed */
    const char *version, *commit;
    const char *hosts; /* "a b c" */
    struct recorder_provenance provenance;
    const struct recorder_input *inputs;
    size_t n_inputs;
    bool follow;       /* flush often, for readers during the run */
    uint64_t all_rows; /* of a new file: see thinning.h; 0: each generation has a row */

    /* Optional: describes in `words` how a stored config differs from ours, for the error
     * message of a refused resume. */
    void (*compare)(void *self, const char *config, char *words, size_t bytes);
    void *compare_self;
};

#endif
