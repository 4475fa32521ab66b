#include "party_disjoint_list.h"
#include "party_disjoint_search.h"

#include "interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What takes more is not tried or not ended. By hand: some seconds, and some heroes that several parties want. */
enum { MOST_STEPS = 1 << 28, MOST_WANTED = 256 };
enum { STEPS_BETWEEN_LOOKS = 1 << 20 }; /* for interrupts */

/* Relative room for the rounding of sums of prices with multipliers. */
static const double ROUNDING = 1e-9;

/* Whether a set of heroes can stand so that all rules hold. */
enum placement { UNKNOWN, PLACED, IMPOSSIBLE };

/* The sets of one challenge. */
struct sets {
    size_t challenge, n_places;
    size_t like; /* the first challenge that has the same sets */
    struct party_disjoint_list list;
    unsigned char *placement; /* of each */
    double least;             /* price of the cheapest one */
    /* The sets that have the w-th wanted hero are member[with[w]] to member[with[w + 1] - 1], by rising price. */
    size_t with[MOST_WANTED + 1];
    uint32_t *member;
    bool is_chosen; /* whether the combination at hand has one, and which */
    size_t chosen;
};

struct combining {
    struct party_disjoint_search *s;
    struct sets sets[PARTY_MAX_CHALLENGES]; /* the shortest list first */
    double room;                            /* for rounding */
    uint8_t *taken;                         /* by hero: in a set that is chosen */
    size_t n_wanted; /* heroes with a multiplier, the largest first */
    int32_t wanted[MOST_WANTED];
    size_t steps;
    struct error *err;
};

/* The most that the prices with multipliers of parties add up to whose sum is better than the best known one. */
static double most_of_all(const struct party_disjoint_search *s)
{
    return s->out->total - s->unit + party_multipliers_sum(&s->m);
}

static double room_of(const struct party_disjoint_search *s)
{
    return ROUNDING * (s->out->total + party_multipliers_sum(&s->m));
}

static double multiplier_of(const struct combining *c, size_t w)
{
    return (double)c->s->m.count[c->wanted[w]] * c->s->m.quantum;
}

static int32_t *heroes_of(const struct sets *sets, size_t i)
{
    return sets->list.set[i].hero;
}

/* ---- lists ---- */

/* False: too many. */
static bool list_wanted(struct combining *c)
{
    const struct party_multipliers *m = &c->s->m;
    for (int32_t h = 0; h < (int32_t)m->n_heroes; h++) {
        if (m->count[h] <= 0)
            continue;
        if (c->n_wanted == MOST_WANTED)
            return false;
        size_t at = c->n_wanted++;
        for (; at > 0 && m->count[c->wanted[at - 1]] < m->count[h]; at--)
            c->wanted[at] = c->wanted[at - 1];
        c->wanted[at] = h;
    }
    return true;
}

/* Lists the sets that leave room for the cheapest ones of the other challenges. */
static enum status list(struct combining *c, struct sets *sets, struct arena *perm)
{
    const struct party_disjoint_search *s = c->s;
    const struct party_columns *column = &s->column[sets->challenge];
    struct party variant;
    struct arena temporary;
    double limit = most_of_all(s) + c->room;
    for (size_t i = 0; i < s->n; i++)
        if (i != sets->challenge)
            limit -= s->answer[i].bound;
    arena_init(&temporary);
    if (!party_multipliers_apply(&s->m, column->party, column->banned, &temporary,
                                 &variant, c->err))
        party_disjoint_list_make(&variant, limit, s->thresholds.list_steps, perm,
                                 &sets->list, c->err);
    arena_free(&temporary);
    sets->least = sets->list.n ? sets->list.set[0].price : (double)INFINITY;
    return c->err->status;
}

/* Lists for each wanted hero the sets that have it. */
static enum status index_sets(struct combining *c, struct sets *sets,
                              struct arena *perm)
{
    size_t n = 0;
    sets->placement = ARENA_NEW(perm, unsigned char, sets->list.n + 1);
    sets->member = ARENA_NEW(perm, uint32_t, sets->list.n * sets->n_places + 1);
    if (!sets->placement || !sets->member)
        return error_set(c->err, STATUS_MEMORY, "no memory for lists of parties");
    for (size_t w = 0; w < c->n_wanted; w++) {
        for (size_t i = 0; i < sets->list.n; i++)
            if (party_has_hero(heroes_of(sets, i), sets->n_places, c->wanted[w]))
                sets->member[n++] = (uint32_t)i;
        sets->with[w + 1] = n;
    }
    return STATUS_OK;
}

static int by_length(const void *a, const void *b)
{
    const struct sets *x = a, *y = b;
    if (x->list.n != y->list.n)
        return x->list.n < y->list.n ? -1 : 1;
    return (x->challenge > y->challenge) - (x->challenge < y->challenge);
}

/* False: a list is not complete, or no memory. */
static bool list_all(struct combining *c, struct arena *perm)
{
    for (size_t i = 0; i < c->s->n; i++) {
        struct sets *sets = &c->sets[i];
        sets->challenge = i;
        sets->n_places = c->s->column[i].party->n_places;
        sets->like = party_disjoint_first_like(c->s, i);
        if (list(c, sets, perm) || !sets->list.complete || index_sets(c, sets, perm))
            return false;
    }
    qsort(c->sets, c->s->n, sizeof *c->sets, by_length);
    return true;
}

/* ---- a combination ---- */

/* Finds out whether the set chosen can stand, and if so puts its heroes into places. False: that stays unknown. */
static bool place(struct combining *c, struct sets *sets)
{
    struct party_columns *column = &c->s->column[sets->challenge];
    int32_t *hero = heroes_of(sets, sets->chosen);
    struct party_answer answer;
    if (sets->placement[sets->chosen] != UNKNOWN)
        return true;
    party_columns_unban(column);
    for (int32_t h = 0; h < (int32_t)column->party->n_heroes; h++)
        if (!party_has_hero(hero, sets->n_places, h))
            party_columns_ban(column, h);
    if (party_disjoint_solve_one(c->s, &c->s->none, sets->challenge, &answer, c->err))
        return false;
    if (answer.known)
        memcpy(hero, answer.hero, sets->n_places * sizeof *hero);
    sets->placement[sets->chosen] = answer.known ? PLACED : IMPOSSIBLE;
    return answer.known || (answer.exact && isinf(answer.bound));
}

static double price_of_chosen(const struct combining *c)
{
    double total = 0;
    for (size_t k = 0; k < c->s->n; k++)
        total += party_price(c->s->column[c->sets[k].challenge].party,
                             heroes_of(&c->sets[k], c->sets[k].chosen));
    return total;
}

/* Offers the sets chosen, if their sum is the best and all of them can stand. False: that stays unknown. */
static bool offer(struct combining *c)
{
    struct party_answer answer[PARTY_MAX_CHALLENGES] = {0};
    if (!(price_of_chosen(c) < c->s->out->total))
        return true;
    for (size_t k = 0; k < c->s->n; k++) {
        struct sets *sets = &c->sets[k];
        struct party_answer *own = &answer[sets->challenge];
        if (!place(c, sets))
            return false;
        if (sets->placement[sets->chosen] == IMPOSSIBLE)
            return true;
        own->known = true;
        memcpy(own->hero, heroes_of(sets, sets->chosen),
               sets->n_places * sizeof *own->hero);
    }
    party_disjoint_offer(c->s, answer);
    return true;
}

/* ---- all combinations ---- */

static void mark(struct combining *c, const struct sets *sets, size_t i, bool taken)
{
    for (size_t p = 0; p < sets->n_places; p++)
        c->taken[heroes_of(sets, i)[p]] = taken;
}

static bool is_free(const struct combining *c, const struct sets *sets, size_t i)
{
    for (size_t p = 0; p < sets->n_places; p++)
        if (c->taken[heroes_of(sets, i)[p]])
            return false;
    return true;
}

/* What a combination with the sets chosen, which cost `price`, may cost beyond the cheapest sets of the other lists. */
static double slack_of(const struct combining *c, double price)
{
    double slack = most_of_all(c->s) + c->room - price;
    for (size_t k = 0; k < c->s->n; k++)
        if (!c->sets[k].is_chosen)
            slack -= c->sets[k].least;
    return slack;
}

/* The least sum of the multipliers of heroes that no set will have: the largest ones take the places that are open. */
static double least_unused(const struct combining *c, size_t open)
{
    double sum = 0;
    for (size_t w = 0; w < c->n_wanted; w++) {
        if (c->taken[c->wanted[w]])
            continue;
        if (open > 0)
            open--;
        else
            sum += multiplier_of(c, w);
    }
    return sum;
}

/* Of the wanted heroes that some set has to have, for their multiplier is more than the slack, the one of the fewest
 * sets; n_wanted: none. */
static size_t find_needed(const struct combining *c, double slack)
{
    size_t best = c->n_wanted, fewest = SIZE_MAX;
    for (size_t w = 0; w < c->n_wanted && multiplier_of(c, w) > slack; w++) {
        size_t n = 0;
        for (size_t k = 0; k < c->s->n; k++)
            if (!c->sets[k].is_chosen)
                n += c->sets[k].with[w + 1] - c->sets[k].with[w];
        if (!c->taken[c->wanted[w]] && n < fewest)
            best = w, fewest = n;
    }
    return best;
}

static bool choose(struct combining *c, double price);

/* Chooses a set, unless one of its heroes is taken, and others beside it. False: as `choose`. */
static bool take(struct combining *c, struct sets *sets, size_t i, double price)
{
    if (++c->steps > MOST_STEPS ||
        (c->steps % STEPS_BETWEEN_LOOKS == 0 && interrupt_pending()))
        return false;
    if (sets->placement[i] == IMPOSSIBLE || !is_free(c, sets, i))
        return true;
    sets->chosen = i;
    sets->is_chosen = true;
    mark(c, sets, i, true);
    bool goes_on = choose(c, price + sets->list.set[i].price);
    mark(c, sets, i, false);
    sets->is_chosen = false;
    return goes_on;
}

/* Takes from each list in turn the sets that have a wanted hero, of equal lists from one alone. */
static bool choose_with(struct combining *c, size_t w, double price, double slack)
{
    uint32_t done = 0; /* bit i: a list like that of challenge i */
    for (size_t k = 0; k < c->s->n; k++) {
        struct sets *sets = &c->sets[k];
        if (sets->is_chosen || done >> sets->like & 1)
            continue;
        done |= UINT32_C(1) << sets->like;
        for (size_t j = sets->with[w]; j < sets->with[w + 1]; j++) {
            size_t i = sets->member[j];
            if (sets->list.set[i].price > sets->least + slack)
                break;
            if (!take(c, sets, i, price))
                return false;
        }
    }
    return true;
}

/* Takes the sets of the shortest list that is left. */
static bool choose_any(struct combining *c, double price, double slack)
{
    struct sets *sets = c->sets;
    while (sets->is_chosen)
        sets++;
    for (size_t i = 0; i < sets->list.n; i++) {
        if (sets->list.set[i].price > sets->least + slack)
            break;
        if (!take(c, sets, i, price))
            return false;
    }
    return true;
}

/* Chooses from the lists that are left, beside sets that cost `price`. A wanted hero that no set has adds its
 * multiplier to what they cost, so that those of large ones have to be in some set: one is divided by which, as in exact
 * cover. False: too many steps, an interrupt, no memory, or a set of which it stays unknown whether it can stand. */
static bool choose(struct combining *c, double price)
{
    double slack = slack_of(c, price);
    size_t open = 0;
    for (size_t k = 0; k < c->s->n; k++)
        open += c->sets[k].is_chosen ? 0 : c->sets[k].n_places;
    if (least_unused(c, open) > slack)
        return true;
    if (open == 0)
        return offer(c);
    size_t needed = find_needed(c, slack);
    return needed < c->n_wanted ? choose_with(c, needed, price, slack)
                                : choose_any(c, price, slack);
}

bool party_disjoint_combine(struct party_disjoint_search *s, struct error *err)
{
    struct arena own;
    bool complete = false;
    arena_init(&own);
    struct combining *c = ARENA_NEW(&own, struct combining, 1);
    uint8_t *taken = ARENA_NEW(&own, uint8_t, s->m.n_heroes);
    if (c && taken) {
        *c = (struct combining){.s = s, .taken = taken, .room = room_of(s), .err = err};
        complete = list_wanted(c) && list_all(c, &own) && choose(c, 0);
    } else {
        error_set(err, STATUS_MEMORY, "no memory for lists of parties");
    }
    s->stopped = s->stopped || interrupt_pending();
    arena_free(&own);
    return complete && !err->status;
}
