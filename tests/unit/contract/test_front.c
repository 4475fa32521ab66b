/* An archive that keeps a Pareto front, against slow twins: all that was offered, compared
 * pair by pair; and the dropping of the most crowded, computed from sorted costs. */
#include "archive.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>

enum { OFFERS = 300, MOST_ROWS = 16 };

static const struct problem points = {.name = "points"};
static struct puzzle puzzle = {.problem = &points,
                               .shape = {.genes = 1, .genome_bytes = 8}};
static struct arena perm;
static struct archive archive;
static struct error err;

struct entry {
    double cost[MAX_OBJECTIVES];
    int64_t genome;
};

static struct entry offered[OFFERS], twin[MOST_ROWS + 1];
static size_t n_offered, n_twin;

static bool is_no_worse(const double *a, const double *b)
{
    size_t worse = 0;
    for (size_t k = 0; k < puzzle.shape.objectives; k++)
        worse += a[k] > b[k];
    return worse == 0;
}

static void open_front(size_t objectives, size_t capacity)
{
    puzzle.shape.objectives = objectives;
    n_offered = n_twin = 0;
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(
        archive_init_front(&archive, &puzzle.shape, capacity, &perm, &err), STATUS_OK);
}

static struct entry draw(struct rng *rng, uint64_t range)
{
    struct entry new = {.genome = (int64_t)n_offered};
    for (size_t k = 0; k < puzzle.shape.objectives; k++)
        new.cost[k] = (double)rng_below(rng, range) - 3;
    if (rng_chance(rng, 0.05))
        new.cost[0] = INFINITY;
    return new;
}

static bool offer(struct archive *to, const struct entry *new)
{
    struct origin origin = {.generation = (uint64_t) new->genome};
    return archive_offer(to, &puzzle, &new->genome, new->cost, origin,
                         (struct arena){0});
}

static bool is_in(const struct archive *front, const struct entry *entry)
{
    for (size_t i = 0; i < front->pop.count; i++) {
        int64_t genome;
        memcpy(&genome, population_genome(&front->pop, i), sizeof genome);
        if (genome == entry->genome)
            return !memcmp(population_cost(&front->pop, i), entry->cost,
                           puzzle.shape.objectives * sizeof(double)) &&
                   front->origins[i].generation == (uint64_t)genome;
    }
    return false;
}

/* Whether the i-th offer is on the front of all: no other is as good in every objective, but
 * for later ones that equal it. */
static bool belongs(size_t i)
{
    if (!isfinite(offered[i].cost[0]))
        return false;
    for (size_t j = 0; j < n_offered; j++)
        if (j != i && is_no_worse(offered[j].cost, offered[i].cost) &&
            (j < i || !is_no_worse(offered[i].cost, offered[j].cost)))
            return false;
    return true;
}

static void large_ones_have_the_front_of_all_offers(void)
{
    struct rng rng;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        rng_init(&rng, seed, 0, 0, RNG_ALGORITHM);
        open_front(1 + seed % 4, OFFERS);
        for (n_offered = 0; n_offered < OFFERS; n_offered++) {
            offered[n_offered] = draw(&rng, seed % 2 ? 8 : 1000);
            CU_ASSERT_EQUAL(offer(&archive, &offered[n_offered]),
                            is_in(&archive, &offered[n_offered]));
        }
        size_t on_front = 0;
        for (size_t i = 0; i < n_offered; i++) {
            on_front += belongs(i);
            CU_ASSERT_EQUAL(is_in(&archive, &offered[i]), belongs(i));
        }
        CU_ASSERT_EQUAL(archive.pop.count, on_front);
        for (size_t i = 1; i < archive.pop.count; i++)
            CU_ASSERT(population_cost(&archive.pop, i - 1)[0] <=
                      population_cost(&archive.pop, i)[0]);
        arena_free(&perm);
    }
}

static int by_number(const void *a, const void *b)
{
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/* NSGA-II's crowding distance of a row of the twin, from sorted costs. */
static double crowding(size_t row)
{
    double sum = 0;
    for (size_t k = 0; k < puzzle.shape.objectives; k++) {
        double sorted[MOST_ROWS + 1], own = twin[row].cost[k];
        for (size_t i = 0; i < n_twin; i++)
            sorted[i] = twin[i].cost[k];
        qsort(sorted, n_twin, sizeof *sorted, by_number);
        double range = sorted[n_twin - 1] - sorted[0];
        size_t first = 0, equal = 0;
        while (sorted[first] != own)
            first++;
        while (first + equal < n_twin && sorted[first + equal] == own)
            equal++;
        if (range == 0 || equal > 1)
            continue; /* a neighbour on either side is as far as itself */
        if (first == 0 || first == n_twin - 1)
            return INFINITY;
        sum += (sorted[first + 1] - sorted[first - 1]) / range;
    }
    return sum;
}

static void twin_remove(size_t row)
{
    memmove(twin + row, twin + row + 1, (--n_twin - row) * sizeof *twin);
}

static void twin_offer(const struct entry *new, size_t capacity)
{
    size_t place = 0, crowded;
    if (!isfinite(new->cost[0]))
        return;
    for (size_t i = 0; i < n_twin; i++)
        if (is_no_worse(twin[i].cost, new->cost))
            return;
    for (size_t i = n_twin; i-- > 0;)
        if (is_no_worse(new->cost, twin[i].cost))
            twin_remove(i);
    while (place < n_twin && twin[place].cost[0] <= new->cost[0])
        place++;
    memmove(twin + place + 1, twin + place, (n_twin++ - place) * sizeof *twin);
    twin[place] = *new;
    if (n_twin <= capacity)
        return;
    crowded = n_twin - 1;
    for (size_t i = n_twin; --i > 0;)
        if (crowding(i) < crowding(crowded))
            crowded = i;
    twin_remove(crowded);
}

static void full_ones_drop_the_most_crowded(void)
{
    struct rng rng;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        size_t capacity = 1 + seed % MOST_ROWS;
        double least = INFINITY;
        rng_init(&rng, seed, 0, 0, RNG_ALGORITHM);
        open_front(2 + seed % 3, capacity);
        for (n_offered = 0; n_offered < OFFERS; n_offered++) {
            struct entry new = draw(&rng, seed % 2 ? 30 : 100000);
            least = fmin(least, new.cost[0]);
            CU_ASSERT_EQUAL(offer(&archive, &new), is_in(&archive, &new));
            twin_offer(&new, capacity);
            CU_ASSERT_EQUAL_FATAL(archive.pop.count, n_twin);
            for (size_t i = 0; i < n_twin; i++)
                CU_ASSERT(is_in(&archive, &twin[i]));
        }
        CU_ASSERT(archive.pop.count <= capacity);
        CU_ASSERT_EQUAL(population_cost(&archive.pop, 0)[0], least);
        arena_free(&perm);
    }
}

static void merged_fronts_are_one_front(void)
{
    struct rng rng;
    struct archive other;
    rng_init(&rng, 9, 0, 0, RNG_ALGORITHM);
    open_front(2, OFFERS);
    CU_ASSERT_EQUAL_FATAL(
        archive_init_front(&other, &puzzle.shape, OFFERS, &perm, &err), STATUS_OK);
    for (n_offered = 0; n_offered < OFFERS; n_offered++) {
        offered[n_offered] = draw(&rng, 1000);
        offer(n_offered < OFFERS / 2 ? &archive : &other, &offered[n_offered]);
    }
    for (size_t i = 0; i < other.pop.count; i++)
        archive_offer(&archive, &puzzle, population_genome(&other.pop, i),
                      population_cost(&other.pop, i), other.origins[i],
                      (struct arena){0});
    for (size_t i = 0; i < n_offered; i++)
        CU_ASSERT_EQUAL(is_in(&archive, &offered[i]), belongs(i));
    arena_free(&perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(large_ones_have_the_front_of_all_offers),
        SUITE_TEST(full_ones_drop_the_most_crowded),
        SUITE_TEST(merged_fronts_are_one_front),
        CU_TEST_INFO_NULL,
    };
    return suite_run("front", NULL, NULL, tests);
}
