/* The travelling salesman from TSPLIB files of type EUC_2D: a plugin. */
#include <skerry/operators.h>
#include <skerry/plugin.h>

#define MOST 1000 /* cities */
#define CITIES(self) (((const struct tsp *)(self))->n)

struct keys {
    struct option_file cities;
};
static const struct config_option options[] = {
    OPTION_FILE_AT(struct keys, cities, NULL, "TSPLIB file, EDGE_WEIGHT_TYPE EUC_2D"),
    OPTION_END};

struct tsp {
    size_t n;
    double x[MOST], y[MOST];
};

static int32_t edge(const struct tsp *tsp, int32_t a, int32_t b)
{
    return (int32_t)(hypot(tsp->x[a] - tsp->x[b], tsp->y[a] - tsp->y[b]) + 0.5);
}

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    const char *text = (const char *)((const struct keys *)keys)->cities.data;
    char *at = strstr(text, "_SECTION");
    struct tsp *tsp = *self = ARENA_NEW(perm, struct tsp, 1);
    if (!tsp)
        return error_set(err, STATUS_MEMORY, "no memory for the cities");
    for (at += at ? 8 : 0; at && tsp->n < MOST && strtoul(at, &at, 10); tsp->n++) {
        tsp->x[tsp->n] = strtod(at, &at);
        tsp->y[tsp->n] = strtod(at, &at);
    }
    if (tsp->n < 5 || !strstr(text, "EUC_2D"))
        return error_at(err, "tsp.cities", "no TSPLIB file of EUC_2D with 5 cities");
    *shape = skerry_shape(GENE_I32, tsp->n, "city, from 0", "length",
                          skerry_permutation_scratch(tsp->n));
    return STATUS_OK;
}

static bool sample(const void *self, struct rng *rng, struct arena s, void *genome)
{
    skerry_permutation_sample(genome, CITIES(self), rng);
    return true;
}

static void evaluate(const void *self, const void *genomes, size_t count,
                     struct arena s, double *cost)
{
    const struct tsp *tsp = self;
    for (const int32_t *t = genomes; count--; t += tsp->n, cost++) {
        *cost = edge(tsp, t[tsp->n - 1], t[0]);
        for (size_t i = 1; i < tsp->n; i++)
            *cost += edge(tsp, t[i - 1], t[i]);
    }
}

static void crossover(const void *self, const void *a, const void *b, struct rng *rng,
                      struct arena s, void *child)
{
    skerry_permutation_ox(a, b, CITIES(self), rng, s, child);
}

static void mutate(const void *self, double rate, struct rng *rng, struct arena s,
                   void *genome)
{
    if (rng_chance(rng, rate))
        skerry_permutation_invert(genome, CITIES(self), rng);
}

/* 2-opt (reverses i+1..j), else Or-opt (puts i+1..k, up to three cities, behind j). */
static bool improve(const struct tsp *tsp, int32_t *t, size_t i, size_t j)
{
    int32_t first = t[i], next = t[(j + 1) % tsp->n];
    int32_t cut = edge(tsp, first, t[i + 1]) + edge(tsp, t[j], next);
    bool better = cut > edge(tsp, first, t[j]) + edge(tsp, t[i + 1], next);
    for (size_t k = i + 1; !better && k < i + 4 && k < j; k++) {
        int32_t rest = cut + edge(tsp, t[k], t[k + 1]) - edge(tsp, first, t[k + 1]);
        if (edge(tsp, t[j], t[i + 1]) + edge(tsp, t[k], next) >= rest)
            continue;
        skerry_permutation_reverse(t, i + 1, k); /* three reversals move a segment */
        skerry_permutation_reverse(t, k + 1, j);
        better = true;
    }
    if (better)
        skerry_permutation_reverse(t, i + 1, j);
    return better;
}

static uint64_t local_search(const void *self, double effort, struct rng *rng,
                             struct arena s, void *genome)
{
    size_t n = CITIES(self), better = 1;
    double rounds = 0;
    for (; better && rounds < 100 * effort; rounds++)
        for (size_t i = better = 0; i + 2 < n; i++)
            for (size_t j = i + 2; j < n; j++)
                better += improve(self, genome, i, j);
    return 1 + (uint64_t)rounds * n / 2;
}

static double distance(const void *self, const void *a, const void *b, struct arena s)
{
    return skerry_permutation_ring_distance(a, b, CITIES(self), s);
}

static void describe(const void *self, const void *genome, FILE *out)
{
    for (size_t i = 0; i < CITIES(self); i++)
        fprintf(out, "%d%c", ((const int32_t *)genome)[i] + 1,
                i % 16 < 15 ? ' ' : '\n');
}

static enum status verify(const void *keys, const void *genome, size_t genes,
                          const double *fitness, size_t n, FILE *out, struct error *err)
{
    const char *text = (const char *)((const struct keys *)keys)->cities.data;
    const int32_t *tour = genome;
    double sum = 0, x[MOST], y[MOST], *u = x, *v = y;
    int used = 0, visits[MOST] = {0}, city = 0;
    for (text = strstr(text, "_SECTION") + 8; u < x + genes; u++, v++, text += used)
        sscanf(text, "%d%lf%lf%n", &city, u, v, &used);
    bool right = city == (int)genes && n == 1;
    for (size_t i = 0; right && i < genes; i++)
        right = tour[i] >= 0 && (size_t)tour[i] < genes && !visits[tour[i]]++;
    for (size_t i = 0, j = genes - 1; right && i < genes; j = i++)
        sum += floor(hypot(x[tour[i]] - x[tour[j]], y[tour[i]] - y[tour[j]]) + 0.5);
    right = right && sum == fitness[0];
    fprintf(out, "%s a round trip of length %.0f\n", right ? "ok" : "WRONG", sum);
    return right ? STATUS_OK : error_set(err, STATUS_FAILED, "a wrong tour");
}

static const struct problem tsp_problem = {
    .name = "tsp",
    .summary = "the shortest round trip (TSPLIB, EUC_2D)",
    .options = options,
    .keys_bytes = sizeof(struct keys),
    .init = init,
    .sample = sample,
    .evaluate = evaluate,
    .crossover = crossover,
    .mutate = mutate,
    .local_search = local_search,
    .distance = distance,
    .describe = describe,
    .verify = verify};
SKERRY_PLUGIN_OF_PROBLEM("tsp", "1", &tsp_problem);
