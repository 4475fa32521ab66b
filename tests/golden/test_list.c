/* What `skerry list` prints, against stored text and against what it says. */
#include "list_command.h"

#include "config_demo.h"
#include "suite.h"

#include <jansson.h>
#include <stdlib.h>

static char *listed(const char *name, bool json)
{
    char *text = NULL;
    size_t bytes = 0;
    struct error err = {0};
    FILE *out = open_memstream(&text, &bytes);
    CU_ASSERT_EQUAL_FATAL(list_print(&demo_registry, name, json, out, &err), STATUS_OK);
    fclose(out);
    return text;
}

static void list_prints_stored_text(void)
{
    char *overview = listed(NULL, false), *demo = listed("demo", false);
    char *ga = listed("ga", false), *exact = listed("exact", false);
    char stored[8192], ours[8192];
    FILE *file = fopen(SKERRY_SOURCE "/tests/golden/list.txt", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    stored[fread(stored, 1, sizeof stored - 1, file)] = '\0';
    fclose(file);
    snprintf(ours, sizeof ours, "%s\n%s\n%s\n%s", overview, demo, ga, exact);
    if (strcmp(ours, stored) != 0)
        printf("\n%s", ours);
    CU_ASSERT_STRING_EQUAL(ours, stored);
    free(overview);
    free(demo);
    free(ga);
    free(exact);
}

static void lines_are_short_and_unknown_names_refused(void)
{
    static const char *const names[] = {"demo",      "ga",     "run",
                                        "migration", "output", "checkpoint"};
    struct error err = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *text = listed(names[i], false);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
            CU_ASSERT_TRUE(strlen(line) <= 96);
        free(text);
    }
    CU_ASSERT_EQUAL(list_print(&demo_registry, "rum", false, stdout, &err),
                    STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "did you mean 'run'?"));
}

/* A config made of what list prints is the config that gives no keys at all. */
static void listed_defaults_are_the_defaults(void)
{
    static const char *const names[] = {"demo",      "ga",     "run",
                                        "migration", "output", "checkpoint"};
    struct demo demo;
    char text[16384], heroes[128];
    const char *sets[] = {heroes, "run.epochs=2"};
    size_t used = (size_t)snprintf(text, sizeof text, "problem: demo\nalgorithm: ga\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *section = listed(names[i], false);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", section);
        free(section);
    }
    demo_begin(&demo);
    CU_ASSERT_EQUAL_FATAL(demo_load(&demo, DEMO_LEAST, strlen(DEMO_LEAST), NULL, 0),
                          STATUS_OK);
    const char *least = demo.config.resolved;
    snprintf(heroes, sizeof heroes, "demo.heroes=%s/heroes.csv", demo.folder);
    enum status status = demo_load(&demo, text, used, sets, 2);
    if (status)
        printf("\n%s\n%s\n", text, demo.err.text);
    CU_ASSERT_EQUAL_FATAL(status, STATUS_OK);
    CU_ASSERT_STRING_EQUAL(demo.config.resolved, least);
    demo_end(&demo);
}

static void list_prints_json(void)
{
    char *text = listed("demo", true);
    json_t *root = json_loads(text, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(root);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(root, "algorithms")), 0);
    json_t *section = json_array_get(json_object_get(root, "problems"), 0);
    json_t *options = json_object_get(section, "options");
    CU_ASSERT_EQUAL(json_array_size(options), 16);
    json_t *size = json_array_get(options, 1);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(size, "type")), "int");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(size, "default")), "5");
    CU_ASSERT_EQUAL(json_number_value(json_object_get(size, "max")), 1e6);
    json_t *heroes = json_array_get(options, 7);
    CU_ASSERT_TRUE(json_is_null(json_object_get(heroes, "default")));
    json_decref(root);
    free(text);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(list_prints_stored_text),
        SUITE_TEST(lines_are_short_and_unknown_names_refused),
        SUITE_TEST(listed_defaults_are_the_defaults),
        SUITE_TEST(list_prints_json),
        CU_TEST_INFO_NULL,
    };
    return suite_run("list", NULL, NULL, tests);
}
