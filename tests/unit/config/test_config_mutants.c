/* Configs and overrides edited at random: whatever comes out, it loads or gives one
 * line. */
#include "config_demo.h"
#include "suite.h"

static uint64_t draw(struct rng *rng, uint64_t n)
{
    return rng_below(rng, n);
}

static const char *const pieces[] = {"[",
                                     "]",
                                     "{",
                                     "}",
                                     ":",
                                     ": ",
                                     "- ",
                                     "\n",
                                     "\n  ",
                                     "\t",
                                     "'",
                                     "\"",
                                     "&a ",
                                     "*a",
                                     "? ",
                                     "| ",
                                     "> ",
                                     "!!int ",
                                     "%",
                                     "---\n",
                                     "~",
                                     "null",
                                     "1e309",
                                     "-0",
                                     ".inf",
                                     "0.1",
                                     "99999999999999999999",
                                     "demo",
                                     "run",
                                     "points",
                                     "\xc3\xa9",
                                     "\xff",
                                     "\x01",
                                     "#",
                                     ",",
                                     "...\n",
                                     "<<",
                                     "\\",
                                     "\r",
                                     "\xef\xbb\xbf",
                                     "true",
                                     "heroes.csv"};

/* One random edit: cut, double, overwrite, insert. */
static size_t mutate(struct rng *rng, char *text, size_t n, size_t capacity)
{
    size_t at = draw(rng, n + 1), length = draw(rng, 12);
    const char *piece = pieces[draw(rng, sizeof pieces / sizeof *pieces)];
    if (at + length > n)
        length = n - at;
    switch (draw(rng, 4)) {
    case 0:
        memmove(text + at, text + at + length, n - at - length);
        return n - length;
    case 1:
        if (n + length > capacity)
            return n;
        memmove(text + at + length, text + at, n - at);
        return n + length;
    case 2:
        if (at < n)
            text[at] = (char)(draw(rng, 8) ? 32 + draw(rng, 95) : draw(rng, 256));
        return n;
    default:
        length = strlen(piece);
        if (n + length > capacity)
            return n;
        memmove(text + at + length, text + at, n - at);
        memcpy(text + at, piece, length);
        return n + length;
    }
}

static const char seed_text[] =
    "problem: demo\nalgorithm: ga\nga: {population: 5}\nrun: {epochs: 2, target: 1.5}\n"
    "demo:\n  heroes: heroes.csv\n  guided: no\n  share: 0.5\n  title: 'a b'\n"
    "  shape: {places: 3, edges: [[0, 1], [1, 2]]}\n  points: [1, 2]\n  names: [a, b]\n"
    "  rules:\n    - {mean: a, min: 1}\n    - {value: x, kind: none}\n"
    "  weights: {race: 1, 3: 2.5}\n  stages:\n    a: {length: 2, map: heroes.csv}\n"
    "output: {solutions: 3}\n";

/* What loaded gives itself again from its resolved text; what did not gives one line.
 */
static void check_load(struct demo *demo, enum status status, size_t round)
{
    struct config again;
    struct error err;
    if (status != STATUS_OK) {
        bool clear = status == STATUS_INPUT && demo->err.text[0] &&
                     !strchr(demo->err.text, '\n');
        if (!clear)
            printf("\nround %zu: status %d: %s\n", round, status, demo->err.text);
        CU_ASSERT_TRUE_FATAL(clear);
        return;
    }
    status = config_from_text(demo->config.resolved, "resolved", demo->config.files,
                              demo->config.n_files, &demo_registry, &demo->perm, &again,
                              &err);
    bool same = status == STATUS_OK && !strcmp(again.resolved, demo->config.resolved);
    if (!same)
        printf("\nround %zu:\n%s\nbecomes\n%s\n", round, demo->config.resolved,
               status ? err.text : again.resolved);
    CU_ASSERT_TRUE_FATAL(same);
}

enum { ROUNDS = 4000, CAPACITY = 4096, SEED = 20261121 };

static void mutants_never_crash(void)
{
    struct demo demo;
    struct rng rng;
    size_t good = 0;
    char text[CAPACITY];
    rng_seed(&rng, SEED, 1);
    demo_begin(&demo);
    for (size_t round = 0; round < ROUNDS; round++) {
        size_t n = sizeof seed_text - 1, edits = 1 + draw(&rng, 2);
        memcpy(text, seed_text, n);
        for (size_t e = 0; e < edits; e++)
            n = mutate(&rng, text, n, CAPACITY);
        check_load(&demo, demo_load(&demo, text, n, NULL, 0), round);
        good += demo.config.problem != NULL;
        arena_free(&demo.perm);
    }
    printf("seed %d: %zu of %d still load\n", SEED, good, ROUNDS);
    CU_ASSERT_TRUE(good > 0 && good < ROUNDS);
    demo_end(&demo);
}

static void mutant_overrides_never_crash(void)
{
    static const char *const sets[] = {
        "run.seed=5",        "demo.shape.edges[1][0]=3", "demo.rules[0]={mean: b}",
        "demo.title='x: y'", "demo.stages.a.length=4",   "demo.weights={a: 1, b: 2}"};
    struct demo demo;
    struct rng rng;
    size_t good = 0;
    char text[128];
    rng_seed(&rng, SEED, 2);
    demo_begin(&demo);
    for (size_t round = 0; round < ROUNDS; round++) {
        const char *set = sets[draw(&rng, sizeof sets / sizeof *sets)], *given = text;
        size_t n = strlen(set);
        memcpy(text, set, n);
        n = mutate(&rng, text, n, sizeof text - 1);
        text[n] = '\0';
        check_load(&demo, demo_load(&demo, seed_text, sizeof seed_text - 1, &given, 1),
                   round);
        good += demo.config.problem != NULL;
        arena_free(&demo.perm);
    }
    printf("seed %d: %zu of %d still load\n", SEED, good, ROUNDS);
    CU_ASSERT_TRUE(good > 0 && good < ROUNDS);
    demo_end(&demo);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(mutants_never_crash),
        SUITE_TEST(mutant_overrides_never_crash),
        CU_TEST_INFO_NULL,
    };
    return suite_run("config_mutants", NULL, NULL, tests);
}
