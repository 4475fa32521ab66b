#include "party_portfolio.h"

#include "ga.h"
#include "party.h"
#include "party_bnb_state.h"
#include "party_cases.h"
#include "party_exact.h"
#include "party_local_search.h"
#include "party_parts.h"
#include "party_penalty_search.h"
#include "selection.h"

struct portfolio_keys {
    int64_t population, offspring;
    double mutation, effort;
};

/* Defaults as those of ga. */
static const struct config_option options[] = {
    OPTION_INT_AT(struct portfolio_keys, population, "10", 1, 1e6,
                  "individuals an island"),
    OPTION_INT_AT(struct portfolio_keys, offspring, "20", 1, 1e6,
                  "children of the genetic algorithm a generation"),
    OPTION_REAL_AT(struct portfolio_keys, mutation, "0.2", 0, 1,
                   "mutation rate: probability of each gene"),
    OPTION_REAL_AT(struct portfolio_keys, effort, "1", 1e-6, 1,
                   "effort of each local search, as a share of the full one"),
    OPTION_END};

/* Parties of an island that are sampled and improved at the start; by hand. */
enum { FIRST = 2 };

/* Work of a slice of the exact search, the default of `exact`, and how far it may be ahead when it begins
 * one: an easy challenge is proven at once. By hand. */
enum { SLICE = 500000, LEAD = 1000000 };

/* Work of making a child, for each place, in evaluations: 6 to 60 on the challenges of
 * configs/party/designers. By hand: nearer to the lower end, since on those that are not proven
 * soon a unit of the exact search takes longer than on the others. */
enum { CHILD_WORK = 15 };

/* Work of a step of simulated annealing (party_penalty_search.h). On configs/party/squads/wing-backs.yaml it took
 * five times as long as a unit of the exact search. */
enum { ANNEALING_WORK = 5 };

/* Moves of annealing, for each unit of work of ga. By hand: of 23 challenges drawn at random that stay open for 12 s six
 * end with cheaper parties, the others with the same (results/party/experiments.md). */
static const double ANNEALED = 0.5;

/* Work of each so far; plain bytes, stored in checkpoints. */
struct tally {
    double ga, exact, annealing;
};

struct portfolio {
    struct ga_keys ga_keys;
    struct party_exact_keys exact_keys; /* work: what is left of a slice */
    void *ga, *exact;
    const struct puzzle *puzzle;
    double child_work;
    struct tally tally;
};

static void fill_keys(struct portfolio *x, const struct portfolio_keys *keys)
{
    x->ga_keys = (struct ga_keys){.population = keys->population,
                                  .offspring = keys->offspring,
                                  .crossover = 1,
                                  .mutation = keys->mutation,
                                  .mutation_growth = 1,
                                  .mutation_max = 1,
                                  .children = GA_BOTH,
                                  .selection = SELECT_RANK,
                                  .tournament = 2,
                                  .survivors = GA_PLUS,
                                  .elite = 1,
                                  .diversity_min = 0.02,
                                  .refresh = 0.3334,
                                  .refresh_policy = GA_REFRESH_POPULATION,
                                  .local_search = 0.2,
                                  .local_search_start = 1,
                                  .effort = keys->effort,
                                  .duplicates = GA_DROP};
    x->exact_keys = (struct party_exact_keys){
        .individuals = keys->population < FIRST ? keys->population : FIRST,
        .work = SLICE,
        .effort = keys->effort,
        .thresholds = party_bnb_thresholds_default,
        .counts_from = PARTY_COUNTS_FROM};
}

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    struct plan genetic = {0}, exact = {0};
    struct portfolio *x = ARENA_NEW(perm, struct portfolio, 1);
    if (!x)
        return error_set(err, STATUS_MEMORY, "no memory for the portfolio");
    *x = (struct portfolio){.puzzle = puzzle,
                            .child_work = CHILD_WORK * (double)puzzle->shape.genes};
    fill_keys(x, section);
    if (party_exact_algorithm.init(&x->exact_keys, puzzle, perm, &exact, &x->exact,
                                   err) ||
        ga_algorithm.init(&x->ga_keys, puzzle, perm, &genetic, &x->ga, err))
        return err->status;
    *plan = genetic;
    plan->exact = true;
    if (exact.scratch_bytes > plan->scratch_bytes)
        plan->scratch_bytes = exact.scratch_bytes;
    *self = x;
    return STATUS_OK;
}

/* The first parties, and copies of them in the other rows. The exact search needs no more, and the
 * first generation of ga, which drops copies, fills their rows with random parties. */
static void start(void *self, struct island *island)
{
    struct portfolio *x = self;
    struct population *pop = island->pop;
    party_exact_algorithm.start(x->exact, island);
    for (size_t row = pop->count; row < (size_t)x->ga_keys.population; row++)
        population_copy(pop, row, pop, row % pop->count);
    pop->count = (size_t)x->ga_keys.population;
    x->tally = (struct tally){0};
    algorithm_measure(island);
}

/* A round of the exact search may end within a slice; an interrupt ends it without any work. */
static void run_slice(struct portfolio *x, struct island *island)
{
    uint64_t before = party_exact_work(x->exact), done = 0, last;
    do {
        last = done;
        x->exact_keys.work = (int64_t)(SLICE - done);
        party_exact_algorithm.step(x->exact, island);
        done = party_exact_work(x->exact) - before;
    } while (!island->finished && done > last && done < SLICE);
    x->tally.exact += (double)done;
}

/* Work in vain counts as well, of which no evaluation tells: annealing by its steps, and repairs that fail. */
static void run_generation(struct portfolio *x, struct island *island)
{
    const struct party *party = x->puzzle->self;
    uint64_t evaluations = island->evaluations, steps = party_penalty_steps(party);
    uint64_t failed = party_local_search_failed(party);
    ga_algorithm.step(x->ga, island);
    evaluations = island->evaluations - evaluations;
    steps = party_penalty_steps(party) - steps;
    failed = party_local_search_failed(party) - failed;
    x->tally.ga += (double)x->ga_keys.offspring * x->child_work + (double)failed +
                   (steps ? (double)steps * ANNEALING_WORK : (double)evaluations);
}

/* Anneals one of the population. */
static void anneal(struct portfolio *x, struct island *island)
{
    const struct puzzle *puzzle = x->puzzle;
    struct population *pop = island->pop;
    size_t row = rng_below(&island->rng, pop->count);
    int32_t *hero = population_genome(pop, row);
    const struct party *one = party_cases_choose(puzzle->self, hero, &island->rng);
    uint64_t moves =
        one ? party_local_search_anneal(one, &island->rng, island->scratch, hero) : 0;
    if (moves)
        puzzle->problem->evaluate(puzzle->self, hero, 1, island->scratch,
                                  population_cost(pop, row));
    island->evaluations += moves;
    x->tally.annealing += (double)moves;
}

static void step(void *self, struct island *island)
{
    struct portfolio *x = self;
    if (!island->finished && x->tally.exact < x->tally.ga + LEAD)
        run_slice(x, island);
    else {
        run_generation(x, island);
        if (x->tally.annealing < ANNEALED * x->tally.ga)
            anneal(x, island);
    }
}

static size_t state(void *self, struct view *views)
{
    struct portfolio *x = self;
    size_t n = party_exact_algorithm.state(x->exact, views);
    views[n] = (struct view){"portfolio", &x->tally, sizeof x->tally};
    return n + 1;
}

const struct algorithm party_portfolio_algorithm = {
    .name = "portfolio",
    .summary = "genetic algorithm and exact search side by side, until the optimum is "
               "proven",
    .options = options,
    .keys_bytes = sizeof(struct portfolio_keys),
    .ends = true,
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
