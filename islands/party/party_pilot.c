#include "party_pilot.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    ROUNDS = 16,
    STEPS = 64,          /* of a walk */
    SKIPPED = STEPS / 4, /* before it is measured */
    HEROES_OF_A_GROUP = 16
};

/* Corrections are factors of at most e^first, falling to e^last. */
static const double first_correction = 1.5, last_correction = 0.25;
static const double warmth = 0.1; /* share of a hero's price */

/* What is passed from round to round. */
struct pilot {
    struct party_rebuild walk;
    int32_t hero[PARTY_MAX_PLACES];
    double price;                     /* of a hero in a good party */
    double missed[PARTY_MAX_DEMANDS]; /* by the last walk, in spreads of a sum */
};

/* Walks, and measures the mean supply of each demand and the least value that keeps
 * the synergy. */
static void go(struct pilot *pilot, const struct party_search *search)
{
    struct party_rebuild *walk = &pilot->walk;
    size_t n = walk->party->n_places;
    double supply[PARTY_MAX_DEMANDS] = {0}, least = INFINITY;
    for (int i = 0; i < STEPS; i++) {
        party_rebuild_step(walk);
        if (walk->now.points >= walk->party->synergy_min)
            least = fmin(least, walk->now.reduced + search->offset);
        for (size_t d = 0; d < search->n_demands && i >= SKIPPED; d++)
            for (size_t p = 0; p < n; p++)
                supply[d] += party_supply(&search->demand[d], walk->now.hero[p]);
    }
    for (size_t d = 0; d < search->n_demands; d++) {
        const struct party_demand *demand = &search->demand[d];
        pilot->missed[d] = (demand->need - supply[d] / (STEPS - SKIPPED)) /
                           (demand->unit * sqrt((double)n));
    }
    if (isfinite(least))
        pilot->price = fabs(least) / (double)n;
}

static enum status fly(struct pilot *pilot, const struct party *party,
                       struct party_search *search, struct rng *rng, struct error *err)
{
    struct arena lists;
    arena_init(&lists);
    party_dual_price(party, search);
    enum status status = party_dual_list(party, HEROES_OF_A_GROUP, &lists, search, err);
    struct arena scratch = {0};
    if (!status) {
        scratch = arena_scratch(&lists, party_rebuild_bytes(party, search));
        status = scratch.at ? STATUS_OK
                            : error_set(err, STATUS_MEMORY,
                                        "party: no memory for local search");
    }
    if (!status) {
        search->warmth = warmth * pilot->price;
        party_rebuild_init(&pilot->walk, party, search, rng, pilot->hero, &scratch);
        go(pilot, search);
        search->fine = fmin(pilot->walk.fine, pilot->price);
        memcpy(pilot->hero, pilot->walk.now.hero, sizeof pilot->hero);
    }
    arena_free(&lists);
    return status;
}

static void start(struct pilot *pilot, const struct party *party,
                  struct party_search *search, struct rng *rng, struct arena scratch)
{
    memcpy(pilot->hero, party->fixed, sizeof pilot->hero);
    if (!party_fill(party, rng, scratch, pilot->hero))
        party_sample(party, rng, scratch, pilot->hero);
    pilot->price = party_price(party, pilot->hero) / (double)party->n_places;
    search->fine = pilot->price / party->most_points;
    for (size_t d = 0; d < search->n_demands; d++)
        search->demand[d].pays = pilot->price / search->demand[d].unit;
}

enum status party_pilot(const struct party *party, struct party_search *search,
                        struct error *err)
{
    struct arena temporary;
    struct rng rng;
    arena_init(&temporary);
    rng_init(&rng, 0, 0, 0, RNG_PROBLEM);
    struct pilot *pilot = ARENA_NEW(&temporary, struct pilot, 1);
    struct arena scratch = arena_scratch(&temporary, party_build_bytes(party));
    enum status status =
        pilot && scratch.at
            ? STATUS_OK
            : error_set(err, STATUS_MEMORY, "party: no memory for local search");
    assert(status || pilot);
    if (!status)
        start(pilot, party, search, &rng, scratch);
    for (int round = 0; round < ROUNDS && !status; round++) {
        status = fly(pilot, party, search, &rng, err);
        double most = first_correction *
                      pow(last_correction / first_correction, round / (ROUNDS - 1.0));
        for (size_t d = 0; d < search->n_demands && !status; d++)
            search->demand[d].pays *= exp(most * fmax(-1, fmin(1, pilot->missed[d])));
    }
    arena_free(&temporary);
    return status;
}
