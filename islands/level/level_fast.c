#include "level_fast.h"

#include "level_contradiction.h"
#include "level_fast_flow.h"
#include "level_tree.h"

#include <math.h>
#include <string.h>

enum status level_repair_fast(const struct level_game *game,
                              const struct level_grid *broken, double time_limit_s,
                              struct arena *arena, struct level_repair *out,
                              struct error *err)
{
    double start = cpu_seconds();
    struct net_rules rules;
    char why[512];
    if (level_contradiction(game, broken->rows, broken->cols, why)) {
        *out = (struct level_repair){
            .cost = INFINITY, .bound = INFINITY, .infeasible = true};
        memcpy(out->reason, why, sizeof why);
        return STATUS_OK;
    }
    if (!net_suits(game, broken->rows, broken->cols, &rules, why))
        return error_set(err, STATUS_INPUT, "game %s has %s", game->name, why);
    enum status status =
        fast_by_flow(&rules, broken, start + time_limit_s, arena, out, err);
    out->seconds = cpu_seconds() - start;
    return status;
}
