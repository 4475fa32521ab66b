/* Primal heuristics: cells that connect what must be connected are opened, and the integer
 * program is solved for the rest.
 *
 * Source: our own. Cost: an integer program, of a few seconds at most, in CBC. Memory: that of
 * the program. */
#ifndef SKERRY_LEVEL_CONNECT_H
#define SKERRY_LEVEL_CONNECT_H

#include "level_relaxation.h"

/* Opens cells between all components, of the last values of open cells (r->open); keeps the
 * level if it is the best. */
enum status level_connect(struct level_relaxation *r, struct error *err);

/* The same for the tree of the regions, whose bound is taken (level_region_bound.h). */
enum status level_connect_regions(struct level_relaxation *r, struct error *err);

/* The same for other rules: opens paths by a solution x (level_path_heuristic.h). */
enum status level_connect_by_paths(struct level_relaxation *r, const double *x,
                                   struct error *err);

#endif
