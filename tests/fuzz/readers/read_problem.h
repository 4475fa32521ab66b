/* Loads an instance from a fuzzed section and its files, and if it is accepted, makes one
 * solution, prints it, and has it checked by the independent verifier, which reads the files
 * by itself. */
#ifndef SKERRY_READ_PROBLEM_H
#define SKERRY_READ_PROBLEM_H

#include "read_input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* most_genes: no solution is made for a larger instance, only for time's sake. */
static inline void read_problem_solve(const struct problem *problem, const void *keys,
                                      void *self, const struct shape *shape,
                                      struct arena *arena)
{
    struct rng rng;
    struct error err = {0};
    double cost[MAX_OBJECTIVES], fitness[MAX_OBJECTIVES];
    char *text = NULL;
    size_t used = 0;
    FILE *report = open_memstream(&text, &used);
    struct arena scratch = arena_scratch(arena, shape->scratch_bytes);
    void *genome = arena_take(arena, shape->genome_bytes);
    void *decoded = arena_take(arena, shape->genome_bytes);
    ensure(report && scratch.at && genome && decoded);
    rng_init(&rng, 1, 0, 0, RNG_ALGORITHM);
    bool feasible = problem->sample(self, &rng, scratch, genome);
    problem->evaluate(self, genome, 1, scratch, cost);
    problem->describe(self, genome, report);
    memcpy(decoded, genome, shape->genome_bytes);
    if (problem->decode)
        problem->decode(self, genome, decoded);
    for (size_t i = 0; i < shape->objectives; i++)
        fitness[i] = shape->objective[i].maximise ? -cost[i] : cost[i];
    enum status status = problem->verify(keys, decoded, shape->genes, fitness,
                                         shape->objectives, report, &err);
    ensure(fclose(report) == 0);
    if (feasible && isfinite(cost[0]) && status != STATUS_OK) {
        fputs(text, stderr);
        fputs(err.text, stderr);
        ensure(status == STATUS_OK); /* the verifier contradicts the problem */
    }
    free(text);
}

static inline void read_problem(const uint8_t *data, size_t bytes,
                                const struct problem *problem, size_t most_genes)
{
    struct read_input input;
    struct shape shape;
    struct arena arena;
    struct error err = {0};
    void *keys, *self = NULL;
    arena_init(&arena);
    read_input_split(data, bytes, &input);
    if (!read_input_keys(&input, problem, &arena, &keys, &err))
        read_input_check_error(err.status, &err);
    else {
        err = (struct error){0};
        enum status status = problem->init(keys, &arena, &self, &shape, &err);
        read_input_check_error(status, &err);
        if (status == STATUS_OK && shape.genes <= most_genes)
            read_problem_solve(problem, keys, self, &shape, &arena);
        if (status == STATUS_OK && problem->destroy)
            problem->destroy(self);
    }
    arena_free(&arena);
    read_input_free(&input);
}

#endif
