/* Party: both bounds of levels, under any assumptions, are at most the price of each party that keeps to them. */
#include "party_nested.h"
#include "party_nested_parts.h"
#include "party_rating.h"
#include "party_rating_relaxation.h"
#include "party_searcher.h"
#include "party_squads.h"
#include "suite.h"

#include <stdlib.h>

/* Whether a party is of a part, and the decided values (those with a demand, or of level 0) have
 * the levels assumed. */
static bool is_of(const struct party_levels *x, const struct party_levels_node *node,
                  bool decided[][ROWS], const int32_t *hero)
{
    const struct party *part = x->reduced->party;
    if (part->divided) {
        const struct party_requirement *q = party_rating_divided(part);
        int64_t sum = 0;
        for (size_t p = 0; p < PLACES; p++)
            sum += (int64_t)part->number[q->column].value[hero[p]];
        if (sum < part->sum_from || sum >= part->sum_to)
            return false;
    }
    for (size_t i = 0; i < x->n_traits; i++)
        for (uint16_t v = 0; v < x->trait[i].n_values; v++) {
            size_t count = 0, level = x->trait[i].n;
            for (size_t p = 0; p < PLACES && v + 1U != x->trait[i].unlinked; p++)
                count += part->trait[x->trait[i].trait].code[hero[p]] == v;
            while (level > 0 && x->trait[i].heroes[level] > count)
                level--;
            if (decided[i][v] ? level != node->level[i][v] : level > node->level[i][v])
                return false;
        }
    return true;
}

/* Any levels of some values, and highest levels of the others. */
static void assume_some(const struct party_levels *x, struct party_levels_node *node,
                        bool decided[][ROWS])
{
    for (size_t i = 0; i < x->n_traits; i++)
        for (uint32_t v = 0; v < x->trait[i].n_values; v++) {
            decided[i][v] = below(3) == 0;
            size_t level = x->trait[i].n;
            if (decided[i][v] || (nested && below(4) == 0))
                level = below(x->trait[i].n + 1);
            if (v + 1 == x->trait[i].unlinked) /* no level, and never decided */
                level = decided[i][v] = 0;
            node->level[i][v] = (uint8_t)level;
            node->demand[i][v] = decided[i][v] ? x->trait[i].heroes[level] : 0;
            if (x->trait[i].wanted_value == v &&
                x->trait[i].wanted > node->demand[i][v])
                node->demand[i][v] = x->trait[i].wanted;
        }
}

/* Whether presolve left a hero; what replaces others may lead to a party of another part. */
static bool is_left(const struct party_reduced *r, int32_t row)
{
    bool is = party_has_hero((const int32_t *)r->fixed_row, r->n_fixed, row);
    for (size_t i = 0; i < r->n; i++)
        is = is || r->row[i] == (uint32_t)row;
    return is;
}

/* Whether a hero is fixed or one of the first n active ones. */
static bool is_active(const struct party_levels_table *t, size_t n, int32_t row)
{
    const struct party_reduced *r = t->levels->reduced;
    bool is = party_has_hero((const int32_t *)r->fixed_row, r->n_fixed, row);
    for (size_t j = 0; j < n; j++)
        is = is || r->row[t->active[j]] == (uint32_t)row;
    return is;
}

/* The bound of any assumptions is at most the price of each party that keeps to them, also with
 * other multipliers, which raise it, and heroes of such a party stay active. */
static void compare_with_bounds(struct searcher *s)
{
    const struct party_levels *x = s->groups.levels;
    struct party_levels_table t;
    struct party_levels_node node;
    struct arena scratch = s->scratch;
    bool decided[PARTY_LEVELS_TRAITS][ROWS];
    party_levels_begin(&t, x, &node, &scratch);
    assume_some(x, &node, decided);
    party_levels_solve(&t, &node);
    double before = t.bound, limit = before + (double)below(30);
    party_levels_tune(&t, &node, limit, 4);
    CU_ASSERT_TRUE(t.bound >= before);
    size_t n = party_levels_shrink(&t, limit);
    for (size_t k = 0; k < n_parties; k++) {
        bool left = true;
        for (size_t p = 0; p < PLACES; p++)
            left = left && is_left(&s->reduced, party_list[k][p]);
        if (!left || !is_of(x, &node, decided, party_list[k]))
            continue;
        double coins = party_price(&f.party, party_list[k]) / s->reduced.unit;
        CU_ASSERT_TRUE(t.bound <= coins);
        for (size_t p = 0; p < PLACES && coins <= limit; p++)
            CU_ASSERT_TRUE(is_active(&t, n, party_list[k][p]));
    }
}

/* Whether a party is of a part, is left by presolve, and keeps to the assumptions. */
static bool keeps(const struct searcher *s, const struct party_levels_node *node,
                  bool decided[][ROWS], const int32_t *hero)
{
    for (size_t p = 0; p < PLACES; p++)
        if (!is_left(&s->reduced, hero[p]))
            return false;
    return is_of(s->groups.levels, node, decided, hero);
}

static size_t compared, tables, listed;

static bool has_forced(const struct party_nested_table *t, const int32_t *hero)
{
    const struct party_reduced *r = t->nested->levels->reduced;
    for (size_t i = 0; i < t->n_forced; i++)
        if (!party_has_hero(hero, PLACES, (int32_t)r->row[t->forced[i]]))
            return false;
    return true;
}

static bool is_among(const struct party_reduced *r, const uint32_t *hero, size_t n,
                     int32_t row)
{
    for (size_t j = 0; j < n; j++)
        if (r->row[hero[j]] == (uint32_t)row)
            return true;
    return false;
}

/* Forces some heroes of a party that keeps to the assumptions; returns false if there is none. */
static bool force(const struct searcher *s, const struct party_levels_node *node,
                  bool decided[][ROWS], struct party_nested_table *t)
{
    const int32_t *hero = n_parties ? party_list[below(n_parties)] : NULL;
    t->n_forced = 0;
    if (!hero || !keeps(s, node, decided, hero))
        return false;
    for (size_t p = 0; p < PLACES; p++)
        for (uint32_t i = 0; i < s->reduced.n; i++)
            if (s->reduced.row[i] == (uint32_t)hero[p] && below(2))
                t->forced[t->n_forced++] = i;
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* The prices of an inner value's heroes with these points by it and the outer one, rising; returns how many. */
static size_t sort_prices(const struct party_nested_table *t, uint32_t value,
                          size_t points, double price[ROWS])
{
    const struct party_levels_nested *x = t->nested;
    const struct party_reduced *r = x->levels->reduced;
    size_t n = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        uint32_t side = 0;
        if (x->side >= 0)
            side = r->party->trait[x->levels->trait[x->side].trait].code[r->row[i]];
        if (party_nested_inner(x, i) == value)
            price[n++] =
                party_nested_hero_price(t, i) + t->claim[side * x->n_points + points];
    }
    qsort(price, n, sizeof *price, compare_numbers);
    return n;
}

/* The sums of the cheapest heroes of each inner value, by the points that so many of them have, are those of
 * all heroes' prices, sorted. */
static void lists_are_least(const struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_levels_trait *out = &x->levels->trait[x->outer];
    double price[ROWS];
    for (uint32_t o = 0; o < out->n_values; o++)
        for (size_t level = 0, low, high; level <= out->n; level++) {
            party_nested_heroes(t, o, level, &low, &high);
            for (size_t j = t->first[o]; low <= high && j < t->first[o + 1]; j++)
                for (size_t k = t->low[x->inner][t->value[j]];
                     k <= t->high[x->inner][t->value[j]]; k++, listed++) {
                    size_t points = party_nested_points(x, t->value[j], k, level);
                    size_t n = sort_prices(t, t->value[j], points, price);
                    double sum = 0;
                    for (size_t i = 0; i < k; i++)
                        sum += i < n ? price[i] : INFINITY;
                    CU_ASSERT_TRUE(party_nested_sums(t, j, k, level)[k] == sum);
                }
        }
}

/* Likewise the second bound, with some heroes forced or not; the levels of such parties are at most the highest. */
static size_t compare_with_nested(struct searcher *s)
{
    const struct party_levels *x = s->groups.levels;
    const struct party_reduced *r = &s->reduced;
    struct party_levels_table first;
    struct party_levels_node node;
    static struct party_nested_table t;
    struct arena scratch = s->scratch;
    bool decided[PARTY_LEVELS_TRAITS][ROWS];
    uint32_t hero[ROWS];
    size_t here = 0;
    party_levels_begin(&first, x, &node, &scratch);
    party_nested_begin(&t, x->nested, &scratch);
    assume_some(x, &node, decided);
    if (below(2))
        force(s, &node, decided, &t);
    for (uint32_t i = 0; i < r->n; i++)
        hero[i] = i;
    if (below(2))
        party_nested_tune_root(x->nested, &t, &node, hero, r->n);
    party_nested_solve(&t, &node, hero, r->n);
    double before = t.bound, limit = before + (double)below(30);
    party_nested_tune(&t, limit, (int)below(12));
    if (isfinite(t.bound))
        lists_are_least(&t);
    CU_ASSERT_TRUE(t.bound >= before);
    size_t n = isfinite(t.bound) ? party_nested_shrink(&t, limit, hero, r->n) : 0;
    for (size_t k = 0; k < n_parties; k++) {
        if (!keeps(s, &node, decided, party_list[k]) || !has_forced(&t, party_list[k]))
            continue;
        double coins = party_price(&f.party, party_list[k]) / r->unit;
        here++;
        CU_ASSERT_TRUE(t.bound <= coins);
        for (size_t p = 0; p < PLACES && coins <= limit; p++) {
            CU_ASSERT_TRUE(is_among(r, hero, n, party_list[k][p]));
            for (size_t i = 0; i < x->n_traits; i++) {
                uint16_t v = r->party->trait[x->trait[i].trait].code[party_list[k][p]];
                size_t alike = 0;
                for (size_t q = 0; q < PLACES; q++)
                    alike +=
                        r->party->trait[x->trait[i].trait].code[party_list[k][q]] == v;
                CU_ASSERT_TRUE(party_nested_level(x->nested, i, v, alike) <=
                               party_nested_highest(&t, i, v, limit));
            }
        }
    }
    return here;
}

/* Compares the bounds of each part of an instance with its parties, which are listed first. */
static void each_part(uint64_t seed, void (*compare)(struct searcher *s))
{
    const struct party *part[PARTY_RATING_PARTS];
    int32_t hero[PLACES];
    size_t n;
    random_instance(seed, true);
    n_parties = 0;
    list_parties(0, hero);
    CU_ASSERT_EQUAL_FATAL(party_rating_divide(&f.party, &f.perm, part, &n, &f.err),
                          STATUS_OK);
    for (size_t i = 0; i < n; i++) {
        struct searcher s;
        searcher_init(&s, part[i]);
        compare(&s);
        arena_free(&s.perm);
    }
    arena_free(&f.perm);
}

static void compare_nested_often(struct searcher *s)
{
    const struct party_levels *levels = s->groups.levels;
    for (int k = 0; k < 6 && levels && levels->nested; k++, tables++)
        compared += compare_with_nested(s);
}

static void nested_bounds_are_below_parties(void)
{
    compared = tables = listed = 0;
    nested = true;
    for (uint64_t seed = 0; seed < 4 * INSTANCES; seed++)
        each_part(seed, compare_nested_often);
    nested = false;
    printf("%zu parties, %zu tables, %zu lists ", compared, tables, listed);
    CU_ASSERT_TRUE(tables > INSTANCES && compared > 100 * INSTANCES);
    CU_ASSERT_TRUE(listed > 10 * INSTANCES);
}

static void compare_often(struct searcher *s)
{
    for (int k = 0; k < 4 && s->groups.levels; k++, compared += n_parties > 0)
        compare_with_bounds(s);
}

static void bounds_are_below_parties(void)
{
    compared = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++)
        each_part(seed, compare_often);
    CU_ASSERT_TRUE(compared > INSTANCES);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(bounds_are_below_parties),
        SUITE_TEST(nested_bounds_are_below_parties),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party levels", NULL, NULL, tests);
}
