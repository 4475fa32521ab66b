/* How many random instances a test takes, and how one fails. */
#ifndef SKERRY_TESTS_INSTANCES_H
#define SKERRY_TESTS_INSTANCES_H

#include <CUnit/CUnit.h>

#include <stdint.h>
#include <stdio.h>

/* Of n: a quarter with sanitizers, which look for damage that few instances show as well as many,
 * and take several times as long; whether answers are right the release build tests. */
#ifdef __SANITIZE_ADDRESS__
#define INSTANCES_OF(n) ((n) / 4)
#else
#define INSTANCES_OF(n) (n)
#endif

/* Says of which instance something is not as expected, and fails the test. */
static inline void instance_fail(uint64_t seed, const char *what, double got,
                                 double expected)
{
    printf("seed %llu: %s %.12g, expected %.12g\n", (unsigned long long)seed, what, got,
           expected);
    CU_FAIL("see above");
}

#endif
