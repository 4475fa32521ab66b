/* A broken level as a flow network: what it costs to give every cell a tile,
 * reachability left aside.
 *
 * Every tile of the broken level sends one unit, which travels over cells at `move` a
 * step and lands on a cell that is to hold its tile, or is wasted at `delete`. A cell
 * takes one unit; a cell without one is filled for nothing. A tile that stands exactly
 * once costs the same wherever its others went, so it is one unit that must land, at
 * the price of the cell.
 *
 * Source: the paper, Eq. (8)-(11). Differs: all tiles at once, and the repaired level
 * is read off the flow. */
#ifndef SKERRY_LEVEL_FLOW_MODEL_H
#define SKERRY_LEVEL_FLOW_MODEL_H

#include "level_grid.h"
#include "level_min_cost_flow.h"

enum {
    LEVEL_FLOW_SINK = 0,
    LEVEL_FLOW_LIMITED = 1,
    LEVEL_FLOW_OUTSIDE = 2,
    LEVEL_FLOW_FIRST_CELL = 3
};

/* What a network needs to know of a game, on levels of one size. */
struct level_flow_rules {
    const struct level_game *game;
    double unit;       /* all costs are whole multiples of it */
    tile_set once;     /* tiles that stand exactly once */
    tile_set blocking; /* of all rules of reachability */
    bool has_share;    /* and then cells of `crowd` <= most * cells outside `walls` */
    tile_set limited, outside;
    double most;
};

/* Fills rules, or says in `why` what the network cannot express. Not in it: paths,
 * apart, exits, blocks, alike, counts other than exactly one or none; several shares;
 * reachability whose ends are not tiles that stand once; a cell where the tile to fill
 * it with is a matter of choice. */
bool level_flow_rules_init(const struct level_game *game, size_t rows, size_t cols,
                           struct level_flow_rules *rules, char why[512]);

/* A share at work: at most `crowd` tiles of it, and so many cells at least that are not
 * walls. */
struct level_flow_share {
    bool bound; /* else no share is asked for */
    int32_t limited, whole;
};

/* First node of each tile, LEVEL_FLOW_NONE without any: of one that stands once its
 * only node, of others one a cell; those that never travel share a layer. */
struct level_flow_layers {
    uint32_t base[LEVEL_MAX_TILES], stay, n_nodes;
};

struct level_flow_model {
    const struct level_flow_rules *rules;
    const struct level_grid *broken;
    uint32_t n; /* cells */
    struct level_flow flow;
    uint8_t *n_neighbours; /* of each cell */
    uint32_t *neighbour;   /* 4 a cell */
    int32_t *allowed;      /* tile_set of each cell: what it may hold */
    uint32_t *place_arc;   /* [tile * n + cell]: its arc, or LEVEL_FLOW_NONE */
    /* With a share: where units of the crowd go that are wasted, and units of walls
     * that are wasted or land where a wall is certain. */
    uint32_t limited_arc, outside_arc;
    uint32_t n_limited, n_outside; /* of them in the broken level */
    int32_t scale;                 /* all costs are multiplied by it */
    int64_t fixed;                 /* cost that no repair avoids */
    struct level_flow_layers layers;
    uint32_t *displaced,
        n_displaced; /* cells whose tile is not at home before level_flow_model_solve */
    uint32_t *exit_arc;  /* arcs from each cell to the sink, then to LEVEL_FLOW_OUTSIDE,
                         which are  LEVEL_FLOW_NONE without a share */
    int32_t *place_cost; /* [tile * n + cell]: cost of landing without its price */
    int32_t *excess; /* of each node: units that wait there; < 0: that are missing */
    int64_t cost;    /* of the flow as level_flow_model_reoptimize left it */
    int32_t limited_least, outside_least; /* units that their arcs must carry */
};

/* Bytes that level_flow_model_init takes, about. */
double level_flow_model_bytes(const struct level_flow_rules *rules,
                              const struct level_grid *broken);

/* Lays out the network with every unit at home that may stay there; borrows its inputs.
 *
 * scale  >= 1: all costs are multiplied by it
 * Returns false when memory ran out. */
bool level_flow_model_init(struct level_flow_model *model,
                           const struct level_flow_rules *rules,
                           const struct level_grid *broken, int32_t scale,
                           struct arena *arena);

/* Sends the units that are not at home; *cost is then net->fixed and theirs. False when
 * a tile that must stand has no room. Call once, before any change. */
bool level_flow_model_solve(struct level_flow_model *model, int64_t *cost);

/* Prices landing, limits what cells may hold, and keeps a share, in place of what was
 * said before; the flow is mended where it is no longer the cheapest. For a network
 * that was settled, and changed by nothing else.
 *
 * price  [tile * n + cell], added where a tile lands; NULL: nothing is
 * open   tile_set of each cell, within level_allowed_tiles
 * cost   out: of the flow; LEVEL_FLOW_INFINITY when there is none */
void level_flow_model_reoptimize(struct level_flow_model *model, const int32_t *price,
                                 const int32_t *allowed,
                                 const struct level_flow_share *share, int64_t *cost);

/* Takes tiles from what a cell may hold; at least one tile that fills must stay.
 *
 * limit  of what that costs
 * cost   in/out: added to; when false, a bound above the limit is added (or
 * LEVEL_FLOW_INFINITY set), and level_flow_undo must follow */
bool level_flow_model_restrict(struct level_flow_model *model, uint32_t cell,
                               tile_set without, int64_t limit, int64_t *cost);

/* Keeps a tile that stands once away from cells; the same. */
bool level_flow_model_forbid_cells(struct level_flow_model *model, uint8_t tile,
                                   const uint32_t *cell, uint32_t n_cells,
                                   int64_t limit, int64_t *cost);

/* What a cell may hold by the border and by counts of none. */
tile_set level_allowed_tiles(const struct level_game *game, size_t rows, size_t cols,
                             size_t cell);

/* Whether a cell that is open to these tiles need not be a wall of the share. */
bool level_flow_rules_may_count(const struct level_flow_rules *rules, tile_set allowed);

/* Where units go that land on such a cell: LEVEL_FLOW_SINK or, on walls of the share,
 * LEVEL_FLOW_OUTSIDE.
 */
uint32_t level_flow_rules_sink(const struct level_flow_rules *rules, tile_set allowed);

/* The tile that fills a cell which no unit lands on; n_tiles when there is none. */
uint8_t level_flow_rules_fill(const struct level_flow_rules *rules, tile_set allowed);

/* The most tiles of the crowd beside so many cells that are not walls. */
int64_t level_flow_rules_limit(const struct level_flow_rules *rules, int64_t whole);

/* Whether a level keeps to the share; true without one. */
bool level_flow_rules_share_holds(const struct level_flow_rules *rules,
                                  const uint8_t *cell, uint32_t n);

/* Reads the level off the flow; cell has n places. */
void level_flow_model_read(const struct level_flow_model *model, uint8_t *cell);

#endif
