#include "party_match.h"

#include <limits.h>

enum {
    DRAWS = 8,       /* by chance in a list, before it is scanned */
    SCAN_BELOW = 16, /* heroes: shorter lists are scanned at once */
    DRAWS_OF_ALL = 32
};

/* A list of heroes and the points that they bring beside the occupied neighbours. */
struct party_strand {
    const struct party_family *family;
    struct party_list list;
    unsigned without; /* traits that these heroes share with no neighbour */
    int most, least;
};

static size_t most_strands(const struct party_index *index)
{
    size_t k = index->most_neighbours;
    return (k + 1) * (k + 1) + index->n_weighted * k + 1;
}

size_t party_site_bytes(const struct party_index *index,
                        const struct party_rules *rules)
{
    return index->n_eligible * sizeof(int32_t) + rules->n_values +
           most_strands(index) * sizeof(struct party_strand) + 4 * ARENA_ALIGN;
}

void party_site_init(struct party_site *site, const struct party *party,
                     const struct party_index *index, const struct party_rules *rules,
                     struct rng *rng, struct arena *scratch)
{
    site->party = party;
    site->index = index;
    site->rng = rng;
    site->n_barred = 0;
    for (size_t p = 0; p < party->n_places; p++)
        site->hero[p] = -1;
    site->ties = ARENA_NEW(scratch, int32_t, index->n_eligible);
    site->strands = ARENA_NEW(scratch, struct party_strand, most_strands(index));
    party_filter_init(&site->filter, rules, party->n_places, scratch);
}

static bool is_free(const struct party_site *site, int32_t row)
{
    for (size_t p = 0; p < site->party->n_places; p++)
        if (site->hero[p] == row)
            return false;
    for (size_t i = 0; i < site->n_barred; i++)
        if (site->barred[i] == row)
            return false;
    return true;
}

/* The part of a list whose leading sum the look-ahead admits. */
static struct party_list admitted(const struct party_site *site,
                                  const struct party_family *family,
                                  struct party_list list)
{
    const struct party_filter *filter = &site->filter;
    if (!filter->rules->n_sums)
        return list;
    const double *value = family->value + list.first;
    uint32_t low = 0, high = list.count, first;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (value[middle] > filter->to[0])
            low = middle + 1;
        else
            high = middle;
    }
    first = low;
    for (high = list.count; low < high;) {
        uint32_t middle = (low + high) / 2;
        if (value[middle] >= filter->from[0])
            low = middle + 1;
        else
            high = middle;
    }
    return (struct party_list){list.first + first, low - first};
}

/* Points of a hero beside the occupied neighbours; `shared` gathers the traits that it
 * shares with any. */
static inline int gain_of(const struct party_site *site, const uint64_t *key,
                          unsigned words, unsigned *shared)
{
    const int32_t *points = site->index->points;
    int gain = 0;
    unsigned any = 0;
    for (size_t i = 0; i < site->n_keys; i++) {
        unsigned set = party_shared(key, site->key + i * words, words);
        gain += points[set];
        any |= set;
    }
    *shared = any;
    return gain;
}

static inline void scan_words(struct party_site *site,
                              const struct party_strand *strand, struct party_list list,
                              unsigned words)
{
    const struct party_family *family = strand->family;
    for (uint32_t i = list.first; i < list.first + list.count; i++) {
        unsigned shared;
        int gain = gain_of(site, family->key + (size_t)i * words, words, &shared);
        if (gain < site->best || shared & strand->without)
            continue;
        int32_t row = family->row[i];
        if (!party_filter_admits(&site->filter, row) || !is_free(site, row))
            continue;
        if (gain > site->best) {
            site->best = gain;
            site->n_ties = 0;
        }
        site->ties[site->n_ties++] = row;
    }
}

/* Adds the best of a list to the ties. */
static void scan(struct party_site *site, const struct party_strand *strand,
                 struct party_list list)
{
    if (site->index->words == 1)
        scan_words(site, strand, list, 1);
    else
        scan_words(site, strand, list, site->index->words);
}

/* A hero who brings a strand's most points, by chance: each is as likely, and so is
 * each in a scan. -1 when chance found none. */
static int32_t draw(const struct party_site *site, const struct party_strand *strand,
                    struct party_list list)
{
    unsigned words = site->index->words;
    for (int try = 0; try < DRAWS; try++) {
        size_t i = list.first + (size_t)rng_below(site->rng, list.count);
        unsigned shared;
        int gain = gain_of(site, strand->family->key + i * words, words, &shared);
        int32_t row = strand->family->row[i];
        if (gain == strand->most && !(shared & strand->without) &&
            party_filter_admits(&site->filter, row) && is_free(site, row))
            return row;
    }
    return -1;
}

static void add_strand(struct party_site *site, size_t *n,
                       const struct party_family *family, struct party_list list,
                       unsigned without, int most, int least)
{
    if (list.count)
        site->strands[(*n)++] =
            (struct party_strand){family, list, without, most, least};
}

static uint16_t lane(const struct party_site *site, size_t neighbour, unsigned t)
{
    const uint64_t *key = site->key + neighbour * site->index->words;
    return (uint16_t)(key[t / PARTY_KEY_LANES] >> (t % PARTY_KEY_LANES * 16));
}

/* Values of weighted trait t among the neighbours, each once; returns how many. */
static size_t values_of(const struct party_site *site, unsigned t, uint16_t *values)
{
    size_t n = 0;
    for (size_t i = 0; i < site->n_keys; i++) {
        uint16_t value = lane(site, i, t);
        size_t j = 0;
        while (j < n && values[j] != value)
            j++;
        values[j] = value;
        n += j == n;
    }
    return n;
}

/* Heroes with value a of trait 0 or b of trait 1, or both; -1: with no neighbour's. */
static void add_pair(struct party_site *site, size_t *n, int a, int b)
{
    const struct party_index *index = site->index;
    const int32_t *most_of = index->most + 2 * index->subsets;
    const int32_t *least_of = index->least + 2 * index->subsets;
    int most = 0, least = 0;
    for (size_t i = 0; i < site->n_keys; i++) {
        unsigned set = (lane(site, i, 0) == a) | (lane(site, i, 1) == b) << 1;
        most += most_of[set];
        least += least_of[set];
    }
    if (a >= 0 && b >= 0)
        add_strand(site, n, &index->pairs,
                   party_list_pair(index, (uint16_t)a, (uint16_t)b), 0, most, least);
    else if (a >= 0)
        add_strand(site, n, &index->by[0], party_list_at(&index->by[0], (uint32_t)a), 2,
                   most, least);
    else
        add_strand(site, n, &index->by[1], party_list_at(&index->by[1], (uint32_t)b), 1,
                   most, least);
}

/* Heroes who share weighted trait t with a neighbour and no trait before it. */
static void add_single(struct party_site *site, size_t *n, unsigned t)
{
    const struct party_index *index = site->index;
    const int32_t *most_of = index->most + (t + 1) * index->subsets;
    const int32_t *least_of = index->least + (t + 1) * index->subsets;
    uint16_t values[PARTY_MAX_PLACES];
    size_t n_values = values_of(site, t, values);
    for (size_t j = 0; j < n_values; j++) {
        int most = 0, least = 0;
        for (size_t i = 0; i < site->n_keys; i++) {
            unsigned set = (unsigned)(lane(site, i, t) == values[j]) << t;
            most += most_of[set];
            least += least_of[set];
        }
        add_strand(site, n, &index->by[t], party_list_at(&index->by[t], values[j]),
                   (1U << t) - 1, most, least);
    }
}

/* All heroes, parted into strands by what they share with the neighbours. */
static size_t make_strands(struct party_site *site)
{
    const struct party_index *index = site->index;
    uint16_t a[PARTY_MAX_PLACES], b[PARTY_MAX_PLACES];
    size_t n = 0;
    unsigned first_single = 0;
    if (index->n_weighted >= 2) {
        size_t n_a = values_of(site, 0, a), n_b = values_of(site, 1, b);
        for (size_t i = 0; i < n_a; i++)
            for (size_t j = 0; j < n_b; j++)
                add_pair(site, &n, a[i], b[j]);
        for (size_t i = 0; i < n_a; i++)
            add_pair(site, &n, a[i], -1);
        for (size_t j = 0; j < n_b; j++)
            add_pair(site, &n, -1, b[j]);
        first_single = 2;
    }
    for (unsigned t = first_single; t < index->n_weighted; t++)
        add_single(site, &n, t);
    int none = (int)site->n_keys * index->points[0];
    add_strand(site, &n, &index->all, party_list_at(&index->all, 0),
               (1U << index->n_weighted) - 1, none, none);
    return n;
}

static struct party_strand take_best_strand(struct party_strand *strands, size_t *n)
{
    size_t best = 0;
    for (size_t i = 1; i < *n; i++)
        if (strands[i].most > strands[best].most)
            best = i;
    struct party_strand taken = strands[best];
    strands[best] = strands[--*n];
    return taken;
}

static bool any_reaches(const struct party_strand *strands, size_t n, int points)
{
    for (size_t i = 0; i < n; i++)
        if (strands[i].most >= points)
            return true;
    return false;
}

static void gather_keys(struct party_site *site, size_t place)
{
    const struct party *party = site->party;
    unsigned words = site->index->words;
    site->n_keys = 0;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = site->hero[party->neighbour[place][i]];
        if (other < 0)
            continue;
        for (unsigned w = 0; w < words; w++)
            site->key[site->n_keys * words + w] = party_key(site->index, other)[w];
        site->n_keys++;
    }
}

int32_t party_match_best(struct party_site *site, size_t place)
{
    gather_keys(site, place);
    if (!site->n_keys)
        return party_match_any(site);
    size_t n = make_strands(site);
    site->best = INT_MIN;
    site->n_ties = 0;
    while (n) {
        struct party_strand strand = take_best_strand(site->strands, &n);
        if (strand.most < site->best)
            break;
        struct party_list list = admitted(site, strand.family, strand.list);
        if (list.count >= SCAN_BELOW && strand.most > site->best &&
            !any_reaches(site->strands, n, strand.most)) {
            int32_t row = draw(site, &strand, list);
            if (row >= 0)
                return row;
        }
        scan(site, &strand, list);
    }
    return site->n_ties ? site->ties[rng_below(site->rng, site->n_ties)] : -1;
}

int32_t party_match_any(struct party_site *site)
{
    const struct party_family *all = &site->index->all;
    struct party_list list = admitted(site, all, party_list_at(all, 0));
    for (int try = 0; try < DRAWS_OF_ALL && list.count; try++) {
        int32_t row = all->row[list.first + (size_t)rng_below(site->rng, list.count)];
        if (party_filter_admits(&site->filter, row) && is_free(site, row))
            return row;
    }
    size_t n = 0;
    for (uint32_t i = list.first; i < list.first + list.count; i++)
        if (party_filter_admits(&site->filter, all->row[i]) &&
            is_free(site, all->row[i]))
            site->ties[n++] = all->row[i];
    return n ? site->ties[rng_below(site->rng, n)] : -1;
}
