#include "party_match.h"

#include <limits.h>
#include <string.h>

/* Chosen by hand; they affect speed and the random stream, not the distribution. Not
 * measured. */
enum {
    DRAWS = 8,        /* random draws from a list before it is scanned */
    BLOCK = 64,       /* heroes evaluated together */
    SCAN_BELOW = 16,  /* heroes: shorter lists are scanned at once */
    DRAWS_OF_ALL = 32 /* random draws from the pool before it is scanned */
};

size_t party_match_bytes(const struct party_index *index,
                         const struct party_forward_rules *rules)
{
    return index->n_eligible * sizeof(int32_t) + rules->n_values +
           party_candidate_most_buckets(index) * sizeof(struct party_candidate_bucket) +
           4 * ARENA_ALIGN;
}

void party_match_init(struct party_match *partial, const struct party *party,
                      const struct party_index *index,
                      const struct party_forward_rules *rules, struct rng *rng,
                      struct arena *scratch)
{
    partial->party = party;
    partial->index = index;
    partial->rng = rng;
    partial->n_barred = 0;
    partial->place = 0;
    for (size_t p = 0; p < party->n_places; p++)
        partial->hero[p] = -1;
    partial->ties = ARENA_NEW(scratch, int32_t, index->n_eligible);
    partial->buckets = ARENA_NEW(scratch, struct party_candidate_bucket,
                                 party_candidate_most_buckets(index));
    party_forward_init(&partial->filter, rules, party->n_places, scratch);
}

/* Whether a hero may join in the place that is being filled. */
static bool is_free(const struct party_match *partial, int32_t row)
{
    if (!party_may_stand(partial->party, row, partial->place))
        return false;
    for (size_t p = 0; p < partial->party->n_places; p++)
        if (partial->hero[p] == row)
            return false;
    for (size_t i = 0; i < partial->n_barred; i++)
        if (party_is_same_hero(partial->party, partial->barred[i], row))
            return false;
    return true;
}

/* How many of falling values are above a bound (or_equal: or equal to it), by a
 * branchless binary search. */
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

/* The part of a list that the look-ahead admits by the leading sum. */
static struct party_index_list admitted(const struct party_match *partial,
                                        const struct party_index_family *family,
                                        struct party_index_list list)
{
    const struct party_forward *filter = &partial->filter;
    if (!filter->rules->n_sums || !list.count)
        return list;
    const double *value = family->value + list.first;
    uint32_t first = value[0] > filter->to[0]
                         ? count_above(value, list.count, filter->to[0], false)
                         : 0;
    uint32_t end = count_above(value, list.count, filter->from[0], true);
    return (struct party_index_list){list.first + first, end > first ? end - first : 0};
}

/* Adds a hero to the ties, or restarts them if it is better. */
static void offer(struct party_match *partial, int32_t row, int gain)
{
    if (!party_forward_admits(&partial->filter, row) || !is_free(partial, row))
        return;
    if (gain > partial->best) {
        partial->best = gain;
        partial->n_ties = 0;
    }
    partial->ties[partial->n_ties++] = row;
}

/* Points of up to BLOCK heroes, INT_MIN for those of another bucket. The inner loop is
 * over heroes, so that compilers vectorize it. */
static void evaluate_block(const struct party_match *partial,
                           const struct party_candidate_bucket *bucket,
                           const uint64_t *key, uint32_t n, int32_t *gain)
{
    const int32_t *points = partial->index->points;
    uint32_t shared[BLOCK];
    memset(gain, 0, n * sizeof *gain);
    memset(shared, 0, n * sizeof *shared);
    for (size_t i = 0; i < partial->neighbours.n; i++) {
        uint64_t other = partial->neighbours.key[i];
        for (uint32_t j = 0; j < n; j++) {
            uint32_t set = party_index_lanes_equal(key[j], other);
            gain[j] += points[set];
            shared[j] |= set;
        }
    }
    for (uint32_t j = 0; j < n; j++)
        gain[j] = shared[j] & bucket->without ? INT_MIN : gain[j];
}

/* Adds the best of a list to the ties. */
static void scan_narrow(struct party_match *partial,
                        const struct party_candidate_bucket *bucket,
                        struct party_index_list list)
{
    const struct party_index_family *family = bucket->family;
    int32_t gain[BLOCK];
    for (uint32_t done = 0; done < list.count; done += BLOCK) {
        uint32_t first = list.first + done, left = list.count - done;
        uint32_t n = left < BLOCK ? left : BLOCK;
        evaluate_block(partial, bucket, family->key + first, n, gain);
        for (uint32_t j = 0; j < n; j++)
            if (gain[j] >= partial->best)
                offer(partial, family->row[first + j], gain[j]);
    }
}

/* The same for keys of several words, or with weights of pairs. */
static void scan_wide(struct party_match *partial,
                      const struct party_candidate_bucket *bucket,
                      struct party_index_list list)
{
    const struct party_index_family *family = bucket->family;
    unsigned words = partial->index->words, shared;
    for (uint32_t i = list.first; i < list.first + list.count; i++) {
        int gain = party_candidate_points(
            &partial->neighbours, family->key + (size_t)i * words, words, &shared);
        if (gain >= partial->best && !(shared & bucket->without))
            offer(partial, family->row[i], gain);
    }
}

/* A random hero of the bucket with its most points, uniformly, by rejection; -1 if
 * DRAWS draws found none. */
static int32_t draw(const struct party_match *partial,
                    const struct party_candidate_bucket *bucket,
                    struct party_index_list list)
{
    unsigned words = partial->index->words;
    for (int try = 0; try < DRAWS; try++) {
        size_t i = list.first + (size_t)rng_below(partial->rng, list.count);
        unsigned shared;
        int gain = party_candidate_points(
            &partial->neighbours, bucket->family->key + i * words, words, &shared);
        int32_t row = bucket->family->row[i];
        if (gain == bucket->most && !(shared & bucket->without) &&
            party_forward_admits(&partial->filter, row) && is_free(partial, row))
            return row;
    }
    return -1;
}

static struct party_candidate_bucket
take_best_bucket(struct party_candidate_bucket *buckets, size_t *n)
{
    size_t best = 0;
    for (size_t i = 1; i < *n; i++)
        if (buckets[i].most > buckets[best].most)
            best = i;
    struct party_candidate_bucket taken = buckets[best];
    buckets[best] = buckets[--*n];
    return taken;
}

static bool any_reaches(const struct party_candidate_bucket *buckets, size_t n,
                        int points)
{
    for (size_t i = 0; i < n; i++)
        if (buckets[i].most >= points)
            return true;
    return false;
}

/* Searches the first n buckets for the best heroes. Returns a hero drawn at random if
 * no later bucket, nor one with at most `others` points, can be as good; else -1, with
 * the ties filled. */
static int32_t visit(struct party_match *partial, size_t n, int others)
{
    while (n) {
        struct party_candidate_bucket bucket = take_best_bucket(partial->buckets, &n);
        if (bucket.most < partial->best)
            break;
        struct party_index_list list = admitted(partial, bucket.family, bucket.list);
        if (list.count >= SCAN_BELOW && bucket.most > partial->best &&
            bucket.most > others && !any_reaches(partial->buckets, n, bucket.most)) {
            int32_t row = draw(partial, &bucket, list);
            if (row >= 0)
                return row;
        }
        if (partial->index->words == 1 && !partial->index->paired)
            scan_narrow(partial, &bucket, list);
        else
            scan_wide(partial, &bucket, list);
    }
    return -1;
}

int32_t party_match_best(struct party_match *partial, size_t place)
{
    struct party_candidate_neighbours *neighbours = &partial->neighbours;
    partial->place = place;
    party_candidate_neighbours_init(neighbours, partial->party, partial->index,
                                    &partial->filter, partial->hero, place);
    if (!neighbours->n)
        return party_match_any(partial, place);
    partial->best = INT_MIN + 1;
    partial->n_ties = 0;
    int others = party_candidate_most_unpaired(neighbours);
    int32_t row = visit(
        partial, party_candidate_paired_buckets(neighbours, partial->buckets), others);
    if (row < 0 && partial->best <= others)
        row =
            visit(partial, party_candidate_other_buckets(neighbours, partial->buckets),
                  INT_MIN);
    if (row < 0 && partial->n_ties)
        row = partial->ties[rng_below(partial->rng, partial->n_ties)];
    return row;
}

int32_t party_match_any(struct party_match *partial, size_t place)
{
    partial->place = place;
    const struct party_index_family *all = &partial->index->all;
    struct party_index_list list = admitted(partial, all, party_index_list_at(all, 0));
    for (int try = 0; try < DRAWS_OF_ALL && list.count; try++) {
        int32_t row =
            all->row[list.first + (size_t)rng_below(partial->rng, list.count)];
        if (party_forward_admits(&partial->filter, row) && is_free(partial, row))
            return row;
    }
    size_t n = 0;
    for (uint32_t i = list.first; i < list.first + list.count; i++)
        if (party_forward_admits(&partial->filter, all->row[i]) &&
            is_free(partial, all->row[i]))
            partial->ties[n++] = all->row[i];
    return n ? partial->ties[rng_below(partial->rng, n)] : -1;
}
