/* The snapshot of a run on rank 0: the newest elites (archives) and states of all islands
 * of all replicas, from which it merges the solutions and makes checkpoints. */
#ifndef SKERRY_ENGINE_SNAPSHOT_H
#define SKERRY_ENGINE_SNAPSHOT_H

#include "comm.h"
#include "island_state.h"

enum replica_stage { REPLICA_WAITING, REPLICA_RUNNING, REPLICA_DONE };

/* The last known state of one replica. */
struct replica_record {
    enum replica_stage stage;
    bool
        closed; /* it did not end at a limit, so raising a limit does not continue it */
    double saved; /* least first cost in the last checkpoint; not part of it */
    struct replica_result result;
    struct pack *elites; /* islands */
    struct pack *states; /* islands */
};

struct snapshot {
    uint32_t replicas;
    unsigned islands;
    struct replica_record *kept; /* replicas */
    size_t *sent_bytes;          /* one per rank, for snapshot_gather */
};

/* Takes the records from `arena`; their contents come from the heap.
 *
 * ranks  size of the communicator that snapshot_gather is called with
 * Local. May fail with STATUS_MEMORY; snapshot_free is allowed then. */
enum status snapshot_init(struct snapshot *snapshot, uint32_t replicas,
                          unsigned islands, size_t ranks, struct arena *arena,
                          struct error *err);
void snapshot_free(struct snapshot *snapshot);

enum snapshot_part { SNAPSHOT_ELITES, SNAPSHOT_STATES };

/* Gathers one part of the state of all active islands on rank 0.
 *
 * states   the n islands of this rank, of `replica`, from island `first` on
 * err      STATUS_MEMORY if memory runs out on any rank; STATUS_COMM
 * Collective over world. */
enum status snapshot_gather(struct snapshot *snapshot, enum snapshot_part part,
                            struct comm *world, struct island_state *states, size_t n,
                            uint32_t replica, unsigned first, struct error *err);

/* Serializes the snapshot for a checkpoint, and back: STATUS_INPUT if the bytes are of a
 * run with other numbers of replicas or islands. */
void snapshot_pack(const struct snapshot *snapshot, struct pack *out);
enum status snapshot_unpack(struct snapshot *snapshot, const void *bytes, size_t n,
                            struct error *err);

/* Merges the elites of all replicas, in order of replica and island.
 *
 * merged     in: initialized like the islands' archives; out: their union
 * solutions  out: the same, sorted best first; of equal capacity, without a grid
 * scratch    for archive_sort and the problem's operations */
void snapshot_merge(const struct snapshot *snapshot, const struct puzzle *puzzle,
                    struct archive *merged, struct archive *solutions,
                    struct arena scratch);

/* The verdict of the first island of a replica that has one; false if none has. */
bool snapshot_verdict(const struct snapshot *snapshot, uint32_t replica,
                      struct verdict *verdict);

#endif
