#include "migration_state.h"

enum status migration_ring_init(struct migration *m, struct arena *perm,
                                struct error *err)
{
    size_t n = m->plan.migrants * m->own_islands, most = 0;
    for (size_t i = 0; i < m->own_islands; i++) {
        size_t individuals = individuals_of(m, m->first_island + i);
        most = individuals > most ? individuals : most;
    }
    m->best = ARENA_NEW(perm, uint32_t, n);
    m->worst = ARENA_NEW(perm, uint32_t, n);
    m->order.entries = ARENA_NEW(perm, struct sort_key, most);
    m->order.spare = ARENA_NEW(perm, struct sort_key, most);
    if (!m->best || !m->worst || !m->order.entries || !m->order.spare)
        return error_set(err, STATUS_MEMORY, "no memory for %zu migrants", n);
    return STATUS_OK;
}

void migration_ring_choose(struct migration *m, const struct population *pop, size_t i)
{
    size_t n = pop->count, migrants = m->plan.migrants;
    for (size_t row = 0; row < n; row++)
        m->order.entries[row] = (struct sort_key){population_key(pop, row), row};
    const struct sort_key *sorted = sort_key_sort(m->order.entries, m->order.spare, n);
    for (size_t k = 0; k < migrants; k++) {
        m->best[i * migrants + k] = (uint32_t)sorted[k].from;
        m->worst[i * migrants + k] = (uint32_t)sorted[n - 1 - k].from;
    }
}

void migration_ring_visit(const struct migration *m, struct island *const *own,
                          size_t i, size_t next)
{
    size_t migrants = m->plan.migrants;
    for (size_t k = 0; k < migrants; k++)
        population_copy(own[next]->pop, m->worst[next * migrants + k], own[i]->pop,
                        m->best[i * migrants + k]);
}

/* Sends from the last island of this rank to the first of the next rank, and receives from
 * the previous rank. */
static enum status travel(struct migration *m, struct island *const *own,
                          uint32_t replica, uint64_t epoch, struct error *err)
{
    size_t migrants = m->plan.migrants, size = (size_t)m->comm->size;
    size_t me = (size_t)m->comm->rank, last = m->own_islands - 1;
    size_t after = (me + 1) % size, before = (me + size - 1) % size;
    migrant_exchange_begin(&m->exchange);
    for (size_t k = 0; k < migrants; k++) {
        migrant_exchange_pack(&m->exchange, after, own[last]->pop,
                              m->best[last * migrants + k]);
        migrant_exchange_expect(&m->exchange, before);
    }
    if (migrant_exchange_run(&m->exchange, replica, epoch, err) != STATUS_OK)
        return err->status;
    for (size_t k = 0; k < migrants; k++)
        migrant_exchange_unpack(&m->exchange, before, own[0]->pop, m->worst[k]);
    return STATUS_OK;
}

enum status migration_ring(struct migration *m, struct island *const *own,
                           uint32_t replica, uint64_t epoch, struct error *err)
{
    if (m->islands == 1)
        return STATUS_OK;
    for (size_t i = 0; i < m->own_islands; i++)
        migration_ring_choose(m, own[i]->pop, i);
    for (size_t i = 0; i + 1 < m->own_islands; i++)
        migration_ring_visit(m, own, i, i + 1);
    if (m->comm->size > 1)
        return travel(m, own, replica, epoch, err);
    migration_ring_visit(m, own, m->own_islands - 1, 0);
    return STATUS_OK;
}
