#include "party_disjoint_search.h"

#include <math.h>
#include <string.h>

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

/* Rounds of tuning between two looks for a sum. By hand. */
enum { LOOK_EVERY = 16 };

/* Below it a direction is none. By hand. */
static const double STILL = 1e-3;

/* How far above a bound the least sum is assumed while none is known. By hand. */
static const double GUESSED_GAP = 0.05;

bool party_disjoint_is_pruned(const struct party_disjoint_search *s, double bound)
{
    return bound > s->out->total * (1 + PARTY_DISJOINT_ROUNDING) - s->unit ||
           bound > s->most * (1 + PARTY_DISJOINT_ROUNDING);
}

/* ---- answers ---- */

bool party_disjoint_uses(const struct party_disjoint_search *s, size_t i, int32_t hero)
{
    return s->answer[i].known &&
           party_has_hero(s->answer[i].hero, s->column[i].party->n_places, hero);
}

uint32_t party_disjoint_users_of(const struct party_disjoint_search *s, int32_t hero)
{
    uint32_t users = 0;
    for (size_t i = 0; i < s->n; i++)
        users |= (uint32_t)party_disjoint_uses(s, i, hero) << i;
    return users;
}

int32_t party_disjoint_find_conflict(const struct party_disjoint_search *s)
{
    int32_t worst = -1;
    int most = 1;
    for (size_t i = 0; i < s->n; i++)
        for (size_t p = 0; s->answer[i].known && p < s->column[i].party->n_places;
             p++) {
            int32_t hero = s->answer[i].hero[p];
            int count = __builtin_popcount(party_disjoint_users_of(s, hero));
            if (count > most || (count == most && count > 1 && hero < worst))
                worst = hero, most = count;
        }
    return worst;
}

size_t party_disjoint_first_like(const struct party_disjoint_search *s, size_t i)
{
    const struct party_columns *own = &s->column[i];
    for (size_t k = 0; k < i; k++)
        if (s->column[k].party == own->party &&
            !memcmp(s->column[k].banned, own->banned, own->party->n_heroes))
            return k;
    return i;
}

/* ---- bounds ---- */

bool party_disjoint_apply_bans(struct party_disjoint_search *s,
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
        if (!s->answer[i].exact || party_disjoint_uses(s, i, hero) == (by > 0))
            s->stale[i] = true;
        else if (party_disjoint_uses(s, i, hero))
            s->answer[i].bound =
                party_multipliers_price(&s->m, s->column[i].party, s->answer[i].hero);
}

void party_disjoint_set_multipliers(struct party_disjoint_search *s,
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

bool party_disjoint_refresh(struct party_disjoint_search *s, struct error *err)
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

bool party_disjoint_look(struct party_disjoint_search *s,
                         const struct party_disjoint_node *node, struct error *err)
{
    party_disjoint_find_sum(s, err);
    party_disjoint_apply_bans(s, node);
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

bool party_disjoint_tune(struct party_disjoint_search *s,
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
        bool solved = party_disjoint_refresh(s, err);
        /* Before the first step answers that are not refreshed still bound the price: bans only raise it. */
        if (err->status || (!solved && s->stopped && round > 0))
            return false;
        double bound = bound_of(s);
        if (bound > s->best.bound) {
            s->best.bound = bound;
            waited = 0;
            if (!s->out->found) /* the bound rises beyond all of them */
                scale *= 2;
            if (party_disjoint_is_pruned(s, bound) || save(s, &s->best, err))
                return false;
        } else if (s->out->found) {
            waited++;
            if (waited % tuning->shrink_every == 0)
                scale *= tuning->shrink;
        }
        if (!solved)
            return false;
        if (party_disjoint_find_conflict(s) < 0)
            party_disjoint_offer(s, s->answer);
        else if (round % LOOK_EVERY == LOOK_EVERY - 1 &&
                 !party_disjoint_look(s, node, err))
            return false;
        if (!step(s, bound, scale, tuning->deflection))
            break;
    }
    return !party_disjoint_is_pruned(s, s->best.bound);
}
