#include "migration_asynchronous.h"

#include "clock.h"
#include "migration_state.h"

#include <string.h>
#include <time.h>

enum { HEADER_BYTES = sizeof(struct migrant_header), MESSAGE_VERSION = 1 };
static const size_t MOST_BYTES = (size_t)1
                                 << 30; /* of a message; MPI 3 counts in int */

struct migration_asynchronous {
    struct migration *ring; /* for its memory and its choice of rows */
    size_t bytes;           /* of a message: header and migrants */
    /* The next message, the posted one, which must stay as it is, and a received one. */
    unsigned char *next, *posted, *received;
    uint64_t sent, got; /* messages, to tell whether one is missing */
    bool is_settled;    /* the last message of the rank before has come */
    uint64_t *moved;    /* own islands: immigrants since the last rows */
    double seconds;     /* spent since then */
};

enum status migration_asynchronous_init(const struct migration_plan *plan,
                                        struct comm *comm,
                                        const struct island_layout *layout,
                                        const struct puzzle *puzzle,
                                        const size_t *individuals, struct arena *perm,
                                        struct migration_asynchronous **made,
                                        struct error *err)
{
    struct migration_asynchronous *m =
        ARENA_NEW(perm, struct migration_asynchronous, 1);
    if (!m)
        return error_set(err, STATUS_MEMORY, "no memory for migration");
    if (migration_init(plan, comm, layout, puzzle, individuals, perm, &m->ring, err))
        return err->status;
    m->bytes = HEADER_BYTES + plan->migrants * m->ring->row_bytes;
    if (m->bytes > MOST_BYTES)
        return error_at(
            err, "migration.migrants",
            "%zu individuals of %zu bytes (expected: at most 2^30 bytes with "
            "mode asynchronous)",
            plan->migrants, m->ring->row_bytes);
    m->next = arena_take(perm, m->bytes);
    m->posted = arena_take(perm, m->bytes);
    m->received = arena_take(perm, m->bytes);
    m->moved = ARENA_NEW(perm, uint64_t, m->ring->own_islands);
    if (!m->next || !m->posted || !m->received || !m->moved)
        return error_set(err, STATUS_MEMORY, "no memory for %zu migrants",
                         plan->migrants);
    *made = m;
    return STATUS_OK;
}

/* Islands of a single individual do not migrate: see migration_check. */
static bool is_at_rest(const struct migration_asynchronous *m)
{
    return m->ring->islands == 1 || m->ring->plan.policy != MIGRATE_RING;
}

/* Whether islands on other ranks take part. */
static bool has_messages(const struct migration_asynchronous *m)
{
    return !is_at_rest(m) && m->ring->comm->size > 1;
}

/* That of a message from a rank. count: 0 for the last one of a settlement. */
static struct migrant_header header_of(const struct migration_asynchronous *m,
                                       size_t sender, uint64_t number, size_t count)
{
    const struct island_layout *layout = &m->ring->layout;
    size_t island = layout->offset + island_layout_first(layout, sender);
    return (struct migrant_header){.magic = {'S', 'K', 'M', 'A'},
                                   .version = MESSAGE_VERSION,
                                   .island = (uint32_t)island,
                                   .epoch = number,
                                   .count = count,
                                   .bytes = m->bytes};
}

/* Posts the next message, of which the migrants are packed. */
static enum status post(struct migration_asynchronous *m, size_t count, bool *posted,
                        struct error *err)
{
    struct comm *comm = m->ring->comm;
    struct migrant_header header = header_of(m, (size_t)comm->rank, m->sent, count);
    memcpy(m->next, &header, sizeof header);
    if (comm_post(comm, m->next, m->bytes, posted, err) || !*posted)
        return err->status;
    unsigned char *swap = m->posted;
    m->posted = m->next;
    m->next = swap;
    m->sent++;
    return STATUS_OK;
}

/* Copies an individual to or from a message. */
static unsigned char *pack_row(const struct migration *ring, unsigned char *at,
                               const struct population *pop, size_t row)
{
    size_t genome_bytes = ring->puzzle->shape.genome_bytes;
    memcpy(at, population_genome(pop, row), genome_bytes);
    memcpy(at + genome_bytes, population_cost(pop, row),
           ring->row_bytes - genome_bytes);
    return at + ring->row_bytes;
}

static const unsigned char *unpack_row(const struct migration *ring,
                                       const unsigned char *at, struct population *pop,
                                       size_t row)
{
    size_t genome_bytes = ring->puzzle->shape.genome_bytes;
    memcpy(population_genome(pop, row), at, genome_bytes);
    memcpy(population_cost(pop, row), at + genome_bytes,
           ring->row_bytes - genome_bytes);
    return at + ring->row_bytes;
}

enum status migration_asynchronous_send(struct migration_asynchronous *m,
                                        struct island *const *own, size_t i,
                                        size_t *visited, struct error *err)
{
    struct migration *ring = m->ring;
    size_t migrants = ring->plan.migrants, next = (i + 1) % ring->own_islands;
    bool is_here = i + 1 < ring->own_islands || ring->comm->size == 1, posted;
    *visited = SIZE_MAX;
    if (is_at_rest(m))
        return STATUS_OK;
    double began_s = clock_monotonic_s();
    migration_ring_choose(ring, own[i]->pop, i);
    if (is_here) {
        migration_ring_choose(ring, own[next]->pop, next);
        migration_ring_visit(ring, own, i, next);
        m->moved[next] += migrants;
        *visited = next;
    } else {
        unsigned char *at = m->next + HEADER_BYTES;
        for (size_t k = 0; k < migrants; k++)
            at = pack_row(ring, at, own[i]->pop, ring->best[i * migrants + k]);
        post(m, migrants, &posted, err);
    }
    m->seconds += clock_monotonic_s() - began_s;
    return err->status;
}

/* Fetches one message, with its migrants into island 0. *fetched: whether there was one. */
static enum status fetch(struct migration_asynchronous *m, struct island *const *own,
                         bool *fetched, bool *any, struct error *err)
{
    struct migration *ring = m->ring;
    size_t size = (size_t)ring->comm->size, migrants = ring->plan.migrants;
    size_t before = ((size_t)ring->comm->rank + size - 1) % size;
    struct migrant_header header, due;
    if (comm_fetch(ring->comm, m->received, m->bytes, fetched, err) || !*fetched)
        return err->status;
    memcpy(&header, m->received, sizeof header);
    due = header_of(m, before, m->got++, header.count ? migrants : 0);
    if (memcmp(&header, &due, sizeof due) != 0)
        return error_set(err, STATUS_COMM,
                         "message %llu from rank %zu to rank %d is damaged",
                         (unsigned long long)m->got, before, ring->comm->rank);
    m->is_settled = header.count == 0;
    if (m->is_settled)
        return STATUS_OK;
    *any = true;
    migration_ring_choose(ring, own[0]->pop, 0);
    const unsigned char *at = m->received + HEADER_BYTES;
    for (size_t k = 0; k < migrants; k++)
        at = unpack_row(ring, at, own[0]->pop, ring->worst[k]);
    m->moved[0] += migrants;
    return STATUS_OK;
}

enum status migration_asynchronous_receive(struct migration_asynchronous *m,
                                           struct island *const *own, bool *any,
                                           struct error *err)
{
    double began_s = clock_monotonic_s();
    bool fetched = true;
    *any = false;
    if (!has_messages(m))
        return STATUS_OK;
    while (fetched && !fetch(m, own, &fetched, any, err))
        ;
    m->seconds += clock_monotonic_s() - began_s;
    return err->status;
}

/* An empty message follows all others. Every rank sends one and waits for that of the rank
 * before, which may have come already; what it finds until then are migrants. */
enum status migration_asynchronous_settle(struct migration_asynchronous *m,
                                          struct island *const *own, bool *any,
                                          struct error *err)
{
    static const struct timespec pause = {.tv_nsec = 200000};
    bool is_sent = false, fetched = false;
    *any = false;
    if (!has_messages(m))
        return STATUS_OK;
    while (!is_sent || !m->is_settled) {
        if ((!is_sent && post(m, 0, &is_sent, err)) ||
            (!m->is_settled && fetch(m, own, &fetched, any, err)))
            return err->status;
        if (!fetched)
            nanosleep(&pause, NULL);
    }
    m->is_settled = false;
    return STATUS_OK;
}

void migration_asynchronous_rows(struct migration_asynchronous *m,
                                 struct island *const *own, struct migration_row *rows)
{
    for (size_t i = 0; i < m->ring->own_islands; i++) {
        migration_fill_row(m->ring, own[i]->pop, m->moved[i], m->seconds, &rows[i]);
        m->moved[i] = 0;
    }
    m->seconds = 0;
}
