#include "migration.h"

#include "clock.h"
#include "migration_state.h"

#include <math.h>

static bool is_sorted(const struct migration *m)
{
    return m->plan.policy == MIGRATE_SIMILARITY || m->plan.policy == MIGRATE_RANDOM;
}

static void find_own(struct migration *m)
{
    size_t me = (size_t)m->comm->rank;
    m->first_island = island_layout_first(&m->layout, me);
    m->own_islands = island_layout_count(&m->layout, me);
}

/* The most individuals that any rank may send or receive. */
static size_t most_sent(const struct migration *m)
{
    if (m->comm->size == 1 || m->plan.policy == MIGRATE_NONE)
        return 0;
    return is_sorted(m) ? m->order.share : m->plan.migrants;
}

enum status migration_check(const struct migration_plan *plan,
                            const size_t *individuals, size_t islands,
                            struct error *err)
{
    size_t least = SIZE_MAX, most = 0;
    for (size_t i = 0; i < islands; i++) {
        least = individuals[i] < least ? individuals[i] : least;
        most = individuals[i] > most ? individuals[i] : most;
    }
    if (plan->policy != MIGRATE_RING || most < 2)
        return STATUS_OK;
    if (least < 2)
        return error_at(err, "migration.policy",
                        "a ring between islands of 1 and of %zu individuals (expected: "
                        "at least 2 on each, or another policy)",
                        most);
    if (plan->migrants <= least / 2)
        return STATUS_OK;
    return error_at(err, "migration.migrants",
                    "%zu migrants for a population of %zu (expected: at most %zu, half "
                    "of it)",
                    plan->migrants, least, least / 2);
}

enum status migration_init(const struct migration_plan *plan, struct comm *comm,
                           const struct island_layout *layout,
                           const struct puzzle *puzzle, const size_t *individuals,
                           struct arena *perm, struct migration **migration,
                           struct error *err)
{
    size_t islands = layout->islands;
    ensure(layout->ranks == (size_t)comm->size && islands >= layout->ranks);
    const struct shape *shape = &puzzle->shape;
    struct migration *m = ARENA_NEW(perm, struct migration, 1);
    size_t *first = ARENA_NEW(perm, size_t, islands + 1);
    unsigned char *leader = arena_take(perm, shape->genome_bytes);
    if (!m || !first || !leader)
        return error_set(err, STATUS_MEMORY, "no memory for migration");
    *m = (struct migration){.plan = *plan,
                            .comm = comm,
                            .puzzle = puzzle,
                            .layout = *layout,
                            .islands = islands,
                            .row_bytes = migrant_exchange_row_bytes(shape),
                            .first = first,
                            .leader = leader};
    for (size_t i = 0; i < islands; i++)
        first[i + 1] = first[i] + individuals[i];
    if (plan->policy == MIGRATE_RING && individuals[0] < 2)
        m->plan.policy = MIGRATE_NONE; /* migration_check: so has no other island */
    find_own(m);
    enum status status = STATUS_OK;
    if (is_sorted(m))
        status = migration_redistribute_init(m, perm, err);
    else if (m->plan.policy == MIGRATE_RING && islands > 1)
        status = migration_ring_init(m, perm, err);
    if (status == STATUS_OK)
        status = migrant_exchange_init(&m->exchange, comm, layout, shape, most_sent(m),
                                       perm, err);
    *migration = m;
    return status;
}

/* Random keys: each rank draws those of all islands, without communication. */
static void draw_keys(struct migration *m, uint64_t seed, uint32_t replica,
                      uint64_t epoch)
{
    bool all = !m->order.sampled;
    size_t n_islands = all ? m->islands : m->own_islands;
    for (size_t i = 0; i < n_islands; i++) {
        size_t island = all ? i : m->first_island + i;
        uint64_t *keys =
            all ? migrant_order_keys(&m->order, m->first[island])
                : m->order.keys + (m->first[island] - m->first[m->first_island]);
        struct rng rng;
        rng_init(&rng, seed, replica, epoch << 32 | (m->layout.offset + island),
                 RNG_MIGRATION);
        for (size_t row = 0; row < individuals_of(m, island); row++)
            keys[row] = rng_next(&rng);
    }
}

static void cost_keys(struct migration *m, struct island *const *own)
{
    uint64_t *key = m->order.keys;
    for (size_t i = 0; i < m->own_islands; i++)
        for (size_t row = 0; row < own[i]->pop->count; row++)
            *key++ = population_key(own[i]->pop, row);
}

/* Finds the best individual of all islands, ties by number, and broadcasts its genome. The
 * keys are those of cost. */
static enum status find_leader(struct migration *m, struct island *const *own,
                               struct error *err)
{
    const uint64_t *keys = m->order.keys;
    size_t best = 0, first = m->first[m->first_island];
    for (size_t i = 1; i < own_individuals(m); i++)
        if (keys[i] < keys[best])
            best = i;
    uint64_t goodness = ~keys[best];
    if (comm_greatest(m->comm, &goodness, err) != STATUS_OK)
        return err->status;
    uint64_t claim = keys[best] == ~goodness ? ~(uint64_t)(first + best) : 0;
    if (comm_greatest(m->comm, &claim, err) != STATUS_OK)
        return err->status;
    size_t number = (size_t)~claim;
    int host = (int)migrant_order_owner(&m->order, number);
    if (host == m->comm->rank) {
        struct place place = place_of(m, own, number - first);
        memcpy(m->leader, population_genome(place.pop, place.row),
               m->puzzle->shape.genome_bytes);
    }
    return comm_broadcast_from(m->comm, host, m->leader, m->puzzle->shape.genome_bytes,
                               err);
}

static void distance_keys(struct migration *m, struct island *const *own)
{
    const struct puzzle *puzzle = m->puzzle;
    uint64_t *key = m->order.keys;
    for (size_t i = 0; i < m->own_islands; i++)
        for (size_t row = 0; row < own[i]->pop->count; row++)
            *key++ = cost_key_of_number(puzzle->problem->distance(
                puzzle->self, m->leader, population_genome(own[i]->pop, row),
                own[i]->scratch));
}

/* Computes the destination of each individual. */
static enum status settle_order(struct migration *m, struct island *const *own,
                                uint64_t seed, uint32_t replica, uint64_t epoch,
                                struct error *err)
{
    enum status status = STATUS_OK;
    bool is_random = m->plan.policy == MIGRATE_RANDOM;
    if (is_random)
        draw_keys(m, seed, replica, epoch);
    else
        cost_keys(m, own);
    if (!is_random && m->plan.similarity == SIMILAR_GENOTYPE) {
        status = find_leader(m, own, err);
        if (status == STATUS_OK)
            distance_keys(m, own);
    }
    if (status != STATUS_OK)
        return status;
    if (m->order.sampled)
        return migrant_order_sampled(&m->order, err);
    if (!is_random)
        status = migrant_order_gather(&m->order, err);
    if (status == STATUS_OK)
        migrant_order_plain(&m->order);
    return status;
}

static uint64_t count_moved(const struct migration *m, size_t i)
{
    if (m->plan.policy == MIGRATE_RING)
        return m->islands > 1 ? m->plan.migrants : 0;
    if (!is_sorted(m))
        return 0;
    size_t island = m->first_island + i, n = individuals_of(m, island);
    uint64_t moved = 0, first = m->first[island];
    const uint64_t *source = m->order.source + (first - m->first[m->first_island]);
    for (size_t row = 0; row < n; row++)
        moved += source[row] - first >= n; /* wraps below first */
    return moved;
}

void migration_fill_row(const struct migration *m, const struct population *pop,
                        uint64_t moved, double seconds, struct migration_row *row)
{
    *row = (struct migration_row){.moved = moved, .seconds = seconds};
    row->bytes = row->moved * m->row_bytes;
    row->low = INFINITY;
    row->high = -INFINITY;
    for (size_t r = 0; r < pop->count; r++) {
        double cost = population_cost(pop, r)[0];
        if (isnan(cost))
            cost = INFINITY;
        row->low = cost < row->low ? cost : row->low;
        row->high = cost > row->high ? cost : row->high;
    }
}

enum status migration_run(struct migration *m, struct island *const *own, uint64_t seed,
                          uint32_t replica, uint64_t epoch, struct migration_row *rows,
                          struct error *err)
{
    enum status status = STATUS_OK;
    double began_s = clock_monotonic_s();
    for (size_t i = 0; i < m->own_islands; i++)
        ensure(own[i]->pop->count == individuals_of(m, m->first_island + i));
    if (is_sorted(m)) {
        status = settle_order(m, own, seed, replica, epoch, err);
        if (status == STATUS_OK)
            status = migration_redistribute(m, own, replica, epoch, err);
    } else if (m->plan.policy == MIGRATE_RING)
        status = migration_ring(m, own, replica, epoch, err);
    if (status != STATUS_OK)
        return error_wrap(err, "migration of epoch %llu", (unsigned long long)epoch);
    double seconds = clock_monotonic_s() - began_s;
    for (size_t i = 0; i < m->own_islands; i++)
        migration_fill_row(m, own[i]->pop, count_moved(m, i), seconds, &rows[i]);
    return STATUS_OK;
}
