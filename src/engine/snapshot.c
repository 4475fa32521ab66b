#include "snapshot.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* "skerry" and the version of this layout; also detects another byte order. */
static const uint64_t SNAPSHOT_MAGIC = 0x736b657272790003;

enum status snapshot_init(struct snapshot *snapshot, uint32_t replicas,
                          unsigned islands, size_t ranks, struct arena *arena,
                          struct error *err)
{
    *snapshot = (struct snapshot){.replicas = replicas,
                                  .islands = islands,
                                  .sent_bytes = ARENA_NEW(arena, size_t, ranks)};
    snapshot->kept = ARENA_NEW(arena, struct replica_record, replicas);
    for (uint32_t r = 0; snapshot->kept && r < replicas; r++) {
        snapshot->kept[r].saved = INFINITY;
        snapshot->kept[r].elites = ARENA_NEW(arena, struct pack, islands);
        snapshot->kept[r].states = ARENA_NEW(arena, struct pack, islands);
        if (!snapshot->kept[r].elites || !snapshot->kept[r].states)
            snapshot->kept = NULL;
    }
    if (!snapshot->kept || !snapshot->sent_bytes)
        return error_set(err, STATUS_MEMORY, "no memory to keep %u replicas", replicas);
    return STATUS_OK;
}

void snapshot_free(struct snapshot *snapshot)
{
    for (uint32_t r = 0; snapshot->kept && r < snapshot->replicas; r++)
        for (unsigned i = 0; i < snapshot->islands; i++) {
            pack_free(&snapshot->kept[r].elites[i]);
            pack_free(&snapshot->kept[r].states[i]);
        }
}

static void pack_states(enum snapshot_part part, struct island_state *states, size_t n,
                        uint32_t replica, unsigned first, struct pack *out)
{
    struct pack one = {0};
    pack_u64(out, replica);
    pack_u64(out, first);
    pack_u64(out, n);
    for (size_t i = 0; i < n; i++) {
        pack_clear(&one);
        if (part == SNAPSHOT_ELITES)
            island_state_pack_elites(&states[i], &one);
        else
            island_state_pack(&states[i], &one);
        pack_blob(out, one.data, one.used);
        out->lost = out->lost || one.lost;
    }
    pack_free(&one);
}

/* Rank 0: stores what one rank sent. */
static enum status keep(struct snapshot *snapshot, enum snapshot_part part, int rank,
                        struct unpack *in, struct error *err)
{
    bool lost = false;
    uint64_t replica = unpack_u64(in), first = unpack_u64(in), n = unpack_u64(in);
    if (n && (replica >= snapshot->replicas || first + n > snapshot->islands))
        in->broken = true;
    for (uint64_t i = 0; i < n && !in->broken; i++) {
        struct replica_record *kept = &snapshot->kept[replica];
        struct pack *place = part == SNAPSHOT_ELITES ? &kept->elites[first + i]
                                                     : &kept->states[first + i];
        struct unpack blob = unpack_blob(in);
        pack_clear(place);
        pack_bytes(place, blob.at, (size_t)(blob.end - blob.at));
        lost = lost || place->lost;
    }
    if (in->broken)
        return error_set(err, STATUS_COMM, "rank %d sent a damaged state", rank);
    if (lost)
        return error_set(err, STATUS_MEMORY, "no memory to keep %llu islands",
                         (unsigned long long)n);
    return STATUS_OK;
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
    unsigned char *all = world->rank == 0 ? malloc(total ? total : 1) : NULL;
    struct error local = {0};
    if (own->lost || (world->rank == 0 && !all))
        error_set(&local, STATUS_MEMORY, "no memory for %zu bytes of state", total);
    if (comm_agree(world, &local) == STATUS_OK &&
        comm_gather(world, own->data, own->used, all, bytes, &local) == STATUS_OK) {
        const unsigned char *at = all;
        for (int r = 0; world->rank == 0 && r < world->size; at += bytes[r++]) {
            struct unpack in = unpack_from(at, bytes[r]);
            if (keep(snapshot, part, r, &in, &local))
                break;
        }
        comm_agree(world, &local);
    }
    free(all);
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
    pack_u64(out, kept->closed);
    pack_u64(out, result->generations);
    pack_u64(out, result->evaluations);
    pack_f64(out, result->best);
    pack_f64(out, result->bound);
    pack_f64(out, result->elapsed_s);
    pack_u64(out, result->done);
    pack_u64(out, result->optimal);
    pack_u64(out, result->verdict.infeasible);
    pack_bytes(out, result->verdict.reason, sizeof result->verdict.reason);
}

static void unpack_result(struct replica_record *kept, struct unpack *in)
{
    struct replica_result *result = &kept->result;
    kept->stage = (enum replica_stage)unpack_u64(in);
    if (kept->stage > REPLICA_DONE)
        in->broken = true;
    kept->closed = unpack_u64(in) != 0;
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
}

void snapshot_pack(const struct snapshot *snapshot, struct pack *out)
{
    pack_u64(out, SNAPSHOT_MAGIC);
    pack_u64(out, snapshot->replicas);
    pack_u64(out, snapshot->islands);
    for (uint32_t r = 0; r < snapshot->replicas; r++) {
        const struct replica_record *kept = &snapshot->kept[r];
        pack_result(kept, out);
        for (unsigned i = 0; i < snapshot->islands; i++) {
            pack_blob(out, kept->elites[i].data, kept->elites[i].used);
            pack_blob(out, kept->states[i].data,
                      kept->closed ? 0 : kept->states[i].used);
        }
    }
}

/* False if memory ran out. */
static bool unpack_into(struct unpack *in, struct pack *place)
{
    struct unpack blob = unpack_blob(in);
    pack_clear(place);
    pack_bytes(place, blob.at, (size_t)(blob.end - blob.at));
    return !place->lost;
}

enum status snapshot_unpack(struct snapshot *snapshot, const void *bytes, size_t n,
                            struct error *err)
{
    struct unpack in = unpack_from(bytes, n);
    unpack_expect(&in, SNAPSHOT_MAGIC);
    unpack_expect(&in, snapshot->replicas);
    unpack_expect(&in, snapshot->islands);
    for (uint32_t r = 0; r < snapshot->replicas && !in.broken; r++) {
        unpack_result(&snapshot->kept[r], &in);
        for (unsigned i = 0; i < snapshot->islands && !in.broken; i++) {
            if (!unpack_into(&in, &snapshot->kept[r].elites[i]) ||
                !unpack_into(&in, &snapshot->kept[r].states[i]))
                return error_set(err, STATUS_MEMORY,
                                 "no memory for a checkpoint of %zu bytes", n);
        }
    }
    if (in.broken || in.at != in.end)
        return error_set(err, STATUS_INPUT, "the checkpoint does not fit this run");
    return STATUS_OK;
}

void snapshot_merge(const struct snapshot *snapshot, const struct puzzle *puzzle,
                    struct archive *merged, struct archive *solutions,
                    struct arena scratch)
{
    struct verdict verdict;
    archive_clear(merged);
    for (uint32_t r = 0; r < snapshot->replicas; r++)
        for (unsigned i = 0; i < snapshot->islands; i++) {
            const struct pack *elites = &snapshot->kept[r].elites[i];
            struct unpack in = unpack_from(elites->data, elites->used);
            if (!elites->used)
                continue;
            elites_unpack(&in, &puzzle->shape, solutions, &verdict);
            archive_merge(merged, puzzle, solutions, scratch);
        }
    archive_sort(solutions, merged, scratch);
}

bool snapshot_verdict(const struct snapshot *snapshot, uint32_t replica,
                      struct verdict *verdict)
{
    for (unsigned i = 0; i < snapshot->islands; i++) {
        const struct pack *elites = &snapshot->kept[replica].elites[i];
        struct unpack in = unpack_from(elites->data, elites->used);
        unpack_bytes(&in, verdict, sizeof *verdict);
        if (!in.broken && verdict->infeasible)
            return true;
    }
    return false;
}
