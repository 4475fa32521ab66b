#include "level_repair_round.h"

#include "level_repair_process.h"

#include <assert.h>
#include <string.h>

/* The bytes of a repair and its cells in a message. */
static size_t record_bytes(const struct level_files *levels, size_t index)
{
    return sizeof(struct level_repair) + level_cells(&levels->items[index].grid);
}

/* The bytes of all repairs of a rank in a round. */
static size_t bytes_of_rank(const struct level_files *levels, size_t first,
                            size_t count, const struct comm *comm, int rank)
{
    size_t bytes = 0;
    for (size_t i = (size_t)rank; i < count; i += (size_t)comm->size)
        bytes += record_bytes(levels, first + i);
    return bytes;
}

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the repaired levels");
}

/* Repairs one level into a record. */
static enum status repair_one(const struct level_files *levels, size_t index,
                              const struct level_method *method, double time_limit_s,
                              unsigned char *record, struct error *err)
{
    const struct level_files_item *item = &levels->items[index];
    struct level_repair repair;
    struct arena work;
    arena_init(&work);
    enum status status = level_repair_process_run(
        method->repair, &levels->game, &item->grid, time_limit_s, &work, &repair, err);
    if (status) {
        char name[LEVEL_FILES_NAME_BYTES];
        error_wrap(err, "%s", level_files_name(item, name));
    } else {
        memcpy(record, &repair, sizeof repair);
        if (repair.grid.rows)
            memcpy(record + sizeof repair, repair.grid.cell, level_cells(&item->grid));
    }
    arena_free(&work);
    return status;
}

static enum status repair_own(const struct level_files *levels, size_t first,
                              size_t count, const struct level_method *method,
                              double time_limit_s, const struct comm *comm,
                              unsigned char *records, struct error *err)
{
    for (size_t i = (size_t)comm->rank; i < count; i += (size_t)comm->size) {
        if (repair_one(levels, first + i, method, time_limit_s, records, err))
            return err->status;
        records += record_bytes(levels, first + i);
    }
    return STATUS_OK;
}

/* On rank 0: sorts the records, which come rank by rank, into the order of the
 * levels. */
static void sort_records(const struct level_files *levels, size_t first, size_t count,
                         const struct comm *comm, unsigned char *records,
                         struct level_repair *out)
{
    assert(records || !count);
    for (size_t rank = 0; rank < (size_t)comm->size; rank++)
        for (size_t i = rank; i < count; i += (size_t)comm->size) {
            memcpy(&out[i], records, sizeof out[i]);
            out[i].grid.cell = out[i].grid.rows ? records + sizeof out[i] : NULL;
            records += record_bytes(levels, first + i);
        }
}

enum status level_repair_round(const struct level_files *levels, size_t first,
                               size_t count, const struct level_method *method,
                               double time_limit_s, struct comm *comm,
                               struct arena *arena, struct level_repair *out,
                               struct error *err)
{
    size_t n_ranks = (size_t)comm->size, all_bytes = 0;
    size_t own_bytes = bytes_of_rank(levels, first, count, comm, comm->rank);
    size_t *bytes = ARENA_NEW(arena, size_t, n_ranks);
    unsigned char *own = arena_take(arena, own_bytes + 1), *all = own;
    for (size_t r = 0; bytes && r < n_ranks; r++)
        all_bytes += bytes[r] = bytes_of_rank(levels, first, count, comm, (int)r);
    if (n_ranks > 1 && comm->rank == 0)
        all = arena_take(arena, all_bytes + 1);
    if (!bytes || !own || !all)
        no_memory(err);
    else
        repair_own(levels, first, count, method, time_limit_s, comm, own, err);
    if (comm_agree(comm, err))
        return err->status;
    if (comm->size > 1 && comm_gather(comm, own, own_bytes, all, bytes, err))
        return err->status;
    if (comm->rank == 0)
        sort_records(levels, first, count, comm, all, out);
    return STATUS_OK;
}
