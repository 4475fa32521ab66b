#include "plain.h"

#include "breeding.h"
#include "plain_operators.h"

static const struct config_option onemax_options[] = {
    OPTION_INT_AT(struct plain_keys, size, "256", 64, 65536, "bits, a multiple of 64"),
    OPTION_END};
static const struct config_option match_options[] = {
    OPTION_INT_AT(struct plain_keys, size, "256", 1, 65536, "numbers"), OPTION_END};
static const struct config_option permutation_options[] = {
    OPTION_INT_AT(struct plain_keys, size, "256", 1, 256, "numbers"), OPTION_END};

static enum status take(const struct plain_keys *keys, struct arena *perm,
                        struct plain **plain, struct error *err)
{
    *plain = ARENA_NEW(perm, struct plain, 1);
    if (!*plain)
        return error_set(err, STATUS_MEMORY, "no memory for a plain problem");
    (*plain)->size = (size_t)keys->size;
    return STATUS_OK;
}

/* A shape of one cost that people call `name`. */
static struct shape shape_of(enum gene_type type, size_t genes, const char *name)
{
    return (struct shape){.gene_type = type,
                          .genes = genes,
                          .genome_bytes = genes * gene_bytes(type),
                          .canonical = true,
                          .gene_unit = "1",
                          .objectives = 1,
                          .objective = {{.name = name, .unit = "1"}}};
}

/* log(1 - rate). A run has one rate for many generations, so that of the last call is
 * remembered: to the plain loop it is a constant. */
static double log_missed(double rate)
{
    static _Thread_local double known_rate, known_log;
    if (rate != known_rate) {
        known_rate = rate;
        known_log = log1p(-rate);
    }
    return known_log;
}

static bool onemax_sample(const void *self, struct rng *rng, struct arena scratch,
                          void *genome)
{
    const struct plain *plain = self;
    (void)scratch;
    for (size_t i = 0; i < plain->size / 64; i++)
        ((uint64_t *)genome)[i] = rng_next(rng);
    return true;
}

static void onemax_evaluate(const void *self, const void *genomes, size_t n,
                            struct arena scratch, double *cost)
{
    const struct plain *plain = self;
    size_t words = plain->size / 64;
    (void)scratch;
    for (size_t i = 0; i < n; i++)
        cost[i] = onemax_zeros(words, (const uint64_t *)genomes + i * words);
}

static void onemax_crossover(const void *self, const void *a, const void *b,
                             struct rng *rng, struct arena scratch, void *child)
{
    (void)scratch;
    onemax_cross(((const struct plain *)self)->size / 64, a, b, rng, child);
}

static void onemax_mutate(const void *self, double rate, struct rng *rng,
                          struct arena scratch, void *genome)
{
    (void)scratch;
    onemax_flip(((const struct plain *)self)->size, log_missed(rate), rng, genome);
}

static __attribute__((flatten)) void onemax_breed(const void *self,
                                                  const struct breeding *breeding,
                                                  struct rng *rng, struct arena scratch)
{
    skerry_breed(self, breeding, rng, scratch, onemax_crossover, onemax_mutate);
}

static double onemax_distance(const void *self, const void *a, const void *b,
                              struct arena scratch)
{
    const struct plain *plain = self;
    const uint64_t *x = a, *y = b;
    unsigned apart = 0;
    (void)scratch;
    for (size_t i = 0; i < plain->size / 64; i++)
        apart += (unsigned)__builtin_popcountll(x[i] ^ y[i]);
    return apart / (double)plain->size;
}

static void onemax_descriptors(const void *self, const void *genome,
                               struct arena scratch, double *out)
{
    const struct plain *plain = self;
    const uint8_t *byte = genome;
    size_t half = plain->size / 16;
    int ones[2] = {0, 0};
    (void)scratch;
    for (size_t i = 0; i < 2 * half; i++)
        ones[i / half] += __builtin_popcount(byte[i]);
    for (int i = 0; i < 2; i++)
        out[i] = ones[i] / (8.0 * (double)half);
}

static void onemax_describe(const void *self, const void *genome, FILE *out)
{
    const struct plain *plain = self;
    const uint64_t *words = genome;
    for (size_t i = 0; i < plain->size; i++)
        fputc(words[i / 64] >> i % 64 & 1 ? '1' : '0', out);
    fputc('\n', out);
}

static enum status onemax_init(const void *keys, struct arena *perm, void **self,
                               struct shape *shape, struct error *err)
{
    struct plain *plain;
    if (take(keys, perm, &plain, err))
        return err->status;
    if (plain->size % 64)
        return error_at(err, "onemax.size", "%zu is not a multiple of 64", plain->size);
    *shape = shape_of(GENE_U8, plain->size / 8, "zeros");
    shape->descriptors = 2;
    shape->descriptor[0] = (struct measure){"first", "1", false, 0, 1};
    shape->descriptor[1] = (struct measure){"second", "1", false, 0, 1};
    *self = plain;
    return STATUS_OK;
}

static bool match_sample(const void *self, struct rng *rng, struct arena scratch,
                         void *genome)
{
    (void)scratch;
    for (size_t i = 0; i < ((const struct plain *)self)->size; i++)
        ((int32_t *)genome)[i] = (int32_t)rng_below(rng, PLAIN_NUMBERS);
    return true;
}

static void match_evaluate(const void *self, const void *genomes, size_t n,
                           struct arena scratch, double *cost)
{
    const struct plain *plain = self;
    const int32_t *genome = genomes;
    (void)scratch;
    for (size_t i = 0; i < n; i++, genome += plain->size)
        cost[i] = match_wrong(plain->size, genome, plain->number);
}

static void match_crossover(const void *self, const void *a, const void *b,
                            struct rng *rng, struct arena scratch, void *child)
{
    (void)scratch;
    match_cross(((const struct plain *)self)->size, a, b, rng, child);
}

static void match_mutate(const void *self, double rate, struct rng *rng,
                         struct arena scratch, void *genome)
{
    (void)scratch;
    match_redraw(((const struct plain *)self)->size, log_missed(rate), rng, genome);
}

static __attribute__((flatten)) void match_breed(const void *self,
                                                 const struct breeding *breeding,
                                                 struct rng *rng, struct arena scratch)
{
    skerry_breed(self, breeding, rng, scratch, match_crossover, match_mutate);
}

static double match_distance(const void *self, const void *a, const void *b,
                             struct arena scratch)
{
    const struct plain *plain = self;
    (void)scratch;
    return match_wrong(plain->size, a, b) / (double)plain->size;
}

static void match_describe(const void *self, const void *genome, FILE *out)
{
    const struct plain *plain = self;
    const int32_t *number = genome;
    for (size_t i = 0; i < plain->size; i++)
        fprintf(out, "%s%d", i ? " " : "", (int)number[i]);
    fputc('\n', out);
}

static enum status match_init(const void *keys, struct arena *perm, void **self,
                              struct shape *shape, struct error *err)
{
    struct plain *plain;
    struct rng rng;
    if (take(keys, perm, &plain, err))
        return err->status;
    plain->number = ARENA_NEW(perm, int32_t, plain->size);
    if (!plain->number)
        return error_set(err, STATUS_MEMORY, "no memory for match");
    rng_init(&rng, plain->size, 0, 0, RNG_PROBLEM);
    match_sample(plain, &rng, (struct arena){0}, plain->number);
    *shape = shape_of(GENE_I32, plain->size, "wrong");
    *self = plain;
    return STATUS_OK;
}

static bool permutation_sample(const void *self, struct rng *rng, struct arena scratch,
                               void *genome)
{
    uint8_t *item = genome;
    (void)scratch;
    for (size_t i = 0; i < ((const struct plain *)self)->size; i++) {
        size_t j = rng_below(rng, i + 1);
        item[i] = item[j];
        item[j] = (uint8_t)i;
    }
    return true;
}

static void permutation_evaluate(const void *self, const void *genomes, size_t n,
                                 struct arena scratch, double *cost)
{
    const struct plain *plain = self;
    const uint8_t *genome = genomes;
    (void)scratch;
    for (size_t i = 0; i < n; i++, genome += plain->size)
        cost[i] = permutation_wrong(plain->size, genome, plain->item);
}

static void permutation_crossover(const void *self, const void *a, const void *b,
                                  struct rng *rng, struct arena scratch, void *child)
{
    (void)scratch;
    permutation_cross(((const struct plain *)self)->size, a, b, rng, child);
}

static void permutation_mutate(const void *self, double rate, struct rng *rng,
                               struct arena scratch, void *genome)
{
    (void)scratch;
    permutation_swap(((const struct plain *)self)->size, log_missed(rate), rng, genome);
}

/* Puts the right items in a few places, drawn at random. */
static uint64_t permutation_local_search(const void *self, double effort,
                                         struct rng *rng, struct arena scratch,
                                         void *genome)
{
    const struct plain *plain = self;
    uint8_t *item = genome;
    uint64_t tries = 1 + (uint64_t)(effort * 7);
    (void)scratch;
    for (uint64_t i = 0; i < tries; i++) {
        size_t place = rng_below(rng, plain->size);
        uint8_t *right = memchr(item, plain->item[place], plain->size);
        *right = item[place];
        item[place] = plain->item[place];
    }
    return tries;
}

static double permutation_distance(const void *self, const void *a, const void *b,
                                   struct arena scratch)
{
    const struct plain *plain = self;
    (void)scratch;
    return permutation_wrong(plain->size, a, b) / (double)plain->size;
}

static void permutation_describe(const void *self, const void *genome, FILE *out)
{
    const struct plain *plain = self;
    for (size_t i = 0; i < plain->size; i++)
        fprintf(out, "%s%u", i ? " " : "", (unsigned)((const uint8_t *)genome)[i]);
    fputc('\n', out);
}

static enum status permutation_init(const void *keys, struct arena *perm, void **self,
                                    struct shape *shape, struct error *err)
{
    struct plain *plain;
    struct rng rng;
    if (take(keys, perm, &plain, err))
        return err->status;
    plain->item = ARENA_NEW(perm, uint8_t, plain->size);
    if (!plain->item)
        return error_set(err, STATUS_MEMORY, "no memory for permutation");
    rng_init(&rng, plain->size, 0, 0, RNG_PROBLEM);
    permutation_sample(plain, &rng, (struct arena){0}, plain->item);
    *shape = shape_of(GENE_U8, plain->size, "wrong");
    *self = plain;
    return STATUS_OK;
}

const struct problem onemax_problem = {
    .name = "onemax",
    .summary = "all bits to one",
    .options = onemax_options,
    .keys_bytes = sizeof(struct plain_keys),
    .init = onemax_init,
    .sample = onemax_sample,
    .evaluate = onemax_evaluate,
    .crossover = onemax_crossover,
    .mutate = onemax_mutate,
    .breed = onemax_breed,
    .distance = onemax_distance,
    .descriptors = onemax_descriptors,
    .describe = onemax_describe,
};

const struct problem match_problem = {
    .name = "match",
    .summary = "numbers to those of a hidden target",
    .options = match_options,
    .keys_bytes = sizeof(struct plain_keys),
    .init = match_init,
    .sample = match_sample,
    .evaluate = match_evaluate,
    .crossover = match_crossover,
    .mutate = match_mutate,
    .breed = match_breed,
    .distance = match_distance,
    .describe = match_describe,
};

const struct problem permutation_problem = {
    .name = "permutation",
    .summary = "a hidden order of numbers",
    .options = permutation_options,
    .keys_bytes = sizeof(struct plain_keys),
    .init = permutation_init,
    .sample = permutation_sample,
    .evaluate = permutation_evaluate,
    .crossover = permutation_crossover,
    .mutate = permutation_mutate,
    .local_search = permutation_local_search,
    .distance = permutation_distance,
    .describe = permutation_describe,
};
