/* Migration over the wire: genomes of all sizes arrive whole, on any number of ranks.
 */
#include "comm_mpi.h"
#include "launch.h"
#include "migration_checks.h"
#include "suite.h"

static struct comm *world;

static void migrate_equals_twin(void)
{
    for (int p = 0; p < TRIAL_PLANS; p++)
        for (enum costs costs = 0; costs < COSTS_KINDS; costs++)
            for (unsigned islands = 8; islands <= 11; islands += 3) {
                struct trial trial = {.plan = trial_plans[p],
                                      .islands = islands,
                                      .individuals = 7,
                                      .genome_bytes = 64,
                                      .costs = costs,
                                      .seed = 3};
                CU_ASSERT_EQUAL(check_migration(world, &trial), 0);
            }
}

/* Descending costs send everything through the middle; ring sends past neighbours. */
static void large_genomes_do_not_deadlock(void)
{
    static const size_t sizes[] = {1, 7, 4097, 65536, 1 << 20};
    for (int p = 0; p < TRIAL_PLANS; p++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            struct trial trial = {.plan = trial_plans[p],
                                  .islands = 8,
                                  .individuals = sizes[i] > 65536 ? 4 : 10,
                                  .genome_bytes = sizes[i],
                                  .costs = COSTS_DESCENDING,
                                  .seed = 9};
            if (sizes[i] > 65536 && p % 2 == 1)
                continue; /* each policy once is enough of the largest */
            CU_ASSERT_EQUAL(check_migration(world, &trial), 0);
        }
}

static void blocks_in_pieces_equal_twin(void)
{
    static const size_t pieces[] = {1, 50, 4096};
    struct comm *copy = NULL;
    struct error err = {0};
    CU_ASSERT_EQUAL_FATAL(comm_split(world, 0, &copy, &err), STATUS_OK);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        for (int p = 0; p < TRIAL_PLANS; p++) {
            struct trial trial = {.plan = trial_plans[p],
                                  .islands = 11,
                                  .individuals = 7,
                                  .genome_bytes = 64,
                                  .costs = COSTS_DESCENDING,
                                  .seed = 5};
            comm_mpi_set_piece(copy, pieces[i]);
            CU_ASSERT_EQUAL(check_migration(copy, &trial), 0);
        }
    comm_close(copy);
}

int main(int argc, char **argv)
{
    struct error err = {0};
    if (comm_open(&argc, &argv, &world, &err) != STATUS_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    CU_TestInfo tests[] = {
        SUITE_TEST(migrate_equals_twin),
        SUITE_TEST(large_genomes_do_not_deadlock),
        SUITE_TEST(blocks_in_pieces_equal_twin),
        CU_TEST_INFO_NULL,
    };
    int failed =
        suite_run("migrate", NULL, NULL, tests) || strcmp(world->ops->name, "mpi") != 0;
    comm_close(world);
    return failed;
}
