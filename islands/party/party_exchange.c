#include "party_exchange.h"

#include <math.h>
#include <string.h>

enum {
    MOST_CANDIDATES = 64, /* of a place */
    MOST_CHANGES = 3      /* places at once */
};

/* Differences to the hero in place. */
struct candidate {
    int32_t row;
    int points;     /* beside the present neighbours */
    double reduced; /* price */
    double price;
};

struct bench {
    size_t place;
    size_t n; /* candidates */
    struct candidate *candidate;
    struct party_beside beside;
    size_t n_strands;
    struct party_strand *strands;
    int before;                       /* points beside the neighbours */
    int most_points;                  /* that a candidate adds */
    double least;                     /* reduced price of a candidate */
    double supply[PARTY_MAX_DEMANDS]; /* most that a candidate adds */
};

/* What some exchanges can do at best. */
struct rest {
    double reduced;
    int points;
    double supply[PARTY_MAX_DEMANDS];
};

struct party_exchange {
    const struct party *party;
    const struct party_search *search;
    size_t n_benches;
    struct bench bench[PARTY_MAX_PLACES];

    struct rest rest[MOST_CHANGES + 1][PARTY_MAX_PLACES + 1];

    int32_t present[PARTY_MAX_PLACES], mixed[PARTY_MAX_PLACES], best[PARTY_MAX_PLACES];
    uint64_t changed; /* bit p: mixed differs from present in place p */
    uint64_t beside[PARTY_MAX_PLACES]; /* bit q: places p and q are neighbours */
    double bound; /* reduced prices must sum to less, plus the price to beat */
    double goal;  /* price to beat, less the present one */
    uint64_t nodes;
};

/* Where the search stands on the way down; differences to the present party. */
struct depth {
    double reduced, price;
    int spare;                        /* points above the wanted ones */
    double supply[PARTY_MAX_DEMANDS]; /* above the need */
};

size_t party_exchange_bytes(const struct party *party,
                            const struct party_search *search)
{
    size_t bench = MOST_CANDIDATES * sizeof(struct candidate) +
                   party_most_strands(&search->index) * sizeof(struct party_strand) +
                   2 * ARENA_ALIGN;
    return sizeof(struct party_exchange) + ARENA_ALIGN + party->n_places * bench;
}

struct party_exchange *party_exchange_init(const struct party *party,
                                           const struct party_search *search,
                                           struct arena *scratch)
{
    struct party_exchange *x = ARENA_NEW(scratch, struct party_exchange, 1);
    x->party = party;
    x->search = search;
    x->n_benches = 0;
    for (size_t p = 0; p < party->n_places; p++) {
        x->beside[p] = 0;
        for (size_t i = 0; i < party->n_neighbours[p]; i++)
            x->beside[p] |= (uint64_t)1 << party->neighbour[p][i];
        if (party->fixed[p] >= 0)
            continue;
        struct bench *bench = &x->bench[x->n_benches++];
        bench->place = p;
        bench->candidate = ARENA_NEW(scratch, struct candidate, MOST_CANDIDATES);
        bench->strands =
            ARENA_NEW(scratch, struct party_strand, party_most_strands(&search->index));
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

/* Calls for the candidates of a strand by rising reduced price, while it is below
 * `most`; returns how many came. With room for one this finds the least. */
static size_t collect(struct party_exchange *x, struct bench *bench,
                      const struct party_strand *strand, int allowed, double most,
                      size_t room, struct candidate *out)
{
    const struct party_family *family = strand->family;
    unsigned words = x->search->index.words, shared;
    double present = x->search->reduced[x->present[bench->place]];
    size_t n = 0;
    for (uint32_t i = strand->list.first;
         i < strand->list.first + strand->list.count && n < room; i++) {
        double reduced = -family->value[i] - present;
        if (reduced >= most)
            break;
        int points = party_points_beside(
            &bench->beside, family->key + (size_t)i * words, words, &shared);
        int32_t row = family->row[i];
        if (points < bench->before - allowed || shared & strand->without ||
            is_in(x->present, x->party->n_places, row))
            continue;
        out[n++] = (struct candidate){row, points - bench->before, reduced, 0};
    }
    return n;
}

/* The least reduced price of a candidate for a place. */
static void find_least(struct party_exchange *x, struct bench *bench, int allowed)
{
    const struct party_index *index = &x->search->index;
    unsigned shared;
    party_beside_init(&bench->beside, x->party, index, NULL, x->present, bench->place);
    bench->before =
        party_points_beside(&bench->beside, party_key(index, x->present[bench->place]),
                            index->words, &shared);
    bench->n_strands = party_strands(&bench->beside, bench->strands);
    bench->least = 0;
    for (size_t s = 0; s < bench->n_strands; s++) {
        struct candidate least;
        if (bench->strands[s].most >= bench->before - allowed &&
            collect(x, bench, &bench->strands[s], allowed, bench->least, 1, &least))
            bench->least = least.reduced;
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

/* All candidates with a reduced price below `most`, and what they can do at best. */
static void fill_bench(struct party_exchange *x, struct bench *bench, int allowed,
                       double most)
{
    const struct party *party = x->party;
    int32_t present = x->present[bench->place];
    bench->n = 0;
    for (size_t s = 0; s < bench->n_strands; s++)
        if (bench->strands[s].most >= bench->before - allowed)
            bench->n +=
                collect(x, bench, &bench->strands[s], allowed, most,
                        MOST_CANDIDATES - bench->n, bench->candidate + bench->n);
    sort_candidates(bench->candidate, bench->n);
    bench->most_points = 0;
    memset(bench->supply, 0, sizeof bench->supply);
    for (size_t i = 0; i < bench->n; i++) {
        struct candidate *candidate = &bench->candidate[i];
        candidate->price = party->price[candidate->row] - party->price[present];
        if (candidate->points > bench->most_points)
            bench->most_points = candidate->points;
        for (size_t d = 0; d < x->search->n_demands; d++) {
            const struct party_demand *demand = &x->search->demand[d];
            bench->supply[d] =
                fmax(bench->supply[d], party_supply(demand, candidate->row) -
                                           party_supply(demand, present));
        }
    }
}

/* Of at most m exchanges in places from b on: the least reduced price, and the most
 * points and supply. */
static void sum_up(struct party_exchange *x)
{
    size_t n = x->n_benches, demands = x->search->n_demands;
    memset(x->rest, 0, sizeof x->rest);
    for (size_t m = 1; m <= MOST_CHANGES; m++)
        for (size_t b = n; b-- > 0;) {
            const struct bench *bench = &x->bench[b];
            const struct rest *skip = &x->rest[m][b + 1],
                              *take = &x->rest[m - 1][b + 1];
            struct rest *rest = &x->rest[m][b];
            rest->reduced = fmin(skip->reduced, take->reduced + bench->least);
            rest->points = skip->points > take->points + bench->most_points
                               ? skip->points
                               : take->points + bench->most_points;
            for (size_t d = 0; d < demands; d++)
                rest->supply[d] =
                    fmax(skip->supply[d], take->supply[d] + bench->supply[d]);
        }
}

/* Points that a candidate adds to the mixed party: those beside the present neighbours,
 * corrected for neighbours that have changed. */
static int points_added(const struct party_exchange *x, const struct bench *bench,
                        const struct candidate *candidate)
{
    const struct party_index *index = &x->search->index;
    uint64_t others = x->changed & x->beside[bench->place];
    int points = candidate->points;
    int32_t present = x->present[bench->place];
    for (; others; others &= others - 1) {
        int q = __builtin_ctzll(others);
        points += party_pair_points(index, candidate->row, x->mixed[q]) -
                  party_pair_points(index, candidate->row, x->present[q]) -
                  party_pair_points(index, present, x->mixed[q]) +
                  party_pair_points(index, present, x->present[q]);
    }
    return points;
}

/* Whether places from b on can make up for what is missing, by m exchanges. */
static bool can_make_up(const struct party_exchange *x, const struct depth *at,
                        size_t m, size_t b)
{
    const struct rest *rest = &x->rest[m][b];
    if (at->reduced + rest->reduced >= x->bound + x->goal ||
        at->spare + rest->points < 0)
        return false;
    for (size_t d = 0; d < x->search->n_demands; d++)
        if (at->supply[d] + rest->supply[d] < 0)
            return false;
    return true;
}

/* Keeps the mixed party where it is the cheapest so far that holds all rules. */
static void reached(struct party_exchange *x, const struct depth *at)
{
    if (at->price >= x->goal || !can_make_up(x, at, 0, x->n_benches) ||
        !party_is_feasible(x->party, x->mixed, NULL))
        return;
    x->goal = at->price;
    memcpy(x->best, x->mixed, sizeof x->best);
}

/* Where the search stands after one more exchange. */
static struct depth exchanged(const struct party_exchange *x, const struct bench *bench,
                              const struct candidate *candidate, const struct depth *at)
{
    struct depth next = *at;
    next.reduced += candidate->reduced;
    next.price += candidate->price;
    next.spare += points_added(x, bench, candidate);
    for (size_t d = 0; d < x->search->n_demands; d++) {
        const struct party_demand *demand = &x->search->demand[d];
        next.supply[d] += party_supply(demand, candidate->row) -
                          party_supply(demand, x->present[bench->place]);
    }
    return next;
}

/* Tries all of at most m exchanges in places from b on. */
static void descend(struct party_exchange *x, size_t b, size_t m,
                    const struct depth *at)
{
    for (; b < x->n_benches && can_make_up(x, at, m, b); b++) {
        const struct bench *bench = &x->bench[b];
        double most = x->bound - at->reduced - x->rest[m - 1][b + 1].reduced;
        for (size_t i = 0; i < bench->n; i++) {
            const struct candidate *candidate = &bench->candidate[i];
            if (candidate->reduced >= most + x->goal)
                break;
            if (!x->nodes)
                return;
            x->nodes--;
            if (is_in(x->mixed, x->party->n_places, candidate->row))
                continue;
            struct depth next = exchanged(x, bench, candidate, at);
            x->changed |= (uint64_t)1 << bench->place;
            x->mixed[bench->place] = candidate->row;
            reached(x, &next);
            if (m > 1)
                descend(x, b + 1, m - 1, &next);
            x->changed &= ~((uint64_t)1 << bench->place);
            x->mixed[bench->place] = x->present[bench->place];
        }
    }
}

/* Differences of the present party to what is wanted. */
static void begin(struct party_exchange *x, struct depth *at)
{
    const struct party *party = x->party;
    *at = (struct depth){.spare = -party->synergy_min};
    x->bound = 0;
    x->changed = 0;
    for (size_t e = 0; e < party->n_edges; e++)
        at->spare += party_pair_points(&x->search->index, x->present[party->edge[e][0]],
                                       x->present[party->edge[e][1]]);
    for (size_t d = 0; d < x->search->n_demands; d++) {
        const struct party_demand *demand = &x->search->demand[d];
        at->supply[d] = -demand->need;
        for (size_t p = 0; p < party->n_places; p++)
            at->supply[d] += party_supply(demand, x->present[p]);
        x->bound += demand->pays * at->supply[d];
    }
}

bool party_exchange_run(struct party_exchange *x, int32_t *hero, double limit,
                        uint64_t *nodes)
{
    const struct party *party = x->party;
    size_t bytes = party->n_places * sizeof *hero;
    struct depth at;
    memcpy(x->present, hero, bytes);
    memcpy(x->mixed, hero, bytes);
    begin(x, &at);
    double goal = limit - party_price(party, hero), least = 0;
    x->goal = goal;
    for (size_t b = 0; b < x->n_benches; b++) {
        find_least(x, &x->bench[b], at.spare);
        least += x->bench[b].least;
    }
    double gap = x->bound + goal - least;
    if (gap <= 0)
        return false;
    for (size_t b = 0; b < x->n_benches; b++)
        fill_bench(x, &x->bench[b], at.spare, x->bench[b].least + gap);
    sum_up(x);
    x->nodes = *nodes;
    reached(x, &at);
    for (size_t m = 1; m <= MOST_CHANGES && x->nodes; m++)
        descend(x, 0, m, &at);
    *nodes = x->nodes;
    if (x->goal >= goal)
        return false;
    memcpy(hero, x->best, bytes);
    return true;
}
