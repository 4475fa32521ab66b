/* Sliding: what the operators promise beyond the contract's own tests, on puzzles from
 * small to large, and the independent check. */
#include "sliding_fixture.h"
#include "sliding_path.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 64, CHILDREN = 30 };

/* d, k, rings, steps of the walk between target and start */
static const unsigned shapes[][4] = {{3, 1, 4, 40}, {3, 2, 4, 40},   {4, 3, 5, 60},
                                     {5, 2, 8, 60}, {6, 3, 12, 200}, {7, 4, 10, 200},
                                     {6, 4, 8, 60}};

/* Legality and length of a genome step by step with a plain array of rings. */
static void slow_cost(const struct sliding *puzzle, const int16_t *gene, double *cost)
{
    uint8_t at[SLIDING_MAX_RINGS];
    size_t n = 0, end = 0;
    memcpy(at, puzzle->start, puzzle->rings);
    for (; n < LENGTH && gene[n] >= 0; n++) {
        struct sliding_position position;
        sliding_place(puzzle, at, &position);
        if (!sliding_legal(puzzle, &position, gene[n]))
            break;
        at[gene[n] / (int)puzzle->vertices] =
            (uint8_t)(gene[n] % (int)puzzle->vertices);
    }
    for (size_t i = n; i < LENGTH; i++)
        end += gene[i] == SLIDING_END;
    bool home = end == LENGTH - n;
    cost[1] = 0;
    for (unsigned r = 0; r < puzzle->rings; r++) {
        unsigned apart = 0;
        for (unsigned j = 0; j < puzzle->d; j++)
            apart += (at[r] ^ puzzle->target[r]) >> j & 1;
        cost[1] += ceil(apart / (double)puzzle->k);
    }
    cost[0] = home && cost[1] == 0 ? (double)n : INFINITY;
}

/* Evaluates, and compares with the slow twin. */
static double cost_of(struct fixture *f, const int16_t *genome)
{
    double fast[2], slow[2];
    sliding_problem.evaluate(f->instance, genome, 1, f->scratch, fast);
    slow_cost(&f->instance->puzzle, genome, slow);
    CU_ASSERT_EQUAL(memcmp(fast, slow, sizeof fast), 0);
    return fast[0];
}

/* Runs one promise over all shapes. */
static void over_all(void (*promise)(struct fixture *f))
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct fixture f;
        const unsigned *shape = shapes[i];
        unsigned before = CU_get_number_of_failures();
        fixture_open(&f, shape[0], shape[1], shape[2], (int)shape[3], 7 + i);
        promise(&f);
        fixture_close(&f);
        if (CU_get_number_of_failures() != before)
            printf("  above: d %u, k %u, %u rings\n", shape[0], shape[1], shape[2]);
    }
}

/* Feasible, by sampling. */
static void sample(struct fixture *f, int16_t *genome)
{
    CU_ASSERT(sliding_problem.sample(f->instance, &f->rng, f->scratch, genome));
    CU_ASSERT(isfinite(cost_of(f, genome)));
}

static void children_are_solutions(struct fixture *f)
{
    int16_t a[LENGTH], b[LENGTH], child[LENGTH], again[LENGTH];
    for (int i = 0; i < CHILDREN; i++) {
        sample(f, a);
        sample(f, b);
        CU_ASSERT(sliding_problem.recombine(f->instance, a, b, 0.3, &f->rng, f->scratch,
                                            child));
        CU_ASSERT(isfinite(cost_of(f, child)));
        sliding_problem.crossover(f->instance, a, b, &f->rng, f->scratch, child);
        cost_of(f, child);
        sliding_problem.mutate(f->instance, 0.3, &f->rng, f->scratch, child);
        cost_of(f, child);
        CU_ASSERT(sliding_problem.heal(f->instance, &f->rng, f->scratch, child));
        CU_ASSERT(isfinite(cost_of(f, child)));
        memcpy(again, child, sizeof child);
        CU_ASSERT(sliding_problem.heal(f->instance, &f->rng, f->scratch, again));
        CU_ASSERT_EQUAL(memcmp(again, child, sizeof child), 0);
        sliding_problem.crossover(f->instance, a, a, &f->rng, f->scratch, child);
        CU_ASSERT_EQUAL(memcmp(a, child, sizeof child), 0);
    }
}

/* Whatever the genes are, healing ends and tells the truth. */
static void noise_is_healed(struct fixture *f)
{
    int16_t genome[LENGTH];
    for (int i = 0; i < CHILDREN; i++) {
        for (size_t g = 0; g < LENGTH; g++)
            genome[g] = (int16_t)rng_next(&f->rng);
        cost_of(f, genome);
        bool healed = sliding_problem.heal(f->instance, &f->rng, f->scratch, genome);
        CU_ASSERT_EQUAL(isfinite(cost_of(f, genome)) != 0, healed);
    }
}

static void improving_shortens_or_keeps(struct fixture *f)
{
    int16_t genome[LENGTH];
    size_t shorter = 0;
    for (int i = 0; i < CHILDREN; i++) {
        sample(f, genome);
        double before = cost_of(f, genome);
        sliding_problem.local_search(f->instance, 0.3, &f->rng, f->scratch, genome);
        double after = cost_of(f, genome);
        CU_ASSERT(after <= before && after >= (double)f->instance->bound);
        shorter += after < before;
    }
    if (f->instance->puzzle.d == 6)
        CU_ASSERT(shorter > 0);
}

static void distance_is_0_for_equals_alone(struct fixture *f)
{
    int16_t a[LENGTH], b[LENGTH];
    for (int i = 0; i < CHILDREN; i++) {
        sample(f, a);
        sample(f, b);
        double d = sliding_problem.distance(f->instance, a, b, f->scratch);
        CU_ASSERT_EQUAL(d, sliding_problem.distance(f->instance, b, a, f->scratch));
        CU_ASSERT_EQUAL(d == 0, memcmp(a, b, sizeof a) == 0);
        CU_ASSERT(d >= 0 && d <= 1);
        CU_ASSERT_EQUAL(sliding_problem.distance(f->instance, a, a, f->scratch), 0);
    }
}

/* Paths that go the same ways more than once, one of them more often. */
static void distance_of_loops_is_symmetric(struct fixture *f)
{
    int16_t turns[LENGTH], once[LENGTH], other[LENGTH], moves[LENGTH * LENGTH];
    struct sliding_position at;
    sliding_place(&f->instance->puzzle, f->instance->puzzle.start, &at);
    if (!sliding_moves(&f->instance->puzzle, &at, moves))
        return;
    unsigned ring = sliding_ring_of(&f->instance->puzzle, moves[0]);
    for (size_t i = 0; i < LENGTH; i++) {
        turns[i] =
            i % 2 ? sliding_gene(&f->instance->puzzle, ring, at.at[ring]) : moves[0];
        once[i] = i < 2 ? turns[i] : SLIDING_END;
    }
    turns[LENGTH - 1] = SLIDING_END;
    sample(f, other);
    const int16_t *const paths[] = {turns, once, other};
    for (int i = 0; i < 9; i++) {
        const int16_t *a = paths[i / 3], *b = paths[i % 3];
        double d = sliding_problem.distance(f->instance, a, b, f->scratch);
        CU_ASSERT_EQUAL(d, sliding_problem.distance(f->instance, b, a, f->scratch));
        CU_ASSERT_EQUAL(d == 0, memcmp(a, b, sizeof turns) == 0);
        CU_ASSERT(d >= 0 && d <= 1);
    }
}

/* Cutting a random walk leaves a legal one between the same ends, no position twice. */
static void cutting_removes_loops(struct fixture *f)
{
    struct sliding_instance *in = f->instance;
    const struct sliding *puzzle = &in->puzzle;
    for (int i = 0; i < CHILDREN; i++) {
        struct arena scratch = f->scratch;
        struct sliding_path path = sliding_path_take(in, &scratch);
        uint8_t end[SLIDING_MAX_RINGS];
        int16_t genes[SLIDING_MAX_VERTICES * SLIDING_MAX_VERTICES / 4];
        struct sliding_position position;
        while (path.moves < LENGTH) {
            sliding_place(puzzle, sliding_path_end(in, &path), &position);
            size_t n = sliding_moves(puzzle, &position, genes);
            sliding_path_add(in, &path, genes[rng_below(&f->rng, n < 4 ? n : 4)]);
        }
        memcpy(end, sliding_path_end(in, &path), puzzle->rings);
        sliding_path_remove_loops(in, &path, scratch);
        CU_ASSERT_EQUAL(memcmp(end, sliding_path_end(in, &path), puzzle->rings), 0);
        int16_t genome[LENGTH];
        sliding_path_write(in, &path, genome);
        CU_ASSERT_EQUAL(sliding_replay(puzzle, genome, &position), path.moves);
        CU_ASSERT_EQUAL(memcmp(end, position.at, puzzle->rings), 0);
        for (size_t p = 0; p <= path.moves; p++)
            for (size_t q = 0; q < p; q++)
                CU_ASSERT(memcmp(sliding_path_at(in, &path, p),
                                 sliding_path_at(in, &path, q), puzzle->rings) != 0);
    }
}

/* Lines of the check of a genome; true when it is accepted. */
static bool verified(struct fixture *f, const int16_t *genome, double moves,
                     double left, char *lines, size_t bytes)
{
    double fitness[2] = {moves, left};
    FILE *out = fmemopen(lines, bytes, "w");
    enum status status =
        sliding_problem.verify(&f->keys, genome, LENGTH, fitness, 2, out, &f->err);
    fclose(out);
    CU_ASSERT_EQUAL(status != STATUS_OK, strstr(lines, "WRONG") != NULL);
    return status == STATUS_OK;
}

/* The one line that a corrupted genome must bring. */
static void refuse(struct fixture *f, const int16_t *genome, double moves, double left,
                   const char *line)
{
    char lines[4000] = "";
    CU_ASSERT_FALSE(verified(f, genome, moves, left, lines, sizeof lines));
    CU_ASSERT_PTR_NOT_NULL(strstr(lines, line));
    if (!strstr(lines, line))
        printf("expected %sgot %s", line, lines);
}

/* Rings 0 and 1 go round each other in the cube, one axis a move. */
static void check_finds_each_corruption(void)
{
    struct fixture f;
    char lines[4000] = "";
    fixture_open(&f, 3, 1, 2, 0, 1);
    f.start[0].value = 0;
    f.start[1].value = 7;
    f.target[0].value = 3;
    f.target[1].value = 6;
    int16_t good[LENGTH], bad[LENGTH];
    for (size_t i = 0; i < LENGTH; i++)
        good[i] = SLIDING_END;
    good[0] = 1;     /* ring 0 to 1 */
    good[1] = 8 + 6; /* ring 1 to 6 */
    good[2] = 3;     /* ring 0 to 3 */
    CU_ASSERT(verified(&f, good, 3, 0, lines, sizeof lines));
    CU_ASSERT_STRING_EQUAL(lines, "ok     3 moves, each on a free face of dimension 1\n"
                                  "ok     all 2 rings end on their targets\n"
                                  "ok     0 genes behind the last move are not -1\n"
                                  "ok     moves is 3, recorded as 3\n"
                                  "ok     left is 0, recorded as 0\n");
    refuse(&f, good, 2, 0, "WRONG  moves is 3, recorded as 2\n");
    refuse(&f, good, 3, 1, "WRONG  left is 0, recorded as 1\n");
#define SPOILT(place, gene, line)                                                      \
    memcpy(bad, good, sizeof bad);                                                     \
    bad[place] = gene;                                                                 \
    refuse(&f, bad, 3, 0, "WRONG  " line "\n")
    SPOILT(0, 3,
           "move 1, ring 0 from 0 to 3: no free face of dimension 1 contains both");
    SPOILT(0, 0,
           "move 1, ring 0 from 0 to 0: no free face of dimension 1 contains both");
    SPOILT(2, 16, "move 3 is 16: no ring and vertex");
    SPOILT(2, -2, "move 3 is -2: no ring and vertex");
    SPOILT(2, 8 + 7, "ring 0 ends at 1, its target is 3");
    SPOILT(2, SLIDING_END, "ring 0 ends at 1, its target is 3");
    SPOILT(LENGTH - 1, 5, "1 gene behind the last move is not -1");
    bad[0] = 2; /* onto a vertex that ring 1 takes */
    bad[1] = 8 + 6;
    bad[2] = 6;
    refuse(&f, bad, 3, 0,
           "WRONG  move 3, ring 0 from 2 to 6: no free face of dimension 1 contains "
           "both\n");
    fixture_close(&f);
}

#define X(promise)                                                                     \
    static void all_##promise(void)                                                    \
    {                                                                                  \
        over_all(promise);                                                             \
    }
#define PROMISES(X)                                                                    \
    X(children_are_solutions)                                                          \
    X(noise_is_healed)                                                                 \
    X(improving_shortens_or_keeps)                                                     \
    X(distance_is_0_for_equals_alone)                                                  \
    X(distance_of_loops_is_symmetric)                                                  \
    X(cutting_removes_loops)
PROMISES(X)
#undef X

int main(void)
{
#define X(promise) {#promise, all_##promise},
    CU_TestInfo tests[] = {PROMISES(X) SUITE_TEST(check_finds_each_corruption),
                           CU_TEST_INFO_NULL};
#undef X
    return suite_run("sliding: genomes", NULL, NULL, tests);
}
