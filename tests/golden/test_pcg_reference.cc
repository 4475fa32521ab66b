// Our generator against the reference library in C++, for many seeds and streams.
#include "rng.h"
#include "suite.h"

#include <cinttypes>
#include <cstdio>
#include <pcg_random.hpp>

static rng_word word(pcg64 &source)
{
    const rng_word high = source();
    return high << 64 | source();
}

static void compare(rng_word seed, rng_word stream)
{
    pcg64 reference(seed, stream);
    rng ours;
    rng_seed(&ours, seed, stream);
    for (int i = 0; i < 1000; i++) {
        const uint64_t expected = reference(), got = rng_next(&ours);
        if (got != expected) {
            std::printf("seed %016" PRIx64 "%016" PRIx64 ", stream %016" PRIx64
                        "%016" PRIx64 ": number %d differs\n",
                        static_cast<uint64_t>(seed >> 64), static_cast<uint64_t>(seed),
                        static_cast<uint64_t>(stream >> 64),
                        static_cast<uint64_t>(stream), i);
            CU_FAIL("the sequences differ");
            return;
        }
    }
    CU_PASS("the sequences agree");
}

static void next_equals_reference()
{
    pcg64 source(1);
    compare(0, 0);
    compare(~static_cast<rng_word>(0), 0);
    compare(42, 54);
    for (int i = 0; i < 200; i++) {
        const rng_word seed = word(source);
        const rng_word stream = word(source) >> 1; // the reference has 2^127 streams
        compare(seed, stream);
    }
}

int main()
{
    CU_TestInfo tests[] = {
        SUITE_TEST(next_equals_reference),
        CU_TEST_INFO_NULL,
    };
    return suite_run("pcg_reference", nullptr, nullptr, tests);
}
