#include "archive.h"

#include <math.h>

enum status archive_init(struct archive *archive, const struct shape *shape,
                         size_t capacity, double min_distance, struct arena *perm,
                         struct error *err)
{
    *archive = (struct archive){.min_distance = min_distance};
    archive->origins = ARENA_NEW(perm, struct origin, capacity);
    archive->checksums = ARENA_NEW(perm, uint32_t, capacity);
    if (!archive->origins || !archive->checksums)
        return error_set(err, STATUS_MEMORY, "no memory for an archive of %zu",
                         capacity);
    return population_init(&archive->pop, shape, capacity, perm, err);
}

enum status archive_init_grid(struct archive *archive, const struct shape *shape,
                              const struct grid *grid, struct arena *perm,
                              struct error *err)
{
    size_t cells = grid_cells(grid);
    if (archive_init(archive, shape, cells, 0, perm, err))
        return err->status;
    archive->grid = *grid;
    archive->row_after = ARENA_NEW(perm, uint32_t, cells);
    if (!archive->row_after)
        return error_set(err, STATUS_MEMORY, "no memory for an archive of %zu cells",
                         cells);
    return STATUS_OK;
}

enum status archive_init_front(struct archive *archive, const struct shape *shape,
                               size_t capacity, struct arena *perm, struct error *err)
{
    enum status status = archive_init(archive, shape, capacity + 1, 0, perm, err);
    archive->front = true;
    return status;
}

void archive_clear(struct archive *archive)
{
    archive->pop.count = 0;
    if (archive->grid.axes)
        memset(archive->row_after, 0,
               archive->pop.capacity * sizeof *archive->row_after);
}

/* Odd weights that differ, so that a changed number and two that change places both tell;
 * of independent sums, which the compiler computes side by side. */
static uint32_t checksum(const unsigned char *genome, size_t bytes)
{
    uint32_t sum = 0, weight = 1, word = 0;
    size_t i = 0;
    for (; i + sizeof word <= bytes; i += sizeof word, weight += 0x9e3779ba) {
        memcpy(&word, genome + i, sizeof word);
        sum += weight * word;
    }
    word = 0;
    memcpy(&word, genome + i, bytes - i);
    return sum + weight * word;
}

bool archive_index(struct archive *archive, const struct puzzle *puzzle,
                   struct arena scratch)
{
    const struct population *pop = &archive->pop;
    size_t count = pop->count;
    for (size_t i = 0; i < count; i++)
        archive->checksums[i] =
            checksum(population_genome(pop, i), puzzle->shape.genome_bytes);
    if (!archive->grid.axes)
        return true;
    archive_clear(archive);
    for (; archive->pop.count < count; archive->pop.count++) {
        const void *genome = population_genome(&archive->pop, archive->pop.count);
        size_t cell = grid_cell(&archive->grid, puzzle, genome, scratch);
        if (archive->row_after[cell])
            return false;
        archive->row_after[cell] = (uint32_t)archive->pop.count + 1;
    }
    return true;
}

static void copy_row(struct archive *archive, size_t to, size_t from)
{
    population_copy(&archive->pop, to, &archive->pop, from);
    archive->origins[to] = archive->origins[from];
    archive->checksums[to] = archive->checksums[from];
}

/* Removes every row from `first` on that is closer to the genome than `min_distance`. */
static void remove_near(struct archive *archive, const struct puzzle *puzzle,
                        const void *genome, size_t first, struct arena scratch)
{
    size_t kept = first;
    for (size_t i = first; i < archive->pop.count; i++) {
        double d = puzzle->problem->distance(
            puzzle->self, genome, population_genome(&archive->pop, i), scratch);
        if (d < archive->min_distance)
            continue;
        if (kept != i)
            copy_row(archive, kept, i);
        kept++;
    }
    archive->pop.count = kept;
}

/* A genome and its checksum. */
struct summed {
    const void *genome;
    uint32_t checksum;
};

static struct summed summed_row(const struct archive *archive, size_t row)
{
    return (struct summed){population_genome(&archive->pop, row),
                           archive->checksums[row]};
}

static void put_row(struct archive *archive, size_t row, struct summed new,
                    size_t genome_bytes, const double *cost, struct origin origin)
{
    population_put(&archive->pop, row, new.genome, genome_bytes, cost);
    archive->origins[row] = origin;
    archive->checksums[row] = new.checksum;
}

static bool is_before(struct origin a, struct origin b)
{
    if (a.replica != b.replica)
        return a.replica < b.replica;
    return a.generation != b.generation ? a.generation < b.generation
                                        : a.island < b.island;
}

/* The distance of two genomes; where it only matters whether it is 0, and the genomes tell, 0 or
 * 1. */
static double apart(const struct archive *archive, const struct puzzle *puzzle,
                    struct summed a, struct summed b, struct arena scratch)
{
    if (puzzle->shape.canonical && archive->min_distance <= 0)
        return a.checksum != b.checksum ||
               memcmp(a.genome, b.genome, puzzle->shape.genome_bytes) != 0;
    return puzzle->problem->distance(puzzle->self, a.genome, b.genome, scratch);
}

/* A solution that this row holds already was found where it was found first. */
static void keep_first(struct archive *archive, const struct puzzle *puzzle, size_t row,
                       struct summed new, struct origin origin, struct arena scratch)
{
    if (is_before(origin, archive->origins[row]) &&
        apart(archive, puzzle, new, summed_row(archive, row), scratch) <= 0)
        archive->origins[row] = origin;
}

static bool offer_cell(struct archive *archive, const struct puzzle *puzzle,
                       struct summed new, const double *cost, struct origin origin,
                       struct arena scratch)
{
    size_t cell = grid_cell(&archive->grid, puzzle, new.genome, scratch);
    uint32_t *row_after = &archive->row_after[cell];
    if (*row_after && cost[0] >= population_cost(&archive->pop, *row_after - 1)[0]) {
        keep_first(archive, puzzle, *row_after - 1, new, origin, scratch);
        return false;
    }
    ensure(*row_after || archive->pop.count < archive->pop.capacity);
    if (!*row_after)
        *row_after = (uint32_t)++archive->pop.count;
    put_row(archive, *row_after - 1, new, puzzle->shape.genome_bytes, cost, origin);
    return true;
}

/* Whether no cost of `a` is higher; then a dominates b, or both are equal. */
static bool is_no_worse(const double *a, const double *b, size_t objectives)
{
    for (size_t k = 0; k < objectives; k++)
        if (!(a[k] <= b[k]))
            return false;
    return true;
}

/* Removes the rows that are no better than a vector of costs in any objective. */
static void remove_dominated(struct archive *archive, const double *cost)
{
    struct population *pop = &archive->pop;
    size_t kept = 0;
    for (size_t i = 0; i < pop->count; i++) {
        if (is_no_worse(cost, population_cost(pop, i), pop->objectives))
            continue;
        if (kept != i)
            copy_row(archive, kept, i);
        kept++;
    }
    pop->count = kept;
}

/* The gap between the neighbours of a row in one objective, as a share of the range of that
 * objective; +INFINITY at an end. */
static double gap_around(const struct population *pop, size_t row, size_t objective)
{
    double own = population_cost(pop, row)[objective], below = -INFINITY,
           above = INFINITY, low = own, high = own;
    for (size_t i = 0; i < pop->count; i++) {
        double other = population_cost(pop, i)[objective];
        low = fmin(low, other);
        high = fmax(high, other);
        if (i != row && other <= own)
            below = fmax(below, other);
        if (i != row && other >= own)
            above = fmin(above, other);
    }
    return high > low ? (above - below) / (high - low) : 0;
}

/* The row with the smallest crowding distance, ties to the last; not the first row. */
static size_t most_crowded(const struct population *pop)
{
    size_t crowded = pop->count - 1;
    double least = INFINITY;
    for (size_t i = pop->count - 1; i > 0; i--) {
        double distance = 0;
        for (size_t k = 0; k < pop->objectives; k++)
            distance += gap_around(pop, i, k);
        if (distance < least) {
            least = distance;
            crowded = i;
        }
    }
    return crowded;
}

static void remove_row(struct archive *archive, size_t row)
{
    for (size_t i = row; i + 1 < archive->pop.count; i++)
        copy_row(archive, i, i + 1);
    archive->pop.count--;
}

static void insert_row(struct archive *archive, size_t place, struct summed new,
                       size_t genome_bytes, const double *cost, struct origin origin)
{
    for (size_t i = archive->pop.count++; i > place; i--)
        copy_row(archive, i, i - 1);
    put_row(archive, place, new, genome_bytes, cost, origin);
}

static bool offer_front(struct archive *archive, const struct puzzle *puzzle,
                        struct summed new, const double *cost, struct origin origin,
                        struct arena scratch)
{
    struct population *pop = &archive->pop;
    size_t genome_bytes = puzzle->shape.genome_bytes;
    for (size_t i = 0; i < pop->count; i++)
        if (is_no_worse(population_cost(pop, i), cost, pop->objectives)) {
            keep_first(archive, puzzle, i, new, origin, scratch);
            return false;
        }
    remove_dominated(archive, cost);
    size_t place = 0;
    while (place < pop->count && population_cost(pop, place)[0] <= cost[0])
        place++;
    insert_row(archive, place, new, genome_bytes, cost, origin);
    if (pop->count < pop->capacity)
        return true;
    size_t crowded = most_crowded(pop);
    remove_row(archive, crowded);
    return crowded != place;
}

/* Equal solutions have equal costs up to rounding, so that the distance of others need not
 * be computed. Chosen by hand, well above any rounding. */
static const double SAME_COST = 1e-6;

/* The least cost that a solution may have that equals one of this cost. */
static double least_same(double cost)
{
    double size = fabs(cost);
    return cost - SAME_COST * (size > 1 ? size : 1);
}

bool archive_offer(struct archive *archive, const struct puzzle *puzzle,
                   const void *genome, const double *cost, struct origin origin,
                   struct arena scratch)
{
    struct population *pop = &archive->pop;
    if (!pop->capacity || !isfinite(cost[0]))
        return false;
    struct summed new = {genome, checksum(genome, puzzle->shape.genome_bytes)};
    if (archive->grid.axes)
        return offer_cell(archive, puzzle, new, cost, origin, scratch);
    if (archive->front)
        return offer_front(archive, puzzle, new, cost, origin, scratch);
    if (pop->count == pop->capacity &&
        cost[0] >= population_cost(pop, pop->count - 1)[0]) {
        for (size_t i = pop->count; i-- > 0 && population_cost(pop, i)[0] == cost[0];)
            keep_first(archive, puzzle, i, new, origin, scratch);
        return false;
    }
    size_t place = 0;
    double least = archive->min_distance > 0 ? -INFINITY : least_same(cost[0]);
    for (; place < pop->count && population_cost(pop, place)[0] <= cost[0]; place++) {
        if (population_cost(pop, place)[0] < least)
            continue;
        double d = apart(archive, puzzle, new, summed_row(archive, place), scratch);
        if (d <= 0 && is_before(origin, archive->origins[place]))
            archive->origins[place] = origin;
        if (d < archive->min_distance || d <= 0)
            return false;
    }
    if (archive->min_distance > 0)
        remove_near(archive, puzzle, genome, place, scratch);
    if (pop->count < pop->capacity)
        pop->count++;
    for (size_t i = pop->count - 1; i > place; i--)
        copy_row(archive, i, i - 1);
    put_row(archive, place, new, puzzle->shape.genome_bytes, cost, origin);
    return true;
}

/* The entries of an archive while a population is offered to it: its own rows and, after
 * them, those of the population, best first. Rows are moved once, at the end. */
struct offers {
    struct archive *archive;
    const struct population *pop;
    double *cost;    /* of each entry; NULL: no offer so far */
    uint32_t *entry; /* a row of the archive; of pop, plus the archive's capacity */
    uint32_t *checksum;
    size_t count;
    size_t first; /* entries before this one are in place */
};

static void begin_offers(struct offers *offers, struct arena *scratch)
{
    const struct population *own = &offers->archive->pop;
    offers->cost = ARENA_NEW(scratch, double, own->capacity);
    offers->entry = ARENA_NEW(scratch, uint32_t, own->capacity);
    offers->checksum = ARENA_NEW(scratch, uint32_t, own->capacity);
    memcpy(offers->checksum, offers->archive->checksums,
           own->count * sizeof *offers->checksum);
    for (size_t i = 0; i < own->count; i++) {
        offers->cost[i] = population_cost(own, i)[0];
        offers->entry[i] = (uint32_t)i;
    }
}

static struct summed summed_entry(const struct offers *offers, size_t i)
{
    size_t row = offers->entry[i], own = offers->archive->pop.capacity;
    return (struct summed){row < own ? population_genome(&offers->archive->pop, row)
                                     : population_genome(offers->pop, row - own),
                           offers->checksum[i]};
}

/* The first entry of a higher cost. Counted: the outcomes of a binary search's comparisons are
 * no processor's to predict, and the rows behind are moved anyway. */
static size_t place_of_cost(const struct offers *offers, double cost)
{
    size_t place = 0;
    for (size_t i = 0; i < offers->count; i++)
        place += offers->cost[i] <= cost;
    return place;
}

/* Whether any entry has this checksum. Counted, like places: few have it. */
static bool has_checksum(const struct offers *offers, uint32_t checksum)
{
    uint32_t found = 0;
    for (size_t i = 0; i < offers->count; i++)
        found += offers->checksum[i] == checksum;
    return found > 0;
}

/* Whether an entry before `place`, of the same cost up to rounding, equals the row. */
static bool is_entered(const struct offers *offers, const struct puzzle *puzzle,
                       struct summed new, double cost, size_t place,
                       struct arena scratch)
{
    const double least = least_same(cost);
    if (puzzle->shape.canonical && !has_checksum(offers, new.checksum))
        return false;
    for (size_t i = place; i-- > 0 && offers->cost[i] >= least;)
        if (apart(offers->archive, puzzle, new, summed_entry(offers, i), scratch) <= 0)
            return true;
    return false;
}

/* archive_offer for a row with a finite cost, below the last if the archive is full. */
static void offer_row(struct offers *offers, const struct puzzle *puzzle, size_t row,
                      struct arena scratch)
{
    const void *genome = population_genome(offers->pop, row);
    struct summed new = {genome, checksum(genome, puzzle->shape.genome_bytes)};
    double cost = population_cost(offers->pop, row)[0];
    size_t place = place_of_cost(offers, cost),
           capacity = offers->archive->pop.capacity;
    if (is_entered(offers, puzzle, new, cost, place, scratch))
        return;
    if (offers->count < capacity)
        offers->count++;
    size_t after = offers->count - 1 - place;
    memmove(offers->cost + place + 1, offers->cost + place, after * sizeof(double));
    memmove(offers->entry + place + 1, offers->entry + place, after * sizeof(uint32_t));
    memmove(offers->checksum + place + 1, offers->checksum + place,
            after * sizeof(uint32_t));
    offers->cost[place] = cost;
    offers->checksum[place] = new.checksum;
    offers->entry[place] = (uint32_t)(capacity + row);
    offers->first = place < offers->first ? place : offers->first;
}

/* Puts the entries into the rows of the archive. Its own only move back, so the last are
 * moved first. */
static void place_entries(const struct offers *offers, size_t genome_bytes,
                          struct origin origin)
{
    struct archive *archive = offers->archive;
    for (size_t i = offers->count; i-- > offers->first;) {
        size_t row = offers->entry[i], own = archive->pop.capacity;
        if (row >= own)
            put_row(archive, i, summed_entry(offers, i), genome_bytes,
                    population_cost(offers->pop, row - own), origin);
        else if (row != i)
            copy_row(archive, i, row);
    }
    archive->pop.count = offers->count;
}

/* Which of 64 rows from `first` on have a finite first cost below a limit: a bit each. Without a branch,
 * whose outcome no processor would predict. */
static uint64_t rows_below(const struct population *pop, size_t first, double limit)
{
    uint64_t below = 0;
    for (size_t k = 0; k < 64 && first + k < pop->count; k++) {
        double cost = population_cost(pop, first + k)[0];
        below |= (uint64_t)((cost < limit) & (cost > -INFINITY)) << k;
    }
    return below;
}

void archive_offer_all(struct archive *archive, const struct puzzle *puzzle,
                       const struct population *pop, struct origin origin,
                       struct arena scratch)
{
    bool is_plain =
        !archive->grid.axes && !archive->front && archive->min_distance <= 0;
    for (size_t row = 0; row < pop->count && !is_plain; row++)
        archive_offer(archive, puzzle, population_genome(pop, row),
                      population_cost(pop, row), origin, scratch);
    if (!is_plain || !archive->pop.capacity)
        return;
    struct offers offers = {
        .archive = archive, .pop = pop, .count = archive->pop.count, .first = SIZE_MAX};
    double limit = archive->pop.count == archive->pop.capacity
                       ? population_cost(&archive->pop, archive->pop.count - 1)[0]
                       : INFINITY;
    for (size_t first = 0; first < pop->count; first += 64)
        for (uint64_t left = rows_below(pop, first, limit); left; left &= left - 1) {
            size_t row = first + (size_t)__builtin_ctzll(left);
            if (!(population_cost(pop, row)[0] < limit))
                continue;
            if (!offers.cost)
                begin_offers(&offers, &scratch);
            offer_row(&offers, puzzle, row, scratch);
            if (offers.count == archive->pop.capacity)
                limit = offers.cost[offers.count - 1];
        }
    if (offers.cost)
        place_entries(&offers, puzzle->shape.genome_bytes, origin);
}

void archive_sort(struct archive *to, const struct archive *from, struct arena scratch)
{
    uint32_t *order = ARENA_NEW(&scratch, uint32_t, from->pop.count);
    population_order(&from->pop, scratch, order);
    for (size_t i = 0; i < from->pop.count; i++) {
        population_copy(&to->pop, i, &from->pop, order[i]);
        to->origins[i] = from->origins[order[i]];
        to->checksums[i] = from->checksums[order[i]];
    }
    to->pop.count = from->pop.count;
}

double archive_best(const struct archive *archive)
{
    const struct population *pop = &archive->pop;
    if (!pop->count)
        return INFINITY;
    size_t best = archive->grid.axes ? population_best(pop) : 0;
    return population_cost(pop, best)[0];
}
