/* The assignment problem against all assignments of small random cases. */
#include "assignment.h"

#include "rng.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 7, CASES = 4000 };

struct matrix {
    size_t rows, columns, calls, allowed; /* calls: `allowed` and no more */
    double cost[MOST][MOST];
};

static const double *row_costs(void *self, size_t row)
{
    struct matrix *matrix = self;
    return matrix->calls++ < matrix->allowed ? matrix->cost[row] : NULL;
}

/* The slow twin: tries every free column for each row. */
static double least_from(const struct matrix *m, size_t row, unsigned taken)
{
    double least = INFINITY;
    if (row == m->rows)
        return 0;
    for (size_t j = 0; j < m->columns; j++)
        if (!(taken >> j & 1))
            least =
                fmin(least, m->cost[row][j] + least_from(m, row + 1, taken | 1u << j));
    return least;
}

/* Few different costs, negative ones, huge ones, or any. */
static double random_cost(struct rng *rng, unsigned kind)
{
    switch (kind) {
    case 0:
        return (double)rng_below(rng, 3);
    case 1:
        return (double)rng_below(rng, 2000) - 1000;
    case 2:
        return ldexp((double)rng_below(rng, 1000), 30);
    default:
        return rng_below(rng, 2) ? 1e6 : (double)rng_below(rng, 5);
    }
}

static struct matrix random_matrix(struct rng *rng)
{
    struct matrix m = {.allowed = SIZE_MAX};
    m.columns = 1 + rng_below(rng, MOST);
    m.rows = rng_below(rng, m.columns + 1);
    unsigned kind = (unsigned)rng_below(rng, 4);
    for (size_t i = 0; i < m.rows; i++)
        for (size_t j = 0; j < m.columns; j++)
            m.cost[i][j] = random_cost(rng, kind);
    return m;
}

static void is_least_of_all(void)
{
    struct arena perm;
    struct rng rng;
    arena_init(&perm);
    rng_seed(&rng, 1, 0);
    struct arena scratch = arena_scratch(&perm, assignment_bytes(MOST, MOST));
    for (int n = 0; n < CASES; n++) {
        struct matrix m = random_matrix(&rng);
        size_t row_of[MOST], seen = 0;
        double sum = 0;
        CU_ASSERT_FATAL(
            assignment_solve(m.rows, m.columns, row_costs, &m, scratch, row_of));
        for (size_t j = 0; j < m.columns; j++) {
            if (row_of[j] == ASSIGNMENT_FREE)
                continue;
            CU_ASSERT_FATAL(row_of[j] < m.rows && !(seen >> row_of[j] & 1));
            seen |= (size_t)1 << row_of[j];
            sum += m.cost[row_of[j]][j];
        }
        CU_ASSERT_EQUAL(seen, ((size_t)1 << m.rows) - 1);
        CU_ASSERT_EQUAL(sum, least_from(&m, 0, 0));
    }
    arena_free(&perm);
}

/* Of equal columns the first: the identity. */
static void ties_go_to_the_first_column(void)
{
    struct matrix m = {.rows = 5, .columns = 7, .allowed = SIZE_MAX};
    struct arena perm;
    size_t row_of[MOST];
    arena_init(&perm);
    struct arena scratch = arena_scratch(&perm, assignment_bytes(5, 7));
    CU_ASSERT(assignment_solve(5, 7, row_costs, &m, scratch, row_of));
    for (size_t j = 0; j < 7; j++)
        CU_ASSERT_EQUAL(row_of[j], j < 5 ? j : ASSIGNMENT_FREE);
    arena_free(&perm);
}

static void ends_when_costs_say_so(void)
{
    struct matrix m = {.rows = 4, .columns = 4};
    struct arena perm;
    size_t row_of[MOST];
    arena_init(&perm);
    struct arena scratch = arena_scratch(&perm, assignment_bytes(4, 4));
    while (!assignment_solve(4, 4, row_costs, &m, scratch, row_of)) {
        CU_ASSERT_EQUAL(m.calls, m.allowed + 1);
        m.calls = 0;
        m.allowed++;
    }
    /* all columns tie: each row looks at those before it again */
    CU_ASSERT_EQUAL(m.allowed, 1 + 2 + 3 + 4);
    arena_free(&perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(is_least_of_all),
        SUITE_TEST(ties_go_to_the_first_column),
        SUITE_TEST(ends_when_costs_say_so),
        CU_TEST_INFO_NULL,
    };
    return suite_run("assignment", NULL, NULL, tests);
}
