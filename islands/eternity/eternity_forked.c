#include "eternity_forked.h"

#include "eternity_mirror.h"

/* Cells left to exact completion, and columns that are filled by diagonals; measured.
 */
enum { LAST = 12, CORNER = 2 };

/* Rows that branches fill column by column. All have the trunk's rows in common, so its
 * own are the most. */
static const struct {
    unsigned mixed;
    bool mirrored;
} way[1 + ETERNITY_BRANCHES] = {
    {5, false}, {5, false}, {4, false}, {5, true}, {4, true}};

static void set_rules(const struct eternity_forked *forked,
                      const struct eternity_forked_plan *plan, unsigned goal,
                      struct eternity_rules *rules)
{
    unsigned cells = forked->puzzle->cells;
    unsigned free = (unsigned)(plan->free * cells);
    rules->goal = (uint16_t)goal;
    for (unsigned depth = free + 1; depth <= cells; depth++)
        rules->breaks[depth] = (uint16_t)((double)(depth - free - 1) / plan->gap + 1);
}

static enum status init_part(struct eternity_forked *forked, unsigned i,
                             const struct eternity_forked_plan *plan, unsigned goal,
                             struct arena *perm, struct error *err)
{
    struct eternity_part *part = &forked->part[i];
    struct eternity_beam *trunk = &forked->part[0].beam;
    part->mirrored = way[i].mirrored;
    eternity_order_set(forked->puzzle, way[i].mixed, CORNER, &part->order);
    eternity_course_set(&part->course, &forked->lists[part->mirrored], &part->order);
    set_rules(forked, plan, i == 0 ? forked->fork : goal, &part->course.rules);
    if (i > 0)
        return eternity_branch_init(&part->beam, &part->course, trunk, perm, err);
    return eternity_beam_init(trunk, &part->course, plan->widest, plan->weight,
                              plan->early_noise, plan->noise, perm, err);
}

enum status eternity_forked_init(struct eternity_forked *forked,
                                 const struct eternity *puzzle,
                                 const struct eternity_forked_plan *plan,
                                 struct arena *perm, struct error *err)
{
    unsigned goal = puzzle->cells > LAST ? puzzle->cells - LAST : 0;
    unsigned rows = puzzle->rows > way[0].mixed ? puzzle->rows - way[0].mixed : 0;
    if (rows > goal / puzzle->cols)
        rows = goal / puzzle->cols;
    forked->puzzle = puzzle;
    forked->fork = rows * puzzle->cols;
    forked->parts = 1 + plan->branches;
    eternity_mirror(puzzle, &forked->mirror);
    if (eternity_lists_init(&forked->lists[0], puzzle, perm, err) ||
        eternity_lists_init(&forked->lists[1], &forked->mirror, perm, err))
        return err->status;
    for (unsigned i = 0; i < forked->parts; i++)
        if (init_part(forked, i, plan, goal, perm, err))
            return err->status;
    return STATUS_OK;
}

void eternity_forked_fill(struct eternity_forked *forked, uint64_t seed)
{
    struct rng rng;
    for (unsigned i = 0; i < 2; i++) {
        rng_seed(&rng, seed, 0);
        eternity_lists_fill(&forked->lists[i], 0, &rng);
    }
}

void eternity_forked_begin(struct eternity_forked *forked, size_t width,
                           const int16_t *tiles, unsigned n, uint64_t seed)
{
    eternity_beam_begin(&forked->part[0].beam, width, tiles, n, seed);
}

void eternity_forked_keep(struct eternity_forked *forked)
{
    eternity_branch_keep(&forked->part[0].beam);
}

void eternity_forked_branch(struct eternity_forked *forked, unsigned part)
{
    eternity_branch_begin(&forked->part[part].beam, &forked->part[0].beam,
                          forked->part[part].mirrored);
}

void eternity_forked_board(const struct eternity_forked *forked, unsigned part,
                           size_t state, int16_t *board, struct eternity_region *last)
{
    const struct eternity *puzzle = forked->puzzle;
    const struct eternity_part *branch = &forked->part[part];
    int16_t tiles[ETERNITY_MAX_CELLS];
    bool used[ETERNITY_MAX_CELLS] = {false};
    unsigned pieces = 0;
    eternity_beam_tiles(&branch->beam, state, tiles);
    last->cells = 0;
    for (unsigned depth = 0; depth < puzzle->cells; depth++) {
        const bool laid = depth < branch->beam.depth;
        const bool mirrored = branch->mirrored && depth >= forked->fork;
        unsigned cell = branch->order.cell[depth];
        cell = mirrored ? eternity_mirror_cell(puzzle, cell) : cell;
        if (laid)
            board[cell] = mirrored ? eternity_mirror_tile(tiles[depth]) : tiles[depth];
        else
            last->cell[last->cells++] = (uint16_t)cell;
        if (laid)
            used[eternity_piece(tiles[depth])] = true;
    }
    for (uint16_t piece = 0; piece < puzzle->cells; piece++)
        if (!used[piece])
            last->piece[pieces++] = piece;
}
