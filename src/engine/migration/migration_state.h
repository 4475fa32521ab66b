/* The state of migration. Private to this folder; the engine uses migration.h. */
#ifndef SKERRY_ENGINE_MIGRATION_STATE_H
#define SKERRY_ENGINE_MIGRATION_STATE_H

#include "algorithm.h"
#include "migrant_exchange.h"
#include "migrant_order.h"
#include "migration_plan.h"
#include "observer.h"

struct migration {
    struct migration_plan plan;
    struct comm *comm;
    const struct puzzle *puzzle;
    struct island_layout layout;
    size_t islands; /* of the layout */
    size_t *first;  /* islands + 1: the number of each island's first individual */
    size_t first_island, own_islands; /* of this rank, counted from the offset */
    size_t row_bytes;                 /* of one individual in a message */
    struct migrant_order order;
    struct migrant_exchange exchange;
    unsigned char *leader; /* similarity of genotype: the best genome of all islands */

    /* redistribution, one entry per individual of this rank */
    uint32_t *own_island;   /* which of this rank's islands it is on */
    uint32_t *leaving;      /* individuals that go to another rank */
    bool *settled;          /* rows that have their new individual */
    struct population held; /* one row */

    /* ring, migrants x own islands each */
    uint32_t *best, *worst; /* rows of each island, the best first, the worst first */
};

/* The population size of an island. */
static inline size_t individuals_of(const struct migration *m, size_t island)
{
    return m->first[island + 1] - m->first[island];
}

static inline size_t own_individuals(const struct migration *m)
{
    return m->first[m->first_island + m->own_islands] - m->first[m->first_island];
}

/* An individual's population and row. */
struct place {
    struct population *pop;
    size_t row;
};

/* That of individual i of this rank, counted from its first. Redistribution only. */
static inline struct place place_of(const struct migration *m,
                                    struct island *const *own, size_t i)
{
    size_t island = m->own_island[i], at = m->first_island;
    return (struct place){own[island]->pop, i + m->first[at] - m->first[at + island]};
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

/* Finds the rows `best` and `worst` of island i of this rank. They are disjoint, so that
 * migrants may be copied in any order. */
void migration_ring_choose(struct migration *m, const struct population *pop, size_t i);

/* Copies the chosen rows of island i over those of island `next`, both of this rank. */
void migration_ring_visit(const struct migration *m, struct island *const *own,
                          size_t i, size_t next);

/* Memory of the ring. Local. */
enum status migration_ring_init(struct migration *m, struct arena *perm,
                                struct error *err);

/* The statistics of an island that `moved` individuals have come to. */
void migration_fill_row(const struct migration *m, const struct population *pop,
                        uint64_t moved, double seconds, struct migration_row *row);

#endif
