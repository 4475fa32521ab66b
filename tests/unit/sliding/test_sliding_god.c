/* Sliding: classes of placements and God's numbers, against breadth-first searches from
 * every placement. */
#include "comm_local.h"
#include "comm_serial.h"
#include "sliding_god.h"
#include "sliding_placement_number.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { MOST_PLACEMENTS = 1700, MOST_SIZE = 2000, UNMET = UINT8_MAX };

static struct sliding make_puzzle(unsigned d, unsigned k, unsigned rings)
{
    struct sliding puzzle = {
        .d = d, .k = k, .vertices = 1u << d, .rings = rings, .length = 64};
    sliding_faces(&puzzle);
    for (unsigned r = 0; r < rings; r++)
        puzzle.target[r] = (uint8_t)(puzzle.vertices - 1 - r);
    return puzzle;
}

/* Moves to every placement from one; how many are met. */
static uint64_t search(const struct sliding *puzzle, uint64_t from, uint64_t count,
                       uint8_t *moves, unsigned *eccentricity)
{
    static uint64_t queue[MOST_PLACEMENTS];
    uint64_t met = 1;
    int16_t genes[256];
    memset(moves, UNMET, count);
    moves[from] = 0;
    queue[0] = from;
    for (uint64_t next = 0; next < met; next++) {
        uint8_t at[16];
        struct sliding_position position;
        sliding_placement_from_number(puzzle->vertices, puzzle->rings, queue[next], at);
        sliding_place(puzzle, at, &position);
        size_t n = sliding_moves(puzzle, &position, genes);
        for (size_t i = 0; i < n; i++) {
            unsigned ring = sliding_ring_of(puzzle, genes[i]);
            uint8_t kept = at[ring];
            at[ring] = (uint8_t)sliding_vertex_of(puzzle, genes[i]);
            uint64_t to = sliding_placement_number(puzzle->vertices, puzzle->rings, at);
            at[ring] = kept;
            if (moves[to] == UNMET) {
                moves[to] = (uint8_t)(moves[queue[next]] + 1);
                queue[met++] = to;
            }
        }
        *eccentricity = moves[queue[next]];
    }
    return met;
}

/* What is known of all components of one size: how many, and the largest diameter. */
struct tally {
    uint64_t number[MOST_SIZE];
    unsigned diameter[MOST_SIZE];
};

static void tally_all(const struct sliding *puzzle, uint64_t count, struct tally *tally,
                      uint64_t *stuck)
{
    static uint8_t moves[MOST_PLACEMENTS];
    memset(tally, 0, sizeof *tally);
    *stuck = 0;
    for (uint64_t from = 0; from < count; from++) {
        unsigned eccentricity = 0;
        uint64_t size = search(puzzle, from, count, moves, &eccentricity);
        uint64_t first = 0;
        while (moves[first] == UNMET)
            first++;
        tally->number[size] += first == from; /* each component once */
        if (eccentricity > tally->diameter[size])
            tally->diameter[size] = eccentricity;
        *stuck += size == 1;
    }
}

static void compare(const struct sliding *puzzle, const struct sliding_god *god,
                    uint64_t count)
{
    static struct tally slow, ours;
    static uint8_t moves[MOST_PLACEMENTS];
    uint64_t stuck, our_stuck = 0, placements = 0;
    tally_all(puzzle, count, &slow, &stuck);
    memset(&ours, 0, sizeof ours);
    for (uint32_t i = 0; i < god->classes.components; i++) {
        const struct sliding_god_component *own = &god->components[i];
        uint64_t size = own->placements / own->number;
        CU_ASSERT_EQUAL_FATAL(own->placements % own->number, 0);
        CU_ASSERT_EQUAL(own->low, own->high);
        CU_ASSERT_EQUAL(own->stuck, size == 1);
        ours.number[size] += own->number;
        if (own->low > ours.diameter[size])
            ours.diameter[size] = own->low;
        our_stuck += own->stuck ? own->placements : 0;
        placements += own->placements;
        if (own->stuck)
            continue;
        unsigned e;
        uint64_t from =
            sliding_placement_number(puzzle->vertices, puzzle->rings, own->far[0]);
        uint64_t to =
            sliding_placement_number(puzzle->vertices, puzzle->rings, own->far[1]);
        search(puzzle, from, count, moves, &e);
        CU_ASSERT_EQUAL(moves[to], own->low);
    }
    CU_ASSERT_EQUAL(placements, count);
    CU_ASSERT_EQUAL(our_stuck, stuck);
    CU_ASSERT_EQUAL(memcmp(&slow, &ours, sizeof slow), 0);
}

static void compare_target(const struct sliding *puzzle, const struct sliding_god *god,
                           uint64_t count)
{
    static uint8_t moves[MOST_PLACEMENTS];
    unsigned e = 0;
    uint64_t target =
        sliding_placement_number(puzzle->vertices, puzzle->rings, puzzle->target);
    CU_ASSERT_EQUAL(god->reached, search(puzzle, target, count, moves, &e));
    CU_ASSERT_EQUAL(god->eccentricity, e);
    CU_ASSERT_EQUAL(
        moves[sliding_placement_number(puzzle->vertices, puzzle->rings, god->farthest)],
        e);
    for (unsigned level = 0; level <= e; level++) {
        uint64_t n = 0;
        for (uint64_t i = 0; i < count; i++)
            n += moves[i] == level;
        CU_ASSERT_EQUAL(god->levels[level], n);
    }
}

static void test_gods_numbers(void)
{
    static struct sliding_god god;
    const struct sliding_god_plan plan = {.diameter = true,
                                          .memory_bytes = SIZE_MAX - 1};
    struct comm *comm;
    struct error err = {0};
    CU_ASSERT_EQUAL_FATAL(comm_serial_open(&comm, &err), STATUS_OK);
    for (unsigned d = 1; d <= 4; d++)
        for (unsigned k = 1; k <= d; k++)
            for (unsigned n = 1; n < 1u << d; n++) {
                struct sliding puzzle = make_puzzle(d, k, n);
                uint64_t count = sliding_placement_count(puzzle.vertices, n);
                if (count > MOST_PLACEMENTS || (d == 4 && n > 2))
                    break;
                struct arena arena;
                arena_init(&arena);
                CU_ASSERT_EQUAL_FATAL(
                    sliding_god_find(&god, &puzzle, &plan, comm, &arena, &err),
                    STATUS_OK);
                compare(&puzzle, &god, count);
                compare_target(&puzzle, &god, count);
                arena_free(&arena);
            }
    comm_close(comm);
}

enum { MOST_RANKS = 3 };

/* A search on several ranks. */
struct shared {
    const struct sliding *puzzle;
    struct sliding_god god[MOST_RANKS];
    struct arena arena[MOST_RANKS];
    enum status status[MOST_RANKS];
};

static void find_on_rank(struct comm *comm, void *arg)
{
    static const struct sliding_god_plan plan = {.diameter = true,
                                                 .memory_bytes = SIZE_MAX - 1};
    struct shared *shared = arg;
    struct error err = {0};
    shared->status[comm->rank] =
        sliding_god_find(&shared->god[comm->rank], shared->puzzle, &plan, comm,
                         &shared->arena[comm->rank], &err);
}

/* Each rank searches from another class, and all know what all have found. */
static void test_ranks_find_the_same(void)
{
    static const unsigned shapes[][3] = {{3, 2, 3}, {4, 2, 2}};
    static struct shared shared;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int ranks = 2; ranks <= MOST_RANKS; ranks++) {
            struct sliding puzzle =
                make_puzzle(shapes[i][0], shapes[i][1], shapes[i][2]);
            struct error err = {0};
            uint64_t count = sliding_placement_count(puzzle.vertices, puzzle.rings);
            shared.puzzle = &puzzle;
            for (int r = 0; r < ranks; r++)
                arena_init(&shared.arena[r]);
            CU_ASSERT_EQUAL_FATAL(
                comm_local_run(ranks, NULL, find_on_rank, &shared, &err), STATUS_OK);
            compare(&puzzle, &shared.god[0], count);
            for (int r = 0; r < ranks; r++) {
                const struct sliding_god *god = &shared.god[r];
                CU_ASSERT_EQUAL_FATAL(shared.status[r], STATUS_OK);
                for (uint32_t c = 0; c < god->classes.components; c++)
                    CU_ASSERT(!memcmp(&god->components[c], &shared.god[0].components[c],
                                      sizeof *god->components));
            }
            for (int r = 0; r < ranks; r++)
                arena_free(&shared.arena[r]);
        }
}

/* What was searched in part bounds from below only. */
static void test_stopped_search_proves_no_upper_bound(void)
{
    static struct sliding_god god;
    const struct sliding_god_plan plan = {
        .diameter = true, .memory_bytes = 1 << 26, .time_limit_s = 1e-9};
    struct sliding puzzle =
        make_puzzle(4, 1, 6); /* levels take several asks for the time */
    struct comm *comm;
    struct arena arena;
    struct error err = {0};
    arena_init(&arena);
    CU_ASSERT_EQUAL_FATAL(comm_serial_open(&comm, &err), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sliding_god_find(&god, &puzzle, &plan, comm, &arena, &err),
                          STATUS_OK);
    CU_ASSERT(god.stopped && !god.target_done);
    for (uint32_t i = 0; i < god.classes.components; i++) {
        if (god.components[i].stuck)
            continue;
        CU_ASSERT_EQUAL(god.components[i].high, UINT16_MAX);
        CU_ASSERT_EQUAL(god.components[i].number, 0);
    }
    comm_close(comm);
    arena_free(&arena);
}

/* Every set is in one class, and like sets share it. */
static void test_classes_part_all_sets(void)
{
    static const struct {
        unsigned d, rings;
        uint32_t classes;
    } cases[] = {{3, 4, 6}, {3, 1, 1}, {3, 7, 1}, {2, 2, 2}, {4, 5, 27}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct sliding puzzle = make_puzzle(cases[c].d, 1, cases[c].rings);
        struct sliding_symmetry_classes classes;
        struct arena arena;
        struct error err = {0};
        uint64_t placements = 0;
        arena_init(&arena);
        CU_ASSERT_EQUAL_FATAL(sliding_classes_init(&classes, &puzzle, &arena, &err),
                              STATUS_OK);
        CU_ASSERT_EQUAL(classes.count, cases[c].classes);
        for (uint32_t i = 0; i < classes.count; i++) {
            uint8_t at[16];
            sliding_classes_placement(&classes, i, at);
            CU_ASSERT_EQUAL(sliding_classes_of_placement(&classes, at), i);
            for (unsigned r = 0; r < puzzle.rings; r++) /* a reflection */
                at[r] ^= (uint8_t)(puzzle.vertices - 1);
            CU_ASSERT_EQUAL(sliding_classes_of_placement(&classes, at), i);
            for (unsigned r = 0; r < puzzle.rings; r++) /* the first two axes swapped */
                at[r] =
                    (uint8_t)((at[r] & ~3u) | (at[r] & 1u) << 1 | (at[r] >> 1 & 1u));
            CU_ASSERT_EQUAL(sliding_classes_of_placement(&classes, at), i);
            placements += sliding_classes_size(&classes, i);
        }
        CU_ASSERT_EQUAL(placements,
                        sliding_placement_count(puzzle.vertices, puzzle.rings));
        arena_free(&arena);
    }
}

/* The paper's d = 3, k = 2, l = 4: two components that parity parts, and stuck ones. */
static void test_parity_parts_components(void)
{
    static struct sliding_god god;
    const struct sliding_god_plan plan = {.memory_bytes = 1 << 20};
    struct sliding puzzle = make_puzzle(3, 2, 4);
    const uint8_t target[] = {4, 1, 5, 6};
    struct comm *comm;
    struct arena arena;
    struct error err = {0};
    arena_init(&arena);
    memcpy(puzzle.target, target, sizeof target);
    CU_ASSERT_EQUAL_FATAL(comm_serial_open(&comm, &err), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(sliding_god_find(&god, &puzzle, &plan, comm, &arena, &err),
                          STATUS_OK);
    CU_ASSERT_EQUAL(god.reached, 672);
    CU_ASSERT_EQUAL(god.components[god.own].number, 2);
    CU_ASSERT_EQUAL(god.eccentricity, 10);
    comm_close(comm);
    arena_free(&arena);
}

static void test_too_large_is_refused(void)
{
    static struct sliding_god god;
    const struct sliding_god_plan plan = {.memory_bytes = 1 << 20};
    struct sliding puzzle = make_puzzle(5, 2, 6);
    struct comm *comm;
    struct arena arena;
    struct error err = {0};
    arena_init(&arena);
    CU_ASSERT_EQUAL_FATAL(comm_serial_open(&comm, &err), STATUS_OK);
    CU_ASSERT_EQUAL(sliding_god_find(&god, &puzzle, &plan, comm, &arena, &err),
                    STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "339 MB"));
    puzzle = make_puzzle(6, 2, 6);
    err = (struct error){0};
    CU_ASSERT_EQUAL(sliding_god_find(&god, &puzzle, &plan, comm, &arena, &err),
                    STATUS_INPUT);
    comm_close(comm);
    arena_free(&arena);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(test_classes_part_all_sets),
        SUITE_TEST(test_gods_numbers),
        SUITE_TEST(test_ranks_find_the_same),
        SUITE_TEST(test_stopped_search_proves_no_upper_bound),
        SUITE_TEST(test_parity_parts_components),
        SUITE_TEST(test_too_large_is_refused),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding: God's numbers", NULL, NULL, tests);
}
