/* Sliding: the perfect hash, the flood of bits, and the searches that prove, against a
 * breadth-first search with a queue and against one another. */
#include "rng.h"
#include "sliding_a_star.h"
#include "sliding_bidirectional_a_star.h"
#include "sliding_bidirectional_bfs.h"
#include "sliding_bitmap_bfs.h"
#include "sliding_placement_number.h"
#include "suite.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static struct sliding make_puzzle(unsigned d, unsigned k, unsigned rings)
{
    struct sliding puzzle = {
        .d = d, .k = k, .vertices = 1u << d, .rings = rings, .length = 64};
    sliding_faces(&puzzle);
    return puzzle;
}

static void test_ranks_are_a_bijection(void)
{
    for (unsigned d = 1; d <= 4; d++)
        for (unsigned n = 0; n <= 1u << d && n <= 4; n++) {
            uint8_t at[4], before[4] = {0};
            uint64_t count = sliding_placement_count(1u << d, n);
            for (uint64_t rank = 0; rank < count; rank++) {
                uint32_t taken = 0;
                sliding_placement_from_number(1u << d, n, rank, at);
                for (unsigned r = 0; r < n; r++)
                    taken |= (uint32_t)1 << at[r];
                CU_ASSERT((unsigned)__builtin_popcount(taken) == n);
                CU_ASSERT(taken >> ((1u << d) - 1) <= 1);
                CU_ASSERT(sliding_placement_number(1u << d, n, at) == rank);
                CU_ASSERT(rank == 0 || memcmp(before, at, n) < 0); /* all differ */
                memcpy(before, at, n);
            }
        }
    CU_ASSERT(sliding_placement_count(32, 6) == 652458240);
    CU_ASSERT(sliding_placement_count(128, 40) == UINT64_MAX);
}

static void test_large_ranks(void)
{
    struct rng rng;
    rng_init(&rng, 5, 0, 0, RNG_PROBLEM);
    for (int i = 0; i < 10000; i++) {
        uint8_t at[12];
        unsigned n = 1 + (unsigned)rng_below(&rng, 12);
        uint64_t rank = rng_below(&rng, sliding_placement_count(32, n));
        sliding_placement_from_number(32, n, rank, at);
        CU_ASSERT(sliding_placement_number(32, n, at) == rank);
    }
}

enum { UNMET = UINT8_MAX };

/* Distances of all placements from one, by a queue; UNMET where unreachable. */
struct table {
    uint8_t *moves;
    uint64_t *queue;
    uint64_t count, met;
};

static struct table table_make(const struct sliding *puzzle)
{
    struct table table = {.count =
                              sliding_placement_count(puzzle->vertices, puzzle->rings)};
    table.moves = malloc(table.count);
    table.queue = malloc(table.count * sizeof *table.queue);
    CU_ASSERT_FATAL(table.moves && table.queue);
    return table;
}

static void table_free(struct table *table)
{
    free(table->moves);
    free(table->queue);
}

static void table_fill(const struct sliding *puzzle, const uint8_t *from,
                       struct table *table)
{
    unsigned n = puzzle->rings;
    int16_t genes[1024];
    memset(table->moves, UNMET, table->count);
    uint64_t root = sliding_placement_number(puzzle->vertices, n, from);
    table->moves[root] = 0;
    table->queue[0] = root;
    table->met = 1;
    for (uint64_t next = 0; next < table->met; next++) {
        struct sliding_position position;
        uint8_t at[32];
        sliding_placement_from_number(puzzle->vertices, n, table->queue[next], at);
        sliding_place(puzzle, at, &position);
        size_t n_moves = sliding_moves(puzzle, &position, genes);
        for (size_t i = 0; i < n_moves; i++) {
            unsigned ring = sliding_ring_of(puzzle, genes[i]);
            uint8_t kept = at[ring];
            at[ring] = (uint8_t)sliding_vertex_of(puzzle, genes[i]);
            uint64_t rank = sliding_placement_number(puzzle->vertices, n, at);
            at[ring] = kept;
            if (table->moves[rank] != UNMET)
                continue;
            table->moves[rank] = (uint8_t)(table->moves[table->queue[next]] + 1);
            table->queue[table->met++] = rank;
        }
    }
}

/* Every level of the flood is that of the table: as many, and the same placements. */
static void compare_flood(const struct sliding *puzzle, const struct table *table,
                          struct sliding_bitmap_bfs *bfs, const uint8_t *from)
{
    uint64_t met = 0;
    sliding_bitmap_bfs_begin(bfs, from);
    while (bfs->level) {
        uint64_t level = 0;
        uint8_t at[32];
        for (uint64_t rank = 0; rank < table->count; rank++) {
            bool here = table->moves[rank] == bfs->depth;
            sliding_placement_from_number(puzzle->vertices, puzzle->rings, rank, at);
            CU_ASSERT_EQUAL(sliding_bitmap_bfs_is_current(bfs, at), here);
            CU_ASSERT_EQUAL(sliding_bitmap_bfs_is_reached(bfs, at),
                            table->moves[rank] <= bfs->depth);
            level += here;
        }
        met += level;
        CU_ASSERT_EQUAL(bfs->level, level);
        CU_ASSERT_EQUAL(bfs->total, met);
        sliding_bitmap_bfs_first(bfs, at);
        CU_ASSERT_EQUAL(
            table->moves[sliding_placement_number(puzzle->vertices, puzzle->rings, at)],
            bfs->depth);
        sliding_bitmap_bfs_step(bfs);
    }
    CU_ASSERT_EQUAL(bfs->total, table->met);
}

/* All cubes of few placements, from some roots each: up to three outer rings. */
static void test_flood_is_breadth_first(void)
{
    struct rng rng;
    rng_init(&rng, 6, 0, 0, RNG_PROBLEM);
    for (unsigned d = 1; d <= 4; d++)
        for (unsigned k = 1; k <= d; k++)
            for (unsigned n = 1; n < 1u << d; n++) {
                struct sliding puzzle = make_puzzle(d, k, n);
                if (sliding_placement_count(puzzle.vertices, n) > 7000)
                    break;
                struct table table = table_make(&puzzle);
                struct arena arena;
                struct sliding_bitmap_bfs bfs;
                struct error err = {0};
                arena_init(&arena);
                CU_ASSERT_EQUAL_FATAL(
                    sliding_bitmap_bfs_init(&bfs, &puzzle, &arena, &err), STATUS_OK);
                CU_ASSERT(arena.taken_bytes <=
                          sliding_bitmap_bfs_bytes(&puzzle) + 8 * ARENA_ALIGN);
                for (int i = 0; i < 6; i++) {
                    uint8_t from[32];
                    sliding_placement_from_number(puzzle.vertices, n,
                                                  rng_below(&rng, table.count), from);
                    table_fill(&puzzle, from, &table);
                    compare_flood(&puzzle, &table, &bfs, from);
                }
                arena_free(&arena);
                table_free(&table);
            }
}

static void compare_levels(const struct sliding *puzzle, const uint8_t *from)
{
    struct table table = table_make(puzzle);
    uint64_t levels[256] = {0};
    struct arena arena;
    struct sliding_bitmap_bfs bfs;
    struct error err = {0};
    arena_init(&arena);
    table_fill(puzzle, from, &table);
    for (uint64_t rank = 0; rank < table.count; rank++)
        levels[table.moves[rank]]++;
    CU_ASSERT_EQUAL_FATAL(sliding_bitmap_bfs_init(&bfs, puzzle, &arena, &err),
                          STATUS_OK);
    sliding_bitmap_bfs_begin(&bfs, from);
    while (bfs.level) {
        CU_ASSERT_EQUAL(bfs.level, levels[bfs.depth]);
        while (!sliding_bitmap_bfs_run(&bfs, 5))
            ;
    }
    CU_ASSERT_EQUAL(bfs.total, table.met);
    for (uint64_t rank = 0; rank < table.count; rank += 7) {
        uint8_t at[32];
        sliding_placement_from_number(puzzle->vertices, puzzle->rings, rank, at);
        CU_ASSERT_EQUAL(sliding_bitmap_bfs_is_reached(&bfs, at),
                        table.moves[rank] != UNMET);
    }
    arena_free(&arena);
    table_free(&table);
}

/* d = 5, whole words of 32 bits, with many slices a level; crowded levels too. */
static void test_flood_of_five_dimensions(void)
{
    const uint8_t from[] = {17, 30, 3, 8};
    for (unsigned k = 1; k <= 5; k++) {
        struct sliding puzzle = make_puzzle(5, k, 3);
        compare_levels(&puzzle, from);
        puzzle.rings = 4;
        if (k > 1)
            compare_levels(&puzzle, from);
    }
}

static void test_flood_refuses_large_cubes(void)
{
    struct sliding puzzle = make_puzzle(6, 2, 4);
    struct arena arena;
    struct sliding_bitmap_bfs bfs;
    struct error err = {0};
    arena_init(&arena);
    CU_ASSERT_EQUAL(sliding_bitmap_bfs_bytes(&puzzle), SIZE_MAX);
    CU_ASSERT_EQUAL(sliding_bitmap_bfs_init(&bfs, &puzzle, &arena, &err), STATUS_INPUT);
    CU_ASSERT(*err.text != '\0');
    arena_free(&arena);
}

/* The way is legal, leads from one to the other, and has that many moves. */
static void check_way(const struct sliding *puzzle, const uint8_t *from,
                      const uint8_t *to, const int16_t *genes, size_t moves)
{
    struct sliding_position position;
    sliding_place(puzzle, from, &position);
    for (size_t i = 0; i < moves; i++) {
        CU_ASSERT_FATAL(sliding_legal(puzzle, &position, genes[i]));
        sliding_shift(&position, sliding_ring_of(puzzle, genes[i]),
                      sliding_vertex_of(puzzle, genes[i]));
    }
    CU_ASSERT_EQUAL(memcmp(position.at, to, puzzle->rings), 0);
}

struct searches {
    struct sliding_a_star paper, pattern;
    struct sliding_bidirectional_a_star meet;
    struct sliding_bidirectional_bfs wide;
};

/* By A* with each table, and by two fronts, over all calls. */
static uint64_t expanded[3];

/* All searches between two placements agree with the table. */
static void compare_searches(const struct sliding *puzzle, struct searches *all,
                             const struct table *table, const uint8_t *from,
                             const uint8_t *to)
{
    unsigned moves =
        table->moves[sliding_placement_number(puzzle->vertices, puzzle->rings, to)];
    int16_t genes[256];
    struct sliding_a_star *seeks[] = {&all->paper, &all->pattern};
    enum sliding_search_end end;
    for (int i = 0; i < 2; i++) {
        sliding_a_star_begin(seeks[i], from, to);
        CU_ASSERT(moves == UNMET || seeks[i]->bound <= moves);
        while ((end = sliding_a_star_run(seeks[i], 7)) == SLIDING_SEARCH_RUNNING)
            CU_ASSERT(moves == UNMET || seeks[i]->bound <= moves);
        CU_ASSERT_EQUAL(end,
                        moves == UNMET ? SLIDING_SEARCH_NO_PATH : SLIDING_SEARCH_FOUND);
        if (moves == UNMET)
            continue;
        CU_ASSERT_EQUAL_FATAL(seeks[i]->bound, moves);
        sliding_a_star_path(seeks[i], genes);
        check_way(puzzle, from, to, genes, moves);
    }
    for (int i = 0; i < 2; i++)
        expanded[i] += seeks[i]->expanded;
    if (moves == UNMET)
        CU_ASSERT_EQUAL(all->paper.list.count, table->met);
    sliding_bidirectional_a_star_begin(&all->meet, from, to);
    while ((end = sliding_bidirectional_a_star_run(&all->meet, 7)) ==
           SLIDING_SEARCH_RUNNING)
        CU_ASSERT(moves == UNMET || all->meet.bound <= moves);
    expanded[2] += all->meet.expanded;
    CU_ASSERT_EQUAL(end,
                    moves == UNMET ? SLIDING_SEARCH_NO_PATH : SLIDING_SEARCH_FOUND);
    if (moves != UNMET) {
        CU_ASSERT_EQUAL_FATAL(all->meet.best, moves);
        sliding_bidirectional_a_star_path(&all->meet, genes);
        check_way(puzzle, from, to, genes, moves);
    } else if (all->meet.exhausted == 0) {
        CU_ASSERT_EQUAL(all->meet.lists[0].count, table->met);
    }
    if (!memcmp(from, to, puzzle->rings))
        return;
    sliding_bidirectional_bfs_begin(&all->wide, from, to);
    while ((end = sliding_bidirectional_bfs_run(&all->wide, 100)) ==
           SLIDING_SEARCH_RUNNING)
        CU_ASSERT(moves == UNMET || all->wide.bound <= moves);
    CU_ASSERT_EQUAL(end,
                    moves == UNMET ? SLIDING_SEARCH_NO_PATH : SLIDING_SEARCH_FOUND);
    if (moves != UNMET)
        CU_ASSERT_EQUAL(all->wide.bound, moves);
}

static void open_searches(const struct sliding *puzzle, struct searches *all,
                          struct arena *arena)
{
    struct error err = {0};
    size_t bytes = 1 << 24;
    sliding_a_star_init(&all->paper, puzzle, 1, bytes, arena, &err);
    sliding_a_star_init(&all->pattern, puzzle, 3, bytes, arena, &err);
    sliding_bidirectional_a_star_init(&all->meet, puzzle, bytes, arena, &err);
    sliding_bidirectional_bfs_init(&all->wide, puzzle, arena, &err);
    CU_ASSERT_EQUAL_FATAL(err.status, STATUS_OK);
}

static void test_searches_agree(void)
{
    static struct searches all;
    static const struct {
        unsigned d, k, rings, roots, pairs;
    } cases[] = {{2, 1, 2, 4, 12}, {2, 1, 3, 8, 24}, {3, 1, 4, 8, 20}, {3, 2, 4, 8, 20},
                 {3, 1, 6, 6, 20}, {3, 3, 1, 4, 8},  {4, 1, 4, 3, 20}, {4, 2, 4, 3, 20},
                 {4, 3, 4, 3, 20}, {4, 3, 5, 1, 20}, {5, 3, 3, 2, 20}};
    struct rng rng;
    rng_init(&rng, 7, 0, 0, RNG_PROBLEM);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct sliding puzzle = make_puzzle(cases[c].d, cases[c].k, cases[c].rings);
        struct table table = table_make(&puzzle);
        struct arena arena;
        arena_init(&arena);
        open_searches(&puzzle, &all, &arena);
        for (unsigned i = 0; i < cases[c].roots; i++) {
            uint8_t from[32], to[32];
            sliding_placement_from_number(puzzle.vertices, puzzle.rings,
                                          rng_below(&rng, table.count), from);
            table_fill(&puzzle, from, &table);
            compare_searches(&puzzle, &all, &table, from, from);
            for (unsigned j = 0; j < cases[c].pairs; j++) {
                sliding_placement_from_number(puzzle.vertices, puzzle.rings,
                                              rng_below(&rng, table.count), to);
                compare_searches(&puzzle, &all, &table, from, to);
            }
        }
        arena_free(&arena);
        table_free(&table);
    }
    /* As many as it took when this was written: what prunes less finds the same, later.
     * Where it takes fewer, the numbers follow. */
    static const uint64_t most[] = {2104352, 2072114, 935778};
    for (int i = 0; i < 3; i++) {
        CU_ASSERT(expanded[i] <= most[i]);
        if (expanded[i] > most[i])
            printf("%d: %" PRIu64 " expanded\n", i, expanded[i]);
    }
}

/* The lower bounds, paper's and patterns', never pass the truth, and patterns are no
 * weaker; a move changes them by one at most. */
static void test_needs_are_admissible(void)
{
    for (unsigned k = 1; k <= 3; k++)
        for (unsigned per_group = 1; per_group <= 4; per_group++) {
            struct sliding puzzle = make_puzzle(4, k, 4);
            struct table table = table_make(&puzzle);
            struct sliding_packing packing = sliding_packing_of(&puzzle);
            const uint8_t goal[] = {3, 12, 8, 1};
            struct sliding_pattern_database pdb;
            struct arena arena;
            struct error err = {0};
            arena_init(&arena);
            CU_ASSERT_EQUAL_FATAL(
                sliding_pdb_init(&pdb, &puzzle, per_group, &arena, &err), STATUS_OK);
            sliding_pdb_build(&pdb, &puzzle, goal);
            table_fill(&puzzle, goal, &table);
            for (uint64_t rank = 0; rank < table.count; rank++) {
                uint8_t at[4], back[4];
                uint64_t key;
                sliding_placement_from_number(puzzle.vertices, 4, rank, at);
                sliding_packing_pack(&packing, at, &key);
                sliding_packing_unpack(&packing, &key, back);
                CU_ASSERT_EQUAL(memcmp(at, back, 4), 0);
                unsigned h = sliding_pdb_value(&pdb, &key);
                CU_ASSERT(h == SLIDING_PDB_UNREACHABLE ? table.moves[rank] == UNMET
                                                       : h <= table.moves[rank]);
                if (per_group == 1)
                    CU_ASSERT_EQUAL(h, sliding_bound(&puzzle, at, goal));
                CU_ASSERT(h >= sliding_bound(&puzzle, at, goal));
                if (per_group == 4)
                    CU_ASSERT(h == SLIDING_PDB_UNREACHABLE || h == table.moves[rank]);
            }
            arena_free(&arena);
            table_free(&table);
        }
}

/* Out of memory the searches say so, and what they know stays true. */
static void test_full_searches_end(void)
{
    static struct searches all;
    struct sliding puzzle = make_puzzle(5, 4, 6);
    const uint8_t from[] = {30, 29, 0, 17, 4, 1}, to[] = {17, 30, 0, 29, 4, 1};
    struct arena arena;
    struct error err = {0};
    arena_init(&arena);
    sliding_a_star_init(&all.paper, &puzzle, 1, 1 << 16, &arena, &err);
    sliding_bidirectional_a_star_init(&all.meet, &puzzle, 1 << 17, &arena, &err);
    CU_ASSERT_EQUAL_FATAL(err.status, STATUS_OK);
    sliding_a_star_begin(&all.paper, from, to);
    CU_ASSERT_EQUAL(sliding_a_star_run(&all.paper, UINT64_MAX),
                    SLIDING_SEARCH_OUT_OF_MEMORY);
    CU_ASSERT(all.paper.bound >= 6 && all.paper.bound <= 13);
    sliding_bidirectional_a_star_begin(&all.meet, from, to);
    CU_ASSERT_EQUAL(sliding_bidirectional_a_star_run(&all.meet, UINT64_MAX),
                    SLIDING_SEARCH_OUT_OF_MEMORY);
    CU_ASSERT(all.meet.bound >= 6 && all.meet.bound <= 13);
    arena_free(&arena);
}

/* Placements of more than one word: 20 rings in 7 dimensions. */
static void test_many_rings(void)
{
    static struct searches all;
    struct sliding puzzle = make_puzzle(7, 2, 20);
    struct sliding_position position;
    struct rng rng;
    uint8_t from[20];
    int16_t genes[20 * 108];
    struct arena arena;
    struct error err = {0};
    arena_init(&arena);
    rng_init(&rng, 8, 0, 0, RNG_PROBLEM);
    for (unsigned r = 0; r < 20; r++)
        from[r] = (uint8_t)(r * 6);
    sliding_a_star_init(&all.paper, &puzzle, 1, 1 << 24, &arena, &err);
    sliding_bidirectional_a_star_init(&all.meet, &puzzle, 1 << 25, &arena, &err);
    CU_ASSERT_EQUAL_FATAL(err.status, STATUS_OK);
    sliding_place(&puzzle, from, &position);
    for (unsigned step = 1; step <= 6; step++) {
        size_t n = sliding_moves(&puzzle, &position, genes);
        int16_t gene = genes[rng_below(&rng, n)];
        sliding_shift(&position, sliding_ring_of(&puzzle, gene),
                      sliding_vertex_of(&puzzle, gene));
        sliding_a_star_begin(&all.paper, from, position.at);
        sliding_bidirectional_a_star_begin(&all.meet, from, position.at);
        CU_ASSERT_EQUAL(sliding_a_star_run(&all.paper, 100000), SLIDING_SEARCH_FOUND);
        CU_ASSERT_EQUAL(sliding_bidirectional_a_star_run(&all.meet, 100000),
                        SLIDING_SEARCH_FOUND);
        CU_ASSERT_EQUAL(all.meet.best, all.paper.bound);
        CU_ASSERT(all.meet.best <= step);
        sliding_bidirectional_a_star_path(&all.meet, genes);
        check_way(&puzzle, from, position.at, genes, all.meet.best);
        sliding_a_star_path(&all.paper, genes);
        check_way(&puzzle, from, position.at, genes, all.paper.bound);
    }
    arena_free(&arena);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(test_ranks_are_a_bijection),
        SUITE_TEST(test_large_ranks),
        SUITE_TEST(test_flood_is_breadth_first),
        SUITE_TEST(test_flood_of_five_dimensions),
        SUITE_TEST(test_flood_refuses_large_cubes),
        SUITE_TEST(test_searches_agree),
        SUITE_TEST(test_needs_are_admissible),
        SUITE_TEST(test_full_searches_end),
        SUITE_TEST(test_many_rings),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding: exact", NULL, NULL, tests);
}
