/* A checkpoint. If bit 0 of the first byte is set, the rest is the file, with its header of
 * digests; otherwise it is the payload of an intact one, which is restored as a resumed run
 * does: the snapshot, and the state of each island. Bits 1 to 3 choose the algorithm.
 *
 * Not tested is what a run does next: a payload with the right digest is taken for one that
 * skerry has written. */
#include "checkpoint.h"
#include "comm_serial.h"
#include "config_fill.h"
#include "config_resolve.h"
#include "read_input.h"
#include "registry.h"
#include "snapshot.h"

#include <string.h>
#include <unistd.h>

enum { GENES = 4, REPLICAS = 2, ISLANDS = 2, SOLUTIONS = 3 };

/* ---- a problem whose operations take any genome ---- */

static bool sample(const void *self, struct rng *rng, struct arena scratch,
                   void *genome)
{
    (void)self, (void)scratch;
    for (int i = 0; i < GENES; i++)
        ((uint8_t *)genome)[i] = (uint8_t)rng_below(rng, 256);
    return true;
}

static void evaluate(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost)
{
    (void)self, (void)scratch;
    for (size_t i = 0; i < n; i++)
        cost[i] = ((const uint8_t *)genomes)[i * GENES];
}

static void crossover(const void *self, const void *a, const void *b, struct rng *rng,
                      struct arena scratch, void *child)
{
    (void)self, (void)scratch;
    memcpy(child, rng_below(rng, 2) ? a : b, GENES);
}

static void mutate(const void *self, double rate, struct rng *rng, struct arena scratch,
                   void *genome)
{
    (void)rate;
    sample(self, rng, scratch, genome);
}

static double distance(const void *self, const void *a, const void *b,
                       struct arena scratch)
{
    (void)self, (void)scratch;
    return memcmp(a, b, GENES) != 0;
}

static void descriptors(const void *self, const void *genome, struct arena scratch,
                        double *out)
{
    (void)self, (void)scratch;
    out[0] = ((const uint8_t *)genome)[1];
}

static const struct problem problem = {.name = "bytes",
                                       .sample = sample,
                                       .evaluate = evaluate,
                                       .crossover = crossover,
                                       .mutate = mutate,
                                       .distance = distance,
                                       .descriptors = descriptors};

static struct puzzle make_puzzle(void)
{
    struct puzzle puzzle = {.problem = &problem,
                            .shape = skerry_shape(GENE_U8, GENES, "1", "cost", 64)};
    puzzle.shape.descriptors = 1;
    puzzle.shape.descriptor[0] = (struct measure){"byte", "1", false, 0, 256};
    return puzzle;
}

static const void *default_keys(const struct algorithm *algorithm, struct arena *arena)
{
    struct config_node *tree;
    struct error err = {0};
    void *keys = NULL;
    ensure(!config_resolve_mapping(algorithm->options, NULL, NULL, algorithm->name,
                                   arena, &tree, &err));
    ensure(!config_fill(algorithm->options, algorithm->keys_bytes, tree, arena, &keys,
                        &err));
    return keys;
}

/* ---- reading ---- */

static void restore_islands(const struct island_state_setup *setup, struct unpack *in,
                            uint32_t replica, struct arena *arena)
{
    for (unsigned i = 0; i < ISLANDS; i++) {
        struct island_state state;
        struct error err = {0};
        struct unpack elites = unpack_blob(in), rest = unpack_blob(in);
        ensure(!island_state_init(&state, setup, i, replica, arena, &err));
        state.island.scratch = arena_scratch(arena, island_state_scratch_bytes(&state));
        island_state_unpack_elites(&state, &elites);
        island_state_unpack(&state, &rest);
        ensure(state.pop.count <= state.pop.capacity);
        ensure(state.archive.pop.count <= state.archive.pop.capacity);
        ensure(memchr(state.island.verdict.reason, '\0',
                      sizeof state.island.verdict.reason));
    }
}

/* Everything that is made of a snapshot. */
static void use_snapshot(struct snapshot *snapshot, struct comm *comm,
                         const struct island_state_setup *setup, struct arena *arena)
{
    struct verdict verdict;
    struct error err = {0};
    struct archive merged;
    struct plan plan = {0};
    struct arena scratch = arena_scratch(arena, 1 << 12);
    void *self;
    for (uint32_t r = 0; r < REPLICAS; r++) {
        struct pack fetched = {0};
        struct snapshot_request request = {r, 0, ISLANDS};
        ensure(!snapshot_scatter(snapshot, comm, &request, &fetched, &err));
        struct unpack in = unpack_from(fetched.data, fetched.used);
        restore_islands(setup, &in, r, arena);
        pack_free(&fetched);
        if (snapshot_verdict(snapshot, r, &verdict))
            ensure(memchr(verdict.reason, '\0', sizeof verdict.reason));
    }
    ensure(
        !setup->algorithm->init(setup->keys, setup->puzzle, arena, &plan, &self, &err));
    ensure(!island_state_init_archive(&merged, &plan, &setup->puzzle->shape, SOLUTIONS,
                                      0, arena, &err));
    snapshot_merge(snapshot, setup->puzzle, &merged, scratch);
}

static void read_payload(unsigned choice, const void *bytes, size_t n,
                         struct arena *arena)
{
    const struct algorithm *algorithm = registry_algorithms[choice % 5];
    struct puzzle puzzle = make_puzzle();
    struct island_state_setup setup = {.puzzle = &puzzle,
                                       .algorithm = algorithm,
                                       .keys = default_keys(algorithm, arena),
                                       .seed = 1,
                                       .islands = ISLANDS,
                                       .solutions = SOLUTIONS};
    struct snapshot snapshot;
    struct comm *comm;
    struct error err = {0};
    ensure(!comm_serial_open(&comm, &err));
    ensure(!snapshot_init(&snapshot, REPLICAS, ISLANDS, comm, arena, &err));
    enum status status = snapshot_resume(&snapshot, comm, bytes, n, &err);
    read_input_check_error(status, &err);
    if (status == STATUS_OK)
        use_snapshot(&snapshot, comm, &setup, arena);
    snapshot_free(&snapshot);
    comm_close(comm);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    struct digest identity = digest_of("bytes", 5);
    struct checkpoint checkpoint;
    struct arena arena;
    struct error err = {0};
    if (!bytes)
        return 0;
    arena_init(&arena);
    if (data[0] & 1) {
        const char *path = read_input_file(data + 1, bytes - 1);
        enum status status =
            checkpoint_read(path, &identity, &arena, &checkpoint, &err);
        unlink(path);
        read_input_check_error(status, &err);
        if (status == STATUS_OK)
            read_payload(data[0] >> 1, checkpoint.bytes, checkpoint.n, &arena);
    } else {
        void *copy = arena_take(&arena, bytes); /* with a guard behind it */
        ensure(copy);
        memcpy(copy, data + 1, bytes - 1);
        read_payload(data[0] >> 1, copy, bytes - 1, &arena);
    }
    arena_free(&arena);
    return 0;
}
