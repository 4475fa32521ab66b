/* Measures of a level, and its fitness: a weighted sum of them.
 *
 * Source: the paper (level_game.h) for path and KL divergence; S. Lucas, V. Volz,
 * Tile pattern KL-divergence for analysing and evolving game levels, GECCO 2019. */
#ifndef SKERRY_LEVEL_MEASURE_H
#define SKERRY_LEVEL_MEASURE_H

#include "level_genome.h"

/* The value of a term, without weight and target. A path that does not exist has 0
 * steps. KL is the divergence of the level's 2 x 2 patterns from those of the corpus:
 * the sum of q ln(q / p) over the patterns of the level, p at least LEVEL_RARE; 0 for a
 * level without patterns. */
double level_measure(const struct level_instance *instance,
                     const struct level_term *term, const struct level_view *level,
                     struct arena scratch);

/* The sum of weight * value, or of -weight * |value - target|. */
double level_measure_fitness(const struct level_instance *instance,
                             const struct level_view *level, struct arena scratch);

/* Bytes that these take from scratch. */
size_t level_measure_bytes(const struct level_instance *instance);

/* "path", "kl"...; of the measure. */
const char *level_measure_name(enum level_measure measure);

#endif
