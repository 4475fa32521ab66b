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

/* One of the methods that fast chooses among, beyond what is impossible anyway. */
static enum status repair_by(const char *method, const struct level_grid *broken,
                             double limit_s, struct arena *arena, bool *unsuited,
                             struct level_repair *out, struct error *err)
{
    struct level_flow_rules rules;
    char why[512];
    double deadline = clock_thread_s() + limit_s;
    if (!strcmp(method, "lean")) {
        *unsuited = !level_cell_model_suits(&game, why);
        return *unsuited ? STATUS_OK
                         : level_cut_loop(&game, broken, deadline, arena, out, err);
    }
    *unsuited = !level_flow_rules_init(&game, broken->rows, broken->cols, &rules, why);
    return *unsuited ? STATUS_OK
                     : level_flow_repair(
                           &rules, broken,
                           !strcmp(method, "price") ? 0 : LEVEL_FLOW_REPAIR_NODES,
                           deadline, arena, out, err);
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

void fuzz_repair(struct fuzz *fuzz, const char *method, bool hamming, double limit_s,
                 struct fuzz_repair *out)
{
    struct arena arena;
    struct level_grid broken;
    struct level_repair repair = {0};
    struct error err = {0};
    enum status status = STATUS_OK;
    *out = (struct fuzz_repair){0};
    fuzz_say(fuzz, method);
    arena_init(&arena);
    out->refused = load(fuzz, &arena, &broken, &err) != STATUS_OK;
    if (hamming)
        level_game_hamming(&game);
    if (out->refused)
        snprintf(out->error, sizeof out->error, "%.500s", err.text);
    else if (level_method_find(method))
        status = level_method_find(method)->repair(&game, &broken, limit_s, &arena,
                                                   &repair, &err);
    else
        status =
            repair_by(method, &broken, limit_s, &arena, &out->unsuited, &repair, &err);
    out->failed = status != STATUS_OK;
    if (out->failed)
        snprintf(out->error, sizeof out->error, "%.500s", err.text);
    else if (!out->refused && !out->unsuited)
        tell(&repair, out);
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
