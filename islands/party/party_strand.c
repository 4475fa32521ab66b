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

/* Values of weighted trait t among the neighbours, each once; returns how many. */
static size_t values_of(const struct party_beside *beside, unsigned t, uint16_t *values)
{
    size_t n = 0;
    for (size_t i = 0; i < beside->n; i++) {
        uint16_t value = lane(beside, i, t);
        size_t j = 0;
        while (j < n && values[j] != value)
            j++;
        values[j] = value;
        n += j == n;
    }
    return n;
}

/* Heroes with value a of trait 0 or b of trait 1, or both; -1: with no neighbour's. */
static void add_pair(struct making *making, int a, int b)
{
    const struct party_index *index = making->beside->index;
    const int32_t *most_of = index->most + 2 * index->subsets;
    const int32_t *least_of = index->least + 2 * index->subsets;
    int most = 0, least = 0;
    for (size_t i = 0; i < making->beside->n; i++) {
        unsigned set =
            (lane(making->beside, i, 0) == a) | (lane(making->beside, i, 1) == b) << 1;
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
    uint16_t values[PARTY_MAX_PLACES];
    size_t n_values = values_of(making->beside, t, values);
    for (size_t j = 0; j < n_values; j++) {
        int most = 0, least = 0;
        for (size_t i = 0; i < making->beside->n; i++) {
            unsigned set = (unsigned)(lane(making->beside, i, t) == values[j]) << t;
            most += most_of[set];
            least += least_of[set];
        }
        add_strand(making, &index->by[t], party_list_at(&index->by[t], values[j]),
                   (1U << t) - 1, most, least);
    }
}

size_t party_strands(const struct party_beside *beside, struct party_strand *strands)
{
    const struct party_index *index = beside->index;
    struct making making = {beside, strands, 0};
    uint16_t a[PARTY_MAX_PLACES], b[PARTY_MAX_PLACES];
    unsigned first_single = 0;
    if (index->n_weighted >= 2) {
        size_t n_a = values_of(beside, 0, a), n_b = values_of(beside, 1, b);
        for (size_t i = 0; i < n_a; i++)
            for (size_t j = 0; j < n_b; j++)
                add_pair(&making, a[i], b[j]);
        for (size_t i = 0; i < n_a; i++)
            add_pair(&making, a[i], -1);
        for (size_t j = 0; j < n_b; j++)
            add_pair(&making, -1, b[j]);
        first_single = 2;
    }
    for (unsigned t = first_single; t < index->n_weighted; t++)
        add_single(&making, t);
    int none = (int)beside->n * index->points[0];
    add_strand(&making, &index->all, party_list_at(&index->all, 0),
               (1U << index->n_weighted) - 1, none, none);
    return making.n;
}

void party_beside_init(struct party_beside *beside, const struct party *party,
                       const struct party_index *index, const int32_t *hero,
                       size_t place)
{
    beside->index = index;
    beside->n = 0;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = hero[party->neighbour[place][i]];
        if (other < 0)
            continue;
        for (unsigned w = 0; w < index->words; w++)
            beside->key[beside->n * index->words + w] = party_key(index, other)[w];
        beside->n++;
    }
}
