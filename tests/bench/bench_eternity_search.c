/* The searches on a puzzle of 16 x 16 pieces with 5 ring colours and 17 inner ones,
 * like Eternity II; all per CPU-second.
 *
 * placements    tiles laid on a cell by the backtracker, without breaks, beside a plain
 *               backtracker that tries every piece and turn in every cell; both look at
 *               the cells row by row, and the best of several slices counts
 * assignments   optimal assignments of the pieces of 64 cells that do not touch, beside
 *               the plain way: pairs of cells exchange theirs until no exchange helps,
 *               which need not be optimal
 * states        states of a beam whose children were looked for, and the bytes that each
 *               of its width takes; no reference
 * score         of a beam and its exact completion, by width, with its CPU seconds
 *
 * Usage: bench_eternity_search [--json] */
#include "clock.h"
#include "eternity_assignment_lns.h"
#include "eternity_backtracker.h"
#include "eternity_beam.h"
#include "eternity_planted.h"
#include "eternity_region_branch_and_bound.h"

#include <math.h>
#include <stdio.h>

enum { SIDE = 16, RING = 5, INNER = 17, SLICES = 20, LAST = 12, ASSIGNMENTS = 200 };

/* Lays tiles until `left` are laid; as one would write it first. */
static void plain_fill(const struct eternity *puzzle, int16_t *board, bool *used,
                       unsigned cell, uint64_t *left)
{
    unsigned row = cell / SIDE, col = cell % SIDE;
    for (int16_t tile = 0; tile < 4 * SIDE * SIDE && *left; tile++) {
        const uint8_t *sides = puzzle->sides[tile];
        unsigned west = col ? puzzle->sides[board[cell - 1]][EAST] : 0;
        unsigned north = row ? puzzle->sides[board[cell - SIDE]][SOUTH] : 0;
        if (used[eternity_piece(tile)] || sides[WEST] != west ||
            sides[NORTH] != north || (sides[EAST] == 0) != (col == SIDE - 1) ||
            (sides[SOUTH] == 0) != (row == SIDE - 1))
            continue;
        --*left;
        board[cell] = tile;
        used[eternity_piece(tile)] = true;
        if (cell + 1 < SIDE * SIDE)
            plain_fill(puzzle, board, used, cell + 1, left);
        used[eternity_piece(tile)] = false;
    }
}

static double plain_rate(const struct eternity *puzzle)
{
    int16_t board[SIDE * SIDE];
    bool used[SIDE * SIDE] = {false};
    const uint64_t placements = 200000;
    uint64_t left = placements;
    double start = clock_process_s();
    plain_fill(puzzle, board, used, 0, &left);
    return (double)(placements - left) / (clock_process_s() - start);
}

static double fill_rate(const struct eternity_fill_plan *plan,
                        struct eternity_backtracker *backtracker)
{
    uint64_t before = backtracker->placements;
    double start = clock_process_s();
    if (eternity_backtracker_run(plan, backtracker, NULL, 10000000) !=
        ETERNITY_BACKTRACKER_SPENT)
        eternity_backtracker_begin(plan, NULL, 0, backtracker);
    return (double)(backtracker->placements - before) / (clock_process_s() - start);
}

/* The plain way: pairs of cells of one kind exchange pieces, each turned as fits best,
 * as long as that helps. */
static void plain_assign(const struct eternity *puzzle, const uint16_t *cell,
                         unsigned n, int16_t *board)
{
    for (bool better = true; better;) {
        better = false;
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = 0; j < i; j++) {
                const uint16_t pair[2] = {cell[i], cell[j]};
                better |= eternity_assignment_lns_solve(puzzle, pair, 2, board) > 0;
            }
    }
}

/* Assignments of the black or white cells' pieces on a random board. */
static double assign_rate(const struct eternity *puzzle, const int16_t *solution,
                          struct rng *rng, bool plain)
{
    uint16_t cell[ETERNITY_ASSIGNMENT_LNS_CELLS];
    int16_t board[SIDE * SIDE];
    unsigned n = 0;
    for (unsigned row = 1; row < SIDE - 1 && n < ETERNITY_ASSIGNMENT_LNS_CELLS; row++)
        for (unsigned col = 1 + row % 2;
             col < SIDE - 1 && n < ETERNITY_ASSIGNMENT_LNS_CELLS; col += 2)
            cell[n++] = (uint16_t)(row * SIDE + col);
    double seconds = 0;
    for (int i = 0; i < ASSIGNMENTS; i++) {
        memcpy(board, solution, sizeof board);
        for (unsigned k = 0; k < n; k++) {
            unsigned other = (unsigned)rng_below(rng, n);
            int16_t tile = board[cell[k]];
            board[cell[k]] = board[cell[other]];
            board[cell[other]] = tile;
        }
        double start = clock_process_s();
        if (plain)
            plain_assign(puzzle, cell, n, board);
        else
            eternity_assignment_lns_solve(puzzle, cell, n, board);
        seconds += clock_process_s() - start;
    }
    return ASSIGNMENTS / seconds;
}

/* Fewest breaks of the boards that the beam's states lead to. */
static unsigned fewest_breaks(const struct eternity_beam *beam)
{
    const struct eternity_scan_order *order = beam->plan->order;
    unsigned best = 2 * SIDE * SIDE;
    for (size_t state = 0; state < beam->states; state++) {
        int16_t tiles[SIDE * SIDE], board[SIDE * SIDE];
        bool used[SIDE * SIDE] = {false};
        struct eternity_region last = {.cells = LAST};
        unsigned breaks = eternity_beam_breaks(beam, state), pieces = 0;
        uint64_t nodes = 20000;
        if (breaks >= best)
            continue;
        eternity_beam_tiles(beam, state, tiles);
        for (unsigned depth = 0; depth < beam->depth; depth++) {
            board[order->cell[depth]] = tiles[depth];
            used[eternity_piece(tiles[depth])] = true;
        }
        for (unsigned i = 0; i < LAST; i++)
            last.cell[i] = order->cell[beam->depth + i];
        for (unsigned piece = 0; piece < SIDE * SIDE; piece++)
            if (!used[piece])
                last.piece[pieces++] = (uint16_t)piece;
        best = breaks + eternity_region_solve(beam->heuristic.puzzle, &last,
                                              best - breaks, board, &nodes);
    }
    return best;
}

/* One beam search: its score, CPU seconds, states a second, and bytes a state. */
struct race {
    size_t width;
    double score, seconds, rate, bytes;
};

static enum status race_beam(const struct eternity_candidate_table *table,
                             struct race *race, struct error *err)
{
    static struct eternity_scan_order order;
    static struct eternity_fill_plan plan;
    struct eternity_beam beam;
    struct arena perm;
    arena_init(&perm);
    eternity_scan_order_set(table->puzzle, 5, 5, &order);
    eternity_fill_plan_set(&plan, table, &order);
    plan.schedule.goal = SIDE * SIDE - LAST;
    for (unsigned depth = 180; depth <= SIDE * SIDE; depth++)
        plan.schedule.breaks[depth] = (uint16_t)((depth - 180) / 3 + 1);
    if (!eternity_beam_init(&beam, &plan, race->width, 4, 1, 0.1, &perm, err)) {
        double start = clock_process_s();
        eternity_beam_begin(&beam, race->width, NULL, 0, 1);
        eternity_beam_run(&beam, SIZE_MAX);
        race->rate = (double)beam.expanded / (clock_process_s() - start);
        race->score = (double)table->puzzle->best_score - fewest_breaks(&beam);
        race->seconds = clock_process_s() - start;
        race->bytes = (double)perm.taken_bytes / (double)race->width;
    }
    arena_free(&perm);
    return err->status;
}

static void print_rate(bool json, const char *name, double value, double reference)
{
    if (json)
        printf("{\"name\": \"eternity/%s\", \"value\": %.0f, \"unit\": "
               "\"%s/CPU-s\", \"reference\": %.0f, \"ratio\": %.3f},\n",
               name, value, name, reference, value / reference);
    else
        printf("%-16s %14.0f %14.0f %8.2f\n", name, value, reference,
               value / reference);
}

static void print_races(bool json, const struct race *race, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (json)
            printf("{\"name\": \"eternity/states-%zu\", \"value\": %.0f, \"unit\": "
                   "\"states/CPU-s\", \"reference\": null, \"ratio\": null},\n"
                   "{\"name\": \"eternity/bytes-%zu\", \"value\": %.0f, \"unit\": "
                   "\"bytes/state\", \"reference\": null, \"ratio\": null},\n"
                   "{\"name\": \"eternity/score-%zu\", \"value\": %.0f, \"unit\": "
                   "\"joints after %.1f CPU-s\", \"reference\": 480, \"ratio\": "
                   "%.3f}%s\n",
                   race[i].width, race[i].rate, race[i].width, race[i].bytes,
                   race[i].width, race[i].score, race[i].seconds, race[i].score / 480,
                   i + 1 < n ? "," : "");
        else
            printf("%-16s %14zu %14.0f %8.0f %8.0f %8.1f\n", "width, states/s",
                   race[i].width, race[i].rate, race[i].bytes, race[i].score,
                   race[i].seconds);
}

int main(int argc, char **argv)
{
    static struct eternity puzzle;
    static struct eternity_scan_order order;
    static struct eternity_candidate_table table;
    static struct eternity_fill_plan plan;
    static struct eternity_backtracker backtracker;
    int16_t solution[ETERNITY_MAX_CELLS];
    struct race race[] = {{.width = 12500}, {.width = 25000}, {.width = 50000}};
    const size_t races = sizeof race / sizeof *race;
    bool json = argc > 1 && !strcmp(argv[1], "--json");
    struct error err = {0};
    struct arena perm;
    struct rng rng;
    rng_seed(&rng, 1, 1);
    planted_puzzle(&rng, SIDE, SIDE, RING, INNER, &puzzle, solution);
    eternity_scan_order_set(&puzzle, 0, 0, &order);
    arena_init(&perm);
    if (eternity_candidate_table_init(&table, &puzzle, &perm, &err))
        goto out;
    eternity_candidate_table_fill(&table, &rng);
    for (size_t i = 0; i < races; i++)
        if (race_beam(&table, &race[i], &err))
            goto out;
    eternity_fill_plan_set(&plan, &table, &order);
    eternity_backtracker_begin(&plan, NULL, 0, &backtracker);
    double fast = 0, plain = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        fast = fmax(fast, fill_rate(&plan, &backtracker));
        plain = fmax(plain, plain_rate(&puzzle));
    }
    if (json)
        puts("[");
    else
        printf("%-16s %14s %14s %8s\n", "a CPU-second", "ours", "plain", "ratio");
    print_rate(json, "placements", fast, plain);
    print_rate(json, "assignments", assign_rate(&puzzle, solution, &rng, false),
               assign_rate(&puzzle, solution, &rng, true));
    if (!json)
        printf("%-16s %14s %14s %8s %8s %8s\n", "beam", "width", "states/s", "bytes",
               "score", "CPU-s");
    print_races(json, race, races);
    if (json)
        puts("]");
out:
    if (err.status)
        fprintf(stderr, "bench_eternity_search: %s\n", err.text);
    arena_free(&perm);
    return status_exit_code(err.status);
}
