/* Related challenges: two traits of few values that decide and one that matters little, edges worth what
 * the paper says, many of them, a tight synergy and a demand on one value: the exact search then has
 * patterns to go by, which share traits, where that of other challenges ends before. */
#include "fuzz_party_make.h"

#include <stdio.h>

static struct challenge *const c = &fuzz_challenge;

/* Parties of the few large ones, that leave some heroes to choose from; they take a second. */
enum { MOST_LARGE = 2000000 };

static void make_related_formation(struct fuzz *f, bool large)
{
    c->places = large ? between(f, 7, 8) : between(f, 4, 6);
    double density = 0.4 + 0.06 * between(f, 0, 10);
    for (int p = 0; p < MOST_PLACES; p++)
        c->fixed[p] = -1;
    for (int a = 0; a < c->places; a++)
        for (int b = a + 1; b < c->places; b++) {
            if (b > a + 1 && !fuzz_chance(f, density))
                continue;
            c->edge[c->n_edges][0] = a;
            c->edge[c->n_edges++][1] = b;
            c->touched[a] = c->touched[b] = true;
        }
}

static void make_related_traits(struct fuzz *f)
{
    static const int points[] = {0, 1, 2, 8, 10, 12, 20, 20};
    c->n_traits = 3;
    for (int t = 0; t < c->n_traits; t++) {
        struct trait *x = &c->trait[t];
        snprintf(x->name, sizeof x->name, "trait%d", t);
        x->n_values = between(f, 2, t == 2 ? 4 : 3);
        x->weighs = true;
        x->weight = t == 2 ? 1 : 3;
        for (int h = 0; h < c->heroes; h++)
            x->code[h] = (int)fuzz_below(f, (uint64_t)x->n_values);
        c->max_match += x->weight;
    }
    c->n_points = (int)(sizeof points / sizeof *points);
    for (int m = 0; m < c->n_points; m++)
        c->points[m] = points[m];
    fuzz_party_make_pairs();
}

/* The synergy of a party that was planted, or somewhat more. */
static void make_related_share(struct fuzz *f)
{
    wide one = fuzz_power(6);
    wide share =
        fuzz_divided((wide)fuzz_party_points(c->planted) * one, c->most_points, false) +
        between(f, -1, 2) * one / 10;
    share = share < one / 10 ? one / 10 : share > one ? one : share;
    fuzz_print_decimal(share, 6, c->share);
    c->synergy_min = (int64_t)fuzz_divided(share * c->most_points, one, true);
}

/* A value that the party has to have. */
static void make_demand(struct fuzz *f)
{
    struct rule *r = &c->rule[c->n_rules++];
    bool same = fuzz_chance(f, 0.5);
    *r = (struct rule){.kind = same ? SAME : COUNT,
                       .column = same ? 2 : between(f, 0, 2),
                       .has = {true, false}};
    r->value = c->trait[r->column].code[fuzz_below(f, (uint64_t)c->heroes)];
    r->bound[0] = same ? 3 : between(f, 1, 2);
    fuzz_print_decimal(r->bound[0], 0, r->bound_text[0]);
    fuzz_party_describe_rule(r);
}

/* Prices that differ, so that the first bound is not the optimum. */
static void make_related_prices(struct fuzz *f)
{
    bool few = fuzz_chance(f, 0.3);
    snprintf(c->price.name, sizeof c->price.name, "price");
    for (int h = 0; h < c->heroes; h++) {
        c->price.value[h] = few ? between(f, 1, 9) : 50 * between(f, 1, 200);
        fuzz_print_decimal(c->price.value[h], 0, c->price.text[h]);
    }
}

void fuzz_party_make_related(struct fuzz *f)
{
    bool large = fuzz_chance(f, 0.05);
    make_related_formation(f, large);
    c->related = true;
    c->synergy_min = 1; /* for fuzz_party_leaves; set by make_related_share */
    fuzz_party_make_heroes(f, large ? MOST_LARGE : MOST_LEAVES);
    make_related_prices(f);
    fuzz_party_make_numbers(f, 1, 2);
    make_related_traits(f);
    fuzz_party_make_planted(f);
    make_related_share(f);
    if (fuzz_chance(f, 0.3))
        fuzz_party_make_marks(f);
    fuzz_party_make_rules(f);
    if (c->n_rules < MOST_RULES - 1)
        make_demand(f);
    if (fuzz_chance(f, 0.2))
        fuzz_party_make_place_rules(f);
    c->cost = c->price;
}
