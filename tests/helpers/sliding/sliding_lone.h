/* A lone island on a small sliding puzzle, for the tests of its algorithms. Includers
 * use CUnit. */
#ifndef SKERRY_TESTS_SLIDING_LONE_H
#define SKERRY_TESTS_SLIDING_LONE_H

#include "lone.h"
#include "sliding_instance.h"
#include "sliding_keys.h"
#include "sliding_problem.h"

/* An instance as plain numbers. */
struct small {
    unsigned d, k, rings;
    int64_t start[8], target[8];
};

static const struct small cube_3_2 = {3, 2, 4, {6, 4, 5, 1}, {4, 1, 5, 6}};
static const struct small cube_4_1 = {4, 1, 5, {7, 4, 1, 5, 13}, {4, 13, 1, 5, 7}};
static const struct small cube_4_3 = {4, 3, 5, {5, 4, 1, 13, 7}, {4, 13, 1, 5, 7}};

/* Opens the algorithm on it with its first population. */
static inline void sliding_lone_open(struct lone *lone, const struct small *small,
                                     int64_t length, const struct algorithm *algorithm,
                                     const void *algorithm_keys, uint64_t seed)
{
    struct sliding_vertex start[8], target[8];
    for (unsigned r = 0; r < small->rings; r++) {
        start[r].value = small->start[r];
        target[r].value = small->target[r];
    }
    struct sliding_keys keys = {.d = small->d,
                                .k = small->k,
                                .l = OPTION_ABSENT,
                                .start = {start, small->rings},
                                .target = {target, small->rings},
                                .length = length};
    lone_open(lone, &sliding_problem, &keys, algorithm, algorithm_keys, seed);
}

static inline const struct sliding *sliding_lone_puzzle(const struct lone *lone)
{
    return lone->puzzle.self;
}

/* True when each row is a legal sequence with nothing but SLIDING_END behind it, and
 * its costs are those of where it ends. */
static inline bool sliding_lone_is_legal(const struct lone *lone)
{
    const struct sliding *puzzle = sliding_lone_puzzle(lone);
    bool legal = true;
    for (size_t row = 0; row < lone->pop.count; row++) {
        const int16_t *gene = population_genome(&lone->pop, row);
        const double *cost = population_cost(&lone->pop, row);
        struct sliding_position end;
        size_t moves = sliding_replay(puzzle, gene, &end);
        double left = sliding_bound(puzzle, end.at, puzzle->target);
        for (size_t i = moves; i < puzzle->length; i++)
            legal &= gene[i] == SLIDING_END;
        legal &= cost[1] == left && cost[0] == (left > 0 ? INFINITY : (double)moves);
    }
    return legal;
}

#endif
