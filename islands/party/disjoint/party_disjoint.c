#include "party_disjoint.h"

#include "arithmetic.h"
#include "party_disjoint_search.h"

#include <math.h>
#include <string.h>

enum { MOST_NODES = 1 << 16 };

/* By hand. Most challenges that have many heroes to choose from do not need the thorough tuning with which a search
 * begins again; the first work is a second or two of the exact search. */
const struct party_disjoint_thresholds party_disjoint_thresholds_default = {
    .list_steps = 1 << 24, .brief_nodes = 30, .first_work = 4000000};

/* Lists that took too long are tried again for gaps narrower by this factor. By hand. */
static const double NARROWER = 0.7;

/* ---- subproblems ---- */

/* Adds a subproblem of the one at hand: these challenges may not have the hero. */
static enum status add_node(struct party_disjoint_search *s,
                            struct party_disjoint_node *parent, uint32_t challenges,
                            int32_t hero, struct error *err)
{
    struct party_disjoint_node *node =
        ARENA_NEW(s->perm, struct party_disjoint_node, 1);
    if (!node)
        return error_set(err, STATUS_MEMORY, "no memory for subproblems");
    *node = s->best;
    node->parent = parent;
    node->challenges = challenges;
    node->hero = hero;
    node->next = s->open;
    s->open = node;
    s->n_nodes++;
    return STATUS_OK;
}

/* Makes s->answer those of the parent, and notes which the new ban concerns. */
static void inherit(struct party_disjoint_search *s,
                    const struct party_disjoint_node *node)
{
    party_disjoint_set_multipliers(s, node);
    memcpy(s->answer, node->answer, s->n * sizeof *s->answer);
    for (size_t i = 0; i < s->n; i++)
        s->stale[i] =
            node->challenges >> i & 1 && party_disjoint_uses(s, i, node->hero);
}

/* Makes all multipliers 0, so that every answer has to be found anew. */
static void reset(struct party_disjoint_search *s)
{
    party_multipliers_reset(&s->m);
    for (size_t i = 0; i < s->n; i++)
        s->stale[i] = true;
}

/* The answers without multipliers: if no two parties have a hero in common, these solve the subproblem.
 * False: one is open, or stopped. */
static bool solve_plainly(struct party_disjoint_search *s, struct error *err)
{
    reset(s);
    if (!party_disjoint_refresh(s, err))
        return false;
    for (size_t i = 0; i < s->n; i++)
        if (!s->answer[i].exact)
            return false;
    return true;
}

/* Of challenges that may have the same parties and of which two have the hero: all but the first, as bits. One of them
 * at most has the hero, and that may as well be the first. 0: there are no such two. */
static uint32_t find_alike(const struct party_disjoint_search *s, uint32_t users)
{
    for (size_t i = 0; i < s->n; i++) {
        uint32_t alike = 0;
        for (size_t k = i; k < s->n; k++)
            alike |= (uint32_t)(party_disjoint_first_like(s, k) == i) << k;
        if (__builtin_popcount(alike & users) > 1)
            return alike & ~(UINT32_C(1) << i);
    }
    return 0;
}

/* Divides a subproblem by a hero that several parties have, or closes it. */
static void divide(struct party_disjoint_search *s, struct party_disjoint_node *node,
                   struct error *err)
{
    memcpy(s->answer, s->best.answer, s->n * sizeof *s->answer);
    int32_t hero = party_disjoint_find_conflict(s);
    if (hero < 0) {
        bool exact = solve_plainly(s, err);
        hero = party_disjoint_find_conflict(s);
        if (hero < 0 || s->stopped || err->status) {
            if (exact && hero < 0)
                party_disjoint_offer(s, s->answer);
            else
                s->closed = fmin(s->closed, s->best.bound);
            return;
        }
    }
    uint32_t users = party_disjoint_users_of(s, hero), one = users & -users;
    uint32_t all = (uint32_t)((UINT64_C(1) << s->n) - 1);
    uint32_t alike = find_alike(s, users);
    if (alike)
        add_node(s, node, alike, hero, err);
    else if (!add_node(s, node, one, hero, err))
        add_node(s, node, all & ~one, hero, err);
}

/* Solves a subproblem by lists of all parties within its gap, unless one that was not much wider took too long. */
static bool combine(struct party_disjoint_search *s,
                    const struct party_disjoint_node *node, struct error *err)
{
    double gap = s->out->total - s->best.bound;
    if (!(gap <= s->combined_gap * NARROWER))
        return false;
    party_disjoint_set_multipliers(s, &s->best);
    party_disjoint_apply_bans(s, node);
    if (party_disjoint_combine(s, err))
        return true;
    s->combined_gap = gap;
    party_disjoint_apply_bans(s, node);
    return false;
}

/* Bounds a subproblem, looks for sums, and solves or divides it. */
static void process(struct party_disjoint_search *s, struct party_disjoint_node *node,
                    struct error *err)
{
    s->best = (struct party_disjoint_node){.bound = -INFINITY};
    if (party_disjoint_is_pruned(s, node->bound) || !party_disjoint_apply_bans(s, node))
        return;
    if (node->answer)
        inherit(s, node);
    if (!s->out->found && party_disjoint_refresh(s, err))
        party_disjoint_look(s, node, err);
    bool open = !err->status && party_disjoint_tune(s, node, err);
    s->best.bound = fmax(s->best.bound, node->bound);
    if (err->status || !open) {
        if (s->stopped)
            s->closed = fmin(s->closed, s->best.bound);
        return;
    }
    memcpy(s->answer, s->best.answer, s->n * sizeof *s->answer);
    party_disjoint_look(s, node, err);
    if (err->status || party_disjoint_is_pruned(s, s->best.bound))
        return;
    if (!s->stopped && s->out->found && combine(s, node, err))
        return;
    if (!s->stopped && !err->status)
        divide(s, node, err);
    if (s->stopped)
        s->closed = fmin(s->closed, s->best.bound);
}

/* Takes the open subproblem of the least bound; before there is a sum the last one, which has the most bans.
 * NULL: none. */
static struct party_disjoint_node *take_node(struct party_disjoint_search *s)
{
    struct party_disjoint_node **least = &s->open;
    for (struct party_disjoint_node **at = &s->open; *at && s->out->found;
         at = &(*at)->next)
        if ((*at)->bound < (*least)->bound)
            least = at;
    struct party_disjoint_node *node = *least;
    if (node)
        *least = node->next;
    return node;
}

static double dearest_of(const struct party *party)
{
    double dearest = 0;
    for (size_t h = 0; h < party->n_heroes; h++)
        dearest = fmax(dearest, party->price[h]);
    return dearest;
}

/* What all sums of prices are multiples of. */
static void find_unit(struct party_disjoint_search *s, const struct party *const *party)
{
    int64_t step = 0;
    bool known = true;
    s->decimals = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct party_decimals *exact = &party[i]->exact_price;
        int64_t own = exact->units ? 1 : (int64_t)party_price_step(party[i]);
        step = arithmetic_gcd(step, own);
        known = known && (own > 0 || dearest_of(party[i]) == 0);
        if (exact->units && exact->decimals > s->decimals)
            s->decimals = exact->decimals;
    }
    s->unit = s->decimals ? pow(10, -s->decimals) : step ? (double)step : 1;
    s->unit = known ? s->unit : 0;
}

static enum status init(struct party_disjoint_search *s,
                        const struct party *const *party, uint64_t work,
                        struct error *err)
{
    find_unit(s, party);
    s->most = 0;
    for (size_t i = 0; i < s->n; i++) {
        s->most += dearest_of(party[i]) * (double)party[i]->n_places;
        if (party_columns_init(&s->column[i], party[i], work, s->thresholds.first_work,
                               s->perm, err))
            return err->status;
        s->stale[i] = true;
    }
    s->direction = ARENA_NEW(s->perm, double, party[0]->n_heroes);
    s->users = ARENA_NEW(s->perm, uint8_t, party[0]->n_heroes);
    if (!s->direction || !s->users)
        return error_set(err, STATUS_MEMORY, "no memory for the challenges");
    if (party_multipliers_init(&s->m, party, s->n, s->most, s->perm, err))
        return err->status;
    return party_multipliers_init(&s->none, party, s->n, s->most, s->perm, err);
}

/* So many units; `otherwise` where a double does not tell them apart. */
static double in_units(const struct party_disjoint_search *s, double units,
                       double otherwise)
{
    if (!(s->unit > 0) || !(units < 0x1p53))
        return otherwise;
    return s->decimals ? party_decimal_value((party_wide)units, s->decimals)
                       : units * s->unit;
}

/* No sum is less. */
static double bound_of_all(const struct party_disjoint_search *s)
{
    double bound = fmin(s->out->total, s->closed);
    for (const struct party_disjoint_node *at = s->open; at; at = at->next)
        bound = fmin(bound, at->bound);
    return bound;
}

/* What is proven in the end. */
static void conclude(const struct party_disjoint_search *s,
                     const struct party_answer *first)
{
    struct party_disjoint *out = s->out;
    out->bound = bound_of_all(s);
    out->proven = out->bound >= out->total || party_disjoint_is_pruned(s, out->bound);
    if (out->found)
        out->total = in_units(s, round(out->total / s->unit), out->total);
    out->bound =
        out->proven
            ? out->total
            : in_units(s, ceil(out->bound / s->unit * (1 - PARTY_DISJOINT_ROUNDING)),
                       out->bound);
    for (size_t i = 0; out->found && i < s->n; i++)
        for (size_t p = 0; p < s->column[i].party->n_places; p++)
            out->hero[i][p] = party_row_in(s->column[i].party, out->hero[i][p], p);
    out->each = true;
    for (size_t i = s->n; i-- > 0;) {
        out->each = out->each && s->column[i].n > 0;
        if (isinf(first[i].bound))
            out->impossible = i;
    }
}

/* Begins again, from what is known of the bound and the parties. Answers of the last subproblem, with its multipliers and
 * bans, are none of this one: an interrupt may leave some of them. */
static struct party_disjoint_node begin_again(struct party_disjoint_search *s)
{
    struct party_disjoint_node root = {.bound = bound_of_all(s)};
    s->is_thorough = true;
    s->open = NULL;
    s->closed = INFINITY;
    memset(s->answer, 0, s->n * sizeof *s->answer);
    reset(s);
    return root;
}

/* Whether all challenges together have more places than the pool has heroes, so that there is no sum: subproblems would
 * take long to tell. */
static bool are_too_many(const struct party *const *party, size_t n)
{
    size_t places = 0;
    for (size_t i = 0; i < n; i++)
        places += party[i]->n_places;
    return places > party_n_listed(party[0]);
}

static enum status search(struct party_disjoint_search *s,
                          const struct party *const *party, uint64_t work,
                          struct error *err)
{
    struct party_disjoint_node root = {.bound = 0};
    struct party_answer first[PARTY_MAX_CHALLENGES];
    if (init(s, party, work, err))
        return err->status;
    if (are_too_many(party, s->n))
        party_disjoint_refresh(s, err); /* which have no party by themselves */
    else
        process(s, &root, err);
    memcpy(first, s->answer, sizeof first);
    while (s->open && !s->stopped && !err->status && s->n_nodes < MOST_NODES) {
        process(s, take_node(s), err);
        if (s->is_thorough || s->n_nodes < s->thresholds.brief_nodes || s->stopped ||
            err->status)
            continue;
        root = begin_again(s);
        process(s, &root, err);
    }
    conclude(s, first);
    return err->status;
}

enum status party_disjoint_find(const struct party *const *party, size_t n,
                                uint64_t work,
                                const struct party_disjoint_thresholds *thresholds,
                                struct party_disjoint *out, struct error *err)
{
    struct arena own;
    arena_init(&own);
    struct party_disjoint_search *s = ARENA_NEW(&own, struct party_disjoint_search, 1);
    *out = (struct party_disjoint){.total = INFINITY, .impossible = n};
    if (s) {
        *s = (struct party_disjoint_search){.n = n,
                                            .perm = &own,
                                            .out = out,
                                            .thresholds = *thresholds,
                                            .closed = INFINITY,
                                            .combined_gap = INFINITY};
        search(s, party, work, err);
    } else {
        error_set(err, STATUS_MEMORY, "no memory for the challenges");
    }
    arena_free(&own);
    return err->status;
}
