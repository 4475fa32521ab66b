/* A heuristic value of an unfinished board by how the pieces left can be chained along
 * the frontier: the logarithm of the number of chains, computed by transfer matrices.
 *
 * The colour-matching heuristic knows the colours that the open cells demand, but not
 * how pieces combine them. Where cells are filled row after row, or column after
 * column, each open cell beside a filled line has a given colour on the side to it. A
 * chain is one free tile for each cell of the line, neighbours matching. If a piece
 * may occur twice, the number of chains is a product of matrices, one for each cell.
 * The frontier is one line further up to the next cell, so there are two products:
 *
 * - the prefix, from the start of the following line to the cell beside the next one; a
 *   state carries it, and it is extended as tiles are placed;
 * - the suffix, from the end of this line to the next cell; boards that have the former
 *   line in common share it.
 *
 * Of two boards that are alike by colours, the one with more chains has the better
 * colour value a line and a half later: over boards of one depth the colour value
 * alone explains between nothing and a seventh of its later value, both together a
 * third to two thirds in rows and three to four tenths in columns of five. The number
 * of chains expected from colours alone is subtracted. The weights are measured, on
 * rows of sixteen and columns of five; in theory all are 1.
 *
 * Rows count at the start of the order, as far as they are filled without breaks;
 * columns behind them count with breaks, which weigh exp(-4). Values are in the unit
 * of the colour-matching heuristic, low is good. Cost: a vector-matrix product for
 * each state, and one candidate list for each of its children.
 *
 * Source: the transfer-matrix method, R. Stanley, Enumerative Combinatorics 1, section
 * 4.7; its use as a heuristic is our own. Differs: numbers are kept in 16 bits
 * with a common exponent. Functions begin with eternity_transfer_matrix_. Measured in
 * results/eternity/experiments.md. */
#ifndef SKERRY_ETERNITY_TRANSFER_MATRIX_HEURISTIC_H
#define SKERRY_ETERNITY_TRANSFER_MATRIX_HEURISTIC_H

#include "eternity_colour_matching_heuristic.h"
#include "eternity_fill_plan.h"
#include "eternity_transfer_lists.h"

/* Steps of the table of logarithms from 1 to 2. */
enum { ETERNITY_TRANSFER_MATRIX_LOGS = 1 << 10 };

/* Weights of the logarithm of the number of chains, and of the sides left for each
 * cell. */
extern const double eternity_transfer_matrix_weight[ETERNITY_LINE_KINDS],
    eternity_transfer_matrix_side_weight[ETERNITY_LINE_KINDS];

/* Tables for lines of one kind. */
struct eternity_transfer_matrix_kind {
    struct eternity_transfer_lists lists;
    /* Values of no chain, of a factor of 2, and of factors from 1 to 2. */
    int32_t none, log_2, log[ETERNITY_TRANSFER_MATRIX_LOGS];
    int32_t *demand_cost; /* by sides left: the cost of demanding one of them */
    int32_t *least_cost;  /* the same, less the most that so many tiles are worth */
};

struct eternity_transfer_matrix {
    const struct eternity_fill_plan *plan;
    const struct eternity_colour_heuristic *heuristic;
    unsigned words;                /* of bits, one a piece */
    unsigned rows, block, columns; /* columns: of the rows from `block` on */
    struct eternity_transfer_matrix_kind kind[ETERNITY_LINE_KINDS];
    /* The line of the next cell at one depth. */
    unsigned length, at;
    bool counts, follows; /* whether chains count here; and on the following line */
    enum eternity_line_kind line;
    uint16_t cell[ETERNITY_MAX_SIDE], beside[ETERNITY_MAX_SIDE];
    unsigned position; /* of the frontier at its first cell; the others follow */
    unsigned start;    /* position of the colour that the following line starts with */
    unsigned demands;  /* demanding cells of the frontier, without the next */
    uint8_t demand_position[ETERNITY_MAX_SIDE];
    const uint8_t *type[ETERNITY_MAX_SIDE], *type_beside;
    /* The suffix: the value of the chains to it, by colour. */
    bool known;
    uint8_t colour[ETERNITY_MAX_SIDE];
    int32_t suffix[ETERNITY_MAX_COLOURS];
};

/* The prefix product: chains by the colour that they end with, times 2^-exponent. */
struct eternity_transfer_prefix {
    uint16_t *ways;    /* of each colour */
    int16_t *exponent; /* both are updated in place */
};

/* The heuristic's view of one board, without its next tile. */
struct eternity_transfer_evaluation {
    const uint16_t *supply;
    /* Ways of the prefix before, with breaks. */
    struct eternity_transfer_numbers numbers;
    uint32_t broken;    /* ways with a break to the cell beside */
    int32_t exponent;   /* of both */
    int32_t base, most; /* common to all tiles; the most that a prefix adds */
};

/* Takes memory from perm; borrows plan and heuristic. */
enum status
eternity_transfer_matrix_init(struct eternity_transfer_matrix *matrix,
                              const struct eternity_fill_plan *plan,
                              const struct eternity_colour_heuristic *heuristic,
                              struct arena *perm, struct error *err);

/* Builds the tables from the plan's candidate lists as they are now, and sets where
 * rows and columns count from its schedule and order. */
void eternity_transfer_matrix_begin(struct eternity_transfer_matrix *matrix);

/* Prepares for boards with `depth` cells filled, fewer than there are. */
void eternity_transfer_matrix_set_depth(struct eternity_transfer_matrix *matrix,
                                        unsigned depth);

/* Evaluates a board of this depth, if chains count there. */
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

/* How much more it adds at least, in rows; in columns, where that is next to nothing, 0.
 * The tiles that may lie beside it are no more than the sides left of the type that it
 * demands, and each continues no more ways than the most. */
static inline int32_t eternity_transfer_matrix_least_more(
    const struct eternity_transfer_matrix *matrix,
    const struct eternity_transfer_evaluation *matrix_eval, eternity_entry entry)
{
    if (!matrix->follows || matrix->line != ETERNITY_LINE_ROW)
        return 0;
    unsigned type = matrix->type_beside[eternity_entry_south(entry)];
    return type + 1 < matrix->heuristic->types
               ? matrix->kind[matrix->line].least_cost[matrix_eval->supply[type]]
               : 0;
}

/* What it adds. */
int32_t
eternity_transfer_matrix_value(const struct eternity_transfer_matrix *matrix,
                               const struct eternity_transfer_evaluation *matrix_eval,
                               eternity_entry entry);

/* Extends a prefix once a tile is placed on the next cell: frontier and used pieces
 * already include it. */
void eternity_transfer_matrix_lay(const struct eternity_transfer_matrix *matrix,
                                  int16_t tile, struct eternity_frontier frontier,
                                  const uint64_t *used,
                                  struct eternity_transfer_prefix prefix);

#endif
