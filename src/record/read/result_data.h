/* The contents of a result file as plain structs, in the arena of the reader. */
#ifndef SKERRY_RESULT_DATA_H
#define SKERRY_RESULT_DATA_H

#include "grid.h"
#include "problem.h"

/* An objective. */
struct result_objective {
    const char *name, *unit;
    bool maximise;
};

struct result_solution {
    double fitness;
    const double *objectives;  /* n_objectives, as fitness */
    const double *bound;       /* n_objectives; NaN where unknown */
    const double *descriptors; /* n_descriptors */
    const int64_t *cell;       /* grid.axes: bins */
    int64_t island, generation, replica;
    const void *genome; /* n_genes of gene_type, as decoded */
    const char *text;
};

/* The last row of one island's curves; NaN and -1 if there is none. */
struct result_end {
    double best, mean, worst, diversity;
    int64_t evaluations;
};

/* A row of /improvements, as it is in the file. */
struct result_improvement {
    int64_t replica, island, generation;
    int64_t evaluations; /* of the replica until then */
    double best;         /* fitness */
    double elapsed_s;    /* of the replica */
    double cpu_s; /* of the island's rank, since it began or resumed the replica */
};

struct result_replica {
    int64_t generations; /* completed; -1: not started */
    int64_t evaluations;
    int64_t recorded; /* generation of the last row of the curves; -1: none */
    int64_t counted;  /* evaluations in it; -1: none */
    int64_t summed;   /* generations in the summary of the end; -1: it has none */
    double best;      /* NaN: none */
    double searched;  /* the same without what was found after it */
    double bound;     /* NaN: none */
    double elapsed_s; /* run time, without interruptions */
    bool done, optimal, infeasible;
    const char *reason;                    /* why infeasible, or "" */
    struct result_end *end;                /* islands */
    const struct result_improvement *last; /* NULL: none recorded */
};

/* Sums over all replicas, islands, and epochs that have a row. */
struct result_migration {
    int64_t epochs;
    int64_t moved, bytes;
    double seconds;  /* sum over epochs of the slowest island's time */
    bool is_thinned; /* there were more of them */
};

/* The assignment of least violation, if no solution was found. */
struct result_nearest {
    const void *genome; /* n_genes of gene_type, as decoded */
    const char *text;
    struct violations violations;
};

/* An input file as it was when the run began. */
struct result_input {
    const char *key;
    const char *path;    /* where the last start found it */
    const char *sha256;  /* as stored */
    unsigned char *data; /* followed by a NUL that bytes does not count */
    size_t bytes;
    bool intact; /* the data have that SHA-256 */
};

/* One start of the run. */
struct result_start {
    const char *command, *hosts, *cpu, *build;
    const char *started, *ended; /* ISO 8601; ended "" while running or after a kill */
    const char *slurm_job_id;    /* or "" */
    const char *status, *why;    /* as of the result; or killed */
    int64_t ranks;
    double elapsed_s, cpu_s; /* to its end, or to its last checkpoint */
};

struct result {
    const char *path;
    const char *status; /* running (or killed), finished, stopped, failed */
    const char *problem, *algorithm, *config, *command, *hosts, *version, *commit;
    const char *name, *description; /* for people; "" if the config has none */
    const char *identity;   /* SHA-256 of what determines the run, in hexadecimal */
    const char *resumed_by; /* other builds that resumed it: "0.2 (abc); ..." or "" */
    const char *started, *ended; /* ISO 8601; ended "" while running */
    const char *why;             /* reason of the end */
    /* Of the last start; "" if unknown or none. */
    const char *cpu, *compiler, *mpi_library, *hdf5_version;
    const char *slurm_job_id, *slurm_job_name;
    double cpu_s;                /* of all ranks and starts; NaN: unknown */
    struct result_start *starts; /* n_starts; of earlier versions none */
    size_t n_starts;
    double written_s_ago; /* since the file last changed */
    bool is_left; /* running, but no process holds its lock, as far as is known here */
    uint64_t seed;
    uint32_t islands, replicas;
    int64_t ranks;
    bool asynchronous; /* islands did not wait for each other */
    uint64_t all_rows; /* so many generations have a row each; 0: all (thinning.h) */

    int64_t generations; /* of the longest replica */
    int64_t evaluations; /* of all */
    double elapsed_s; /* of all starts, or of the slowest replica while that is more */
    double elapsed_total_s; /* of all starts, as stored */
    double best;            /* fitness; NaN: none */
    double bound;           /* the tightest; NaN: none */
    bool optimal;
    bool infeasible;
    const char *reason; /* why infeasible, or "" */

    size_t n_objectives;
    struct result_objective objective[MAX_OBJECTIVES];
    size_t n_descriptors;
    struct measure descriptor[MAX_DESCRIPTORS]; /* name, unit, low, high */
    struct grid grid; /* if it has axes, each solution is the best of its cell */
    const char *kind; /* of archive: best, grid or front; "": of an earlier version */
    bool front;       /* the solutions are a Pareto front */
    enum gene_type gene_type;
    size_t n_genes;
    const char *gene_unit;

    struct result_solution *solutions;
    size_t n_solutions;
    size_t n_unfinished; /* rows incomplete because of a kill; not in solutions */
    bool is_ordered;     /* the rows of the file are best first, as solutions are */

    const struct result_nearest *nearest; /* NULL: none */

    struct result_replica *replica; /* replicas */
    bool has_improvements;          /* files of earlier versions have none */
    const struct result_improvement *improvements; /* n_improvements */
    size_t n_improvements;
    struct result_migration migration;

    struct result_input *inputs;
    size_t n_inputs;
};

#endif
