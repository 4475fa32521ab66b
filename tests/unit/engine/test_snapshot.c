/* A run that is resumed: every rank gets the bytes of its own islands, and no others. */
#include "comm_local.h"
#include "rng.h"
#include "snapshot.h"
#include "suite.h"

#include <string.h>

enum {
    MOST_RANKS = 6,
    MOST_REPLICAS = 4,
    MOST_ISLANDS = 9,
    MOST_BYTES = 400,
    OWN_BUILD = 1,
    CASES = 300
};

struct sample {
    uint32_t replicas;
    unsigned islands;
    unsigned char byte[MOST_REPLICAS][MOST_ISLANDS][2][MOST_BYTES];
    size_t n[MOST_REPLICAS][MOST_ISLANDS][2]; /* elites, states */
    struct replica_result result[MOST_REPLICAS];
    enum replica_stage stage[MOST_REPLICAS];
    unsigned char build[MOST_REPLICAS]
                       [SNAPSHOT_BUILD_BYTES]; /* 0 in an earlier version */
    struct snapshot_request request[MOST_RANKS];
    struct pack checkpoint;
    size_t wrong[MOST_RANKS];
    enum status status[MOST_RANKS];
};

static struct snapshot_bytes random_bytes(struct rng *rng, unsigned char *byte,
                                          size_t *n)
{
    *n = rng_below(rng, 4) ? rng_below(rng, MOST_BYTES) : 0;
    for (size_t i = 0; i < *n; i++)
        byte[i] = (unsigned char)rng_below(rng, 256);
    return (struct snapshot_bytes){.at = byte, .n = *n};
}

static enum stop_reason reason_of(uint32_t replica)
{
    return (enum stop_reason)(replica % (STOP_INFEASIBLE + 1));
}

/* Makes the checkpoint one of the version before, which has no builds. */
static void make_older(struct sample *s)
{
    const size_t result = 10 * sizeof(uint64_t) + sizeof((struct verdict){0}.reason);
    struct pack older = {0};
    struct unpack in = unpack_from(s->checkpoint.data, s->checkpoint.used);
    pack_u64(&older, unpack_u64(&in) - 2);
    pack_bytes(&older, unpack_skip(&in, 2 * sizeof(uint64_t)), 2 * sizeof(uint64_t));
    for (uint32_t r = 0; r < s->replicas; r++) {
        pack_bytes(&older, unpack_skip(&in, result), result);
        unpack_skip(&in, SNAPSHOT_BUILD_BYTES);
        for (unsigned i = 0; i < 2 * s->islands; i++) {
            struct unpack blob = unpack_blob(&in);
            pack_blob(&older, blob.at, (size_t)(blob.end - blob.at));
        }
    }
    CU_ASSERT(!in.broken && in.at == in.end);
    pack_free(&s->checkpoint);
    s->checkpoint = older;
    memset(s->build, 0, sizeof s->build);
}

static void pack_sample(struct sample *s, struct rng *rng, struct arena *arena)
{
    struct snapshot all;
    struct error err = {0};
    const struct comm alone = {.rank = 0, .size = 1};
    CU_ASSERT_EQUAL_FATAL(
        snapshot_init(&all, s->replicas, s->islands, &alone, arena, &err), STATUS_OK);
    for (uint32_t r = 0; r < s->replicas; r++) {
        all.kept[r].stage = s->stage[r] = (enum replica_stage)rng_below(rng, 3);
        s->result[r] = (struct replica_result){.generations = rng_below(rng, 1000),
                                               .best = rng_unit(rng),
                                               .verdict = {.infeasible = r % 2}};
        all.kept[r].result = s->result[r];
        all.kept[r].reason = reason_of(r);
        memset(s->build[r], 1 + (int)rng_below(rng, 2), sizeof s->build[r]);
        memcpy(all.kept[r].build, s->build[r], sizeof s->build[r]);
        for (unsigned i = 0; i < s->islands; i++) {
            all.kept[r].elites[i] = random_bytes(rng, s->byte[r][i][0], &s->n[r][i][0]);
            all.kept[r].states[i] = random_bytes(rng, s->byte[r][i][1], &s->n[r][i][1]);
        }
    }
    pack_clear(&s->checkpoint);
    snapshot_pack(&all, &s->checkpoint);
    snapshot_free(&all);
    if (rng_below(rng, 2))
        make_older(s);
}

static size_t wrong_blob(struct unpack *in, const unsigned char *byte, size_t n)
{
    struct unpack blob = unpack_blob(in);
    return in->broken || (size_t)(blob.end - blob.at) != n ||
           (n && memcmp(blob.at, byte, n));
}

/* What a rank has got that it should not, or lacks. */
static size_t count_wrong(const struct sample *s, const struct snapshot *snapshot,
                          const struct snapshot_request *request,
                          const struct pack *got, int rank)
{
    size_t wrong = 0;
    struct unpack in = unpack_from(got->data, got->used);
    for (uint64_t i = request->first; i < request->first + request->n; i++)
        for (int part = 0; part < 2; part++)
            wrong += wrong_blob(&in, s->byte[request->replica][i][part],
                                s->n[request->replica][i][part]);
    wrong += in.at != in.end;
    for (uint32_t r = 0; r < s->replicas; r++) {
        const struct replica_record *kept = &snapshot->kept[r];
        wrong += kept->stage != s->stage[r] || kept->reason != reason_of(r) ||
                 kept->closed || kept->result.generations != s->result[r].generations ||
                 kept->result.best != s->result[r].best ||
                 kept->result.verdict.infeasible != s->result[r].verdict.infeasible;
        wrong += rank && (kept->elites || kept->states);
        wrong += snapshot_is_foreign(snapshot, r) != (s->build[r][0] != OWN_BUILD);
    }
    return wrong;
}

static void resume_rank(struct comm *world, void *arg)
{
    struct sample *s = arg;
    const struct snapshot_request *request = &s->request[world->rank];
    struct snapshot snapshot;
    struct arena arena;
    struct pack got = {0};
    struct error err = {0};
    arena_init(&arena);
    snapshot_init(&snapshot, s->replicas, s->islands, world, &arena, &err);
    memset(snapshot.build, OWN_BUILD, sizeof snapshot.build);
    if (!snapshot_resume(&snapshot, world, world->rank ? NULL : s->checkpoint.data,
                         s->checkpoint.used, &err))
        snapshot_scatter(&snapshot, world, request, &got, &err);
    s->status[world->rank] = err.status;
    s->wrong[world->rank] = count_wrong(s, &snapshot, request, &got, world->rank);
    pack_free(&got);
    snapshot_free(&snapshot);
    arena_free(&arena);
}

static void random_sample(struct sample *s, struct rng *rng, struct arena *arena)
{
    s->replicas = 1 + (uint32_t)rng_below(rng, MOST_REPLICAS);
    s->islands = 1 + (unsigned)rng_below(rng, MOST_ISLANDS);
    for (int r = 0; r < MOST_RANKS; r++) {
        uint64_t first = rng_below(rng, s->islands);
        uint64_t n = rng_below(rng, s->islands - first + 1);
        s->request[r] =
            (struct snapshot_request){rng_below(rng, s->replicas), first, n};
    }
    pack_sample(s, rng, arena);
}

static void each_rank_gets_its_islands(void)
{
    static struct sample sample;
    struct arena arena;
    struct rng rng;
    arena_init(&arena);
    rng_seed(&rng, 1, 0);
    for (int n = 0; n < CASES; n++) {
        int ranks = 1 + (int)rng_below(&rng, MOST_RANKS);
        struct error err = {0};
        random_sample(&sample, &rng, &arena);
        CU_ASSERT_EQUAL(comm_local_run(ranks, NULL, resume_rank, &sample, &err),
                        STATUS_OK);
        for (int r = 0; r < ranks; r++) {
            CU_ASSERT_EQUAL(sample.status[r], STATUS_OK);
            CU_ASSERT_EQUAL(sample.wrong[r], 0);
        }
    }
    pack_free(&sample.checkpoint);
    arena_free(&arena);
}

/* A checkpoint that is too short or too long is refused by all ranks together. */
static void all_refuse_what_does_not_fit(void)
{
    static struct sample sample;
    struct arena arena;
    struct rng rng;
    arena_init(&arena);
    rng_seed(&rng, 2, 0);
    for (int n = 0; n < CASES; n++) {
        int ranks = 1 + (int)rng_below(&rng, MOST_RANKS);
        struct error err = {0};
        random_sample(&sample, &rng, &arena);
        if (n % 2)
            sample.checkpoint.used = rng_below(&rng, sample.checkpoint.used);
        else
            pack_u64(&sample.checkpoint, 0);
        CU_ASSERT_EQUAL(comm_local_run(ranks, NULL, resume_rank, &sample, &err),
                        STATUS_OK);
        for (int r = 0; r < ranks; r++)
            CU_ASSERT_EQUAL(sample.status[r], STATUS_INPUT);
    }
    pack_free(&sample.checkpoint);
    arena_free(&arena);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(each_rank_gets_its_islands),
        SUITE_TEST(all_refuse_what_does_not_fit),
        CU_TEST_INFO_NULL,
    };
    return suite_run("snapshot", NULL, NULL, tests);
}
