/* The problem `level`: evolution of playable levels, with exact repair as healing.
 *
 * Source: the paper (level_game.h) for the repair, V. Volz et al. (level_gan.h) for
 * evolution in the latent space. */
#ifndef SKERRY_LEVEL_PROBLEM_H
#define SKERRY_LEVEL_PROBLEM_H

#include "problem.h"

extern const struct problem level_problem;

#endif
