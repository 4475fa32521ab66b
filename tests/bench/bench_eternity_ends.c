/* How every branch of several trunks of the beam search ends, for `scripts/reproduce
 * eternity-ends`: a line of CSV for each, with the joints of its best board, completed as
 * the algorithm `beam` does, without large neighbourhood search, and the CPU seconds of
 * the branch and of its trunk.
 *
 * Usage: bench_eternity_ends PIECES WIDTH TRUNKS [SEED] */
#include "clock.h"
#include "eternity_load.h"
#include "eternity_multi_order_beam.h"

#include <stdio.h>
#include <stdlib.h>

/* As in eternity_beam_algorithm.c: its defaults, and its first pass of completion. */
static const struct eternity_multi_order_beam_options defaults = {
    .branches = ETERNITY_MULTI_ORDER_BEAM_BRANCHES,
    .weight = 4,
    .early_noise = 1,
    .noise = 0.1,
    .free = 0.7,
    .gap = 3};
enum { SHARE = 5, NODES = 100000 };

static struct eternity puzzle;
static struct eternity_multi_order_beam search;

static enum status load(const char *path, struct error *err)
{
    static unsigned char text[1 << 16];
    struct eternity_keys keys = {.pieces = {.path = path, .data = text}};
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(err, STATUS_INPUT, "%s: cannot be read", path);
    keys.pieces.bytes = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    return eternity_load(&keys, &puzzle, err);
}

/* Breaks of the branch's best board. */
static unsigned complete(unsigned part)
{
    struct eternity_beam *beam = &search.part[part].beam;
    const uint32_t *state = eternity_beam_by_value(beam);
    unsigned best = puzzle.best_score + 1;
    for (size_t i = 0; i < (beam->states + SHARE - 1) / SHARE; i++) {
        unsigned breaks = eternity_beam_breaks(beam, state[i]);
        int16_t board[ETERNITY_MAX_CELLS];
        struct eternity_region last;
        uint64_t nodes = NODES;
        if (breaks >= best)
            continue;
        eternity_multi_order_beam_board(&search, part, state[i], board, &last);
        best = breaks +
               eternity_region_solve(&puzzle, &last, best - breaks, board, &nodes);
    }
    return best;
}

static void run_trunk(size_t width, uint64_t seed)
{
    double start = clock_process_s();
    eternity_multi_order_beam_fill(&search, seed);
    eternity_multi_order_beam_begin(&search, width, NULL, 0, seed);
    (void)eternity_beam_run(&search.part[0].beam, SIZE_MAX);
    eternity_multi_order_beam_keep(&search);
    double trunk = clock_process_s() - start;
    for (unsigned part = 1; part < search.parts; part++) {
        start = clock_process_s();
        eternity_multi_order_beam_branch(&search, part);
        (void)eternity_beam_run(&search.part[part].beam, SIZE_MAX);
        unsigned score = puzzle.best_score - complete(part);
        printf("%zu,%llu,%u,%u,%.3f,%.3f\n", width, (unsigned long long)seed, part,
               score, clock_process_s() - start, trunk);
        (void)fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    struct eternity_multi_order_beam_options options = defaults;
    struct error err = {0};
    struct arena perm;
    if (argc < 4 || argc > 5) {
        fputs("usage: bench_eternity_ends PIECES WIDTH TRUNKS [SEED]\n", stderr);
        return 2;
    }
    options.widest = strtoull(argv[2], NULL, 10);
    uint64_t trunks = strtoull(argv[3], NULL, 10);
    uint64_t first = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    arena_init(&perm);
    if (load(argv[1], &err) == STATUS_OK &&
        eternity_multi_order_beam_init(&search, &puzzle, &options, &perm, &err) ==
            STATUS_OK) {
        puts("width,trunk,branch,score,branch_s,trunk_s");
        for (uint64_t seed = first; seed < first + trunks; seed++)
            run_trunk(options.widest, seed);
    }
    if (err.status)
        fprintf(stderr, "bench_eternity_ends: %s\n", err.text);
    arena_free(&perm);
    return status_exit_code(err.status);
}
