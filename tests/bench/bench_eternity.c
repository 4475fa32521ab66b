/* Eternity boards per CPU second on one core, 16 x 16: evaluations in full (score,
 * blocks and tiles of a board), first boards and the region operators, beside the plain
 * loop over all joints.
 *
 * The puzzle is made here, with the colours of Eternity II (5 on the rim, 17 inside).
 * Slices of all figures take turns and the best of each counts. Usage: bench_eternity
 * [--json] */
#include "clock.h"
#include "eternity_objectives.h"
#include "eternity_operators.h"
#include "eternity_planted.h"

#include <stdio.h>
#include <string.h>

enum { BOARDS = 64, SLICES = 12 };

struct bench {
    struct eternity_keys keys;
    struct eternity_instance instance;
    struct rng rng;
    struct arena none;
    int16_t board[BOARDS][256];
    double cost[3 * BOARDS];
    volatile unsigned sink;
};

/* Each does BOARDS boards' worth of work once. */
static void full(struct bench *bench)
{
    eternity_evaluate(&bench->instance, bench->board, BOARDS, bench->none, bench->cost);
}

static void plain(struct bench *bench)
{
    for (size_t i = 0; i < BOARDS; i++)
        bench->sink += eternity_score(&bench->instance.puzzle, bench->board[i]);
}

static void crossover(struct bench *bench)
{
    int16_t child[256];
    for (size_t i = 0; i < BOARDS; i++)
        eternity_crossover(&bench->instance, bench->board[i],
                           bench->board[(i + 1) % BOARDS], &bench->rng, bench->none,
                           child);
    bench->sink += (unsigned)child[0];
}

static void mutation(struct bench *bench)
{
    for (size_t i = 0; i < BOARDS; i++)
        eternity_mutate(&bench->instance, 1, &bench->rng, bench->none, bench->board[i]);
}

static void sampling(struct bench *bench)
{
    for (size_t i = 0; i < BOARDS; i++)
        eternity_sample(&bench->instance, &bench->rng, bench->none, bench->board[i]);
}

static const struct figure {
    const char *name, *unit;
    void (*work)(struct bench *bench);
    int rounds; /* of a slice */
} figures[] = {
    {"full evaluations", "boards / CPU s", full, 300},
    {"plain loop, score alone", "boards / CPU s", plain, 300},
    {"crossover", "boards / CPU s", crossover, 300},
    {"mutation", "boards / CPU s", mutation, 300},
    {"first boards with knowledge", "boards / CPU s", sampling, 4},
};
enum { FIGURES = sizeof figures / sizeof *figures };

static void measure(struct bench *bench, double *best)
{
    for (int slice = 0; slice < SLICES; slice++)
        for (size_t f = 0; f < FIGURES; f++) {
            double from = clock_process_s();
            for (int round = 0; round < figures[f].rounds; round++)
                figures[f].work(bench);
            double rate =
                figures[f].rounds * (double)BOARDS / (clock_process_s() - from);
            best[f] = rate > best[f] ? rate : best[f];
        }
}

int main(int argc, char **argv)
{
    static struct bench bench;
    int16_t solution[ETERNITY_MAX_CELLS];
    double best[FIGURES] = {0};
    bool json = argc > 1 && !strcmp(argv[1], "--json");
    bench.keys.initialization = ETERNITY_SAMPLING_KNOWLEDGE;
    rng_init(&bench.rng, 1, 0, 0, RNG_PROBLEM);
    planted_puzzle(&bench.rng, 16, 16, 5, 17, &bench.instance.puzzle, solution);
    eternity_instance_prepare(&bench.instance, &bench.keys);
    sampling(&bench);
    measure(&bench, best);
    for (size_t f = 0; f < FIGURES; f++)
        if (json)
            printf("%s {\"name\": \"eternity/%s\", \"value\": %.6g, \"unit\": "
                   "\"%s\", \"reference\": %.6g, \"ratio\": %.4g}%s\n",
                   f ? "" : "[", figures[f].name, best[f], figures[f].unit, best[1],
                   best[f] / best[1], f + 1 < FIGURES ? "," : "]");
        else
            printf("%-28s %10.0f thousand %-16s %6.2f of the plain loop\n",
                   figures[f].name, best[f] / 1e3, figures[f].unit, best[f] / best[1]);
    return 0;
}
