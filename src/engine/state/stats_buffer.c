#include "stats_buffer.h"

#include "clock.h"
#include "partition.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A rank's message: this header, elapsed[generations], rows[generations x own], migration[own] if
 * there was one, improvements. */
struct stats_header {
    uint64_t first_generation, epoch;
    uint32_t replica, generations, own, migrated;
    double cpu_s; /* of the rank since its start */
    double best;  /* of the replica before the first generation */
    uint64_t improvements;
};

/* What a rank sends: bytes in all, and of improvements. */
struct stats_size {
    uint64_t all, improvements;
};

/* Room for the improvements of all ranks in their messages; more are sent from the heap. Chosen by
 * hand. */
enum { ROOM_BYTES = 1024 * sizeof(struct improvement) };

struct stats_buffer {
    struct stats_buffer_plan plan;
    struct comm *world;
    struct stats_header head;
    double *elapsed_s;                /* STATS_BUFFER_GENERATIONS */
    struct row *rows;                 /* STATS_BUFFER_GENERATIONS x own */
    struct migration_row *migration;  /* own */
    unsigned char *out, *in;          /* message buffers; `in` on rank 0 */
    struct improvement *improvements; /* rank 0: of one replica */
    size_t *in_bytes;                 /* one per rank */
    struct stats_size *sizes;         /* one per rank */
    struct row *merged_rows;          /* rank 0: STATS_BUFFER_GENERATIONS x islands */
    struct migration_row *merged_migration; /* rank 0: islands */
};

static size_t wire_bytes(size_t own)
{
    return sizeof(struct stats_header) + own * sizeof(struct migration_row) +
           STATS_BUFFER_GENERATIONS * (sizeof(double) + own * sizeof(struct row));
}

enum status stats_buffer_init(const struct stats_buffer_plan *plan, struct comm *world,
                              struct arena *arena, struct stats_buffer **made,
                              struct error *err)
{
    bool collects = world->rank == 0;
    size_t size = (size_t)world->size;
    size_t in_bytes = collects
                          ? size * wire_bytes(0) + plan->n_groups * plan->islands *
                                                       (wire_bytes(1) - wire_bytes(0))
                          : 0;
    struct stats_buffer *stats = ARENA_NEW(arena, struct stats_buffer, 1);
    if (!stats)
        return error_set(err, STATUS_MEMORY, "no memory to buffer statistics");
    *stats = (struct stats_buffer){
        .plan = *plan,
        .world = world,
        .elapsed_s = ARENA_NEW(arena, double, STATS_BUFFER_GENERATIONS),
        .rows = ARENA_NEW(arena, struct row, STATS_BUFFER_GENERATIONS * plan->own),
        .migration = ARENA_NEW(arena, struct migration_row, plan->own),
        .out = arena_take(arena, wire_bytes(plan->own) + ROOM_BYTES),
        .in = arena_take(arena, collects ? in_bytes + ROOM_BYTES : 0),
        .improvements = arena_take(arena, collects ? ROOM_BYTES : 0),
        .in_bytes = ARENA_NEW(arena, size_t, size),
        .sizes = ARENA_NEW(arena, struct stats_size, size),
        .merged_rows =
            ARENA_NEW(arena, struct row,
                      collects ? STATS_BUFFER_GENERATIONS * (size_t)plan->islands : 0),
        .merged_migration =
            ARENA_NEW(arena, struct migration_row, collects ? plan->islands : 0),
    };
    if (!stats->elapsed_s || !stats->rows || !stats->migration || !stats->out ||
        !stats->in || !stats->improvements || !stats->in_bytes || !stats->sizes ||
        !stats->merged_rows || !stats->merged_migration)
        return error_set(err, STATUS_MEMORY, "no memory to buffer statistics");
    *made = stats;
    return STATUS_OK;
}

void stats_buffer_begin(struct stats_buffer *stats, uint32_t replica, uint64_t first)
{
    stats->head = (struct stats_header){.replica = replica,
                                        .first_generation = first,
                                        .own = (uint32_t)stats->plan.own,
                                        .best = stats->plan.log->threshold};
    improvement_log_clear(stats->plan.log);
}

struct row *stats_buffer_next(struct stats_buffer *stats)
{
    ensure(stats->head.generations < STATS_BUFFER_GENERATIONS);
    return stats->rows + stats->head.generations++ * stats->plan.own;
}

void stats_buffer_stamp(struct stats_buffer *stats, double elapsed_s)
{
    stats->elapsed_s[stats->head.generations - 1] = elapsed_s;
}

struct migration_row *stats_buffer_migration(struct stats_buffer *stats, uint64_t epoch)
{
    ensure(!stats->head.migrated);
    stats->head.migrated = 1;
    stats->head.epoch = epoch;
    return stats->migration;
}

void stats_buffer_undo(struct stats_buffer *stats)
{
    ensure(stats->head.generations > 0);
    stats->head.generations--;
    stats->head.migrated = 0;
    improvement_log_undo(stats->plan.log,
                         stats->head.first_generation + stats->head.generations);
}

static size_t put(unsigned char *out, size_t at, const void *bytes, size_t n)
{
    if (n)
        memcpy(out + at, bytes, n);
    return at + n;
}

/* The bytes of this rank's message; completes its header. */
static struct stats_size size_up(struct stats_buffer *stats)
{
    struct stats_header *head = &stats->head;
    head->cpu_s = clock_work_s();
    head->improvements = stats->plan.log->n;
    uint64_t improvements = head->improvements * sizeof(struct improvement);
    uint64_t rows =
        head->generations * (sizeof(double) + head->own * sizeof(struct row));
    uint64_t migration = head->migrated ? head->own * sizeof(struct migration_row) : 0;
    return (struct stats_size){sizeof *head + rows + migration + improvements,
                               improvements};
}

static void write_wire(const struct stats_buffer *stats, unsigned char *out)
{
    const struct stats_header *head = &stats->head;
    size_t own = head->own, generations = head->generations;
    size_t used = put(out, 0, head, sizeof *head);
    used = put(out, used, stats->elapsed_s, generations * sizeof(double));
    used = put(out, used, stats->rows, generations * own * sizeof(struct row));
    if (head->migrated)
        used = put(out, used, stats->migration, own * sizeof(struct migration_row));
    put(out, used, stats->plan.log->rows,
        head->improvements * sizeof(struct improvement));
}

/* Rank 0: merges one rank's rows into those of its replica, from column first_island on, and adds
 * its improvements to the *n of the replica. A generation ends with the last rank's. */
static struct stats_header merge_block(struct stats_buffer *stats,
                                       const unsigned char *block, size_t first_island,
                                       struct improvement *improvements, size_t *n)
{
    struct stats_header head;
    size_t islands = stats->plan.islands;
    memcpy(&head, block, sizeof head);
    const unsigned char *at = block + sizeof head;
    for (size_t g = 0; g < head.generations; g++, at += sizeof(double)) {
        double elapsed_s;
        memcpy(&elapsed_s, at, sizeof elapsed_s);
        stats->elapsed_s[g] =
            first_island ? fmax(stats->elapsed_s[g], elapsed_s) : elapsed_s;
    }
    for (size_t g = 0; g < head.generations; g++) {
        memcpy(stats->merged_rows + g * islands + first_island, at,
               head.own * sizeof(struct row));
        at += head.own * sizeof(struct row);
    }
    if (head.migrated) {
        memcpy(stats->merged_migration + first_island, at,
               head.own * sizeof(struct migration_row));
        at += head.own * sizeof(struct migration_row);
    }
    if (head.improvements)
        memcpy(improvements + *n, at, head.improvements * sizeof *improvements);
    *n += head.improvements;
    return head;
}

/* Rank 0: the CPU time of all ranks. */
static double sum_cpu(const struct stats_buffer *stats, const unsigned char *block)
{
    struct stats_header head;
    double sum = 0;
    for (int r = 0; r < stats->world->size; block += stats->in_bytes[r++]) {
        memcpy(&head, block, sizeof head);
        sum += head.cpu_s;
    }
    return sum;
}

/* Rank 0: makes one report per active replica. */
static void report_all(struct stats_buffer *stats, const unsigned char *block,
                       struct improvement *improvements,
                       stats_buffer_listener *listener, void *self)
{
    size_t size = (size_t)stats->world->size, n_groups = stats->plan.n_groups;
    double cpu_s = sum_cpu(stats, block);
    for (size_t g = 0; g < n_groups; g++) {
        struct stats_header head = {0};
        size_t island = 0, n = 0, last = partition_first(size, n_groups, g + 1);
        for (size_t r = partition_first(size, n_groups, g); r < last; r++) {
            head = merge_block(stats, block, island, improvements, &n);
            block += stats->in_bytes[r];
            island += head.own;
        }
        struct report report = {.replica = head.replica,
                                .first_generation = head.first_generation,
                                .generations = head.generations,
                                .rows = stats->merged_rows,
                                .elapsed_s = stats->elapsed_s,
                                .migrated = head.migrated != 0,
                                .epoch = head.epoch,
                                .migration = stats->merged_migration,
                                .improvements = improvements,
                                .cpu_s = cpu_s};
        report.n_improvements = improvement_log_settle(improvements, n, head.best,
                                                       &report, stats->plan.islands);
        if (head.generations || head.migrated)
            listener(self, &report);
    }
}

/* The buffers of a delivery: those of the plan, or, for many improvements, from the heap. */
struct stats_room {
    unsigned char *out, *in;
    struct improvement *improvements;
    bool heap;
};

static void free_room(struct stats_room *room)
{
    if (!room->heap)
        return;
    free(room->out);
    free(room->in);
    free(room->improvements);
}

/* All ranks know the sizes, so that they do the same. Collective over world if there are many
 * improvements. */
static enum status take_room(struct stats_buffer *stats, const struct stats_size *own,
                             struct stats_room *room, struct error *err)
{
    size_t size = (size_t)stats->world->size, all = 0, improvements = 0;
    bool collects = stats->world->rank == 0;
    for (size_t r = 0; r < size; r++) {
        all += stats->sizes[r].all;
        improvements += stats->sizes[r].improvements;
    }
    *room = (struct stats_room){stats->out, stats->in, stats->improvements, false};
    if (improvements <= ROOM_BYTES)
        return STATUS_OK;
    *room = (struct stats_room){.out = malloc(own->all),
                                .in = collects ? malloc(all) : NULL,
                                .improvements = collects ? malloc(improvements) : NULL,
                                .heap = true};
    if (!room->out || (collects && (!room->in || !room->improvements)))
        error_set(err, STATUS_MEMORY, "no memory for %zu bytes of statistics", all);
    return comm_agree(stats->world, err);
}

static enum status gather(struct stats_buffer *stats, const struct stats_size *own,
                          struct stats_room *room, struct error *err)
{
    if (take_room(stats, own, room, err))
        return err->status;
    write_wire(stats, room->out);
    for (int r = 0; r < stats->world->size; r++)
        stats->in_bytes[r] = (size_t)stats->sizes[r].all;
    return comm_gather(stats->world, room->out, (size_t)own->all, room->in,
                       stats->in_bytes, err);
}

enum status stats_buffer_deliver(struct stats_buffer *stats,
                                 stats_buffer_listener *listener, void *self,
                                 struct error *err)
{
    struct stats_room room = {.heap = false};
    struct stats_size own = size_up(stats);
    if (comm_allgather(stats->world, &own, sizeof own, stats->sizes, err))
        return err->status;
    if (gather(stats, &own, &room, err) == STATUS_OK && stats->world->rank == 0) {
        assert(room.in);
        report_all(stats, room.in, room.improvements, listener, self);
    }
    free_room(&room);
    if (!err->status)
        stats_buffer_begin(stats, stats->head.replica,
                           stats->head.first_generation + stats->head.generations);
    return err->status;
}
