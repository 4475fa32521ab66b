/* How fast the party island builds, weighs and improves parties: Type 1 of the paper,
 * in CPU time of one core.
 *
 *   construct/10000    attempts of Algorithm 1 a second, 10,000 heroes; beside attempts
 *                      that scan all heroes for each place
 *   construct/100000   the same with ten times the heroes, beside construct/10000
 *   evaluate           costs a second, beside the slow, obvious rules
 *   offspring          children a second of the plain genetic algorithm, bred and
 *                      evaluated; no reference
 *   improve            calls of local search a second, from random parties; no
 *                      reference
 *
 * Slices of both sides take turns, and the best of each counts, so that what else the
 * machine does weighs little. Usage: bench_party [--json] */
#include "clock.h"
#include "party_construct.h"
#include "party_fixture.h"
#include "party_local_search.h"
#include "party_match.h"
#include "party_operators.h"
#include "party_variation.h"

enum { SLICES = 8, PARTIES = 256 };

struct bench {
    struct fixture fixture;
    struct arena scratch;
    struct rng rng;
    int32_t parties[PARTIES][PARTY_MAX_PLACES];
    int32_t genomes[PARTIES * PARTY_MAX_PLACES]; /* the same, one after another */
};

static void must(enum status status, const struct error *err)
{
    if (!status)
        return;
    fprintf(stderr, "bench_party: %s: %s\n", err->key, err->text);
    exit(1);
}

/* The pool of 100,000 heroes, seed 1, as its generator prints it. */
static struct option_file large_pool(struct arena *perm)
{
    enum { MOST_BYTES = 8 << 20 };
    FILE *pipe = popen(SKERRY_SOURCE "/scripts/party-pool --heroes 100000", "r");
    char *text = ARENA_NEW(perm, char, MOST_BYTES);
    size_t bytes = pipe && text ? fread(text, 1, MOST_BYTES - 1, pipe) : 0;
    if (!bytes || pclose(pipe)) {
        fprintf(stderr, "bench_party: scripts/party-pool failed\n");
        exit(1);
    }
    return (struct option_file){"heroes-100000", (const unsigned char *)text, bytes};
}

static void prepare(struct bench *bench, bool large)
{
    struct fixture *f = &bench->fixture;
    size_t build = 0, search = 0;
    fixture_type(f, 1);
    if (large)
        f->keys.heroes = large_pool(&f->perm);
    must(fixture_load(f), &f->err);
    must(party_construct_prepare(&f->party, &f->perm, &build, &f->err), &f->err);
    must(party_local_search_prepare(&f->party, &f->perm, &search, &f->err), &f->err);
    bench->scratch = arena_scratch(&f->perm, build > search ? build : search);
    rng_init(&bench->rng, 1, 0, 0, RNG_ALGORITHM);
    size_t n = f->party.n_places;
    for (size_t i = 0; i < PARTIES; i++) {
        party_variation_sample(&f->party, &bench->rng, bench->scratch,
                               bench->parties[i]);
        memcpy(bench->genomes + i * n, bench->parties[i], n * sizeof(int32_t));
    }
}

/* One slice of work; returns how many things were done. */
typedef size_t work_function(struct bench *bench);

static size_t construct(struct bench *bench)
{
    enum { ATTEMPTS = 20000 };
    for (int i = 0; i < ATTEMPTS; i++) {
        int32_t hero[PARTY_MAX_PLACES];
        int points;
        memset(hero, -1, sizeof hero);
        party_construct_attempt(&bench->fixture.party, true, &bench->rng,
                                bench->scratch, hero, &points);
    }
    return ATTEMPTS;
}

/* The best of all heroes for a place, by a scan; the last of equals. */
static int32_t scan(const struct party_match *partial, size_t place)
{
    const struct party *party = partial->party;
    int32_t best_row = -1;
    int best = -1;
    for (int32_t row = 0; row < (int32_t)party->n_heroes; row++) {
        if (party->banned[row] || !party_forward_admits(&partial->filter, row))
            continue;
        int points = party_index_points_with_neighbours(party, partial->index,
                                                        partial->hero, place, row);
        bool free = points >= best;
        for (size_t p = 0; p < party->n_places && free; p++)
            free = partial->hero[p] != row;
        if (!free)
            continue;
        best = points;
        best_row = row;
    }
    return best_row;
}

static size_t construct_by_scan(struct bench *bench)
{
    enum { ATTEMPTS = 200 };
    static struct party_match partial;
    const struct party *party = &bench->fixture.party;
    const struct party_construct_state *plan = party->index;
    for (int i = 0; i < ATTEMPTS; i++) {
        struct arena scratch = bench->scratch;
        uint32_t order[PARTY_MAX_PLACES];
        party_match_init(&partial, party, &plan->index, &plan->rules, &bench->rng,
                         &scratch);
        for (size_t p = 0; p < party->n_places; p++)
            order[p] = (uint32_t)p;
        rng_shuffle(&bench->rng, order, party->n_places);
        for (size_t p = 0; p < party->n_places; p++) {
            bool looked = party_forward_check(&partial.filter);
            int32_t row = !looked ? -1
                          : p     ? scan(&partial, order[p])
                                  : party_match_any(&partial, order[p]);
            if (row < 0)
                break;
            partial.hero[order[p]] = row;
            party_forward_add(&partial.filter, row);
        }
    }
    return ATTEMPTS;
}

static size_t evaluate(struct bench *bench)
{
    enum { ROUNDS = 200 };
    double cost[PARTIES];
    for (int i = 0; i < ROUNDS; i++)
        party_operators_evaluate(&bench->fixture.party, bench->genomes, PARTIES,
                                 bench->scratch, cost);
    return (size_t)ROUNDS * PARTIES;
}

static size_t evaluate_slowly(struct bench *bench)
{
    enum { ROUNDS = 20 };
    const struct party *party = &bench->fixture.party;
    double sum = 0;
    for (int i = 0; i < ROUNDS; i++)
        for (size_t k = 0; k < PARTIES; k++)
            sum += party_is_feasible(party, bench->parties[k], NULL)
                       ? party_price(party, bench->parties[k])
                       : INFINITY;
    return sum > 0 ? (size_t)ROUNDS * PARTIES : 0;
}

static size_t offspring(struct bench *bench)
{
    const double rate = 0.2; /* mutation in the paper's Table I */
    const struct party *party = &bench->fixture.party;
    int32_t child[PARTY_MAX_PLACES];
    double cost;
    for (size_t k = 0; k < PARTIES; k++) {
        size_t other = rng_below(&bench->rng, PARTIES);
        party_variation_recombine(party, bench->parties[k], bench->parties[other], rate,
                                  &bench->rng, bench->scratch, child);
        party_operators_evaluate(party, child, 1, bench->scratch, &cost);
    }
    return PARTIES;
}

static size_t improve(struct bench *bench)
{
    for (size_t k = 0; k < PARTIES; k++) {
        int32_t hero[PARTY_MAX_PLACES];
        memcpy(hero, bench->parties[k], sizeof hero);
        party_local_search(&bench->fixture.party, 1, &bench->rng, bench->scratch, hero);
    }
    return PARTIES;
}

static double speed(work_function *work, struct bench *bench)
{
    double start = clock_process_s();
    size_t done = work(bench);
    return (double)done / (clock_process_s() - start);
}

struct task {
    const char *name, *unit;
    work_function *work, *reference; /* NULL: none */
    bool large, reference_large;
};

static const struct task tasks[] = {
    {"construct/10000", "attempts/CPU-s", construct, construct_by_scan, false, false},
    {"construct/100000", "attempts/CPU-s", construct, construct, true, false},
    {"evaluate", "evaluations/CPU-s", evaluate, evaluate_slowly, false, false},
    {"offspring", "evaluations/CPU-s", offspring, NULL, false, false},
    {"improve", "calls/CPU-s", improve, NULL, false, false}};

static void report(const struct task *task, double value, double reference, bool json)
{
    bool first = task == tasks;
    if (!json && reference > 0)
        printf("%-18s %14.0f %14.0f %8.2f  %s\n", task->name, value, reference,
               value / reference, task->unit);
    else if (!json)
        printf("%-18s %14.0f %14s %8s  %s\n", task->name, value, "-", "-", task->unit);
    else if (reference > 0)
        printf("%s{\"name\": \"party/%s\", \"value\": %.0f, \"unit\": \"%s\", "
               "\"reference\": %.0f, \"ratio\": %.3f}",
               first ? "[" : ",\n ", task->name, value, task->unit, reference,
               value / reference);
    else
        printf("%s{\"name\": \"party/%s\", \"value\": %.0f, \"unit\": \"%s\", "
               "\"reference\": null, \"ratio\": null}",
               first ? "[" : ",\n ", task->name, value, task->unit);
}

int main(int argc, char **argv)
{
    static struct bench small, large;
    bool json = argc > 1 && !strcmp(argv[1], "--json");
    prepare(&small, false);
    prepare(&large, true);
    if (!json)
        printf("%-18s %14s %14s %8s\n", "party", "skerry", "reference", "ratio");
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        const struct task *task = &tasks[i];
        double value = 0, reference = 0;
        for (int slice = 0; slice < SLICES; slice++) {
            value = fmax(value, speed(task->work, task->large ? &large : &small));
            if (task->reference)
                reference =
                    fmax(reference, speed(task->reference,
                                          task->reference_large ? &large : &small));
        }
        report(task, value, reference, json);
    }
    if (json)
        printf("]\n");
    arena_free(&small.fixture.perm);
    arena_free(&large.fixture.perm);
    return 0;
}
