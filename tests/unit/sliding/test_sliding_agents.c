/* Sliding: the agents' parts against the formulas, and whole generations. */
#include "sliding_agents.h"
#include "sliding_lone.h"
#include "suite.h"

enum { DRAWS = 200000, LENGTH = 64 };

static const struct sliding_agents_keys few = {
    .population = 50, .elite = 0.1, .alpha = 0.2, .exponent = 1.8};

/* Counts within five standard deviations of what the chances say. */
static void check_counts(const size_t *count, const double *chance, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double mean = DRAWS * chance[i], deviation = sqrt(mean * (1 - chance[i]));
        CU_ASSERT(fabs((double)count[i] - mean) <= 5 * deviation);
        if (fabs((double)count[i] - mean) > 5 * deviation)
            printf("  thing %zu: %zu drawn, %.0f expected\n", i, count[i], mean);
    }
}

static void spin(const struct sliding_roulette *roulette, const double *chance)
{
    size_t count[16] = {0};
    struct rng rng;
    rng_init(&rng, 11, 0, 0, RNG_ALGORITHM);
    for (int i = 0; i < DRAWS; i++)
        count[sliding_roulette_spin(roulette, &rng)]++;
    check_counts(count, chance, roulette->n);
}

static void zipf_draws_as_its_distribution(void)
{
    double upto[7], chance[7], sum = 0;
    struct sliding_roulette roulette = {upto, 0};
    sliding_zipf(&roulette, 7, 1.8);
    for (int n = 1; n <= 7; n++)
        sum += 1 / pow(n, 1.8);
    for (int n = 1; n <= 7; n++)
        chance[n - 1] = 1 / pow(n, 1.8) / sum;
    CU_ASSERT_EQUAL(roulette.n, 7);
    spin(&roulette, chance);
}

static void wheel_draws_in_proportion(void)
{
    static const double weight[] = {0, 3, 0, 1, 4, 0},
                        chance[] = {0, 0.375, 0, 0.125, 0.5, 0};
    double upto[6];
    struct sliding_roulette roulette = {upto, 0};
    for (size_t i = 0; i < 6; i++)
        sliding_roulette_add(&roulette, weight[i]);
    CU_ASSERT_EQUAL(sliding_roulette_total(&roulette), 8);
    spin(&roulette, chance);
}

static void fitness_and_force_as_the_formulas(void)
{
    CU_ASSERT_EQUAL(sliding_agents_fitness(5, 5), 1);
    CU_ASSERT_EQUAL(sliding_agents_fitness(5, 2), 0.25);
    CU_ASSERT_DOUBLE_EQUAL(sliding_agents_force(0.2, 0.25, 3), 0.05 + 0.2, 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(sliding_agents_force(0.2, 1, 0), 1, 1e-15);
}

/* The chance of each gene: a ring, one of its free faces, one of the other vertices;
 * found by asking of each vertex whether the face it spans is free. */
static double slow_chances(const struct sliding *puzzle,
                           const struct sliding_position *position, double *chance)
{
    double total = 0;
    for (unsigned r = 0; r < puzzle->rings; r++) {
        unsigned free = 0, v = position->at[r];
        for (unsigned pass = 0; pass < 2; pass++)
            for (unsigned axes = 0; axes < puzzle->vertices; axes++) {
                bool is_free = (unsigned)__builtin_popcount(axes) == puzzle->k;
                for (unsigned o = 0; o < puzzle->rings; o++)
                    is_free &= o == r || ((v ^ position->at[o]) & ~axes) != 0;
                if (pass == 0)
                    free += is_free;
                for (unsigned to = 0; pass == 1 && is_free && to < puzzle->vertices;
                     to++)
                    if (to != v && !((to ^ v) & ~axes)) {
                        double p = 1.0 / puzzle->rings / free / ((1 << puzzle->k) - 1);
                        chance[sliding_gene(puzzle, r, to)] += p;
                        total += p;
                    }
            }
    }
    return total;
}

static void moves_are_drawn_by_ring_face_and_vertex(void)
{
    struct lone lone;
    sliding_lone_open(&lone, &cube_3_2, LENGTH, &sliding_agents_algorithm, &few, 1);
    const struct sliding *puzzle = sliding_lone_puzzle(&lone);
    struct sliding_position start;
    double chance[33] = {0}; /* of each gene; the last: nothing */
    size_t count[33] = {0};
    struct rng rng;
    rng_init(&rng, 12, 0, 0, RNG_ALGORITHM);
    sliding_place(puzzle, puzzle->start, &start);
    chance[32] = 1 - slow_chances(puzzle, &start, chance);
    CU_ASSERT(chance[32] < 1);
    for (int i = 0; i < DRAWS; i++) {
        struct sliding_position position = start;
        unsigned ring = (unsigned)rng_below(&rng, puzzle->rings);
        int16_t gene = sliding_agents_move(puzzle, &rng, ring, &position);
        count[gene == SLIDING_END ? 32 : gene]++;
        CU_ASSERT(gene == SLIDING_END || sliding_legal(puzzle, &start, gene));
        CU_ASSERT(gene == SLIDING_END || position.at[sliding_ring_of(puzzle, gene)] ==
                                             sliding_vertex_of(puzzle, gene));
    }
    check_counts(count, chance, 33);
    lone_close(&lone);
}

/* Variant `program`: n distinct rings, every ordered choice as likely as any other. */
static void distinct_rings_are_drawn_uniformly(void)
{
    struct lone lone;
    sliding_lone_open(&lone, &cube_3_2, LENGTH, &sliding_agents_algorithm, &few, 1);
    const struct sliding *puzzle = sliding_lone_puzzle(&lone);
    struct rng rng;
    rng_init(&rng, 13, 0, 0, RNG_ALGORITHM);
    for (size_t n = 0; n <= puzzle->rings; n++) {
        double chance[256] = {0}; /* of each sequence of rings, in base 4 */
        size_t count[256] = {0}, sequences = 1;
        for (size_t i = 0; i < n; i++)
            sequences *= puzzle->rings - i;
        for (size_t code = 0; code < (size_t)1 << 2 * n; code++) {
            unsigned seen = 0;
            for (size_t i = 0; i < n; i++)
                seen |= 1u << (code >> 2 * i & 3);
            if ((size_t)__builtin_popcount(seen) == n)
                chance[code] = 1.0 / (double)sequences;
        }
        for (int i = 0; i < DRAWS; i++) {
            uint8_t rings[SLIDING_MAX_RINGS];
            size_t code = 0;
            sliding_agents_draw(puzzle, &rng, n, rings);
            for (size_t k = 0; k < n; k++)
                code |= (size_t)rings[k] << 2 * k;
            count[code]++;
        }
        check_counts(count, chance, (size_t)1 << 2 * n);
    }
    lone_close(&lone);
}

/* Variant `program`: no ring moves twice in a generation. */
static void no_ring_of_the_program_moves_twice(void)
{
    struct lone lone;
    struct sliding_agents_keys program = few;
    program.variant = SLIDING_AGENTS_PROGRAM;
    program.exponent = 0; /* many moves */
    sliding_lone_open(&lone, &cube_3_2, LENGTH, &sliding_agents_algorithm, &program, 3);
    const struct sliding *puzzle = sliding_lone_puzzle(&lone);
    lone_step(&lone);
    for (size_t row = 0; row < lone.pop.count; row++) {
        const int16_t *gene = population_genome(&lone.pop, row);
        unsigned moved = 0;
        for (size_t i = 0; gene[i] != SLIDING_END; i++) {
            unsigned ring = 1u << sliding_ring_of(puzzle, gene[i]);
            CU_ASSERT(!(moved & ring));
            moved |= ring;
        }
    }
    CU_ASSERT(sliding_lone_is_legal(&lone));
    lone_close(&lone);
}

static size_t moves_of(const struct lone *lone, const int16_t *gene)
{
    struct sliding_position end;
    return sliding_replay(sliding_lone_puzzle(lone), gene, &end);
}

static unsigned matches_of(const struct lone *lone, const int16_t *gene)
{
    struct sliding_position end;
    sliding_replay(sliding_lone_puzzle(lone), gene, &end);
    return sliding_matches(sliding_lone_puzzle(lone), &end);
}

/* True when a row of `before` is how this agent began, at most L moves ago. */
static bool has_parent(const struct lone *lone, const int16_t *before, size_t n,
                       const int16_t *gene)
{
    for (size_t row = 0; row < n; row++) {
        const int16_t *parent = before + row * LENGTH;
        size_t moves = moves_of(lone, parent), more = moves_of(lone, gene) - moves;
        if (more <= sliding_lone_puzzle(lone)->rings &&
            !memcmp(parent, gene, moves * sizeof *gene))
            return true;
    }
    return false;
}

static void generations_keep_the_fittest_and_move_the_others(void)
{
    enum { N = 50, ELITE = 5, GENERATIONS = 12 };
    static int16_t before[N * LENGTH];
    struct lone lone;
    sliding_lone_open(&lone, &cube_4_3, LENGTH, &sliding_agents_algorithm, &few, 2);
    for (int g = 0; g < GENERATIONS && !lone.island.finished; g++) {
        unsigned least = UINT32_MAX, better = 0;
        for (size_t row = 0; row < N; row++)
            memcpy(before + row * LENGTH, population_genome(&lone.pop, row),
                   LENGTH * sizeof *before);
        lone_step(&lone);
        CU_ASSERT(sliding_lone_is_legal(&lone));
        for (size_t row = 0; row < N; row++)
            CU_ASSERT(has_parent(&lone, before, N, population_genome(&lone.pop, row)));
        for (size_t row = N - ELITE; row < N; row++) {
            const int16_t *gene = population_genome(&lone.pop, row);
            size_t copies = 0;
            for (size_t old = 0; old < N; old++)
                copies += !memcmp(gene, before + old * LENGTH, LENGTH * sizeof *gene);
            CU_ASSERT(copies > 0);
            unsigned matches = matches_of(&lone, gene);
            least = matches < least ? matches : least;
        }
        for (size_t old = 0; old < N; old++)
            better += matches_of(&lone, before + old * LENGTH) > least;
        CU_ASSERT(better < ELITE);
    }
    lone_close(&lone);
}

static void an_agent_at_the_target_ends_the_search(void)
{
    struct lone lone;
    sliding_lone_open(&lone, &cube_4_1, LENGTH, &sliding_agents_algorithm, &few, 3);
    for (int g = 0; g < 2000 && !lone.island.finished; g++) {
        CU_ASSERT_EQUAL(lone_best(&lone), INFINITY);
        lone_step(&lone);
    }
    CU_ASSERT_TRUE(lone.island.finished);
    CU_ASSERT(lone_best(&lone) >= 6 && lone_best(&lone) <= LENGTH);
    CU_ASSERT(sliding_lone_is_legal(&lone));
    lone_close(&lone);
}

static void agents_stop_at_the_length(void)
{
    struct lone lone;
    sliding_lone_open(&lone, &cube_4_3, 4, &sliding_agents_algorithm, &few, 4);
    for (int g = 0; g < 40; g++)
        lone_step(&lone);
    size_t most = 0;
    for (size_t row = 0; row < lone.pop.count; row++) {
        size_t moves = moves_of(&lone, population_genome(&lone.pop, row));
        most = moves > most ? moves : most;
    }
    CU_ASSERT_EQUAL(most, 4);
    CU_ASSERT(sliding_lone_is_legal(&lone));
    lone_close(&lone);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(zipf_draws_as_its_distribution),
        SUITE_TEST(wheel_draws_in_proportion),
        SUITE_TEST(fitness_and_force_as_the_formulas),
        SUITE_TEST(moves_are_drawn_by_ring_face_and_vertex),
        SUITE_TEST(distinct_rings_are_drawn_uniformly),
        SUITE_TEST(no_ring_of_the_program_moves_twice),
        SUITE_TEST(generations_keep_the_fittest_and_move_the_others),
        SUITE_TEST(an_agent_at_the_target_ends_the_search),
        SUITE_TEST(agents_stop_at_the_length),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding agents", NULL, NULL, tests);
}
