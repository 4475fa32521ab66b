/* Sliding: the union of two paths against a relaxation of all its edges. */
#include "sliding_beam_connect.h"
#include "sliding_fixture.h"
#include "sliding_heal.h"
#include "sliding_path_crossover.h"
#include "suite.h"

#include <stdio.h>

enum { PUZZLES = 30, LENGTH = 64, POSITIONS = 2 * (LENGTH + 1) };

/* Whether one legal move leads from one placement to another. */
static bool is_move(const struct sliding *puzzle, const uint8_t *from,
                    const uint8_t *to)
{
    struct sliding_position position;
    unsigned moved = 0, ring = 0;
    for (unsigned r = 0; r < puzzle->rings; r++)
        if (from[r] != to[r]) {
            ring = r;
            moved++;
        }
    sliding_place(puzzle, from, &position);
    return moved == 1 &&
           sliding_legal(puzzle, &position, sliding_gene(puzzle, ring, to[ring]));
}

/* The slow twin: relaxes every edge until nothing changes. */
static size_t least_moves(const struct sliding_instance *instance,
                          const struct sliding_path *a, const struct sliding_path *b)
{
    const uint8_t *at[POSITIONS];
    size_t left[POSITIONS], n = 0;
    for (size_t i = 0; i <= a->moves; i++)
        at[n++] = sliding_path_at(instance, a, i);
    for (size_t i = 0; i <= b->moves; i++)
        at[n++] = sliding_path_at(instance, b, i);
    for (size_t i = 0; i < n; i++)
        left[i] = i == a->moves || i == n - 1 ? 0 : POSITIONS;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                if (left[j] + 1 < left[i] && is_move(&instance->puzzle, at[i], at[j])) {
                    left[i] = left[j] + 1;
                    changed = true;
                }
    }
    return left[0];
}

static struct sliding_path sample(struct fixture *f, struct arena *scratch)
{
    int16_t genome[LENGTH];
    CU_ASSERT(sliding_sample(f->instance, &f->rng, f->scratch, genome));
    struct sliding_path path = sliding_path_take(f->instance, scratch);
    sliding_path_follow(f->instance, &path, genome, LENGTH);
    return path;
}

static bool is_way(const struct sliding *puzzle, const int16_t *genes, size_t moves)
{
    int16_t genome[LENGTH];
    struct sliding_position end;
    for (size_t i = 0; i < LENGTH; i++)
        genome[i] = i < moves ? genes[i] : SLIDING_END;
    return sliding_replay(puzzle, genome, &end) == moves &&
           !memcmp(end.at, puzzle->target, puzzle->rings);
}

static void unions_have_the_fewest_moves(void)
{
    for (uint64_t seed = 1; seed <= PUZZLES; seed++) {
        struct fixture f;
        unsigned failed = CU_get_number_of_failures();
        fixture_open(&f, 5, 2 + seed % 2, 6 + seed % 5, 500, seed);
        const struct sliding *puzzle = &f.instance->puzzle;
        struct arena paths = arena_scratch(&f.perm, 2 * sliding_path_bytes(f.instance));
        struct sliding_path a = sample(&f, &paths), b = sample(&f, &paths);
        int16_t genes[LENGTH];
        size_t moves =
            sliding_path_crossover_apply(f.instance, &a, &b, &f.rng, f.scratch, genes);
        CU_ASSERT(moves <= a.moves && moves <= b.moves);
        CU_ASSERT_EQUAL(moves, least_moves(f.instance, &a, &b));
        CU_ASSERT(is_way(puzzle, genes, moves));
        if (CU_get_number_of_failures() > failed)
            printf("  seed %llu\n", (unsigned long long)seed);
        fixture_close(&f);
    }
}

/* A way that a beam finds is legal, leads where it should and is below the limit. */
static void links_keep_their_limit(void)
{
    for (uint64_t seed = 1; seed <= PUZZLES; seed++) {
        struct fixture f;
        fixture_open(&f, 6, 3, 12, 20, seed);
        const struct sliding *puzzle = &f.instance->puzzle;
        int16_t genes[LENGTH];
        struct sliding_beam_connect link = {.from = puzzle->start,
                                            .to = puzzle->target,
                                            .width =
                                                sliding_beam_connect_width(16, &f.rng),
                                            .limit = 21};
        int n = sliding_beam_connect_find(f.instance, &link, &f.rng, f.scratch, genes);
        CU_ASSERT(n < 21);
        CU_ASSERT(link.expanded > 0);
        CU_ASSERT(n == SLIDING_BEAM_NO_PATH ? link.pruned
                                            : is_way(puzzle, genes, (size_t)n));
        fixture_close(&f);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(unions_have_the_fewest_moves),
        SUITE_TEST(links_keep_their_limit),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding: unions and links", NULL, NULL, tests);
}
