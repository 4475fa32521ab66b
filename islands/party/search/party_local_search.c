#include "party_local_search.h"

#include "interrupt.h"
#include "party_annealing.h"
#include "party_exchange.h"
#include "party_multiplier_tuning.h"
#include "party_penalty_search.h"

#include <string.h>

/* Chosen by hand; measured in results/party/experiments.md, constants. STEPS_A_PLACE =
 * 2 loses type 1 (6 runs of 60 instead of 60); 10 takes a third more time and lowers
 * the mean price on all five instances that are not always solved. NODES = 100 and
 * 1000, REMEMBERED = 1 and 64 make no clear difference; where sums have two sides, 3000
 * find cheaper parties in less time than 300 and 1000. Of the instances only one is
 * hard enough for repairs; half and twice the repair constants make no clear difference
 * on it. */
enum {
    STEPS_A_PLACE = 5, /* of the trajectory, at effort 1 */
    REPAIR_WALKS = 5,
    REPAIR_STEPS_A_PLACE = 40,
    NODES = 300,             /* of each exchange */
    NODES_IN_WINDOWS = 3000, /* the same where a sum has two sides, which fewer hit */
    REMEMBERED = 16          /* parties to which the exchange has been applied */
};

/* Annealing: instead, for so many places and more, and where the walks of a repair fail; moves at effort 1, and how often
 * they may be doubled. First and last temperature, as multiples of the tuned one. By hand; measured in
 * results/party/experiments.md, annealing. */
enum {
    ANNEALED_PLACES = 16,
    MOVES_A_PLACE = 500,
    MOST_DOUBLINGS = 7,
    COMPLETION_MOVES_A_PLACE = 200 /* to make a child feasible */
};
static const double HOT = 0.5, COLD = 0.05;

/* Price limit of a repair above the Lagrangian value, in temperatures. */
static const double slack_of_repair = 20;

/* Where the most synergy is sought, multipliers are tuned for the points that short searches reach,
 * the first of them under multipliers for this share of the most. By hand: on one challenge (the
 * most synergy for 6,500 coins) shares from 0.7 on, up to the optimum of 0.88, find it in three runs
 * of three, half in one, 0 in none. */
static const double FIRST_AIM = 0.5;
enum { AIM_TRIALS = 2, AIM_EFFORT = 10 };

/* One call of party_local_search. */
struct search {
    struct party_ruin_recreate walk;
    struct party_exchange *exchange;
    double limit;        /* on the price of an improved party */
    uint64_t most_nodes; /* of an exchange */
    double tried[REMEMBERED];
    size_t n_tried;
    uint64_t work; /* steps and nodes spent */
};

static enum status prepare(struct party *party, struct arena *perm,
                           size_t *scratch_bytes, struct error *err)
{
    struct party_lagrangian *search = ARENA_NEW(perm, struct party_lagrangian, 1);
    if (!search)
        return error_set(err, STATUS_MEMORY, "party: no memory for local search");
    enum status status = party_lagrangian_init(party, perm, search, err);
    if (!status)
        status = party_multiplier_tuning(party, search, err);
    if (status)
        return status;
    party_lagrangian_price(party, search);
    status = party_lagrangian_list(party, 0, perm, search, err);
    party->search = search;
    if (!status)
        status = party_penalty_prepare(party, perm, err);
    /* a repair may run within a sample */
    *scratch_bytes = 2 * party_construct_bytes(party) + sizeof(struct search) +
                     ARENA_ALIGN + party_exchange_bytes(party, search) +
                     party_ruin_recreate_bytes(party, search) +
                     party_annealing_bytes(party);
    return status;
}

static uint64_t most_nodes(const struct party_lagrangian *lagrangian)
{
    for (size_t d = 0; d < lagrangian->n_demands; d++)
        if (party_lagrangian_is_pair(lagrangian, d))
            return NODES_IN_WINDOWS;
    return NODES;
}

/* Whether a party with this sum of reduced prices was tried lately; remembers it. */
static bool was_tried(struct search *search, double reduced)
{
    for (size_t i = 0; i < REMEMBERED && i < search->n_tried; i++)
        if (search->tried[i] == reduced)
            return true;
    search->tried[search->n_tried++ % REMEMBERED] = reduced;
    return false;
}

/* Price limit of a cheaper party: midway to the next possible price. */
static double limit_of(const struct party *party, const int32_t *hero)
{
    const struct party_lagrangian *lagrangian = party->search;
    return party_price(party, hero) - lagrangian->step / 2;
}

/* Applies the exchange to the present party if its Lagrangian value is below the
 * limit. */
static bool try_exchange(struct search *search, const struct party *party,
                         int32_t *hero)
{
    const struct party_ruin_recreate_state *now = &search->walk.now;
    const struct party_lagrangian *lagrangian = party->search;
    int32_t next[PARTY_MAX_PLACES];
    uint64_t left = search->most_nodes;
    if (now->points < party->synergy_min ||
        now->reduced + lagrangian->offset >= search->limit ||
        was_tried(search, now->reduced))
        return false;
    memcpy(next, now->hero, sizeof next);
    bool found = party_exchange_run(search->exchange, next, search->limit, &left);
    search->work += search->most_nodes - left;
    if (!found)
        return false;
    search->limit = limit_of(party, next);
    memcpy(hero, next, party->n_places * sizeof *hero);
    return true;
}

/* Moves of an annealing. They are doubled at random, each time with probability 1/2, so that as much work goes into short
 * annealings as into long ones: which is best depends on challenge and time. After M. Luby, A. Sinclair, D. Zuckerman,
 * Optimal speedup of Las Vegas algorithms, Information Processing Letters 47, 1993. */
static uint64_t draw_moves(const struct party *party, double effort, struct rng *rng)
{
    uint64_t moves = 1 + (uint64_t)(effort * MOVES_A_PLACE * (double)party->n_places);
    return moves << __builtin_ctzll(rng_next(rng) | UINT64_C(1) << MOST_DOUBLINGS);
}

static uint64_t anneal(const struct party *party, double effort, struct rng *rng,
                       struct arena scratch, int32_t *hero)
{
    uint64_t moves = draw_moves(party, effort, rng);
    party_annealing_run(party, party->search, moves, HOT, COLD, rng, scratch, hero);
    return moves;
}

/* Work in vain is counted (party_local_search_failed). */
static bool anneal_to_feasible(const struct party *party, uint64_t moves,
                               struct rng *rng, struct arena scratch, int32_t *hero)
{
    struct party_lagrangian *lagrangian = party->search;
    if (party_annealing_repair(party, lagrangian, moves, HOT, rng, scratch, hero))
        return true;
    lagrangian->failed += moves;
    return false;
}

bool party_local_search_complete(const struct party *party, struct rng *rng,
                                 struct arena scratch, int32_t *hero)
{
    const uint64_t moves = COMPLETION_MOVES_A_PLACE * party->n_places;
    return party->n_places >= ANNEALED_PLACES && !party->penalty &&
           anneal_to_feasible(party, moves, rng, scratch, hero);
}

uint64_t party_local_search_anneal(const struct party *party, struct rng *rng,
                                   struct arena scratch, int32_t *hero)
{
    if (party->objective.synergy || party->n_places >= ANNEALED_PLACES ||
        party->penalty || !party_is_feasible(party, hero, NULL))
        return 0;
    return anneal(party, 1, rng, scratch, hero);
}

/* Steps between two checks for interrupts. */
enum { CHECK_EVERY = 16 };

uint64_t party_local_search(const void *self, double effort, struct rng *rng,
                            struct arena scratch, void *genome)
{
    const struct party *party = self;
    struct search *search = ARENA_NEW(&scratch, struct search, 1);
    int steps = 1 + (int)(effort * STEPS_A_PLACE * (double)party->n_places);
    if (!party_is_feasible(party, genome, NULL))
        return 0;
    if (party->penalty) {
        uint64_t walk = party_penalty_search_steps(party, effort);
        party_penalty_walk(party, walk, false, rng, genome);
        return walk;
    }
    if (party->n_places >= ANNEALED_PLACES)
        return anneal(party, effort, rng, scratch, genome);
    search->exchange = party_exchange_init(party, party->search, &scratch);
    search->limit = limit_of(party, genome);
    search->most_nodes = most_nodes(party->search);
    search->n_tried = 0;
    search->work = 0;
    party_ruin_recreate_init(&search->walk, party, party->search, rng, genome,
                             &scratch);
    for (int i = 0; i < steps; i++) {
        if (i % CHECK_EVERY == 0)
            (void)interrupt_pending();
        search->work++;
        if (party_ruin_recreate_step(&search->walk))
            try_exchange(search, party, genome);
    }
    return search->work;
}

/* Applies the exchange to the present party if it has the synergy, whatever it costs, short of
 * far more than its Lagrangian value. */
static bool try_repair(struct search *search, const struct party *party, int32_t *hero)
{
    const struct party_lagrangian *lagrangian = party->search;
    search->limit = search->walk.now.reduced + lagrangian->offset +
                    slack_of_repair * lagrangian->temperature;
    return try_exchange(search, party, hero);
}

/* One trajectory, from a complete party that keeps COUNT, DISTINCT and SAME. */
static bool repair_once(struct search *search, const struct party *party, int32_t *hero)
{
    for (size_t i = 0; i < REPAIR_STEPS_A_PLACE * party->n_places; i++) {
        if (i % CHECK_EVERY == 0)
            (void)interrupt_pending();
        search->work++;
        if (party_ruin_recreate_step(&search->walk) && try_repair(search, party, hero))
            return true;
    }
    return false;
}

uint64_t party_local_search_synergy(struct party *party, double effort, struct rng *rng,
                                    struct arena scratch, int32_t *hero)
{
    struct search *search = ARENA_NEW(&scratch, struct search, 1);
    int steps = 1 + (int)(effort * STEPS_A_PLACE * (double)party->n_places);
    if (!party_is_feasible(party, hero, NULL))
        return 0;
    search->exchange = party_exchange_init(party, party->search, &scratch);
    search->most_nodes = most_nodes(party->search);
    search->n_tried = 0;
    search->work = 0;
    party_ruin_recreate_init(&search->walk, party, party->search, rng, hero, &scratch);
    party->synergy_min = party_points(party, hero) + 1;
    for (int i = 0; i < steps && party->synergy_min <= party->most_points; i++) {
        if (i % CHECK_EVERY == 0)
            (void)interrupt_pending();
        search->work++;
        if (!party_ruin_recreate_step(&search->walk) ||
            !try_repair(search, party, hero))
            continue;
        party->synergy_min = party_points(party, hero) + 1;
        search->n_tried = 0;
    }
    return search->work;
}

/* Some trajectories from completions by Algorithm 1, which end where it finds none. */
static bool walk_to_feasible(const struct party *party, struct rng *rng,
                             struct arena scratch, int32_t *hero)
{
    struct search *search = ARENA_NEW(&scratch, struct search, 1);
    search->exchange = party_exchange_init(party, party->search, &scratch);
    search->most_nodes = most_nodes(party->search);
    search->work = 0;
    for (int walk = 0; walk < REPAIR_WALKS; walk++) {
        struct arena rest = scratch;
        int32_t whole[PARTY_MAX_PLACES];
        memcpy(whole, hero, party->n_places * sizeof *hero);
        if (!party_construct_fill(party, rng, scratch, whole))
            break;
        search->n_tried = 0;
        party_ruin_recreate_init(&search->walk, party, party->search, rng, whole,
                                 &rest);
        if (repair_once(search, party, whole)) {
            memcpy(hero, whole, party->n_places * sizeof *hero);
            return true;
        }
    }
    ((struct party_lagrangian *)party->search)->failed += search->work;
    return false;
}

/* The trajectories keep all rules but sums and synergy, and find parties of low prices; annealing breaks all of them on its
 * way, and finds a party where those that keep the other rules are far from the sums. */
bool party_local_search_repair(const struct party *party, struct rng *rng,
                               struct arena scratch, int32_t *hero)
{
    if (party->penalty)
        return party_penalty_walk(party, party_penalty_repair_steps(party), true, rng,
                                  hero);
    return walk_to_feasible(party, rng, scratch, hero) ||
           anneal_to_feasible(party, draw_moves(party, 1, rng), rng, scratch, hero);
}

uint64_t party_local_search_failed(const struct party *party)
{
    uint64_t work = 0;
    for (size_t i = 0; i < party_n_cases(party); i++)
        work += ((const struct party_lagrangian *)party_case(party, i)->search)->failed;
    return work;
}

/* A feasible party, if Algorithm 1 or a repair finds one. */
static bool sample(const struct party *party, struct rng *rng, struct arena scratch,
                   int32_t *hero)
{
    if (party_construct_sample(party, rng, scratch, hero))
        return true;
    memcpy(hero, party->fixed, party->n_places * sizeof *hero);
    return party_local_search_repair(party, rng, scratch, hero);
}

/* Points that a short search under multipliers tuned for `aim` points reaches; -1: none. */
static enum status reach(const struct party *party, int aim, int *points,
                         struct error *err)
{
    struct arena temporary;
    struct party trial = *party;
    int32_t hero[PARTY_MAX_PLACES];
    struct rng rng;
    size_t bytes = 0;
    *points = -1;
    arena_init(&temporary);
    rng_init(&rng, 0, 0, 0, RNG_PROBLEM);
    trial.synergy_min = aim;
    enum status status = prepare(&trial, &temporary, &bytes, err);
    struct arena scratch = arena_scratch(&temporary, bytes);
    trial.synergy_min = party->synergy_min;
    if (!status && scratch.at && sample(&trial, &rng, scratch, hero)) {
        party_local_search_synergy(&trial, AIM_EFFORT, &rng, scratch, hero);
        *points = party_points(party, hero);
    }
    arena_free(&temporary);
    return status;
}

enum status party_local_search_prepare(struct party *party, struct arena *perm,
                                       size_t *scratch_bytes, struct error *err)
{
    if (!party->objective.synergy)
        return prepare(party, perm, scratch_bytes, err);
    int least = party->synergy_min, aim = (int)(FIRST_AIM * party->most_points), points;
    for (int trial = 0; trial < AIM_TRIALS; trial++) {
        aim = aim < least ? least : aim;
        if (reach(party, aim, &points, err))
            return err->status;
        aim = points > aim ? points : aim;
    }
    party->synergy_min = aim;
    enum status status = prepare(party, perm, scratch_bytes, err);
    party->synergy_min = least;
    return status;
}
