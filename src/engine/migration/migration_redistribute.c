#include "migration_state.h"

enum status migration_redistribute_init(struct migration *m, struct arena *perm,
                                        struct error *err)
{
    size_t n = own_individuals(m);
    bool sampled = m->first[m->islands] > m->plan.sample_sort_above;
    m->own_island = ARENA_NEW(perm, uint32_t, n);
    m->leaving = ARENA_NEW(perm, uint32_t, n);
    m->settled = ARENA_NEW(perm, bool, n);
    if (!m->own_island || !m->leaving || !m->settled)
        return error_set(err, STATUS_MEMORY,
                         "no memory to redistribute %zu individuals", n);
    for (size_t island = 0, i = 0; island < m->own_islands; island++)
        for (size_t row = 0; row < individuals_of(m, m->first_island + island); row++)
            m->own_island[i++] = (uint32_t)island;
    if (population_init(&m->held, &m->puzzle->shape, 1, perm, err) != STATUS_OK)
        return err->status;
    return migrant_order_init(&m->order, m->comm, &m->layout, m->first, sampled, perm,
                              err);
}

static void copy_place(struct place to, struct place from)
{
    population_copy(to.pop, to.row, from.pop, from.row);
}

/* Packs the individuals that leave, by rank and position; returns their number. */
static size_t pack(struct migration *m, struct island *const *own)
{
    const struct migrant_order *order = &m->order;
    size_t n_leaving = 0, rank = 0, me = (size_t)m->comm->rank;
    for (size_t k = 0; k < order->own; k++) {
        while (order->target[k] >= order->first[rank + 1])
            rank++;
        if (rank == me)
            continue;
        struct place place = place_of(m, own, order->mine[k]);
        migrant_exchange_pack(&m->exchange, rank, place.pop, place.row);
        m->leaving[n_leaving++] = order->mine[k];
    }
    return n_leaving;
}

/* The individual of this rank that comes to a position of this rank; SIZE_MAX if it comes
 * from another rank. */
static size_t local_source(const struct migrant_order *order, size_t i)
{
    uint64_t first = order->first[order->comm->rank];
    uint64_t source = order->source[i] - first; /* wraps below first */
    return source < order->own ? (size_t)source : SIZE_MAX;
}

static size_t rank_of_source(const struct migration *m, size_t i)
{
    return migrant_order_owner(&m->order, m->order.source[i]);
}

/* Permutes the individuals that stay on this rank in place, moving each once: first the
 * chains that end in a position freed by an emigrant, then the cycles. */
static void move_own(struct migration *m, struct island *const *own, size_t n_leaving)
{
    const struct migrant_order *order = &m->order;
    memset(m->settled, 0, order->own * sizeof *m->settled);
    for (size_t k = 0; k < n_leaving; k++) {
        size_t hole = m->leaving[k], from = local_source(order, hole);
        for (; from != SIZE_MAX; hole = from, from = local_source(order, hole)) {
            copy_place(place_of(m, own, hole), place_of(m, own, from));
            m->settled[hole] = true;
        }
        m->settled[hole] = true; /* filled by an individual from another rank */
    }
    struct place held = {&m->held, 0};
    for (size_t i = 0; i < order->own; i++) {
        size_t hole = i, from = local_source(order, i);
        if (m->settled[i] || from == i)
            continue;
        copy_place(held, place_of(m, own, i));
        for (; from != i; hole = from, from = local_source(order, hole)) {
            copy_place(place_of(m, own, hole), place_of(m, own, from));
            m->settled[hole] = true;
        }
        copy_place(place_of(m, own, hole), held);
        m->settled[hole] = true;
    }
}

enum status migration_redistribute(struct migration *m, struct island *const *own,
                                   uint32_t replica, uint64_t epoch, struct error *err)
{
    const struct migrant_order *order = &m->order;
    size_t n_leaving = 0;
    if (m->comm->size > 1) {
        migrant_exchange_begin(&m->exchange);
        n_leaving = pack(m, own);
        for (size_t i = 0; i < order->own; i++)
            if (local_source(order, i) == SIZE_MAX)
                migrant_exchange_expect(&m->exchange, rank_of_source(m, i));
        if (migrant_exchange_run(&m->exchange, replica, epoch, err) != STATUS_OK)
            return err->status;
    }
    move_own(m, own, n_leaving);
    for (size_t i = 0; i < order->own; i++)
        if (local_source(order, i) == SIZE_MAX) {
            struct place place = place_of(m, own, i);
            migrant_exchange_unpack(&m->exchange, rank_of_source(m, i), place.pop,
                                    place.row);
        }
    return STATUS_OK;
}
