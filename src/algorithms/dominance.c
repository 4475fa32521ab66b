#include "dominance.h"

#include "hash_index.h"

#include <math.h>

/* Rows with equal costs form a group, and groups are compared. They are in ascending order
 * of the first objective. */
struct groups {
    size_t count, objectives;
    uint32_t *ordinal[MAX_OBJECTIVES]; /* of each group, by ascending cost */
    uint32_t *size;                    /* rows of each group */
    uint32_t *group;                   /* of each row */
};

size_t dominance_scratch(size_t rows, size_t objectives)
{
    size_t words = 2 * objectives + 10; /* uint32_t per row, with population_order's */
    return rows * (words * sizeof(uint32_t) + sizeof(double)) + hash_index_bytes(rows) +
           (words + 2) * ARENA_ALIGN;
}

/* Doubles that hold integers differ mostly in their upper halves, while the index uses the
 * low bits of a hash: the upper half is folded in before and after multiplication. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word ^ word >> 32) * 0x9e3779b97f4a7c15U;
    return hash ^ hash >> 32;
}

/* The index of a cost among the n distinct values so far; a new value is added. */
static uint32_t number_of(const struct hash_index *index, double cost, double *value,
                          size_t *n)
{
    uint64_t word;
    cost += 0.0; /* -0 is 0 */
    memcpy(&word, &cost, sizeof word);
    uint32_t *slot = hash_index_first(index, mix(0, word));
    for (; *slot; slot = hash_index_next(index, slot))
        if (value[*slot - 1] == cost)
            return *slot - 1;
    value[(*n)++] = cost;
    *slot = (uint32_t)*n;
    return *slot - 1;
}

/* The ordinal of each row's k-th cost among the distinct values of that cost. */
static void number_rows(const struct population *pop, size_t k, struct arena scratch,
                        uint32_t *ordinal)
{
    size_t rows = pop->count, n = 0;
    struct hash_index index = hash_index_take(rows, &scratch);
    double *value = ARENA_NEW(&scratch, double, rows);
    for (size_t i = 0; i < rows; i++)
        ordinal[i] = number_of(&index, population_cost(pop, i)[k], value, &n);
    uint32_t *order = ARENA_NEW(&scratch, uint32_t, n);
    uint32_t *place = ARENA_NEW(&scratch, uint32_t, n);
    const struct population values = {.count = n, .objectives = 1, .costs = value};
    population_order(&values, scratch, order);
    for (size_t i = 0; i < n; i++)
        place[order[i]] = (uint32_t)i;
    for (size_t i = 0; i < rows; i++)
        ordinal[i] = place[ordinal[i]];
}

/* Sorts row numbers by ordinal (counting sort); each is less than n. */
static void order_rows(const uint32_t *ordinal, size_t n, struct arena scratch,
                       uint32_t *order)
{
    uint32_t *next = ARENA_NEW(&scratch, uint32_t, n + 1);
    memset(next, 0, (n + 1) * sizeof *next);
    for (size_t i = 0; i < n; i++)
        next[ordinal[i] + 1]++;
    for (size_t i = 0; i < n; i++)
        next[i + 1] += next[i];
    for (size_t i = 0; i < n; i++)
        order[next[ordinal[i]]++] = (uint32_t)i;
}

/* ordinal  of a row, with `rows` entries from one objective to the next */
static bool same_ordinals(const struct groups *groups, size_t g,
                          const uint32_t *ordinal, size_t rows)
{
    for (size_t k = 0; k < groups->objectives; k++)
        if (groups->ordinal[k][g] != ordinal[k * rows])
            return false;
    return true;
}

static uint32_t group_of(struct groups *groups, const struct hash_index *index,
                         const uint32_t *ordinal, size_t rows)
{
    uint64_t hash = 0;
    for (size_t k = 0; k < groups->objectives; k++)
        hash = mix(hash, ordinal[k * rows]);
    uint32_t *slot = hash_index_first(index, hash);
    for (; *slot; slot = hash_index_next(index, slot))
        if (same_ordinals(groups, *slot - 1, ordinal, rows))
            return *slot - 1;
    uint32_t g = (uint32_t)groups->count++;
    *slot = g + 1;
    groups->size[g] = 0;
    for (size_t k = 0; k < groups->objectives; k++)
        groups->ordinal[k][g] = ordinal[k * rows];
    return g;
}

/* Makes infeasible rows worse than all others in each objective, and leaves their order. */
static void put_infeasible_last(const struct population *pop, uint32_t *ordinal)
{
    for (size_t i = 0; i < pop->count; i++) {
        if (!isinf(population_cost(pop, i)[0]))
            continue;
        for (size_t k = 1; k < pop->objectives; k++)
            ordinal[k * pop->count + i] += (uint32_t)pop->count;
    }
}

static struct groups group_rows(const struct population *pop, struct arena *scratch)
{
    size_t rows = pop->count;
    struct groups groups = {.objectives = pop->objectives};
    for (size_t k = 0; k < pop->objectives; k++)
        groups.ordinal[k] = ARENA_NEW(scratch, uint32_t, rows);
    groups.size = ARENA_NEW(scratch, uint32_t, rows);
    groups.group = ARENA_NEW(scratch, uint32_t, rows);
    struct arena rest = *scratch; /* free again once the groups are built */
    uint32_t *ordinal = ARENA_NEW(&rest, uint32_t, rows * pop->objectives);
    for (size_t k = 0; k < pop->objectives; k++)
        number_rows(pop, k, rest, ordinal + k * rows);
    put_infeasible_last(pop, ordinal);
    uint32_t *order = ARENA_NEW(&rest, uint32_t, rows);
    order_rows(ordinal, rows, rest, order);
    struct hash_index index = hash_index_take(rows, &rest);
    for (size_t i = 0; i < rows; i++) {
        uint32_t row = order[i];
        groups.group[row] = group_of(&groups, &index, ordinal + row, rows);
        groups.size[groups.group[row]]++;
    }
    return groups;
}

/* Clears the entries of groups worse than `own`. The compiler vectorizes this loop and
 * the next one. */
static void keep_ahead(const uint32_t *restrict ordinal, uint32_t own, size_t n,
                       uint32_t *restrict ahead)
{
    for (size_t j = 0; j < n; j++)
        ahead[j] = ordinal[j] <= own ? ahead[j] : 0;
}

static uint32_t sum_ahead(const uint32_t *restrict ordinal, uint32_t own, size_t n,
                          const uint32_t *restrict ahead)
{
    uint32_t sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += ordinal[j] <= own ? ahead[j] : 0;
    return sum;
}

/* The number of rows in other groups that are not worse than group g in any objective.
 * Only the first n groups are not worse in the first objective. ahead is working memory,
 * one entry per group. */
static uint32_t dominators_of(const struct groups *groups, size_t g, size_t n,
                              uint32_t *ahead)
{
    const uint32_t *from = groups->size;
    size_t last = groups->objectives - 1;
    if (last > 1) {
        memcpy(ahead, from, n * sizeof *ahead);
        from = ahead;
    }
    for (size_t k = 1; k < last; k++)
        keep_ahead(groups->ordinal[k], groups->ordinal[k][g], n, ahead);
    uint32_t sum = sum_ahead(groups->ordinal[last], groups->ordinal[last][g], n, from);
    return sum - groups->size[g];
}

/* The distance of a nondominated group to all nondominated groups. */
static double distance_of(const struct groups *groups, size_t g,
                          const uint32_t *dominators)
{
    double sum = 0;
    for (size_t j = 0; j < groups->count; j++)
        for (size_t k = 0; k < groups->objectives && !dominators[j]; k++)
            sum += groups->ordinal[k][j] != groups->ordinal[k][g] ? groups->size[j] : 0;
    return sum;
}

void dominance_weigh(const struct population *pop, struct arena scratch,
                     uint32_t *dominators, double *distance)
{
    ensure(pop->objectives > 0);
    struct groups groups = group_rows(pop, &scratch);
    uint32_t *of_group = ARENA_NEW(&scratch, uint32_t, groups.count);
    uint32_t *ahead = ARENA_NEW(&scratch, uint32_t, groups.count);
    for (size_t g = 0, n = 0; g < groups.count; g++) {
        while (n < groups.count && groups.ordinal[0][n] <= groups.ordinal[0][g])
            n++;
        of_group[g] = dominators_of(&groups, g, n, ahead);
    }
    double *far = ARENA_NEW(&scratch, double, groups.count);
    for (size_t g = 0; g < groups.count; g++)
        far[g] = of_group[g] ? 0 : distance_of(&groups, g, of_group);
    for (size_t i = 0; i < pop->count; i++) {
        dominators[i] = of_group[groups.group[i]];
        distance[i] = far[groups.group[i]];
    }
}
