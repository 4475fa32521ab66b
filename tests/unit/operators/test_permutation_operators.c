/* The operators on permutations: how their children are distributed, with fixed seeds, and slow twins of those
 * that a paper describes step by step. */
#include "distributions.h"
#include "operators.h"
#include "suite.h"

#include <stdbool.h>
#include <string.h>

enum { MOST = 64, PERMUTATIONS = 4000 };

static struct rng rng;
static unsigned char memory[1 << 16] __attribute__((aligned(ARENA_ALIGN)));

static struct arena scratch(size_t n)
{
    size_t bytes = skerry_permutation_scratch(n);
    CU_ASSERT_TRUE_FATAL(bytes <= sizeof memory);
    return (struct arena){.at = memory, .end = memory + bytes};
}

typedef void crossover(const int32_t *a, const int32_t *b, size_t n, struct rng *rng,
                       struct arena scratch, int32_t *child);
static crossover *const crossovers[] = {skerry_permutation_ox, skerry_permutation_pmx,
                                        skerry_permutation_cycle,
                                        skerry_permutation_edge};

static bool is_permutation(const int32_t *genes, size_t n)
{
    bool seen[MOST] = {false};
    for (size_t i = 0; i < n; i++) {
        if (genes[i] < 0 || (size_t)genes[i] >= n || seen[genes[i]])
            return false;
        seen[genes[i]] = true;
    }
    return true;
}

static size_t place_of(const int32_t *genes, int32_t gene)
{
    size_t i = 0;
    while (genes[i] != gene)
        i++;
    return i;
}

static void permutations_stay_permutations(void)
{
    int32_t a[MOST], b[MOST], child[MOST];
    for (size_t c = 0; c < 4; c++)
        for (int t = 0; t < PERMUTATIONS; t++) {
            size_t n = 1 + (size_t)rng_below(&rng, MOST);
            skerry_permutation_sample(a, n, &rng);
            skerry_permutation_sample(b, n, &rng);
            crossovers[c](a, b, n, &rng, scratch(n), child);
            if (!is_permutation(child, n))
                CU_FAIL_FATAL("no permutation");
            crossovers[c](a, a, n, &rng, scratch(n), child);
            if (c < 3)
                CU_ASSERT_EQUAL(memcmp(child, a, n * sizeof *a), 0);
            CU_ASSERT_EQUAL(skerry_permutation_ring_distance(a, child, n, scratch(n)),
                            0);
        }
}

static void mutations_keep_permutations(void)
{
    void (*const mutations[])(int32_t * genes, size_t n, struct rng * rng) = {
        skerry_permutation_swap, skerry_permutation_insert, skerry_permutation_invert};
    for (size_t m = 0; m < 3; m++)
        for (int t = 0; t < PERMUTATIONS; t++) {
            int32_t genes[MOST], before[MOST];
            size_t n = 1 + (size_t)rng_below(&rng, MOST);
            skerry_permutation_sample(genes, n, &rng);
            memcpy(before, genes, sizeof before);
            mutations[m](genes, n, &rng);
            CU_ASSERT_TRUE_FATAL(is_permutation(genes, n));
            CU_ASSERT_EQUAL(memcmp(genes, before, n * sizeof *genes) == 0, n == 1);
        }
}

/* The number of a permutation of four, 0..23. */
static size_t number_of(const int32_t *genes)
{
    size_t number = 0;
    for (size_t i = 0; i < 4; i++) {
        size_t less = 0;
        for (size_t k = i + 1; k < 4; k++)
            less += genes[k] < genes[i];
        number = number * (4 - i) + less;
    }
    return number;
}

static void samples_are_uniform(void)
{
    double seen[24] = {0};
    for (int t = 0; t < DRAWS; t++) {
        int32_t genes[4];
        skerry_permutation_sample(genes, 4, &rng);
        seen[number_of(genes)]++;
    }
    expect_even("sample", seen, 24);
}

static void mutations_make_each_neighbour_alike(void)
{
    enum { N = 6 };
    double swap[N][N] = {{0}}, insert[N][N] = {{0}}, invert[N][N] = {{0}};
    for (int t = 0; t < DRAWS; t++) {
        int32_t g[N] = {0, 1, 2, 3, 4, 5};
        size_t x = 0, y = N - 1;
        skerry_permutation_swap(g, N, &rng);
        while (g[x] == (int32_t)x)
            x++;
        while (g[y] == (int32_t)y)
            y--;
        CU_ASSERT_TRUE_FATAL(g[x] == (int32_t)y && g[y] == (int32_t)x);
        swap[x][y]++;
        for (int32_t i = 0; i < N; i++)
            g[i] = i;
        skerry_permutation_invert(g, N, &rng);
        for (x = 0; g[x] == (int32_t)x; x++)
            ;
        for (y = N - 1; g[y] == (int32_t)y; y--)
            ;
        for (size_t i = x; i <= y; i++)
            CU_ASSERT_EQUAL_FATAL(g[i], (int32_t)(x + y - i));
        invert[x][y]++;
        for (int32_t i = 0; i < N; i++)
            g[i] = i;
        skerry_permutation_insert(g, N, &rng);
        for (x = 0; g[x] == (int32_t)x; x++)
            ;
        for (y = N - 1; g[y] == (int32_t)y; y--)
            ;
        /* Neighbours that change places: either may have moved. */
        bool up = g[y] == (int32_t)x;
        insert[up ? x : y][up ? y : x]++;
    }
    double pairs[N * N], moves[N * N], expected[N * N], turns[N * N];
    size_t n = 0, m = 0;
    for (size_t x = 0; x < N; x++)
        for (size_t y = 0; y < N; y++) {
            if (x < y) {
                pairs[n] = swap[x][y];
                turns[n++] = invert[x][y];
            }
            if (x != y && !(y + 1 == x)) {
                moves[m] = insert[x][y];
                expected[m++] = (y == x + 1 ? 2.0 : 1.0) * DRAWS / (N * (N - 1));
            }
        }
    expect_even("swap", pairs, n);
    expect_even("invert", turns, n);
    expect_fits("insert", moves, expected, m);
}

/* Davis's worked description, with a segment that is known from the child. */
static void ox_keeps_segment_and_order(void)
{
    enum { N = 11 };
    int32_t a[N], b[N], child[N];
    double lengths[N] = {0};
    for (int t = 0; t < DRAWS; t++) {
        struct rng same = rng;
        skerry_permutation_sample(a, N, &rng);
        skerry_permutation_sample(b, N, &rng);
        same = rng;
        skerry_permutation_ox(a, b, N, &rng, scratch(N), child);
        size_t x = (size_t)rng_below(&same, N + 1), y = (size_t)rng_below(&same, N);
        y += y >= x;
        size_t first = x < y ? x : y, last = x < y ? y : x;
        bool taken[N] = {false};
        int32_t twin[N];
        for (size_t i = first; i < last; i++)
            taken[twin[i] = a[i]] = true;
        size_t to = last;
        for (size_t i = 0; i < N; i++) {
            int32_t gene = b[(last + i) % N];
            if (!taken[gene])
                twin[to++ % N] = gene;
        }
        CU_ASSERT_EQUAL(memcmp(twin, child, sizeof twin), 0);
        lengths[last - first - 1]++;
    }
    double expected[N];
    for (size_t i = 0; i < N; i++) /* N + 1 - length segments of a length */
        expected[i] = DRAWS * (double)(N - i) / (N * (N + 1) / 2.0);
    expect_fits("OX's segments", lengths, expected, N);
}

/* Goldberg and Lingle: outside of the segment b's gene, or where the mapping leads to. */
static void pmx_follows_the_mapping(void)
{
    enum { N = 10 };
    int32_t a[N], b[N], child[N];
    for (int t = 0; t < DRAWS / 4; t++) {
        skerry_permutation_sample(a, N, &rng);
        skerry_permutation_sample(b, N, &rng);
        struct rng same = rng;
        skerry_permutation_pmx(a, b, N, &rng, scratch(N), child);
        size_t x = (size_t)rng_below(&same, N + 1), y = (size_t)rng_below(&same, N);
        y += y >= x;
        size_t first = x < y ? x : y, last = x < y ? y : x;
        for (size_t i = 0; i < N; i++) {
            int32_t gene = i >= first && i < last ? a[i] : b[i];
            while (!(i >= first && i < last) && place_of(a, gene) >= first &&
                   place_of(a, gene) < last)
                gene = b[place_of(a, gene)];
            CU_ASSERT_EQUAL(child[i], gene);
        }
    }
}

/* Each gene stands where one of the parents has it. */
static void cycle_keeps_every_place(void)
{
    static const int32_t a[] = {8, 7, 1, 2, 0, 9, 5, 4, 6, 3},
                         b[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    int32_t child[10];
    for (int t = 0; t < 1000; t++) {
        skerry_permutation_cycle(a, b, 10, &rng, scratch(10), child);
        CU_ASSERT_TRUE(is_permutation(child, 10));
        int from_a = 0;
        for (int i = 0; i < 10; i++) {
            CU_ASSERT_TRUE(child[i] == a[i] || child[i] == b[i]);
            from_a += child[i] == a[i];
        }
        CU_ASSERT_TRUE(from_a > 0);
    }
}

/* Few edges are of neither parent: those where no neighbour was left. */
static void edge_recombination_inherits_edges(void)
{
    enum { N = 50 };
    int32_t a[N], b[N], child[N];
    double foreign = 0;
    for (int t = 0; t < PERMUTATIONS; t++) {
        skerry_permutation_sample(a, N, &rng);
        skerry_permutation_sample(b, N, &rng);
        skerry_permutation_edge(a, b, N, &rng, scratch(N), child);
        CU_ASSERT_TRUE(child[0] == a[0] || child[0] == b[0]);
        size_t at_a[N], at_b[N];
        for (size_t i = 0; i < N; i++) {
            at_a[a[i]] = i;
            at_b[b[i]] = i;
        }
        for (size_t i = 0; i + 1 < N; i++) {
            size_t gap_a = (at_a[child[i]] + N - at_a[child[i + 1]]) % N;
            size_t gap_b = (at_b[child[i]] + N - at_b[child[i + 1]]) % N;
            foreign += gap_a != 1 && gap_a != N - 1 && gap_b != 1 && gap_b != N - 1;
        }
    }
    foreign /= (double)PERMUTATIONS * (N - 1);
    if (!(foreign < 0.03)) {
        printf("edge recombination: %g of the edges are new\n", foreign);
        CU_FAIL("too many new edges");
    }
}

static void ring_distance_is_one(void)
{
    static const int32_t a[] = {0, 1, 2, 3, 4, 5}, turned[] = {3, 2, 1, 0, 5, 4},
                         other[] = {0, 2, 4, 1, 3, 5}, near[] = {0, 1, 2, 4, 3, 5};
    CU_ASSERT_EQUAL(skerry_permutation_ring_distance(a, turned, 6, scratch(6)), 0);
    CU_ASSERT_EQUAL(skerry_permutation_ring_distance(a, near, 6, scratch(6)), 2 / 6.0);
    CU_ASSERT_EQUAL(skerry_permutation_ring_distance(a, other, 6, scratch(6)), 5 / 6.0);
    for (int t = 0; t < PERMUTATIONS; t++) {
        int32_t x[MOST], y[MOST];
        size_t n = 1 + (size_t)rng_below(&rng, MOST);
        skerry_permutation_sample(x, n, &rng);
        skerry_permutation_sample(y, n, &rng);
        CU_ASSERT_EQUAL(skerry_permutation_ring_distance(x, y, n, scratch(n)),
                        skerry_permutation_ring_distance(y, x, n, scratch(n)));
    }
}

static void reverse_turns_a_segment(void)
{
    int32_t g[] = {0, 1, 2, 3, 4, 5};
    skerry_permutation_reverse(g, 1, 4);
    CU_ASSERT_TRUE(g[0] == 0 && g[1] == 4 && g[2] == 3 && g[3] == 2 && g[4] == 1);
    skerry_permutation_reverse(g, 3, 3);
    skerry_permutation_reverse(g, 4, 2);
    CU_ASSERT_TRUE(g[2] == 3 && g[3] == 2 && g[4] == 1 && g[5] == 5);
}

static void equal_states_give_equal_children(void)
{
    for (size_t c = 0; c < 4; c++) {
        int32_t a[MOST], b[MOST], one[MOST], two[MOST];
        skerry_permutation_sample(a, MOST, &rng);
        skerry_permutation_sample(b, MOST, &rng);
        struct rng same = rng;
        memset(memory, 0x55, sizeof memory);
        crossovers[c](a, b, MOST, &rng, scratch(MOST), one);
        memset(memory, 0xaa, sizeof memory);
        crossovers[c](a, b, MOST, &same, scratch(MOST), two);
        CU_ASSERT_EQUAL(memcmp(one, two, sizeof one), 0);
        CU_ASSERT_TRUE(rng.state == same.state);
    }
}

int main(void)
{
    rng_seed(&rng, 20261123, 1);
    CU_TestInfo tests[] = {
        SUITE_TEST(permutations_stay_permutations),
        SUITE_TEST(mutations_keep_permutations),
        SUITE_TEST(samples_are_uniform),
        SUITE_TEST(mutations_make_each_neighbour_alike),
        SUITE_TEST(ox_keeps_segment_and_order),
        SUITE_TEST(pmx_follows_the_mapping),
        SUITE_TEST(cycle_keeps_every_place),
        SUITE_TEST(edge_recombination_inherits_edges),
        SUITE_TEST(ring_distance_is_one),
        SUITE_TEST(reverse_turns_a_segment),
        SUITE_TEST(equal_states_give_equal_children),
        CU_TEST_INFO_NULL,
    };
    return suite_run("permutation operators", NULL, NULL, tests);
}
