#include "party_lagrangian_prices.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double spread_of(const struct party *party, const double *number)
{
    double sum = 0, squares = 0, n = (double)party->n_heroes;
    for (size_t h = 0; h < party->n_heroes; h++)
        sum += number[h];
    for (size_t h = 0; h < party->n_heroes; h++)
        squares += (number[h] - sum / n) * (number[h] - sum / n);
    return squares > 0 ? sqrt(squares / n) : 1;
}

static void add_demand(const struct party *party, struct party_lagrangian *lagrangian,
                       const double *number, double sign, double need)
{
    assert(number && (sign == 1 || sign == -1));
    assert(lagrangian->n_demands < PARTY_LAGRANGIAN_MAX_DEMANDS);
    if (isfinite(need))
        lagrangian->demand[lagrangian->n_demands++] =
            (struct party_lagrangian_demand){.number = number,
                                             .sign = sign,
                                             .need = need,
                                             .unit = spread_of(party, number)};
}

enum status party_lagrangian_init(const struct party *party, struct arena *perm,
                                  struct party_lagrangian *lagrangian,
                                  struct error *err)
{
    const struct party_construct_state *plan = party->index;
    *lagrangian = (struct party_lagrangian){0};
    for (size_t i = 0; i < plan->rules.n_sums; i++) {
        const struct party_forward_sum *sum = &plan->rules.sum[i];
        add_demand(party, lagrangian, sum->value, 1, sum->min);
        add_demand(party, lagrangian, sum->value, -1, -sum->max);
    }
    lagrangian->step = party_price_step(party);
    lagrangian->reduced = ARENA_NEW(perm, double, party->n_heroes);
    if (!lagrangian->reduced)
        return error_set(err, STATUS_MEMORY, "party: no memory for local search");
    return STATUS_OK;
}

void party_lagrangian_price(const struct party *party,
                            struct party_lagrangian *lagrangian)
{
    memcpy(lagrangian->reduced, party->price,
           party->n_heroes * sizeof *lagrangian->reduced);
    lagrangian->offset = 0;
    for (size_t d = 0; d < lagrangian->n_demands; d++) {
        const struct party_lagrangian_demand *demand = &lagrangian->demand[d];
        assert(demand->multiplier >= 0 && demand->unit > 0);
        lagrangian->offset += demand->multiplier * demand->need;
        for (size_t h = 0; h < party->n_heroes; h++)
            lagrangian->reduced[h] -=
                demand->multiplier * party_lagrangian_supply(demand, (int32_t)h);
    }
}

/* Marks all heroes of a list as out, except for its `most` cheapest; `best` is work
 * space for these. */
static void keep_cheapest(const struct party_lagrangian *lagrangian, const int32_t *row,
                          size_t n, size_t most, int32_t *best, uint8_t *out)
{
    assert(most >= 1);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        double price = lagrangian->reduced[row[i]];
        out[row[i]] = 1;
        if (kept == most && price >= lagrangian->reduced[best[most - 1]])
            continue;
        size_t at = kept < most ? kept++ : most - 1;
        for (; at > 0 && lagrangian->reduced[best[at - 1]] > price; at--)
            best[at] = best[at - 1];
        best[at] = row[i];
    }
    for (size_t i = 1; i < kept; i++)
        assert(lagrangian->reduced[best[i - 1]] <= lagrangian->reduced[best[i]]);
    for (size_t i = 0; i < kept; i++)
        out[best[i]] = 0;
}

/* The family whose lists are the groups; returns the number of lists. */
static size_t group_family(const struct party *party, const struct party_index *index,
                           const struct party_index_family **family)
{
    *family = &index->all;
    if (!index->n_weighted)
        return 1;
    size_t values = party->trait[index->trait[0]].n_values;
    *family = &index->by[0];
    if (index->n_weighted == 1)
        return values;
    *family = &index->pairs;
    return index->pair_of[values];
}

/* Marks the heroes that are not listed: all but the cheapest of each group. */
static void keep_cheapest_of_groups(const struct party *party,
                                    const struct party_lagrangian *lagrangian,
                                    size_t most, int32_t *best, uint8_t *out)
{
    const struct party_construct_state *plan = party->index;
    const struct party_index_family *family;
    size_t lists = group_family(party, &plan->index, &family);
    memcpy(out, party->banned, party->n_heroes);
    for (uint32_t v = 0; v < lists; v++) {
        struct party_index_list list = party_index_list_at(family, v);
        keep_cheapest(lagrangian, family->row + list.first, list.count, most, best,
                      out);
    }
}

struct sorted_list {
    struct party_index_list list;
    double price;
};

static int by_price(const void *a, const void *b)
{
    const struct sorted_list *x = a, *y = b;
    if (x->price != y->price)
        return x->price < y->price ? -1 : 1;
    return (x->list.first > y->list.first) - (x->list.first < y->list.first);
}

/* Mean reduced price of the cheapest heroes of a group, half a party of them. */
static double mean_of_cheapest(const struct party *party,
                               const struct party_index_family *family,
                               struct party_index_list list)
{
    double sum = 0;
    uint32_t n = (uint32_t)(party->n_places + 1) / 2;
    assert(list.count >= 1);
    n = n < list.count ? n : list.count;
    for (uint32_t i = list.first; i < list.first + n; i++)
        sum -= family->value[i];
    return sum / n;
}

static enum status sort_groups(const struct party *party, struct arena *perm,
                               struct party_lagrangian *lagrangian)
{
    size_t lists = group_family(party, &lagrangian->index, &lagrangian->groups), n = 0;
    struct sorted_list *sorted = ARENA_NEW(perm, struct sorted_list, lists + 1);
    lagrangian->group = ARENA_NEW(perm, struct party_index_list, lists + 1);
    if (!sorted || !lagrangian->group)
        return STATUS_MEMORY;
    for (uint32_t v = 0; v < lists; v++) {
        struct party_index_list list = party_index_list_at(lagrangian->groups, v);
        if (list.count)
            sorted[n++] = (struct sorted_list){
                list, mean_of_cheapest(party, lagrangian->groups, list)};
    }
    qsort(sorted, n, sizeof *sorted, by_price);
    for (size_t i = 0; i < n; i++)
        lagrangian->group[i] = sorted[i].list;
    lagrangian->n_groups = n;
    return STATUS_OK;
}

enum status party_lagrangian_list(const struct party *party, size_t most,
                                  struct arena *perm,
                                  struct party_lagrangian *lagrangian,
                                  struct error *err)
{
    const struct party_construct_state *plan = party->index;
    size_t n = party->n_heroes;
    struct arena temporary;
    arena_init(&temporary);
    enum status status = STATUS_MEMORY;
    uint8_t *out = ARENA_NEW(&temporary, uint8_t, n);
    int32_t *best = ARENA_NEW(&temporary, int32_t, most + 1);
    double *lead = ARENA_NEW(&temporary, double, n);
    if (out && best && lead) {
        for (size_t h = 0; h < n; h++)
            lead[h] = -lagrangian->reduced[h];
        if (most)
            keep_cheapest_of_groups(party, lagrangian, most, best, out);
        status = party_index_build(party, most ? out : party->banned, lead,
                                   &plan->index, perm, &lagrangian->index, err);
        if (!status && sort_groups(party, perm, lagrangian))
            status = error_set(err, STATUS_MEMORY, "party: no memory for local search");
    } else {
        error_set(err, STATUS_MEMORY, "party: no memory for local search");
    }
    arena_free(&temporary);
    return status;
}
