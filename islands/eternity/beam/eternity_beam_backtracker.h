/* Looks for a board without breaks: a narrow beam fills half of the rows, then a
 * backtracker goes through all ways to fill the rest from each of its states, best
 * value first. Then it starts again, with noise of its own.
 *
 * Where colours are few, boards without breaks are many, but nearly all beginnings lead
 * to none. Half-filled boards of a beam's choice lead there several times as often as
 * those that a backtracker meets one after another (results/eternity/experiments.md,
 * Puzzles with a planted solution). Where colours are many, a beam's states have no
 * continuation at all; a round without them is followed by a pause, each twice as long
 * as the one before.
 *
 * It does not exhaust a puzzle: eternity_backtracker.h does.
 * Source: our own; nearest is beam-stack search, R. Zhou, E. Hansen, Beam-stack search:
 * integrating backtracking with beam search, ICAPS 2005, which goes back to states that
 * the beam has dropped, while this starts again. Cost: a round on 8 x 8 cells takes
 * 0.07 CPU seconds, a third of it the beam's. */
#ifndef SKERRY_ETERNITY_BEAM_BACKTRACKER_H
#define SKERRY_ETERNITY_BEAM_BACKTRACKER_H

#include "eternity_backtracker.h"
#include "eternity_beam.h"

/* What a checkpoint holds; zeroes at first. */
struct eternity_beam_backtracker_progress {
    uint64_t seed;       /* of the running round; 0: none */
    uint64_t state;      /* of its beam, by value: the next to start from */
    uint64_t active;     /* the backtracker has not ended */
    uint64_t placements; /* of this round */
    uint64_t pause;      /* calls to come that do nothing */
    uint64_t next_pause; /* after the next round that leads nowhere */
    struct eternity_backtracker backtracker;
};

struct eternity_beam_backtracker {
    struct eternity_scan_order order;
    struct eternity_fill_plan half, whole;
    struct eternity_beam beam;
    uint64_t seed;         /* of the round whose beam is in memory; 0: none */
    const uint32_t *state; /* of that beam, by value */
    struct eternity_beam_backtracker_progress progress;
};

/* Takes memory from perm; borrows the table, which may be filled later. For weight and
 * noises see eternity_beam_init. */
enum status eternity_beam_backtracker_init(struct eternity_beam_backtracker *search,
                                           const struct eternity_candidate_table *table,
                                           double weight, double early_noise,
                                           double noise, struct arena *perm,
                                           struct error *err);

/* Does the work of so many placements; rng gives the seeds of rounds. True when a board
 * without breaks is found: `tiles` by depth, in the order search->order. After a resume
 * the running round's beam is repeated, which is not counted.
 *
 * placements  in/out: becomes what is left, which is more than 0 before a pause and
 *             within it */
bool eternity_beam_backtracker_run(struct eternity_beam_backtracker *search,
                                   struct rng *rng, uint64_t *placements,
                                   int16_t *tiles);

#endif
