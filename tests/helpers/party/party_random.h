/* Small random challenges of every kind, and their answers by looking at every party:
 * the slow twin of the exact search. */
#ifndef SKERRY_TEST_PARTY_RANDOM_H
#define SKERRY_TEST_PARTY_RANDOM_H

#include "party.h"
#include "party_pair_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RANDOM_HEROES = 16, RANDOM_MATCH = 64 };

struct random_party {
    struct party party;
    int64_t id[RANDOM_HEROES];
    double price[RANDOM_HEROES];
    uint16_t code[PARTY_MAX_TRAITS][RANDOM_HEROES];
    double value[PARTY_MAX_NUMBERS][RANDOM_HEROES];
    uint8_t banned[RANDOM_HEROES];
    int points[RANDOM_MATCH];
    char text[PARTY_MAX_REQUIREMENTS][64];
    struct pair_table pairs[PARTY_MAX_TRAITS];
};

static inline int random_in(struct rng *rng, int low, int high)
{
    return low + (int)rng_below(rng, (uint64_t)(high - low + 1));
}

/* Prices of one style: few ties, many ties, cents, reals, some free. */
static inline double random_price(struct rng *rng, int style)
{
    switch (style) {
    case 0:
        return 50 * random_in(rng, 1, 200);
    case 1:
        return random_in(rng, 1, 5);
    case 2:
        return random_in(rng, 1, 900) / 100.0;
    case 3:
        return 10 * rng_unit(rng);
    default:
        return rng_chance(rng, 0.3) ? 0 : 50 * random_in(rng, 1, 20);
    }
}

/* paired: of how many traits some pairs of values have weights; drawn by `others`. */
static inline void random_columns(struct random_party *x, struct rng *rng,
                                  double paired, struct rng *others)
{
    static const char *const values[] = {"a", "b", "c", "d", "e", "f"};
    struct party *p = &x->party;
    int style = random_in(rng, 0, 4);
    for (size_t h = 0; h < p->n_heroes; h++) {
        x->id[h] = (int64_t)h + 100;
        x->price[h] = random_price(rng, style);
    }
    p->n_traits = (size_t)random_in(rng, 1, 4);
    for (size_t t = 0; t < p->n_traits; t++) {
        uint32_t n = (uint32_t)random_in(rng, 1, 5);
        p->trait[t] = (struct party_trait){.name = "trait",
                                           .n_values = n,
                                           .values = (const char **)values,
                                           .code = x->code[t],
                                           .weight = random_in(rng, 0, 3)};
        for (size_t h = 0; h < p->n_heroes; h++)
            x->code[t][h] = (uint16_t)rng_below(rng, n);
        pair_table_make(&x->pairs[t], others, paired, 4, &p->trait[t]);
        p->max_match += p->trait[t].most_weight;
    }
    p->n_numbers = (size_t)random_in(rng, 1, 2);
    for (size_t c = 0; c < p->n_numbers; c++) {
        bool whole = rng_chance(rng, 0.7);
        p->number[c] = (struct party_number){.name = "number", .value = x->value[c]};
        for (size_t h = 0; h < p->n_heroes; h++)
            x->value[c][h] = whole ? random_in(rng, -5, 40) : 40 * rng_unit(rng) - 5;
    }
}

static inline void random_formation(struct random_party *x, struct rng *rng)
{
    struct party *p = &x->party;
    double density = rng_unit(rng);
    for (size_t a = 0; a < p->n_places; a++)
        for (size_t b = 0; b < a; b++) {
            if (!rng_chance(rng, density))
                continue;
            p->edge[p->n_edges][0] = (uint8_t)a;
            p->edge[p->n_edges++][1] = (uint8_t)b;
            p->neighbour[a][p->n_neighbours[a]++] = (uint8_t)b;
            p->neighbour[b][p->n_neighbours[b]++] = (uint8_t)a;
        }
    bool rising = rng_chance(rng, 0.6);
    int most = 0;
    for (int m = 0; m <= p->max_match; m++) {
        x->points[m] = rising ? (m ? x->points[m - 1] : 0) + random_in(rng, 0, 4)
                              : random_in(rng, 0, 20);
        most = x->points[m] > most ? x->points[m] : most;
    }
    p->points = x->points;
    p->most_points = (int)p->n_edges * most;
    p->synergy_min = (int)ceil((double)p->most_points * rng_unit(rng));
}

static inline void random_requirement(struct random_party *x, struct rng *rng)
{
    struct party *p = &x->party;
    size_t i = p->n_requirements++;
    struct party_requirement *r = &p->requirement[i];
    int n = (int)p->n_places;
    *r = (struct party_requirement){
        .kind = (enum party_requirement_kind)random_in(rng, 0, 3),
        .min = -INFINITY,
        .max = INFINITY,
        .text = x->text[i]};
    size_t columns = r->kind == PARTY_SUM ? p->n_numbers : p->n_traits;
    r->column = (uint32_t)rng_below(rng, columns);
    if (r->kind == PARTY_COUNT)
        r->value = (uint32_t)rng_below(rng, p->trait[r->column].n_values);
    double low =
        r->kind == PARTY_SUM ? n * random_in(rng, -2, 38) : random_in(rng, 0, n);
    double high = r->kind == PARTY_SUM ? low + random_in(rng, 0, 20 * n)
                                       : low + random_in(rng, 0, n / 2);
    int sides = random_in(rng, 0, 2);
    if (sides != 1)
        r->min = low;
    if (sides != 0)
        r->max = high;
    snprintf(x->text[i], sizeof x->text[i], "kind %d of %u value %u in %g..%g",
             (int)r->kind, r->column, r->value, r->min, r->max);
}

static inline void random_marks(struct random_party *x, struct rng *rng)
{
    struct party *p = &x->party;
    for (size_t h = 0; h < p->n_heroes; h++)
        x->banned[h] = (uint8_t)rng_chance(rng, 0.1);
    for (size_t place = 0; place < PARTY_MAX_PLACES; place++)
        p->fixed[place] = -1;
    size_t h = 0;
    for (size_t place = 0; place < p->n_places; place++)
        if (rng_chance(rng, 0.08)) {
            p->fixed[place] = (int32_t)h;
            x->banned[h++] = 1;
        }
}

/* A challenge from a seed; pointers go into x, which must stay where it is. paired: as
 * for random_columns. */
static inline void random_party_make(struct random_party *x, uint64_t seed,
                                     double paired)
{
    struct rng rng, others;
    rng_init(&others, seed, 1, 0, RNG_PROBLEM);
    rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
    memset(x, 0, sizeof *x);
    struct party *p = &x->party;
    static const int most_heroes[] = {14, 14, 14, 14, 14, 11, 8};
    p->n_places = (size_t)random_in(&rng, 1, 6);
    p->n_heroes = (size_t)random_in(&rng, (int)p->n_places, most_heroes[p->n_places]);
    p->id = x->id;
    p->price = x->price;
    p->banned = x->banned;
    p->guided = true;
    p->mend = true;
    p->completions = 10;
    p->look_ahead = 0.97;
    random_columns(x, &rng, paired, &others);
    random_formation(x, &rng);
    for (int i = random_in(&rng, 0, 4); i > 0; i--)
        random_requirement(x, &rng);
    random_marks(x, &rng);
}

static inline void random_try_place(const struct party *p, size_t place, double price,
                                    int32_t *hero, double *best)
{
    if (!(price < *best))
        return;
    if (place == p->n_places) {
        if (party_is_feasible(p, hero, NULL))
            *best = fmin(*best, party_price(p, hero));
        return;
    }
    for (size_t h = 0; h < p->n_heroes; h++) {
        bool used =
            p->fixed[place] >= 0 ? p->fixed[place] != (int32_t)h : p->banned[h] != 0;
        for (size_t q = 0; q < place && !used; q++)
            used = hero[q] == (int32_t)h;
        hero[place] = (int32_t)h;
        if (!used)
            random_try_place(p, place + 1, price + p->price[h], hero, best);
    }
}

/* The least price of a feasible party, +INFINITY when there is none: all are tried that
 * could be cheaper than the best so far. */
static inline double random_party_optimum(const struct party *p)
{
    int32_t hero[PARTY_MAX_PLACES] = {0};
    double best = INFINITY;
    random_try_place(p, 0, 0, hero, &best);
    return best;
}

#endif
