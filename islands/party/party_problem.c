#include "party_problem.h"

#include "party_cases.h"
#include "party_disjoint_command.h"
#include "party_exact.h"
#include "party_load.h"
#include "party_local_search.h"
#include "party_objective.h"
#include "party_operators.h"
#include "party_portfolio.h"
#include "party_shared_solvers.h"
#include "party_solutions_command.h"
#include "party_verify.h"
#include "party_violation.h"

#include <string.h>

static void fill_shape(const struct party *party, struct shape *shape)
{
    shape->gene_type = GENE_I32;
    shape->genes = party->n_places;
    shape->genome_bytes = party->n_places * sizeof(int32_t);
    shape->canonical = true;
    shape->gene_unit = "hero id";
    shape->objective[0] = (struct measure){.name = "price", .unit = "coins"};
    shape->objective[0].maximise = party->objective.maximise;
    if (party->objective.name && strcmp(party->objective.name, "price") != 0) {
        shape->objective[0].name = party->objective.name;
        shape->objective[0].unit = "1";
    }
}

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    struct party_instance *instance = ARENA_NEW(perm, struct party_instance, 1);
    if (!instance)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    *shape = (struct shape){0};
    instance->keys = keys;
    enum status status = party_load(keys, perm, &instance->party, err);
    if (!status)
        status = party_draw_layout_load(&instance->keys->formation, &instance->party,
                                        &instance->layout, err);
    if (!status)
        status = party_descriptors_load(keys, &instance->party, perm,
                                        instance->descriptor, shape, err);
    if (!status)
        status = party_objectives_load(keys, &instance->party, perm,
                                       instance->objective, shape, err);
    if (status)
        return status;
    fill_shape(&instance->party, shape);
    *self = instance;
    if (party_shared_solvers_init(&instance->party, perm, err))
        return err->status;
    return party_cases_prepare(&instance->party, perm, &shape->scratch_bytes, err);
}

/* The cost and, if the config has any, the other objectives. */
static void evaluate(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost)
{
    const struct party_instance *instance = self;
    const struct party *party = &instance->party;
    const struct party_objective_keys *keys = instance->keys->objectives.items;
    size_t more = instance->keys->objectives.count;
    if (!more) {
        party_operators_evaluate(party, genomes, n, scratch, cost);
        return;
    }
    for (size_t i = 0; i < n; i++, cost += 1 + more) {
        const int32_t *hero = (const int32_t *)genomes + i * party->n_places;
        party_operators_evaluate(party, hero, 1, scratch, cost);
        for (size_t k = 0; k < more; k++) {
            double value =
                party_descriptors_value(party, &instance->objective[k], hero);
            cost[1 + k] = keys[k].goal == PARTY_MAXIMISE ? 0 - value : value;
        }
    }
}

static bool maximises_synergy(const struct party_instance *instance)
{
    const struct party_objective_keys *keys = instance->keys->objectives.items;
    for (size_t k = 0; k < instance->keys->objectives.count; k++)
        if (instance->objective[k].measure == PARTY_OF_SYNERGY &&
            keys[k].goal == PARTY_MAXIMISE)
            return true;
    return false;
}

/* Swaps places while that raises the synergy: first improvement, to a local maximum, with the
 * fixed heroes where they are. Returns the swaps tried. */
static uint64_t swap_places(const struct party *party, int32_t *hero)
{
    uint64_t tried = 0;
    int points = party_points(party, hero);
    for (bool better = true; better;) {
        better = false;
        for (size_t p = 0; p < party->n_places; p++)
            for (size_t q = 0; q < p; q++) {
                int32_t one = hero[p], other = hero[q];
                int32_t here = party_row_in(party, other, p),
                        there = party_row_in(party, one, q);
                if (party->fixed[p] >= 0 || party->fixed[q] >= 0 ||
                    !party_may_stand(party, here, p) ||
                    !party_may_stand(party, there, q))
                    continue;
                hero[p] = here, hero[q] = there;
                int swapped = party_points(party, hero);
                tried++;
                if (swapped > points) {
                    points = swapped;
                    better = true;
                } else {
                    hero[p] = one, hero[q] = other;
                }
            }
    }
    return tried;
}

/* Local search on the price, or on the synergy if that is the first objective. */
static uint64_t improve(struct party *party, double effort, struct rng *rng,
                        struct arena scratch, int32_t *hero)
{
    if (!party->objective.synergy)
        return party_local_search(party, effort, rng, scratch, hero);
    uint64_t work = swap_places(party, hero);
    work += party_local_search_synergy(party, effort, rng, scratch, hero);
    return work + swap_places(party, hero);
}

/* Local search in a case that the party meets; with further objectives its result counts only if
 * it worsens none of them, and places are swapped for synergy. */
static uint64_t local_search(const void *self, double effort, struct rng *rng,
                             struct arena scratch, void *genome)
{
    const struct party_instance *instance = self;
    const struct party *one = party_cases_choose(&instance->party, genome, rng);
    size_t n = instance->keys->objectives.count, bytes;
    if (!one)
        return 0;
    if (!n && !one->objective.synergy)
        return party_local_search(one, effort, rng, scratch, genome);
    int32_t before[PARTY_MAX_PLACES];
    double was[MAX_OBJECTIVES], is[MAX_OBJECTIVES];
    struct party party = *one;
    uint64_t work = 0;
    if (maximises_synergy(instance)) {
        work = swap_places(&party, genome);
        int points = party_points(&party, genome);
        party.synergy_min = points > party.synergy_min ? points : party.synergy_min;
    }
    bytes = party.n_places * sizeof *before;
    memcpy(before, genome, bytes);
    evaluate(self, before, 1, scratch, was);
    work += improve(&party, effort, rng, scratch, genome);
    evaluate(self, genome, 1, scratch, is);
    for (size_t k = 1; k <= n; k++)
        if (is[k] > was[k]) {
            memcpy(genome, before, bytes);
            break;
        }
    return work;
}

static void descriptors(const void *self, const void *genome, struct arena scratch,
                        double *out)
{
    const struct party_instance *instance = self;
    (void)scratch;
    for (size_t i = 0; i < instance->keys->descriptors.count; i++)
        out[i] =
            party_descriptors_value(&instance->party, &instance->descriptor[i], genome);
}

static void decode(const void *self, const void *genome, void *out)
{
    const struct party *party = self;
    const int32_t *hero = genome;
    int32_t *id = out;
    for (size_t p = 0; p < party->n_places; p++)
        id[p] = (int32_t)party->id[hero[p]];
}

static void describe(const void *self, const void *genome, FILE *out)
{
    const struct party_instance *instance = self;
    party_draw(&instance->party, instance->keys, &instance->layout, genome, out);
}

static const struct algorithm *const own_algorithms[] = {
    &party_exact_algorithm, &party_portfolio_algorithm, NULL};

static const struct problem_command own_commands[] = {
    {.name = "parties",
     .usage = PARTY_SOLUTIONS_USAGE,
     .summary = "list the cheapest parties of a challenge that differ, each proven",
     .takes_config = true,
     .run = party_solutions_command},
    {.name = "disjoint",
     .usage = PARTY_DISJOINT_USAGE,
     .summary = "find a party for each of several challenges, no hero in two, proven",
     .takes_config = true,
     .run_all = party_disjoint_command},
    {.name = NULL}};

const struct problem party_problem = {
    .name = "party",
    .summary = "the cheapest party of heroes in a formation that meets every "
               "requirement",
    .options = party_keys_options,
    .keys_bytes = sizeof(struct party_keys),
    .algorithms = own_algorithms,
    .commands = own_commands,
    .init = init,
    .sample = party_cases_sample,
    .evaluate = evaluate,
    .crossover = party_operators_crossover,
    .mutate = party_operators_mutate,
    .heal = party_cases_heal,
    .recombine = party_cases_recombine,
    .local_search = local_search,
    .distance = party_operators_distance,
    .descriptors = descriptors,
    .decode = decode,
    .describe = describe,
    .diagnose = party_diagnose,
    .bound = party_bound,
    .prove = party_prove,
    .nearest = party_violation_nearest,
    .verify = party_verify,
};
