/* The fewest moves between two placements, proven: two fronts that meet.
 *
 * One front grows from the start, one from the target, each with the other's root as
 * its goal. For a limit C the fronts expand, level by level, the placements with f <=
 * C, the one those below a moves from its root and the other those below b, until a + b
 * = C. A way of C moves has a placement that is a moves behind its beginning and C - a
 * before its end, and whose f is at most C on both sides: both fronts have met it. So
 * when they share no placement with at most C moves in all, every way has more, and C
 * rises. Where one front has nothing left to expand, it has met its whole component. */
#ifndef SKERRY_SLIDING_BIDIRECTIONAL_A_STAR_H
#define SKERRY_SLIDING_BIDIRECTIONAL_A_STAR_H

#include "sliding_open_list.h"

struct sliding_bidirectional_a_star {
    const struct sliding *puzzle;
    struct sliding_pattern_database pdbs[2];
    struct sliding_open_list lists[2]; /* from the start, from the target */
    unsigned depth[2];                 /* a and b */
    unsigned bound;                    /* C: no way has fewer moves */
    unsigned best;    /* fewest moves of a way that is known, or UINT_MAX */
    uint32_t node[2]; /* where it meets: a node of each front */
    uint64_t expanded;
    enum sliding_search_end end;
    unsigned
        exhausted; /* SLIDING_SEARCH_APART: which front; its count is the component's */
    unsigned told; /* front that is expanding */
};

/* Takes at most about `bytes` from the arena. The struct must not move afterwards. */
enum status sliding_bidirectional_a_star_init(struct sliding_bidirectional_a_star *meet,
                                              const struct sliding *puzzle,
                                              size_t bytes, struct arena *arena,
                                              struct error *err);

/* Starts anew between two placements. */
void sliding_bidirectional_a_star_begin(struct sliding_bidirectional_a_star *meet,
                                        const uint8_t *from, const uint8_t *to);

/* Expands at most so many placements. */
enum sliding_search_end
sliding_bidirectional_a_star_work(struct sliding_bidirectional_a_star *meet,
                                  uint64_t placements);

/* The moves of the way that was found; genes has room for `best` of them. */
void sliding_bidirectional_a_star_way(const struct sliding_bidirectional_a_star *meet,
                                      int16_t *genes);

#endif
