/* Arenas: aligned, zeroed, apart from one another, and firm about their size. */
#include "arena.h"
#include "suite.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

static void takings_are_aligned_and_zeroed(void)
{
    struct arena arena;
    arena_init(&arena);
    for (size_t bytes = 1; bytes < 3000; bytes += 7) {
        unsigned char *at = arena_take(&arena, bytes);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        CU_ASSERT_EQUAL((uintptr_t)at % (bytes >= ARENA_ALIGN ? ARENA_ALIGN : 16), 0);
        for (size_t i = 0; i < bytes; i++)
            CU_ASSERT_FATAL(at[i] == 0);
        memset(at, 0xff, bytes);
    }
    CU_ASSERT(arena.taken_bytes >= 429 * 1500);
    arena_free(&arena);
}

/* Memory that comes back from an earlier, filled arena is zeroed as well. */
static void recycled_memory_is_zeroed(void)
{
    enum { BYTES = 300000 };
    for (int round = 0; round < 4; round++) {
        struct arena arena;
        arena_init(&arena);
        unsigned char *at = arena_take(&arena, BYTES);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        for (size_t i = 0; i < BYTES; i++)
            if (at[i])
                CU_FAIL_FATAL("not zero");
        memset(at, 0xff, BYTES);
        arena_free(&arena);
    }
    CU_PASS("zero");
}

/* Each taking keeps what is written to it, across blocks. */
static void takings_do_not_overlap(void)
{
    enum { N = 400 };
    struct arena arena;
    unsigned char *at[N];
    arena_init(&arena);
    for (size_t i = 0; i < N; i++) {
        at[i] = arena_take(&arena, 1000 + 37 * i);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at[i]);
        memset(at[i], (int)(i & 0xff), 1000 + 37 * i);
    }
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < 1000 + 37 * i; k++)
            if (at[i][k] != (i & 0xff))
                CU_FAIL_FATAL("overwritten");
    CU_PASS("kept");
    arena_free(&arena);
}

static void large_takings_get_their_own_block(void)
{
    struct arena arena;
    arena_init(&arena);
    unsigned char *large = arena_take(&arena, 5 << 20);
    CU_ASSERT_PTR_NOT_NULL_FATAL(large);
    large[0] = large[(5 << 20) - 1] = 1;
    CU_ASSERT_PTR_NOT_NULL(arena_take(&arena, 1));
    arena_free(&arena);
    CU_ASSERT_PTR_NOT_NULL(arena_take(&arena, 1)); /* usable again */
    arena_free(&arena);
}

static void arrays_that_overflow_are_refused(void)
{
    struct arena arena;
    arena_init(&arena);
    CU_ASSERT_PTR_NULL(arena_take_array(&arena, SIZE_MAX / 4, 8));
    CU_ASSERT_PTR_NULL(arena_take_array(&arena, SIZE_MAX, 1));
    CU_ASSERT_PTR_NULL(arena_take(&arena, SIZE_MAX - 10));
    CU_ASSERT_PTR_NOT_NULL(ARENA_NEW(&arena, double, 3));
    arena_free(&arena);
}

/* Where addresses are checked, so are those between two takings of one block. */
static void what_is_beside_a_taking_is_closed(void)
{
#ifdef __SANITIZE_ADDRESS__
    struct arena arena;
    arena_init(&arena);
    for (size_t bytes = 1; bytes < 3000; bytes++) {
        unsigned char *at = arena_take(&arena, bytes);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        CU_ASSERT_PTR_NULL(__asan_region_is_poisoned(at, bytes));
        CU_ASSERT(__asan_address_is_poisoned(at - 1));
        CU_ASSERT(__asan_address_is_poisoned(at + bytes));
    }
    arena_free(&arena);
#else
    CU_PASS("needs the address sanitizer");
#endif
}

static size_t callee_takes(struct arena scratch)
{
    size_t taken = 0;
    for (int i = 0; i < 4; i++)
        taken += arena_take(&scratch, 64) != NULL;
    return taken;
}

static void scratch_by_value_gives_back(void)
{
    struct arena perm, scratch;
    arena_init(&perm);
    scratch = arena_scratch(&perm, 256);
    for (int i = 0; i < 100; i++)
        CU_ASSERT_EQUAL(callee_takes(scratch), 4);
    arena_free(&perm);
}

static void scratch_aborts_when_overrun(void)
{
    struct arena perm, scratch;
    arena_init(&perm);
    scratch = arena_scratch(&perm, 256);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        fclose(stderr);
        arena_take(&scratch, 400);
        _exit(0);
    }
    int status = 0;
    CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
    CU_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    arena_free(&perm);
}

static void text_is_copied(void)
{
    struct arena arena;
    char word[] = "island";
    arena_init(&arena);
    char *copy = arena_text(&arena, word);
    word[0] = 'I';
    CU_ASSERT_STRING_EQUAL(copy, "island");
    CU_ASSERT_STRING_EQUAL(arena_text(&arena, ""), "");
    arena_free(&arena);
}

static void arrays_keep_their_items_when_they_grow(void)
{
    struct arena arena;
    arena_init(&arena);
    uint32_t *item = NULL;
    size_t n = 0;
    for (size_t room = 1; room <= 4096; room *= 2) {
        item = arena_grow_array(&arena, item, n, room, sizeof *item);
        for (size_t i = n; i < room; i++)
            CU_ASSERT_EQUAL(item[i], 0);
        for (; n < room; n++)
            item[n] = (uint32_t)(3 * n + 1);
        for (size_t i = 0; i < n; i++)
            CU_ASSERT_EQUAL(item[i], 3 * i + 1);
    }
    CU_ASSERT_PTR_NULL(arena_grow_array(&arena, item, n, SIZE_MAX / 2, sizeof *item));
    arena_free(&arena);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(takings_are_aligned_and_zeroed),
        SUITE_TEST(recycled_memory_is_zeroed),
        SUITE_TEST(takings_do_not_overlap),
        SUITE_TEST(large_takings_get_their_own_block),
        SUITE_TEST(arrays_that_overflow_are_refused),
        SUITE_TEST(arrays_keep_their_items_when_they_grow),
        SUITE_TEST(what_is_beside_a_taking_is_closed),
        SUITE_TEST(scratch_by_value_gives_back),
        SUITE_TEST(scratch_aborts_when_overrun),
        SUITE_TEST(text_is_copied),
        CU_TEST_INFO_NULL,
    };
    return suite_run("arena", NULL, NULL, tests);
}
