/* Party: random challenges over the whole config language, against looking at every
 * party in exact arithmetic.
 *
 * A number is the shortest decimal that reads as the same double, as islands/party says
 * too: what is written, where that has up to 15 digits. Sums and means of these are
 * compared exactly; so is the share of points. A price is right when it differs from
 * the exact one by no more than the rounding of a sum of doubles. */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 wide;

enum {
    MOST_PLACES = 64,
    MOST_HEROES = 80,
    MOST_TRAITS = 16,
    MOST_NUMBERS = 5,
    MOST_RULES = 12,
    MOST_EDGES = 512,
    MOST_POINTS = 220,
    MOST_LEAVES = 30000, /* parties that an enumerator looks at, about */
    MOST_STEPS = 1000000
};

enum kind { MEAN, SUM, COUNT, DISTINCT, SAME, KINDS };
static const char *const kind_name[] = {"mean", "sum", "count", "distinct", "same"};

/* Numbers as text, and exactly: value * 10^-scale. */
struct numbers {
    char name[16];
    int scale;
    wide value[MOST_HEROES];
    char text[MOST_HEROES][40];
};

struct trait {
    char name[16];
    bool is_number; /* numbers[0], taken letter by letter */
    int n_values;
    int code[MOST_HEROES];
    bool weighs;
    int weight;
};

struct rule {
    enum kind kind;
    int column, value;
    bool has[2]; /* min, max */
    bool exactly;
    wide bound[2]; /* times 10^-scale */
    int scale;
    char bound_text[2][40];
    char text[200]; /* as skerry says it */
};

/* Rules of a challenge, as bits: the requirements, then these. */
enum { SYNERGY = MOST_RULES, FIXED, EXCLUDED, RULE_BITS };
static const uint32_t ALL_RULES = (1U << RULE_BITS) - 1;

static struct challenge {
    int places, heroes;
    int64_t id[MOST_HEROES];
    struct numbers price;
    bool owned[MOST_HEROES], excluded[MOST_HEROES];
    int fixed[MOST_PLACES]; /* hero or -1 */
    int n_traits, n_numbers, n_rules, n_edges;
    struct trait trait[MOST_TRAITS];
    struct numbers number[MOST_NUMBERS];
    struct rule rule[MOST_RULES];
    int edge[MOST_EDGES][2];
    bool touched[MOST_PLACES]; /* by an edge */
    int max_match, n_points;
    int64_t points[MOST_POINTS];
    int64_t most_points, synergy_min;
    char share[40];                         /* synergy.min */
    int32_t pair[MOST_HEROES][MOST_HEROES]; /* points of an edge between heroes */
    int planted[MOST_PLACES];               /* a party that many bounds allow */
} c;

/* ---- exact numbers ---- */

static wide power(int exponent)
{
    wide value = 1;
    while (exponent-- > 0)
        value *= 10;
    return value;
}

/* floor or ceil of a / b; b > 0 */
static wide divided(wide a, wide b, bool up)
{
    wide q = a / b, rest = a % b;
    return q + (up && rest > 0) - (!up && rest < 0);
}

static void print_decimal(wide value, int scale, char *text)
{
    char digits[64];
    bool negative = value < 0;
    int n = 0;
    value = negative ? -value : value;
    for (; value > 0 || n <= scale; value /= 10)
        digits[n++] = (char)('0' + (int)(value % 10));
    if (negative)
        *text++ = '-';
    while (n > 0) {
        *text++ = digits[--n];
        if (n == scale && n > 0)
            *text++ = '.';
    }
    *text = '\0';
}

/* The shortest decimal that reads as the same double as the text does. */
static wide decimal_of(const char *text, int scale)
{
    char shortest[64];
    double value = strtod(text, NULL);
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(shortest, sizeof shortest, "%.*e", digits - 1, value);
        if (strtod(shortest, NULL) == value)
            break;
    }
    wide mantissa = 0;
    int shift = scale;
    bool point = false, negative = *shortest == '-';
    const char *at = shortest + negative;
    for (; *at != 'e'; at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        mantissa = 10 * mantissa + (*at - '0');
        shift -= point;
    }
    shift += (int)strtol(at + 1, NULL, 10);
    for (; shift < 0; shift++) {
        if (mantissa % 10)
            abort(); /* the generator's scale is too small */
        mantissa /= 10;
    }
    mantissa *= power(shift);
    return negative ? -mantissa : mantissa;
}

/* ---- the enumerator ---- */

static wide amount_of(const struct rule *r, const int *hero)
{
    wide sum = 0;
    int most = 0, distinct = 0, count = 0;
    if (r->kind == MEAN || r->kind == SUM) {
        for (int p = 0; p < c.places; p++)
            sum += c.number[r->column].value[hero[p]];
        return sum;
    }
    const int *code = c.trait[r->column].code;
    for (int p = 0; p < c.places; p++) {
        int before = 0;
        for (int q = 0; q < p; q++)
            before += code[hero[q]] == code[hero[p]];
        distinct += before == 0;
        most = before + 1 > most ? before + 1 : most;
        count += code[hero[p]] == r->value;
    }
    return r->kind == COUNT ? count : r->kind == DISTINCT ? distinct : most;
}

static bool rule_holds(const struct rule *r, const int *hero)
{
    bool sums = r->kind == MEAN || r->kind == SUM;
    wide amount = amount_of(r, hero) * power(r->scale);
    wide times =
        (r->kind == MEAN ? c.places : 1) * power(sums ? c.number[r->column].scale : 0);
    return (!r->has[0] || amount >= r->bound[0] * times) &&
           (!r->has[1] || amount <= r->bound[1] * times);
}

static int64_t points_of(const int *hero)
{
    int64_t points = 0;
    for (int e = 0; e < c.n_edges; e++)
        points += c.pair[hero[c.edge[e][0]]][hero[c.edge[e][1]]];
    return points;
}

static bool holds(const int *hero, uint32_t rules)
{
    if (rules >> SYNERGY & 1 && points_of(hero) < c.synergy_min)
        return false;
    for (int i = 0; i < c.n_rules; i++)
        if (rules >> i & 1 && !rule_holds(&c.rule[i], hero))
            return false;
    return true;
}

/* Looks at every party under some of the rules. Places that no edge touches and that
 * hold nobody fixed are alike: their heroes rise. */
static struct truth {
    uint32_t rules;
    bool any; /* stop at the first */
    bool feasible;
    uint64_t looked; /* steps; past MOST_STEPS it gives up, which only subsets of the
                        rules may */
    wide price;      /* the least */
    int order[MOST_PLACES], hero[MOST_PLACES], n_ordered;
    bool used[MOST_HEROES];
} truth;

static bool may_stand(int h)
{
    return !truth.used[h] && !c.excluded[h];
}

static void try_place(int i, int first, wide price)
{
    if (truth.feasible && (truth.any || price >= truth.price))
        return;
    if (++truth.looked > MOST_STEPS && truth.any)
        return;
    if (i == c.places) {
        if (holds(truth.hero, truth.rules)) {
            truth.feasible = true;
            truth.price = price;
        }
        return;
    }
    int place = truth.order[i], left = 0;
    int fixed = truth.rules >> FIXED & 1 ? c.fixed[place] : -1;
    bool ordered = i < truth.n_ordered;
    for (int h = ordered ? c.heroes : first; h < c.heroes; h++)
        left += may_stand(h);
    for (int h = ordered ? 0 : first; h < c.heroes; h++) {
        if (fixed >= 0 ? h != fixed || truth.used[h] : !may_stand(h))
            continue;
        if (!ordered && left-- < c.places - i)
            break; /* too few for the places that are left */
        truth.used[h] = true;
        truth.hero[place] = h;
        try_place(i + 1, ordered ? 0 : h + 1, price + c.price.value[h]);
        truth.used[h] = false;
    }
}

static bool needs_order(int place, uint32_t rules)
{
    return (c.fixed[place] >= 0 && rules >> FIXED & 1) ||
           (c.touched[place] && c.synergy_min > 0 && rules >> SYNERGY & 1);
}

static void enumerate(uint32_t rules, bool any)
{
    truth = (struct truth){.rules = rules, .any = any};
    int n = 0;
    for (int order = 1; order >= 0; order--) {
        for (int p = 0; p < c.places; p++)
            if (needs_order(p, rules) == order)
                truth.order[n++] = p;
        truth.n_ordered = order ? n : truth.n_ordered;
    }
    /* A fixed hero stands in no other place; nobody else is excluded without the rule.
     */
    bool excluded[MOST_HEROES];
    memcpy(excluded, c.excluded, sizeof excluded);
    for (int h = 0; h < c.heroes; h++)
        c.excluded[h] = c.excluded[h] && rules >> EXCLUDED & 1;
    for (int p = 0; p < c.places && rules >> FIXED & 1; p++)
        if (c.fixed[p] >= 0)
            c.excluded[c.fixed[p]] = true;
    try_place(0, 0, 0);
    memcpy(c.excluded, excluded, sizeof excluded);
}

/* About how many parties that are. */
static double count_leaves(int heroes)
{
    double leaves = 1;
    int rest = 0, taken = 0;
    for (int p = 0; p < c.places; p++)
        if (c.fixed[p] < 0 && needs_order(p, ALL_RULES))
            leaves *= heroes - taken++;
        else if (c.fixed[p] < 0)
            rest++;
        else
            taken++;
    for (int k = 0; k < rest; k++)
        leaves *= (double)(heroes - taken - k) / (k + 1);
    return leaves;
}

/* ---- the generator ---- */

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
    for (int h = 0; h < c.heroes; h++) {
        int64_t value = fuzz_between(f, low, high);
        wide wider = value;
        if (style == 2 && fuzz_chance(f, 0.5))
            wider = 50 * (value / 10);
        if (style == 7)
            wider = fuzz_chance(f, 0.4)   ? (wide)between(f, 1, 9) * power(26)
                    : fuzz_chance(f, 0.5) ? (wide)between(f, 0, 3)
                                          : (wide)between(f, 1, 30) * power(11);
        if (negative && style != 1 && fuzz_chance(f, style == 10 ? 0.02 : 0.3))
            wider = -wider;
        print_decimal(wider, x->scale, x->text[h]);
        x->value[h] = decimal_of(x->text[h], x->scale);
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
    c.places = size < 150   ? between(f, 1, 6)
               : size < 188 ? between(f, 7, 14)
               : size < 190 ? between(f, 15, 24)
                            : between(f, 25, MOST_PLACES);
    for (int p = 0; p < MOST_PLACES; p++)
        c.fixed[p] = -1;
    /* Edges among so many places, of some shape; few among many, since who stands at
     * them is enumerated in every order. */
    int among = c.places <= 6 ? c.places : between(f, 0, c.places > 24 ? 2 : 4);
    int shape = between(f, 0, 7),
        first = c.places > 6 ? between(f, 0, c.places - among) : 0;
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
            c.edge[c.n_edges][turned] = first + a;
            c.edge[c.n_edges++][!turned] = first + b;
            c.touched[first + a] = c.touched[first + b] = true;
        }
}

static void make_heroes(struct fuzz *f)
{
    int most = c.places + between(f, 0, 16);
    c.heroes = c.places;
    while (c.heroes < most && c.heroes < MOST_HEROES &&
           count_leaves(c.heroes + 1) <= MOST_LEAVES)
        c.heroes++;
    int64_t id = fuzz_between(f, 0, 5);
    for (int h = 0; h < c.heroes; h++, id += 1 + (int64_t)fuzz_below(f, 3))
        c.id[h] = id;
    if (fuzz_chance(f, 0.05))
        c.id[c.heroes - 1] = INT32_MAX;
}

static void make_traits(struct fuzz *f)
{
    c.n_traits = fuzz_chance(f, 0.05) ? 16 : between(f, 1, 5);
    for (int t = 0; t < c.n_traits; t++) {
        struct trait *x = &c.trait[t];
        snprintf(x->name, sizeof x->name, "trait%d", t);
        x->n_values = ONE_OF(f, 1, 2, 2, 3, 3, 4, 5, c.heroes);
        int of = t > 0 && fuzz_chance(f, 0.15) ? between(f, 0, t - 1) : -1;
        for (int h = 0; h < c.heroes; h++)
            x->code[h] = (int)fuzz_below(f, (uint64_t)x->n_values);
        /* A trait that decides another one. */
        for (int h = 0; h < c.heroes && of >= 0 && !c.trait[of].is_number; h++)
            x->code[h] = c.trait[of].code[h] / 2;
        if (t == 0 && fuzz_chance(f, 0.1) && c.n_numbers > 0) {
            snprintf(x->name, sizeof x->name, "%s", c.number[0].name);
            x->is_number = true;
            for (int h = 0; h < c.heroes; h++) {
                x->code[h] = 0;
                while (strcmp(c.number[0].text[x->code[h]], c.number[0].text[h]) != 0)
                    x->code[h]++;
            }
        }
    }
}

static void value_text(const struct trait *x, int value, char *text, size_t bytes)
{
    static const char *const odd[] = {"x, y", "Ähre", "two words", "1"};
    if (x->is_number)
        snprintf(text, bytes, "%s", c.number[0].text[value]);
    else if (value >= 1 && value <= 4 && (c.heroes & 3) == 0)
        snprintf(text, bytes, "%s", odd[value - 1]);
    else
        snprintf(text, bytes, "v%d", value);
}

static void make_points(struct fuzz *f)
{
    int style = between(f, 0, 8), length = c.max_match + between(f, -2, 2);
    int64_t most = ONE_OF(f, 20, 20, 1000, 30000, 1000000);
    c.n_points = length < 1 ? 1 : length > MOST_POINTS ? MOST_POINTS : length;
    for (int m = 0; m < c.n_points; m++) {
        int64_t before = m ? c.points[m - 1] : 0;
        switch (style) {
        case 0:
            c.points[m] = fuzz_between(f, 0, most);
            break;
        case 1:
            c.points[m] = most;
            break;
        case 2:
            c.points[m] = m == c.n_points - 1 ? most : 0;
            break;
        case 3:
            c.points[m] = fuzz_chance(f, 0.3) ? fuzz_between(f, 0, most) : 0;
            break;
        case 4:
            c.points[m] = most - m * (most / (c.n_points + 1)); /* falling */
            break;
        default:
            before += fuzz_between(f, 0, 2 * most / c.n_points);
            c.points[m] = before > 1000000 ? 1000000 : before;
            break;
        }
    }
}

static int64_t match_points(int match)
{
    return c.points[match < c.n_points ? match : c.n_points - 1];
}

static void make_pairs(void)
{
    int64_t most = 0;
    for (int m = 0; m <= c.max_match; m++)
        most = match_points(m) > most ? match_points(m) : most;
    c.most_points = most * c.n_edges;
    for (int a = 0; a < c.heroes; a++)
        for (int b = 0; b < c.heroes; b++) {
            int match = 0;
            for (int t = 0; t < c.n_traits; t++)
                match += c.trait[t].weighs && c.trait[t].code[a] == c.trait[t].code[b]
                             ? c.trait[t].weight
                             : 0;
            c.pair[a][b] = (int32_t)match_points(match);
        }
}

/* A share at the planted party's own, a little off, or any. */
static void make_share(struct fuzz *f)
{
    int style = between(f, 0, 5), digits = ONE_OF(f, 1, 2, 2, 3, 6, 9, 12, 15);
    wide one = power(digits), share = (wide)fuzz_below(f, 1000) * one / 1000;
    if (c.most_points > 0 && style < 4)
        share = divided((wide)points_of(c.planted) * one, c.most_points, style == 1) +
                (style == 2) - (style == 3);
    share = share < 0 || c.most_points == 0 ? 0 : share > one ? one : share;
    print_decimal(share, digits, c.share);
    if (fuzz_chance(f, 0.3))
        snprintf(c.share, sizeof c.share, "%s", fuzz_chance(f, 0.3) ? "1" : "0");
    if (c.most_points == 0)
        snprintf(c.share, sizeof c.share, "0");
    c.synergy_min =
        (int64_t)divided(decimal_of(c.share, 15) * c.most_points, power(15), true);
}

/* Before the number of heroes is known: how many could be looked at. */
static void make_synergy(struct fuzz *f)
{
    int style = between(f, 0, 4);
    bool any = !fuzz_chance(f, 0.1);
    for (int t = 0; t < c.n_traits && any; t++) {
        struct trait *x = &c.trait[t];
        x->weighs = fuzz_chance(f, 0.8);
        if (!x->weighs)
            continue;
        x->weight = style == 0   ? 1
                    : style == 1 ? ONE_OF(f, 0, 1)
                    : style == 2 ? between(f, 0, 100)
                                 : between(f, 0, 3);
        c.max_match += x->weight;
    }
    make_points(f);
    make_pairs();
    make_share(f);
}

static void make_planted(struct fuzz *f)
{
    bool used[MOST_HEROES] = {false};
    for (int p = 0; p < c.places; p++) {
        int h = (int)fuzz_below(f, (uint64_t)c.heroes);
        while (used[h])
            h = (h + 1) % c.heroes;
        used[h] = true;
        c.planted[p] = h;
    }
}

static void make_marks(struct fuzz *f)
{
    bool used[MOST_HEROES] = {false};
    double fixing = ONE_OF(f, 0, 0, 1, 2) * 0.15;
    for (int p = 0; p < c.places; p++)
        if (fuzz_chance(f, fixing)) {
            int h = fuzz_chance(f, 0.7) ? c.planted[p]
                                        : (int)fuzz_below(f, (uint64_t)c.heroes);
            if (!used[h])
                c.fixed[p] = h;
            used[h] = true;
        }
    double excluding = ONE_OF(f, 0, 0, 1, 3) * 0.1;
    double owning = ONE_OF(f, 0, 0, 1, 5) * 0.1;
    int spare = c.heroes - c.places;
    for (int h = 0; h < c.heroes; h++) {
        c.excluded[h] = !used[h] && spare > 0 && fuzz_chance(f, excluding);
        spare -= c.excluded[h];
        c.owned[h] = fuzz_chance(f, owning);
        if (c.owned[h])
            c.price.value[h] = 0;
    }
}

static void describe_rule(struct rule *r)
{
    double min = strtod(r->bound_text[0], NULL), max = strtod(r->bound_text[1], NULL);
    char amount[90], value[40], text[sizeof r->text];
    bool sums = r->kind == MEAN || r->kind == SUM,
         equal = r->has[0] && r->has[1] && min == max;
    if (equal)
        snprintf(amount, sizeof amount, sums ? "= %.15g" : "exactly %.0f", min);
    else if (!r->has[1])
        snprintf(amount, sizeof amount, sums ? ">= %.15g" : "at least %.0f", min);
    else if (!r->has[0])
        snprintf(amount, sizeof amount, sums ? "<= %.15g" : "at most %.0f", max);
    else
        snprintf(amount, sizeof amount, sums ? "%.15g to %.15g" : "%.0f to %.0f", min,
                 max);
    if (sums)
        snprintf(text, sizeof text, "%s %s %s", kind_name[r->kind],
                 c.number[r->column].name, amount);
    else if (r->kind == COUNT) {
        value_text(&c.trait[r->column], r->value, value, sizeof value);
        snprintf(text, sizeof text, "%s with %s %s", amount, c.trait[r->column].name,
                 value);
    } else
        snprintf(text, sizeof text, "%s %s %s", amount,
                 r->kind == SAME ? "of the same" : "different values of",
                 c.trait[r->column].name);
    memcpy(r->text, text, sizeof r->text);
}

/* Bounds of an amount, which is times 10^-scale: at it, near it, or far away. */
static void make_bounds(struct fuzz *f, struct rule *r, wide amount, int scale)
{
    bool sums = r->kind == MEAN || r->kind == SUM;
    /* Huge and tiny numbers together take 29 of 38 digits. */
    int most_scale = scale == 12 ? 9 : scale + 3 < 15 ? scale + 3 : 15;
    r->scale = sums ? between(f, 0, most_scale) : 0;
    r->exactly = fuzz_chance(f, 0.2);
    int sides = between(f, 0, 2);
    for (int side = 0; side < 2; side++) {
        wide times = r->kind == MEAN ? c.places : 1;
        wide bound = divided(amount * power(r->scale), times * power(scale),
                             fuzz_chance(f, 0.3) ? !side : side);
        int off = between(f, 0, 9);
        wide far = sums ? bound / 4 + 1 : between(f, 1, 3);
        bound += off == 0 ? (side ? -1 : 1) : off < 4 ? (side ? far : -far) : 0;
        wide limit = power(15 + r->scale);
        bound = bound > limit ? limit : bound < -limit ? -limit : bound;
        print_decimal(bound, r->scale, r->bound_text[side]);
        r->bound[side] = decimal_of(r->bound_text[side], r->scale);
        r->has[side] = sides == 2 || sides == side || r->exactly;
    }
    if (r->exactly || (r->has[0] && r->has[1] && r->bound[0] > r->bound[1])) {
        r->bound[1] = r->bound[0];
        memcpy(r->bound_text[1], r->bound_text[0], sizeof r->bound_text[1]);
    }
}

static void make_rules(struct fuzz *f)
{
    int n = fuzz_chance(f, 0.05) ? MOST_RULES : between(f, 0, 4);
    for (int i = 0; i < n; i++) {
        struct rule *r = &c.rule[c.n_rules++];
        *r = (struct rule){.kind = (enum kind)between(f, 0, KINDS - 1)};
        bool sums = r->kind == MEAN || r->kind == SUM;
        if (sums && c.n_numbers == 0)
            r->kind = DISTINCT, sums = false;
        r->column = between(f, 0, (sums ? c.n_numbers : c.n_traits) - 1);
        if (!sums)
            r->value = c.trait[r->column].code[fuzz_below(f, (uint64_t)c.heroes)];
        int other[MOST_PLACES];
        memcpy(other, c.planted, sizeof other);
        other[0] =
            fuzz_chance(f, 0.3) ? (int)fuzz_below(f, (uint64_t)c.heroes) : other[0];
        make_bounds(f, r, amount_of(r, other), sums ? c.number[r->column].scale : 0);
        describe_rule(r);
    }
}

static void make(struct fuzz *f)
{
    memset(&c, 0, sizeof c);
    make_formation(f);
    c.synergy_min = fuzz_chance(f, 0.8); /* for count_leaves; set by make_synergy */
    bool synergy = c.synergy_min;
    make_heroes(f);
    snprintf(c.price.name, sizeof c.price.name, "price");
    make_numbers(f, &c.price, false);
    c.n_numbers = between(f, 0, 3);
    for (int i = 0; i < c.n_numbers; i++) {
        snprintf(c.number[i].name, sizeof c.number[i].name, "number%u",
                 (unsigned)i % 10);
        make_numbers(f, &c.number[i], true);
    }
    make_traits(f);
    make_planted(f);
    make_synergy(f);
    if (!synergy) {
        snprintf(c.share, sizeof c.share, "0");
        c.synergy_min = 0;
    }
    make_marks(f);
    make_rules(f);
}

/* ---- its files ---- */

static void write_heroes(struct fuzz *f)
{
    const char *end = fuzz_chance(f, 0.1) ? "\r\n" : "\n";
    fuzz_write(f, "heroes.csv", "%sid,price",
               fuzz_chance(f, 0.05) ? "\xEF\xBB\xBF" : "");
    for (int t = 0; t < c.n_traits; t++)
        if (!c.trait[t].is_number)
            fuzz_append(f, "heroes.csv", ",%s", c.trait[t].name);
    for (int i = 0; i < c.n_numbers; i++)
        fuzz_append(f, "heroes.csv", ",%s", c.number[i].name);
    fuzz_append(f, "heroes.csv", "%s", end);
    for (int h = 0; h < c.heroes; h++) {
        fuzz_append(f, "heroes.csv", "%lld,%s", (long long)c.id[h], c.price.text[h]);
        for (int t = 0; t < c.n_traits; t++) {
            char text[40];
            value_text(&c.trait[t], c.trait[t].code[h], text, sizeof text);
            if (!c.trait[t].is_number)
                fuzz_append(f, "heroes.csv", strchr(text, ',') ? ",\"%s\"" : ",%s",
                            text);
        }
        for (int i = 0; i < c.n_numbers; i++)
            fuzz_append(f, "heroes.csv", ",%s", c.number[i].text[h]);
        fuzz_append(f, "heroes.csv", "%s", end);
    }
}

static void write_rules(struct fuzz *f)
{
    if (c.n_rules)
        fuzz_append(f, "case.yaml", "  requirements:\n");
    for (int i = 0; i < c.n_rules; i++) {
        const struct rule *r = &c.rule[i];
        bool sums = r->kind == MEAN || r->kind == SUM;
        fuzz_append(f, "case.yaml", "    - {%s: %s", kind_name[r->kind],
                    sums ? c.number[r->column].name : c.trait[r->column].name);
        if (r->kind == COUNT) {
            char value[40];
            value_text(&c.trait[r->column], r->value, value, sizeof value);
            fuzz_append(f, "case.yaml", ", value: \"%s\"", value);
        }
        if (r->exactly)
            fuzz_append(f, "case.yaml", ", exactly: %s", r->bound_text[0]);
        for (int side = 0; side < 2 && !r->exactly; side++)
            if (r->has[side])
                fuzz_append(f, "case.yaml", ", %s: %s", side ? "max" : "min",
                            r->bound_text[side]);
        fuzz_append(f, "case.yaml", "}\n");
    }
}

static void write_synergy(struct fuzz *f)
{
    bool any = strcmp(c.share, "0") != 0 || fuzz_chance(f, 0.7), first = true;
    if (!any)
        return;
    fuzz_append(f, "case.yaml", "  synergy:\n    weights: {");
    for (int t = 0; t < c.n_traits; t++)
        if (c.trait[t].weighs) {
            fuzz_append(f, "case.yaml", "%s%s: %d", first ? "" : ", ", c.trait[t].name,
                        c.trait[t].weight);
            first = false;
        }
    fuzz_append(f, "case.yaml", "}\n    points: [");
    for (int m = 0; m < c.n_points; m++)
        fuzz_append(f, "case.yaml", "%s%lld", m ? ", " : "", (long long)c.points[m]);
    fuzz_append(f, "case.yaml", "]\n    min: %s\n", c.share);
}

static void write_marks(struct fuzz *f)
{
    int n = 0;
    for (int p = 0; p < c.places; p++)
        if (c.fixed[p] >= 0)
            fuzz_append(f, "case.yaml", "%s%d: %lld", n++ ? ", " : "  fixed: {", p,
                        (long long)c.id[c.fixed[p]]);
    fuzz_append(f, "case.yaml", n ? "}\n" : "");
    n = 0;
    for (int h = 0; h < c.heroes; h++)
        if (c.excluded[h])
            fuzz_append(f, "case.yaml", "%s%lld", n++ ? ", " : "  excluded: [",
                        (long long)c.id[h]);
    fuzz_append(f, "case.yaml", n ? "]\n" : "");
    n = 0;
    for (int h = 0; h < c.heroes; h++) {
        if (!c.owned[h])
            continue;
        if (n++ == 0) {
            fuzz_append(f, "case.yaml", "  owned: owned.csv\n");
            fuzz_write(f, "owned.csv", "%s", fuzz_chance(f, 0.5) ? "id\n" : "");
        }
        fuzz_append(f, "owned.csv", "%lld\n", (long long)c.id[h]);
    }
}

static void write_descriptors(struct fuzz *f)
{
    static const char *const looks[] = {"0.5", "0.97", "1"};
    fuzz_append(f, "case.yaml", "  descriptors:\n    - {measure: synergy}\n");
    if (fuzz_chance(f, 0.5))
        fuzz_append(f, "case.yaml", "    - {measure: price, low: 0, high: 1e6}\n");
    else
        fuzz_append(f, "case.yaml", "    - {distinct: %s, low: 0, high: %d}\n",
                    c.trait[0].name, c.places + 1);
    if (fuzz_chance(f, 0.2))
        fuzz_append(f, "case.yaml", "  guided: false\n");
    if (fuzz_chance(f, 0.2))
        fuzz_append(f, "case.yaml", "  mend: false\n");
    if (fuzz_chance(f, 0.3))
        fuzz_append(f, "case.yaml", "  look_ahead: %s\n", looks[fuzz_below(f, 3)]);
    if (fuzz_chance(f, 0.1))
        fuzz_append(f, "case.yaml", "  traits: [%s]\n", c.trait[c.n_traits - 1].name);
    if (c.n_numbers && fuzz_chance(f, 0.1))
        fuzz_append(f, "case.yaml", "  numbers: [%s]\n", c.number[0].name);
}

static void write_files(struct fuzz *f)
{
    fuzz_write(f, "case.yaml",
               "problem: party\nparty:\n  heroes: heroes.csv\n"
               "  formation:\n    places: %d\n    edges: [",
               c.places);
    for (int e = 0; e < c.n_edges; e++)
        fuzz_append(f, "case.yaml", "%s[%d, %d]", e ? ", " : "", c.edge[e][0],
                    c.edge[e][1]);
    fuzz_append(f, "case.yaml", "]\n");
    for (int p = 0; p < c.places && c.places > 1 && (c.places & 1); p++)
        fuzz_append(f, "case.yaml",
                    p == 0              ? "    rows: [[0"
                    : p == c.places / 2 ? "], [%d"
                                        : ", %d",
                    p);
    fuzz_append(f, "case.yaml", c.places > 1 && (c.places & 1) ? "]]\n" : "");
    write_synergy(f);
    write_rules(f);
    write_marks(f);
    write_descriptors(f);
    fuzz_append(f, "case.yaml", "algorithm: exact\n");
    write_heroes(f);
}

/* ---- the judge ---- */

static double coins(wide price)
{
    return (double)price / (double)power(c.price.scale);
}

/* What a sum of so many doubles may be off. */
static double rounding(double price)
{
    return c.places * 0x1p-52 * price;
}

/* The party of an answer; false where it is none. */
static bool take_party(const struct fuzz_answer *answer, int *hero, wide *price)
{
    *price = 0;
    for (int p = 0; p < c.places; p++) {
        for (hero[p] = 0; hero[p] < c.heroes; hero[p]++)
            if ((double)c.id[hero[p]] == answer->genes[p])
                break;
        if (hero[p] == c.heroes || c.excluded[hero[p]] ||
            (c.fixed[p] >= 0 && hero[p] != c.fixed[p]))
            return false;
        for (int q = 0; q < p; q++)
            if (hero[q] == hero[p])
                return false;
        *price += c.price.value[hero[p]];
    }
    return holds(hero, ALL_RULES);
}

static void judge_feasible(struct fuzz *f, const struct fuzz_answer *answer,
                           bool feasible, wide best)
{
    int hero[MOST_PLACES];
    wide price;
    if ((int)answer->n_genes != c.places || !take_party(answer, hero, &price))
        fuzz_wrong(f, "the party breaks a rule");
    else if (!feasible)
        fuzz_wrong(f, "a party where the enumerator finds none");
    else if (fabs(answer->best - coins(price)) > rounding(coins(price)))
        fuzz_wrong(f, "price %.17g is %.17g", answer->best, coins(price));
    else if (answer->optimal && price > best &&
             coins(price) - coins(best) > rounding(coins(best)))
        fuzz_wrong(f, "optimal %.17g, the optimum is %.17g", coins(price), coins(best));
}

/* The rules that a reason names: each text ends where the next one begins. */
static uint32_t rules_named(const char *reason)
{
    char text[600], *end;
    uint32_t named = 0;
    snprintf(text, sizeof text, "%s", reason);
    end = strstr(text, " cannot hold");
    if (!end)
        return ALL_RULES;
    *end = '\0';
    for (char *at = text; at; at = end) {
        end = strstr(at, "; ");
        if (end)
            *end = '\0', end += 2;
        if (!strncmp(at, "and ", 4))
            at += 4;
        uint32_t bit = 0;
        for (int i = c.n_rules; i-- > 0;)
            if (!strcmp(c.rule[i].text, at))
                bit = 1U << i;
        if (!strncmp(at, "synergy >= ", 11))
            bit = 1U << SYNERGY;
        if (!strcmp(at, "fixed heroes"))
            bit = 1U << FIXED;
        if (!strcmp(at, "excluded heroes"))
            bit = 1U << EXCLUDED;
        if (!bit)
            return 0;
        named |= bit;
    }
    return named;
}

static void judge_reason(struct fuzz *f, const struct fuzz_answer *answer)
{
    uint32_t named = rules_named(answer->reason);
    if (!named) {
        fuzz_wrong(f, "a rule that is none: %s", answer->reason);
        return;
    }
    if (named == ALL_RULES)
        return;
    enumerate(named, true);
    if (truth.feasible)
        fuzz_wrong(f, "these can hold: %s", answer->reason);
    for (int i = 0; i < RULE_BITS && !strstr(answer->reason, "perhaps"); i++) {
        if (!(named >> i & 1))
            continue;
        enumerate(named & ~(1U << i), true);
        if (!truth.feasible && truth.looked <= MOST_STEPS)
            fuzz_wrong(f, "one rule too many: %s", answer->reason);
    }
}

static void judge(struct fuzz *f, const struct fuzz_answer *answer, bool feasible,
                  wide best, bool proves)
{
    if (answer->refused || answer->failed)
        fuzz_wrong(f, "refused: %s", answer->error);
    if (answer->unverified[0])
        fuzz_wrong(f, "unverified: %s", answer->unverified);
    if (answer->feasible)
        judge_feasible(f, answer, feasible, best);
    if (answer->infeasible && feasible)
        fuzz_wrong(f, "infeasible, the optimum is %.17g: %s", coins(best),
                   answer->reason);
    else if (answer->infeasible)
        judge_reason(f, answer);
    if (answer->bounded && feasible &&
        answer->bound > coins(best) + rounding(coins(best)))
        fuzz_wrong(f, "bound %.17g, the optimum is %.17g", answer->bound, coins(best));
    if (!feasible && !answer->infeasible)
        fuzz_open(f, "infeasible, but not proven");
    if (feasible && answer->feasible && !answer->optimal &&
        (proves || answer->bound < coins(best) - rounding(coins(best))))
        fuzz_open(f, "%.17g is not proven: bound %.17g, the optimum is %.17g",
                  answer->best, answer->bound, coins(best));
    if (feasible && !answer->feasible && proves)
        fuzz_open(f, "nothing found, the optimum is %.17g", coins(best));
}

static void run(struct fuzz *f)
{
    static const char *const algorithm[] = {"algorithm=map_elites", "algorithm=random",
                                            "algorithm=aiea"};
    make(f);
    write_files(f);
    enumerate(ALL_RULES, false);
    bool feasible = truth.feasible;
    wide best = truth.price;
    const char *const exact[] = {
        fuzz_chance(f, 0.3) ? "run.islands=3" : "run.islands=1",
        fuzz_chance(f, 0.3) ? "exact.work=1000" : "exact.effort=0",
        "run.max_evaluations=20000000", NULL};
    judge(f, fuzz_run(f, "case.yaml", exact), feasible, best, true);
    const char *const ga[] = {
        "algorithm=ga",   "run.epochs=1",   "run.sub_generations=2", "ga.population=4",
        "ga.offspring=4", "ga.effort=0.02", "run.proof_s=10",        NULL};
    judge(f, fuzz_run(f, "case.yaml", ga), feasible, best, false);
    if (!fuzz_chance(f, 0.1))
        return;
    const char *const other[] = {algorithm[fuzz_below(f, 3)], "run.epochs=1",
                                 "run.sub_generations=1", NULL};
    judge(f, fuzz_run(f, "case.yaml", other), feasible, best, false);
}

extern const struct fuzz_problem fuzz_party;
const struct fuzz_problem fuzz_party = {"party", run};
