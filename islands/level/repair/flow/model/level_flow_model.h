/* Repair without reachability as a minimum-cost flow: what it costs to give every cell
 * a tile.
 *
 * Every tile of the broken level is one unit. It travels over cells at `move` a step
 * and is placed on a cell that is to hold its tile, or goes to the sink at `delete`. A
 * cell takes one unit; a cell without one is filled for nothing (level_flow_rules.h). A
 * tile that stands exactly once costs the same wherever its other copies went: it is
 * one unit that must be placed, at the cheapest of its moves or its deletion.
 *
 * A share requires a number of deletions of limited tiles, and a number of cells that
 * count in the whole: lower bounds on two arcs into the sink.
 *
 * Source: the paper, Eq. (8)-(11). Differs: all tiles share one network, and the
 * repaired level is read off the flow.
 *
 * Size: for n cells and k kinds of tiles that travel, (k + 2) n nodes and some
 * (5 k + 7) n arcs. Cost: one shortest path for each tile that is not where it was.
 * Local. */
#ifndef SKERRY_LEVEL_FLOW_MODEL_H
#define SKERRY_LEVEL_FLOW_MODEL_H

#include "level_flow_rules.h"
#include "level_min_cost_flow.h"

/* Nodes: the sink, deleted tiles that the share limits, units of tiles outside the
 * whole, then one node for each cell; further ones by level_flow_layers. */
enum {
    LEVEL_FLOW_SINK = 0,
    LEVEL_FLOW_LIMITED = 1,
    LEVEL_FLOW_OUTSIDE = 2,
    LEVEL_FLOW_FIRST_CELL = 3
};

/* A share for one value of the number of limited tiles. */
struct level_flow_share {
    bool bound;      /* else no share is asked for */
    int32_t limited; /* at most so many limited tiles */
    int32_t whole;   /* at least so many cells of the whole */
};

/* The first node of each tile, LEVEL_FLOW_NONE without any: its only node for a tile
 * that stands once, else one node for each cell; tiles that never travel share a layer.
 */
struct level_flow_layers {
    uint32_t base[LEVEL_MAX_TILES], stay, n_nodes;
};

struct level_flow_model {
    const struct level_flow_rules *rules;
    const struct level_grid *broken;
    uint32_t n; /* cells */
    struct level_flow flow;
    uint8_t *n_neighbours; /* of each cell */
    uint32_t *neighbour;   /* 4 for each cell */
    int32_t *allowed;      /* of each cell: tile_set that it may hold */
    uint32_t *place_arc;   /* [tile * n + cell]: its arc, or LEVEL_FLOW_NONE */
    /* With a share: the arcs into the sink from LIMITED and from OUTSIDE. */
    uint32_t limited_arc, outside_arc;
    uint32_t n_limited, n_outside; /* such tiles in the broken level */
    int32_t scale;                 /* all costs are multiplied by it */
    int64_t fixed;                 /* cost that no repair avoids */
    struct level_flow_layers layers;
    /* Cells whose tile must leave, before level_flow_model_solve. */
    uint32_t *displaced, n_displaced;
    /* Arcs from each cell to the sink, then to OUTSIDE (LEVEL_FLOW_NONE without a
     * share). */
    uint32_t *exit_arc;
    int32_t *place_cost; /* [tile * n + cell]: of placing, without a price */
    int32_t *excess; /* of each node: units that wait there; < 0: that are missing */
    int64_t cost;    /* of the flow after level_flow_model_reoptimize */
    int32_t limited_least, outside_least; /* units that their arcs must carry */
};

/* Bytes that level_flow_model_init takes, about. */
double level_flow_model_bytes(const struct level_flow_rules *rules,
                              const struct level_grid *broken);

/* Builds the network, every unit placed where it stands if it may stay there; borrows
 * its inputs.
 *
 * scale  >= 1: all costs are multiplied by it
 * Returns false when memory ran out. */
bool level_flow_model_init(struct level_flow_model *model,
                           const struct level_flow_rules *rules,
                           const struct level_grid *broken, int32_t scale,
                           struct arena *arena);

/* Sends the remaining units; *cost is then the optimum. False when a tile that must
 * stand has no room. Call once, before any change. */
bool level_flow_model_solve(struct level_flow_model *model, int64_t *cost);

/* Replaces prices, allowed tiles and share by new ones and reoptimises the flow, from
 * the potentials of the last one. For a model that was solved and changed by nothing
 * else.
 *
 * price    [tile * n + cell], added where a tile is placed; NULL: none
 * allowed  tile_set of each cell, within level_game_allowed_tiles
 * cost     out: the optimum; LEVEL_FLOW_INFINITY when there is none */
void level_flow_model_reoptimize(struct level_flow_model *model, const int32_t *price,
                                 const int32_t *allowed,
                                 const struct level_flow_share *share, int64_t *cost);

/* The optimum of a new model with a share, as a quick bound; LEVEL_FLOW_INFINITY when
 * there is none. False when memory ran out. */
bool level_flow_model_bound(const struct level_flow_rules *rules,
                            const struct level_grid *broken,
                            const struct level_flow_share *share, int64_t *cost);

/* Takes tiles from what a cell may hold; a tile that can fill it must remain.
 *
 * limit  on what that costs
 * cost   in/out: added to; when false, a bound above the limit is added (or
 *        LEVEL_FLOW_INFINITY set), and level_flow_undo must follow */
bool level_flow_model_restrict(struct level_flow_model *model, uint32_t cell,
                               tile_set without, int64_t limit, int64_t *cost);

/* Forbids cells to a tile that stands once; the same. */
bool level_flow_model_forbid_cells(struct level_flow_model *model, uint8_t tile,
                                   const uint32_t *cell, uint32_t n_cells,
                                   int64_t limit, int64_t *cost);

/* Where the unit of a cell with these tiles goes: LEVEL_FLOW_SINK, or
 * LEVEL_FLOW_OUTSIDE when it cannot count in the whole. */
uint32_t level_flow_model_sink(const struct level_flow_rules *rules, tile_set allowed);

/* Reads the level off the flow; cell has n places. */
void level_flow_model_read(const struct level_flow_model *model, uint8_t *cell);

#endif
