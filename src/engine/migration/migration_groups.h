/* Migration on two levels: within groups of islands every epoch, between all islands every
 * n-th. Islands are grouped by number: group g has islands g x group up to (g + 1) x group,
 * the last one perhaps fewer. Neither level depends on ranks, so the result does not either;
 * where the ranks of a node host whole groups, the migrations within groups stay on it.
 *
 * A group is an archipelago of its own for the policy (migration.h): its individuals are
 * sorted and divided among its islands, or its islands form a ring.
 *
 * Source: two-level island models, e.g. E. Cantu-Paz, Efficient and Accurate Parallel Genetic
 * Algorithms, 2000, chapter 8 (hierarchical parallel GAs).
 *
 * Cost within groups: that of migration.h for the islands of a group, among the ranks that
 * host some of it. A rank shares at most two groups with others; it migrates the even ones of
 * the shared groups before the odd ones, so that no chain of ranks waits for one another. */
#ifndef SKERRY_ENGINE_MIGRATION_GROUPS_H
#define SKERRY_ENGINE_MIGRATION_GROUPS_H

#include "migration.h"

/* Epochs are numbered from 0; the migration with this number precedes them and is between
 * all islands. */
#define MIGRATION_AT_START ((uint64_t)UINT32_MAX)

struct migration_groups;

/* Arguments as for migration_init, of the whole archipelago. Without groups it is one.
 *
 * err  in/out, in: a failure of this rank, which all ranks get; STATUS_MEMORY on all ranks, or only
 *      on those that lack it; STATUS_COMM
 * Collective over comm. migration_groups_close closes what it opened, also if it failed. */
enum status migration_groups_init(const struct migration_plan *plan, struct comm *comm,
                                  const struct island_layout *layout,
                                  const struct puzzle *puzzle,
                                  const size_t *individuals, struct arena *perm,
                                  struct migration_groups **groups, struct error *err);

/* Closes the communicators; NULL is allowed. Collective over comm. */
void migration_groups_close(struct migration_groups *groups);

/* Migrates within each group, or between all islands; see migration_run. `seconds` of a row
 * is the time of all migrations of the rank. Collective over comm. */
enum status migration_groups_run(struct migration_groups *groups,
                                 struct island *const *own, uint64_t seed,
                                 uint32_t replica, uint64_t epoch,
                                 struct migration_row *rows, struct error *err);

#endif
