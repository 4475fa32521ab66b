/* The snapshot of a run on rank 0: the newest elites (archives) and states of all islands
 * of all replicas, from which it merges the solutions and makes checkpoints; and the
 * distribution of the states to the ranks when a run is resumed.
 *
 * Memory: rank 0 has these bytes once, in the received messages or in the checkpoint, except
 * for states that the ranks have written to files (snapshot_files.h); other ranks only have
 * the results of replicas. */
#ifndef SKERRY_ENGINE_SNAPSHOT_H
#define SKERRY_ENGINE_SNAPSHOT_H

#include "comm.h"
#include "island_state.h"
#include "snapshot_files.h"
#include "stopping.h"

enum replica_stage { REPLICA_WAITING, REPLICA_RUNNING, REPLICA_DONE };

/* A received message, reference-counted. */
struct snapshot_message;

/* What tells the build of a program from others: a digest. */
enum { SNAPSHOT_BUILD_BYTES = 32 };

/* The bytes of an island within a message. */
struct snapshot_bytes {
    const unsigned char *at;
    size_t n;
    struct snapshot_message *message; /* NULL: of the checkpoint, or none */
};

/* The last known state of one replica. */
struct replica_record {
    enum replica_stage stage;
    /* STOP_NOT too of one done in a checkpoint of an earlier version */
    enum stop_reason reason;
    /* The reason it would have had without any limit: raising one does not continue it.
     * STOP_NOT: it ended at a limit, or has not ended. */
    enum stop_reason closed;
    double saved; /* least first cost in the last checkpoint; not part of it */
    /* That made the states: what they say of a search may mean something else in another build. 0 if
     * there are none yet, and in checkpoints of earlier versions. */
    unsigned char build[SNAPSHOT_BUILD_BYTES];
    struct replica_result result;
    /* Rank 0: islands; elsewhere NULL. */
    struct snapshot_bytes *elites, *states;
};

struct snapshot {
    uint32_t replicas;
    unsigned islands;
    struct replica_record *kept;       /* replicas */
    size_t *sent_bytes;                /* of each rank: bytes in one direction */
    size_t *other_bytes;               /* of each rank: bytes in the other direction */
    struct snapshot_request *requests; /* of each rank */
    unsigned char build[SNAPSHOT_BUILD_BYTES]; /* of this program; set after init */
    /* With one replica, whose states may be in files; NULL: never. Set after snapshot_init. */
    const struct snapshot_files *outside;
    struct snapshot_file *files; /* of the last checkpoint; on rank 0, and on all within
                                    snapshot_scatter */
    size_t n_files;
    uint64_t generation, former; /* of the last files, and of those before; or 0 */
};

/* Takes the records from `arena`, messages from the heap.
 *
 * world  the communicator that snapshot_gather is called with
 * Local. May fail with STATUS_MEMORY; snapshot_free is allowed then. */
enum status snapshot_init(struct snapshot *snapshot, uint32_t replicas,
                          unsigned islands, const struct comm *world,
                          struct arena *arena, struct error *err);
void snapshot_free(struct snapshot *snapshot);

enum snapshot_part { SNAPSHOT_ELITES, SNAPSHOT_STATES };

/* Gathers one part of the state of all active islands on rank 0. If the states are too many,
 * each rank writes its own to a file instead, and rank 0 gets the list of files.
 *
 * states   the n islands of this rank, of `replica`, from island `first` on
 * err      STATUS_MEMORY if memory runs out on any rank; STATUS_FULL, STATUS_IO of files;
 *          STATUS_COMM
 * Collective over world. */
enum status snapshot_gather(struct snapshot *snapshot, enum snapshot_part part,
                            struct comm *world, struct island_state *states, size_t n,
                            uint32_t replica, unsigned first, struct error *err);

/* Whether another build made the states of a replica. */
bool snapshot_is_foreign(const struct snapshot *snapshot, uint32_t replica);

/* Serializes the snapshot for a checkpoint. Rank 0. */
void snapshot_pack(const struct snapshot *snapshot, struct pack *out);

/* Rank 0: forgets all states. */
void snapshot_drop_states(struct snapshot *snapshot);

/* Rank 0, once that checkpoint is stored: removes files that neither it nor the previous one
 * lists. */
void snapshot_stored(struct snapshot *snapshot);

/* Rank 0, at the end of a finished run: removes the files of the previous checkpoint too. */
void snapshot_keep_newest(struct snapshot *snapshot);

/* Restores a snapshot from a checkpoint: on rank 0 all of it, on every rank the stages and
 * results of the replicas.
 *
 * bytes  rank 0: of a checkpoint; must outlive the snapshot. NULL: there is none
 * err    STATUS_INPUT if they are of a run with other numbers of replicas or islands;
 *        STATUS_MEMORY, STATUS_COMM
 * Collective over world; the same status on all ranks. */
enum status snapshot_resume(struct snapshot *snapshot, struct comm *world,
                            const void *bytes, size_t n, struct error *err);

/* The islands that a rank needs; n = 0: none. */
struct snapshot_request {
    uint64_t replica, first, n;
};

/* Sends each rank the elites and states of its islands from rank 0, as two blobs per island
 * in `out`; each rank reads those that are in files.
 *
 * out  in: empty; freed by the caller
 * err  STATUS_MEMORY, STATUS_COMM; STATUS_INPUT if a file is missing or damaged
 * Collective over world; the same status on all ranks. */
enum status snapshot_scatter(struct snapshot *snapshot, struct comm *world,
                             const struct snapshot_request *request, struct pack *out,
                             struct error *err);

/* Merges the elites of all replicas, in order of replica and island.
 *
 * merged   in: initialized like the islands' archives; out: their union
 * scratch  see island_state_offer_elites */
void snapshot_merge(const struct snapshot *snapshot, const struct puzzle *puzzle,
                    struct archive *merged, struct arena scratch);

/* The verdict of the first island of a replica that has one; false if none has. */
bool snapshot_verdict(const struct snapshot *snapshot, uint32_t replica,
                      struct verdict *verdict);

#endif
