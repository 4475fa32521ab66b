#include "party_match.h"

#include <limits.h>

enum {
    DRAWS = 8,       /* by chance in a list, before it is scanned */
    SCAN_BELOW = 16, /* heroes: shorter lists are scanned at once */
    DRAWS_OF_ALL = 32
};

size_t party_site_bytes(const struct party_index *index,
                        const struct party_rules *rules)
{
    return index->n_eligible * sizeof(int32_t) + rules->n_values +
           party_most_strands(index) * sizeof(struct party_strand) + 4 * ARENA_ALIGN;
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
    site->strands = ARENA_NEW(scratch, struct party_strand, party_most_strands(index));
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

static inline void scan_words(struct party_site *site,
                              const struct party_strand *strand, struct party_list list,
                              unsigned words)
{
    const struct party_family *family = strand->family;
    for (uint32_t i = list.first; i < list.first + list.count; i++) {
        unsigned shared;
        int gain = party_points_beside(&site->beside, family->key + (size_t)i * words,
                                       words, &shared);
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
        int gain = party_points_beside(&site->beside, strand->family->key + i * words,
                                       words, &shared);
        int32_t row = strand->family->row[i];
        if (gain == strand->most && !(shared & strand->without) &&
            party_filter_admits(&site->filter, row) && is_free(site, row))
            return row;
    }
    return -1;
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

int32_t party_match_best(struct party_site *site, size_t place)
{
    party_beside_init(&site->beside, site->party, site->index, site->hero, place);
    if (!site->beside.n)
        return party_match_any(site);
    size_t n = party_strands(&site->beside, site->strands);
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
