/* What the standard operators cost, beside the loop that one would write without them.
 *
 *     bench_operators [--json]
 *
 * Genomes of 256 genes, rates of 1/256. The loops draw a random number a gene, search for
 * each gene in permutations, and choose by a random number. CPU time of this process; the median of
 * five rounds, taken in turn. */
#include "operators.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 256, ROUNDS = 5 };
static const double ROUND_S = 0.02;

static struct rng rng;
static unsigned char memory[1 << 16] __attribute__((aligned(ARENA_ALIGN)));
static uint8_t bits[N], bits_b[N], bits_child[N];
static int32_t numbers[N], low[N], high[N], order[N], order_b[N], order_child[N];
static double reals[N], reals_b[N], reals_child[N], floor_of[N], ceiling_of[N];

static struct arena scratch(void)
{
    return (struct arena){.at = memory, .end = memory + sizeof memory};
}

/* ---- plain loops ---- */

static void plain_uniform(void)
{
    for (size_t i = 0; i < N; i++)
        bits_child[i] = rng_unit(&rng) < 0.5 ? bits[i] : bits_b[i];
}

static void plain_flip(void)
{
    for (size_t i = 0; i < N; i++)
        if (rng_unit(&rng) < 1.0 / N)
            bits[i] ^= 1;
}

static void plain_creep(void)
{
    for (size_t i = 0; i < N; i++)
        if (rng_unit(&rng) < 1.0 / N) {
            int32_t moved = numbers[i] + (int32_t)rng_below(&rng, 11) - 5;
            numbers[i] = moved < low[i] ? low[i] : moved > high[i] ? high[i] : moved;
        }
}

static void plain_gaussian(void)
{
    for (size_t i = 0; i < N; i++)
        if (rng_unit(&rng) < 1.0 / N) {
            double moved = reals[i] + 0.1 * skerry_real_normal(&rng);
            reals[i] = fmax(floor_of[i], fmin(ceiling_of[i], moved));
        }
}

static int has(const int32_t *genes, size_t n, int32_t gene)
{
    for (size_t i = 0; i < n; i++)
        if (genes[i] == gene)
            return 1;
    return 0;
}

static void plain_ox(void)
{
    size_t first = (size_t)rng_below(&rng, N), last = (size_t)rng_below(&rng, N);
    if (first > last) {
        size_t other = first;
        first = last;
        last = other;
    }
    size_t to = last, n = last - first;
    memcpy(order_child + first, order + first, n * sizeof *order);
    for (size_t i = 0; i < N; i++) {
        int32_t gene = order_b[(last + i) % N];
        if (!has(order + first, n, gene))
            order_child[to++ % N] = gene;
    }
}

/* ---- the operators ---- */

static void our_uniform(void)
{
    skerry_crossover_uniform(bits, bits_b, N, 1, 0.5, &rng, bits_child);
}

static void our_flip(void)
{
    skerry_bit_flip(bits, N, 1.0 / N, &rng);
}

static void our_creep(void)
{
    skerry_integer_creep(numbers, N, low, high, 5, 1.0 / N, &rng);
}

static void our_gaussian(void)
{
    skerry_real_gaussian(reals, N, floor_of, ceiling_of, 0.1, 1.0 / N, &rng);
}

static void our_ox(void)
{
    skerry_permutation_ox(order, order_b, N, &rng, scratch(), order_child);
}

static void our_one_point(void)
{
    skerry_crossover_one_point(bits, bits_b, N, 1, &rng, bits_child);
}

static void our_two_point(void)
{
    skerry_crossover_two_point(bits, bits_b, N, 1, &rng, bits_child);
}

static void our_pmx(void)
{
    skerry_permutation_pmx(order, order_b, N, &rng, scratch(), order_child);
}

static void our_cycle(void)
{
    skerry_permutation_cycle(order, order_b, N, &rng, scratch(), order_child);
}

static void our_edge(void)
{
    skerry_permutation_edge(order, order_b, N, &rng, scratch(), order_child);
}

static void our_sbx(void)
{
    skerry_real_sbx(reals, reals_b, N, floor_of, ceiling_of, 5, &rng, reals_child);
}

static void our_polynomial(void)
{
    skerry_real_polynomial(reals, N, floor_of, ceiling_of, 20, 1.0 / N, &rng);
}

static void our_differential(void)
{
    skerry_real_differential(reals, reals_b, reals, reals_b, N, floor_of, ceiling_of,
                             0.5, 0.9, &rng, reals_child);
}

static const struct figure {
    const char *name;
    void (*ours)(void);
    void (*plain)(void); /* NULL: no loop worth the name */
} figures[] = {{"uniform", our_uniform, plain_uniform},
               {"bit flip", our_flip, plain_flip},
               {"creep", our_creep, plain_creep},
               {"Gaussian", our_gaussian, plain_gaussian},
               {"OX", our_ox, plain_ox},
               {"one-point", our_one_point, NULL},
               {"two-point", our_two_point, NULL},
               {"PMX", our_pmx, NULL},
               {"cycle", our_cycle, NULL},
               {"edge recombination", our_edge, NULL},
               {"SBX", our_sbx, NULL},
               {"polynomial", our_polynomial, NULL},
               {"differential", our_differential, NULL}};

static double cpu_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double measure_ns(void (*call)(void))
{
    double begin = cpu_s(), end = begin, calls = 0;
    for (; end < begin + ROUND_S; end = cpu_s(), calls += 100)
        for (int i = 0; i < 100; i++)
            call();
    return 1e9 * (end - begin) / calls;
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void compare(const struct figure *figure, double *ours, double *plain)
{
    double one[ROUNDS], other[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        one[round] = measure_ns(figure->ours);
        other[round] = figure->plain ? measure_ns(figure->plain) : NAN;
    }
    qsort(one, ROUNDS, sizeof *one, ascending);
    qsort(other, ROUNDS, sizeof *other, ascending);
    *ours = one[ROUNDS / 2];
    *plain = other[ROUNDS / 2];
}

static void prepare(void)
{
    rng_seed(&rng, 1, 1);
    skerry_permutation_sample(order, N, &rng);
    skerry_permutation_sample(order_b, N, &rng);
    for (size_t i = 0; i < N; i++) {
        bits[i] = (uint8_t)rng_below(&rng, 2);
        bits_b[i] = (uint8_t)rng_below(&rng, 2);
        low[i] = -100;
        high[i] = 100;
        floor_of[i] = -1;
        ceiling_of[i] = 1;
        reals[i] = rng_unit(&rng);
        reals_b[i] = -rng_unit(&rng);
    }
}

int main(int argc, char **argv)
{
    int json = argc > 1 && !strcmp(argv[1], "--json");
    prepare();
    if (!json)
        printf("%-20s %10s %10s %7s\n", "256 genes", "ns a child", "plain loop",
               "ratio");
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        double ours, plain;
        compare(&figures[i], &ours, &plain);
        if (json && isnan(plain))
            printf("%s{\"name\": \"operators/%s\", \"value\": %.4g, \"unit\": \"ns a "
                   "child\", "
                   "\"reference\": null, \"ratio\": null}",
                   i ? ",\n " : "[", figures[i].name, ours);
        else if (json)
            printf("%s{\"name\": \"operators/%s\", \"value\": %.4g, \"unit\": \"ns a "
                   "child\", "
                   "\"reference\": %.4g, \"ratio\": %.3g}",
                   i ? ",\n " : "[", figures[i].name, ours, plain, plain / ours);
        else if (isnan(plain))
            printf("%-20s %10.0f\n", figures[i].name, ours);
        else
            printf("%-20s %10.0f %10.0f %7.2f\n", figures[i].name, ours, plain,
                   plain / ours);
    }
    if (json)
        puts("]");
    return 0;
}
