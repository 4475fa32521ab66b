/* A*: the fewest moves from one placement to another, proven.
 *
 * Among the placements of least f the one with the greatest g is expanded first. Where
 * h is close to the distance A* expands little more than the path; where h is weak the
 * bidirectional search (sliding_bidirectional_a_star.h) expands fewer placements.
 *
 * Source: the paper, section 3.1; P. E. Hart, N. J. Nilsson, B. Raphael, A Formal Basis
 * for the Heuristic Determination of Minimum Cost Paths, IEEE Transactions on Systems
 * Science and Cybernetics 4, 1968. Differs: bucket lists and a hash table instead of
 * lists that are scanned. Cost: O(1) a generated placement apart from h, O(placements
 * generated) memory. */
#ifndef SKERRY_SLIDING_A_STAR_H
#define SKERRY_SLIDING_A_STAR_H

#include "sliding_open_list.h"

struct sliding_a_star {
    const struct sliding *puzzle;
    struct sliding_pattern_database pdb;
    struct sliding_open_list list;
    unsigned bound; /* lower bound of any path */
    uint32_t node;  /* SLIDING_SEARCH_FOUND: the target */
    uint64_t expanded;
    enum sliding_search_end end;
};

/* per_group: most rings of a group, see sliding_pdb_init. Takes about `bytes` and the
 * tables from the arena. The struct must not be moved afterwards. */
enum status sliding_a_star_init(struct sliding_a_star *search,
                                const struct sliding *puzzle, unsigned per_group,
                                size_t bytes, struct arena *arena, struct error *err);

/* Starts a new search between two placements. */
void sliding_a_star_begin(struct sliding_a_star *search, const uint8_t *from,
                          const uint8_t *to);

/* Expands at most so many placements. */
enum sliding_search_end sliding_a_star_run(struct sliding_a_star *search,
                                           uint64_t placements);

/* Writes the path found; genes has room for `bound` moves. */
void sliding_a_star_path(const struct sliding_a_star *search, int16_t *genes);

#endif
