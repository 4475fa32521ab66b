/* Load balancing: how many islands each rank hosts, from the time that ranks took for theirs.
 * Islands keep their numbers, and with them their random streams and their places in all sums
 * and files, so the result does not depend on where they are. */
#ifndef SKERRY_ENGINE_BALANCE_H
#define SKERRY_ENGINE_BALANCE_H

#include "island_layout.h"

#include <stdbool.h>

/* What a rank has spent since loads were last compared. */
struct balance_load {
    double busy_s; /* in the steps of its islands */
    double move_s; /* that the last change of the layout took */
};

/* Whether the loads are long enough to tell speeds, and to pay for a change. */
bool balance_is_due(const struct balance_load *loads, size_t ranks);

/* Finds the layout in which the slowest rank takes the least time, if each island takes the
 * mean time of those on its rank. Every rank has at least one.
 *
 * layout  the present one
 * loads   ranks
 * first   out, ranks + 1: of the new layout
 * Returns the time of the slowest rank as a share of that in the present layout, at most 1.
 * Time O(ranks). The same on every rank that has the same arguments. */
double balance_layout(const struct island_layout *layout,
                      const struct balance_load *loads, size_t *first);

#endif
