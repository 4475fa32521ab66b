#include "snapshot_split.h"

#include <stdlib.h>

void snapshot_split_set(struct snapshot *snapshot, struct snapshot_file *files,
                        size_t n)
{
    free(snapshot->files);
    snapshot->files = files;
    snapshot->n_files = n;
}

bool snapshot_split_due(const struct snapshot *snapshot, size_t bytes,
                        const struct comm *world)
{
    size_t states = bytes - SNAPSHOT_HEAD_BYTES * (size_t)world->size;
    return snapshot->outside && states > snapshot->outside->above;
}

/* Rank 0: the list of files of all ranks that have islands, instead of their states. */
static enum status list_files(struct snapshot *snapshot, struct snapshot_file *all,
                              size_t ranks, struct error *err)
{
    size_t n = 0;
    for (size_t r = 0; r < ranks && !err->status; r++)
        if (all[r].n &&
            !snapshot->outside->check(snapshot->outside->self, &all[r], err))
            all[n++] = all[r];
    snapshot_drop_states(snapshot);
    snapshot_split_set(snapshot, all, n);
    return err->status;
}

enum status snapshot_split_write(struct snapshot *snapshot, struct comm *world,
                                 const struct pack *own, struct error *err)
{
    const struct snapshot_files *outside = snapshot->outside;
    size_t ranks = (size_t)world->size;
    struct error local = {0};
    struct unpack in = unpack_from(own->data, own->used);
    unpack_u64(&in); /* the replica: there is one */
    struct snapshot_file mine = {.generation = snapshot->kept[0].result.generations + 1,
                                 .first = unpack_u64(&in),
                                 .bytes = own->used};
    mine.n = unpack_u64(&in);
    struct snapshot_file *all = world->rank == 0 ? calloc(ranks, sizeof *all) : NULL;
    if (own->lost || (world->rank == 0 && !all))
        error_set(&local, STATUS_MEMORY, "no memory for a checkpoint");
    else if (mine.n)
        outside->write(outside->self, &mine, own->data, &local);
    for (size_t r = 0; r < ranks; r++)
        snapshot->sent_bytes[r] = sizeof mine;
    if (comm_agree(world, &local) == STATUS_OK)
        comm_gather(world, &mine, sizeof mine, all, snapshot->sent_bytes, &local);
    if (all && !local.status)
        list_files(snapshot, all, ranks, &local);
    else
        free(all);
    comm_agree(world, &local);
    if (local.status)
        *err = local;
    return local.status;
}

void snapshot_keep_newest(struct snapshot *snapshot)
{
    if (snapshot->outside && (snapshot->generation || snapshot->former))
        snapshot->outside->keep(snapshot->outside->self, snapshot->generation, 0);
    snapshot->former = 0;
}

void snapshot_stored(struct snapshot *snapshot)
{
    uint64_t now = snapshot->n_files ? snapshot->files[0].generation : 0;
    if (snapshot->outside && (now || snapshot->generation || snapshot->former))
        snapshot->outside->keep(snapshot->outside->self, now, snapshot->generation);
    snapshot->former = snapshot->generation;
    snapshot->generation = now;
}

enum status snapshot_split_unpack(struct snapshot *snapshot, struct unpack *in,
                                  struct error *err)
{
    struct unpack list = unpack_blob(in);
    size_t bytes = (size_t)(list.end - list.at);
    if (!bytes || bytes % sizeof(struct snapshot_file)) {
        in->broken = true;
        return STATUS_OK;
    }
    struct snapshot_file *files = malloc(bytes);
    if (!files)
        return error_set(err, STATUS_MEMORY, "no memory to read the checkpoint");
    unpack_bytes(&list, files, bytes);
    snapshot_split_set(snapshot, files, bytes / sizeof *files);
    snapshot->generation = files[0].generation;
    return STATUS_OK;
}

/* The list of files, from rank 0 to all. Collective. */
static enum status share_files(struct snapshot *snapshot, struct comm *world,
                               struct error *err)
{
    uint64_t n = snapshot->n_files;
    struct error local = {0};
    if (comm_broadcast(world, &n, sizeof n, err) || !n)
        return err->status;
    if (world->rank) {
        struct snapshot_file *files = malloc(n * sizeof *files);
        snapshot_split_set(snapshot, files, files ? n : 0);
        if (!files)
            error_set(&local, STATUS_MEMORY, "no memory for %llu files of states",
                      (unsigned long long)n);
    }
    if (!snapshot->outside)
        error_set(&local, STATUS_INPUT, "the checkpoint does not fit this run");
    if (comm_agree(world, &local) == STATUS_OK)
        comm_broadcast(world, snapshot->files, n * sizeof *snapshot->files, &local);
    if (local.status)
        *err = local;
    return local.status;
}

/* The file with the states of an island; NULL: there is none. */
static const struct snapshot_file *file_of(const struct snapshot *snapshot,
                                           uint64_t island)
{
    for (size_t i = 0; i < snapshot->n_files; i++)
        if (island - snapshot->files[i].first < snapshot->files[i].n) /* wraps below */
            return &snapshot->files[i];
    return NULL;
}

/* The file that is being read. */
struct reading {
    const struct snapshot_file *file; /* NULL: none yet */
    struct pack bytes;
    struct unpack next; /* the states that follow */
};

/* Reads the file with an island's state, up to that state. */
static enum status open_file(const struct snapshot *snapshot, uint64_t island,
                             struct reading *reading, struct error *err)
{
    const struct snapshot_file *file = file_of(snapshot, island);
    pack_clear(&reading->bytes);
    reading->file = file;
    if (!file)
        return error_set(err, STATUS_INPUT,
                         "the checkpoint lacks the state of island %llu",
                         (unsigned long long)island);
    if (snapshot->outside->read(snapshot->outside->self, file, &reading->bytes, err))
        return err->status;
    reading->next = unpack_from(reading->bytes.data, reading->bytes.used);
    unpack_u64(&reading->next); /* the replica */
    unpack_expect(&reading->next, file->first);
    unpack_expect(&reading->next, file->n);
    for (uint64_t i = file->first; i < island; i++)
        unpack_blob(&reading->next);
    return STATUS_OK;
}

/* The state of an island; those of increasing islands are read in one pass. */
static struct unpack next_state(const struct snapshot *snapshot, uint64_t island,
                                struct reading *reading, struct error *err)
{
    const struct snapshot_file *file = reading->file;
    if ((!file || island - file->first >= file->n) &&
        open_file(snapshot, island, reading, err))
        return (struct unpack){.broken = true};
    struct unpack state = unpack_blob(&reading->next);
    state.broken = reading->next.broken;
    if (state.broken)
        error_set(err, STATUS_INPUT, "the checkpoint's state of island %llu is damaged",
                  (unsigned long long)island);
    return state;
}

/* Completes the elites in `out` by the states from the files, of which one at a time is in
 * memory. */
static enum status read_files(const struct snapshot *snapshot,
                              const struct snapshot_request *request, struct pack *out,
                              struct error *err)
{
    struct pack whole = {0};
    struct reading reading = {0};
    struct unpack in = unpack_from(out->data, out->used);
    for (uint64_t i = 0; i < request->n && !err->status; i++) {
        struct unpack elites = unpack_blob(&in);
        unpack_blob(&in); /* empty: the state is in a file */
        struct unpack state = next_state(snapshot, request->first + i, &reading, err);
        if (err->status)
            break;
        pack_blob(&whole, elites.at, (size_t)(elites.end - elites.at));
        pack_blob(&whole, state.at, (size_t)(state.end - state.at));
    }
    if (!err->status && whole.lost)
        error_set(err, STATUS_MEMORY, "no memory for %llu islands",
                  (unsigned long long)request->n);
    pack_free(&reading.bytes);
    pack_free(out);
    *out = whole;
    return err->status;
}

enum status snapshot_split_fetch(struct snapshot *snapshot, struct comm *world,
                                 const struct snapshot_request *request,
                                 struct pack *out, struct error *err)
{
    struct error local = {0};
    if (share_files(snapshot, world, err) || !snapshot->n_files)
        return err->status;
    read_files(snapshot, request, out, &local);
    if (world->rank)
        snapshot_split_set(snapshot, NULL, 0);
    comm_agree(world, &local);
    if (local.status)
        *err = local;
    return local.status;
}
