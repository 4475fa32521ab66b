#include "sliding_reaches.h"

/* A vertex is combined with its neighbour along one axis after another, as in a fast
 * zeta transform, until `one` and `two` hold for its whole face whether it has at least
 * one ring, or two. Faces with common first axes share these steps.
 *
 * Instantiated for sets of 64 vertices (d <= 6) and of 128. */
static const uint64_t high_64[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                   0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                   0xffff0000ffff0000, 0xffffffff00000000};

#define WORD uint64_t
#define NAME(x) x##_64
#define FIRST_BIT(w) ((unsigned)__builtin_ctzll(w))
#include "sliding_reaches_of.h"
#undef WORD
#undef NAME
#undef FIRST_BIT

#define TWICE(half) ((vertex_set)(half) << 64 | (half))
static const vertex_set high_128[] = {
    TWICE(0xaaaaaaaaaaaaaaaa),           TWICE(0xcccccccccccccccc),
    TWICE(0xf0f0f0f0f0f0f0f0),           TWICE(0xff00ff00ff00ff00),
    TWICE(0xffff0000ffff0000),           TWICE(0xffffffff00000000),
    (vertex_set)0xffffffffffffffff << 64};

#define WORD vertex_set
#define NAME(x) x##_128
#define FIRST_BIT(w) sliding_first(w)
#include "sliding_reaches_of.h"

void sliding_reaches(const struct sliding *puzzle, const uint8_t *at, vertex_set *reach)
{
    if (puzzle->d <= 6)
        reaches_64(puzzle, at, reach);
    else
        reaches_128(puzzle, at, reach);
}
