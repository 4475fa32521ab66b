/* Searches that all islands do together: messages reach whom they are for, whole and in order,
 * wherever islands are; an aborted superstep is undone on all of them. Ranks are threads. */
#include "climb.h"
#include "interrupt.h"
#include "mailbox.h"
#include "suite.h"

#include <time.h>

enum { EPOCHS = 6, SUB_GENERATIONS = 5, MOST_SUPERSTEPS = 7 };

/* An island that sends bytes of its own to every island, checks those that come, and changes its
 * population by them. */
struct gossip {
    const struct puzzle *puzzle;
    unsigned islands, superstep;
    uint64_t heard; /* hash of all messages; its only state */
};

static size_t long_message; /* bytes that some messages have; of the next run */
static bool
    brief; /* the island that is stuck is so in short supersteps, one after another */

static enum status gossip_init(const void *keys, const struct puzzle *puzzle,
                               struct arena *perm, struct plan *plan, void **self,
                               struct error *err)
{
    struct gossip *gossip = ARENA_NEW(perm, struct gossip, 1);
    (void)keys;
    if (!gossip)
        return error_set(err, STATUS_MEMORY, "no memory for gossip");
    gossip->puzzle = puzzle;
    gossip->islands = plan->islands;
    *plan = (struct plan){
        .individuals = 6, .capacity = 6, .scratch_bytes = 1024, .shared = true};
    *self = gossip;
    return STATUS_OK;
}

static void gossip_start(void *self, struct island *island)
{
    struct gossip *gossip = self;
    gossip->heard = 0;
    algorithm_sample(gossip->puzzle, island, 6);
}

/* The same for sender and receiver. */
static struct rng rng_of_message(const struct island *island, unsigned superstep,
                                 size_t from, size_t to)
{
    struct rng rng;
    rng_seed(&rng,
             ((island->generation * 8 + superstep) * 16 + from) * 16 + to +
                 (uint64_t)island->replica * 1000003,
             9);
    return rng;
}

static size_t length_of_message(struct rng *rng)
{
    return rng_below(rng, 40) == 0 ? long_message
                                   : rng_below(rng, 4) * rng_below(rng, 50);
}

static unsigned supersteps_of(const struct island *island)
{
    return (unsigned)(island->generation * 5 + island->replica) % (MOST_SUPERSTEPS + 1);
}

/* Those that were sent in the superstep before this one. */
static void hear(struct gossip *gossip, const struct island *island,
                 const struct mailbox *mailbox)
{
    for (size_t from = 0; from < mailbox->islands; from++) {
        const unsigned char *at = mailbox->in[from];
        if (gossip->superstep == 0) {
            CU_ASSERT_EQUAL(mailbox->in_bytes[from], 0);
            continue;
        }
        struct rng rng =
            rng_of_message(island, gossip->superstep - 1, from, island->index);
        size_t bytes = length_of_message(&rng);
        CU_ASSERT_EQUAL_FATAL(mailbox->in_bytes[from], bytes + 1);
        CU_ASSERT_EQUAL((uintptr_t)at % 8, 0);
        bool whole = true;
        for (size_t i = 0; i <= bytes; i++) {
            whole &= at[i] == (unsigned char)rng_next(&rng);
            gossip->heard = (gossip->heard ^ at[i]) * 1099511628211;
        }
        CU_ASSERT(whole);
    }
}

static void say(struct gossip *gossip, const struct island *island,
                struct mailbox *mailbox)
{
    for (size_t to = 0; to < mailbox->islands; to++) {
        struct rng rng = rng_of_message(island, gossip->superstep, island->index, to);
        size_t bytes = length_of_message(&rng);
        unsigned char first = (unsigned char)rng_next(&rng);
        mailbox_send(mailbox, to, &first, 1);
        unsigned char *rest = mailbox_room(mailbox, to, bytes);
        for (size_t i = 0; rest && i < bytes; i++)
            rest[i] = (unsigned char)rng_next(&rng);
    }
}

static void nap(void)
{
    const struct timespec pause = {.tv_nsec = (long)(0.6 * INTERRUPT_GRACE_S * 1e9)};
    (void)interrupt_pending();
    nanosleep(&pause, NULL);
    (void)interrupt_pending();
}

static void stick(struct gossip *gossip, struct island *island)
{
    if ((int)island->index != climb_stuck || island->generation != climb_stuck_step ||
        gossip->superstep < 2)
        return;
    gossip->heard++;
    rng_next(&island->rng);
    island->evaluations += 1000;
    __atomic_store_n(climb_signal, 15, __ATOMIC_RELAXED);
    do
        nap();
    while (!brief);
}

static bool gossip_superstep(void *self, struct island *island, struct mailbox *mailbox)
{
    struct gossip *gossip = self;
    bool begins = true;
    for (size_t from = 0; from < mailbox->islands; from++)
        begins &= mailbox->in_bytes[from] == 0;
    gossip->superstep = begins ? 0 : gossip->superstep + 1;
    CU_ASSERT_EQUAL(mailbox->islands, gossip->islands);
    hear(gossip, island, mailbox);
    stick(gossip, island);
    if (gossip->superstep == supersteps_of(island))
        return false;
    say(gossip, island, mailbox);
    return true;
}

static void gossip_step(void *self, struct island *island)
{
    struct gossip *gossip = self;
    CU_ASSERT_EQUAL(gossip->superstep, supersteps_of(island));
    uint8_t *genome = population_genome(island->pop, gossip->heard % 6);
    genome[gossip->heard / 6 % GENES] = (uint8_t)(gossip->heard >> 32) % 100;
    sum_evaluate(gossip->puzzle->self, genome, 1, island->scratch,
                 population_cost(island->pop, gossip->heard % 6));
    island->evaluations++;
    island->diversity = (double)(gossip->heard >> 40);
    if (island->index == 0) { /* slow enough to be aborted */
        double now = step_clock() + 1;
        __atomic_store(&clock_s, &now, __ATOMIC_RELAXED);
    }
}

static size_t gossip_state(void *self, struct view *views)
{
    struct gossip *gossip = self;
    views[0] = (struct view){"heard", &gossip->heard, sizeof gossip->heard};
    return 1;
}

static const struct algorithm gossip_algorithm = {.name = "gossip",
                                                  .init = gossip_init,
                                                  .start = gossip_start,
                                                  .step = gossip_step,
                                                  .superstep = gossip_superstep,
                                                  .state = gossip_state};
static struct engine_islands gossips = {&gossip_algorithm, NULL, 0};

static struct play play_gossip(uint32_t islands, uint32_t replicas)
{
    struct play play = play_new(islands, replicas);
    play.plan.sub_generations = SUB_GENERATIONS;
    play.plan.stopping.epochs = EPOCHS;
    gossips.count = islands;
    play.plan.algorithms = &gossips;
    play.plan.n_algorithms = 1;
    return play;
}

/* Long messages make an exchange agree on its memory first. */
static void messages_reach_islands_on_any_ranks(void)
{
    static const size_t lengths[] = {0, 999, 400000};
    for (size_t l = 0; l < 3; l++) {
        long_message = lengths[l];
        struct play play = play_gossip(5, 1);
        struct spy *alone = play_on(&play, 1);
        for (int ranks = 2; ranks <= 5; ranks++) {
            struct spy *shared = play_on(&play, ranks);
            CU_ASSERT(same_runs(alone, shared));
            spy_free(shared);
        }
        spy_free(alone);
    }
    long_message = 100;
}

static void replicas_do_not_hear_each_other(void)
{
    struct play play = play_gossip(3, 4);
    struct spy *alone = play_on(&play, 1);
    for (int ranks = 2; ranks <= 12; ranks++) {
        struct spy *shared = play_on(&play, ranks);
        CU_ASSERT(same_runs(alone, shared));
        spy_free(shared);
    }
    spy_free(alone);
}

static void stopped_runs_go_on_to_the_same_end(void)
{
    struct play play = play_gossip(4, 1);
    struct spy *whole = play_on(&play, 1);
    for (uint64_t at = 1; at < EPOCHS * SUB_GENERATIONS; at += 3) {
        struct spy *parts = play_stopped(&play, at, 1 + (int)at % 4, 1 + (int)at % 3);
        CU_ASSERT(same_runs(whole, parts));
        spy_free(parts);
    }
    spy_free(whole);
}

/* One island is aborted, or the others wait for it. */
static void abort_supersteps(unsigned least)
{
    struct play play = play_gossip(4, 1);
    struct spy *whole = play_on(&play, 1);
    size_t aborted = 0;
    for (uint64_t at = 1; at < EPOCHS * SUB_GENERATIONS; at++) {
        struct island then = {.generation = at};
        if (supersteps_of(&then) < least)
            continue;
        climb_stuck = (int)at % 4;
        climb_stuck_step = at;
        play.snapshot = NULL;
        struct spy *part = play_on(&play, 1 + (int)at % 4);
        climb_stuck = -1;
        CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
        CU_ASSERT_EQUAL(part->results[0].generations, at);
        struct spy *rest = play.spy = spy_after(part);
        play.snapshot = &part->checkpoint;
        play_ranks(&play, 1 + (int)at % 3);
        CU_ASSERT(same_runs(whole, rest));
        spy_free(part);
        spy_free(rest);
        aborted++;
    }
    CU_ASSERT(aborted > 10);
    play.snapshot = NULL;
    spy_free(whole);
}

static void aborted_supersteps_are_undone_on_all_ranks(void)
{
    abort_supersteps(2);
}

/* A step of many supersteps, each of which is shorter than the period of grace. */
static void short_supersteps_are_aborted_too(void)
{
    brief = true;
    abort_supersteps(4);
    brief = false;
}

/* At every call of a run: all ranks end, with the same status. */
static void all_ranks_end_when_one_is_lost(void)
{
    unsigned call = 1;
    for (bool lost = true; lost; call++) {
        struct play play = play_gossip(3, 1);
        struct comm_fault fault = {.kind = FAULT_FAIL, .rank = 1, .call = call};
        struct error err = {0};
        play.plan.stopping.epochs = 2;
        play.spy = spy_new();
        play.spy->signal = climb_signal = &play.signal;
        clock_s = 0;
        CU_ASSERT_EQUAL_FATAL(comm_local_run(3, &fault, play_rank, &play, &err),
                              STATUS_OK);
        lost = play.status[1] != STATUS_OK;
        for (int r = 0; r < 3; r++)
            CU_ASSERT_EQUAL(play.status[r], lost ? STATUS_COMM : STATUS_OK);
        spy_free(play.spy);
    }
    CU_ASSERT(call > 50);
}

static void refused(const struct engine_plan *plan, const struct algorithm *algorithm,
                    enum status status, const char *key)
{
    struct error err = {0};
    struct plan own = {.shared = true};
    CU_ASSERT_EQUAL(engine_check_part(plan, algorithm, &own, &err), status);
    CU_ASSERT_STRING_EQUAL(err.key, key);
}

static void islands_that_cannot_meet_are_refused(void)
{
    struct engine_plan plan = play_gossip(3, 1).plan;
    struct error err = {0};
    struct plan own = {.shared = true};
    CU_ASSERT_EQUAL(engine_check_part(&plan, &gossip_algorithm, &own, &err), STATUS_OK);
    refused(&plan, &climb_algorithm, STATUS_FAILED, "");
    plan.migration.period_s = 1;
    refused(&plan, &gossip_algorithm, STATUS_INPUT, "migration.mode");
    plan.migration.period_s = 0;
    plan.balances = true;
    refused(&plan, &gossip_algorithm, STATUS_INPUT, "run.distribution");
    plan.balances = false;
    plan.n_algorithms = 2;
    refused(&plan, &gossip_algorithm, STATUS_INPUT, "islands");
}

int main(void)
{
    long_message = 100;
    CU_TestInfo tests[] = {
        SUITE_TEST(messages_reach_islands_on_any_ranks),
        SUITE_TEST(replicas_do_not_hear_each_other),
        SUITE_TEST(stopped_runs_go_on_to_the_same_end),
        SUITE_TEST(aborted_supersteps_are_undone_on_all_ranks),
        SUITE_TEST(short_supersteps_are_aborted_too),
        SUITE_TEST(all_ranks_end_when_one_is_lost),
        SUITE_TEST(islands_that_cannot_meet_are_refused),
        CU_TEST_INFO_NULL,
    };
    return suite_run("superstep", NULL, NULL, tests);
}
