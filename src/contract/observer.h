/* Who watches a run: the progress line, the recorder, a test's spy. Observers live on
 * rank 0 and are told there; the engine brings the rows of all islands with each
 * epoch's exchange. */
#ifndef SKERRY_CONTRACT_OBSERVER_H
#define SKERRY_CONTRACT_OBSERVER_H

#include "archive.h"
#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Generations of a whole replica, UINT64_MAX where they are more; 0 without a limit in
 * epochs. */
static inline uint64_t run_generations(uint64_t epochs, uint64_t sub_generations)
{
    uint64_t generations;
    return __builtin_mul_overflow(epochs, sub_generations, &generations) ? UINT64_MAX
                                                                         : generations;
}

/* What a run is, known before its first generation. */
struct run_info {
    const struct puzzle *puzzle;
    const char *algorithm;
    uint64_t seed;
    uint32_t islands, replicas;
    int ranks;
    uint64_t sub_generations;
    bool migrates;            /* at each epoch's end */
    uint64_t epochs;          /* 0: no limit */
    double time_limit_s;      /* NaN: none */
    uint64_t max_evaluations; /* 0: no limit */
    bool resumed;
    const uint64_t
        *generations_kept; /* resumed: per replica, rows that stay (replicas) */
    size_t solutions;      /* at most so many are told */
    struct grid grid;      /* without axes, or one solution is told of each cell */
};

/* One island's row of one generation; costs, not fitness. */
struct row {
    double best, mean,
        worst; /* first cost of its population; +INFINITY while infeasible */
    double diversity;
    uint64_t evaluations; /* cumulative */
};

/* What one migration did to one island. */
struct migration_row {
    uint64_t moved;   /* genomes that came from another island */
    uint64_t bytes;   /* of those */
    double seconds;   /* of its rank, in the exchange */
    double low, high; /* range of first cost afterwards */
};

/* The generations since the last report of one replica. */
struct report {
    uint32_t replica;
    uint64_t
        first_generation; /* number of rows[0]; generation 0 is the first population */
    size_t generations;
    const struct row *rows; /* generations x islands */
    const double
        *elapsed_s; /* generations: since the replica began, stops not counted */
    bool migrated;
    uint64_t epoch;                        /* number of the migration, from 0 */
    const struct migration_row *migration; /* islands */
};

/* The progress of the run at a generation's end; cheap, told often. */
struct progress {
    uint32_t replica; /* the first one in work */
    uint32_t replicas_done;
    uint64_t generation;
    uint64_t evaluations; /* of all replicas */
    double best;          /* least first cost so far */
    double bound;         /* -INFINITY: none */
    double diversity;     /* mean over islands */
    double elapsed_s;
};

enum outcome_kind { OUTCOME_FINISHED, OUTCOME_STOPPED, OUTCOME_FAILED };

/* One replica's end. */
struct replica_result {
    uint64_t generations, evaluations;
    double best, bound; /* first cost */
    double elapsed_s;
    bool done;
    bool optimal; /* best is proven */
    struct verdict verdict;
};

/* The nearest that comes to a solution where none was found (problem.nearest). */
struct near_miss {
    const void *genome;
    struct violations violations;
};

struct outcome {
    enum outcome_kind kind;
    const char *why; /* "epochs done", "target reached", "signal 10", ... */
    const struct replica_result *replicas; /* info.replicas of them */
    const struct archive *solutions;       /* over all replicas, best first */
    const struct near_miss *near_miss;     /* NULL: something was found, or the problem
                                              cannot tell */
    double elapsed_s;
};

/* Every operation is optional and may fail; a failure ends the run, resumably. */
struct observer {
    void *self;
    enum status (*start)(void *self, const struct run_info *info, struct error *err);
    enum status (*progress)(void *self, const struct progress *progress,
                            struct error *err);
    enum status (*report)(void *self, const struct report *report, struct error *err);
    /* The solutions so far; told now and then and before finish. */
    enum status (*solutions)(void *self, const struct archive *solutions,
                             struct error *err);
    /* A complete snapshot, to be kept until the next one is. */
    enum status (*checkpoint)(void *self, const void *bytes, size_t n,
                              struct error *err);
    enum status (*finish)(void *self, const struct outcome *outcome, struct error *err);
};

#ifdef __cplusplus
}
#endif

#endif
