#include "dominance.h"

/* Rows of equal costs are one group: groups are what is compared. */
struct groups {
    size_t count, objectives;
    double *cost[MAX_OBJECTIVES]; /* of each group */
    uint32_t *size;               /* rows in it */
    uint32_t *group;              /* of each row */
    uint32_t *slot;               /* open hash table: group + 1, 0 where free */
    size_t mask;
};

static size_t table_size(size_t rows)
{
    size_t size = 2;
    while (size < 2 * rows)
        size *= 2;
    return size;
}

size_t dominance_scratch(size_t rows, size_t objectives)
{
    return rows * ((objectives + 1) * sizeof(double) + 4 * sizeof(uint32_t)) +
           table_size(rows) * sizeof(uint32_t) + (objectives + 7) * ARENA_ALIGN;
}

static uint64_t hash(const double *cost, size_t objectives)
{
    uint64_t h = 0;
    for (size_t k = 0; k < objectives; k++) {
        double value = cost[k] + 0.0; /* -0 is 0 */
        uint64_t word;
        memcpy(&word, &value, sizeof word);
        h = (h ^ word) * 0x9e3779b97f4a7c15U;
        h ^= h >> 29;
    }
    return h;
}

static bool same_costs(const struct groups *groups, size_t g, const double *cost)
{
    for (size_t k = 0; k < groups->objectives; k++)
        if (groups->cost[k][g] != cost[k])
            return false;
    return true;
}

static uint32_t group_of(struct groups *groups, const double *cost)
{
    size_t at = hash(cost, groups->objectives) & groups->mask;
    for (; groups->slot[at]; at = (at + 1) & groups->mask)
        if (same_costs(groups, groups->slot[at] - 1, cost))
            return groups->slot[at] - 1;
    uint32_t g = (uint32_t)groups->count++;
    groups->slot[at] = g + 1;
    groups->size[g] = 0;
    for (size_t k = 0; k < groups->objectives; k++)
        groups->cost[k][g] = cost[k];
    return g;
}

static void group_rows(const struct population *pop, struct arena *scratch,
                       struct groups *groups)
{
    size_t slots = table_size(pop->count);
    *groups = (struct groups){.objectives = pop->objectives, .mask = slots - 1};
    for (size_t k = 0; k < pop->objectives; k++)
        groups->cost[k] = ARENA_NEW(scratch, double, pop->count);
    groups->size = ARENA_NEW(scratch, uint32_t, pop->count);
    groups->group = ARENA_NEW(scratch, uint32_t, pop->count);
    groups->slot = ARENA_NEW(scratch, uint32_t, slots);
    memset(groups->slot, 0, slots * sizeof *groups->slot);
    for (size_t i = 0; i < pop->count; i++) {
        groups->group[i] = group_of(groups, population_cost(pop, i));
        groups->size[groups->group[i]]++;
    }
}

/* Rows in other groups that are nowhere worse than group g, objective by objective:
 * loops that become vector code. ahead is working room, an entry a group. */
static uint32_t dominators_of(const struct groups *groups, size_t g,
                              uint32_t *restrict ahead)
{
    const uint32_t *restrict size = groups->size;
    for (size_t k = 0; k < groups->objectives; k++) {
        const double *restrict cost = groups->cost[k];
        double own = cost[g];
        if (k == 0)
            for (size_t j = 0; j < groups->count; j++)
                ahead[j] = cost[j] <= own ? size[j] : 0;
        else
            for (size_t j = 0; j < groups->count; j++)
                ahead[j] = cost[j] <= own ? ahead[j] : 0;
    }
    uint32_t sum = 0;
    for (size_t j = 0; j < groups->count; j++)
        sum += ahead[j];
    return sum - size[g];
}

/* Of a group that nothing dominates, to all such groups. */
static double distance_of(const struct groups *groups, size_t g,
                          const uint32_t *dominators)
{
    double sum = 0;
    for (size_t j = 0; j < groups->count; j++)
        for (size_t k = 0; k < groups->objectives && !dominators[j]; k++)
            sum += groups->cost[k][j] != groups->cost[k][g] ? groups->size[j] : 0;
    return sum;
}

void dominance_weigh(const struct population *pop, struct arena scratch,
                     uint32_t *dominators, double *distance)
{
    struct groups groups;
    group_rows(pop, &scratch, &groups);
    uint32_t *of_group = ARENA_NEW(&scratch, uint32_t, groups.count);
    uint32_t *ahead = ARENA_NEW(&scratch, uint32_t, groups.count);
    for (size_t g = 0; g < groups.count; g++)
        of_group[g] = dominators_of(&groups, g, ahead);
    double *far = ARENA_NEW(&scratch, double, groups.count);
    for (size_t g = 0; g < groups.count; g++)
        far[g] = of_group[g] ? 0 : distance_of(&groups, g, of_group);
    for (size_t i = 0; i < pop->count; i++) {
        dominators[i] = of_group[groups.group[i]];
        distance[i] = far[groups.group[i]];
    }
}
