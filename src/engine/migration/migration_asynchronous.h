/* The ring of migration.h between islands that do not wait for each other.
 *
 * An island sends copies of its best `migrants` individuals to the next one whenever its rank
 * says so. On the same rank they replace the worst there at once; on another rank, when that
 * looks. A message that finds the one before still under way is not sent: a newer one follows.
 * Who meets whom depends on the speed of the ranks, and so does the result.
 *
 * Source: the ring is that of migration.h; islands that migrate without waiting are those of
 * Alba and Troya, Analyzing synchronous and asynchronous parallel distributed genetic
 * algorithms, Future Generation Computer Systems 17 (4), 2001.
 *
 * Cost: of a send, sorting a population and copying `migrants` individuals; of a receive without
 * a message, below a microsecond. */
#ifndef SKERRY_ENGINE_MIGRATION_ASYNCHRONOUS_H
#define SKERRY_ENGINE_MIGRATION_ASYNCHRONOUS_H

#include "migration.h"

struct migration_asynchronous;

/* Takes all memory from perm. The parameters are those of migration_init, the policy MIGRATE_RING.
 * Local; STATUS_MEMORY, or STATUS_INPUT if the migrants of an island exceed a message (2^30
 * bytes). */
enum status migration_asynchronous_init(const struct migration_plan *plan,
                                        struct comm *comm,
                                        const struct island_layout *layout,
                                        const struct puzzle *puzzle,
                                        const size_t *individuals, struct arena *perm,
                                        struct migration_asynchronous **made,
                                        struct error *err);

/* Sends from island i of this rank. *visited: the island of this rank whose population has
 * changed; SIZE_MAX: none. Local; STATUS_COMM. */
enum status migration_asynchronous_send(struct migration_asynchronous *migration,
                                        struct island *const *own, size_t i,
                                        size_t *visited, struct error *err);

/* Receives what has arrived, into island 0 of this rank. *any: whether something has. Local;
 * STATUS_COMM if a rank is lost or a message is damaged. */
enum status migration_asynchronous_receive(struct migration_asynchronous *migration,
                                           struct island *const *own, bool *any,
                                           struct error *err);

/* Receives all that is under way, so that the islands may be saved: waits for the rank before.
 * Collective over comm; otherwise as receive. */
enum status migration_asynchronous_settle(struct migration_asynchronous *migration,
                                          struct island *const *own, bool *any,
                                          struct error *err);

/* The statistics of this rank's islands since the last call; low and high are those of now. */
void migration_asynchronous_rows(struct migration_asynchronous *migration,
                                 struct island *const *own, struct migration_row *rows);

#endif
