/* The name that was probably meant. */
#include "config_value.h"
#include "rng.h"
#include "suite.h"

#include <string.h>

enum { CASES = 3000, LONGEST = 7, NAMES = 4 };

static const char *nearest_of(const char *text)
{
    static const char *const names[] = {"run", "check", "resume", "show"};
    return config_value_nearest(text, names, 4);
}

static void a_slip_is_found(void)
{
    CU_ASSERT_STRING_EQUAL(nearest_of("rnu"), "run");
    CU_ASSERT_STRING_EQUAL(nearest_of("rum"), "run");
    CU_ASSERT_STRING_EQUAL(nearest_of("chekc"), "check");
    CU_ASSERT_STRING_EQUAL(nearest_of("resme"), "resume");
    CU_ASSERT_STRING_EQUAL(nearest_of("resumme"), "resume");
    CU_ASSERT_STRING_EQUAL(nearest_of("SHOW"), "show");
    CU_ASSERT_PTR_NULL(nearest_of("frobnicate"));
    CU_ASSERT_PTR_NULL(nearest_of(""));
    CU_ASSERT_PTR_NULL(nearest_of("unr_n"));
}

/* The distance by its definition, in exponential time. */
static size_t edits(const char *a, size_t n, const char *b, size_t m)
{
    if (!n || !m)
        return n + m;
    size_t least = edits(a, n - 1, b, m - 1) + (a[n - 1] != b[m - 1]);
    size_t shorter = edits(a, n - 1, b, m) + 1, longer = edits(a, n, b, m - 1) + 1;
    least = shorter < least ? shorter : least;
    least = longer < least ? longer : least;
    if (n > 1 && m > 1 && a[n - 1] == b[m - 2] && a[n - 2] == b[m - 1]) {
        size_t exchanged = edits(a, n - 2, b, m - 2) + 1;
        least = exchanged < least ? exchanged : least;
    }
    return least;
}

static void random_word(struct rng *rng, char word[LONGEST + 1])
{
    size_t n = rng_below(rng, LONGEST + 1);
    for (size_t i = 0; i < n; i++)
        word[i] = (char)('a' + rng_below(rng, 3));
    word[n] = '\0';
}

/* The first of the names with the least distance, if that is small enough. */
static void random_words_as_by_definition(void)
{
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < CASES; i++) {
        char words[NAMES + 1][LONGEST + 1];
        const char *names[NAMES], *expected = NULL;
        for (size_t k = 0; k <= NAMES; k++)
            random_word(&rng, words[k]);
        const char *text = words[NAMES];
        size_t least = strlen(text) < 4 ? 2 : 3;
        for (size_t k = 0; k < NAMES; k++) {
            names[k] = words[k];
            size_t n = strlen(names[k]), d = edits(text, strlen(text), names[k], n);
            if (d < least && d < n) {
                least = d;
                expected = names[k];
            }
        }
        CU_ASSERT_PTR_EQUAL_FATAL(config_value_nearest(text, names, NAMES), expected);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(a_slip_is_found),
        SUITE_TEST(random_words_as_by_definition),
        CU_TEST_INFO_NULL,
    };
    return suite_run("nearest", NULL, NULL, tests);
}
