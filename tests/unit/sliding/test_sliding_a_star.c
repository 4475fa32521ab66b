/* Sliding: A* and the search from both ends, wherever their memory ends, against a
 * breadth-first search over all placements. */
#include "sliding_a_star.h"
#include "sliding_bidirectional_a_star.h"
#include "sliding_bitmap_bfs.h"
#include "sliding_fixture.h"
#include "suite.h"

#include <limits.h>
#include <stdio.h>

enum { PUZZLES = 60, MEMORY_BYTES = 1 << 20, LONGEST = 256, NO_PATH = UINT_MAX };

/* The fewest moves from the start to the target; NO_PATH: there are none. */
static unsigned fewest_moves(struct fixture *f)
{
    const struct sliding *puzzle = &f->instance->puzzle;
    struct sliding_bitmap_bfs bfs;
    CU_ASSERT_EQUAL_FATAL(sliding_bitmap_bfs_init(&bfs, puzzle, &f->perm, &f->err),
                          STATUS_OK);
    sliding_bitmap_bfs_begin(&bfs, puzzle->start);
    while (bfs.level > 0 && !sliding_bitmap_bfs_is_current(&bfs, puzzle->target))
        sliding_bitmap_bfs_step(&bfs);
    return bfs.level > 0 ? bfs.depth : NO_PATH;
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
static void check_end(enum sliding_search_end end, unsigned bound, unsigned fewest)
{
    CU_ASSERT(bound <= fewest);
    CU_ASSERT(end != SLIDING_SEARCH_RUNNING);
    if (end == SLIDING_SEARCH_FOUND)
        CU_ASSERT_EQUAL(bound, fewest);
    if (end == SLIDING_SEARCH_NO_PATH)
        CU_ASSERT_EQUAL(fewest, NO_PATH);
}

/* The next number of placements to allow: all small ones, so that memory ends after each
 * placement, among them the last one of a limit of f. */
static uint32_t next_room(uint32_t room)
{
    return room + 1 + (room > 400 ? room / 8 : 0);
}

static void check_a_star(struct fixture *f, unsigned per_group, unsigned fewest)
{
    const struct sliding *puzzle = &f->instance->puzzle;
    struct sliding_a_star search;
    CU_ASSERT_EQUAL_FATAL(sliding_a_star_init(&search, puzzle, per_group, MEMORY_BYTES,
                                              &f->perm, &f->err),
                          STATUS_OK);
    const uint32_t most = search.list.capacity;
    bool full = true;
    for (uint32_t room = 1; full && room <= most; room = next_room(room)) {
        search.list.capacity = room;
        sliding_a_star_begin(&search, puzzle->start, puzzle->target);
        enum sliding_search_end end = sliding_a_star_run(&search, UINT64_MAX);
        full = search.list.full;
        check_end(end, search.bound, fewest);
        CU_ASSERT(full || end != SLIDING_SEARCH_OUT_OF_MEMORY);
        if (end == SLIDING_SEARCH_FOUND && search.bound <= LONGEST) {
            int16_t genes[LONGEST];
            sliding_a_star_path(&search, genes);
            CU_ASSERT(arrives(puzzle, genes, search.bound));
        }
    }
    CU_ASSERT(!full);
}

static void check_bidirectional(struct fixture *f, unsigned fewest)
{
    const struct sliding *puzzle = &f->instance->puzzle;
    struct sliding_bidirectional_a_star search;
    CU_ASSERT_EQUAL_FATAL(sliding_bidirectional_a_star_init(
                              &search, puzzle, 2 * MEMORY_BYTES, &f->perm, &f->err),
                          STATUS_OK);
    const uint32_t most = search.lists[0].capacity;
    bool full = true;
    for (uint32_t room = 1; full && room <= most; room = next_room(room)) {
        search.lists[0].capacity = search.lists[1].capacity = room;
        sliding_bidirectional_a_star_begin(&search, puzzle->start, puzzle->target);
        enum sliding_search_end end =
            sliding_bidirectional_a_star_run(&search, UINT64_MAX);
        full = search.lists[0].full || search.lists[1].full;
        check_end(end, search.bound, fewest);
        CU_ASSERT(full || end != SLIDING_SEARCH_OUT_OF_MEMORY);
        if (end == SLIDING_SEARCH_FOUND && search.best <= LONGEST) {
            int16_t genes[LONGEST];
            CU_ASSERT_EQUAL(search.best, fewest);
            sliding_bidirectional_a_star_path(&search, genes);
            CU_ASSERT(arrives(puzzle, genes, search.best));
        }
    }
    CU_ASSERT(!full);
}

static void what_is_said_holds_wherever_memory_ends(void)
{
    for (uint64_t seed = 0; seed < PUZZLES; seed++) {
        struct fixture f;
        unsigned before = CU_get_number_of_failures();
        fixture_open(&f, 3, 1 + (unsigned)(seed % 3), 1 + seed / 3 % 5,
                     seed % 4 ? 60 : -1, seed);
        unsigned fewest = fewest_moves(&f);
        for (unsigned per_group = 1; per_group <= 3; per_group++)
            check_a_star(&f, per_group, fewest);
        check_bidirectional(&f, fewest);
        if (CU_get_number_of_failures() != before)
            printf("  above: seed %d\n", (int)seed);
        fixture_close(&f);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(what_is_said_holds_wherever_memory_ends),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding: A*", NULL, NULL, tests);
}
