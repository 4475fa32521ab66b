/* Random challenges. */
#include "fuzz_party.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_party_kind[] = {"mean", "sum",       "count",     "distinct",
                                       "same", "chemistry", "chemistry", "rating"};
static struct challenge *const c = &fuzz_challenge;

static int between(struct fuzz *f, int low, int high)
{
    return (int)fuzz_between(f, low, high);
}

static int one_of(struct fuzz *f, const int *list, size_t n)
{
    return list[fuzz_below(f, n)];
}
#define ONE_OF(f, ...)                                                                 \
    one_of(f, (const int[]){__VA_ARGS__}, sizeof(int[]){__VA_ARGS__} / sizeof(int))

/* A number of which there is a team rating; -1: none. */
static int find_rated(void)
{
    for (int i = 0; i < c->n_numbers; i++)
        if (c->number[i].rates)
            return i;
    return -1;
}

/* Prices and numbers of many styles; negative ones where they may be. */
static void make_numbers(struct fuzz *f, struct numbers *x, bool negative)
{
    int style = between(f, 0, 11);
    int64_t low = 0, high = 0;
    x->scale = 0;
    switch (style) {
    case 0:
        high = 5;
        break;
    case 1:
        low = high = between(f, 0, 2) * 1000;
        break;
    case 2:
        high = 100;
        break;
    case 3:
        x->scale = ONE_OF(f, 1, 2, 3);
        high = 20000;
        break;
    case 4:
        low = 999999999000, high = 1000000000000;
        break;
    case 5:
        x->scale = 3;
        high = 999999999999999;
        break;
    case 6:
        x->scale = 16; /* doubles of 16 and 17 digits */
        low = 10000000000000000, high = 99999999999999999;
        break;
    case 7:
        x->scale = 12; /* huge and tiny ones, below */
        break;
    case 8:
        high = 999999999999999;
        break;
    case 9:
        x->scale = 9;
        low = 299999990, high = 300000010;
        break;
    default:
        low = 60, high = 99;
        break;
    }
    bool rates = negative && fuzz_chance(f, 0.5);
    if (rates) {
        style = 12; /* ratings, close together or not */
        x->scale = 0;
        low = ONE_OF(f, 0, 60, 80, 999990), high = low + ONE_OF(f, 2, 9, 10);
    }
    x->rates = rates;
    for (int h = 0; h < c->heroes; h++) {
        int64_t value = fuzz_between(f, low, high);
        wide wider = value;
        if (style == 2 && fuzz_chance(f, 0.5))
            wider = 50 * (value / 10);
        if (style == 7)
            wider = fuzz_chance(f, 0.4)   ? (wide)between(f, 1, 9) * fuzz_power(26)
                    : fuzz_chance(f, 0.5) ? (wide)between(f, 0, 3)
                                          : (wide)between(f, 1, 30) * fuzz_power(11);
        if (negative && style != 1 && !rates &&
            fuzz_chance(f, style == 10 ? 0.02 : 0.3))
            wider = -wider;
        fuzz_print_decimal(wider, x->scale, x->text[h]);
        x->value[h] = fuzz_decimal_of(x->text[h], x->scale);
        /* other ways to write it */
        if (wider >= 0 && fuzz_chance(f, 0.02)) {
            char plain[40];
            memcpy(plain, x->text[h], sizeof plain);
            snprintf(x->text[h], sizeof x->text[h], "+%.36se0", plain);
        }
    }
}

static void make_formation(struct fuzz *f)
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

static void make_heroes(struct fuzz *f)
{
    int most = c->places + between(f, 0, 16);
    c->heroes = c->places;
    while (c->heroes < most && c->heroes < MOST_HEROES &&
           fuzz_party_leaves(c->heroes + 1) <= MOST_LEAVES)
        c->heroes++;
    int64_t id = fuzz_between(f, 0, 5);
    for (int h = 0; h < c->heroes; h++, id += 1 + (int64_t)fuzz_below(f, 3))
        c->id[h] = id;
    if (fuzz_chance(f, 0.05))
        c->id[c->heroes - 1] = INT32_MAX;
}

/* Thresholds of chemistry of some traits. */
static void make_chemistry(struct fuzz *f)
{
    if (fuzz_chance(f, 0.5))
        return;
    c->cap = ONE_OF(f, 0, 1, 3, 3, 5);
    for (int t = 0; t < c->n_traits; t++) {
        struct trait *x = &c->trait[t];
        double step = ONE_OF(f, 1, 3, 6) * 0.1;
        if (fuzz_chance(f, 0.4))
            continue;
        for (int n = 1; n <= MOST_PLACES; n++)
            x->reaction[n] =
                x->reaction[n - 1] +
                (n <= c->places + 1 && fuzz_chance(f, step) ? between(f, 1, 3) : 0);
        x->reacts = c->chemistry = true;
        if (x->reaction[MOST_PLACES] == 0)
            x->reaction[MOST_PLACES] = 1; /* a threshold that is never reached */
    }
}

/* A trait whose value an earlier one decides, among all heroes or nearly all. */
static void make_determined(struct fuzz *f, int t)
{
    const struct trait *from = &c->trait[between(f, 0, t - 1)];
    struct trait *x = &c->trait[t];
    int image[MOST_HEROES], few = between(f, 1, x->n_values);
    double apart = ONE_OF(f, 0, 0, 0, 1, 2) * 0.05;
    for (int v = 0; v < MOST_HEROES; v++)
        image[v] = (int)fuzz_below(f, (uint64_t)few);
    for (int h = 0; h < c->heroes && !from->is_number; h++)
        if (!fuzz_chance(f, apart))
            x->code[h] = image[from->code[h]];
}

static void make_traits(struct fuzz *f)
{
    c->n_traits = fuzz_chance(f, 0.02) ? 16 : between(f, 1, 5);
    double determined = ONE_OF(f, 0, 0, 4, 8) * 0.1;
    for (int t = 0; t < c->n_traits; t++) {
        struct trait *x = &c->trait[t];
        snprintf(x->name, sizeof x->name, "trait%d", t);
        x->n_values = ONE_OF(f, 1, 2, 2, 3, 3, 4, 5, c->heroes);
        for (int h = 0; h < c->heroes; h++)
            x->code[h] = (int)fuzz_below(f, (uint64_t)x->n_values);
        /* Versions of one hero: few have the same value. */
        for (int h = 0; h < c->heroes && x->n_values == c->heroes; h++)
            x->code[h] =
                h > 0 && fuzz_chance(f, 0.3) ? x->code[fuzz_below(f, (uint64_t)h)] : h;
        if (t > 0 && fuzz_chance(f, determined))
            make_determined(f, t);
        if (t == 0 && fuzz_chance(f, 0.1) && c->n_numbers > 0) {
            snprintf(x->name, sizeof x->name, "%s", c->number[0].name);
            x->is_number = true;
            for (int h = 0; h < c->heroes; h++) {
                x->code[h] = 0;
                while (strcmp(c->number[0].text[x->code[h]], c->number[0].text[h]) != 0)
                    x->code[h]++;
            }
        }
    }
}

void fuzz_party_value(const struct trait *x, int value, char *text, size_t bytes)
{
    static const char *const odd[] = {"x, y", "Ähre", "two words", "1"};
    if (x->is_number)
        snprintf(text, bytes, "%s", c->number[0].text[value]);
    else if (value >= 1 && value <= 4 && (c->heroes & 3) == 0)
        snprintf(text, bytes, "%s", odd[value - 1]);
    else
        snprintf(text, bytes, "v%d", value);
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

static void make_pairs(void)
{
    int64_t most = 0;
    for (int m = 0; m <= c->max_match; m++)
        most = match_points(m) > most ? match_points(m) : most;
    c->most_points = most * c->n_edges;
    for (int a = 0; a < c->heroes; a++)
        for (int b = 0; b < c->heroes; b++) {
            int match = 0;
            for (int t = 0; t < c->n_traits; t++)
                match +=
                    weight_of(&c->trait[t], c->trait[t].code[a], c->trait[t].code[b]);
            c->pair[a][b] = (int32_t)match_points(match);
        }
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

/* Before the number of heroes is known: how many could be looked at. */
static void make_synergy(struct fuzz *f)
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
    make_pairs();
    make_share(f);
}

static void make_planted(struct fuzz *f)
{
    bool used[MOST_HEROES] = {false};
    for (int p = 0; p < c->places; p++) {
        int h = (int)fuzz_below(f, (uint64_t)c->heroes);
        while (used[h])
            h = (h + 1) % c->heroes;
        used[h] = true;
        c->planted[p] = h;
    }
}

static void make_marks(struct fuzz *f)
{
    bool used[MOST_HEROES] = {false};
    double fixing = ONE_OF(f, 0, 0, 1, 2) * 0.15;
    for (int p = 0; p < c->places; p++)
        if (fuzz_chance(f, fixing)) {
            int h = fuzz_chance(f, 0.7) ? c->planted[p]
                                        : (int)fuzz_below(f, (uint64_t)c->heroes);
            if (!used[h])
                c->fixed[p] = h;
            used[h] = true;
        }
    double excluding = ONE_OF(f, 0, 0, 1, 3) * 0.1;
    double owning = ONE_OF(f, 0, 0, 1, 5) * 0.1;
    int spare = c->heroes - c->places;
    for (int h = 0; h < c->heroes; h++) {
        c->excluded[h] = !used[h] && spare > 0 && fuzz_chance(f, excluding);
        spare -= c->excluded[h];
        c->owned[h] = fuzz_chance(f, owning);
        if (c->owned[h])
            c->price.value[h] = 0;
    }
}

/* The shortest number that reads as the same double as the text does; counts in full.
 */
static void shortest(const char *text, bool count, char *out, size_t bytes)
{
    double x = strtod(text, NULL);
    if (count) {
        snprintf(out, bytes, "%.0f", x);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, bytes, "%.*g", digits, x);
        if (strtod(out, NULL) == x)
            return;
    }
}

static void describe_rule(struct rule *r)
{
    char min[40], max[40], amount[90], value[40], text[sizeof r->text];
    bool sums =
        fuzz_party_sums(r->kind) || fuzz_party_reacts(r->kind) || r->kind == RATING;
    shortest(r->bound_text[0], !sums, min, sizeof min);
    shortest(r->bound_text[1], !sums, max, sizeof max);
    if (r->has[0] && r->has[1] && !strcmp(min, max))
        snprintf(amount, sizeof amount, "%s %s", sums ? "=" : "exactly", min);
    else if (!r->has[1])
        snprintf(amount, sizeof amount, "%s %s", sums ? ">=" : "at least", min);
    else if (!r->has[0])
        snprintf(amount, sizeof amount, "%s %s", sums ? "<=" : "at most", max);
    else
        snprintf(amount, sizeof amount, "%s to %s", min, max);
    if (fuzz_party_reacts(r->kind))
        snprintf(text, sizeof text, "chemistry%s %s",
                 r->kind == LEAST ? " of each hero" : "", amount);
    else if (r->kind == RATING)
        snprintf(text, sizeof text, "team rating of %s %s", c->number[r->column].name,
                 amount);
    else if (sums)
        snprintf(text, sizeof text, "%s %s %s", fuzz_party_kind[r->kind],
                 c->number[r->column].name, amount);
    else if (r->kind == COUNT) {
        fuzz_party_value(&c->trait[r->column], r->value, value, sizeof value);
        snprintf(text, sizeof text, "%s with %s %s", amount, c->trait[r->column].name,
                 value);
    } else {
        bool one = !strcmp(amount, "exactly 1") || !strcmp(amount, "at least 1") ||
                   !strcmp(amount, "at most 1");
        snprintf(text, sizeof text, "%s %s %s", amount,
                 r->kind == SAME ? "of the same"
                 : one           ? "different value of"
                                 : "different values of",
                 c->trait[r->column].name);
    }
    memcpy(r->text, text, sizeof r->text);
}

/* Few alike, or many different, of a trait: what dependencies turn against others. */
static void make_tight(struct fuzz *f, struct rule *r)
{
    bool most = r->kind == SAME;
    int bound = most ? between(f, 1, 2) : c->places - between(f, 0, 1);
    r->has[most] = true;
    r->bound[most] = bound;
    fuzz_print_decimal(bound, 0, r->bound_text[most]);
}

/* Bounds of an amount, which is times 10^-scale: at it, near it, or far away. */
static void make_bounds(struct fuzz *f, struct rule *r, wide amount, int scale)
{
    bool sums = fuzz_party_sums(r->kind);
    /* Huge and tiny numbers together take 29 of 38 digits. */
    int most_scale = scale == 12 ? 9 : scale + 3 < 15 ? scale + 3 : 15;
    r->scale = sums ? between(f, 0, most_scale) : 0;
    r->exactly = fuzz_chance(f, 0.2);
    int sides = between(f, 0, 2);
    for (int side = 0; side < 2; side++) {
        wide times = r->kind == MEAN ? c->places : 1;
        wide bound =
            fuzz_divided(amount * fuzz_power(r->scale), times * fuzz_power(scale),
                         fuzz_chance(f, 0.3) ? !side : side);
        int off = between(f, 0, 9);
        wide far = sums ? bound / 4 + 1 : between(f, 1, 3);
        bound += off == 0 ? (side ? -1 : 1) : off < 4 ? (side ? far : -far) : 0;
        wide limit = fuzz_power(15 + r->scale);
        bound = bound > limit ? limit : bound < -limit ? -limit : bound;
        fuzz_print_decimal(bound, r->scale, r->bound_text[side]);
        r->bound[side] = fuzz_decimal_of(r->bound_text[side], r->scale);
        r->has[side] = sides == 2 || sides == side || r->exactly;
    }
    if (r->exactly || (r->has[0] && r->has[1] && r->bound[0] > r->bound[1])) {
        r->bound[1] = r->bound[0];
        memcpy(r->bound_text[1], r->bound_text[0], sizeof r->bound_text[1]);
    }
}

static void make_rules(struct fuzz *f)
{
    int n = fuzz_chance(f, 0.05) ? MOST_RULES - 2 : between(f, 0, 4);
    double tight = ONE_OF(f, 0, 0, 3, 6) * 0.1;
    for (int i = 0; i < n; i++) {
        struct rule *r = &c->rule[c->n_rules++];
        *r = (struct rule){.kind = (enum kind)between(f, 0, KINDS - 1)};
        bool sums = fuzz_party_sums(r->kind);
        if ((sums && c->n_numbers == 0) ||
            (fuzz_party_reacts(r->kind) && !c->chemistry))
            r->kind = DISTINCT, sums = false;
        if (r->kind == RATING && find_rated() < 0)
            r->kind = DISTINCT;
        r->column = between(f, 0, (sums ? c->n_numbers : c->n_traits) - 1);
        if (r->kind == RATING)
            r->column = find_rated();
        else if (!sums)
            r->value = c->trait[r->column].code[fuzz_below(f, (uint64_t)c->heroes)];
        int other[MOST_PLACES];
        memcpy(other, c->planted, sizeof other);
        other[0] =
            fuzz_chance(f, 0.3) ? (int)fuzz_below(f, (uint64_t)c->heroes) : other[0];
        if ((r->kind == SAME || r->kind == DISTINCT) && fuzz_chance(f, tight))
            make_tight(f, r);
        else
            make_bounds(f, r, fuzz_party_amount(r, other),
                        sums ? c->number[r->column].scale : 0);
        describe_rule(r);
    }
}

/* Makes either/or of some neighbours. */
static void make_any(struct fuzz *f)
{
    if (!fuzz_chance(f, 0.4))
        return;
    int cases = 1;
    for (int i = 0; i < c->n_rules;) {
        int n = between(f, 1, 3);
        if (fuzz_chance(f, 0.4) || i + n > c->n_rules || cases * n > 64) {
            i++;
            continue;
        }
        cases *= n;
        c->n_any++;
        for (int k = 0; k < n; k++)
            c->rule[i++].any = c->n_any;
    }
}

/* Whether one of the parts of a text, between separators, is a word; without a separator the text
 * is. */
static bool has_part(const char *text, char separator, const char *word)
{
    size_t bytes = strlen(word);
    for (const char *at = text;;) {
        const char *end = separator ? strchr(at, separator) : NULL;
        size_t n = end ? (size_t)(end - at) : strlen(at);
        if (n == bytes && !memcmp(at, word, n))
            return true;
        if (!end)
            return false;
        at = end + 1;
    }
}

/* A rule by a trait: some values, or parts of values, that heroes have; false if it has none. */
static bool make_trait_rule(struct fuzz *f, struct place_rule *rule)
{
    const struct trait *x = &c->trait[between(f, 0, c->n_traits - 1)];
    char separator = fuzz_chance(f, 0.6) ? '\0' : ", v1"[fuzz_below(f, 4)];
    char cell[40], word[40], list[150] = "", said[150] = "";
    int words = between(f, 1, 2);
    for (int k = 0; k < words; k++) {
        fuzz_party_value(x, x->code[fuzz_below(f, (uint64_t)c->heroes)], cell,
                         sizeof cell);
        const char cuts[] = {separator, '\0'};
        const char *part = cell + strspn(cell, cuts);
        if (!*part)
            continue; /* nothing but separators */
        snprintf(word, sizeof word, "%.*s", (int)strcspn(part, cuts), part);
        size_t used = strlen(list), spoken = strlen(said);
        snprintf(list + used, sizeof list - used, "%s\"%s\"", *list ? ", " : "", word);
        snprintf(said + spoken, sizeof said - spoken, "%s%s", *said ? " or " : " ",
                 word);
        for (int h = 0; h < c->heroes; h++) {
            fuzz_party_value(x, x->code[h], cell, sizeof cell);
            rule->admits[h] = rule->admits[h] || has_part(cell, separator, word);
        }
    }
    snprintf(rule->text, sizeof rule->text, "%s%s", x->name, said);
    snprintf(rule->keys, sizeof rule->keys, "trait: %s, values: [%s]", x->name, list);
    size_t used = strlen(rule->keys);
    if (separator)
        snprintf(rule->keys + used, sizeof rule->keys - used, ", separator: \"%c\"",
                 separator);
    return *list;
}

/* A rule by a number, of which one hero is at the bound; false if that is out of range. */
static bool make_number_rule(struct fuzz *f, struct place_rule *rule)
{
    const struct numbers *x = &c->number[between(f, 0, c->n_numbers - 1)];
    wide bound = x->value[fuzz_below(f, (uint64_t)c->heroes)];
    wide limit = fuzz_power(15 + x->scale);
    bool most = fuzz_chance(f, 0.5);
    char text[60], said[60];
    if (bound > limit || bound < -limit)
        return false;
    fuzz_print_decimal(bound, x->scale, text);
    for (int h = 0; h < c->heroes; h++)
        rule->admits[h] = most ? x->value[h] <= bound : x->value[h] >= bound;
    shortest(text, false, said, sizeof said);
    snprintf(rule->text, sizeof rule->text, "%s %s %s", x->name,
             most ? "<=" : ">=", said);
    snprintf(rule->keys, sizeof rule->keys, "number: %s, %s: %s", x->name,
             most ? "max" : "min", text);
    return true;
}

/* The places of a rule, for its text too. Its heroes are enumerated in every order there. */
static void make_rule_places(struct fuzz *f, struct place_rule *rule)
{
    char what[200], text[sizeof rule->text] = "";
    int n = 0, most = c->places <= 6 ? c->places : 2;
    for (int p = 0; p < c->places && n < most; p++)
        if (fuzz_chance(f, c->places <= 6 ? 0.4 : 0.15)) {
            rule->at[p] = true;
            n++;
        }
    if (n == 0)
        rule->at[0] = true;
    for (int p = 0, k = 0; p < c->places; p++)
        if (rule->at[p]) {
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%d", k++ ? ", " : "", p);
        }
    snprintf(what, sizeof what, "%.199s", rule->text);
    snprintf(rule->text, sizeof rule->text, "place%s %.180s: %s", n > 1 ? "s" : "",
             text, what);
}

/* A fixed hero that may not stand in his place is an error of the config. */
static void make_place_rules(struct fuzz *f)
{
    if (fuzz_chance(f, 0.5))
        return;
    for (int n = between(f, 1, MOST_PLACE_RULES); n > 0; n--) {
        struct place_rule *rule = &c->place_rule[c->n_place_rules];
        *rule = (struct place_rule){0};
        bool number = c->n_numbers > 0 && fuzz_chance(f, 0.3);
        if (!(number ? make_number_rule(f, rule) : make_trait_rule(f, rule)))
            continue;
        make_rule_places(f, rule);
        c->n_place_rules++;
        if (fuzz_party_leaves(c->heroes) > 4 * MOST_LEAVES) {
            c->n_place_rules--;
            return;
        }
        for (int p = 0; p < c->places; p++)
            if (rule->at[p] && c->fixed[p] >= 0 && !rule->admits[c->fixed[p]])
                c->fixed[p] = -1;
    }
}

/* What is minimised: the price, or a column, or heroes with a value; negative for the most. synergy:
 * parties of every order are enumerated, so that it can be the goal. */
static void make_goal(struct fuzz *f, bool synergy)
{
    int style = between(f, 0, 11);
    c->cost = c->price;
    if (style >= 10) {
        c->by_points = c->maximised = synergy && c->most_points > 0;
        if (c->by_points)
            snprintf(c->goal, sizeof c->goal, "{measure: synergy%s}",
                     style == 10 ? "" : ", goal: max");
        return;
    }
    if (style < 5 || (style < 8 && c->n_numbers == 0))
        return;
    c->maximised = fuzz_chance(f, 0.5);
    const char *goal = c->maximised ? "max" : "min";
    if (style < 8) {
        const struct numbers *x = &c->number[between(f, 0, c->n_numbers - 1)];
        c->cost = *x;
        c->averaged = fuzz_chance(f, 0.5);
        snprintf(c->goal, sizeof c->goal, "{%s: %s, goal: %s}",
                 c->averaged ? "mean" : "sum", x->name, goal);
    } else if (style == 8) {
        const struct trait *x = &c->trait[between(f, 0, c->n_traits - 1)];
        int value = x->code[fuzz_below(f, (uint64_t)c->heroes)];
        char text[40];
        fuzz_party_value(x, value, text, sizeof text);
        c->cost.scale = 0;
        for (int h = 0; h < c->heroes; h++)
            c->cost.value[h] = x->code[h] == value;
        snprintf(c->goal, sizeof c->goal, "{count: %s, value: \"%s\", goal: %s}",
                 x->name, text, goal);
    } else {
        snprintf(c->goal, sizeof c->goal, "{measure: price, goal: %s}", goal);
    }
    for (int h = 0; h < c->heroes && c->maximised; h++)
        c->cost.value[h] = -c->cost.value[h];
}

/* No two of a trait's values, mostly of the one that has the most. */
static void make_unique(struct fuzz *f)
{
    struct rule *r = &c->rule[c->n_rules];
    if (!fuzz_chance(f, 0.25))
        return;
    *r = (struct rule){
        .kind = SAME, .unique = true, .column = between(f, 0, c->n_traits - 1)};
    for (int t = 0; t < c->n_traits && fuzz_chance(f, 0.9); t++)
        if (c->trait[t].n_values > c->trait[r->column].n_values)
            r->column = t;
    r->has[1] = true;
    r->bound[1] = 1;
    fuzz_print_decimal(1, 0, r->bound_text[1]);
    describe_rule(r);
    c->n_rules++;
}

/* About what the planted party costs. */
static void make_budget(struct fuzz *f)
{
    struct rule *r = &c->rule[c->n_rules];
    if (!fuzz_chance(f, 0.2))
        return;
    *r = (struct rule){.kind = SUM, .budget = true};
    make_bounds(f, r, fuzz_party_amount(r, c->planted), c->price.scale);
    if (!r->has[1] || r->bound[1] < 0)
        return;
    r->has[0] = r->exactly = false;
    char most[40];
    shortest(r->bound_text[1], false, most, sizeof most);
    snprintf(r->text, sizeof r->text, "price <= %s", most);
    c->n_rules++;
}

/* Related challenges: two traits of few values that decide and one that matters little, edges worth what
 * the paper says, many of them, a tight synergy and a demand on one value: the exact search then has
 * patterns to go by, which share traits, where that of other challenges ends before. */
static void make_related_formation(struct fuzz *f)
{
    c->places = between(f, 4, 6);
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
    make_pairs();
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
    describe_rule(r);
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

static void make_related(struct fuzz *f)
{
    make_related_formation(f);
    c->related = true;
    c->synergy_min = 1; /* for count_leaves */
    make_heroes(f);
    make_related_prices(f);
    c->n_numbers = between(f, 1, 2);
    for (int i = 0; i < c->n_numbers; i++) {
        snprintf(c->number[i].name, sizeof c->number[i].name, "number%u",
                 (unsigned)i % 10);
        make_numbers(f, &c->number[i], true);
    }
    make_related_traits(f);
    make_planted(f);
    make_related_share(f);
    if (fuzz_chance(f, 0.3))
        make_marks(f);
    make_rules(f);
    if (c->n_rules < MOST_RULES - 1)
        make_demand(f);
    if (fuzz_chance(f, 0.2))
        make_place_rules(f);
    c->cost = c->price;
}

void fuzz_party_make(struct fuzz *f)
{
    *c = (struct challenge){0};
    if (f->number % 4 == 3) {
        make_related(f);
        return;
    }
    make_formation(f);
    c->synergy_min = fuzz_chance(f, 0.8); /* for count_leaves; set by make_synergy */
    bool synergy = c->synergy_min;
    make_heroes(f);
    snprintf(c->price.name, sizeof c->price.name, "price");
    make_numbers(f, &c->price, false);
    c->n_numbers = between(f, 0, 3);
    for (int i = 0; i < c->n_numbers; i++) {
        snprintf(c->number[i].name, sizeof c->number[i].name, "number%u",
                 (unsigned)i % 10);
        make_numbers(f, &c->number[i], true);
    }
    make_traits(f);
    make_planted(f);
    make_chemistry(f);
    make_synergy(f);
    if (!synergy) {
        snprintf(c->share, sizeof c->share, "0");
        c->synergy_min = 0;
    }
    make_marks(f);
    make_rules(f);
    make_any(f);
    make_unique(f);
    make_place_rules(f);
    make_goal(f, synergy);
    make_budget(f);
}
