#include "sliding_agents.h"

#include <math.h>

static const char *const variants[] = {"paper", "program", NULL};

/* Sources of the defaults: population, alpha and exponent, the paper, section 4.1;
 * elite, its Algorithm 2. */
static const struct config_option agents_options[] = {
    OPTION_CHOICE_AT(struct sliding_agents_keys, variant, "paper", variants,
                     "the algorithm as the paper describes it, or as its authors' "
                     "program has it: distinct rings move, and no move counts as one"),
    OPTION_INT_AT(struct sliding_agents_keys, population, "1000", 1, 1e6,
                  "agents an island"),
    OPTION_REAL_AT(struct sliding_agents_keys, elite, "0.1", 0, 1,
                   "share of the agents, the fittest, that stay as they are"),
    OPTION_REAL_AT(struct sliding_agents_keys, alpha, "0.2", 0, 1,
                   "weight of matches in the selection force; the rest is for few "
                   "moves"),
    OPTION_REAL_AT(struct sliding_agents_keys, exponent, "1.8", 0, 100,
                   "of the Zipf distribution of the moves made in a generation"),
    OPTION_END};

struct agents {
    const struct sliding_agents_keys *keys;
    const struct sliding *puzzle;
    size_t count, elite;
    struct sliding_roulette zipf;
    struct population spare; /* the next generation */
};

/* The genomes evaluated at the start of a generation. */
struct evaluated {
    struct sliding_position *position;
    uint32_t *moves, *order; /* order: rows, the fittest first */
    uint8_t *matches;
    struct sliding_roulette force;
};

void sliding_zipf(struct sliding_roulette *roulette, size_t n, double c)
{
    for (size_t i = 1; i <= n; i++)
        sliding_roulette_add(roulette, pow((double)i, -c));
}

double sliding_agents_fitness(unsigned rings, unsigned matches)
{
    return 1 / (1 + (double)(rings - matches));
}

double sliding_agents_force(double alpha, double fitness, size_t moves)
{
    return alpha * fitness + (1 - alpha) / (1 + (double)moves);
}

/* The vertex that differs from v in those of the `axes` whose bit of `signs` is set. */
static unsigned move_along(unsigned v, unsigned axes, uint64_t signs)
{
    for (; axes; axes &= axes - 1, signs >>= 1)
        if (signs & 1)
            v ^= axes & -axes;
    return v;
}

int16_t sliding_agents_move(const struct sliding *puzzle, struct rng *rng,
                            unsigned ring, struct sliding_position *position)
{
    unsigned v = position->at[ring];
    unsigned free[SLIDING_MAX_SPANS], n = 0;
    vertex_set others = position->occupied & ~VERTEX(v);
    for (unsigned i = 0; i < puzzle->spans; i++)
        if (!(others & sliding_face(puzzle, i, v)))
            free[n++] = puzzle->axes[i];
    if (n == 0)
        return SLIDING_END;
    unsigned axes = n > 1 ? free[rng_below(rng, n)] : free[0];
    unsigned to = move_along(v, axes, 1 + rng_below(rng, (1u << puzzle->k) - 1));
    sliding_shift(position, ring, to);
    return sliding_gene(puzzle, ring, to);
}

void sliding_agents_draw(const struct sliding *puzzle, struct rng *rng, size_t n,
                         uint8_t rings[SLIDING_MAX_RINGS])
{
    ensure(n <= puzzle->rings);
    for (unsigned r = 0; r < puzzle->rings; r++)
        rings[r] = (uint8_t)r;
    for (size_t i = 0; i < n; i++) { /* Fisher and Yates' shuffle, begun */
        size_t j = i + (size_t)rng_below(rng, puzzle->rings - i);
        uint8_t ring = rings[j];
        rings[j] = rings[i];
        rings[i] = ring;
    }
}

static size_t evaluated_bytes(size_t n)
{
    size_t row = sizeof(struct sliding_position) + 2 * sizeof(uint32_t) +
                 sizeof(uint8_t) + sizeof(double);
    return n * row + (size_t)8 * ARENA_ALIGN;
}

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct sliding_agents_keys *keys = section;
    const struct sliding *sliding = puzzle->self;
    struct agents *agents = ARENA_NEW(perm, struct agents, 1);
    double *zipf = ARENA_NEW(perm, double, sliding->rings);
    if (!agents || !zipf)
        return error_set(err, STATUS_MEMORY, "no memory for agents");
    *agents = (struct agents){.keys = keys,
                              .puzzle = sliding,
                              .count = (size_t)keys->population,
                              .zipf = {.upto = zipf}};
    agents->elite = (size_t)(keys->elite * (double)agents->count);
    sliding_zipf(&agents->zipf, sliding->rings, keys->exponent);
    *plan = (struct plan){.individuals = agents->count,
                          .capacity = agents->count,
                          .scratch_bytes = evaluated_bytes(agents->count)};
    *self = agents;
    return population_init(&agents->spare, &puzzle->shape, agents->count, perm, err);
}

/* Fills the costs of a row whose moves lead to `position`. */
static void set_cost(const struct sliding *puzzle,
                     const struct sliding_position *position, size_t moves,
                     double *cost)
{
    cost[1] = sliding_bound(puzzle, position->at, puzzle->target);
    cost[0] = cost[1] > 0 ? INFINITY : (double)moves;
}

/* An island is done when an agent is at the target. */
static void welcome(void *self, struct island *island)
{
    const struct population *pop = island->pop;
    (void)self;
    for (size_t row = 0; row < pop->count && !island->finished; row++)
        island->finished = population_cost(pop, row)[0] < INFINITY;
}

static void start(void *self, struct island *island)
{
    const struct agents *agents = self;
    const struct sliding *puzzle = agents->puzzle;
    struct population *pop = island->pop;
    struct sliding_position position;
    sliding_place(puzzle, puzzle->start, &position);
    for (size_t row = 0; row < agents->count; row++) {
        int16_t *gene = population_genome(pop, row);
        for (size_t i = 0; i < puzzle->length; i++)
            gene[i] = SLIDING_END;
        set_cost(puzzle, &position, 0, population_cost(pop, row));
    }
    pop->count = agents->count;
    island->evaluations += agents->count;
    welcome(self, island);
}

/* The placement at the end of an agent's moves, and their number. The moves are legal,
 * so only the last one of each ring matters. */
static size_t end_position(const struct sliding *puzzle, const int16_t *gene,
                           struct sliding_position *position)
{
    uint8_t at[SLIDING_MAX_RINGS];
    size_t n = 0;
    memcpy(at, puzzle->start, puzzle->rings);
    for (; n < puzzle->length && gene[n] != SLIDING_END; n++)
        at[sliding_ring_of(puzzle, gene[n])] =
            (uint8_t)sliding_vertex_of(puzzle, gene[n]);
    sliding_place(puzzle, at, position);
    return n;
}

/* Sorts rows by decreasing matches, stable (counting sort). */
static void sort_rows(const struct sliding *puzzle, const uint8_t *matches, size_t n,
                      uint32_t *order)
{
    size_t first[SLIDING_MAX_RINGS + 2] = {0};
    for (size_t row = 0; row < n; row++)
        first[puzzle->rings - matches[row] + 1]++;
    for (unsigned missing = 1; missing <= puzzle->rings; missing++)
        first[missing] += first[missing - 1];
    for (size_t row = 0; row < n; row++)
        order[first[puzzle->rings - matches[row]]++] = (uint32_t)row;
}

static struct evaluated evaluate(const struct agents *agents,
                                 const struct population *pop, struct arena *scratch)
{
    const struct sliding *puzzle = agents->puzzle;
    size_t n = agents->count;
    struct evaluated evaluated = {.position =
                                      ARENA_NEW(scratch, struct sliding_position, n),
                                  .moves = ARENA_NEW(scratch, uint32_t, n),
                                  .order = ARENA_NEW(scratch, uint32_t, n),
                                  .matches = ARENA_NEW(scratch, uint8_t, n),
                                  .force = {.upto = ARENA_NEW(scratch, double, n)}};
    for (size_t row = 0; row < n; row++) {
        struct sliding_position *position = &evaluated.position[row];
        evaluated.moves[row] =
            (uint32_t)end_position(puzzle, population_genome(pop, row), position);
        evaluated.matches[row] = (uint8_t)sliding_matches(puzzle, position);
        double fitness = sliding_agents_fitness(puzzle->rings, evaluated.matches[row]);
        size_t moves = evaluated.moves[row];
        if (moves == 0 && agents->keys->variant == SLIDING_AGENTS_PROGRAM)
            moves = 1;
        sliding_roulette_add(&evaluated.force,
                             sliding_agents_force(agents->keys->alpha, fitness, moves));
    }
    sort_rows(puzzle, evaluated.matches, n, evaluated.order);
    return evaluated;
}

/* Copies an agent, which then makes its random moves. */
static void mutate(struct agents *agents, const struct evaluated *evaluated,
                   struct island *island, size_t row, size_t child)
{
    const struct sliding *puzzle = agents->puzzle;
    struct sliding_position position = evaluated->position[row];
    size_t moves = evaluated->moves[row];
    population_copy(&agents->spare, child, island->pop, row);
    int16_t *gene = population_genome(&agents->spare, child);
    size_t tries = sliding_roulette_spin(&agents->zipf, &island->rng) + 1;
    bool distinct = agents->keys->variant == SLIDING_AGENTS_PROGRAM;
    uint8_t rings[SLIDING_MAX_RINGS];
    if (distinct)
        sliding_agents_draw(puzzle, &island->rng, tries, rings);
    for (size_t i = 0; i < tries && moves < puzzle->length; i++) {
        unsigned ring =
            distinct ? rings[i] : (unsigned)rng_below(&island->rng, puzzle->rings);
        int16_t move = sliding_agents_move(puzzle, &island->rng, ring, &position);
        if (move != SLIDING_END)
            gene[moves++] = move;
    }
    set_cost(puzzle, &position, moves, population_cost(&agents->spare, child));
}

/* As algorithm_diversity, of f instead of the cost. */
static double diversity(const struct agents *agents, const struct evaluated *evaluated)
{
    double sum = 0, squares = 0, n = (double)agents->count;
    for (size_t row = 0; row < agents->count; row++) {
        double f =
            sliding_agents_fitness(agents->puzzle->rings, evaluated->matches[row]);
        sum += f;
        squares += f * f;
    }
    double mean = sum / n, variance = squares / n - mean * mean;
    return agents->count > 1 && variance > 0 ? sqrt(variance / (n - 1)) / mean : 0;
}

static void step(void *self, struct island *island)
{
    struct agents *agents = self;
    struct arena scratch = island->scratch;
    struct evaluated evaluated = evaluate(agents, island->pop, &scratch);
    size_t moved = agents->count - agents->elite;
    island->diversity = diversity(agents, &evaluated);
    for (size_t child = 0; child < moved; child++) {
        size_t row = sliding_roulette_spin(&evaluated.force, &island->rng);
        mutate(agents, &evaluated, island, row, child);
    }
    for (size_t i = 0; i < agents->elite; i++)
        population_copy(&agents->spare, moved + i, island->pop, evaluated.order[i]);
    agents->spare.count = agents->count;
    struct population former = *island->pop;
    *island->pop = agents->spare;
    agents->spare = former;
    island->evaluations += moved;
    welcome(self, island);
}

const struct algorithm sliding_agents_algorithm = {
    .name = "agents",
    .summary = "agents that walk at random and are selected by matches and few moves "
               "(Merleau et al., 3.3)",
    .options = agents_options,
    .keys_bytes = sizeof(struct sliding_agents_keys),
    .init = init,
    .start = start,
    .step = step,
    .welcome = welcome,
};
