/* The hash index against a search of the whole array, with good and bad hashes. */
#include "hash_index.h"

#include "rng.h"
#include "suite.h"

#include <stdbool.h>

enum { ITEMS = 300 };

static size_t place_of(const uint64_t *item, size_t n, uint64_t wanted)
{
    for (size_t i = 0; i < n; i++)
        if (item[i] == wanted)
            return i;
    return n;
}

/* Adds numbers, each once; `spread` 0 gives all the same hash. */
static void add_numbers(uint64_t spread, uint64_t range, struct rng *rng)
{
    struct arena perm;
    uint64_t item[ITEMS];
    size_t n = 0;
    arena_init(&perm);
    struct arena scratch = arena_scratch(&perm, hash_index_bytes(ITEMS));
    struct hash_index index = hash_index_take(ITEMS, &scratch);
    while (n < ITEMS && n < range) {
        uint64_t number = rng_below(rng, range);
        uint32_t *slot = hash_index_first(&index, number * spread);
        while (*slot && item[*slot - 1] != number)
            slot = hash_index_next(&index, slot);
        size_t place = place_of(item, n, number);
        CU_ASSERT_EQUAL(*slot, place < n ? place + 1 : 0);
        if (*slot)
            continue;
        item[n++] = number;
        *slot = (uint32_t)n;
    }
    arena_free(&perm);
}

static void finds_what_was_added(void)
{
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (uint64_t range = 1; range < 2000; range = 2 * range + 1) {
        add_numbers(0x9e3779b97f4a7c15, range, &rng);
        add_numbers(1, range, &rng);
        add_numbers(0, range, &rng);
    }
}

static void is_at_most_half_full(void)
{
    for (size_t items = 0; items < 5000; items++) {
        size_t slots = hash_index_slots(items);
        CU_ASSERT(slots >= 2 * items && slots >= 2 && !(slots & (slots - 1)));
        CU_ASSERT(items < 2 || slots < 4 * items);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(finds_what_was_added),
        SUITE_TEST(is_at_most_half_full),
        CU_TEST_INFO_NULL,
    };
    return suite_run("hash index", NULL, NULL, tests);
}
