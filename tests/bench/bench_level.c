/* CPU time of the fast repair beside the paper's program in CBC, on levels corrupted,
 * random, mostly enemies and mostly wall: median, mean and worst of the fast one, and
 * how many times longer the program takes at the median of the first few levels. Both
 * repair the same levels, in turns; a level where both are proven optimal and differ in
 * cost ends the run. Usage: bench_level [--json] */
#include "level_fast.h"
#include "level_levels.h"
#include "level_mip.h"

#include <math.h>

enum { SEED = 7, LEVELS_A_TASK = 1000 };
static const double MIP_LIMIT_S = 60;
static const double FAST_LIMIT_S = 20;

static const struct task {
    const char *name, *game, *tiles; /* tiles: of this set with probability p */
    double p;                        /* 0: corrupted */
    int levels, beside_mip;
} tasks[] = {
    {"zelda-corrupted", "zelda", "", 0, LEVELS_A_TASK, 15},
    {"zelda-random", "zelda", "w", 0.4, LEVELS_A_TASK, 9},
    {"zelda-enemies", "zelda", "123", 0.6, 100, 5},
    {"zelda-walls", "zelda", "w", 0.75, 40, 3},
    {"pacman-corrupted", "pacman", "", 0, 15, 1},
};

static void must(enum status status, const struct error *err)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "bench_level: %s\n", err->text);
    exit(status_exit_code(status));
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void draw(const struct task *task, const struct level_game *game,
                 const struct level_corpus *corpus, int i, struct level_grid *grid)
{
    struct rng rng;
    tile_set set = 0;
    rng_init(&rng, SEED, (uint64_t)i, 0, RNG_PROBLEM);
    for (const char *c = task->tiles; *c; c++)
        set |= TILE(level_tile_of(game, *c));
    if (set)
        levels_random(game, corpus, set, task->p, &rng, grid);
    else
        levels_corrupt(game, corpus, &rng, grid);
}

/* CPU seconds of one repair; its cost, NaN when not proven. */
static double repair(level_repair_method *method, const struct level_game *game,
                     const struct level_grid *grid, double limit, double *cost)
{
    struct arena arena;
    struct level_repair out;
    struct error err;
    arena_init(&arena);
    must(method(game, grid, limit, &arena, &out, &err), &err);
    arena_free(&arena);
    *cost = out.optimal ? out.cost : NAN;
    return out.seconds;
}

struct figures {
    double median, mean, worst, mip, beside; /* seconds; medians of the first levels */
    int proven;
};

static void measure(const struct task *task, struct figures *figures)
{
    static struct level_corpus corpus;
    static double fast[LEVELS_A_TASK], mip[LEVELS_A_TASK], beside[LEVELS_A_TASK];
    struct arena arena;
    struct level_game game;
    struct error err;
    arena_init(&arena);
    *figures = (struct figures){0};
    must(level_game_named(task->game, &arena, &game, &err), &err);
    levels_load(&game, task->game, &arena, &corpus);
    ensure(corpus.n > 0);
    struct level_grid grid =
        level_grid_new(corpus.level[0].rows, corpus.level[0].cols, &arena);
    for (int i = 0; i < task->levels; i++) {
        double cost, mip_cost;
        draw(task, &game, &corpus, i, &grid);
        fast[i] = repair(level_repair_fast, &game, &grid, FAST_LIMIT_S, &cost);
        figures->mean += fast[i] / task->levels;
        figures->proven += !isnan(cost);
        if (i >= task->beside_mip)
            continue;
        beside[i] = fast[i];
        mip[i] = repair(level_repair_mip, &game, &grid, MIP_LIMIT_S, &mip_cost);
        ensure(!(fabs(cost - mip_cost) > 1e-6)); /* NaN: not proven */
    }
    qsort(fast, (size_t)task->levels, sizeof *fast, compare);
    qsort(mip, (size_t)task->beside_mip, sizeof *mip, compare);
    qsort(beside, (size_t)task->beside_mip, sizeof *beside, compare);
    figures->median = fast[task->levels / 2];
    figures->worst = fast[task->levels - 1];
    figures->mip = mip[task->beside_mip / 2];
    figures->beside = beside[task->beside_mip / 2];
    arena_free(&arena);
}

int main(int argc, char **argv)
{
    int json = argc > 1 && !strcmp(argv[1], "--json");
    if (!json)
        printf("%-17s %7s %9s %9s %9s %9s %7s\n", "levels", "proven", "median ms",
               "mean ms", "worst ms", "mip ms", "times");
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        struct figures f;
        measure(&tasks[i], &f);
        if (json)
            printf("%s{\"name\": \"level-%s\", \"value\": %.6g, \"unit\": \"s\", "
                   "\"reference\": %.6g, \"ratio\": %.6g}",
                   i ? ",\n" : "[", tasks[i].name, f.beside, f.mip, f.mip / f.beside);
        else
            printf("%-17s %3d/%-4d %8.3f %9.3f %9.3f %9.1f %7.0f\n", tasks[i].name,
                   f.proven, tasks[i].levels, 1e3 * f.median, 1e3 * f.mean,
                   1e3 * f.worst, 1e3 * f.mip, f.mip / f.beside);
        fflush(stdout);
    }
    if (json)
        puts("]");
    return 0;
}
