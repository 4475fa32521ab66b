/* A planted puzzle as the problem of a lone island: in place of a file, its size and
 * colours come from `planted`, which tests set before lone_open. */
#ifndef SKERRY_TESTS_ETERNITY_LONE_H
#define SKERRY_TESTS_ETERNITY_LONE_H

#include "eternity_operators.h"
#include "eternity_planted.h"
#include "eternity_problem.h"
#include "lone.h"

static struct {
    struct rng rng;
    unsigned rows, cols, ring, inner;
    double clue; /* chance that one is given */
} planted;

static inline enum status planted_init(const void *section, struct arena *perm,
                                       void **self, struct shape *shape,
                                       struct error *err)
{
    struct eternity_instance *instance = ARENA_NEW(perm, struct eternity_instance, 1);
    int16_t solution[ETERNITY_MAX_CELLS];
    (void)err;
    planted_puzzle(&planted.rng, planted.rows, planted.cols, planted.ring,
                   planted.inner, &instance->puzzle, solution);
    if (rng_chance(&planted.rng, planted.clue))
        planted_clue(&instance->puzzle, solution,
                     (unsigned)rng_below(&planted.rng, instance->puzzle.cells));
    eternity_instance_prepare(instance, section);
    *shape = (struct shape){.gene_type = GENE_I16,
                            .genes = instance->puzzle.cells,
                            .genome_bytes = 2 * (size_t)instance->puzzle.cells,
                            .objectives = 3};
    *self = instance;
    return STATUS_OK;
}

static inline struct problem planted_problem(void)
{
    struct problem problem = eternity_problem;
    problem.init = planted_init;
    return problem;
}

#endif
