/* The fewest moves between two placements, proven: two floods that meet.
 *
 * For cubes up to d = 5 whose placements fit memory as bits. Level by level the flood
 * with the smaller level goes on; before they share a placement every way has more
 * moves than both depths together. It finds a placement half-way, and each half is then
 * short enough for another search to find the moves. */
#ifndef SKERRY_SLIDING_WIDE_H
#define SKERRY_SLIDING_WIDE_H

#include "sliding_flood.h"
#include "sliding_front.h"

struct wide {
    struct flood floods[2]; /* from the start, from the target */
    unsigned bound;         /* no way has fewer moves */
    unsigned exhausted; /* SEARCH_APART: which flood; its total is the component's */
    unsigned growing;   /* the flood in work */
    uint64_t met;       /* placements reached */
    enum search_end end;
    uint8_t half[FLOOD_MAX_VERTICES]; /* SEARCH_FOUND: where they meet */
};

/* What wide_init takes; SIZE_MAX when the cube is too large. */
size_t wide_bytes(const struct sliding *puzzle);

enum status wide_init(struct wide *wide, const struct sliding *puzzle,
                      struct arena *arena, struct error *err);

/* Starts anew between two different placements. */
void wide_begin(struct wide *wide, const uint8_t *from, const uint8_t *to);

/* Works on at most so many blocks of a flood. Never SEARCH_FULL. */
enum search_end wide_work(struct wide *wide, size_t blocks);

#endif
