#include "party_multiplier_tuning.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Constants chosen by hand. Each was halved and doubled (results/party/experiments.md,
 * constants). On two of the paper's three types nothing changes by more than chance; on
 * type 3 the local search finds the optimum in no run of 60, instead of all, after
 * STEPS = 32 or temperature = 0.05: one bad outcome of the tuning affects every run,
 * since its random stream is fixed. */
enum {
    ROUNDS = 16,
    STEPS = 64,            /* of a trajectory */
    SKIPPED = STEPS / 4,   /* before violations are averaged; by hand, not measured */
    LARGEST_CHANGE = 8,    /* of the mean price in one round, a factor */
    HEROES_OF_A_GROUP = 16 /* the cheapest, in the index of a round */
};

/* Multipliers change by factors of at most e^first, falling to e^last. */
static const double first_correction = 1.5, last_correction = 0.25;
static const double temperature = 0.1; /* share of a hero's mean price */

/* State kept from round to round. */
struct tuning {
    struct party_ruin_recreate walk;
    int32_t hero[PARTY_MAX_PLACES];
    double first_price; /* mean price of a hero in the first party */
    double price;       /* the same in a good party */
    /* Mean violation in the last round, in standard deviations of a sum. */
    double missed[PARTY_LAGRANGIAN_MAX_DEMANDS];
    /* Of sums with two sides, by their lower side: the last step, and the share of the
     * largest that a step may be. */
    double last_step[PARTY_LAGRANGIAN_MAX_DEMANDS];
    double damping[PARTY_LAGRANGIAN_MAX_DEMANDS];
};

/* Runs a trajectory; measures the mean violation of each demand, and the least
 * Lagrangian value of a party that reaches the synergy. */
static void run_walk(struct tuning *tuning, const struct party_lagrangian *lagrangian)
{
    struct party_ruin_recreate *walk = &tuning->walk;
    size_t n = walk->party->n_places;
    double supply[PARTY_LAGRANGIAN_MAX_DEMANDS] = {0}, least = INFINITY;
    for (int i = 0; i < STEPS; i++) {
        party_ruin_recreate_step(walk);
        if (walk->now.points >= walk->party->synergy_min)
            least = fmin(least, walk->now.reduced + lagrangian->offset);
        for (size_t d = 0; d < lagrangian->n_demands && i >= SKIPPED; d++)
            for (size_t p = 0; p < n; p++)
                supply[d] +=
                    party_lagrangian_supply(&lagrangian->demand[d], walk->now.hero[p]);
    }
    for (size_t d = 0; d < lagrangian->n_demands; d++) {
        const struct party_lagrangian_demand *demand = &lagrangian->demand[d];
        tuning->missed[d] = (demand->need - supply[d] / (STEPS - SKIPPED)) /
                            (demand->unit * sqrt((double)n));
    }
    if (isfinite(least))
        tuning->price =
            fmax(tuning->price / LARGEST_CHANGE,
                 fmin(tuning->price * LARGEST_CHANGE, fabs(least) / (double)n));
    else if (tuning->price < tuning->first_price)
        tuning->price = fmin(2 * tuning->price, tuning->first_price);
}

static enum status run_round(struct tuning *tuning, const struct party *party,
                             struct party_lagrangian *lagrangian, struct rng *rng,
                             struct error *err)
{
    struct arena lists;
    arena_init(&lists);
    party_lagrangian_price(party, lagrangian);
    enum status status =
        party_lagrangian_list(party, HEROES_OF_A_GROUP, &lists, lagrangian, err);
    struct arena scratch = {0};
    if (!status) {
        scratch = arena_scratch(&lists, party_ruin_recreate_bytes(party, lagrangian));
        status = scratch.at ? STATUS_OK
                            : error_set(err, STATUS_MEMORY,
                                        "party: no memory for local search");
    }
    if (!status) {
        lagrangian->temperature = temperature * tuning->price;
        party_ruin_recreate_init(&tuning->walk, party, lagrangian, rng, tuning->hero,
                                 &scratch);
        run_walk(tuning, lagrangian);
        lagrangian->penalty = fmin(tuning->walk.penalty, tuning->price);
        memcpy(tuning->hero, tuning->walk.now.hero, sizeof tuning->hero);
    }
    arena_free(&lists);
    return status;
}

static void start(struct tuning *tuning, const struct party *party,
                  struct party_lagrangian *lagrangian, struct rng *rng,
                  struct arena scratch)
{
    memcpy(tuning->hero, party->fixed, sizeof tuning->hero);
    if (!party_construct_fill(party, rng, scratch, tuning->hero))
        party_construct_sample(party, rng, scratch, tuning->hero);
    tuning->first_price = party_price(party, tuning->hero) / (double)party->n_places;
    tuning->price = tuning->first_price;
    lagrangian->penalty = tuning->price / party->most_points;
    for (size_t d = 0; d < lagrangian->n_demands; d++) {
        bool is_side = party_lagrangian_is_pair(lagrangian, d) ||
                       (d > 0 && party_lagrangian_is_pair(lagrangian, d - 1));
        lagrangian->demand[d].multiplier =
            is_side ? 0 : tuning->price / lagrangian->demand[d].unit;
        tuning->last_step[d] = 0;
        tuning->damping[d] = 1;
    }
}

/* Corrects the multipliers of the lower and the upper side of one sum, of which one is
 * 0: equal amounts on both would cancel in the reduced prices and only lower the offset.
 * Their difference is 2 scale sinh(x). A step changes x by the violated side, or towards
 * 0 by the slack of the other; steps halve where they turn back, or several sums with two
 * sides would make each other swing. */
static void correct_pair(struct tuning *tuning, struct party_lagrangian *lagrangian,
                         size_t d, double most)
{
    struct party_lagrangian_demand *side = &lagrangian->demand[d];
    double scale = tuning->first_price / side[0].unit;
    if (!(scale > 0)) /* all heroes of the first party are free */
        return;
    double x = asinh((side[0].multiplier - side[1].multiplier) / (2 * scale));
    double lower = fmax(-1, fmin(1, tuning->missed[d]));
    double upper = fmax(-1, fmin(1, tuning->missed[d + 1]));
    double step = lower > 0   ? lower
                  : upper > 0 ? -upper
                  : x > 0     ? fmax(lower, -x / most)
                              : fmin(-upper, -x / most);
    if (step * tuning->last_step[d] < 0)
        tuning->damping[d] /= 2;
    tuning->last_step[d] = step;
    x += fmin(most, first_correction * tuning->damping[d]) * step;
    side[0].multiplier = fmax(0, 2 * scale * sinh(x));
    side[1].multiplier = fmax(0, 2 * scale * sinh(-x));
}

/* Corrects all multipliers by the violations of the last round, by factors of at most
 * e^most. */
static void correct(struct tuning *tuning, struct party_lagrangian *lagrangian,
                    double most)
{
    for (size_t d = 0; d < lagrangian->n_demands; d++) {
        if (party_lagrangian_is_pair(lagrangian, d))
            correct_pair(tuning, lagrangian, d++, most);
        else
            lagrangian->demand[d].multiplier *=
                exp(most * fmax(-1, fmin(1, tuning->missed[d])));
    }
}

enum status party_multiplier_tuning(const struct party *party,
                                    struct party_lagrangian *lagrangian,
                                    struct error *err)
{
    struct arena temporary;
    struct rng rng;
    arena_init(&temporary);
    rng_init(&rng, 0, 0, 0, RNG_PROBLEM);
    struct tuning *tuning = ARENA_NEW(&temporary, struct tuning, 1);
    struct arena scratch = arena_scratch(&temporary, party_construct_bytes(party));
    enum status status =
        tuning && scratch.at
            ? STATUS_OK
            : error_set(err, STATUS_MEMORY, "party: no memory for local search");
    assert(status || tuning);
    if (!status)
        start(tuning, party, lagrangian, &rng, scratch);
    for (int round = 0; round < ROUNDS && !status; round++) {
        status = run_round(tuning, party, lagrangian, &rng, err);
        double most = first_correction *
                      pow(last_correction / first_correction, round / (ROUNDS - 1.0));
        if (!status)
            correct(tuning, lagrangian, most);
    }
    arena_free(&temporary);
    return status;
}
