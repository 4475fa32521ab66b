/* Functions of real numbers, shifted and rotated: a plugin. The least value is 0. */
#include <skerry/operators.h>
#include <skerry/plugin.h>

enum function { RASTRIGIN, ROSENBROCK, ACKLEY, MOST = 100 };
static const char *const functions[] = {"rastrigin", "rosenbrock", "ackley", NULL};

struct keys {
    int function;
    int64_t dimensions, instance;
    bool rotated;
};
static const struct config_option options[] = {
    OPTION_CHOICE_AT(struct keys, function, "rastrigin", functions,
                     "what is minimised"),
    OPTION_INT_AT(struct keys, dimensions, "10", 2, MOST, "numbers"),
    OPTION_INT_AT(struct keys, instance, "1", 0, 1e9, "decides shift and rotation"),
    OPTION_BOOL_AT(struct keys, rotated, "true",
                   "turned at random, else along the axes"),
    OPTION_END};

struct real {
    enum function function;
    size_t n;
    double shift[MOST], axis[MOST][MOST], low[MOST], high[MOST];
};

/* A random orthogonal matrix: normal numbers, made orthogonal row by row (Gram-Schmidt). */
static void turn(struct real *real, struct rng *rng)
{
    for (size_t i = 0; i < real->n; i++) {
        double *row = real->axis[i], norm = 0;
        for (size_t k = 0; k < real->n; k++)
            row[k] = skerry_real_normal(rng);
        for (size_t j = 0; j < i; j++) {
            double dot = 0;
            for (size_t k = 0; k < real->n; k++)
                dot += row[k] * real->axis[j][k];
            for (size_t k = 0; k < real->n; k++)
                row[k] -= dot * real->axis[j][k];
        }
        for (size_t k = 0; k < real->n; k++)
            norm += row[k] * row[k];
        for (size_t k = 0; k < real->n; k++)
            row[k] /= sqrt(norm);
    }
}

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    const struct keys *k = keys;
    struct rng rng;
    struct real *real = *self = ARENA_NEW(perm, struct real, 1);
    if (!real)
        return error_set(err, STATUS_MEMORY, "no memory for the function");
    rng_init(&rng, (uint64_t)k->instance, 0, 0, RNG_PROBLEM);
    real->function = (enum function)k->function;
    real->n = (size_t)k->dimensions;
    for (size_t i = 0; i < real->n; i++) {
        real->low[i] = -5;
        real->high[i] = 5;
        real->shift[i] = 8 * rng_unit(&rng) - 4;
        real->axis[i][i] = 1;
    }
    if (k->rotated)
        turn(real, &rng);
    *shape = skerry_shape(GENE_F64, real->n, "1", functions[k->function], 0);
    return STATUS_OK;
}

static bool sample(const void *self, struct rng *rng, struct arena s, void *genome)
{
    const struct real *real = self;
    for (size_t i = 0; i < real->n; i++)
        ((double *)genome)[i] = 10 * rng_unit(rng) - 5;
    return true;
}

static double value(enum function function, const double *z, double n)
{
    double sum = 0, squares = 0, waves = 0;
    for (int i = 0; i < n; i++) {
        squares += z[i] * z[i];
        waves += cos(6.283185307179586 * z[i]);
        double step = i + 1 < n ? z[i + 1] + 1 - (z[i] + 1) * (z[i] + 1) : 0;
        sum += i + 1 < n ? 100 * step * step + z[i] * z[i] : 0;
    }
    if (function == ROSENBROCK)
        return sum;
    if (function == RASTRIGIN)
        return 10 * n + squares - 10 * waves;
    return 20 + exp(1) - 20 * exp(-0.2 * sqrt(squares / n)) - exp(waves / n);
}

static void evaluate(const void *self, const void *genomes, size_t count,
                     struct arena s, double *cost)
{
    const struct real *real = self;
    for (const double *x = genomes; count--; x += real->n, cost++) {
        double z[MOST] = {0};
        for (size_t i = 0; i < real->n; i++)
            for (size_t k = 0; k < real->n; k++)
                z[i] += real->axis[i][k] * (x[k] - real->shift[k]);
        *cost = value(real->function, z, (double)real->n);
    }
}

static void crossover(const void *self, const void *a, const void *b, struct rng *rng,
                      struct arena s, void *child)
{
    const struct real *real = self;
    skerry_real_sbx(a, b, real->n, real->low, real->high, 5, rng, child);
}

static void mutate(const void *self, double rate, struct rng *rng, struct arena s,
                   void *genome)
{
    const struct real *real = self;
    skerry_real_polynomial(genome, real->n, real->low, real->high, 20, rate, rng);
}

static double distance(const void *self, const void *a, const void *b, struct arena s)
{
    const struct real *real = self;
    double sum = 0; /* the largest difference, of 10 */
    for (size_t i = 0; i < real->n; i++)
        sum = fmax(sum, fabs(((const double *)a)[i] - ((const double *)b)[i]) / 10);
    return sum;
}

static void describe(const void *self, const void *genome, FILE *out)
{
    for (size_t i = 0; i < ((const struct real *)self)->n; i++)
        fprintf(out, "%.10g\n", ((const double *)genome)[i]);
}

static const struct problem real_problem = {
    .name = "real",
    .summary = "Rastrigin, Rosenbrock and Ackley, shifted and rotated",
    .options = options,
    .keys_bytes = sizeof(struct keys),
    .init = init,
    .sample = sample,
    .evaluate = evaluate,
    .crossover = crossover,
    .mutate = mutate,
    .distance = distance,
    .describe = describe};
SKERRY_PLUGIN_OF_PROBLEM("real", "1", &real_problem);
