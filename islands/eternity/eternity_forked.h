/* A forked search: a trunk, a beam search that fills all rows but the last ones, and
 * from the states it ends with several branches (eternity_branch.h), which fill the
 * rest but for the last dozen cells. Then boards are completed.
 *
 * Of Eternity II, 94 trunks of 20,000 states: each branch ends with 463.7 to 463.9
 * joints on average, the best of four with 464.2; a trunk takes 1.6 CPU seconds, a
 * branch 0.9, and ends of one trunk correlate by 0.07 on average. */
#ifndef SKERRY_ETERNITY_FORKED_H
#define SKERRY_ETERNITY_FORKED_H

#include "eternity_branch.h"
#include "eternity_region.h"

enum { ETERNITY_BRANCHES = 4 };

/* What a forked search is to do; weight and noises are those of eternity_beam_init. */
struct eternity_forked_plan {
    size_t widest;     /* most states of a depth */
    unsigned branches; /* of each trunk, 1..ETERNITY_BRANCHES */
    double weight, early_noise, noise;
    double free; /* share of the board that is filled without breaks */
    double gap;  /* cells by which one more break is allowed after that */
};

/* A part of the search: the trunk, part 0, or a branch, from 1 on. */
struct eternity_part {
    bool mirrored;
    struct eternity_order order;
    struct eternity_course course;
    struct eternity_beam beam;
};

struct eternity_forked {
    const struct eternity *puzzle;
    struct eternity mirror;
    struct eternity_lists lists[2]; /* of the puzzle, and of its mirror */
    unsigned fork;                  /* cells that the trunk fills */
    unsigned parts;
    struct eternity_part part[1 + ETERNITY_BRANCHES];
};

/* Takes memory from perm; borrows the puzzle. */
enum status eternity_forked_init(struct eternity_forked *forked,
                                 const struct eternity *puzzle,
                                 const struct eternity_forked_plan *plan,
                                 struct arena *perm, struct error *err);

/* Fills the lists, in an order that the seed gives: before the first begin. */
void eternity_forked_fill(struct eternity_forked *forked, uint64_t seed);

/* Begins the trunk; see eternity_beam_begin. n <= fork. */
void eternity_forked_begin(struct eternity_forked *forked, size_t width,
                           const int16_t *tiles, unsigned n, uint64_t seed);

/* Has the trunk's states kept, once it has ended; then, in any order, branches begin.
 */
void eternity_forked_keep(struct eternity_forked *forked);
void eternity_forked_branch(struct eternity_forked *forked, unsigned part);

/* Lays the tiles of a state of a branch that has reached its goal on a board; the other
 * cells, and the pieces left for them, are the region. */
void eternity_forked_board(const struct eternity_forked *forked, unsigned part,
                           size_t state, int16_t *board, struct eternity_region *last);

#endif
