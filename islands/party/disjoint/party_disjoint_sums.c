#include "party_disjoint_search.h"

#include "interrupt.h"

#include <math.h>
#include <string.h>

void party_disjoint_offer(struct party_disjoint_search *s,
                          const struct party_answer *answer)
{
    struct party_disjoint *out = s->out;
    double total = 0;
    for (size_t i = 0; i < s->n; i++)
        total += answer[i].known ? party_price(s->column[i].party, answer[i].hero)
                                 : (double)INFINITY;
    if (!(total < out->total))
        return;
    out->found = true;
    out->total = total;
    for (size_t i = 0; i < s->n; i++) {
        memcpy(out->hero[i], answer[i].hero, sizeof out->hero[i]);
        out->price[i] = party_price(s->column[i].party, answer[i].hero);
    }
}

enum status party_disjoint_solve_one(struct party_disjoint_search *s,
                                     const struct party_multipliers *m, size_t i,
                                     struct party_answer *answer, struct error *err)
{
    enum status status = party_columns_solve(&s->column[i], m, answer, err);
    s->stopped = s->stopped || interrupt_pending();
    return status;
}

/* Lets challenge i have none of the heroes of other ones. False: it has one of them fixed.
 *
 * others  bit k: challenge k */
static bool ban_others(struct party_disjoint_search *s,
                       const struct party_answer *answer, size_t i, uint32_t others)
{
    bool possible = true;
    party_columns_unban(&s->column[i]);
    for (size_t k = 0; k < s->n; k++)
        for (size_t p = 0;
             k != i && others >> k & 1 && p < s->column[k].party->n_places; p++)
            if (!party_columns_ban(&s->column[i], answer[k].hero[p]))
                possible = false;
    return possible;
}

/* Whether the party of challenge i has a hero of one of the others, bit k for challenge k. */
static bool has_hero_of(const struct party_disjoint_search *s,
                        const struct party_answer *answer, size_t i, uint32_t others)
{
    for (size_t k = 0; k < s->n; k++)
        for (size_t p = 0; others >> k & 1 && p < s->column[i].party->n_places; p++)
            if (party_has_hero(answer[k].hero, s->column[k].party->n_places,
                               answer[i].hero[p]))
                return true;
    return false;
}

/* The answers as they are, but for challenges whose party has a hero of those before: these are solved
 * without. Returns the first in the order for which there is none; n: a sum. */
static size_t assign(struct party_disjoint_search *s, const size_t *order,
                     struct party_answer *answer, struct error *err)
{
    uint32_t before = 0;
    for (size_t k = 0; k < s->n; before |= UINT32_C(1) << order[k++]) {
        size_t i = order[k];
        if (answer[i].known && !has_hero_of(s, answer, i, before))
            continue;
        if (s->stopped || !ban_others(s, answer, i, before) ||
            party_disjoint_solve_one(s, &s->none, i, &answer[i], err) ||
            !answer[i].known)
            return k;
    }
    return s->n;
}

/* The same in several orders: a challenge for which no party was left comes first in the next one. */
static bool assign_all(struct party_disjoint_search *s, struct party_answer *answer,
                       struct error *err)
{
    size_t order[PARTY_MAX_CHALLENGES] = {0};
    for (size_t i = 0; i < s->n; i++)
        order[i] = i;
    for (size_t tries = 0; tries < s->n; tries++) {
        memcpy(answer, s->answer, s->n * sizeof *answer);
        size_t k = assign(s, order, answer, err);
        if (k == s->n)
            return true;
        if (s->stopped || err->status)
            return false;
        size_t failed = order[k];
        memmove(order + 1, order, k * sizeof *order);
        order[0] = failed;
    }
    return false;
}

/* One challenge after another without the heroes of all others, while that lowers the sum. */
static void improve(struct party_disjoint_search *s, struct party_answer *answer,
                    struct error *err)
{
    size_t unchanged = 0;
    for (size_t i = 0; unchanged < s->n && !s->stopped; i = (i + 1) % s->n) {
        struct party_answer better;
        double before = party_price(s->column[i].party, answer[i].hero);
        if (!ban_others(s, answer, i, UINT32_MAX) ||
            party_disjoint_solve_one(s, &s->none, i, &better, err))
            return;
        bool lower =
            better.known && party_price(s->column[i].party, better.hero) < before;
        if (lower)
            answer[i] = better;
        unchanged = lower ? 1 : unchanged + 1;
    }
}

void party_disjoint_find_sum(struct party_disjoint_search *s, struct error *err)
{
    struct party_answer answer[PARTY_MAX_CHALLENGES];
    double before = s->out->total;
    if (!assign_all(s, answer, err))
        return;
    party_disjoint_offer(s, answer);
    if (s->out->total < before) {
        improve(s, answer, err);
        party_disjoint_offer(s, answer);
    }
}
