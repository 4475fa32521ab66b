/* The heroes of a node, and the cheapest ones of each inner value.
 *
 * The bound spends most of its time here: on thousands of heroes for each step of the multipliers. What does
 * not depend on these is listed once a node, in the order of inner values, so that prices are computed side by
 * side and the heroes of a value follow one another. */
#include "party_nested.h"
#include "party_nested_parts.h"

#include <math.h>
#include <string.h>

enum status party_nested_sort_heroes(struct party_levels_nested *x, struct arena *perm,
                                     struct error *err)
{
    const struct party_reduced *r = x->levels->reduced;
    const struct party *party = r->party;
    const struct party_levels_trait *in = &x->levels->trait[x->inner];
    const uint16_t *inner = party->trait[in->trait].code;
    uint32_t *next = ARENA_NEW(perm, uint32_t, in->n_values + 1U);
    x->n_classes = party->place_class ? party->n_place_classes : 1;
    x->class_kinds = ARENA_NEW(perm, uint64_t, x->n_classes);
    x->in_order = ARENA_NEW(perm, uint32_t, r->n + 1);
    x->rank = ARENA_NEW(perm, uint32_t, r->n + 1);
    if (!next || !x->class_kinds || !x->in_order || !x->rank)
        return error_set(err, STATUS_MEMORY, "no memory for levels");
    for (size_t i = 0; i < r->n; i++)
        next[inner[r->row[i]] + 1U]++;
    for (size_t v = 0; v < in->n_values; v++)
        next[v + 1] += next[v];
    for (uint32_t i = 0; i < r->n; i++) {
        x->rank[i] = next[inner[r->row[i]]]++;
        x->in_order[x->rank[i]] = i;
        x->class_kinds[party->place_class ? party->place_class[r->row[i]] : 0] =
            x->levels->kinds[i];
    }
    return STATUS_OK;
}

size_t party_nested_heroes_bytes(const struct party_reduced *r)
{
    size_t hero = (2 + r->n_constraints) * sizeof(double) + 2 * sizeof(uint32_t) +
                  sizeof(uint16_t) + 1;
    return (r->n + 64) * hero + (r->party->n_place_classes + 1) * sizeof(double) +
           (PARTY_NESTED_VALUES + 1) * sizeof(uint32_t) + 8 * ARENA_ALIGN;
}

void party_nested_heroes_begin(struct party_nested_table *t, struct arena *scratch)
{
    const struct party_levels *levels = t->nested->levels;
    const size_t n = levels->reduced->n + 1;
    struct party_nested_heroes *listed = &t->heroes;
    listed->is_in = ARENA_NEW(scratch, uint64_t, n / 64 + 1);
    listed->hero = ARENA_NEW(scratch, uint32_t, n);
    listed->claim = ARENA_NEW(scratch, uint32_t, n);
    listed->class = ARENA_NEW(scratch, uint16_t, n);
    listed->coins = ARENA_NEW(scratch, double, n);
    listed->value = ARENA_NEW(scratch, double, n * levels->n_sums + 1);
    listed->price = ARENA_NEW(scratch, double, n);
    listed->class_price = ARENA_NEW(scratch, double, t->nested->n_classes);
    listed->first =
        ARENA_NEW(scratch, uint32_t, levels->trait[t->nested->inner].n_values + 1U);
    memset(listed->is_in, 0, (n / 64 + 1) * sizeof *listed->is_in);
}

/* Adds a hero to the list. */
static void take_hero(struct party_nested_table *t, uint32_t i)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_levels *levels = x->levels;
    const struct party_reduced *r = levels->reduced;
    struct party_nested_heroes *listed = &t->heroes;
    size_t j = listed->n++;
    listed->hero[j] = i;
    listed->coins[j] = r->coins[i];
    for (size_t l = 0; l < levels->n_sums; l++)
        listed->value[l * r->n + j] = levels->value[l * r->n + i];
    listed->class[j] = r->party->place_class ? r->party->place_class[r->row[i]] : 0;
    listed->claim[j] = 0;
    if (x->side >= 0)
        listed->claim[j] =
            r->party->trait[levels->trait[x->side].trait].code[r->row[i]] *
            (uint32_t)x->n_points;
}

void party_nested_heroes_take(struct party_nested_table *t, const uint32_t *hero,
                              size_t n)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_reduced *r = x->levels->reduced;
    const struct party_levels_trait *in = &x->levels->trait[x->inner];
    const uint16_t *inner = r->party->trait[in->trait].code;
    struct party_nested_heroes *listed = &t->heroes;
    for (size_t j = 0; j < n; j++)
        if (t->high[x->inner][inner[r->row[hero[j]]]] > 0)
            listed->is_in[x->rank[hero[j]] / 64] |= (uint64_t)1
                                                    << x->rank[hero[j]] % 64;
    uint32_t value = 0;
    listed->n = 0;
    listed->again = false;
    for (size_t word = 0; word <= r->n / 64; listed->is_in[word++] = 0)
        for (uint64_t left = listed->is_in[word]; left; left &= left - 1) {
            uint32_t i = x->in_order[word * 64 + (size_t)__builtin_ctzll(left)];
            for (; value <= inner[r->row[i]]; value++)
                listed->first[value] = (uint32_t)listed->n;
            take_hero(t, i);
        }
    for (; value <= in->n_values; value++)
        listed->first[value] = (uint32_t)listed->n;
}

/* The price of each listed hero without its points, as party_nested_hero_price has it. */
static void price_heroes(struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_nested_heroes *listed = &t->heroes;
    double *price = listed->price;
    size_t kind;
    for (size_t c = 0; c < x->n_classes; c++)
        listed->class_price[c] = party_nested_place_price(t, x->class_kinds[c], &kind);
    memcpy(price, listed->coins, listed->n * sizeof *price);
    for (size_t l = 0; l < x->levels->n_sums; l++) {
        const double *value = listed->value + l * x->levels->reduced->n;
        for (size_t j = 0; j < listed->n; j++)
            price[j] -= t->multiplier[l] * value[j];
    }
    for (size_t j = 0; j < listed->n; j++)
        price[j] -= listed->class_price[listed->class[j]];
    for (size_t f = 0; f < t->n_forced; f++) {
        uint32_t v = party_nested_inner(x, t->forced[f]);
        for (size_t j = listed->first[v]; j < listed->first[v + 1]; j++)
            if (listed->hero[j] == t->forced[f])
                price[j] -= PARTY_NESTED_FORCE;
    }
}

/* At least the price of the last hero that will be listed: the most of those listed at the multipliers before;
 * INFINITY if there were not enough. */
static double last_price(const struct party_nested_heroes *listed, const double *price,
                         const uint32_t *hero, size_t n, const double *claim)
{
    double most = -INFINITY;
    if (isinf(price[n - 1]))
        return INFINITY;
    for (size_t k = 0; k < n; k++)
        most = fmax(most, listed->price[hero[k]] + claim[listed->claim[hero[k]]]);
    return most;
}

/* The cheapest heroes of an inner value if they have these points by it and the outer one, as many as a party
 * may have, those of the same price by their numbers; and the sums of their prices. */
static void list_value(struct party_nested_table *t, uint32_t value, size_t points)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_nested_heroes *listed = &t->heroes;
    const size_t most = t->high[x->inner][value],
                 at = (value * x->n_points + points) * (x->levels->n_places + 1);
    const double *claim = t->claim + points;
    double *price = t->price + at, *sum = t->sum + at;
    uint32_t *hero = t->hero + at;
    const double last =
        listed->again ? last_price(listed, price, hero, most, claim) : INFINITY;
    for (size_t k = 0; k < most; k++)
        price[k] = INFINITY;
    for (uint32_t j = listed->first[value]; j < listed->first[value + 1]; j++) {
        double own = listed->price[j] + claim[listed->claim[j]];
        if (own > last || !(own < price[most - 1]))
            continue;
        size_t k = most - 1;
        for (; k > 0 && own < price[k - 1]; k--) {
            price[k] = price[k - 1];
            hero[k] = hero[k - 1];
        }
        price[k] = own;
        hero[k] = j;
    }
    sum[0] = 0;
    for (size_t k = 0; k < most; k++)
        sum[k + 1] = sum[k] + price[k];
}

void party_nested_heroes_list(struct party_nested_table *t)
{
    size_t n_values = t->first[t->nested->levels->trait[t->nested->outer].n_values];
    price_heroes(t);
    for (size_t j = 0; j < n_values; j++)
        for (unsigned left = t->points[t->value[j]]; left; left &= left - 1)
            list_value(t, t->value[j], (size_t)__builtin_ctz(left));
    t->heroes.again = true;
}
