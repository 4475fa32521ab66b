#include "level_repair_round.h"

#include <assert.h>
#include <string.h>

/* The bytes of the repairs of level i of the round, and of their cells, in a message. */
static size_t record_bytes(const struct level_repair_round *round, size_t i)
{
    const struct level_grid *grid = &round->levels->items[round->first + i].grid;
    return round->wanted->count * (sizeof(struct level_repair) + level_cells(grid));
}

static size_t bytes_of_rank(const struct level_repair_round *round, size_t n_ranks,
                            size_t rank)
{
    size_t bytes = 0;
    for (size_t i = rank; i < round->count; i += n_ranks)
        bytes += record_bytes(round, i);
    return bytes;
}

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the repaired levels");
}

/* Writes repairs, each with its cells, into a record. */
static void write_record(const struct level_repair *repairs, size_t n, size_t cells,
                         unsigned char *record)
{
    for (size_t k = 0; k < n; k++) {
        memcpy(record, &repairs[k], sizeof repairs[k]);
        record += sizeof repairs[k];
        if (repairs[k].grid.rows)
            memcpy(record, repairs[k].grid.cell, cells);
        record += cells;
    }
}

/* Repairs level i of the round into a record. */
static enum status repair_one(const struct level_repair_round *round, size_t i,
                              unsigned char *record, struct error *err)
{
    const struct level_solutions *wanted = round->wanted;
    const struct level_files_item *item = &round->levels->items[round->first + i];
    struct arena work;
    arena_init(&work);
    struct level_repair *repairs = ARENA_NEW(&work, struct level_repair, wanted->count);
    if (!repairs) {
        arena_free(&work);
        return no_memory(err);
    }
    enum status status = level_solutions_find(wanted, &round->levels->game, &item->grid,
                                              item->keep, &work, repairs, err);
    if (status) {
        char name[LEVEL_FILES_NAME_BYTES];
        error_wrap(err, "%s", level_files_name(item, name));
    } else {
        write_record(repairs, wanted->count, level_cells(&item->grid), record);
    }
    arena_free(&work);
    return status;
}

static enum status repair_own(const struct level_repair_round *round,
                              const struct comm *comm, unsigned char *records,
                              struct error *err)
{
    for (size_t i = (size_t)comm->rank; i < round->count; i += (size_t)comm->size) {
        if (repair_one(round, i, records, err))
            return err->status;
        records += record_bytes(round, i);
    }
    return STATUS_OK;
}

/* On rank 0: sorts the records, which come rank by rank, into the order of the
 * levels. */
static void sort_records(const struct level_repair_round *round, size_t n_ranks,
                         unsigned char *records, struct level_repair *out)
{
    size_t n_repairs = round->wanted->count;
    assert(records || !round->count);
    for (size_t rank = 0; rank < n_ranks; rank++)
        for (size_t i = rank; i < round->count; i += n_ranks)
            for (size_t k = 0; k < n_repairs; k++) {
                struct level_repair *repair = &out[i * n_repairs + k];
                memcpy(repair, records, sizeof *repair);
                records += sizeof *repair;
                repair->grid.cell = repair->grid.rows ? records : NULL;
                records += level_cells(&round->levels->items[round->first + i].grid);
            }
}

enum status level_repair_round(const struct level_repair_round *round,
                               struct comm *comm, struct arena *arena,
                               struct level_repair *out, struct error *err)
{
    size_t n_ranks = (size_t)comm->size, all_bytes = 0;
    size_t own_bytes = bytes_of_rank(round, n_ranks, (size_t)comm->rank);
    size_t *bytes = ARENA_NEW(arena, size_t, n_ranks);
    unsigned char *own = arena_take(arena, own_bytes + 1), *all = own;
    for (size_t r = 0; bytes && r < n_ranks; r++)
        all_bytes += bytes[r] = bytes_of_rank(round, n_ranks, r);
    if (n_ranks > 1 && comm->rank == 0)
        all = arena_take(arena, all_bytes + 1);
    if (!bytes || !own || !all)
        no_memory(err);
    else
        repair_own(round, comm, own, err);
    if (comm_agree(comm, err))
        return err->status;
    if (comm->size > 1 && comm_gather(comm, own, own_bytes, all, bytes, err))
        return err->status;
    if (comm->rank == 0)
        sort_records(round, n_ranks, all, out);
    return STATUS_OK;
}
