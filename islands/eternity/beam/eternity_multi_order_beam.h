/* Beam search in several scan orders: a trunk fills all rows except the last ones, and
 * from the states it ends with, several branches (eternity_beam_branch.h) fill all but
 * the last dozen cells, each in its own order. Then boards are completed exactly.
 *
 * Measured on Eternity II, 94 trunks of 20,000 states: each branch ends with 463.7 to
 * 463.9 joints on average, the best of four with 464.2; a trunk takes 1.6 CPU seconds,
 * a branch 0.9, and results of one trunk correlate by 0.07 on average.
 *
 * Source: our own; see eternity_beam_branch.h. */
#ifndef SKERRY_ETERNITY_MULTI_ORDER_BEAM_H
#define SKERRY_ETERNITY_MULTI_ORDER_BEAM_H

#include "eternity_beam_branch.h"
#include "eternity_region_branch_and_bound.h"

enum { ETERNITY_MULTI_ORDER_BEAM_BRANCHES = 4 };

/* Options of the search; weight and noises are those of eternity_beam_init. */
struct eternity_multi_order_beam_options {
    size_t widest;     /* most states of a depth */
    unsigned branches; /* of each trunk, 1..ETERNITY_MULTI_ORDER_BEAM_BRANCHES */
    double weight, early_noise, noise;
    double free; /* share of the board that is filled without breaks */
    double gap;  /* cells by which one more break is allowed after that */
};

/* A part of the search: the trunk, part 0, or a branch, from 1 on. */
struct eternity_multi_order_beam_part {
    bool reflected;
    struct eternity_scan_order order;
    struct eternity_fill_plan plan;
    struct eternity_beam beam;
};

struct eternity_multi_order_beam {
    const struct eternity *puzzle;
    struct eternity reflection;
    struct eternity_candidate_table table[2]; /* of the puzzle, and of its reflection */
    unsigned fork;                            /* cells that the trunk fills */
    unsigned parts;
    struct eternity_multi_order_beam_part part[1 + ETERNITY_MULTI_ORDER_BEAM_BRANCHES];
};

/* Takes memory from perm; borrows the puzzle. */
enum status
eternity_multi_order_beam_init(struct eternity_multi_order_beam *multi_order,
                               const struct eternity *puzzle,
                               const struct eternity_multi_order_beam_options *options,
                               struct arena *perm, struct error *err);

/* Fills the candidate lists, in an order given by the seed: before the first begin. */
void eternity_multi_order_beam_fill(struct eternity_multi_order_beam *multi_order,
                                    uint64_t seed);

/* Begins the trunk; see eternity_beam_begin. n <= fork. */
void eternity_multi_order_beam_begin(struct eternity_multi_order_beam *multi_order,
                                     size_t width, const int16_t *tiles, unsigned n,
                                     uint64_t seed);

/* Keeps the trunk's states once it has ended; then branches begin, in any order. */
void eternity_multi_order_beam_keep(struct eternity_multi_order_beam *multi_order);
void eternity_multi_order_beam_branch(struct eternity_multi_order_beam *multi_order,
                                      unsigned part);

/* Places the tiles of a state of a branch that has reached its goal on a board; the
 * other cells, and the pieces left for them, become the region `last`. */
void eternity_multi_order_beam_board(
    const struct eternity_multi_order_beam *multi_order, unsigned part, size_t state,
    int16_t *board, struct eternity_region *last);

#endif
