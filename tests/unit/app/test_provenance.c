/* What a run was made with. */
#include "provenance.h"

#include "comm_local.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static void expect_model(const char *text, size_t capacity, const char *expected)
{
    char model[32] = "before";
    FILE *in = fmemopen((void *)text, strlen(text), "r");
    bool found = provenance_model(in, model, capacity);
    fclose(in);
    CU_ASSERT_EQUAL(found, expected != NULL);
    if (expected)
        CU_ASSERT_STRING_EQUAL(model, expected);
}

static void model_is_that_of_the_first_processor(void)
{
    expect_model("processor\t: 0\nmodel\t\t: 1\nmodel name\t: A B @ 2.0GHz\n"
                 "flags\t: x\nmodel name\t: C\n",
                 32, "A B @ 2.0GHz");
    expect_model("model name: no newline", 32, "no newline");
    expect_model("model name: cut", 3, "cu");
}

static void model_may_be_missing(void)
{
    expect_model("processor : 0\nCPU part : 0xd0c\n", 32, NULL);
    expect_model("model name\n", 32, NULL);
    expect_model("model name :\n", 32, NULL);
}

static struct recorder_provenance found(struct provenance *provenance)
{
    struct comm *world;
    struct error err = {0};
    CU_ASSERT_EQUAL_FATAL(comm_local_open(1, NULL, &world, &err), STATUS_OK);
    struct recorder_provenance from = provenance_find(provenance, world);
    comm_close(world);
    return from;
}

static void batch_job_is_that_of_the_environment(void)
{
    struct provenance provenance;
    unsetenv("SLURM_JOB_ID");
    setenv("SLURM_JOB_NAME", "leftover", 1);
    struct recorder_provenance from = found(&provenance);
    CU_ASSERT_PTR_NULL(from.slurm_job_id);
    CU_ASSERT_PTR_NULL(from.slurm_job_name);
    setenv("SLURM_JOB_ID", "4711", 1);
    from = found(&provenance);
    CU_ASSERT_STRING_EQUAL(from.slurm_job_id, "4711");
    CU_ASSERT_STRING_EQUAL(from.slurm_job_name, "leftover");
    setenv("SLURM_JOB_ID", "", 1);
    CU_ASSERT_PTR_NULL(found(&provenance).slurm_job_id);
}

static void run_alone_has_no_mpi_library(void)
{
    struct provenance provenance;
    struct recorder_provenance from = found(&provenance);
    CU_ASSERT_PTR_NULL(from.mpi_library);
    CU_ASSERT_TRUE(from.cpu[0] && from.compiler[0]);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(model_is_that_of_the_first_processor),
        SUITE_TEST(model_may_be_missing),
        SUITE_TEST(batch_job_is_that_of_the_environment),
        SUITE_TEST(run_alone_has_no_mpi_library),
        CU_TEST_INFO_NULL,
    };
    return suite_run("provenance", NULL, NULL, tests);
}
