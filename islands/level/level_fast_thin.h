/* A level that keeps the share, from one that has too much of the crowd: not the
 * cheapest, but at once. */
#ifndef SKERRY_LEVEL_FAST_THIN_H
#define SKERRY_LEVEL_FAST_THIN_H

#include "level_net.h"

/* Replaces tiles of the crowd, those first that cost the least to delete, by what
 * blocks no more than they do, until the share holds.
 *
 * cell  in/out: a level that keeps all rules but the share
 * cost  out: of the cheapest edits to the level, in units; FLOW_NEVER: it did not
 * come to keep the share
 * Returns false when memory ran out, or costs left their range. */
bool fast_thin(const struct net_rules *rules, const struct level_grid *broken,
               uint8_t *cell, int64_t *cost);

#endif
