/* Random small instances of party building, of every kind of requirement, each around a
 * party that meets it; and the bare minimum to search them. Includers use CUnit. */
#ifndef SKERRY_TESTS_PARTY_WORLDS_H
#define SKERRY_TESTS_PARTY_WORLDS_H

#include "arena.h"
#include "party.h"
#include "party_construct.h"
#include "party_pair_table.h"
#include "rng.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct world {
    struct party party;
    struct arena perm;
    struct arena scratch; /* of exactly what the operations asked for */
    struct rng rng;
    int32_t known[PARTY_MAX_PLACES]; /* a feasible party */
    struct pair_table pairs[PARTY_MAX_TRAITS];
    uint64_t seed;
};

static inline int world_between(struct rng *rng, int low, int high)
{
    return low + (int)rng_below(rng, (uint64_t)(high - low + 1));
}

static inline void world_heroes(struct world *world, int heroes)
{
    struct party *party = &world->party;
    struct rng *rng = &world->rng;
    size_t n = (size_t)heroes;
    party->n_heroes = n;
    double *price = ARENA_NEW(&world->perm, double, n);
    uint8_t *banned = ARENA_NEW(&world->perm, uint8_t, n);
    party->n_traits = (size_t)world_between(rng, 1, 6);
    for (size_t t = 0; t < party->n_traits; t++) {
        uint32_t values = (uint32_t)world_between(rng, 1, 12);
        uint16_t *code = ARENA_NEW(&world->perm, uint16_t, n);
        for (size_t h = 0; h < n; h++)
            code[h] = (uint16_t)rng_below(rng, 1 + rng_below(rng, values));
        int weight = rng_chance(rng, .75) ? world_between(rng, 1, 4) : 0;
        party->trait[t] = (struct party_trait){
            .name = "trait", .n_values = values, .code = code, .weight = weight};
        pair_table_make(&world->pairs[t], rng, 0.1, 4, &party->trait[t]);
        party->max_match += party->trait[t].most_weight;
    }
    party->n_numbers = (size_t)world_between(rng, 1, 3);
    for (size_t i = 0; i < party->n_numbers; i++) {
        double *value = ARENA_NEW(&world->perm, double, n);
        for (size_t h = 0; h < n; h++)
            value[h] = (double)rng_below(rng, 50) / (i == 2 ? 8 : 1);
        party->number[i] = (struct party_number){.name = "number", .value = value};
    }
    for (size_t h = 0; h < n; h++) {
        price[h] = rng_chance(rng, .1)
                       ? 0
                       : (double)rng_below(rng, 1000) + 10 * party->number[0].value[h];
        banned[h] = (uint8_t)rng_chance(rng, .05);
    }
    party->price = price;
    party->banned = banned;
}

static inline void world_formation(struct world *world, int places)
{
    struct party *party = &world->party;
    struct rng *rng = &world->rng;
    party->n_places = (size_t)places;
    double density = rng_unit(rng) * 6 / places;
    for (int a = 0; a < places; a++)
        for (int b = a + 1; b < places && party->n_edges < PARTY_MAX_EDGES; b++) {
            if (b != a + 1 && !rng_chance(rng, density))
                continue;
            party->edge[party->n_edges][0] = (uint8_t)a;
            party->edge[party->n_edges++][1] = (uint8_t)b;
            party->neighbour[a][party->n_neighbours[a]++] = (uint8_t)b;
            party->neighbour[b][party->n_neighbours[b]++] = (uint8_t)a;
        }
    int *points = ARENA_NEW(&world->perm, int, (size_t)party->max_match + 1), most = 0;
    bool rising = rng_chance(rng, .7);
    for (int m = 0; m <= party->max_match; m++) {
        int before = m && rising ? points[m - 1] : 0;
        points[m] = before + world_between(rng, 0, rising ? 4 : 15);
        most = points[m] > most ? points[m] : most;
    }
    party->points = points;
    party->most_points = most * (int)party->n_edges;
}

/* A requirement that the known party meets, with as much slack as chance will have. */
static inline void world_require(struct world *world)
{
    struct party *party = &world->party;
    struct rng *rng = &world->rng;
    struct party_requirement *r = &party->requirement[party->n_requirements++];
    *r = (struct party_requirement){
        .kind = (enum party_requirement_kind)world_between(rng, 0, 3),
        .min = -INFINITY,
        .max = INFINITY,
        .text = "a requirement"};
    size_t columns = r->kind == PARTY_SUM ? party->n_numbers : party->n_traits;
    r->column = (uint32_t)rng_below(rng, columns);
    size_t place = (size_t)rng_below(rng, party->n_places);
    if (r->kind == PARTY_COUNT)
        r->value = party->trait[r->column].code[world->known[place]];
    double amount = party_amount(party, r->kind, r->column, r->value, world->known);
    double slack = r->kind == PARTY_SUM ? 3 * (double)party->n_places : 2;
    int sides = world_between(rng, 1, 3);
    if (sides & 1)
        r->min = amount - floor(rng_unit(rng) * slack);
    if (sides & 2)
        r->max = amount + floor(rng_unit(rng) * slack);
}

/* The instance of a seed, prepared for building; ends the case when that fails. */
static inline void world_init(struct world *world, uint64_t seed)
{
    *world = (struct world){.seed = seed};
    struct party *party = &world->party;
    struct rng *rng = &world->rng;
    arena_init(&world->perm);
    rng_init(rng, seed, 0, 0, RNG_PROBLEM);
    int places = world_between(rng, 2, rng_chance(rng, .2) ? 24 : 10);
    world_heroes(world, places + world_between(rng, 5, rng_chance(rng, .5) ? 30 : 400));
    world_formation(world, places);
    uint32_t *order = ARENA_NEW(&world->perm, uint32_t, party->n_heroes);
    for (size_t h = 0; h < party->n_heroes; h++)
        order[h] = (uint32_t)h;
    rng_shuffle(rng, order, party->n_heroes);
    uint8_t *banned = (uint8_t *)(uintptr_t)party->banned;
    for (size_t p = 0; p < party->n_places; p++) {
        world->known[p] = (int32_t)order[p];
        banned[order[p]] = (uint8_t)rng_chance(rng, .1);
        party->fixed[p] = banned[order[p]] ? world->known[p] : -1;
    }
    for (int i = world_between(rng, 0, 5); i > 0; i--)
        world_require(world);
    party->synergy_min = (int)(rng_unit(rng) * 1.2 * party_points(party, world->known));
    if (party->synergy_min > party_points(party, world->known))
        party->synergy_min = party_points(party, world->known);
    party->guided = true;
    party->mend = true;
    party->completions = 10;
    party->look_ahead = .97;
}

/* Prepares building; scratch of exactly what it asks for. */
static inline void world_prepare(struct world *world)
{
    struct error err;
    size_t bytes = 0;
    if (party_construct_prepare(&world->party, &world->perm, &bytes, &err))
        CU_FAIL_FATAL("cannot prepare");
    world->scratch = arena_scratch(&world->perm, bytes);
    rng_init(&world->rng, world->seed, 0, 0, RNG_ALGORITHM);
}

static inline void world_free(struct world *world)
{
    arena_free(&world->perm);
}

static inline void world_print(const struct world *world, const int32_t *hero)
{
    const struct party *party = &world->party;
    const char *broken = "nothing";
    party_is_feasible(party, hero, &broken);
    printf("seed %llu: %zu heroes, %zu places, synergy %d of %d, breaks %s:",
           (unsigned long long)world->seed, party->n_heroes, party->n_places,
           party_points(party, hero), party->synergy_min, broken);
    for (size_t p = 0; p < party->n_places; p++)
        printf(" %d", hero[p]);
    printf("\n");
}

#endif
