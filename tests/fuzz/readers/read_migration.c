/* What a rank receives in a migration: a communicator of three ranks, of which this is one, and
 * all that the others send is the input. Its first byte chooses the policy, and whether blocks
 * get the right header, so that what follows it is read. */
#include "migrant_exchange.h"
#include "migration.h"
#include "partition.h"
#include "read_input.h"

#include <string.h>

enum { RANKS = 3, ISLANDS = 5, INDIVIDUALS = 4, GENES = 3, REPLICA = 1, EPOCH = 7 };

/* The communicator; what is behind the end of the input is zeros. */
struct wire {
    struct comm comm;
    const uint8_t *at, *end;
    bool headers;
};

static void receive(struct wire *wire, void *out, size_t bytes)
{
    size_t left = (size_t)(wire->end - wire->at), n = bytes < left ? bytes : left;
    memset(out, 0, bytes);
    if (n)
        memcpy(out, wire->at, n);
    wire->at += n;
}

static enum status allgather(struct comm *comm, const void *in, size_t bytes, void *out,
                             struct error *err)
{
    unsigned char *to = out;
    (void)err;
    receive((struct wire *)comm, to, RANKS * bytes);
    memcpy(to + (size_t)comm->rank * bytes, in, bytes);
    return STATUS_OK;
}

static void write_header(unsigned char *at, size_t rank, size_t bytes)
{
    size_t row = GENES * sizeof(int32_t) + 2 * sizeof(double);
    struct migrant_header header = {.magic = "SKMB",
                                    .version = 1,
                                    .island =
                                        (uint32_t)partition_first(ISLANDS, RANKS, rank),
                                    .replica = REPLICA,
                                    .epoch = EPOCH,
                                    .count = (bytes - sizeof header) / row,
                                    .bytes = bytes};
    memcpy(at, &header, sizeof header);
}

static enum status alltoallv(struct comm *comm, const void *in, const size_t *in_bytes,
                             void *out, const size_t *out_bytes, size_t most,
                             struct error *err)
{
    struct wire *wire = (struct wire *)comm;
    const unsigned char *from = in;
    unsigned char *to = out;
    (void)most, (void)err;
    for (int r = 0; r < RANKS; from += in_bytes[r], to += out_bytes[r], r++) {
        receive(wire, to, out_bytes[r]);
        if (wire->headers && out_bytes[r] > sizeof(struct migrant_header))
            write_header(to, (size_t)r, out_bytes[r]);
        if (r == comm->rank && out_bytes[r] == in_bytes[r] && in_bytes[r])
            memcpy(to, from, in_bytes[r]);
    }
    return STATUS_OK;
}

static enum status broadcast(struct comm *comm, int root, void *buffer, size_t bytes,
                             struct error *err)
{
    (void)err;
    if (root != comm->rank)
        receive((struct wire *)comm, buffer, bytes);
    return STATUS_OK;
}

static enum status greatest(struct comm *comm, uint64_t *value, struct error *err)
{
    (void)comm, (void)value, (void)err;
    return STATUS_OK;
}

static const struct comm_ops ops = {.name = "fuzzed",
                                    .allgather = allgather,
                                    .alltoallv = alltoallv,
                                    .broadcast = broadcast,
                                    .greatest = greatest};

static double distance(const void *self, const void *a, const void *b,
                       struct arena scratch)
{
    (void)self, (void)scratch;
    return memcmp(a, b, GENES * sizeof(int32_t)) != 0;
}

static const struct problem problem = {.name = "numbers", .distance = distance};

/* This rank's islands: small numbers, the first of each the best. */
static void populate(struct population *pop, size_t island)
{
    pop->count = INDIVIDUALS;
    for (size_t i = 0; i < INDIVIDUALS; i++) {
        int32_t *gene = population_genome(pop, i);
        double *cost = population_cost(pop, i);
        for (int g = 0; g < GENES; g++)
            gene[g] = (int32_t)(island * 10 + i);
        cost[0] = cost[1] = (double)(i * 3 + island);
    }
}

static void migrate(struct wire *wire, const struct migration_plan *plan,
                    struct arena *arena)
{
    static const size_t individuals[ISLANDS] = {INDIVIDUALS, INDIVIDUALS, INDIVIDUALS,
                                                INDIVIDUALS, INDIVIDUALS};
    struct puzzle puzzle = {.problem = &problem,
                            .shape = skerry_shape(GENE_I32, GENES, "1", "cost", 64)};
    struct island islands[ISLANDS] = {0}, *own[ISLANDS];
    struct population pops[ISLANDS];
    struct migration_row rows[ISLANDS];
    struct migration *migration;
    struct island_layout layout = {.islands = ISLANDS, .ranks = RANKS};
    struct error err = {0};
    puzzle.shape.objectives = 2;
    size_t first = island_layout_first(&layout, (size_t)wire->comm.rank);
    size_t n = island_layout_count(&layout, (size_t)wire->comm.rank);
    for (size_t i = 0; i < n; i++) {
        ensure(population_init(&pops[i], &puzzle.shape, INDIVIDUALS, arena, &err) ==
               STATUS_OK);
        populate(&pops[i], first + i);
        islands[i].pop = &pops[i];
        islands[i].scratch = arena_scratch(arena, puzzle.shape.scratch_bytes);
        own[i] = &islands[i];
    }
    ensure(migration_init(plan, &wire->comm, &layout, &puzzle, individuals, arena,
                          &migration, &err) == STATUS_OK);
    read_input_check_error(migration_run(migration, own, 1, REPLICA, EPOCH, rows, &err),
                           &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    struct arena arena;
    unsigned choice = bytes ? data[0] : 0;
    struct wire wire = {.comm = {&ops, (int)(choice >> 5) % RANKS, RANKS},
                        .at = data + (bytes > 0),
                        .end = data + bytes,
                        .headers = choice >> 4 & 1};
    struct migration_plan plan = {
        .policy = (enum migration_policy)(MIGRATE_RING + (choice & 3) % 3),
        .similarity = choice & 4 ? SIMILAR_GENOTYPE : SIMILAR_FITNESS,
        .migrants = 2,
        .sample_sort_above = choice & 8 ? 0 : 1000};
    arena_init(&arena);
    migrate(&wire, &plan, &arena);
    arena_free(&arena);
    return 0;
}
