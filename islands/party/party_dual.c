#include "party_dual.h"

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

static void add_demand(const struct party *party, struct party_search *search,
                       const double *number, double sign, double need)
{
    assert(number && (sign == 1 || sign == -1));
    assert(search->n_demands < PARTY_MAX_DEMANDS);
    if (isfinite(need))
        search->demand[search->n_demands++] =
            (struct party_demand){.number = number,
                                  .sign = sign,
                                  .need = need,
                                  .unit = spread_of(party, number)};
}

enum status party_dual_init(const struct party *party, struct arena *perm,
                            struct party_search *search, struct error *err)
{
    const struct party_plan *plan = party->index;
    *search = (struct party_search){0};
    for (size_t i = 0; i < plan->rules.n_sums; i++) {
        const struct party_sum *sum = &plan->rules.sum[i];
        add_demand(party, search, sum->value, 1, sum->min);
        add_demand(party, search, sum->value, -1, -sum->max);
    }
    search->step = party_price_step(party);
    search->reduced = ARENA_NEW(perm, double, party->n_heroes);
    if (!search->reduced)
        return error_set(err, STATUS_MEMORY, "party: no memory for local search");
    return STATUS_OK;
}

void party_dual_price(const struct party *party, struct party_search *search)
{
    memcpy(search->reduced, party->price, party->n_heroes * sizeof *search->reduced);
    search->offset = 0;
    for (size_t d = 0; d < search->n_demands; d++) {
        const struct party_demand *demand = &search->demand[d];
        assert(demand->pays >= 0 && demand->unit > 0);
        search->offset += demand->pays * demand->need;
        for (size_t h = 0; h < party->n_heroes; h++)
            search->reduced[h] -= demand->pays * party_supply(demand, (int32_t)h);
    }
}

/* Marks all heroes of a list as out, then its `most` cheapest as in. `best` has room
 * for them. */
static void keep_cheapest(const struct party_search *search, const int32_t *row,
                          size_t n, size_t most, int32_t *best, uint8_t *out)
{
    assert(most >= 1);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        double price = search->reduced[row[i]];
        out[row[i]] = 1;
        if (kept == most && price >= search->reduced[best[most - 1]])
            continue;
        size_t at = kept < most ? kept++ : most - 1;
        for (; at > 0 && search->reduced[best[at - 1]] > price; at--)
            best[at] = best[at - 1];
        best[at] = row[i];
    }
    for (size_t i = 1; i < kept; i++)
        assert(search->reduced[best[i - 1]] <= search->reduced[best[i]]);
    for (size_t i = 0; i < kept; i++)
        out[best[i]] = 0;
}

/* The family whose lists are groups; returns how many it has. */
static size_t group_family(const struct party *party, const struct party_index *index,
                           const struct party_family **family)
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

/* Marks who is out of the lists: of each group all but the cheapest. */
static void choose(const struct party *party, const struct party_search *search,
                   size_t most, int32_t *best, uint8_t *out)
{
    const struct party_plan *plan = party->index;
    const struct party_family *family;
    size_t lists = group_family(party, &plan->index, &family);
    memcpy(out, party->banned, party->n_heroes);
    for (uint32_t v = 0; v < lists; v++) {
        struct party_list list = party_list_at(family, v);
        keep_cheapest(search, family->row + list.first, list.count, most, best, out);
    }
}

struct ranked {
    struct party_list list;
    double price;
};

static int by_price(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->price != y->price)
        return x->price < y->price ? -1 : 1;
    return (x->list.first > y->list.first) - (x->list.first < y->list.first);
}

/* Mean reduced price of the cheapest of a group, as many as half a party. */
static double promise(const struct party *party, const struct party_family *family,
                      struct party_list list)
{
    double sum = 0;
    uint32_t n = (uint32_t)(party->n_places + 1) / 2;
    assert(list.count >= 1);
    n = n < list.count ? n : list.count;
    for (uint32_t i = list.first; i < list.first + n; i++)
        sum -= family->value[i];
    return sum / n;
}

static enum status rank_groups(const struct party *party, struct arena *perm,
                               struct party_search *search)
{
    size_t lists = group_family(party, &search->index, &search->groups), n = 0;
    struct ranked *ranked = ARENA_NEW(perm, struct ranked, lists + 1);
    search->group = ARENA_NEW(perm, struct party_list, lists + 1);
    if (!ranked || !search->group)
        return STATUS_MEMORY;
    for (uint32_t v = 0; v < lists; v++) {
        struct party_list list = party_list_at(search->groups, v);
        if (list.count)
            ranked[n++] = (struct ranked){list, promise(party, search->groups, list)};
    }
    qsort(ranked, n, sizeof *ranked, by_price);
    for (size_t i = 0; i < n; i++)
        search->group[i] = ranked[i].list;
    search->n_groups = n;
    return STATUS_OK;
}

enum status party_dual_list(const struct party *party, size_t most, struct arena *perm,
                            struct party_search *search, struct error *err)
{
    const struct party_plan *plan = party->index;
    size_t n = party->n_heroes;
    struct arena temporary;
    arena_init(&temporary);
    enum status status = STATUS_MEMORY;
    uint8_t *out = ARENA_NEW(&temporary, uint8_t, n);
    int32_t *best = ARENA_NEW(&temporary, int32_t, most + 1);
    double *lead = ARENA_NEW(&temporary, double, n);
    if (out && best && lead) {
        for (size_t h = 0; h < n; h++)
            lead[h] = -search->reduced[h];
        if (most)
            choose(party, search, most, best, out);
        status = party_index_build(party, most ? out : party->banned, lead,
                                   &plan->index, perm, &search->index, err);
        if (!status && rank_groups(party, perm, search))
            status = error_set(err, STATUS_MEMORY, "party: no memory for local search");
    } else {
        error_set(err, STATUS_MEMORY, "party: no memory for local search");
    }
    arena_free(&temporary);
    return status;
}
