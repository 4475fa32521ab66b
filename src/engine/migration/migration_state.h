/* The state of migration. Private to this folder; the engine uses migration.h. */
#ifndef SKERRY_ENGINE_MIGRATION_STATE_H
#define SKERRY_ENGINE_MIGRATION_STATE_H

#include "algorithm.h"
#include "migrant_exchange.h"
#include "migrant_order.h"
#include "migration_plan.h"

struct migration {
    struct migration_plan plan;
    struct comm *comm;
    const struct puzzle *puzzle;
    size_t islands, individuals;
    size_t first_island, own_islands; /* of this rank */
    size_t row_bytes;                 /* of one individual in a message */
    uint32_t *rank_of;                /* of each island: the rank that hosts it */
    struct migrant_order order;
    struct migrant_exchange exchange;
    unsigned char *leader; /* similarity of genotype: the best genome of all islands */

    /* redistribution, one entry per individual of this rank */
    uint32_t *leaving;      /* individuals that go to another rank */
    bool *settled;          /* rows that have their new individual */
    struct population held; /* one row */

    /* ring, migrants x own islands each */
    uint32_t *best, *worst; /* rows of each island, the best first, the worst first */
};

static inline size_t own_individuals(const struct migration *m)
{
    return m->own_islands * m->individuals;
}

/* Moves each individual to its position in the order. Collective. */
enum status migration_redistribute(struct migration *m, struct island *const *own,
                                   uint32_t replica, uint64_t epoch, struct error *err);

/* Memory of the redistribution. Local. */
enum status migration_redistribute_init(struct migration *m, struct arena *perm,
                                        struct error *err);

/* Copies the k-th best individual of each island over the k-th worst of the next, for k up
 * to `migrants`; does nothing with one island. Collective. */
enum status migration_ring(struct migration *m, struct island *const *own,
                           uint32_t replica, uint64_t epoch, struct error *err);

/* Memory of the ring. Local. */
enum status migration_ring_init(struct migration *m, struct arena *perm,
                                struct error *err);

#endif
