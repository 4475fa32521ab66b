#include "party_dependency.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static size_t n_known(const struct party_reduced *r)
{
    return r->n + r->n_fixed;
}

/* The i-th of the usable and fixed heroes. */
static uint32_t known(const struct party_reduced *r, size_t i)
{
    return i < r->n ? r->row[i] : r->fixed_row[i - r->n];
}

/* The traits of `left` that the two heroes share. */
static uint32_t shared_traits(const struct party *party, uint32_t left, uint32_t x,
                              uint32_t y)
{
    uint32_t same = 0;
    for (uint32_t rest = left; rest; rest &= rest - 1) {
        int t = __builtin_ctz(rest);
        if (party->trait[t].code[x] == party->trait[t].code[y])
            same |= 1U << t;
    }
    return same;
}

/* The limits of a trait; those that every party has if there are none. */
static struct party_value_limits limits_of(const struct party_reduced *r, size_t trait)
{
    int n = (int)r->n_places;
    for (size_t l = 0; l < r->n_limits; l++)
        if (r->limits[l].trait == trait)
            return r->limits[l];
    return (struct party_value_limits){
        .trait = (uint32_t)trait, .distinct_max = n, .same_max = n};
}

static bool is_count_of(const struct party_reduced *r, size_t constraint, size_t trait,
                        uint32_t value)
{
    const struct party_requirement *q =
        &r->party->requirement[r->constraint[constraint].requirement];
    return q->kind == PARTY_COUNT && q->column == trait && q->value == value;
}

/* The most heroes of a value, of so many that there are. */
static int most_of(const struct party_reduced *r, const struct party_value_limits *s,
                   uint32_t value, uint32_t heroes)
{
    double most = fmin(heroes, s->same_max);
    for (size_t l = 0; l < r->n_constraints; l++)
        if (is_count_of(r, l, s->trait, value))
            most = fmin(most, fmax(0, floor(r->constraint[l].hi)));
    return (int)most;
}

/* Whether the heroes of each value of a trait, `count` of them, are too few for its limits. */
static bool lacks_heroes(const struct party_reduced *r, size_t trait,
                         const uint32_t *count)
{
    const struct party_value_limits s = limits_of(r, trait);
    int of_size[PARTY_MAX_PLACES + 1] = {0}, values = 0, heroes = 0;
    assert(s.same_max >= 0); /* else it is impossible already */
    for (uint32_t v = 0; v < r->party->trait[trait].n_values; v++) {
        values += count[v] > 0;
        of_size[most_of(r, &s, v, count[v])]++;
    }
    for (int size = s.same_max, left = s.distinct_max; size > 0; size--) {
        int take = of_size[size] < left ? of_size[size] : left;
        heroes += take * size;
        left -= take;
    }
    return heroes < (int)r->n_places || values < s.distinct_min ||
           r->most_alike[trait] < s.same_min;
}

/* Finds the traits that a determines; `first` and `count` have an entry for every
 * code. */
static void find_determined(struct party_reduced *r, size_t a, uint32_t *first,
                            uint32_t *count)
{
    const struct party *party = r->party;
    const uint16_t *code = party->trait[a].code;
    uint32_t left = (uint32_t)((1ULL << party->n_traits) - 1) & ~(1U << a), most = 0;
    for (size_t v = 0; v < party->trait[a].n_values; v++)
        count[v] = 0;
    for (size_t i = 0; i < n_known(r); i++) {
        uint32_t hero = known(r, i), v = code[hero];
        if (count[v]++ == 0)
            first[v] = hero;
        else if (left)
            left = shared_traits(party, left, first[v], hero);
        most = count[v] > most ? count[v] : most;
    }
    r->determines[a] = left;
    r->most_alike[a] = (uint8_t)(most < r->n_places ? most : r->n_places);
    r->constant[a] = n_known(r) > 0 && most == n_known(r);
    r->impossible = r->impossible || lacks_heroes(r, a, count);
}

enum status party_dependency_find(struct party_reduced *r, struct error *err)
{
    uint32_t *first = malloc((UINT16_MAX + 1) * sizeof *first);
    uint32_t *count = malloc((UINT16_MAX + 1) * sizeof *count);
    bool enough = first && count;
    for (size_t t = 0; enough && t < r->party->n_traits; t++)
        find_determined(r, t, first, count);
    free(first);
    free(count);
    return enough ? STATUS_OK
                  : error_set(err, STATUS_MEMORY, "no memory for dependencies");
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* Propagates limits if a determines b. */
static void propagate(struct party_value_limits *a, struct party_value_limits *b)
{
    a->same_max = lesser(a->same_max, b->same_max);
    a->distinct_min = greater(a->distinct_min, b->distinct_min);
    b->same_min = greater(b->same_min, a->same_min);
    b->distinct_max = lesser(b->distinct_max, a->distinct_max);
}

static int whole_between(double value, int low, int high)
{
    return (int)fmax(low, fmin(value, high));
}

enum { MOST_NEEDS = PARTY_MAX_REQUIREMENTS + PARTY_MAX_PLACES };

/* Least counts of the values of a trait, from COUNT requirements on it and on traits
 * that determine it, and from who may stand in which place. */
struct needs {
    size_t n;
    uint32_t value[MOST_NEEDS];
    int heroes[MOST_NEEDS]; /* least count of the value */
};

/* The entry of a value, added if missing. */
static int *need_of(struct needs *needs, uint32_t value)
{
    for (size_t i = 0; i < needs->n; i++)
        if (needs->value[i] == value)
            return &needs->heroes[i];
    needs->value[needs->n] = value;
    needs->heroes[needs->n] = 0;
    return &needs->heroes[needs->n++];
}

/* The value of trait b of heroes with this value of a; false if there is no such
 * hero. */
static bool image(const struct party_reduced *r, size_t a, uint32_t value, size_t b,
                  uint32_t *out)
{
    for (size_t i = 0; i < n_known(r); i++) {
        uint32_t hero = known(r, i);
        if (r->party->trait[a].code[hero] != value)
            continue;
        *out = r->party->trait[b].code[hero];
        return true;
    }
    return false;
}

/* Least counts of trait b implied by those of trait a: values of a with the same image
 * add up. */
static void add_needs(struct party_reduced *r, size_t a, size_t b, struct needs *needs)
{
    struct needs own = {.n = 0}, carried = {.n = 0};
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_requirement *q =
            &r->party->requirement[r->constraint[l].requirement];
        if (q->kind != PARTY_COUNT || q->column != a)
            continue;
        int *need = need_of(&own, q->value);
        int least = whole_between(ceil(r->constraint[l].lo), 0, (int)r->n_places + 1);
        *need = greater(*need, least);
    }
    for (size_t i = 0; i < own.n; i++) {
        uint32_t value = own.value[i];
        if (own.heroes[i] == 0)
            continue;
        if (a != b && !image(r, a, value, b, &value))
            r->impossible = true;
        *need_of(&carried, value) += own.heroes[i];
    }
    for (size_t i = 0; i < carried.n; i++) {
        int *need = need_of(needs, carried.value[i]);
        *need = greater(*need, carried.heroes[i]);
    }
}

/* Whether all who may stand in a place have the same value of a trait. */
static bool place_demands(const struct party_reduced *r, size_t place, size_t trait,
                          uint32_t *value)
{
    const struct party *party = r->party;
    const uint16_t *code = party->trait[trait].code;
    bool any = false;
    if (party->fixed[place] >= 0) {
        *value = code[party->fixed[place]];
        return true;
    }
    for (size_t i = 0; i < r->n; i++) {
        if (!party_may_stand(party, (int32_t)r->row[i], place))
            continue;
        if (any && code[r->row[i]] != *value)
            return false;
        *value = code[r->row[i]];
        any = true;
    }
    return any;
}

/* Least counts implied by who may stand in which place. */
static void add_needs_of_places(const struct party_reduced *r, size_t trait,
                                struct needs *needs)
{
    struct needs of_places = {.n = 0};
    uint32_t value;
    for (size_t p = 0; p < r->n_places && !r->constant[trait]; p++)
        if (place_demands(r, p, trait, &value))
            ++*need_of(&of_places, value);
    for (size_t i = 0; i < of_places.n; i++) {
        int *need = need_of(needs, of_places.value[i]);
        *need = greater(*need, of_places.heroes[i]);
    }
}

/* Whether a least count exceeds the upper bound of a COUNT requirement. */
static bool exceeds(const struct party_reduced *r, size_t b, uint32_t value, int need)
{
    for (size_t l = 0; l < r->n_constraints; l++)
        if (is_count_of(r, l, b, value) && need > r->constraint[l].hi)
            return true;
    return false;
}

/* Whether the demands on a trait contradict each other by counting: for example,
 * repeats of values leave too few places for different ones. */
static bool contradicts(struct party_reduced *r, size_t trait,
                        const struct party_value_limits *s)
{
    int n = (int)r->n_places, counted = 0, most = s->same_min, values = 0;
    struct needs needs = {.n = 0};
    bool exceeded = false;
    for (size_t a = 0; a < r->party->n_traits; a++)
        if (a == trait || party_reduced_determines(r, a, trait))
            add_needs(r, a, trait, &needs);
    add_needs_of_places(r, trait, &needs);
    for (size_t i = 0; i < needs.n; i++) {
        counted += needs.heroes[i];
        values += needs.heroes[i] > 0;
        most = greater(most, needs.heroes[i]);
        exceeded |= exceeds(r, trait, needs.value[i], needs.heroes[i]);
    }
    int repeats = greater(most > 1 ? most - 1 : 0, counted - values);
    return exceeded || counted > n || most > s->same_max ||
           repeats + s->distinct_min > n || values > s->distinct_max ||
           s->distinct_min > s->distinct_max || s->distinct_max * s->same_max < n;
}

void party_dependency_tighten(struct party_reduced *r)
{
    for (size_t i = 0; i < r->n_limits; i++)
        for (size_t k = 0; k < r->n_limits; k++)
            if (i != k &&
                party_reduced_determines(r, r->limits[i].trait, r->limits[k].trait))
                propagate(&r->limits[i], &r->limits[k]);
    for (size_t t = 0; t < r->party->n_traits; t++) {
        const struct party_value_limits s = limits_of(r, t);
        r->impossible |= contradicts(r, t, &s);
    }
}
