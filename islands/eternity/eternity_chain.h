/* How well the pieces left can make the lines of cells that the filled ones ask for.
 *
 * The outlook (eternity_outlook.h) knows the colours that the cells to come ask for,
 * but not how pieces link them. Where cells are filled row after row, or column after
 * column, each open cell beside a filled line has a colour on the side to it; a chain
 * is one free tile for each cell of the line, neighbours matching. The number of chains
 * is a product of matrices, cell by cell, when a piece may come twice. Up to the next
 * cell the line lies one further, so there are two products: the strand, from the start
 * of the following line to the cell beside the next one, which a state carries and goes
 * on with as its tiles are laid; and the rest, from the end of this line to the next
 * cell, which boards that have the former line in common share.
 *
 * Of two boards that the outlook holds alike, the one with more chains ends with a
 * better outlook a line and a half later: over boards of one depth the outlook alone
 * explains between nothing and a seventh of its later value, in rows both together a
 * third to two thirds, in columns of five three to four tenths. What the colours alone
 * make one expect, sides for each cell, counts against them. The weights are measured,
 * on rows of sixteen and columns of five; in theory all are 1.
 *
 * Rows count at the start of the order, as far as they are filled without breaks;
 * columns behind them count with breaks, which weigh exp(-4). Values are those of the
 * outlook: whole numbers, low is good. */
#ifndef SKERRY_ETERNITY_CHAIN_H
#define SKERRY_ETERNITY_CHAIN_H

#include "eternity_fill.h"
#include "eternity_free.h"
#include "eternity_outlook.h"

enum eternity_line_kind { LINE_ROW, LINE_COLUMN, N_LINES };
enum eternity_way { WAY_ON, WAY_BACK, N_WAYS }; /* along a line */
enum { ETERNITY_CHAIN_LOGS = 1 << 10 };         /* of one octave */

/* Weights of the logarithms of chains, and of the sides left for each cell of them. */
extern const double eternity_chain_weight[N_LINES], eternity_chain_sides[N_LINES];

/* Lines of one kind. A tile is an entry with the colours of its sides along the line,
 * that where a chain leaves it for the one to the east, that where it comes from for
 * the one to the south; those of a list are sorted by the former. */
struct eternity_chain_kind {
    uint32_t *first; /* of each kind of cells and colour beside: where tiles begin */
    eternity_entry *tile[N_WAYS];
    uint16_t *end[N_WAYS]; /* of each of them and each colour: where, from first on, the
                            * tiles end that chains leave by it, or one before */
    int32_t none, octave, log[ETERNITY_CHAIN_LOGS]; /* worth of none, 2, and 1 to 2 */
    int32_t *ask; /* by sides there are: what it costs to ask for one of them */
};

struct eternity_chain {
    const struct eternity_course *course;
    const struct eternity_outlook *outlook;
    unsigned words;                /* of bits, one a piece */
    unsigned rows, block, columns; /* columns: of the rows from `block` on */
    struct eternity_chain_kind kind[N_LINES];
    /* The line of the next cell at one depth. */
    unsigned length, at;
    bool counts, follows; /* whether there are chains; of the following line, too */
    enum eternity_line_kind line;
    uint16_t cell[ETERNITY_MAX_SIDE], beside[ETERNITY_MAX_SIDE];
    unsigned slot;   /* of its first cell; those of the others come after it */
    unsigned start;  /* slot of the colour that the following line starts with */
    unsigned asking; /* cells whose colour beside is asked for, but that of the next */
    uint8_t asks[ETERNITY_MAX_SIDE];
    const uint8_t *ink[ETERNITY_MAX_SIDE], *ink_beside;
    /* The rest of the line: what a chain to it is worth, by colour. */
    bool known;
    uint8_t colour[ETERNITY_MAX_SIDE];
    int32_t rest[ETERNITY_MAX_COLOURS];
};

/* The strand: chains by the colour that they end with, times 2^-octaves. */
struct eternity_strand {
    uint16_t *ways;   /* of each colour */
    int16_t *octaves; /* changes of both go on from the former cell's */
};

/* One board, all but the next tile. */
struct eternity_link {
    const uint64_t *used;
    const uint16_t *supply;
    uint16_t number[ETERNITY_MAX_COLOURS]; /* ways of the strand before, breaks too */
    uint32_t broken;                       /* ways whose colour beside breaks */
    int32_t octaves;                       /* of both */
    int32_t base, most; /* what is alike for all tiles; what a strand is at most */
};

/* Takes memory from perm; borrows course and outlook. */
enum status eternity_chain_init(struct eternity_chain *chain,
                                const struct eternity_course *course,
                                const struct eternity_outlook *outlook,
                                struct arena *perm, struct error *err);

/* Sets the tiles from the course's lists, as they are filled now, and where rows and
 * columns count from its rules and order. */
void eternity_chain_begin(struct eternity_chain *chain);

/* Turns to boards with `depth` cells filled, fewer than there are. */
void eternity_chain_turn(struct eternity_chain *chain, unsigned depth);

/* Looks at a board of this depth, if chains count. */
void eternity_chain_look(struct eternity_chain *chain, struct eternity_line line,
                         const uint64_t *used, struct eternity_strand strand,
                         struct eternity_link *link);

/* The least that the tile of an entry on the board's next cell can add to its value. */
static inline int32_t eternity_chain_least(const struct eternity_chain *chain,
                                           const struct eternity_link *link,
                                           eternity_entry entry)
{
    unsigned on = chain->line == LINE_ROW ? entry_east(entry) : entry_south(entry);
    return link->base - link->most - (chain->known ? chain->rest[on] : 0);
}

/* What it adds. */
int32_t eternity_chain_value(const struct eternity_chain *chain,
                             const struct eternity_link *link, eternity_entry entry);

/* Goes on with a strand once a tile is laid on the next cell: the line and the pieces
 * used know of it. */
void eternity_chain_lay(const struct eternity_chain *chain, int16_t tile,
                        struct eternity_line line, const uint64_t *used,
                        struct eternity_strand strand);

#endif
