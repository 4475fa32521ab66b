#include "stopping.h"

#include "observer.h"

enum stop_reason stopping_done(const struct stopping *limits, uint64_t sub_generations,
                               const struct replica_status *replica_status)
{
    /* First what no limit changes, so that the reason does not depend on them. */
    if (replica_status->optimal)
        return STOP_OPTIMAL;
    if (replica_status->exhausted)
        return STOP_EXHAUSTED;
    if (replica_status->gave_up)
        return STOP_GAVE_UP;
    if (replica_status->best <= limits->target_cost)
        return STOP_TARGET;
    if (limits->max_evaluations &&
        replica_status->evaluations >= limits->max_evaluations)
        return STOP_EVALUATIONS;
    if (limits->epochs &&
        replica_status->generation >= run_generations(limits->epochs, sub_generations))
        return STOP_EPOCHS;
    return STOP_NOT;
}

const char *stopping_words(enum stop_reason reason)
{
    static const char *const words[] = {
        [STOP_NOT] = "nothing to do",
        [STOP_TARGET] = "target reached",
        [STOP_OPTIMAL] = "optimum proven",
        [STOP_EXHAUSTED] = "search exhausted",
        [STOP_GAVE_UP] = "the search reached a limit of its own",
        [STOP_EVALUATIONS] = "evaluations spent",
        [STOP_EPOCHS] = "epochs done",
        [STOP_INFEASIBLE] = "proved infeasible",
        [STOP_BY_ITSELF] = "the search ended by itself"};
    return words[reason];
}
