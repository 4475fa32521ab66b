/* How well the pieces left can make the lines of cells that the filled ones ask for.
 *
 * The outlook (eternity_colour_matching_heuristic.h) knows the colours that the cells to come ask for,
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
#ifndef SKERRY_ETERNITY_TRANSFER_MATRIX_HEURISTIC_H
#define SKERRY_ETERNITY_TRANSFER_MATRIX_HEURISTIC_H

#include "eternity_colour_matching_heuristic.h"
#include "eternity_fill_plan.h"
#include "eternity_simd_filter.h"

enum eternity_line_kind {
    ETERNITY_LINE_ROW,
    ETERNITY_LINE_COLUMN,
    ETERNITY_LINE_KINDS
};
enum eternity_direction {
    ETERNITY_FORWARD,
    ETERNITY_BACKWARD,
    ETERNITY_DIRECTIONS
};                                                /* along a line */
enum { ETERNITY_TRANSFER_MATRIX_LOGS = 1 << 10 }; /* of one octave */

/* Weights of the logarithms of chains, and of the sides left for each cell of them. */
extern const double eternity_transfer_matrix_weight[ETERNITY_LINE_KINDS],
    eternity_transfer_matrix_side_weight[ETERNITY_LINE_KINDS];

/* Lines of one kind. A tile is an entry with the colours of its sides along the line,
 * that where a chain leaves it for the one to the east, that where it comes from for
 * the one to the south; those of a list are sorted by the former. */
struct eternity_transfer_matrix_kind {
    uint32_t *first; /* of each kind of cells and colour beside: where tiles begin */
    eternity_entry *tile[ETERNITY_DIRECTIONS];
    uint16_t *end
        [ETERNITY_DIRECTIONS]; /* of each of them and each colour: where, from first on, the
                            * tiles end that chains leave by it, or one before */
    int32_t none, log_2,
        log[ETERNITY_TRANSFER_MATRIX_LOGS]; /* worth of none, 2, and 1 to 2 */
    int32_t *ask; /* by sides there are: what it costs to ask for one of them */
};

struct eternity_transfer_matrix {
    const struct eternity_fill_plan *plan;
    const struct eternity_colour_heuristic *heuristic;
    unsigned words;                /* of bits, one a piece */
    unsigned rows, block, columns; /* columns: of the rows from `block` on */
    struct eternity_transfer_matrix_kind kind[ETERNITY_LINE_KINDS];
    /* The line of the next cell at one depth. */
    unsigned length, at;
    bool counts, follows; /* whether there are chains; of the following line, too */
    enum eternity_line_kind line;
    uint16_t cell[ETERNITY_MAX_SIDE], beside[ETERNITY_MAX_SIDE];
    unsigned position; /* of its first cell; those of the others come after it */
    unsigned start;    /* slot of the colour that the following line starts with */
    unsigned asking; /* cells whose colour beside is asked for, but that of the next */
    uint8_t asks[ETERNITY_MAX_SIDE];
    const uint8_t *type[ETERNITY_MAX_SIDE], *type_beside;
    /* The rest of the line: what a chain to it is worth, by colour. */
    bool known;
    uint8_t colour[ETERNITY_MAX_SIDE];
    int32_t suffix[ETERNITY_MAX_COLOURS];
};

/* The strand: chains by the colour that they end with, times 2^-octaves. */
struct eternity_transfer_prefix {
    uint16_t *ways;    /* of each colour */
    int16_t *exponent; /* changes of both go on from the former cell's */
};

/* One board, all but the next tile. */
struct eternity_transfer_evaluation {
    const uint64_t *used;
    const uint16_t *supply;
    uint16_t number[ETERNITY_MAX_COLOURS]; /* ways of the strand before, breaks too */
    uint32_t broken;                       /* ways whose colour beside breaks */
    int32_t exponent;                      /* of both */
    int32_t base, most; /* what is alike for all tiles; what a strand is at most */
};

/* Takes memory from perm; borrows course and outlook. */
enum status
eternity_transfer_matrix_init(struct eternity_transfer_matrix *matrix,
                              const struct eternity_fill_plan *plan,
                              const struct eternity_colour_heuristic *heuristic,
                              struct arena *perm, struct error *err);

/* Sets the tiles from the course's lists, as they are filled now, and where rows and
 * columns count from its rules and order. */
void eternity_transfer_matrix_begin(struct eternity_transfer_matrix *matrix);

/* Turns to boards with `depth` cells filled, fewer than there are. */
void eternity_transfer_matrix_set_depth(struct eternity_transfer_matrix *matrix,
                                        unsigned depth);

/* Looks at a board of this depth, if chains count. */
void eternity_transfer_matrix_evaluate(
    struct eternity_transfer_matrix *matrix, struct eternity_frontier frontier,
    const uint64_t *used, struct eternity_transfer_prefix prefix,
    struct eternity_transfer_evaluation *matrix_eval);

/* The least that the tile of an entry on the board's next cell can add to its value. */
static inline int32_t eternity_transfer_matrix_lower_bound(
    const struct eternity_transfer_matrix *matrix,
    const struct eternity_transfer_evaluation *matrix_eval, eternity_entry entry)
{
    unsigned on = matrix->line == ETERNITY_LINE_ROW ? eternity_entry_east(entry)
                                                    : eternity_entry_south(entry);
    return matrix_eval->base - matrix_eval->most -
           (matrix->known ? matrix->suffix[on] : 0);
}

/* What it adds. */
int32_t
eternity_transfer_matrix_value(const struct eternity_transfer_matrix *matrix,
                               const struct eternity_transfer_evaluation *matrix_eval,
                               eternity_entry entry);

/* Goes on with a strand once a tile is laid on the next cell: the line and the pieces
 * used know of it. */
void eternity_transfer_matrix_lay(const struct eternity_transfer_matrix *matrix,
                                  int16_t tile, struct eternity_frontier frontier,
                                  const uint64_t *used,
                                  struct eternity_transfer_prefix prefix);

#endif
