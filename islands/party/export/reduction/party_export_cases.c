#include "party_export_cases.h"

#include "party_export_lagrangian.h"
#include "party_export_reduce.h"

#include <math.h>
#include <string.h>

/* By hand, not measured. With more cases, modes or counts than these a heavy trait is
 * dropped; STEPS and MODE_STEPS are subgradient steps. */
enum {
    MOST_CASES = 1500,
    MOST_MODES = 20000,
    MOST_COUNTS = 3000,
    STEPS = 30,
    MODE_STEPS = 100
};

struct counts {
    uint8_t of[PARTY_EXPORT_CASE_CATEGORIES];
};

struct finder {
    const struct party *party;
    struct arena *arena;
    struct party_export_cases *cases;
    size_t n_categories;
    bool too_many, lost;
    double delta[PARTY_EXPORT_CASE_TRAITS];
    int slack; /* points that may be lost */
    size_t n_counts;
    struct counts *counts; /* that do not lose too many points, whatever the modes */
    struct party_export_lagrangian lagrangian;
    double *reduced;   /* n_heroes: price - multipliers x values */
    uint8_t *category; /* n_heroes: for the present modes; UINT8_MAX: excluded */
    bool *fixed;       /* n_heroes */
    /* Of each category: its cheapest heroes, fixed ones first, and the price of k. */
    int32_t cheapest[PARTY_EXPORT_CASE_CATEGORIES][PARTY_MAX_PLACES];
    double price[PARTY_EXPORT_CASE_CATEGORIES][PARTY_MAX_PLACES + 1];
    size_t n_fixed[PARTY_EXPORT_CASE_CATEGORIES];
};

size_t party_export_cases_category(const struct party *party,
                                   const struct party_export_cases *cases,
                                   const struct party_export_case *one, size_t hero)
{
    size_t category = 0;
    for (size_t i = 0; i < cases->n_heavy; i++)
        if (party->trait[cases->heavy[i]].code[hero] == one->mode[i])
            category |= (size_t)1 << i;
    return category;
}

/* ---- 1 and 2: bounds on points ---- */

/* Most points of an edge that shares exactly the heavy traits `set`. */
static int most_points(const struct finder *f, size_t set, bool *reachable)
{
    const struct party *party = f->party;
    int base = 0, most = 0;
    memset(reachable, 0, (size_t)party->max_match + 1);
    for (size_t i = 0; i < f->cases->n_heavy; i++)
        if (set >> i & 1)
            base += party->trait[f->cases->heavy[i]].weight;
    reachable[base] = true;
    for (size_t t = 0; t < party->n_traits; t++) {
        bool heavy = false;
        for (size_t i = 0; i < f->cases->n_heavy; i++)
            heavy = heavy || f->cases->heavy[i] == t;
        int weight = party->trait[t].weight;
        for (int m = party->max_match; !heavy && weight && m >= weight; m--)
            reachable[m] = reachable[m] || reachable[m - weight];
    }
    for (int m = 0; m <= party->max_match; m++)
        if (reachable[m] && party->points[m] > most)
            most = party->points[m];
    return most;
}

static bool find_deltas(struct finder *f)
{
    size_t n = f->cases->n_heavy, all = ((size_t)1 << n) - 1;
    int most = 0, points[PARTY_EXPORT_CASE_CATEGORIES];
    double scale = 1;
    bool *reachable = ARENA_NEW(f->arena, bool, (size_t)f->party->max_match + 1);
    if (!reachable)
        return false;
    for (size_t set = 0; set <= all; set++) {
        points[set] = most_points(f, set, reachable);
        most = points[set] > most ? points[set] : most;
    }
    for (size_t i = 0; i < n; i++)
        f->delta[i] = most - points[all & ~((size_t)1 << i)];
    for (size_t set = 0; set <= all; set++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += set >> i & 1 ? 0 : f->delta[i];
        if (sum > 0)
            scale = fmin(scale, (most - points[set]) / sum);
    }
    for (size_t i = 0; i < n; i++)
        f->delta[i] *= scale;
    long long slack =
        (long long)most * (long long)f->party->n_edges - f->party->synergy_min;
    f->slack = slack < 0 ? 0 : (int)slack;
    return true;
}

/* G: best[n][a] is the most edges within sets of at most a places, n places in all. */
static void find_sharing(struct party_export_cases *cases, size_t places)
{
    static const int NEVER = -1000000;
    int best[PARTY_MAX_PLACES + 1][PARTY_MAX_PLACES + 1];
    for (size_t a = 0; a <= places; a++)
        for (size_t n = 0; n <= places; n++) {
            best[n][a] = n == 0 ? 0 : a == 0 ? NEVER : best[n][a - 1];
            if (n >= a && a > 0 && n > 0 &&
                best[n - a][a] + cases->most_within[a] > best[n][a])
                best[n][a] = best[n - a][a] + cases->most_within[a];
        }
    cases->most_sharing[0] = -1;
    for (size_t a = 1; a <= places; a++)
        cases->most_sharing[a] = cases->most_within[a] + best[places - a][a];
}

static bool loses_too_much(const struct finder *f, const struct counts *c)
{
    double lost = 0;
    for (size_t i = 0; i < f->cases->n_heavy; i++) {
        size_t a = 0;
        for (size_t k = 0; k < f->n_categories; k++)
            a += k >> i & 1 ? c->of[k] : 0;
        if (a == 0)
            return true; /* a mode has a hero */
        int not_shared = (int)f->party->n_edges - f->cases->most_sharing[a];
        lost += f->delta[i] * (not_shared > 0 ? not_shared : 0);
    }
    return lost > f->slack * (1 + 1e-9) + 1e-9;
}

static void list_counts(struct finder *f, struct counts *c, size_t category,
                        size_t left)
{
    if (f->too_many)
        return;
    if (category + 1 < f->n_categories) {
        for (size_t k = 0; k <= left; k++) {
            c->of[category] = (uint8_t)k;
            list_counts(f, c, category + 1, left - k);
        }
        return;
    }
    c->of[category] = (uint8_t)left;
    if (loses_too_much(f, c))
        return;
    if (f->n_counts == MOST_COUNTS)
        f->too_many = true;
    else
        f->counts[f->n_counts++] = *c;
}

/* ---- 4: bounds on prices ---- */

static void insert(struct finder *f, size_t h)
{
    size_t c = f->category[h], k = f->party->n_places;
    int32_t *list = f->cheapest[c];
    while (k > f->n_fixed[c] &&
           (list[k - 1] < 0 || f->reduced[list[k - 1]] > f->reduced[h])) {
        if (k < f->party->n_places)
            list[k] = list[k - 1];
        k--;
    }
    if (k < f->party->n_places)
        list[k] = (int32_t)h;
}

static void find_cheapest(struct finder *f)
{
    size_t n = f->party->n_places;
    party_export_lagrangian_reduce(&f->lagrangian, f->party, f->reduced);
    memset(f->cheapest, -1, sizeof f->cheapest);
    memset(f->n_fixed, 0, sizeof f->n_fixed);
    for (size_t p = 0; p < n; p++)
        if (f->party->fixed[p] >= 0) {
            size_t c = f->category[f->party->fixed[p]];
            f->cheapest[c][f->n_fixed[c]++] = f->party->fixed[p];
        }
    for (size_t h = 0; h < f->party->n_heroes; h++)
        if (f->category[h] != UINT8_MAX && !f->fixed[h])
            insert(f, h);
    for (size_t c = 0; c < f->n_categories; c++) {
        double sum = 0;
        for (size_t k = 0; k <= n; k++) {
            f->price[c][k] = k < f->n_fixed[c] ? INFINITY : sum;
            if (k < n)
                sum += f->cheapest[c][k] < 0 ? INFINITY : f->reduced[f->cheapest[c][k]];
        }
    }
}

static double bound_of(const struct finder *f, const struct counts *c)
{
    double sum = f->lagrangian.constant;
    for (size_t k = 0; k < f->n_categories; k++)
        sum += f->price[k][c->of[k]];
    return sum;
}

static void sums_of(const struct finder *f, const struct counts *c, double *sum)
{
    memset(sum, 0, PARTY_MAX_REQUIREMENTS * sizeof *sum);
    for (size_t k = 0; k < f->n_categories; k++)
        for (size_t i = 0; i < c->of[k]; i++)
            party_export_lagrangian_add(&f->lagrangian, (size_t)f->cheapest[k][i], sum);
}

/* The counts of the least bound among first..last - 1; INFINITY: none. */
static double least_bound(const struct finder *f, size_t first, size_t last,
                          const struct counts **best)
{
    double least = INFINITY;
    *best = NULL;
    for (size_t i = first; i < last; i++) {
        double here = bound_of(f, &f->counts[i]);
        if (here < least) {
            least = here;
            *best = &f->counts[i];
        }
    }
    return least;
}

/* Improves the multipliers for some counts, and leaves `cheapest` and `price` at the
 * best. Returns the bound; stops once it exceeds the price. */
static double tune(struct finder *f, size_t first, size_t last, size_t n_steps)
{
    struct party_export_subgradient subgradient = {.goal = f->cases->price};
    const struct counts *best;
    double sum[PARTY_MAX_REQUIREMENTS];
    for (size_t i = 0; i < n_steps; i++) {
        find_cheapest(f);
        double here = least_bound(f, first, last, &best);
        if (!best || here > f->cases->price)
            return here;
        sums_of(f, best, sum);
        if (!party_export_lagrangian_step(&f->lagrangian, &subgradient, here, sum))
            break;
    }
    party_export_lagrangian_best(&f->lagrangian, &subgradient);
    find_cheapest(f);
    return least_bound(f, first, last, &best);
}

static void keep_case(struct finder *f, const uint16_t *mode, const struct counts *c,
                      double bound)
{
    struct party_export_cases *cases = f->cases;
    double most =
        cases->price + party_export_lagrangian_margin(&f->lagrangian, f->party);
    uint32_t *kept = ARENA_NEW(f->arena, uint32_t, f->party->n_heroes + 1);
    if (cases->n == MOST_CASES)
        f->too_many = true;
    f->lost = f->lost || !kept;
    if (f->too_many || f->lost || bound > most)
        return;
    struct party_export_case *one = &cases->item[cases->n++];
    *one = (struct party_export_case){.bound = bound};
    memcpy(one->mode, mode, sizeof one->mode);
    memcpy(one->count, c->of, sizeof one->count);
    size_t n = 0;
    for (size_t h = 0; h < f->party->n_heroes; h++) {
        size_t k = f->category[h];
        if (k == UINT8_MAX || c->of[k] == 0)
            continue;
        if (f->fixed[h] ||
            (c->of[k] > f->n_fixed[k] &&
             bound - f->reduced[f->cheapest[k][c->of[k] - 1]] + f->reduced[h] <= most))
            kept[n++] = (uint32_t)h;
    }
    one->n_kept = n;
    one->kept = kept;
}

/* ---- 3: enumeration of the modes ---- */

static void bound_modes(struct finder *f, const uint16_t *mode)
{
    struct party_export_case one;
    memcpy(one.mode, mode, sizeof one.mode);
    for (size_t h = 0; h < f->party->n_heroes; h++)
        f->category[h] =
            f->party->banned[h] && !f->fixed[h]
                ? UINT8_MAX
                : (uint8_t)party_export_cases_category(f->party, f->cases, &one, h);
    party_export_lagrangian_clear(&f->lagrangian);
    if (!(tune(f, 0, f->n_counts, MODE_STEPS) <=
          f->cases->price + party_export_lagrangian_margin(&f->lagrangian, f->party)))
        return;
    const struct party_export_lagrangian of_modes = f->lagrangian;
    for (size_t i = 0; i < f->n_counts && !f->too_many && !f->lost; i++) {
        /* Counts with too few heroes, or with more fixed ones, have bound INFINITY. */
        f->lagrangian = of_modes;
        double bound = tune(f, i, i + 1, STEPS);
        if (bound <=
            f->cases->price + party_export_lagrangian_margin(&f->lagrangian, f->party))
            keep_case(f, mode, &f->counts[i], bound);
    }
}

static void enumerate_modes(struct finder *f, uint16_t *mode, size_t i)
{
    if (i >= f->cases->n_heavy || i >= PARTY_EXPORT_CASE_TRAITS) {
        bound_modes(f, mode);
        return;
    }
    for (uint32_t v = 0; v < f->party->trait[f->cases->heavy[i]].n_values; v++) {
        mode[i] = (uint16_t)v;
        if (!f->too_many && !f->lost)
            enumerate_modes(f, mode, i + 1);
    }
}

static bool find_with(struct finder *f)
{
    struct counts counts = {{0}};
    uint16_t mode[PARTY_EXPORT_CASE_TRAITS] = {0};
    double modes = 1;
    for (size_t i = 0; i < f->cases->n_heavy; i++)
        modes *= f->party->trait[f->cases->heavy[i]].n_values;
    f->n_categories = (size_t)1 << f->cases->n_heavy;
    f->n_counts = f->cases->n = 0;
    f->too_many = modes > MOST_MODES;
    if (f->too_many)
        return true;
    if (!find_deltas(f))
        return false;
    list_counts(f, &counts, 0, f->party->n_places);
    enumerate_modes(f, mode, 0);
    return !f->lost;
}

/* The heavy traits, heaviest first, at most PARTY_EXPORT_CASE_TRAITS. */
static bool find_heavy(struct finder *f)
{
    const struct party *party = f->party;
    struct party_export_reduction reduction;
    struct party_export_cases *cases = f->cases;
    if (!party_export_reduce_heavy(party, f->arena, &reduction))
        return false;
    memcpy(cases->most_within, reduction.most_within, sizeof cases->most_within);
    for (size_t t = 0; t < party->n_traits; t++) {
        if (!reduction.heavy[t])
            continue;
        size_t k = cases->n_heavy < PARTY_EXPORT_CASE_TRAITS ? cases->n_heavy++
                                                             : PARTY_EXPORT_CASE_TRAITS;
        for (;
             k > 0 && party->trait[cases->heavy[k - 1]].weight < party->trait[t].weight;
             k--)
            if (k < PARTY_EXPORT_CASE_TRAITS)
                cases->heavy[k] = cases->heavy[k - 1];
        if (k < PARTY_EXPORT_CASE_TRAITS)
            cases->heavy[k] = t;
    }
    return true;
}

bool party_export_cases_find(const struct party *party, const int32_t *start,
                             struct arena *arena, struct party_export_cases *cases)
{
    *cases = (struct party_export_cases){.price = party_price(party, start)};
    struct finder f = {.party = party, .arena = arena, .cases = cases};
    f.counts = ARENA_NEW(arena, struct counts, MOST_COUNTS);
    f.reduced = ARENA_NEW(arena, double, party->n_heroes);
    f.category = ARENA_NEW(arena, uint8_t, party->n_heroes);
    f.fixed = ARENA_NEW(arena, bool, party->n_heroes);
    cases->item = ARENA_NEW(arena, struct party_export_case, MOST_CASES);
    if (!f.counts || !f.reduced || !f.category || !f.fixed || !cases->item ||
        !find_heavy(&f))
        return false;
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] >= 0)
            f.fixed[party->fixed[p]] = true;
    party_export_lagrangian_init(&f.lagrangian, party);
    find_sharing(cases, party->n_places);
    while (find_with(&f) && f.too_many)
        cases->n_heavy--;
    return !f.lost;
}
