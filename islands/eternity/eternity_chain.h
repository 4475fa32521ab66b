/* How well the pieces left can make the row that the filled cells ask for.
 *
 * The outlook (eternity_outlook.h) knows the colours that the cells to come ask for, but
 * not how pieces link them. Along the line between filled and open cells, where rows are
 * filled one after another, each open cell has its colour above; a chain is one free
 * tile for each of them, neighbours matching. The number of chains is a product of
 * matrices, cell by cell, when a piece may come twice. The part of the line to the left
 * of the next cell lies a row lower, so there are two products: the strand, from the
 * left rim to the cell below the next one, which a state carries and goes on with as
 * its tiles are laid; and the rest, from the right rim to the next cell, which boards
 * that have the former row in common share.
 *
 * Of two boards that the outlook holds alike, the one with more chains ends with a
 * better outlook a row and a half later: over boards of one depth the outlook alone
 * explains between nothing and a seventh of its later value, both together a third to
 * two thirds. What the colours alone make one expect, pieces for each cell, counts
 * against them. The two weights are measured.
 *
 * It holds for the rows at the start of the order that are filled without breaks.
 * Values are those of the outlook: whole numbers, low is good. */
#ifndef SKERRY_ETERNITY_CHAIN_H
#define SKERRY_ETERNITY_CHAIN_H

#include "eternity_fill.h"
#include "eternity_free.h"
#include "eternity_outlook.h"

enum { ETERNITY_CHAIN_LOGS = 1 << 10 }; /* of one octave */

/* Weights of the logarithms of chains, and of the sides left for each cell of them. */
extern const double eternity_chain_weight, eternity_chain_pieces;

struct eternity_chain {
    const struct eternity_course *course;
    const struct eternity_outlook *outlook;
    unsigned words;       /* of bits, one a piece */
    unsigned cells;       /* of whole rows at the start of the order; 0: no chains */
    uint32_t *first;      /* of each kind and colour above; where its tiles begin */
    eternity_entry *tile; /* entries with the colour to the west for that to the south */
    int32_t octave, log[ETERNITY_CHAIN_LOGS]; /* worth of a factor 2, and 1 to 2 */
    int32_t *ask; /* by sides there are: what it costs to ask for one of them */
    /* At one depth: columns whose colour is asked for, but the next cell's, and what
     * ink it is there. */
    unsigned depth, asking;
    uint8_t asks[ETERNITY_MAX_SIDE];
    const uint8_t *ink[ETERNITY_MAX_SIDE], *ink_below; /* below: the next cell */
    /* The rest of the row, for a line: what a chain to it is worth, by the
     * colour east of the next cell. */
    bool known;
    uint8_t above[ETERNITY_MAX_SIDE];
    int32_t rest[ETERNITY_MAX_COLOURS];
};

/* The left product: chains by the colour that they end with, times 2^-octaves. */
struct eternity_strand {
    uint16_t *ways; /* of each colour */
    uint16_t *octaves;
};

/* One board, all but the next tile. */
struct eternity_link {
    const uint64_t *used;
    const uint16_t *supply, *ways; /* ways: of the strand, as are octaves */
    int32_t octaves;
    int32_t base; /* what is alike for all tiles */
};

/* Takes memory from perm; borrows course and outlook. */
enum status eternity_chain_init(struct eternity_chain *chain,
                                const struct eternity_course *course,
                                const struct eternity_outlook *outlook,
                                struct arena *perm, struct error *err);

/* Sets the tiles from the course's lists, as they are filled now, and the rows from its
 * rules. */
void eternity_chain_begin(struct eternity_chain *chain);

/* Turns to boards with `depth` cells filled. */
void eternity_chain_turn(struct eternity_chain *chain, unsigned depth);

/* Whether chains count for boards of the depth turned to. */
static inline bool eternity_chain_counts(const struct eternity_chain *chain)
{
    return chain->depth < chain->cells;
}

/* Looks at a board of this depth. */
void eternity_chain_look(struct eternity_chain *chain, struct eternity_line line,
                         const uint64_t *used, struct eternity_strand strand,
                         struct eternity_link *link);

/* What the tile of an entry on the board's next cell adds to its value. */
int32_t eternity_chain_value(const struct eternity_chain *chain,
                             const struct eternity_link *link, eternity_entry entry);

/* Goes on with a strand once the tile is laid on the cell of a depth; its piece is used
 * by now. */
void eternity_chain_lay(const struct eternity_chain *chain, unsigned depth,
                        int16_t tile, const uint64_t *used,
                        struct eternity_strand strand);

#endif
