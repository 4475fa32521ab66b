#include "eternity_multi_order_beam.h"

#include "eternity_reflection.h"

/* Cells left to exact completion (tuned; figures not kept), and columns that are filled
 * by diagonals: two, measured in results/eternity/experiments.md, Scan orders. */
enum { LAST = 12, CORNER = 2 };

/* Rows that branches fill column by column, measured in
 * results/eternity/experiments.md, Several orders. All share the trunk's rows, so the
 * trunk's number is the largest. */
static const struct {
    unsigned mixed;
    bool reflected;
} order_of[1 + ETERNITY_MULTI_ORDER_BEAM_BRANCHES] = {
    {5, false}, {5, false}, {4, false}, {5, true}, {4, true}};

static void set_schedule(const struct eternity_multi_order_beam *multi_order,
                         const struct eternity_multi_order_beam_options *options,
                         unsigned goal, struct eternity_break_schedule *schedule)
{
    unsigned cells = multi_order->puzzle->cells;
    unsigned free = (unsigned)(options->free * cells);
    schedule->goal = (uint16_t)goal;
    for (unsigned depth = free + 1; depth <= cells; depth++)
        schedule->breaks[depth] =
            (uint16_t)((double)(depth - free - 1) / options->gap + 1);
}

static enum status init_part(struct eternity_multi_order_beam *multi_order, unsigned i,
                             const struct eternity_multi_order_beam_options *options,
                             unsigned goal, struct arena *perm, struct error *err)
{
    struct eternity_multi_order_beam_part *part = &multi_order->part[i];
    struct eternity_beam *trunk = &multi_order->part[0].beam;
    part->reflected = order_of[i].reflected;
    eternity_scan_order_set(multi_order->puzzle, order_of[i].mixed, CORNER,
                            &part->order);
    eternity_fill_plan_set(&part->plan, &multi_order->table[part->reflected],
                           &part->order);
    set_schedule(multi_order, options, i == 0 ? multi_order->fork : goal,
                 &part->plan.schedule);
    if (i > 0)
        return eternity_beam_branch_init(&part->beam, &part->plan, trunk, perm, err);
    return eternity_beam_init(trunk, &part->plan, options->widest, options->weight,
                              options->early_noise, options->noise, perm, err);
}

enum status
eternity_multi_order_beam_init(struct eternity_multi_order_beam *multi_order,
                               const struct eternity *puzzle,
                               const struct eternity_multi_order_beam_options *options,
                               struct arena *perm, struct error *err)
{
    unsigned goal = puzzle->cells > LAST ? puzzle->cells - LAST : 0;
    unsigned rows =
        puzzle->rows > order_of[0].mixed ? puzzle->rows - order_of[0].mixed : 0;
    if (rows > goal / puzzle->cols)
        rows = goal / puzzle->cols;
    multi_order->puzzle = puzzle;
    multi_order->fork = rows * puzzle->cols;
    multi_order->parts = 1 + options->branches;
    eternity_reflect(puzzle, &multi_order->reflection);
    if (eternity_candidate_table_init(&multi_order->table[0], puzzle, perm, err) ||
        eternity_candidate_table_init(&multi_order->table[1], &multi_order->reflection,
                                      perm, err))
        return err->status;
    for (unsigned i = 0; i < multi_order->parts; i++)
        if (init_part(multi_order, i, options, goal, perm, err))
            return err->status;
    return STATUS_OK;
}

void eternity_multi_order_beam_fill(struct eternity_multi_order_beam *multi_order,
                                    uint64_t seed)
{
    struct rng rng;
    for (unsigned i = 0; i < 2; i++) {
        rng_seed(&rng, seed, 0);
        eternity_candidate_table_fill(&multi_order->table[i], &rng);
    }
}

void eternity_multi_order_beam_begin(struct eternity_multi_order_beam *multi_order,
                                     size_t width, const int16_t *tiles, unsigned n,
                                     uint64_t seed)
{
    eternity_beam_begin(&multi_order->part[0].beam, width, tiles, n, seed);
}

void eternity_multi_order_beam_keep(struct eternity_multi_order_beam *multi_order)
{
    eternity_beam_branch_keep(&multi_order->part[0].beam);
}

void eternity_multi_order_beam_branch(struct eternity_multi_order_beam *multi_order,
                                      unsigned part)
{
    eternity_beam_branch_begin(&multi_order->part[part].beam,
                               &multi_order->part[0].beam,
                               multi_order->part[part].reflected);
}

void eternity_multi_order_beam_board(
    const struct eternity_multi_order_beam *multi_order, unsigned part, size_t state,
    int16_t *board, struct eternity_region *last)
{
    const struct eternity *puzzle = multi_order->puzzle;
    const struct eternity_multi_order_beam_part *branch = &multi_order->part[part];
    int16_t tiles[ETERNITY_MAX_CELLS];
    bool used[ETERNITY_MAX_CELLS] = {false};
    unsigned pieces = 0;
    eternity_beam_tiles(&branch->beam, state, tiles);
    last->cells = 0;
    for (unsigned depth = 0; depth < puzzle->cells; depth++) {
        const bool laid = depth < branch->beam.depth;
        const bool reflected = branch->reflected && depth >= multi_order->fork;
        unsigned cell = branch->order.cell[depth];
        cell = reflected ? eternity_reflect_cell(puzzle, cell) : cell;
        if (laid)
            board[cell] =
                reflected ? eternity_reflect_tile(tiles[depth]) : tiles[depth];
        else
            last->cell[last->cells++] = (uint16_t)cell;
        if (laid)
            used[eternity_piece(tiles[depth])] = true;
    }
    for (uint16_t piece = 0; piece < puzzle->cells; piece++)
        if (!used[piece])
            last->piece[pieces++] = piece;
}
