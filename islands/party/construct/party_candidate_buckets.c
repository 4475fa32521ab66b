#include "party_candidate_buckets.h"

size_t party_candidate_most_buckets(const struct party_index *index)
{
    size_t k = index->most_neighbours;
    return index->paired ? index->n_lists
                         : (k + 1) * (k + 1) + index->n_weighted * k + 1;
}

/* The output. */
struct builder {
    const struct party_candidate_neighbours *neighbours;
    struct party_candidate_bucket *buckets;
    size_t n;
};

static void add_bucket(struct builder *builder, const struct party_index_family *family,
                       struct party_index_list list, unsigned without, int most,
                       int least)
{
    if (list.count)
        builder->buckets[builder->n++] =
            (struct party_candidate_bucket){family, list, without, most, least};
}

static uint16_t lane(const struct party_candidate_neighbours *neighbours,
                     size_t neighbour, unsigned t)
{
    const uint64_t *key = neighbours->key + neighbour * neighbours->index->words;
    return (uint16_t)(key[t / PARTY_INDEX_KEY_LANES] >>
                      (t % PARTY_INDEX_KEY_LANES * 16));
}

/* Removes duplicates; returns how many are left. */
static size_t distinct_values(const uint16_t *value, size_t n, uint16_t *distinct)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        size_t j = 0;
        while (j < found && distinct[j] != value[i])
            j++;
        distinct[j] = value[i];
        found += j == found;
    }
    return found;
}

/* Whether the filter admits a value of weighted trait t. */
static bool is_admissible(const struct party_candidate_neighbours *neighbours,
                          unsigned t, uint32_t value)
{
    if (!neighbours->filter)
        return true;
    int column = neighbours->filter->rules->column_of[neighbours->index->trait[t]];
    return column < 0 ||
           party_forward_admits_value(neighbours->filter, (size_t)column, value);
}

/* Heroes with values a and b of the weighted traits 0 and 1; -1: of no neighbour. */
static void add_pair(struct builder *builder, int a, int b)
{
    const struct party_candidate_neighbours *neighbours = builder->neighbours;
    const struct party_index *index = neighbours->index;
    const int32_t *most_of = index->most + 2 * index->subsets;
    const int32_t *least_of = index->least + 2 * index->subsets;
    int most = 0, least = 0;
    if ((a >= 0 && !is_admissible(neighbours, 0, (uint32_t)a)) ||
        (b >= 0 && !is_admissible(neighbours, 1, (uint32_t)b)))
        return;
    for (size_t i = 0; i < neighbours->n; i++) {
        unsigned set = (unsigned)(neighbours->first[i] == a) |
                       (unsigned)(neighbours->second[i] == b) << 1;
        most += most_of[set];
        least += least_of[set];
    }
    if (a >= 0 && b >= 0)
        add_bucket(builder, &index->pairs,
                   party_index_list_pair(index, (uint16_t)a, (uint16_t)b), 0, most,
                   least);
    else if (a >= 0)
        add_bucket(builder, &index->by[0],
                   party_index_list_at(&index->by[0], (uint32_t)a), 2, most, least);
    else
        add_bucket(builder, &index->by[1],
                   party_index_list_at(&index->by[1], (uint32_t)b), 1, most, least);
}

/* Heroes that share weighted trait t with a neighbour and no earlier trait. */
static void add_single(struct builder *builder, unsigned t)
{
    const struct party_index *index = builder->neighbours->index;
    const int32_t *most_of = index->most + (t + 1) * index->subsets;
    const int32_t *least_of = index->least + (t + 1) * index->subsets;
    uint16_t lanes[PARTY_MAX_PLACES], values[PARTY_MAX_PLACES];
    for (size_t i = 0; i < builder->neighbours->n; i++)
        lanes[i] = lane(builder->neighbours, i, t);
    size_t n_values = distinct_values(lanes, builder->neighbours->n, values);
    for (size_t j = 0; j < n_values; j++) {
        int most = 0, least = 0;
        if (!is_admissible(builder->neighbours, t, values[j]))
            continue;
        for (size_t i = 0; i < builder->neighbours->n; i++) {
            unsigned set = (unsigned)(lanes[i] == values[j]) << t;
            most += most_of[set];
            least += least_of[set];
        }
        add_bucket(builder, &index->by[t],
                   party_index_list_at(&index->by[t], values[j]), (1U << t) - 1, most,
                   least);
    }
}

/* Whether a neighbour before the n-th has values a and b of the heaviest traits. */
static bool has_pair(const struct party_candidate_neighbours *neighbours, size_t n,
                     uint16_t a, uint16_t b)
{
    for (size_t i = 0; i < n; i++)
        if (neighbours->first[i] == a && neighbours->second[i] == b)
            return true;
    return false;
}

/* Heroes with values a and b of the weighted traits 0 and 1 (as far as the partition
 * knows them), with bounds from the weights of these values. */
static void add_list(struct builder *builder, const struct party_index_family *family,
                     uint32_t list, uint16_t a, uint16_t b)
{
    const struct party_candidate_neighbours *neighbours = builder->neighbours;
    const struct party_index *index = neighbours->index;
    const struct party_trait *trait = index->paired->trait;
    unsigned known = index->partition;
    int most = 0, least = 0;
    if ((known > 0 && !is_admissible(neighbours, 0, a)) ||
        (known > 1 && !is_admissible(neighbours, 1, b)))
        return;
    for (size_t i = 0; i < neighbours->n; i++) {
        int match = 0;
        if (known > 0)
            match +=
                party_pair_weight(&trait[index->trait[0]], neighbours->first[i], a);
        if (known > 1)
            match +=
                party_pair_weight(&trait[index->trait[1]], neighbours->second[i], b);
        most += index->most_of_match[known][match];
        least += index->least_of_match[known][match];
    }
    add_bucket(builder, family, party_index_list_at(family, list), 0, most, least);
}

/* All lists of the partition. */
static void add_partition(struct builder *builder)
{
    const struct party_index *index = builder->neighbours->index;
    if (index->partition < 2) {
        const struct party_index_family *family =
            index->partition ? &index->by[0] : &index->all;
        for (uint32_t v = 0; v < index->n_lists; v++)
            add_list(builder, family, v, (uint16_t)v, 0);
        return;
    }
    uint32_t values = index->paired->trait[index->trait[0]].n_values;
    for (uint32_t a = 0; a < values; a++)
        for (uint32_t i = index->pair_of[a]; i < index->pair_of[a + 1]; i++)
            add_list(builder, &index->pairs, i, (uint16_t)a, index->pair_value[i]);
}

size_t
party_candidate_paired_buckets(const struct party_candidate_neighbours *neighbours,
                               struct party_candidate_bucket *buckets)
{
    struct builder builder = {neighbours, buckets, 0};
    if (neighbours->index->paired) {
        add_partition(&builder);
        return builder.n;
    }
    for (size_t i = 0; i < neighbours->n && neighbours->index->n_weighted >= 2; i++)
        if (!has_pair(neighbours, i, neighbours->first[i], neighbours->second[i]))
            add_pair(&builder, neighbours->first[i], neighbours->second[i]);
    return builder.n;
}

/* Heroes that share only one of the two heaviest traits with neighbours, or both but
 * with different neighbours. */
static void add_half_paired(struct builder *builder)
{
    const struct party_candidate_neighbours *neighbours = builder->neighbours;
    uint16_t a[PARTY_MAX_PLACES], b[PARTY_MAX_PLACES];
    size_t n_a = distinct_values(neighbours->first, neighbours->n, a);
    size_t n_b = distinct_values(neighbours->second, neighbours->n, b);
    for (size_t i = 0; i < n_a; i++)
        for (size_t j = 0; j < n_b; j++)
            if (!has_pair(neighbours, neighbours->n, a[i], b[j]))
                add_pair(builder, a[i], b[j]);
    for (size_t i = 0; i < n_a; i++)
        add_pair(builder, a[i], -1);
    for (size_t j = 0; j < n_b; j++)
        add_pair(builder, -1, b[j]);
}

size_t
party_candidate_other_buckets(const struct party_candidate_neighbours *neighbours,
                              struct party_candidate_bucket *buckets)
{
    const struct party_index *index = neighbours->index;
    struct builder builder = {neighbours, buckets, 0};
    if (index->paired)
        return 0;
    if (index->n_weighted >= 2)
        add_half_paired(&builder);
    for (unsigned t = index->n_weighted >= 2 ? 2 : 0; t < index->n_weighted; t++)
        add_single(&builder, t);
    int none = (int)neighbours->n * index->points[0];
    add_bucket(&builder, &index->all, party_index_list_at(&index->all, 0),
               (1U << index->n_weighted) - 1, none, none);
    return builder.n;
}

void party_candidate_neighbours_init(struct party_candidate_neighbours *neighbours,
                                     const struct party *party,
                                     const struct party_index *index,
                                     const struct party_forward *filter,
                                     const int32_t *hero, size_t place)
{
    neighbours->index = index;
    neighbours->filter = filter;
    neighbours->n = 0;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = hero[party->neighbour[place][i]];
        if (other < 0)
            continue;
        const uint64_t *key = party_index_key(index, other);
        neighbours->first[neighbours->n] = (uint16_t)key[0];
        neighbours->second[neighbours->n] = (uint16_t)(key[0] >> 16);
        for (unsigned w = 0; w < index->words; w++)
            neighbours->key[neighbours->n * index->words + w] = key[w];
        neighbours->n++;
    }
}
