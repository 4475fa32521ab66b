#include "party_exchange.h"

#include <math.h>
#include <string.h>

/* Chosen by hand; measured in results/party/experiments.md, constants. 16 candidates
 * and 2 or 4 exchanges make no clear difference; 256 candidates take 40 % more time and
 * find no cheaper parties on the whole. */
enum {
    MOST_CANDIDATES = 64, /* of a place */
    MOST_CHANGES = 3      /* heroes replaced at once */
};

/* A candidate for a place; differences to the present hero. */
struct candidate {
    int32_t row;
    int points;     /* beside the present neighbours */
    double reduced; /* reduced price */
    double price;
};

struct slot {
    size_t place;
    size_t n; /* candidates */
    struct candidate *candidate;
    struct party_candidate_neighbours neighbours;
    size_t n_buckets;
    struct party_candidate_bucket *buckets;
    int before;      /* points of the present hero */
    int most_points; /* largest increase by a candidate */
    double least;    /* least reduced price of a candidate */
    double supply[PARTY_LAGRANGIAN_MAX_DEMANDS]; /* largest increase by a candidate */
};

/* Bounds on what the remaining exchanges can achieve. */
struct rest {
    double reduced;
    int points;
    double supply[PARTY_LAGRANGIAN_MAX_DEMANDS];
};

struct party_exchange {
    const struct party *party;
    const struct party_lagrangian *lagrangian;
    size_t n_slots;
    struct slot slot[PARTY_MAX_PLACES];

    struct rest rest[MOST_CHANGES + 1][PARTY_MAX_PLACES + 1];

    int32_t present[PARTY_MAX_PLACES], changed_party[PARTY_MAX_PLACES],
        best[PARTY_MAX_PLACES];
    uint64_t changed; /* bit p: changed_party differs from present in place p */
    uint64_t neighbours[PARTY_MAX_PLACES]; /* bit q: places p and q are neighbours */
    double bound; /* reduced prices must sum to less than bound + goal */
    double goal;  /* price limit, minus the present price */
    uint64_t nodes;
};

/* A node of the search; differences to the present party. */
struct node {
    double reduced, price;
    int spare;                                   /* points above synergy_min */
    double supply[PARTY_LAGRANGIAN_MAX_DEMANDS]; /* above the need */
};

size_t party_exchange_bytes(const struct party *party,
                            const struct party_lagrangian *lagrangian)
{
    size_t slot = MOST_CANDIDATES * sizeof(struct candidate) +
                  party_candidate_most_buckets(&lagrangian->index) *
                      sizeof(struct party_candidate_bucket) +
                  2 * ARENA_ALIGN;
    return sizeof(struct party_exchange) + ARENA_ALIGN + party->n_places * slot;
}

struct party_exchange *party_exchange_init(const struct party *party,
                                           const struct party_lagrangian *lagrangian,
                                           struct arena *scratch)
{
    struct party_exchange *x = ARENA_NEW(scratch, struct party_exchange, 1);
    x->party = party;
    x->lagrangian = lagrangian;
    x->n_slots = 0;
    for (size_t p = 0; p < party->n_places; p++) {
        x->neighbours[p] = 0;
        for (size_t i = 0; i < party->n_neighbours[p]; i++)
            x->neighbours[p] |= (uint64_t)1 << party->neighbour[p][i];
        if (party->fixed[p] >= 0)
            continue;
        struct slot *slot = &x->slot[x->n_slots++];
        slot->place = p;
        slot->candidate = ARENA_NEW(scratch, struct candidate, MOST_CANDIDATES);
        slot->buckets = ARENA_NEW(scratch, struct party_candidate_bucket,
                                  party_candidate_most_buckets(&lagrangian->index));
    }
    return x;
}

static bool is_in(const int32_t *hero, size_t n, int32_t row)
{
    for (size_t p = 0; p < n; p++)
        if (hero[p] == row)
            return true;
    return false;
}

/* Collects the candidates of a bucket by rising reduced price below `most`, at most
 * `room`; returns how many. With room for one this finds the least. */
static size_t collect(struct party_exchange *x, struct slot *slot,
                      const struct party_candidate_bucket *bucket, int allowed,
                      double most, size_t room, struct candidate *out)
{
    const struct party_index_family *family = bucket->family;
    unsigned words = x->lagrangian->index.words, shared;
    double present = x->lagrangian->reduced[x->present[slot->place]];
    size_t n = 0;
    for (uint32_t i = bucket->list.first;
         i < bucket->list.first + bucket->list.count && n < room; i++) {
        double reduced = -family->value[i] - present;
        if (reduced >= most)
            break;
        int points = party_candidate_points(
            &slot->neighbours, family->key + (size_t)i * words, words, &shared);
        int32_t row = family->row[i];
        if (points < slot->before - allowed || shared & bucket->without ||
            !party_may_stand(x->party, row, slot->place) ||
            is_in(x->present, x->party->n_places, row))
            continue;
        out[n++] = (struct candidate){row, points - slot->before, reduced, 0};
    }
    return n;
}

/* Finds the least reduced price of a candidate for a place. */
static void find_least(struct party_exchange *x, struct slot *slot, int allowed)
{
    const struct party_index *index = &x->lagrangian->index;
    unsigned shared;
    party_candidate_neighbours_init(&slot->neighbours, x->party, index, NULL,
                                    x->present, slot->place);
    slot->before = party_candidate_points(
        &slot->neighbours, party_index_key(index, x->present[slot->place]),
        index->words, &shared);
    slot->n_buckets = party_candidate_buckets(&slot->neighbours, slot->buckets);
    slot->least = 0;
    for (size_t s = 0; s < slot->n_buckets; s++) {
        struct candidate least;
        if (slot->buckets[s].most >= slot->before - allowed &&
            collect(x, slot, &slot->buckets[s], allowed, slot->least, 1, &least))
            slot->least = least.reduced;
    }
}

static void sort_candidates(struct candidate *candidate, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct candidate moved = candidate[i];
        size_t at = i;
        for (; at > 0 && candidate[at - 1].reduced > moved.reduced; at--)
            candidate[at] = candidate[at - 1];
        candidate[at] = moved;
    }
}

/* Collects the candidates with a reduced price below `most`, and their bounds. */
static void fill_slot(struct party_exchange *x, struct slot *slot, int allowed,
                      double most)
{
    const struct party *party = x->party;
    int32_t present = x->present[slot->place];
    slot->n = 0;
    for (size_t s = 0; s < slot->n_buckets; s++)
        if (slot->buckets[s].most >= slot->before - allowed)
            slot->n += collect(x, slot, &slot->buckets[s], allowed, most,
                               MOST_CANDIDATES - slot->n, slot->candidate + slot->n);
    sort_candidates(slot->candidate, slot->n);
    slot->most_points = 0;
    memset(slot->supply, 0, sizeof slot->supply);
    for (size_t i = 0; i < slot->n; i++) {
        struct candidate *candidate = &slot->candidate[i];
        candidate->price = party->price[candidate->row] - party->price[present];
        if (candidate->points > slot->most_points)
            slot->most_points = candidate->points;
        for (size_t d = 0; d < x->lagrangian->n_demands; d++) {
            const struct party_lagrangian_demand *demand = &x->lagrangian->demand[d];
            slot->supply[d] =
                fmax(slot->supply[d], party_lagrangian_supply(demand, candidate->row) -
                                          party_lagrangian_supply(demand, present));
        }
    }
}

/* Bounds for at most m exchanges in places from b on: the least reduced price, and the
 * most points and supply. */
static void bound_rest(struct party_exchange *x)
{
    size_t n = x->n_slots, demands = x->lagrangian->n_demands;
    memset(x->rest, 0, sizeof x->rest);
    for (size_t m = 1; m <= MOST_CHANGES; m++)
        for (size_t b = n; b-- > 0;) {
            const struct slot *slot = &x->slot[b];
            const struct rest *skip = &x->rest[m][b + 1],
                              *take = &x->rest[m - 1][b + 1];
            struct rest *rest = &x->rest[m][b];
            rest->reduced = fmin(skip->reduced, take->reduced + slot->least);
            rest->points = skip->points > take->points + slot->most_points
                               ? skip->points
                               : take->points + slot->most_points;
            for (size_t d = 0; d < demands; d++)
                rest->supply[d] =
                    fmax(skip->supply[d], take->supply[d] + slot->supply[d]);
        }
}

/* Points that a candidate adds to the changed party: those with the present neighbours,
 * corrected for replaced neighbours. */
static int points_added(const struct party_exchange *x, const struct slot *slot,
                        const struct candidate *candidate)
{
    const struct party_index *index = &x->lagrangian->index;
    uint64_t others = x->changed & x->neighbours[slot->place];
    int points = candidate->points;
    int32_t present = x->present[slot->place];
    for (; others; others &= others - 1) {
        int q = __builtin_ctzll(others);
        points += party_index_pair_points(index, candidate->row, x->changed_party[q]) -
                  party_index_pair_points(index, candidate->row, x->present[q]) -
                  party_index_pair_points(index, present, x->changed_party[q]) +
                  party_index_pair_points(index, present, x->present[q]);
    }
    return points;
}

/* Whether m exchanges in places from b on can still reach the goal, by the bounds. */
static bool can_reach_goal(const struct party_exchange *x, const struct node *at,
                           size_t m, size_t b)
{
    const struct rest *rest = &x->rest[m][b];
    if (at->reduced + rest->reduced >= x->bound + x->goal ||
        at->spare + rest->points < 0)
        return false;
    for (size_t d = 0; d < x->lagrangian->n_demands; d++)
        if (at->supply[d] + rest->supply[d] < 0)
            return false;
    return true;
}

/* Records the changed party if it is feasible and the cheapest so far. */
static void record_if_better(struct party_exchange *x, const struct node *at)
{
    if (at->price >= x->goal || !can_reach_goal(x, at, 0, x->n_slots) ||
        !party_is_feasible(x->party, x->changed_party, NULL))
        return;
    x->goal = at->price;
    memcpy(x->best, x->changed_party, sizeof x->best);
}

/* The child node after one more exchange. */
static struct node child_of(const struct party_exchange *x, const struct slot *slot,
                            const struct candidate *candidate, const struct node *at)
{
    struct node next = *at;
    next.reduced += candidate->reduced;
    next.price += candidate->price;
    next.spare += points_added(x, slot, candidate);
    for (size_t d = 0; d < x->lagrangian->n_demands; d++) {
        const struct party_lagrangian_demand *demand = &x->lagrangian->demand[d];
        next.supply[d] += party_lagrangian_supply(demand, candidate->row) -
                          party_lagrangian_supply(demand, x->present[slot->place]);
    }
    return next;
}

/* Tries all of at most m exchanges in places from b on. */
static void descend(struct party_exchange *x, size_t b, size_t m, const struct node *at)
{
    for (; b < x->n_slots && can_reach_goal(x, at, m, b); b++) {
        const struct slot *slot = &x->slot[b];
        double most = x->bound - at->reduced - x->rest[m - 1][b + 1].reduced;
        for (size_t i = 0; i < slot->n; i++) {
            const struct candidate *candidate = &slot->candidate[i];
            if (candidate->reduced >= most + x->goal)
                break;
            if (!x->nodes)
                return;
            x->nodes--;
            if (is_in(x->changed_party, x->party->n_places, candidate->row))
                continue;
            struct node next = child_of(x, slot, candidate, at);
            x->changed |= (uint64_t)1 << slot->place;
            x->changed_party[slot->place] = candidate->row;
            record_if_better(x, &next);
            if (m > 1)
                descend(x, b + 1, m - 1, &next);
            x->changed &= ~((uint64_t)1 << slot->place);
            x->changed_party[slot->place] = x->present[slot->place];
        }
    }
}

/* The root node: slacks of the present party. */
static void start_at_present(struct party_exchange *x, struct node *at)
{
    const struct party *party = x->party;
    *at = (struct node){.spare = -party->synergy_min};
    x->bound = 0;
    x->changed = 0;
    for (size_t e = 0; e < party->n_edges; e++)
        at->spare += party_index_pair_points(&x->lagrangian->index,
                                             x->present[party->edge[e][0]],
                                             x->present[party->edge[e][1]]);
    for (size_t d = 0; d < x->lagrangian->n_demands; d++) {
        const struct party_lagrangian_demand *demand = &x->lagrangian->demand[d];
        at->supply[d] = -demand->need;
        for (size_t p = 0; p < party->n_places; p++)
            at->supply[d] += party_lagrangian_supply(demand, x->present[p]);
        x->bound += demand->multiplier * at->supply[d];
    }
}

bool party_exchange_run(struct party_exchange *x, int32_t *hero, double limit,
                        uint64_t *nodes)
{
    const struct party *party = x->party;
    size_t bytes = party->n_places * sizeof *hero;
    struct node at;
    memcpy(x->present, hero, bytes);
    memcpy(x->changed_party, hero, bytes);
    start_at_present(x, &at);
    double goal = limit - party_price(party, hero), least = 0;
    x->goal = goal;
    for (size_t b = 0; b < x->n_slots; b++) {
        find_least(x, &x->slot[b], at.spare);
        least += x->slot[b].least;
    }
    double gap = x->bound + goal - least;
    if (gap <= 0)
        return false;
    for (size_t b = 0; b < x->n_slots; b++)
        fill_slot(x, &x->slot[b], at.spare, x->slot[b].least + gap);
    bound_rest(x);
    x->nodes = *nodes;
    record_if_better(x, &at);
    for (size_t m = 1; m <= MOST_CHANGES && x->nodes; m++)
        descend(x, 0, m, &at);
    *nodes = x->nodes;
    if (x->goal >= goal)
        return false;
    memcpy(hero, x->best, bytes);
    return true;
}
