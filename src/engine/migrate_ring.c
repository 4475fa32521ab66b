#include "migrator.h"

enum status migrate_ring_init(struct migrator *m, struct arena *perm, struct error *err)
{
    size_t n = m->plan.guests * m->own_islands;
    ensure(m->plan.guests >= 1 && m->plan.guests <= m->individuals / 2);
    m->best = ARENA_NEW(perm, uint32_t, n);
    m->worst = ARENA_NEW(perm, uint32_t, n);
    m->order.tickets = ARENA_NEW(perm, struct ticket, m->individuals);
    m->order.spare = ARENA_NEW(perm, struct ticket, m->individuals);
    if (!m->best || !m->worst || !m->order.tickets || !m->order.spare)
        return error_set(err, STATUS_MEMORY, "no memory for %zu guests", n);
    return STATUS_OK;
}

/* Finds the best and the worst rows of own island i. They share none, so that guests
 * may be copied in any order. */
static void choose(struct migrator *m, const struct population *pop, size_t i)
{
    size_t n = pop->count, guests = m->plan.guests;
    for (size_t row = 0; row < n; row++)
        m->order.tickets[row] = (struct ticket){population_rank(pop, row), row};
    const struct ticket *sorted = ticket_sort(m->order.tickets, m->order.spare, n);
    for (size_t k = 0; k < guests; k++) {
        m->best[i * guests + k] = (uint32_t)sorted[k].from;
        m->worst[i * guests + k] = (uint32_t)sorted[n - 1 - k].from;
    }
}

/* From own island i to own island `next`. */
static void visit(const struct migrator *m, struct island *const *own, size_t i,
                  size_t next)
{
    size_t guests = m->plan.guests;
    for (size_t k = 0; k < guests; k++)
        population_copy(own[next]->pop, m->worst[next * guests + k], own[i]->pop,
                        m->best[i * guests + k]);
}

/* From the last own island to the first of the next rank, and from the one before. */
static enum status travel(struct migrator *m, struct island *const *own,
                          uint32_t replica, uint64_t epoch, struct error *err)
{
    size_t guests = m->plan.guests, size = (size_t)m->comm->size;
    size_t me = (size_t)m->comm->rank, last = m->own_islands - 1;
    size_t after = (me + 1) % size, before = (me + size - 1) % size;
    ferry_begin(&m->ferry);
    for (size_t k = 0; k < guests; k++) {
        ferry_pack(&m->ferry, after, own[last]->pop, m->best[last * guests + k]);
        ferry_expect(&m->ferry, before);
    }
    if (ferry_run(&m->ferry, replica, epoch, err) != STATUS_OK)
        return err->status;
    for (size_t k = 0; k < guests; k++)
        ferry_unpack(&m->ferry, before, own[0]->pop, m->worst[k]);
    return STATUS_OK;
}

enum status migrate_ring(struct migrator *m, struct island *const *own,
                         uint32_t replica, uint64_t epoch, struct error *err)
{
    if (m->islands == 1)
        return STATUS_OK;
    for (size_t i = 0; i < m->own_islands; i++)
        choose(m, own[i]->pop, i);
    for (size_t i = 0; i + 1 < m->own_islands; i++)
        visit(m, own, i, i + 1);
    if (m->comm->size > 1)
        return travel(m, own, replica, epoch, err);
    visit(m, own, m->own_islands - 1, 0);
    return STATUS_OK;
}
