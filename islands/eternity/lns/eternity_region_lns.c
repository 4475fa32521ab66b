#include "eternity_region_lns.h"

#include <string.h>

/* Cells of a region, clusters that it consists of, and most tiles placed: measured on
 * boards of 464 joints (results/eternity/experiments.md, Large neighbourhood search).
 * Larger regions take longer and improve no more boards. */
enum { PART_CELLS = 8, MOST_CLUSTERS = 2, NODES = 2000 };

/* Grey on the rim and only there. */
static bool rim_is_grey(const struct eternity *puzzle, const int16_t *board)
{
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        const uint8_t *sides = puzzle->sides[board[cell]];
        const unsigned rim = eternity_rim(puzzle, cell);
        for (unsigned side = 0; side < N_SIDES; side++)
            if ((sides[side] == ETERNITY_GREY) != (rim >> side & 1))
                return false;
    }
    return true;
}

/* Cells that have a broken joint to the east or south, or are at the end of one. */
static unsigned broken_cells(const struct eternity *puzzle, const int16_t *board,
                             uint16_t *cells)
{
    bool broken[ETERNITY_MAX_CELLS] = {false};
    unsigned n = 0;
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        const uint8_t *side = puzzle->sides[board[cell]];
        unsigned below = cell + puzzle->cols;
        if (cell % puzzle->cols + 1 < puzzle->cols &&
            side[EAST] != puzzle->sides[board[cell + 1]][WEST])
            broken[cell] = broken[cell + 1] = true;
        if (below < puzzle->cells && side[SOUTH] != puzzle->sides[board[below]][NORTH])
            broken[cell] = broken[below] = true;
    }
    for (unsigned cell = 0; cell < puzzle->cells; cell++)
        if (broken[cell] && puzzle->clue[cell] < 0)
            cells[n++] = (uint16_t)cell;
    return n;
}

static void add_cell(struct eternity_region *part, unsigned cell)
{
    for (unsigned i = 0; i < part->cells; i++)
        if (part->cell[i] == cell)
            return;
    part->cell[part->cells++] = (uint16_t)cell;
}

/* The cell itself or one beside it. */
static unsigned random_neighbour(const struct eternity *puzzle, unsigned cell,
                                 struct rng *rng)
{
    unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    unsigned choice = (unsigned)rng_below(rng, N_SIDES);
    if (choice == NORTH && row > 0)
        return cell - puzzle->cols;
    if (choice == EAST && col + 1 < puzzle->cols)
        return cell + 1;
    if (choice == SOUTH && row + 1 < puzzle->rows)
        return cell + puzzle->cols;
    return choice == WEST && col > 0 ? cell - 1 : cell;
}

/* Clusters around broken cells, grown cell by cell. */
static void choose_part(const struct eternity *puzzle, const uint16_t *broken,
                        unsigned n, struct rng *rng, struct eternity_region *part)
{
    unsigned clusters = 1 + (unsigned)rng_below(rng, MOST_CLUSTERS);
    part->cells = 0;
    for (unsigned i = 0; i < clusters; i++)
        add_cell(part, broken[rng_below(rng, n)]);
    for (unsigned tries = 0; tries < 4 * PART_CELLS && part->cells < PART_CELLS;
         tries++) {
        unsigned cell =
            random_neighbour(puzzle, part->cell[rng_below(rng, part->cells)], rng);
        if (puzzle->clue[cell] < 0)
            add_cell(part, cell);
    }
}

static void swap(struct eternity_region *part, unsigned i, unsigned j)
{
    uint16_t cell = part->cell[i];
    part->cell[i] = part->cell[j];
    part->cell[j] = cell;
}

/* Sides of a cell that are on the rim, or beside none of the part's cells from `from`
 * on. */
static unsigned known_sides(const struct eternity *puzzle,
                            const struct eternity_region *part, unsigned from)
{
    unsigned cell = part->cell[from], col = cell % puzzle->cols, open = 0;
    for (unsigned i = from + 1; i < part->cells; i++) {
        unsigned other = part->cell[i];
        open += other + 1 == cell && col > 0;
        open += cell + 1 == other && col + 1 < puzzle->cols;
        open += other + puzzle->cols == cell || cell + puzzle->cols == other;
    }
    return N_SIDES - open;
}

/* Orders cells with most joints to known tiles first, which prunes early. */
static void sort_cells(const struct eternity *puzzle, struct eternity_region *part)
{
    for (unsigned i = 0; i < part->cells; i++)
        for (unsigned j = i + 1, most = known_sides(puzzle, part, i); j < part->cells;
             j++) {
            swap(part, i, j);
            unsigned known = known_sides(puzzle, part, i);
            if (known > most)
                most = known;
            else
                swap(part, i, j);
        }
}

bool eternity_region_lns(const struct eternity *puzzle, struct rng *rng, int16_t *board)
{
    struct eternity_region part;
    uint16_t broken[ETERNITY_MAX_CELLS];
    int16_t before[ETERNITY_MAX_CELLS];
    uint32_t shuffled[ETERNITY_REGION_CELLS];
    uint64_t nodes = NODES;
    unsigned n = broken_cells(puzzle, board, broken);
    if (n == 0 || !rim_is_grey(puzzle, board))
        return false;
    choose_part(puzzle, broken, n, rng, &part);
    sort_cells(puzzle, &part);
    for (unsigned i = 0; i < part.cells; i++)
        shuffled[i] = eternity_piece(board[part.cell[i]]);
    rng_shuffle(rng, shuffled, part.cells);
    for (unsigned i = 0; i < part.cells; i++)
        part.piece[i] = (uint16_t)shuffled[i];
    memcpy(before, board, puzzle->cells * sizeof *board);
    unsigned breaks = eternity_region_breaks(puzzle, &part, board);
    eternity_region_solve(puzzle, &part, breaks + 1, board, &nodes);
    return memcmp(before, board, puzzle->cells * sizeof *board) != 0;
}
