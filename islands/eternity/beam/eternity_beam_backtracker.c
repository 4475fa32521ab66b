#include "eternity_beam_backtracker.h"

#include "interrupt.h"

/* States of a beam: wider ones find no more boards in a CPU second
 * (results/eternity/experiments.md, Puzzles with a planted solution). */
enum { WIDTH = 2000 };
/* CPU time of a unit of a beam's work and of the start from a state, as placements. */
enum { BEAM_WORK = 12, START_WORK = 40 };
/* Placements between two checks for an interrupt. */
enum { AT_ONCE = 1000000 };

enum status eternity_beam_backtracker_init(struct eternity_beam_backtracker *search,
                                           const struct eternity_candidate_table *table,
                                           double weight, double early_noise,
                                           double noise, struct arena *perm,
                                           struct error *err)
{
    const struct eternity *puzzle = table->puzzle;
    eternity_scan_order_set(puzzle, 0, 0, &search->order);
    eternity_fill_plan_set(&search->whole, table, &search->order);
    eternity_fill_plan_set(&search->half, table, &search->order);
    search->half.schedule.goal = (uint16_t)(puzzle->rows / 2 * puzzle->cols);
    search->seed = 0;
    search->progress = (struct eternity_beam_backtracker_progress){0};
    return eternity_beam_init(&search->beam, &search->half, WIDTH, weight, early_noise,
                              noise, perm, err);
}

/* Fills half of the board by the beam of the running round, or less when no state is
 * without breaks. */
static void run_beam(struct eternity_beam_backtracker *search)
{
    struct eternity_beam *beam = &search->beam;
    search->seed = 0; /* an interrupt may leave it half done */
    eternity_beam_begin(beam, WIDTH, NULL, 0, search->progress.seed);
    while (!eternity_beam_run(beam, WIDTH) && beam->more == 0)
        ;
    search->state = eternity_beam_by_value(beam);
    search->seed = search->progress.seed;
}

static void begin_round(struct eternity_beam_backtracker *search, struct rng *rng,
                        uint64_t *work)
{
    struct eternity_beam_backtracker_progress *progress = &search->progress;
    progress->seed = rng_next(rng) | 1;
    progress->state = progress->active = progress->placements = 0;
    run_beam(search);
    eternity_beam_spend(work, search->beam.work * BEAM_WORK);
}

/* Starts from the next state without breaks; false when there is none. */
static bool begin_state(struct eternity_beam_backtracker *search, uint64_t *work)
{
    struct eternity_beam_backtracker_progress *progress = &search->progress;
    const struct eternity_beam *beam = &search->beam;
    int16_t tiles[ETERNITY_MAX_CELLS];
    if (beam->depth < search->half.schedule.goal)
        return false;
    while (progress->state < beam->states) {
        size_t state = search->state[progress->state++];
        if (eternity_beam_breaks(beam, state) > 0)
            continue;
        eternity_beam_tiles(beam, state, tiles);
        eternity_backtracker_begin(&search->whole, tiles, beam->depth,
                                   &progress->backtracker);
        progress->active = 1;
        eternity_beam_spend(work, START_WORK);
        return true;
    }
    return false;
}

/* A round led nowhere when the backtracker placed fewer tiles than the beam had states:
 * then come pauses. */
static void end_round(struct eternity_beam_backtracker *search)
{
    struct eternity_beam_backtracker_progress *progress = &search->progress;
    progress->seed = 0;
    if (progress->placements >= search->beam.expanded) {
        progress->next_pause = 1;
        return;
    }
    progress->pause = progress->next_pause > 0 ? progress->next_pause : 1;
    progress->next_pause = 2 * progress->pause;
}

/* Continues from the running state; true when its tiles fill the board. */
static bool run_state(struct eternity_beam_backtracker *search, uint64_t *work)
{
    struct eternity_beam_backtracker_progress *progress = &search->progress;
    struct eternity_backtracker *backtracker = &progress->backtracker;
    uint64_t before = backtracker->placements;
    (void)interrupt_pending();
    enum eternity_backtracker_result pause = eternity_backtracker_run(
        &search->whole, backtracker, NULL, *work < AT_ONCE ? *work : AT_ONCE);
    progress->placements += backtracker->placements - before;
    eternity_beam_spend(work, backtracker->placements - before);
    progress->active = pause != ETERNITY_BACKTRACKER_DONE;
    return pause == ETERNITY_BACKTRACKER_REACHED;
}

bool eternity_beam_backtracker_run(struct eternity_beam_backtracker *search,
                                   struct rng *rng, uint64_t *placements,
                                   int16_t *tiles)
{
    struct eternity_beam_backtracker_progress *progress = &search->progress;
    if (progress->pause > 0) {
        progress->pause--;
        return false;
    }
    if (progress->seed && progress->seed != search->seed)
        run_beam(search);
    while (*placements > 0) {
        if (progress->seed == 0)
            begin_round(search, rng, placements);
        if (!progress->active && !begin_state(search, placements)) {
            end_round(search);
            if (progress->pause > 0)
                return false;
        } else if (run_state(search, placements)) {
            eternity_backtracker_tiles(&progress->backtracker, tiles);
            return true;
        }
    }
    return false;
}
