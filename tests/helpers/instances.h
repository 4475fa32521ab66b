/* How many random instances a test takes. */
#ifndef SKERRY_TESTS_INSTANCES_H
#define SKERRY_TESTS_INSTANCES_H

/* Of n: a quarter with sanitizers, which look for damage that few instances show as well as many,
 * and take several times as long; whether answers are right the release build tests. */
#ifdef __SANITIZE_ADDRESS__
#define INSTANCES_OF(n) ((n) / 4)
#else
#define INSTANCES_OF(n) (n)
#endif

#endif
