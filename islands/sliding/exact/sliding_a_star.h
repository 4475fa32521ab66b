/* The fewest moves from one placement to another, proven: A* from one end.
 *
 * Of the placements with the least f the one with the most moves behind it is expanded
 * first. Where h is near the truth A* goes straight to the target; where h is weak,
 * the bidirectional search (sliding_bidirectional_a_star.h) expands fewer placements.
 *
 * Source: paper, section 3.1; P. E. Hart, N. J. Nilsson, B. Raphael, A Formal Basis
 * for the Heuristic Determination of Minimum Cost Paths, IEEE Transactions on Systems
 * Science and Cybernetics 4, 1968. */
#ifndef SKERRY_SLIDING_A_STAR_H
#define SKERRY_SLIDING_A_STAR_H

#include "sliding_open_list.h"

struct sliding_a_star {
    const struct sliding *puzzle;
    struct sliding_pattern_database pdb;
    struct sliding_open_list list;
    unsigned bound; /* no way has fewer moves */
    uint32_t node;  /* SLIDING_SEARCH_FOUND: the target */
    uint64_t expanded;
    enum sliding_search_end end;
};

/* per_group: most rings of a group of sliding_pdb_init. Takes about `bytes` and the
 * tables from the arena. The struct must not move afterwards. */
enum status sliding_a_star_init(struct sliding_a_star *search,
                                const struct sliding *puzzle, unsigned per_group,
                                size_t bytes, struct arena *arena, struct error *err);

/* Starts anew between two placements. */
void sliding_a_star_begin(struct sliding_a_star *search, const uint8_t *from,
                          const uint8_t *to);

/* Expands at most so many placements. */
enum sliding_search_end sliding_a_star_run(struct sliding_a_star *search,
                                           uint64_t placements);

/* The moves of the way that was found; genes has room for `bound` of them. */
void sliding_a_star_path(const struct sliding_a_star *search, int16_t *genes);

#endif
