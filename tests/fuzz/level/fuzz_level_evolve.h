/* Levels that are evolved by the rules of a case's game. */
#ifndef SKERRY_TESTS_FUZZ_LEVEL_EVOLVE_H
#define SKERRY_TESTS_FUZZ_LEVEL_EVOLVE_H

#include "fuzz_level.h"

/* Evolves levels by the game of the case, whose files are written, in either encoding, and judges the best one.
 *
 * possible  whether some level is playable; nothing is demanded beyond the rules */
void fuzz_level_evolve(struct fuzz *f, const struct puzzle *p, bool possible);

/* Writes weights.h5, for vectors of so many numbers. */
void fuzz_level_write_weights(struct fuzz *f, const struct puzzle *p, int latent);

#endif
