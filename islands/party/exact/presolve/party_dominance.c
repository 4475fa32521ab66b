#include "party_dominance.h"

#include "party_numbering.h"
#include "party_value_limits.h"

#include <math.h>
#include <stdlib.h>

/* One entry for each usable hero. */
struct entry {
    uint32_t trait_class; /* equal in all traits that matter, and mostly in places */
    uint32_t row;
    uint32_t kind; /* equal in trait class and all constraints */
};

int party_dominance_order(const struct party_reduced *r, uint32_t a, uint32_t b)
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
    int worth = party_dominance_order(context, x->row, y->row);
    return worth ? worth : by_row(x->row, y->row);
}

/* Whether a hero may stand wherever another one may. Of one trait class that is so where heroes have no
 * second rows: it says where they may stand. */
static bool may_stand_where(const struct party *party, uint32_t a, uint32_t b)
{
    return !party->other || !party->place_class ||
           !(party->class_places[party->place_class[b]] &
             ~party->class_places[party->place_class[a]]);
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
    return may_stand_where(r->party, a, b);
}

/* Most heroes of one trait class in a party; with a unique trait, most of its values that the free
 * heroes use up. */
static size_t class_capacity(const struct party_reduced *r)
{
    size_t capacity = r->n_free;
    if (party_value_limits_unique(r) >= 0)
        return capacity;
    for (size_t i = 0; i < r->n_limits; i++)
        if ((size_t)r->limits[i].same_max < capacity)
            capacity = (size_t)r->limits[i].same_max;
    return capacity;
}

/* Orders by all constraints and, where trait classes do not tell, by where heroes may stand. */
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
    if (!r->party->other || !r->party->place_class)
        return 0;
    uint16_t p = r->party->place_class[x->row], q = r->party->place_class[y->row];
    return (p > q) - (p < q);
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
    /* Second rows may stand in all places but a few, in many ways: most of one class dominate others. */
    party_numbering_by(r->party, matters, NULL, !r->party->other, &x, number);
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
    int unique = party_value_limits_unique(r);
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

void party_dominance_traits(const struct party_reduced *r, bool *matters)
{
    for (size_t t = 0; t < r->party->n_traits; t++)
        matters[t] = r->synergy && r->party->trait[t].most_weight > 0;
    for (size_t i = 0; i < r->n_limits; i++)
        matters[r->limits[i].trait] =
            (int)r->limits[i].trait != party_value_limits_unique(r);
    for (size_t i = 0; r->chemistry && i < r->chemistry->n; i++)
        matters[r->chemistry->trait[i].trait] = true;
}

int party_dominance_order_by_traits(const struct party_reduced *r, const bool *matters,
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

enum status party_dominance_keep(struct party_reduced *r, struct arena *perm,
                                 struct error *err)
{
    bool matters[PARTY_MAX_TRAITS] = {false};
    struct arena scratch;
    arena_init(&scratch);
    struct entry *entry = ARENA_NEW(&scratch, struct entry, r->n + 1);
    bool *dominated = ARENA_NEW(&scratch, bool, r->n + 1);
    party_dominance_traits(r, matters);
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
