/* Multipliers of the demands, penalty and temperature of the local search, by
 * stochastic approximation.
 *
 * Rounds of a short trajectory (party_ruin_recreate.h), each followed by a
 * multiplicative update: the multipliers of demands that its parties miss on average
 * rise, those of demands that they exceed fall, by factors whose logarithm is bounded
 * and shrinks geometrically from round to round. A sum that is bounded on both sides has
 * one multiplier of either sign, the difference of its two demands' multipliers; its
 * steps are halved each time they turn back.
 *
 * Source: our own; nearest are subgradient optimization (M. Held, P. Wolfe, H. Crowder,
 * Validation of subgradient optimization, Mathematical Programming 6, 1974) and H.
 * Robbins, S. Monro, A stochastic approximation method, Annals of Mathematical
 * Statistics 22, 1951. Differs: violations are averages over a trajectory, since the
 * relaxed problem is too hard to solve exactly; updates of one-sided sums are
 * multiplicative, which keeps multipliers positive. The halving is that of M. Riedmiller,
 * H. Braun, A direct adaptive method for faster backpropagation learning: the RPROP
 * algorithm, IEEE International Conference on Neural Networks 1993, without its growth.
 *
 * Cost: 16 rounds of 64 steps, each round with an index of at most 16 heroes of a
 * group; O(heroes demands + heroes log heroes) a round. */
#ifndef SKERRY_PARTY_MULTIPLIER_TUNING_H
#define SKERRY_PARTY_MULTIPLIER_TUNING_H

#include "party_ruin_recreate.h"

/* Sets demand[].multiplier, penalty and temperature, after party_lagrangian_init. The
 * random stream is fixed, so that equal instances get equal multipliers. */
enum status party_multiplier_tuning(const struct party *party,
                                    struct party_lagrangian *lagrangian,
                                    struct error *err);

#endif
