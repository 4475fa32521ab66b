#include "party_export_reduce.h"

#include "party_edges_within.h"
#include "party_export_lagrangian.h"

#include <math.h>
#include <string.h>

/* By hand, not measured: subgradient steps, and table entries that all steps together
 * may fill, some seconds. */
enum { STEPS = 120 };
static const double MOST_WORK = 3e9;

struct bounding {
    const struct party *party;
    const int32_t *start;
    struct party_export_reduction *out;
    double price; /* P */
    struct party_export_lagrangian lagrangian;
    size_t n_places, width; /* of a table: least_within + 1 */
    double *reduced;        /* n_heroes: price - multipliers x values */
    /* Of each group: the price of k heroes (INFINITY: impossible), and the cheapest
     * heroes, rising; fixed ones come first and are always chosen. */
    double *of_size;   /* n_groups x (n_places + 1) */
    int32_t *cheapest; /* n_groups x n_places, -1: no more */
    uint8_t *n_fixed;  /* n_groups */
    double *before;    /* n_groups + 1 tables: of the first groups */
    double *after;     /* n_groups + 1 tables: of the last groups */
    uint8_t *taken;    /* n_groups x table: heroes of the group in the best choice */
};

static bool is_fixed(const struct party *party, size_t h)
{
    return party_has_hero(party->fixed, party->n_places, (int32_t)h);
}

/* ---- groups ---- */

/* Most points of an edge whose ends do not share trait `without`. */
static int most_points(const struct party *party, size_t without, bool *reachable)
{
    int most = 0;
    memset(reachable, 0, (size_t)party->max_match + 1);
    reachable[0] = true;
    for (size_t t = 0; t < party->n_traits; t++)
        for (int m = party->max_match; t != without && m >= party->trait[t].weight; m--)
            reachable[m] = reachable[m] || reachable[m - party->trait[t].weight];
    for (int m = 0; m <= party->max_match; m++)
        if (reachable[m] && party->points[m] > most)
            most = party->points[m];
    return most;
}

static bool find_heavy(const struct party *party, struct arena *arena,
                       struct party_export_reduction *out)
{
    bool *reachable = ARENA_NEW(arena, bool, (size_t)party->max_match + 1);
    if (!reachable)
        return false;
    long long most = most_points(party, SIZE_MAX, reachable), other = 0;
    for (size_t t = 0; t < party->n_traits && party->synergy_min > 0; t++) {
        long long without = most_points(party, t, reachable);
        out->heavy[t] = party->trait[t].weight > 0 && without < most;
        if (out->heavy[t] && without > other)
            other = without;
    }
    long long need = party->synergy_min - other * (long long)party->n_edges;
    out->least_within = 0;
    if (need > 0 && most > other)
        out->least_within = (int)((need + most - other - 1) / (most - other));
    if (out->least_within > (int)party->n_edges)
        out->least_within = (int)party->n_edges;
    return true;
}

static bool are_alike(const struct party *party, const bool *heavy, size_t a, size_t b)
{
    for (size_t t = 0; t < party->n_traits; t++)
        if (heavy[t] && party->trait[t].code[a] != party->trait[t].code[b])
            return false;
    return true;
}

/* Groups of kept heroes, by a hash table. */
static bool find_groups(const struct party *party, struct arena *arena,
                        struct party_export_reduction *out)
{
    size_t slots = 16;
    while (slots < 2 * party->n_heroes)
        slots *= 2;
    int32_t *slot = ARENA_NEW(arena, int32_t, slots); /* hero + 1 */
    out->group_of = ARENA_NEW(arena, uint32_t, party->n_heroes);
    if (!slot || !out->group_of)
        return false;
    for (size_t h = 0; h < party->n_heroes; h++) {
        if (!out->kept[h])
            continue;
        uint64_t key = 1;
        for (size_t t = 0; t < party->n_traits; t++)
            if (out->heavy[t])
                key = (key + party->trait[t].code[h]) * 0x9E3779B97F4A7C15u;
        size_t at = (size_t)(key >> 32) & (slots - 1);
        while (slot[at] && !are_alike(party, out->heavy, (size_t)slot[at] - 1, h))
            at = (at + 1) & (slots - 1);
        if (!slot[at]) {
            slot[at] = (int32_t)h + 1;
            out->group_of[h] = (uint32_t)out->n_groups++;
        } else {
            out->group_of[h] = out->group_of[slot[at] - 1];
        }
    }
    return true;
}

bool party_export_reduce_heavy(const struct party *party, struct arena *arena,
                               struct party_export_reduction *out)
{
    memset(out->heavy, 0, sizeof out->heavy);
    party_edges_within(party, out->most_within);
    return find_heavy(party, arena, out);
}

/* ---- the bound ---- */

/* Puts a hero among the cheapest of its group. */
static void insert(struct bounding *b, size_t h)
{
    size_t g = b->out->group_of[h], n = b->n_places;
    int32_t *list = b->cheapest + g * n;
    size_t k = n;
    while (k > b->n_fixed[g] &&
           (list[k - 1] < 0 || b->reduced[list[k - 1]] > b->reduced[h])) {
        if (k < n)
            list[k] = list[k - 1];
        k--;
    }
    if (k < n)
        list[k] = (int32_t)h;
}

static void find_cheapest(struct bounding *b)
{
    const struct party *party = b->party;
    size_t n = b->n_places;
    for (size_t i = 0; i < b->out->n_groups * n; i++)
        b->cheapest[i] = -1;
    memset(b->n_fixed, 0, b->out->n_groups);
    for (size_t p = 0; p < n; p++)
        if (party->fixed[p] >= 0) {
            size_t g = b->out->group_of[party->fixed[p]];
            b->cheapest[g * n + b->n_fixed[g]++] = party->fixed[p];
        }
    for (size_t h = 0; h < party->n_heroes; h++)
        if (b->out->kept[h] && party_is_open(party, (int32_t)h))
            insert(b, h);
    for (size_t g = 0; g < b->out->n_groups; g++) {
        double *price = b->of_size + g * (n + 1), sum = 0;
        for (size_t k = 0; k <= n; k++) {
            price[k] = k < b->n_fixed[g] ? INFINITY : sum;
            if (k < n)
                sum += b->cheapest[g * n + k] < 0 ? INFINITY
                                                  : b->reduced[b->cheapest[g * n + k]];
        }
    }
}

static int within(const struct bounding *b, size_t size)
{
    int most = b->out->most_within[size];
    return most < b->out->least_within ? most : b->out->least_within;
}

/* into = from with one more group: tables of the least price by heroes and edges within
 * groups. */
static void add_group(const struct bounding *b, size_t g, const double *from,
                      double *into, uint8_t *taken)
{
    size_t n = b->n_places, width = b->width, last = width - 1;
    const double *price = b->of_size + g * (n + 1);
    for (size_t i = 0; i < (n + 1) * width; i++)
        into[i] = INFINITY;
    for (size_t k = 0; k <= n; k++) {
        if (isinf(price[k]))
            continue;
        size_t more = (size_t)within(b, k);
        for (size_t m = 0; m + k <= n; m++)
            for (size_t w = 0; w < width; w++) {
                size_t to = (m + k) * width + (w + more < last ? w + more : last);
                double sum = from[m * width + w] + price[k];
                if (sum < into[to]) {
                    into[to] = sum;
                    if (taken)
                        taken[to] = (uint8_t)k;
                }
            }
    }
}

static void no_group(const struct bounding *b, double *table)
{
    for (size_t i = 0; i < (b->n_places + 1) * b->width; i++)
        table[i] = INFINITY;
    table[0] = 0;
}

/* L at the multipliers; fills `before`. */
static double bound(struct bounding *b)
{
    size_t table = (b->n_places + 1) * b->width;
    party_export_lagrangian_reduce(&b->lagrangian, b->party, b->reduced);
    find_cheapest(b);
    no_group(b, b->before);
    for (size_t g = 0; g < b->out->n_groups; g++)
        add_group(b, g, b->before + g * table, b->before + (g + 1) * table,
                  b->taken + g * table);
    return b->before[(b->out->n_groups + 1) * table - 1] + b->lagrangian.constant;
}

/* The bounded sums of the minimizer of the last bound, by backtracking. */
static void sums_of_best(const struct bounding *b, double *sum)
{
    size_t n = b->n_places, width = b->width, m = n, w = width - 1;
    size_t table = (n + 1) * width;
    memset(sum, 0, PARTY_MAX_REQUIREMENTS * sizeof *sum);
    for (size_t g = b->out->n_groups; g-- > 0;) {
        size_t k = b->taken[g * table + m * width + w];
        const int32_t *list = b->cheapest + g * n;
        for (size_t i = 0; i < k; i++)
            party_export_lagrangian_add(&b->lagrangian, (size_t)list[i], sum);
        /* The predecessor state. */
        size_t more = (size_t)within(b, k), from = m - k;
        double here = b->before[(g + 1) * table + m * width + w];
        double price = b->of_size[g * (n + 1) + k];
        size_t to = w;
        for (size_t v = 0; v < width; v++)
            if ((v + more < width - 1 ? v + more : width - 1) == w &&
                b->before[g * table + from * width + v] + price == here)
                to = v;
        w = to;
        m = from;
    }
}

/* Subgradient method; leaves the multipliers of the best bound. */
static void find_multipliers(struct bounding *b, size_t n)
{
    struct party_export_subgradient subgradient = {.goal = b->price};
    double sum[PARTY_MAX_REQUIREMENTS];
    for (size_t i = 0; i < n; i++) {
        double here = bound(b);
        if (!isfinite(here))
            break;
        sums_of_best(b, sum);
        if (!party_export_lagrangian_step(&b->lagrangian, &subgradient, here, sum))
            break;
    }
    party_export_lagrangian_best(&b->lagrangian, &subgradient);
}

/* ---- variable fixing ---- */

/* The least price of n_places - k heroes of all groups but g, with enough edges. */
static double price_of_others(const struct bounding *b, size_t g, size_t k)
{
    size_t n = b->n_places, width = b->width, table = (n + 1) * width;
    const double *before = b->before + g * table, *after = b->after + (g + 1) * table;
    size_t more = (size_t)within(b, k), last = width - 1;
    double least = INFINITY;
    for (size_t m = 0; m + k <= n; m++)
        for (size_t w = 0; w < width; w++) {
            if (isinf(before[m * width + w]))
                continue;
            size_t rest = w + more < last ? last - w - more : 0;
            for (size_t v = rest; v < width; v++)
                least =
                    fmin(least, before[m * width + w] + after[(n - k - m) * width + v]);
        }
    return least;
}

/* Decides size k of group g, for parties of at most price `most`; raises `room` to the
 * largest reduced price of a hero of the group in such a party. */
static void decide_size(struct bounding *b, size_t g, size_t k, double most,
                        double *room)
{
    const double price = b->of_size[g * (b->n_places + 1) + k];
    double least = price_of_others(b, g, k) + price + b->lagrangian.constant;
    bool *kept = &b->out->size_kept[g * (b->n_places + 1) + k];
    *kept = least <= most;
    if (!*kept || k <= b->n_fixed[g])
        return;
    /* The largest reduced price of a hero in the place of the k-th. */
    double dearest = b->reduced[b->cheapest[g * b->n_places + k - 1]];
    *room = fmax(*room, most - least + dearest);
}

static bool leave_out(struct bounding *b, struct arena *arena)
{
    size_t n = b->n_places, table = (n + 1) * b->width, n_groups = b->out->n_groups;
    double *room = ARENA_NEW(arena, double, n_groups);
    if (!room)
        return false;
    b->out->bound = bound(b);
    double most = b->price + party_export_lagrangian_margin(&b->lagrangian, b->party);
    no_group(b, b->after + n_groups * table);
    for (size_t g = n_groups; g-- > 0;)
        add_group(b, g, b->after + (g + 1) * table, b->after + g * table, NULL);
    for (size_t g = 0; g < n_groups; g++) {
        room[g] = -INFINITY;
        for (size_t k = 0; k <= n; k++)
            if (isfinite(b->of_size[g * (n + 1) + k]))
                decide_size(b, g, k, most, &room[g]);
    }
    for (size_t h = 0; h < b->party->n_heroes; h++)
        if (b->out->kept[h] && !is_fixed(b->party, h))
            b->out->kept[h] = b->reduced[h] <= room[b->out->group_of[h]];
    return true;
}

static bool take_tables(struct bounding *b, struct arena *arena)
{
    size_t groups = b->out->n_groups, n = b->n_places;
    size_t table = (n + 1) * b->width;
    b->reduced = ARENA_NEW(arena, double, b->party->n_heroes);
    b->of_size = ARENA_NEW(arena, double, groups *(n + 1));
    b->cheapest = ARENA_NEW(arena, int32_t, groups * n);
    b->n_fixed = ARENA_NEW(arena, uint8_t, groups);
    b->before = ARENA_NEW(arena, double, (groups + 1) * table);
    b->after = ARENA_NEW(arena, double, (groups + 1) * table);
    b->taken = ARENA_NEW(arena, uint8_t, groups * table);
    b->out->size_kept = ARENA_NEW(arena, bool, groups *(n + 1));
    return b->reduced && b->of_size && b->cheapest && b->n_fixed && b->before &&
           b->after && b->taken && b->out->size_kept;
}

/* Number of steps that the work allows; if it is below ten, edges are relaxed, which
 * can only lower the bound. */
static size_t count_steps(struct party_export_reduction *out, size_t n_places)
{
    double n = (double)n_places + 1, groups = (double)out->n_groups;
    double once = groups * n * n * (out->least_within + 1);
    if (once > MOST_WORK / 10 || groups * n * (out->least_within + 1) > 1e7) {
        out->least_within = 0;
        once = groups * n * n;
    }
    double n_steps = MOST_WORK / (once + 1);
    return n_steps < STEPS ? (size_t)n_steps : STEPS;
}

static bool reduce_to(const struct party *party, const int32_t *start,
                      struct arena *arena, struct party_export_reduction *out)
{
    struct bounding b = {.party = party,
                         .start = start,
                         .out = out,
                         .price = party_price(party, start),
                         .n_places = party->n_places};
    if (!party_export_reduce_heavy(party, arena, out) ||
        !find_groups(party, arena, out))
        return false;
    size_t n_steps = count_steps(out, party->n_places);
    b.width = (size_t)out->least_within + 1;
    if (!take_tables(&b, arena))
        return false;
    party_export_lagrangian_init(&b.lagrangian, party);
    find_multipliers(&b, n_steps);
    if (!leave_out(&b, arena))
        return false;
    for (size_t p = 0; p < party->n_places; p++)
        out->kept[start[p]] = true;
    return true;
}

bool party_export_reduce(const struct party *party, const int32_t *start, bool reduce,
                         struct arena *arena, struct party_export_reduction *out)
{
    *out = (struct party_export_reduction){.kept =
                                               ARENA_NEW(arena, bool, party->n_heroes)};
    if (!out->kept)
        return false;
    for (size_t h = 0; h < party->n_heroes; h++)
        out->kept[h] = !party->banned[h] || is_fixed(party, h);
    return !reduce || reduce_to(party, start, arena, out);
}
