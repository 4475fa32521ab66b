#include "party_match.h"

#include <limits.h>
#include <string.h>

enum {
    DRAWS = 8,       /* by chance in a list, before it is scanned */
    BLOCK = 64,      /* heroes that are weighed together */
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

/* How many of falling values are above a bound (or_equal: or equal to it). Without
 * branches that depend on the values: they would be guessed wrong every other time. */
static uint32_t count_above(const double *value, uint32_t n, double bound,
                            bool or_equal)
{
    const double *at = value;
    while (n > 1) {
        uint32_t half = n / 2;
        bool above = at[half - 1] > bound || (or_equal && at[half - 1] == bound);
        at += above ? half : 0;
        n -= half;
    }
    return (uint32_t)(at - value) + (n && (*at > bound || (or_equal && *at == bound)));
}

/* The part of a list whose leading sum the look-ahead admits. */
static struct party_list admitted(const struct party_site *site,
                                  const struct party_family *family,
                                  struct party_list list)
{
    const struct party_filter *filter = &site->filter;
    if (!filter->rules->n_sums || !list.count)
        return list;
    const double *value = family->value + list.first;
    uint32_t first = value[0] > filter->to[0]
                         ? count_above(value, list.count, filter->to[0], false)
                         : 0;
    uint32_t end = count_above(value, list.count, filter->from[0], true);
    return (struct party_list){list.first + first, end > first ? end - first : 0};
}

/* Adds a hero of some points to the ties, or begins them anew. */
static void offer(struct party_site *site, int32_t row, int gain)
{
    if (!party_filter_admits(&site->filter, row) || !is_free(site, row))
        return;
    if (gain > site->best) {
        site->best = gain;
        site->n_ties = 0;
    }
    site->ties[site->n_ties++] = row;
}

/* Points of up to BLOCK heroes, INT_MIN for those of another strand: a loop over
 * neighbours outside and heroes inside, which compilers turn into vector code. */
static void weigh_block(const struct party_site *site,
                        const struct party_strand *strand, const uint64_t *key,
                        uint32_t n, int32_t *gain)
{
    const int32_t *points = site->index->points;
    uint32_t shared[BLOCK];
    memset(gain, 0, n * sizeof *gain);
    memset(shared, 0, n * sizeof *shared);
    for (size_t i = 0; i < site->beside.n; i++) {
        uint64_t other = site->beside.key[i];
        for (uint32_t j = 0; j < n; j++) {
            uint32_t set = party_lanes_equal(key[j], other);
            gain[j] += points[set];
            shared[j] |= set;
        }
    }
    for (uint32_t j = 0; j < n; j++)
        gain[j] = shared[j] & strand->without ? INT_MIN : gain[j];
}

/* Adds the best of a list to the ties. */
static void scan_narrow(struct party_site *site, const struct party_strand *strand,
                        struct party_list list)
{
    const struct party_family *family = strand->family;
    int32_t gain[BLOCK];
    for (uint32_t done = 0; done < list.count; done += BLOCK) {
        uint32_t first = list.first + done, left = list.count - done;
        uint32_t n = left < BLOCK ? left : BLOCK;
        weigh_block(site, strand, family->key + first, n, gain);
        for (uint32_t j = 0; j < n; j++)
            if (gain[j] >= site->best)
                offer(site, family->row[first + j], gain[j]);
    }
}

/* The same for keys of several words. */
static void scan_wide(struct party_site *site, const struct party_strand *strand,
                      struct party_list list)
{
    const struct party_family *family = strand->family;
    unsigned words = site->index->words, shared;
    for (uint32_t i = list.first; i < list.first + list.count; i++) {
        int gain = party_points_beside(&site->beside, family->key + (size_t)i * words,
                                       words, &shared);
        if (gain >= site->best && !(shared & strand->without))
            offer(site, family->row[i], gain);
    }
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

/* Goes through the first n strands of the site for the best. Returns a hero drawn by
 * chance where that will do: none that follows, nor any with at most `others` points,
 * is as good. Else -1, with the ties filled. */
static int32_t visit(struct party_site *site, size_t n, int others)
{
    while (n) {
        struct party_strand strand = take_best_strand(site->strands, &n);
        if (strand.most < site->best)
            break;
        struct party_list list = admitted(site, strand.family, strand.list);
        if (list.count >= SCAN_BELOW && strand.most > site->best &&
            strand.most > others && !any_reaches(site->strands, n, strand.most)) {
            int32_t row = draw(site, &strand, list);
            if (row >= 0)
                return row;
        }
        if (site->index->words == 1)
            scan_narrow(site, &strand, list);
        else
            scan_wide(site, &strand, list);
    }
    return -1;
}

int32_t party_match_best(struct party_site *site, size_t place)
{
    struct party_beside *beside = &site->beside;
    party_beside_init(beside, site->party, site->index, &site->filter, site->hero,
                      place);
    if (!beside->n)
        return party_match_any(site);
    site->best = INT_MIN + 1;
    site->n_ties = 0;
    int others = party_most_unpaired(beside);
    int32_t row = visit(site, party_paired_strands(beside, site->strands), others);
    if (row < 0 && site->best <= others)
        row = visit(site, party_other_strands(beside, site->strands), INT_MIN);
    if (row < 0 && site->n_ties)
        row = site->ties[rng_below(site->rng, site->n_ties)];
    return row;
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
