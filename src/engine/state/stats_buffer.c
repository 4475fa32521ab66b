#include "stats_buffer.h"

#include "clock.h"
#include "partition.h"

#include <string.h>

/* A rank's message: this header, elapsed[generations], rows[generations x own],
 * migration[own]. */
struct stats_header {
    uint64_t first_generation, epoch;
    uint32_t replica, generations, own, migrated;
    double cpu_s; /* of the rank since its start */
};

struct stats_buffer {
    struct stats_buffer_plan plan;
    struct comm *world;
    struct stats_header head;
    double *elapsed_s;               /* STATS_BUFFER_GENERATIONS */
    struct row *rows;                /* STATS_BUFFER_GENERATIONS x own */
    struct migration_row *migration; /* own */
    unsigned char *out, *in;         /* message buffers; `in` on rank 0 */
    size_t *in_bytes;                /* one per rank */
    uint64_t *sizes;                 /* one per rank */
    struct row *merged_rows;         /* rank 0: STATS_BUFFER_GENERATIONS x islands */
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
        .out = arena_take(arena, wire_bytes(plan->own)),
        .in = arena_take(arena, in_bytes),
        .in_bytes = ARENA_NEW(arena, size_t, size),
        .sizes = ARENA_NEW(arena, uint64_t, size),
        .merged_rows =
            ARENA_NEW(arena, struct row,
                      collects ? STATS_BUFFER_GENERATIONS * (size_t)plan->islands : 0),
        .merged_migration =
            ARENA_NEW(arena, struct migration_row, collects ? plan->islands : 0),
    };
    if (!stats->elapsed_s || !stats->rows || !stats->migration || !stats->out ||
        !stats->in || !stats->in_bytes || !stats->sizes || !stats->merged_rows ||
        !stats->merged_migration)
        return error_set(err, STATUS_MEMORY, "no memory to buffer statistics");
    *made = stats;
    return STATUS_OK;
}

void stats_buffer_begin(struct stats_buffer *stats, uint32_t replica, uint64_t first)
{
    stats->head = (struct stats_header){.replica = replica,
                                        .first_generation = first,
                                        .own = (uint32_t)stats->plan.own};
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
}

static size_t put(unsigned char *out, size_t at, const void *bytes, size_t n)
{
    if (n)
        memcpy(out + at, bytes, n);
    return at + n;
}

static size_t write_wire(const struct stats_buffer *stats)
{
    const struct stats_header *head = &stats->head;
    size_t own = head->own, generations = head->generations;
    size_t used = put(stats->out, 0, head, sizeof *head);
    used = put(stats->out, used, stats->elapsed_s, generations * sizeof(double));
    used = put(stats->out, used, stats->rows, generations * own * sizeof(struct row));
    if (head->migrated)
        used =
            put(stats->out, used, stats->migration, own * sizeof(struct migration_row));
    return used;
}

/* Rank 0: merges one rank's rows into those of its replica, from column first_island on. */
static struct stats_header merge_block(struct stats_buffer *stats,
                                       const unsigned char *block, size_t first_island)
{
    struct stats_header head;
    size_t islands = stats->plan.islands;
    memcpy(&head, block, sizeof head);
    const unsigned char *at = block + sizeof head;
    memcpy(stats->elapsed_s, at, head.generations * sizeof(double));
    at += head.generations * sizeof(double);
    for (size_t g = 0; g < head.generations; g++) {
        memcpy(stats->merged_rows + g * islands + first_island, at,
               head.own * sizeof(struct row));
        at += head.own * sizeof(struct row);
    }
    if (head.migrated)
        memcpy(stats->merged_migration + first_island, at,
               head.own * sizeof(struct migration_row));
    return head;
}

/* Rank 0: the CPU time of all ranks. */
static double sum_cpu(const struct stats_buffer *stats)
{
    const unsigned char *block = stats->in;
    struct stats_header head;
    double sum = 0;
    for (int r = 0; r < stats->world->size; block += stats->in_bytes[r++]) {
        memcpy(&head, block, sizeof head);
        sum += head.cpu_s;
    }
    return sum;
}

/* Rank 0: makes one report per active replica. */
static void report_all(struct stats_buffer *stats, stats_buffer_listener *listener,
                       void *self)
{
    size_t size = (size_t)stats->world->size, n_groups = stats->plan.n_groups;
    const unsigned char *block = stats->in;
    double cpu_s = sum_cpu(stats);
    for (size_t g = 0; g < n_groups; g++) {
        struct stats_header head = {0};
        size_t island = 0, last = partition_first(size, n_groups, g + 1);
        for (size_t r = partition_first(size, n_groups, g); r < last; r++) {
            head = merge_block(stats, block, island);
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
                                .cpu_s = cpu_s};
        if (head.generations || head.migrated)
            listener(self, &report);
    }
}

enum status stats_buffer_deliver(struct stats_buffer *stats,
                                 stats_buffer_listener *listener, void *self,
                                 struct error *err)
{
    stats->head.cpu_s = clock_thread_s();
    uint64_t bytes = write_wire(stats);
    if (comm_allgather(stats->world, &bytes, sizeof bytes, stats->sizes, err))
        return err->status;
    for (int r = 0; r < stats->world->size; r++)
        stats->in_bytes[r] = (size_t)stats->sizes[r];
    if (comm_gather(stats->world, stats->out, (size_t)bytes, stats->in, stats->in_bytes,
                    err))
        return err->status;
    if (stats->world->rank == 0)
        report_all(stats, listener, self);
    stats_buffer_begin(stats, stats->head.replica,
                       stats->head.first_generation + stats->head.generations);
    return STATUS_OK;
}
