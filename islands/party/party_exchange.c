#include "party_exchange.h"

#include <math.h>
#include <string.h>

enum { MOST_CANDIDATES = 64 }; /* of a place */

/* Against the hero in place. */
struct candidate {
    int32_t row;
    int points;     /* beside the present neighbours */
    double reduced; /* price */
    double price;
};

struct bench {
    size_t place;
    size_t n; /* candidates; the first is the hero in place */
    struct candidate *candidate;
    struct party_beside beside;
    size_t n_strands;
    struct party_strand *strands;
    int before;                       /* points beside the neighbours */
    int most_points;                  /* that a candidate adds */
    double least;                     /* reduced price of a candidate */
    double supply[PARTY_MAX_DEMANDS]; /* most that a candidate adds */
};

struct party_exchange {
    const struct party *party;
    const struct party_search *search;
    size_t n_benches;
    struct bench bench[PARTY_MAX_PLACES];

    /* Of places from a depth on: what their candidates can do at best. */
    double least[PARTY_MAX_PLACES + 1];
    int most_points[PARTY_MAX_PLACES + 1];
    double supply[PARTY_MAX_PLACES + 1][PARTY_MAX_DEMANDS];

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
    bench->candidate[0] = (struct candidate){.row = present};
    bench->n = 1;
    for (size_t s = 0; s < bench->n_strands; s++)
        if (bench->strands[s].most >= bench->before - allowed)
            bench->n +=
                collect(x, bench, &bench->strands[s], allowed, most,
                        MOST_CANDIDATES - bench->n, bench->candidate + bench->n);
    sort_candidates(bench->candidate + 1, bench->n - 1);
    bench->most_points = 0;
    memset(bench->supply, 0, sizeof bench->supply);
    for (size_t i = 1; i < bench->n; i++) {
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

static void sum_up(struct party_exchange *x)
{
    size_t n = x->n_benches;
    x->least[n] = 0;
    x->most_points[n] = 0;
    memset(x->supply[n], 0, sizeof x->supply[n]);
    for (size_t b = n; b-- > 0;) {
        x->least[b] = x->least[b + 1] + x->bench[b].least;
        x->most_points[b] = x->most_points[b + 1] + x->bench[b].most_points;
        for (size_t d = 0; d < x->search->n_demands; d++)
            x->supply[b][d] = x->supply[b + 1][d] + x->bench[b].supply[d];
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

static void reached(struct party_exchange *x, const struct depth *at)
{
    if (at->price >= x->goal || at->spare < 0 ||
        !party_is_feasible(x->party, x->mixed, NULL))
        return;
    x->goal = at->price;
    memcpy(x->best, x->mixed, sizeof x->best);
}

/* Whether the places from b on can make up for what is missing. */
static bool can_make_up(const struct party_exchange *x, const struct depth *at,
                        size_t b)
{
    for (size_t d = 0; d < x->search->n_demands; d++)
        if (at->supply[d] + x->supply[b][d] < 0)
            return false;
    return true;
}

static void descend(struct party_exchange *x, size_t b, const struct depth *at)
{
    if (b == x->n_benches) {
        reached(x, at);
        return;
    }
    struct bench *bench = &x->bench[b];
    size_t place = bench->place;
    for (size_t i = 0; i < bench->n && x->nodes; i++) {
        const struct candidate *candidate = &bench->candidate[i];
        struct depth next = *at;
        next.reduced += candidate->reduced;
        if (next.reduced + x->least[b + 1] >= x->bound + x->goal) {
            if (i)
                break;
            continue;
        }
        x->nodes--;
        if (i) {
            if (is_in(x->mixed, x->party->n_places, candidate->row))
                continue;
            next.price += candidate->price;
            next.spare += points_added(x, bench, candidate);
            for (size_t d = 0; d < x->search->n_demands; d++) {
                const struct party_demand *demand = &x->search->demand[d];
                next.supply[d] += party_supply(demand, candidate->row) -
                                  party_supply(demand, x->present[place]);
            }
            x->changed |= (uint64_t)1 << place;
            x->mixed[place] = candidate->row;
        }
        if (next.spare + x->most_points[b + 1] >= 0 && can_make_up(x, &next, b + 1))
            descend(x, b + 1, &next);
        x->changed &= ~((uint64_t)1 << place);
        x->mixed[place] = x->present[place];
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
    descend(x, 0, &at);
    *nodes = x->nodes;
    if (x->goal >= goal)
        return false;
    memcpy(hero, x->best, bytes);
    return true;
}
