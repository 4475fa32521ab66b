#include "party_disjoint_list.h"

#include "interrupt.h"
#include "party_exact.h"
#include "party_reduced.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A list that takes more is not completed. By hand. */
enum { MOST_SETS = 1 << 16, MOST_HEROES = 1 << 12 };
enum { STEPS_BETWEEN_LOOKS = 1 << 16 }; /* for interrupts */
enum { BLOCK = 1 << 10 };               /* sets for which memory is taken at once */

/* What sums of reduced prices are off by at most, relative to their terms: those of MOST_HEROES are added up. */
static const double ROUNDING = 1e-8;

/* A hero that is free to choose. */
struct candidate {
    double reduced, price;
    int32_t row;
};

struct listing {
    const struct party *party;
    double limit;         /* of prices, with some room for rounding */
    double reduced_limit; /* of the reduced prices of free heroes, likewise */
    double fixed_price;
    size_t n;
    struct candidate *candidate; /* by rising reduced price, n */
    double *below;               /* sum of the reduced prices before each, n + 1 */
    size_t n_free;
    uint8_t free[PARTY_MAX_PLACES]; /* places */
    int32_t hero[PARTY_MAX_PLACES]; /* of the set at hand */
    size_t steps, most_steps;
    struct party_disjoint_list *out;
    size_t room;   /* of out->set */
    int32_t *rows; /* of the sets listed last */
    struct arena *perm;
    struct error *err;
};

static int by_reduced_price(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->reduced != y->reduced)
        return x->reduced < y->reduced ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static int by_price(const void *a, const void *b)
{
    const struct party_disjoint_set *x = a, *y = b;
    if (x->price != y->price)
        return x->price < y->price ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* ---- reduced prices ---- */

/* A sum or count with its multiplier. */
struct term {
    struct party_constraint constraint;
    double multiplier; /* > 0: of the lower bound, < 0: of the upper one */
};

static size_t list_terms(const struct party *party, struct term *term)
{
    double multiplier[PARTY_MAX_REQUIREMENTS] = {0};
    size_t n = 0;
    party_bound_multipliers(party, multiplier);
    for (uint32_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *r = &party->requirement[i];
        if ((r->kind == PARTY_SUM || r->kind == PARTY_COUNT) && multiplier[i] != 0)
            term[n++] = (struct term){{.requirement = i, .lo = r->min, .hi = r->max},
                                      multiplier[i]};
    }
    return n;
}

static double weigh(const struct party *party, const struct term *term, int32_t row)
{
    return term->multiplier *
           party_constraint_value(party, &term->constraint, (uint32_t)row);
}

/* Takes all heroes that are free to choose, and the limit of their reduced prices. False: prices too large to
 * compare. */
static bool take_heroes(struct listing *l, double limit)
{
    const struct party *party = l->party;
    struct term term[PARTY_MAX_REQUIREMENTS];
    size_t n_terms = list_terms(party, term);
    double size = fabs(limit), largest = 0, reduced_limit = limit;
    for (size_t t = 0; t < n_terms; t++) {
        double need = term[t].multiplier *
                      party_constraint_bound(&term[t].constraint, term[t].multiplier);
        reduced_limit -= need;
        size += fabs(need);
    }
    for (int32_t h = 0; h < (int32_t)party->n_heroes; h++) {
        double reduced = party->price[h], terms = reduced;
        bool fixed = party_has_hero(party->fixed, party->n_places, h);
        for (size_t t = 0; t < n_terms; t++) {
            reduced -= weigh(party, &term[t], h);
            terms += fabs(weigh(party, &term[t], h));
        }
        if (fixed) {
            l->fixed_price += party->price[h];
            reduced_limit -= reduced;
        }
        largest = fmax(largest, terms);
        if (!fixed && !party->banned[h])
            l->candidate[l->n++] = (struct candidate){reduced, party->price[h], h};
    }
    double room = ROUNDING * (size + largest * (double)party->n_places);
    l->limit = limit + room;
    l->reduced_limit = reduced_limit + room;
    return isfinite(room);
}

/* Leaves out the heroes that no set has, and adds up reduced prices. */
static void sort_heroes(struct listing *l)
{
    double others = 0; /* of the cheapest ones beside a hero */
    size_t kept = 0;
    qsort(l->candidate, l->n, sizeof *l->candidate, by_reduced_price);
    for (size_t i = 0; i + 1 < l->n_free && i < l->n; i++)
        others += l->candidate[i].reduced;
    while (kept < l->n && others + l->candidate[kept].reduced <= l->reduced_limit)
        kept++;
    l->n = kept;
    for (size_t i = 0; i < l->n && i < MOST_HEROES; i++)
        l->below[i + 1] = l->below[i] + l->candidate[i].reduced;
}

/* ---- enumeration ---- */

/* Whether the rules hold that do not depend on who stands where. */
static bool holds(const struct party *party, const int32_t *hero)
{
    for (size_t i = 0; i < party_given(party); i++)
        if (!party_requirement_holds(party, &party->requirement[i], hero))
            return false;
    return party->n_either == 0 || party_cases_met(party, hero) != 0;
}

/* Makes room for another set. False: too many, or no memory. */
static bool make_room(struct listing *l)
{
    struct party_disjoint_list *out = l->out;
    size_t room = l->room ? 2 * l->room : BLOCK;
    if (out->n == MOST_SETS)
        return false;
    if (out->n == l->room) {
        out->set = arena_grow_array(l->perm, out->set, out->n, room, sizeof *out->set);
        l->room = room;
    }
    if (out->n % BLOCK == 0)
        l->rows = ARENA_NEW(l->perm, int32_t, BLOCK * l->party->n_places);
    if (out->set && l->rows)
        return true;
    error_set(l->err, STATUS_MEMORY, "no memory for lists of parties");
    return false;
}

/* Lists the set at hand, if it may be a party. False: too many, or no memory. */
static bool keep(struct listing *l, double price)
{
    const struct party *party = l->party;
    struct party_disjoint_list *out = l->out;
    if (price > l->limit || !holds(party, l->hero))
        return true;
    if (!make_room(l))
        return false;
    int32_t *hero = l->rows + out->n % BLOCK * party->n_places;
    memcpy(hero, l->hero, party->n_places * sizeof *hero);
    out->set[out->n] =
        (struct party_disjoint_set){party_price(party, hero), hero, out->n};
    out->n++;
    return true;
}

/* Adds heroes from candidate `from` on to the first `chosen` of the set. False: too many sets or steps, an
 * interrupt, or no memory. */
static bool extend(struct listing *l, size_t from, size_t chosen, double price,
                   double reduced)
{
    size_t missing = l->n_free - chosen;
    if (missing == 0)
        return keep(l, price);
    for (size_t i = from; i + missing <= l->n; i++) {
        if (reduced + (l->below[i + missing] - l->below[i]) > l->reduced_limit)
            break;
        if (++l->steps > l->most_steps ||
            (l->steps % STEPS_BETWEEN_LOOKS == 0 && interrupt_pending()))
            return false;
        l->hero[l->free[chosen]] = l->candidate[i].row;
        if (!extend(l, i + 1, chosen + 1, price + l->candidate[i].price,
                    reduced + l->candidate[i].reduced))
            return false;
    }
    return true;
}

static enum status init(struct listing *l, struct arena *temporary)
{
    l->candidate = ARENA_NEW(temporary, struct candidate, l->party->n_heroes);
    l->below = ARENA_NEW(temporary, double, MOST_HEROES + 1);
    memcpy(l->hero, l->party->fixed, sizeof l->hero);
    for (size_t p = 0; p < l->party->n_places; p++)
        if (l->party->fixed[p] < 0)
            l->free[l->n_free++] = (uint8_t)p;
    if (!l->candidate || !l->below)
        return error_set(l->err, STATUS_MEMORY, "no memory for lists of parties");
    return STATUS_OK;
}

enum status party_disjoint_list_make(const struct party *party, double limit,
                                     size_t most_steps, struct arena *perm,
                                     struct party_disjoint_list *out, struct error *err)
{
    struct listing l = {
        .party = party, .most_steps = most_steps, .out = out, .perm = perm, .err = err};
    struct arena temporary;
    *out = (struct party_disjoint_list){0};
    if (party->other)
        return STATUS_OK;
    arena_init(&temporary);
    if (!init(&l, &temporary) && take_heroes(&l, limit)) {
        sort_heroes(&l);
        out->complete = l.n <= MOST_HEROES && extend(&l, 0, 0, l.fixed_price, 0);
        if (out->n > 1 && !err->status)
            qsort(out->set, out->n, sizeof *out->set, by_price);
    }
    arena_free(&temporary);
    return err->status;
}
