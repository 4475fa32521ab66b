/* What a migration costs, against the bare MPI collectives that it cannot do without:
 * one MPI_Allgather of the keys and one MPI_Alltoallv of the individuals that change
 * rank, measured in turn in one run.
 *
 * The bare collectives send the same bytes again and again, which stay in the caches of
 * both ranks. Individuals are new each time and come from other memory, so the second
 * reference copies them to where the same collectives send them from, and those that have
 * come to where they belong: one copy each, without sorting, headers or agreement.
 *
 *     mpirun -n 2 bench_migration [--json] [--rounds N]
 *
 * Each rank keeps to a core of its own where there are enough: two on one core would
 * measure how the kernel switches between them. A round is one migration and one bare
 * exchange of the same bytes, each begun after a barrier and as long as its slowest
 * rank; figures are medians over rounds. */
#include "launch.h"
#include "migration.h"

#include <mpi.h>
#include <sched.h>
#include <string.h>

enum { INDIVIDUALS = 100, GENOME_BYTES = 512, ROW_BYTES = GENOME_BYTES + 8 };
enum { ROUNDS = 2000, WARM_UP = 100, RANKS_MAX = 256 };

struct bench {
    struct comm *comm;
    struct puzzle puzzle;
    struct population pop;
    struct island island, *own[1];
    struct migration *migration;
    double *keys, *all_keys;
    unsigned char *out, *in;
    unsigned char *genomes, *copied_out, *copied_in; /* of the second reference */
    int out_bytes[RANKS_MAX], in_bytes[RANKS_MAX];
    int out_at[RANKS_MAX], in_at[RANKS_MAX];
};

static void keep_to_core(int rank, int ranks)
{
    cpu_set_t allowed, own;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 ||
        CPU_COUNT(&allowed) < ranks)
        return;
    size_t core = 0;
    for (int before = rank; before > 0 || !CPU_ISSET(core, &allowed); core++)
        before -= CPU_ISSET(core, &allowed) ? 1 : 0;
    CPU_ZERO(&own);
    CPU_SET(core, &own);
    sched_setaffinity(0, sizeof own, &own);
}

enum keys { KEYS_REVERSED, KEYS_RANDOM };

struct figure {
    const char *name;
    double value_us, bare_us, copied_us, moved_bytes;
};

static void open_bench(struct bench *b, struct comm *comm, struct arena *perm,
                       struct error *err)
{
    size_t size = (size_t)comm->size, all_bytes = INDIVIDUALS * (size_t)ROW_BYTES;
    struct migration_plan plan = {.policy = MIGRATE_SIMILARITY,
                                  .similarity = SIMILAR_FITNESS,
                                  .sample_sort_above = SIZE_MAX};
    struct island_layout layout = {.islands = size, .ranks = size};
    *b = (struct bench){.comm = comm};
    b->puzzle.shape =
        (struct shape){.genes = GENE_U8, .genome_bytes = GENOME_BYTES, .objectives = 1};
    b->island.pop = &b->pop;
    b->own[0] = &b->island;
    b->keys = ARENA_NEW(perm, double, INDIVIDUALS);
    b->all_keys = ARENA_NEW(perm, double, INDIVIDUALS *size);
    b->out = arena_take(perm, all_bytes);
    b->in = arena_take(perm, all_bytes);
    b->genomes = arena_take(perm, all_bytes);
    b->copied_out = arena_take(perm, all_bytes);
    b->copied_in = arena_take(perm, all_bytes);
    ensure(size <= RANKS_MAX && b->keys && b->all_keys && b->out && b->in);
    ensure(b->genomes && b->copied_out && b->copied_in);
    size_t *individuals = ARENA_NEW(perm, size_t, size);
    ensure(individuals);
    for (size_t i = 0; i < size; i++)
        individuals[i] = INDIVIDUALS;
    if (population_init(&b->pop, &b->puzzle.shape, INDIVIDUALS, perm, err) == STATUS_OK)
        migration_init(&plan, comm, &layout, &b->puzzle, individuals, perm,
                       &b->migration, err);
    b->pop.count = INDIVIDUALS;
}

/* Gives every individual a new cost and the mark of its rank. */
static void prepare(struct bench *b, enum keys keys, uint64_t round)
{
    struct rng rng;
    rng_init(&rng, 1, round, (uint64_t)b->comm->rank, RNG_PROBLEM);
    for (size_t row = 0; row < INDIVIDUALS; row++) {
        size_t number = (size_t)b->comm->rank * INDIVIDUALS + row;
        double cost = keys == KEYS_REVERSED ? -(double)number : rng_unit(&rng);
        *population_cost(&b->pop, row) = cost;
        memset(population_genome(&b->pop, row), b->comm->rank, GENOME_BYTES);
    }
}

/* Finds from the marks how many bytes each pair of ranks has exchanged. */
static void count_bytes(struct bench *b)
{
    memset(b->in_bytes, 0, sizeof b->in_bytes);
    for (size_t row = 0; row < INDIVIDUALS; row++) {
        int from = *(unsigned char *)population_genome(&b->pop, row);
        b->in_bytes[from] += from != b->comm->rank ? ROW_BYTES : 0;
    }
    MPI_Alltoall(b->in_bytes, 1, MPI_INT, b->out_bytes, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 1; r < b->comm->size; r++) {
        b->in_at[r] = b->in_at[r - 1] + b->in_bytes[r - 1];
        b->out_at[r] = b->out_at[r - 1] + b->out_bytes[r - 1];
    }
}

static double slowest_us(double seconds)
{
    double slowest = 0;
    MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return 1e6 * slowest;
}

static double time_migration_us(struct bench *b, uint64_t round)
{
    struct migration_row row;
    struct error err = {0};
    MPI_Barrier(MPI_COMM_WORLD);
    double began = MPI_Wtime();
    ensure(migration_run(b->migration, b->own, 1, 0, round, &row, &err) == STATUS_OK);
    return slowest_us(MPI_Wtime() - began);
}

static void call_bare(struct bench *b, const unsigned char *out, unsigned char *in)
{
    MPI_Allgather(b->keys, INDIVIDUALS, MPI_DOUBLE, b->all_keys, INDIVIDUALS,
                  MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Alltoallv(out, b->out_bytes, b->out_at, MPI_BYTE, in, b->in_bytes, b->in_at,
                  MPI_BYTE, MPI_COMM_WORLD);
}

static double time_bare_us(struct bench *b)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double began = MPI_Wtime();
    call_bare(b, b->out, b->in);
    return slowest_us(MPI_Wtime() - began);
}

static double time_copied_us(struct bench *b, uint64_t round)
{
    int last = b->comm->size - 1;
    memset(b->genomes, (int)round, INDIVIDUALS * (size_t)ROW_BYTES);
    MPI_Barrier(MPI_COMM_WORLD);
    double began = MPI_Wtime();
    memcpy(b->copied_out, b->genomes, (size_t)(b->out_at[last] + b->out_bytes[last]));
    call_bare(b, b->copied_out, b->copied_in);
    memcpy(b->genomes, b->copied_in, (size_t)(b->in_at[last] + b->in_bytes[last]));
    return slowest_us(MPI_Wtime() - began);
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, compare);
    return values[n / 2];
}

static struct figure measure(struct bench *b, const char *name, enum keys keys,
                             size_t rounds, struct arena *perm)
{
    struct figure figure = {.name = name};
    double *ours = ARENA_NEW(perm, double, rounds);
    double *bare = ARENA_NEW(perm, double, rounds);
    double *copied = ARENA_NEW(perm, double, rounds);
    ensure(ours && bare && copied);
    for (size_t round = 0; round < WARM_UP + rounds; round++) {
        prepare(b, keys, round);
        double us = time_migration_us(b, round);
        count_bytes(b);
        double bare_us = time_bare_us(b), copied_us = time_copied_us(b, round);
        if (round < WARM_UP)
            continue;
        ours[round - WARM_UP] = us;
        bare[round - WARM_UP] = bare_us;
        copied[round - WARM_UP] = copied_us;
        for (int r = 0; r < b->comm->size; r++)
            figure.moved_bytes += (double)b->in_bytes[r] / (double)rounds;
    }
    figure.value_us = median(ours, rounds);
    figure.bare_us = median(bare, rounds);
    figure.copied_us = median(copied, rounds);
    return figure;
}

static void print_entry(const char *name, const char *beside, double us,
                        double reference_us, const char *end)
{
    printf("{\"name\": \"migration %s%s\", \"value\": %.3f, \"unit\": \"us\", "
           "\"reference\": %.3f, \"ratio\": %.3f}%s\n",
           name, beside, us, reference_us, us / reference_us, end);
}

static void print_json(const struct figure *figures, size_t n)
{
    printf("[");
    for (size_t i = 0; i < n; i++) {
        const struct figure *f = &figures[i];
        print_entry(f->name, "", f->value_us, f->bare_us, ",");
        print_entry(f->name, ", beside copies", f->value_us, f->copied_us,
                    i + 1 < n ? "," : "]");
    }
}

static void print_table(const struct figure *figures, size_t n, int ranks)
{
    printf("%d individuals of %d bytes a rank, %d ranks; medians\n", INDIVIDUALS,
           GENOME_BYTES, ranks);
    printf("%-18s %12s %12s %12s %7s %12s %7s\n", "similarity, keys", "bytes a rank",
           "migration us", "bare MPI us", "ratio", "and copies", "ratio");
    for (size_t i = 0; i < n; i++) {
        const struct figure *f = &figures[i];
        printf("%-18s %12.0f %12.2f %12.2f %7.2f %12.2f %7.2f\n", f->name,
               f->moved_bytes, f->value_us, f->bare_us, f->value_us / f->bare_us,
               f->copied_us, f->value_us / f->copied_us);
    }
}

int main(int argc, char **argv)
{
    struct error err = {0};
    struct comm *world = NULL;
    struct arena perm;
    static struct bench bench;
    bool json = false;
    size_t rounds = ROUNDS;
    arena_init(&perm);
    if (!comm_is_launched())
        return fprintf(stderr, "run it under mpirun\n"), 2;
    if (comm_open(&argc, &argv, &world, &err) == STATUS_OK)
        open_bench(&bench, world, &perm, &err);
    if (err.status != STATUS_OK)
        return fprintf(stderr, "%s\n", err.text), 1;
    keep_to_core(world->rank, world->size);
    for (int i = 1; i < argc; i++) {
        json = json || strcmp(argv[i], "--json") == 0;
        if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            rounds = strtoul(argv[++i], NULL, 10);
    }
    struct figure figures[] = {
        measure(&bench, "everything moves", KEYS_REVERSED, rounds, &perm),
        measure(&bench, "random", KEYS_RANDOM, rounds, &perm)};
    if (world->rank == 0 && json)
        print_json(figures, 2);
    if (world->rank == 0 && !json)
        print_table(figures, 2, world->size);
    comm_close(world);
    arena_free(&perm);
    return 0;
}
