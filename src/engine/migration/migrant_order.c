#include "migrant_order.h"

static void count_shares(struct migrant_order *order,
                         const struct island_layout *layout, const size_t *first)
{
    size_t size = (size_t)order->comm->size;
    for (size_t r = 0; r <= size; r++)
        order->first[r] = first[island_layout_first(layout, r)];
    for (size_t r = 0; r < size; r++) {
        size_t owned = order->first[r + 1] - order->first[r];
        order->share = owned > order->share ? owned : order->share;
    }
    order->own = order->first[order->comm->rank + 1] - order->first[order->comm->rank];
}

enum status migrant_order_init(struct migrant_order *order, struct comm *comm,
                               const struct island_layout *layout, const size_t *first,
                               bool sampled, struct arena *perm, struct error *err)
{
    size_t size = (size_t)comm->size;
    *order = (struct migrant_order){.comm = comm,
                                    .total = first[layout->islands],
                                    .first = ARENA_NEW(perm, size_t, size + 1),
                                    .sampled = sampled && size > 1};
    if (!order->first)
        goto no_memory;
    count_shares(order, layout, first);
    ensure(order->share <= UINT32_MAX);
    size_t known = order->sampled ? order->own : order->total;
    order->keys = ARENA_NEW(perm, uint64_t, order->share);
    order->all_keys = order->keys;
    if (!order->sampled && size > 1)
        order->all_keys = ARENA_NEW(perm, uint64_t, size * order->share);
    order->source = ARENA_NEW(perm, uint64_t, order->own);
    order->mine = ARENA_NEW(perm, uint32_t, order->own);
    order->target = ARENA_NEW(perm, uint64_t, order->own);
    order->entries = ARENA_NEW(perm, struct sort_key, known);
    order->spare = ARENA_NEW(perm, struct sort_key, known);
    if (!order->keys || !order->all_keys || !order->source || !order->mine ||
        !order->target || !order->entries || !order->spare)
        goto no_memory;
    return order->sampled ? migrant_order_sampling_init(order, perm, err) : STATUS_OK;
no_memory:
    return error_set(err, STATUS_MEMORY, "no memory to order %zu individuals",
                     order->total);
}

enum status migrant_order_gather(struct migrant_order *order, struct error *err)
{
    if (order->all_keys == order->keys)
        return STATUS_OK;
    /* Ranks with one island less send blocks of the same size; the rest is not read. */
    size_t bytes = order->share * sizeof *order->keys;
    return comm_allgather(order->comm, order->keys, bytes, order->all_keys, err);
}

size_t migrant_order_owner(const struct migrant_order *order, uint64_t number)
{
    size_t low = 0, high = (size_t)order->comm->size;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (order->first[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint64_t *migrant_order_keys(const struct migrant_order *order, size_t number)
{
    size_t rank = migrant_order_owner(order, number);
    return order->all_keys + rank * order->share + (number - order->first[rank]);
}

static void write_entries(struct migrant_order *order)
{
    struct sort_key *entry = order->entries;
    for (size_t r = 0; r < (size_t)order->comm->size; r++) {
        const uint64_t *keys = order->all_keys + r * order->share;
        size_t first = order->first[r], owned = order->first[r + 1] - first;
        for (size_t i = 0; i < owned; i++)
            *entry++ = (struct sort_key){keys[i], first + i};
    }
}

void migrant_order_plain(struct migrant_order *order)
{
    size_t first = order->first[order->comm->rank], n_mine = 0;
    write_entries(order);
    const struct sort_key *sorted =
        sort_key_sort(order->entries, order->spare, order->total);
    for (size_t p = 0; p < order->total && n_mine < order->own; p++) {
        uint64_t mine = sorted[p].from - first; /* wraps below first */
        order->mine[n_mine] = (uint32_t)mine;
        order->target[n_mine] = p;
        n_mine += mine < order->own;
    }
    for (size_t i = 0; i < order->own; i++)
        order->source[i] = sorted[first + i].from;
}
