/* Placements per CPU-second of the backtracker on a puzzle of 16 x 16 pieces with 5
 * ring colours and 17 inner ones, like Eternity II, beside a plain backtracker that
 * tries every piece and turn in every cell. A placement is one tile laid on a cell; no
 * breaks are allowed, and both look at the cells row by row. The best of several
 * slices counts. Usage: bench_eternity_search [--json] */
#include "eternity_fill.h"
#include "eternity_planted.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { SIDE = 16, RING = 5, INNER = 17, SLICES = 20 };

static double cpu_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

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
    double start = cpu_s();
    plain_fill(puzzle, board, used, 0, &left);
    return (double)(placements - left) / (cpu_s() - start);
}

static double fill_rate(const struct eternity_course *course,
                        struct eternity_fill *fill)
{
    uint64_t before = fill->placements;
    double start = cpu_s();
    if (eternity_fill_run(course, fill, 10000000) != FILL_SPENT)
        eternity_fill_begin(course, NULL, 0, fill);
    return (double)(fill->placements - before) / (cpu_s() - start);
}

int main(int argc, char **argv)
{
    static struct eternity puzzle;
    static struct eternity_order order;
    static struct eternity_lists lists;
    static struct eternity_course course;
    static struct eternity_fill fill;
    int16_t solution[ETERNITY_MAX_CELLS];
    struct error err = {0};
    struct arena perm;
    struct rng rng;
    rng_seed(&rng, 1, 1);
    planted_puzzle(&rng, SIDE, SIDE, RING, INNER, &puzzle, solution);
    eternity_order_set(&puzzle, 0, 0, &order);
    arena_init(&perm);
    if (eternity_lists_init(&lists, &puzzle, &perm, &err)) {
        fprintf(stderr, "bench_eternity_search: %s\n", err.text);
        return status_exit_code(err.status);
    }
    eternity_lists_fill(&lists, 0, &rng);
    eternity_course_set(&course, &lists, &order);
    eternity_fill_begin(&course, NULL, 0, &fill);
    double fast = 0, plain = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        fast = fmax(fast, fill_rate(&course, &fill));
        plain = fmax(plain, plain_rate(&puzzle));
    }
    if (argc > 1 && !strcmp(argv[1], "--json"))
        printf("[{\"name\": \"eternity/placements\", \"value\": %.0f, \"unit\": "
               "\"placements/CPU-s\", \"reference\": %.0f, \"ratio\": %.3f}]\n",
               fast, plain, fast / plain);
    else
        printf("%-16s %14s %14s %8s\n%-16s %14.0f %14.0f %8.2f\n", "placements/s",
               "backtracker", "plain loop", "ratio", "eternity-16x16", fast, plain,
               fast / plain);
    arena_free(&perm);
    return 0;
}
