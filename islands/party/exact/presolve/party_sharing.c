#include "party_sharing.h"

#include "party_dependency.h"

#include <limits.h>

/* Upper bound on the edges within `size` places: by pairs, and by the largest
 * degrees. */
static void most_within(const struct party *party, int *within)
{
    size_t n = party->n_places;
    int degree[PARTY_MAX_PLACES], sum = 0;
    for (size_t p = 0; p < n; p++) {
        int d = party->n_neighbours[p];
        size_t k = p;
        for (; k > 0 && degree[k - 1] < d; k--)
            degree[k] = degree[k - 1];
        degree[k] = d;
    }
    within[0] = 0;
    for (int size = 1; size <= (int)n; size++) {
        sum += degree[size - 1];
        int pairs = size * (size - 1) / 2;
        within[size] = pairs < sum / 2 ? pairs : sum / 2;
    }
}

/* Upper bound on the edges within classes of at most `largest` places, if there are
 * at least `least` classes; -1 if that is impossible. Only places with neighbours
 * count. */
static int most_in_classes(const struct party *party, int largest, int least)
{
    enum { SIZE = PARTY_MAX_PLACES + 1 };
    int n = 0, within[SIZE], best[SIZE][SIZE], most = -1;
    for (size_t p = 0; p < party->n_places; p++)
        n += party->n_neighbours[p] > 0;
    least -= (int)party->n_places - n; /* each other place may be a class */
    most_within(party, within);
    /* best[k][m]: m places in k classes */
    for (int k = 0; k <= n; k++)
        for (int m = 0; m <= n; m++) {
            best[k][m] = k == 0 && m == 0 ? 0 : -1;
            for (int c = 1; k > 0 && c <= largest && c <= m; c++)
                if (best[k - 1][m - c] >= 0 &&
                    best[k - 1][m - c] + within[c] > best[k][m])
                    best[k][m] = best[k - 1][m - c] + within[c];
        }
    for (int k = least > 0 ? least : 0; k <= n; k++)
        most = best[k][n] > most ? best[k][n] : most;
    return most;
}

/* Upper bound on the edges that share a trait, by its limits and those of the traits
 * that it determines. */
static int most_edges(const struct party_reduced *r, size_t trait)
{
    int largest = r->most_alike[trait], least = 1;
    for (size_t i = 0; i < r->n_limits; i++) {
        const struct party_value_limits *s = &r->limits[i];
        if (s->trait != trait && !party_reduced_determines(r, trait, s->trait))
            continue;
        largest = s->same_max < largest ? s->same_max : largest;
        least = s->distinct_min > least ? s->distinct_min : least;
    }
    for (size_t t = 0; t < r->party->n_traits; t++)
        if (party_reduced_determines(r, trait, t) && r->most_alike[t] < largest)
            largest = r->most_alike[t];
    int most = most_in_classes(r->party, largest, least);
    return most < 0 ? 0 : most; /* infeasible: found by party_dependency_tighten */
}

/* Whether two neighbours can share exactly these weighted traits; `equal` are those
 * that only equal values share. */
static bool can_be_shared(const struct party_sharing *s, const struct party_reduced *r,
                          uint32_t set, uint32_t equal)
{
    for (size_t i = 0; i < s->n; i++) {
        uint32_t t = s->trait[i];
        if (!(equal >> t & 1))
            continue;
        if (!(set >> t & 1) && r->constant[t])
            return false;
        if (set >> t & 1 && (s->edges[i] == 0 || r->determines[t] & equal & ~set))
            return false;
    }
    return true;
}

static void find_sets(struct party_sharing *s, const struct party_reduced *r)
{
    const struct party *party = r->party;
    uint32_t equal = 0;
    for (size_t i = 0; i < s->n; i++)
        equal |= party->trait[s->trait[i]].pairs ? 0 : 1U << s->trait[i];
    for (size_t mask = 0; mask < (size_t)1 << s->n; mask++) {
        uint32_t set = 0;
        int least = 0, most = 0;
        for (size_t i = 0; i < s->n; i++)
            if (mask >> i & 1) {
                const struct party_trait *trait = &party->trait[s->trait[i]];
                set |= 1U << s->trait[i];
                least += trait->pairs ? 0 : trait->weight;
                most += trait->most_weight;
            }
        if (!can_be_shared(s, r, set, equal))
            continue;
        s->set[s->n_sets] = set;
        s->points[s->n_sets++] = party_most_points(party, least, most);
    }
}

/* Whether the edges that share this trait of a set are among those of another trait of
 * the set, which it determines; only equal values do. */
static bool is_covered(const struct party_reduced *r, uint32_t set, uint32_t trait)
{
    if (r->party->trait[trait].pairs)
        return false;
    for (uint32_t t = 0; t < r->party->n_traits; t++)
        if (set >> t & 1 && party_reduced_determines(r, trait, t) &&
            (t < trait || !party_reduced_determines(r, t, trait)))
            return true;
    return false;
}

/* Adds to `set` the trait that the fewest edges can share; returns an upper bound on
 * the edges that share a trait of the set. */
static int64_t add_next(const struct party_sharing *s, const struct party_reduced *r,
                        uint32_t *set)
{
    size_t next = s->n;
    int64_t edges = 0;
    for (size_t i = 0; i < s->n; i++)
        if (!(*set >> s->trait[i] & 1) &&
            (next == s->n || s->edges[i] < s->edges[next]))
            next = i;
    *set |= 1U << s->trait[next];
    for (size_t i = 0; i < s->n; i++)
        if (*set >> s->trait[i] & 1 && !is_covered(r, *set, s->trait[i]))
            edges += s->edges[i];
    return edges;
}

enum status party_sharing_init(struct party_sharing *s, const struct party_reduced *r,
                               struct arena *perm, struct error *err)
{
    const struct party *party = r->party;
    *s = (struct party_sharing){.n = 0};
    for (uint32_t t = 0; t < party->n_traits; t++)
        if (party->trait[t].most_weight > 0)
            s->trait[s->n++] = t;
    s->set = ARENA_NEW(perm, uint32_t, (size_t)1 << s->n);
    s->points = ARENA_NEW(perm, int, (size_t)1 << s->n);
    if (!s->set || !s->points)
        return error_set(err, STATUS_MEMORY, "no memory for shared traits");
    for (size_t i = 0; i < s->n; i++)
        s->edges[i] = party->trait[s->trait[i]].pairs ? (int)party->n_edges
                                                      : most_edges(r, s->trait[i]);
    find_sets(s, r);
    uint32_t set = 0;
    for (size_t i = 0; i < s->n; i++)
        if (2 * add_next(s, r, &set) < (int64_t)party->n_edges)
            s->scarce = set;
    return STATUS_OK;
}

int party_sharing_most(const struct party_sharing *s, uint32_t without)
{
    int most = INT_MIN;
    for (size_t i = 0; i < s->n_sets; i++)
        if (!(s->set[i] & without) && s->points[i] > most)
            most = s->points[i];
    return most;
}

int64_t party_sharing_bound(const struct party_sharing *s,
                            const struct party_reduced *r)
{
    int64_t n_edges = (int64_t)r->party->n_edges, most = party_sharing_most(s, 0);
    if (n_edges == 0)
        return 0;
    if (s->n_sets == 0)
        return -1;
    int64_t bound = n_edges * most;
    uint32_t set = 0;
    for (size_t i = 0; i < s->n; i++) {
        int64_t edges = add_next(s, r, &set);
        int without = party_sharing_most(s, set);
        if (edges >= n_edges)
            continue;           /* a larger set may have fewer, if some are covered */
        if (without == INT_MIN) /* every edge must share one, but not all can */
            return -1;
        int64_t here = edges * most + (n_edges - edges) * without;
        bound = here < bound ? here : bound;
    }
    return bound;
}
