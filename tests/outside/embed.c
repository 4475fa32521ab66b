/* A program of one's own around the engine: as many ones as can be, on three islands of one
 * rank. Prints the best count. */
#include <skerry/comm_serial.h>
#include <skerry/ga.h>
#include <skerry/operators.h>
#include <skerry/run.h>

enum { BITS = 64 };

static bool sample(const void *self, struct rng *rng, struct arena s, void *genome)
{
    (void)self, (void)s;
    for (int i = 0; i < BITS; i++)
        ((uint8_t *)genome)[i] = (uint8_t)rng_below(rng, 2);
    return true;
}

static void evaluate(const void *self, const void *genomes, size_t n, struct arena s,
                     double *cost)
{
    (void)self, (void)s;
    for (const uint8_t *g = genomes; n--; g += BITS) {
        *cost = 0;
        for (int i = 0; i < BITS; i++)
            *cost -= g[i];
        cost++;
    }
}

static void crossover(const void *self, const void *a, const void *b, struct rng *rng,
                      struct arena s, void *child)
{
    (void)self, (void)s;
    skerry_crossover_two_point(a, b, BITS, 1, rng, child);
}

static void mutate(const void *self, double rate, struct rng *rng, struct arena s,
                   void *genome)
{
    (void)self, (void)s;
    skerry_bit_flip(genome, BITS, rate, rng);
}

static double distance(const void *self, const void *a, const void *b, struct arena s)
{
    (void)self, (void)s;
    int differ = 0;
    for (int i = 0; i < BITS; i++)
        differ += ((const uint8_t *)a)[i] != ((const uint8_t *)b)[i];
    return differ / (double)BITS;
}

static enum status print_best(void *self, const struct outcome *outcome,
                              struct error *err)
{
    (void)self, (void)err;
    printf("%g\n", -outcome->replicas[0].best);
    return STATUS_OK;
}

static double clock_s(void)
{
    return 0;
}

int main(void)
{
    static const struct problem ones = {.name = "ones",
                                        .sample = sample,
                                        .evaluate = evaluate,
                                        .crossover = crossover,
                                        .mutate = mutate,
                                        .distance = distance};
    struct puzzle puzzle = {.problem = &ones,
                            .shape = skerry_shape(GENE_U8, BITS, "bit", "zeros", 0)};
    struct ga_keys keys = {.population = 20,
                           .offspring = 20,
                           .crossover = 1,
                           .mutation = 1.0 / BITS,
                           .tournament = 2,
                           .elite = 1,
                           .effort = 1};
    struct engine_islands islands = {&ga_algorithm, &keys, 3};
    struct engine_plan plan = {.seed = 1,
                               .islands = 3,
                               .replicas = 1,
                               .algorithms = &islands,
                               .n_algorithms = 1,
                               .sub_generations = 10,
                               .stopping = {.epochs = 40, .target_cost = -INFINITY},
                               .migration = {.policy = MIGRATE_RING, .migrants = 1},
                               .solutions = 4,
                               .elites_every_s = 1};
    struct observer observer = {.finish = print_best};
    struct engine_world world = {
        .observers = &observer, .n_observers = 1, .clock = clock_s};
    struct error err = {STATUS_OK, "", ""};
    enum outcome_kind kind;
    const char *why;
    if (comm_serial_open(&world.comm, &err) == STATUS_OK) {
        engine_run(&plan, &puzzle, &world, &kind, &why, &err);
        comm_close(world.comm);
    }
    if (err.status)
        fprintf(stderr, "%s\n", err.text);
    return status_exit_code(err.status);
}
