/* What is measured in a level, and its fitness: the sum of its terms. */
#ifndef SKERRY_LEVEL_MEASURE_H
#define SKERRY_LEVEL_MEASURE_H

#include "level_genome.h"

/* The value of a term, without weight and target. A path that does not exist has 0
 * steps. KL is that of the level's patterns from the corpus: the sum of q ln(q / p)
 * over the patterns of the level, p at least LEVEL_RARE; 0 for a level without
 * patterns. */
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
