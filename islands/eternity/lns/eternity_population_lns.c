#include "eternity_population_lns.h"

#include "eternity_assignment_lns.h"
#include "eternity_region_lns.h"
#include "interrupt.h"

#include <string.h>

size_t eternity_population_worst(struct island *island)
{
    const struct population *pop = island->pop;
    size_t worst = population_worst(pop), seen = 1;
    for (size_t i = worst + 1; i < pop->count; i++)
        if (!population_better(pop, worst, i) && !population_better(pop, i, worst) &&
            rng_below(&island->rng, ++seen) == 0)
            worst = i;
    return worst;
}

void eternity_population_keep(const struct puzzle *puzzle, struct island *island,
                              const int16_t *board, size_t row)
{
    struct population *pop = island->pop;
    double cost[MAX_OBJECTIVES];
    for (size_t i = 0; i < pop->count; i++)
        if (!memcmp(population_genome(pop, i), board, puzzle->shape.genome_bytes))
            return;
    puzzle->problem->evaluate(puzzle->self, board, 1, island->scratch, cost);
    if (cost[0] <= population_cost(pop, row)[0])
        population_put(pop, row, board, puzzle->shape.genome_bytes, cost);
}

void eternity_population_improve(const struct puzzle *puzzle, struct island *island,
                                 int64_t regions, int64_t assignments)
{
    const struct eternity *eternity = puzzle->self;
    for (int64_t i = 0; i < regions + assignments; i++) {
        int16_t board[ETERNITY_MAX_CELLS];
        (void)interrupt_pending();
        size_t row = rng_below(&island->rng, island->pop->count);
        memcpy(board, population_genome(island->pop, row), puzzle->shape.genome_bytes);
        if (i < regions ? eternity_region_lns(eternity, &island->rng, board)
                        : eternity_assignment_lns(eternity, &island->rng, board))
            eternity_population_keep(puzzle, island, board, row);
    }
}
