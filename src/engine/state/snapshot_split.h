/* The states of a snapshot in files. Private to snapshot.c. */
#ifndef SKERRY_ENGINE_SNAPSHOT_SPLIT_H
#define SKERRY_ENGINE_SNAPSHOT_SPLIT_H

#include "snapshot.h"

/* What a rank's message has before the states: replica, first island, number of islands. */
enum { SNAPSHOT_HEAD_BYTES = 3 * sizeof(uint64_t) };

/* Whether messages of so many bytes in all are too many for rank 0; equal on all ranks. */
bool snapshot_split_due(const struct snapshot *snapshot, size_t bytes,
                        const struct comm *world);

/* Each rank writes its message to a file; rank 0 gets the list of files and forgets the
 * states. Collective over world; the same status on all ranks. */
enum status snapshot_split_write(struct snapshot *snapshot, struct comm *world,
                                 const struct pack *own, struct error *err);

/* Rank 0: reads the list of files at the end of a checkpoint. STATUS_MEMORY; damage sets
 * in->broken. */
enum status snapshot_split_unpack(struct snapshot *snapshot, struct unpack *in,
                                  struct error *err);

/* Each rank reads the states of its request that are in files, if there are any, and puts
 * them into `out` beside the elites, which it has. Collective over world; the same status on
 * all ranks. */
enum status snapshot_split_fetch(struct snapshot *snapshot, struct comm *world,
                                 const struct snapshot_request *request,
                                 struct pack *out, struct error *err);

/* Replaces the list of files by another one from the heap, or by none (NULL, 0). */
void snapshot_split_set(struct snapshot *snapshot, struct snapshot_file *files,
                        size_t n);

#endif
