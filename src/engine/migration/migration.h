/* Migration between islands at the end of each epoch: redistribution by similarity or at
 * random, or a ring.
 *
 * Redistribution sorts the individuals of all islands by a key and divides them: part i, as
 * large as its population, goes to island i; ties are broken by island, then by row. The key
 * is the cost (similarity of fitness, see cost_key.h), the distance from the best individual
 * of all (similarity of genotype) or a random number. The ring copies the best `migrants`
 * individuals of each island over the worst of the next island.
 *
 * Source: Levonyan, Harder, De Mesentier Silva, Automated Graph Genetic Algorithm based
 * Puzzle Validation for Faster Game Design, arXiv:2302.09040, V.B: all solutions are
 * combined, sorted by fitness similarity and divided so that the most similar are grouped.
 * Our own are the keys by genotype and at random; the ring is the stepping-stone topology
 * of island models (Cantu-Paz, Efficient and Accurate Parallel Genetic Algorithms, 2000).
 *
 * Cost of a redistribution of n individuals on r ranks: an allgather of n keys and O(n)
 * time on each rank, or above `sample_sort_above` a sample sort in O(n / r + r^2) time and
 * memory; then one all-to-all exchange of the genomes that change rank. The ring exchanges
 * `migrants` individuals per rank with its neighbours. */
#ifndef SKERRY_ENGINE_MIGRATION_H
#define SKERRY_ENGINE_MIGRATION_H

#include "algorithm.h"
#include "comm.h"
#include "island_layout.h"
#include "migration_plan.h"
#include "observer.h"

#ifdef __cplusplus
extern "C" {
#endif

struct migration;

/* Checks the plan for islands of these population sizes: STATUS_INPUT at
 * migration.migrants if a ring would replace more than half of a population, at
 * migration.policy if only some have a single individual. If all have, a ring moves
 * nothing. Local. */
enum status migration_check(const struct migration_plan *plan,
                            const size_t *individuals, size_t islands,
                            struct error *err);

/* Takes the memory of all migrations from perm. Local.
 *
 * comm         of the ranks that host the islands; outlives *migration
 * layout       of the islands on comm's ranks; layout->first outlives *migration
 * individuals  layout->islands: in each population at a migration; migration_check holds; only
 *              read here
 * err          STATUS_MEMORY */
enum status migration_init(const struct migration_plan *plan, struct comm *comm,
                           const struct island_layout *layout,
                           const struct puzzle *puzzle, const size_t *individuals,
                           struct arena *perm, struct migration **migration,
                           struct error *err);

/* Moves individuals between the islands of a replica; afterwards each population is in
 * sorted order (similarity, random) or has its worst rows replaced (ring). Collective
 * over the migration's comm.
 *
 * own    this rank's islands in order, populations in/out
 * seed   of the run; random keys depend on seed, replica and epoch
 * rows   out, one per island of this rank; `bytes` counts genomes that changed island,
 *        whether or not they changed rank, so that it does not depend on the number of
 *        ranks
 * err    STATUS_COMM if a rank is lost or a block is damaged; populations are then
 *        undefined */
enum status migration_run(struct migration *migration, struct island *const *own,
                          uint64_t seed, uint32_t replica, uint64_t epoch,
                          struct migration_row *rows, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
