#include "own_folder.h"
#include "play.h"
#include "result.h"
#include "suite.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>

static char folder[OWN_FOLDER_BYTES], path[128], old[160];
static const struct play whole = {
    .replicas = 2, .islands = 3, .sub_generations = 10, .epochs = 30};

static int set_up(void)
{
    if (!own_folder_make(folder, "recorder"))
        return 1;
    snprintf(path, sizeof path, "%s/run.h5", folder);
    snprintf(old, sizeof old, "%s.old", path);
    return 0;
}

static void remove_all(void)
{
    CU_ASSERT_EQUAL(own_folder_empty(folder), 0);
}

static int tear_down(void)
{
    return own_folder_remove(folder);
}

static void play(const struct play *play, enum status expected)
{
    struct error err = {0};
    enum status status = play_file(path, play, &err);
    if (status != expected)
        printf("status %d, not %d: %s\n", status, expected, err.text);
    CU_ASSERT_EQUAL(status, expected);
}

/* Reads the result at `name`; the case ends when it cannot be read. */
static void read_file(const char *name, struct arena *arena, struct result *result)
{
    struct error err = {0};
    arena_init(arena);
    if (result_read(name, arena, result, &err) != STATUS_OK) {
        printf("%s\n", err.text);
        CU_FAIL_FATAL("the result does not open");
    }
}

static bool exists(const char *name)
{
    struct stat file;
    return stat(name, &file) == 0;
}

static void finish_leaves_the_whole_run(void)
{
    struct arena arena;
    struct result result;
    remove_all();
    play(&whole, STATUS_OK);
    read_file(path, &arena, &result);
    CU_ASSERT_STRING_EQUAL(result.status, "finished");
    CU_ASSERT_STRING_EQUAL(result.why, "epochs done");
    CU_ASSERT_STRING_EQUAL(result.problem, "play");
    CU_ASSERT_EQUAL(result.seed, PLAY_SEED);
    CU_ASSERT_EQUAL(result.generations, 300);
    CU_ASSERT_EQUAL(result.evaluations, 2 * (3 * 30100 + 3)); /* as in the curves */
    CU_ASSERT_EQUAL(result.n_objectives, 2);
    CU_ASSERT_STRING_EQUAL(result.objective[0].name, "price");
    CU_ASSERT_FALSE(result.objective[0].maximise);
    CU_ASSERT_STRING_EQUAL(result.objective[1].unit, "points");
    CU_ASSERT_TRUE(result.objective[1].maximise);
    CU_ASSERT_EQUAL(result.bound, 1);
    for (uint32_t r = 0; r < 2; r++)
        for (uint32_t i = 0; i < 3; i++) {
            struct row row = play_row(r, 300, i);
            CU_ASSERT_EQUAL(result.replica[r].end[i].best, row.best);
            CU_ASSERT_EQUAL(result.replica[r].end[i].worst, row.worst);
            CU_ASSERT_EQUAL(result.replica[r].end[i].evaluations,
                            (int64_t)row.evaluations);
        }
    CU_ASSERT_EQUAL(result.migration.epochs, 60);
    CU_ASSERT_EQUAL(result.migration.moved, 2 * (3 * 435 + 3 * 30));
    arena_free(&arena);
}

/* What one row says belongs together. A row's number is at least its place, since rows
 * that a kill caught half written are left out, or one less, where the new best stands
 * beside the old one. */
static void check_solutions(const struct result *result)
{
    for (size_t i = 0; i < result->n_solutions; i++) {
        const struct result_solution *at = &result->solutions[i];
        const int32_t *gene = at->genome;
        char first[32];
        snprintf(first, sizeof first, "Platz 0 → %d\n", gene[0]);
        CU_ASSERT_EQUAL(at->fitness, 2.0 * (gene[0] - 1000));
        CU_ASSERT_EQUAL(at->objectives[0], at->fitness);
        CU_ASSERT_EQUAL(at->objectives[1], gene[1] - 1000);
        int64_t row = (gene[0] - 1000 - PLAY_LEAST) / 10;
        CU_ASSERT_TRUE(row + 1 >= (int64_t)i && row < PLAY_SOLUTIONS);
        for (int g = 1; g < PLAY_GENES; g++)
            CU_ASSERT_EQUAL(gene[g], 1000 + at->generation * 100 + row * 10 + g);
        CU_ASSERT_EQUAL(strncmp(at->text, first, strlen(first)), 0);
    }
}

static void solutions_are_the_last_told(void)
{
    struct arena arena;
    struct result result;
    remove_all();
    play(&whole, STATUS_OK);
    read_file(path, &arena, &result);
    CU_ASSERT_EQUAL(result.n_solutions, 1 + 30 % PLAY_SOLUTIONS);
    CU_ASSERT_EQUAL(result.n_unfinished, 0);
    check_solutions(&result);
    CU_ASSERT_EQUAL(result.solutions[0].bound[0], 1);
    CU_ASSERT_TRUE(isnan(result.solutions[0].bound[1]));
    arena_free(&arena);
}

static void inputs_are_kept_whole(void)
{
    struct arena arena;
    struct result result;
    remove_all();
    play(&whole, STATUS_OK);
    read_file(path, &arena, &result);
    struct recorder_info info = play_info(path);
    CU_ASSERT_EQUAL_FATAL(result.n_inputs, info.n_inputs);
    for (size_t i = 0; i < info.n_inputs; i++) {
        CU_ASSERT_STRING_EQUAL(result.inputs[i].key, info.inputs[i].key);
        CU_ASSERT_STRING_EQUAL(result.inputs[i].path, info.inputs[i].path);
        CU_ASSERT_EQUAL_FATAL(result.inputs[i].bytes, info.inputs[i].bytes);
        if (info.inputs[i].bytes)
            CU_ASSERT_NSTRING_EQUAL(result.inputs[i].data, info.inputs[i].data,
                                    info.inputs[i].bytes);
        CU_ASSERT_TRUE(result.inputs[i].intact);
    }
    CU_ASSERT_STRING_EQUAL(result.config, info.config);
    arena_free(&arena);
}

static void stop_is_told_and_keeps_the_checkpoint(void)
{
    struct arena arena;
    struct result result;
    char checkpoint[160];
    struct play stopped = whole;
    remove_all();
    stopped.stop = 100;
    stopped.checkpoint_every = 5;
    stopped.kind = OUTCOME_STOPPED;
    play(&stopped, STATUS_OK);
    read_file(path, &arena, &result);
    CU_ASSERT_STRING_EQUAL(result.status, "stopped");
    CU_ASSERT_EQUAL(result.generations, 100);
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", path);
    CU_ASSERT_TRUE(checkpoint_exists(checkpoint));
    arena_free(&arena);
}

/* What is proven at the end: the bound of a replica is also that of the solutions, and its best is
 * the optimum only where both are equal. */
static void bound_and_optimum_are_those_of_the_end(void)
{
    static const double gaps[] = {0, 0.5, 1, 2000};
    for (int i = 0; i < 8; i++) {
        struct arena arena;
        struct result result;
        struct play bounded = whole;
        remove_all();
        bounded.bounded = true;
        bounded.gap = gaps[i / 2];
        bounded.maximise = i % 2;
        play(&bounded, STATUS_OK);
        read_file(path, &arena, &result);
        const double sign = bounded.maximise ? -1 : 1;
        const double bound = sign * (2 * PLAY_LEAST - bounded.gap);
        CU_ASSERT_EQUAL(result.replica[0].best, sign * 2 * PLAY_LEAST);
        CU_ASSERT_EQUAL(result.replica[0].bound, bound);
        CU_ASSERT_EQUAL(result.replica[0].optimal, bounded.gap == 0);
        CU_ASSERT_FALSE(result.replica[1].optimal);
        CU_ASSERT_EQUAL(result.optimal, bounded.gap == 0);
        CU_ASSERT_FATAL(result.n_solutions > 0);
        CU_ASSERT_EQUAL(result.solutions[0].bound[0], bound);
        arena_free(&arena);
    }
}

static void broken_off_run_is_failed(void)
{
    struct arena arena;
    struct result result;
    struct play broken = whole;
    remove_all();
    broken.stop = 100;
    broken.kind = OUTCOME_FAILED; /* no finish */
    play(&broken, STATUS_OK);
    read_file(path, &arena, &result);
    CU_ASSERT_STRING_EQUAL(result.status, "failed");
    CU_ASSERT_EQUAL(result.generations, 100);
    arena_free(&arena);
}

static void start_keeps_the_former_result(void)
{
    struct arena arena;
    struct result result;
    struct play shorter = whole;
    remove_all();
    shorter.epochs = 3;
    play(&shorter, STATUS_OK);
    play(&whole, STATUS_OK);
    read_file(path, &arena, &result);
    CU_ASSERT_EQUAL(result.generations, 300);
    arena_free(&arena);
    read_file(old, &arena, &result);
    CU_ASSERT_EQUAL(result.generations, 30);
    arena_free(&arena);
}

static void foreign_file_is_never_replaced(void)
{
    char text[16] = "";
    remove_all();
    FILE *out = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    fputs("my thesis", out);
    fclose(out);
    play(&whole, STATUS_INPUT);
    FILE *in = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(in);
    CU_ASSERT_PTR_NOT_NULL(fgets(text, sizeof text, in));
    fclose(in);
    CU_ASSERT_STRING_EQUAL(text, "my thesis");
    CU_ASSERT_FALSE(exists(old));
}

static void open_touches_nothing(void)
{
    struct recorder_info info = play_info(path);
    struct recorder *recorder = NULL;
    struct arena perm, arena;
    struct result result;
    struct error err = {0};
    remove_all();
    play(&whole, STATUS_OK);
    arena_init(&perm);
    CU_ASSERT_EQUAL(recorder_open(&info, false, &perm, &recorder, &err), STATUS_OK);
    recorder_close(recorder);
    arena_free(&perm);
    read_file(path, &arena, &result);
    CU_ASSERT_EQUAL(result.generations, 300);
    CU_ASSERT_FALSE(exists(old));
    arena_free(&arena);
}

static void open_in_no_directory_is_refused(void)
{
    struct recorder_info info = play_info("/nowhere/at/all.h5");
    struct recorder *recorder = NULL;
    struct arena perm;
    struct error err = {0};
    arena_init(&perm);
    CU_ASSERT_EQUAL(recorder_open(&info, false, &perm, &recorder, &err), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "/nowhere/at/all.h5"));
    arena_free(&perm);
}

static void resume_of_another_config_is_refused(void)
{
    struct recorder_info info = play_info(path);
    struct recorder *recorder = NULL;
    struct arena perm;
    struct error err = {0};
    remove_all();
    play(&whole, STATUS_OK);
    info.identity = digest_of("other", 5);
    arena_init(&perm);
    CU_ASSERT_EQUAL(recorder_open(&info, true, &perm, &recorder, &err), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "another config"));
    arena_free(&perm);
}

static void resume_of_another_size_is_refused(void)
{
    struct play other = whole;
    remove_all();
    play(&whole, STATUS_OK);
    other.islands = 4;
    other.from = 50;
    play(&other, STATUS_INPUT);
}

/* The numbers of a dataset, at most n, as h5dump prints them; returns how many. */
static size_t read_numbers(const char *dataset, double *numbers, size_t n)
{
    char command[256], word[64];
    size_t found = 0;
    snprintf(command, sizeof command,
             "h5dump -y -w 1 -d %s %s | sed -n '/DATA {/,/}/p' | tr -d ' {},'", dataset,
             path);
    FILE *in = popen(command, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(in);
    while (fgets(word, sizeof word, in)) {
        char *end;
        double number = strtod(word, &end);
        if (end != word && found < n)
            numbers[found++] = number;
    }
    CU_ASSERT_EQUAL(pclose(in), 0);
    return found;
}

/* The play's costs range from 1 to 2 + epoch. */
static void ranges_of_migrations_ascend(void)
{
    enum { NUMBERS = 2 * 30 * 3 };
    static double low[NUMBERS], high[NUMBERS];
    for (int maximise = 0; maximise <= 1; maximise++) {
        struct play played = whole;
        played.maximise = maximise;
        remove_all();
        play(&played, STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(read_numbers("/migration/low", low, NUMBERS), NUMBERS);
        CU_ASSERT_EQUAL_FATAL(read_numbers("/migration/high", high, NUMBERS), NUMBERS);
        for (int i = 0; i < NUMBERS; i++) {
            double most = 2 + i / 3 % 30;
            CU_ASSERT_EQUAL(low[i], maximise ? -most : 1);
            CU_ASSERT_EQUAL(high[i], maximise ? -1 : most);
        }
    }
}

/* Equal in everything but the root attributes, which name times of day. */
static void expect_equal(const char *a, const char *b)
{
    static const char *const groups[] = {"/curves", "/migration", "/solutions",
                                         "/replicas", "/problem"};
    char command[512];
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        snprintf(command, sizeof command, "h5diff -q %s %s %s", a, b, groups[i]);
        if (system(command) == 0)
            continue;
        printf("%s\n", command);
        CU_FAIL("the files differ");
    }
}

static void resumed_run_equals_a_whole_one(void)
{
    char reference[160];
    struct play first = whole, second = whole;
    remove_all();
    play(&whole, STATUS_OK);
    snprintf(reference, sizeof reference, "%s/reference.h5", folder);
    CU_ASSERT_EQUAL(rename(path, reference), 0);
    for (uint64_t from = 10; from <= 290; from += 70) {
        first.stop = 200;
        first.kind = OUTCOME_FAILED;
        if (from > 200)
            first.stop = 0;
        play(&first, STATUS_OK);
        second.from = from;
        play(&second, STATUS_OK);
        expect_equal(path, reference);
    }
}

static void resume_adds_a_start_and_its_times(void)
{
    struct arena arena;
    struct result result;
    struct play first = whole, second = whole;
    remove_all();
    first.stop = 200;
    first.kind = OUTCOME_FAILED;
    play(&first, STATUS_OK); /* closed without an end */
    second.from = 100;
    second.stop = 250;
    second.kind = OUTCOME_STOPPED;
    play(&second, STATUS_OK);
    second.from = 250;
    second.stop = 0;
    second.kind = OUTCOME_FINISHED;
    play(&second, STATUS_OK);
    read_file(path, &arena, &result);
    CU_ASSERT_EQUAL_FATAL(result.n_starts, 3);
    static const char *const status[] = {"failed", "stopped", "finished"};
    double elapsed = 0, cpu = 0;
    for (size_t i = 0; i < 3; i++) {
        CU_ASSERT_STRING_EQUAL(result.starts[i].command, "skerry run play.yaml");
        CU_ASSERT_STRING_EQUAL(result.starts[i].hosts, "alpha beta");
        CU_ASSERT_STRING_EQUAL(result.starts[i].build, "0.0.1 (unknown)");
        CU_ASSERT_STRING_EQUAL(result.starts[i].status, status[i]);
        CU_ASSERT_EQUAL(result.starts[i].ranks, 1);
        CU_ASSERT_EQUAL(strlen(result.starts[i].started),
                        strlen("2026-01-01T00:00:00Z"));
        CU_ASSERT_STRING_EQUAL(result.starts[i].slurm_job_id, "");
        elapsed += result.starts[i].elapsed_s;
        cpu += result.starts[i].cpu_s;
    }
    CU_ASSERT_STRING_EQUAL(result.starts[2].ended, result.ended);
    CU_ASSERT_STRING_EQUAL(result.starts[1].why, "epochs done");
    /* As the made-up run tells: a millisecond a generation, from the very beginning. */
    CU_ASSERT_DOUBLE_EQUAL(result.starts[1].elapsed_s, 0.25, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(result.elapsed_s, elapsed, 1e-12);
    CU_ASSERT_TRUE(cpu > 0);
    CU_ASSERT_DOUBLE_EQUAL(result.cpu_s, cpu, 1e-12);
    arena_free(&arena);
}

static void resume_cuts_the_history(void)
{
    struct arena arena;
    struct result result;
    struct play cut = whole;
    remove_all();
    play(&whole, STATUS_OK);
    cut.from = 100;
    cut.stop = 150;
    cut.kind = OUTCOME_FAILED;
    play(&cut, STATUS_OK);
    read_file(path, &arena, &result);
    CU_ASSERT_EQUAL(result.replica[0].generations, 150);
    CU_ASSERT_EQUAL(result.replica[1].generations, 150);
    CU_ASSERT_EQUAL(result.migration.epochs, 30);
    CU_ASSERT_FALSE(exists(old));
    arena_free(&arena);
}

/* The others' rows end later: what is past a replica's own is blank, wider than a
 * block, too. */
static void resume_cuts_each_replica_where_it_was(void)
{
    static const uint32_t islands[] = {3, 64, 70, 3};
    /* Generations until the 28th migration. */
    static const unsigned before[] = {0, 0, 0, 1};
    for (size_t i = 0; i < sizeof islands / sizeof *islands; i++) {
        struct arena arena;
        struct result result;
        struct play cut = whole;
        remove_all();
        cut.islands = islands[i];
        play(&cut, STATUS_OK);
        cut.from = 280 - before[i];
        cut.behind = cut.stop = 270; /* no epoch is played */
        play(&cut, STATUS_OK);
        read_file(path, &arena, &result);
        CU_ASSERT_EQUAL(result.replica[0].generations, 280 - before[i]);
        CU_ASSERT_EQUAL(result.replica[1].generations, 10 - before[i]);
        /* Moved: an epoch's number plus the island's, of the epochs of both replicas. */
        uint64_t n = islands[i], own = 28 - before[i], others = 1 - before[i];
        CU_ASSERT_EQUAL(result.migration.moved,
                        n * own * (own - 1) / 2 + (own + others) * (n * (n - 1) / 2));
        /* Of each replica the slowest island's, a microsecond an epoch. */
        CU_ASSERT_DOUBLE_EQUAL(result.migration.seconds, (double)(own + others) * 1e-6,
                               1e-12);
        arena_free(&arena);
    }
}

/* The summary of the first end is not that of a run that goes on, which may break off. */
static void resume_forgets_the_former_end(void)
{
    struct arena arena;
    struct result result;
    struct play first = whole, rest = whole;
    uint64_t evaluations = 0;
    remove_all();
    first.stop = 150;
    first.kind = OUTCOME_STOPPED;
    play(&first, STATUS_OK);
    rest.from = 100;
    rest.stop = 200;
    rest.kind = OUTCOME_FAILED; /* no finish */
    play(&rest, STATUS_OK);
    read_file(path, &arena, &result);
    for (uint32_t r = 0; r < 2; r++) {
        CU_ASSERT_EQUAL(result.replica[r].summed, -1);
        for (uint32_t i = 0; i < 3; i++)
            evaluations += play_row(r, 200, i).evaluations;
    }
    CU_ASSERT_EQUAL(result.generations, 200);
    CU_ASSERT_EQUAL(result.evaluations, (int64_t)evaluations);
    arena_free(&arena);
}

static void resume_without_a_file_begins_at_the_checkpoint(void)
{
    struct arena arena;
    struct result result;
    struct play late = whole;
    remove_all();
    late.from = 100;
    play(&late, STATUS_OK);
    read_file(path, &arena, &result);
    CU_ASSERT_EQUAL(result.generations, 300);
    CU_ASSERT_STRING_EQUAL(result.status, "finished");
    arena_free(&arena);
}

/* The generation that the last checkpoint names, 0 without one. */
static uint64_t last_checkpoint(void)
{
    char name[160];
    struct arena arena;
    struct checkpoint found;
    struct error err = {0};
    struct digest identity = digest_of("play", 4);
    uint64_t generation = 0;
    arena_init(&arena);
    snprintf(name, sizeof name, "%s.checkpoint", path);
    if (checkpoint_exists(name)) {
        CU_ASSERT_EQUAL(checkpoint_read(name, &identity, &arena, &found, &err),
                        STATUS_OK);
        if (found.n == sizeof generation)
            memcpy(&generation, found.bytes, sizeof generation);
    }
    arena_free(&arena);
    return generation;
}

/* A writer killed at random moments, resumed each time from its last checkpoint. */
static void kill_leaves_a_file_that_opens_and_resumes(void)
{
    unsigned seed = (unsigned)getpid();
    int ended = 0;
    char reference[160];
    struct play long_run = whole;
    struct arena arena;
    struct result result;
    remove_all();
    printf("seed %u ", seed);
    long_run.epochs = 100000;
    long_run.checkpoint_every = 20;
    long_run.pause_us = 50;
    /* On a busy machine a writer is given longer, until it gets anywhere. */
    for (unsigned round = 0, stuck = 0; round < 20 || long_run.from <= 200; round++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            struct error err = {0};
            if (play_file(path, &long_run, &err) != STATUS_OK)
                fprintf(stderr, "%s\n", err.text);
            _exit(0);
        }
        usleep((1 + stuck++) * (30000 + (useconds_t)rand_r(&seed) % 150000));
        kill(child, SIGKILL);
        waitpid(child, &ended, 0);
        CU_ASSERT_TRUE(WIFSIGNALED(ended)); /* or it failed by itself */
        if (!exists(path))
            continue; /* killed before its start */
        read_file(path, &arena, &result);
        CU_ASSERT_STRING_EQUAL(result.status, "running");
        check_solutions(&result);
        for (uint32_t i = 0; i < 3 && result.generations > 0; i++)
            CU_ASSERT_EQUAL(
                result.replica[0].end[i].best,
                play_row(0, (uint64_t)result.replica[0].generations, i).best);
        if (last_checkpoint() > long_run.from)
            stuck = 0;
        long_run.from = last_checkpoint();
        CU_ASSERT_TRUE(result.generations >= (int64_t)long_run.from);
        arena_free(&arena);
    }
    CU_ASSERT_TRUE(long_run.from > 200);
    long_run.pause_us = 0;
    long_run.epochs = long_run.from / 10 + 20;
    play(&long_run, STATUS_OK);
    snprintf(reference, sizeof reference, "%s/reference.h5", folder);
    CU_ASSERT_EQUAL(rename(path, reference), 0);
    long_run.from = 0;
    play(&long_run, STATUS_OK);
    expect_equal(path, reference);
}

static int run_tests(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(finish_leaves_the_whole_run),
        SUITE_TEST(solutions_are_the_last_told),
        SUITE_TEST(inputs_are_kept_whole),
        SUITE_TEST(stop_is_told_and_keeps_the_checkpoint),
        SUITE_TEST(bound_and_optimum_are_those_of_the_end),
        SUITE_TEST(broken_off_run_is_failed),
        SUITE_TEST(start_keeps_the_former_result),
        SUITE_TEST(foreign_file_is_never_replaced),
        SUITE_TEST(open_touches_nothing),
        SUITE_TEST(open_in_no_directory_is_refused),
        SUITE_TEST(resume_of_another_config_is_refused),
        SUITE_TEST(resume_of_another_size_is_refused),
        SUITE_TEST(ranges_of_migrations_ascend),
        SUITE_TEST(resumed_run_equals_a_whole_one),
        SUITE_TEST(resume_adds_a_start_and_its_times),
        SUITE_TEST(resume_cuts_the_history),
        SUITE_TEST(resume_cuts_each_replica_where_it_was),
        SUITE_TEST(resume_forgets_the_former_end),
        SUITE_TEST(resume_without_a_file_begins_at_the_checkpoint),
        SUITE_TEST(kill_leaves_a_file_that_opens_and_resumes),
        CU_TEST_INFO_NULL,
    };
    return suite_run("recorder", set_up, tear_down, tests);
}

/* `test_recorder FILE EPOCHS PAUSE_US FROM STOP` plays one run for tests in Python;
 * without arguments it runs the cases. */
int main(int argc, char **argv)
{
    struct error err = {0};
    struct play one = whole;
    if (argc < 6)
        return run_tests();
    one.epochs = strtoull(argv[2], NULL, 10);
    one.pause_us = (unsigned)strtoul(argv[3], NULL, 10);
    one.from = strtoull(argv[4], NULL, 10);
    one.stop = strtoull(argv[5], NULL, 10);
    one.checkpoint_every = 20;
    one.kind = one.stop ? OUTCOME_STOPPED : OUTCOME_FINISHED;
    if (play_file(argv[1], &one, &err) != STATUS_OK)
        fprintf(stderr, "%s\n", err.text);
    return status_exit_code(err.status);
}
