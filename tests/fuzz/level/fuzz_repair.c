#include "fuzz_repair.h"

#include "clock.h"
#include "level_cell_model.h"
#include "level_checker.h"
#include "level_choose_method.h"
#include "level_cut_loop.h"
#include "level_fast_checker.h"
#include "level_flow_repair.h"
#include "level_game_parse.h"
#include "level_methods.h"
#include "level_mip.h"
#include "level_solutions.h"

#include <stdio.h>
#include <string.h>

/* The game that was read last. */
static struct level_game game;

static size_t read_text(struct fuzz *fuzz, const char *name, char *text, size_t room)
{
    FILE *in = fopen(fuzz_path(fuzz, name), "r");
    size_t n = in ? fread(text, 1, room, in) : 0;
    if (in)
        fclose(in);
    return n;
}

static enum status load(struct fuzz *fuzz, struct arena *arena,
                        struct level_grid *broken, struct error *err)
{
    static char text[1 << 16], rows[FUZZ_LEVEL_TEXT];
    size_t n = read_text(fuzz, "game.yaml", text, sizeof text);
    struct level_text in = {.text = rows, .source = "level.txt"};
    in.bytes = read_text(fuzz, "level.txt", rows, sizeof rows);
    enum status status = level_game_parse(text, n, "game.yaml", arena, &game, err);
    return status ? status : level_grid_next(&game, &in, arena, broken, err);
}

/* A size that no level of a case has, or that all have. */
static size_t draw_cells(struct fuzz *fuzz)
{
    return fuzz_chance(fuzz, 0.5) ? 0 : SIZE_MAX;
}

static void draw_flow_tuning(struct fuzz *fuzz, struct level_flow_tuning *tuning)
{
    tuning->separator_nodes = fuzz_chance(fuzz, 0.7) ? 0 : fuzz_below(fuzz, 10);
    tuning->homes_nodes = tuning->separator_nodes;
    tuning->homes_cells = draw_cells(fuzz);
    tuning->share_bound_cells = draw_cells(fuzz);
    tuning->potential_cells = draw_cells(fuzz);
    tuning->crossing_cells = draw_cells(fuzz);
    tuning->thin_share = 0;
    tuning->compared_rounds = (uint32_t)fuzz_below(fuzz, 4);
    tuning->first_rounds =
        1 + (uint32_t)fuzz_below(fuzz, fuzz_chance(fuzz, 0.5) ? 4 : 120);
    tuning->rounds = 1 + (uint32_t)fuzz_below(fuzz, 12);
    tuning->terminals = 1 + (uint32_t)fuzz_below(fuzz, LEVEL_FLOW_TUNING.terminals);
    tuning->feasibility_share = fuzz_chance(fuzz, 0.2) ? 0 : 0.5;
}

static void draw_cell_tuning(struct fuzz *fuzz, struct level_cell_tuning *tuning)
{
    tuning->window_cells = draw_cells(fuzz);
    tuning->construct_cells = draw_cells(fuzz);
    tuning->room_cells = draw_cells(fuzz);
    tuning->cut_radius = fuzz_below(fuzz, 4);
    tuning->search_radius = fuzz_below(fuzz, 4);
    tuning->minimum_rounds = (int)fuzz_below(fuzz, 4);
    tuning->first_rounds = (int)fuzz_below(fuzz, 4);
    tuning->rounds = (int)fuzz_below(fuzz, 6);
    tuning->many_fixed = fuzz_chance(fuzz, 0.5) ? 0 : LEVEL_CELL_TUNING.many_fixed;
    tuning->regions = (uint32_t)fuzz_below(fuzz, LEVEL_CELL_TUNING.regions + 1);
    tuning->flows = fuzz_chance(fuzz, 0.5);
    tuning->branches = fuzz_chance(fuzz, 0.5);
    tuning->far_share = fuzz_chance(fuzz, 0.5) ? 0 : LEVEL_CELL_TUNING.far_share;
    tuning->far_until_found = tuning->far_share;
}

/* One of the methods that fast chooses among, beyond what is impossible anyway. */
static enum status repair_by(struct fuzz *fuzz, const char *method,
                             const struct level_grid *broken,
                             const struct level_demands *demands, double limit_s,
                             struct arena *arena, bool *unsuited,
                             struct level_repair *out, struct error *err)
{
    struct level_flow_rules rules;
    struct level_flow_tuning flow = LEVEL_FLOW_TUNING;
    struct level_cell_tuning cells = LEVEL_CELL_TUNING;
    char why[512];
    double deadline = clock_thread_s() + limit_s;
    if (strstr(method, "tuned")) {
        draw_flow_tuning(fuzz, &flow);
        draw_cell_tuning(fuzz, &cells);
    }
    if (!strncmp(method, "lean", 4))
        return level_cut_loop(&game, broken, demands, &cells, deadline, arena, out,
                              err);
    *unsuited =
        !level_flow_rules_init(&game, broken->rows, broken->cols, &rules, why) ||
        !level_flow_rules_restrict(&rules, broken->rows, broken->cols,
                                   level_demands_open(demands));
    rules.tuning = &flow;
    return *unsuited ? STATUS_OK
                     : level_flow_repair(&rules, broken, deadline, arena, out, err);
}

static void print_level(const struct level_grid *grid, char *text)
{
    for (size_t v = 0; v < level_cells(grid); v++) {
        *text++ = game.tile[grid->cell[v]].symbol;
        if ((v + 1) % grid->cols == 0)
            *text++ = '\n';
    }
    *text = '\0';
}

static void tell(const struct level_repair *repair, struct fuzz_repair *out)
{
    out->found = repair->grid.rows > 0;
    out->optimal = repair->optimal;
    out->infeasible = repair->infeasible;
    out->cost = repair->cost;
    out->bound = repair->bound;
    memcpy(out->reason, repair->reason, sizeof out->reason);
    if (out->found)
        print_level(&repair->grid, out->level);
}

/* The runner of solutions: in this process, which a debugger sees. */
static enum status run_here(level_repair_method *method, const struct level_game *rules,
                            const struct level_grid *broken,
                            const struct level_demands *demands, double limit_s,
                            struct arena *arena, struct level_repair *out,
                            struct error *err)
{
    return method(rules, broken, demands, limit_s, arena, out, err);
}

/* By a method that has a name: by its solutions, unless there are sets. */
static enum status repair_named(const struct level_method *method,
                                const struct level_grid *broken,
                                const struct fuzz_demands *wanted,
                                const struct level_demands *demands, double limit_s,
                                struct arena *arena, struct level_repair *out,
                                struct error *err)
{
    const struct level_solutions solutions = {.method = method->repair,
                                              .run = run_here,
                                              .time_limit_s = limit_s,
                                              .count = (size_t)wanted->solutions,
                                              .apart = (size_t)wanted->apart};
    if (wanted->sets)
        return method->repair(&game, broken, demands, limit_s, arena, out, err);
    return level_solutions_find(&solutions, &game, broken, wanted->keep, arena, out,
                                err);
}

void fuzz_repair(struct fuzz *fuzz, const char *method, bool hamming, double limit_s,
                 const struct fuzz_demands *wanted, struct fuzz_repair *out)
{
    struct arena arena;
    struct level_grid broken;
    struct level_repair repair[8] = {{.grid = {0}}};
    tile_set open[64], given[64];
    const struct level_demands demands = {.open = wanted->sets   ? wanted->sets
                                                  : wanted->keep ? open
                                                                 : NULL};
    struct error err = {0};
    enum status status = STATUS_OK;
    memset(out, 0, (size_t)wanted->solutions * sizeof *out);
    fuzz_say(fuzz, method);
    arena_init(&arena);
    out->refused = load(fuzz, &arena, &broken, &err) != STATUS_OK;
    if (hamming)
        level_game_hamming(&game);
    if (out->refused)
        snprintf(out->error, sizeof out->error, "%.500s", err.text);
    else if (wanted->keep)
        level_demands_keep(&game, &broken, wanted->keep, open, given);
    if (!out->refused && level_method_find(method))
        status = repair_named(level_method_find(method), &broken, wanted, &demands,
                              limit_s, &arena, repair, &err);
    else if (!out->refused)
        status = repair_by(fuzz, method, &broken, demands.open ? &demands : NULL,
                           limit_s, &arena, &out->unsuited, repair, &err);
    /* fast asks CBC for a reason */
    if (repair->infeasible && !level_method_find(method))
        snprintf(repair->reason, sizeof repair->reason, "left to others");
    out->failed = status != STATUS_OK;
    if (out->failed)
        snprintf(out->error, sizeof out->error, "%.500s", err.text);
    else if (!out->refused && !out->unsuited)
        for (int i = 0; i < wanted->solutions; i++)
            tell(&repair[i], &out[i]);
    arena_free(&arena);
}

int fuzz_level_playable(const unsigned char *level, size_t rows, size_t cols)
{
    static struct arena perm, scratch;
    static struct level_board board;
    static struct level_game known;
    static size_t known_rows, known_cols;
    struct error err;
    size_t cells = rows * cols;
    if (known_rows != rows || known_cols != cols ||
        memcmp(&known, &game, sizeof game) != 0) {
        arena_free(&perm);
        arena_init(&perm);
        arena_init(&scratch);
        scratch = arena_scratch(&perm, level_checker_bytes(cells) + 64 * cells + 4096);
        if (level_board_init(&game, rows, cols, &perm, &board, &err))
            return -1;
        known = game;
        known_rows = rows;
        known_cols = cols;
    }
    struct level_grid grid = {rows, cols, (uint8_t *)(uintptr_t)level};
    bool slow = level_checker_report(&game, &grid, scratch, NULL) == 0;
    return level_board_is_playable(&board, level, scratch) == slow ? slow : -1;
}
