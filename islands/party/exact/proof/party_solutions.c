#include "party_solutions.h"

#include "arithmetic.h"
#include "party_cheapest.h"

#include <math.h>
#include <string.h>

/* Bound on the rounding error of a limit and of the costs that it is compared with, relative to its terms. */
static const double ROUNDING = 0x1p-51;

/* Adds a requirement before those that follow from the rules for places. */
static void add_requirement(struct party *party, const struct party_requirement *r)
{
    size_t at = party_given(party);
    memmove(&party->requirement[at + 1], &party->requirement[at],
            party->n_implied * sizeof *r);
    party->requirement[at] = *r;
    party->n_requirements++;
}

/* At most n - apart heroes of a party that was found. */
static enum status differ_from(struct party *party, const int32_t *hero, size_t apart,
                               struct arena *perm, struct error *err)
{
    double *member = ARENA_NEW(perm, double, party->n_heroes);
    int64_t most = (int64_t)(party->n_places - apart);
    struct party_requirement r = {.kind = PARTY_SUM,
                                  .column = (uint32_t)party->n_numbers,
                                  .min = -INFINITY,
                                  .max = (double)most,
                                  .given_min = -INFINITY,
                                  .given_max = (double)most,
                                  .least = party_decimal_bound(-INFINITY, 1, 0, true),
                                  .most = most,
                                  .text = "heroes of a former party",
                                  .key = "--apart"};
    if (!member)
        return error_set(err, STATUS_MEMORY, "no memory for another party");
    memset(member, 0, party->n_heroes * sizeof *member);
    for (size_t p = 0; p < party->n_places; p++) {
        member[hero[p]] = 1;
        if (party_other(party, hero[p]) >= 0)
            member[party_other(party, hero[p])] = 1;
    }
    party->number[party->n_numbers++] =
        (struct party_number){.name = "former", .value = member};
    party->n_hidden++;
    add_requirement(party, &r);
    return STATUS_OK;
}

size_t party_solutions_most(const struct party *party)
{
    size_t most = PARTY_MAX_SOLUTIONS;
    for (size_t i = 0; i < party_n_cases(party); i++) {
        const struct party *one = party_case(party, i);
        size_t numbers = PARTY_MAX_NUMBERS - one->n_numbers;
        size_t requirements = PARTY_MAX_REQUIREMENTS - one->n_requirements;
        size_t left = numbers < requirements ? numbers : requirements;
        most = left + 1 < most ? left + 1 : most; /* the last is not excluded */
    }
    return most;
}

/* A copy of a party, the further parties of which differ from those found. */
static enum status vary(const struct party *party,
                        const struct party_solutions_wanted *wanted,
                        const struct party_solutions *found, struct arena *perm,
                        struct party *variant, struct error *err)
{
    if (!party_copy(party, perm, variant))
        return error_set(err, STATUS_MEMORY, "no memory for another party");
    for (size_t i = 0; i < party_n_cases(variant); i++)
        for (size_t k = 0; k < found->n && !err->status; k++)
            differ_from(party_own_case(variant, i), found->hero[k], wanted->apart, perm,
                        err);
    return err->status;
}

/* Finds the cheapest party that differs from those in `out` and costs at most `limit`, as the next
 * one. False at the end: there is none, or the work is done. */
static bool find_next(const struct party *party,
                      const struct party_solutions_wanted *wanted, double limit,
                      struct party_solutions *out, struct error *err)
{
    /* Searches are for less than a cost: how they round cannot lose a party at the limit. */
    struct party_cheapest cheapest = {.cost = limit + fmax(1, fabs(limit) * 1e-9),
                                      .hero = out->hero[out->n]};
    struct arena own;
    arena_init(&own);
    struct party *variant = ARENA_NEW(&own, struct party, 1);
    if (!variant)
        error_set(err, STATUS_MEMORY, "no memory for another party");
    else if (!vary(party, wanted, out, &own, variant, err))
        party_cheapest_search(variant, wanted->work, &own, &cheapest, err);
    out->open = !err->status && !cheapest.finished;
    out->coarse = cheapest.coarse;
    arena_free(&own);
    if (err->status || out->open || !(cheapest.cost <= limit) || isinf(cheapest.cost))
        return false;
    out->cost[out->n++] = cheapest.cost;
    return true;
}

enum status party_solutions_find(const struct party *party,
                                 const struct party_solutions_wanted *wanted,
                                 struct party_solutions *out, struct error *err)
{
    double limit = INFINITY;
    out->n = 0;
    out->complete = out->open = out->coarse = false;
    while (out->n < wanted->count && find_next(party, wanted, limit, out, err)) {
        double best = out->cost[0];
        double above = fmax(wanted->amount, wanted->share * fabs(best));
        limit = best + above;
        if (!arithmetic_is_whole(best) || !arithmetic_is_whole(above))
            limit += ROUNDING * (fabs(best) + above);
    }
    out->complete = !err->status && !out->open && out->n < wanted->count;
    return err->status;
}
