#include "party_pattern_prices.h"

#include <math.h>
#include <string.h>

/* By hand: a larger table is out of the caches, and more choices take long to list. */
static const size_t MOST_TABLE_BYTES = 32 << 20;
enum { MOST_CHOICES = 64 };

/* Marked heroes that are few enough for parts to compete for them; by hand. */
enum { MOST_SCARCE = 64 };

/* Rounds of the subgradient method for each relaxation; by hand. */
enum { TUNING_ROUNDS = 60 };

/* Above any price, and few enough to be added up. */
static const int64_t NO_PRICE = INT64_MAX / 64;

/* The most that a multiplier may change the price of a hero, in coins: relaxed prices of parties are
 * then below 2^48 units, and doubles hold them to a small part of one. */
static const double MOST_CHANGE = 1 << 30;

static size_t rows_of(const struct party_patterns *p, size_t n_marked)
{
    return p->n_kinds * (p->groups->reduced->n_places + 1) * (n_marked + 1);
}

/* The entries of a number of heroes of a kind: [n_marked + 1][PARTY_PATTERN_PRICES]. */
static int64_t *entries(const struct party_patterns *p, size_t kind, size_t heroes)
{
    size_t row = kind * (p->groups->reduced->n_places + 1) + heroes;
    assert(kind < p->n_kinds && heroes <= p->groups->reduced->n_places);
    return p->least + row * (p->n_marked + 1) * PARTY_PATTERN_PRICES;
}

static size_t fixed_with(const struct party_reduced *r, uint32_t trait, uint16_t value)
{
    size_t n = 0;
    for (size_t f = 0; f < r->n_fixed; f++)
        n += r->party->trait[trait].code[r->fixed_row[f]] == value;
    return n;
}

static size_t free_with(const struct party_reduced *r, uint32_t trait, uint16_t value)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        n += r->party->trait[trait].code[r->row[i]] == value;
    return n;
}

/* Marks the values that so many heroes can share, of which one is to be chosen. */
static void mark_alike(struct party_patterns *p, const struct party_value_limits *q)
{
    const struct party_reduced *r = p->groups->reduced;
    size_t n_values = r->party->trait[q->trait].n_values, least = (size_t)q->same_min;
    p->n_choices = 0;
    for (size_t v = 0; v < n_values; v++)
        if (free_with(r, q->trait, (uint16_t)v) +
                fixed_with(r, q->trait, (uint16_t)v) >=
            least) {
            if (p->n_choices == MOST_CHOICES) {
                p->n_choices = 1;
                return;
            }
            p->value[p->n_choices++] = (uint16_t)v;
        }
    p->mark = (int)q->trait;
    p->n_marked = least;
}

/* Marks the value of the COUNT requirement that the fewest heroes have. */
static void mark_counted(struct party_patterns *p)
{
    const struct party_reduced *r = p->groups->reduced;
    size_t fewest = r->n / 4; /* by hand: more are not scarce */
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_requirement *q =
            &r->party->requirement[r->constraint[l].requirement];
        if (q->kind != PARTY_COUNT || !(r->constraint[l].lo > 0) ||
            !(r->constraint[l].lo <= (double)r->n_places))
            continue;
        size_t heroes = free_with(r, q->column, (uint16_t)q->value);
        if (heroes >= fewest)
            continue;
        fewest = heroes;
        p->mark = (int)q->column;
        p->n_marked = (size_t)ceil(r->constraint[l].lo - 1e-9);
        p->value[0] = (uint16_t)q->value;
    }
}

enum status party_pattern_prices_init(struct party_patterns *p, struct arena *perm,
                                      struct error *err)
{
    const struct party_reduced *r = p->groups->reduced;
    p->mark = -1;
    p->n_choices = 1;
    p->value = ARENA_NEW(perm, uint16_t, MOST_CHOICES);
    p->multiplier = arena_take_array(perm, PARTY_PATTERN_PRICES, sizeof *p->multiplier);
    if (!p->value || !p->multiplier)
        return error_set(err, STATUS_MEMORY, "no memory for prices of patterns");
    for (size_t s = 0; s < r->n_limits && p->mark < 0; s++)
        if (!r->heavy[r->limits[s].trait] && r->limits[s].same_min > 2)
            mark_alike(p, &r->limits[s]);
    if (p->mark < 0)
        mark_counted(p);
    size_t row_bytes = PARTY_PATTERN_PRICES * sizeof *p->least;
    if (rows_of(p, p->n_marked) * row_bytes > MOST_TABLE_BYTES) {
        p->mark = -1;
        p->n_marked = 0;
        p->n_choices = 1;
    }
    p->available = rows_of(p, p->n_marked) * row_bytes <= MOST_TABLE_BYTES;
    if (!p->available)
        return STATUS_OK;
    p->least = ARENA_NEW(perm, int64_t, rows_of(p, p->n_marked) * PARTY_PATTERN_PRICES);
    if (!p->least)
        return error_set(err, STATUS_MEMORY, "no memory for prices of patterns");
    return STATUS_OK;
}

/* Takes a price of `heroes` heroes of a group, at least `marked` of them marked, to all its kinds.
 */
static void lower_least(struct party_patterns *p, size_t group, size_t heroes,
                        size_t marked, size_t m, int64_t price)
{
    for (unsigned set = 0; set < 1U << p->n_traits; set++) {
        size_t kind = 0;
        for (size_t t = 0; t < p->n_traits; t++)
            kind += set >> t & 1 ? p->key[group * p->n_traits + t] : 0;
        int64_t *out = &entries(p, kind, heroes)[marked * PARTY_PATTERN_PRICES + m];
        *out = price < *out ? price : *out;
    }
}

static void begin_relaxation(struct party_patterns *p, size_t m)
{
    for (size_t i = 0, rows = rows_of(p, p->n_marked); i < rows; i++)
        p->least[i * PARTY_PATTERN_PRICES + m] = NO_PRICE;
}

/* The m-th relaxation: the leading constraint at a multiplier of its steps. */
static void relax_steps(struct party_patterns *p, size_t m, int64_t multiplier)
{
    const struct party_aggregation *g = p->groups;
    const struct party_reduced *r = g->reduced;
    begin_relaxation(p, m);
    p->constant[m] = (int64_t)r->steps * multiplier;
    for (size_t a = 0; a < r->n_groups; a++)
        for (size_t k = 1; k <= r->n_places; k++) {
            int64_t least = NO_PRICE;
            int picks = party_aggregation_picks(g, a, k);
            const int32_t *value =
                party_aggregation_group_value(g, a, picks < 0 ? 0 : (size_t)picks);
            for (size_t s = 0;
                 picks >= 0 && s < g->width && value[s] < PARTY_COINS_NONE; s++) {
                int64_t price =
                    (int64_t)value[s] * PARTY_PATTERN_UNIT - (int64_t)s * multiplier;
                least = price < least ? price : least;
            }
            lower_least(p, a, k, 0, m, least);
        }
}

/* The slope of the least prices of all parties at the steps needed, in a step. */
static int64_t slope_of_steps(const struct party_patterns *p)
{
    const struct party_reduced *r = p->groups->reduced;
    const int32_t *all =
        party_aggregation_rest_value(p->groups, r->n_places, r->n_places);
    int64_t slope = 0;
    for (size_t s = 0; s < r->steps && all[r->steps] < PARTY_COINS_NONE; s++) {
        int64_t rise = (int64_t)(all[r->steps] - all[s]) * PARTY_PATTERN_UNIT;
        int64_t here = rise / (int64_t)(r->steps - s);
        slope = here > slope ? here : slope;
    }
    return slope;
}

/* The relaxed price of a hero: y is above 0 for a constraint's lower limit, below for its upper
 * one. */
static double relaxed_price(const struct party_reduced *r, const double *y, uint32_t i)
{
    double price = r->coins[i];
    for (size_t l = 0; l < r->n_constraints; l++)
        price -= y[l] * party_constraint_value(r->party, &r->constraint[l], r->row[i]);
    return price * PARTY_PATTERN_UNIT;
}

/* What a constraint adds to every party at a multiplier, at least. */
static double relaxed_constant(const struct party_constraint *constraint, double y)
{
    double limit = y > 0 ? constraint->lo : constraint->hi;
    double slack = party_constraint_slack(constraint);
    return y == 0 ? 0 : y * (limit - constraint->fixed) - fabs(y) * slack;
}

/* Marked heroes that are needed besides the fixed ones. */
static size_t marked_needed(const struct party_patterns *p)
{
    if (p->mark < 0)
        return 0;
    size_t fixed =
        fixed_with(p->groups->reduced, (uint32_t)p->mark, p->value[p->choice]);
    return fixed < p->n_marked ? p->n_marked - fixed : 0;
}

/* A price below which a marked hero is not counted, in the m-th relaxation, and what that adds to
 * parties in all: without it, different parts would each have the cheapest of a few marked heroes.
 * It is the dual of "each hero at most once", best where just the cheapest are chosen. */
struct least_marked {
    double price, added;
};

static bool is_marked(const struct party_patterns *p, uint32_t row)
{
    return p->mark >= 0 &&
           p->groups->reduced->party->trait[p->mark].code[row] == p->value[p->choice];
}

static struct least_marked find_least_marked(const struct party_patterns *p,
                                             const double *y)
{
    const struct party_reduced *r = p->groups->reduced;
    double price[MOST_SCARCE];
    size_t n = 0, needed = marked_needed(p);
    struct least_marked least = {.price = -INFINITY};
    if (p->mark < 0 || p->n_choices > 1 || needed < 2)
        return least;
    for (uint32_t i = 0; i < r->n; i++) {
        if (!is_marked(p, r->row[i]))
            continue;
        if (n == MOST_SCARCE)
            return least;
        double here = relaxed_price(r, y, i);
        size_t k = n++;
        for (; k > 0 && price[k - 1] > here; k--)
            price[k] = price[k - 1];
        price[k] = here;
    }
    if (n < needed)
        return least;
    least.price = price[needed - 1];
    for (size_t i = 0; i < needed; i++)
        least.added += ceil(least.price - price[i]) + 1;
    return least;
}

/* Heroes by rising relaxed price. */
struct cheapest {
    size_t n;
    uint32_t hero[PARTY_PATTERN_PLACES];
    double price[PARTY_PATTERN_PLACES];
};

static void keep_cheapest(struct cheapest *c, size_t most, uint32_t hero, double price)
{
    if (c->n == most && (most == 0 || price >= c->price[most - 1]))
        return;
    size_t k = c->n < most ? c->n++ : c->n - 1;
    for (; k > 0 && c->price[k - 1] > price; k--) {
        c->price[k] = c->price[k - 1];
        c->hero[k] = c->hero[k - 1];
    }
    c->price[k] = price;
    c->hero[k] = hero;
}

/* The cheapest free heroes of a group, at most n_free: marked ones and others. */
static void find_cheapest(const struct party_patterns *p, const double *y,
                          const struct least_marked *least, size_t group,
                          struct cheapest *marked, struct cheapest *others)
{
    const struct party_reduced *r = p->groups->reduced;
    marked->n = others->n = 0;
    for (uint32_t i = r->first[group]; i < r->first[group + 1]; i++) {
        double price = relaxed_price(r, y, i);
        if (is_marked(p, r->row[i]))
            keep_cheapest(marked, r->n_free, i, fmax(price, least->price));
        else
            keep_cheapest(others, r->n_free, i, price);
    }
}

/* Sums of the cheapest k of a group with at least q marked, for each k from the one with q. */
static void lower_by_cheapest(struct party_patterns *p, size_t group, size_t m,
                              size_t q, const struct cheapest *marked,
                              const struct cheapest *others)
{
    const struct party_reduced *r = p->groups->reduced;
    size_t fixed = r->fixed_in[group], a = 0, b = 0, k = 0;
    int64_t sum = 0;
    for (; a < q; a++, k++)
        sum += (int64_t)floor(marked->price[a]) - 1;
    for (;; k++) {
        if (k + fixed > 0 && k + fixed <= r->n_places)
            lower_least(p, group, k + fixed, q, m, sum);
        bool any = a < marked->n, other = b < others->n;
        if (k == r->n_free || (!any && !other))
            return;
        bool take = any && (!other || marked->price[a] <= others->price[b]);
        sum += (int64_t)floor(take ? marked->price[a++] : others->price[b++]) - 1;
    }
}

/* The m-th relaxation: all constraints at its multipliers. Prices are rounded down by more than the
 * rounding of doubles. */
static void relax_constraints(struct party_patterns *p, size_t m)
{
    const struct party_reduced *r = p->groups->reduced;
    const double *y = p->multiplier[m];
    struct least_marked least = find_least_marked(p, y);
    struct cheapest marked, others;
    double constant = 0;
    begin_relaxation(p, m);
    for (size_t l = 0; l < r->n_constraints; l++)
        constant += relaxed_constant(&r->constraint[l], y[l]);
    constant = floor(constant * PARTY_PATTERN_UNIT - least.added) - 1;
    p->constant[m] = (int64_t)fmax(fmin(constant, 0x1p55), -0x1p60);
    for (size_t a = 0; a < r->n_groups; a++) {
        find_cheapest(p, y, &least, a, &marked, &others);
        for (size_t q = 0; q <= p->n_marked && q <= marked.n; q++)
            lower_by_cheapest(p, a, m, q, &marked, &others);
    }
}

void party_pattern_sum_empty(const struct party_patterns *p,
                             struct party_pattern_sum *sum)
{
    for (size_t q = 0; q <= p->n_marked; q++)
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            sum->of[q][m] = q == 0 ? 0 : NO_PRICE;
}

void party_pattern_sum_add(const struct party_patterns *p, size_t kind, size_t heroes,
                           struct party_pattern_sum *sum)
{
    const int64_t *part = entries(p, kind, heroes);
    /* From the most marked on, so that what is read is still of the parts before. */
    for (size_t q = p->n_marked + 1; q-- > 0;) {
        int64_t *out = sum->of[q];
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            out[m] += part[m];
        for (size_t j = 1; j <= q && j <= heroes; j++) {
            const int64_t *before = sum->of[q - j];
            const int64_t *here = part + j * PARTY_PATTERN_PRICES;
            for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++) {
                int64_t with = before[m] + here[m];
                out[m] = with < out[m] ? with : out[m];
            }
        }
    }
}

int32_t party_pattern_sum_bound(const struct party_patterns *p,
                                const struct party_pattern_sum *sum)
{
    const struct party_reduced *r = p->groups->reduced;
    const int64_t *least = sum->of[marked_needed(p)];
    int64_t best = 0;
    for (size_t m = 0; m < p->n_relaxations; m++) {
        int64_t price = least[m] >= NO_PRICE / 2 ? NO_PRICE : least[m] + p->constant[m];
        best = price > best ? price : best;
    }
    best = (best + PARTY_PATTERN_UNIT - 1) / PARTY_PATTERN_UNIT + r->fixed_coins;
    return best < PARTY_COINS_NONE ? (int32_t)best : PARTY_COINS_NONE;
}

static size_t count_labels(const struct party_pattern *pattern, size_t t)
{
    size_t most = 0;
    for (size_t i = 0; i < pattern->n; i++)
        most = pattern->label[t][i] > most ? pattern->label[t][i] : most;
    return most + 1;
}

/* The parts with one label of trait t, of one value. */
static void add_label(const struct party_patterns *p,
                      const struct party_pattern *pattern, size_t t, size_t label,
                      size_t value, struct party_pattern_sum *sum)
{
    for (size_t i = 0; i < pattern->n; i++)
        if (pattern->label[t][i] == label)
            party_pattern_sum_add(p, (value + 1) * p->stride[t], pattern->part[i], sum);
}

static void sum_least(const struct party_patterns *p,
                      const struct party_pattern_sum *other,
                      struct party_pattern_sum *least)
{
    for (size_t q = 0; q <= p->n_marked; q++)
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            if (other->of[q][m] < least->of[q][m])
                least->of[q][m] = other->of[q][m];
}

/* sum: in/out, convolved with another one. */
static void sum_convolve(const struct party_patterns *p,
                         const struct party_pattern_sum *other,
                         struct party_pattern_sum *sum)
{
    for (size_t q = p->n_marked + 1; q-- > 0;)
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++) {
            int64_t least = sum->of[q][m] + other->of[0][m];
            for (size_t j = 1; j <= q; j++) {
                int64_t with = sum->of[q - j][m] + other->of[j][m];
                least = with < least ? with : least;
            }
            sum->of[q][m] = least < NO_PRICE ? least : NO_PRICE;
        }
}

/* The sum that lets each label of trait t have its cheapest value. */
static void sum_by_trait(const struct party_patterns *p,
                         const struct party_pattern *pattern, size_t t,
                         struct party_pattern_sum *sum)
{
    size_t n_values = p->groups->reduced->party->trait[p->trait[t]].n_values;
    party_pattern_sum_empty(p, sum);
    for (size_t label = 0, n = count_labels(pattern, t); label < n; label++) {
        struct party_pattern_sum least, here;
        party_pattern_sum_empty(p, &least);
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            least.of[0][m] = NO_PRICE;
        for (size_t v = 0; v < n_values; v++) {
            party_pattern_sum_empty(p, &here);
            add_label(p, pattern, t, label, v, &here);
            sum_least(p, &here, &least);
        }
        sum_convolve(p, &least, sum);
    }
}

int32_t party_pattern_price(const struct party_patterns *p,
                            const struct party_pattern *pattern)
{
    int32_t best = 0;
    for (size_t t = 0; t < p->n_traits; t++) {
        struct party_pattern_sum sum;
        sum_by_trait(p, pattern, t, &sum);
        int32_t bound = party_pattern_sum_bound(p, &sum);
        best = bound > best ? bound : best;
    }
    return best;
}

void party_pattern_prices_begin(struct party_patterns *p)
{
    /* Factors of the slope, in quarters; by hand. */
    static const int quarters[] = {3, 4, 6};
    int64_t slope = slope_of_steps(p);
    p->choice = 0;
    p->n_relaxations = 0;
    memset(p->constant, 0, sizeof p->constant);
    memset(p->least, 0,
           rows_of(p, p->n_marked) * PARTY_PATTERN_PRICES * sizeof *p->least);
    for (size_t i = 0; i < sizeof quarters / sizeof *quarters && p->mark < 0; i++)
        relax_steps(p, p->n_relaxations++, slope * quarters[i] / 4);
    p->n_by_steps = p->n_relaxations;
    if (p->mark >= 0)
        relax_constraints(p, p->n_relaxations++); /* the marks alone */
}

void party_pattern_prices_choose(struct party_patterns *p, size_t choice)
{
    if (choice == p->choice)
        return;
    p->choice = choice;
    assert(p->n_by_steps == 0);
    for (size_t m = 0; m < p->n_relaxations; m++)
        relax_constraints(p, m);
}

/* The m-th relaxation's price of a pattern in coins, without marks; `by` gets the trait that gives
 * it. */
static double relaxed_pattern(const struct party_patterns *p,
                              const struct party_pattern *pattern, size_t m, size_t *by)
{
    int64_t most = 0;
    for (size_t t = 0; t < p->n_traits; t++) {
        struct party_pattern_sum sum;
        sum_by_trait(p, pattern, t, &sum);
        if (t == 0 || sum.of[0][m] > most) {
            most = sum.of[0][m];
            *by = t;
        }
    }
    return (double)(most + p->constant[m]) / PARTY_PATTERN_UNIT;
}

/* The group of a value of trait t that gives part i its least price; n_groups: none. */
static size_t cheapest_group(const struct party_patterns *p,
                             const struct party_pattern *pattern, size_t m, size_t t,
                             size_t i)
{
    const struct party_reduced *r = p->groups->reduced;
    size_t n_values = r->party->trait[p->trait[t]].n_values, value = 0,
           best = r->n_groups;
    int64_t price = NO_PRICE, least = NO_PRICE;
    for (size_t v = 0; v < n_values; v++) {
        struct party_pattern_sum here;
        party_pattern_sum_empty(p, &here);
        add_label(p, pattern, t, pattern->label[t][i], v, &here);
        if (here.of[0][m] < price) {
            price = here.of[0][m];
            value = v;
        }
    }
    for (size_t g = 0; g < r->n_groups; g++) {
        size_t kind = 0;
        for (size_t u = 0; u < p->n_traits; u++)
            kind += p->key[g * p->n_traits + u];
        int64_t here = entries(p, kind, pattern->part[i])[m];
        if (p->key[g * p->n_traits + t] == (value + 1) * p->stride[t] && here < least) {
            least = here;
            best = g;
        }
    }
    return best;
}

/* What the free heroes of the cheapest party of a pattern have of each constraint, without marks.
 * False if there is none. */
static bool add_up_cheapest(const struct party_patterns *p,
                            const struct party_pattern *pattern, size_t m, size_t t,
                            double *sum)
{
    const struct party_reduced *r = p->groups->reduced;
    memset(sum, 0, r->n_constraints * sizeof *sum);
    for (size_t i = 0; i < pattern->n; i++) {
        struct cheapest all = {.n = 0};
        size_t group = cheapest_group(p, pattern, m, t, i);
        if (group == r->n_groups)
            return false;
        for (uint32_t h = r->first[group]; h < r->first[group + 1]; h++)
            keep_cheapest(&all, r->n_free, h, relaxed_price(r, p->multiplier[m], h));
        for (size_t k = 0; k < all.n && k + r->fixed_in[group] < pattern->part[i]; k++)
            for (size_t l = 0; l < r->n_constraints; l++)
                sum[l] += party_constraint_value(r->party, &r->constraint[l],
                                                 r->row[all.hero[k]]);
    }
    return true;
}

/* A step of the subgradient method that would raise the price by `rise` if it were linear. False at
 * a maximum. */
static bool move_multipliers(const struct party_aggregation *g, const double *sum,
                             double rise, double *y)
{
    const struct party_reduced *r = g->reduced;
    double gradient[PARTY_MAX_REQUIREMENTS], norm = 0;
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *q = &r->constraint[l];
        double range = g->constraint_most[l] - g->constraint_least[l];
        double below = q->lo - q->fixed - sum[l], above = q->hi - q->fixed - sum[l];
        bool lower = y[l] > 0 || (y[l] == 0 && below > 0);
        bool upper = y[l] < 0 || (y[l] == 0 && above < 0);
        double step = lower ? below : upper ? above : 0;
        gradient[l] = range > 0 ? step / range : 0;
        norm += gradient[l] * gradient[l];
    }
    if (!(norm > 1e-9))
        return false;
    for (size_t l = 0; l < r->n_constraints; l++) {
        double range = g->constraint_most[l] - g->constraint_least[l], before = y[l];
        if (gradient[l] != 0)
            y[l] += rise / norm * gradient[l] / range;
        double size = fmax(fabs(g->constraint_least[l]), fabs(g->constraint_most[l]));
        if (fabs(y[l]) * size > MOST_CHANGE)
            y[l] = 0;
        if (before * y[l] < 0 || (y[l] > 0 && !isfinite(r->constraint[l].lo)) ||
            (y[l] < 0 && !isfinite(r->constraint[l].hi)))
            y[l] = 0;
    }
    return true;
}

/* Multiplies the multipliers by the factor that is best with the marks, and leaves out that of the
 * marked count, which is exact. */
static void scale_multipliers(struct party_patterns *p,
                              const struct party_pattern *pattern, size_t m, double *y)
{
    static const double factors[] = {1, 0.7, 1.4, 2, 2.8};
    const struct party_reduced *r = p->groups->reduced;
    double from[PARTY_MAX_REQUIREMENTS], best_factor = 1;
    int64_t most = INT64_MIN;
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_requirement *q =
            &r->party->requirement[r->constraint[l].requirement];
        bool exact = q->kind == PARTY_COUNT && p->n_choices == 1 &&
                     (int)q->column == p->mark && q->value == p->value[0];
        from[l] = exact && y[l] > 0 ? 0 : y[l];
    }
    for (size_t i = 0; i <= sizeof factors / sizeof *factors; i++) {
        bool last = i == sizeof factors / sizeof *factors;
        int64_t price = 0;
        for (size_t l = 0; l < r->n_constraints; l++)
            y[l] = from[l] * (last ? best_factor : factors[i]);
        relax_constraints(p, m);
        for (size_t t = 0; t < p->n_traits && !last; t++) {
            struct party_pattern_sum sum;
            sum_by_trait(p, pattern, t, &sum);
            int64_t here = sum.of[marked_needed(p)][m] + p->constant[m];
            price = t == 0 || here > price ? here : price;
        }
        if (!last && price > most) {
            most = price;
            best_factor = factors[i];
        }
    }
}

void party_pattern_prices_tune(struct party_patterns *p,
                               const struct party_pattern *pattern)
{
    const struct party_reduced *r = p->groups->reduced;
    size_t m = p->n_relaxations++;
    double *y = p->multiplier[m], best[PARTY_MAX_REQUIREMENTS];
    double most = -INFINITY, ahead = 0.2;
    assert(m < PARTY_PATTERN_PRICES);
    for (size_t l = 0; l < r->n_constraints; l++)
        y[l] = best[l] = m > p->n_by_steps ? p->multiplier[m - 1][l] : 0;
    for (int round = 0; round < TUNING_ROUNDS; round++) {
        double sum[PARTY_MAX_REQUIREMENTS];
        size_t by = 0;
        relax_constraints(p, m);
        double price = relaxed_pattern(p, pattern, m, &by);
        if (price >= PARTY_COINS_NONE)
            break;
        if (price > most) {
            most = price;
            memcpy(best, y, sizeof best);
        } else {
            ahead *= 0.9;
        }
        if (!add_up_cheapest(p, pattern, m, by, sum) ||
            !move_multipliers(p->groups, sum, most - price + ahead * (fabs(most) + 1),
                              y))
            break;
    }
    memcpy(y, best, sizeof best);
    scale_multipliers(p, pattern, m, y);
}
