#include "archive.h"

#include <math.h>

enum status archive_init(struct archive *archive, const struct shape *shape,
                         size_t capacity, double apart, struct arena *perm,
                         struct error *err)
{
    archive->apart = apart;
    archive->origins = ARENA_NEW(perm, struct origin, capacity);
    if (!archive->origins)
        return error_set(err, STATUS_MEMORY, "no memory for an archive of %zu",
                         capacity);
    return population_init(&archive->pop, shape, capacity, perm, err);
}

static void copy_row(struct archive *archive, size_t to, size_t from)
{
    population_copy(&archive->pop, to, &archive->pop, from);
    archive->origins[to] = archive->origins[from];
}

/* Takes out every row from `first` on that is nearer to the genome than `apart`. */
static void remove_near(struct archive *archive, const struct puzzle *puzzle,
                        const void *genome, size_t first, struct arena scratch)
{
    size_t kept = first;
    for (size_t i = first; i < archive->pop.count; i++) {
        double d = puzzle->problem->distance(
            puzzle->self, genome, population_genome(&archive->pop, i), scratch);
        if (d < archive->apart)
            continue;
        if (kept != i)
            copy_row(archive, kept, i);
        kept++;
    }
    archive->pop.count = kept;
}

bool archive_offer(struct archive *archive, const struct puzzle *puzzle,
                   const void *genome, const double *cost, struct origin origin,
                   struct arena scratch)
{
    struct population *pop = &archive->pop;
    if (!pop->capacity || !isfinite(cost[0]))
        return false;
    if (pop->count == pop->capacity &&
        cost[0] >= population_cost(pop, pop->count - 1)[0])
        return false;
    size_t place = 0;
    for (; place < pop->count && population_cost(pop, place)[0] <= cost[0]; place++) {
        double d = puzzle->problem->distance(puzzle->self, genome,
                                             population_genome(pop, place), scratch);
        if (d < archive->apart || d <= 0)
            return false;
    }
    if (archive->apart > 0)
        remove_near(archive, puzzle, genome, place, scratch);
    if (pop->count < pop->capacity)
        pop->count++;
    for (size_t i = pop->count - 1; i > place; i--)
        copy_row(archive, i, i - 1);
    memcpy(population_genome(pop, place), genome, puzzle->shape.genome_bytes);
    memcpy(population_cost(pop, place), cost, pop->objectives * sizeof *cost);
    archive->origins[place] = origin;
    return true;
}

void archive_merge(struct archive *archive, const struct puzzle *puzzle,
                   const struct archive *from, struct arena scratch)
{
    for (size_t i = 0; i < from->pop.count; i++)
        archive_offer(archive, puzzle, population_genome(&from->pop, i),
                      population_cost(&from->pop, i), from->origins[i], scratch);
}
