/* Sliding: the searches that prove the fewest moves, or that there are none, wherever
 * their memory ends, against a breadth-first search over all placements. */
#include "sliding_a_star.h"
#include "sliding_bidirectional_a_star.h"
#include "sliding_bidirectional_bfs.h"
#include "sliding_fixture.h"
#include "suite.h"

#include <limits.h>
#include <stdio.h>

enum { MEMORY_BYTES = 1 << 22, LONGEST = 256, NO_PATH = UINT_MAX };

/* A puzzle, and what is true of it. */
struct trial {
    struct fixture f;
    const struct sliding *puzzle;
    unsigned fewest; /* moves from the start to the target; NO_PATH: there are none */
    uint64_t component[2]; /* placements that the start and the target can reach */
    uint32_t step;         /* least difference of two numbers of placements allowed */
};

/* Levels from `from` to the one that holds `to`, or NO_PATH. */
static unsigned find_levels(struct trial *trial, const uint8_t *from, const uint8_t *to,
                            uint64_t *component)
{
    struct fixture *f = &trial->f;
    struct sliding_bitmap_bfs bfs;
    unsigned levels = NO_PATH;
    CU_ASSERT_EQUAL_FATAL(
        sliding_bitmap_bfs_init(&bfs, trial->puzzle, &f->perm, &f->err), STATUS_OK);
    sliding_bitmap_bfs_begin(&bfs, from);
    while (bfs.level > 0) {
        if (sliding_bitmap_bfs_is_current(&bfs, to))
            levels = bfs.depth;
        sliding_bitmap_bfs_step(&bfs);
    }
    *component = bfs.total;
    return levels;
}

static void trial_open(struct trial *trial, unsigned d, unsigned k, size_t rings,
                       int steps, uint64_t seed)
{
    *trial = (struct trial){.step = 1};
    fixture_open(&trial->f, d, k, rings, steps, seed);
    const struct sliding *puzzle = trial->puzzle = &trial->f.instance->puzzle;
    trial->fewest =
        find_levels(trial, puzzle->start, puzzle->target, &trial->component[0]);
    CU_ASSERT_EQUAL(
        find_levels(trial, puzzle->target, puzzle->start, &trial->component[1]),
        trial->fewest);
}

/* Whether these moves are legal and lead from the start to the target. */
static bool arrives(const struct sliding *puzzle, const int16_t *genes, unsigned moves)
{
    struct sliding_position position;
    sliding_place(puzzle, puzzle->start, &position);
    for (unsigned i = 0; i < moves; i++) {
        if (!sliding_legal(puzzle, &position, genes[i]))
            return false;
        sliding_shift(&position, sliding_ring_of(puzzle, genes[i]),
                      sliding_vertex_of(puzzle, genes[i]));
    }
    return !memcmp(position.at, puzzle->target, puzzle->rings);
}

/* What a search has said must hold, however it ended. */
static void check_end(const struct trial *trial, enum sliding_search_end end,
                      unsigned bound, bool full)
{
    CU_ASSERT(bound <= trial->fewest);
    CU_ASSERT(end != SLIDING_SEARCH_RUNNING);
    CU_ASSERT(full || end != SLIDING_SEARCH_OUT_OF_MEMORY);
    if (end == SLIDING_SEARCH_FOUND)
        CU_ASSERT_EQUAL(bound, trial->fewest);
    if (end == SLIDING_SEARCH_NO_PATH)
        CU_ASSERT_EQUAL(trial->fewest, NO_PATH);
}

/* The next number of placements to allow: in small puzzles each, so that memory ends
 * after each placement, among them the last one of a limit of f. */
static uint32_t next_room(const struct trial *trial, uint32_t room)
{
    return room + trial->step + (room > 400 ? room / 8 : 0);
}

static void check_a_star(struct trial *trial, unsigned per_group)
{
    struct fixture *f = &trial->f;
    const struct sliding *puzzle = trial->puzzle;
    struct sliding_a_star search;
    CU_ASSERT_EQUAL_FATAL(sliding_a_star_init(&search, puzzle, per_group, MEMORY_BYTES,
                                              &f->perm, &f->err),
                          STATUS_OK);
    const uint32_t most = search.list.capacity;
    bool full = true;
    for (uint32_t room = 1; full && room <= most; room = next_room(trial, room)) {
        search.list.capacity = room;
        sliding_a_star_begin(&search, puzzle->start, puzzle->target);
        enum sliding_search_end end = sliding_a_star_run(&search, UINT64_MAX);
        full = search.list.full;
        check_end(trial, end, search.bound, full);
        if (end == SLIDING_SEARCH_NO_PATH && !search.list.pruned)
            CU_ASSERT_EQUAL(search.list.count, trial->component[0]);
        if (end == SLIDING_SEARCH_FOUND && search.bound <= LONGEST) {
            int16_t genes[LONGEST];
            sliding_a_star_path(&search, genes);
            CU_ASSERT(arrives(puzzle, genes, search.bound));
        }
    }
    CU_ASSERT(!full);
}

static void check_bidirectional(struct trial *trial)
{
    struct fixture *f = &trial->f;
    const struct sliding *puzzle = trial->puzzle;
    struct sliding_bidirectional_a_star search;
    CU_ASSERT_EQUAL_FATAL(sliding_bidirectional_a_star_init(
                              &search, puzzle, 2 * MEMORY_BYTES, &f->perm, &f->err),
                          STATUS_OK);
    const uint32_t most = search.lists[0].capacity;
    bool full = true;
    for (uint32_t room = 1; full && room <= most; room = next_room(trial, room)) {
        search.lists[0].capacity = search.lists[1].capacity = room;
        sliding_bidirectional_a_star_begin(&search, puzzle->start, puzzle->target);
        enum sliding_search_end end =
            sliding_bidirectional_a_star_run(&search, UINT64_MAX);
        full = search.lists[0].full || search.lists[1].full;
        check_end(trial, end, search.bound, full);
        if (end == SLIDING_SEARCH_NO_PATH)
            CU_ASSERT_EQUAL(search.lists[search.exhausted].count,
                            trial->component[search.exhausted]);
        if (end == SLIDING_SEARCH_FOUND && search.best <= LONGEST) {
            int16_t genes[LONGEST];
            CU_ASSERT_EQUAL(search.best, trial->fewest);
            sliding_bidirectional_a_star_path(&search, genes);
            CU_ASSERT(arrives(puzzle, genes, search.best));
        }
    }
    CU_ASSERT(!full);
}

/* The searches from both ends end at the level at which they meet, or at the last one of
 * the smaller component. */
static void check_bfs(struct trial *trial)
{
    struct fixture *f = &trial->f;
    const struct sliding *puzzle = trial->puzzle;
    struct sliding_bidirectional_bfs search;
    uint64_t component;
    if (trial->fewest == 0) /* which it is not asked */
        return;
    CU_ASSERT_EQUAL_FATAL(
        sliding_bidirectional_bfs_init(&search, puzzle, &f->perm, &f->err), STATUS_OK);
    sliding_bidirectional_bfs_begin(&search, puzzle->start, puzzle->target);
    while (sliding_bidirectional_bfs_run(&search, 7) == SLIDING_SEARCH_RUNNING)
        CU_ASSERT(search.bound <= trial->fewest);
    check_end(trial, search.end, search.bound, false);
    if (search.end == SLIDING_SEARCH_NO_PATH) {
        CU_ASSERT_EQUAL(search.sides[search.exhausted].total,
                        trial->component[search.exhausted]);
        return;
    }
    unsigned there = find_levels(trial, puzzle->start, search.midpoint, &component);
    unsigned on = find_levels(trial, search.midpoint, puzzle->target, &component);
    CU_ASSERT_EQUAL(there + on, trial->fewest);
}

static void check(struct trial *trial)
{
    for (unsigned per_group = 1; per_group <= 3; per_group++)
        check_a_star(trial, per_group);
    check_bidirectional(trial);
    check_bfs(trial);
}

static void what_is_said_holds_wherever_memory_ends(void)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct trial trial;
        unsigned before = CU_get_number_of_failures();
        trial_open(&trial, 3, 1 + (unsigned)(seed % 3), 1 + seed / 3 % 5,
                   seed % 4 ? 60 : -1, seed);
        check(&trial);
        if (CU_get_number_of_failures() != before)
            printf("  above: seed %d\n", (int)seed);
        fixture_close(&trial.f);
    }
}

/* Larger puzzles, and crowded ones, of which many have no path: the component that was
 * searched, of whichever end, is told with its size. */
static void components_are_told(void)
{
    static const unsigned shapes[][3] = {
        {4, 2, 4}, {3, 2, 5}, {3, 2, 6}, {3, 2, 7}, {3, 3, 7}};
    unsigned unsolvable = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct trial trial;
        unsigned before = CU_get_number_of_failures();
        const unsigned *shape = shapes[seed % 5];
        trial_open(&trial, shape[0], shape[1], shape[2], -1, seed);
        trial.step = 40001;
        check(&trial);
        unsolvable += trial.fewest == NO_PATH;
        if (CU_get_number_of_failures() != before)
            printf("  above: seed %d\n", (int)seed);
        fixture_close(&trial.f);
    }
    CU_ASSERT(unsolvable >= 5 && unsolvable <= 35);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(what_is_said_holds_wherever_memory_ends),
        SUITE_TEST(components_are_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding: exact searches", NULL, NULL, tests);
}
