/* CPU time of the fast repair beside the paper's program in CBC, on levels corrupted,
 * random, mostly enemies, mostly wall, of closed regions and of dungeons: median, mean and
 * worst of the fast one, which is stopped after its limit, and how many times longer the
 * program takes at the median of the first few levels. It is stopped after a minute, or,
 * where it takes much longer than that, after so many times what the fast one took; then it
 * takes more times than is said. Both repair the same levels, in turns; a level where both
 * are proven optimal and differ in cost ends the run.
 *
 * With --agree N: N corrupted and N random levels, a quarter as many of the others, and
 * a few of Pac-Man, or those of one row alone, by both methods; says how many the
 * program proves, and for how many of these the costs are the same. What the fast one
 * repairs goes through the checker and the independent cost. Exit 1 when they differ.
 *
 * With --row ROW SEED N: the fast one alone, on N levels of a row with another seed; the
 * slowest one and those that are not proven have a line each.
 * Usage: bench_level [--json | --agree N [ROW] | --row ROW SEED N] */
#include "level_checker.h"
#include "level_choose_method.h"
#include "level_edit_cost.h"
#include "level_game_parse.h"
#include "level_levels.h"
#include "level_mip.h"

#include <math.h>

enum { SEED = 7, LEVELS_A_TASK = 1000, DUNGEON_ROWS = 9, DUNGEON_COLS = 13 };
static const double MIP_LIMIT_S = 60;

/* What is broken in the levels of a task. */
enum family {
    CORRUPTED, /* cells of levels of a corpus */
    RANDOM, /* all cells: tiles of a set by chance, else others, as frequent as in a corpus */
    REGIONS, /* closed ones */
    DUNGEON  /* cells of two rooms and a door */
};

static const struct task {
    const char *name, *game, *corpus;
    enum family family;
    const char *tiles; /* RANDOM: the set */
    double p; /* its chance; REGIONS: their side; DUNGEON: share of the cells */
    int levels, beside_mip; /* beside_mip 0: with --agree only */
    double limit_s;         /* of the fast repair */
    double most_times;      /* that the program may take; 0: a minute */
    int agree;              /* of a hundred with --agree; 0: none */
    int rows, cols;         /* with --agree; 0: as the corpus has */
} tasks[] = {
    {"zelda-corrupted", "zelda", "zelda", CORRUPTED, "", 0, 1000, 15, 20, 0, 100, 0, 0},
    {"zelda-random", "zelda", "zelda", RANDOM, "w", 0.4, 1000, 9, 20, 0, 100, 0, 0},
    {"zelda-enemies", "zelda", "zelda", RANDOM, "123", 0.6, 300, 5, 20, 0, 25, 0, 0},
    {"zelda-walls", "zelda", "zelda", RANDOM, "w", 0.75, 1000, 3, 20, 0, 25, 0, 0},
    {"dungeon-corrupted", "dungeon", "", DUNGEON, "", 0.15, 30, 3, 6, 0, 0, 0, 0},
    {"dungeon-random", "dungeon", "", DUNGEON, "", 1, 30, 3, 6, 0, 0, 0, 0},
    {"pacman-corrupted", "pacman", "pacman", CORRUPTED, "", 0, 15, 1, 20, 0, 2, 0, 0},
    {"pacman-random", "pacman", "pacman", RANDOM, "w", 0.5, 8, 0, 20, 0, 6, 15, 14},
    {"pacman-regions", "pacman", "pacman", REGIONS, "", 6, 8, 3, 20, 45, 4, 15, 14},
    {"pacman-regions-4", "pacman", "pacman", REGIONS, "", 4, 8, 1, 20, 0, 0, 0, 0},
    {"pacman-paper", "pacman-paper", "pacman", CORRUPTED, "", 0, 8, 1, 6, 0, 0, 0, 0},
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

static void draw(const struct task *task, uint64_t seed, const struct level_game *game,
                 const struct level_corpus *corpus, int i, struct level_grid *grid)
{
    struct rng rng;
    tile_set set = 0;
    rng_init(&rng, seed, (uint64_t)i, 0, RNG_PROBLEM);
    for (const char *c = task->tiles; *c; c++)
        set |= TILE(level_game_tile_of(game, *c));
    switch (task->family) {
    case CORRUPTED:
        levels_corrupt(game, corpus, &rng, grid);
        break;
    case RANDOM:
        levels_random(game, corpus, set, task->p, &rng, grid);
        break;
    case REGIONS:
        levels_rings(game, (size_t)task->p, &rng, grid);
        break;
    case DUNGEON:
        levels_dungeon(game, task->p, &rng, grid);
    }
}

/* A task with what its levels are made of. */
struct work {
    const struct task *task;
    struct arena arena;
    struct level_game game;
    struct level_corpus corpus;
    struct level_grid grid;
};

static void open_work(struct work *work, const struct task *task)
{
    struct error err;
    work->task = task;
    arena_init(&work->arena);
    must(level_game_named(task->game, &work->arena, &work->game, &err), &err);
    work->corpus.n = 0;
    if (task->family == DUNGEON) {
        work->grid = level_grid_new(DUNGEON_ROWS, DUNGEON_COLS, &work->arena);
        return;
    }
    level_files_load(&work->game, task->corpus, &work->arena, &work->corpus);
    ensure(work->corpus.n > 0);
    const struct level_grid *first = &work->corpus.level[0];
    work->grid = level_grid_new(first->rows, first->cols, &work->arena);
}

/* CPU seconds of one repair; its cost, NaN when not proven. */
static double repair(level_repair_method *method, struct work *work, double limit,
                     double *cost)
{
    struct arena arena;
    struct level_repair out;
    struct error err;
    arena_init(&arena);
    must(method(&work->game, &work->grid, NULL, limit, &arena, &out, &err), &err);
    arena_free(&arena);
    *cost = out.optimal ? out.cost : NAN;
    return out.seconds;
}

struct figures {
    double median, mean, worst, mip, beside; /* seconds; medians of the first levels */
    int proven;
    bool stopped; /* the program, at some level */
};

static void measure(struct work *work, struct figures *figures)
{
    static double fast[LEVELS_A_TASK], mip[LEVELS_A_TASK], beside[LEVELS_A_TASK];
    const struct task *task = work->task;
    *figures = (struct figures){0};
    for (int i = 0; i < task->levels; i++) {
        double cost, mip_cost;
        draw(task, SEED, &work->game, &work->corpus, i, &work->grid);
        fast[i] = repair(level_repair_fast, work, task->limit_s, &cost);
        figures->mean += fast[i] / task->levels;
        figures->proven += !isnan(cost);
        if (i >= task->beside_mip)
            continue;
        double limit = task->most_times > 0 ? task->most_times * fast[i] : MIP_LIMIT_S;
        beside[i] = fast[i];
        mip[i] = repair(level_repair_mip, work, limit, &mip_cost);
        figures->stopped = figures->stopped || isnan(mip_cost);
        ensure(!(fabs(cost - mip_cost) > 1e-6)); /* NaN: not proven */
    }
    qsort(fast, (size_t)task->levels, sizeof *fast, compare);
    qsort(mip, (size_t)task->beside_mip, sizeof *mip, compare);
    qsort(beside, (size_t)task->beside_mip, sizeof *beside, compare);
    figures->median = fast[task->levels / 2];
    figures->worst = fast[task->levels - 1];
    figures->mip = mip[task->beside_mip / 2];
    figures->beside = beside[task->beside_mip / 2];
}

/* Whether a proven repair is playable and costs what it says. */
static bool holds(const struct level_game *game, const struct level_grid *grid,
                  const struct level_repair *out, struct arena *arena)
{
    size_t n = level_cells(grid);
    struct arena scratch =
        arena_scratch(arena, level_checker_bytes(n) + level_edit_cost_bytes(n));
    return out->optimal && !level_checker_report(game, &out->grid, scratch, stdout) &&
           fabs(level_edit_cost(game, grid, &out->grid, scratch) - out->cost) < 1e-9;
}

/* How the two methods compare on n levels. */
struct agreement {
    int proven, same, wrong; /* by the program; of these; not what the fast one says */
};

static void agree(struct work *work, int n, struct agreement *out)
{
    const struct task *task = work->task;
    struct error err;
    *out = (struct agreement){0};
    if (task->rows) {
        work->grid.rows = (size_t)task->rows;
        work->grid.cols = (size_t)task->cols;
    }
    for (int i = 0; i < n; i++) {
        struct arena one;
        struct level_repair fast, mip;
        arena_init(&one);
        draw(task, SEED, &work->game, &work->corpus, i, &work->grid);
        must(level_repair_fast(&work->game, &work->grid, NULL, task->limit_s, &one,
                               &fast, &err),
             &err);
        must(level_repair_mip(&work->game, &work->grid, NULL, MIP_LIMIT_S, &one, &mip,
                              &err),
             &err);
        out->proven += mip.optimal;
        out->same += mip.optimal && fabs(mip.cost - fast.cost) < 1e-6;
        out->wrong += !holds(&work->game, &work->grid, &fast, &one);
        arena_free(&one);
    }
}

static int compare_methods(int n, const char *row)
{
    static struct work work;
    bool all = true;
    printf("%-17s %7s %7s %7s %7s\n", "levels", "both", "proven", "same", "wrong");
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        struct agreement a;
        int levels = (n * tasks[i].agree + 99) / 100;
        if (!levels || (row && strcmp(row, tasks[i].name)))
            continue;
        open_work(&work, &tasks[i]);
        agree(&work, levels, &a);
        arena_free(&work.arena);
        printf("%-17s %7d %7d %7d %7d\n", tasks[i].name, levels, a.proven, a.same,
               a.wrong);
        fflush(stdout);
        all = all && a.same == a.proven && a.wrong == 0;
    }
    return all ? 0 : 1;
}

/* Repairs n levels of a row, drawn with a seed of their own. */
static int measure_row(const char *row, uint64_t seed, int n)
{
    static struct work work;
    size_t k = 0;
    int proven = 0, slowest = 0;
    double mean = 0, worst = 0;
    while (k < sizeof tasks / sizeof *tasks && strcmp(tasks[k].name, row) != 0)
        k++;
    if (k == sizeof tasks / sizeof *tasks) {
        fprintf(stderr, "bench_level: no row '%s'\n", row);
        return 2;
    }
    open_work(&work, &tasks[k]);
    for (int i = 0; i < n; i++) {
        double cost;
        draw(&tasks[k], seed, &work.game, &work.corpus, i, &work.grid);
        double seconds = repair(level_repair_fast, &work, tasks[k].limit_s, &cost);
        mean += seconds / n;
        slowest = seconds > worst ? i : slowest;
        worst = fmax(seconds, worst);
        proven += !isnan(cost);
        if (isnan(cost))
            printf("level %d: not proven in %.1f s\n", i, seconds);
    }
    arena_free(&work.arena);
    printf("%s, seed %llu: %d of %d proven, mean %.3f ms, worst %.3f ms (level %d)\n",
           row, (unsigned long long)seed, proven, n, 1e3 * mean, 1e3 * worst, slowest);
    return 0;
}

static void print_json(const struct task *task, const struct figures *f)
{
    printf("%s{\"name\": \"level-%s\", \"value\": %.6g, \"unit\": \"s\", "
           "\"reference\": %.6g, \"ratio\": %.6g}",
           task == tasks ? "[" : ",\n", task->name, f->beside, f->mip,
           f->mip / f->beside);
}

static void print_line(const struct task *task, const struct figures *f)
{
    printf("%-17s %4d/%-4d %8.3f %9.3f %9.3f %9.1f %2s%5.0f\n", task->name, f->proven,
           task->levels, 1e3 * f->median, 1e3 * f->mean, 1e3 * f->worst, 1e3 * f->mip,
           f->stopped ? ">" : "", f->mip / f->beside);
}

int main(int argc, char **argv)
{
    static struct work work;
    if (argc > 2 && !strcmp(argv[1], "--agree"))
        return compare_methods(atoi(argv[2]), argc > 3 ? argv[3] : NULL);
    if (argc == 5 && !strcmp(argv[1], "--row"))
        return measure_row(argv[2], strtoull(argv[3], NULL, 10), atoi(argv[4]));
    int json = argc > 1 && !strcmp(argv[1], "--json");
    if (!json)
        printf("%-17s %9s %8s %9s %9s %9s %7s\n", "levels", "proven", "median ms",
               "mean ms", "worst ms", "mip ms", "times");
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        struct figures f;
        if (!tasks[i].beside_mip)
            continue;
        open_work(&work, &tasks[i]);
        measure(&work, &f);
        arena_free(&work.arena);
        if (json)
            print_json(&tasks[i], &f);
        else
            print_line(&tasks[i], &f);
        fflush(stdout);
    }
    if (json)
        puts("]");
    return 0;
}
