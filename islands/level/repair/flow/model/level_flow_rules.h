/* The rules of a game in the form that the flow model needs, and whether it can express
 * them.
 *
 * Source: our own reduction of the paper's rules (level_game.h). Cost: O(1) in the size
 * of the level, but O(n) for level_flow_rules_restrict and level_flow_rules_share_holds.
 * Memory: none. */
#ifndef SKERRY_LEVEL_FLOW_RULES_H
#define SKERRY_LEVEL_FLOW_RULES_H

#include "level_flow_tuning.h"
#include "level_grid.h"

/* The rules of a game on levels of one size.
 *
 * With a share, the number of cells of `limited` is at most `most` times the number of
 * cells without a tile of `outside` (the whole). */
struct level_flow_rules {
    const struct level_game *game;
    double unit;       /* all costs are whole multiples of it */
    tile_set once;     /* tiles that occur exactly once */
    tile_set blocking; /* of all reachability rules */
    bool has_share;
    tile_set limited, outside;
    double most;
    const tile_set *open; /* of each cell: the tiles that it may hold; NULL: any */
    const struct level_flow_tuning
        *tuning; /* LEVEL_FLOW_TUNING by level_flow_rules_init */
};

/* Fills in the rules. If the flow model cannot express the game, returns false and
 * gives the reason in `why`:
 *
 * - paths, apart, exits, blocks, alike;
 * - counts other than exactly one or none;
 * - several shares, or one of tiles that occur exactly once or are outside of its whole;
 * - reachability rules whose ends are not tiles that occur exactly once, whose source
 *   blocks, or that differ in what blocks;
 * - a cell for which no tile dominates the others as the one to fill it with;
 * - costs without a unit of 0.001 or more, or of more than 10^6 of it. */
bool level_flow_rules_init(const struct level_game *game, size_t rows, size_t cols,
                           struct level_flow_rules *rules, char why[512]);

/* Restricts the tiles of each cell; NULL: not at all. False if the flow model cannot
 * express these sets: a cell for which no tile dominates the others, or a tile that
 * occurs once, is the only one of a cell, and may be on another one.
 *
 * open  of each cell; borrowed */
bool level_flow_rules_restrict(struct level_flow_rules *rules, size_t rows, size_t cols,
                               const tile_set *open);

/* Whether the model can express a cell that may hold these tiles, where cells are
 * restricted. */
bool level_flow_rules_suit_cell(const struct level_flow_rules *rules, tile_set allowed);

/* The tiles that a cell may hold. */
tile_set level_flow_rules_allowed(const struct level_flow_rules *rules, size_t rows,
                                  size_t cols, size_t cell);

/* Whether a cell that may hold these tiles holds a limited one in any case; only with
 * restricted cells. */
bool level_flow_rules_is_limited(const struct level_flow_rules *rules,
                                 tile_set allowed);

/* The tiles of a cell in a flow whose level is known: its tile, and if that occurs once, all
 * others that may occur more often, since it is allowed on this cell only. */
tile_set level_flow_rules_only(const struct level_flow_rules *rules, tile_set allowed,
                               uint8_t tile);

/* The tile that fills a cell without a unit: as far as possible it does not block and
 * does not count in the share; n_tiles if there is none, as on a cell that is left to a
 * tile which occurs once. */
uint8_t level_flow_rules_fill(const struct level_flow_rules *rules, tile_set allowed);

/* Whether a cell that may hold these tiles may count in the whole of the share. */
bool level_flow_rules_may_count(const struct level_flow_rules *rules, tile_set allowed);

/* The largest number of cells of `limited` for a whole of so many cells. */
int64_t level_flow_rules_limit(const struct level_flow_rules *rules, int64_t whole);

/* Whether a level satisfies the share; true without one. */
bool level_flow_rules_share_holds(const struct level_flow_rules *rules,
                                  const uint8_t *cell, uint32_t n);

#endif
