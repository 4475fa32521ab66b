/* The parameters of migration. */
#ifndef SKERRY_ENGINE_MIGRATION_PLAN_H
#define SKERRY_ENGINE_MIGRATION_PLAN_H

#include <stddef.h>
#include <stdint.h>

enum migration_policy {
    MIGRATE_NONE,
    MIGRATE_RING,
    MIGRATE_RANDOM,
    MIGRATE_SIMILARITY
};
enum migration_similarity { SIMILAR_FITNESS, SIMILAR_GENOTYPE };

struct migration_plan {
    enum migration_policy policy;
    enum migration_similarity similarity;
    size_t migrants;          /* RING: >= 1; see migration_check */
    size_t sample_sort_above; /* number of individuals above which keys are sorted by a
                                 distributed sample sort instead of an allgather */
    size_t group; /* islands of a group; 0: one group, see migration_groups.h */
    uint64_t between_every; /* every so many migrations, one is between all groups; 0:
                                 none is */
    double period_s; /* RING: islands do not wait for each other but meet after so many
                                 seconds, see asynchronous.c; 0: they wait */
    uint64_t steps;  /* period_s > 0: of an island between two of its sends */
};

#endif
