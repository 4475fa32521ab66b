/* The generator of a trained GAN: from a latent vector to a level.
 *
 * Weights come from scripts/level-train: layers of transposed convolutions, 4 x 4, each
 * followed by ReLU, with batch normalisation folded in. The first makes a 4 x 4 map of
 * the latent vector, the others double its sides; cells beyond the level are not
 * computed. Sums run in one fixed order without fused operations, so that a latent
 * vector gives the same level on every machine.
 *
 * Cost: 0.15 ms for a level of Zelda.
 *
 * Source: V. Volz, J. Schrum, J. Liu, S. Lucas, A. Smith, S. Risi, Evolving Mario
 * Levels in the Latent Space of a Deep Convolutional Generative Adversarial Network,
 * GECCO 2018; the paper, section "Deep Convolutional GAN". */
#ifndef SKERRY_LEVEL_GAN_H
#define SKERRY_LEVEL_GAN_H

#include "level_game.h"
#include "option.h"

enum { LEVEL_GAN_LAYERS = 8 };

/* One transposed convolution: input cell i reaches output cells
 * i * stride - padding + 0..3 in each direction. */
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

/* Reads weights for levels of a game and a size.
 *
 * perm  keeps them
 * err   STATUS_INPUT: no such file, damaged, made for other tiles or another size */
enum status level_gan_load(const struct option_file *weights,
                           const struct level_game *game, size_t rows, size_t cols,
                           struct arena *perm, struct level_gan *gan,
                           struct error *err);

/* Bytes that the functions below take from scratch. */
size_t level_gan_bytes(const struct level_gan *gan);

/* latent  gan->latent numbers, drawn from a standard normal distribution in training
 * out     rows x cols x tiles values >= 0 */
void level_gan_run(const struct level_gan *gan, const float *latent,
                   struct arena scratch, float *out);

/* The tile of the largest value in each cell; of equals the first. */
void level_gan_level(const struct level_gan *gan, const float *latent,
                     struct arena scratch, uint8_t *cell);

#endif
