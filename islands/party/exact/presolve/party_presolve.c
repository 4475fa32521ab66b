#include "party_presolve.h"

#include "arithmetic.h"
#include "party_contradiction.h"
#include "party_dependency.h"
#include "party_numbering.h"
#include "party_rating_relaxation.h"
#include "party_sharing.h"
#include "party_value_classes.h"

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

static int whole_between(double value, int low, int high)
{
    if (value <= low)
        return low;
    return value >= high ? high : (int)value;
}

static struct party_value_limits *limits_of(struct party_reduced *r, uint32_t trait)
{
    for (size_t i = 0; i < r->n_limits; i++)
        if (r->limits[i].trait == trait)
            return &r->limits[i];
    int n = (int)r->n_places;
    r->limits[r->n_limits] =
        (struct party_value_limits){.trait = trait, .distinct_max = n, .same_max = n};
    return &r->limits[r->n_limits++];
}

static void add_limits(struct party_reduced *r, const struct party_requirement *q)
{
    struct party_value_limits *s = limits_of(r, q->column);
    int n = (int)r->n_places;
    int low = whole_between(ceil(q->min), 0, n + 1);
    int high = whole_between(floor(q->max), -1, n);
    int *least = q->kind == PARTY_DISTINCT ? &s->distinct_min : &s->same_min;
    int *most = q->kind == PARTY_DISTINCT ? &s->distinct_max : &s->same_max;
    if (low > *least)
        *least = low;
    if (high < *most)
        *most = high;
    if (*least > *most)
        r->impossible = true;
    s->unique |= q->unique;
}

/* Tightens the bounds of chemistry by a requirement on it. Only the least points of a hero are
 * bounded above at the end alone. */
static void add_chemistry(struct party_reduced *r, const struct party_requirement *q)
{
    bool total = q->kind == PARTY_CHEMISTRY;
    int *least = total ? &r->chemistry_min : &r->chemistry_least;
    int low = whole_between(ceil(q->min), 0, INT_MAX);
    int high = whole_between(floor(q->max), -1, INT_MAX);
    if (!r->chemistry)
        r->chemistry_max = INT_MAX;
    r->chemistry = r->party->chemistry;
    if (low > *least)
        *least = low;
    if (total && high < r->chemistry_max)
        r->chemistry_max = high;
    r->impossible |= r->chemistry_max < r->chemistry_min || high < 0;
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
            add_limits(r, q);
        if (party_is_chemistry(q->kind))
            add_chemistry(r, q);
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
        if (constraint->lo > constraint->hi)
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

/* One entry for each usable hero. */
struct entry {
    uint32_t trait_class; /* equal in all traits that matter */
    uint32_t row;
    uint32_t kind; /* equal in trait class and all constraints */
};

/* An order in which heroes come before those that they dominate: by price, then by each
 * constraint, the better value first. A comparison for qsort. */
static int order_by_dominance(const struct party_reduced *r, uint32_t a, uint32_t b)
{
    const struct party *party = r->party;
    if (party->price[a] != party->price[b])
        return party->price[a] < party->price[b] ? -1 : 1;
    for (size_t i = 0; i < r->n_constraints; i++) {
        double x = party_constraint_value(party, &r->constraint[i], a);
        double y = party_constraint_value(party, &r->constraint[i], b);
        if (x != y && !r->constraint[i].divides)
            return (x > y) == isfinite(r->constraint[i].lo) ? -1 : 1;
    }
    return 0;
}

static int by_row(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int by_worth(const void *a, const void *b, void *context)
{
    const struct entry *x = a, *y = b;
    int worth = order_by_dominance(context, x->row, y->row);
    return worth ? worth : by_row(x->row, y->row);
}

/* Whether `a`, before `b` in its trait class, dominates b: it can always replace b. */
static bool dominates(const struct party_reduced *r, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < r->n_constraints; i++) {
        double x = party_constraint_value(r->party, &r->constraint[i], a);
        double y = party_constraint_value(r->party, &r->constraint[i], b);
        if (!r->constraint[i].divides && ((x < y && isfinite(r->constraint[i].lo)) ||
                                          (x > y && isfinite(r->constraint[i].hi))))
            return false;
    }
    return true;
}

/* The trait whose values are unique in a party, if heroes need not be equal in it for another
 * reason; -1: none. */
static int unique_trait(const struct party_reduced *r)
{
    for (size_t i = 0; r->chemistry && i < r->chemistry->n; i++)
        for (size_t k = 0; k < r->n_limits; k++)
            if (r->limits[k].unique &&
                r->limits[k].trait == r->chemistry->trait[i].trait)
                return -1;
    for (size_t i = 0; i < r->n_limits; i++)
        if (r->limits[i].unique &&
            !(r->synergy && r->party->trait[r->limits[i].trait].most_weight > 0))
            return (int)r->limits[i].trait;
    return -1;
}

/* Most heroes of one trait class in a party; with a unique trait, most of its values that the free
 * heroes use up. */
static size_t class_capacity(const struct party_reduced *r)
{
    size_t capacity = r->n_free;
    if (unique_trait(r) >= 0)
        return capacity;
    for (size_t i = 0; i < r->n_limits; i++)
        if ((size_t)r->limits[i].same_max < capacity)
            capacity = (size_t)r->limits[i].same_max;
    return capacity;
}

/* Orders by all constraints. */
static int by_kind(const void *a, const void *b, void *context)
{
    const struct party_reduced *r = context;
    const struct entry *x = *(const struct entry *const *)a;
    const struct entry *y = *(const struct entry *const *)b;
    for (size_t i = 0; i < r->n_constraints; i++) {
        double v = party_constraint_value(r->party, &r->constraint[i], x->row);
        double w = party_constraint_value(r->party, &r->constraint[i], y->row);
        if (v != w)
            return v < w ? -1 : 1;
    }
    return 0;
}

/* Numbers the kinds of the entries of one trait class, from `kind` on; `order` has room for a
 * pointer to each. Returns the number after the last one. */
static uint32_t number_kinds(struct party_reduced *r, struct entry *entry, size_t n,
                             uint32_t kind, struct entry **order)
{
    for (size_t i = 0; i < n; i++)
        order[i] = &entry[i];
    qsort_r(order, n, sizeof(struct entry *), by_kind, r);
    for (size_t i = 0; i < n; i++) {
        kind += i > 0 && by_kind(&order[i - 1], &order[i], r) != 0;
        order[i]->kind = kind;
    }
    return kind + 1;
}

/* The usable heroes by trait class, in each the better ones first, with their kinds. */
static enum status list_entries(struct party_reduced *r, const bool *matters,
                                struct entry *entry, struct arena *scratch,
                                struct error *err)
{
    struct party_numbering x;
    uint32_t *number = ARENA_NEW(scratch, uint32_t, r->n + 1), kind = 0;
    struct entry **order = ARENA_NEW(scratch, struct entry *, r->n + 1);
    if (!number || !order || !party_numbering_init(&x, r->row, r->n, scratch))
        return error_set(err, STATUS_MEMORY, "no memory for %zu heroes", r->n);
    party_numbering_by(r->party, matters, NULL, true, &x, number);
    for (size_t i = 0; i < r->n; i++)
        entry[i] = (struct entry){.trait_class = number[x.order[i]],
                                  .row = r->row[x.order[i]]};
    for (size_t first = 0, last; first < r->n; first = last) {
        for (last = first + 1;
             last < r->n && entry[last].trait_class == entry[first].trait_class; last++)
            ;
        qsort_r(entry + first, last - first, sizeof *entry, by_worth, r);
        kind = number_kinds(r, entry + first, last - first, kind, order);
    }
    return STATUS_OK;
}

/* A hero is compared with this many kept ones, the nearest in price: keeping too many
 * is no error, and comparing all would be quadratic. 1024 by hand; 64 makes no
 * difference on nine challenges (results/party/experiments.md). */
enum { MOST_COMPARED = 1024 };

/* How many of the entries dominate one, up to `capacity`; with a unique trait, how many values of
 * it they have. A hero of the same value can always replace it: `own` is then set. */
static size_t count_dominators(const struct party_reduced *r, const struct entry *entry,
                               size_t n, uint32_t row, size_t capacity, bool *own)
{
    int unique = unique_trait(r);
    const uint16_t *code = unique < 0 ? NULL : r->party->trait[unique].code;
    uint16_t seen[PARTY_MAX_PLACES];
    size_t better = 0;
    *own = false;
    for (size_t j = n; j-- > 0 && better < capacity && !*own;) {
        if (!dominates(r, entry[j].row, row))
            continue;
        size_t k = 0;
        while (code && k < better && seen[k] != code[entry[j].row])
            k++;
        *own = code && code[entry[j].row] == code[row];
        if (code && k == better)
            seen[better++] = code[entry[j].row];
        better += !code;
    }
    return better;
}

/* Keeps the heroes of each trait class that fewer than `capacity` kept ones dominate;
 * since dominance is transitive, a removed hero is dominated by that many kept ones.
 * What dominates a hero also dominates later ones of its kind: `dominated`, a flag for
 * each kind, 0 initially. Returns how many are kept. */
static size_t keep_undominated(const struct party_reduced *r, struct entry *entry,
                               size_t n, bool *dominated)
{
    size_t kept = 0, first = 0, capacity = class_capacity(r);
    for (size_t i = 0; i < n; i++) {
        if (kept == first || entry[kept - 1].trait_class != entry[i].trait_class)
            first = kept;
        if (dominated[entry[i].kind])
            continue;
        size_t last = kept - first > MOST_COMPARED ? kept - MOST_COMPARED : first;
        bool own;
        size_t better = count_dominators(r, entry + last, kept - last, entry[i].row,
                                         capacity, &own);
        dominated[entry[i].kind] = better >= capacity;
        if (better < capacity && !own)
            entry[kept++] = entry[i];
    }
    return kept;
}

/* Traits in which a hero must equal the one it replaces; both are of one place class, too. */
static void traits_that_matter(const struct party_reduced *r, bool *matters)
{
    for (size_t t = 0; t < r->party->n_traits; t++)
        matters[t] = r->synergy && r->party->trait[t].most_weight > 0;
    for (size_t i = 0; i < r->n_limits; i++)
        matters[r->limits[i].trait] = (int)r->limits[i].trait != unique_trait(r);
    for (size_t i = 0; r->chemistry && i < r->chemistry->n; i++)
        matters[r->chemistry->trait[i].trait] = true;
}

/* Orders heroes by place class and all traits that matter. */
static int order_by_traits(const struct party_reduced *r, const bool *matters,
                           uint32_t a, uint32_t b)
{
    const uint16_t *class = r->party->place_class;
    if (class && class[a] != class[b])
        return class[a] < class[b] ? -1 : 1;
    for (size_t t = 0; t < r->party->n_traits; t++) {
        const uint16_t *code = r->party->trait[t].code;
        if (matters[t] && code[a] != code[b])
            return code[a] < code[b] ? -1 : 1;
    }
    return 0;
}

/* Forgets the limits of the unique trait if no two of the heroes left share a value of it; fills
 * `count` (by value) with how many have it. */
static void drop_unique(struct party_reduced *r, const uint32_t *row, size_t n,
                        uint32_t *count)
{
    int unique = unique_trait(r);
    if (unique < 0)
        return;
    const uint16_t *code = r->party->trait[unique].code;
    bool repeats = false;
    for (size_t i = 0; i < n; i++)
        repeats |= count[code[row[i]]]++ > 0;
    for (size_t i = 0; i < r->n_limits && !repeats; i++)
        if ((int)r->limits[i].trait == unique) {
            r->limits[i] = r->limits[--r->n_limits];
            return;
        }
}

/* Chooses the diverse trait: the light one that allows the fewest repeats, the unique one only if
 * there is no other. */
static void choose_diverse(struct party_reduced *r)
{
    r->diverse = -1;
    for (size_t i = 0; i < r->n_limits; i++) {
        const struct party_value_limits *s = &r->limits[i];
        int n = (int)r->n_places, least = s->distinct_min, repeats = 0;
        if (s->same_max > 0 && (n + s->same_max - 1) / s->same_max > least)
            least = (n + s->same_max - 1) / s->same_max;
        const uint16_t *code = r->party->trait[s->trait].code;
        for (size_t f = 0; f < r->n_fixed; f++)
            for (size_t g = 0; g < f; g++)
                if (code[r->fixed_row[f]] == code[r->fixed_row[g]]) {
                    repeats++;
                    break;
                }
        repeats = n - least - repeats;
        r->impossible |= repeats < 0 || s->same_max < 1;
        if (r->heavy[s->trait] || repeats > PARTY_REDUCED_MOST_REPEATS || repeats < 0)
            continue;
        bool last = s->unique && r->diverse >= 0;
        if (r->diverse < 0 || r->limits[r->diverse].unique ||
            (!last && repeats < (int)r->repeats)) {
            r->diverse = (int)i;
            r->repeats = (uint32_t)repeats;
        }
    }
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
    int unique = unique_trait(r);
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
    int order = order_by_dominance(p->r, hero_x, hero_y);
    if (!order)
        order = order_by_traits(p->r, p->matters, hero_x, hero_y);
    return order ? order : by_row(hero_x, hero_y);
}

/* The heavy trait with the most values becomes light. */
static void lighten_widest(struct party_reduced *r)
{
    size_t widest = r->party->n_traits;
    for (size_t t = 0; t < r->party->n_traits; t++)
        if (r->heavy[t] &&
            (widest == r->party->n_traits ||
             r->party->trait[t].n_values > r->party->trait[widest].n_values))
            widest = t;
    r->heavy[widest] = false;
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

/* Groups all kept and fixed heroes, by fewer heavy traits where there are too many groups. */
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
    for (;;) {
        r->n_groups =
            party_numbering_by(r->party, r->heavy, r->classes, false, &x, group);
        if (r->n_groups * r->n_places <= PARTY_REDUCED_MOST_GROUPS)
            break;
        lighten_widest(r);
    }
    drop_unique(r, row, n, count);
    choose_diverse(r);
    for (size_t f = 0; f < r->n_fixed; f++)
        r->fixed_group[f] = group[r->n + f];
    for (size_t i = 0; i < n; i++)
        if (x.order[i] < r->n)
            x.order[kept++] = x.order[i];
    traits_that_matter(r, matters);
    sort_heroes(r, group, matters, x.order, x.spare);
    for (size_t i = 1; i < r->n; i++)
        r->twin[i] = order_by_dominance(r, r->row[i], r->row[i - 1]) == 0 &&
                     order_by_traits(r, matters, r->row[i], r->row[i - 1]) == 0 &&
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

/* Removes dominated heroes. */
static enum status keep_heroes(struct party_reduced *r, struct arena *perm,
                               struct error *err)
{
    bool matters[PARTY_MAX_TRAITS] = {false};
    struct arena scratch;
    arena_init(&scratch);
    struct entry *entry = ARENA_NEW(&scratch, struct entry, r->n + 1);
    bool *dominated = ARENA_NEW(&scratch, bool, r->n + 1);
    traits_that_matter(r, matters);
    if (!entry || !dominated)
        error_set(err, STATUS_MEMORY, "no memory for %zu heroes", r->n);
    else if (list_entries(r, matters, entry, &scratch, err) == STATUS_OK) {
        r->n = keep_undominated(r, entry, r->n, dominated);
        for (size_t i = 0; i < r->n; i++)
            r->row[i] = entry[i].row;
    }
    arena_free(&scratch);
    if (err->status)
        return err->status;
    r->impossible |= r->n < r->n_free;
    r->group = ARENA_NEW(perm, uint32_t, r->n + 1);
    return r->group ? STATUS_OK : error_set(err, STATUS_MEMORY, "no memory for groups");
}

/* Heroes that are left of each value of chemistry, and tables for its bound. */
static enum status find_supply(struct party_reduced *r, struct arena *perm,
                               struct error *err)
{
    int n = (int)r->n_places;
    for (size_t i = 0; r->chemistry && i < r->chemistry->n; i++) {
        const struct party_chemistry_trait *rule = &r->chemistry->trait[i];
        const struct party_trait *trait = &r->party->trait[rule->trait];
        int most = (int)party_reduced_most_alike(r, rule->trait);
        r->supply[i] = ARENA_NEW(perm, uint8_t, trait->n_values + 1);
        if (!r->supply[i])
            return error_set(err, STATUS_MEMORY, "no memory for chemistry");
        for (size_t h = 0; h < r->n + r->n_fixed; h++) {
            uint32_t hero = h < r->n ? r->row[h] : r->fixed_row[h - r->n];
            uint8_t *supply = &r->supply[i][trait->code[hero]];
            *supply = (uint8_t)(*supply < most ? *supply + 1 : most);
        }
        for (int heroes = 1; heroes <= n; heroes++)
            for (int k = 1; k <= heroes && k <= most; k++) {
                int points = r->fresh[i][heroes - k] + k * rule->points[k];
                if (points > r->fresh[i][heroes])
                    r->fresh[i][heroes] = points;
            }
    }
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
        status = keep_heroes(r, perm, err);
    if (status == STATUS_OK)
        status = find_supply(r, perm, err);
    if (status == STATUS_OK)
        status = make_groups(r, perm, err);
    if (status == STATUS_OK)
        status = index_groups(r, perm, err);
    if (status == STATUS_OK)
        status = party_integer_scaling_prices(r, perm, err);
    if (status == STATUS_OK)
        status = party_integer_scaling_steps(r, perm, err);
    return status;
}
