#include "party_rating_relaxation.h"

#include "party_rating.h"

#include <assert.h>
#include <math.h>

/* By hand: each part of a larger pool would take too long to prepare. */
enum { MOST_HEROES = 50000 };

/* Sums of the narrowest parts. By `exact`, league-night, perfect-chemistry and wing-backs of configs/party/squads take
 * 6, 15 and 0.8 CPU seconds with 1; with 2 they take 10 and 13, and the last is open after 34; of parts that are all 3
 * wide the first is open after 40, and the others take 11 and 2. */
enum { LEAST_WIDTH = 1 };

/* The range of the numbers that a party can have. */
static void find_range(const struct party *party, struct party_rating_limits *limits)
{
    const double *value = party->number[limits->column].value;
    limits->lowest = PARTY_RATING_MOST;
    limits->highest = 0;
    for (size_t h = 0; h < party->n_heroes; h++) {
        if (party->banned && party->banned[h] &&
            !party_has_hero(party->fixed, party->n_places, (int32_t)h))
            continue;
        int64_t here = (int64_t)value[h];
        limits->lowest = here < limits->lowest ? here : limits->lowest;
        limits->highest = here > limits->highest ? here : limits->highest;
    }
}

/* Twice the most that sum and excess can be where the sum is so much, rounded up: k heroes above the
 * mean exceed it by at most k (highest - mean), and the others fall short by as much, which is at
 * most (n - k) (mean - lowest). */
static int64_t most_of_sum(const struct party_rating_limits *limits, int64_t n,
                           int64_t sum)
{
    int64_t most = 0;
    for (int64_t k = 0; k < n; k++) {
        int64_t above = k * (n * limits->highest - sum);
        int64_t below = (n - k) * (sum - n * limits->lowest);
        int64_t excess = above < below ? above : below;
        most = excess > most ? excess : most;
    }
    return 2 * sum + (2 * most + n - 1) / n;
}

/* The least sum with which the least rating is possible: a larger one can have a larger rating. */
static int64_t least_sum(const struct party_rating_limits *limits, int64_t n)
{
    int64_t low = n * limits->lowest, high = n * limits->highest;
    int64_t need = 2 * n * (int64_t)limits->min - 1; /* twice the sum and excess */
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (most_of_sum(limits, n, middle) >= need)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The mean, rounded down to a multiple of 2^-20. So what numbers exceed it by is exact: the difference of two
 * doubles near 10^6 is off by 10^-10, which the slack of a small sum of such differences does not cover. That it
 * is lower relaxes it more. */
static double mean_of_sum(int64_t sum, int64_t n)
{
    const int64_t parts = 1 << 20;
    assert(sum >= 0 && sum <= n * PARTY_RATING_MOST);
    int64_t whole = sum * parts / n;
    return (double)whole / (double)parts;
}

/* False if no party can have the rating. */
static bool fill_limits(const struct party *party, uint32_t requirement,
                        struct party_rating_limits *limits)
{
    const struct party_requirement *q = &party->requirement[requirement];
    *limits = (struct party_rating_limits){
        .column = q->column, .min = fmax(q->min, 0), .max = q->max};
    find_range(party, limits);
    return limits->lowest <= limits->highest &&
           limits->min <= (double)limits->highest &&
           limits->max >= (double)limits->lowest;
}

size_t party_rating_relax(const struct party *party, uint32_t requirement,
                          struct party_rating_limits *limits,
                          struct party_constraint *out, bool *possible)
{
    const struct party_requirement *q = &party->requirement[requirement];
    int64_t n = (int64_t)party->n_places;
    *possible = fill_limits(party, requirement, limits);
    *out = (struct party_constraint){
        .requirement = requirement, .above = INFINITY, .lo = -INFINITY, .hi = INFINITY};
    if (isfinite(q->max)) {
        /* The sum alone has a rating. With a least one too, heroes must be equal to replace each
         * other: both bounds are finite, though this one always holds. */
        out->hi = (double)n * (q->max + 1) - 1;
        out->lo = isfinite(q->min) ? fmin(-1, out->hi) : -INFINITY;
        return 1;
    }
    if (!*possible || !isfinite(q->min))
        return *possible;
    bool divided = party->divided && q == party_rating_divided(party);
    out->lo = (double)n * limits->min - 0.5;
    out->above = mean_of_sum(divided ? party->sum_from : least_sum(limits, n), n);
    if (!divided || party->sum_to == INT64_MAX)
        return 1;
    out[1] = (struct party_constraint){.requirement = requirement,
                                       .above = INFINITY,
                                       .divides = !party->alone,
                                       .lo = -INFINITY,
                                       .hi = (double)party->sum_to - 1};
    out[2] = (struct party_constraint){.requirement = requirement,
                                       .above = out->above,
                                       .excess_only = true,
                                       .lo = out->lo - out[1].hi,
                                       .hi = INFINITY};
    return 3;
}

const struct party_requirement *party_rating_divided(const struct party *party)
{
    for (size_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *q = &party->requirement[i];
        if (q->kind == PARTY_RATING && isfinite(q->min) && !isfinite(q->max))
            return q;
    }
    return NULL;
}

/* Where the parts begin, falling; the last at the least sum. They are LEAST_WIDTH sums wide at first and wider
 * the farther they are from the sum that suffices by itself: far from it few parties have the excess. */
static size_t find_parts(const struct party_rating_limits *limits, int64_t n,
                         int64_t *from)
{
    const int64_t last = PARTY_RATING_PARTS - 1;
    int64_t least = least_sum(limits, n), most = n * (int64_t)limits->min;
    int64_t range = most - least, below = 0;
    size_t parts = 0;
    while (below < range) {
        from[parts++] = most - below;
        int64_t i = (int64_t)parts, next = range * i * i / (last * last);
        below = next > LEAST_WIDTH * i ? next : LEAST_WIDTH * i;
    }
    from[parts++] = least;
    assert(parts <= PARTY_RATING_PARTS);
    return parts;
}

enum status party_rating_divide(const struct party *party, struct arena *perm,
                                const struct party **parts, size_t *n,
                                struct error *err)
{
    const struct party_requirement *q = party_rating_divided(party);
    struct party_rating_limits limits;
    int64_t from[PARTY_RATING_PARTS];
    parts[0] = party;
    *n = 1;
    if (!q || party->n_heroes > MOST_HEROES ||
        party->n_requirements + 2 > PARTY_MAX_REQUIREMENTS ||
        !fill_limits(party, (uint32_t)(q - party->requirement), &limits))
        return STATUS_OK;
    *n = find_parts(&limits, (int64_t)party->n_places, from);
    if (*n == 1)
        return STATUS_OK;
    struct party *copy = ARENA_NEW(perm, struct party, *n);
    if (!copy)
        return error_set(err, STATUS_MEMORY, "no memory for the exact search");
    for (size_t i = 0; i < *n; i++) {
        copy[i] = *party;
        copy[i].divided = true;
        copy[i].sum_from = from[i];
        copy[i].sum_to = i ? from[i - 1] : INT64_MAX;
        parts[i] = &copy[i];
    }
    return STATUS_OK;
}
