/* Migration: what islands exchange at the end of each epoch.
 *
 * Source: party paper V.B: all solutions of all islands are combined, sorted by
 * similarity, and divided equally so that the most similar are together. Part i goes to
 * island i; ties are broken by island, then by place.
 *
 * One pass serves three policies, which differ in the key that is sorted: the cost
 * (similarity of fitness, see cost_key.h), the distance from the best individual of all
 * (similarity of genotype), a random number (random). A ring copies the best `migrants`
 * of each island over the worst of the next island.
 *
 * Cost of a sort, for n individuals of all islands on r ranks: an allgather of n keys and
 * O(n) time on each rank, or above `sample_sort_above` a sample sort in O(n / r) time and
 * memory; then one all-to-all exchange of the genomes that change rank. */
#ifndef SKERRY_ENGINE_MIGRATION_H
#define SKERRY_ENGINE_MIGRATION_H

#include "algorithm.h"
#include "comm.h"
#include "migration_plan.h"
#include "observer.h"

#ifdef __cplusplus
extern "C" {
#endif

struct migration;

/* Whether the plan suits populations of `individuals` each: STATUS_INPUT at
 * migration.migrants when a ring would replace more than the worse half. An island of one
 * individual has nobody to replace: there a ring moves nothing. Local. */
enum status migration_check(const struct migration_plan *plan, size_t individuals,
                            struct error *err);

/* Takes from perm all that migrations need, so that none allocates. Local.
 *
 * comm         of the replica's ranks; rank r hosts islands partition_first(islands,
 *              size, r) up to partition_first(islands, size, r + 1); outlives *migration
 * islands      of the replica, >= comm->size
 * individuals  of each island's population at the time of a migration; migration_check
 *              holds
 * err          STATUS_MEMORY */
enum status migration_init(const struct migration_plan *plan, struct comm *comm,
                           const struct puzzle *puzzle, unsigned islands,
                           size_t individuals, struct arena *perm,
                           struct migration **migration, struct error *err);

/* Moves individuals between the islands of a replica; afterwards each population is in
 * sorted order (similarity, random) or has its worst rows replaced (ring). Collective
 * over the migration's comm.
 *
 * own    this rank's islands in order, populations in/out
 * seed   of the run; replica and epoch choose the random keys with it
 * rows   out, one an own island; `bytes` counts genomes that changed island, whether or
 *        not they changed rank, so that it does not depend on the number of ranks
 * err    STATUS_COMM when a rank is lost or a block is damaged; populations are then
 *        undefined */
enum status migration_run(struct migration *migration, struct island *const *own,
                          uint64_t seed, uint32_t replica, uint64_t epoch,
                          struct migration_row *rows, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
