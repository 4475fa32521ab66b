#include "party_presolve.h"

#include "arithmetic.h"
#include "party_contradiction.h"
#include "party_dependency.h"
#include "party_dominance.h"
#include "party_numbering.h"
#include "party_rating_relaxation.h"
#include "party_reduced_prices.h"
#include "party_sharing.h"
#include "party_sum_gap.h"
#include "party_value_classes.h"
#include "party_value_limits.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void take_fixed(struct party_reduced *r)
{
    const struct party *party = r->party;
    for (size_t p = 0; p < party->n_places; p++) {
        if (party->fixed[p] < 0)
            continue;
        for (size_t i = 0; i < r->n_fixed; i++)
            if (r->fixed_row[i] == (uint32_t)party->fixed[p])
                r->impossible = true; /* one hero in two places */
        r->fixed_row[r->n_fixed++] = (uint32_t)party->fixed[p];
    }
    r->n_free = r->n_places - r->n_fixed;
}

/* The fixed heroes' sum, and the size of all sums. */
static void finish_constraint(struct party_reduced *r,
                              struct party_constraint *constraint)
{
    const struct party *party = r->party;
    for (size_t f = 0; f < r->n_fixed; f++)
        constraint->fixed += party_constraint_value(party, constraint, r->fixed_row[f]);
    for (uint32_t h = 0; h < party->n_heroes; h++)
        constraint->size =
            fmax(constraint->size, fabs(party_constraint_value(party, constraint, h)));
    constraint->size *= (double)r->n_places;
    constraint->size += isfinite(constraint->lo) ? fabs(constraint->lo) : 0;
    constraint->size += isfinite(constraint->hi) ? fabs(constraint->hi) : 0;
}

/* Adds the constraints that relax a team rating. */
static void add_rating(struct party_reduced *r, uint32_t requirement)
{
    bool possible;
    size_t n = party_rating_relax(r->party, requirement, &r->rating[r->n_ratings++],
                                  &r->constraint[r->n_constraints], &possible);
    r->impossible |= !possible;
    for (size_t i = 0; i < n; i++)
        finish_constraint(r, &r->constraint[r->n_constraints++]);
}

static void take_requirements(struct party_reduced *r)
{
    const struct party *party = r->party;
    for (uint32_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *q = &party->requirement[i];
        if (q->kind == PARTY_DISTINCT || q->kind == PARTY_SAME)
            party_value_limits_add(r, q);
        if (party_is_chemistry(q->kind))
            party_value_limits_add_chemistry(r, q);
        if (q->kind == PARTY_RATING)
            add_rating(r, i);
        if (q->kind != PARTY_SUM && q->kind != PARTY_COUNT &&
            !(q->kind == PARTY_CHEMISTRY && isfinite(q->min)))
            continue;
        struct party_constraint *constraint = &r->constraint[r->n_constraints++];
        *constraint =
            (struct party_constraint){.requirement = i, .lo = q->min, .hi = q->max};
        if (q->kind == PARTY_CHEMISTRY)
            constraint->hi = INFINITY; /* points may be fewer than the most of each */
        finish_constraint(r, constraint);
        double gap[2];
        if (constraint->lo > constraint->hi ||
            (q->kind == PARTY_SUM && party_sum_gap(party, q, gap)))
            r->impossible = true;
    }
}

/* The greatest common divisor of the losses of all matches; 1 if all are 0. */
static int loss_unit(const struct party *party, int best_points)
{
    int64_t unit = 0;
    for (int m = 0; m <= party->max_match; m++)
        unit = arithmetic_gcd(unit, best_points - party->points[m]);
    return unit ? (int)unit : 1;
}

/* Least loss of an edge whose heroes differ in a trait, against the most points without
 * `scarce` traits; 0 if neighbours always share it. */
static int loss_without(const struct party_sharing *s, uint32_t scarce, size_t trait)
{
    int with = party_sharing_most(s, scarce),
        without = party_sharing_most(s, scarce | 1U << trait);
    return without == INT_MIN ? 0 : with - without;
}

/* Heavy traits: those whose least loss is at least half of the largest one, on any edge
 * or on edges that share no scarce trait. The half is by hand: a quarter makes no
 * difference on nine challenges, and with only the largest loss 1 of 9 is proven in 20
 * s (results/party/experiments.md). None where the party has every hero: there is nothing to
 * branch on. */
static void choose_heavy(struct party_reduced *r, const struct party_sharing *s)
{
    const struct party *party = r->party;
    int loss[PARTY_MAX_TRAITS] = {0}, most = 0;
    for (size_t i = 0; i < s->n; i++) {
        uint32_t t = s->trait[i];
        int first = loss_without(s, 0, t), second = loss_without(s, s->scarce, t);
        loss[t] = first > second ? first : second;
        most = loss[t] > most ? loss[t] : most;
        if (s->edges[i] == 0)
            r->unshared |= 1U << t;
    }
    for (size_t t = 0; t < party->n_traits; t++)
        r->heavy[t] = r->n_places <= PARTY_REDUCED_MOST_PLACES && r->n > r->n_free &&
                      loss[t] > 0 && 2 * loss[t] >= most;
}

/* Least loss of an edge to which a trait adds so much. */
static int loss_at(const struct party *party, size_t t, int weight)
{
    int others = party->max_match - party->trait[t].most_weight;
    return party_most_points(party, 0, party->max_match) -
           party_most_points(party, weight, weight + others);
}

/* Values of a heavy trait whose pair loses less than half of what a trait that adds
 * nothing loses are of one class. The half is by hand, as for heavy traits. */
static enum status class_values(struct party_reduced *r, struct arena *perm,
                                struct error *err)
{
    const struct party *party = r->party;
    for (size_t t = 0; t < party->n_traits; t++) {
        int threshold = 1;
        if (!r->heavy[t] || !party->trait[t].pairs)
            continue;
        while (threshold < party->trait[t].most_weight &&
               2 * loss_at(party, t, threshold) >= loss_at(party, t, 0))
            threshold++;
        r->classes[t] = ARENA_NEW(perm, struct party_value_classes, 1);
        if (!r->classes[t])
            return error_set(err, STATUS_MEMORY, "no memory for classes of values");
        if (party_value_classes_find(r->classes[t], &party->trait[t], threshold, perm,
                                     err))
            return err->status;
    }
    return STATUS_OK;
}

/* The loss allowed, and the heavy traits. */
static enum status reduce_synergy(struct party_reduced *r, struct arena *perm,
                                  struct error *err)
{
    const struct party *party = r->party;
    struct party_sharing sharing;
    int least = party->points[0];
    r->best_points = party->points[0];
    for (int m = 0; m <= party->max_match; m++) {
        r->best_points =
            party->points[m] > r->best_points ? party->points[m] : r->best_points;
        least = party->points[m] < least ? party->points[m] : least;
    }
    r->synergy = party->synergy_min > (int)party->n_edges * least;
    r->most_loss = -1;
    r->loss_unit = 1;
    if (!r->synergy)
        return STATUS_OK;
    int spare = (int)party->n_edges * r->best_points - party->synergy_min;
    r->impossible |= spare < 0;
    r->loss_unit = loss_unit(party, r->best_points);
    r->most_loss = spare < 0 ? 0 : spare / r->loss_unit;
    if (party_sharing_init(&sharing, r, perm, err))
        return err->status;
    r->impossible |= party_sharing_bound(&sharing, r) < party->synergy_min;
    choose_heavy(r, &sharing);
    return class_values(r, perm, err);
}

struct group_order {
    const struct party_reduced *r;
    const uint32_t *group;
    const bool *matters;
};

/* Whether any party that has one hero may have the other instead, of two that are equal in price,
 * constraints and the traits that matter: with a unique trait, if they have the same value or
 * nobody else has theirs. */
static bool are_exchangeable(const struct party_reduced *r, const uint32_t *count,
                             uint32_t a, uint32_t b)
{
    int unique = party_value_limits_unique(r);
    if (unique < 0)
        return true;
    const uint16_t *code = r->party->trait[unique].code;
    return code[a] == code[b] || (count[code[a]] == 1 && count[code[b]] == 1);
}

static int by_group(const void *a, const void *b, void *context)
{
    const struct group_order *p = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (p->group[x] != p->group[y])
        return p->group[x] < p->group[y] ? -1 : 1;
    uint32_t hero_x = p->r->row[x], hero_y = p->r->row[y];
    if (p->r->diverse >= 0) {
        uint32_t trait = p->r->limits[p->r->diverse].trait;
        const uint16_t *code = p->r->party->trait[trait].code;
        if (code[hero_x] != code[hero_y])
            return code[hero_x] < code[hero_y] ? -1 : 1;
    }
    int order = party_dominance_order(p->r, hero_x, hero_y);
    if (!order)
        order = party_dominance_order_by_traits(p->r, p->matters, hero_x, hero_y);
    return order ? order : (hero_x > hero_y) - (hero_x < hero_y);
}

/* What sharing all traits of a set, and those that they determine, adds to a match. */
static int weight_of(const struct party_reduced *r, uint32_t set)
{
    int weight = 0;
    uint32_t closed = set;
    for (size_t t = 0; t < r->party->n_traits; t++)
        closed |= set >> t & 1 ? r->determines[t] : 0;
    for (size_t t = 0; t < r->party->n_traits; t++)
        weight += closed >> t & 1 ? r->party->trait[t].most_weight : 0;
    return weight;
}

/* Makes the traits of a set heavy, and numbers the groups that they make; returns how many. */
static size_t number_groups(struct party_reduced *r, uint32_t set,
                            struct party_numbering *x, uint32_t *group)
{
    for (size_t t = 0; t < r->party->n_traits; t++)
        r->heavy[t] = set >> t & 1;
    return party_numbering_by(r->party, r->heavy, r->classes, false, x, group);
}

static bool is_few(const struct party_reduced *r, size_t groups)
{
    return groups * r->n_places <= PARTY_REDUCED_MOST_GROUPS;
}

static uint32_t without_lightest(const struct party_reduced *r, uint32_t set)
{
    uint32_t lightest = 0;
    int least = INT_MAX;
    for (uint32_t t = 0; t < r->party->n_traits; t++)
        if (set >> t & 1 && r->party->trait[t].most_weight < least) {
            least = r->party->trait[t].most_weight;
            lightest = t;
        }
    return set & ~(1U << lightest);
}

/* Of so many traits all sets are tried; by hand. */
enum { MOST_TRIED = 6 };

/* Groups by the heavy traits. Where these make too many groups, those of them stay heavy that weigh most together
 * with few enough groups, and of such the ones with the most groups. */
static void choose_groups(struct party_reduced *r, struct party_numbering *x,
                          uint32_t *group)
{
    uint32_t all = 0, best = 0;
    int most = 0;
    size_t most_groups = 0;
    for (size_t t = 0; t < r->party->n_traits; t++)
        all |= r->heavy[t] ? 1U << t : 0;
    r->n_groups = number_groups(r, all, x, group);
    if (is_few(r, r->n_groups))
        return;
    while (__builtin_popcount(all) > MOST_TRIED)
        all = without_lightest(r, all);
    for (uint32_t set = all; set; set = (set - 1) & all) {
        int weight = weight_of(r, set);
        if (weight < most)
            continue;
        size_t n = number_groups(r, set, x, group);
        if (is_few(r, n) && (weight > most || n > most_groups)) {
            best = set;
            most = weight;
            most_groups = n;
        }
    }
    r->n_groups = number_groups(r, best, x, group);
}

/* Orders the kept heroes, of which `group` says their groups; `order` has their indices. */
static void sort_heroes(struct party_reduced *r, const uint32_t *group,
                        const bool *matters, uint32_t *order, uint32_t *sorted)
{
    qsort_r(order, r->n, sizeof *order, by_group,
            &(struct group_order){r, group, matters});
    for (size_t i = 0; i < r->n; i++) {
        sorted[i] = r->row[order[i]];
        r->group[i] = group[order[i]];
    }
    memcpy(r->row, sorted, r->n * sizeof *sorted);
}

/* Groups all kept and fixed heroes. */
static enum status make_groups(struct party_reduced *r, struct arena *perm,
                               struct error *err)
{
    size_t n = r->n + r->n_fixed, kept = 0;
    struct party_numbering x;
    uint32_t *row = ARENA_NEW(perm, uint32_t, n + 1);
    uint32_t *group = ARENA_NEW(perm, uint32_t, n + 1);
    uint32_t *count = ARENA_NEW(perm, uint32_t, UINT16_MAX + 1);
    bool matters[PARTY_MAX_TRAITS] = {false};
    r->twin = ARENA_NEW(perm, bool, n + 1);
    if (!r->twin || !count || !row || !group || !party_numbering_init(&x, row, n, perm))
        return error_set(err, STATUS_MEMORY, "no memory to group %zu heroes", n);
    memcpy(row, r->row, r->n * sizeof *row);
    memcpy(row + r->n, r->fixed_row, r->n_fixed * sizeof *row);
    choose_groups(r, &x, group);
    party_value_limits_drop_unique(r, row, n, count);
    party_value_limits_choose_diverse(r);
    for (size_t f = 0; f < r->n_fixed; f++)
        r->fixed_group[f] = group[r->n + f];
    for (size_t i = 0; i < n; i++)
        if (x.order[i] < r->n)
            x.order[kept++] = x.order[i];
    party_dominance_traits(r, matters);
    sort_heroes(r, group, matters, x.order, x.spare);
    for (size_t i = 1; i < r->n; i++)
        r->twin[i] = party_dominance_order(r, r->row[i], r->row[i - 1]) == 0 &&
                     party_dominance_order_by_traits(r, matters, r->row[i],
                                                     r->row[i - 1]) == 0 &&
                     r->group[i] == r->group[i - 1] &&
                     are_exchangeable(r, count, r->row[i], r->row[i - 1]);
    return STATUS_OK;
}

static enum status index_groups(struct party_reduced *r, struct arena *perm,
                                struct error *err)
{
    r->first = ARENA_NEW(perm, uint32_t, r->n_groups + 1);
    r->fixed_in = ARENA_NEW(perm, uint8_t, r->n_groups + 1);
    if (!r->first || !r->fixed_in)
        return error_set(err, STATUS_MEMORY, "no memory for %zu groups", r->n_groups);
    for (size_t i = 0; i < r->n; i++)
        r->first[r->group[i] + 1]++;
    for (size_t g = 0; g < r->n_groups; g++)
        r->first[g + 1] += r->first[g];
    for (size_t f = 0; f < r->n_fixed; f++)
        r->fixed_in[r->fixed_group[f]]++;
    if (!r->party->place_class)
        return STATUS_OK;
    r->places = ARENA_NEW(perm, uint64_t, r->n_groups + 1);
    if (!r->places)
        return error_set(err, STATUS_MEMORY, "no memory for %zu groups", r->n_groups);
    for (size_t i = 0; i < r->n; i++)
        r->places[r->group[i]] |=
            r->party->class_places[r->party->place_class[r->row[i]]];
    return STATUS_OK;
}

enum status party_presolve_rules(struct party_reduced *r, const struct party *party,
                                 struct arena *perm, struct error *err)
{
    *r = (struct party_reduced){.party = party, .n_places = party->n_places};
    r->row = ARENA_NEW(perm, uint32_t, party->n_heroes + 1);
    if (!r->row)
        return error_set(err, STATUS_MEMORY, "no memory for %zu heroes",
                         party->n_heroes);
    take_fixed(r);
    take_requirements(r);
    if (party_usable_heroes_find(r, err) || party_dependency_find(r, err))
        return err->status;
    party_dependency_tighten(r);
    r->impossible = r->impossible || party_contradiction_holds(r);
    return STATUS_OK;
}

enum status party_presolve_run(struct party_reduced *r, const struct party *party,
                               struct arena *perm, struct error *err)
{
    enum status status = party_presolve_rules(r, party, perm, err);
    if (status == STATUS_OK)
        status = reduce_synergy(r, perm, err);
    if (status == STATUS_OK)
        status = party_dominance_keep(r, perm, err);
    if (status == STATUS_OK)
        status = party_value_limits_count_supply(r, perm, err);
    if (status == STATUS_OK)
        status = make_groups(r, perm, err);
    if (status == STATUS_OK)
        status = index_groups(r, perm, err);
    if (status == STATUS_OK)
        status = party_integer_scaling_prices(r, perm, err);
    if (status != STATUS_OK)
        return status;
    party_integer_scaling_lead(r);
    status = party_reduced_prices(r, perm, err);
    if (status == STATUS_OK)
        status = party_integer_scaling_steps(r, perm, err);
    return status;
}
