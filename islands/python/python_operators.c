#include "python_operators.h"

#include "operators.h"

#include <float.h>

/* Distribution indices of SBX and polynomial mutation. Source: Deb, Pratap, Agarwal, Meyarivan, A
 * fast and elitist multiobjective genetic algorithm: NSGA-II, IEEE Transactions on Evolutionary
 * Computation 6, 2002, V.A, has 20 for both. */
static const double CROSSOVER_INDEX = 20, MUTATION_INDEX = 20;

static void sample_integers(const struct python_puzzle *puzzle, size_t genes,
                            struct rng *rng, int32_t *genome)
{
    for (size_t i = 0; i < genes; i++) {
        int64_t low = puzzle->low_int[i], high = puzzle->high_int[i];
        genome[i] =
            (int32_t)(low + (int64_t)rng_below(rng, (uint64_t)(high - low + 1)));
    }
}

static void sample_reals(const struct python_puzzle *puzzle, size_t genes,
                         struct rng *rng, double *genome)
{
    for (size_t i = 0; i < genes; i++) {
        double low = puzzle->low[i], high = puzzle->high[i];
        genome[i] = fmin(low + rng_unit(rng) * (high - low), high);
    }
}

void python_operators_sample(const struct python_puzzle *puzzle, size_t genes,
                             struct rng *rng, void *genome)
{
    uint8_t *bits = genome;
    switch (puzzle->kind) {
    case PYTHON_PERMUTATION:
        skerry_permutation_sample(genome, genes, rng);
        break;
    case PYTHON_BITS:
        for (size_t i = 0; i < genes; i++)
            bits[i] = rng_next(rng) & 1;
        break;
    case PYTHON_INTEGERS:
        sample_integers(puzzle, genes, rng, genome);
        break;
    case PYTHON_REALS:
        sample_reals(puzzle, genes, rng, genome);
        break;
    }
}

void python_operators_crossover(const struct python_puzzle *puzzle, size_t genes,
                                const void *a, const void *b, struct rng *rng,
                                struct arena scratch, void *child)
{
    switch (puzzle->kind) {
    case PYTHON_PERMUTATION:
        skerry_permutation_ox(a, b, genes, rng, scratch, child);
        break;
    case PYTHON_BITS:
        skerry_crossover_uniform(a, b, genes, 1, 0.5, rng, child);
        break;
    case PYTHON_INTEGERS:
        skerry_crossover_uniform(a, b, genes, sizeof(int32_t), 0.5, rng, child);
        break;
    case PYTHON_REALS:
        skerry_real_sbx(a, b, genes, puzzle->low, puzzle->high, CROSSOVER_INDEX, rng,
                        child);
        break;
    }
}

void python_operators_mutate(const struct python_puzzle *puzzle, size_t genes,
                             double rate, struct rng *rng, void *genome)
{
    switch (puzzle->kind) {
    case PYTHON_PERMUTATION:
        if (rng_chance(rng, rate))
            skerry_permutation_invert(genome, genes, rng);
        break;
    case PYTHON_BITS:
        skerry_bit_flip(genome, genes, rate, rng);
        break;
    case PYTHON_INTEGERS:
        skerry_integer_reset(genome, genes, puzzle->low_int, puzzle->high_int, rate,
                             rng);
        break;
    case PYTHON_REALS:
        skerry_real_polynomial(genome, genes, puzzle->low, puzzle->high, MUTATION_INDEX,
                               rate, rng);
        break;
    }
}

static double share(double part, double whole)
{
    return part > 0 ? fmax(part / whole, DBL_MIN) : 0; /* 0 for equal genes alone */
}

/* The difference of gene i, in [0, 1]. */
static double difference(const struct python_puzzle *puzzle, const void *a,
                         const void *b, size_t i)
{
    const int32_t *m = a, *n = b;
    const uint8_t *s = a, *t = b;
    const double *x = a, *y = b;
    switch (puzzle->kind) {
    case PYTHON_PERMUTATION:
        return m[i] != n[i];
    case PYTHON_BITS:
        return s[i] != t[i];
    case PYTHON_INTEGERS:
        return share(fabs((double)m[i] - n[i]),
                     (double)puzzle->high_int[i] - puzzle->low_int[i]);
    case PYTHON_REALS:
        return share(fabs(x[i] - y[i]), puzzle->high[i] - puzzle->low[i]);
    }
    return 0;
}

double python_operators_distance(const struct python_puzzle *puzzle, size_t genes,
                                 const void *a, const void *b)
{
    double sum = 0;
    for (size_t i = 0; i < genes; i++)
        sum += difference(puzzle, a, b, i);
    return sum > 0 ? fmin(fmax(sum / (double)genes, DBL_MIN), 1) : 0;
}
