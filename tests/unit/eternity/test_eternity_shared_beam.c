/* Eternity: a beam that islands share. Messages go from array to array. */
#include "eternity_beam_state.h"
#include "eternity_planted_fill.h"
#include "eternity_shared_beam.h"
#include "eternity_shared_beam_move.h"
#include "pack.h"

#include <stdlib.h>

enum { MOST_ISLANDS = 7, SEEDS = 5 };

static size_t islands, width;
static struct eternity_beam beam[MOST_ISLANDS];
static struct eternity_shared_beam shared[MOST_ISLANDS];

static void open_puzzle(uint64_t seed)
{
    unsigned side = 6 + (unsigned)seed % 4;
    planted_fill_open(seed, side, side, (unsigned)seed % 2, side / 2, 2);
    plan.schedule.goal = (uint16_t)(puzzle.cells * 3 / 4);
    for (unsigned depth = 0; depth <= puzzle.cells; depth++)
        plan.schedule.breaks[depth] = (uint16_t)(depth < 12 ? 0 : (depth - 10) / 2);
}

static void open_beam(struct eternity_beam *one, size_t widest, uint64_t seed)
{
    struct error err = {0};
    CU_ASSERT_EQUAL_FATAL(
        eternity_beam_init(one, &plan, widest, 5, 0.5, 0.1, &perm, &err), STATUS_OK);
    eternity_beam_begin(one, widest, NULL, 0, seed);
}

static void open_shared(uint64_t seed, size_t n, size_t states)
{
    struct error err = {0};
    open_puzzle(seed);
    islands = n;
    width = states;
    for (size_t i = 0; i < islands; i++) {
        open_beam(&beam[i], eternity_shared_beam_room(width, islands), seed);
        CU_ASSERT_EQUAL_FATAL(
            eternity_shared_beam_init(&shared[i], islands, beam[i].stride, &perm, &err),
            STATUS_OK);
        eternity_shared_beam_begin(&shared[i], &beam[i], i, width);
    }
}

/* Delivers what the islands have sent; `in` holds it until the next time. */
static void deliver(struct pack out[][MOST_ISLANDS], struct pack in[][MOST_ISLANDS],
                    const unsigned char *at[][MOST_ISLANDS],
                    size_t bytes[][MOST_ISLANDS])
{
    for (size_t to = 0; to < islands; to++)
        for (size_t from = 0; from < islands; from++) {
            struct pack old = in[to][from];
            in[to][from] = out[from][to];
            pack_clear(&old);
            out[from][to] = old;
            at[to][from] = in[to][from].data;
            bytes[to][from] = in[to][from].used;
        }
}

/* Runs to the end of a depth; how many messages that took. */
static unsigned run_depth(void)
{
    static struct pack out[MOST_ISLANDS][MOST_ISLANDS], in[MOST_ISLANDS][MOST_ISLANDS];
    const unsigned char *at[MOST_ISLANDS][MOST_ISLANDS];
    size_t bytes[MOST_ISLANDS][MOST_ISLANDS];
    unsigned supersteps = 0;
    deliver(out, in, at, bytes);
    for (size_t going = islands; going > 0; supersteps++) {
        going = 0;
        for (size_t i = 0; i < islands; i++) {
            struct mailbox mailbox = {
                .islands = islands, .in = at[i], .in_bytes = bytes[i], .out = out[i]};
            going += eternity_shared_beam_advance(&shared[i], &mailbox);
        }
        CU_ASSERT_FATAL(going == 0 || going == islands);
        deliver(out, in, at, bytes);
    }
    for (size_t i = 0; i < islands * MOST_ISLANDS; i++) {
        pack_free(&out[i / MOST_ISLANDS][i % MOST_ISLANDS]);
        pack_free(&in[i / MOST_ISLANDS][i % MOST_ISLANDS]);
    }
    memset(out, 0, sizeof out);
    memset(in, 0, sizeof in);
    return supersteps;
}

static size_t states_of_all(void)
{
    size_t sum = 0;
    for (size_t i = 0; i < islands; i++)
        sum += beam[i].states;
    return sum;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The hashes of beams' states, ascending; each occurs once. */
static void collect(const struct eternity_beam *beams, size_t n, uint64_t *hash)
{
    size_t sum = 0;
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < beams[b].states; i++)
            hash[sum++] = eternity_beam_state_at(&beams[b], i)->hash;
    qsort(hash, sum, sizeof *hash, by_number);
    for (size_t i = 1; i < sum; i++)
        CU_ASSERT(hash[i - 1] < hash[i]);
}

/* Values are on one scale: all islands have filled their tables for the same state. */
static void check_scale(void)
{
    const struct eternity_colour_heuristic *first = &beam[0].heuristic;
    const size_t bytes = first->table[ETERNITY_SIDE_CLASSES] * sizeof *first->worth;
    for (size_t i = 1; i < islands; i++)
        CU_ASSERT(!memcmp(first->worth, beam[i].heuristic.worth, bytes));
}

/* As long as all states fit in, they are those of a beam of one island. */
static void a_wide_beam_has_the_states_of_one_island(void)
{
    enum { WIDE = 60000 };
    static uint64_t ours[2 * WIDE], theirs[2 * WIDE];
    size_t most = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct eternity_beam alone;
        size_t n;
        open_shared(seed, 1 + (seed + 2) % MOST_ISLANDS, WIDE);
        open_beam(&alone, WIDE, seed);
        for (unsigned depth = 1; !eternity_shared_beam_is_over(&shared[0]); depth++) {
            while (alone.depth < depth)
                eternity_beam_run(&alone, 1);
            if (alone.states > WIDE / 2) /* its sample may be off */
                break;
            run_depth();
            n = states_of_all();
            CU_ASSERT_EQUAL(n, shared[islands - 1].states);
            CU_ASSERT_EQUAL_FATAL(n, alone.states);
            collect(beam, islands, ours);
            collect(&alone, 1, theirs);
            CU_ASSERT(!memcmp(ours, theirs, n * sizeof *ours));
            most = n > most ? n : most;
        }
        arena_free(&perm);
    }
    CU_ASSERT(most > 20000);
}

/* Each depth keeps the best, each once, evenly shared; where the schedule ends a beam, it goes on
 * with more breaks. */
static void a_narrow_beam_keeps_the_rules(void)
{
    static const size_t widths[] = {1, 10, 100, 6000, 20000};
    static uint64_t hash[30000];
    unsigned more = 0;
    for (uint64_t seed = 1; seed <= 2 * SEEDS; seed++) {
        open_shared(seed, 1 + seed % MOST_ISLANDS, widths[seed % 5]);
        if (seed > SEEDS) { /* no breaks are planned */
            memset(plan.schedule.breaks, 0, sizeof plan.schedule.breaks);
            plan.schedule.goal = (uint16_t)(puzzle.cells * 7 / 8);
        }
        while (!eternity_shared_beam_is_over(&shared[0])) {
            run_depth();
            size_t most = 0, sum = states_of_all();
            for (size_t i = 0; i < islands; i++) {
                most = beam[i].states > most ? beam[i].states : most;
                CU_ASSERT_EQUAL(beam[i].depth, beam[0].depth);
                CU_ASSERT_EQUAL(beam[i].more, beam[0].more);
                for (size_t s = 0; s < beam[i].states; s += 1 + beam[i].states / 50)
                    planted_fill_check(&beam[i], s);
            }
            CU_ASSERT(sum > 0 && sum <= width);
            CU_ASSERT(most <= sum / islands + sum / islands / 32 + 64);
            CU_ASSERT_EQUAL(sum, shared[0].states);
            collect(beam, islands, hash);
            check_scale();
        }
        CU_ASSERT_EQUAL(beam[0].depth, plan.schedule.goal);
        more += beam[0].more;
        arena_free(&perm);
    }
    CU_ASSERT(more > 0);
}

/* The best of all islands' candidates are selected, not of each island's: as good as on one. */
static void a_shared_beam_is_as_good_as_one(void)
{
    double sums[2] = {0};
    for (uint64_t seed = 1; seed <= 3 * SEEDS; seed++)
        for (int many = 0; many < 2; many++) {
            open_shared(seed, many ? MOST_ISLANDS : 1, 3000);
            while (!eternity_shared_beam_is_over(&shared[0]))
                run_depth();
            unsigned least = UINT32_MAX;
            for (size_t i = 0; i < islands; i++)
                for (size_t s = 0; s < beam[i].states; s++) {
                    unsigned breaks = eternity_beam_breaks(&beam[i], s);
                    least = breaks < least ? breaks : least;
                }
            sums[many] += least;
            arena_free(&perm);
        }
    CU_ASSERT(sums[1] <= sums[0] + 2);
}

/* Surpluses and deficits meet, and nobody has more than the mean afterwards. */
static void islands_are_made_even(void)
{
    struct rng rng;
    rng_seed(&rng, 5, 0);
    for (int round = 0; round < 3000; round++) {
        size_t n = 1 + rng_below(&rng, 20), need[20], after[20], sum = 0, most = 0;
        const size_t scale = 1 + rng_below(&rng, 100000);
        for (size_t i = 0; i < n; i++) {
            need[i] = rng_below(&rng, 3) ? scale + rng_below(&rng, scale / 16 + 1)
                                         : rng_below(&rng, 2 * scale);
            after[i] = need[i];
            sum += need[i];
            most = need[i] > most ? need[i] : most;
        }
        size_t room = sum / n + 1 + rng_below(&rng, scale), moved = 0;
        for (size_t from = 0; from < n; from++) {
            size_t plan_of[20];
            eternity_shared_beam_plan(need, n, room, from, plan_of);
            for (size_t to = 0; to < n; to++) {
                size_t here = plan_of[to];
                CU_ASSERT(here == 0 || (need[from] > sum / n && need[to] <= sum / n));
                after[from] -= here;
                after[to] += here;
                moved += here;
            }
        }
        bool even = most <= room && most <= sum / n + sum / n / 32 + 64;
        CU_ASSERT_EQUAL(moved == 0, even || most <= sum / n + (sum % n > 0));
        for (size_t i = 0; i < n && !even; i++)
            CU_ASSERT_EQUAL(after[i], sum / n + (i < sum % n));
    }
}

/* Paths of a tree are the same in another one. */
static void grafted_nodes_have_the_same_paths(void)
{
    enum { NODES = 500, MOST = 2 * NODES, DEPTH = NODES };
    struct rng rng;
    rng_seed(&rng, 6, 0);
    for (int round = 0; round < 200; round++) {
        struct eternity_beam_tree from, to;
        struct eternity_beam_node nodes[NODES];
        unsigned depth[MOST] = {0};
        arena_init(&perm);
        CU_ASSERT_FATAL(eternity_beam_tree_init(&from, MOST, &perm) &&
                        eternity_beam_tree_init(&to, MOST, &perm));
        eternity_beam_tree_begin(&from, MOST);
        eternity_beam_tree_begin(&to, MOST);
        for (size_t i = 1; i < NODES; i++) {
            uint32_t parent = (uint32_t)rng_below(&rng, from.nodes);
            depth[i] = depth[parent] + 1;
            eternity_beam_tree_add(&from, parent, (int16_t)rng_below(&rng, 1024));
        }
        for (size_t n = rng_below(&rng, NODES); n > 0; n--)
            eternity_beam_tree_add(&to, 0, 7);
        uint32_t marked[40];
        eternity_beam_tree_clear_all(&from);
        for (int i = 0; i < 40; i++) {
            marked[i] = (uint32_t)rng_below(&rng, from.nodes);
            eternity_beam_tree_mark_path(&from, marked[i]);
        }
        size_t n = eternity_beam_tree_count(&from) - 1;
        eternity_beam_tree_extract(&from, nodes);
        to.capacity = to.nodes + (round % 2 ? n : rng_below(&rng, n + 1));
        const uint32_t before = (uint32_t)to.nodes - 1;
        size_t room = to.capacity - to.nodes;
        size_t grafted = eternity_beam_tree_graft(&to, nodes, n);
        CU_ASSERT_EQUAL(grafted, n < room ? n : room);
        for (int i = 0; i < 40; i++) {
            int16_t path[2][DEPTH];
            uint32_t number = eternity_beam_tree_moved(&from, marked[i]);
            if (number > grafted)
                continue;
            unsigned deep = depth[marked[i]];
            eternity_beam_tree_tiles(&from, marked[i], deep, path[0]);
            eternity_beam_tree_tiles(&to, number ? before + number : 0, deep, path[1]);
            CU_ASSERT(!memcmp(path[0], path[1], deep * sizeof **path));
        }
        arena_free(&perm);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(a_wide_beam_has_the_states_of_one_island),
        SUITE_TEST(a_narrow_beam_keeps_the_rules),
        SUITE_TEST(a_shared_beam_is_as_good_as_one),
        SUITE_TEST(islands_are_made_even),
        SUITE_TEST(grafted_nodes_have_the_same_paths),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity_shared_beam", NULL, NULL, tests);
}
