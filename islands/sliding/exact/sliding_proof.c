#include "sliding_proof.h"

#include "sliding_placement_number.h"

#include <stdarg.h>
#include <string.h>

enum status sliding_proof_init(const struct puzzle *puzzle, const char *algorithm,
                               struct plan *plan, struct error *err)
{
    if (strcmp(puzzle->problem->name, "sliding") != 0)
        return error_at(err, "algorithm", "%s solves problem sliding only", algorithm);
    plan->individuals = plan->capacity = 1;
    plan->exact = true;
    return STATUS_OK;
}

/* Writes these moves as the genome of the only individual. */
static void write_genome(const struct puzzle *puzzle, struct island *island,
                         const int16_t *genes, size_t moves)
{
    const struct sliding *sliding = puzzle->self;
    int16_t *genome = population_genome(island->pop, 0);
    for (size_t i = 0; i < sliding->length; i++)
        genome[i] = i < moves ? genes[i] : SLIDING_END;
    island->pop->count = 1;
    puzzle->problem->evaluate(puzzle->self, genome, 1, island->scratch,
                              population_cost(island->pop, 0));
}

void sliding_proof_start(const struct puzzle *puzzle, struct island *island)
{
    const struct sliding *sliding = puzzle->self;
    write_genome(puzzle, island, NULL, 0);
    island->bound = sliding_bound(sliding, sliding->start, sliding->target);
    island->diversity = 0;
    island->finished = island->index != 0;
}

static void set_infeasible(struct island *island, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void set_infeasible(struct island *island, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    island->verdict.infeasible = true;
    vsnprintf(island->verdict.reason, sizeof island->verdict.reason, format, words);
    va_end(words);
    island->finished = true;
}

void sliding_proof_found(const struct puzzle *puzzle, struct island *island,
                         const int16_t *genes, size_t moves)
{
    const struct sliding *sliding = puzzle->self;
    island->bound = (double)moves;
    island->finished = true;
    if (moves > sliding->length)
        set_infeasible(island,
                       "the shortest path has %zu moves, more than sliding.length, %zu",
                       moves, sliding->length);
    else
        write_genome(puzzle, island, genes, moves);
}

void sliding_proof_no_path(const struct puzzle *puzzle, struct island *island,
                           bool from_start, uint64_t placements)
{
    const struct sliding *sliding = puzzle->self;
    uint64_t all = sliding_placement_count(sliding->vertices, sliding->rings);
    const char *own = from_start ? "start" : "target";
    const char *other = from_start ? "target" : "start";
    char share[64] = "";
    if (all < UINT64_MAX)
        snprintf(share, sizeof share, " of %llu", (unsigned long long)all);
    set_infeasible(island,
                   "the component of the %s has %llu placements%s, all were searched, "
                   "and the %s is not among them",
                   own, (unsigned long long)placements, share, other);
}

void sliding_proof_no_path_pruned(struct island *island, unsigned per_group,
                                  uint64_t placements)
{
    if (placements == 0)
        set_infeasible(island,
                       "some group of at most %u rings with consecutive "
                       "numbers cannot reach "
                       "its targets even without the others",
                       per_group);
    else
        set_infeasible(
            island,
            "of all placements that can be reached from the start, %llu "
            "remain from which every group of at most %u rings with consecutive "
            "numbers could reach its targets without the others; all were "
            "searched, and the target is not among them",
            (unsigned long long)placements, per_group);
}

void sliding_proof_gave_up(struct island *island)
{
    island->finished = true;
    island->gave_up = true;
}
