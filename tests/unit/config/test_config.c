/* Good configs: what they fill, and that every way to the same values gives the same
 * config. */
#include "config_demo.h"
#include "config_equal.h"

#include "config_value.h"
#include "suite.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>

static const char full[] = "problem: demo\n"
                           "demo:\n"
                           "  guided: no\n"
                           "  size: 1e3\n"
                           "  cap: 9007199254740993\n"
                           "  share: 1\n"
                           "  goal: -.inf\n"
                           "  title: \"a: 'b' \\\"c\\\" \\t #\"\n"
                           "  note: '~'\n"
                           "  heroes: ./heroes.csv\n"
                           "  mode: exact\n"
                           "  shape:\n"
                           "    edges: [[0, 1], [1, 2]]\n"
                           "  points: [7]\n"
                           "  names: [elf, 12, '', \"yes\"]\n"
                           "  rules:\n"
                           "    - {mean: level, min: -3.5}\n"
                           "    - {value: 4, max: 2, kind: none}\n"
                           "    - {}\n"
                           "  weights: {race: 3, 7: 0.5}\n"
                           "  stages: {a: {length: 2, map: heroes.csv}, b: ~}\n"
                           "algorithm: ga\n"
                           "ga: {mutation: 1.5e-1}\n"
                           "exact: {}\n"
                           "run: {seed: 9223372036854775807, target: 0.1}\n"
                           "migration: {policy: ring, migrants: 3}\n"
                           "output: {file: out/x.h5}\n"
                           "checkpoint:\n";

static enum status load(struct demo *demo, const char *text)
{
    enum status status = demo_load(demo, text, strlen(text), NULL, 0);
    if (status != STATUS_OK)
        printf("\n%s\n", demo->err.text);
    return status;
}

/* names may hold at most 3: the fourth goes. */
static void load_full(struct demo *demo)
{
    char text[sizeof full];
    memcpy(text, full, sizeof full);
    char *fourth = strstr(text, ", \"yes\"");
    memset(fourth, ' ', strlen(", \"yes\""));
    demo_begin(demo);
    CU_ASSERT_EQUAL_FATAL(load(demo, text), STATUS_OK);
}

static void load_fills_every_type(void)
{
    struct demo demo;
    load_full(&demo);
    const struct demo_keys *keys = demo.config.problem_keys;
    CU_ASSERT_FALSE(keys->guided);
    CU_ASSERT_EQUAL(keys->size, 1000);
    CU_ASSERT_EQUAL(keys->cap, 9007199254740993);
    CU_ASSERT_EQUAL(keys->share, 1.0);
    CU_ASSERT_EQUAL(keys->goal, -INFINITY);
    CU_ASSERT_STRING_EQUAL(keys->title, "a: 'b' \"c\" \t #");
    CU_ASSERT_STRING_EQUAL(keys->note, "~");
    CU_ASSERT_EQUAL(keys->heroes.bytes, 13);
    CU_ASSERT_STRING_EQUAL((const char *)keys->heroes.data, "id,price\n1,5\n");
    CU_ASSERT_EQUAL(keys->heroes.path[0], '/');
    CU_ASSERT_PTR_NULL(keys->owned.data);
    CU_ASSERT_PTR_NULL(keys->owned.path);
    CU_ASSERT_EQUAL(keys->mode, 1);
    CU_ASSERT_EQUAL(keys->shape.places, 4);
    const struct demo_ga_keys *ga = demo.config.algorithms[0].keys;
    CU_ASSERT_EQUAL(ga->population, 10);
    CU_ASSERT_EQUAL(ga->mutation, 0.15);
    demo_end(&demo);
}

static void load_fills_lists_and_maps(void)
{
    struct demo demo;
    load_full(&demo);
    const struct demo_keys *keys = demo.config.problem_keys;
    const struct demo_pair *edges = keys->shape.edges.items;
    CU_ASSERT_EQUAL_FATAL(keys->shape.edges.count, 2);
    CU_ASSERT_EQUAL_FATAL(edges[1].numbers.count, 2);
    CU_ASSERT_EQUAL(((struct demo_number *)edges[1].numbers.items)[1].value, 2);
    CU_ASSERT_EQUAL_FATAL(keys->points.count, 1);
    CU_ASSERT_EQUAL(((struct demo_number *)keys->points.items)[0].value, 7);
    const char *const *names = keys->names.items;
    CU_ASSERT_EQUAL_FATAL(keys->names.count, 3);
    CU_ASSERT_STRING_EQUAL(names[1], "12");
    CU_ASSERT_STRING_EQUAL(names[2], "");
    const struct demo_rule *rules = keys->rules.items;
    CU_ASSERT_EQUAL_FATAL(keys->rules.count, 3);
    CU_ASSERT_STRING_EQUAL(rules[0].mean, "level");
    CU_ASSERT_EQUAL(rules[0].min, -3.5);
    CU_ASSERT_EQUAL(rules[0].max, OPTION_ABSENT);
    CU_ASSERT_EQUAL(rules[0].kind, -1);
    CU_ASSERT_STRING_EQUAL(rules[1].value, "4");
    CU_ASSERT_TRUE(isnan(rules[1].min));
    CU_ASSERT_EQUAL(rules[1].kind, 2);
    CU_ASSERT_PTR_NULL(rules[2].mean);
    const struct demo_weight *weights = keys->weights.items;
    CU_ASSERT_EQUAL_FATAL(keys->weights.count, 2);
    CU_ASSERT_STRING_EQUAL(weights[1].key, "7");
    CU_ASSERT_EQUAL(weights[1].value, 0.5);
    const struct demo_stage *stages = keys->stages.items;
    CU_ASSERT_EQUAL_FATAL(keys->stages.count, 2);
    CU_ASSERT_EQUAL(stages[0].map.bytes, 13);
    CU_ASSERT_EQUAL(stages[1].length, 3);
    CU_ASSERT_PTR_NULL(stages[1].map.data);
    demo_end(&demo);
}

static void load_fills_settings(void)
{
    struct demo demo;
    load_full(&demo);
    const struct config *c = &demo.config;
    CU_ASSERT_PTR_EQUAL(c->problem, &demo_problem);
    CU_ASSERT_EQUAL(c->n_algorithms, 1);
    CU_ASSERT_PTR_EQUAL(c->algorithms[0].algorithm, &demo_ga);
    CU_ASSERT_EQUAL(c->run.seed, INT64_MAX);
    CU_ASSERT_EQUAL(c->run.islands, 3);
    CU_ASSERT_EQUAL(c->run.sub_generations, 10);
    CU_ASSERT_EQUAL(c->run.epochs, OPTION_ABSENT);
    CU_ASSERT_TRUE(isnan(c->run.time_limit_s));
    CU_ASSERT_EQUAL(c->run.target, 0.1);
    CU_ASSERT_EQUAL(c->migration.policy, 1);
    CU_ASSERT_EQUAL(c->migration.similarity, 0);
    CU_ASSERT_EQUAL(c->migration.migrants, 3);
    CU_ASSERT_EQUAL(c->output.solutions, 32);
    CU_ASSERT_TRUE(c->output.follow);
    CU_ASSERT_EQUAL(c->checkpoint.every_s, 300.0);
    CU_ASSERT_EQUAL(c->n_files, 2);
    CU_ASSERT_STRING_EQUAL(c->files[1].key, "demo.stages.a.map");
    CU_ASSERT_TRUE(strstr(c->output.file, "/out/x.h5") != NULL);
    CU_ASSERT_EQUAL(c->output.file[0], '/');
    demo_end(&demo);
}

static void load_gives_defaults(void)
{
    struct demo demo;
    demo_begin(&demo);
    CU_ASSERT_EQUAL_FATAL(load(&demo, DEMO_LEAST), STATUS_OK);
    const struct demo_keys *keys = demo.config.problem_keys;
    CU_ASSERT_TRUE(keys->guided);
    CU_ASSERT_EQUAL(keys->cap, OPTION_ABSENT);
    CU_ASSERT_TRUE(isnan(keys->goal));
    CU_ASSERT_STRING_EQUAL(keys->title, "no name");
    CU_ASSERT_PTR_NULL(keys->note);
    CU_ASSERT_EQUAL(keys->points.count, 3);
    CU_ASSERT_EQUAL(keys->names.count, 0);
    CU_ASSERT_PTR_NULL(keys->names.items);
    CU_ASSERT_EQUAL(keys->weights.count, 0);
    CU_ASSERT_EQUAL(demo.config.run.seed, 1);
    CU_ASSERT_TRUE(strstr(demo.config.output.file, "/demo.h5") != NULL);
    demo_end(&demo);
}

static bool equal_configs(const struct config *a, const struct config *b)
{
    return a->problem == b->problem &&
           a->algorithms[0].algorithm == b->algorithms[0].algorithm &&
           config_equal(a->problem->options, a->problem_keys, b->problem_keys) &&
           config_equal(run_options, (const char *)&a->run, (const char *)&b->run) &&
           config_equal(migration_options, (const char *)&a->migration,
                        (const char *)&b->migration) &&
           config_equal(output_options, (const char *)&a->output,
                        (const char *)&b->output) &&
           !strcmp(a->resolved, b->resolved) &&
           !memcmp(a->identity, b->identity, sizeof a->identity);
}

static void resolved_text_gives_same_config(void)
{
    struct demo demo;
    struct config again, third;
    struct error err;
    load_full(&demo);
    CU_ASSERT_EQUAL_FATAL(config_from_text(demo.config.resolved, "resolved",
                                           demo.config.files, demo.config.n_files,
                                           &demo_registry, &demo.perm, &again, &err),
                          STATUS_OK);
    CU_ASSERT_TRUE(equal_configs(&demo.config, &again));
    struct config first = demo.config;
    CU_ASSERT_EQUAL_FATAL(load(&demo, first.resolved), STATUS_OK);
    third = demo.config;
    CU_ASSERT_TRUE(equal_configs(&first, &third));
    demo_end(&demo);
}

/* One random character, UTF-8 in `text` and escaped for YAML in `yaml`. */
static void draw_character(struct rng *rng, char **text, char **yaml)
{
    static const uint32_t odd[] = {
        ' ', ' ', '\n', '\t', '\'', '"',  '\\',   '#',    ':',     '-',  '?',  '&',
        '*', '{', '[',  '%',  0x85, 0xA0, 0x2028, 0xFEFF, 0x1F600, 0x7F, 0x1B, '~'};
    uint32_t c = rng_chance(rng, 0.5) ? odd[rng_below(rng, sizeof odd / sizeof *odd)]
                                      : (uint32_t)('a' + rng_below(rng, 26));
    *yaml += sprintf(*yaml, "\\U%08x", c);
    if (c < 0x80)
        *(*text)++ = (char)c;
    else if (c < 0x800)
        *text += sprintf(*text, "%c%c", (int)(0xC0 | c >> 6), (int)(0x80 | (c & 63)));
    else if (c < 0x10000)
        *text += sprintf(*text, "%c%c%c", (int)(0xE0 | c >> 12),
                         (int)(0x80 | (c >> 6 & 63)), (int)(0x80 | (c & 63)));
    else
        *text += sprintf(*text, "%c%c%c%c", (int)(0xF0 | c >> 18),
                         (int)(0x80 | (c >> 12 & 63)), (int)(0x80 | (c >> 6 & 63)),
                         (int)(0x80 | (c & 63)));
    **text = '\0';
}

static void any_text_survives(void)
{
    enum { ROUNDS = 1000, LONGEST = 120, SEED = 7 };
    struct demo demo;
    struct rng rng;
    rng_seed(&rng, SEED, 3);
    demo_begin(&demo);
    for (int round = 0; round < ROUNDS; round++) {
        char text[4 * LONGEST + 1] = "", yaml[10 * LONGEST + 32] = "demo.title=\"";
        char *t = text, *y = yaml + strlen(yaml);
        const char *set = yaml;
        for (uint64_t n = rng_below(&rng, LONGEST); n > 0; n--)
            draw_character(&rng, &t, &y);
        strcpy(y, "\"");
        CU_ASSERT_EQUAL_FATAL(demo_load(&demo, DEMO_LEAST, strlen(DEMO_LEAST), &set, 1),
                              STATUS_OK);
        const struct demo_keys *keys = demo.config.problem_keys;
        CU_ASSERT_STRING_EQUAL_FATAL(keys->title, text);
        CU_ASSERT_EQUAL_FATAL(load(&demo, demo.config.resolved), STATUS_OK);
        keys = demo.config.problem_keys;
        if (strcmp(keys->title, text) != 0)
            printf("\nseed %d, round %d: %s\n", SEED, round, yaml);
        CU_ASSERT_STRING_EQUAL_FATAL(keys->title, text);
        arena_free(&demo.perm);
    }
    demo_end(&demo);
}

static void from_text_needs_the_files(void)
{
    struct demo demo;
    struct config again;
    load_full(&demo);
    CU_ASSERT_EQUAL(config_from_text(demo.config.resolved, "x.h5", NULL, 0,
                                     &demo_registry, &demo.perm, &again, &demo.err),
                    STATUS_INPUT);
    CU_ASSERT_TRUE(strstr(demo.err.text, "x.h5:") == demo.err.text);
    CU_ASSERT_TRUE(strstr(demo.err.text, "demo.heroes: no copy of") != NULL);
    CU_ASSERT_PTR_NULL(again.problem);
    demo_end(&demo);
}

/* One edit of the least config, as an override and as text. */
struct edit {
    const char *set[3];
    const char *text;
};

static void overrides_equal_editing(void)
{
    static const struct edit edits[] = {
        {{"run.seed=7"},
         "problem: demo\ndemo: {heroes: heroes.csv}\nalgorithm: ga\n"
         "run: {epochs: 2, seed: 7}\n"},
        {{"demo.shape.edges=[[3, 4]]", "demo.size=1e2"},
         "problem: demo\ndemo: {heroes: heroes.csv, shape: {edges: [[3, 4]]}, "
         "size: 100}\nalgorithm: ga\nrun: {epochs: 2}\n"},
        {{"demo.rules=[{mean: a}, {mean: b}]", "demo.rules[1].min=3",
          "demo.rules[0]={value: x}"},
         "problem: demo\ndemo:\n  heroes: heroes.csv\n  rules: [{value: x}, {mean: b, "
         "min: 3}]\nalgorithm: ga\nrun: {epochs: 2}\n"},
        {{"run.epochs=~", "run.target=-1.5", "algorithm=exact"},
         "problem: demo\ndemo: {heroes: heroes.csv}\nalgorithm: exact\n"
         "run: {target: -1.5}\n"},
        {{"demo.weights.race=2", "demo.title=a=b", "demo.stages.s.length=9"},
         "problem: demo\ndemo: {heroes: heroes.csv, weights: {race: 2}, title: 'a=b', "
         "stages: {s: {length: 9}}}\nalgorithm: ga\nrun: {epochs: 2}\n"},
    };
    struct demo demo;
    demo_begin(&demo);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        size_t n = 0;
        while (n < 3 && edits[i].set[n])
            n++;
        CU_ASSERT_EQUAL_FATAL(load(&demo, edits[i].text), STATUS_OK);
        struct config edited = demo.config;
        enum status status =
            demo_load(&demo, DEMO_LEAST, strlen(DEMO_LEAST), edits[i].set, n);
        if (status)
            printf("\nedit %zu: %s\n", i, demo.err.text);
        CU_ASSERT_EQUAL_FATAL(status, STATUS_OK);
        CU_ASSERT_TRUE(equal_configs(&edited, &demo.config));
    }
    demo_end(&demo);
}

static void identity_of(struct demo *demo, const char *set, uint8_t *identity)
{
    CU_ASSERT_EQUAL_FATAL(
        demo_load(demo, DEMO_LEAST, strlen(DEMO_LEAST), &set, set ? 1 : 0), STATUS_OK);
    memcpy(identity, demo->config.identity, CONFIG_IDENTITY_BYTES);
}

static void identity_ignores_limits_alone(void)
{
    static const char *const same[] = {"run.epochs=99",
                                       "run.time_limit_s=5",
                                       "run.max_evaluations=77",
                                       "run.target=3",
                                       "run.distribution=speed",
                                       "checkpoint.every_s=0",
                                       "exact={}",
                                       "demo.heroes=./maps/../heroes.csv"};
    static const char *const other[] = {
        "run.seed=2",           "run.islands=4",         "run.sub_generations=9",
        "run.replicas=2",       "demo.size=6",           "ga.population=11",
        "migration.migrants=1", "algorithm=exact",       "demo.names=[a]",
        "demo.owned=demo.yaml", "output.solutions=2",    "output.min_distance=0.5",
        "migration.group=2",    "migration.policy=ring", "migration.between_every=3"};
    uint8_t plain[CONFIG_IDENTITY_BYTES], changed[CONFIG_IDENTITY_BYTES];
    char path[128];
    struct demo demo;
    demo_begin(&demo);
    int before = demo_go_in(&demo);
    identity_of(&demo, NULL, plain);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        identity_of(&demo, same[i], changed);
        CU_ASSERT_EQUAL(memcmp(plain, changed, sizeof plain), 0);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        identity_of(&demo, other[i], changed);
        CU_ASSERT_NOT_EQUAL(memcmp(plain, changed, sizeof plain), 0);
    }
    demo_go_back(before);
    snprintf(path, sizeof path, "%s/heroes.csv", demo.folder);
    demo_write(path, "id,price\n1,6\n", 13);
    identity_of(&demo, NULL, changed);
    CU_ASSERT_NOT_EQUAL(memcmp(plain, changed, sizeof plain), 0);
    demo_end(&demo);
}

static void locate_names_line_of_longest_part(void)
{
    static const char *const cases[][2] = {
        {"demo.stages.a.map", ":21: demo.stages.a.map: bad"},
        {"demo.rules[1].min", ":18: demo.rules[1].min: bad"},
        {"demo.rules[1].value", ":18: demo.rules[1].value: bad"},
        {"demo.owned", ":2: demo.owned: bad"},
        {"demo.sizes", ":2: demo.sizes: bad"},
        {"nothing.here", "demo.yaml: nothing.here: bad"}};
    struct demo demo;
    struct error err;
    char line[400];
    load_full(&demo);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error_at(&err, cases[i][0], "bad");
        config_locate(&demo.config, &err, line, sizeof line);
        CU_ASSERT_TRUE(strstr(line, cases[i][1]) != NULL);
    }
    error_set(&err, STATUS_IO, "no key");
    config_locate(&demo.config, &err, line, sizeof line);
    CU_ASSERT_STRING_EQUAL(line, "no key");
    demo_end(&demo);
}

static void chosen_output_goes_first(void)
{
    struct demo demo;
    char here[4096], expected[4200];
    demo_begin(&demo);
    demo_write(demo.path, DEMO_LEAST, strlen(DEMO_LEAST));
    struct config_request request = {.path = demo.path, .output = "mine.h5"};
    CU_ASSERT_EQUAL_FATAL(config_load(&request, &demo_registry, demo.comm, &demo.perm,
                                      &demo.config, &demo.err),
                          STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(here, sizeof here));
    snprintf(expected, sizeof expected, "%s/mine.h5", here);
    CU_ASSERT_STRING_EQUAL(demo.config.output.file, expected);
    CU_ASSERT_EQUAL(demo.config.run.islands, OPTION_ABSENT);
    demo_end(&demo);
}

static void value_print_reads_back(void)
{
    unsigned short draw[3] = {1, 2, 3};
    char text[VALUE_BYTES];
    for (int i = 0; i < 100000; i++) {
        uint64_t bits =
            (uint64_t)jrand48(draw) << 32 ^ (uint64_t)(uint32_t)jrand48(draw);
        double number, again;
        bool huge;
        memcpy(&number, &bits, sizeof number);
        if (isnan(number))
            continue;
        config_value_print(number, text);
        if (!config_value_real(text, &again, &huge) || again != number) {
            printf("\n%s is not %a\n", text, number);
            CU_FAIL_FATAL("a number changed");
        }
    }
    CU_ASSERT_STRING_EQUAL(config_value_print(1e-5, text), "1.0e-05");
    CU_ASSERT_STRING_EQUAL(config_value_print(0.1, text), "0.1");
}

/* Every rank of several holds the same config, and only rank 0 needs the file. */
struct shared {
    const char *path;
    char *resolved[5];
    uint8_t identity[5][CONFIG_IDENTITY_BYTES];
    enum status status[5];
    char text[5][896];
};

static void load_on_rank(struct comm *world, void *arg)
{
    struct shared *shared = arg;
    struct arena perm;
    struct config config;
    struct error err;
    struct config_request request = {
        .path = world->rank ? "/nowhere/demo.yaml" : shared->path, .islands = 5};
    arena_init(&perm);
    shared->status[world->rank] =
        config_load(&request, &demo_registry, world, &perm, &config, &err);
    snprintf(shared->text[world->rank], sizeof shared->text[0], "%s", err.text);
    if (shared->status[world->rank] == STATUS_OK) {
        const struct demo_keys *keys = config.problem_keys;
        CU_ASSERT_EQUAL(keys->heroes.bytes, 13);
        CU_ASSERT_STRING_EQUAL((const char *)keys->heroes.data, "id,price\n1,5\n");
        shared->resolved[world->rank] = strdup(config.resolved);
        memcpy(shared->identity[world->rank], config.identity, sizeof config.identity);
    }
    arena_free(&perm);
}

static void ranks_hold_the_same(void)
{
    struct demo demo;
    struct shared shared = {0};
    demo_begin(&demo);
    shared.path = demo.path;
    demo_write(demo.path, DEMO_LEAST, strlen(DEMO_LEAST));
    CU_ASSERT_EQUAL(comm_local_run(5, NULL, load_on_rank, &shared, &demo.err),
                    STATUS_OK);
    for (int r = 0; r < 5; r++) {
        CU_ASSERT_EQUAL_FATAL(shared.status[r], STATUS_OK);
        CU_ASSERT_STRING_EQUAL(shared.resolved[r], shared.resolved[0]);
        CU_ASSERT_EQUAL(
            memcmp(shared.identity[r], shared.identity[0], sizeof shared.identity[0]),
            0);
    }
    for (int r = 0; r < 5; r++)
        free(shared.resolved[r]);
    demo_end(&demo);
}

static void ranks_fail_together(void)
{
    struct demo demo;
    struct shared shared = {0};
    demo_begin(&demo);
    shared.path = demo.path;
    demo_write(demo.path, "problem: demo\nalgorithm: gaa\n", 29);
    CU_ASSERT_EQUAL(comm_local_run(3, NULL, load_on_rank, &shared, &demo.err),
                    STATUS_OK);
    for (int r = 0; r < 3; r++) {
        CU_ASSERT_EQUAL(shared.status[r], STATUS_INPUT);
        CU_ASSERT_STRING_EQUAL(shared.text[r], shared.text[0]);
    }
    demo_end(&demo);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(load_fills_every_type),
        SUITE_TEST(load_fills_lists_and_maps),
        SUITE_TEST(load_fills_settings),
        SUITE_TEST(load_gives_defaults),
        SUITE_TEST(resolved_text_gives_same_config),
        SUITE_TEST(any_text_survives),
        SUITE_TEST(from_text_needs_the_files),
        SUITE_TEST(overrides_equal_editing),
        SUITE_TEST(identity_ignores_limits_alone),
        SUITE_TEST(locate_names_line_of_longest_part),
        SUITE_TEST(chosen_output_goes_first),
        SUITE_TEST(value_print_reads_back),
        SUITE_TEST(ranks_hold_the_same),
        SUITE_TEST(ranks_fail_together),
        CU_TEST_INFO_NULL,
    };
    return suite_run("config", NULL, NULL, tests);
}
