#include "crew.h"

#include "interrupt.h"

#include <math.h>

double crew_elapsed(const struct crew *crew)
{
    return crew->carried_s + crew->outside->clock() - crew->round_began;
}

/* A failure of any rank becomes everyone's, with its text. */
static enum status spread_failure(struct crew *crew, struct error *err)
{
    crew->stop = true;
    crew->why = status_words(crew->conclusion.status);
    return comm_agree(crew->world, &crew->failed) == STATUS_COMM
               ? error_set(err, STATUS_COMM, "%s", crew->failed.text)
               : STATUS_OK;
}

/* Steps so long may have to be cut short, if saving the demes before each takes no more
 * than this share of them. */
static const double SLOW_S = 0.05, SAVING_SHARE = 0.3;

/* What any rank may say. */
static uint32_t own_say(const struct crew *crew)
{
    uint32_t says = 0;
    if (interrupt_time_is_up())
        says |= SAYS_TIME_UP;
    if (crew->cut)
        says |= SAYS_CUT;
    if (crew->working && crew->pace_s >= SLOW_S &&
        crew->save_s <= SAVING_SHARE * crew->pace_s)
        says |= SAYS_SLOW;
    return says;
}

/* All ranks learn where all replicas stand. */
enum status crew_heartbeat(struct crew *crew, struct error *err)
{
    size_t n = crew->replica == NO_REPLICA ? 0 : crew->n_own;
    struct beat beat =
        beat_of(crew->demes, n, crew->replica, crew->plan->sub_generations);
    beat.status = (int32_t)crew->failed.status;
    beat.signal = (int32_t)interrupt_signal();
    beat.at_border = crew->working && beat.at_border;
    beat.elapsed_s = crew_elapsed(crew);
    beat.orders = (crew->world->rank == 0 ? crew_orders(crew) : 0) | own_say(crew);
    if (pulse_exchange(crew->world, &beat, crew->n_groups, crew->exact, crew->floor,
                       crew->beats, crew->standings, &crew->conclusion, err))
        return err->status;
    return crew->conclusion.status ? spread_failure(crew, err) : STATUS_OK;
}

/* Notes what the standings say of each replica; alike on all ranks. */
void crew_settle(struct crew *crew)
{
    crew->newly_done = false;
    for (size_t g = 0; g < crew->n_groups; g++) {
        const struct standing *now = &crew->standings[g];
        if (now->replica == NO_REPLICA)
            continue;
        struct keepsake *kept = &crew->store.kept[now->replica];
        if (kept->stage == REPLICA_DONE)
            continue;
        const char *why =
            stopping_done(&crew->plan->stopping, crew->plan->sub_generations, now);
        struct replica_result *result = &kept->result;
        result->generations = now->generation;
        result->evaluations = now->evaluations;
        result->best = now->best;
        result->bound = now->bound;
        result->elapsed_s = now->elapsed_s;
        result->optimal = now->optimal;
        result->done = why != NULL;
        result->verdict.infeasible = crew->exact && now->exhausted && isinf(now->best);
        kept->stage = why ? REPLICA_DONE : REPLICA_RUNNING;
        kept->closed = now->optimal || now->exhausted || now->gave_up;
        crew->newly_done = crew->newly_done || why;
        crew->why = why ? why : crew->why;
        if (g == crew->my_group)
            crew->working = !why;
    }
    if (crew->conclusion.signal || (crew->conclusion.orders & SAYS_TIME_UP)) {
        crew->stop = true;
        crew->why = crew->conclusion.signal ? "told to stop by a signal" : "time limit";
    }
}

/* Whether no island of any replica in work has anything feasible to start from. */
static bool is_barren(const struct crew *crew)
{
    bool any = false;
    for (size_t g = 0; g < crew->n_groups; g++) {
        const struct standing *now = &crew->standings[g];
        if (now->replica == NO_REPLICA)
            continue;
        if (now->generation > 0 || isfinite(now->best))
            return false;
        any = true;
    }
    return any;
}

/* How long rank 0 may try to prove that there is nothing to be found. */
static const double DIAGNOSIS_S = 10;

bool crew_is_called(void *world)
{
    return comm_called(world);
}

/* When sampling found nothing feasible: rank 0 asks the problem whether anything is. */
enum status crew_diagnose(struct crew *crew, bool *cut, struct error *err)
{
    const struct puzzle *puzzle = crew->setup.puzzle;
    *cut = false;
    if (crew->diagnosed || crew->exact || !puzzle->problem->diagnose ||
        !is_barren(crew))
        return STATUS_OK;
    struct {
        struct verdict verdict;
        bool cut;
    } found = {0};
    crew->diagnosed = true;
    if (crew->world->rank == 0) {
        interrupt_listen(crew_is_called, crew->world);
        puzzle->problem->diagnose(puzzle->self, DIAGNOSIS_S, &found.verdict);
        found.cut = !found.verdict.infeasible && interrupt_pending();
        interrupt_listen(NULL, NULL);
    }
    if (comm_await(crew->world, interrupt_pending, err) ||
        comm_broadcast(crew->world, &found, sizeof found, err) ||
        !found.verdict.infeasible) {
        *cut = found.cut;
        return err->status;
    }
    for (uint32_t r = 0; r < crew->plan->replicas; r++) {
        crew->store.kept[r].stage = REPLICA_DONE;
        crew->store.kept[r].closed = true;
        crew->store.kept[r].result.done = true;
        crew->store.kept[r].result.best = INFINITY;
        crew->store.kept[r].result.bound = INFINITY;
        crew->store.kept[r].result.verdict = found.verdict;
    }
    crew->working = false;
    crew->newly_done = true;
    crew->why = "proved infeasible";
    return STATUS_OK;
}

void crew_tell_pulse(struct crew *crew)
{
    struct pulse pulse = {.replica = NO_REPLICA, .best = INFINITY, .bound = -INFINITY};
    for (uint32_t r = 0; r < crew->plan->replicas; r++) {
        const struct keepsake *kept = &crew->store.kept[r];
        if (kept->stage == REPLICA_WAITING)
            continue;
        pulse.replicas_done += kept->stage == REPLICA_DONE;
        pulse.evaluations += kept->result.evaluations;
        pulse.best = fmin(pulse.best, kept->result.best);
        pulse.bound = fmax(pulse.bound, kept->result.bound); /* each bounds all */
    }
    for (size_t g = crew->n_groups; g-- > 0;) {
        if (crew->standings[g].replica == NO_REPLICA)
            continue;
        pulse.replica = crew->standings[g].replica;
        pulse.generation = crew->standings[g].generation;
        pulse.diversity = crew->standings[g].diversity;
    }
    pulse.elapsed_s = crew->outside->clock() - crew->began;
    CREW_TELL(crew, pulse, &pulse);
}
