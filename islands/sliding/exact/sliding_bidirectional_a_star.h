/* The fewest moves between two placements, proven: breadth-first heuristic search from
 * both ends.
 *
 * One search starts from the start, one from the target, each with the other's root as
 * its goal. For a limit C both expand, level by level, the placements with f <= C: the
 * one those fewer than a moves from its root, the other those fewer than b, until a +
 * b = C. A solution of C moves has a placement that is a moves from its beginning and
 * C - a from its end, and whose f is at most C on both sides: both searches have
 * generated it. So when they share no placement with at most C moves in all, every
 * solution has more, and C rises. A search with nothing left to expand has generated
 * its whole component.
 *
 * Source: M. Barley, P. Riddle, C. Linares Lopez, S. Dobson, I. Pohl, GBFHS: A
 * Generalized Breadth-First Heuristic Search Algorithm, SoCS 2018. Differs: the side
 * with fewer placements goes deeper; placements are kept in lists by g and f. */
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
    uint32_t node[2]; /* where the sides meet: a node of each */
    uint64_t expanded;
    enum sliding_search_end end;
    unsigned
        exhausted; /* SLIDING_SEARCH_NO_PATH: which side; its count is the component's */
    unsigned active; /* side that is expanding */
};

/* Takes at most about `bytes` from the arena. The struct must not move afterwards. */
enum status
sliding_bidirectional_a_star_init(struct sliding_bidirectional_a_star *search,
                                  const struct sliding *puzzle, size_t bytes,
                                  struct arena *arena, struct error *err);

/* Starts anew between two placements. */
void sliding_bidirectional_a_star_begin(struct sliding_bidirectional_a_star *search,
                                        const uint8_t *from, const uint8_t *to);

/* Expands at most so many placements. */
enum sliding_search_end
sliding_bidirectional_a_star_run(struct sliding_bidirectional_a_star *search,
                                 uint64_t placements);

/* The moves of the way that was found; genes has room for `best` of them. */
void sliding_bidirectional_a_star_path(
    const struct sliding_bidirectional_a_star *search, int16_t *genes);

#endif
