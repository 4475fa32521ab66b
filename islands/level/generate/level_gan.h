/* The generator of a trained GAN: maps a latent vector to a level.
 *
 * scripts/level-train writes its weights: layers of transposed convolutions, 4 x 4,
 * each followed by ReLU, with batch normalization folded into them. The first layer
 * maps the latent vector to 4 x 4 cells, each further one doubles the sides; cells
 * outside of the level are not computed. Sums are evaluated in a fixed order without
 * fused operations, so that a latent vector gives the same level on every machine.
 *
 * Source: V. Volz, J. Schrum, J. Liu, S. Lucas, A. Smith, S. Risi, Evolving Mario
 * Levels in the Latent Space of a Deep Convolutional Generative Adversarial Network,
 * GECCO 2018, whose network the paper (level_game.h) uses in section "Deep
 * Convolutional GAN".
 *
 * Cost: 0.15 ms for a level of Zelda. Memory: 4 bytes per weight, and the maps of all
 * layers. */
#ifndef SKERRY_LEVEL_GAN_H
#define SKERRY_LEVEL_GAN_H

#include "level_game.h"
#include "option.h"

enum { LEVEL_GAN_LAYERS = 8 };

/* One transposed convolution: input cell i contributes to output cells i * stride -
 * padding + 0..3 in each direction. */
struct level_gan_layer {
    size_t inputs, outputs; /* channels */
    size_t stride, padding;
    size_t in_rows, in_cols, rows, cols; /* cells that are computed */
    float *weight;                       /* 4 x 4 x inputs x outputs */
    float *bias;                         /* outputs */
};

struct level_gan {
    size_t latent; /* length of the latent vector; 0: no generator */
    size_t layers;
    struct level_gan_layer layer[LEVEL_GAN_LAYERS];
};

/* Reads the weights for levels of a game and a size.
 *
 * perm  keeps them
 * err   STATUS_INPUT: the file does not exist, is damaged, or was made for other tiles
 *       or another size */
enum status level_gan_load(const struct option_file *weights,
                           const struct level_game *game, size_t rows, size_t cols,
                           struct arena *perm, struct level_gan *gan,
                           struct error *err);

/* Scratch memory of the functions below, in bytes. */
size_t level_gan_bytes(const struct level_gan *gan);

/* Computes the output of the last layer.
 *
 * latent  gan->latent numbers, in training drawn from a standard normal distribution
 * out     rows x cols x tiles values >= 0 */
void level_gan_run(const struct level_gan *gan, const float *latent,
                   struct arena scratch, float *out);

/* Computes a level: in each cell the tile with the largest value, the first one of
 * equals. */
void level_gan_level(const struct level_gan *gan, const float *latent,
                     struct arena scratch, uint8_t *cell);

#endif
