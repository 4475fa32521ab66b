#include "snapshot.h"

#include "snapshot_split.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* "skerry" and the version of this layout; also detects another byte order. Earlier versions, which
 * are read, do not have the builds. */
static const uint64_t SNAPSHOT_MAGIC = 0x736b657272790005;
static const uint64_t SNAPSHOT_MAGIC_3 = 0x736b657272790003;
/* The same with a list of files at the end. */
static const uint64_t SNAPSHOT_MAGIC_FILES = 0x736b657272790006;
static const uint64_t SNAPSHOT_MAGIC_FILES_4 = 0x736b657272790004;

struct snapshot_message {
    size_t parts; /* number of references */
    unsigned char bytes[];
};

/* Releases a reference to a message, which is freed with the last one. */
static void drop(struct snapshot_bytes *place)
{
    if (place->message && --place->message->parts == 0)
        free(place->message);
    *place = (struct snapshot_bytes){0};
}

static void keep_blob(struct snapshot_bytes *place, struct unpack blob,
                      struct snapshot_message *message)
{
    drop(place);
    *place = (struct snapshot_bytes){blob.at, (size_t)(blob.end - blob.at), message};
    if (message)
        message->parts++;
}

/* Copies a blob to a new message; false if memory ran out. */
static bool copy_blob(struct snapshot_bytes *place, struct unpack blob)
{
    size_t n = (size_t)(blob.end - blob.at);
    struct snapshot_message *own = malloc(sizeof *own + n);
    if (!own)
        return false;
    own->parts = 0;
    if (n)
        memcpy(own->bytes, blob.at, n);
    keep_blob(place, unpack_from(own->bytes, n), own);
    return true;
}

enum status snapshot_init(struct snapshot *snapshot, uint32_t replicas,
                          unsigned islands, const struct comm *world,
                          struct arena *arena, struct error *err)
{
    size_t ranks = (size_t)world->size, n = world->rank == 0 ? islands : 0;
    *snapshot =
        (struct snapshot){.replicas = replicas,
                          .islands = islands,
                          .sent_bytes = ARENA_NEW(arena, size_t, ranks),
                          .other_bytes = ARENA_NEW(arena, size_t, ranks),
                          .requests = ARENA_NEW(arena, struct snapshot_request, ranks)};
    snapshot->kept = ARENA_NEW(arena, struct replica_record, replicas);
    for (uint32_t r = 0; snapshot->kept && r < replicas; r++) {
        struct replica_record *kept = &snapshot->kept[r];
        kept->saved = INFINITY;
        kept->elites = n ? ARENA_NEW(arena, struct snapshot_bytes, n) : NULL;
        kept->states = n ? ARENA_NEW(arena, struct snapshot_bytes, n) : NULL;
        if (n && (!kept->elites || !kept->states))
            snapshot->kept = NULL;
    }
    if (!snapshot->kept || !snapshot->sent_bytes || !snapshot->other_bytes ||
        !snapshot->requests)
        return error_set(err, STATUS_MEMORY, "no memory to keep %u replicas", replicas);
    return STATUS_OK;
}

void snapshot_free(struct snapshot *snapshot)
{
    for (uint32_t r = 0; snapshot->kept && r < snapshot->replicas; r++)
        for (unsigned i = 0; snapshot->kept[r].elites && i < snapshot->islands; i++) {
            drop(&snapshot->kept[r].elites[i]);
            drop(&snapshot->kept[r].states[i]);
        }
    snapshot_split_set(snapshot, NULL, 0);
}

void snapshot_drop_states(struct snapshot *snapshot)
{
    for (uint32_t r = 0; r < snapshot->replicas; r++)
        for (unsigned i = 0; i < snapshot->islands; i++)
            drop(&snapshot->kept[r].states[i]);
}

static void pack_states(enum snapshot_part part, struct island_state *states, size_t n,
                        uint32_t replica, unsigned first, struct pack *out)
{
    pack_u64(out, replica);
    pack_u64(out, first);
    pack_u64(out, n);
    for (size_t i = 0; i < n; i++) {
        size_t blob = pack_blob_begin(out);
        if (part == SNAPSHOT_ELITES)
            island_state_pack_elites(&states[i], out);
        else
            island_state_pack(&states[i], out);
        pack_blob_end(out, blob);
    }
}

/* The states of a replica are from now on those of this build. */
static void note_build(const struct snapshot *snapshot, struct replica_record *kept)
{
    memcpy(kept->build, snapshot->build, sizeof kept->build);
}

bool snapshot_is_foreign(const struct snapshot *snapshot, uint32_t replica)
{
    return memcmp(snapshot->kept[replica].build, snapshot->build,
                  sizeof snapshot->build) != 0;
}

/* Rank 0: stores what one rank sent. The parts of a finished replica, which are not updated
 * again, are copied, so that they do not keep the whole message in memory. */
static enum status keep(struct snapshot *snapshot, enum snapshot_part part, int rank,
                        struct unpack *in, struct snapshot_message *message,
                        struct error *err)
{
    bool lost = false;
    uint64_t replica = unpack_u64(in), first = unpack_u64(in), n = unpack_u64(in);
    if (n && (replica >= snapshot->replicas || first + n > snapshot->islands))
        in->broken = true;
    for (uint64_t i = 0; i < n && !in->broken; i++) {
        struct replica_record *kept = &snapshot->kept[replica];
        struct snapshot_bytes *place = part == SNAPSHOT_ELITES
                                           ? &kept->elites[first + i]
                                           : &kept->states[first + i];
        struct unpack blob = unpack_blob(in);
        if (in->broken)
            break;
        if (part == SNAPSHOT_STATES)
            note_build(snapshot, kept);
        if (kept->stage == REPLICA_DONE)
            lost |= !copy_blob(place, blob);
        else
            keep_blob(place, blob, message);
    }
    if (in->broken)
        return error_set(err, STATUS_COMM, "rank %d sent a damaged state", rank);
    if (lost)
        return error_set(err, STATUS_MEMORY, "no memory to keep %llu islands",
                         (unsigned long long)n);
    return STATUS_OK;
}

/* Rank 0: keeps what all sent, one after another. */
static enum status keep_all(struct snapshot *snapshot, enum snapshot_part part,
                            int ranks, struct snapshot_message *message,
                            struct error *err)
{
    const unsigned char *at = message->bytes;
    message->parts = 1; /* while its parts are counted */
    for (int r = 0; r < ranks && !err->status; at += snapshot->sent_bytes[r++]) {
        struct unpack in = unpack_from(at, snapshot->sent_bytes[r]);
        keep(snapshot, part, r, &in, message, err);
    }
    drop(&(struct snapshot_bytes){.message = message});
    return err->status;
}

static enum status gather_packs(struct snapshot *snapshot, enum snapshot_part part,
                                struct comm *world, const struct pack *own,
                                struct error *err)
{
    static_assert(sizeof(size_t) == sizeof(uint64_t), "sizes travel as they are");
    size_t total = 0, *bytes = snapshot->sent_bytes, mine = own->used;
    if (comm_allgather(world, &mine, sizeof mine, bytes, err))
        return err->status;
    for (int r = 0; r < world->size; r++)
        total += bytes[r];
    if (part == SNAPSHOT_STATES && snapshot_split_due(snapshot, total, world)) {
        note_build(snapshot, &snapshot->kept[0]); /* the only one */
        return snapshot_split_write(snapshot, world, own, err);
    }
    struct snapshot_message *all =
        world->rank == 0 ? malloc(sizeof *all + total) : NULL;
    struct error local = {0};
    if (own->lost || (world->rank == 0 && !all))
        error_set(&local, STATUS_MEMORY, "no memory for %zu bytes of state", total);
    if (comm_agree(world, &local) ||
        comm_gather(world, own->data, own->used, all ? all->bytes : NULL, bytes,
                    &local))
        free(all);
    else {
        if (all)
            keep_all(snapshot, part, world->size, all, &local);
        if (part == SNAPSHOT_STATES &&
            total > SNAPSHOT_HEAD_BYTES * (size_t)world->size)
            snapshot_split_set(snapshot, NULL, 0); /* rank 0 has the states now */
        comm_agree(world, &local);
    }
    if (local.status)
        *err = local;
    return local.status;
}

enum status snapshot_gather(struct snapshot *snapshot, enum snapshot_part part,
                            struct comm *world, struct island_state *states, size_t n,
                            uint32_t replica, unsigned first, struct error *err)
{
    struct pack own = {0};
    pack_states(part, states, n, replica, first, &own);
    enum status status = gather_packs(snapshot, part, world, &own, err);
    pack_free(&own);
    return status;
}

static void pack_result(const struct replica_record *kept, struct pack *out)
{
    const struct replica_result *result = &kept->result;
    pack_u64(out, kept->stage);
    /* One number, of which checkpoints of earlier versions have fewer bits. */
    pack_u64(out, (uint64_t)kept->closed << 8 | (uint64_t)kept->reason << 1 |
                      (kept->closed != STOP_NOT));
    pack_u64(out, result->generations);
    pack_u64(out, result->evaluations);
    pack_f64(out, result->best);
    pack_f64(out, result->bound);
    pack_f64(out, result->elapsed_s);
    pack_u64(out, result->done);
    pack_u64(out, result->optimal);
    pack_u64(out, result->verdict.infeasible);
    pack_bytes(out, result->verdict.reason, sizeof result->verdict.reason);
    pack_bytes(out, kept->build, sizeof kept->build);
}

/* How a replica ended, packed by pack_result; `closed` without its reason in checkpoints of
 * earlier versions. */
static void unpack_end(struct replica_record *kept, uint64_t end)
{
    kept->reason = (enum stop_reason)(end >> 1 & 0x7f);
    kept->closed = (enum stop_reason)(end >> 8 & 0x7f);
    if (end & 1 && kept->closed == STOP_NOT)
        kept->closed = STOP_GAVE_UP;
}

static void unpack_result(struct replica_record *kept, bool has_build,
                          struct unpack *in)
{
    struct replica_result *result = &kept->result;
    kept->stage = (enum replica_stage)unpack_u64(in);
    if (kept->stage > REPLICA_DONE)
        in->broken = true;
    unpack_end(kept, unpack_u64(in));
    if (kept->reason > STOP_INFEASIBLE || kept->closed > STOP_INFEASIBLE)
        in->broken = true;
    result->generations = unpack_u64(in);
    result->evaluations = unpack_u64(in);
    result->best = unpack_f64(in);
    result->bound = unpack_f64(in);
    result->elapsed_s = unpack_f64(in);
    result->done = unpack_u64(in) != 0;
    result->optimal = unpack_u64(in) != 0;
    result->verdict.infeasible = unpack_u64(in) != 0;
    unpack_bytes(in, result->verdict.reason, sizeof result->verdict.reason);
    result->verdict.reason[sizeof result->verdict.reason - 1] = '\0';
    if (has_build)
        unpack_bytes(in, kept->build, sizeof kept->build);
}

void snapshot_pack(const struct snapshot *snapshot, struct pack *out)
{
    pack_u64(out, snapshot->n_files ? SNAPSHOT_MAGIC_FILES : SNAPSHOT_MAGIC);
    pack_u64(out, snapshot->replicas);
    pack_u64(out, snapshot->islands);
    for (uint32_t r = 0; r < snapshot->replicas; r++) {
        const struct replica_record *kept = &snapshot->kept[r];
        pack_result(kept, out);
        for (unsigned i = 0; i < snapshot->islands; i++) {
            pack_blob(out, kept->elites[i].at, kept->elites[i].n);
            pack_blob(out, kept->states[i].at, kept->closed ? 0 : kept->states[i].n);
        }
    }
    if (snapshot->n_files)
        pack_blob(out, snapshot->files, snapshot->n_files * sizeof *snapshot->files);
}

static enum status unpack_checkpoint(struct snapshot *snapshot, const void *bytes,
                                     size_t n, struct error *err)
{
    struct unpack in = unpack_from(bytes, n);
    uint64_t magic = unpack_u64(&in);
    bool has_build = magic == SNAPSHOT_MAGIC || magic == SNAPSHOT_MAGIC_FILES;
    bool has_files = magic == SNAPSHOT_MAGIC_FILES || magic == SNAPSHOT_MAGIC_FILES_4;
    if (!has_build && magic != SNAPSHOT_MAGIC_3 && magic != SNAPSHOT_MAGIC_FILES_4)
        in.broken = true;
    unpack_expect(&in, snapshot->replicas);
    unpack_expect(&in, snapshot->islands);
    for (uint32_t r = 0; r < snapshot->replicas && !in.broken; r++) {
        struct replica_record *kept = &snapshot->kept[r];
        unpack_result(kept, has_build, &in);
        for (unsigned i = 0; i < snapshot->islands; i++) {
            keep_blob(&kept->elites[i], unpack_blob(&in), NULL);
            keep_blob(&kept->states[i], unpack_blob(&in), NULL);
        }
    }
    if (has_files && !in.broken && snapshot_split_unpack(snapshot, &in, err))
        return err->status;
    if (in.broken || in.at != in.end)
        return error_set(err, STATUS_INPUT, "the checkpoint does not fit this run");
    return STATUS_OK;
}

/* All results as bytes: as many on each rank. */
static enum status share_results(struct snapshot *snapshot, struct comm *world,
                                 struct error *err)
{
    struct pack results = {0};
    struct error local = {0};
    for (uint32_t r = 0; r < snapshot->replicas; r++)
        pack_result(&snapshot->kept[r], &results);
    if (results.lost)
        error_set(&local, STATUS_MEMORY, "no memory for the results of %u replicas",
                  snapshot->replicas);
    if (comm_agree(world, &local) == STATUS_OK &&
        comm_broadcast(world, results.data, results.used, &local) == STATUS_OK) {
        struct unpack in = unpack_from(results.data, results.used);
        for (uint32_t r = 0; r < snapshot->replicas; r++)
            unpack_result(&snapshot->kept[r], true, &in);
        ensure(!in.broken);
    }
    pack_free(&results);
    if (local.status)
        *err = local;
    return local.status;
}

enum status snapshot_resume(struct snapshot *snapshot, struct comm *world,
                            const void *bytes, size_t n, struct error *err)
{
    struct error local = {0};
    uint64_t resumed = bytes != NULL;
    if (comm_broadcast(world, &resumed, sizeof resumed, err) || !resumed)
        return err->status;
    if (world->rank == 0)
        unpack_checkpoint(snapshot, bytes, n, &local);
    if (comm_agree(world, &local) == STATUS_OK)
        share_results(snapshot, world, &local);
    if (local.status)
        *err = local;
    return local.status;
}

/* Rank 0: the islands that a rank has requested. */
static void pack_request(const struct snapshot *snapshot,
                         const struct snapshot_request *request, struct pack *out)
{
    for (uint64_t i = request->first; i < request->first + request->n; i++) {
        const struct replica_record *kept = &snapshot->kept[request->replica];
        pack_blob(out, kept->elites[i].at, kept->elites[i].n);
        pack_blob(out, kept->states[i].at, kept->states[i].n);
    }
}

/* Rank 0 sends each rank its share of `sent`. */
static enum status deliver(struct snapshot *snapshot, struct comm *world,
                           const struct pack *sent, struct pack *out, struct error *err)
{
    size_t bytes = (size_t)world->size * sizeof(size_t), *from = snapshot->other_bytes;
    size_t most = 0;
    struct error local = {0};
    if (comm_broadcast(world, snapshot->sent_bytes, bytes, err))
        return err->status;
    for (int r = 0; r < world->size; r++)
        most += snapshot->sent_bytes[r];
    memset(from, 0, bytes);
    from[0] = snapshot->sent_bytes[world->rank];
    if (from[0] && !pack_room(out, from[0]))
        error_set(&local, STATUS_MEMORY, "no memory for %zu bytes of state", from[0]);
    if (world->rank != 0)
        memset(snapshot->sent_bytes, 0, bytes);
    if (comm_agree(world, &local) == STATUS_OK)
        comm_alltoallv(world, sent->data, snapshot->sent_bytes, out->data, from, most,
                       &local);
    if (local.status)
        *err = local;
    return local.status;
}

enum status snapshot_scatter(struct snapshot *snapshot, struct comm *world,
                             const struct snapshot_request *request, struct pack *out,
                             struct error *err)
{
    struct pack sent = {0};
    struct error local = {0};
    if (comm_allgather(world, request, sizeof *request, snapshot->requests, err))
        return err->status;
    for (int r = 0; r < world->size; r++) {
        size_t before = sent.used;
        if (world->rank == 0)
            pack_request(snapshot, &snapshot->requests[r], &sent);
        snapshot->sent_bytes[r] = sent.used - before;
    }
    if (sent.lost)
        error_set(&local, STATUS_MEMORY, "no memory for %zu bytes of state", sent.used);
    if (comm_agree(world, &local) == STATUS_OK &&
        deliver(snapshot, world, &sent, out, &local) == STATUS_OK)
        snapshot_split_fetch(snapshot, world, request, out, &local);
    pack_free(&sent);
    if (local.status)
        *err = local;
    return local.status;
}

void snapshot_merge(const struct snapshot *snapshot, const struct puzzle *puzzle,
                    struct archive *merged, struct arena scratch)
{
    archive_clear(merged);
    for (uint32_t r = 0; r < snapshot->replicas; r++)
        for (unsigned i = 0; i < snapshot->islands; i++) {
            const struct snapshot_bytes *elites = &snapshot->kept[r].elites[i];
            struct unpack in = unpack_from(elites->at, elites->n);
            if (elites->n)
                island_state_offer_elites(&in, puzzle, merged, scratch);
        }
}

bool snapshot_verdict(const struct snapshot *snapshot, uint32_t replica,
                      struct verdict *verdict)
{
    for (unsigned i = 0; i < snapshot->islands; i++) {
        const struct snapshot_bytes *elites = &snapshot->kept[replica].elites[i];
        struct unpack in = unpack_from(elites->at, elites->n);
        island_state_unpack_verdict(&in, verdict);
        if (!in.broken && verdict->infeasible)
            return true;
    }
    return false;
}
