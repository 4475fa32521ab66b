/* The formation of a random challenge, and its synergy. */
#include "fuzz_party_make.h"

#include <stdio.h>

static struct challenge *const c = &fuzz_challenge;

void fuzz_party_make_formation(struct fuzz *f)
{
    /* Of 24 places, all cuts are counted, which takes a while. */
    int size = between(f, 0, 199);
    c->places = size < 150   ? between(f, 1, 6)
                : size < 188 ? between(f, 7, 14)
                : size < 190 ? between(f, 15, 24)
                             : between(f, 25, MOST_PLACES);
    for (int p = 0; p < MOST_PLACES; p++)
        c->fixed[p] = -1;
    /* Edges among so many places, of some shape; few among many, since who stands at
     * them is enumerated in every order. */
    int among = c->places <= 6 ? c->places : between(f, 0, c->places > 24 ? 2 : 4);
    int shape = between(f, 0, 7),
        first = c->places > 6 ? between(f, 0, c->places - among) : 0;
    double density = (double)fuzz_below(f, 1000) / 1000;
    for (int a = 0; a < among; a++)
        for (int b = a + 1; b < among; b++) {
            bool joined = shape == 0   ? false
                          : shape == 1 ? true
                          : shape == 2 ? b == a + 1
                          : shape == 3 ? a == 0
                          : shape == 4 ? b == a + 1 || (a == 0 && b == among - 1)
                                       : fuzz_chance(f, density);
            if (!joined)
                continue;
            bool turned = fuzz_chance(f, 0.3);
            c->edge[c->n_edges][turned] = first + a;
            c->edge[c->n_edges++][!turned] = first + b;
            c->touched[first + a] = c->touched[first + b] = true;
        }
}

static void make_points(struct fuzz *f)
{
    int style = between(f, 0, 8), length = c->max_match + between(f, -2, 2);
    int64_t most = ONE_OF(f, 20, 20, 1000, 30000, 1000000);
    c->n_points = length < 1 ? 1 : length > MOST_POINTS ? MOST_POINTS : length;
    for (int m = 0; m < c->n_points; m++) {
        int64_t before = m ? c->points[m - 1] : 0;
        switch (style) {
        case 0:
            c->points[m] = fuzz_between(f, 0, most);
            break;
        case 1:
            c->points[m] = most;
            break;
        case 2:
            c->points[m] = m == c->n_points - 1 ? most : 0;
            break;
        case 3:
            c->points[m] = fuzz_chance(f, 0.3) ? fuzz_between(f, 0, most) : 0;
            break;
        case 4:
            c->points[m] = most - m * (most / (c->n_points + 1)); /* falling */
            break;
        default:
            before += fuzz_between(f, 0, 2 * most / c->n_points);
            c->points[m] = before > 1000000 ? 1000000 : before;
            break;
        }
    }
}

static int64_t match_points(int match)
{
    return c->points[match < c->n_points ? match : c->n_points - 1];
}

/* The pair of a trait that these values are; -1: none. */
static int pair_of(const struct trait *x, int a, int b)
{
    for (int i = 0; i < x->n_pairs; i++)
        if ((x->paired[i][0] == a && x->paired[i][1] == b) ||
            (x->paired[i][0] == b && x->paired[i][1] == a))
            return i;
    return -1;
}

static int weight_of(const struct trait *x, int a, int b)
{
    int pair = pair_of(x, a, b);
    return pair >= 0 ? x->pair_weight[pair] : x->weighs && a == b ? x->weight : 0;
}

/* Weights of pairs of values that heroes have; what they add to the most. */
static int make_paired(struct fuzz *f, struct trait *x, int style)
{
    int most = x->weight;
    for (int n = between(f, 1, MOST_PAIRS); n > 0; n--) {
        int a = x->code[fuzz_below(f, (uint64_t)c->heroes)];
        int b = x->code[fuzz_below(f, (uint64_t)c->heroes)];
        if (pair_of(x, a, b) >= 0)
            continue;
        x->paired[x->n_pairs][0] = a;
        x->paired[x->n_pairs][1] = b;
        x->pair_weight[x->n_pairs] = style == 2 ? between(f, 0, 100) : between(f, 0, 4);
        most = x->pair_weight[x->n_pairs] > most ? x->pair_weight[x->n_pairs] : most;
        x->n_pairs++;
    }
    return most - x->weight;
}

int64_t fuzz_party_pair(int a, int b)
{
    int match = 0;
    for (int t = 0; t < c->n_traits; t++)
        match += weight_of(&c->trait[t], c->trait[t].code[a], c->trait[t].code[b]);
    return match_points(match);
}

void fuzz_party_make_pairs(void)
{
    int64_t most = 0;
    for (int m = 0; m <= c->max_match; m++)
        most = match_points(m) > most ? match_points(m) : most;
    c->most_points = most * c->n_edges;
    for (int a = 0; a < c->heroes; a++)
        for (int b = 0; b < c->heroes; b++)
            c->pair[a][b] = (int32_t)fuzz_party_pair(a, b);
}

/* A share at the planted party's own, a little off, or any. */
static void make_share(struct fuzz *f)
{
    int style = between(f, 0, 5), digits = ONE_OF(f, 1, 2, 2, 3, 6, 9, 12, 15);
    wide one = fuzz_power(digits), share = (wide)fuzz_below(f, 1000) * one / 1000;
    if (c->most_points > 0 && style < 4)
        share = fuzz_divided((wide)fuzz_party_points(c->planted) * one, c->most_points,
                             style == 1) +
                (style == 2) - (style == 3);
    share = share < 0 || c->most_points == 0 ? 0 : share > one ? one : share;
    fuzz_print_decimal(share, digits, c->share);
    if (fuzz_chance(f, 0.3))
        snprintf(c->share, sizeof c->share, "%s", fuzz_chance(f, 0.3) ? "1" : "0");
    if (c->most_points == 0)
        snprintf(c->share, sizeof c->share, "0");
    c->synergy_min = (int64_t)fuzz_divided(
        fuzz_decimal_of(c->share, 15) * c->most_points, fuzz_power(15), true);
}

void fuzz_party_make_synergy(struct fuzz *f)
{
    int style = between(f, 0, 4);
    bool any = !fuzz_chance(f, 0.1), paired = fuzz_chance(f, 0.33);
    for (int t = 0; t < c->n_traits && any; t++) {
        struct trait *x = &c->trait[t];
        x->weighs = fuzz_chance(f, 0.8);
        if (!x->weighs)
            continue;
        x->weight = style == 0   ? 1
                    : style == 1 ? ONE_OF(f, 0, 1)
                    : style == 2 ? between(f, 0, 100)
                                 : between(f, 0, 3);
        c->max_match += x->weight;
        if (paired && fuzz_chance(f, 0.6))
            c->max_match += make_paired(f, x, style);
    }
    make_points(f);
    fuzz_party_make_pairs();
    make_share(f);
}
