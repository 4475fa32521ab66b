/* The independent check of what a gan puts out; see level_verify.h. */
#ifndef SKERRY_LEVEL_VERIFY_GAN_H
#define SKERRY_LEVEL_VERIFY_GAN_H

#include "level_grid.h"
#include "option.h"

/* How much the value of a level's tile falls behind the largest one of its cell, at
 * most, when the generator is run on a latent vector slowly: whole maps, layer by
 * layer, in double precision. 0 when each tile is the one that the generator puts out.
 *
 * weights  as scripts/level-train writes them
 * latent   n numbers
 * err      STATUS_INPUT: the weights are not for this vector or level; STATUS_MEMORY */
enum status level_verify_gan(const struct option_file *weights, const float *latent,
                             size_t n, const struct level_grid *generated,
                             double *behind, struct error *err);

#endif
