/* The archive against a slow twin that follows its header word by word. Genomes are one
 * number in [0, 1000], their distance is that of the numbers, and the cost is drawn. */
#include "archive.h"
#include "suite.h"

#include <math.h>

enum { MOST = 12, RANGE = 1000 };

static double number_distance(const void *self, const void *a, const void *b,
                              struct arena scratch)
{
    int64_t x, y;
    (void)self, (void)scratch;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return fabs((double)(x - y)) / RANGE;
}

/* Two descriptors: the number, and its last digit. */
static void number_descriptors(const void *self, const void *genome,
                               struct arena scratch, double *out)
{
    int64_t x;
    (void)self, (void)scratch;
    memcpy(&x, genome, sizeof x);
    out[0] = (double)x;
    out[1] = (double)(x % 10);
}

static const struct problem numbers = {
    .name = "numbers", .distance = number_distance, .descriptors = number_descriptors};
static struct puzzle puzzle = {
    .problem = &numbers,
    .shape = {.genes = 1,
              .genome_bytes = 8,
              .objectives = 2,
              .descriptors = 2,
              .descriptor = {{"number", "1", false, 100, 900},
                             {"digit", "1", false, 0, 10}}}};

static struct arena perm;
static struct archive archive;
static struct error err;

static void open_archive(size_t capacity, double min_distance)
{
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(
        archive_init(&archive, &puzzle.shape, capacity, min_distance, &perm, &err),
        STATUS_OK);
}

static bool offer_to(struct archive *to, int64_t genome, double cost, uint64_t when)
{
    double costs[2] = {cost, -cost};
    struct origin origin = {.generation = when, .island = 3, .replica = 1};
    return archive_offer(to, &puzzle, &genome, costs, origin, (struct arena){0});
}

struct entry {
    int64_t genome;
    double cost;
    uint64_t when;
};

static struct {
    struct entry entry[MOST + 1];
    size_t count;
} twin;

static double gap(const struct entry *a, const struct entry *b)
{
    return number_distance(NULL, &a->genome, &b->genome, (struct arena){0});
}

static bool twin_offer(struct entry new, size_t capacity, double min_distance)
{
    size_t kept = 0;
    if (!isfinite(new.cost))
        return false;
    if (twin.count == capacity && new.cost >= twin.entry[capacity - 1].cost)
        return false;
    for (size_t i = 0; i < twin.count; i++) {
        double d = gap(&twin.entry[i], &new);
        if ((d < min_distance || d == 0) && twin.entry[i].cost <= new.cost)
            return false;
    }
    for (size_t i = 0; i < twin.count; i++)
        if (gap(&twin.entry[i], &new) >= min_distance)
            twin.entry[kept++] = twin.entry[i];
    twin.count = kept;
    size_t place = twin.count++;
    for (; place > 0 && twin.entry[place - 1].cost > new.cost; place--)
        twin.entry[place] = twin.entry[place - 1];
    twin.entry[place] = new;
    if (twin.count > capacity)
        twin.count = capacity;
    return true;
}

static void compare_with_twin(void)
{
    CU_ASSERT_EQUAL_FATAL(archive.pop.count, twin.count);
    for (size_t i = 0; i < twin.count; i++) {
        const struct entry *entry = &twin.entry[i];
        int64_t genome;
        memcpy(&genome, population_genome(&archive.pop, i), sizeof genome);
        CU_ASSERT_EQUAL(genome, entry->genome);
        CU_ASSERT_EQUAL(population_cost(&archive.pop, i)[0], entry->cost);
        CU_ASSERT_EQUAL(population_cost(&archive.pop, i)[1], -entry->cost);
        CU_ASSERT_EQUAL(archive.origins[i].generation, entry->when);
        CU_ASSERT_EQUAL(archive.origins[i].island, 3);
        CU_ASSERT_EQUAL(archive.origins[i].replica, 1);
    }
}

/* Equal genomes cost the same, as every problem promises. */
static double cost_of(int64_t genome, int64_t values)
{
    return genome % 17 == 0 ? INFINITY : (double)(genome * 7919 % values);
}

static void offers_equal_slow_twin(void)
{
    static const double aparts[] = {0, 0.001, 0.01, 0.1, 0.5, 1};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct rng rng;
        rng_init(&rng, seed, 0, 0, RNG_ALGORITHM);
        double min_distance = aparts[seed % 6];
        size_t capacity = 1 + rng_below(&rng, MOST);
        int64_t values = seed % 2 ? 10 : 100000;
        unsigned before = CU_get_number_of_failures();
        puzzle.shape.canonical = seed / 6 % 2;
        open_archive(capacity, min_distance);
        twin.count = 0;
        for (uint64_t i = 0; i < 400; i++) {
            int64_t genome = (int64_t)rng_below(&rng, RANGE + 1);
            double cost = cost_of(genome, values);
            CU_ASSERT_EQUAL(
                offer_to(&archive, genome, cost, i),
                twin_offer((struct entry){genome, cost, i}, capacity, min_distance));
            compare_with_twin();
        }
        if (CU_get_number_of_failures() != before)
            printf("seed %llu\n", (unsigned long long)seed);
        arena_free(&perm);
    }
}

/* Whether two archives have the same rows from the same origins. */
static bool are_equal(const struct archive *a, const struct archive *b)
{
    size_t n = a->pop.count;
    return n == b->pop.count && !memcmp(a->pop.genomes, b->pop.genomes, n * 8) &&
           !memcmp(a->pop.costs, b->pop.costs, n * 2 * sizeof(double)) &&
           !memcmp(a->origins, b->origins, n * sizeof *a->origins);
}

/* Few genomes, so that many rows are equal to others or to entries. */
static void fill_generation(struct population *pop, struct rng *rng, int64_t values)
{
    for (pop->count = 0; pop->count < pop->capacity; pop->count++) {
        int64_t genome = (int64_t)rng_below(rng, RANGE / 8);
        double cost = cost_of(genome, values);
        double costs[2] = {genome % 19 == 0 ? NAN : cost, -cost};
        population_put(pop, pop->count, &genome, sizeof genome, costs);
    }
}

/* Offers 20 generations of 10 to both archives, all together and one by one. */
static void compare_offers(struct archive *all, struct archive *each, int64_t values,
                           struct rng *rng)
{
    struct population pop;
    struct arena scratch = arena_scratch(&perm, 12 * MOST + 2 * ARENA_ALIGN);
    CU_ASSERT_EQUAL_FATAL(population_init(&pop, &puzzle.shape, 10, &perm, &err),
                          STATUS_OK);
    for (uint64_t when = 0; when < 20; when++) {
        struct origin origin = {.generation = when, .island = 3, .replica = 1};
        fill_generation(&pop, rng, values);
        archive_offer_all(all, &puzzle, &pop, origin, scratch);
        for (size_t i = 0; i < pop.count; i++)
            archive_offer(each, &puzzle, population_genome(&pop, i),
                          population_cost(&pop, i), origin, scratch);
        CU_ASSERT(are_equal(all, each));
    }
}

static void offering_all_equals_offering_in_order(void)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct archive each;
        struct rng rng;
        double min_distance = seed % 3 ? 0 : 0.02;
        size_t capacity = seed % (MOST + 1);
        unsigned before = CU_get_number_of_failures();
        rng_init(&rng, seed, 0, 0, RNG_ALGORITHM);
        puzzle.shape.canonical = seed / 6 % 2;
        open_archive(capacity, min_distance);
        CU_ASSERT_EQUAL_FATAL(
            archive_init(&each, &puzzle.shape, capacity, min_distance, &perm, &err),
            STATUS_OK);
        compare_offers(&archive, &each, seed % 2 ? 10 : 100000, &rng);
        if (CU_get_number_of_failures() != before)
            printf("seed %llu\n", (unsigned long long)seed);
        arena_free(&perm);
    }
}

static void infeasible_ones_are_refused(void)
{
    open_archive(4, 0);
    CU_ASSERT(!offer_to(&archive, 1, INFINITY, 0));
    CU_ASSERT_EQUAL(archive.pop.count, 0);
    arena_free(&perm);
}

static void no_room_takes_nothing(void)
{
    open_archive(0, 0);
    CU_ASSERT(!offer_to(&archive, 1, 1, 0));
    CU_ASSERT_EQUAL(archive.pop.count, 0);
    arena_free(&perm);
}

static void of_equals_the_first_stays(void)
{
    open_archive(2, 0);
    CU_ASSERT(offer_to(&archive, 1, 5, 0));
    CU_ASSERT(offer_to(&archive, 2, 5, 1));
    CU_ASSERT(!offer_to(&archive, 3, 5, 2));
    CU_ASSERT(!offer_to(&archive, 1, 5, 3));
    CU_ASSERT_EQUAL(archive.origins[0].generation, 0);
    CU_ASSERT_EQUAL(archive.origins[1].generation, 1);
    arena_free(&perm);
}

static void newcomer_outdoes_all_that_are_near(void)
{
    open_archive(5, 0.1);
    CU_ASSERT(offer_to(&archive, 100, 5, 0));
    CU_ASSERT(offer_to(&archive, 220, 6, 1));
    CU_ASSERT(offer_to(&archive, 900, 7, 2));
    CU_ASSERT(!offer_to(&archive, 199, 5.5, 3)); /* the first one is near and better */
    CU_ASSERT(offer_to(&archive, 160, 1, 4));
    CU_ASSERT_EQUAL_FATAL(archive.pop.count, 2);
    CU_ASSERT_EQUAL(population_cost(&archive.pop, 0)[0], 1);
    CU_ASSERT_EQUAL(population_cost(&archive.pop, 1)[0], 7);
    arena_free(&perm);
}

/* A grid of 4 x 5 cells, written out: 100..900 by 200, digits in pairs. */
enum { ROWS = 4, COLUMNS = 5, CELLS = ROWS * COLUMNS };
static const struct grid cells = {2, {ROWS, COLUMNS}};
static struct entry best[CELLS]; /* when 0: none; the tests offer from 1 on */

static size_t slow_cell(int64_t genome)
{
    size_t row = genome < 300 ? 0 : genome < 500 ? 1 : genome < 700 ? 2 : 3;
    return row * COLUMNS + (size_t)(genome % 10) / 2;
}

static bool slow_offer(int64_t genome, double cost, uint64_t when)
{
    struct entry *held = &best[slow_cell(genome)];
    if (!isfinite(cost) || (held->when && held->cost <= cost))
        return false;
    *held = (struct entry){genome, cost, when};
    return true;
}

static void open_grid(struct archive *grid)
{
    arena_init(&perm);
    memset(best, 0, sizeof best);
    CU_ASSERT_EQUAL_FATAL(archive_init_grid(grid, &puzzle.shape, &cells, &perm, &err),
                          STATUS_OK);
}

/* One that has migrated is offered on two islands; an archive that is full, or has the like
 * of it in its cell or on its front, keeps where it was found first. */
static void expect_first_origin(struct archive *merged)
{
    const struct origin late = {.generation = 11, .island = 0},
                        home = {.generation = 9, .island = 1},
                        other = {.generation = 8, .island = 2};
    const int64_t migrant = 150, like = 160;
    const double cost[2] = {5, -5};
    const struct arena none = {0};
    CU_ASSERT(archive_offer(merged, &puzzle, &migrant, cost, late, none));
    CU_ASSERT(!archive_offer(merged, &puzzle, &migrant, cost, home, none));
    CU_ASSERT_EQUAL(merged->origins[0].generation, 9);
    CU_ASSERT_EQUAL(merged->origins[0].island, 1);
    CU_ASSERT(!archive_offer(merged, &puzzle, &like, cost, other, none));
    CU_ASSERT(!archive_offer(merged, &puzzle, &migrant, cost, late, none));
    CU_ASSERT_EQUAL(merged->origins[0].generation, 9);
    arena_free(&perm);
}

static void migrants_were_found_at_home(void)
{
    open_archive(1, 0);
    expect_first_origin(&archive);
    open_archive(1, 0.5);
    expect_first_origin(&archive);
    open_archive(8, 0.5);
    expect_first_origin(&archive);
    open_grid(&archive);
    expect_first_origin(&archive);
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(archive_init_front(&archive, &puzzle.shape, 4, &perm, &err),
                          STATUS_OK);
    expect_first_origin(&archive);
}

/* Whether every cell has its best and there is nothing else. */
static void compare_with_cells(const struct archive *grid)
{
    size_t filled = 0;
    for (size_t c = 0; c < CELLS; c++)
        filled += best[c].when > 0;
    CU_ASSERT_EQUAL_FATAL(grid->pop.count, filled);
    for (size_t i = 0; i < filled; i++) {
        int64_t genome;
        memcpy(&genome, population_genome(&grid->pop, i), sizeof genome);
        const struct entry *entry = &best[slow_cell(genome)];
        CU_ASSERT_EQUAL(genome, entry->genome);
        CU_ASSERT_EQUAL(population_cost(&grid->pop, i)[0], entry->cost);
        CU_ASSERT_EQUAL(population_cost(&grid->pop, i)[1], -entry->cost);
        CU_ASSERT_EQUAL(grid->origins[i].generation, entry->when);
    }
}

static void fill_grid(struct archive *grid, uint64_t seed, uint64_t first, uint64_t n)
{
    struct rng rng;
    rng_init(&rng, seed, 0, 0, RNG_ALGORITHM);
    for (uint64_t i = first; i < first + n; i++) {
        int64_t genome = (int64_t)rng_below(&rng, RANGE + 1);
        double cost = cost_of(genome, seed % 2 ? 10 : 100000);
        CU_ASSERT_EQUAL(offer_to(grid, genome, cost, i), slow_offer(genome, cost, i));
    }
}

static void grid_equals_slow_twin(void)
{
    for (uint64_t seed = 1; seed <= 30; seed++) {
        unsigned before = CU_get_number_of_failures();
        open_grid(&archive);
        for (uint64_t i = 1; i <= 400; i += 20) {
            fill_grid(&archive, seed + 1000 * i, i, 20);
            compare_with_cells(&archive);
        }
        CU_ASSERT(archive.pop.count > CELLS / 2);
        if (CU_get_number_of_failures() != before)
            printf("seed %llu\n", (unsigned long long)seed);
        arena_free(&perm);
    }
}

static void sort_brings_a_grid_best_first(void)
{
    struct archive sorted;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        open_grid(&archive);
        fill_grid(&archive, seed, 1, 200);
        CU_ASSERT_EQUAL_FATAL(
            archive_init(&sorted, &puzzle.shape, CELLS, 0, &perm, &err), STATUS_OK);
        archive_sort(&sorted, &archive,
                     arena_scratch(&perm, 24 * archive.pop.count + ARENA_ALIGN));
        compare_with_cells(&sorted);
        for (size_t i = 1; i < sorted.pop.count; i++)
            CU_ASSERT(population_cost(&sorted.pop, i - 1)[0] <=
                      population_cost(&sorted.pop, i)[0]);
        arena_free(&perm);
    }
}

/* As after a checkpoint: rows are there, their cells are not known. */
static void indexed_rows_take_offers_as_before(void)
{
    open_grid(&archive);
    fill_grid(&archive, 5, 1, 60);
    memset(archive.row_after, 0xff, CELLS * sizeof *archive.row_after);
    CU_ASSERT(archive_index(&archive, &puzzle, (struct arena){0}));
    compare_with_cells(&archive);
    fill_grid(&archive, 6, 100, 200);
    compare_with_cells(&archive);
    population_copy(&archive.pop, 1, &archive.pop, 0); /* two in a cell */
    CU_ASSERT(!archive_index(&archive, &puzzle, (struct arena){0}));
    archive_clear(&archive);
    memset(best, 0, sizeof best);
    fill_grid(&archive, 5, 1, 60);
    compare_with_cells(&archive);
    arena_free(&perm);
}

/* As after a checkpoint: rows are there, their checksums are not known. */
static void restored_rows_are_known(void)
{
    puzzle.shape.canonical = true;
    open_archive(MOST + 1, 0); /* a full one refuses equal costs anyway */
    for (int64_t genome = 1; genome <= MOST; genome++)
        CU_ASSERT(offer_to(&archive, genome << 40, 5, 1));
    memset(archive.checksums, 0xff, MOST * sizeof *archive.checksums);
    CU_ASSERT(archive_index(&archive, &puzzle, (struct arena){0}));
    for (int64_t genome = 1; genome <= MOST; genome++)
        CU_ASSERT(!offer_to(&archive, genome << 40, 5, 1));
    puzzle.shape.canonical = false;
    arena_free(&perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(offers_equal_slow_twin),
        SUITE_TEST(offering_all_equals_offering_in_order),
        SUITE_TEST(infeasible_ones_are_refused),
        SUITE_TEST(no_room_takes_nothing),
        SUITE_TEST(of_equals_the_first_stays),
        SUITE_TEST(migrants_were_found_at_home),
        SUITE_TEST(newcomer_outdoes_all_that_are_near),
        SUITE_TEST(restored_rows_are_known),
        SUITE_TEST(grid_equals_slow_twin),
        SUITE_TEST(sort_brings_a_grid_best_first),
        SUITE_TEST(indexed_rows_take_offers_as_before),
        CU_TEST_INFO_NULL,
    };
    return suite_run("archive", NULL, NULL, tests);
}
