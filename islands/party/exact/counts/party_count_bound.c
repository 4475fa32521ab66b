#include "party_count_bound.h"

#include "interrupt.h"
#include "party_count_relaxation.h"
#include "party_edges_within.h"
#include "party_sharing.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* By hand: groups, cells of groups and values of a further trait, and bits of a price. */
enum { MOST_GROUPS = 4096, MOST_CELLS = 1 << 20, PRICE_BITS = 40 };

/* Tuning, by hand: the step grows with each better bound and shrinks after so many that are none; so much of
 * the last direction is kept; the share above the best bound known that steps aim at. */
enum { FAILURES = 20 };
static const double LONGER = 1.1, SHORTER = 0.5, MOMENTUM = 0.5, AIM = 0.05,
                    SHORTEST = 1e-4;

struct party_count_bound {
    struct party_count_relaxation x;
    struct party_count_multipliers best, direction;
    double sum_scale[PARTY_MAX_REQUIREMENTS], points_scale;
};

/* The traits that count, those of the largest weights first; returns how many. */
static size_t choose_traits(const struct party_reduced *r, uint32_t *trait)
{
    const struct party *party = r->party;
    size_t n = 0;
    for (uint32_t t = 0; t < party->n_traits; t++) {
        if (party->trait[t].weight <= 0 || party->trait[t].pairs ||
            r->unshared >> t & 1)
            continue;
        size_t k = n;
        for (; k > 0 && party->trait[trait[k - 1]].weight < party->trait[t].weight; k--)
            if (k < PARTY_COUNT_COPIES)
                trait[k] = trait[k - 1];
        if (k < PARTY_COUNT_COPIES)
            trait[k] = t;
        n += n < PARTY_COUNT_COPIES;
    }
    size_t groups = 1, kept = 0;
    for (; kept < n; kept++) {
        size_t values = party->trait[trait[kept]].n_values;
        if (groups * values > (kept < 2 ? (size_t)MOST_GROUPS : (size_t)MOST_CELLS))
            break;
        groups *= kept < 2 ? values : 1;
    }
    return kept;
}

/* What the points of an edge that shares exactly this set of counting traits are split into, as yet. */
static int split_so_far(const struct party_count_relaxation *x, size_t set)
{
    int sum = x->every + (set & 1 ? x->of_row : 0) + (set & 2 ? x->of_column : 0) +
              ((set & 3) == 3 ? x->of_both : 0);
    for (size_t j = 0; j < PARTY_COUNT_LIGHT; j++)
        sum += set >> (2 + j) & 1 ? x->of_light[j] : 0;
    return sum;
}

/* The most by which the points of some sets, of those from `first` that have all its bits up to `last`, exceed what
 * they are split into. */
static int most_above(const struct party_count_relaxation *x, const int *most,
                      size_t first, size_t last)
{
    int above = 0;
    for (size_t set = first; set <= last; set++)
        if ((set & first) == first && most[set] != INT_MIN &&
            most[set] - split_so_far(x, set) > above)
            above = most[set] - split_so_far(x, set);
    return above;
}

/* Splits the most points of an edge over what it shares, so that those of no set are more than the sum over its
 * parts. False: without memory, or no edge can be. */
static bool split_points(struct party_count_relaxation *x, const uint32_t *trait,
                         size_t n, struct arena *own)
{
    struct party_sharing sharing;
    struct error err = {0};
    int most[1 << PARTY_COUNT_COPIES];
    if (party_sharing_init(&sharing, x->r, own, &err) || sharing.n_sets == 0)
        return false;
    for (size_t set = 0; set < 1U << PARTY_COUNT_COPIES; set++)
        most[set] = INT_MIN;
    for (size_t i = 0; i < sharing.n_sets; i++) {
        size_t set = 0;
        for (size_t t = 0; t < n; t++)
            set |= (size_t)(sharing.set[i] >> trait[t] & 1) << t;
        most[set] = sharing.points[i] > most[set] ? sharing.points[i] : most[set];
    }
    x->every = most[0] == INT_MIN ? 0 : most[0];
    if (most[1] != INT_MIN && most[2] != INT_MIN && most[3] != INT_MIN &&
        most[1] + most[2] - most[3] > x->every)
        x->every = most[1] + most[2] - most[3];
    x->of_row = most_above(x, most, 1, 1);
    x->of_column = most_above(x, most, 2, 2);
    x->of_both = most_above(x, most, 3, 3);
    for (size_t j = 0; j < PARTY_COUNT_LIGHT; j++)
        x->of_light[j] = most_above(x, most, (size_t)4 << j, ((size_t)8 << j) - 1);
    return true;
}

static void list_hero(struct party_count_relaxation *x, size_t at, uint32_t hero,
                      const uint32_t *trait)
{
    const struct party_reduced *r = x->r;
    double *amount = x->amount + at * x->n_amounts;
    amount[0] = r->party->price[hero];
    for (size_t l = 0; l < r->n_constraints; l++)
        amount[1 + l] = party_constraint_value(r->party, &r->constraint[l], hero);
    for (size_t j = 0; j < x->n_light; j++)
        x->value[at * x->n_light + j] = r->party->trait[trait[2 + j]].code[hero];
}

/* Lists the heroes by group, the fixed ones too: where they stand is relaxed. */
static void list_heroes(struct party_count_relaxation *x, const uint32_t *trait,
                        size_t columns)
{
    const struct party_reduced *r = x->r;
    const uint16_t *of_row = r->party->trait[trait[0]].code;
    const uint16_t *of_column = columns > 1 ? r->party->trait[trait[1]].code : NULL;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < x->n_heroes; i++) {
            uint32_t hero = i < r->n ? r->row[i] : r->fixed_row[i - r->n];
            size_t group = of_row[hero] * columns + (of_column ? of_column[hero] : 0U);
            if (pass)
                list_hero(x, x->first[group]++, hero, trait);
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

static void choose_scales(struct party_count_bound *bound)
{
    struct party_count_relaxation *x = &bound->x;
    double dearest = 0;
    for (size_t i = 0; i < x->n_heroes; i++)
        dearest = fmax(dearest, x->amount[i * x->n_amounts]);
    x->unit = ldexp(fmax(dearest, 1e-100) * (double)x->r->n_places, -PRICE_BITS);
    for (size_t l = 0; l < x->r->n_constraints; l++) {
        double size = 0;
        for (size_t i = 0; i < x->n_heroes; i++)
            size += fabs(x->amount[i * x->n_amounts + 1 + l]);
        bound->sum_scale[l] = size > 0 ? (double)x->n_heroes / size : 1;
    }
    bound->points_scale = 1.0 / fmax(1, x->r->best_points);
}

static bool take_multipliers(const struct party_count_relaxation *x,
                             struct party_count_multipliers *m, struct arena *own)
{
    m->toll = ARENA_NEW(own, double, x->n_groups * x->row);
    for (size_t j = 0; j < x->n_light; j++) {
        m->light[j] = ARENA_NEW(own, double, x->n_groups * x->n_values[j]);
        if (!m->light[j])
            return false;
    }
    return m->toll != NULL;
}

static bool take_bins(const struct party_count_relaxation *x, size_t n,
                      struct party_count_bins *bins, struct arena *own)
{
    *bins = (struct party_count_bins){.n = n,
                                      .key = ARENA_NEW(own, double, n * x->row),
                                      .chosen = ARENA_NEW(own, uint32_t, n * x->row),
                                      .least = ARENA_NEW(own, int64_t, n * x->row),
                                      .available = ARENA_NEW(own, uint8_t, n)};
    return bins->key && bins->chosen && bins->least && bins->available;
}

/* The structure of a copy of outer and inner values, with its tables. */
static bool take_structure(struct party_count_relaxation *x, size_t copy, size_t outer,
                           size_t inner, struct arena *own)
{
    size_t bin = copy > 1 ? copy - 1 : 0;
    const struct party_count_bins *bins = &x->bins[bin];
    if (copy < 2)
        x->price[copy] = ARENA_NEW(own, int64_t, x->n_groups * x->row);
    x->taken[copy] = ARENA_NEW(own, uint8_t, bins->n);
    struct party_count_structure *s = &x->structure[copy];
    *s = (struct party_count_structure){
        .n_places = x->r->n_places,
        .outer = outer,
        .inner = inner,
        .outer_stride = copy == 1 ? 1 : inner,
        .inner_stride = copy == 1 ? outer : 1,
        .most = x->r->n_places,
        .within = x->within,
        .price = copy < 2 ? x->price[copy] : bins->least,
        .available = bins->available,
        .inner_choice = ARENA_NEW(own, uint8_t, outer * inner * x->row),
        .outer_choice = ARENA_NEW(own, uint8_t, (outer + 1) * x->row),
        .outer_least = ARENA_NEW(own, int64_t, (outer + 1) * x->row),
        .inner_least = ARENA_NEW(own, int64_t, (inner + 1) * x->row)};
    return x->taken[copy] && s->price && s->inner_choice && s->outer_choice &&
           s->outer_least && s->inner_least;
}

static bool take_copies(struct party_count_relaxation *x, const uint32_t *trait,
                        size_t n, size_t rows, size_t columns, struct arena *own)
{
    if (!take_bins(x, x->n_groups, &x->bins[0], own) ||
        !take_structure(x, 0, rows, columns, own) ||
        !take_structure(x, 1, columns, rows, own))
        return false;
    for (size_t j = 0; j < x->n_light; j++)
        if (!take_bins(x, x->n_values[j], &x->bins[1 + j], own) ||
            !take_structure(x, 2 + j, x->n_values[j], 1, own))
            return false;
    for (size_t i = 0; i < n; i++)
        x->structure[i].most = party_reduced_most_alike(x->r, trait[i]);
    return true;
}

static bool init(struct party_count_bound *bound, const struct party_reduced *r,
                 struct arena *own)
{
    struct party_count_relaxation *x = &bound->x;
    uint32_t trait[PARTY_COUNT_COPIES] = {0};
    size_t n = r->synergy && !r->impossible ? choose_traits(r, trait) : 0;
    *bound = (struct party_count_bound){.x = {.r = r,
                                              .n_heroes = r->n + r->n_fixed,
                                              .row = r->n_places + 1,
                                              .n_amounts = r->n_constraints + 1,
                                              .n_light = n > 2 ? n - 2 : 0}};
    if (n == 0 || !split_points(x, trait, n, own))
        return false;
    size_t rows = r->party->trait[trait[0]].n_values;
    size_t columns = n > 1 ? r->party->trait[trait[1]].n_values : 1;
    x->n_groups = rows * columns;
    for (size_t j = 0; j < x->n_light; j++)
        x->n_values[j] = r->party->trait[trait[2 + j]].n_values;
    x->amount = ARENA_NEW(own, double, x->n_heroes * x->n_amounts + 1);
    x->value = ARENA_NEW(own, uint16_t, x->n_heroes * x->n_light + 1);
    x->first = ARENA_NEW(own, uint32_t, x->n_groups + 2);
    if (!x->amount || !x->value || !x->first || !take_multipliers(x, &x->now, own) ||
        !take_multipliers(x, &bound->best, own) ||
        !take_multipliers(x, &bound->direction, own) ||
        !take_copies(x, trait, n, rows, columns, own))
        return false;
    list_heroes(x, trait, columns);
    choose_scales(bound);
    party_edges_within(r->party, x->within);
    return true;
}

/* Adds to the direction of the tolls of further traits what a copy takes, times a weight. */
static void turn_light(struct party_count_bound *bound, size_t copy, size_t j,
                       double weight)
{
    const struct party_count_relaxation *x = &bound->x;
    const struct party_count_bins *bins = &x->bins[copy > 1 ? copy - 1 : 0];
    for (size_t i = 0; i < bins->n; i++)
        for (size_t k = 0; k < x->taken[copy][i]; k++) {
            uint32_t hero = bins->chosen[i * x->row + k];
            size_t group = i;
            if (copy > 1)
                for (group = 0; hero >= x->first[group + 1];)
                    group++;
            bound->direction
                .light[j][group * x->n_values[j] + x->value[hero * x->n_light + j]] +=
                weight;
        }
}

/* Turns the direction towards the subgradient; returns the square of its length. Directions are in scaled
 * multipliers. */
static double turn(struct party_count_bound *bound)
{
    const struct party_count_relaxation *x = &bound->x;
    struct party_count_multipliers *d = &bound->direction;
    double square = 0;
    for (size_t l = 0; l < x->r->n_constraints; l++) {
        d->sum[l] =
            party_count_lack_of_sum(x, l) * bound->sum_scale[l] + MOMENTUM * d->sum[l];
        square += d->sum[l] * d->sum[l];
    }
    d->points =
        party_count_lack_of_points(x) * bound->points_scale + MOMENTUM * d->points;
    square += d->points * d->points;
    for (size_t g = 0; g < x->n_groups; g++)
        for (size_t k = 1; k < x->row; k++) {
            double *at = &d->toll[g * x->row + k];
            *at = (k <= x->taken[0][g]) - (k <= x->taken[1][g]) + MOMENTUM * *at;
            square += *at * *at;
        }
    for (size_t j = 0; j < x->n_light; j++) {
        size_t cells = x->n_groups * x->n_values[j];
        for (size_t i = 0; i < cells; i++)
            d->light[j][i] *= MOMENTUM;
        turn_light(bound, 2 + j, j, 1);
        turn_light(bound, 0, j, -0.5);
        turn_light(bound, 1, j, -0.5);
        for (size_t i = 0; i < cells; i++)
            square += d->light[j][i] * d->light[j][i];
    }
    return square;
}

static void go(struct party_count_bound *bound, double step)
{
    struct party_count_relaxation *x = &bound->x;
    struct party_count_multipliers *m = &x->now, *d = &bound->direction;
    for (size_t l = 0; l < x->r->n_constraints; l++) {
        const struct party_constraint *c = &x->r->constraint[l];
        double to = m->sum[l] + step * d->sum[l] * bound->sum_scale[l];
        m->sum[l] = party_constraint_multiplier(c, to);
    }
    m->points = fmax(0, m->points + step * d->points * bound->points_scale);
    for (size_t i = 0; i < x->n_groups * x->row; i++)
        m->toll[i] += step * d->toll[i];
    for (size_t j = 0; j < x->n_light; j++)
        for (size_t i = 0; i < x->n_groups * x->n_values[j]; i++)
            m->light[j][i] += step * d->light[j][i];
}

static void copy_multipliers(const struct party_count_relaxation *x,
                             const struct party_count_multipliers *from,
                             struct party_count_multipliers *to)
{
    memcpy(to->sum, from->sum, sizeof to->sum);
    memcpy(to->toll, from->toll, x->n_groups * x->row * sizeof *to->toll);
    for (size_t j = 0; j < x->n_light; j++)
        memcpy(to->light[j], from->light[j],
               x->n_groups * x->n_values[j] * sizeof *to->light[j]);
    to->points = from->points;
}

/* Back to the best multipliers, without a direction. */
static void go_back(struct party_count_bound *bound)
{
    struct party_count_relaxation *x = &bound->x;
    struct party_count_multipliers *d = &bound->direction;
    copy_multipliers(x, &bound->best, &x->now);
    memset(d->sum, 0, sizeof d->sum);
    memset(d->toll, 0, x->n_groups * x->row * sizeof *d->toll);
    for (size_t j = 0; j < x->n_light; j++)
        memset(d->light[j], 0, x->n_groups * x->n_values[j] * sizeof *d->light[j]);
    d->points = 0;
}

static void begin(struct party_count_relaxation *x, const double *multiplier)
{
    for (size_t l = 0; l < x->r->n_constraints; l++) {
        const struct party_constraint *c = &x->r->constraint[l];
        enum party_requirement_kind kind =
            x->r->party->requirement[c->requirement].kind;
        if (kind == PARTY_SUM || kind == PARTY_COUNT)
            x->now.sum[l] = party_constraint_multiplier(c, multiplier[c->requirement]);
    }
}

static double tune(struct party_count_bound *bound, double known)
{
    struct party_count_relaxation *x = &bound->x;
    double best = -INFINITY, length = 1;
    int failures = 0;
    for (int i = 0; i < PARTY_COUNT_STEPS && length > SHORTEST && !interrupt_pending();
         i++) {
        double value = party_count_relaxation_value(x);
        if (value > best) {
            best = value;
            copy_multipliers(x, &x->now, &bound->best);
            length *= LONGER;
            failures = 0;
        } else if (!isfinite(value) || ++failures == FAILURES) {
            if (!isfinite(best))
                break;
            go_back(bound);
            length *= SHORTER;
            failures = 0;
            value = party_count_relaxation_value(x);
        }
        double square = turn(bound);
        if (!(square > 0) || !isfinite(square))
            break;
        go(bound, length * (fmax(best, known) * (1 + AIM) - value + x->unit) / square);
    }
    return best;
}

struct party_count_bound *party_count_bound_prepare(const struct party_reduced *r,
                                                    struct arena *perm)
{
    struct party_count_bound *bound = ARENA_NEW(perm, struct party_count_bound, 1);
    return bound && init(bound, r, perm) ? bound : NULL;
}

double party_count_bound_tune(struct party_count_bound *bound, double known,
                              const double *multiplier)
{
    begin(&bound->x, multiplier);
    double value = tune(bound, known), step = party_price_step(bound->x.r->party);
    return step > 0 && isfinite(value) ? ceil(value / step) * step : value;
}

double party_count_bound(const struct party_reduced *r, double known,
                         const double *multiplier)
{
    struct arena own;
    arena_init(&own);
    struct party_count_bound *bound = party_count_bound_prepare(r, &own);
    double value = bound ? party_count_bound_tune(bound, known, multiplier) : -INFINITY;
    arena_free(&own);
    return value;
}
