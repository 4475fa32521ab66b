/* Sliding: reaches, perimeter, bounded searches, beam searches, bounds and proofs
 * against a breadth-first search over all placements that is as plain as can be. */
#include "sliding_beam_search.h"
#include "sliding_bound.h"
#include "sliding_bounded_bidirectional.h"
#include "sliding_confirm.h"
#include "sliding_fixture.h"
#include "sliding_reaches.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>

enum { PUZZLES = 40, FAR = 255, RINGS = 4, CODES = 1 << (3 * RINGS) };

static void reaches_are_those_of_each_ring(void)
{
    struct fixture f;
    for (unsigned d = 1; d <= SLIDING_MAX_D; d++)
        for (unsigned k = 1; k <= d; k++)
            for (uint64_t seed = 0; seed < 6; seed++) {
                vertex_set reach[SLIDING_MAX_RINGS];
                size_t most = d < 5 ? (1u << d) - 1 : 20;
                fixture_open(&f, d, k, 1 + seed * most / 6, 20, seed);
                const struct sliding *puzzle = &f.instance->puzzle;
                struct sliding_position start;
                sliding_place(puzzle, puzzle->start, &start);
                sliding_reaches(puzzle, puzzle->start, reach);
                for (unsigned r = 0; r < puzzle->rings; r++)
                    CU_ASSERT(reach[r] ==
                              sliding_reach(puzzle, start.occupied, start.at[r]));
                fixture_close(&f);
            }
}

static unsigned code_of(const uint8_t *at, unsigned rings)
{
    unsigned code = 0;
    for (unsigned r = 0; r < rings; r++)
        code = code << 3 | at[r];
    return code;
}

static void place_of(unsigned code, unsigned rings, uint8_t *at)
{
    for (unsigned r = rings; r-- > 0; code >>= 3)
        at[r] = code & 7;
}

/* Moves from every placement of a puzzle with d <= 3 to its target; FAR: there is no
 * way. */
static void bfs(const struct sliding *puzzle, uint8_t *left)
{
    static unsigned queue[CODES];
    size_t n = 0;
    memset(left, FAR, CODES);
    queue[n++] = code_of(puzzle->target, puzzle->rings);
    left[queue[0]] = 0;
    for (size_t i = 0; i < n; i++) {
        struct sliding_position position;
        uint8_t at[RINGS];
        place_of(queue[i], puzzle->rings, at);
        sliding_place(puzzle, at, &position);
        for (unsigned r = 0; r < puzzle->rings; r++)
            for (unsigned v = 0; v < puzzle->vertices; v++) {
                if (!sliding_legal(puzzle, &position, sliding_gene(puzzle, r, v)))
                    continue;
                at[r] = (uint8_t)v;
                unsigned code = code_of(at, puzzle->rings);
                at[r] = position.at[r];
                if (left[code] != FAR)
                    continue;
                left[code] = (uint8_t)(left[queue[i]] + 1);
                queue[n++] = code;
            }
    }
}

/* Takes moves from a placement; false when one is not legal. */
static bool take(const struct sliding *puzzle, uint8_t *at, const int16_t *genes,
                 size_t n)
{
    struct sliding_position position;
    for (size_t i = 0; i < n; i++) {
        sliding_place(puzzle, at, &position);
        if (!sliding_legal(puzzle, &position, genes[i]))
            return false;
        at[sliding_ring_of(puzzle, genes[i])] =
            (uint8_t)sliding_vertex_of(puzzle, genes[i]);
    }
    return true;
}

/* The perimeter of a small puzzle knows every placement and the way home. */
static void check_perimeter(struct fixture *f, const uint8_t *left)
{
    const struct sliding *puzzle = &f->instance->puzzle;
    const struct sliding_perimeter_table *perimeter = &f->instance->perimeter;
    CU_ASSERT(perimeter->complete);
    for (unsigned code = 0; code < CODES; code++) {
        uint8_t at[RINGS];
        int16_t genes[FAR];
        place_of(code, puzzle->rings, at);
        if (left[code] == FAR)
            continue;
        int known = sliding_perimeter_distance(perimeter, sliding_key(f->instance, at));
        CU_ASSERT_EQUAL_FATAL(known, left[code]);
        int n =
            sliding_perimeter_descend(perimeter, puzzle, f->instance->key, at, genes);
        CU_ASSERT_EQUAL_FATAL(n, known);
        CU_ASSERT(take(puzzle, at, genes, (size_t)n));
        CU_ASSERT_EQUAL(memcmp(at, puzzle->target, puzzle->rings), 0);
    }
}

/* Sweeps that drop nothing are exact, from either end; of one that does, what it finds
 * is a legal way of the length it says. */
static void check_sweeps(struct fixture *f, unsigned optimum)
{
    const struct sliding *puzzle = &f->instance->puzzle;
    enum { WIDE = 2 * CODES, LENGTH = 60 };
    for (unsigned kind = 0; kind < 4; kind++) {
        const bool wide = kind & 1, back = kind & 2;
        const uint8_t *from = back ? puzzle->target : puzzle->start;
        const uint8_t *to = back ? puzzle->start : puzzle->target;
        struct arena scratch = f->scratch;
        int16_t genes[LENGTH];
        uint8_t at[RINGS];
        struct sliding_beam_search beam;
        struct sliding_beam_search_task task = {.from = from,
                                                .to = to,
                                                .width = wide ? WIDE : 2,
                                                .limit = LENGTH + 1,
                                                .seed = rng_next(&f->rng)};
        CU_ASSERT_FATAL(sliding_beam_search_bytes(f->instance, task.width, 4 * WIDE) <=
                        (size_t)(scratch.end - scratch.at));
        CU_ASSERT(sliding_beam_search_take(&beam, f->instance, task.width, 4 * WIDE,
                                           &scratch));
        sliding_beam_search_begin(&beam, &task);
        while (beam.now.count)
            sliding_beam_search_advance(&beam);
        if (wide) {
            CU_ASSERT(!beam.pruned);
            CU_ASSERT_EQUAL(beam.found, optimum != FAR);
            CU_ASSERT_EQUAL(beam.task.limit, optimum == FAR ? LENGTH + 1 : optimum);
        }
        if (!beam.found)
            continue;
        CU_ASSERT(beam.task.limit >= optimum);
        CU_ASSERT_FATAL(sliding_beam_search_trace(&beam, genes));
        memcpy(at, from, puzzle->rings);
        CU_ASSERT(take(puzzle, at, genes, beam.task.limit));
        CU_ASSERT_EQUAL(memcmp(at, to, puzzle->rings), 0);
        CU_ASSERT_FATAL(sliding_beam_search_trace_back(&beam, genes));
        CU_ASSERT(take(puzzle, at, genes, beam.task.limit));
        CU_ASSERT_EQUAL(memcmp(at, from, puzzle->rings), 0);
    }
}

/* Bridges from the start are legal ways of the length asked for, and their absence is
 * claimed only where it is true. */
static void check_bounded_searches(struct fixture *f, unsigned optimum)
{
    const struct sliding *puzzle = &f->instance->puzzle;
    for (unsigned weight = 0; weight <= 8; weight += 2)
        for (int both = 0; both < 2; both++) {
            int16_t genes[64];
            uint8_t at[RINGS];
            struct sliding_bounded_bidirectional task = {
                .from = puzzle->start,
                .to = puzzle->target,
                .most = optimum == FAR ? 64 : optimum,
                .nodes = 4096,
                .weight = weight,
                .both_ends = both};
            int n = sliding_bounded_bidirectional_find(f->instance, &task, &f->rng,
                                                       f->scratch, genes);
            CU_ASSERT_EQUAL(n, optimum == FAR ? SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH
                                              : (int)optimum);
            CU_ASSERT_EQUAL(task.exhausted, optimum == FAR);
            memcpy(at, puzzle->start, puzzle->rings);
            CU_ASSERT(n < 0 || take(puzzle, at, genes, (size_t)n));
            CU_ASSERT(n < 0 || !memcmp(at, puzzle->target, puzzle->rings));
            if (optimum == FAR || optimum == 0)
                continue;
            task.most = optimum - 1;
            CU_ASSERT_EQUAL(sliding_bounded_bidirectional_find(
                                f->instance, &task, &f->rng, f->scratch, genes),
                            SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH);
            CU_ASSERT(task.exhausted);
        }
}

static void searches_agree_with_a_flood(void)
{
    static uint8_t left[CODES];
    size_t unreachable = 0;
    for (uint64_t seed = 0; seed < PUZZLES; seed++) {
        struct fixture f;
        struct verdict verdict = {0};
        unsigned d = 2 + (seed & 1), k = 1 + (unsigned)(seed >> 1) % d;
        unsigned before = CU_get_number_of_failures();
        fixture_open(&f, d, k, d == 2 ? 3 : RINGS, seed % 3 ? -1 : 30, seed);
        const struct sliding *puzzle = &f.instance->puzzle;
        bfs(puzzle, left);
        unsigned optimum = left[code_of(puzzle->start, puzzle->rings)];
        check_perimeter(&f, left);
        check_bounded_searches(&f, optimum);
        if (optimum > 0)
            check_sweeps(&f, optimum);
        sliding_diagnose(f.instance, 1, &verdict);
        CU_ASSERT_EQUAL(verdict.infeasible, optimum == FAR);
        CU_ASSERT_EQUAL(*verdict.reason != 0, verdict.infeasible);
        if (optimum != FAR)
            CU_ASSERT_EQUAL(f.instance->bound, optimum);
        unreachable += optimum == FAR;
        fixture_close(&f);
        if (CU_get_number_of_failures() != before)
            printf("  above: seed %d, d %u, k %u\n", (int)seed, d, k);
    }
    CU_ASSERT(unreachable > 2 && unreachable < PUZZLES - 10);
}

/* Where the perimeter is too small to know, bounds stay below what searches find. */
/* Whatever a beam or task finds with bad keys is a legal way, and says so only then.
 */
static void check_ways(struct fixture *f)
{
    const struct sliding *puzzle = &f->instance->puzzle;
    struct sliding_bounded_bidirectional task = {.from = puzzle->start,
                                                 .to = puzzle->target,
                                                 .most = 64,
                                                 .nodes = 4096,
                                                 .weight = 2};
    int16_t genes[64];
    uint8_t at[RINGS];
    int n = sliding_bounded_bidirectional_find(f->instance, &task, &f->rng, f->scratch,
                                               genes);
    if (n == SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH)
        return;
    memcpy(at, puzzle->start, puzzle->rings);
    CU_ASSERT(take(puzzle, at, genes, (size_t)n));
    CU_ASSERT_EQUAL(memcmp(at, puzzle->target, puzzle->rings), 0);
}

/* Leaves of the perimeter the target alone, so that searches and bounds have to do
 * without it. */
static void forget_perimeter(struct sliding_instance *instance)
{
    struct sliding_perimeter_table *perimeter = &instance->perimeter;
    uint64_t home = sliding_key(instance, instance->puzzle.target);
    perimeter->complete = false;
    perimeter->radius = 0;
    memset(perimeter->distance, UINT8_MAX, perimeter->mask + 1);
    perimeter->key[home & perimeter->mask] = home;
    perimeter->distance[home & perimeter->mask] = 0;
}

/* Many placements share each key: what is proven is still true. */
static void proofs_hold_when_keys_collide(void)
{
    static uint8_t left[CODES];
    unsigned proven = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct fixture f;
        fixture_open(&f, 3, (unsigned)(1 + seed % 3), 2 + seed / 3 % 3,
                     seed % 4 ? 60 : -1, seed);
        struct sliding_instance *instance = f.instance;
        const struct sliding *puzzle = &instance->puzzle;
        for (size_t i = 0; i < (size_t)puzzle->rings << puzzle->d; i++)
            instance->key[i] &= seed % 2 ? 0x1f : 1;
        CU_ASSERT_EQUAL(sliding_perimeter_init(&instance->perimeter, puzzle,
                                               instance->key, &f.perm, &f.err),
                        STATUS_OK);
        bfs(puzzle, left);
        unsigned optimum = left[code_of(puzzle->start, puzzle->rings)];
        struct verdict verdict = {0};
        sliding_diagnose(instance, 1, &verdict);
        CU_ASSERT_EQUAL(verdict.infeasible, optimum == FAR);
        if (optimum != FAR)
            CU_ASSERT(sliding_prove_bound(instance) <= optimum);
        check_ways(&f);
        /* A perimeter of the target alone: the bound is the search's. */
        forget_perimeter(instance);
        size_t bound = sliding_prove_bound(instance);
        CU_ASSERT(optimum == FAR || bound <= optimum);
        proven += optimum != FAR && bound == optimum;
        fixture_close(&f);
    }
    CU_ASSERT(proven > 0);
}

/* The placements that one can reach, itself among them. */
static size_t component_of(const struct sliding *puzzle, const uint8_t *from)
{
    static uint8_t left[CODES];
    struct sliding from_there = *puzzle;
    size_t n = 0;
    memcpy(from_there.target, from, puzzle->rings);
    bfs(&from_there, left);
    for (unsigned code = 0; code < CODES; code++)
        n += left[code] != FAR;
    return n;
}

/* What one search says, which may have had too few nodes. */
static void check_one_search(struct fixture *f,
                             struct sliding_bounded_bidirectional *task,
                             unsigned optimum)
{
    const struct sliding *puzzle = &f->instance->puzzle;
    int16_t genes[64];
    uint8_t at[RINGS];
    int n = sliding_bounded_bidirectional_find(f->instance, task, &f->rng, f->scratch,
                                               genes);
    bool exists = optimum != FAR && optimum <= task->most;
    if (n != SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH) {
        memcpy(at, puzzle->start, puzzle->rings);
        CU_ASSERT_FATAL(n >= 0 && (size_t)n <= task->most);
        CU_ASSERT(take(puzzle, at, genes, (size_t)n));
        CU_ASSERT_EQUAL(memcmp(at, puzzle->target, puzzle->rings), 0);
    }
    CU_ASSERT(!task->exhausted || !exists);
    /* A start within the perimeter is not searched for its bound. */
    if (task->weight == 2 && !task->branching && !task->both_ends && optimum > 0)
        CU_ASSERT(task->least <= optimum);
    if (task->both_ends && task->exhausted && task->most == 64)
        CU_ASSERT_EQUAL(
            task->component,
            component_of(puzzle, task->exhausted_end ? task->to : task->from));
}

/* However few placements a search may store, and whatever moves it leaves out, what it
 * says is true: that there is no path, the least moves of one, and the component that it
 * has searched. */
static void few_nodes_prove_nothing_false(void)
{
    static uint8_t left[CODES];
    for (uint64_t seed = 0; seed < 24; seed++) {
        struct fixture f;
        fixture_open(&f, 3, (unsigned)(1 + seed % 3), 2 + seed / 3 % 3,
                     seed % 4 ? 60 : -1, seed);
        const struct sliding *puzzle = &f.instance->puzzle;
        bfs(puzzle, left);
        unsigned optimum = left[code_of(puzzle->start, puzzle->rings)];
        size_t shortest = optimum == FAR ? 20 : optimum;
        const size_t most[] = {shortest ? shortest - 1 : 0, shortest, shortest + 1, 64};
        forget_perimeter(f.instance);
        for (size_t nodes = 1; nodes < 4096; nodes += 1 + nodes / 4)
            for (unsigned i = 0; i < 4 * 2 * 2 * 3; i++)
                check_one_search(
                    &f,
                    &(struct sliding_bounded_bidirectional){.from = puzzle->start,
                                                            .to = puzzle->target,
                                                            .most = most[i % 4],
                                                            .nodes = nodes,
                                                            .weight = i / 4 % 2 ? 2 : 0,
                                                            .both_ends = i / 8 % 2,
                                                            .branching = i / 16},
                    optimum);
        fixture_close(&f);
    }
}

/* Without a perimeter the bound is that of a search, which small puzzles let end. */
static void bounds_of_searches_are_the_fewest_moves(void)
{
    static uint8_t left[CODES];
    for (uint64_t seed = 0; seed < 48; seed++) {
        struct fixture f;
        fixture_open(&f, 3, (unsigned)(1 + seed % 3), 2 + seed / 3 % 3, 60, seed);
        struct sliding_instance *instance = f.instance;
        const struct sliding *puzzle = &instance->puzzle;
        struct verdict verdict = {0};
        bfs(puzzle, left);
        unsigned optimum = left[code_of(puzzle->start, puzzle->rings)];
        forget_perimeter(instance);
        CU_ASSERT_EQUAL(sliding_prove_bound(instance), optimum);
        if (optimum >
            1) { /* a genome with a move less holds none, and one with as many does */
            instance->bound = optimum;
            instance->puzzle.length = optimum;
            sliding_diagnose(instance, 1, &verdict);
            CU_ASSERT(!verdict.infeasible);
            instance->puzzle.length = optimum - 1;
            CU_ASSERT_EQUAL(sliding_prove_bound(instance), optimum);
            sliding_diagnose(instance, 1, &verdict);
            CU_ASSERT(verdict.infeasible);
        }
        fixture_close(&f);
    }
}

/* The reason names the end whose placements were searched. */
static void reasons_name_the_component_that_was_searched(void)
{
    unsigned stuck = 0, searched = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct fixture f;
        struct verdict verdict = {0};
        char expected[2][128];
        fixture_open(&f, seed % 3 ? 2 : 3, 1 + (unsigned)(seed & 1),
                     seed % 3 ? 3 : RINGS, -1, seed);
        const struct sliding *puzzle = &f.instance->puzzle;
        const uint8_t *ends[] = {puzzle->start, puzzle->target};
        static const char *const names[] = {"start", "target"};
        sliding_diagnose(f.instance, 1, &verdict);
        for (int end = 0; end < 2; end++) {
            size_t n = component_of(puzzle, ends[end]);
            if (n == 1)
                snprintf(expected[end], sizeof *expected,
                         "no ring can move from the %s", names[end]);
            else
                snprintf(expected[end], sizeof *expected,
                         "all %zu placements that can be reached from the %s", n,
                         names[end]);
        }
        if (verdict.infeasible) {
            bool first = strstr(verdict.reason, expected[0]) != NULL;
            CU_ASSERT(first || strstr(verdict.reason, expected[1]));
            stuck += strstr(verdict.reason, "no ring can move") != NULL;
            searched += strstr(verdict.reason, "all ") != NULL;
        }
        fixture_close(&f);
    }
    CU_ASSERT(stuck > 0 && searched > 0);
}

static bool confirms(const struct fixture *f, struct claim claim)
{
    struct error err = {0};
    char *text = NULL;
    size_t n = 0;
    FILE *report = open_memstream(&text, &n);
    enum status status = sliding_confirm(&f->keys, &claim, report, &err);
    fclose(report);
    CU_ASSERT(status == STATUS_OK || status == STATUS_FAILED);
    CU_ASSERT_EQUAL(status == STATUS_FAILED, strstr(text, "WRONG") != NULL);
    CU_ASSERT(n > 0 && !strstr(text, "not checked"));
    free(text);
    return status == STATUS_OK;
}

static void confirm_tells_true_claims_from_false(void)
{
    static uint8_t left[CODES];
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct fixture f;
        fixture_open(&f, 3, (unsigned)(1 + seed % 3), 1 + seed / 3 % RINGS,
                     seed % 4 ? 60 : -1, seed);
        const struct sliding *puzzle = &f.instance->puzzle;
        bfs(puzzle, left);
        unsigned moves = left[code_of(puzzle->start, puzzle->rings)];
        bool none = moves == FAR;
        struct claim fewest = {.best = moves, .bound = moves, .optimal = true};
        struct claim bound = {.best = NAN, .bound = moves};
        struct claim no_way = {.best = NAN, .bound = NAN, .infeasible = true};
        CU_ASSERT_EQUAL(confirms(&f, fewest), !none);
        CU_ASSERT(confirms(&f, bound));
        CU_ASSERT_EQUAL(confirms(&f, no_way), none);
        fewest.best++;
        bound.bound++;
        CU_ASSERT(!confirms(&f, fewest));
        CU_ASSERT_EQUAL(confirms(&f, bound), none);
        if (moves > 1) { /* a way that no genome holds */
            f.keys.length = moves - 1;
            CU_ASSERT(confirms(&f, no_way));
            f.keys.length = moves;
            CU_ASSERT_EQUAL(confirms(&f, no_way), none);
        }
        fixture_close(&f);
    }
}

static void bounds_hold_on_large_puzzles(void)
{
    static const unsigned shapes[][3] = {{5, 4, 6}, {5, 3, 8}, {6, 3, 12}, {7, 4, 12}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct fixture f;
        int16_t genes[64];
        fixture_open(&f, shapes[i][0], shapes[i][1], shapes[i][2], 12, i);
        CU_ASSERT(f.instance->bound <= 12);
        for (int try = 0; try < 5; try++) {
            struct sliding_bounded_bidirectional task = {
                .from = f.instance->puzzle.start,
                .to = f.instance->puzzle.target,
                .most = 64,
                .nodes = 20000,
                .weight = 8,
                .branching = 3};
            int n = sliding_bounded_bidirectional_find(f.instance, &task, &f.rng,
                                                       f.scratch, genes);
            CU_ASSERT(n < 0 || (size_t)n >= f.instance->bound);
        }
        fixture_close(&f);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(reaches_are_those_of_each_ring),
        SUITE_TEST(searches_agree_with_a_flood),
        SUITE_TEST(proofs_hold_when_keys_collide),
        SUITE_TEST(few_nodes_prove_nothing_false),
        SUITE_TEST(bounds_of_searches_are_the_fewest_moves),
        SUITE_TEST(reasons_name_the_component_that_was_searched),
        SUITE_TEST(confirm_tells_true_claims_from_false),
        SUITE_TEST(bounds_hold_on_large_puzzles),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding: searches", NULL, NULL, tests);
}
