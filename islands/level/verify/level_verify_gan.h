/* The independent verification of a generated level; see level_verify.h.
 *
 * Source: the transposed convolution of level_gan.h, by its definition: each input is
 * added to its outputs, over whole maps and in double precision. Cost: 16
 * multiplications for each input cell and pair of channels. Memory: all weights, and
 * the maps of all layers. */
#ifndef SKERRY_LEVEL_VERIFY_GAN_H
#define SKERRY_LEVEL_VERIFY_GAN_H

#include "level_grid.h"
#include "option.h"

/* Runs the generator on a latent vector. `behind` is the largest amount by which the
 * value of a level's tile is below the maximum of its cell: 0 if every tile is the
 * generator's.
 *
 * weights  as scripts/level-train writes them
 * latent   n numbers
 * err      STATUS_INPUT: the weights do not fit this vector or level; STATUS_MEMORY */
enum status level_verify_gan(const struct option_file *weights, const float *latent,
                             size_t n, const struct level_grid *generated,
                             double *behind, struct error *err);

#endif
