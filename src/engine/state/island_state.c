#include "island_state.h"

#include "interrupt.h"

#include <math.h>

enum status island_state_init_archive(struct archive *archive, const struct plan *plan,
                                      const struct shape *shape, size_t solutions,
                                      double min_distance, struct arena *arena,
                                      struct error *err)
{
    if (plan->grid.axes)
        return archive_init_grid(archive, shape, &plan->grid, arena, err);
    if (plan->front)
        return archive_init_front(archive, shape, solutions, arena, err);
    return archive_init(archive, shape, solutions, min_distance, arena, err);
}

enum status island_state_init(struct island_state *state,
                              const struct island_state_setup *setup, unsigned index,
                              uint32_t replica, struct arena *arena, struct error *err)
{
    const struct shape *shape = &setup->puzzle->shape;
    *state = (struct island_state){.algorithm = setup->algorithm,
                                   .puzzle = setup->puzzle,
                                   .log = setup->log,
                                   .known_best = NAN,
                                   .plan = {.islands = setup->islands},
                                   .island = {.index = index,
                                              .count = setup->islands,
                                              .replica = replica,
                                              .bound = -INFINITY,
                                              .incumbent = INFINITY}};
    if (setup->algorithm->init(setup->keys, setup->puzzle, arena, &state->plan,
                               &state->self, err))
        return err->status;
    ensure(state->plan.individuals <= state->plan.capacity);
    if (population_init(&state->pop, shape, state->plan.capacity, arena, err) ||
        island_state_init_archive(&state->archive, &state->plan, shape,
                                  setup->solutions, setup->min_distance, arena, err))
        return err->status;
    state->island.pop = &state->pop;
    state->island.archive = &state->archive;
    rng_init(&state->island.rng, setup->seed, replica, index, RNG_ALGORITHM);
    return STATUS_OK;
}

size_t island_state_scratch_bytes(const struct island_state *state)
{
    size_t offers = 16 * state->archive.pop.capacity + 3 * ARENA_ALIGN;
    size_t own = state->plan.scratch_bytes;
    return (own > offers ? own : offers) + state->puzzle->shape.scratch_bytes +
           2 * ARENA_ALIGN;
}

/* Offers the population to the archive, as that of a generation. */
static void offer_population(struct island_state *state, uint64_t generation)
{
    struct origin origin = {.generation = generation,
                            .island = state->island.index,
                            .replica = state->island.replica};
    archive_offer_all(&state->archive, state->puzzle, &state->pop, origin,
                      state->island.scratch);
}

static void fill_row(const struct island_state *state, struct row *row)
{
    const struct population *pop = &state->pop;
    row->mean = population_mean(pop);
    row->best = population_least(pop);
    row->worst = population_greatest(pop);
    row->diversity = state->island.diversity;
    row->spread =
        state->island.spread.n < 0 ? population_spread(pop) : state->island.spread;
    row->evaluations = state->island.evaluations;
    row->before = state->former_evaluations;
}

/* Parts of a generation. */
enum part { START, SUPERSTEP, NEXT_SUPERSTEP, STEP };

static bool do_part(struct island_state *state, enum part part, struct mailbox *mailbox)
{
    const struct algorithm *algorithm = state->algorithm;
    if (part == SUPERSTEP || part == NEXT_SUPERSTEP)
        return algorithm->superstep(state->self, &state->island, mailbox);
    (part == START ? algorithm->start : algorithm->step)(state->self, &state->island);
    return false;
}

/* False if it was aborted. mailbox, more: of a superstep. */
static bool run_part(struct island_state *state, enum part part, bool may_cut,
                     struct mailbox *mailbox, bool *more)
{
    jmp_buf out;
    if (setjmp(out))
        return false;
    jmp_buf *abort = may_cut ? &out : NULL;
    if (part == NEXT_SUPERSTEP)
        interrupt_reenter_step(abort);
    else
        interrupt_enter_step(abort);
    *more = do_part(state, part, mailbox);
    interrupt_leave_step();
    return true;
}

/* Between steps only `welcome` may change the archive. */
static void end_step(struct island_state *state)
{
    state->known_best = NAN;
    double best = island_state_best(state);
    if (!state->algorithm->welcome)
        state->known_best = best;
    improvement_log_leave(state->log, &state->island, best);
}

bool island_state_start(struct island_state *state, struct row *row)
{
    bool more;
    state->island.spread.n = -1;
    improvement_log_enter(state->log, &state->island, 0, INFINITY);
    if (!run_part(state, START, true, NULL, &more)) {
        improvement_log_abort(state->log);
        return false;
    }
    ensure(state->pop.count == state->plan.individuals);
    offer_population(state, 0);
    end_step(state);
    fill_row(state, row);
    return true;
}

/* Begins a step or superstep; returns the generation that it belongs to. */
static uint64_t enter_part(struct island_state *state)
{
    uint64_t generation = state->island.generation + 1;
    state->island.spread.n = -1;
    /* The first step of a generation has to improve on the replica's best, which is no worse. */
    double best = state->stepped ? island_state_best(state) : INFINITY;
    if (!state->stepped)
        state->former_evaluations = state->island.evaluations;
    state->stepped = true;
    improvement_log_enter(state->log, &state->island, generation, best);
    return generation;
}

/* Does the part that was entered; if it was aborted, restores the island. */
static bool do_entered(struct island_state *state, enum part part,
                       struct mailbox *mailbox, bool *more)
{
    if (run_part(state, part, state->saved && state->abortable, mailbox, more))
        return true;
    improvement_log_abort(state->log);
    island_state_restore(state);
    return false;
}

bool island_state_superstep(struct island_state *state, struct mailbox *mailbox,
                            bool *more)
{
    enum part part = state->stepped ? NEXT_SUPERSTEP : SUPERSTEP;
    enter_part(state);
    if (!do_entered(state, part, mailbox, more))
        return false;
    end_step(state);
    return true;
}

bool island_state_step_within(struct island_state *state)
{
    uint64_t generation = enter_part(state);
    bool more;
    if (!state->island.finished && !do_entered(state, STEP, NULL, &more))
        return false;
    ensure(state->pop.count == state->plan.individuals);
    offer_population(state, generation);
    end_step(state);
    return true;
}

void island_state_end_generation(struct island_state *state, struct row *row)
{
    state->island.generation++;
    if (!state->stepped)
        state->former_evaluations = state->island.evaluations;
    state->island.evaluations += state->begun_anew;
    state->begun_anew = 0;
    fill_row(state, row);
    state->stepped = false;
}

bool island_state_step(struct island_state *state, struct row *row)
{
    if (!island_state_step_within(state))
        return false;
    island_state_end_generation(state, row);
    return true;
}

double island_state_best(const struct island_state *state)
{
    return isnan(state->known_best) ? archive_best(&state->archive) : state->known_best;
}

static void pack_population(const struct population *pop, size_t genome_bytes,
                            struct pack *out)
{
    pack_u64(out, pop->count);
    for (size_t i = 0; i < pop->count; i++) {
        pack_bytes(out, population_genome(pop, i), genome_bytes);
        pack_bytes(out, population_cost(pop, i), pop->objectives * sizeof(double));
    }
}

static void unpack_population(struct population *pop, size_t genome_bytes,
                              struct unpack *in)
{
    size_t count = (size_t)unpack_u64(in);
    if (count > pop->capacity)
        in->broken = true;
    for (size_t i = 0; i < count && !in->broken; i++) {
        unpack_bytes(in, population_genome(pop, i), genome_bytes);
        unpack_bytes(in, population_cost(pop, i), pop->objectives * sizeof(double));
    }
    pop->count = in->broken ? 0 : count;
}

void island_state_pack_elites(const struct island_state *state, struct pack *out)
{
    const struct archive *archive = &state->archive;
    pack_bytes(out, &state->island.verdict, sizeof state->island.verdict);
    pack_population(&archive->pop, state->puzzle->shape.genome_bytes, out);
    pack_bytes(out, archive->origins, archive->pop.count * sizeof *archive->origins);
}

void island_state_offer_elites(struct unpack *in, const struct puzzle *puzzle,
                               struct archive *archive, struct arena scratch)
{
    const struct shape *shape = &puzzle->shape;
    size_t cost_bytes = shape->objectives * sizeof(double), count;
    size_t row_bytes = shape->genome_bytes + cost_bytes;
    unsigned char *genome = arena_take(&scratch, shape->genome_bytes); /* aligned */
    double cost[MAX_OBJECTIVES];
    struct origin origin;
    ensure(genome);
    unpack_skip(in, sizeof(struct verdict));
    count = (size_t)unpack_u64(in);
    const unsigned char *row =
        count <= archive->pop.capacity ? unpack_skip(in, count * row_bytes) : NULL;
    const unsigned char *origins = unpack_skip(in, count * sizeof origin);
    for (size_t i = 0; row && origins && i < count; i++, row += row_bytes) {
        memcpy(genome, row, shape->genome_bytes);
        memcpy(cost, row + shape->genome_bytes, cost_bytes);
        memcpy(&origin, origins + i * sizeof origin, sizeof origin);
        archive_offer(archive, puzzle, genome, cost, origin, scratch);
    }
}

void island_state_unpack_verdict(struct unpack *in, struct verdict *verdict)
{
    unsigned char bytes[sizeof *verdict];
    unpack_bytes(in, bytes, sizeof bytes);
    /* Any byte may be there, but not in a bool. */
    verdict->infeasible = bytes[offsetof(struct verdict, infeasible)] != 0;
    memcpy(verdict->reason, bytes + offsetof(struct verdict, reason),
           sizeof verdict->reason);
    verdict->reason[sizeof verdict->reason - 1] = '\0';
}

void island_state_unpack_elites(struct island_state *state, struct unpack *in)
{
    struct archive *archive = &state->archive;
    state->known_best = NAN;
    island_state_unpack_verdict(in, &state->island.verdict);
    unpack_population(&archive->pop, state->puzzle->shape.genome_bytes, in);
    unpack_bytes(in, archive->origins, archive->pop.count * sizeof *archive->origins);
    if (!in->broken &&
        !archive_index(&state->archive, state->puzzle, state->island.scratch))
        in->broken = true;
}

static size_t list_views(struct island_state *state, struct view *views)
{
    size_t n =
        state->algorithm->state ? state->algorithm->state(state->self, views) : 0;
    ensure(n <= MAX_VIEWS);
    return n;
}

void island_state_pack(struct island_state *state, struct pack *out)
{
    struct island *island = &state->island;
    struct view views[MAX_VIEWS];
    size_t n_views = list_views(state, views);
    pack_u64(out, island->generation);
    pack_u64(out, island->evaluations);
    pack_f64(out, island->diversity);
    pack_f64(out, island->bound);
    pack_f64(out, island->incumbent);
    pack_u64(out, island->finished);
    pack_u64(out, island->gave_up);
    pack_bytes(out, &island->rng, sizeof island->rng);
    pack_population(&state->pop, state->puzzle->shape.genome_bytes, out);
    pack_u64(out, n_views);
    for (size_t i = 0; i < n_views; i++)
        pack_blob(out, views[i].data, views[i].bytes);
    pack_u64(out, state->begun_anew);
}

void island_state_unpack_progress(struct island_state *state, struct unpack *in)
{
    struct island *island = &state->island;
    island->generation = unpack_u64(in);
    island->evaluations = unpack_u64(in);
    island->diversity = unpack_f64(in);
    island->bound = unpack_f64(in);
    island->incumbent = unpack_f64(in);
    island->finished = unpack_u64(in) != 0;
    island->gave_up = unpack_u64(in) != 0;
}

void island_state_unpack(struct island_state *state, struct unpack *in)
{
    struct island *island = &state->island;
    struct view views[MAX_VIEWS];
    size_t n_views = list_views(state, views);
    island_state_unpack_progress(state, in);
    unpack_bytes(in, &island->rng, sizeof island->rng);
    unpack_population(&state->pop, state->puzzle->shape.genome_bytes, in);
    unpack_expect(in, n_views);
    for (size_t i = 0; i < n_views && !in->broken; i++) {
        struct unpack blob = unpack_blob(in);
        if ((size_t)(blob.end - blob.at) != views[i].bytes)
            in->broken = true;
        else
            unpack_bytes(&blob, views[i].data, views[i].bytes);
    }
    state->begun_anew = in->at == in->end ? 0 /* an earlier version */ : unpack_u64(in);
}

void island_state_begin_anew(struct island_state *state)
{
    bool more;
    uint64_t evaluations = state->island.evaluations;
    state->island.bound = -INFINITY;
    state->island.finished = state->island.gave_up = false;
    run_part(state, START, false, NULL, &more);
    ensure(state->pop.count == state->plan.individuals);
    state->begun_anew = state->island.evaluations - evaluations;
    state->island.evaluations = evaluations;
}

bool island_state_save(struct island_state *state, bool abortable)
{
    pack_clear(&state->before);
    island_state_pack_elites(state, &state->before);
    island_state_pack(state, &state->before);
    state->saved = !state->before.lost;
    state->abortable = abortable;
    return state->saved;
}

void island_state_restore(struct island_state *state)
{
    struct unpack in = unpack_from(state->before.data, state->before.used);
    ensure(state->saved);
    island_state_unpack_elites(state, &in);
    island_state_unpack(state, &in);
    ensure(!in.broken);
}

void island_state_forget(struct island_state *state)
{
    pack_free(&state->before);
    state->saved = false;
}
