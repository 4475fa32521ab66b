/* A lone island for tests: one problem, one algorithm, one population, stepped without
 * an engine. Includers use CUnit. */
#ifndef SKERRY_TESTS_LONE_H
#define SKERRY_TESTS_LONE_H

#include "algorithm.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LONE_SOLUTIONS = 16 };

struct lone {
    struct arena perm;
    struct puzzle puzzle;
    const struct algorithm *algorithm;
    struct plan plan;
    void *self;
    struct island island;
    struct population pop;
    struct archive archive;
    struct error err;
};

/* Loads the problem alone; ends the case when that fails. */
static inline void lone_load(struct lone *lone, const struct problem *problem,
                             const void *keys)
{
    *lone = (struct lone){.puzzle = {.problem = problem}};
    arena_init(&lone->perm);
    if (problem->init(keys, &lone->perm, &lone->puzzle.self, &lone->puzzle.shape,
                      &lone->err)) {
        printf("%s: %s: %s\n", problem->name, lone->err.key, lone->err.text);
        CU_FAIL_FATAL("the problem does not load");
    }
}

/* Initialises the algorithm on a loaded problem; its status, with lone->err set. */
static inline enum status lone_plan(struct lone *lone,
                                    const struct algorithm *algorithm, const void *keys)
{
    lone->algorithm = algorithm;
    return algorithm->init(keys, &lone->puzzle, &lone->perm, &lone->plan, &lone->self,
                           &lone->err);
}

static inline void lone_close(struct lone *lone)
{
    if (lone->puzzle.problem->destroy)
        lone->puzzle.problem->destroy(lone->puzzle.self);
    arena_free(&lone->perm);
}

/* Expects that an algorithm refuses a problem, or its own keys, at a key and in words that
 * contain `text`. */
static inline void lone_refused(const struct problem *problem, const void *problem_keys,
                                const struct algorithm *algorithm,
                                const void *algorithm_keys, const char *key,
                                const char *text)
{
    struct lone lone;
    lone_load(&lone, problem, problem_keys);
    CU_ASSERT_EQUAL(lone_plan(&lone, algorithm, algorithm_keys), STATUS_INPUT);
    CU_ASSERT_STRING_EQUAL(lone.err.key, key);
    CU_ASSERT_PTR_NOT_NULL(strstr(lone.err.text, text));
    lone_close(&lone);
}

/* A population and all else that the planned algorithm works on. */
static inline void lone_populate(struct lone *lone, uint64_t seed)
{
    const struct shape *shape = &lone->puzzle.shape;
    struct island *island = &lone->island;
    CU_ASSERT_EQUAL_FATAL(population_init(&lone->pop, shape, lone->plan.capacity,
                                          &lone->perm, &lone->err),
                          STATUS_OK);
    const struct grid *grid = &lone->plan.grid;
    CU_ASSERT_EQUAL_FATAL(
        grid->axes
            ? archive_init_grid(&lone->archive, shape, grid, &lone->perm, &lone->err)
            : archive_init(&lone->archive, shape, LONE_SOLUTIONS, 0, &lone->perm,
                           &lone->err),
        STATUS_OK);
    *island = (struct island){.count = 1,
                              .bound = -INFINITY,
                              .incumbent = INFINITY,
                              .pop = &lone->pop,
                              .archive = &lone->archive};
    /* Exactly what the plan asks for: too little is found out. */
    island->scratch =
        arena_scratch(&lone->perm, lone->plan.scratch_bytes + shape->scratch_bytes);
    rng_init(&island->rng, seed, 0, 0, RNG_ALGORITHM);
}

/* All of the above, and the first population. */
static inline void lone_open(struct lone *lone, const struct problem *problem,
                             const void *problem_keys,
                             const struct algorithm *algorithm,
                             const void *algorithm_keys, uint64_t seed)
{
    lone_load(lone, problem, problem_keys);
    if (lone_plan(lone, algorithm, algorithm_keys)) {
        printf("%s: %s: %s\n", algorithm->name, lone->err.key, lone->err.text);
        CU_FAIL_FATAL("the algorithm does not suit");
    }
    lone_populate(lone, seed);
    algorithm->start(lone->self, &lone->island);
    CU_ASSERT_EQUAL(lone->pop.count, lone->plan.individuals);
}

static inline void lone_step(struct lone *lone)
{
    lone->algorithm->step(lone->self, &lone->island);
    lone->island.generation++;
    CU_ASSERT_EQUAL_FATAL(lone->pop.count, lone->plan.individuals);
}

static inline double lone_best(const struct lone *lone)
{
    return population_cost(&lone->pop, population_best(&lone->pop))[0];
}

#endif
