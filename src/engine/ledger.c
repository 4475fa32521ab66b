#include "ledger.h"

#include "block.h"

#include <string.h>

/* What a rank sends: this, elapsed[generations], rows[generations x own],
 * migration[own]. */
struct ledger_header {
    uint64_t first_generation, epoch;
    uint32_t replica, generations, own, migrated;
};

struct ledger {
    struct ledger_plan plan;
    struct comm *world;
    struct ledger_header head;
    double *elapsed_s;                      /* LEDGER_GENERATIONS */
    struct row *rows;                       /* LEDGER_GENERATIONS x own */
    struct migration_row *migration;        /* own */
    unsigned char *out, *in;                /* wire; `in` on rank 0 */
    size_t *in_bytes;                       /* a rank */
    uint64_t *sizes;                        /* a rank */
    struct row *merged_rows;                /* rank 0: LEDGER_GENERATIONS x islands */
    struct migration_row *merged_migration; /* rank 0: islands */
};

static size_t wire_bytes(size_t own)
{
    return sizeof(struct ledger_header) + own * sizeof(struct migration_row) +
           LEDGER_GENERATIONS * (sizeof(double) + own * sizeof(struct row));
}

enum status ledger_init(const struct ledger_plan *plan, struct comm *world,
                        struct arena *arena, struct ledger **made, struct error *err)
{
    bool collects = world->rank == 0;
    size_t size = (size_t)world->size;
    size_t in_bytes = collects
                          ? size * wire_bytes(0) + plan->n_groups * plan->islands *
                                                       (wire_bytes(1) - wire_bytes(0))
                          : 0;
    struct ledger *ledger = ARENA_NEW(arena, struct ledger, 1);
    if (!ledger)
        return error_set(err, STATUS_MEMORY, "no memory for the ledger");
    *ledger = (struct ledger){
        .plan = *plan,
        .world = world,
        .elapsed_s = ARENA_NEW(arena, double, LEDGER_GENERATIONS),
        .rows = ARENA_NEW(arena, struct row, LEDGER_GENERATIONS * plan->own),
        .migration = ARENA_NEW(arena, struct migration_row, plan->own),
        .out = arena_take(arena, wire_bytes(plan->own)),
        .in = arena_take(arena, in_bytes),
        .in_bytes = ARENA_NEW(arena, size_t, size),
        .sizes = ARENA_NEW(arena, uint64_t, size),
        .merged_rows =
            ARENA_NEW(arena, struct row,
                      collects ? LEDGER_GENERATIONS * (size_t)plan->islands : 0),
        .merged_migration =
            ARENA_NEW(arena, struct migration_row, collects ? plan->islands : 0),
    };
    if (!ledger->elapsed_s || !ledger->rows || !ledger->migration || !ledger->out ||
        !ledger->in || !ledger->in_bytes || !ledger->sizes || !ledger->merged_rows ||
        !ledger->merged_migration)
        return error_set(err, STATUS_MEMORY, "no memory for the ledger");
    *made = ledger;
    return STATUS_OK;
}

void ledger_begin(struct ledger *ledger, uint32_t replica, uint64_t first)
{
    ledger->head = (struct ledger_header){.replica = replica,
                                          .first_generation = first,
                                          .own = (uint32_t)ledger->plan.own};
}

struct row *ledger_next(struct ledger *ledger)
{
    ensure(ledger->head.generations < LEDGER_GENERATIONS);
    return ledger->rows + ledger->head.generations++ * ledger->plan.own;
}

void ledger_stamp(struct ledger *ledger, double elapsed_s)
{
    ledger->elapsed_s[ledger->head.generations - 1] = elapsed_s;
}

struct migration_row *ledger_migration(struct ledger *ledger, uint64_t epoch)
{
    ensure(!ledger->head.migrated);
    ledger->head.migrated = 1;
    ledger->head.epoch = epoch;
    return ledger->migration;
}

void ledger_undo(struct ledger *ledger)
{
    ensure(ledger->head.generations > 0);
    ledger->head.generations--;
    ledger->head.migrated = 0;
}

static size_t put(unsigned char *out, size_t at, const void *bytes, size_t n)
{
    if (n)
        memcpy(out + at, bytes, n);
    return at + n;
}

static size_t write_wire(const struct ledger *ledger)
{
    const struct ledger_header *head = &ledger->head;
    size_t own = head->own, generations = head->generations;
    size_t used = put(ledger->out, 0, head, sizeof *head);
    used = put(ledger->out, used, ledger->elapsed_s, generations * sizeof(double));
    used = put(ledger->out, used, ledger->rows, generations * own * sizeof(struct row));
    if (head->migrated)
        used = put(ledger->out, used, ledger->migration,
                   own * sizeof(struct migration_row));
    return used;
}

/* Rank 0: puts one rank's block among the rows of its replica; first_island is where.
 */
static struct ledger_header merge_block(struct ledger *ledger,
                                        const unsigned char *block, size_t first_island)
{
    struct ledger_header head;
    size_t islands = ledger->plan.islands;
    memcpy(&head, block, sizeof head);
    const unsigned char *at = block + sizeof head;
    memcpy(ledger->elapsed_s, at, head.generations * sizeof(double));
    at += head.generations * sizeof(double);
    for (size_t g = 0; g < head.generations; g++) {
        memcpy(ledger->merged_rows + g * islands + first_island, at,
               head.own * sizeof(struct row));
        at += head.own * sizeof(struct row);
    }
    if (head.migrated)
        memcpy(ledger->merged_migration + first_island, at,
               head.own * sizeof(struct migration_row));
    return head;
}

/* Rank 0: one report a replica in work. */
static enum status tell_all(struct ledger *ledger, ledger_listener *tell, void *self,
                            struct error *err)
{
    size_t size = (size_t)ledger->world->size, n_groups = ledger->plan.n_groups;
    const unsigned char *block = ledger->in;
    for (size_t g = 0; g < n_groups; g++) {
        struct ledger_header head = {0};
        size_t island = 0, last = block_first(size, n_groups, g + 1);
        for (size_t r = block_first(size, n_groups, g); r < last; r++) {
            head = merge_block(ledger, block, island);
            block += ledger->in_bytes[r];
            island += head.own;
        }
        struct report report = {.replica = head.replica,
                                .first_generation = head.first_generation,
                                .generations = head.generations,
                                .rows = ledger->merged_rows,
                                .elapsed_s = ledger->elapsed_s,
                                .migrated = head.migrated != 0,
                                .epoch = head.epoch,
                                .migration = ledger->merged_migration};
        if ((head.generations || head.migrated) && tell(self, &report, err))
            return err->status;
    }
    return STATUS_OK;
}

enum status ledger_deliver(struct ledger *ledger, ledger_listener *tell, void *self,
                           struct error *told, struct error *err)
{
    uint64_t bytes = write_wire(ledger);
    if (comm_allgather(ledger->world, &bytes, sizeof bytes, ledger->sizes, err))
        return err->status;
    for (int r = 0; r < ledger->world->size; r++)
        ledger->in_bytes[r] = (size_t)ledger->sizes[r];
    if (comm_gather(ledger->world, ledger->out, (size_t)bytes, ledger->in,
                    ledger->in_bytes, err))
        return err->status;
    if (ledger->world->rank == 0)
        tell_all(ledger, tell, self, told);
    ledger_begin(ledger, ledger->head.replica,
                 ledger->head.first_generation + ledger->head.generations);
    return STATUS_OK;
}
