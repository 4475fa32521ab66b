#include "party_exporter.h"

#include <math.h>
#include <string.h>

enum { NONE = -1 };

bool party_export_lists_sort(struct party_export_lists *lists, size_t n,
                             const struct party_trait *trait, struct arena *arena)
{
    size_t *next = ARENA_NEW(arena, size_t, (size_t)trait->n_values + 2);
    uint32_t *item = ARENA_NEW(arena, uint32_t, n + 1);
    if (!next || !item)
        return false;
    for (size_t i = 0; i < n; i++)
        next[trait->code[lists->item[i]] + 2]++;
    for (size_t v = 0; v < trait->n_values; v++)
        next[v + 2] += next[v + 1];
    for (size_t i = 0; i < n; i++)
        item[next[trait->code[lists->item[i]] + 1]++] = lists->item[i];
    *lists = (struct party_export_lists){.first = next, .item = item};
    return true;
}

bool party_exporter_list_kept(const struct party_exporter *x,
                              struct party_export_lists *lists, size_t *n)
{
    lists->item = ARENA_NEW(x->arena, uint32_t, x->party->n_heroes + 1);
    *n = 0;
    for (size_t h = 0; lists->item && h < x->party->n_heroes; h++)
        if (party_exporter_keeps(x, h))
            lists->item[(*n)++] = (uint32_t)h;
    return lists->item != NULL;
}

static bool list_values(struct party_exporter *x)
{
    for (size_t t = 0; t < x->party->n_traits; t++) {
        size_t n;
        if (!party_exporter_list_kept(x, &x->heroes_with[t], &n) ||
            !party_export_lists_sort(&x->heroes_with[t], n, &x->party->trait[t],
                                     x->arena))
            return false;
    }
    return true;
}

bool party_exporter_prepare(struct party_exporter *x)
{
    const struct party *party = x->party;
    x->hero = ARENA_NEW(x->arena, size_t, party->n_heroes);
    x->taken = ARENA_NEW(x->arena, bool, party->n_heroes);
    for (size_t p = 0; x->taken && x->start && p < party->n_places; p++)
        x->taken[x->start[p]] = true;
    if (!x->hero || !x->taken ||
        !party_export_reduce(party, x->start, x->reduce, x->arena, &x->reduction))
        return false;
    if (x->one) {
        memset(x->reduction.kept, 0, party->n_heroes);
        for (size_t i = 0; i < x->one->n_kept; i++)
            x->reduction.kept[x->one->kept[i]] = true;
    }
    return list_values(x);
}

bool party_exporter_keeps(const struct party_exporter *x, size_t hero)
{
    return x->reduction.kept[hero];
}

double party_exporter_start(const struct party_exporter *x, bool value)
{
    return x->start ? value : NAN;
}

static int32_t place_of_fixed(const struct party *party, size_t h)
{
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] == (int32_t)h)
            return (int32_t)p;
    return NONE;
}

void party_exporter_write_heroes(struct party_exporter *x)
{
    const struct party *party = x->party;
    for (size_t h = 0; h < party->n_heroes; h++)
        if (party_exporter_keeps(x, h))
            x->hero[h] =
                mip_col(x->mip, place_of_fixed(party, h) != NONE, 1, party->price[h],
                        true, party_exporter_start(x, x->taken[h]), "hero_%lld",
                        (long long)party->id[h]);
    mip_row(x->mip, (double)party->n_places, (double)party->n_places, "heroes");
    for (size_t h = 0; h < party->n_heroes; h++)
        if (party_exporter_keeps(x, h))
            mip_term(x->mip, x->hero[h], 1);
}

size_t party_exporter_n_with(const struct party_exporter *x, size_t trait, size_t value)
{
    const size_t *first = x->heroes_with[trait].first + value;
    return first[1] - first[0];
}

size_t party_exporter_n_started_with(const struct party_exporter *x, size_t trait,
                                     size_t value)
{
    size_t n = 0;
    for (size_t p = 0; x->start && p < x->party->n_places; p++)
        n += x->party->trait[trait].code[x->start[p]] == value;
    return n;
}

void party_exporter_add_value(struct party_exporter *x, size_t trait, size_t value,
                              double factor)
{
    const struct party_export_lists *lists = &x->heroes_with[trait];
    for (size_t i = lists->first[value]; i < lists->first[value + 1]; i++)
        mip_term(x->mip, x->hero[lists->item[i]], factor);
}
