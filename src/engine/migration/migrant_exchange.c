#include "migrant_exchange.h"

#include <string.h>

enum { BLOCK_VERSION = 1, HEADER_BYTES = sizeof(struct migrant_header) };

enum status migrant_exchange_init(struct migrant_exchange *f, struct comm *comm,
                                  const struct island_layout *layout,
                                  const struct shape *shape, size_t capacity,
                                  struct arena *perm, struct error *err)
{
    size_t size = (size_t)comm->size;
    size_t most = capacity * migrant_exchange_row_bytes(shape) + size * HEADER_BYTES;
    size_t *counts = ARENA_NEW(perm, size_t, 4 * size);
    *f = (struct migrant_exchange){.comm = comm,
                                   .layout = *layout,
                                   .genome_bytes = shape->genome_bytes,
                                   .cost_bytes = shape->objectives * sizeof(double),
                                   .most = most,
                                   .out = arena_take(perm, most),
                                   .in = arena_take(perm, most),
                                   .next = ARENA_NEW(perm, unsigned char *, size)};
    if (!counts || !f->out || !f->in || !f->next)
        return error_set(err, STATUS_MEMORY,
                         "no memory to exchange %zu genomes of %zu bytes", capacity,
                         shape->genome_bytes);
    f->sent = counts;
    f->expected = counts + size;
    f->in_bytes = counts + 2 * size;
    f->out_bytes = counts + 3 * size;
    migrant_exchange_begin(f);
    return STATUS_OK;
}

void migrant_exchange_begin(struct migrant_exchange *f)
{
    size_t size = (size_t)f->comm->size;
    /* Other ranks on this host have read the former out: it is cheaper to have the next
     * blocks received there than to pack into memory that their caches hold. */
    unsigned char *swap = f->out;
    f->out = f->in;
    f->in = swap;
    memset(f->sent, 0, size * sizeof *f->sent);
    memset(f->expected, 0, size * sizeof *f->expected);
    f->end = f->out;
}

void migrant_exchange_pack(struct migrant_exchange *f, size_t rank,
                           const struct population *pop, size_t row)
{
    if (f->sent[rank]++ == 0)
        f->end += HEADER_BYTES; /* migrant_exchange_run writes it */
    memcpy(f->end, population_genome(pop, row), f->genome_bytes);
    f->end += f->genome_bytes;
    memcpy(f->end, population_cost(pop, row), f->cost_bytes);
    f->end += f->cost_bytes;
}

static size_t block_bytes(const struct migrant_exchange *f, size_t count)
{
    return count ? HEADER_BYTES + count * (f->genome_bytes + f->cost_bytes) : 0;
}

static struct migrant_header header(const struct migrant_exchange *f, size_t sender,
                                    size_t count, uint32_t replica, uint64_t epoch)
{
    size_t island = f->layout.offset + island_layout_first(&f->layout, sender);
    return (struct migrant_header){.magic = {'S', 'K', 'M', 'B'},
                                   .version = BLOCK_VERSION,
                                   .island = (uint32_t)island,
                                   .replica = replica,
                                   .epoch = epoch,
                                   .count = count,
                                   .bytes = block_bytes(f, count)};
}

static void write_headers(struct migrant_exchange *f, uint32_t replica, uint64_t epoch)
{
    unsigned char *at = f->out;
    for (size_t r = 0; r < (size_t)f->comm->size; r++) {
        struct migrant_header own =
            header(f, (size_t)f->comm->rank, f->sent[r], replica, epoch);
        if (f->sent[r])
            memcpy(at, &own, sizeof own);
        at += f->out_bytes[r] = block_bytes(f, f->sent[r]);
        f->in_bytes[r] = block_bytes(f, f->expected[r]);
    }
    ensure(at == f->end); /* the ranks were ascending */
}

static void check_headers(struct migrant_exchange *f, uint32_t replica, uint64_t epoch,
                          struct error *err)
{
    unsigned char *at = f->in;
    for (size_t r = 0; r < (size_t)f->comm->size; r++) {
        struct migrant_header due = header(f, r, f->expected[r], replica, epoch);
        if (f->expected[r] && memcmp(at, &due, sizeof due) != 0)
            error_set(err, STATUS_COMM,
                      "the block from rank %zu to rank %d in epoch %llu is damaged", r,
                      f->comm->rank, (unsigned long long)epoch);
        f->next[r] = at + HEADER_BYTES;
        at += f->in_bytes[r];
    }
}

enum status migrant_exchange_run(struct migrant_exchange *f, uint32_t replica,
                                 uint64_t epoch, struct error *err)
{
    struct error damage = {0};
    write_headers(f, replica, epoch);
    if (comm_alltoallv(f->comm, f->out, f->out_bytes, f->in, f->in_bytes, f->most,
                       err) != STATUS_OK)
        return err->status;
    check_headers(f, replica, epoch, &damage);
    if (comm_agree(f->comm, &damage) != STATUS_OK)
        *err = damage;
    return damage.status;
}

void migrant_exchange_unpack(struct migrant_exchange *f, size_t rank,
                             struct population *pop, size_t row)
{
    memcpy(population_genome(pop, row), f->next[rank], f->genome_bytes);
    f->next[rank] += f->genome_bytes;
    memcpy(population_cost(pop, row), f->next[rank], f->cost_bytes);
    f->next[rank] += f->cost_bytes;
}
