/* The independent check of a generated level; see level_verify.h. */
#ifndef SKERRY_LEVEL_VERIFY_GAN_H
#define SKERRY_LEVEL_VERIFY_GAN_H

#include "level_grid.h"
#include "option.h"

/* Runs the generator on a latent vector slowly: whole maps, layer by layer, in double
 * precision. `behind` is how far the value of a level's tile is below the largest of
 * its cell, at most: 0 when every tile is the generator's.
 *
 * weights  as scripts/level-train writes them
 * latent   n numbers
 * err      STATUS_INPUT: the weights do not fit this vector or level; STATUS_MEMORY */
enum status level_verify_gan(const struct option_file *weights, const float *latent,
                             size_t n, const struct level_grid *generated,
                             double *behind, struct error *err);

#endif
