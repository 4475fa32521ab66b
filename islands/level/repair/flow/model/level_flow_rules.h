/* Whether the flow model can express a game, and what it needs to know of its rules. */
#ifndef SKERRY_LEVEL_FLOW_RULES_H
#define SKERRY_LEVEL_FLOW_RULES_H

#include "level_grid.h"

/* The rules of a game on levels of one size.
 *
 * With a share, the cells of `limited` are at most `most` times the cells that hold no
 * tile of `outside` (the whole). */
struct level_flow_rules {
    const struct level_game *game;
    double unit;       /* all costs are whole multiples of it */
    tile_set once;     /* tiles that stand exactly once */
    tile_set blocking; /* of all rules of reachability */
    bool has_share;
    tile_set limited, outside;
    double most;
};

/* Fills in the rules, or says in `why` what the flow model cannot express:
 *
 * - paths, apart, exits, blocks, alike;
 * - counts other than exactly one or none; several shares;
 * - reachability whose ends are not tiles that stand once;
 * - a cell for which no single tile is the best to fill it with.
 */
bool level_flow_rules_init(const struct level_game *game, size_t rows, size_t cols,
                           struct level_flow_rules *rules, char why[512]);

/* The tile to fill a cell with that no unit is placed on: it blocks nothing and counts
 * for nothing, as far as possible; n_tiles when there is none. */
uint8_t level_flow_rules_fill(const struct level_flow_rules *rules, tile_set allowed);

/* Whether a cell that may hold these tiles may count in the whole of the share. */
bool level_flow_rules_may_count(const struct level_flow_rules *rules, tile_set allowed);

/* The most cells of `limited` beside so many cells of the whole. */
int64_t level_flow_rules_limit(const struct level_flow_rules *rules, int64_t whole);

/* Whether a level keeps the share; true without one. */
bool level_flow_rules_share_holds(const struct level_flow_rules *rules,
                                  const uint8_t *cell, uint32_t n);

#endif
