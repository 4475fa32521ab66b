/* Bidirectional heuristic search: the fewest moves between two placements, proven.
 *
 * Each side searches towards the other's root. For a limit C the sides expand, level by
 * level, the placements with f <= C: the one side those of g < a, the other those of g
 * < b, until a + b = C. A solution of C moves has a placement at a moves from its start
 * and C - a from its end whose f is at most C on both sides, so both sides have
 * generated it. So when the sides share no placement with at most C moves in all, every
 * solution is longer, and C is raised. A side with nothing left to expand has
 * enumerated its component.
 *
 * Source: M. Barley, P. Riddle, C. Linares Lopez, S. Dobson, I. Pohl, GBFHS: A
 * Generalized Breadth-First Heuristic Search Algorithm, SoCS 2018. Differs: the side
 * with fewer placements deepens; open placements are in buckets by g and f. Cost: as
 * sliding_a_star.h, for two sides. */
#ifndef SKERRY_SLIDING_BIDIRECTIONAL_A_STAR_H
#define SKERRY_SLIDING_BIDIRECTIONAL_A_STAR_H

#include "sliding_open_list.h"

struct sliding_bidirectional_a_star {
    const struct sliding *puzzle;
    struct sliding_pattern_database pdbs[2];
    struct sliding_open_list lists[2]; /* from the start, from the target */
    unsigned depth[2];                 /* a and b */
    unsigned bound;                    /* C: lower bound of any path */
    unsigned best;                     /* moves of the best path known, or UINT_MAX */
    uint32_t node[2];                  /* where the sides meet, a node of each */
    uint64_t expanded;
    enum sliding_search_end end;
    /* SLIDING_SEARCH_NO_PATH: the side; its count is the size of the component. */
    unsigned exhausted;
    unsigned active; /* the side that is expanding */
};

/* Takes about `bytes` from the arena. The struct must not be moved afterwards. */
enum status
sliding_bidirectional_a_star_init(struct sliding_bidirectional_a_star *search,
                                  const struct sliding *puzzle, size_t bytes,
                                  struct arena *arena, struct error *err);

/* Starts a new search between two placements. */
void sliding_bidirectional_a_star_begin(struct sliding_bidirectional_a_star *search,
                                        const uint8_t *from, const uint8_t *to);

/* Expands at most so many placements. */
enum sliding_search_end
sliding_bidirectional_a_star_run(struct sliding_bidirectional_a_star *search,
                                 uint64_t placements);

/* Writes the path found; genes has room for `best` moves. */
void sliding_bidirectional_a_star_path(
    const struct sliding_bidirectional_a_star *search, int16_t *genes);

#endif
