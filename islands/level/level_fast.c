#include "level_fast.h"

#include "level_child.h"
#include "level_contradiction.h"
#include "level_fast_flow.h"
#include "level_fast_lean.h"
#include "level_lean.h"
#include "level_mip.h"
#include "level_reason.h"
#include "level_tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* CPU seconds to find out why nothing is playable: at most, and even when the time is
 * up. */
static const double REASON_S = 20, LEAST_REASON_S = 0.2;

static enum status repair_by_rules(const struct level_game *game,
                                   const struct level_grid *broken, double deadline,
                                   struct arena *arena, struct level_repair *out,
                                   struct error *err)
{
    struct net_rules rules;
    char why[512];
    if (net_suits(game, broken->rows, broken->cols, &rules, why))
        return fast_by_flow(&rules, broken, FAST_TREE_NODES, deadline, arena, out, err);
    if (lean_suits(game, why))
        return fast_by_program(game, broken, deadline, arena, out, err);
    return level_repair_mip(game, broken, deadline - cpu_seconds(), arena, out, err);
}

const char *level_fast_method(const struct level_game *game, size_t rows, size_t cols,
                              char why[512])
{
    struct net_rules rules;
    char flow[512], lean[512];
    why[0] = '\0';
    if (net_suits(game, rows, cols, &rules, flow))
        return "flow";
    if (lean_suits(game, lean)) {
        snprintf(why, 512, "not flow: the game has %.400s", flow);
        return "lean program";
    }
    snprintf(why, 512,
             "not flow: the game has %.200s; not the lean program: it has %.200s", flow,
             lean);
    return "the paper's program";
}

static enum status explain(const struct level_game *game,
                           const struct level_grid *broken, double deadline,
                           struct level_repair *out, struct error *err)
{
    struct arena work;
    double seconds = fmax(fmin(deadline - cpu_seconds(), REASON_S), LEAST_REASON_S);
    arena_init(&work);
    enum status status = level_reason_explain(game, broken->rows, broken->cols, seconds,
                                              &work, out, err);
    arena_free(&work);
    return status;
}

enum status level_repair_fast(const struct level_game *game,
                              const struct level_grid *broken, double time_limit_s,
                              struct arena *arena, struct level_repair *out,
                              struct error *err)
{
    double start = cpu_seconds();
    char why[512];
    enum status status = STATUS_OK;
    *out = (struct level_repair){.cost = INFINITY, .bound = INFINITY};
    if (level_contradiction(game, broken->rows, broken->cols, why)) {
        out->infeasible = true;
        memcpy(out->reason, why, sizeof why);
    } else {
        status = repair_by_rules(game, broken, start + time_limit_s, arena, out, err);
    }
    if (status == STATUS_OK && out->infeasible && !out->reason[0])
        status = explain(game, broken, start + time_limit_s, out, err);
    out->seconds = cpu_seconds() - start;
    return status;
}
