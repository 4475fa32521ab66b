#include "party_disjoint.h"

#include "arithmetic.h"
#include "party_disjoint_search.h"

#include <math.h>
#include <string.h>

enum { MOST_NODES = 1 << 16 };

/* How the subgradient method goes on. By hand; results/party/experiments.md has what it brings. It ends after `rounds`,
 * or after `patience` of them in a row without a better bound; steps are `length` of Polyak's at first, and get shorter by
 * a factor, `shrink`, after each `shrink_every` of these. A direction is the subgradient by this share, `deflection`, and the
 * last direction by the rest: P. Camerini, L. Fratta, F. Maffioli, On improving relaxation methods by modified gradient
 * techniques, Mathematical Programming Study 3, 1975. Subproblems of others begin with their multipliers, which long steps
 * would spoil. */
struct tuning {
    size_t rounds, patience, shrink_every;
    double length, shrink, deflection;
};
static const struct tuning FIRST = {40, 6, 1, 1, 0.5, 1},
                           THOROUGH = {150, 60, 6, 1, 0.7, 0.5},
                           OTHERS = {8, 6, 1, 0.1, 0.5, 1};

/* Subproblems after which the search begins again with thorough tuning, which most challenges that have many heroes
 * to choose from do not need. By hand. */
enum { BRIEF_NODES = 30 };

/* Rounds of tuning between two looks for a sum. By hand. */
enum { LOOK_EVERY = 16 };

/* Below it a direction is none. By hand. */
static const double STILL = 1e-3;

/* Lists that took too long are tried again for gaps narrower by this factor. By hand. */
static const double NARROWER = 0.7;

/* How far above a bound the least sum is assumed while none is known. By hand. */
static const double GUESSED_GAP = 0.05;

/* Whether no sum that is at least `bound` is better than the one known: less than a unit below it there is none. */
static bool is_pruned(const struct party_disjoint_search *s, double bound)
{
    return bound > s->out->total * (1 + PARTY_DISJOINT_ROUNDING) - s->unit ||
           bound > s->most * (1 + PARTY_DISJOINT_ROUNDING);
}

/* ---- answers ---- */

static bool uses(const struct party_disjoint_search *s, size_t i, int32_t hero)
{
    return s->answer[i].known &&
           party_has_hero(s->answer[i].hero, s->column[i].party->n_places, hero);
}

/* The challenges whose party has a hero, as bits. */
static uint32_t users_of(const struct party_disjoint_search *s, int32_t hero)
{
    uint32_t users = 0;
    for (size_t i = 0; i < s->n; i++)
        users |= (uint32_t)uses(s, i, hero) << i;
    return users;
}

/* The hero that most parties have, if any is in two; else -1. */
static int32_t find_conflict(const struct party_disjoint_search *s)
{
    int32_t worst = -1;
    int most = 1;
    for (size_t i = 0; i < s->n; i++)
        for (size_t p = 0; s->answer[i].known && p < s->column[i].party->n_places;
             p++) {
            int32_t hero = s->answer[i].hero[p];
            int count = __builtin_popcount(users_of(s, hero));
            if (count > most || (count == most && count > 1 && hero < worst))
                worst = hero, most = count;
        }
    return worst;
}

/* ---- bounds ---- */

/* False: a challenge has a hero fixed that it may not have. */
static bool apply_bans(struct party_disjoint_search *s,
                       const struct party_disjoint_node *node)
{
    bool possible = true;
    for (size_t i = 0; i < s->n; i++)
        party_columns_unban(&s->column[i]);
    for (const struct party_disjoint_node *at = node; at->parent; at = at->parent)
        for (size_t i = 0; i < s->n; i++)
            if (at->challenges >> i & 1 && !party_columns_ban(&s->column[i], at->hero))
                possible = false;
    return possible;
}

/* Changes a multiplier, and notes whose answers that may change. */
static void change(struct party_disjoint_search *s, int32_t hero, double price)
{
    int64_t by = party_multipliers_tune(&s->m, hero, s->m.tuned[hero] + price);
    for (size_t i = 0; by && i < s->n; i++)
        if (!s->answer[i].exact || uses(s, i, hero) == (by > 0))
            s->stale[i] = true;
        else if (uses(s, i, hero))
            s->answer[i].bound =
                party_multipliers_price(&s->m, s->column[i].party, s->answer[i].hero);
}

static void set_multipliers(struct party_disjoint_search *s,
                            const struct party_disjoint_node *node)
{
    party_multipliers_reset(&s->m);
    for (size_t k = 0; k < node->n_multipliers; k++)
        party_multipliers_tune(&s->m, node->multiplier[k].hero,
                               node->multiplier[k].tuned);
}

/* Keeps multipliers and answers in `node`. */
static enum status save(struct party_disjoint_search *s,
                        struct party_disjoint_node *node, struct error *err)
{
    size_t n = 0;
    for (size_t h = 0; h < s->m.n_heroes; h++)
        n += s->m.tuned[h] > 0;
    node->n_multipliers = n;
    node->multiplier = ARENA_NEW(s->perm, struct party_disjoint_multiplier, n + 1);
    node->answer = ARENA_NEW(s->perm, struct party_answer, s->n);
    if (!node->multiplier || !node->answer)
        return error_set(err, STATUS_MEMORY, "no memory for subproblems");
    for (size_t h = 0, k = 0; h < s->m.n_heroes; h++)
        if (s->m.tuned[h] > 0)
            node->multiplier[k++] =
                (struct party_disjoint_multiplier){(int32_t)h, s->m.tuned[h]};
    memcpy(node->answer, s->answer, s->n * sizeof *s->answer);
    return STATUS_OK;
}

/* Solves the challenges whose answers may have changed. False: one has no party, an interrupt, or no
 * memory. */
static bool refresh(struct party_disjoint_search *s, struct error *err)
{
    for (size_t i = 0; i < s->n; i++) {
        if (!s->stale[i])
            continue;
        if (s->stopped || party_disjoint_solve_one(s, &s->m, i, &s->answer[i], err))
            return false;
        s->stale[i] = false;
        if (isinf(s->answer[i].bound))
            return false;
    }
    return true;
}

/* No sum is less, however this one was rounded. */
static double bound_of(const struct party_disjoint_search *s)
{
    double sum = 0, multipliers = party_multipliers_sum(&s->m);
    for (size_t i = 0; i < s->n; i++)
        sum += s->answer[i].bound;
    if (isinf(sum))
        return sum;
    return sum - multipliers - PARTY_DISJOINT_ROUNDING * (sum + multipliers);
}

/* Counts the parties that have each hero. */
static void count_users(struct party_disjoint_search *s)
{
    memset(s->users, 0, s->m.n_heroes);
    for (size_t i = 0; i < s->n; i++)
        for (size_t p = 0; s->answer[i].known && p < s->column[i].party->n_places; p++)
            s->users[s->answer[i].hero[p]]++;
}

/* Looks for a sum with the answers at hand. False: an interrupt, or no memory. */
static bool look(struct party_disjoint_search *s,
                 const struct party_disjoint_node *node, struct error *err)
{
    party_disjoint_find_sum(s, err);
    apply_bans(s, node);
    return !err->status && !s->stopped;
}

/* Deflects the directions by who has too many parties now. Returns how many heroes have one, and adds up their squares.
 * A multiplier of 0 does not fall. */
static size_t deflect(struct party_disjoint_search *s, double deflection, double *norm)
{
    size_t n = 0;
    *norm = 0;
    count_users(s);
    for (size_t h = 0; h < s->m.n_heroes; h++) {
        bool may_fall = s->m.tuned[h] > 0;
        int excess = s->users[h] - 1;
        double way = (1 - deflection) * s->direction[h];
        if (excess > 0 || may_fall)
            way += deflection * excess;
        if (fabs(way) < STILL || (way < 0 && !may_fall))
            way = 0;
        s->direction[h] = way;
        *norm += way * way;
        n += way != 0;
    }
    return n;
}

/* A step of the subgradient method. False: no multiplier is to change. */
static bool step(struct party_disjoint_search *s, double bound, double scale,
                 double deflection)
{
    double norm, target = s->out->total;
    size_t n = deflect(s, deflection, &norm);
    if (n == 0 || !(s->m.quantum > 0))
        return false;
    if (!s->out->found)
        target = bound + GUESSED_GAP * fmax(bound, s->m.quantum * (double)n);
    double length = scale * (target - bound) / norm;
    for (size_t h = 0; h < s->m.n_heroes; h++)
        if (s->direction[h] != 0)
            change(s, (int32_t)h, s->direction[h] * length);
    return true;
}

/* Tunes the multipliers of a subproblem; s->best has those of its best bound and their answers. False: it is
 * impossible, pruned or stopped. */
static bool tune(struct party_disjoint_search *s,
                 const struct party_disjoint_node *node, struct error *err)
{
    const struct tuning *tuning = node->parent     ? &OTHERS
                                  : s->is_thorough ? &THOROUGH
                                                   : &FIRST;
    double scale = tuning->length;
    size_t waited = 0;
    memset(s->direction, 0, s->m.n_heroes * sizeof *s->direction);
    for (size_t round = 0; round < tuning->rounds && waited < tuning->patience;
         round++) {
        bool solved = refresh(s, err);
        /* Before the first step answers that are not refreshed still bound the price: bans only raise it. */
        if (err->status || (!solved && s->stopped && round > 0))
            return false;
        double bound = bound_of(s);
        if (bound > s->best.bound) {
            s->best.bound = bound;
            waited = 0;
            if (!s->out->found) /* the bound rises beyond all of them */
                scale *= 2;
            if (is_pruned(s, bound) || save(s, &s->best, err))
                return false;
        } else if (s->out->found) {
            waited++;
            if (waited % tuning->shrink_every == 0)
                scale *= tuning->shrink;
        }
        if (!solved)
            return false;
        if (find_conflict(s) < 0)
            party_disjoint_offer(s, s->answer);
        else if (round % LOOK_EVERY == LOOK_EVERY - 1 && !look(s, node, err))
            return false;
        if (!step(s, bound, scale, tuning->deflection))
            break;
    }
    return !is_pruned(s, s->best.bound);
}

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
    set_multipliers(s, node);
    memcpy(s->answer, node->answer, s->n * sizeof *s->answer);
    for (size_t i = 0; i < s->n; i++)
        s->stale[i] = node->challenges >> i & 1 && uses(s, i, node->hero);
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
    if (!refresh(s, err))
        return false;
    for (size_t i = 0; i < s->n; i++)
        if (!s->answer[i].exact)
            return false;
    return true;
}

/* Divides a subproblem by a hero that several parties have, or closes it. */
static void divide(struct party_disjoint_search *s, struct party_disjoint_node *node,
                   struct error *err)
{
    memcpy(s->answer, s->best.answer, s->n * sizeof *s->answer);
    int32_t hero = find_conflict(s);
    if (hero < 0) {
        bool exact = solve_plainly(s, err);
        hero = s->stopped || err->status ? -1 : find_conflict(s);
        if (hero < 0) {
            if (exact)
                party_disjoint_offer(s, s->answer);
            else
                s->closed = fmin(s->closed, s->best.bound);
            return;
        }
    }
    uint32_t users = users_of(s, hero), one = users & -users;
    uint32_t all = (uint32_t)((UINT64_C(1) << s->n) - 1);
    if (!add_node(s, node, one, hero, err))
        add_node(s, node, all & ~one, hero, err);
}

/* Solves a subproblem by lists of all parties within its gap, unless one that was not much wider took too long. */
static bool combine(struct party_disjoint_search *s,
                    const struct party_disjoint_node *node, struct error *err)
{
    double gap = s->out->total - s->best.bound;
    if (!(gap <= s->combined_gap * NARROWER))
        return false;
    set_multipliers(s, &s->best);
    apply_bans(s, node);
    if (party_disjoint_combine(s, err))
        return true;
    s->combined_gap = gap;
    return false;
}

/* Bounds a subproblem, looks for sums, and solves or divides it. */
static void process(struct party_disjoint_search *s, struct party_disjoint_node *node,
                    struct error *err)
{
    s->best = (struct party_disjoint_node){.bound = -INFINITY};
    if (is_pruned(s, node->bound) || !apply_bans(s, node))
        return;
    if (node->answer)
        inherit(s, node);
    if (!s->out->found && refresh(s, err))
        look(s, node, err);
    bool open = !err->status && tune(s, node, err);
    s->best.bound = fmax(s->best.bound, node->bound);
    if (err->status || !open) {
        if (s->stopped)
            s->closed = fmin(s->closed, s->best.bound);
        return;
    }
    memcpy(s->answer, s->best.answer, s->n * sizeof *s->answer);
    look(s, node, err);
    if (err->status || is_pruned(s, s->best.bound))
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
        if (party_columns_init(&s->column[i], party[i], work, s->perm, err))
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
    out->proven = out->bound >= out->total || is_pruned(s, out->bound);
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
    for (size_t i = s->n; i-- > 0;)
        if (isinf(first[i].bound))
            out->impossible = i;
}

/* Begins again, from what is known of the bound and the parties. */
static struct party_disjoint_node begin_again(struct party_disjoint_search *s)
{
    struct party_disjoint_node root = {.bound = bound_of_all(s)};
    s->is_thorough = true;
    s->open = NULL;
    s->closed = INFINITY;
    reset(s);
    return root;
}

static enum status search(struct party_disjoint_search *s,
                          const struct party *const *party, uint64_t work,
                          struct error *err)
{
    struct party_disjoint_node root = {.bound = 0};
    struct party_answer first[PARTY_MAX_CHALLENGES];
    if (init(s, party, work, err))
        return err->status;
    process(s, &root, err);
    memcpy(first, s->answer, sizeof first);
    while (s->open && !s->stopped && !err->status && s->n_nodes < MOST_NODES) {
        process(s, take_node(s), err);
        if (s->is_thorough || s->n_nodes < BRIEF_NODES || s->stopped || err->status)
            continue;
        root = begin_again(s);
        process(s, &root, err);
    }
    conclude(s, first);
    return err->status;
}

enum status party_disjoint_find(const struct party *const *party, size_t n,
                                uint64_t work, struct party_disjoint *out,
                                struct error *err)
{
    struct arena own;
    arena_init(&own);
    struct party_disjoint_search *s = ARENA_NEW(&own, struct party_disjoint_search, 1);
    *out = (struct party_disjoint){.total = INFINITY, .impossible = n};
    if (s) {
        *s = (struct party_disjoint_search){.n = n,
                                            .perm = &own,
                                            .out = out,
                                            .closed = INFINITY,
                                            .combined_gap = INFINITY};
        search(s, party, work, err);
    } else {
        error_set(err, STATUS_MEMORY, "no memory for the challenges");
    }
    arena_free(&own);
    return err->status;
}
