/* Ranks as threads: the promises of every communicator, and those of failing. */
#include "comm_checks.h"
#include "comm_local.h"
#include "launch.h"
#include "suite.h"

#include <pthread.h>
#include <time.h>

/* What the ranks of one run report, each in its own place. */
struct tally {
    size_t wrong[CHECK_RANKS_MAX];
    enum status status[CHECK_RANKS_MAX];
    struct error err[CHECK_RANKS_MAX];
};

static void promises(struct comm *world, void *arg)
{
    struct tally *tally = arg;
    tally->wrong[world->rank] = check_comm(world);
}

static void run_keeps_promises(void)
{
    for (int size = 1; size <= 9; size++) {
        static struct tally tally;
        struct error err = {0};
        memset(&tally, 0xff, sizeof tally);
        CU_ASSERT_EQUAL(comm_local_run(size, NULL, promises, &tally, &err), STATUS_OK);
        for (int r = 0; r < size; r++)
            CU_ASSERT_EQUAL(tally.wrong[r], 0);
    }
}

static void run_of_one_keeps_promises_with_a_fault_armed(void)
{
    struct comm_fault never = {.kind = FAULT_FAIL, .rank = 0, .call = UINT32_MAX};
    static struct tally tally;
    struct error err = {0};
    tally.wrong[0] = 1;
    CU_ASSERT_EQUAL(comm_local_run(1, &never, promises, &tally, &err), STATUS_OK);
    CU_ASSERT_EQUAL(tally.wrong[0], 0);
}

/* One of each operation, on the world and on a half; the first failure ends it. */
static enum status tour(struct comm *world, struct error *err)
{
    unsigned char in[256] = {0}, out[256];
    size_t even[CHECK_RANKS_MAX];
    struct comm *half = NULL;
    for (int r = 0; r < world->size; r++)
        even[r] = 8;
    enum status status = comm_allgather(world, in, 8, out, err);
    if (status == STATUS_OK)
        status = comm_split(world, world->rank % 2, &half, err);
    if (status == STATUS_OK)
        status = comm_alltoallv(half, in, even, out, even, sizeof in, err);
    if (status == STATUS_OK)
        status = comm_gather(world, in, 8, out, even, err);
    if (status == STATUS_OK)
        status = comm_broadcast(half, in, 8, err);
    if (status == STATUS_OK)
        status = comm_agree(world, err);
    comm_close(half);
    return status;
}

enum { TOUR_CALLS = 6 };

static void guided_tour(struct comm *world, void *arg)
{
    struct tally *tally = arg;
    int rank = world->rank;
    tally->status[rank] = tour(world, &tally->err[rank]);
    /* once lost, always lost */
    if (tally->status[rank] != STATUS_OK)
        tally->wrong[rank] = tour(world, &tally->err[rank]) != STATUS_COMM;
}

static void failure_at_any_call_ends_all_ranks(void)
{
    for (int size = 1; size <= 5; size++)
        for (int rank = 0; rank < size; rank++)
            for (unsigned call = 1; call <= TOUR_CALLS; call++) {
                struct comm_fault fault = {
                    .kind = FAULT_FAIL, .rank = rank, .call = call};
                static struct tally tally;
                struct error err = {0};
                memset(&tally, 0, sizeof tally);
                comm_local_run(size, &fault, guided_tour, &tally, &err);
                for (int r = 0; r < size; r++) {
                    CU_ASSERT_EQUAL(tally.status[r], STATUS_COMM);
                    CU_ASSERT_EQUAL(tally.wrong[r], 0);
                    CU_ASSERT_PTR_NOT_NULL(strstr(tally.err[r].text, "is lost"));
                }
            }
}

static void failure_past_the_last_call_does_nothing(void)
{
    struct comm_fault fault = {.kind = FAULT_FAIL, .rank = 1, .call = TOUR_CALLS + 1};
    static struct tally tally;
    struct error err = {0};
    memset(&tally, 0, sizeof tally);
    comm_local_run(3, &fault, guided_tour, &tally, &err);
    for (int r = 0; r < 3; r++)
        CU_ASSERT_EQUAL(tally.status[r], STATUS_OK);
}

static void delay_makes_all_wait_and_changes_nothing(void)
{
    struct comm_fault fault = {
        .kind = FAULT_DELAY, .rank = 2, .call = 1, .delay_ms = 50};
    static struct tally tally;
    struct error err = {0};
    struct timespec before, after;
    memset(&tally, 0xff, sizeof tally);
    clock_gettime(CLOCK_MONOTONIC, &before);
    comm_local_run(4, &fault, promises, &tally, &err);
    clock_gettime(CLOCK_MONOTONIC, &after);
    long ms = (after.tv_sec - before.tv_sec) * 1000 +
              (after.tv_nsec - before.tv_nsec) / 1000000;
    CU_ASSERT_TRUE(ms >= 49);
    for (int r = 0; r < 4; r++)
        CU_ASSERT_EQUAL(tally.wrong[r], 0);
}

static void gather_once(struct comm *world, void *arg)
{
    struct tally *tally = arg;
    tally->wrong[world->rank] = check_allgather(world, 16);
}

static void damage_inverts_one_byte_at_one_rank(void)
{
    struct comm_fault fault = {.kind = FAULT_DAMAGE, .rank = 1, .call = 1, .byte = 33};
    static struct tally tally;
    struct error err = {0};
    comm_local_run(3, &fault, gather_once, &tally, &err);
    CU_ASSERT_EQUAL(tally.wrong[0], 0);
    CU_ASSERT_EQUAL(tally.wrong[1], 1);
    CU_ASSERT_EQUAL(tally.wrong[2], 0);
}

static void leave_early(struct comm *world, void *arg)
{
    struct tally *tally = arg;
    unsigned char in[8] = {0}, out[8 * 4];
    if (world->rank != 2)
        tally->status[world->rank] =
            comm_allgather(world, in, 8, out, &tally->err[world->rank]);
}

static void rank_that_leaves_is_missed_not_awaited(void)
{
    static struct tally tally;
    struct error err = {0};
    memset(&tally, 0, sizeof tally);
    comm_local_run(4, NULL, leave_early, &tally, &err);
    CU_ASSERT_EQUAL(tally.status[0], STATUS_COMM);
    CU_ASSERT_EQUAL(tally.status[1], STATUS_COMM);
    CU_ASSERT_EQUAL(tally.status[2], STATUS_OK);
    CU_ASSERT_EQUAL(tally.status[3], STATUS_COMM);
}

static bool never_told(void)
{
    return false;
}

static void leave_while_awaited(struct comm *world, void *arg)
{
    struct tally *tally = arg;
    struct error *err = &tally->err[world->rank];
    if (world->rank == 0)
        return;
    tally->status[world->rank] = comm_await(world, never_told, err);
}

static void rank_0_that_leaves_is_not_awaited(void)
{
    static struct tally tally;
    struct error err = {0};
    memset(&tally, 0, sizeof tally);
    comm_local_run(3, NULL, leave_while_awaited, &tally, &err);
    CU_ASSERT_EQUAL(tally.status[1], STATUS_COMM);
    CU_ASSERT_EQUAL(tally.status[2], STATUS_COMM);
}

static void await_after_failure(struct comm *world, void *arg)
{
    struct tally *tally = arg;
    unsigned char in[8] = {0}, out[8 * 2];
    struct error *err = &tally->err[world->rank];
    CU_ASSERT_EQUAL(comm_allgather(world, in, 8, out, err), STATUS_COMM);
    tally->status[world->rank] = comm_await(world, never_told, err);
}

static void await_fails_after_a_failure(void)
{
    struct comm_fault fault = {.kind = FAULT_FAIL, .rank = 1, .call = 1};
    static struct tally tally;
    struct error err = {0};
    memset(&tally, 0, sizeof tally);
    comm_local_run(2, &fault, await_after_failure, &tally, &err);
    CU_ASSERT_EQUAL(tally.status[0], STATUS_COMM);
    CU_ASSERT_EQUAL(tally.status[1], STATUS_COMM);
}

static void send_uneven(struct comm *world, void *arg)
{
    struct tally *tally = arg;
    int rank = world->rank;
    unsigned char in[16] = {0}, out[16];
    size_t in_bytes[] = {4, rank == 1 ? 5 : 4}, out_bytes[] = {4, 4};
    struct error *err = &tally->err[rank];
    tally->status[rank] =
        comm_alltoallv(world, in, in_bytes, out, out_bytes, sizeof in, err);
    tally->wrong[rank] = comm_allgather(world, in, 8, out, err) != STATUS_COMM;
}

static void sizes_that_do_not_fit_are_refused(void)
{
    static struct tally tally;
    struct error err = {0};
    memset(&tally, 0, sizeof tally);
    comm_local_run(2, NULL, send_uneven, &tally, &err);
    CU_ASSERT_EQUAL(tally.status[1], STATUS_COMM);
    CU_ASSERT_EQUAL(tally.wrong[0] + tally.wrong[1], 0);
}

static void open_without_mpirun_is_serial(void)
{
    static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK",
                                        "PMI_FD", "SLURM_STEP_NUM_TASKS"};
    struct error err = {0};
    struct comm *world = NULL;
    char host[64] = "", cut[2] = "??";
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        unsetenv(signs[i]);
    CU_ASSERT_FALSE(comm_is_launched());
    CU_ASSERT_EQUAL_FATAL(comm_open(NULL, NULL, &world, &err), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(world->ops->name, "local");
    CU_ASSERT_EQUAL(world->size, 1);
    CU_ASSERT_EQUAL(check_comm(world), 0);
    comm_close(world);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        setenv(signs[i], "4", 1);
        CU_ASSERT_TRUE(comm_is_launched());
        unsetenv(signs[i]);
    }
    comm_host(host, sizeof host);
    comm_host(cut, sizeof cut);
    CU_ASSERT_TRUE(host[0] != '\0');
    CU_ASSERT_TRUE(cut[0] == host[0] && cut[1] == '\0');
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(run_keeps_promises),
        SUITE_TEST(run_of_one_keeps_promises_with_a_fault_armed),
        SUITE_TEST(failure_at_any_call_ends_all_ranks),
        SUITE_TEST(failure_past_the_last_call_does_nothing),
        SUITE_TEST(delay_makes_all_wait_and_changes_nothing),
        SUITE_TEST(damage_inverts_one_byte_at_one_rank),
        SUITE_TEST(rank_that_leaves_is_missed_not_awaited),
        SUITE_TEST(rank_0_that_leaves_is_not_awaited),
        SUITE_TEST(await_fails_after_a_failure),
        SUITE_TEST(sizes_that_do_not_fit_are_refused),
        SUITE_TEST(open_without_mpirun_is_serial),
        CU_TEST_INFO_NULL,
    };
    return suite_run("comm_local", NULL, NULL, tests);
}
