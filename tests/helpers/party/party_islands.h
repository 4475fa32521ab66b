/* The table of `algorithm: exact` on islands without an engine. Includers use CUnit. */
#ifndef SKERRY_TEST_PARTY_ISLANDS_H
#define SKERRY_TEST_PARTY_ISLANDS_H

#include "party_exact.h"
#include "party_operators.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline bool bare_sample(const void *self, struct rng *rng, struct arena scratch,
                               void *genome)
{
    const struct party *party = self;
    int32_t *hero = genome;
    (void)scratch;
    for (size_t p = 0; p < party->n_places; p++)
        hero[p] = (int32_t)rng_below(rng, party->n_heroes);
    return party_is_feasible(party, hero, NULL);
}

static const struct problem bare_party = {.name = "party",
                                          .sample = bare_sample,
                                          .evaluate = party_operators_evaluate,
                                          .distance = party_operators_distance};

struct bare_island {
    struct arena perm;
    struct population pop;
    struct island island;
    struct plan plan;
    void *self;
};

static inline void keys_by_default(unsigned char *keys)
{
    const struct config_option *options = party_exact_algorithm.options;
    memset(keys, 0, party_exact_algorithm.keys_bytes);
    for (const struct config_option *o = options; o->name; o++) {
        double value = atof(o->fallback);
        if (strcmp(o->name, "work") == 0)
            value = 1000;
        if (o->type == OPTION_INT)
            memcpy(keys + o->offset, &(int64_t){(int64_t)value}, sizeof(int64_t));
        else
            memcpy(keys + o->offset, &value, sizeof value);
    }
}

static inline void island_begin(struct bare_island *b, const struct puzzle *puzzle,
                                unsigned index, unsigned count)
{
    static unsigned char keys[256];
    struct error err = {0};
    CU_ASSERT_FATAL(party_exact_algorithm.keys_bytes <= sizeof keys);
    keys_by_default(keys);
    *b = (struct bare_island){0};
    arena_init(&b->perm);
    if (party_exact_algorithm.init(keys, puzzle, &b->perm, &b->plan, &b->self, &err) ||
        population_init(&b->pop, &puzzle->shape, b->plan.capacity, &b->perm, &err))
        CU_FAIL_FATAL("cannot begin an island");
    b->island = (struct island){.index = index,
                                .count = count,
                                .bound = -INFINITY,
                                .incumbent = INFINITY,
                                .pop = &b->pop};
    b->island.scratch =
        arena_scratch(&b->perm, b->plan.scratch_bytes + puzzle->shape.scratch_bytes);
    rng_init(&b->island.rng, 1, 0, index, RNG_ALGORITHM);
}

/* A new island that knows what a checkpoint keeps. */
static inline void island_resume(struct bare_island *to, const struct bare_island *from,
                                 const struct puzzle *puzzle)
{
    struct view old[MAX_VIEWS], new[MAX_VIEWS];
    island_begin(to, puzzle, from->island.index, from->island.count);
    size_t n = party_exact_algorithm.state(from->self, old);
    CU_ASSERT_EQUAL_FATAL(party_exact_algorithm.state(to->self, new), n);
    for (size_t i = 0; i < n; i++) {
        CU_ASSERT_EQUAL_FATAL(old[i].bytes, new[i].bytes);
        memcpy(new[i].data, old[i].data, old[i].bytes);
    }
    struct arena scratch = to->island.scratch;
    to->island = from->island;
    to->island.pop = &to->pop;
    to->island.scratch = scratch;
    for (size_t i = 0; i < from->pop.count; i++)
        population_copy(&to->pop, i, &from->pop, i);
    to->pop.count = from->pop.count;
}

struct ending {
    double best;
    uint64_t steps, evaluations;
    bool infeasible;
};

/* Steps all islands to their end, incumbents exchanged after each; `resuming` replaces
 * every island by a resumed one before each step. */
static inline struct ending run_islands(const struct puzzle *puzzle, unsigned count,
                                        bool resuming)
{
    static struct bare_island islands[3];
    struct ending end = {.best = INFINITY};
    for (unsigned i = 0; i < count; i++) {
        island_begin(&islands[i], puzzle, i, count);
        party_exact_algorithm.start(islands[i].self, &islands[i].island);
    }
    for (unsigned finished = 0; finished < count; end.steps++) {
        finished = 0;
        for (unsigned i = 0; i < count; i++) {
            struct bare_island *b = &islands[i];
            size_t best = population_best(&b->pop);
            end.best = fmin(end.best, population_cost(&b->pop, best)[0]);
        }
        for (unsigned i = 0; i < count; i++) {
            struct bare_island *b = &islands[i];
            b->island.incumbent = end.best;
            if (resuming) {
                struct bare_island old = *b;
                island_resume(b, &old, puzzle);
                arena_free(&old.perm);
            }
            if (!b->island.finished)
                party_exact_algorithm.step(b->self, &b->island);
            finished += b->island.finished;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        struct bare_island *b = &islands[i];
        size_t best = population_best(&b->pop);
        end.best = fmin(end.best, population_cost(&b->pop, best)[0]);
        end.evaluations += b->island.evaluations;
        end.infeasible |= b->island.verdict.infeasible;
        arena_free(&b->perm);
    }
    return end;
}

static inline struct puzzle puzzle_of(struct party *party)
{
    return (struct puzzle){.problem = &bare_party,
                           .self = party,
                           .shape = {.gene_type = GENE_I32,
                                     .genes = party->n_places,
                                     .genome_bytes = party->n_places * sizeof(int32_t),
                                     .objectives = 1}};
}

#endif
