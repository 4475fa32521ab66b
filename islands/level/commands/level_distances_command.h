/* `skerry distances`: the mean distances of the levels of a set, as in the paper's Fig.
 * 4.
 *
 * Source: the paper (level_game.h), "Diversity of Playable Levels". Cost: an assignment
 * problem per pair of levels and tile (level_edit_cost.h). */
#ifndef SKERRY_LEVEL_DISTANCES_COMMAND_H
#define SKERRY_LEVEL_DISTANCES_COMMAND_H

#include "problem.h"

enum status level_distances_command(int argc, char **argv, const void *keys,
                                    struct comm *comm, struct error *err);

#endif
