#include "registry.h"

#include "aiea.h"
#include "eternity_problem.h"
#include "ga.h"
#include "level_problem.h"
#include "map_elites.h"
#include "moea.h"
#include "party_problem.h"
#include "random_search.h"
#include "sliding_problem.h"

#include <string.h>

const struct problem *const registry_problems[] = {
    &party_problem, &sliding_problem, &eternity_problem, &level_problem, NULL};
const struct algorithm *const registry_algorithms[] = {
    &ga_algorithm,         &aiea_algorithm,   &moea_algorithm,
    &map_elites_algorithm, &random_algorithm, NULL};
const struct registry registry_all = {registry_problems, registry_algorithms};

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
