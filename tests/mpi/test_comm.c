/* The wire: the promises of every communicator, under mpirun. */
#include "comm_checks.h"
#include "comm_mpi.h"
#include "launch.h"
#include "suite.h"

#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* Whatever the size of the pieces in which blocks go. */
static void pieces_of_any_size_make_whole_blocks(void)
{
    static const size_t pieces[] = {1, 3, 64, 4096, 4097, 100000};
    struct comm *copy = NULL;
    struct error err = {0};
    CU_ASSERT_EQUAL_FATAL(comm_split(world, 0, &copy, &err), STATUS_OK);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        comm_mpi_set_piece(copy, pieces[i]);
        for (size_t scale = 0; scale <= 64; scale += 1 + scale / 2)
            CU_ASSERT_EQUAL(check_alltoallv(copy, scale) + check_gather(copy, scale) +
                                check_allgather(copy, scale) +
                                check_broadcast(copy, scale),
                            0);
        if (pieces[i] >= 64)
            CU_ASSERT_EQUAL(check_comm(copy), 0);
    }
    comm_close(copy);
}

/* A view of many times the same MIRRORED bytes: as large as one likes, at no cost. */
enum { MIRRORED = 1 << 22 };

static unsigned char *mirror(size_t bytes)
{
    int file = memfd_create("mirror", 0);
    unsigned char *all = mmap(NULL, bytes, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    bool good = file >= 0 && all != MAP_FAILED && !ftruncate(file, MIRRORED);
    for (size_t at = 0; good && at < bytes; at += MIRRORED)
        good = mmap(all + at, MIRRORED, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                    file, 0) != MAP_FAILED;
    close(file);
    CU_ASSERT_TRUE_FATAL(good);
    return all;
}

/* Between two ranks, since it takes a while. */
static void blocks_past_2_gib_arrive(void)
{
    size_t most = ((size_t)1 << 31) + MIRRORED, bytes = most - 11;
    size_t to_1[] = {0, bytes}, from_0[] = {bytes, 0}, nothing[] = {0, 0};
    struct error err = {0};
    bool sends = world->rank == 0;
    if (world->size != 2)
        return;
    unsigned char *in = mirror(most), *out = mirror(most);
    check_fill(in, 0, 1, MIRRORED);
    CU_ASSERT_EQUAL(comm_alltoallv(world, in, sends ? to_1 : nothing, out,
                                   sends ? nothing : from_0, bytes, &err),
                    STATUS_OK);
    CU_ASSERT_EQUAL(check_wrong(out, 0, 1, sends ? 0 : MIRRORED), 0);
    memset(out, 0, MIRRORED);
    CU_ASSERT_EQUAL(comm_gather(world, in, sends ? 0 : bytes, out, to_1, &err),
                    STATUS_OK);
    CU_ASSERT_EQUAL(check_wrong(out, 0, 1, sends ? MIRRORED : 0), 0);
    munmap(in, most);
    munmap(out, most);
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
    CU_ASSERT_EQUAL(comm_alltoallv(pair, in, in_bytes, out, out_bytes, sizeof in, &err),
                    expected);
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
    CU_TestInfo tests[] = {
        SUITE_TEST(mpi_keeps_promises),
        SUITE_TEST(split_by_colour_keeps_rank_order),
        SUITE_TEST(alltoallv_of_megabytes_does_not_deadlock),
        SUITE_TEST(pieces_of_any_size_make_whole_blocks),
        SUITE_TEST(blocks_past_2_gib_arrive),
        SUITE_TEST(truncated_block_is_an_error_not_an_abort),
        CU_TEST_INFO_NULL,
    };
    int failed = suite_run("comm_mpi", NULL, NULL, tests) ||
                 strcmp(world->ops->name, "mpi") != 0;
    comm_close(world);
    return failed;
}
