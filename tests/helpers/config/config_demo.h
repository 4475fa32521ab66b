/* A problem and two algorithms that have keys of every type and do nothing, and the
 * loading of configs about them from temporary files. */
#ifndef SKERRY_TESTS_CONFIG_DEMO_H
#define SKERRY_TESTS_CONFIG_DEMO_H

#include "comm_local.h"
#include "config.h"
#include "own_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct demo_number {
    int64_t value;
};
struct demo_pair {
    struct option_list numbers;
};
struct demo_weight {
    const char *key;
    double value;
};
struct demo_rule {
    const char *mean, *value;
    double min;
    int64_t max;
    int kind;
};
struct demo_stage {
    const char *key;
    int64_t length;
    struct option_file map;
};
struct demo_shape {
    int64_t places;
    struct option_list edges;
};
struct demo_keys {
    bool guided;
    int64_t size, cap;
    double share, goal;
    const char *title, *note;
    struct option_file heroes, owned;
    int mode;
    struct demo_shape shape;
    struct option_list points, names, rules, weights, stages;
};
struct demo_ga_keys {
    int64_t population;
    double mutation;
};

static const char *const demo_modes[] = {"fast", "exact", "none", NULL};

#define DEMO_ITEM(s, m, kind, lo, hi)                                                  \
    {                                                                                  \
        .name = "", .type = kind, .offset = offsetof(s, m), .min = lo, .max = hi       \
    }

static const struct config_option demo_number[] = {
    DEMO_ITEM(struct demo_number, value, OPTION_INT, 0, 9), OPTION_END};
static const struct config_option demo_name[] = {
    DEMO_ITEM(struct demo_number, value, OPTION_TEXT, 0, 0), OPTION_END};
static const struct config_option demo_pair[] = {
    {.name = "",
     .type = OPTION_LIST,
     .offset = offsetof(struct demo_pair, numbers),
     .min = 2,
     .max = 2,
     .fields = demo_number,
     .item_bytes = sizeof(struct demo_number)},
    OPTION_END};
static const struct config_option demo_weight[] = {
    DEMO_ITEM(struct demo_weight, value, OPTION_REAL, 0, 100), OPTION_END};
static const struct config_option demo_rule[] = {
    OPTION_TEXT_AT(struct demo_rule, mean, "~", "column"),
    OPTION_TEXT_AT(struct demo_rule, value, "~", "a value"),
    OPTION_REAL_AT(struct demo_rule, min, "~", -100, 100, "least"),
    OPTION_INT_AT(struct demo_rule, max, "~", -100, 100, "most"),
    OPTION_CHOICE_AT(struct demo_rule, kind, "~", demo_modes, "kind"),
    OPTION_END};
static const struct config_option demo_stage[] = {
    OPTION_INT_AT(struct demo_stage, length, "3", 1, 10, "steps"),
    OPTION_FILE_AT(struct demo_stage, map, "~", "a map"), OPTION_END};
static const struct config_option demo_shape[] = {
    OPTION_INT_AT(struct demo_shape, places, "4", 1, 64, "places"),
    OPTION_LIST_AT(struct demo_shape, edges, "[]", demo_pair, sizeof(struct demo_pair),
                   0, 20, "edges"),
    OPTION_END};
static const struct config_option demo_options[] = {
    OPTION_BOOL_AT(struct demo_keys, guided, "true", "whether guided"),
    OPTION_INT_AT(struct demo_keys, size, "5", -3, 1000000, "how large"),
    OPTION_INT_AT(struct demo_keys, cap, "~", 0, 9e18, "at most"),
    OPTION_REAL_AT(struct demo_keys, share, "0.25", 0, 1, "which share"),
    OPTION_REAL_AT(struct demo_keys, goal, "~", -INFINITY, INFINITY, "aim"),
    OPTION_TEXT_AT(struct demo_keys, title, "no name", "title"),
    OPTION_TEXT_AT(struct demo_keys, note, "~", "note"),
    OPTION_FILE_AT(struct demo_keys, heroes, NULL, "CSV of heroes"),
    OPTION_FILE_AT(struct demo_keys, owned, "~", "CSV of ids"),
    OPTION_CHOICE_AT(struct demo_keys, mode, "fast", demo_modes, "mode"),
    OPTION_GROUP_AT(struct demo_keys, shape, demo_shape, "the shape"),
    OPTION_LIST_AT(struct demo_keys, points, "[0, 1, 2]", demo_number,
                   sizeof(struct demo_number), 1, 5, "points"),
    OPTION_LIST_AT(struct demo_keys, names, "~", demo_name, sizeof(struct demo_number),
                   1, 3, "names"),
    OPTION_LIST_AT(struct demo_keys, rules, "[]", demo_rule, sizeof(struct demo_rule),
                   0, 4, "rules"),
    OPTION_MAP_AT(struct demo_keys, weights, "{}", demo_weight,
                  sizeof(struct demo_weight), 0, 3, "weights"),
    OPTION_MAP_AT(struct demo_keys, stages, "{}", demo_stage, sizeof(struct demo_stage),
                  0, 3, "stages"),
    OPTION_END};
static const struct config_option demo_ga_options[] = {
    OPTION_INT_AT(struct demo_ga_keys, population, "10", 1, 1000, "individuals"),
    OPTION_REAL_AT(struct demo_ga_keys, mutation, "0.2", 0, 1, "chance"), OPTION_END};

static const struct algorithm demo_ga = {.name = "ga",
                                         .summary = "breeds",
                                         .options = demo_ga_options,
                                         .keys_bytes = sizeof(struct demo_ga_keys)};
static const struct algorithm demo_exact = {.name = "exact", .summary = "proves"};
static const struct algorithm *const demo_own[] = {&demo_exact, NULL};
static const struct algorithm *const demo_general[] = {&demo_ga, NULL};
static const struct problem demo_problem = {.name = "demo",
                                            .summary = "does nothing",
                                            .options = demo_options,
                                            .keys_bytes = sizeof(struct demo_keys),
                                            .algorithms = demo_own};
static const struct problem demo_other = {.name = "other", .summary = "is not chosen"};
static const struct problem *const demo_problems[] = {&demo_problem, &demo_other, NULL};
static const struct registry demo_registry = {demo_problems, demo_general, NULL};

/* A folder of its own with demo.yaml, heroes.csv and a folder `maps`. */
struct demo {
    char folder[OWN_FOLDER_BYTES], path[96];
    struct arena perm;
    struct comm *comm;
    struct config config;
    struct error err;
};

static inline void demo_write(const char *path, const char *text, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    ensure(file && fwrite(text, 1, bytes, file) == bytes && fclose(file) == 0);
}

static inline void demo_begin(struct demo *demo)
{
    char path[128];
    *demo = (struct demo){0};
    ensure(own_folder_make(demo->folder, "config"));
    snprintf(demo->path, sizeof demo->path, "%s/demo.yaml", demo->folder);
    snprintf(path, sizeof path, "%s/heroes.csv", demo->folder);
    demo_write(path, "id,price\n1,5\n", 13);
    snprintf(path, sizeof path, "%s/maps", demo->folder);
    ensure(mkdir(path, 0700) == 0);
    arena_init(&demo->perm);
    ensure(comm_local_open(1, NULL, &demo->comm, &demo->err) == STATUS_OK);
}

/* Makes the demo's folder the working directory, as if its user typed there; what demo_go_back
 * takes. */
static inline int demo_go_in(const struct demo *demo)
{
    int before = open(".", O_RDONLY | O_DIRECTORY);
    ensure(before >= 0 && chdir(demo->folder) == 0);
    return before;
}

static inline void demo_go_back(int before)
{
    ensure(fchdir(before) == 0 && close(before) == 0);
}

static inline void demo_end(struct demo *demo)
{
    own_folder_remove(demo->folder);
    comm_close(demo->comm);
    arena_free(&demo->perm);
}

/* Loads the text as demo.yaml with overrides. */
static inline enum status demo_load(struct demo *demo, const char *text, size_t bytes,
                                    const char *const *overrides, size_t n)
{
    struct config_request request = {
        .path = demo->path, .overrides = overrides, .n_overrides = n, .islands = 3};
    demo_write(demo->path, text, bytes);
    return config_load(&request, &demo_registry, demo->comm, &demo->perm, &demo->config,
                       &demo->err);
}

#define DEMO_LEAST                                                                     \
    "problem: demo\ndemo: {heroes: heroes.csv}\nalgorithm: ga\nrun: {epochs: 2}\n"

#endif
