/* The statistics of the last generations (one struct row an island and generation),
 * which each rank buffers until rank 0 collects them. */
#ifndef SKERRY_ENGINE_STATS_BUFFER_H
#define SKERRY_ENGINE_STATS_BUFFER_H

#include "comm.h"
#include "observer.h"

/* Rows are brought to rank 0 at an epoch's end, or when so many generations wait. */
enum { STATS_BUFFER_GENERATIONS = 128 };

struct stats_buffer;

/* How islands are shared out. */
struct stats_buffer_plan {
    unsigned islands; /* of a replica */
    size_t n_groups;  /* groups of ranks, each with a replica */
    size_t own;       /* islands of this rank */
};

enum status stats_buffer_init(const struct stats_buffer_plan *plan, struct comm *world,
                              struct arena *arena, struct stats_buffer **stats,
                              struct error *err);

/* Empties it for a replica whose next row is of generation `first`. */
void stats_buffer_begin(struct stats_buffer *stats, uint32_t replica, uint64_t first);

/* Space for the next generation's rows, one an own island. */
struct row *stats_buffer_next(struct stats_buffer *stats);
/* When that generation ended: seconds since its replica began. */
void stats_buffer_stamp(struct stats_buffer *stats, double elapsed_s);

/* Takes the last generation back, and the migration after it, if any. */
void stats_buffer_undo(struct stats_buffer *stats);

/* Space for what a migration did, one an own island. */
struct migration_row *stats_buffer_migration(struct stats_buffer *stats,
                                             uint64_t epoch);

/* Brings all rows to rank 0, which tells `tell` one report a replica, and empties the
 * buffers. `tell` runs on rank 0 only; its failure is returned there alone.
 * Collective over world. */
typedef enum status stats_buffer_listener(void *self, const struct report *report,
                                          struct error *err);
enum status stats_buffer_deliver(struct stats_buffer *stats,
                                 stats_buffer_listener *tell, void *self,
                                 struct error *told, struct error *err);

#endif
