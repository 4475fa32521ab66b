#include "fuzz_eternity_backtracker.h"

#include "eternity_backtracker.h"
#include "eternity_region_branch_and_bound.h"

static struct eternity puzzle;
static int16_t board[ETERNITY_MAX_CELLS];

/* The board that is in work, as skerry has it. */
static void take_board(void)
{
    const struct fuzz_board *from = &fuzz_board;
    puzzle = (struct eternity){.rows = (unsigned)from->rows,
                               .cols = (unsigned)from->cols,
                               .cells = (unsigned)from->pieces};
    puzzle.best_score = 2 * puzzle.cells - puzzle.rows - puzzle.cols;
    for (unsigned i = 0; i < puzzle.cells; i++) {
        for (unsigned side = 0; side < N_SIDES; side++) {
            unsigned colour = (unsigned)from->side[i][side];
            puzzle.greys[i] = (uint8_t)(puzzle.greys[i] + (colour == 0));
            puzzle.colours = colour >= puzzle.colours ? colour + 1 : puzzle.colours;
            for (unsigned turn = 0; turn < N_SIDES; turn++)
                puzzle.sides[4 * i + turn][(side + turn) % N_SIDES] = (uint8_t)colour;
        }
        puzzle.clue[i] = (int16_t)from->clue[i];
        puzzle.clues += from->clue[i] >= 0;
        board[i] = (int16_t)from->tile[i];
    }
}

void fuzz_ways_add(struct fuzz_ways *ways, const int *tiles, unsigned n)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < n; i++)
        hash = hash * 1099511628211u + (uint64_t)(tiles[i] + 1);
    ways->ways++;
    ways->sum += hash * hash;
}

void fuzz_fill_order(const struct fuzz_filling *filling, int *cell)
{
    struct eternity_scan_order order;
    take_board();
    eternity_scan_order_set(&puzzle, filling->mixed, filling->corner, &order);
    for (unsigned i = 0; i < puzzle.cells; i++)
        cell[i] = order.cell[i];
}

/* All ways, or `most` of them, in slices. */
static struct fuzz_ways run_fill(const struct eternity_fill_plan *plan,
                                 struct eternity_backtracker *backtracker,
                                 struct eternity_backtracker_cut *cut, uint64_t slice,
                                 uint64_t most)
{
    struct fuzz_ways ways = {0};
    enum eternity_backtracker_result pause = ETERNITY_BACKTRACKER_SPENT;
    while (pause != ETERNITY_BACKTRACKER_DONE && ways.ways < most) {
        int16_t tiles[ETERNITY_MAX_CELLS];
        int wide[FUZZ_MOST_PIECES];
        pause = eternity_backtracker_run(plan, backtracker, cut, slice);
        if (pause != ETERNITY_BACKTRACKER_REACHED)
            continue;
        eternity_backtracker_tiles(backtracker, tiles);
        for (unsigned i = 0; i < backtracker->depth; i++)
            wide[i] = tiles[i];
        fuzz_ways_add(&ways, wide, backtracker->depth);
    }
    return ways;
}

struct fuzz_ways fuzz_fill(const struct fuzz_filling *filling, uint64_t most)
{
    static struct eternity_fill_plan plan;
    static struct eternity_backtracker backtracker;
    struct fuzz_ways ways = {0};
    struct eternity_scan_order order;
    struct eternity_candidate_table table;
    struct eternity_backtracker_cut cut;
    struct error err = {0};
    struct arena arena;
    struct rng rng;
    int16_t given[ETERNITY_MAX_CELLS];
    take_board();
    arena_init(&arena);
    rng_seed(&rng, filling->seed, 1);
    eternity_scan_order_set(&puzzle, filling->mixed, filling->corner, &order);
    if (eternity_candidate_table_init(&table, &puzzle, &arena, &err) == STATUS_OK &&
        eternity_backtracker_cut_init(&cut, &table, filling->cut, &arena, &err) ==
            STATUS_OK) {
        table.early = filling->colours;
        eternity_candidate_table_fill(&table, &rng);
        eternity_fill_plan_set(&plan, &table, &order);
        plan.schedule.goal = (uint16_t)filling->goal;
        for (unsigned depth = 0; depth <= filling->goal; depth++) {
            plan.schedule.breaks[depth] = (uint16_t)filling->breaks[depth];
            plan.schedule.early[depth] = (uint16_t)filling->early[depth];
        }
        for (unsigned depth = 0; depth < filling->given; depth++)
            given[depth] = board[order.cell[depth]];
        eternity_backtracker_begin(&plan, given, filling->given, &backtracker);
        ways = run_fill(&plan, &backtracker, filling->cut > 0 ? &cut : NULL,
                        filling->slice, most);
    }
    arena_free(&arena);
    return ways;
}

unsigned fuzz_region(const int *cells, unsigned n, unsigned below, uint64_t *nodes)
{
    struct eternity_region region = {.cells = n};
    take_board();
    for (unsigned i = 0; i < n; i++) {
        region.cell[i] = (uint16_t)cells[i];
        region.piece[n - 1 - i] = (uint16_t)eternity_piece(board[cells[i]]);
    }
    unsigned breaks = eternity_region_solve(&puzzle, &region, below, board, nodes);
    for (unsigned i = 0; i < puzzle.cells; i++)
        fuzz_board.tile[i] = board[i];
    return breaks;
}
