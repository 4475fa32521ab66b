/* The standard operators: how their children are distributed (chi-square with fixed seeds,
 * Kolmogorov-Smirnov for real numbers), where they may be, and slow twins of those that a
 * paper describes step by step. */
#include "operators.h"

#include <CUnit/Basic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, DRAWS = 60000, PERMUTATIONS = 4000 };

static struct rng rng;
static unsigned char memory[1 << 16] __attribute__((aligned(ARENA_ALIGN)));

static struct arena scratch_of(size_t bytes)
{
    CU_ASSERT_TRUE_FATAL(bytes <= sizeof memory);
    return (struct arena){.at = memory, .end = memory + bytes};
}

static struct arena scratch(size_t n)
{
    return scratch_of(skerry_permutation_scratch(n));
}

/* The statistic stays under what chance alone passes once in 10,000 times (Wilson and
 * Hilferty's approximation of its quantile). Expected counts are at least 5. */
static void expect_fits(const char *what, const double *seen, const double *expected,
                        size_t cells)
{
    double sum = 0, free = -1;
    for (size_t i = 0; i < cells; i++) {
        if (expected[i] <= 0) {
            CU_ASSERT_EQUAL(seen[i], 0);
            continue;
        }
        CU_ASSERT_TRUE(expected[i] >= 5);
        sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
        free++;
    }
    double root = 1 - 2 / (9 * free) + 3.719 * sqrt(2 / (9 * free));
    double most = free * root * root * root;
    if (!(sum < most)) {
        printf("%s: chi-square %g of %g degrees, at most %g\n", what, sum, free, most);
        CU_FAIL("another distribution");
    }
}

static void expect_even(const char *what, const double *seen, size_t cells)
{
    double expected[MOST * MOST], total = 0;
    for (size_t i = 0; i < cells; i++)
        total += seen[i];
    for (size_t i = 0; i < cells; i++)
        expected[i] = total / (double)cells;
    expect_fits(what, seen, expected, cells);
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Kolmogorov and Smirnov's distance at a level of 1 in 10,000: 2.23 / sqrt(n). */
static void expect_law(const char *what, double *drawn, size_t n,
                       double (*law)(double value))
{
    double worst = 0;
    qsort(drawn, n, sizeof *drawn, ascending);
    for (size_t i = 0; i < n; i++) {
        double p = law(drawn[i]);
        worst = fmax(worst,
                     fmax(p - (double)i / (double)n, (double)(i + 1) / (double)n - p));
    }
    if (!(worst < 2.23 / sqrt((double)n))) {
        printf("%s: distance %g over %zu\n", what, worst, n);
        CU_FAIL("another distribution");
    }
}

/* ---- any genes ---- */

static void one_point_cuts_everywhere_alike(void)
{
    enum { N = 12 };
    double seen[N + 1] = {0}, middle[N - 1];
    uint16_t a[N], b[N], child[N];
    for (int i = 0; i < N; i++) {
        a[i] = (uint16_t)i;
        b[i] = (uint16_t)(100 + i);
    }
    for (int t = 0; t < DRAWS; t++) {
        int cut = 0;
        skerry_crossover_one_point(a, b, N, 2, &rng, child);
        while (cut < N && child[cut] == a[cut])
            cut++;
        for (int i = cut; i < N; i++)
            CU_ASSERT_EQUAL(child[i], b[i]);
        seen[cut]++;
    }
    CU_ASSERT_EQUAL(seen[0] + seen[N], 0);
    memcpy(middle, seen + 1, sizeof middle);
    expect_even("one point", middle, N - 1);
}

static void two_point_takes_every_arc_alike(void)
{
    enum { N = 9 };
    double seen[N * (N - 1)] = {0};
    uint8_t a[N] = {0}, b[N], child[N];
    memset(b, 1, N);
    for (int t = 0; t < DRAWS; t++) {
        int length = 0, first = -1;
        skerry_crossover_two_point(a, b, N, 1, &rng, child);
        for (int i = 0; i < N; i++) {
            length += child[i];
            if (child[i] && !child[(i + N - 1) % N]) {
                CU_ASSERT_EQUAL(first, -1); /* one arc */
                first = i;
            }
        }
        CU_ASSERT_TRUE_FATAL(length > 0 && length < N);
        seen[first * (N - 1) + length - 1]++;
    }
    expect_even("two points", seen, N * (N - 1));
}

static void uniform_takes_its_share_of_each(void)
{
    static const double shares[] = {0.5, 0.2, 0.9};
    for (size_t s = 0; s < 3; s++) {
        enum { N = 8 };
        double seen[1 << N] = {0}, expected[1 << N];
        uint32_t a[N], b[N], child[N];
        for (uint32_t i = 0; i < N; i++) {
            a[i] = i;
            b[i] = i + 50;
        }
        for (int t = 0; t < 40 * DRAWS; t++) {
            unsigned mask = 0;
            skerry_crossover_uniform(a, b, N, 4, shares[s], &rng, child);
            for (unsigned i = 0; i < N; i++) {
                mask |= (unsigned)(child[i] == b[i]) << i;
                if (child[i] != a[i] && child[i] != b[i])
                    CU_FAIL("a gene of neither");
            }
            seen[mask]++;
        }
        for (unsigned mask = 0; mask < 1 << N; mask++) {
            int ones = __builtin_popcount(mask);
            expected[mask] =
                40.0 * DRAWS * pow(shares[s], ones) * pow(1 - shares[s], N - ones);
        }
        /* Cells that expect less than 5 are one cell. */
        double rare = 0, rare_seen = 0;
        size_t kept = 0;
        for (unsigned mask = 0; mask < 1 << N; mask++)
            if (expected[mask] < 5) {
                rare += expected[mask];
                rare_seen += seen[mask];
            } else {
                expected[kept] = expected[mask];
                seen[kept++] = seen[mask];
            }
        if (rare >= 5) {
            expected[kept] = rare;
            seen[kept++] = rare_seen;
        }
        expect_fits("uniform", seen, expected, kept);
    }
}

static void one_gene_is_the_first_parents(void)
{
    int32_t a = 3, b = 4, child = 0;
    skerry_crossover_one_point(&a, &b, 1, sizeof a, &rng, &child);
    CU_ASSERT_EQUAL(child, 3);
    child = 0;
    skerry_crossover_two_point(&a, &b, 1, sizeof a, &rng, &child);
    CU_ASSERT_EQUAL(child, 3);
}

/* ---- bits and whole numbers ---- */

static void bits_flip_on_their_own(void)
{
    static const double rates[] = {0.01, 0.1, 0.5, 0.97};
    for (size_t r = 0; r < 4; r++) {
        enum { N = 6 };
        double seen[1 << N] = {0}, expected[1 << N];
        uint8_t bits[N];
        double draws = rates[r] == 0.5 ? DRAWS : 8e6;
        if (rates[r] < 0.1 || rates[r] > 0.9)
            draws = 4e6;
        for (double t = 0; t < draws; t++) {
            unsigned mask = 0;
            memset(bits, 0, N);
            skerry_bit_flip(bits, N, rates[r], &rng);
            for (unsigned i = 0; i < N; i++)
                mask |= (unsigned)bits[i] << i;
            seen[mask]++;
        }
        double rare = 0, rare_seen = 0;
        size_t kept = 0;
        for (unsigned mask = 0; mask < 1 << N; mask++) {
            int ones = __builtin_popcount(mask);
            double chance = draws * pow(rates[r], ones) * pow(1 - rates[r], N - ones);
            double count = seen[mask];
            if (chance < 5) {
                rare += chance;
                rare_seen += count;
                continue;
            }
            expected[kept] = chance;
            seen[kept++] = count;
        }
        if (rare >= 5) {
            expected[kept] = rare;
            seen[kept++] = rare_seen;
        }
        expect_fits("flip", seen, expected, kept);
    }
}

static void rates_of_0_and_1_are_none_and_all(void)
{
    uint8_t bits[MOST] = {0};
    for (int t = 0; t < 100; t++) {
        skerry_bit_flip(bits, MOST, 0, &rng);
        for (int i = 0; i < MOST; i++)
            CU_ASSERT_EQUAL(bits[i], t % 2);
        skerry_bit_flip(bits, MOST, 1, &rng);
    }
}

static void creep_moves_to_its_neighbours_alike(void)
{
    static const int32_t low[] = {-10, 0, 5, INT32_MIN}, high[] = {10, 3, 5, INT32_MAX};
    double seen[3][64] = {{0}};
    for (int t = 0; t < DRAWS; t++) {
        int32_t genes[] = {2, 1, 5, INT32_MAX};
        skerry_integer_creep(genes, 4, low, high, 3, 1, &rng);
        seen[0][genes[0] + 10]++;
        seen[1][genes[1]]++;
        CU_ASSERT_EQUAL(genes[2], 5);
        CU_ASSERT_TRUE_FATAL(genes[3] >= INT32_MAX - 3 && genes[3] < INT32_MAX);
        seen[2][INT32_MAX - genes[3]]++;
    }
    double near[] = {seen[0][9],  seen[0][10], seen[0][11],
                     seen[0][13], seen[0][14], seen[0][15]};
    double edge[] = {seen[1][0], seen[1][2], seen[1][3]};
    expect_even("creep", near, 6);
    expect_even("creep at a bound", edge, 3);
    expect_even("creep at the last number", seen[2] + 1, 3);
    CU_ASSERT_EQUAL(near[0] + near[1] + near[2] + near[3] + near[4] + near[5], DRAWS);
    CU_ASSERT_EQUAL(edge[0] + edge[1] + edge[2], DRAWS);
}

static void reset_takes_every_other_number(void)
{
    static const int32_t low[] = {-2, INT32_MIN}, high[] = {3, INT32_MAX};
    double seen[6] = {0};
    for (int t = 0; t < DRAWS; t++) {
        int32_t genes[] = {0, 7};
        skerry_integer_reset(genes, 2, low, high, 1, &rng);
        CU_ASSERT_TRUE_FATAL(genes[0] >= -2 && genes[0] <= 3);
        CU_ASSERT_NOT_EQUAL(genes[1], 7);
        seen[genes[0] + 2]++;
    }
    double others[] = {seen[0], seen[1], seen[3], seen[4], seen[5]};
    CU_ASSERT_EQUAL(seen[2], 0);
    expect_even("reset", others, 5);
}

static void rate_is_the_chance_of_each_gene(void)
{
    int32_t low[MOST] = {0}, high[MOST];
    double changed[MOST] = {0}, expected[MOST];
    for (int i = 0; i < MOST; i++)
        high[i] = 1;
    for (int t = 0; t < DRAWS; t++) {
        int32_t genes[MOST] = {0};
        skerry_integer_reset(genes, MOST, low, high, 0.03, &rng);
        for (int i = 0; i < MOST; i++)
            changed[i] += genes[i];
    }
    for (int i = 0; i < MOST; i++)
        expected[i] = 0.03 * DRAWS;
    expect_fits("rate", changed, expected, MOST);
}

/* ---- permutations ---- */

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

/* ---- real numbers ---- */

static double normal_law(double x)
{
    return erfc(-x / sqrt(2)) / 2;
}

static void normal_numbers_are_normal(void)
{
    static double drawn[DRAWS];
    for (size_t i = 0; i < DRAWS; i++)
        drawn[i] = skerry_real_normal(&rng);
    expect_law("normal", drawn, DRAWS, normal_law);
}

/* Deviation 0.1 of a width of 20, from 5: mirrored at 10. */
static double mirrored_law(double x)
{
    return x >= 10 ? 1 : normal_law((x - 9) / 2) + 1 - normal_law((20 - x - 9) / 2);
}

static void gaussian_is_reflected(void)
{
    static double drawn[DRAWS];
    const double low = -10, high = 10;
    for (size_t i = 0; i < DRAWS; i++) {
        drawn[i] = 9;
        skerry_real_gaussian(&drawn[i], 1, &low, &high, 0.1, 1, &rng);
        CU_ASSERT_TRUE_FATAL(drawn[i] >= low && drawn[i] <= high);
    }
    expect_law("Gaussian", drawn, DRAWS, mirrored_law);
    for (int t = 0; t < 1000; t++) {
        double gene = 3;
        skerry_real_gaussian(&gene, 1, &low, &high, 50, 1, &rng);
        CU_ASSERT_TRUE(gene >= low && gene <= high);
        double fixed = 2;
        skerry_real_gaussian(&fixed, 1, &(double){2}, &(double){2}, 1, 1, &rng);
        CU_ASSERT_EQUAL(fixed, 2);
    }
}

/* The density (index + 1) / 2 * (1 - |share|)^index, far from bounds, integrated; index
 * 20, width 2, from 0. */
static double polynomial_law(double x)
{
    double tail = pow(1 - fabs(x) / 2, 21) / 2;
    return x < 0 ? tail : 1 - tail;
}

static void polynomial_has_its_density(void)
{
    static double drawn[DRAWS];
    const double low = -1, high = 1;
    for (size_t i = 0; i < DRAWS; i++) {
        drawn[i] = 0;
        skerry_real_polynomial(&drawn[i], 1, &low, &high, 20, 1, &rng);
    }
    /* Of the unbounded law 2e-7 lies outside. */
    expect_law("polynomial", drawn, DRAWS, polynomial_law);
    for (int t = 0; t < DRAWS; t++) {
        double gene = t % 2 ? -1 : 0.999;
        skerry_real_polynomial(&gene, 1, &low, &high, (double)(t % 5), 1, &rng);
        CU_ASSERT_TRUE_FATAL(gene >= low && gene <= high);
    }
}

/* Deb and Agrawal's spread: contracting for beta <= 1 with chance 1/2, density (index + 1) /
 * 2 * beta^index, else (index + 1) / 2 / beta^(index + 2); index 2. */
static double spread_law(double beta)
{
    return beta <= 1 ? pow(beta, 3) / 2 : 1 - 1 / pow(beta, 3) / 2;
}

static void sbx_has_its_spread(void)
{
    static double drawn[2 * DRAWS];
    const double low = -1e6, high = 1e6, a = -0.5, b = 0.5;
    size_t n = 0;
    double kept = 0, above = 0;
    for (int t = 0; t < DRAWS; t++) {
        double child;
        skerry_real_sbx(&a, &b, 1, &low, &high, 2, &rng, &child);
        if (child == a) {
            kept++;
            continue;
        }
        above += child > 0;
        drawn[n++] = fabs(child) / 0.5;
    }
    double coin[] = {kept, DRAWS - kept}, side[] = {above, (double)n - above};
    expect_even("SBX: genes that are crossed", coin, 2);
    expect_even("SBX: sides", side, 2);
    expect_law("SBX", drawn, n, spread_law);
}

static void sbx_stays_in_bounds(void)
{
    for (int t = 0; t < DRAWS; t++) {
        double a[3], b[3], child[3], low[] = {0, -1, 5}, high[] = {1, 1, 5};
        for (int i = 0; i < 3; i++) {
            a[i] = t % 7 ? low[i] + (high[i] - low[i]) * rng_unit(&rng) : low[i];
            b[i] = t % 5 ? low[i] + (high[i] - low[i]) * rng_unit(&rng) : high[i];
        }
        skerry_real_sbx(a, b, 3, low, high, t % 20, &rng, child);
        for (int i = 0; i < 3; i++)
            CU_ASSERT_TRUE_FATAL(child[i] >= low[i] && child[i] <= high[i]);
        skerry_real_sbx(a, a, 3, low, high, 2, &rng, child);
        CU_ASSERT_EQUAL(memcmp(a, child, sizeof a), 0);
    }
}

static void differential_takes_one_gene_at_least(void)
{
    enum { N = 5 };
    static const double low[N] = {-9, -9, -9, -9, -9}, high[N] = {9, 9, 9, 9, 9},
                        target[N] = {0}, base[N] = {1, 1, 1, 1, 1},
                        plus[N] = {5, 5, 5, 5, 5}, minus[N] = {3, 3, 3, 3, 3};
    double seen[1 << N] = {0}, expected[1 << N] = {0};
    for (int t = 0; t < DRAWS; t++) {
        double child[N];
        unsigned mask = 0;
        skerry_real_differential(target, base, plus, minus, N, low, high, 0.5, 0.3,
                                 &rng, child);
        for (unsigned i = 0; i < N; i++) {
            CU_ASSERT_TRUE_FATAL(child[i] == 0 || child[i] == 2);
            mask |= (unsigned)(child[i] > 0) << i;
        }
        seen[mask]++;
    }
    for (unsigned always = 0; always < N; always++)
        for (unsigned mask = 0; mask < 1 << N; mask++)
            if (mask >> always & 1) {
                int ones = __builtin_popcount(mask) - 1;
                expected[mask] +=
                    DRAWS / (double)N * pow(0.3, ones) * pow(0.7, N - 1 - ones);
            }
    expect_fits("differential", seen, expected, 1 << N);
    double child[N], far[N] = {99, 99, 99, 99, 99};
    skerry_real_differential(target, base, far, minus, N, low, high, 1, 1, &rng, child);
    CU_ASSERT_EQUAL(child[2], 5); /* halfway from 1 to the bound */
    skerry_real_differential(target, base, minus, far, N, low, high, 1, 1, &rng, child);
    CU_ASSERT_EQUAL(child[2], -4);
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
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("operators", NULL, NULL);
    CU_ADD_TEST(suite, one_point_cuts_everywhere_alike);
    CU_ADD_TEST(suite, two_point_takes_every_arc_alike);
    CU_ADD_TEST(suite, uniform_takes_its_share_of_each);
    CU_ADD_TEST(suite, one_gene_is_the_first_parents);
    CU_ADD_TEST(suite, bits_flip_on_their_own);
    CU_ADD_TEST(suite, rates_of_0_and_1_are_none_and_all);
    CU_ADD_TEST(suite, creep_moves_to_its_neighbours_alike);
    CU_ADD_TEST(suite, reset_takes_every_other_number);
    CU_ADD_TEST(suite, rate_is_the_chance_of_each_gene);
    CU_ADD_TEST(suite, permutations_stay_permutations);
    CU_ADD_TEST(suite, mutations_keep_permutations);
    CU_ADD_TEST(suite, samples_are_uniform);
    CU_ADD_TEST(suite, mutations_make_each_neighbour_alike);
    CU_ADD_TEST(suite, ox_keeps_segment_and_order);
    CU_ADD_TEST(suite, pmx_follows_the_mapping);
    CU_ADD_TEST(suite, cycle_keeps_every_place);
    CU_ADD_TEST(suite, edge_recombination_inherits_edges);
    CU_ADD_TEST(suite, ring_distance_is_one);
    CU_ADD_TEST(suite, reverse_turns_a_segment);
    CU_ADD_TEST(suite, normal_numbers_are_normal);
    CU_ADD_TEST(suite, gaussian_is_reflected);
    CU_ADD_TEST(suite, polynomial_has_its_density);
    CU_ADD_TEST(suite, sbx_has_its_spread);
    CU_ADD_TEST(suite, sbx_stays_in_bounds);
    CU_ADD_TEST(suite, differential_takes_one_gene_at_least);
    CU_ADD_TEST(suite, equal_states_give_equal_children);
    CU_basic_set_mode(CU_BRM_NORMAL);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
