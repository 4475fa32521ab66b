/* Sliding: faces, legal moves and the lower bound, against a twin that follows
 * Definition 1 word by word. */
#include "rng.h"
#include "sliding.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { POSITIONS = 300, STEPS = 30 };

static struct sliding random_puzzle(struct rng *rng, unsigned d, unsigned k)
{
    struct sliding puzzle = {.d = d, .k = k, .vertices = 1u << d, .length = STEPS};
    uint32_t order[SLIDING_MAX_VERTICES];
    for (uint32_t v = 0; v < puzzle.vertices; v++)
        order[v] = v;
    puzzle.rings = 1 + (unsigned)rng_below(rng, puzzle.vertices - 1);
    if (rng_chance(rng, 0.7) && puzzle.rings > d + 1) /* few rings: moves exist */
        puzzle.rings = d + 1;
    rng_shuffle(rng, order, puzzle.vertices);
    for (unsigned r = 0; r < puzzle.rings; r++)
        puzzle.start[r] = (uint8_t)order[r];
    rng_shuffle(rng, order, puzzle.vertices);
    for (unsigned r = 0; r < puzzle.rings; r++)
        puzzle.target[r] = (uint8_t)order[r];
    sliding_faces(&puzzle);
    return puzzle;
}

/* Definition 1: is there a set of k axes that holds every coordinate in which the two
 * vertices differ, and such that no other ring is on a vertex that agrees with `from`
 * outside those axes? */
static bool slow_legal(const struct sliding *puzzle, const uint8_t *at, unsigned ring,
                       unsigned to)
{
    for (unsigned axes = 0; axes < puzzle->vertices; axes++) {
        unsigned chosen = 0;
        for (unsigned j = 0; j < puzzle->d; j++)
            chosen += axes >> j & 1;
        if (chosen != puzzle->k || ((at[ring] ^ to) & ~axes))
            continue;
        bool free = true;
        for (unsigned r = 0; r < puzzle->rings; r++)
            if (r != ring && !((at[r] ^ at[ring]) & ~axes))
                free = false;
        if (free)
            return to != at[ring];
    }
    return false;
}

static void compare_moves(const struct sliding *puzzle,
                          const struct sliding_position *position)
{
    int16_t genes[SLIDING_MAX_VERTICES * SLIDING_MAX_VERTICES / 4];
    size_t n = sliding_moves(puzzle, position, genes), seen = 0;
    for (unsigned r = 0; r < puzzle->rings; r++)
        for (unsigned to = 0; to < puzzle->vertices; to++) {
            int16_t gene = sliding_gene(puzzle, r, to);
            bool legal = slow_legal(puzzle, position->at, r, to);
            CU_ASSERT_EQUAL(sliding_legal(puzzle, position, gene), legal);
            CU_ASSERT_EQUAL(sliding_ring_of(puzzle, gene), r);
            CU_ASSERT_EQUAL(sliding_vertex_of(puzzle, gene), to);
            if (legal)
                CU_ASSERT(seen < n && genes[seen++] == gene);
        }
    CU_ASSERT_EQUAL(seen, n);
}

/* h never changes by more than 1 in a move, is 0 at home only, and the same both ways.
 */
static void check_bound(const struct sliding *puzzle,
                        const struct sliding_position *before,
                        const struct sliding_position *after)
{
    unsigned h0 = sliding_bound(puzzle, before->at, puzzle->target);
    unsigned h1 = sliding_bound(puzzle, after->at, puzzle->target);
    CU_ASSERT(h0 <= h1 + 1 && h1 <= h0 + 1);
    CU_ASSERT_EQUAL(h0, sliding_bound(puzzle, puzzle->target, before->at));
    CU_ASSERT_EQUAL(h0 == 0, sliding_matches(puzzle, before) == puzzle->rings);
}

/* A random walk: every position on it is compared, and replaying it ends there. */
static void walk(const struct sliding *puzzle, struct rng *rng)
{
    static int16_t genes[SLIDING_MAX_VERTICES * SLIDING_MAX_VERTICES / 4];
    int16_t path[STEPS];
    struct sliding_position position, replayed;
    size_t steps = 0;
    sliding_place(puzzle, puzzle->start, &position);
    for (; steps < STEPS; steps++) {
        struct sliding_position before = position;
        compare_moves(puzzle, &position);
        size_t n = sliding_moves(puzzle, &position, genes);
        if (n == 0)
            break;
        path[steps] = genes[rng_below(rng, n)];
        sliding_shift(&position, sliding_ring_of(puzzle, path[steps]),
                      sliding_vertex_of(puzzle, path[steps]));
        check_bound(puzzle, &before, &position);
    }
    if (steps < STEPS)
        path[steps] = SLIDING_END;
    CU_ASSERT_EQUAL(sliding_replay(puzzle, path, &replayed), steps);
    CU_ASSERT_EQUAL(memcmp(replayed.at, position.at, puzzle->rings), 0);
    CU_ASSERT(replayed.occupied == position.occupied);
}

static void test_walks(void)
{
    struct rng rng;
    rng_init(&rng, 20, 0, 0, RNG_PROBLEM);
    for (unsigned d = 1; d <= SLIDING_MAX_D; d++)
        for (unsigned k = 1; k <= d; k++)
            for (int i = 0; i < POSITIONS >> d; i++) {
                struct sliding puzzle = random_puzzle(&rng, d, k);
                walk(&puzzle, &rng);
            }
}

/* Replay stops before a move that is not legal. */
static void test_replay_stops(void)
{
    struct sliding puzzle = {.d = 3, .k = 2, .vertices = 8, .rings = 2, .length = 8};
    struct sliding_position position;
    sliding_faces(&puzzle);
    puzzle.start[0] = 0;
    puzzle.start[1] = 7;
    int16_t path[8] = {sliding_gene(&puzzle, 0, 3), sliding_gene(&puzzle, 1, 3),
                       SLIDING_END};
    CU_ASSERT_EQUAL(sliding_replay(&puzzle, path, &position), 1);
    CU_ASSERT_EQUAL(position.at[0], 3);
    CU_ASSERT_EQUAL(position.at[1], 7);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(test_walks),
        SUITE_TEST(test_replay_stops),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding: moves", NULL, NULL, tests);
}
