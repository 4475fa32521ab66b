/* A made-up run for the recorder's tests: a puzzle of 8 whole genes with two objectives
 * (price in coins, least; score in points, most), and a driver that tells an observer
 * what an engine would. Every number is a function of replica, generation and island,
 * so that a run in two parts tells what a run in one does. */
#ifndef SKERRY_TESTS_PLAY_H
#define SKERRY_TESTS_PLAY_H

#include "observer.h"
#include "recorder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PLAY_GENES = 8, PLAY_SOLUTIONS = 6, PLAY_LEAST = 32000 };

/* Above what a double or 32 bits hold; the config below names it, too. */
#define PLAY_SEED UINT64_C(9007199254740993)

static double play_distance(const void *self, const void *a, const void *b,
                            struct arena scratch)
{
    const int32_t *x = a, *y = b;
    int differ = 0;
    (void)self, (void)scratch;
    for (int i = 0; i < PLAY_GENES; i++)
        differ += x[i] != y[i];
    return (double)differ / PLAY_GENES;
}

static void play_decode(const void *self, const void *genome, void *out)
{
    const int32_t *from = genome;
    int32_t *to = out;
    (void)self;
    for (int i = 0; i < PLAY_GENES; i++)
        to[i] = from[i] + 1000;
}

static void play_describe(const void *self, const void *genome, FILE *out)
{
    const int32_t *gene = genome;
    (void)self;
    for (int i = 0; i < PLAY_GENES; i++)
        fprintf(out, "Platz %d → %d\n", i, gene[i] + 1000);
}

/* The config section of the puzzle. */
struct play_keys {
    struct option_file heroes, owned;
};

static const struct config_option play_options[] = {
    OPTION_FILE_AT(struct play_keys, heroes, NULL, "a file"),
    OPTION_FILE_AT(struct play_keys, owned, "~", "another"), OPTION_END};

/* The first two decoded genes tell the objectives: see play_archive. */
static enum status play_verify(const void *keys, const void *genome, size_t genes,
                               const double *fitness, size_t objectives, FILE *report,
                               struct error *err)
{
    const struct play_keys *play = keys;
    const int32_t *gene = genome;
    bool heroes =
        play->heroes.data && !strncmp((const char *)play->heroes.data, "id,", 3);
    bool price = genes == PLAY_GENES && fitness[0] == 2.0 * (gene[0] - 1000);
    bool score = objectives == 2 && fitness[1] == gene[1] - 1000;
    fprintf(report, "%s heroes are there\n", heroes ? "ok" : "WRONG");
    fprintf(report, "%s price\n", price ? "ok" : "WRONG");
    fprintf(report, "%s score\n", score ? "ok" : "WRONG");
    if (heroes && price && score)
        return STATUS_OK;
    return error_set(err, STATUS_FAILED, "a line is wrong");
}

static enum status play_init(const void *keys, struct arena *perm, void **self,
                             struct shape *shape, struct error *err);

static const struct problem play_problem = {.name = "play",
                                            .summary = "numbers out of thin air",
                                            .init = play_init,
                                            .distance = play_distance,
                                            .decode = play_decode,
                                            .options = play_options,
                                            .keys_bytes = sizeof(struct play_keys),
                                            .describe = play_describe,
                                            .verify = play_verify};

static const struct puzzle play_puzzle = {
    .problem = &play_problem,
    .shape = {.gene_type = GENE_I32,
              .genes = PLAY_GENES,
              .genome_bytes = PLAY_GENES * 4,
              .gene_unit = "hero id",
              .objectives = 2,
              .objective = {{"price", "coins", false, 0, 0},
                            {"score", "points", true, 0, 0}}}};

static enum status play_init(const void *keys, struct arena *perm, void **self,
                             struct shape *shape, struct error *err)
{
    (void)keys, (void)perm, (void)err;
    *self = NULL;
    *shape = play_puzzle.shape;
    return STATUS_OK;
}

struct play {
    uint32_t replicas, islands;
    uint64_t sub_generations, epochs;
    uint64_t from;             /* resumed at this generation; 0: a new run */
    uint64_t behind;           /* of it: replica 1 is so many generations before it */
    uint64_t stop;             /* leaves after this generation; 0: plays to the end */
    uint64_t checkpoint_every; /* epochs; 0: none */
    unsigned pause_us;         /* after each epoch */
    enum outcome_kind kind;
    bool maximise;   /* fitness = -cost, in place of the cost */
    bool infeasible; /* no solution is ever found, and why is proven */
    bool bounded;    /* in the end replica 0 has a bound, so much below its best */
    double gap;
};

static double play_cost(uint32_t replica, uint64_t generation, uint32_t island)
{
    return 2 * PLAY_LEAST + 50000.0 / (1 + (double)generation) + 100 * island + replica;
}

static struct row play_row(uint32_t replica, uint64_t generation, uint32_t island)
{
    double best = play_cost(replica, generation, island);
    if (generation == 0 && island == 0) /* nothing feasible yet */
        best = INFINITY;
    return (struct row){.best = best,
                        .mean = 2 * best,
                        .worst = 3 * best,
                        .diversity = 1.0 / (1 + (double)generation),
                        .evaluations = 100 * (generation + 1) + island};
}

/* The best of a replica so far, in the end that of the first solution. */
static double play_best(const struct play *play, uint32_t replica, uint64_t generation)
{
    return generation == play->epochs * play->sub_generations
               ? 2 * PLAY_LEAST + replica
               : play_cost(replica, generation, generation == 0);
}

/* The improvement of a replica in a generation: its least cost, which gets better with each. */
static struct improvement play_improvement(const struct play *play, uint32_t replica,
                                           uint64_t generation)
{
    uint32_t island = generation == 0; /* island 0 has nothing feasible yet */
    struct improvement row = {.generation = generation,
                              .island = island,
                              .cost = play_best(play, replica, generation),
                              .elapsed_s = 0.001 * (double)generation,
                              .cpu_s = 0.001 * (double)generation};
    for (uint32_t i = 0; i < play->islands; i++)
        row.evaluations += play_row(replica, generation, i).evaluations;
    return row;
}

/* The archive after a generation: its size goes up and down, its rows change, but for
 * what they cost: the best of an archive never gets worse. */
static void play_archive(struct archive *archive, uint64_t generation)
{
    struct population *pop = &archive->pop;
    pop->count = 1 + (size_t)(generation / 10) % PLAY_SOLUTIONS;
    for (size_t i = 0; i < pop->count; i++) {
        int32_t *gene = population_genome(pop, i);
        double *cost = population_cost(pop, i);
        gene[0] = (int32_t)(PLAY_LEAST + i * 10);
        for (int g = 1; g < PLAY_GENES; g++)
            gene[g] = (int32_t)(generation * 100 + i * 10 + (size_t)g);
        cost[0] = gene[0] * 2.0; /* fitness[0] = 2 * (genome[0] - 1000) */
        cost[1] = -gene[1];
        archive->origins[i] =
            (struct origin){.generation = generation, .island = (uint32_t)i % 2};
    }
}

static enum status play_epoch(const struct play *play, const struct observer *observer,
                              uint64_t epoch, struct archive *archive,
                              struct error *err)
{
    enum { ROWS = 4096 };
    static struct row rows[ROWS];
    static double elapsed[ROWS];
    static struct improvement improvements[ROWS];
    static struct migration_row migration[ROWS];
    uint64_t first = epoch * play->sub_generations + (epoch ? 1 : 0);
    uint64_t last = (epoch + 1) * play->sub_generations;
    enum status status = STATUS_OK;
    for (uint32_t r = 0; r < play->replicas && status == STATUS_OK; r++) {
        for (uint64_t g = first; g <= last; g++) {
            elapsed[g - first] = 0.001 * (double)g;
            improvements[g - first] = play_improvement(play, r, g);
            for (uint32_t i = 0; i < play->islands; i++) {
                struct row *row = &rows[(g - first) * play->islands + i];
                *row = play_row(r, g, i);
                if (play->infeasible)
                    row->best = row->mean = row->worst = INFINITY;
            }
        }
        for (uint32_t i = 0; i < play->islands; i++)
            migration[i] = (struct migration_row){epoch + i, 32 * (epoch + i), 1e-6, 1,
                                                  2 + (double)epoch};
        status = observer->report(
            observer->self,
            &(struct report){.replica = r,
                             .first_generation = first,
                             .generations = (size_t)(last - first + 1),
                             .rows = rows,
                             .elapsed_s = elapsed,
                             .migrated = true,
                             .epoch = epoch,
                             .migration = migration,
                             .improvements = improvements,
                             .n_improvements =
                                 play->infeasible ? 0 : (size_t)(last - first + 1)},
            err);
    }
    if (!play->infeasible)
        play_archive(archive, last);
    if (status == STATUS_OK)
        status = observer->solutions(observer->self, archive, err);
    if (status == STATUS_OK)
        status = observer->progress(
            observer->self,
            &(struct progress){
                .generation = last, .bound = 1, .elapsed_s = 0.001 * (double)last},
            err);
    return status;
}

static enum status play_finish(const struct play *play, const struct observer *observer,
                               const struct archive *archive, uint64_t generation,
                               struct error *err)
{
    struct replica_result results[64] = {0};
    for (uint32_t r = 0; r < play->replicas; r++) {
        results[r] = (struct replica_result){.generations = generation,
                                             .best = play_best(play, r, generation),
                                             .bound = r ? -INFINITY : 1,
                                             .elapsed_s = 0.001 * (double)generation,
                                             .done = play->kind == OUTCOME_FINISHED};
        for (uint32_t i = 0; i < play->islands; i++)
            results[r].evaluations += play_row(r, generation, i).evaluations;
        if (play->bounded && r == 0)
            results[r].bound = results[r].best - play->gap;
        if (play->infeasible)
            results[r].best = INFINITY;
        results[r].verdict.infeasible = play->infeasible;
        snprintf(results[r].verdict.reason, sizeof results[r].verdict.reason,
                 "two rules contradict");
    }
    struct outcome outcome = {.kind = play->kind,
                              .why = "epochs done",
                              .replicas = results,
                              .solutions = archive,
                              .elapsed_s = 0.001 * (double)generation};
    return observer->finish(observer->self, &outcome, err);
}

/* Plays the run from `from` to `stop`; calls finish only when it comes to the end or
 * `kind` says stopped. */
static enum status play_run(const struct play *play, const struct observer *observer,
                            struct error *err)
{
    uint64_t kept[64];
    static struct puzzle puzzle; /* the recorder reads it until it is closed */
    struct arena arena;
    struct archive archive;
    arena_init(&arena);
    puzzle = play_puzzle;
    puzzle.shape.objective[0].maximise = play->maximise;
    for (int r = 0; r < 64; r++)
        kept[r] = play->from ? play->from + 1 - (r == 1 ? play->behind : 0) : 0;
    enum status status =
        archive_init(&archive, &play_puzzle.shape, PLAY_SOLUTIONS, 0, &arena, err);
    if (status == STATUS_OK)
        status =
            observer->start(observer->self,
                            &(struct run_info){.puzzle = &puzzle,
                                               .algorithm = "none",
                                               .seed = PLAY_SEED,
                                               .islands = play->islands,
                                               .replicas = play->replicas,
                                               .ranks = 1,
                                               .sub_generations = play->sub_generations,
                                               .migrates = true,
                                               .epochs = play->epochs,
                                               .time_limit_s = NAN,
                                               .resumed = play->from > 0,
                                               .generations_kept = kept,
                                               .solutions = PLAY_SOLUTIONS},
                            err);
    uint64_t last = play->stop ? play->stop : play->epochs * play->sub_generations;
    for (uint64_t e = play->from / play->sub_generations;
         e * play->sub_generations < last && status == STATUS_OK; e++) {
        status = play_epoch(play, observer, e, &archive, err);
        uint64_t now = (e + 1) * play->sub_generations;
        if (status == STATUS_OK && play->checkpoint_every &&
            (e + 1) % play->checkpoint_every == 0)
            status = observer->checkpoint(observer->self, &now, sizeof now, err);
        if (play->pause_us)
            usleep(play->pause_us);
    }
    if (status == STATUS_OK && (!play->stop || play->kind != OUTCOME_FAILED))
        status = play_finish(play, observer, &archive, last, err);
    arena_free(&arena);
    return status;
}

/* What a run tells the recorder beside its rows. */
static inline struct recorder_info play_info(const char *path)
{
    static const char heroes[] = "id,price\n1,100\n2,250\n";
    static const struct recorder_input inputs[] = {
        {"play.heroes", "heroes.csv", heroes, sizeof heroes - 1},
        {"play.owned", "owned.csv", NULL, 0}};
    return (struct recorder_info){.path = path,
                                  .config =
                                      "problem: play\n"
                                      "play: {heroes: heroes.csv}\n"
                                      "algorithm: none\n"
                                      "run: {seed: 9007199254740993, epochs: 30}\n",
                                  .identity = digest_of("play", 4),
                                  .command = "skerry run play.yaml",
                                  .version = "0.0.1", /* whose keys may be others */
                                  .commit = "unknown",
                                  .hosts = "alpha beta",
                                  .inputs = inputs,
                                  .n_inputs = 2,
                                  .follow = true};
}

/* Opens a recorder, plays, closes. */
static inline enum status play_file(const char *path, const struct play *play,
                                    struct error *err)
{
    struct recorder_info info = play_info(path);
    struct recorder *recorder = NULL;
    struct arena perm;
    arena_init(&perm);
    enum status status = recorder_open(&info, play->from > 0, &perm, &recorder, err);
    if (status == STATUS_OK) {
        struct observer observer = recorder_observer(recorder);
        status = play_run(play, &observer, err);
    }
    recorder_close(recorder);
    arena_free(&perm);
    return status;
}

#endif
