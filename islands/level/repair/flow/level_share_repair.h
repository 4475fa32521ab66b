/* A level that keeps the share, from one that has too much of the crowd: not the
 * cheapest, but at once. */
#ifndef SKERRY_LEVEL_SHARE_REPAIR_H
#define SKERRY_LEVEL_SHARE_REPAIR_H

#include "level_flow_model.h"

/* Replaces tiles of the crowd, those first that cost the least to delete, by what
 * blocks no more than they do, until the share holds.
 *
 * cell  in/out: a level that keeps all rules but the share
 * cost  out: of the cheapest edits to the level, in units; LEVEL_FLOW_INFINITY: it did
 * not come to keep the share Returns false when memory ran out, or costs left their
 * range. */
bool level_share_repair(const struct level_flow_rules *rules,
                        const struct level_grid *broken, uint8_t *cell, int64_t *cost);

#endif
