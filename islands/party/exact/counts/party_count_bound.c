#include "party_count_bound.h"

#include "interrupt.h"
#include "party_count_tables.h"
#include "party_edges_within.h"
#include "party_sharing.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Tuning, by hand: the step grows with each better bound and shrinks after so many that are none; so much of
 * the last direction is kept; the share above the best bound known that steps aim at. */
enum { FAILURES = 20 };
static const double LONGER = 1.1, SHORTER = 0.5, MOMENTUM = 0.5, AIM = 0.05,
                    SHORTEST = 1e-4;

/* Amounts in units: of one hero or multiplier at most MOST_OF_ONE, of all rewards MOST_REWARD. A price has some
 * 40 bits. */
#define MOST_OF_ONE ((int64_t)1 << 50)
#define MOST_REWARD ((int64_t)1 << 56)
enum { PRICE_BITS = 40 };

struct multipliers {
    double sum
        [PARTY_MAX_REQUIREMENTS]; /* > 0: of the lower bound, < 0: of the upper one */
    double points;
    double *toll; /* groups x (n_places + 1): of the k-th hero, in the copy by rows */
};

struct counts {
    const struct party_reduced *r;
    size_t n_heroes, n_groups, row; /* row: n_places + 1 */
    uint32_t *first;                /* of each group */
    double *
        amount; /* by group, n_amounts a hero: the price, and what it adds to each constraint */
    size_t n_amounts;
    double unit; /* of whole amounts, in the price's */
    int within[PARTY_MAX_PLACES + 1];
    int every, of_row, of_column, of_both; /* points of an edge; >= 0 but for `every` */
    struct party_count_structure structure[2];
    int64_t *least;    /* groups x row: of so many heroes at the least reduced prices */
    uint32_t *chosen;  /* groups x row: the k-th of these */
    int64_t *price[2]; /* groups x row: of the copies */
    uint8_t *available, *taken[2];
    struct multipliers now, best, direction;
    double sum_scale[PARTY_MAX_REQUIREMENTS], points_scale;
};

/* The traits that count: the two of the largest weights; returns how many. */
static size_t choose_traits(const struct party_reduced *r, uint32_t *trait)
{
    const struct party *party = r->party;
    size_t n = 0;
    for (uint32_t t = 0; t < party->n_traits; t++) {
        if (party->trait[t].weight <= 0 || party->trait[t].pairs ||
            r->unshared >> t & 1)
            continue;
        size_t k = n < 2 ? n++ : 2;
        for (; k > 0 && party->trait[trait[k - 1]].weight < party->trait[t].weight; k--)
            if (k < 2)
                trait[k] = trait[k - 1];
        if (k < 2)
            trait[k] = t;
    }
    if (n == 2 &&
        (size_t)party->trait[trait[0]].n_values * party->trait[trait[1]].n_values >
            PARTY_COUNT_MOST_GROUPS)
        n = 1;
    return n > 0 && party->trait[trait[0]].n_values > PARTY_COUNT_MOST_GROUPS ? 0 : n;
}

/* Splits the most points of an edge over what it shares: most[s], of those that share exactly the set s of the
 * two traits, is at most the sum over the parts of s. */
static bool split_points(struct counts *x, const uint32_t *trait, size_t n,
                         struct arena *own)
{
    struct party_sharing sharing;
    struct error err = {0};
    int most[4] = {INT_MIN, INT_MIN, INT_MIN, INT_MIN}, least = INT_MAX;
    if (party_sharing_init(&sharing, x->r, own, &err))
        return false;
    for (size_t i = 0; i < sharing.n_sets; i++) {
        size_t s = sharing.set[i] >> trait[0] & 1;
        s |= n > 1 && sharing.set[i] >> trait[1] & 1 ? 2 : 0;
        most[s] = sharing.points[i] > most[s] ? sharing.points[i] : most[s];
        least = sharing.points[i] < least ? sharing.points[i] : least;
    }
    for (size_t s = 0; s < 4; s++)
        if (most[s] == INT_MIN) /* no edge shares this set */
            most[s] = least;
    int twice = most[1] + most[2] - most[3];
    x->every = n > 1 && twice > most[0] ? twice : most[0];
    x->of_row = most[1] > x->every ? most[1] - x->every : 0;
    x->of_column = n > 1 && most[2] > x->every ? most[2] - x->every : 0;
    int both = n > 1 ? most[3] - x->every - x->of_row - x->of_column : 0;
    x->of_both = both > 0 ? both : 0;
    return sharing.n_sets > 0;
}

static void list_amounts(struct counts *x, size_t at, uint32_t hero)
{
    const struct party_reduced *r = x->r;
    double *amount = x->amount + at * x->n_amounts;
    amount[0] = r->party->price[hero];
    for (size_t l = 0; l < r->n_constraints; l++)
        amount[1 + l] = party_constraint_value(r->party, &r->constraint[l], hero);
}

/* Lists the heroes by group, the fixed ones too: where they stand is relaxed. */
static void list_heroes(struct counts *x, const uint32_t *trait, size_t columns)
{
    const struct party_reduced *r = x->r;
    const struct party_trait *of_row = &r->party->trait[trait[0]],
                             *of_column = &r->party->trait[trait[columns > 1]];
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < x->n_heroes; i++) {
            uint32_t hero = i < r->n ? r->row[i] : r->fixed_row[i - r->n];
            size_t group = of_row->code[hero] * columns;
            group += columns > 1 ? of_column->code[hero] : 0;
            if (pass)
                list_amounts(x, x->first[group]++, hero);
            else
                x->first[group + 1]++;
        }
        for (size_t g = 0; g < x->n_groups && !pass; g++)
            x->first[g + 1] += x->first[g];
    }
    for (size_t g = x->n_groups; g > 0; g--) /* each has moved on to the next one */
        x->first[g] = x->first[g - 1];
    x->first[0] = 0;
}

static void choose_scales(struct counts *x)
{
    const struct party_reduced *r = x->r;
    double dearest = 0;
    for (size_t i = 0; i < x->n_heroes; i++)
        dearest = fmax(dearest, x->amount[i * x->n_amounts]);
    x->unit = ldexp(fmax(dearest, 1e-100) * (double)r->n_places, -PRICE_BITS);
    for (size_t l = 0; l < r->n_constraints; l++) {
        double size = 0;
        for (size_t i = 0; i < x->n_heroes; i++)
            size += fabs(x->amount[i * x->n_amounts + 1 + l]);
        x->sum_scale[l] = size > 0 ? (double)x->n_heroes / size : 1;
    }
    x->points_scale = 1.0 / fmax(1, r->best_points);
}

static bool take_multipliers(struct multipliers *m, size_t cells, struct arena *own)
{
    m->toll = ARENA_NEW(own, double, cells);
    return m->toll != NULL;
}

static bool take_structures(struct counts *x, size_t rows, size_t columns,
                            const uint32_t *trait, struct arena *own)
{
    size_t larger = (rows > columns ? rows : columns) + 1;
    for (int i = 0; i < 2; i++) {
        struct party_count_structure *s = &x->structure[i];
        *s = (struct party_count_structure){
            .n_places = x->r->n_places,
            .outer = i ? columns : rows,
            .inner = i ? rows : columns,
            .outer_stride = i ? 1 : columns,
            .inner_stride = i ? columns : 1,
            .most = x->r->n_places,
            .within = x->within,
            .price = x->price[i] = ARENA_NEW(own, int64_t, x->n_groups * x->row),
            .available = x->available,
            .inner_choice = ARENA_NEW(own, uint8_t, x->n_groups * x->row),
            .outer_choice = ARENA_NEW(own, uint8_t, larger * x->row),
            .outer_least = ARENA_NEW(own, int64_t, larger * x->row),
            .inner_least = ARENA_NEW(own, int64_t, larger * x->row)};
        if (!i || columns > 1)
            s->most = party_reduced_most_alike(x->r, trait[i]);
        x->taken[i] = ARENA_NEW(own, uint8_t, x->n_groups);
        if (!x->price[i] || !s->inner_choice || !s->outer_choice || !s->outer_least ||
            !s->inner_least || !x->taken[i])
            return false;
    }
    return true;
}

static bool init(struct counts *x, const struct party_reduced *r, struct arena *own)
{
    uint32_t trait[2] = {0, 0};
    size_t n = r->synergy && !r->impossible ? choose_traits(r, trait) : 0;
    *x = (struct counts){.r = r,
                         .n_heroes = r->n + r->n_fixed,
                         .row = r->n_places + 1,
                         .n_amounts = r->n_constraints + 1};
    if (n == 0 || !split_points(x, trait, n, own))
        return false;
    size_t rows = r->party->trait[trait[0]].n_values;
    size_t columns = n > 1 ? r->party->trait[trait[1]].n_values : 1;
    x->n_groups = rows * columns;
    size_t cells = x->n_groups * x->row;
    x->amount = ARENA_NEW(own, double, x->n_heroes * x->n_amounts + 1);
    x->first = ARENA_NEW(own, uint32_t, x->n_groups + 2);
    x->least = ARENA_NEW(own, int64_t, cells);
    x->chosen = ARENA_NEW(own, uint32_t, cells);
    x->available = ARENA_NEW(own, uint8_t, x->n_groups);
    if (!x->amount || !x->first || !x->least || !x->chosen || !x->available ||
        !take_multipliers(&x->now, cells, own) ||
        !take_multipliers(&x->best, cells, own) ||
        !take_multipliers(&x->direction, cells, own) ||
        !take_structures(x, rows, columns, trait, own))
        return false;
    list_heroes(x, trait, columns);
    choose_scales(x);
    party_edges_within(r->party, own, x->within);
    return true;
}

/* The reduced price of a hero, or less: rounding never makes it more. */
static double reduced_price(const struct counts *x, size_t hero)
{
    const double *amount = x->amount + hero * x->n_amounts;
    double price = amount[0], size = price;
    for (size_t l = 1; l < x->n_amounts; l++) {
        double part = x->now.sum[l - 1] * amount[l];
        price -= part;
        size += fabs(part);
    }
    return price - PARTY_SLACK * size;
}

/* The heroes of least reduced prices of a group, and the sums of these, each rounded down; false if one is too
 * low. */
static bool price_group(struct counts *x, size_t group)
{
    double price[PARTY_MAX_PLACES];
    int64_t *least = x->least + group * x->row;
    uint32_t *chosen = x->chosen + group * x->row;
    size_t n = 0, most = x->r->n_places;
    for (size_t i = x->first[group]; i < x->first[group + 1]; i++) {
        double here = reduced_price(x, i);
        if (n == most && here >= price[n - 1])
            continue;
        size_t k = n < most ? n++ : n - 1;
        for (; k > 0 && price[k - 1] > here; k--) {
            price[k] = price[k - 1];
            chosen[k] = chosen[k - 1];
        }
        price[k] = here;
        chosen[k] = (uint32_t)i;
    }
    x->available[group] = (uint8_t)n;
    least[0] = 0;
    for (size_t k = 0; k < n; k++) {
        double units = floor(price[k] / x->unit) - 1;
        if (!(units > -(double)MOST_OF_ONE))
            return false;
        least[k + 1] = least[k] + (int64_t)fmin(units, (double)MOST_OF_ONE);
    }
    return true;
}

/* Divides the prices of a group between the copies: half each, and tolls. */
static void divide_prices(struct counts *x, size_t group)
{
    const double *toll = x->now.toll + group * x->row;
    int64_t tolls = 0;
    for (size_t k = 0; k <= x->available[group]; k++) {
        size_t at = group * x->row + k;
        double units = k ? toll[k] / x->unit : 0;
        tolls += (int64_t)fmin(fmax(units, -(double)MOST_OF_ONE), (double)MOST_OF_ONE);
        x->price[0][at] = x->least[at] - x->least[at] / 2 + tolls;
        x->price[1][at] = x->least[at] / 2 - tolls;
    }
}

/* The value of the relaxation at the multipliers: a lower bound on the price; -INFINITY if it cannot be
 * evaluated. */
static double evaluate(struct counts *x)
{
    const struct party_reduced *r = x->r;
    const struct party *party = r->party;
    double edges = (double)party->n_edges, units = x->now.points / x->unit;
    if (units * fmax(1, r->best_points) * fmax(1, edges) > (double)MOST_REWARD)
        return -INFINITY;
    int64_t points = (int64_t)units;
    for (size_t g = 0; g < x->n_groups; g++) {
        if (!price_group(x, g))
            return -INFINITY;
        divide_prices(x, g);
    }
    x->structure[0].reward_outer = points * x->of_row;
    x->structure[0].reward_group = points * x->of_both;
    x->structure[1].reward_outer = points * x->of_column;
    int64_t by_row = party_count_tables_solve(&x->structure[0], x->taken[0]);
    int64_t by_column = party_count_tables_solve(&x->structure[1], x->taken[1]);
    if (by_row == PARTY_COUNT_NONE || by_column == PARTY_COUNT_NONE)
        return -INFINITY;
    int64_t missing = party->synergy_min - (int64_t)party->n_edges * x->every;
    double value = (double)(by_row + by_column + points * missing) * x->unit;
    double size = fabs(value);
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *c = &r->constraint[l];
        double part = x->now.sum[l] > 0   ? x->now.sum[l] * c->lo
                      : x->now.sum[l] < 0 ? x->now.sum[l] * c->hi
                                          : 0;
        value += part;
        size += fabs(part);
    }
    return value - PARTY_SLACK * size;
}

/* What sum l of the party lacks to its bound, as the mean of both copies. */
static double lack_of_sum(const struct counts *x, size_t l)
{
    const struct party_reduced *r = x->r;
    const struct party_constraint *c = &r->constraint[l];
    double sum = 0;
    for (size_t g = 0; g < x->n_groups; g++)
        for (int i = 0; i < 2; i++)
            for (size_t k = 0; k < x->taken[i][g]; k++)
                sum += x->amount[x->chosen[g * x->row + k] * x->n_amounts + 1 + l] / 2;
    if (x->now.sum[l] > 0 || (x->now.sum[l] == 0 && sum < c->lo))
        return c->lo - sum;
    return x->now.sum[l] < 0 || sum > c->hi ? c->hi - sum : 0;
}

/* What the points lack to the least of a party. */
static double lack_of_points(const struct counts *x)
{
    double points = (double)x->r->party->n_edges * x->every;
    for (int i = 0; i < 2; i++) {
        const struct party_count_structure *s = &x->structure[i];
        int of_outer = i ? x->of_column : x->of_row, of_group = i ? 0 : x->of_both;
        for (size_t a = 0; a < s->outer; a++) {
            size_t together = 0;
            for (size_t b = 0; b < s->inner; b++) {
                size_t n = x->taken[i][a * s->outer_stride + b * s->inner_stride];
                together += n;
                points += (double)of_group * x->within[n];
            }
            points += (double)of_outer * x->within[together];
        }
    }
    return x->r->party->synergy_min - points;
}

/* Turns the direction towards the subgradient; returns the square of its length. Directions are in scaled
 * multipliers. */
static double turn(struct counts *x)
{
    struct multipliers *d = &x->direction;
    double square = 0;
    for (size_t l = 0; l < x->r->n_constraints; l++) {
        d->sum[l] = lack_of_sum(x, l) * x->sum_scale[l] + MOMENTUM * d->sum[l];
        square += d->sum[l] * d->sum[l];
    }
    d->points = lack_of_points(x) * x->points_scale + MOMENTUM * d->points;
    square += d->points * d->points;
    for (size_t g = 0; g < x->n_groups; g++)
        for (size_t k = 1; k < x->row; k++) {
            double *at = &d->toll[g * x->row + k];
            *at = (k <= x->taken[0][g]) - (k <= x->taken[1][g]) + MOMENTUM * *at;
            square += *at * *at;
        }
    return square;
}

static void go(struct counts *x, double step)
{
    struct multipliers *m = &x->now, *d = &x->direction;
    for (size_t l = 0; l < x->r->n_constraints; l++) {
        const struct party_constraint *c = &x->r->constraint[l];
        double to = m->sum[l] + step * d->sum[l] * x->sum_scale[l];
        m->sum[l] = (to > 0 && isinf(c->lo)) || (to < 0 && isinf(c->hi)) ? 0 : to;
    }
    m->points = fmax(0, m->points + step * d->points * x->points_scale);
    for (size_t i = 0; i < x->n_groups * x->row; i++)
        m->toll[i] += step * d->toll[i];
}

static void copy_multipliers(const struct counts *x, const struct multipliers *from,
                             struct multipliers *to)
{
    memcpy(to->sum, from->sum, sizeof to->sum);
    memcpy(to->toll, from->toll, x->n_groups * x->row * sizeof *to->toll);
    to->points = from->points;
}

/* Back to the best multipliers, without a direction. */
static void go_back(struct counts *x)
{
    copy_multipliers(x, &x->best, &x->now);
    memset(x->direction.sum, 0, sizeof x->direction.sum);
    memset(x->direction.toll, 0, x->n_groups * x->row * sizeof *x->direction.toll);
    x->direction.points = 0;
}

static double tune(struct counts *x, double known)
{
    double best = -INFINITY, length = 1;
    int failures = 0;
    for (int i = 0; i < PARTY_COUNT_STEPS && length > SHORTEST && !interrupt_pending();
         i++) {
        double value = evaluate(x);
        if (value > best) {
            best = value;
            copy_multipliers(x, &x->now, &x->best);
            length *= LONGER;
            failures = 0;
        } else if (!isfinite(value) || ++failures == FAILURES) {
            if (!isfinite(best))
                break;
            go_back(x);
            length *= SHORTER;
            failures = 0;
            value = evaluate(x);
        }
        double square = turn(x);
        if (!(square > 0) || !isfinite(square))
            break;
        go(x, length * (fmax(best, known) * (1 + AIM) - value + x->unit) / square);
    }
    return best;
}

double party_count_bound(const struct party_reduced *r, double known)
{
    struct counts x;
    struct arena own;
    arena_init(&own);
    double bound = init(&x, r, &own) ? tune(&x, known) : -INFINITY;
    arena_free(&own);
    double step = party_price_step(r->party);
    return step > 0 && isfinite(bound) ? ceil(bound / step) * step : bound;
}
