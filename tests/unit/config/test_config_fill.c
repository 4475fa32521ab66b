/* Random option tables and texts: the struct holds what its text says, and needs neither
 * the text nor the tree any more. */
#include "config_equal.h"
#include "config_fill.h"
#include "config_random.h"
#include "config_resolve.h"
#include "suite.h"

enum { ROUNDS = 5000, DEPTH = 3, SEED = 20261123 };

/* Reads the text into a struct in perm; of the rest nothing is left. */
static enum status fill(const struct config_option *table, size_t bytes,
                        const char *text, struct arena *perm, void **out,
                        struct error *err)
{
    struct arena trees;
    struct config_node *given, *tree;
    arena_init(&trees);
    enum status status =
        config_tree_parse(text, strlen(text), "x", true, &trees, &given, err);
    if (!status)
        status = config_resolve_mapping(table, given, given, "", &trees, &tree, err);
    if (!status)
        status = config_fill(table, bytes, tree, perm, out, err);
    arena_free(&trees);
    return status;
}

static void check_round(uint64_t round)
{
    struct arena drawn, perm;
    struct config_random r = {.arena = &drawn, .yaml = config_text_begin(&drawn)};
    struct error err = {.text = "another struct"};
    size_t bytes = 0;
    void *filled = NULL;
    rng_seed(&r.rng, SEED, round);
    arena_init(&drawn);
    arena_init(&perm);
    const struct config_option *table = config_random_table(&r, DEPTH, false, &bytes);
    char *expected = arena_take(&drawn, bytes);
    ensure(expected);
    config_random_struct(&r, table, expected);
    const char *text = config_text_end(&r.yaml);
    bool same = fill(table, bytes, text, &perm, &filled, &err) == STATUS_OK &&
                config_equal(table, expected, filled);
    if (!same)
        printf("\nseed %d, round %d: %s\n%s\n", SEED, (int)round, err.text, text);
    CU_ASSERT_TRUE_FATAL(same);
    arena_free(&perm);
    arena_free(&drawn);
}

static void struct_holds_what_the_text_says(void)
{
    for (uint64_t round = 0; round < ROUNDS; round++)
        check_round(round);
}

static void section_without_keys_has_a_struct(void)
{
    static const struct config_option none[] = {OPTION_END};
    const struct config_option *const tables[] = {NULL, none};
    for (size_t i = 0; i < 2; i++) {
        struct arena perm;
        struct error err;
        void *filled = NULL;
        arena_init(&perm);
        CU_ASSERT_EQUAL(config_fill(tables[i], 0, NULL, &perm, &filled, &err),
                        STATUS_OK);
        CU_ASSERT_PTR_NOT_NULL(filled);
        arena_free(&perm);
    }
}

struct two_files {
    struct option_file first, second;
    struct option_list more; /* of option_file */
};

static void count_path(void *context, struct option_file *file)
{
    *(size_t *)context += file->path != NULL;
}

static void files_are_visited_in_groups_and_lists(void)
{
    static const struct config_option item[] = {{.name = "", .type = OPTION_FILE},
                                                OPTION_END};
    static const struct config_option table[] = {
        OPTION_FILE_AT(struct two_files, first, NULL, "a file"),
        OPTION_FILE_AT(struct two_files, second, "~", "a file"),
        OPTION_LIST_AT(struct two_files, more, "[]", item, sizeof(struct option_file),
                       0, 9, "files"),
        OPTION_END};
    struct arena perm;
    struct error err;
    size_t n = 0;
    void *filled;
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(fill(table, sizeof(struct two_files),
                               "{first: a, more: [b, c]}", &perm, &filled, &err),
                          STATUS_OK);
    config_fill_files(table, filled, count_path, &n);
    CU_ASSERT_EQUAL(n, 3);
    arena_free(&perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(struct_holds_what_the_text_says),
        SUITE_TEST(section_without_keys_has_a_struct),
        SUITE_TEST(files_are_visited_in_groups_and_lists),
        CU_TEST_INFO_NULL,
    };
    return suite_run("config_fill", NULL, NULL, tests);
}
