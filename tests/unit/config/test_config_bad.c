/* Bad configs: each ends in one line with file, line, key and what was expected. */
#include "config_demo.h"

#include "config_value.h"
#include "suite.h"

#include <stdlib.h>

/* A config and the line that refuses it, or its beginning. A line's first "F:" stands
 * for the path of the config, "D/" for its folder. */
struct bad {
    const char *text, *line;
};

#define HEAD "problem: demo\nalgorithm: ga\nrun: {epochs: 2}\n"
#define KEYS HEAD "demo:\n  heroes: heroes.csv\n"

static const struct bad bads[] = {
    /* not YAML */
    {KEYS "  shape: {places: 3\nga: {}\n",
     "F:7: not YAML: did not find expected ',' or '}' while parsing a flow mapping"},
    {KEYS "  shape: {places: #,\n    more: 3}\nga: {}\n",
     "F:7: not YAML: did not find expected ',' or '}' while parsing a flow mapping "
     "that "
     "begins on line 6 (# begins a comment on line 6; in quotes, \"#\", it is text)"},
    {HEAD "demo:\n\theroes: x\n",
     "F:5: not YAML: a tab indents the line (expected: spaces)"},
    {KEYS "  title: \"never ends\n", "F:7: not YAML: found unexpected end of stream"},
    {KEYS "  title: *gone\n", "F:6: not YAML: found undefined alias"},
    {"\x7f"
     "ELF\x02\x01\x01\n",
     "F:1: not YAML: control characters are not allowed"},
    {"problem: demo\nx: \xff\xfe\n", "F:2: not YAML: invalid leading UTF-8 octet"},
    {KEYS "---\nproblem: demo\n", "F:7: a second document begins (expected: one)"},
    {KEYS "  rules: &a [*a]\n", "F:6: demo.rules[0][0][0]"},
    {KEYS "  title: \"a\\0b\"\n", "F:6: demo.title: the text holds a NUL character"},
    {KEYS "  ? [a]\n  : b\n", "F:6: demo: a key is not text (expected: key: value)"},
    /* tags */
    {KEYS "  size: !!str 5\n", "F:6: a tag, such as !!int (expected: none; in quotes, "
                               "a value is text)"},
    {KEYS "  size: !!int \"7\"\n", "F:6: a tag"},
    {KEYS "  size: &a !!int 7\n", "F:6: a tag"},
    {KEYS "  title: !mine x\n", "F:6: a tag"},
    {KEYS "  title: !!null x\n", "F:6: a tag"},
    {KEYS "  points: !!set [1]\n", "F:6: a tag"},
    {KEYS "  shape: !!map\n    places: 3\n", "F:6: a tag"},
    {KEYS "  !!str title: x\n", "F:6: a tag"},
    {KEYS "  title: !gone!x y\n",
     "F:6: not YAML: found undefined tag handle while parsing a node"},
    /* no mapping */
    {"", "F: the config is empty (expected: problem, algorithm, run)"},
    {"# only a comment\n", "F: the config is empty"},
    {"- problem: demo\n",
     "F: the config is no mapping (expected: lines of key: value)"},
    {"demo\n", "F: the config is no mapping"},
    {"problem: demo\nalgorithm: ga\nrun: {epochs: 2}\ndemo: [1]\n",
     "F:4: demo: a list is not a mapping (expected: keys among guided, size, "},
    {KEYS "run: 5\n", "F:6: run: duplicate key (first on line 3)"},
    /* names */
    {"problem: dmo\n",
     "F:1: problem: 'dmo' is unknown, did you mean 'demo'? (expected: "
     "one of demo, other)"},
    {"problem: [demo]\n", "F:1: problem: a list is none of the choices"},
    {"algorithm: ga\n", "F: problem: missing (expected: one of demo, other; the puzzle "
                        "to solve)"},
    {"problem: demo\n",
     "F: algorithm: missing (expected: one of exact, ga; the search algorithm"},
    {"problem: demo\nalgorithm: simplex\n",
     "F:2: algorithm: 'simplex' is none of the choices (expected: one of exact, ga)"},
    {KEYS "other: {}\n", "F:6: other: section of another problem (expected: problem: "
                         "other, or a section demo)"},
    /* unknown and duplicate keys */
    {KEYS "runn: {}\n", "F:6: runn: unknown key, did you mean 'run'? (expected: keys "
                        "among problem, demo, algorithm, ga, run, migration, output, "
                        "checkpoint)"},
    {KEYS "  shape: {plaecs: 3}\n", "F:6: demo.shape.plaecs: unknown key, did you mean "
                                    "'places'? (expected: keys among places, edges)"},
    {KEYS "  shape: {places:3}\n", "F:6: demo.shape.places:3: unknown key (expected: a "
                                   "space after the colon)"},
    {KEYS "  rules:\n    - {mean: a, min: 60,5}\n",
     "F:7: demo.rules[0].5: unknown key (expected: decimals with a point)"},
    {KEYS "  rules:\n    - mean: a\n    - {min: 1, larger: 3}\n",
     "F:8: demo.rules[1].larger: unknown key (expected: keys among mean, value, min"},
    {KEYS "  heroes: other.csv\n", "F:6: demo.heroes: duplicate key (first on line 5)"},
    {KEYS "exact: {deep: 1}\n", "F:6: exact.deep: unknown key"},
    {KEYS "<<: {a: 1}\n", "F:6: <<: unknown key"},
    /* missing */
    {HEAD, "F: demo.heroes: missing (expected: file name; CSV of heroes)"},
    {HEAD "demo: {heroes: ~}\n", "F:4: demo.heroes: missing (expected: file name; CSV"},
    {HEAD "demo:\n", "F:4: demo.heroes: missing (expected: file name; CSV of heroes)"},
    {"problem: demo\nalgorithm: ga\ndemo: {heroes: heroes.csv}\nrun:\n  seed: 2\n",
     "F:4: run: nothing ends the run (expected: at least one of epochs, time_limit_s, "
     "max_evaluations, target)"},
    /* wrong types */
    {KEYS "  guided: maybe\n",
     "F:6: demo.guided: 'maybe' is neither true nor false (expected: true or false)"},
    {KEYS "  guided: 1\n", "F:6: demo.guided: '1' is neither true nor false"},
    {KEYS "  size: ten\n",
     "F:6: demo.size: 'ten' is not a whole number (expected: whole "
     "number in -3..1000000)"},
    {KEYS "  size: 2.5\n", "F:6: demo.size: '2.5' is not a whole number"},
    {KEYS "  size: '7'\n", "F:6: demo.size: '7' is in quotes, which make it text"},
    {KEYS "  size: 0x10\n", "F:6: demo.size: '0x10' is not a whole number"},
    {KEYS "  size: [1]\n", "F:6: demo.size: a list is not a whole number"},
    {KEYS "  share: abc\n",
     "F:6: demo.share: 'abc' is not a number (expected: number in 0..1)"},
    {KEYS "  share: 0.3333333333333333333\n",
     "F:6: demo.share: '0.3333333333333333333' has more digits than are kept, "
     "0.3333333333333333 (expected: number in 0..1)"},
    {KEYS "  size: 2.00000000000000000001\n",
     "F:6: demo.size: '2.00000000000000000001' is not a whole number"},
    {KEYS "  share: .nan\n", "F:6: demo.share: '.nan' is not a number"},
    {KEYS "  share: {a: 1}\n", "F:6: demo.share: a mapping is not a number"},
    {KEYS "  title: [a, b]\n", "F:6: demo.title: a list is not text (expected: text)"},
    {KEYS "  mode: fsat\n", "F:6: demo.mode: 'fsat' is unknown, did you mean 'fast'? "
                            "(expected: one of fast, exact, none)"},
    {KEYS "  mode: [fast]\n", "F:6: demo.mode: a list is none of the choices"},
    {KEYS "  shape: 4\n", "F:6: demo.shape: '4' is not a mapping (expected: keys among "
                          "places, edges)"},
    {KEYS "  points: 4\n",
     "F:6: demo.points: '4' is not a list (expected: list of 1..5 "
     "items, each: whole number in 0..9)"},
    {KEYS "  weights: [1]\n", "F:6: demo.weights: a list is not a mapping (expected: "
                              "mapping of names to values, {NAME: VALUE}, of 0..3 "
                              "entries, each: number in 0..100)"},
    {KEYS "  points:\n    - 1\n    - [2]\n",
     "F:8: demo.points[1]: a list is not a whole number (expected: whole number in "
     "0..9)"},
    {KEYS "  points: [1, ~]\n", "F:6: demo.points[1]: missing (expected: whole number"},
    {KEYS "  shape: {edges: [[0, 1], 5]}\n",
     "F:6: demo.shape.edges[1]: '5' is not a list (expected: list of 2 items, each: "
     "whole number in 0..9)"},
    {KEYS "  stages: {a: 5}\n",
     "F:6: demo.stages.a: '5' is not a mapping (expected: keys among length, map)"},
    /* out of range */
    {KEYS "  size: -4\n",
     "F:6: demo.size: '-4' is out of range (expected: whole number "
     "in -3..1000000)"},
    {KEYS "  share: 1.0001\n", "F:6: demo.share: '1.0001' is out of range"},
    {KEYS "  share: .inf\n", "F:6: demo.share: '.inf' is out of range"},
    {KEYS "  cap: -1\n", "F:6: demo.cap: '-1' is out of range (expected: whole number "
                         ">= 0)"},
    {KEYS "  cap: 123456789012345678901234567890\n",
     "F:6: demo.cap: '123456789012345678901234567890' is too large"},
    {KEYS "  cap: 1e99\n", "F:6: demo.cap: '1e99' is too large"},
    {KEYS "  goal: 1e999\n", "F:6: demo.goal: '1e999' is too large (expected: number)"},
    {KEYS "  points: [1, 10]\n", "F:6: demo.points[1]: '10' is out of range"},
    {KEYS "  weights: {race: 101}\n", "F:6: demo.weights.race: '101' is out of range"},
    {KEYS "  stages: {a: {length: 0}}\n", "F:6: demo.stages.a.length: '0' is out of "
                                          "range (expected: whole number in 1..10)"},
    {KEYS "ga: {population: 0}\n", "F:6: ga.population: '0' is out of range"},
    /* counts */
    {KEYS "  points: []\n",
     "F:6: demo.points: a list of 0 items (expected: list of 1..5 "
     "items, each: whole number in 0..9)"},
    {KEYS "  points: [1, 2, 3, 4, 5, 6]\n", "F:6: demo.points: a list of 6 items"},
    {KEYS "  shape: {edges: [[0, 1, 2]]}\n",
     "F:6: demo.shape.edges[0]: a list of 3 items (expected: list of 2 items"},
    {KEYS "  weights: {a: 1, b: 2, c: 3, d: 4}\n",
     "F:6: demo.weights: a mapping of 4 items (expected: mapping of names to values"},
    /* files */
    {HEAD "demo:\n  heroes: none.csv\n",
     "F:5: demo.heroes: D/none.csv: no such file (expected: file name, from the folder "
     "of the config)"},
    {HEAD "demo: {heroes: maps}\n",
     "F:4: demo.heroes: D/maps: is a folder, not a file"},
    {HEAD "demo: {heroes: /dev/zero}\n",
     "F:4: demo.heroes: /dev/zero: is not a regular file"},
    {HEAD "demo: {heroes: ''}\n", "F:4: demo.heroes: '' names no file"},
    {KEYS "  stages: {a: {map: gone}}\n",
     "F:6: demo.stages.a.map: D/gone: no such file"},
    /* text that would break the line */
    {KEYS "  \"a\\nb\": 1\n", "F:6: demo.a\\x0ab: unknown key"},
    {KEYS "  size: \"a\\nb\\e[2J\"\n",
     "F:6: demo.size: 'a\\x0ab\\x1b[2J' is not a whole number"},
};

/* An override of a good config, and the line that refuses it. */
static const struct bad bad_sets[] = {
    {"run.seed", "-s run.seed: a value is missing (expected: -s section.key=value)"},
    {"run.seed=", "-s run.seed: a value is missing (expected: ~ for the default)"},
    {"run.seed= #5", "-s run.seed: a value is missing (expected: ~ for the default)"},
    {"run=", "-s run: a value is missing (expected: ~ for the default)"},
    {"=5", "-s : a key is missing"},
    {"run..seed=5", "-s run..seed: no key of a config"},
    {"[0].x=5", "-s [0].x: no key of a config"},
    {"demo.points[x]=5", "-s demo.points[x]: no key of a config"},
    {"run.sede=5", "-s run.sede: unknown key, did you mean 'seed'?"},
    {"demos.size=5", "-s demos.size: demos: unknown key, did you mean 'demo'?"},
    {"run.seed=-5", "-s run.seed: '-5' is out of range (expected: whole number >= 0)"},
    {"run.epochs.x=5",
     "-s run.epochs.x: run.epochs: is no mapping, so it has no keys to set"},
    {"demo.points[0]=5", "-s demo.points[0]: demo.points: is no list in the config"},
    {"demo.shape.edges[1]=5",
     "-s demo.shape.edges[1]: demo.shape.edges: no item 1: the list has 1, from [0]"},
    {"demo.points=[1, 2", "-s demo.points: not YAML: did not find expected ',' or ']'"},
    {"demo.heroes=x.csv", "-s demo.heroes: x.csv: no such file (expected: "
                          "file name, from the working directory)"},
    {"demo.size=!!str 5", "-s demo.size: a tag, such as !!int"},
    {"demo.title=\x01", "-s demo.title: not YAML: control characters"},
};

/* The expected line with F and D replaced. */
static void expand(const struct demo *demo, const char *line, char *out, size_t bytes)
{
    size_t used = 0;
    for (const char *c = line; *c && used + 1 < bytes; c++) {
        bool alone = c == line || c[-1] == ' ';
        if (*c == 'F' && c == line && c[1] == ':')
            used += (size_t)snprintf(out + used, bytes - used, "%s", demo->path);
        else if (*c == 'D' && alone && c[1] == '/')
            used += (size_t)snprintf(out + used, bytes - used, "%s", demo->folder);
        else
            out[used++] = *c;
    }
    out[used] = '\0';
}

/* Whether the error of a load is the expected line. */
static void expect_line(struct demo *demo, enum status status, const struct bad *bad)
{
    char expected[600];
    const char *text = demo->err.text;
    expand(demo, bad->line, expected, sizeof expected);
    bool right = status == STATUS_INPUT && !strncmp(text, expected, strlen(expected)) &&
                 !strchr(text, '\n') && !demo->config.problem;
    if (!right)
        printf("\n%s\nexpected %s\ngot      %s\n", bad->text, expected, text);
    CU_ASSERT_TRUE(right);
}

static void bad_configs_give_one_clear_line(void)
{
    struct demo demo;
    demo_begin(&demo);
    for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
        const char *text = bads[i].text;
        expect_line(&demo, demo_load(&demo, text, strlen(text), NULL, 0), &bads[i]);
    }
    demo_end(&demo);
}

static void bad_overrides_give_one_clear_line(void)
{
    static const char text[] = KEYS "  shape: {edges: [[1, 2]]}\n";
    struct demo demo;
    demo_begin(&demo);
    for (size_t i = 0; i < sizeof bad_sets / sizeof *bad_sets; i++)
        expect_line(&demo, demo_load(&demo, text, strlen(text), &bad_sets[i].text, 1),
                    &bad_sets[i]);
    demo_end(&demo);
}

static void expect_path(struct demo *demo, const char *path, const char *words)
{
    struct config_request request = {.path = path};
    CU_ASSERT_EQUAL(config_load(&request, &demo_registry, demo->comm, &demo->perm,
                                &demo->config, &demo->err),
                    STATUS_INPUT);
    CU_ASSERT_TRUE(strncmp(demo->err.text, path, strlen(path)) == 0);
    CU_ASSERT_TRUE(strstr(demo->err.text, words) != NULL);
}

static void unreadable_configs_are_refused(void)
{
    struct demo demo;
    demo_begin(&demo);
    expect_path(&demo, "/nowhere/x.yaml",
                ": no such file (expected: a config in YAML)");
    expect_path(&demo, "/tmp", ": is a folder, not a file");
    expect_path(&demo, "/dev/zero", ": is not a regular file");
    demo_end(&demo);
}

static void names_beyond_utf8_are_refused(void)
{
    struct demo demo;
    demo_begin(&demo);
    demo_write(demo.path, DEMO_LEAST, strlen(DEMO_LEAST));
    struct config_request request = {.path = demo.path, .output = "\xff.h5"};
    CU_ASSERT_EQUAL(config_load(&request, &demo_registry, demo.comm, &demo.perm,
                                &demo.config, &demo.err),
                    STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(demo.err.text, "output.file: "));
    CU_ASSERT_PTR_NOT_NULL(strstr(demo.err.text, "is not UTF-8"));
    demo_end(&demo);
}

/* Anchors that multiply, nesting without end, and a very long key: refused in no time
 * and little memory. */
static void bombs_are_refused(void)
{
    enum { DEEP = 20000 };
    struct demo demo;
    char text[4096], *deep = malloc(DEEP + 4);
    ensure(deep);
    size_t used = (size_t)snprintf(text, sizeof text, "a: &a0 [x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 20; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "b%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d]\n", i, i,
                                 i - 1, i - 1, i - 1, i - 1, i - 1);
    demo_begin(&demo);
    CU_ASSERT_EQUAL(demo_load(&demo, text, used, NULL, 0), STATUS_INPUT);
    CU_ASSERT_TRUE(strstr(demo.err.text, "too many values") != NULL);
    memset(deep, '[', DEEP);
    CU_ASSERT_EQUAL(demo_load(&demo, deep, DEEP, NULL, 0), STATUS_INPUT);
    memcpy(deep, "a: ", 3);
    memset(deep + 3, 'k', DEEP - 3);
    CU_ASSERT_EQUAL(demo_load(&demo, deep, DEEP, NULL, 0), STATUS_INPUT);
    memcpy(deep + DEEP - 4, ": 1\n", 4);
    memcpy(deep, "? k", 3);
    CU_ASSERT_EQUAL(demo_load(&demo, deep, DEEP, NULL, 0), STATUS_INPUT);
    CU_ASSERT_TRUE(strlen(demo.err.text) < sizeof demo.err.text - 1);
    free(deep);
    demo_end(&demo);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(bad_configs_give_one_clear_line),
        SUITE_TEST(bad_overrides_give_one_clear_line),
        SUITE_TEST(unreadable_configs_are_refused),
        SUITE_TEST(names_beyond_utf8_are_refused),
        SUITE_TEST(bombs_are_refused),
        CU_TEST_INFO_NULL,
    };
    return suite_run("config_bad", NULL, NULL, tests);
}
