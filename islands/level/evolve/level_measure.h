/* Measures of a level, and its fitness: a weighted sum of them.
 *
 * Source: the paper (level_game.h) for path lengths and KL divergence; S. Lucas, V.
 * Volz, Tile pattern KL-divergence for analysing and evolving game levels, GECCO 2019,
 * for the divergence as fitness. Differs: of a single level, not of a set, with 2 x 2
 * patterns.
 *
 * Cost on n cells: O(n) for cells, share and symmetry; O(n log n) for kl; O(n) per
 * level of the corpus for novelty; O(n^2) in the worst case for path; level_edit_cost.h
 * for edits. Memory: O(n), and 8 bytes for each of t^4 patterns of t tiles. */
#ifndef SKERRY_LEVEL_MEASURE_H
#define SKERRY_LEVEL_MEASURE_H

#include "level_genome.h"

/* The value of a term, without weight and target. If there is no path, its length is 0.
 * KL is the divergence of the level's 2 x 2 patterns from those of the corpus: the sum
 * of q ln(q / p) over the patterns of the level, p at least LEVEL_RARE; 0 for a level
 * without patterns. */
double level_measure(const struct level_instance *instance,
                     const struct level_term *term, const struct level_view *level,
                     struct arena scratch);

/* The sum of weight * value, or of -weight * |value - target|. */
double level_measure_fitness(const struct level_instance *instance,
                             const struct level_view *level, struct arena scratch);

/* Scratch memory of these functions, in bytes. */
size_t level_measure_bytes(const struct level_instance *instance);

/* The name of a measure: "path", "kl". */
const char *level_measure_name(enum level_measure measure);

#endif
