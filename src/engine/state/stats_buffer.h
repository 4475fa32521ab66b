/* The statistics of the last generations (one struct row per island and generation) and the
 * improvements in them, which each rank buffers until rank 0 collects them. */
#ifndef SKERRY_ENGINE_STATS_BUFFER_H
#define SKERRY_ENGINE_STATS_BUFFER_H

#include "comm.h"
#include "improvement_log.h"
#include "observer.h"

/* Rows are sent to rank 0 at the end of an epoch, when rank 0 requests them, and before more
 * than so many generations are buffered. Chosen by hand, not measured; it does not change
 * results. */
enum { STATS_BUFFER_GENERATIONS = 128 };

struct stats_buffer;

/* The distribution of islands over ranks. */
struct stats_buffer_plan {
    unsigned islands;            /* of a replica */
    size_t n_groups;             /* groups of ranks, each working on one replica */
    size_t own;                  /* islands of this rank */
    struct improvement_log *log; /* of this rank; its rows go with the statistics */
};

enum status stats_buffer_init(const struct stats_buffer_plan *plan, struct comm *world,
                              struct arena *arena, struct stats_buffer **stats,
                              struct error *err);

/* Empties the buffer for a replica whose next row is that of generation `first`. */
void stats_buffer_begin(struct stats_buffer *stats, uint32_t replica, uint64_t first);

/* The rows of the next generation, one per island of this rank. */
struct row *stats_buffer_next(struct stats_buffer *stats);
/* Sets when that generation ended: seconds since its replica began. */
void stats_buffer_stamp(struct stats_buffer *stats, double elapsed_s);

/* Removes the last generation, and the migration after it, if any. */
void stats_buffer_undo(struct stats_buffer *stats);

/* The rows of a migration, one per island of this rank. */
struct migration_row *stats_buffer_migration(struct stats_buffer *stats,
                                             uint64_t epoch);

/* Gathers all rows on rank 0, which calls `listener` with one report per replica, and empties
 * the buffers. Collective over world. */
typedef void stats_buffer_listener(void *self, const struct report *report);
enum status stats_buffer_deliver(struct stats_buffer *stats,
                                 stats_buffer_listener *listener, void *self,
                                 struct error *err);

#endif
