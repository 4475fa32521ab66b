#include "party_exact.h"

#include "interrupt.h"
#include "party_objective.h"
#include "party_solver.h"

#include <math.h>
#include <string.h>

/* Work of the diagnosis when the search ends without a party, in seconds; by hand. */
static const double DIAGNOSIS_S = 5;

/* Defaults by hand, not measured; 500,000 nodes are a step of 50 to 300 ms (note 0006),
 * the time between two exchanges of the incumbent. */
static const struct config_option options[] = {
    OPTION_INT_AT(struct party_exact_keys, individuals, "4", 1, 1e4,
                  "parties of an island, sampled and improved at the start"),
    OPTION_INT_AT(struct party_exact_keys, work, "500000", 1000, 1e9,
                  "nodes of the search in one step"),
    OPTION_REAL_AT(struct party_exact_keys, effort, "0.2", 0, 1,
                   "effort of local search on the first parties, 0: none"),
    OPTION_END};

struct exact {
    const struct party_exact_keys *keys;
    const struct puzzle *puzzle;
    struct party_solver solver;
    struct party_bnb search;
    bool searching;        /* the search is initialised */
    struct island *island; /* of the current step */
};

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
    if (party_solver_init(&exact->solver, puzzle->self, perm, err))
        return err->status;
    plan->individuals = plan->capacity = (size_t)exact->keys->individuals;
    plan->scratch_bytes = party_bnb_scratch_bytes(&exact->solver.reduced) + ARENA_ALIGN;
    plan->exact = true;
    *self = exact;
    return STATUS_OK;
}

/* An improved party replaces the worst of the population. */
static void keep(void *context, const int32_t *genome, double price,
                 struct arena scratch)
{
    struct exact *exact = context;
    struct population *pop = exact->island->pop;
    size_t worst = population_worst(pop);
    memcpy(population_genome(pop, worst), genome, exact->puzzle->shape.genome_bytes);
    exact->puzzle->problem->evaluate(exact->puzzle->self, genome, 1, scratch,
                                     population_cost(pop, worst));
    (void)price;
}

static void begin_share(struct exact *exact, struct island *island)
{
    if (exact->searching)
        return;
    struct party_bnb_state state = exact->search.state;
    party_bnb_init(&exact->search, &exact->solver.groups, &exact->solver.placement,
                   island->index, island->count);
    if (state.begun) /* restored from a checkpoint */
        exact->search.state = state;
    exact->search.found = keep;
    exact->search.context = exact;
    exact->searching = true;
}

void party_exact_begin(void *self, struct island *island)
{
    struct exact *exact = self;
    exact->searching = false;
    exact->search.state.begun = 0;
    begin_share(exact, island);
    exact->search.state.bound = party_bound_price(exact->puzzle->self);
    island->bound = party_bound(exact->puzzle->self);
}

uint64_t party_exact_work(const void *self)
{
    const struct exact *exact = self;
    return exact->search.state.work;
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

static double best_cost(const struct island *island)
{
    return population_cost(island->pop, population_best(island->pop))[0];
}

static void step(void *self, struct island *island)
{
    struct exact *exact = self;
    struct party_bnb *search = &exact->search;
    begin_share(exact, island);
    exact->island = island;
    if (island->finished)
        return;
    double best = fmin(best_cost(island), island->incumbent);
    search->best = party_objective_price(exact->puzzle->self, best);
    uint64_t nodes = search->state.nodes;
    party_bnb_run(search, (uint64_t)exact->keys->work, island->scratch);
    island->evaluations += search->state.nodes - nodes;
    island->finished = search->state.finished;
    island->bound = island->finished ? fmin(best_cost(island), best)
                                     : party_objective_bound(exact->puzzle->self,
                                                             search->state.bound);
    island->diversity = algorithm_diversity(island->pop);
    if (island->finished && isinf(search->best))
        explain(exact, island);
}

static size_t state(void *self, struct view *views)
{
    struct exact *exact = self;
    views[0] = (struct view){"walk", &exact->search.state, sizeof exact->search.state};
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
