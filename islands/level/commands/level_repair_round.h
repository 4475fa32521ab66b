/* Repairs levels on all ranks.
 *
 * Source: our own, a static cyclic distribution. Cost: the time of the slowest rank,
 * and one gather of all repairs. Memory: on rank 0, the repairs of the round. */
#ifndef SKERRY_LEVEL_REPAIR_ROUND_H
#define SKERRY_LEVEL_REPAIR_ROUND_H

#include "level_files.h"
#include "level_solutions.h"

/* Levels first .. first + count - 1 of `levels`; the i-th of them is repaired by rank i modulo
 * the number of ranks. */
struct level_repair_round {
    const struct level_files *levels;
    size_t first, count;
    const struct level_solutions *wanted; /* of each level */
};

/* arena   for the gathered repairs
 * out     rank 0: wanted->count repairs for each level, as level_solutions_find fills
 *         them in, cells in arena; unused elsewhere
 * err     the first failure of a method, with the level's name
 * Collective over comm; the same status everywhere. */
enum status level_repair_round(const struct level_repair_round *round,
                               struct comm *comm, struct arena *arena,
                               struct level_repair *out, struct error *err);

#endif
