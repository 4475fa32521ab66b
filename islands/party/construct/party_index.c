#include "party_index.h"

#include <string.h>

/* Lists of a partition, by hand: each is looked at for every place that is filled. */
enum { MOST_LISTS = 4096 };

/* An eligible hero, in the order of the lists. */
struct entry {
    double value;
    int32_t row;
};

static int by_value_and_row(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static void order_traits(const struct party *party, struct party_index *index)
{
    for (size_t t = 0; t < party->n_traits; t++) {
        if (!party->trait[t].most_weight)
            continue;
        unsigned at = index->n_weighted++;
        for (; at > 0; at--) {
            if (party->trait[index->trait[at - 1]].most_weight >=
                party->trait[t].most_weight)
                break;
            index->trait[at] = index->trait[at - 1];
        }
        index->trait[at] = (uint32_t)t;
        if (party->trait[t].pairs)
            index->paired = party;
    }
    index->words =
        (index->n_weighted + PARTY_INDEX_KEY_LANES - 1) / PARTY_INDEX_KEY_LANES;
    index->words = index->words ? index->words : 1;
    index->subsets = 1U << (index->words * PARTY_INDEX_KEY_LANES);
}

static void fill_keys(const struct party *party, struct party_index *index)
{
    for (size_t h = 0; h < party->n_heroes; h++) {
        uint64_t *key = index->key + h * index->words;
        for (unsigned t = 0; t < index->n_weighted; t++)
            key[t / PARTY_INDEX_KEY_LANES] |=
                (uint64_t)party->trait[index->trait[t]].code[h]
                << (t % PARTY_INDEX_KEY_LANES * 16);
    }
}

/* Fills points, then most and least from the last trait down: each level is the maximum
 * or minimum over one more unknown trait. */
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

static int find_most_unpaired(const struct party_index *index)
{
    int most = index->points[0];
    for (size_t set = 0; set < index->subsets; set++)
        if (index->n_weighted < 2 || (set & 3) != 3)
            most = index->points[set] > most ? index->points[set] : most;
    return most;
}

/* Bounds on the points of an edge by what is known of its match, for each partition. */
static enum status fill_ranges(const struct party *party, struct arena *perm,
                               struct party_index *index)
{
    size_t n = (size_t)party->max_match + 1;
    int rest = party->max_match;
    for (unsigned known = 0; known <= 2; known++) {
        int32_t *most = ARENA_NEW(perm, int32_t, n);
        int32_t *least = ARENA_NEW(perm, int32_t, n);
        if (!most || !least)
            return STATUS_MEMORY;
        if (known > 0 && known <= index->n_weighted)
            rest -= party->trait[index->trait[known - 1]].most_weight;
        for (int match = 0; match <= party->max_match; match++) {
            int to = match + rest < party->max_match ? match + rest : party->max_match;
            most[match] = party_most_points(party, match, to);
            least[match] = party_least_points(party, match, to);
        }
        index->most_of_match[known] = most;
        index->least_of_match[known] = least;
    }
    return STATUS_OK;
}

/* Input and work space of the lists. */
struct builder {
    const struct party *party;
    struct party_index *index;
    const uint8_t *out;
    struct entry *entries; /* n_eligible, in the order of every list */
    uint32_t *list;        /* of each entry, in the current family */
    struct arena *perm;
};

/* Distributes the entries to the lists 0..lists-1 of a family, by a stable counting
 * sort. */
static enum status fill_family(struct builder *builder, size_t lists,
                               struct party_index_family *family)
{
    const struct party_index *index = builder->index;
    size_t n = index->n_eligible, words = index->words;
    uint32_t *first = ARENA_NEW(builder->perm, uint32_t, lists + 2);
    int32_t *row = ARENA_NEW(builder->perm, int32_t, n + 1);
    double *value = ARENA_NEW(builder->perm, double, n + 1);
    uint64_t *key = ARENA_NEW(builder->perm, uint64_t, (n + 1) * words);
    if (!first || !row || !value || !key)
        return STATUS_MEMORY;
    for (size_t i = 0; i < n; i++)
        first[builder->list[i] + 2]++;
    for (size_t v = 2; v < lists + 2; v++)
        first[v] += first[v - 1];
    for (size_t i = 0; i < n; i++) {
        size_t at = first[builder->list[i] + 1]++;
        row[at] = builder->entries[i].row;
        value[at] = builder->entries[i].value;
        memcpy(key + at * words, party_index_key(index, row[at]), words * sizeof *key);
    }
    *family = (struct party_index_family){first, row, value, key};
    return STATUS_OK;
}

static uint16_t code_of(const struct builder *builder, unsigned t, size_t entry)
{
    const struct party_trait *trait = &builder->party->trait[builder->index->trait[t]];
    return trait->code[builder->entries[entry].row];
}

static enum status build_single(struct builder *builder, unsigned t)
{
    struct party_index *index = builder->index;
    for (size_t i = 0; i < index->n_eligible; i++)
        builder->list[i] = code_of(builder, t, i);
    return fill_family(builder, builder->party->trait[index->trait[t]].n_values,
                       &index->by[t]);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The pairs that occur, rising; returns how many. */
static uint32_t gather_pairs(const struct builder *builder, uint32_t *pairs)
{
    uint32_t n = 0;
    for (size_t i = 0; i < builder->index->n_eligible; i++)
        pairs[i] = (uint32_t)code_of(builder, 0, i) << 16 | code_of(builder, 1, i);
    qsort(pairs, builder->index->n_eligible, sizeof *pairs, by_number);
    for (size_t i = 0; i < builder->index->n_eligible; i++)
        if (!i || pairs[i] != pairs[n - 1])
            pairs[n++] = pairs[i];
    return n;
}

static uint32_t find_pair(const struct party_index *index, uint16_t a, uint16_t b)
{
    uint32_t low = index->pair_of[a], high = index->pair_of[a + 1];
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (index->pair_value[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A table of all pairs, unless it would be larger than the pool (by hand: 8 entries a
 * hero, plus 4,096). */
static enum status fill_pair_table(struct builder *builder, uint32_t n)
{
    struct party_index *index = builder->index;
    size_t rows = builder->party->trait[index->trait[0]].n_values;
    size_t columns = builder->party->trait[index->trait[1]].n_values;
    if (rows * columns > 8 * builder->party->n_heroes + 4096)
        return STATUS_OK;
    index->pair_columns = (uint32_t)columns;
    index->pair_at = ARENA_NEW(builder->perm, uint32_t, rows * columns + 1);
    if (!index->pair_at)
        return STATUS_MEMORY;
    for (size_t a = 0; a < rows; a++)
        for (size_t b = 0; b < columns; b++) {
            uint32_t at = find_pair(index, (uint16_t)a, (uint16_t)b);
            bool found = at < index->pair_of[a + 1] && index->pair_value[at] == b;
            index->pair_at[a * columns + b] = found ? at : n;
        }
    return STATUS_OK;
}

static enum status build_pairs(struct builder *builder)
{
    struct party_index *index = builder->index;
    uint32_t values = builder->party->trait[index->trait[0]].n_values;
    uint32_t *pairs = builder->list, n = gather_pairs(builder, pairs);
    index->pair_value = ARENA_NEW(builder->perm, uint16_t, n + 1);
    index->pair_of = ARENA_NEW(builder->perm, uint32_t, values + 1);
    if (!index->pair_value || !index->pair_of)
        return STATUS_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        index->pair_value[i] = (uint16_t)pairs[i];
        index->pair_of[(pairs[i] >> 16) + 1]++;
    }
    for (uint32_t v = 0; v < values; v++)
        index->pair_of[v + 1] += index->pair_of[v];
    for (size_t i = 0; i < index->n_eligible; i++)
        builder->list[i] =
            find_pair(index, code_of(builder, 0, i), code_of(builder, 1, i));
    if (fill_pair_table(builder, n))
        return STATUS_MEMORY;
    return fill_family(builder, n + 1, &index->pairs); /* the last one is empty */
}

/* Eligible heroes by falling value. */
static void order_heroes(struct builder *builder, const double *lead)
{
    const struct party *party = builder->party;
    size_t n = 0;
    for (size_t h = 0; h < party->n_heroes; h++)
        if (!builder->out[h])
            builder->entries[n++] = (struct entry){lead ? lead[h] : 0, (int32_t)h};
    builder->index->n_eligible = n;
    if (lead)
        qsort(builder->entries, n, sizeof *builder->entries, by_value_and_row);
}

/* The finest lists that are not too many: by pair of values, by value, or one. */
static void choose_partition(const struct party *party, struct party_index *index)
{
    uint32_t values = index->n_weighted ? party->trait[index->trait[0]].n_values : 0;
    index->partition = 0;
    index->n_lists = 1;
    if (index->n_weighted >= 1 && values <= MOST_LISTS) {
        index->partition = 1;
        index->n_lists = values;
    }
    if (index->n_weighted >= 2 && index->pair_of[values] <= MOST_LISTS) {
        index->partition = 2;
        index->n_lists = index->pair_of[values];
    }
}

static enum status build_lists(const struct party *party, const uint8_t *out,
                               const double *lead, struct party_index *index,
                               struct arena *perm)
{
    struct arena temporary;
    arena_init(&temporary);
    struct builder builder = {
        .party = party,
        .index = index,
        .out = out,
        .entries = ARENA_NEW(&temporary, struct entry, party->n_heroes + 1),
        .list = ARENA_NEW(&temporary, uint32_t, party->n_heroes + 1),
        .perm = perm};
    enum status status = builder.entries && builder.list ? STATUS_OK : STATUS_MEMORY;
    if (!status) {
        order_heroes(&builder, lead);
        status = fill_family(&builder, 1, &index->all);
    }
    for (unsigned t = 0; t < index->n_weighted && !status; t++)
        status = build_single(&builder, t);
    if (!status && index->n_weighted >= 2)
        status = build_pairs(&builder);
    if (!status)
        choose_partition(party, index);
    arena_free(&temporary);
    return status;
}

/* The tables that depend on the traits alone. */
static enum status fill_tables(const struct party *party, struct arena *perm,
                               struct party_index *index)
{
    size_t n = index->subsets, levels = index->n_weighted + 1;
    index->key = ARENA_NEW(perm, uint64_t, party->n_heroes * index->words);
    index->points = ARENA_NEW(perm, int32_t, n);
    index->most = ARENA_NEW(perm, int32_t, n * levels);
    index->least = ARENA_NEW(perm, int32_t, n * levels);
    if (!index->key || !index->points || !index->most || !index->least)
        return STATUS_MEMORY;
    fill_keys(party, index);
    fill_points(party, index);
    return index->paired ? fill_ranges(party, perm, index) : STATUS_OK;
}

enum status party_index_build(const struct party *party, const uint8_t *out,
                              const double *lead, const struct party_index *known,
                              struct arena *perm, struct party_index *index,
                              struct error *err)
{
    *index = (struct party_index){0};
    order_traits(party, index);
    if (known) {
        index->key = known->key;
        index->points = known->points;
        index->most = known->most;
        index->least = known->least;
        memcpy(index->most_of_match, known->most_of_match, sizeof index->most_of_match);
        memcpy(index->least_of_match, known->least_of_match,
               sizeof index->least_of_match);
    } else if (fill_tables(party, perm, index)) {
        return error_set(err, STATUS_MEMORY, "party: no memory for the index");
    }
    index->most_unpaired = find_most_unpaired(index);
    for (size_t p = 0; p < party->n_places; p++)
        if (party->n_neighbours[p] > index->most_neighbours)
            index->most_neighbours = party->n_neighbours[p];
    if (build_lists(party, out, lead, index, perm))
        return error_set(err, STATUS_MEMORY, "party: no memory for the index");
    return STATUS_OK;
}

struct party_index_list party_index_list_pair(const struct party_index *index,
                                              uint16_t a, uint16_t b)
{
    if (index->pair_at)
        return party_index_list_at(&index->pairs,
                                   index->pair_at[(size_t)a * index->pair_columns + b]);
    uint32_t low = find_pair(index, a, b);
    if (low == index->pair_of[a + 1] || index->pair_value[low] != b)
        return (struct party_index_list){0};
    return party_index_list_at(&index->pairs, low);
}

int party_index_paired_points(const struct party_index *index, const uint64_t *a,
                              const uint64_t *b)
{
    int match = 0;
    for (unsigned t = 0; t < index->n_weighted; t++) {
        unsigned word = t / PARTY_INDEX_KEY_LANES,
                 shift = t % PARTY_INDEX_KEY_LANES * 16;
        match += party_pair_weight(&index->paired->trait[index->trait[t]],
                                   (uint16_t)(a[word] >> shift),
                                   (uint16_t)(b[word] >> shift));
    }
    return index->paired->points[match];
}

int party_index_points_with_neighbours(const struct party *party,
                                       const struct party_index *index,
                                       const int32_t *hero, size_t place, int32_t row)
{
    int gain = 0;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = hero[party->neighbour[place][i]];
        gain += other < 0 ? 0 : party_index_pair_points(index, row, other);
    }
    return gain;
}
