/* Simulated annealing of party puzzles, as one would write it for this problem alone: a second
 * source of best known parties (configs/party/benchmark). It shares the reader and the
 * definitions of the party island, and none of its searches.
 *
 * A move replaces the heroes of one or two places, or exchanges two places. The energy is the
 * price with a penalty for each unit by which a rule is broken; a penalty grows while its rule is
 * broken, and shrinks while it holds. New heroes are drawn from those that share values of the
 * heaviest traits with a neighbour, those of the least price at the present penalties first.
 * Nothing is proven. Each better party that keeps all rules is printed:
 *
 *   PRICE ID ID ...          ids by place
 *
 * Usage: anneal_party CONFIG SEED SECONDS [KEY=VALUE]...     CPU seconds of one annealing */
#include "clock.h"
#include "comm_serial.h"
#include "config.h"
#include "party_problem.h"
#include "registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEST_OF_LIST = 2000, /* heroes that a list is drawn from */
    TRIES = 20,          /* for a hero that is free and shares what it should */
    SCAN = 200,          /* heroes of a list looked at for one more shared value */
    ADAPT = 1000,        /* moves from one change of the penalties to the next */
    SORTS = 16           /* times that the lists are sorted anew */
};

/* Temperatures at the beginning and the end, in steps of the price. Chosen by hand. */
static const double HOT = 5, COLD = 0.15;

/* Rows of heroes by a value, the cheapest first: those of value v from first[v] to first[v + 1]. */
struct list {
    uint32_t n_values;
    size_t *first;
    int32_t *row;
};

struct rule {
    double penalty; /* for each unit */
    double side;    /* mean of late: 1 too little, -1 too much, 0 it holds */
    double amount;  /* of a sum */
};

struct annealing {
    const struct party *party;
    struct arena perm;
    struct rng rng;
    int32_t hero[PARTY_MAX_PLACES];
    uint8_t *used;                         /* by row: in the party, or never to be */
    size_t open[PARTY_MAX_PLACES], n_open; /* places that are not fixed */
    uint32_t *count[PARTY_MAX_TRAITS];     /* heroes in the party, by value */
    size_t heavy[PARTY_MAX_TRAITS],
        n_heavy;                          /* traits with a weight, the heaviest first */
    struct list single[PARTY_MAX_TRAITS]; /* by the value of a heavy trait */
    struct list pair; /* by those of the two heaviest; n_values 0: there are no two */
    int32_t *order;   /* rows, the cheapest first */
    double *reduced;  /* price less what a hero does for the rules, by row */
    struct rule rule[PARTY_MAX_REQUIREMENTS];
    double synergy_penalty, price;
    int points;
};

static void must(enum status status, const struct error *err)
{
    if (status) {
        fprintf(stderr, "anneal_party: %s\n", err->text);
        exit(status_exit_code(status));
    }
}

static void *take(struct annealing *a, size_t n, size_t size)
{
    void *memory = arena_take(&a->perm, n * size);
    if (!memory) {
        fprintf(stderr, "anneal_party: no memory\n");
        exit(1);
    }
    memset(memory, 0, n * size);
    return memory;
}

/* Lists. */

static const double *sort_keys; /* of the rows that qsort compares */

static int by_key(const void *a, const void *b)
{
    double x = sort_keys[*(const int32_t *)a], y = sort_keys[*(const int32_t *)b];
    return x < y ? -1 : x > y;
}

static uint32_t pair_value(const struct annealing *a, int32_t row, int32_t other)
{
    const struct party_trait *first = &a->party->trait[a->heavy[0]],
                             *second = &a->party->trait[a->heavy[1]];
    return first->code[row] * second->n_values + second->code[other];
}

static uint32_t list_value(const struct annealing *a, const struct list *list,
                           int32_t row)
{
    if (list == &a->pair)
        return pair_value(a, row, row);
    return a->party->trait[a->heavy[list - a->single]].code[row];
}

static void fill_list(struct annealing *a, struct list *list)
{
    size_t n = a->party->n_heroes;
    memset(list->first, 0, (list->n_values + 2) * sizeof *list->first);
    for (size_t i = 0; i < n; i++)
        list->first[list_value(a, list, (int32_t)i) + 2]++;
    for (uint32_t v = 0; v < list->n_values; v++)
        list->first[v + 2] += list->first[v + 1];
    for (size_t i = 0; i < n; i++)
        list->row[list->first[list_value(a, list, a->order[i]) + 1]++] = a->order[i];
}

/* Sorts all lists by the present penalties. */
static void sort_lists(struct annealing *a)
{
    const struct party *party = a->party;
    for (size_t i = 0; i < party->n_heroes; i++) {
        a->reduced[i] = party->price[i];
        for (size_t r = 0; r < party->n_requirements; r++)
            if (party->requirement[r].kind == PARTY_SUM)
                a->reduced[i] -= a->rule[r].penalty * a->rule[r].side *
                                 party->number[party->requirement[r].column].value[i];
    }
    sort_keys = a->reduced;
    qsort(a->order, party->n_heroes, sizeof *a->order, by_key);
    for (size_t i = 0; i < a->n_heavy; i++)
        fill_list(a, &a->single[i]);
    if (a->pair.n_values)
        fill_list(a, &a->pair);
}

static void take_list(struct annealing *a, struct list *list, uint32_t n_values)
{
    list->n_values = n_values;
    list->first = take(a, n_values + 2, sizeof *list->first);
    list->row = take(a, a->party->n_heroes, sizeof *list->row);
}

/* A row of a value, the cheaper the likelier; -1: there is none. shares: a row whose value of
 * the trait it should have, or -1. */
static int32_t draw(struct annealing *a, const struct list *list, uint32_t value,
                    size_t trait, int32_t shares)
{
    size_t n = list->first[value + 1] - list->first[value];
    size_t most = n < BEST_OF_LIST ? n : BEST_OF_LIST;
    const uint16_t *code = a->party->trait[trait].code;
    double u = rng_unit(&a->rng);
    for (size_t i = (size_t)((double)most * u * u * u * u), last = i + SCAN;
         i < n && i < last; i++) {
        int32_t row = list->row[list->first[value] + i];
        if (!a->used[row] && (shares < 0 || code[row] == code[shares]))
            return row;
    }
    return -1;
}

/* A hero for a place, that shares values with its neighbours; -1: none was found. */
static int32_t propose(struct annealing *a, size_t place)
{
    const struct party *party = a->party;
    for (int i = 0; i < TRIES; i++) {
        size_t near = party->n_neighbours[place];
        const uint8_t *neighbour = party->neighbour[place];
        int32_t one = a->hero[near ? neighbour[rng_below(&a->rng, near)] : place];
        int32_t two = a->hero[near ? neighbour[rng_below(&a->rng, near)] : place];
        size_t k = rng_below(&a->rng, a->n_heavy);
        double u = rng_unit(&a->rng);
        int32_t row;
        if (a->pair.n_values && u < 0.75)
            row = draw(a, &a->pair, pair_value(a, one, u < 0.2 ? two : one),
                       a->heavy[k], u > 0.5 ? two : -1);
        else
            row = draw(a, &a->single[k], party->trait[a->heavy[k]].code[one], 0, -1);
        if (row >= 0)
            return row;
    }
    return -1;
}

/* The state. */

/* Adds a hero to all counts, or removes it. */
static void note(struct annealing *a, int32_t row, int sign)
{
    const struct party *party = a->party;
    a->price += sign * party->price[row];
    a->used[row] = (uint8_t)(a->used[row] + sign);
    for (size_t t = 0; t < party->n_traits; t++)
        a->count[t][party->trait[t].code[row]] += (uint32_t)sign;
    for (size_t r = 0; r < party->n_requirements; r++)
        if (party->requirement[r].kind == PARTY_SUM)
            a->rule[r].amount +=
                sign * party->number[party->requirement[r].column].value[row];
}

static void put(struct annealing *a, size_t place, int32_t row)
{
    const struct party *party = a->party;
    int32_t old = a->hero[place];
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = a->hero[party->neighbour[place][i]];
        a->points +=
            party_edge_points(party, row, other) - party_edge_points(party, old, other);
    }
    note(a, old, -1);
    note(a, row, 1);
    a->hero[place] = row;
}

static double amount_of(const struct annealing *a, size_t r)
{
    const struct party_requirement *rule = &a->party->requirement[r];
    const uint16_t *code = a->party->trait[rule->column].code;
    uint32_t same = 0;
    double distinct = 0;
    if (rule->kind == PARTY_SUM)
        return a->rule[r].amount;
    if (rule->kind == PARTY_COUNT)
        return a->count[rule->column][rule->value];
    for (size_t p = 0; p < a->party->n_places; p++) {
        uint32_t n = a->count[rule->column][code[a->hero[p]]];
        same = n > same ? n : same;
        distinct += 1.0 / n;
    }
    return rule->kind == PARTY_SAME ? same : round(distinct);
}

/* Below least: positive; above most: negative; 0: the rule holds. */
static double violation(const struct annealing *a, size_t r)
{
    const struct party_requirement *rule = &a->party->requirement[r];
    double amount = amount_of(a, r);
    return amount < rule->min   ? rule->min - amount
           : amount > rule->max ? rule->max - amount
                                : 0;
}

static double energy(const struct annealing *a)
{
    int missing = a->party->synergy_min - a->points;
    double sum = a->price + (missing > 0 ? missing * a->synergy_penalty : 0);
    for (size_t r = 0; r < a->party->n_requirements; r++)
        sum += a->rule[r].penalty * fabs(violation(a, r));
    return sum;
}

/* Grown while broken, shrunk while kept; the factors are chosen by hand. */
static void adapt(struct annealing *a)
{
    a->synergy_penalty *= a->points < a->party->synergy_min ? 1.03 : 0.99;
    for (size_t r = 0; r < a->party->n_requirements; r++) {
        double by = violation(a, r);
        a->rule[r].penalty *= by != 0 ? 1.03 : 0.99;
        a->rule[r].side += 0.01 * ((by > 0) - (by < 0) - a->rule[r].side);
    }
}

/* Moves. */

/* Keeps a change with the probability of Metropolis. */
static bool is_kept(struct annealing *a, double before, double heat)
{
    double worse = energy(a) - before;
    return worse <= 0 || rng_unit(&a->rng) < exp(-worse / heat);
}

static void exchange(struct annealing *a, size_t p, size_t q)
{
    int32_t row = a->hero[p], other = a->hero[q];
    put(a, p, other);
    put(a, q, row);
}

static void move(struct annealing *a, double heat)
{
    size_t p = a->open[rng_below(&a->rng, a->n_open)];
    size_t q = a->open[rng_below(&a->rng, a->n_open)];
    int32_t old_p = a->hero[p], old_q = a->hero[q];
    double before = energy(a), u = rng_unit(&a->rng);
    if (p != q && u < 0.12) {
        exchange(a, p, q);
        if (!is_kept(a, before, heat))
            exchange(a, p, q);
        return;
    }
    int32_t row = propose(a, p);
    if (row < 0)
        return;
    put(a, p, row);
    bool two = p != q && u < 0.25;
    int32_t second = two ? propose(a, q) : -1;
    if (second >= 0)
        put(a, q, second);
    if (is_kept(a, before, heat))
        return;
    if (second >= 0)
        put(a, q, old_q);
    put(a, p, old_p);
}

/* Prints the party if it keeps all rules and is cheaper than the best so far. */
static void keep_best(struct annealing *a, double *best)
{
    if (a->price >= *best || energy(a) > a->price ||
        !party_is_feasible(a->party, a->hero, NULL)) /* in exact arithmetic */
        return;
    *best = a->price;
    printf("%.10g", a->price);
    for (size_t p = 0; p < a->party->n_places; p++)
        printf(" %lld", (long long)a->party->id[a->hero[p]]);
    printf("\n");
    fflush(stdout);
}

/* Setup. */

static void find_heavy_traits(struct annealing *a)
{
    const struct party *party = a->party;
    for (size_t t = 0; t < party->n_traits; t++) {
        size_t i = a->n_heavy;
        if (party->trait[t].weight == 0)
            continue;
        for (; i > 0 && party->trait[a->heavy[i - 1]].weight < party->trait[t].weight;
             i--)
            a->heavy[i] = a->heavy[i - 1];
        a->heavy[i] = t;
        a->n_heavy++;
    }
    if (a->n_heavy == 0) /* any trait serves to draw heroes */
        a->n_heavy = 1;
}

static void take_memory(struct annealing *a)
{
    const struct party *party = a->party;
    a->used = take(a, party->n_heroes, 1);
    a->order = take(a, party->n_heroes, sizeof *a->order);
    a->reduced = take(a, party->n_heroes, sizeof *a->reduced);
    for (size_t i = 0; i < party->n_heroes; i++) {
        a->order[i] = (int32_t)i;
        a->used[i] = party->banned[i] ? 2 : 0;
    }
    for (size_t t = 0; t < party->n_traits; t++)
        a->count[t] = take(a, party->trait[t].n_values, sizeof *a->count[t]);
    for (size_t i = 0; i < a->n_heavy; i++)
        take_list(a, &a->single[i], party->trait[a->heavy[i]].n_values);
    if (a->n_heavy > 1)
        take_list(a, &a->pair,
                  party->trait[a->heavy[0]].n_values *
                      party->trait[a->heavy[1]].n_values);
}

/* Any heroes in the open places. */
static void begin(struct annealing *a)
{
    const struct party *party = a->party;
    for (size_t p = 0; p < party->n_places; p++) {
        int32_t row = party->fixed[p];
        while (row < 0) {
            int32_t drawn = (int32_t)rng_below(&a->rng, party->n_heroes);
            row = a->used[drawn] ? -1 : drawn;
        }
        if (party->fixed[p] < 0)
            a->open[a->n_open++] = p;
        a->hero[p] = row;
        note(a, row, 1);
    }
    a->points = party_points(party, a->hero);
}

/* One annealing of so many CPU seconds. */
static void anneal(struct annealing *a, double seconds, double step)
{
    double begin_s = clock_thread_s(), spent = 0, sorted = -1, best = INFINITY,
           heat = HOT * step;
    for (uint64_t i = 0; spent < seconds; i++) {
        if (i % ADAPT == 0) {
            spent = clock_thread_s() - begin_s;
            heat = step * HOT * pow(COLD / HOT, spent / seconds);
            adapt(a);
        }
        if (spent >= sorted) {
            sort_lists(a);
            sorted += seconds / SORTS;
        }
        move(a, heat);
        keep_best(a, &best);
    }
}

int main(int argc, char **argv)
{
    struct error err = {0};
    struct comm *comm;
    struct annealing a = {0};
    struct config config;
    struct puzzle puzzle = {0};
    if (argc < 4) {
        fprintf(stderr, "usage: anneal_party CONFIG SEED SECONDS [KEY=VALUE]...\n");
        return 2;
    }
    const struct config_request request = {.path = argv[1],
                                           .overrides = (const char *const *)argv + 4,
                                           .n_overrides = (size_t)argc - 4};
    arena_init(&a.perm);
    must(comm_serial_open(&comm, &err), &err);
    must(config_load(&request, &registry_all, comm, &a.perm, &config, &err), &err);
    if (config.problem != &party_problem) {
        fprintf(stderr, "anneal_party: %s: problem %s (expected: party)\n", argv[1],
                config.problem->name);
        return 2;
    }
    must(party_problem.init(config.problem_keys, &a.perm, &puzzle.self, &puzzle.shape,
                            &err),
         &err);
    a.party = &((const struct party_instance *)puzzle.self)->party;
    double step = party_price_step(a.party);
    rng_init(&a.rng, strtoull(argv[2], NULL, 10), 0, 0, RNG_PROBLEM);
    find_heavy_traits(&a);
    take_memory(&a);
    begin(&a);
    a.synergy_penalty = step > 0 ? step : 1;
    for (size_t r = 0; r < a.party->n_requirements; r++)
        a.rule[r].penalty = a.synergy_penalty;
    anneal(&a, strtod(argv[3], NULL), a.synergy_penalty);
    arena_free(&a.perm);
    comm_close(comm);
    return 0;
}
