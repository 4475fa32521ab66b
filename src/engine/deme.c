#include "deme.h"

#include "interrupt.h"

#include <math.h>

enum status deme_init(struct deme *deme, const struct deme_setup *setup, unsigned index,
                      uint32_t replica, struct arena *arena, struct error *err)
{
    const struct shape *shape = &setup->puzzle->shape;
    *deme = (struct deme){.algorithm = setup->algorithm,
                          .puzzle = setup->puzzle,
                          .island = {.index = index,
                                     .count = setup->islands,
                                     .replica = replica,
                                     .bound = -INFINITY,
                                     .incumbent = INFINITY}};
    if (setup->algorithm->init(setup->keys, setup->puzzle, arena, &deme->plan,
                               &deme->self, err))
        return err->status;
    ensure(deme->plan.individuals <= deme->plan.capacity);
    const struct grid *grid = &deme->plan.grid;
    if (population_init(&deme->pop, shape, deme->plan.capacity, arena, err) ||
        (grid->axes ? archive_init_grid(&deme->archive, shape, grid, arena, err)
                    : archive_init(&deme->archive, shape, setup->solutions,
                                   setup->apart, arena, err)))
        return err->status;
    deme->island.pop = &deme->pop;
    deme->island.archive = &deme->archive;
    rng_init(&deme->island.rng, setup->seed, replica, index, RNG_ALGORITHM);
    return STATUS_OK;
}

size_t deme_scratch_bytes(const struct deme *deme)
{
    return deme->plan.scratch_bytes + deme->puzzle->shape.scratch_bytes +
           2 * ARENA_ALIGN;
}

static void offer_population(struct deme *deme)
{
    struct origin origin = {.generation = deme->island.generation,
                            .island = deme->island.index,
                            .replica = deme->island.replica};
    for (size_t i = 0; i < deme->pop.count; i++)
        archive_offer(&deme->archive, deme->puzzle, population_genome(&deme->pop, i),
                      population_cost(&deme->pop, i), origin, deme->island.scratch);
}

static void fill_row(const struct deme *deme, struct row *row)
{
    const struct population *pop = &deme->pop;
    double deviation, worst = pop->count ? -INFINITY : INFINITY;
    for (size_t i = 0; i < pop->count; i++) {
        double cost = population_cost(pop, i)[0];
        worst = isnan(cost) ? INFINITY : fmax(worst, cost);
    }
    population_moments(pop, &row->mean, &deviation);
    row->best = pop->count ? population_cost(pop, population_best(pop))[0] : INFINITY;
    row->worst = worst;
    row->diversity = deme->island.diversity;
    row->evaluations = deme->island.evaluations;
}

/* False when it was cut short. */
static bool run_step(struct deme *deme, void (*work)(void *self, struct island *island),
                     bool may_cut)
{
    jmp_buf out;
    if (setjmp(out))
        return false;
    interrupt_enter_step(may_cut ? &out : NULL);
    work(deme->self, &deme->island);
    interrupt_leave_step();
    return true;
}

bool deme_start(struct deme *deme, struct row *row)
{
    if (!run_step(deme, deme->algorithm->start, true))
        return false;
    ensure(deme->pop.count == deme->plan.individuals);
    offer_population(deme);
    fill_row(deme, row);
    return true;
}

bool deme_step(struct deme *deme, struct row *row)
{
    if (!deme->island.finished && !run_step(deme, deme->algorithm->step, deme->saved)) {
        deme_restore(deme);
        return false;
    }
    ensure(deme->pop.count == deme->plan.individuals);
    deme->island.generation++;
    offer_population(deme);
    fill_row(deme, row);
    return true;
}

double deme_best(const struct deme *deme)
{
    const struct population *met = &deme->archive.pop;
    return met->count ? population_cost(met, population_best(met))[0] : INFINITY;
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

void deme_pack_findings(const struct deme *deme, struct pack *out)
{
    const struct archive *archive = &deme->archive;
    pack_bytes(out, &deme->island.verdict, sizeof deme->island.verdict);
    pack_population(&archive->pop, deme->puzzle->shape.genome_bytes, out);
    pack_bytes(out, archive->origins, archive->pop.count * sizeof *archive->origins);
}

void findings_unpack(struct unpack *in, const struct shape *shape,
                     struct archive *archive, struct verdict *verdict)
{
    unpack_bytes(in, verdict, sizeof *verdict);
    unpack_population(&archive->pop, shape->genome_bytes, in);
    unpack_bytes(in, archive->origins, archive->pop.count * sizeof *archive->origins);
}

void deme_unpack_findings(struct deme *deme, struct unpack *in)
{
    findings_unpack(in, &deme->puzzle->shape, &deme->archive, &deme->island.verdict);
    if (!in->broken &&
        !archive_index(&deme->archive, deme->puzzle, deme->island.scratch))
        in->broken = true;
}

static size_t list_views(struct deme *deme, struct view *views)
{
    size_t n = deme->algorithm->state ? deme->algorithm->state(deme->self, views) : 0;
    ensure(n <= MAX_VIEWS);
    return n;
}

void deme_pack_state(struct deme *deme, struct pack *out)
{
    struct island *island = &deme->island;
    struct view views[MAX_VIEWS];
    size_t n_views = list_views(deme, views);
    pack_u64(out, island->generation);
    pack_u64(out, island->evaluations);
    pack_f64(out, island->diversity);
    pack_f64(out, island->bound);
    pack_f64(out, island->incumbent);
    pack_u64(out, island->finished);
    pack_u64(out, island->gave_up);
    pack_bytes(out, &island->rng, sizeof island->rng);
    pack_population(&deme->pop, deme->puzzle->shape.genome_bytes, out);
    pack_u64(out, n_views);
    for (size_t i = 0; i < n_views; i++)
        pack_blob(out, views[i].data, views[i].bytes);
}

void deme_unpack_state(struct deme *deme, struct unpack *in)
{
    struct island *island = &deme->island;
    struct view views[MAX_VIEWS];
    size_t n_views = list_views(deme, views);
    island->generation = unpack_u64(in);
    island->evaluations = unpack_u64(in);
    island->diversity = unpack_f64(in);
    island->bound = unpack_f64(in);
    island->incumbent = unpack_f64(in);
    island->finished = unpack_u64(in) != 0;
    island->gave_up = unpack_u64(in) != 0;
    unpack_bytes(in, &island->rng, sizeof island->rng);
    unpack_population(&deme->pop, deme->puzzle->shape.genome_bytes, in);
    unpack_expect(in, n_views);
    for (size_t i = 0; i < n_views && !in->broken; i++) {
        struct unpack blob = unpack_blob(in);
        if ((size_t)(blob.end - blob.at) != views[i].bytes)
            in->broken = true;
        else
            unpack_bytes(&blob, views[i].data, views[i].bytes);
    }
}

bool deme_save(struct deme *deme)
{
    pack_clear(&deme->before);
    deme_pack_findings(deme, &deme->before);
    deme_pack_state(deme, &deme->before);
    deme->saved = !deme->before.lost;
    return deme->saved;
}

void deme_restore(struct deme *deme)
{
    struct unpack in = unpack_from(deme->before.data, deme->before.used);
    ensure(deme->saved);
    deme_unpack_findings(deme, &in);
    deme_unpack_state(deme, &in);
    ensure(!in.broken);
}

void deme_forget(struct deme *deme)
{
    pack_free(&deme->before);
    deme->saved = false;
}
