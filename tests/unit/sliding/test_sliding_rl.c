/* Sliding: what reinforcement learning does to weights, on cases worked by hand, and
 * whole runs. */
#include "sliding_lone.h"
#include "sliding_reaches.h"
#include "sliding_rl.h"
#include "suite.h"

enum { LENGTH = 64 };

static const struct sliding_rl_keys keys = {.placements = 100,
                                            .iterations = 300,
                                            .episodes = 10,
                                            .longest = 20000,
                                            .memory = 4000,
                                            .learning = 0.05,
                                            .discount = 0.95};

static void table_remembers_and_forgets_nothing(void)
{
    struct arena perm;
    struct sliding_weights weights;
    struct rng rng;
    uint64_t key[100];
    arena_init(&perm);
    rng_init(&rng, 21, 0, 0, RNG_PROBLEM);
    CU_ASSERT_FATAL(sliding_weights_init(&weights, 100, 0.5, &perm));
    for (size_t i = 0; i < 100; i++) {
        key[i] = i ? rng_next(&rng) << 32 : 0; /* many share their low bits */
        CU_ASSERT_FALSE(sliding_weights_has(&weights, key[i]));
        CU_ASSERT_EQUAL(sliding_weights_get(&weights, key[i]), 0.5);
        sliding_weights_set(&weights, key[i], (double)i);
    }
    sliding_weights_set(&weights, 77, 8); /* full */
    CU_ASSERT_EQUAL(sliding_weights_get(&weights, 77), 0.5);
    for (size_t i = 0; i < 100; i++) {
        CU_ASSERT_EQUAL(sliding_weights_get(&weights, key[i]), (double)i);
        sliding_weights_set(&weights, key[i], 3);
        CU_ASSERT_EQUAL(sliding_weights_get(&weights, key[i]), 3);
    }
    arena_free(&perm);
}

/* An episode A B A C, B unknown before. */
static void weights_change_as_the_formulas(void)
{
    enum { A = 10, B = 20, C = 30, D = 40 };
    static const uint64_t passed[] = {A, B, A, C};
    struct arena perm;
    struct sliding_weights weights;
    arena_init(&perm);
    CU_ASSERT_FATAL(sliding_weights_init(&weights, 10, 1e-7, &perm));
    sliding_weights_set(&weights, A, 0.25);
    sliding_weights_set(&weights, C, 1);
    sliding_weights_set(&weights, D, 0.5);
    sliding_rl_learn(&keys, passed, 4, true, &weights);
    CU_ASSERT_DOUBLE_EQUAL(sliding_weights_get(&weights, C), 1, 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(sliding_weights_get(&weights, B),
                           0.95e-7 + 0.05 * 0.95 * 0.95, 1e-15);
    double once = 0.95 * 0.25 + 0.05 * 0.95; /* one move before the end */
    CU_ASSERT_DOUBLE_EQUAL(sliding_weights_get(&weights, A),
                           0.95 * once + 0.05 * 0.95 * 0.95 * 0.95, 1e-15);
    sliding_rl_learn(&keys, passed + 1, 3, false, &weights);
    CU_ASSERT_DOUBLE_EQUAL(sliding_weights_get(&weights, C), 0.95, 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(sliding_weights_get(&weights, B),
                           0.95 * 0.95 * 0.95 * (0.95e-7 + 0.05 * 0.95 * 0.95), 1e-15);
    CU_ASSERT_EQUAL(sliding_weights_get(&weights, D), 0.5);
    sliding_weights_set(&weights, C, 1e-13);
    sliding_rl_learn(&keys, passed + 3, 1, false, &weights);
    CU_ASSERT_EQUAL(sliding_weights_get(&weights, C), 1e-12);
    arena_free(&perm);
}

/* Moves are drawn in proportion to the weights, so that some weight must be positive. */
static void weights_stay_positive(void)
{
    static const struct sliding_rl_keys extreme = {.learning = 1, .discount = 0};
    static const uint64_t passed[] = {10, 20, 30};
    struct arena perm;
    struct sliding_weights weights;
    arena_init(&perm);
    CU_ASSERT_FATAL(sliding_weights_init(&weights, 10, 1e-7, &perm));
    for (int won = 0; won < 2; won++) {
        sliding_rl_learn(&extreme, passed, 3, won, &weights);
        for (int i = 0; i < 3; i++)
            CU_ASSERT(sliding_weights_get(&weights, passed[i]) > 0);
    }
    arena_free(&perm);
}

/* Least moves between placements of the 3-cube, by trying every move in rounds. */
static void slow_distances(const struct sliding *puzzle, int *distance)
{
    for (int i = 0; i < 1 << 12; i++)
        distance[i] = -1;
    int target = 0, changed = 1;
    for (unsigned r = 0; r < puzzle->rings; r++)
        target |= puzzle->target[r] << 3 * r;
    distance[target] = 0;
    for (int round = 0; changed; round++) {
        changed = 0;
        for (int i = 0; i < 1 << 12; i++) {
            if (distance[i] != round)
                continue;
            uint8_t at[SLIDING_MAX_RINGS];
            int16_t gene[64];
            struct sliding_position position;
            for (unsigned r = 0; r < puzzle->rings; r++)
                at[r] = (uint8_t)(i >> 3 * r & 7);
            sliding_place(puzzle, at, &position);
            size_t n = sliding_moves(puzzle, &position, gene);
            for (size_t m = 0; m < n; m++) {
                unsigned r = sliding_ring_of(puzzle, gene[m]);
                int next = (i & ~(7 << 3 * r)) |
                           (int)(sliding_vertex_of(puzzle, gene[m]) << 3 * r);
                if (distance[next] < 0) {
                    distance[next] = round + 1;
                    changed = 1;
                }
            }
        }
    }
}

/* Variant `program` completes the last level, the others end within it. */
static void check_first_weights(enum sliding_rl_variant variant)
{
    static int distance[1 << 12];
    struct sliding_rl_keys first = keys;
    struct lone lone;
    first.variant = variant;
    first.placements = 100;
    bool whole = variant == SLIDING_RL_PROGRAM;
    sliding_lone_open(&lone, &cube_3_2, LENGTH, &sliding_rl_algorithm, &first, 1);
    const struct sliding_instance *instance = lone.puzzle.self;
    struct sliding_weights weights;
    CU_ASSERT_FATAL(sliding_weights_init(&weights, 4000, 1e-7, &lone.perm));
    sliding_rl_init_weights(instance, &first, &weights, lone.island.scratch);
    slow_distances(&instance->puzzle, distance);
    int far = 0;
    size_t known = 0, nearer = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 1 << 12; i++) {
            uint8_t at[SLIDING_MAX_RINGS];
            if (distance[i] < 0)
                continue;
            for (unsigned r = 0; r < 4; r++)
                at[r] = (uint8_t)(i >> 3 * r & 7);
            uint64_t key = sliding_key(instance, at);
            if (pass == 0 && sliding_weights_has(&weights, key)) {
                CU_ASSERT_EQUAL(sliding_weights_get(&weights, key),
                                ldexp(1, -distance[i]));
                far = distance[i] > far ? distance[i] : far;
                known++;
            }
            if (pass == 1) { /* the nearest first */
                CU_ASSERT(distance[i] >= far + whole ||
                          sliding_weights_has(&weights, key));
                nearer += distance[i] < far;
            }
        }
    CU_ASSERT((whole ? known > 100 : known == 100) && nearer < 100);
    CU_ASSERT_EQUAL(weights.used, known);
    lone_close(&lone);
}

static void first_weights_halve_with_each_move(void)
{
    check_first_weights(SLIDING_RL_IMPROVED);
    check_first_weights(SLIDING_RL_PAPER);
    check_first_weights(SLIDING_RL_PROGRAM);
}

static void every_variant_ends_with_a_short_legal_path(void)
{
    static const int variants[] = {SLIDING_RL_PAPER, SLIDING_RL_PROGRAM};
    for (size_t v = 0; v < 2; v++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            struct lone lone;
            struct sliding_rl_keys these = keys;
            double best = INFINITY;
            these.variant = variants[v];
            sliding_lone_open(&lone, &cube_3_2, LENGTH, &sliding_rl_algorithm, &these,
                              seed);
            while (!lone.island.finished) {
                lone_step(&lone);
                CU_ASSERT(sliding_lone_is_legal(&lone));
                CU_ASSERT(lone_best(&lone) <= best);
                best = lone_best(&lone);
            }
            CU_ASSERT(best >= 6 && best <= 20);
            lone_close(&lone);
        }
}

static void runs_end_with_a_short_legal_path(void)
{
    struct lone lone;
    sliding_lone_open(&lone, &cube_3_2, LENGTH, &sliding_rl_algorithm, &keys, 2);
    CU_ASSERT_EQUAL(lone_best(&lone), INFINITY);
    double best = INFINITY;
    int generations = 0;
    for (; !lone.island.finished && generations < 1000; generations++) {
        lone_step(&lone);
        CU_ASSERT(sliding_lone_is_legal(&lone));
        CU_ASSERT(lone_best(&lone) <= best);
        best = lone_best(&lone);
    }
    CU_ASSERT_EQUAL(generations, 30); /* 300 episodes, ten a generation */
    CU_ASSERT_EQUAL(lone.island.evaluations, 301);
    CU_ASSERT(best >= 6 && best <= 12);
    lone_close(&lone);
}

/* Another island's path is the bound of episodes from then on, and is walked again. */
static void a_better_guest_is_learned_from(void)
{
    struct lone teacher, pupil;
    struct sliding_rl_keys slow = keys;
    slow.placements = 1;
    slow.iterations = 50;
    sliding_lone_open(&teacher, &cube_3_2, LENGTH, &sliding_rl_algorithm, &keys, 3);
    sliding_lone_open(&pupil, &cube_3_2, LENGTH, &sliding_rl_algorithm, &slow, 4);
    while (!teacher.island.finished)
        lone_step(&teacher);
    CU_ASSERT_EQUAL(lone_best(&pupil), INFINITY);
    population_copy(&pupil.pop, 0, &teacher.pop, 0);
    pupil.algorithm->welcome(pupil.self, &pupil.island);
    struct view views[MAX_VIEWS];
    pupil.algorithm->state(pupil.self, views);
    uint64_t before = ((const uint64_t *)views[0].data)[2];
    CU_ASSERT(before >= (uint64_t)lone_best(&teacher)); /* its placements are known */
    while (!pupil.island.finished)
        lone_step(&pupil);
    CU_ASSERT(lone_best(&pupil) <= lone_best(&teacher));
    CU_ASSERT(sliding_lone_is_legal(&pupil));
    lone_close(&teacher);
    lone_close(&pupil);
}

/* The limit of a genome: the individual is then no solution, but legal. */
static void a_path_longer_than_a_genome_is_no_solution(void)
{
    struct lone lone;
    sliding_lone_open(&lone, &cube_3_2, 5, &sliding_rl_algorithm, &keys, 5);
    while (!lone.island.finished)
        lone_step(&lone);
    CU_ASSERT_EQUAL(lone_best(&lone), INFINITY); /* the optimum is 6 */
    CU_ASSERT(sliding_lone_is_legal(&lone));
    lone_close(&lone);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(table_remembers_and_forgets_nothing),
        SUITE_TEST(weights_change_as_the_formulas),
        SUITE_TEST(weights_stay_positive),
        SUITE_TEST(first_weights_halve_with_each_move),
        SUITE_TEST(runs_end_with_a_short_legal_path),
        SUITE_TEST(every_variant_ends_with_a_short_legal_path),
        SUITE_TEST(a_better_guest_is_learned_from),
        SUITE_TEST(a_path_longer_than_a_genome_is_no_solution),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding rl", NULL, NULL, tests);
}
