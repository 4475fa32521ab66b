#include "level_generate_command.h"

#include "clock.h"
#include "level_generate.h"
#include "signals.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct generate_arguments {
    uint64_t n, seed;
    double limit_s; /* CPU seconds; INFINITY: none */
};

static enum status read_number(const char *name, const char *text, uint64_t least,
                               uint64_t *out, struct error *err)
{
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *out >= least
               ? STATUS_OK
               : error_set(err, STATUS_INPUT,
                           "generate: %s %.40s (expected: a whole number from %d)",
                           name, text, (int)least);
}

static enum status read_limit(const char *text, double *out, struct error *err)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && *out > 0
               ? STATUS_OK
               : error_set(err, STATUS_INPUT,
                           "generate: -t %.40s (expected: seconds above 0)", text);
}

static enum status read_words(int argc, char **argv, struct generate_arguments *words,
                              struct error *err)
{
    *words = (struct generate_arguments){.n = 1, .seed = 1, .limit_s = INFINITY};
    for (int i = 1; i < argc; i += 2) {
        if (!strcmp(argv[i], "-t") && i + 1 < argc) {
            if (read_limit(argv[i + 1], &words->limit_s, err))
                return err->status;
            continue;
        }
        uint64_t *into = !strcmp(argv[i], "-n")       ? &words->n
                         : !strcmp(argv[i], "--seed") ? &words->seed
                                                      : NULL;
        if (!into || i + 1 == argc)
            return error_set(err, STATUS_INPUT,
                             "generate: '%.40s' (expected: one config, -n LEVELS, "
                             "--seed SEED, -t SECONDS, each with its number)",
                             argv[i]);
        if (read_number(argv[i], argv[i + 1], into == &words->n, into, err))
            return err->status;
    }
    return STATUS_OK;
}

/* Prints a level as a whole: a signal is held back until it is written. */
static enum status print_level(const struct level_board *board,
                               const struct level_grid *grid, bool first,
                               struct error *err)
{
    signals_hold(true);
    if (!first)
        putchar('\n');
    level_grid_print(&board->game, grid, stdout);
    bool failed = fflush(stdout) || ferror(stdout);
    signals_hold(false);
    return failed ? error_set(err, STATUS_IO, "cannot write to standard output")
                  : STATUS_OK;
}

static enum status print_levels(const struct generate_arguments *words,
                                const void *keys, struct arena *arena,
                                struct error *err)
{
    struct level_instance instance;
    double deadline = clock_thread_s() + words->limit_s;
    if (level_instance_load(keys, arena, &instance, err))
        return err->status;
    const struct level_board *board = &instance.board;
    struct level_grid grid = level_grid_new(board->rows, board->cols, arena);
    struct arena scratch = arena_scratch(arena, level_generate_bytes(&instance));
    if (!grid.cell || !scratch.at)
        return error_set(err, STATUS_MEMORY, "level: out of memory");
    for (uint64_t i = 0; i < words->n; i++) {
        struct rng rng;
        if (clock_thread_s() > deadline)
            return error_set(err, STATUS_FAILED,
                             "stopped by the time limit of %g s: %llu of %llu levels "
                             "were printed",
                             words->limit_s, (unsigned long long)i,
                             (unsigned long long)words->n);
        rng_init(&rng, words->seed, i, 0, RNG_PROBLEM);
        level_generate(&instance, &rng, scratch, grid.cell);
        if (print_level(board, &grid, i == 0, err))
            return err->status;
    }
    return STATUS_OK;
}

enum status level_generate_command(int argc, char **argv, const void *keys,
                                   struct comm *comm, struct error *err)
{
    struct generate_arguments words;
    struct arena arena;
    if (read_words(argc, argv, &words, err))
        return err->status;
    arena_init(&arena);
    if (comm->rank == 0)
        print_levels(&words, keys, &arena, err);
    arena_free(&arena);
    return comm_agree(comm, err);
}
