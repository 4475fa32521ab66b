/* Memory that runs out at every single allocation of loading and printing a config: an
 * error of status MEMORY each time, and no crash. */
#include "config_demo.h"
#include "suite.h"

#include <errno.h>
#include <stdlib.h>

/* Allocations that still succeed; negative: all do. */
static long left = -1;

#ifdef __SANITIZE_ADDRESS__
/* The sanitizer has an allocator of its own that cannot be stood in for. */
enum { CAN_FAIL = 0 };
#else
enum { CAN_FAIL = 1 };

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t n, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);

static bool fails(void)
{
    if (left < 0)
        return false;
    if (left > 0) {
        left--;
        return false;
    }
    errno = ENOMEM;
    return true;
}

void *malloc(size_t bytes)
{
    return fails() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t n, size_t bytes)
{
    return fails() ? NULL : __libc_calloc(n, bytes);
}

void *realloc(void *old, size_t bytes)
{
    return fails() ? NULL : __libc_realloc(old, bytes);
}
#endif

static const char text[] =
    "problem: demo\nalgorithm: ga\nrun: {epochs: 2}\ndemo:\n  heroes: heroes.csv\n"
    "  rules: [{mean: a, min: 0.1}]\n  weights: {7: 1.5}\n  shape: {edges: [[0, 1]]}\n";

static enum status load(struct demo *demo)
{
    static const char *const sets[] = {"demo.title=a b", "run.seed=4"};
    struct config_request request = {
        .path = demo->path, .overrides = sets, .n_overrides = 2, .islands = 2};
    return config_load(&request, &demo_registry, demo->comm, &demo->perm, &demo->config,
                       &demo->err);
}

static void every_lack_of_memory_is_told(void)
{
    struct demo demo;
    long n = 0;
    demo_begin(&demo);
    demo_write(demo.path, text, strlen(text));
    CU_ASSERT_EQUAL_FATAL(load(&demo), STATUS_OK);
    char *whole = strdup(demo.config.resolved);
    for (enum status status = STATUS_MEMORY; CAN_FAIL && status; n++) {
        left = n;
        status = load(&demo);
        left = -1;
        if (status && status != STATUS_MEMORY)
            printf("\nallocation %ld: %d %s\n", n, status, demo.err.text);
        CU_ASSERT_TRUE_FATAL(status == STATUS_OK || status == STATUS_MEMORY);
        CU_ASSERT_TRUE(status ? !demo.config.problem
                              : !strcmp(demo.config.resolved, whole));
        arena_free(&demo.perm);
    }
    free(whole);
    CU_ASSERT_TRUE(!CAN_FAIL || n > 20);
    printf("%ld allocations ", n);
    demo_end(&demo);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(every_lack_of_memory_is_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("config_memory", NULL, NULL, tests);
}
