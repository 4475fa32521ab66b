/* Lists of parties against all parties that there are. */
#include "fuzz_party_lists.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct challenge *const c = &fuzz_challenge;

/* Heroes of a party, as bits, and what they cost where they stand. */
struct heroes {
    uint64_t bits[2];
    wide cost;
};

/* All that keep the rules of one challenge. */
struct pool {
    int n;
    bool full; /* there are more */
    struct heroes *list;
};

enum { MOST_TIMES = 3, MOST_SETS = 20000 };
static struct pool pools[MOST_TIMES], *filled;

static int common(const struct heroes *a, const struct heroes *b)
{
    return __builtin_popcountll(a->bits[0] & b->bits[0]) +
           __builtin_popcountll(a->bits[1] & b->bits[1]);
}

static struct heroes heroes_of(const int *hero, wide cost)
{
    struct heroes all = {.cost = cost};
    for (int p = 0; p < c->places; p++)
        all.bits[hero[p] / 64] |= (uint64_t)1 << hero[p] % 64;
    return all;
}

static void add(const int *hero, wide cost)
{
    filled->full = filled->full || filled->n == MOST_SETS;
    if (!filled->full)
        filled->list[filled->n++] = heroes_of(hero, cost);
}

static int by_cost(const void *a, const void *b)
{
    const struct heroes *x = a, *y = b;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Lists the parties of the challenge by rising cost; false where there are too many. Heroes that may
 * change places are in it several times. */
static bool fill(struct pool *pool)
{
    if (!pool->list)
        pool->list = malloc(MOST_SETS * sizeof *pool->list);
    if (!pool->list)
        abort();
    pool->n = 0;
    pool->full = false;
    filled = pool;
    fuzz_party_each(ALL_RULES | ONE_OF_ANY, add);
    if (!pool->full)
        qsort(pool->list, (size_t)pool->n, sizeof *pool->list, by_cost);
    return !pool->full;
}

/* ---- parties ---- */

/* The first of a pool that is apart from some parties; pool->n: none. */
static int next_apart(const struct pool *pool, const struct heroes *before, int n,
                      int apart)
{
    for (int i = 0; i < pool->n; i++) {
        int k = 0;
        while (k < n && common(&pool->list[i], &before[k]) <= c->places - apart)
            k++;
        if (k == n)
            return i;
    }
    return pool->n;
}

/* Takes a party of a list; false, and wrong, where it is none of the challenge. */
static bool take(struct fuzz *f, const struct fuzz_party_list *said, int i,
                 struct heroes *party)
{
    int hero[MOST_PLACES];
    wide cost;
    if (!fuzz_party_take(said->id[i], hero, &cost) ||
        !fuzz_party_holds(hero, ALL_RULES | ONE_OF_ANY))
        return fuzz_wrong(f, "party %d breaks a rule", i + 1), false;
    if (fabs(said->cost[i] - fuzz_party_read_as(cost)) > fuzz_party_rounding())
        return fuzz_wrong(f, "party %d of %.17g is of %.17g", i + 1, said->cost[i],
                          fuzz_party_read_as(cost)),
               false;
    *party = heroes_of(hero, cost);
    return true;
}

static void judge_parties(struct fuzz *f, const struct pool *pool,
                          const struct fuzz_party_list *said, int apart, double amount,
                          double share)
{
    struct heroes taken[MOST_LISTED];
    double slack = fuzz_party_rounding(), limit = INFINITY;
    int next = next_apart(pool, taken, 0, apart);
    for (int i = 0; i < said->n; i++) {
        if (!take(f, said, i, &taken[i]))
            return;
        for (int k = 0; k < i; k++)
            if (common(&taken[i], &taken[k]) > c->places - apart)
                fuzz_wrong(f, "parties %d and %d share too many", k + 1, i + 1);
        if (next == pool->n) /* none is apart from those before, nor is this one */
            return;
        double least = fuzz_party_read_as(pool->list[next].cost);
        if (fuzz_party_read_as(taken[i].cost) >
            least + fuzz_party_tolerance(pool->list[next].cost))
            fuzz_wrong(f, "party %d costs %.17g, the least is %.17g", i + 1,
                       said->cost[i], least);
        double best = fuzz_party_read_as(taken[0].cost);
        limit = best + fmax(amount, share * fabs(best));
        if (said->cost[i] > limit + slack)
            fuzz_wrong(f, "party %d is above the limit, %.17g", i + 1, limit);
        next = next_apart(pool, taken, i + 1, apart);
    }
    if (!said->proven && !(pool->n && fuzz_party_is_coarse(pool->list[0].cost)))
        fuzz_open(f, "party %d is not known", said->n + 1);
    else if (said->proven && said->complete && next < pool->n &&
             fuzz_party_read_as(pool->list[next].cost) <= limit)
        fuzz_wrong(f, "complete with %d parties, there is one of %.17g", said->n,
                   fuzz_party_read_as(pool->list[next].cost));
}

/* With a limit, it is the cost of some party. */
static void try_parties(struct fuzz *f, const struct pool *pool)
{
    struct fuzz_party_list said;
    int apart = fuzz_chance(f, 0.5) ? 1 : (int)fuzz_between(f, 1, c->places);
    int count = (int)fuzz_between(f, 1, MOST_LISTED);
    double amount = INFINITY, share = 0;
    if (pool->n && fuzz_chance(f, 0.6)) {
        wide cost = pool->list[fuzz_below(f, (uint64_t)pool->n)].cost;
        amount = fuzz_party_read_as(cost - pool->list[0].cost);
        share = fuzz_chance(f, 0.3) ? (double)fuzz_below(f, 30) / 100 : 0;
        amount = share > 0 && fuzz_chance(f, 0.7) ? 0 : amount;
    }
    fuzz_party_parties(f, count, apart, amount, share, &said);
    if (said.failed)
        fuzz_wrong(f, "refused: %s", said.error);
    else
        judge_parties(f, pool, &said, apart, amount, share);
}

/* ---- disjoint ---- */

/* Pairs of parties that are compared for one sum: past MOST_COMPARED it stays unknown. */
enum { MOST_COMPARED = 300000000 };
static long compared;

/* The least sum of a party of each pool from the k-th on, none of whose heroes is taken, below
 * `best`; or `best`. */
static wide least_sum(int n, int k, const struct heroes *taken, wide best)
{
    if (k == n || k == MOST_TIMES) /* n is at most that, as compilers do not see */
        return taken->cost < best ? taken->cost : best;
    wide least_left = 0;
    for (int i = k + 1; i < n; i++)
        least_left += pools[i].list[0].cost;
    for (int i = 0; i < pools[k].n; i++) {
        const struct heroes *one = &pools[k].list[i];
        struct heroes both = {
            {taken->bits[0] | one->bits[0], taken->bits[1] | one->bits[1]},
            taken->cost + one->cost};
        if (both.cost + least_left >= best || ++compared > MOST_COMPARED)
            break;
        if (!common(taken, one))
            best = least_sum(n, k + 1, &both, best);
    }
    return best;
}

/* What the k-th challenge has otherwise than the case's: a hero that is excluded, or -1; and the points that it
 * demands. */
struct variant {
    int banned;
    int64_t points;
};

static void judge_sum(struct fuzz *f, const struct fuzz_party_list *said, int n,
                      const struct variant *variant)
{
    const int64_t points = c->synergy_min;
    static const wide none = (wide)1 << 120;
    struct heroes all = {.cost = 0};
    bool possible = true;
    for (int i = 0; i < n; i++)
        possible = possible && pools[i].n;
    compared = 0;
    wide best = possible ? least_sum(n, 0, &all, none) : none;
    double slack = n * n * fuzz_party_rounding(), least = fuzz_party_read_as(best);
    for (int i = 0; i < said->n; i++) {
        struct heroes one;
        const int banned = variant[i].banned;
        c->synergy_min = variant[i].points;
        bool taken = take(f, said, i, &one);
        c->synergy_min = points;
        if (!taken)
            return;
        if (banned >= 0 && one.bits[banned / 64] >> banned % 64 & 1)
            fuzz_wrong(f, "party %d has a hero that is excluded", i + 1);
        if (common(&all, &one))
            fuzz_wrong(f, "party %d has a hero of those before", i + 1);
        all.bits[0] |= one.bits[0];
        all.bits[1] |= one.bits[1];
        all.cost += one.cost;
    }
    if (compared > MOST_COMPARED)
        return;
    if (said->n && fabs(said->total - fuzz_party_read_as(all.cost)) > slack)
        fuzz_wrong(f, "the sum is %.17g, not %.17g", fuzz_party_read_as(all.cost),
                   said->total);
    if (best == none && !said->proven)
        fuzz_open(f, "there are none, but it is not proven");
    if (best != none && said->bound > least + slack)
        fuzz_wrong(f, "the bound is %.17g, the least sum %.17g", said->bound, least);
    if (best != none && said->proven &&
        (!said->n || fuzz_party_read_as(all.cost) > least + fuzz_party_rounding()))
        fuzz_wrong(f, "proven with %d parties and %.17g, the least sum is %.17g",
                   said->n, said->total, least);
    if (best != none && !said->proven)
        fuzz_open(f, "%.17g is not proven, the least sum is %.17g", said->total, least);
}

/* A hero that may be excluded as well; -1: none. */
static int draw_banned(struct fuzz *f)
{
    int h = (int)fuzz_below(f, (uint64_t)c->heroes), left = 0;
    for (int k = 0; k < c->heroes; k++)
        left += !c->excluded[k];
    for (int p = 0; p < c->places; p++)
        if (c->fixed[p] == h)
            return -1;
    return c->excluded[h] || left <= c->places ? -1 : h;
}

/* The config's key with those excluded now. */
static void write_excluded(char *text, size_t bytes)
{
    const char *before = "party.excluded=[";
    size_t at = 0;
    for (int h = 0; h < c->heroes; h++)
        if (c->excluded[h]) {
            at += (size_t)snprintf(text + at, bytes - at, "%s%lld", before,
                                   (long long)c->id[h]);
            before = ", ";
        }
    snprintf(text + at, bytes - at, "]");
}

/* Fills the pool of the challenge with a hero less, or without synergy; `override` gets what says so, NULL where neither
 * is. False where there are too many parties. */
static bool vary(struct fuzz *f, struct pool *pool, struct variant *variant,
                 const char **override, char *text, size_t bytes)
{
    const int64_t points = c->synergy_min;
    *variant = (struct variant){-1, points};
    *override = NULL;
    if (fuzz_chance(f, 0.5))
        variant->banned = draw_banned(f);
    else if (points > 0 && fuzz_chance(f, 0.5))
        variant->points = 0;
    if (variant->points < points)
        *override = "party.synergy.min=0";
    if (variant->banned >= 0) {
        c->excluded[variant->banned] = true;
        write_excluded(text, bytes);
        *override = text;
    }
    c->synergy_min = variant->points;
    bool all = fuzz_party_leaves(c->heroes) < 1e7 && fill(pool);
    c->synergy_min = points;
    if (variant->banned >= 0)
        c->excluded[variant->banned] = false;
    return all;
}

/* The challenge, whose parties are in pools[0], once or twice more, with a hero less, without synergy, or as it is. */
static void try_disjoint(struct fuzz *f)
{
    static char text[MOST_TIMES][40 * MOST_HEROES];
    const char *overrides[MOST_TIMES] = {NULL};
    int n = (int)fuzz_between(f, 2, MOST_TIMES);
    struct variant variant[MOST_TIMES] = {{-1, c->synergy_min}};
    struct fuzz_party_list said;
    for (int i = 1; i < n; i++)
        if (!vary(f, &pools[i], &variant[i], &overrides[i], text[i], sizeof text[i]))
            return;
    for (int divided = 0; divided < 2; divided++) {
        fuzz_party_disjoint(f, overrides, n, divided, &said);
        f->limited = divided; /* some take long without lists */
        if (said.failed)
            fuzz_wrong(f, "refused: %s", said.error);
        else
            judge_sum(f, &said, n, variant);
    }
}

void fuzz_party_judge_lists(struct fuzz *f)
{
    if (c->by_points || !fill(&pools[0]))
        return;
    try_parties(f, &pools[0]);
    if (!*c->goal)
        try_disjoint(f);
}
