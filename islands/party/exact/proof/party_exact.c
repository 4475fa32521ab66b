#include "party_exact.h"

#include "interrupt.h"
#include "party_most_synergy.h"
#include "party_objective.h"
#include "party_parts.h"

#include <math.h>
#include <string.h>

/* Work of the diagnosis when the search ends without a party, in seconds; by hand. */
static const double DIAGNOSIS_S = 5;

/* Of struct party_bnb_thresholds, whose party_bnb_thresholds_default are the defaults. */
#define THRESHOLD(m, def, lo, hi, why)                                                 \
    {                                                                                  \
        .name = #m, .type = OPTION_INT,                                                \
        .offset = offsetof(struct party_exact_keys, thresholds.m), .fallback = def,    \
        .min = lo, .max = hi, .meaning = why                                           \
    }

/* Defaults by hand, not measured; 500,000 nodes are a step of 50 to 300 ms (note 0006),
 * the time between two exchanges of the incumbent. */
static const struct config_option options[] = {
    OPTION_INT_AT(struct party_exact_keys, individuals, "4", 1, 1e4,
                  "parties of an island, sampled and improved at the start"),
    OPTION_INT_AT(struct party_exact_keys, work, "500000", 1000, 1e9,
                  "nodes of the search in one step"),
    OPTION_REAL_AT(struct party_exact_keys, effort, "0.2", 0, 1,
                   "effort of local search on the first parties, 0: none"),
    THRESHOLD(
        patterns_after, "300000", 0, 1e15,
        "nodes of the search after which it branches on patterns: which heroes share "
        "which traits"),
    THRESHOLD(round_work, "4000000", 1, 1e15,
              "nodes after which a round may go on with a lower price limit"),
    THRESHOLD(few_heroes, "1500", 0, 1e9,
              "heroes left, in a search by levels of clubs and the like, of which "
              "those of a party are chosen at once"),
    THRESHOLD(
        placings, "20000", 1, 1e15,
        "ways to put heroes into places that are tried for a party at first; parties "
        "left undecided are tried again, with more"),
    OPTION_INT_AT(struct party_exact_keys, counts_from, "17", 1, PARTY_MAX_PLACES + 1,
                  "places from which the first bound counts heroes that share traits"),
    OPTION_END};

struct exact {
    const struct party_exact_keys *keys;
    const struct puzzle *puzzle;
    struct party_parts parts;
    struct island *island;                  /* of the current step */
    struct party_most_synergy most_synergy; /* for that objective, instead of these */
};

static bool seeks_synergy(const struct exact *exact)
{
    return ((const struct party *)exact->puzzle->self)->objective.synergy;
}

static enum status init(const void *keys, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    struct exact *exact = ARENA_NEW(perm, struct exact, 1);
    if (!exact)
        return error_set(err, STATUS_MEMORY, "no memory for the exact search");
    exact->keys = keys;
    exact->puzzle = puzzle;
    if (strcmp(puzzle->problem->name, "party") != 0)
        return error_at(err, "algorithm", "exact solves problem party only");
    if (!seeks_synergy(exact)) {
        if (party_parts_init(&exact->parts, puzzle->self, perm, err))
            return err->status;
        plan->scratch_bytes = exact->parts.solvers->scratch_bytes;
    }
    plan->individuals = plan->capacity = (size_t)exact->keys->individuals;
    plan->exact = true;
    *self = exact;
    return STATUS_OK;
}

static double best_cost(const struct island *island)
{
    return population_cost(island->pop, population_best(island->pop))[0];
}

/* An improved party replaces the worst of the population, unless prices do not tell them apart. */
static void keep(void *context, const int32_t *genome, double price,
                 struct arena scratch)
{
    struct exact *exact = context;
    struct population *pop = exact->island->pop;
    size_t worst = population_worst(pop);
    if (!(party_objective_cost(exact->puzzle->self, genome) <
          population_cost(pop, worst)[0]))
        return;
    memcpy(population_genome(pop, worst), genome, exact->puzzle->shape.genome_bytes);
    exact->puzzle->problem->evaluate(exact->puzzle->self, genome, 1, scratch,
                                     population_cost(pop, worst));
    (void)price;
}

/* The island's share; after a resume party_parts_begin is not called again. */
static void take_share(struct exact *exact, struct island *island)
{
    exact->parts.share = island->index;
    exact->parts.shares = island->count;
    exact->parts.thresholds = exact->keys->thresholds;
    exact->parts.counts_from = (size_t)exact->keys->counts_from;
    exact->parts.found = keep;
    exact->parts.context = exact;
}

static double bound_of_parts(const struct exact *exact)
{
    return party_objective_bound(exact->puzzle->self, party_parts_bound(&exact->parts));
}

void party_exact_begin(void *self, struct island *island)
{
    struct exact *exact = self;
    if (seeks_synergy(exact)) {
        party_most_synergy_begin(&exact->most_synergy, exact->puzzle->self);
        island->bound = party_bound(exact->puzzle->self);
    } else {
        bool known = isfinite(best_cost(island));
        ensure(!known || !party_parts_are_impossible(&exact->parts));
        take_share(exact, island);
        interrupt_hold(); /* bounds take heap memory, and would be weaker when cut */
        party_parts_begin(&exact->parts, known);
        interrupt_release();
        island->bound = bound_of_parts(exact);
    }
}

uint64_t party_exact_work(const void *self)
{
    const struct exact *exact = self;
    return seeks_synergy(exact) ? exact->most_synergy.work
                                : party_parts_work(&exact->parts);
}

static void start(void *self, struct island *island)
{
    struct exact *exact = self;
    const struct puzzle *puzzle = exact->puzzle;
    struct population *pop = island->pop;
    algorithm_sample(puzzle, island, (size_t)exact->keys->individuals);
    for (size_t i = 0; i < pop->count; i++) {
        void *genome = population_genome(pop, i);
        double *cost = population_cost(pop, i);
        if (!puzzle->problem->local_search || !(exact->keys->effort > 0) ||
            !isfinite(cost[0]))
            continue;
        island->evaluations += puzzle->problem->local_search(
            puzzle->self, exact->keys->effort, &island->rng, island->scratch, genome);
        puzzle->problem->evaluate(puzzle->self, genome, 1, island->scratch, cost);
    }
    party_exact_begin(exact, island);
    island->diversity = algorithm_diversity(pop);
}

/* No party was found: one island gives the reason, if it can. */
static void explain(struct exact *exact, struct island *island)
{
    if (island->index != 0)
        return;
    interrupt_hold();
    party_diagnose(exact->puzzle->self, DIAGNOSIS_S, &island->verdict);
    interrupt_release();
    if (island->count > 1 || island->verdict.infeasible)
        return;
    island->verdict.infeasible = true;
    snprintf(island->verdict.reason, sizeof island->verdict.reason,
             "no party satisfies all rules: the search space is exhausted");
}

/* A step for the most synergy. Questions are not divided: the first island answers them. */
static void step_synergy(struct exact *exact, struct island *island, double best)
{
    const struct party *party = exact->puzzle->self;
    struct party_most_synergy *state = &exact->most_synergy;
    int32_t hero[PARTY_MAX_PLACES];
    uint64_t before = state->work, stop = before + (uint64_t)exact->keys->work;
    bool found, goes_on = island->index == 0;
    party_most_synergy_know(state, party_objective_points(party, best));
    interrupt_hold();
    while (goes_on && !state->finished && state->work < stop && !interrupt_pending()) {
        goes_on =
            party_most_synergy_run(state, party, stop - state->work, hero, &found);
        if (found)
            keep(exact, hero, 0, island->scratch);
    }
    interrupt_release();
    best = fmin(best_cost(island), best);
    /* Most of it may be placements, which are no nodes: a limit of evaluations ends that, too. */
    island->evaluations += state->work - before;
    island->finished = state->finished || island->index > 0;
    island->bound =
        island->finished
            ? best
            : 0 - party_share(party, party_most_synergy_bound(state, party));
    island->diversity = algorithm_diversity(island->pop);
    if (island->finished && isinf(best))
        explain(exact, island);
}

static void step_parts(struct exact *exact, struct island *island, double best)
{
    take_share(exact, island);
    island->evaluations +=
        party_parts_run(&exact->parts, party_objective_price(exact->puzzle->self, best),
                        (uint64_t)exact->keys->work, island->scratch, NULL);
    best = fmin(best_cost(island), best);
    island->finished = party_parts_finished(&exact->parts);
    island->bound = island->finished ? party_objective_proven(exact->puzzle->self, best)
                                     : bound_of_parts(exact);
    /* Prices do not tell all parties apart. */
    island->gave_up = island->finished && island->bound < best;
    island->diversity = algorithm_diversity(island->pop);
    if (island->finished && isinf(best))
        explain(exact, island);
}

static void step(void *self, struct island *island)
{
    struct exact *exact = self;
    double best = fmin(best_cost(island), island->incumbent);
    exact->island = island;
    if (island->finished)
        return;
    if (seeks_synergy(exact))
        step_synergy(exact, island, best);
    else
        step_parts(exact, island, best);
}

static size_t state(void *self, struct view *views)
{
    struct exact *exact = self;
    if (seeks_synergy(exact)) {
        views[0] = (struct view){"most_synergy", &exact->most_synergy,
                                 sizeof exact->most_synergy};
        return 1;
    }
    views[0] = (struct view){"walk", exact->parts.state,
                             exact->parts.solvers->n * sizeof *exact->parts.state};
    return 1;
}

const struct algorithm party_exact_algorithm = {
    .name = "exact",
    .summary = "proven optimum by branch and bound with dynamic programming bounds",
    .options = options,
    .keys_bytes = sizeof(struct party_exact_keys),
    .ends = true,
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
