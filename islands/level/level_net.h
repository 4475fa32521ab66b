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
#ifndef SKERRY_LEVEL_NET_H
#define SKERRY_LEVEL_NET_H

#include "level_flow.h"
#include "level_grid.h"

enum { NET_SINK = 0, NET_CROWD = 1, NET_WALLS = 2, NET_FIRST_CELL = 3 };

/* What a network needs to know of a game, on levels of one size. */
struct net_rules {
    const struct level_game *game;
    double unit;       /* all costs are whole multiples of it */
    tile_set once;     /* tiles that stand exactly once */
    tile_set blocking; /* of all rules of reachability */
    bool has_share;    /* and then cells of `crowd` <= most * cells outside `walls` */
    tile_set crowd, walls;
    double most;
};

/* Fills rules, or says in `why` what the network cannot express. Not in it: paths,
 * apart, exits, blocks, alike, counts other than exactly one or none; several shares;
 * reachability whose ends are not tiles that stand once; a cell where the tile to fill
 * it with is a matter of choice. */
bool net_suits(const struct level_game *game, size_t rows, size_t cols,
               struct net_rules *rules, char why[512]);

/* What a network is laid out by besides the rules; zero everything but scale. */
struct net_terms {
    int32_t scale;        /* >= 1: all costs are multiplied by it */
    const int32_t *price; /* [tile * n + cell], >= 0: added, after that, where a tile
                             lands; NULL: nothing is */
    const int32_t *open;  /* tile_set of each cell, within net_open; NULL: that */
};

/* First node of each tile, FLOW_NONE without any: of one that stands once its only
 * node, of others one a cell; those that never travel share a layer. */
struct net_layers {
    uint32_t base[LEVEL_MAX_TILES], stay, n_nodes;
};

struct net {
    const struct net_rules *rules;
    const struct level_grid *broken;
    uint32_t n; /* cells */
    struct flow flow;
    uint8_t *n_neighbours; /* of each cell */
    uint32_t *neighbour;   /* 4 a cell */
    int32_t *open;         /* tile_set of each cell: what it may hold */
    uint32_t *land;        /* [tile * n + cell]: its arc, or FLOW_NONE */
    /* With a share: where units of the crowd go that are wasted, and units of walls
     * that are wasted or land where a wall is certain. */
    uint32_t crowd_arc, walls_arc;
    uint32_t n_crowd, n_walls; /* of them in the broken level */
    struct net_terms terms;
    int32_t fixed; /* cost that no repair avoids */
    struct net_layers layers;
    uint32_t *away, n_away; /* cells whose tile is not at home before net_settle */
};

/* Bytes that net_init takes, about. */
double net_bytes(const struct net_rules *rules, const struct level_grid *broken);

/* Lays out the network with every unit at home that may stay there; borrows its inputs.
 * Returns false when memory ran out. */
bool net_init(struct net *net, const struct net_rules *rules,
              const struct level_grid *broken, const struct net_terms *terms,
              struct arena *arena);

/* Sends the units that are not at home; *cost is then net->fixed and theirs. False when
 * a tile that must stand has no room. Call once, before any change. */
bool net_settle(struct net *net, int32_t *cost);

/* With a share: keeps at most so many tiles of the crowd, and at least so many cells
 * that are not walls. Adds to the cost; false when that is impossible. Once, after
 * net_settle. */
bool net_thin(struct net *net, int32_t crowd, int32_t whole, int32_t *cost);

/* Takes tiles from what a cell may hold; at least one tile that fills must stay.
 *
 * limit  of what that costs
 * cost   in/out: added to; when false, a bound above the limit is added (or INT32_MAX
 *        set), and flow_undo must follow */
bool net_restrict(struct net *net, uint32_t cell, tile_set without, int32_t limit,
                  int32_t *cost);

/* Keeps a tile that stands once away from cells; the same. */
bool net_bar(struct net *net, uint8_t tile, const uint32_t *cell, uint32_t n_cells,
             int32_t limit, int32_t *cost);

/* What a cell may hold by the border and by counts of none. */
tile_set net_open(const struct level_game *game, size_t rows, size_t cols, size_t cell);

/* The tile that fills a cell which no unit lands on; n_tiles when there is none. */
uint8_t net_fill(const struct net_rules *rules, tile_set open);

/* The most tiles of the crowd beside so many cells that are not walls. */
int64_t net_crowd_most(const struct net_rules *rules, int64_t whole);

/* Whether a level keeps to the share; true without one. */
bool net_share_holds(const struct net_rules *rules, const uint8_t *cell, uint32_t n);

/* Reads the level off the flow; cell has n places. */
void net_read(const struct net *net, uint8_t *cell);

#endif
