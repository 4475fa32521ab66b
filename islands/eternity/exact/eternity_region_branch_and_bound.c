#include "eternity_region_branch_and_bound.h"

#include <assert.h>
#include <string.h>

/* A cell of the region: the tiles that it may hold, and its joints. */
struct place {
    uint64_t suits;          /* by rim and clue */
    uint8_t joints;          /* with cells that are filled before this one */
    uint8_t side[N_SIDES];   /* of this cell, for each such joint */
    int8_t before[N_SIDES];  /* the place at its other end; -1: outside */
    uint8_t colour[N_SIDES]; /* outside: the colour there */
};

struct solving {
    const struct eternity *puzzle;
    unsigned cells, best;
    uint64_t nodes;
    int16_t tile[64];                              /* of a bit */
    uint64_t match[N_SIDES][ETERNITY_MAX_COLOURS]; /* tiles with that side */
    struct place place[ETERNITY_REGION_CELLS];
    /* Lower bound on the breaks with cells outside from a place on, as if all tiles were
     * free. */
    unsigned least[ETERNITY_REGION_CELLS + 1];
    uint8_t laid[ETERNITY_REGION_CELLS], kept[ETERNITY_REGION_CELLS];
};

/* Neighbour of a cell, or -1 off the board. */
static int neighbour(const struct eternity *puzzle, unsigned cell, unsigned side)
{
    unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    switch (side) {
    case NORTH:
        return row == 0 ? -1 : (int)(cell - puzzle->cols);
    case EAST:
        return col == puzzle->cols - 1 ? -1 : (int)cell + 1;
    case SOUTH:
        return row == puzzle->rows - 1 ? -1 : (int)(cell + puzzle->cols);
    default:
        return col == 0 ? -1 : (int)cell - 1;
    }
}

static int place_of(const struct eternity_region *region, int cell)
{
    for (unsigned i = 0; i < region->cells; i++)
        if (region->cell[i] == cell)
            return (int)i;
    return -1;
}

/* All tiles of a region's pieces. */
static uint64_t all_tiles(unsigned cells)
{
    assert(cells >= 1 && cells <= ETERNITY_REGION_CELLS);
    return cells == 16 ? ~0ull : (1ull << 4 * cells) - 1;
}

/* The tiles that suit a cell by rim and clue. */
static uint64_t suiting(const struct solving *solving, unsigned cell)
{
    const struct eternity *puzzle = solving->puzzle;
    uint64_t suits = all_tiles(solving->cells);
    if (puzzle->clue[cell] < 0) {
        for (unsigned side = 0; side < N_SIDES; side++) {
            uint64_t grey = solving->match[side][ETERNITY_GREY];
            suits &= neighbour(puzzle, cell, side) < 0 ? grey : ~grey;
        }
        return suits;
    }
    for (unsigned bit = 0; bit < 4 * solving->cells; bit++)
        if (solving->tile[bit] == puzzle->clue[cell])
            return 1ull << bit;
    return 0;
}

static void set_place(struct solving *solving, const struct eternity_region *region,
                      unsigned index, const int16_t *board)
{
    const struct eternity *puzzle = solving->puzzle;
    struct place *place = &solving->place[index];
    unsigned cell = region->cell[index];
    *place = (struct place){0};
    place->suits = suiting(solving, cell);
    for (unsigned side = 0; side < N_SIDES; side++) {
        int next = neighbour(puzzle, cell, side);
        int other = next < 0 ? -1 : place_of(region, next);
        if (next < 0 || other > (int)index)
            continue;
        place->side[place->joints] = (uint8_t)side;
        place->before[place->joints] = (int8_t)other;
        assert(other >= 0 || board[next] >= 0);
        if (other < 0)
            place->colour[place->joints] = puzzle->sides[board[next]][(side + 2) % 4];
        place->joints++;
    }
}

/* Adds the i-th joint, which some tiles match and all others break: by[b] are the tiles
 * with b breaks. */
static inline void count_joint(uint64_t by[N_SIDES + 1], unsigned i, uint64_t fits)
{
    for (unsigned b = i + 1; b > 0; b--)
        by[b] = (by[b] & fits) | (by[b - 1] & ~fits);
    by[0] &= fits;
}

/* The fewest breaks of a place with cells outside. */
static unsigned least_of(const struct solving *solving, const struct place *place)
{
    uint64_t by[N_SIDES + 1] = {place->suits};
    unsigned least = 0;
    for (unsigned i = 0; i < place->joints; i++) {
        if (place->before[i] >= 0)
            continue;
        count_joint(by, i, solving->match[place->side[i]][place->colour[i]]);
    }
    while (least < N_SIDES && !by[least])
        least++;
    return least;
}

static void prepare(struct solving *solving, const struct eternity_region *region,
                    const int16_t *board)
{
    memset(solving->match, 0, sizeof solving->match);
    for (unsigned bit = 0; bit < 4 * region->cells; bit++) {
        int16_t tile = (int16_t)(4 * region->piece[bit / 4] + bit % 4);
        solving->tile[bit] = tile;
        for (unsigned side = 0; side < N_SIDES; side++)
            solving->match[side][solving->puzzle->sides[tile][side]] |= 1ull << bit;
    }
    for (unsigned i = 0; i < region->cells; i++)
        set_place(solving, region, i, board);
    solving->least[region->cells] = 0;
    for (unsigned i = region->cells; i-- > 0;)
        solving->least[i] =
            solving->least[i + 1] + least_of(solving, &solving->place[i]);
}

/* Sorts the free tiles by how many of the place's joints they break: by[b] those with b
 * breaks. */
static void sort_tiles(const struct solving *solving, const struct place *place,
                       uint64_t unused, uint64_t by[N_SIDES + 1])
{
    by[0] = unused & place->suits;
    by[1] = by[2] = by[3] = by[4] = 0;
    for (unsigned i = 0; i < place->joints; i++) {
        const int8_t before = place->before[i];
        unsigned side = place->side[i], colour = place->colour[i];
        if (before >= 0)
            colour = solving->puzzle
                         ->sides[solving->tile[solving->laid[before]]][(side + 2) % 4];
        count_joint(by, i, solving->match[side][colour]);
    }
}

static void solve(struct solving *solving, unsigned depth, uint64_t unused,
                  unsigned breaks)
{
    if (depth == solving->cells) {
        assert(breaks < solving->best && unused == 0);
        solving->best = breaks;
        memcpy(solving->kept, solving->laid, sizeof solving->kept);
        return;
    }
    const struct place *place = &solving->place[depth];
    uint64_t by[N_SIDES + 1];
    sort_tiles(solving, place, unused, by);
    for (unsigned more = 0; more <= place->joints; more++)
        for (uint64_t tiles = by[more]; tiles; tiles &= tiles - 1) {
            if (breaks + more + solving->least[depth + 1] >= solving->best ||
                solving->nodes == 0)
                return;
            solving->nodes--;
            unsigned bit = (unsigned)__builtin_ctzll(tiles);
            assert(bit < 4 * solving->cells && unused >> bit & 1);
            solving->laid[depth] = (uint8_t)bit;
            solve(solving, depth + 1, unused & ~(0xfull << (bit & ~3u)), breaks + more);
        }
}

unsigned eternity_region_solve(const struct eternity *puzzle,
                               const struct eternity_region *region, unsigned below,
                               int16_t *board, uint64_t *nodes)
{
    struct solving solving;
    solving.puzzle = puzzle;
    solving.cells = region->cells;
    solving.best = below;
    solving.nodes = *nodes;
    prepare(&solving, region, board);
    if (solving.least[0] < below)
        solve(&solving, 0, all_tiles(region->cells), 0);
    *nodes = solving.nodes;
    for (unsigned i = 0; solving.best < below && i < region->cells; i++)
        board[region->cell[i]] = solving.tile[solving.kept[i]];
    assert(solving.best == below ||
           eternity_region_breaks(puzzle, region, board) == solving.best);
    return solving.best;
}

unsigned eternity_region_breaks(const struct eternity *puzzle,
                                const struct eternity_region *region,
                                const int16_t *board)
{
    unsigned breaks = 0;
    for (unsigned i = 0; i < region->cells; i++)
        for (unsigned side = 0; side < N_SIDES; side++) {
            int next = neighbour(puzzle, region->cell[i], side);
            if (next < 0 || place_of(region, next) > (int)i)
                continue;
            breaks += puzzle->sides[board[region->cell[i]]][side] !=
                      puzzle->sides[board[next]][(side + 2) % 4];
        }
    return breaks;
}
