/* Observers of a run: the progress line, the recorder, spies of tests. They are called on
 * rank 0 only, where the engine collects the statistics of all islands at the end of each
 * epoch. */
#ifndef SKERRY_CONTRACT_OBSERVER_H
#define SKERRY_CONTRACT_OBSERVER_H

#include "archive.h"
#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Generations of a complete replica, saturating at UINT64_MAX; 0 without a limit of
 * epochs. */
static inline uint64_t run_generations(uint64_t epochs, uint64_t sub_generations)
{
    uint64_t generations;
    return __builtin_mul_overflow(epochs, sub_generations, &generations) ? UINT64_MAX
                                                                         : generations;
}

/* What is known about a run before its first generation. */
struct run_info {
    const struct puzzle *puzzle;
    const char *algorithm;
    uint64_t seed;
    uint32_t islands, replicas;
    int ranks;
    uint64_t sub_generations;
    bool migrates;       /* at each epoch's end */
    bool asynchronous;   /* islands do not wait for each other: the result depends on
                                 the speed of the ranks */
    uint64_t epochs;     /* 0: no limit */
    double time_limit_s; /* NaN: none */
    uint64_t max_evaluations; /* 0: no limit */
    bool resumed;
    const uint64_t *generations_kept; /* resumed: rows to keep, of each replica */
    size_t solutions;                 /* most solutions reported */
    struct grid grid;                 /* if it has axes: one solution per cell */
    bool front;                       /* the solutions are a Pareto front */
};

/* One island's row of one generation; costs, not fitness. */
struct row {
    double best, mean, worst; /* first cost in the population; +INFINITY: infeasible */
    double diversity;
    uint64_t evaluations;  /* cumulative */
    uint64_t before;       /* evaluations before the generation */
    struct moments spread; /* of the finite first costs, when diversity was measured */
};

/* What one migration did to one island. */
struct migration_row {
    uint64_t moved;   /* genomes that came from another island */
    uint64_t bytes;   /* of these genomes */
    double seconds;   /* that the island's rank spent in the exchange */
    double low, high; /* range of the first cost afterwards */
};

/* A better best of a replica: the least first cost so far, in the order of generations, of islands in
 * each, and of time on each island. */
struct improvement {
    uint64_t generation;
    uint64_t
        evaluations; /* of the replica until then: of all islands in the generations before,
                             and of lower islands in this one */
    double cost;
    double elapsed_s; /* run time of the replica, as in reports */
    double
        cpu_s; /* CPU time (clock_work_s) of the island's rank since the replica began or was resumed,
                  read at most 0.1 ms before */
    uint32_t island; /* or ISLAND_OF_END */
};

/* The generations of one replica since its last report. */
struct report {
    uint32_t replica;
    uint64_t first_generation; /* of rows[0]; 0 is the first population */
    size_t generations;
    const struct row *rows;  /* generations x islands */
    const double *elapsed_s; /* of each generation: run time of the replica so far */
    bool migrated;
    uint64_t epoch;                         /* number of the migration, from 0 */
    const struct migration_row *migration;  /* islands */
    const struct improvement *improvements; /* n_improvements, in order */
    size_t n_improvements;
    double cpu_s; /* CPU time of all ranks (clock_work_s), each since its start */
};

/* The progress of the run at the end of a generation; cheap and frequent. */
struct progress {
    uint32_t replica; /* the first active one */
    uint32_t replicas_done;
    uint64_t generation;
    uint64_t evaluations; /* of all replicas */
    double best;          /* least first cost so far */
    double bound;         /* -INFINITY: none */
    double diversity;     /* mean over islands */
    double elapsed_s;     /* of this start, as its time limit counts it */
};

enum outcome_kind { OUTCOME_FINISHED, OUTCOME_STOPPED, OUTCOME_FAILED };

/* The result of one replica. */
struct replica_result {
    uint64_t generations, evaluations;
    double best, bound; /* first cost */
    double elapsed_s;
    bool done;
    bool optimal; /* best is proven */
    struct verdict verdict;
};

/* The complete assignment of least violation, if no solution was found
 * (problem.nearest). */
struct near_miss {
    const void *genome;
    struct violations violations;
};

struct outcome {
    enum outcome_kind kind;
    const char *why; /* "epochs done", "target reached", "time limit", ... */
    const struct replica_result *replicas; /* info.replicas of them */
    const struct archive *solutions;       /* over all replicas, best first */
    const struct near_miss *near_miss; /* NULL: a solution was found, if only after the
                                              search, or the problem has no `nearest` */
    const struct improvement *late;    /* of replica 0, after the search; NULL: none */
    double elapsed_s;                  /* of this start, as its time limit counts it */
};

/* Every operation is optional. It may fail, which ends the run; the run can be resumed. */
struct observer {
    void *self;
    enum status (*start)(void *self, const struct run_info *info, struct error *err);
    enum status (*progress)(void *self, const struct progress *progress,
                            struct error *err);
    enum status (*report)(void *self, const struct report *report, struct error *err);
    /* The solutions so far; from time to time and before finish. */
    enum status (*solutions)(void *self, const struct archive *solutions,
                             struct error *err);
    /* A complete snapshot, to be kept until the next one is stored. */
    enum status (*checkpoint)(void *self, const void *bytes, size_t n,
                              struct error *err);
    enum status (*finish)(void *self, const struct outcome *outcome, struct error *err);
};

#ifdef __cplusplus
}
#endif

#endif
