#include "level_operators.h"

#include "clock.h"
#include "interrupt.h"
#include "level_choose_method.h"
#include "level_generate.h"
#include "level_genome.h"
#include "level_repair_process.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Levels with fewer cells are repaired in this process by the flow model. Chosen by hand,
 * not measured: Zelda levels have 117 cells. */
enum { LONG_CELLS = 300 };

/* A repair that may take long between two polls, as any by CBC, which may also crash, runs
 * in a child process, which can be ended. */
static enum status repair_grid(const struct level_instance *in,
                               const struct level_grid *broken, struct arena *work,
                               struct level_repair *repair, struct error *err)
{
    bool is_long = in->board.cells >= LONG_CELLS || !in->polls;
    level_repair_method *method =
        in->method == &level_methods[0] ? level_repair_unexplained : in->method->repair;
    return is_long ? level_repair_process_run(method, &in->board.game, broken, NULL,
                                              INFINITY, work, repair, err)
                   : method(&in->board.game, broken, NULL, INFINITY, work, repair, err);
}

static void note_end(struct level_repair_tally *tally, bool healed, const char *error)
{
    tally->ended++;
    tally->seconds += clock_monotonic_s() - tally->began;
    tally->without += !healed;
    if (error[0])
        snprintf(tally->error, sizeof tally->error, "%.*s",
                 (int)sizeof tally->error - 1, error);
}

/* Repairs a level in place; false if none is playable. */
static bool repair(const struct level_instance *in, struct arena scratch, uint8_t *cell)
{
    const struct level_grid broken = {in->board.rows, in->board.cols, cell};
    struct level_repair repair;
    struct error err;
    struct arena work;
    if (level_board_is_playable(&in->board, cell, scratch))
        return true;
    interrupt_hold();
    arena_init(&work);
    in->tally->begun++;
    in->tally->began = clock_monotonic_s();
    bool failed = repair_grid(in, &broken, &work, &repair, &err) != STATUS_OK;
    bool healed = !failed && repair.grid.rows;
    if (!interrupt_pending())
        note_end(in->tally, healed, failed ? err.text : "");
    if (healed)
        memcpy(cell, repair.grid.cell, in->board.cells);
    arena_free(&work);
    interrupt_release();
    return healed;
}

bool level_operators_heal(const void *self, struct rng *rng, struct arena scratch,
                          void *genome)
{
    const struct level_instance *in = self;
    struct level_view view;
    (void)rng;
    if (in->genome == LEVEL_GENOME_GRID)
        return repair(in, scratch, genome);
    if (level_genome_view(in, genome, &scratch, &view))
        return true;
    uint8_t *generated = ARENA_NEW(&scratch, uint8_t, in->board.cells);
    uint8_t *repaired = ARENA_NEW(&scratch, uint8_t, in->board.cells);
    level_gan_level(&in->gan, genome, scratch, generated);
    memcpy(repaired, generated, in->board.cells);
    if (!repair(in, scratch, repaired))
        return false;
    level_genome_latent_set(in, generated, repaired, genome);
    return true;
}

bool level_operators_sample(const void *self, struct rng *rng, struct arena scratch,
                            void *genome)
{
    const struct level_instance *in = self;
    if (in->genome == LEVEL_GENOME_GRID)
        level_generate(in, rng, scratch, genome);
    else
        level_genome_latent_sample(in, rng, genome);
    return level_operators_heal(self, rng, scratch, genome);
}

/* The child is a copy of a with a random rectangle of b. */
static void cross_grids(const struct level_board *board, const uint8_t *a,
                        const uint8_t *b, struct rng *rng, uint8_t *child)
{
    size_t rows = 1 + rng_below(rng, board->rows),
           cols = 1 + rng_below(rng, board->cols);
    size_t top = rng_below(rng, board->rows - rows + 1);
    size_t left = rng_below(rng, board->cols - cols + 1);
    memcpy(child, a, board->cells);
    for (size_t r = top; r < top + rows; r++)
        memcpy(child + r * board->cols + left, b + r * board->cols + left, cols);
}

void level_operators_crossover(const void *self, const void *a, const void *b,
                               struct rng *rng, struct arena scratch, void *child)
{
    const struct level_instance *in = self;
    (void)scratch;
    if (in->genome == LEVEL_GENOME_GRID)
        cross_grids(&in->board, a, b, rng, child);
    else
        level_genome_latent_crossover(in, a, b, rng, child);
}

static void mutate_grid(const struct level_instance *in, double rate, struct rng *rng,
                        uint8_t *cell)
{
    const struct level_board *b = &in->board;
    for (size_t v = 0; v < b->cells; v++) {
        if (!rng_chance(rng, rate))
            continue;
        uint32_t n = b->first[v + 1] - b->first[v];
        if (n == 0 || rng_chance(rng, 0.5)) {
            cell[v] = level_generate_tile(in, rng);
            continue;
        }
        uint32_t u = b->near[b->first[v] + rng_below(rng, n)];
        uint8_t kept = cell[v];
        cell[v] = cell[u];
        cell[u] = kept;
    }
}

void level_operators_mutate(const void *self, double rate, struct rng *rng,
                            struct arena scratch, void *genome)
{
    const struct level_instance *in = self;
    (void)scratch;
    if (in->genome == LEVEL_GENOME_GRID)
        mutate_grid(in, rate, rng, genome);
    else
        level_genome_latent_mutate(in, rate, rng, genome);
}

double level_operators_distance(const void *self, const void *a, const void *b,
                                struct arena scratch)
{
    const struct level_instance *in = self;
    struct level_view x, y;
    size_t differ = 0;
    if (!level_genome_view(in, a, &scratch, &x) ||
        !level_genome_view(in, b, &scratch, &y))
        return memcmp(a, b, in->gan.latent * sizeof(float)) != 0;
    for (size_t v = 0; v < in->board.cells; v++)
        differ += x.cell[v] != y.cell[v];
    if (!differ && x.generated &&
        memcmp(x.generated, y.generated, in->board.cells) != 0)
        return 0.5 / (double)in->board.cells;
    return (double)differ / (double)in->board.cells;
}

bool level_operators_hindrance(const void *self, char *line, size_t bytes)
{
    const struct level_instance *in = self;
    const struct level_repair_tally *tally = in->tally;
    char why[512] = "";
    if (tally->begun == 0)
        return false;
    int used =
        snprintf(line, bytes,
                 "repairs on the first rank: %zu begun, %zu ended (%zu without a "
                 "level), %.3g s each",
                 tally->begun, tally->ended, tally->without,
                 tally->ended ? tally->seconds / (double)tally->ended : 0);
    if (tally->ended < tally->begun && (size_t)used < bytes)
        used += snprintf(line + used, bytes - (size_t)used,
                         "; the last was cut off after %.3g s",
                         clock_monotonic_s() - tally->began);
    if (tally->error[0] && (size_t)used < bytes)
        used +=
            snprintf(line + used, bytes - (size_t)used, "; failed: %s", tally->error);
    const char *method =
        in->method == &level_methods[0]
            ? level_choose_method(&in->board.game, in->board.rows, in->board.cols, why)
            : in->method->name;
    if ((size_t)used < bytes)
        snprintf(line + used, bytes - (size_t)used, "; method: %s%s%s", method,
                 why[0] ? ", " : "", why);
    return true;
}
