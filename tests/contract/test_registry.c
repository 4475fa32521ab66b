/* The tables of problems and algorithms are checked once, when the program starts: each
 * required member, one at a time, is found missing. */
#include "registry.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static const struct algorithm *algorithms[3], *own_algorithms[2];
static const struct problem *problems[3];
static struct registry registry = {problems, algorithms, NULL};

/* Tables that pass. */
static struct problem good_problem(void)
{
    struct problem problem = *registry_problems[0];
    problem.algorithms = own_algorithms;
    return problem;
}

static void expect(enum status status, const char *text)
{
    struct error err = {0};
    CU_ASSERT_EQUAL(registry_check(&registry, &err), status);
    if (!strstr(err.text, text)) {
        printf("%s: %s\n", text, err.text);
        CU_FAIL("another text");
    }
}

static void begin(const struct problem *problem, const struct algorithm *algorithm)
{
    problems[0] = problem;
    algorithms[0] = algorithm;
    problems[1] = NULL;
    algorithms[1] = own_algorithms[0] = NULL;
}

static void shipped_tables_are_whole(void)
{
    struct error err = {0};
    CU_ASSERT_EQUAL(registry_check(&registry_all, &err), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(err.text, "");
}

static void missing_members_of_a_problem_are_named(void)
{
    struct problem problem;
#define LACKS(member)                                                                  \
    do {                                                                               \
        problem = good_problem();                                                      \
        begin(&problem, registry_algorithms[0]);                                       \
        expect(STATUS_OK, "");                                                         \
        problem.member = 0;                                                            \
        expect(STATUS_FAILED, #member);                                                \
    } while (0)
    LACKS(name);
    LACKS(summary);
    LACKS(options);
    LACKS(keys_bytes);
    LACKS(init);
    LACKS(sample);
    LACKS(evaluate);
    LACKS(crossover);
    LACKS(mutate);
    LACKS(distance);
    LACKS(describe);
    LACKS(verify);
#undef LACKS
}

static void optional_members_may_be_left_out(void)
{
    struct problem problem = good_problem();
    problem.algorithms = NULL;
    problem.commands = NULL;
    problem.destroy = NULL;
    problem.heal = NULL;
    problem.recombine = NULL;
    problem.local_search = NULL;
    problem.descriptors = NULL;
    problem.decode = NULL;
    problem.diagnose = NULL;
    problem.bound = NULL;
    problem.prove = NULL;
    struct algorithm algorithm = *registry_algorithms[0];
    algorithm.welcome = NULL;
    algorithm.state = NULL;
    begin(&problem, &algorithm);
    expect(STATUS_OK, "");
}

static enum status run_nothing(int argc, char **argv, const void *keys,
                               struct comm *comm, struct error *err)
{
    (void)argc, (void)argv, (void)keys, (void)comm, (void)err;
    return STATUS_OK;
}

static void missing_members_of_a_command_are_named(void)
{
    struct problem problem = good_problem();
    struct problem_command commands[3];
    problem.commands = commands;
    begin(&problem, registry_algorithms[0]);
#define LACKS(member)                                                                  \
    do {                                                                               \
        for (int i = 0; i < 2; i++)                                                    \
            commands[i] = (struct problem_command){"god", "CONFIG",    "solves",       \
                                                   false, run_nothing, NULL};          \
        commands[2] = (struct problem_command){0};                                     \
        expect(STATUS_OK, "");                                                         \
        commands[1].member = 0;                                                        \
        expect(STATUS_FAILED, "command god has no '" #member "'");                     \
    } while (0)
    LACKS(summary);
    LACKS(run);
#undef LACKS
}

static void missing_members_of_an_algorithm_are_named(void)
{
    struct problem problem = good_problem();
    struct algorithm algorithm;
#define LACKS(member)                                                                  \
    do {                                                                               \
        algorithm = *registry_algorithms[0];                                           \
        begin(&problem, &algorithm);                                                   \
        expect(STATUS_OK, "");                                                         \
        algorithm.member = 0;                                                          \
        expect(STATUS_FAILED, #member);                                                \
    } while (0)
    LACKS(name);
    LACKS(summary);
    LACKS(options);
    LACKS(keys_bytes);
    LACKS(init);
    LACKS(start);
    LACKS(step);
#undef LACKS
}

static void names_that_are_taken_are_refused(void)
{
    struct problem one = good_problem(), two = one;
    struct algorithm general = *registry_algorithms[0], own = general;
    begin(&one, &general);
    problems[1] = &two;
    expect(STATUS_FAILED, "two problems have the name");
    two.name = "other";
    expect(STATUS_OK, "");
    own_algorithms[0] = &own;
    expect(STATUS_FAILED, "two algorithms have the name");
    own.name = "other";
    expect(STATUS_OK, "");
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(shipped_tables_are_whole),
        SUITE_TEST(missing_members_of_a_problem_are_named),
        SUITE_TEST(optional_members_may_be_left_out),
        SUITE_TEST(missing_members_of_a_command_are_named),
        SUITE_TEST(missing_members_of_an_algorithm_are_named),
        SUITE_TEST(names_that_are_taken_are_refused),
        CU_TEST_INFO_NULL,
    };
    return suite_run("registry", NULL, NULL, tests);
}
