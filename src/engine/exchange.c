#include "crew.h"

#include <math.h>

/* A report at least so often, so that those who follow a run of long generations see
 * it. */
static const double REPORT_EVERY_S = 1.0;

/* Checkpoints of improvements take at most one part in so many of the time. */
enum { SAVING_SHARE = 20 };

/* Whether a best that improved may be saved already. */
static bool may_save(const struct crew *crew, double now)
{
    double pause = now - crew->last_checkpoint;
    return pause >= crew->plan->checkpoint_better_s &&
           pause >= SAVING_SHARE * crew->checkpoint_s;
}

uint32_t crew_orders(const struct crew *crew)
{
    double now = crew->outside->clock();
    uint32_t orders = 0;
    if (now - crew->last_report >= REPORT_EVERY_S)
        orders |= ORDER_REPORT;
    if (now - crew->last_findings >= crew->plan->findings_every_s)
        orders |= ORDER_FINDINGS;
    if (crew->plan->checkpoint_every_s > 0 &&
        now - crew->last_checkpoint >= crew->plan->checkpoint_every_s)
        orders |= ORDER_CHECKPOINT;
    if (may_save(crew, now))
        orders |= ORDER_SAVE_BETTER;
    return orders;
}

static enum status tell_report(void *self, const struct report *report,
                               struct error *err)
{
    struct crew *crew = self;
    (void)err; /* a failure travels with the next beat */
    CREW_TELL(crew, report, report);
    return STATUS_OK;
}

static enum status deliver_rows(struct crew *crew, struct error *err)
{
    struct error told = {0};
    crew->since_report = 0;
    crew->last_report = crew->outside->clock();
    return ledger_deliver(crew->ledger, tell_report, crew, &told, err);
}

static enum status gather(struct crew *crew, enum store_part part, struct error *err)
{
    size_t n = crew->replica == NO_REPLICA ? 0 : crew->n_own;
    return store_gather(&crew->store, part, crew->world, crew->demes, n, crew->replica,
                        crew->first_island, err);
}

void crew_tell_solutions(struct crew *crew)
{
    store_merge(&crew->store, crew->setup.puzzle, &crew->merged, &crew->solutions,
                crew->scratch);
    CREW_TELL(crew, solutions, &crew->solutions);
}

static void tell_checkpoint(struct crew *crew)
{
    struct pack bytes = {0};
    store_pack(&crew->store, &bytes);
    if (bytes.lost)
        error_set(&crew->failed, STATUS_MEMORY, "no memory for a checkpoint");
    else
        CREW_TELL(crew, checkpoint, bytes.data, bytes.used);
    pack_free(&bytes);
}

static bool all_done(const struct crew *crew)
{
    for (uint32_t r = 0; r < crew->plan->replicas; r++)
        if (crew->store.kept[r].stage != REPLICA_DONE)
            return false;
    return true;
}

/* Whether some replica has a better best than the last checkpoint; alike on all ranks.
 */
static bool is_better(const struct crew *crew)
{
    for (uint32_t r = 0; r < crew->plan->replicas; r++) {
        const struct keepsake *kept = &crew->store.kept[r];
        if (kept->stage != REPLICA_WAITING && kept->result.best < kept->saved)
            return true;
    }
    return false;
}

static enum status make_checkpoint(struct crew *crew, struct error *err)
{
    double began = crew->outside->clock();
    if (gather(crew, STORE_STATES, err))
        return err->status;
    if (crew->world->rank == 0)
        tell_checkpoint(crew);
    for (uint32_t r = 0; r < crew->plan->replicas; r++)
        if (crew->store.kept[r].stage != REPLICA_WAITING)
            crew->store.kept[r].saved = crew->store.kept[r].result.best;
    crew->last_checkpoint = crew->outside->clock();
    crew->checkpoint_s = crew->last_checkpoint - began;
    return STATUS_OK;
}

enum status crew_exchange(struct crew *crew, struct error *err)
{
    uint32_t orders = crew->conclusion.orders;
    bool border = crew->conclusion.at_border;
    bool end = crew->newly_done || crew->stop;
    bool checkpoint = (orders & ORDER_CHECKPOINT) || crew->stop || all_done(crew) ||
                      (crew->plan->checkpoint_every_s <= 0 && border) ||
                      ((orders & ORDER_SAVE_BETTER) && is_better(crew));
    if ((border || end || checkpoint || (orders & ORDER_REPORT) ||
         crew->since_report >= LEDGER_GENERATIONS) &&
        deliver_rows(crew, err))
        return err->status;
    if (end || checkpoint || (orders & ORDER_FINDINGS)) {
        if (gather(crew, STORE_FINDINGS, err))
            return err->status;
        if (crew->world->rank == 0)
            crew_tell_solutions(crew);
        crew->last_findings = crew->outside->clock();
    }
    if (checkpoint)
        return make_checkpoint(crew, err);
    /* A replica that is done leaves its states for runs with raised limits. */
    return crew->newly_done ? gather(crew, STORE_STATES, err) : STATUS_OK;
}
