#include "sliding_placement_number.h"

uint64_t sliding_placement_count(unsigned vertices, unsigned n)
{
    assert(n <= vertices);
    uint64_t count = 1;
    for (unsigned r = 0; r < n; r++)
        if (__builtin_mul_overflow(count, (uint64_t)(vertices - r), &count))
            return UINT64_MAX;
    return count;
}

/* The free vertex with `below` free vertices below it. */
static unsigned free_vertex(uint32_t taken, unsigned below)
{
    uint32_t free = ~taken;
    while (below-- > 0)
        free &= free - 1;
    assert(free);
    return (unsigned)__builtin_ctz(free);
}

void sliding_placement_from_number(unsigned vertices, unsigned n, uint64_t number,
                                   uint8_t *at)
{
    assert(vertices <= 32 && number < sliding_placement_count(vertices, n));
    uint32_t taken = 0;
    for (unsigned r = n; r-- > 0;) {
        at[r] = (uint8_t)(number % (vertices - r)); /* a digit until the earlier rings
                                                     are placed */
        number /= vertices - r;
    }
    for (unsigned r = 0; r < n; r++) {
        at[r] = (uint8_t)free_vertex(taken, at[r]);
        taken |= (uint32_t)1 << at[r];
    }
}
