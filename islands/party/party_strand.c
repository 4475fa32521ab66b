#include "party_strand.h"

size_t party_most_strands(const struct party_index *index)
{
    size_t k = index->most_neighbours;
    return (k + 1) * (k + 1) + index->n_weighted * k + 1;
}

/* Where strands are put. */
struct making {
    const struct party_beside *beside;
    struct party_strand *strands;
    size_t n;
};

static void add_strand(struct making *making, const struct party_family *family,
                       struct party_list list, unsigned without, int most, int least)
{
    if (list.count)
        making->strands[making->n++] =
            (struct party_strand){family, list, without, most, least};
}

static uint16_t lane(const struct party_beside *beside, size_t neighbour, unsigned t)
{
    const uint64_t *key = beside->key + neighbour * beside->index->words;
    return (uint16_t)(key[t / PARTY_KEY_LANES] >> (t % PARTY_KEY_LANES * 16));
}

/* Each value once; returns how many. */
static size_t unlike(const uint16_t *value, size_t n, uint16_t *unlike)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        size_t j = 0;
        while (j < found && unlike[j] != value[i])
            j++;
        unlike[j] = value[i];
        found += j == found;
    }
    return found;
}

/* Whether heroes with a value of weighted trait t may come at all. */
static bool may_come(const struct party_beside *beside, unsigned t, uint32_t value)
{
    if (!beside->filter)
        return true;
    int column = beside->filter->rules->column_of[beside->index->trait[t]];
    return column < 0 ||
           party_filter_admits_value(beside->filter, (size_t)column, value);
}

/* Heroes with value a of trait 0 or b of trait 1, or both; -1: with no neighbour's. */
static void add_pair(struct making *making, int a, int b)
{
    const struct party_beside *beside = making->beside;
    const struct party_index *index = beside->index;
    const int32_t *most_of = index->most + 2 * index->subsets;
    const int32_t *least_of = index->least + 2 * index->subsets;
    int most = 0, least = 0;
    if ((a >= 0 && !may_come(beside, 0, (uint32_t)a)) ||
        (b >= 0 && !may_come(beside, 1, (uint32_t)b)))
        return;
    for (size_t i = 0; i < beside->n; i++) {
        unsigned set =
            (unsigned)(beside->first[i] == a) | (unsigned)(beside->second[i] == b) << 1;
        most += most_of[set];
        least += least_of[set];
    }
    if (a >= 0 && b >= 0)
        add_strand(making, &index->pairs,
                   party_list_pair(index, (uint16_t)a, (uint16_t)b), 0, most, least);
    else if (a >= 0)
        add_strand(making, &index->by[0], party_list_at(&index->by[0], (uint32_t)a), 2,
                   most, least);
    else
        add_strand(making, &index->by[1], party_list_at(&index->by[1], (uint32_t)b), 1,
                   most, least);
}

/* Heroes who share weighted trait t with a neighbour and no trait before it. */
static void add_single(struct making *making, unsigned t)
{
    const struct party_index *index = making->beside->index;
    const int32_t *most_of = index->most + (t + 1) * index->subsets;
    const int32_t *least_of = index->least + (t + 1) * index->subsets;
    uint16_t lanes[PARTY_MAX_PLACES], values[PARTY_MAX_PLACES];
    for (size_t i = 0; i < making->beside->n; i++)
        lanes[i] = lane(making->beside, i, t);
    size_t n_values = unlike(lanes, making->beside->n, values);
    for (size_t j = 0; j < n_values; j++) {
        int most = 0, least = 0;
        if (!may_come(making->beside, t, values[j]))
            continue;
        for (size_t i = 0; i < making->beside->n; i++) {
            unsigned set = (unsigned)(lanes[i] == values[j]) << t;
            most += most_of[set];
            least += least_of[set];
        }
        add_strand(making, &index->by[t], party_list_at(&index->by[t], values[j]),
                   (1U << t) - 1, most, least);
    }
}

/* Whether a neighbour before the n-th has values a and b of the heaviest traits. */
static bool has_pair(const struct party_beside *beside, size_t n, uint16_t a,
                     uint16_t b)
{
    for (size_t i = 0; i < n; i++)
        if (beside->first[i] == a && beside->second[i] == b)
            return true;
    return false;
}

size_t party_paired_strands(const struct party_beside *beside,
                            struct party_strand *strands)
{
    struct making making = {beside, strands, 0};
    for (size_t i = 0; i < beside->n && beside->index->n_weighted >= 2; i++)
        if (!has_pair(beside, i, beside->first[i], beside->second[i]))
            add_pair(&making, beside->first[i], beside->second[i]);
    return making.n;
}

/* Heroes who share one of the heaviest traits with neighbours, or the one with this
 * and the other with that neighbour. */
static void add_half_paired(struct making *making)
{
    const struct party_beside *beside = making->beside;
    uint16_t a[PARTY_MAX_PLACES], b[PARTY_MAX_PLACES];
    size_t n_a = unlike(beside->first, beside->n, a);
    size_t n_b = unlike(beside->second, beside->n, b);
    for (size_t i = 0; i < n_a; i++)
        for (size_t j = 0; j < n_b; j++)
            if (!has_pair(beside, beside->n, a[i], b[j]))
                add_pair(making, a[i], b[j]);
    for (size_t i = 0; i < n_a; i++)
        add_pair(making, a[i], -1);
    for (size_t j = 0; j < n_b; j++)
        add_pair(making, -1, b[j]);
}

size_t party_other_strands(const struct party_beside *beside,
                           struct party_strand *strands)
{
    const struct party_index *index = beside->index;
    struct making making = {beside, strands, 0};
    if (index->n_weighted >= 2)
        add_half_paired(&making);
    for (unsigned t = index->n_weighted >= 2 ? 2 : 0; t < index->n_weighted; t++)
        add_single(&making, t);
    int none = (int)beside->n * index->points[0];
    add_strand(&making, &index->all, party_list_at(&index->all, 0),
               (1U << index->n_weighted) - 1, none, none);
    return making.n;
}

void party_beside_init(struct party_beside *beside, const struct party *party,
                       const struct party_index *index,
                       const struct party_filter *filter, const int32_t *hero,
                       size_t place)
{
    beside->index = index;
    beside->filter = filter;
    beside->n = 0;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = hero[party->neighbour[place][i]];
        if (other < 0)
            continue;
        const uint64_t *key = party_key(index, other);
        beside->first[beside->n] = (uint16_t)key[0];
        beside->second[beside->n] = (uint16_t)(key[0] >> 16);
        for (unsigned w = 0; w < index->words; w++)
            beside->key[beside->n * index->words + w] = key[w];
        beside->n++;
    }
}
