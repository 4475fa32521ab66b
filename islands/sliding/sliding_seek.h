/* The fewest moves from one placement to another, proven: A* from one end.
 *
 * Of the placements with the least f the one with the most moves behind it is expanded
 * first. Where h is near the truth it walks straight to the target; where h is weak,
 * two fronts (sliding_meet.h) meet fewer placements. Source: paper, section 3.1. */
#ifndef SKERRY_SLIDING_SEEK_H
#define SKERRY_SLIDING_SEEK_H

#include "sliding_front.h"

struct seek {
    const struct sliding *puzzle;
    struct need need;
    struct front front;
    unsigned bound; /* no way has fewer moves */
    uint32_t node;  /* SEARCH_FOUND: the target */
    uint64_t expanded;
    enum search_end end;
};

/* per_group: most rings of a group of need_init. Takes about `bytes` and the tables
 * from the arena. The struct must not move afterwards. */
enum status seek_init(struct seek *seek, const struct sliding *puzzle,
                      unsigned per_group, size_t bytes, struct arena *arena,
                      struct error *err);

/* Starts anew between two placements. */
void seek_begin(struct seek *seek, const uint8_t *from, const uint8_t *to);

/* Expands at most so many placements. */
enum search_end seek_work(struct seek *seek, uint64_t placements);

/* The moves of the way that was found; genes has room for `bound` of them. */
void seek_way(const struct seek *seek, int16_t *genes);

#endif
