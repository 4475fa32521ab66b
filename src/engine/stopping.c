#include "stopping.h"

#include "observer.h"

#include <stddef.h>

const char *stopping_done(const struct stopping *limits, uint64_t sub_generations,
                          const struct standing *standing)
{
    if (standing->best <= limits->target_cost)
        return "target reached";
    if (standing->optimal)
        return "optimum proven";
    if (standing->exhausted)
        return "search exhausted";
    if (standing->gave_up)
        return "the search reached a limit of its own";
    if (limits->max_evaluations && standing->evaluations >= limits->max_evaluations)
        return "evaluations spent";
    if (limits->epochs &&
        standing->generation >= run_generations(limits->epochs, sub_generations))
        return "epochs done";
    return NULL;
}
