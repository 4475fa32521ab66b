/* Sliding puzzles for tests: random ones with a start and a target that a walk joins,
 * or not. Includers use CUnit. */
#ifndef SKERRY_TESTS_SLIDING_FIXTURE_H
#define SKERRY_TESTS_SLIDING_FIXTURE_H

#include "sliding_keys.h"
#include "sliding_problem.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <string.h>

struct fixture {
    struct arena perm;
    struct sliding_vertex start[SLIDING_MAX_RINGS], target[SLIDING_MAX_RINGS];
    struct sliding_keys keys;
    struct sliding_instance *instance;
    struct shape shape;
    struct arena scratch;
    struct rng rng;
    struct error err;
};

/* A random placement of `rings` rings. */
static inline void fixture_draw(struct fixture *f, unsigned d, size_t rings,
                                struct sliding_vertex *at)
{
    uint32_t order[SLIDING_MAX_VERTICES];
    for (uint32_t v = 0; v < 1u << d; v++)
        order[v] = v;
    rng_shuffle(&f->rng, order, (size_t)1 << d);
    for (size_t r = 0; r < rings; r++)
        at[r].value = order[r];
}

/* Moves rings of a placement at random, `steps` times where a move is drawn. */
static inline void fixture_walk(struct fixture *f, unsigned d, unsigned k, size_t rings,
                                int steps, struct sliding_vertex *at)
{
    struct sliding puzzle = {
        .d = d, .k = k, .vertices = 1u << d, .rings = (unsigned)rings};
    struct sliding_position position;
    uint8_t now[SLIDING_MAX_RINGS];
    sliding_faces(&puzzle);
    for (size_t r = 0; r < rings; r++)
        now[r] = (uint8_t)at[r].value;
    sliding_place(&puzzle, now, &position);
    for (int i = 0; i < steps; i++) {
        unsigned ring = (unsigned)rng_below(&f->rng, rings);
        vertex_set reach = sliding_reach(&puzzle, position.occupied, position.at[ring]);
        if (reach)
            sliding_shift(&position, ring,
                          sliding_nth(reach, rng_below(&f->rng, sliding_count(reach))));
    }
    for (size_t r = 0; r < rings; r++)
        at[r].value = position.at[r];
}

/* A puzzle whose start is `steps` random moves from its random target; with steps < 0 a
 * random start. */
static inline void fixture_open(struct fixture *f, unsigned d, unsigned k, size_t rings,
                                int steps, uint64_t seed)
{
    *f = (struct fixture){.keys = {.d = d, .k = k, .l = OPTION_ABSENT, .length = 64}};
    rng_init(&f->rng, seed, 0, 0, RNG_PROBLEM);
    arena_init(&f->perm);
    f->keys.start = (struct option_list){f->start, rings};
    f->keys.target = (struct option_list){f->target, rings};
    fixture_draw(f, d, rings, f->target);
    fixture_draw(f, d, rings, f->start);
    if (steps >= 0) {
        memcpy(f->start, f->target, sizeof f->start);
        fixture_walk(f, d, k, rings, steps, f->start);
    }
    void *self;
    CU_ASSERT_EQUAL_FATAL(
        sliding_problem.init(&f->keys, &f->perm, &self, &f->shape, &f->err), STATUS_OK);
    f->instance = self;
    f->scratch = arena_scratch(&f->perm, f->shape.scratch_bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f->scratch.at);
}

static inline void fixture_close(struct fixture *f)
{
    arena_free(&f->perm);
}

#endif
