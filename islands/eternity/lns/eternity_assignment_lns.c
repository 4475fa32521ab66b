#include "eternity_assignment_lns.h"

#include "assignment.h"
#include "status.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

/* The cost of a piece in a cell that its grey sides do not fit: more than all joints. */
enum { FORBIDDEN = 1000000 };

struct assignment_problem {
    unsigned n;
    double cost[ETERNITY_ASSIGNMENT_LNS_CELLS]
               [ETERNITY_ASSIGNMENT_LNS_CELLS]; /* cell, piece */
    uint8_t turn[ETERNITY_ASSIGNMENT_LNS_CELLS][ETERNITY_ASSIGNMENT_LNS_CELLS];
    alignas(ARENA_ALIGN) unsigned char scratch[4096]; /* of assignment_solve */
};

/* The colours around a cell: grey off the board. */
static void colours_around(const struct eternity *puzzle, const int16_t *board,
                           unsigned cell, uint8_t around[N_SIDES])
{
    unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    around[NORTH] = row ? puzzle->sides[board[cell - puzzle->cols]][SOUTH] : 0;
    around[WEST] = col ? puzzle->sides[board[cell - 1]][EAST] : 0;
    around[EAST] = col + 1 < puzzle->cols ? puzzle->sides[board[cell + 1]][WEST] : 0;
    around[SOUTH] =
        row + 1 < puzzle->rows ? puzzle->sides[board[cell + puzzle->cols]][NORTH] : 0;
}

/* The joints that a tile breaks in a cell; FORBIDDEN unless its grey sides are those on the
 * rim. rim: a bit for each side. */
static int cost_of(const struct eternity *puzzle, int16_t tile, unsigned rim,
                   const uint8_t around[N_SIDES])
{
    const uint8_t *sides = puzzle->sides[tile];
    int breaks = 0;
    for (unsigned side = 0; side < N_SIDES; side++) {
        if ((sides[side] == ETERNITY_GREY) != (rim >> side & 1))
            return FORBIDDEN;
        breaks += sides[side] != around[side];
    }
    return breaks;
}

static void set_costs(const struct eternity *puzzle, const uint16_t *cell,
                      const int16_t *board, struct assignment_problem *problem)
{
    for (unsigned i = 0; i < problem->n; i++) {
        uint8_t around[N_SIDES];
        unsigned rim = eternity_rim(puzzle, cell[i]);
        colours_around(puzzle, board, cell[i], around);
        for (unsigned j = 0; j < problem->n; j++) {
            problem->cost[i][j] = 2 * FORBIDDEN;
            for (unsigned turn = 0; turn < N_SIDES; turn++) {
                int cost =
                    cost_of(puzzle, eternity_turned(board[cell[j]], turn), rim, around);
                if (cost >= problem->cost[i][j])
                    continue;
                problem->cost[i][j] = cost;
                problem->turn[i][j] = (uint8_t)turn;
            }
        }
    }
}

static const double *costs_of(void *self, size_t row)
{
    const struct assignment_problem *problem = self;
    return problem->cost[row];
}

/* Gives each cell a piece. */
static void solve(struct assignment_problem *problem, unsigned *piece_of)
{
    enum { MOST = ETERNITY_ASSIGNMENT_LNS_CELLS };
    size_t cell_of[MOST];
    assert(assignment_bytes(problem->n, problem->n) <= sizeof problem->scratch);
    struct arena scratch = {.at = problem->scratch,
                            .end = problem->scratch + sizeof problem->scratch};
    bool solved =
        assignment_solve(problem->n, problem->n, costs_of, problem, scratch, cell_of);
    ensure(solved);
    for (unsigned j = 0; j < problem->n; j++)
        piece_of[cell_of[j]] = j;
}

/* Breaks around the cells. */
static int breaks_around(const struct eternity *puzzle, const uint16_t *cell,
                         unsigned n, const int16_t *board)
{
    int breaks = 0;
    for (unsigned i = 0; i < n; i++) {
        uint8_t around[N_SIDES];
        unsigned rim = eternity_rim(puzzle, cell[i]);
        colours_around(puzzle, board, cell[i], around);
        for (unsigned side = 0; side < N_SIDES; side++)
            breaks += !(rim >> side & 1) &&
                      puzzle->sides[board[cell[i]]][side] != around[side];
    }
    return breaks;
}

int eternity_assignment_lns_solve(const struct eternity *puzzle, const uint16_t *cell,
                                  unsigned n, int16_t *board)
{
    struct assignment_problem problem;
    unsigned piece_of[ETERNITY_ASSIGNMENT_LNS_CELLS] = {0};
    int16_t tile[ETERNITY_ASSIGNMENT_LNS_CELLS];
    int before = breaks_around(puzzle, cell, n, board), after = 0;
    problem.n = n;
    set_costs(puzzle, cell, board, &problem);
    solve(&problem, piece_of);
    for (unsigned i = 0; i < n; i++) {
        unsigned j = piece_of[i];
        after += (int)problem.cost[i][j];
        tile[i] = eternity_turned(board[cell[j]], problem.turn[i][j]);
        if (problem.cost[i][j] >= FORBIDDEN)
            return -1;
    }
    for (unsigned i = 0; i < n; i++)
        board[cell[i]] = tile[i];
    return before - after;
}

bool eternity_assignment_lns(const struct eternity *puzzle, struct rng *rng,
                             int16_t *board)
{
    uint32_t order[ETERNITY_MAX_CELLS];
    bool taken[ETERNITY_MAX_CELLS] = {false};
    uint16_t cell[ETERNITY_ASSIGNMENT_LNS_CELLS];
    int16_t before[ETERNITY_MAX_CELLS];
    unsigned n = 0;
    for (unsigned i = 0; i < puzzle->cells; i++)
        order[i] = i;
    rng_shuffle(rng, order, puzzle->cells);
    for (unsigned i = 0; i < puzzle->cells && n < ETERNITY_ASSIGNMENT_LNS_CELLS; i++) {
        unsigned here = order[i], row = here / puzzle->cols, col = here % puzzle->cols;
        if (puzzle->clue[here] >= 0 || (row > 0 && taken[here - puzzle->cols]) ||
            (row + 1 < puzzle->rows && taken[here + puzzle->cols]) ||
            (col > 0 && taken[here - 1]) || (col + 1 < puzzle->cols && taken[here + 1]))
            continue;
        taken[here] = true;
        cell[n++] = (uint16_t)here;
    }
    memcpy(before, board, puzzle->cells * sizeof *board);
    if (eternity_assignment_lns_solve(puzzle, cell, n, board) < 0) {
        memcpy(board, before, puzzle->cells * sizeof *board);
        return false;
    }
    return memcmp(before, board, puzzle->cells * sizeof *board) != 0;
}
