/* Unit flows against a twin that finds each path by Bellman and Ford over a plain list
 * of arcs. */
#include "level_min_cost_flow.h"
#include "rng.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { NETWORKS = 1200, NODES = 9, ARCS = 24, UNITS = 6, TWIN_ARCS = ARCS + NODES };

struct twin {
    struct level_flow_draft arc[TWIN_ARCS];
    int32_t carried[TWIN_ARCS];
    uint32_t n_nodes, n_arcs;
};

static void draw(struct rng *rng, struct twin *twin)
{
    *twin = (struct twin){.n_nodes = 2 + (uint32_t)rng_below(rng, NODES - 1),
                          .n_arcs = 1 + (uint32_t)rng_below(rng, ARCS)};
    for (uint32_t i = 0; i < twin->n_arcs; i++)
        twin->arc[i] = (struct level_flow_draft){
            (uint32_t)rng_below(rng, twin->n_nodes),
            (uint32_t)rng_below(rng, twin->n_nodes), (int32_t)rng_below(rng, 12),
            (int32_t)rng_below(rng, 3)};
}

/* One unit along a cheapest path; its cost, INT32_MAX: there is none. */
static int32_t slow_route(struct twin *twin, uint32_t from, uint32_t to)
{
    int64_t distance[NODES + 2];
    int via[NODES + 2] = {0}; /* arc + 1, negative backwards */
    for (uint32_t v = 0; v < twin->n_nodes; v++)
        distance[v] = v == from ? 0 : INT32_MAX;
    for (uint32_t round = 0; round < twin->n_nodes; round++)
        for (uint32_t i = 0; i < twin->n_arcs; i++) {
            const struct level_flow_draft *arc = &twin->arc[i];
            if (twin->carried[i] < arc->capacity && distance[arc->tail] < INT32_MAX &&
                distance[arc->tail] + arc->cost < distance[arc->head]) {
                distance[arc->head] = distance[arc->tail] + arc->cost;
                via[arc->head] = (int)i + 1;
            }
            if (twin->carried[i] > 0 && distance[arc->head] < INT32_MAX &&
                distance[arc->head] - arc->cost < distance[arc->tail]) {
                distance[arc->tail] = distance[arc->head] - arc->cost;
                via[arc->tail] = -(int)i - 1;
            }
        }
    if (distance[to] == INT32_MAX)
        return INT32_MAX;
    for (uint32_t v = to; v != from;) {
        int i = via[v] > 0 ? via[v] - 1 : -via[v] - 1;
        twin->carried[i] += via[v] > 0 ? 1 : -1;
        v = via[v] > 0 ? twin->arc[i].tail : twin->arc[i].head;
    }
    return (int32_t)distance[to];
}

static int32_t total_cost(const struct level_flow *flow, const struct twin *twin,
                          const uint32_t *place)
{
    int32_t total = 0;
    for (uint32_t i = 0; i < twin->n_arcs; i++)
        total += twin->arc[i].cost * level_flow_on_arc(flow, place[i]);
    return total;
}

/* A network beside its twin, both from a seed. */
struct pair {
    struct rng rng;
    struct twin twin;
    struct level_flow flow;
    struct arena arena;
    uint32_t place[ARCS];
};

static void open_pair(struct pair *pair, uint64_t seed, uint32_t stream)
{
    rng_init(&pair->rng, seed, stream, 0, RNG_PROBLEM);
    draw(&pair->rng, &pair->twin);
    arena_init(&pair->arena);
    CU_ASSERT_TRUE_FATAL(level_flow_init(&pair->flow, pair->twin.n_nodes,
                                         pair->twin.arc, pair->twin.n_arcs, pair->place,
                                         &pair->arena));
}

static void routes_cost_what_the_twin_says(void)
{
    for (uint64_t seed = 0; seed < NETWORKS; seed++) {
        struct pair pair;
        int64_t sum = 0;
        open_pair(&pair, seed, 0);
        for (int unit = 0; unit < UNITS; unit++) {
            uint32_t from = (uint32_t)rng_below(&pair.rng, pair.twin.n_nodes),
                     to = from;
            while (to == from)
                to = (uint32_t)rng_below(&pair.rng, pair.twin.n_nodes);
            int64_t limit = (int64_t)rng_below(&pair.rng, 20), fast;
            struct twin before = pair.twin;
            int64_t slow = slow_route(&pair.twin, from, to);
            slow = slow == INT32_MAX ? LEVEL_FLOW_INFINITY : slow;
            bool sent = level_flow_augment(&pair.flow, from, to, limit, &fast);
            bool right =
                sent ? fast == slow : slow > limit && fast > limit && fast <= slow;
            CU_ASSERT_TRUE(right);
            CU_ASSERT_EQUAL(sent, slow <= limit);
            if (!right)
                fprintf(stderr, "seed %llu: fast %lld, slow %lld\n",
                        (unsigned long long)seed, (long long)fast, (long long)slow);
            if (!sent)
                pair.twin = before;
            sum += sent ? fast : 0;
            CU_ASSERT_EQUAL(total_cost(&pair.flow, &pair.twin, pair.place), sum);
        }
        arena_free(&pair.arena);
    }
}

static void undo_gives_back_flow_and_potentials(void)
{
    for (uint64_t seed = 0; seed < NETWORKS; seed++) {
        struct pair pair;
        struct level_flow_arc arcs[2 * ARCS];
        int32_t potential[NODES];
        int64_t cost;
        open_pair(&pair, seed, 1);
        level_flow_augment(&pair.flow, 0, 1, LEVEL_FLOW_INFINITY, &cost);
        memcpy(arcs, pair.flow.arc, pair.flow.n_arcs * sizeof *arcs);
        memcpy(potential, pair.flow.potential, pair.flow.n_nodes * sizeof *potential);
        size_t mark = level_flow_mark(&pair.flow);
        level_flow_augment(&pair.flow, 1, 0, LEVEL_FLOW_INFINITY, &cost);
        level_flow_augment(&pair.flow, 0, 1, LEVEL_FLOW_INFINITY, &cost);
        if (level_flow_on_arc(&pair.flow, pair.place[0]) <= 1)
            level_flow_close_arc(&pair.flow, pair.place[0]);
        level_flow_undo(&pair.flow, mark);
        CU_ASSERT_EQUAL(memcmp(arcs, pair.flow.arc, pair.flow.n_arcs * sizeof *arcs),
                        0);
        CU_ASSERT_EQUAL(memcmp(potential, pair.flow.potential,
                               pair.flow.n_nodes * sizeof *potential),
                        0);
        arena_free(&pair.arena);
    }
}

/* Draws units that wait and as many that are missing. */
static void draw_excess(struct rng *rng, uint32_t n_nodes, int32_t *excess)
{
    memset(excess, 0, NODES * sizeof *excess);
    for (int unit = 0; unit < UNITS; unit++) {
        excess[rng_below(rng, n_nodes)]++;
        excess[rng_below(rng, n_nodes)]--;
    }
}

/* The cheapest way to balance, from a node before all that have an excess to one after
 * all that lack; INT32_MAX: there is none. */
static int32_t slow_balance(struct twin *twin, const int32_t *excess)
{
    uint32_t before = twin->n_nodes++, after = twin->n_nodes++;
    int32_t units = 0, sum = 0;
    for (uint32_t v = 0; v < before; v++) {
        int32_t n = excess[v] > 0 ? excess[v] : -excess[v];
        twin->arc[twin->n_arcs++] = excess[v] > 0
                                        ? (struct level_flow_draft){before, v, 0, n}
                                        : (struct level_flow_draft){v, after, 0, n};
        units += excess[v] > 0 ? n : 0;
    }
    while (units-- > 0) {
        int32_t cost = slow_route(twin, before, after);
        if (cost == INT32_MAX)
            return INT32_MAX;
        sum += cost;
    }
    return sum;
}

static void balance_costs_what_the_twin_says(void)
{
    int balanced = 0;
    for (uint64_t seed = 0; seed < NETWORKS; seed++) {
        struct pair pair;
        int32_t excess[NODES];
        int64_t fast = 0;
        open_pair(&pair, seed, 2);
        draw_excess(&pair.rng, pair.twin.n_nodes, excess);
        int32_t slow = slow_balance(&pair.twin, excess);
        const uint32_t hub =
            seed % 2 ? LEVEL_FLOW_NONE
                     : (uint32_t)rng_below(&pair.rng, pair.twin.n_nodes - 2);
        bool all = level_flow_balance(&pair.flow, hub, excess, &fast);
        CU_ASSERT_EQUAL(all, slow < INT32_MAX);
        CU_ASSERT(!all || fast == slow);
        if (all != (slow < INT32_MAX) || (all && fast != slow))
            fprintf(stderr, "seed %llu: fast %lld, slow %d\n", (unsigned long long)seed,
                    (long long)fast, slow);
        balanced += all;
        arena_free(&pair.arena);
    }
    CU_ASSERT(balanced > NETWORKS / 20 && balanced < NETWORKS);
}

/* Paths beyond the ranges of distances and potentials lose the flow: no path is named.
 */
static void paths_out_of_range_lose_the_flow(void)
{
    enum { CHAIN = 7 };
    static const struct level_flow_draft arc[CHAIN - 1] = {
        {0, 1, LEVEL_FLOW_MAX_COST, 1}, {1, 2, LEVEL_FLOW_MAX_COST, 1},
        {2, 3, LEVEL_FLOW_MAX_COST, 1}, {3, 4, LEVEL_FLOW_MAX_COST, 1},
        {4, 5, LEVEL_FLOW_MAX_COST, 1}, {5, 6, LEVEL_FLOW_MAX_COST, 1}};
    for (uint32_t to = 1; to < CHAIN; to++) {
        struct level_flow flow;
        struct arena arena;
        uint32_t place[CHAIN - 1];
        int64_t cost = 0;
        arena_init(&arena);
        CU_ASSERT_TRUE_FATAL(
            level_flow_init(&flow, CHAIN, arc, CHAIN - 1, place, &arena));
        bool sent = level_flow_augment(&flow, 0, to, LEVEL_FLOW_INFINITY, &cost);
        int64_t length = (int64_t)to * LEVEL_FLOW_MAX_COST;
        CU_ASSERT_EQUAL(flow.failed, length > LEVEL_FLOW_MAX_POTENTIAL);
        if (!flow.failed)
            CU_ASSERT(sent && cost == length);
        if (to == CHAIN - 1) {
            CU_ASSERT(!sent && cost == LEVEL_FLOW_INFINITY);
            for (size_t i = 0; i < CHAIN - 1; i++)
                CU_ASSERT_EQUAL(level_flow_on_arc(&flow, place[i]), 0);
        }
        arena_free(&arena);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(routes_cost_what_the_twin_says),
        SUITE_TEST(balance_costs_what_the_twin_says),
        SUITE_TEST(undo_gives_back_flow_and_potentials),
        SUITE_TEST(paths_out_of_range_lose_the_flow),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_min_cost_flow", NULL, NULL, tests);
}
