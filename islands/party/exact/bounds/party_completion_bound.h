/* Completion bound: the least price of completing a party whose groups are chosen, from
 * any hero on.
 *
 * Parts are processed in turn, the smallest first, and within a part its heroes in
 * order. The table is the backward dynamic program over (hero, heroes still to pick,
 * repeats, resource), so that a lookup gives the bound of a node of the depth-first
 * search. It is exact in price, the leading constraint and, within a part, the repeats
 * of the diverse trait; if it would be too large, resource steps are merged and repeats
 * dropped, and it stays a lower bound. Heroes that no party within the limit can
 * contain are left out.
 *
 * Source: N. Christofides, A. Mingozzi, P. Toth, State-space relaxation procedures for
 * the computation of bounds to routing problems, Networks 11, 1981, for bounds by a
 * relaxed dynamic program; the recursion is that of party_knapsack.h.
 *
 * Cost: time and memory O(heroes picks repeats steps), at most PARTY_COMPLETION_ENTRIES
 * entries (more only if the smallest table needs them); O(1) for a lookup. */
#ifndef SKERRY_PARTY_COMPLETION_BOUND_H
#define SKERRY_PARTY_COMPLETION_BOUND_H

#include "party_aggregation.h"
#include "party_knapsack.h"

/* 16 MB of entries, by hand; 2^18 take thirteen times the nodes and twice the time on
 * nine challenges (results/party/experiments.md). */
enum { PARTY_COMPLETION_ENTRIES = 1 << 22 };

struct party_completion_part {
    size_t group, picks;
    size_t first, end; /* positions of its heroes */
    struct party_knapsack_shape shape;
    int32_t *section; /* of its first position; one section more than heroes */
};

struct party_completion {
    const struct party_aggregation *groups;
    uint32_t steps_each; /* resource steps merged into one of the table */
    size_t n_parts;      /* with something to pick */
    struct party_completion_part part[PARTY_MAX_PLACES + 1];
    uint32_t *hero; /* by position: number among the reduced heroes, rising in a part */
    size_t n;
    int32_t *entries;
    size_t capacity;
    int32_t *others, *forced; /* width each: work space for leaving heroes out */
    int32_t *nothing;         /* value function after the last part */
};

/* Bytes of scratch of party_completion_init. */
size_t party_completion_bytes(const struct party_reduced *reduced);

/* Allocates the largest table, from `scratch`. */
void party_completion_init(struct party_completion *table,
                           const struct party_aggregation *groups,
                           struct arena *scratch);

/* Builds the table for parts (groups and their sizes) and parties of at most `limit`
 * coins, fixed heroes included. Returns the work done, in entries. */
size_t party_completion_build(struct party_completion *table, const uint32_t *group,
                              const uint8_t *size, size_t n, int32_t limit);

/* Least coins from position `at` of a part on, with `picks` heroes to pick there. */
static inline int32_t party_completion_least(const struct party_completion *table,
                                             const struct party_completion_part *part,
                                             size_t at, size_t state, size_t picks,
                                             size_t repeats, uint32_t steps)
{
    assert(at >= part->first && at <= part->end && picks <= part->picks);
    const struct party_knapsack_shape *shape = &part->shape;
    size_t step = (steps + table->steps_each - 1) / table->steps_each;
    assert(step < shape->width);
    if (shape->states == 1)
        state = repeats = 0;
    return part->section[(at - part->first) * party_knapsack_section(shape) +
                         party_knapsack_at(shape, state, picks, repeats) + step];
}

#endif
