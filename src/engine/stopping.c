#include "stopping.h"

#include "observer.h"

#include <stddef.h>

const char *stopping_done(const struct stopping *limits, uint64_t sub_generations,
                          const struct replica_status *replica_status)
{
    if (replica_status->best <= limits->target_cost)
        return "target reached";
    if (replica_status->optimal)
        return "optimum proven";
    if (replica_status->exhausted)
        return "search exhausted";
    if (replica_status->gave_up)
        return "the search reached a limit of its own";
    if (limits->max_evaluations &&
        replica_status->evaluations >= limits->max_evaluations)
        return "evaluations spent";
    if (limits->epochs &&
        replica_status->generation >= run_generations(limits->epochs, sub_generations))
        return "epochs done";
    return NULL;
}
