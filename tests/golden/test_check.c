/* What `skerry check` prints. */
#include "check_command.h"

#include "config_demo.h"
#include "suite.h"

#include <jansson.h>
#include <stdlib.h>

static const char text[] =
    "problem: demo\nalgorithm: ga\nrun: {epochs: 2, replicas: 4}\ndemo:\n"
    "  heroes: heroes.csv\n  goal: .inf\n  cap: 9007199254740993\n  guided: off\n"
    "  rules: [{mean: a, min: 0.1}]\n  weights: {7: 1.5}\n";

static char *checked(struct demo *demo, bool json)
{
    char *printed = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&printed, &bytes);
    struct config_request request = {.path = demo->path};
    demo_write(demo->path, text, strlen(text));
    CU_ASSERT_EQUAL_FATAL(config_load(&request, &demo_registry, demo->comm, &demo->perm,
                                      &demo->config, &demo->err),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        check_command_print(&demo->config, &(struct verdict){0}, json, out, &demo->err),
        STATUS_OK);
    fclose(out);
    return printed;
}

static void check_prints_yaml(void)
{
    struct demo demo;
    demo_begin(&demo);
    char *printed = checked(&demo, false);
    CU_ASSERT_STRING_EQUAL(printed, demo.config.resolved);
    free(printed);
    demo_end(&demo);
}

static void check_prints_json(void)
{
    struct demo demo;
    const char *goal, *mean;
    double least, weight;
    int guided = 1;
    json_int_t cap, replicas;
    demo_begin(&demo);
    char *printed = checked(&demo, true);
    json_t *root = json_loads(printed, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(root);
    CU_ASSERT_TRUE(json_is_null(json_object_get(root, "islands")));
    int failed = json_unpack(
        root, "{s:I, s:{s:{s:s, s:I, s:b, s:[{s:s, s:F}], s:{s:F}}}}", "replicas",
        &replicas, "resolved", "demo", "goal", &goal, "cap", &cap, "guided", &guided,
        "rules", "mean", &mean, "min", &least, "weights", "7", &weight);
    CU_ASSERT_EQUAL_FATAL(failed, 0);
    CU_ASSERT_EQUAL(replicas, 4);
    CU_ASSERT_EQUAL(cap, 9007199254740993);
    CU_ASSERT_STRING_EQUAL(goal, ".inf");
    CU_ASSERT_STRING_EQUAL(mean, "a");
    CU_ASSERT_EQUAL(least, 0.1);
    CU_ASSERT_EQUAL(weight, 1.5);
    CU_ASSERT_FALSE(guided);
    json_decref(root);
    free(printed);
    demo_end(&demo);
}

static void full_disk_is_told(void)
{
    struct demo demo;
    demo_begin(&demo);
    free(checked(&demo, false));
    FILE *full = fopen("/dev/full", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(full);
    CU_ASSERT_EQUAL(
        check_command_print(&demo.config, &(struct verdict){0}, false, full, &demo.err),
        STATUS_FULL);
    fclose(full);
    full = fopen("/dev/full", "w");
    CU_ASSERT_EQUAL(
        check_command_print(&demo.config, &(struct verdict){0}, true, full, &demo.err),
        STATUS_FULL);
    fclose(full);
    demo_end(&demo);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(check_prints_yaml),
        SUITE_TEST(check_prints_json),
        SUITE_TEST(full_disk_is_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("check", NULL, NULL, tests);
}
