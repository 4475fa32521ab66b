#include "party_disjoint_columns.h"

#include "interrupt.h"
#include "party_cases.h"
#include "party_cheapest.h"
#include "party_local_search.h"
#include "party_objective.h"
#include "party_shared_solvers.h"

#include <math.h>
#include <string.h>

/* Of the local search; by hand, a second or two. */
enum { SAMPLES = 4 };
static const double EFFORT = 0.5;

enum status party_columns_init(struct party_columns *c, const struct party *party,
                               uint64_t work, uint64_t first_work, struct arena *perm,
                               struct error *err)
{
    *c = (struct party_columns){
        .party = party,
        .work = work,
        .first_work = first_work,
        .hero = arena_take_array(perm, PARTY_MOST_COLUMNS, sizeof *c->hero),
        .banned = ARENA_NEW(perm, uint8_t, party->n_heroes)};
    if (!c->hero || !c->banned)
        return error_set(err, STATUS_MEMORY, "no memory for parties");
    party_columns_unban(c);
    return STATUS_OK;
}

void party_columns_unban(struct party_columns *c)
{
    memcpy(c->banned, c->party->banned, c->party->n_heroes);
}

bool party_columns_ban(struct party_columns *c, int32_t hero)
{
    const struct party *party = c->party;
    party_ban(party, hero, c->banned);
    return !party_has_either(party, party->fixed, party->n_places, hero);
}

static bool is_admitted(const struct party_columns *c, const int32_t *hero)
{
    for (size_t p = 0; p < c->party->n_places; p++)
        if (c->banned[hero[p]] && c->party->fixed[p] < 0)
            return false;
    return true;
}

/* The cheapest known party without banned heroes; +INFINITY: none. */
static double best_known(const struct party_columns *c,
                         const struct party_multipliers *m, int32_t *hero)
{
    size_t n = c->n < PARTY_MOST_COLUMNS ? c->n : PARTY_MOST_COLUMNS;
    double least = INFINITY;
    for (size_t i = 0; i < n; i++) {
        double price = party_multipliers_price(m, c->party, c->hero[i]);
        if (!(price < least) || !is_admitted(c, c->hero[i]))
            continue;
        least = price;
        memcpy(hero, c->hero[i], sizeof c->hero[i]);
    }
    return least;
}

/* Improves some sampled parties by local search, which finds one where the exact search would take long. */
static enum status sample(struct party *variant, struct arena *perm,
                          struct party_cheapest *cheapest, struct error *err)
{
    size_t bytes;
    int32_t hero[PARTY_MAX_PLACES];
    struct rng rng;
    if (party_cases_prepare(variant, perm, &bytes, err))
        return err->status;
    struct arena scratch = arena_scratch(perm, bytes + ARENA_ALIGN);
    if (!scratch.at)
        return error_set(err, STATUS_MEMORY, "no memory for the local search");
    rng_init(&rng, 0, 0, 0, RNG_PROBLEM);
    for (size_t i = 0; i < SAMPLES && !interrupt_pending(); i++) {
        /* Sums are exact in party_is_feasible alone. */
        if (!party_cases_sample(variant, &rng, scratch, hero) ||
            !party_is_feasible(variant, hero, NULL))
            continue;
        const struct party *one = party_cases_choose(variant, hero, &rng);
        party_local_search(one, EFFORT, &rng, scratch, hero);
        double cost = party_objective_cost(variant, hero);
        if (cost < cheapest->cost) {
            cheapest->cost = cost;
            memcpy(cheapest->hero, hero, sizeof hero);
        }
    }
    return STATUS_OK;
}

/* Searches; where the work of a first attempt finds no party, from one that local search finds. */
static enum status search(const struct party_columns *c, struct party *variant,
                          struct arena *perm, struct party_cheapest *cheapest,
                          struct error *err)
{
    uint64_t first =
        isinf(cheapest->cost) && c->work > c->first_work ? c->first_work : c->work;
    cheapest->bound = -INFINITY;
    /* The second attempt uses the presolve of the first one. */
    if (party_shared_solvers_init(variant, perm, err) == STATUS_CUT) {
        *err = (struct error){0};
        return STATUS_OK;
    }
    if (err->status || party_cheapest_search(variant, first, perm, cheapest, err))
        return err->status;
    if (cheapest->finished || interrupt_pending() || first == c->work)
        return STATUS_OK;
    double bound = cheapest->bound;
    if (isinf(cheapest->cost) && sample(variant, perm, cheapest, err))
        return err->status;
    party_cheapest_search(variant, c->work, perm, cheapest, err);
    cheapest->bound = fmax(cheapest->bound, bound);
    return err->status;
}

enum status party_columns_solve(struct party_columns *c,
                                const struct party_multipliers *m,
                                struct party_answer *out, struct error *err)
{
    struct party_cheapest cheapest = {.cost = best_known(c, m, out->hero),
                                      .hero = out->hero};
    double known = cheapest.cost;
    const struct party *party = c->party;
    struct arena own;
    arena_init(&own);
    struct party *variant = ARENA_NEW(&own, struct party, 1);
    if (!variant)
        error_set(err, STATUS_MEMORY, "no memory for a challenge");
    else if (!party_multipliers_apply(m, c->party, c->banned, &own, variant, err))
        search(c, variant, &own, &cheapest, err);
    arena_free(&own);
    if (err->status)
        return err->status;
    for (size_t p = 0; p < party->n_places && isfinite(cheapest.cost); p++)
        out->hero[p] = party_listed(party, out->hero[p]);
    if (cheapest.cost < known)
        memcpy(c->hero[c->n++ % PARTY_MOST_COLUMNS], out->hero, sizeof out->hero);
    out->known = isfinite(cheapest.cost);
    out->exact = cheapest.finished;
    out->bound =
        fmax(cheapest.bound, 0); /* prices and multipliers are never negative */
    return STATUS_OK;
}
