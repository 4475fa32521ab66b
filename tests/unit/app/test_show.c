/* `skerry show` and `skerry verify` over results of the made-up run. */
#include "own_folder.h"
#include "play.h"
#include "show_command.h"
#include "show_grid.h"
#include "show_text.h"
#include "show_values.h"
#include "suite.h"
#include "verify_command.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>

static char folder[OWN_FOLDER_BYTES], path[128];
static const struct play whole = {
    .replicas = 2, .islands = 3, .sub_generations = 10, .epochs = 32};

static const struct problem *const problems[] = {&play_problem, NULL};
static const struct algorithm none = {.name = "none", .summary = "nothing"};
static const struct algorithm *const algorithms[] = {&none, NULL};
static const struct registry registry = {problems, algorithms, NULL};

static int set_up(void)
{
    if (!own_folder_make(folder, "show"))
        return 1;
    snprintf(path, sizeof path, "%s/run.h5", folder);
    return 0;
}

static int tear_down(void)
{
    return own_folder_remove(folder);
}

static void play(const struct play *play)
{
    struct error err = {0};
    CU_ASSERT_EQUAL(own_folder_empty(folder), 0);
    if (play_file(path, play, &err) != STATUS_OK) {
        printf("%s\n", err.text);
        CU_FAIL_FATAL("the run failed");
    }
}

static bool is_one_line(const char *text)
{
    return text[0] && !strchr(text, '\n');
}

/* What `show` prints; freed by the caller. */
static char *shown_of(const struct show_choice *choice, enum status expected)
{
    struct error err = {0};
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    enum status status = show_result(path, choice, out, &err);
    fclose(out);
    if (status != expected)
        printf("%s\n", err.text);
    CU_ASSERT_EQUAL(status, expected);
    CU_ASSERT_TRUE(status == STATUS_OK || is_one_line(err.text));
    return text;
}

static char *shown(bool json, int64_t solution, enum status expected)
{
    const struct show_choice choice = {json, solution, -1};
    return shown_of(&choice, expected);
}

static char *verified(enum verify_form form, enum status expected)
{
    struct error err = {0};
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    enum status status = verify_command_result(path, &registry, form, out, &err);
    fclose(out);
    if (status != expected)
        printf("%d %s\n", status, err.text);
    CU_ASSERT_EQUAL(status, expected);
    CU_ASSERT_TRUE(status == STATUS_OK || is_one_line(err.text));
    return text;
}

static void expect_in(const char *text, const char *part)
{
    if (strstr(text, part))
        return;
    printf("'%s' is not in:\n%s\n", part, text);
    CU_FAIL("text");
}

static void show_tells_a_finished_run(void)
{
    play(&whole);
    char *text = shown(false, -1, STATUS_OK);
    expect_in(text, "finished (epochs done)");
    expect_in(text, "play by none");
    expect_in(text, "3 islands, 2 replicas, 1 rank on alpha beta");
    expect_in(text, "320 generations");
    expect_in(text, "coins (price, least)");
    expect_in(text, "proof  no price below 1 coin is possible: the best is within");
    expect_in(text, "3 distinct solutions");
    expect_in(text, "Platz 0 → 33000\n");
    expect_in(text, "64 migrations");
    CU_ASSERT_PTR_NULL(strstr(text, "nan"));
    free(text);
}

static void show_draws_one_solution(void)
{
    play(&whole);
    char *text = shown(false, 2, STATUS_OK);
    expect_in(text, "Solution 2: price 64040 coins, score 32021 points");
    expect_in(text, "Platz 0 → 33020\n");
    free(text);
    free(shown(false, 3, STATUS_INPUT));
}

static void show_json_has_what_scripts_read(void)
{
    static const char *const keys[] = {
        "file",  "status",      "problem",     "algorithm", "seed",     "islands",
        "ranks", "generations", "evaluations", "elapsed_s", "best",     "replicas",
        "bound", "optimal",     "infeasible",  "reason",    "solutions"};
    json_error_t wrong;
    play(&whole);
    char *text = shown(true, -1, STATUS_OK);
    json_t *object = json_loads(text, 0, &wrong);
    CU_ASSERT_PTR_NOT_NULL_FATAL(object);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!json_object_get(object, keys[i]))
            CU_FAIL(keys[i]);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(object, "replicas")), 2);
    CU_ASSERT_EQUAL(json_real_value(json_object_get(object, "bound")), 1);
    CU_ASSERT_TRUE(json_is_false(json_object_get(object, "optimal")));
    json_t *list = json_object_get(object, "solutions");
    CU_ASSERT_EQUAL_FATAL(json_array_size(list), 3);
    json_t *best = json_array_get(list, 0);
    CU_ASSERT_EQUAL(json_real_value(json_object_get(best, "fitness")), 64000);
    json_t *objectives = json_object_get(best, "objectives");
    CU_ASSERT_EQUAL(json_real_value(json_array_get(objectives, 1)), 32001);
    json_t *genome = json_object_get(best, "genome");
    CU_ASSERT_EQUAL(json_integer_value(json_array_get(genome, 0)), 33000);
    expect_in(json_string_value(json_object_get(best, "text")), "Platz 7");
    json_decref(object);
    free(text);
    for (int64_t most = 0; most <= 4; most++) {
        text = shown_of(&(struct show_choice){true, -1, most}, STATUS_OK);
        object = json_loads(text, 0, &wrong);
        CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "solutions")),
                        most < 3 ? (size_t)most : 3);
        json_decref(object);
        free(text);
    }
    text = shown_of(&(struct show_choice){false, -1, 2}, STATUS_OK);
    expect_in(text, "... and 1 more");
    free(text);
}

static void show_reads_stopped_and_broken_runs(void)
{
    struct play part = whole;
    part.stop = 100;
    part.kind = OUTCOME_STOPPED;
    play(&part);
    char *text = shown(false, -1, STATUS_OK);
    expect_in(text, "stopped");
    free(text);
    part.kind = OUTCOME_FAILED;
    play(&part);
    text = shown(false, -1, STATUS_OK);
    expect_in(text, "failed (the run broke off)");
    expect_in(text, "100 generations");
    free(text);
}

static void show_names_an_infeasible_instance(void)
{
    struct play none_found = whole;
    json_error_t wrong;
    none_found.infeasible = true;
    play(&none_found);
    char *text = shown(false, -1, STATUS_OK);
    expect_in(text, "no solution exists: two rules contradict\n");
    expect_in(text, "0 distinct solutions\n");
    free(text);
    text = shown(true, -1, STATUS_OK);
    json_t *object = json_loads(text, 0, &wrong);
    CU_ASSERT_TRUE(json_is_true(json_object_get(object, "infeasible")));
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "reason")),
                           "two rules contradict");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "solutions")), 0);
    json_decref(object);
    free(text);
    free(shown(false, 0, STATUS_INPUT));
    text = verified(VERIFY_SHORT, STATUS_OK);
    expect_in(text, "0 of 0 solutions verified\n");
    free(text);
}

static void spread_is_that_of_the_genomes(void)
{
    struct arena arena;
    struct result result;
    struct error err = {0};
    arena_init(&arena);
    play(&whole);
    CU_ASSERT_EQUAL_FATAL(result_read(path, &arena, &result, &err), STATUS_OK);
    struct show_spread spread = show_spread(&result);
    CU_ASSERT_EQUAL(spread.mean, 1); /* every gene of play_archive differs */
    CU_ASSERT_EQUAL(spread.least, 1);
    int32_t *genome = (int32_t *)result.solutions[1].genome;
    memcpy(genome, result.solutions[0].genome, 6 * sizeof *genome);
    spread = show_spread(&result);
    CU_ASSERT_DOUBLE_EQUAL(spread.least, 0.25, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(spread.mean, 2.25 / 3, 1e-12);
    result.n_solutions = 1;
    CU_ASSERT_TRUE(isnan(show_spread(&result).mean));
    arena_free(&arena);
}

static void gap_is_a_share_of_the_bound(void)
{
    struct result result = {.best = 110, .bound = 100};
    CU_ASSERT_DOUBLE_EQUAL(result_gap(&result), 0.1, 1e-12);
    result = (struct result){.best = -100, .bound = -110};
    CU_ASSERT_DOUBLE_EQUAL(result_gap(&result), 1.0 / 11, 1e-12);
    result.best = result.bound = 0;
    CU_ASSERT_EQUAL(result_gap(&result), 0);
    result.best = 0.4;
    CU_ASSERT_EQUAL(result_gap(&result), INFINITY); /* the optimum may be 0.1 */
    result.bound = -7.7;
    CU_ASSERT_EQUAL(result_gap(&result), INFINITY);
    result.bound = NAN;
    CU_ASSERT_TRUE(isnan(result_gap(&result)));
}

/* A result of four solutions in a grid of so many bins; text freed by the caller. */
static char *grid_text(const struct grid *grid)
{
    static const int64_t cells[4][3] = {{0, 0, 0}, {1, 39, 0}, {1, 39, 1}, {2, 20, 1}};
    static const double fitness[] = {950, 38100, 50000, 1e6};
    struct result_solution solutions[4];
    struct result result = {.n_objectives = 1,
                            .objective = {{"price", "coins", false}},
                            .n_descriptors = 3,
                            .descriptor = {{"level", "1", false, 75, 81},
                                           {"gear", "kg", false, 0, 20},
                                           {"third", "1", false, 0, 1}},
                            .grid = *grid,
                            .solutions = solutions,
                            .n_solutions = 4};
    char *text = NULL;
    size_t n = 0;
    for (size_t i = 0; i < 4; i++)
        solutions[i] =
            (struct result_solution){.fitness = fitness[i], .cell = cells[i]};
    FILE *out = open_memstream(&text, &n);
    show_grid(&result, out);
    fclose(out);
    return text;
}

static void show_draws_the_grid(void)
{
    char *text = grid_text(&(struct grid){3, {3, 40, 2}});
    expect_in(text, "Grid: 4 of 240 cells filled (2 %); best price of each");
    expect_in(text, "down: level, 75 to 81 in 3 bins\n");
    expect_in(text, "across: gear, 0 to 20 kg in 40 bins, shown in 16 columns\n");
    expect_in(text, "not shown: third, 0 to 1 in 2 bins\n");
    expect_in(text, "\n      75    950      .      .");
    expect_in(text, ".      .  38.1k\n      79"); /* 50000 is behind it */
    expect_in(text, ".     1M      .      .");
    free(text);
    text = grid_text(&(struct grid){1, {3}});
    expect_in(text, "in 3 bins\n      75    950\n      77  38.1k\n      79     1M\n");
    free(text);
    text = grid_text(&(struct grid){0});
    CU_ASSERT_STRING_EQUAL(text, "");
    free(text);
}

static void short_numbers_have_three_digits(void)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},           {-0.0, "-0"},     {6750, "6.75k"},
                 {38149, "38.1k"},   {999, "999"},     {999.7, "1k"},
                 {-12345, "-12.3k"}, {0.125, "0.125"}, {0.00012, "1e-04"},
                 {999600, "1M"},     {3.2e9, "3.2G"},  {7e13, "7e+13"},
                 {INFINITY, "inf"},  {4.5, "4.5"}};
    char text[32];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CU_ASSERT_STRING_EQUAL(show_short(cases[i].value, text, sizeof text),
                               cases[i].text);
}

static void times_have_their_unit(void)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{0, "0 s"},
                 {4.2149, "4.21 s"},
                 {59.94, "59.9 s"},
                 {59.96, "1:00 min"},
                 {3599.4, "59:59 min"},
                 {3599.6, "1:00:00 h"},
                 {28801, "8:00:01 h"},
                 {1e6, "277:46:40 h"},
                 {NAN, "-"},
                 {INFINITY, "-"},
                 {1e300, "277777777777:46:40 h"}};
    char text[SHOW_TIME_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CU_ASSERT_STRING_EQUAL(show_time(cases[i].seconds, text), cases[i].text);
}

static void verify_passes_what_is_right(void)
{
    play(&whole);
    char *text = verified(VERIFY_SHORT, STATUS_OK);
    expect_in(text, "input play.heroes: ok SHA-256 fits");
    expect_in(text, "the file is not on disk now");
    expect_in(text, "3 of 3 solutions verified\n");
    CU_ASSERT_PTR_NULL(strstr(text, "solution 2"));
    CU_ASSERT_PTR_NULL(strstr(text, "\n  ok"));
    expect_in(text, "proof: not checked\n  not checked: that the bound of ");
    free(text);
    text = verified(VERIFY_ALL, STATUS_OK);
    expect_in(text, "solution 0: ok\n");
    expect_in(text, "solution 2: ok\n  ok heroes are there\n");
    expect_in(text, "3 of 3 solutions verified\n");
    free(text);
    text = verified(VERIFY_JSON, STATUS_OK);
    json_error_t wrong;
    json_t *object = json_loads(text, 0, &wrong);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(object, "verified")), 3);
    json_decref(object);
    free(text);
}

/* Runs a line of Python over the result, opened as f. */
static void change(const char *line)
{
    char command[512];
    snprintf(command, sizeof command,
             "/usr/bin/python3 -c \"import h5py\nf = h5py.File('%s', 'r+')\n%s\"", path,
             line);
    CU_ASSERT_EQUAL(system(command), 0);
}

static void verify_finds_a_wrong_fitness(void)
{
    play(&whole);
    change("f['solutions/objectives'][1, 1] += 1");
    char *text = verified(VERIFY_SHORT, STATUS_FAILED);
    expect_in(text, "solution 1: WRONG");
    expect_in(text, "WRONG score");
    expect_in(text, "2 of 3 solutions verified\n");
    CU_ASSERT_PTR_NULL(strstr(text, "solution 0"));
    CU_ASSERT_PTR_NULL(strstr(text, "  ok"));
    free(text);
    text = verified(VERIFY_ALL, STATUS_FAILED);
    expect_in(text, "solution 0: ok\n  ok");
    expect_in(text, "solution 1: WRONG\n  ok");
    expect_in(text, "WRONG score");
    free(text);
}

static void verify_finds_a_wrong_gene(void)
{
    play(&whole);
    change("f['solutions/genome'][0, 0] += 1");
    char *text = verified(VERIFY_SHORT, STATUS_FAILED);
    expect_in(text, "WRONG price");
    expect_in(text, "2 of 3 solutions verified\n");
    free(text);
}

static void verify_finds_a_best_beyond_its_bound(void)
{
    play(&whole);
    change("f['solutions/bound'][2, 0] = 1e6");
    char *text = verified(VERIFY_SHORT, STATUS_FAILED);
    expect_in(text, "WRONG price 64040, proven bound 1000000");
    free(text);
}

static void verify_finds_a_changed_input(void)
{
    play(&whole);
    change("f['problem/inputs/0'][20] = 65");
    char *text = verified(VERIFY_SHORT, STATUS_FAILED);
    expect_in(text, "input play.heroes: WRONG SHA-256 differs");
    free(text);
}

/* Each change makes a file that is no result of ours, or a broken one. */
static void malformed_results_are_refused_in_one_line(void)
{
    static const char *const changes[] = {
        "del f['curves']",
        "del f['solutions/text']",
        "del f['solutions/objective']",
        "del f['problem']",
        "del f['problem/inputs/0']",
        "del f['replicas/reason']",
        "del f.attrs['status']",
        "del f.attrs['format']",
        "f.attrs['format'] = 'other'",
        "f.attrs['format_version'] = 2",
        "f.attrs['islands'] = 'many'",
        "f.attrs['islands'] = 0",
        "f.attrs['islands'] = 7",
        "f.attrs['replicas'] = 2**40",
        "f.attrs['seed'] = [1, 2]",
        "f['problem'].attrs['genes'] = 9",
        "f['problem'].attrs['genes'] = -1",
        "f['problem'].attrs['gene_type'] = 'complex'",
        "del f['curves/best']; f['curves/best'] = 1.0",
        "del f['curves/evaluations']; f['curves/evaluations'] = 'x'",
        "del f['solutions/genome']; f['solutions/genome'] = [[1.5]]",
        "del f['replicas/generations']; f['replicas/generations'] = [1]"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        play(&whole);
        change(changes[i]);
        free(shown(false, -1, STATUS_INPUT));
        free(verified(VERIFY_SHORT, STATUS_INPUT));
    }
}

static void other_files_are_refused_in_one_line(void)
{
    char command[256];
    CU_ASSERT_EQUAL(own_folder_empty(folder), 0);
    free(shown(false, -1, STATUS_INPUT)); /* there is none */
    CU_ASSERT_EQUAL(mkdir(path, 0700), 0);
    free(shown(false, -1, STATUS_INPUT));
    CU_ASSERT_EQUAL(rmdir(path), 0);
    snprintf(command, sizeof command, "echo hello > %s", path);
    CU_ASSERT_EQUAL(system(command), 0);
    free(shown(false, -1, STATUS_INPUT));
    free(verified(VERIFY_SHORT, STATUS_INPUT));
}

/* Cut at any length it is refused, or what is left is a result. */
static void truncated_files_are_refused_in_one_line(void)
{
    struct stat file;
    play(&whole);
    CU_ASSERT_EQUAL_FATAL(stat(path, &file), 0);
    /* Without its seal's end a file is one whose run was killed when all was written.
     */
    CU_ASSERT_TRUE(result_is_sealed(path));
    CU_ASSERT_EQUAL(truncate(path, file.st_size - 1), 0);
    CU_ASSERT_FALSE(result_is_sealed(path));
    free(shown(false, -1, STATUS_OK));
    off_t step = file.st_size / 40;
    for (off_t length = file.st_size - step; length > 0;
         length -= length > step ? step : 1 + length / 8) {
        CU_ASSERT_EQUAL(truncate(path, length), 0);
        free(shown(false, -1, STATUS_INPUT));
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(show_tells_a_finished_run),
        SUITE_TEST(show_draws_one_solution),
        SUITE_TEST(show_json_has_what_scripts_read),
        SUITE_TEST(show_reads_stopped_and_broken_runs),
        SUITE_TEST(show_names_an_infeasible_instance),
        SUITE_TEST(spread_is_that_of_the_genomes),
        SUITE_TEST(show_draws_the_grid),
        SUITE_TEST(short_numbers_have_three_digits),
        SUITE_TEST(times_have_their_unit),
        SUITE_TEST(gap_is_a_share_of_the_bound),
        SUITE_TEST(verify_passes_what_is_right),
        SUITE_TEST(verify_finds_a_wrong_fitness),
        SUITE_TEST(verify_finds_a_wrong_gene),
        SUITE_TEST(verify_finds_a_best_beyond_its_bound),
        SUITE_TEST(verify_finds_a_changed_input),
        SUITE_TEST(malformed_results_are_refused_in_one_line),
        SUITE_TEST(other_files_are_refused_in_one_line),
        SUITE_TEST(truncated_files_are_refused_in_one_line),
        CU_TEST_INFO_NULL,
    };
    return suite_run("show", set_up, tear_down, tests);
}
