/* Cases that are bad on purpose, by which tests/python/test_fuzz.py sees that the
 * driver tells of each: 3 is wrong, 5 ends by a signal, 7 is open, 9 exits, 11 hangs,
 * and 250, in another process, is wrong. */
#include "fuzz.h"

#include <stdlib.h>

static void run(struct fuzz *fuzz)
{
    fuzz_say(fuzz, "selftest");
    fuzz_write(fuzz, "case.yaml", "number: %llu\n", (unsigned long long)fuzz->number);
    if (fuzz->number == 3 || fuzz->number == 250)
        fuzz_wrong(fuzz, "a wrong answer");
    if (fuzz->number == 5)
        abort();
    if (fuzz->number == 7)
        fuzz_open(fuzz, "an open answer");
    if (fuzz->number == 9)
        exit(1);
    while (fuzz->number == 11)
        fuzz_bits(fuzz);
}

extern const struct fuzz_problem fuzz_selftest;
const struct fuzz_problem fuzz_selftest = {"selftest", run};
