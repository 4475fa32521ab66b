/* The wire: the promises of every communicator, under mpirun. */
#include "comm_checks.h"
#include "launch.h"

#include <CUnit/Basic.h>

static struct comm *world;

static void mpi_keeps_promises(void)
{
    CU_ASSERT_EQUAL(check_comm(world), 0);
}

static void split_by_colour_keeps_rank_order(void)
{
    struct comm *part = NULL;
    struct error err = {0};
    for (int repeat = 0; repeat < 20; repeat++) {
        CU_ASSERT_EQUAL_FATAL(comm_split(world, world->rank / 3, &part, &err),
                              STATUS_OK);
        CU_ASSERT_EQUAL(part->rank, world->rank % 3);
        CU_ASSERT_EQUAL(check_alltoallv(part, 33), 0);
        comm_close(part);
    }
}

/* Megabytes to everyone at once: far beyond what any transport buffers. */
static void alltoallv_of_megabytes_does_not_deadlock(void)
{
    CU_ASSERT_EQUAL(check_alltoallv(world, 1 << 20), 0);
    CU_ASSERT_EQUAL(check_gather(world, 1 << 20), 0);
}

static void truncated_block_is_an_error_not_an_abort(void)
{
    unsigned char in[64] = {0}, out[64];
    size_t in_bytes[CHECK_RANKS_MAX] = {0}, out_bytes[CHECK_RANKS_MAX] = {0};
    struct comm *pair = NULL;
    struct error err = {0};
    enum status expected = STATUS_OK;
    CU_ASSERT_EQUAL_FATAL(comm_split(world, world->rank / 2, &pair, &err), STATUS_OK);
    if (pair->size == 2 && pair->rank == 0)
        in_bytes[1] = 64;
    if (pair->size == 2 && pair->rank == 1) {
        out_bytes[0] = 32;
        expected = STATUS_COMM;
    }
    CU_ASSERT_EQUAL(comm_alltoallv(pair, in, in_bytes, out, out_bytes, &err), expected);
    if (expected == STATUS_COMM)
        CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "alltoallv"));
    comm_close(pair);
}

int main(int argc, char **argv)
{
    struct error err = {0};
    if (comm_open(&argc, &argv, &world, &err) != STATUS_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("comm_mpi", NULL, NULL);
    CU_ADD_TEST(suite, mpi_keeps_promises);
    CU_ADD_TEST(suite, split_by_colour_keeps_rank_order);
    CU_ADD_TEST(suite, alltoallv_of_megabytes_does_not_deadlock);
    CU_ADD_TEST(suite, truncated_block_is_an_error_not_an_abort);
    CU_basic_run_tests();
    int failed =
        CU_get_number_of_failures() > 0 || strcmp(world->ops->name, "mpi") != 0;
    CU_cleanup_registry();
    comm_close(world);
    return failed;
}
