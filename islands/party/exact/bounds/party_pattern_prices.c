#include "party_pattern_prices.h"

#include <math.h>
#include <string.h>

/* By hand: a larger table is out of the caches, and more choices take long to list. */
static const size_t MOST_TABLE_BYTES = 32 << 20;
enum { MOST_CHOICES = 64 };

/* Marked heroes that are few enough for parts to compete for them; by hand. */
enum { MOST_SCARCE = 64 };

static size_t rows_of(const struct party_patterns *p, size_t n_marked)
{
    return p->n_kinds * (p->groups->reduced->n_places + 1) * (n_marked + 1);
}

/* The entries of a number of heroes of a kind: [n_marked + 1][PARTY_PATTERN_PRICES]. */
int64_t *party_pattern_entries(const struct party_patterns *p, size_t kind,
                               size_t heroes)
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
    p->hero = ARENA_NEW(perm, uint32_t, r->n + 1);
    p->first_hero = ARENA_NEW(perm, uint32_t, r->n_groups + 1);
    if (!p->least || !p->hero || !p->first_hero)
        return error_set(err, STATUS_MEMORY, "no memory for prices of patterns");
    return STATUS_OK;
}

size_t party_pattern_kind(const struct party_patterns *p, size_t group, unsigned set)
{
    size_t kind = 0;
    for (size_t t = 0; t < p->n_traits; t++)
        kind += set >> t & 1 ? p->key[group * p->n_traits + t] : 0;
    return kind;
}

/* Takes a price of `heroes` heroes of a group, at least `marked` of them marked, to all its kinds.
 */
static void lower_least(struct party_patterns *p, size_t group, size_t heroes,
                        size_t marked, size_t m, int64_t price)
{
    for (unsigned set = 0; set < 1U << p->n_traits; set++) {
        size_t kind = party_pattern_kind(p, group, set);
        int64_t *out =
            &party_pattern_entries(p, kind, heroes)[marked * PARTY_PATTERN_PRICES + m];
        *out = price < *out ? price : *out;
    }
}

static void begin_relaxation(struct party_patterns *p, size_t m)
{
    for (size_t i = 0, rows = rows_of(p, p->n_marked); i < rows; i++)
        p->least[i * PARTY_PATTERN_PRICES + m] = PARTY_PATTERN_NO_PRICE;
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
            int64_t least = PARTY_PATTERN_NO_PRICE;
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
double party_pattern_relaxed_price(const struct party_reduced *r, const double *y,
                                   uint32_t i)
{
    double price = r->coins[i];
    for (size_t l = 0; l < r->n_constraints; l++)
        price -= y[l] * party_constraint_value(r->party, &r->constraint[l], r->row[i]);
    return price * PARTY_PATTERN_UNIT;
}

/* What a constraint adds to every party at a multiplier, at least. */
static double relaxed_constant(const struct party_constraint *constraint, double y)
{
    double limit = party_constraint_bound(constraint, y);
    double slack = party_constraint_slack(constraint);
    return y == 0 ? 0 : y * (limit - constraint->fixed) - fabs(y) * slack;
}

/* Marked heroes that are needed besides the fixed ones. */
size_t party_pattern_marked_needed(const struct party_patterns *p)
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
    size_t n = 0, needed = party_pattern_marked_needed(p);
    struct least_marked least = {.price = -INFINITY};
    if (p->mark < 0 || p->n_choices > 1 || needed < 2)
        return least;
    for (uint32_t i = 0; i < r->n; i++) {
        if (!is_marked(p, r->row[i]))
            continue;
        if (n == MOST_SCARCE)
            return least;
        double here = party_pattern_relaxed_price(r, y, i);
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

void party_pattern_keep_cheapest(struct party_pattern_cheapest *c, size_t most,
                                 uint32_t hero, double price)
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

/* Whether hero i is never dearer than k, of the same marks, at multipliers of any relaxation: they
 * are above 0 for lower limits alone, and below for upper ones. Doubles keep that order. */
static bool is_never_dearer(const struct party_patterns *p, uint32_t i, uint32_t k)
{
    const struct party_reduced *r = p->groups->reduced;
    const uint16_t *code = p->mark < 0 ? NULL : r->party->trait[p->mark].code;
    if (r->coins[i] > r->coins[k] || (code && code[r->row[i]] != code[r->row[k]]))
        return false;
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *q = &r->constraint[l];
        double a = party_constraint_value(r->party, q, r->row[i]);
        double b = party_constraint_value(r->party, q, r->row[k]);
        if ((a < b && isfinite(q->lo)) || (a > b && isfinite(q->hi)))
            return false;
    }
    return true;
}

/* A hero is compared with this many, the last before it; by hand. Keeping too many is no error. */
enum { MOST_COMPARED = 256 };

/* Lists the heroes that a relaxation needs: those with fewer than n_free of their group before them
 * that are never dearer. Of a million heroes some thousand are left. */
static void list_heroes(struct party_patterns *p)
{
    const struct party_reduced *r = p->groups->reduced;
    uint32_t n = 0;
    for (size_t g = 0; g < r->n_groups; g++) {
        uint32_t first = p->first_hero[g] = n;
        for (uint32_t i = r->first[g]; i < r->first[g + 1]; i++) {
            uint32_t from = n - first > MOST_COMPARED ? n - MOST_COMPARED : first;
            size_t before = 0;
            for (uint32_t k = n; k-- > from && before < r->n_free;)
                before += is_never_dearer(p, p->hero[k], i);
            if (before < r->n_free)
                p->hero[n++] = i;
        }
    }
    p->first_hero[r->n_groups] = n;
}

/* The cheapest free heroes of a group, at most n_free: marked ones and others. */
static void find_cheapest(const struct party_patterns *p, const double *y,
                          const struct least_marked *least, size_t group,
                          struct party_pattern_cheapest *marked,
                          struct party_pattern_cheapest *others)
{
    const struct party_reduced *r = p->groups->reduced;
    marked->n = others->n = 0;
    for (uint32_t k = p->first_hero[group]; k < p->first_hero[group + 1]; k++) {
        uint32_t i = p->hero[k];
        double price = party_pattern_relaxed_price(r, y, i);
        if (is_marked(p, r->row[i]))
            party_pattern_keep_cheapest(marked, r->n_free, i,
                                        fmax(price, least->price));
        else
            party_pattern_keep_cheapest(others, r->n_free, i, price);
    }
}

/* Sums of the cheapest k of a group with at least q marked, for each k from the one with q. */
static void lower_by_cheapest(struct party_patterns *p, size_t group, size_t m,
                              size_t q, const struct party_pattern_cheapest *marked,
                              const struct party_pattern_cheapest *others)
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
void party_pattern_prices_relax(struct party_patterns *p, size_t m)
{
    const struct party_reduced *r = p->groups->reduced;
    const double *y = p->multiplier[m];
    struct least_marked least = find_least_marked(p, y);
    struct party_pattern_cheapest marked, others;
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

void party_pattern_prices_begin(struct party_patterns *p)
{
    /* Factors of the slope, in quarters; by hand. */
    static const int quarters[] = {3, 4, 6};
    _Static_assert(sizeof quarters / sizeof *quarters <= PARTY_PATTERN_PRICES,
                   "these are among the relaxations");
    int64_t slope = slope_of_steps(p);
    list_heroes(p);
    p->choice = 0;
    p->n_relaxations = 0;
    memset(p->constant, 0, sizeof p->constant);
    memset(p->least, 0,
           rows_of(p, p->n_marked) * PARTY_PATTERN_PRICES * sizeof *p->least);
    for (size_t i = 0; i < sizeof quarters / sizeof *quarters && p->mark < 0; i++)
        relax_steps(p, p->n_relaxations++, slope * quarters[i] / 4);
    p->n_by_steps = p->n_relaxations;
    if (p->mark >= 0)
        party_pattern_prices_relax(p, p->n_relaxations++); /* the marks alone */
}

void party_pattern_prices_choose(struct party_patterns *p, size_t choice)
{
    if (choice == p->choice)
        return;
    p->choice = choice;
    assert(p->n_by_steps == 0);
    for (size_t m = 0; m < p->n_relaxations; m++)
        party_pattern_prices_relax(p, m);
}
