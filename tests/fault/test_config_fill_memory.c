/* Memory that runs out at every single taking of a fill: STATUS_MEMORY each time, and
 * with enough of it the struct is filled. */
#include "config_equal.h"
#include "config_fill.h"
#include "config_random.h"
#include "config_resolve.h"
#include "lack.h"
#include "suite.h"

enum { ROUNDS = 200, DEPTH = 3, MOST_TAKINGS = 20000, SEED = 20261123 };

char *__real_arena_text(struct arena *arena, const char *text);
char *__wrap_arena_text(struct arena *arena, const char *text);

char *__wrap_arena_text(struct arena *arena, const char *text)
{
    return arena->grows && fails() ? NULL : __real_arena_text(arena, text);
}

/* Fills with ever more memory; returns how many takings sufficed. */
static long fill_with_ever_more(const struct config_option *table, size_t bytes,
                                const struct config_node *tree, const void *expected)
{
    enum status status = STATUS_MEMORY;
    long n = 0;
    for (; n < MOST_TAKINGS && status == STATUS_MEMORY; n++) {
        struct arena perm;
        struct error err = {0};
        void *filled;
        arena_init(&perm);
        atomic_store(&left, n);
        status = config_fill(table, bytes, tree, &perm, &filled, &err);
        atomic_store(&left, -1);
        CU_ASSERT_EQUAL_FATAL(err.status, status);
        if (!status)
            CU_ASSERT_TRUE_FATAL(config_equal(table, expected, filled));
        arena_free(&perm);
    }
    CU_ASSERT_EQUAL_FATAL(status, STATUS_OK);
    return n;
}

static void every_lack_of_memory_is_told(void)
{
    long takings = 0;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct arena arena;
        struct config_random r = {.arena = &arena, .yaml = config_text_begin(&arena)};
        struct config_node *given, *tree;
        struct error err;
        size_t bytes = 0;
        rng_seed(&r.rng, SEED, round);
        arena_init(&arena);
        const struct config_option *table =
            config_random_table(&r, DEPTH, false, &bytes);
        void *expected = arena_take(&arena, bytes);
        config_random_struct(&r, table, expected);
        const char *text = config_text_end(&r.yaml);
        CU_ASSERT_EQUAL_FATAL(
            config_tree_parse(text, strlen(text), "x", true, &arena, &given, &err),
            STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(
            config_resolve_mapping(table, given, given, "", &arena, &tree, &err),
            STATUS_OK);
        takings += fill_with_ever_more(table, bytes, tree, expected);
        arena_free(&arena);
    }
    printf("%ld takings ", takings);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(every_lack_of_memory_is_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("config_fill_memory", NULL, NULL, tests);
}
