#include "party_index.h"

#include <string.h>

/* A hero on the way into a family. */
struct entry {
    uint64_t list; /* that it belongs to */
    double value;
    int32_t row;
};

static int by_list_and_value(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->list != y->list)
        return x->list < y->list ? -1 : 1;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static void order_traits(const struct party *party, struct party_index *index)
{
    for (size_t t = 0; t < party->n_traits; t++) {
        if (!party->trait[t].weight)
            continue;
        unsigned at = index->n_weighted++;
        for (; at > 0; at--) {
            if (party->trait[index->trait[at - 1]].weight >= party->trait[t].weight)
                break;
            index->trait[at] = index->trait[at - 1];
        }
        index->trait[at] = (uint32_t)t;
    }
    index->words = (index->n_weighted + PARTY_KEY_LANES - 1) / PARTY_KEY_LANES;
    index->words = index->words ? index->words : 1;
    index->subsets = 1U << (index->words * PARTY_KEY_LANES);
}

static void fill_keys(const struct party *party, struct party_index *index)
{
    for (size_t h = 0; h < party->n_heroes; h++) {
        uint64_t *key = index->key + h * index->words;
        for (unsigned t = 0; t < index->n_weighted; t++)
            key[t / PARTY_KEY_LANES] |= (uint64_t)party->trait[index->trait[t]].code[h]
                                        << (t % PARTY_KEY_LANES * 16);
    }
}

/* points, then most and least from the last trait down: a trait that is open doubles
 * the choices of those after it. */
static void fill_points(const struct party *party, struct party_index *index)
{
    size_t n = index->subsets;
    unsigned weighted = index->n_weighted;
    for (size_t set = 0; set < n; set++) {
        int match = 0;
        for (unsigned t = 0; t < weighted; t++)
            match += set >> t & 1 ? party->trait[index->trait[t]].weight : 0;
        index->points[set] = party->points[match];
        index->most[weighted * n + set] = party->points[match];
        index->least[weighted * n + set] = party->points[match];
    }
    for (unsigned t = weighted; t-- > 0;) {
        for (size_t set = 0; set < n; set++) {
            size_t here = t * n + set, with = here + n;
            size_t other = (t + 1) * n + (set ^ (size_t)1 << t);
            index->most[here] = index->most[with] > index->most[other]
                                    ? index->most[with]
                                    : index->most[other];
            index->least[here] = index->least[with] < index->least[other]
                                     ? index->least[with]
                                     : index->least[other];
        }
    }
}

/* Sorts entries into the arrays of a family; `first` is filled by the caller. */
static enum status fill_family(const struct party_index *index, struct entry *entries,
                               struct arena *perm, struct party_family *family)
{
    size_t n = index->n_eligible;
    int32_t *row = ARENA_NEW(perm, int32_t, n + 1);
    double *value = ARENA_NEW(perm, double, n + 1);
    uint64_t *key = ARENA_NEW(perm, uint64_t, (n + 1) * index->words);
    if (!row || !value || !key)
        return STATUS_MEMORY;
    qsort(entries, n, sizeof *entries, by_list_and_value);
    for (size_t i = 0; i < n; i++) {
        row[i] = entries[i].row;
        value[i] = entries[i].value;
        memcpy(key + i * index->words, party_key(index, row[i]),
               index->words * sizeof *key);
    }
    family->row = row;
    family->value = value;
    family->key = key;
    return STATUS_OK;
}

/* A family whose list number is a value in 0..lists-1. */
static enum status build_family(struct party_index *index, struct entry *entries,
                                size_t lists, struct arena *perm,
                                struct party_family *family)
{
    family->first = ARENA_NEW(perm, uint32_t, lists + 1);
    if (!family->first)
        return STATUS_MEMORY;
    for (size_t i = 0; i < index->n_eligible; i++)
        family->first[entries[i].list + 1]++;
    for (size_t v = 0; v < lists; v++)
        family->first[v + 1] += family->first[v];
    return fill_family(index, entries, perm, family);
}

static uint16_t code_of(const struct party *party, const struct party_index *index,
                        unsigned t, int32_t row)
{
    return party->trait[index->trait[t]].code[row];
}

static enum status build_pairs(const struct party *party, struct party_index *index,
                               struct entry *entries, struct arena *perm)
{
    size_t n = index->n_eligible, values = party->trait[index->trait[0]].n_values;
    for (size_t i = 0; i < n; i++)
        entries[i].list = (uint64_t)code_of(party, index, 0, entries[i].row) << 16 |
                          code_of(party, index, 1, entries[i].row);
    if (fill_family(index, entries, perm, &index->pairs))
        return STATUS_MEMORY;
    uint32_t pairs = 0;
    for (size_t i = 0; i < n; i++)
        pairs += !i || entries[i].list != entries[i - 1].list;
    index->pairs.first = ARENA_NEW(perm, uint32_t, pairs + 1);
    index->pair_value = ARENA_NEW(perm, uint16_t, pairs + 1);
    index->pair_of = ARENA_NEW(perm, uint32_t, values + 1);
    if (!index->pairs.first || !index->pair_value || !index->pair_of)
        return STATUS_MEMORY;
    pairs = 0;
    for (size_t i = 0; i < n; i++) {
        if (i && entries[i].list == entries[i - 1].list)
            continue;
        index->pairs.first[pairs] = (uint32_t)i;
        index->pair_value[pairs++] = (uint16_t)entries[i].list;
        index->pair_of[(entries[i].list >> 16) + 1]++;
    }
    index->pairs.first[pairs] = (uint32_t)n;
    for (size_t v = 0; v < values; v++)
        index->pair_of[v + 1] += index->pair_of[v];
    return STATUS_OK;
}

static enum status build_lists(const struct party *party, const double *lead,
                               struct party_index *index, struct arena *perm)
{
    struct arena temporary;
    arena_init(&temporary);
    struct entry *entries = ARENA_NEW(&temporary, struct entry, party->n_heroes);
    enum status status = entries ? STATUS_OK : STATUS_MEMORY;
    for (size_t h = 0; h < party->n_heroes && !status; h++)
        if (!party->banned[h])
            entries[index->n_eligible++] =
                (struct entry){.value = lead ? lead[h] : 0, .row = (int32_t)h};
    if (!status)
        status = build_family(index, entries, 1, perm, &index->all);
    for (unsigned t = 0; t < index->n_weighted && !status; t++) {
        for (size_t i = 0; i < index->n_eligible; i++)
            entries[i].list = code_of(party, index, t, entries[i].row);
        status = build_family(index, entries, party->trait[index->trait[t]].n_values,
                              perm, &index->by[t]);
    }
    if (!status && index->n_weighted >= 2)
        status = build_pairs(party, index, entries, perm);
    arena_free(&temporary);
    return status;
}

enum status party_index_build(const struct party *party, const double *lead,
                              struct arena *perm, struct party_index *index,
                              struct error *err)
{
    *index = (struct party_index){0};
    order_traits(party, index);
    size_t n = index->subsets, levels = index->n_weighted + 1;
    index->key = ARENA_NEW(perm, uint64_t, party->n_heroes * index->words);
    index->points = ARENA_NEW(perm, int32_t, n);
    index->most = ARENA_NEW(perm, int32_t, n * levels);
    index->least = ARENA_NEW(perm, int32_t, n * levels);
    if (!index->key || !index->points || !index->most || !index->least)
        return error_set(err, STATUS_MEMORY, "party: no memory for the index");
    fill_keys(party, index);
    fill_points(party, index);
    for (size_t p = 0; p < party->n_places; p++)
        if (party->n_neighbours[p] > index->most_neighbours)
            index->most_neighbours = party->n_neighbours[p];
    if (build_lists(party, lead, index, perm))
        return error_set(err, STATUS_MEMORY, "party: no memory for the index");
    return STATUS_OK;
}

struct party_list party_list_pair(const struct party_index *index, uint16_t a,
                                  uint16_t b)
{
    uint32_t low = index->pair_of[a], high = index->pair_of[a + 1];
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (index->pair_value[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == index->pair_of[a + 1] || index->pair_value[low] != b)
        return (struct party_list){0};
    return party_list_at(&index->pairs, low);
}

int party_gain(const struct party *party, const struct party_index *index,
               const int32_t *hero, size_t place, int32_t row)
{
    int gain = 0;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = hero[party->neighbour[place][i]];
        gain += other < 0 ? 0 : party_pair_points(index, row, other);
    }
    return gain;
}
