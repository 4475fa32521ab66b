#include "problem.h"

#define REQUIRE(table, member)                                                         \
    do {                                                                               \
        if (!(table)->member)                                                          \
            return #member;                                                            \
    } while (0)

static const char *missing_of_command(const struct problem_command *command)
{
    REQUIRE(command, summary);
    if (!command->run_all)
        REQUIRE(command, run);
    return NULL;
}

static const char *missing_of_problem(const struct problem *problem)
{
    REQUIRE(problem, summary);
    REQUIRE(problem, options);
    REQUIRE(problem, keys_bytes);
    REQUIRE(problem, init);
    REQUIRE(problem, sample);
    REQUIRE(problem, evaluate);
    REQUIRE(problem, crossover);
    REQUIRE(problem, mutate);
    REQUIRE(problem, distance);
    REQUIRE(problem, describe);
    REQUIRE(problem, verify);
    return NULL;
}

enum status problem_check(const struct problem *problem, struct error *err)
{
    const struct problem_command *command = problem->commands;
    if (!problem->name)
        return error_set(err, STATUS_FAILED, "a problem has no name");
    const char *missing = missing_of_problem(problem);
    if (missing)
        return error_set(err, STATUS_FAILED,
                         "problem %s has no '%s', which is required", problem->name,
                         missing);
    for (; command && command->name; command++)
        if ((missing = missing_of_command(command)))
            return error_set(err, STATUS_FAILED,
                             "problem %s: command %s has no '%s', which is required",
                             problem->name, command->name, missing);
    return STATUS_OK;
}
