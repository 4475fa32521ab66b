/* The moves of all rings at once: for each ring the union of its free faces.
 *
 * Source: our own; the recursion over axes is that of a fast zeta transform over
 * subsets (A. Bjorklund, T. Husfeldt, P. Kaski, M. Koivisto, Fourier meets Mobius: fast
 * subset convolution, STOC 2007), with counts saturated at two, on bit sets. Cost: a
 * constant number of word operations for each of at most sum over i <= k of (d choose
 * i) partial sets of axes, and one for each ring alone in a face; asked ring by ring,
 * each ring takes (d choose k). */
#ifndef SKERRY_SLIDING_REACHES_H
#define SKERRY_SLIDING_REACHES_H

#include "sliding.h"

/* Fills reach[r] with the vertices that ring r may move to, equal to sliding_reach. */
void sliding_reaches(const struct sliding *puzzle, const uint8_t *at,
                     vertex_set *reach);

#endif
