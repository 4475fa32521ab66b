#include "registry.h"

#include "aiea.h"
#include "eternity_problem.h"
#include "ga.h"
#include "level_game_keys.h"
#include "level_problem.h"
#include "map_elites.h"
#include "moea.h"
#include "party_problem.h"
#include "python_problem.h"
#include "random_search.h"
#include "sliding_problem.h"

#include <string.h>

const struct problem *const registry_problems[] = {&party_problem,    &sliding_problem,
                                                   &eternity_problem, &level_problem,
                                                   &python_problem,   NULL};
const struct algorithm *const registry_algorithms[] = {
    &ga_algorithm,         &aiea_algorithm,          &moea_algorithm,
    &map_elites_algorithm, &random_search_algorithm, NULL};
const struct registry_file registry_files[] = {
    {"game", "a game's tiles, costs of edits and rules, in a file of its own", "level",
     level_game_options},
    {0}};
const struct registry registry_all = {registry_problems, registry_algorithms, NULL};

const struct problem *registry_problem(const struct registry *registry,
                                       const char *name)
{
    for (size_t i = 0; registry->problems[i]; i++)
        if (!strcmp(registry->problems[i]->name, name))
            return registry->problems[i];
    return NULL;
}

const struct algorithm *registry_algorithm_at(const struct registry *registry,
                                              const struct problem *problem, size_t i)
{
    size_t own = 0, general = 0;
    while (problem->algorithms && problem->algorithms[own])
        own++;
    while (registry->algorithms[general])
        general++;
    if (i < own)
        return problem->algorithms[i];
    return i - own < general ? registry->algorithms[i - own] : NULL;
}

const struct algorithm *registry_algorithm(const struct registry *registry,
                                           const struct problem *problem,
                                           const char *name)
{
    const struct algorithm *algorithm;
    for (size_t i = 0; (algorithm = registry_algorithm_at(registry, problem, i)); i++)
        if (!strcmp(algorithm->name, name))
            return algorithm;
    return NULL;
}

enum status registry_check_algorithms(const struct registry *registry,
                                      const struct problem *problem, struct error *err)
{
    const struct algorithm *algorithm;
    for (size_t i = 0; (algorithm = registry_algorithm_at(registry, problem, i)); i++) {
        if (algorithm_check(algorithm, err))
            return error_wrap(err, "problem %s", problem->name);
        if (registry_algorithm(registry, problem, algorithm->name) != algorithm)
            return error_set(err, STATUS_FAILED,
                             "problem %s: two algorithms have the name %s",
                             problem->name, algorithm->name);
    }
    return STATUS_OK;
}

enum status registry_check(const struct registry *registry, struct error *err)
{
    const struct problem *problem;
    for (size_t i = 0; (problem = registry->problems[i]); i++) {
        if (problem_check(problem, err))
            return err->status;
        if (registry_problem(registry, problem->name) != problem)
            return error_set(err, STATUS_FAILED, "two problems have the name %s",
                             problem->name);
        if (registry_check_algorithms(registry, problem, err))
            return err->status;
    }
    return STATUS_OK;
}

static bool has_problem(const struct skerry_plugin *plugin,
                        const struct problem *problem)
{
    for (size_t i = 0; plugin->problems && plugin->problems[i]; i++)
        if (plugin->problems[i] == problem)
            return true;
    return false;
}

static bool has_algorithm(const struct skerry_plugin *plugin,
                          const struct algorithm *algorithm)
{
    for (size_t i = 0; plugin->algorithms && plugin->algorithms[i]; i++)
        if (plugin->algorithms[i] == algorithm)
            return true;
    return false;
}

const struct skerry_plugin *registry_plugin(const struct registry *registry,
                                            const struct problem *problem,
                                            const struct algorithm *algorithm)
{
    for (size_t i = 0; registry->plugins && registry->plugins[i]; i++)
        if (has_problem(registry->plugins[i], problem) ||
            has_algorithm(registry->plugins[i], algorithm))
            return registry->plugins[i];
    return NULL;
}
