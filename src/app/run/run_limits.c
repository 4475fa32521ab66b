#include "run_limits.h"

#include "config_value.h"
#include "observer.h"
#include "stopping.h"

#include <math.h>
#include <string.h>

bool run_limits_is_key(const struct config *config, const char *path)
{
    (void)config;
    return !strcmp(path, "run.epochs") || !strcmp(path, "run.max_evaluations") ||
           !strcmp(path, "run.target") || !strcmp(path, "run.proof_s");
}

static bool is_one_of(const char *why, const enum stop_reason *reasons, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(why, stopping_words(reasons[i])))
            return true;
    return false;
}

bool run_limits_is_raisable(const char *why)
{
    static const enum stop_reason limits[] = {STOP_TARGET, STOP_EVALUATIONS,
                                              STOP_EPOCHS};
    return is_one_of(why, limits, sizeof limits / sizeof *limits);
}

static uint64_t generations_of(int64_t epochs, int64_t sub_generations)
{
    return epochs == OPTION_ABSENT
               ? UINT64_MAX
               : run_generations((uint64_t)epochs, (uint64_t)sub_generations);
}

struct run_limits run_limits_of(const struct config *config)
{
    const struct run_settings *keys = &config->run;
    /* A row of an asynchronous run is an epoch (settings.c). */
    int64_t rows =
        config->migration.mode == MODE_ASYNCHRONOUS ? 1 : keys->sub_generations;
    return (struct run_limits){
        .generations = config->ends ? UINT64_MAX : generations_of(keys->epochs, rows),
        .evaluations = keys->max_evaluations == OPTION_ABSENT
                           ? UINT64_MAX
                           : (uint64_t)keys->max_evaluations,
        .target = keys->target,
        .proof_s = config->problem->prove ? keys->proof_s : NAN,
        .ends = config->ends};
}

/* The text of a key of the section `run`; NULL if there is none. */
static const char *text_of(const struct config_node *run, const char *key)
{
    const struct config_node *node = config_node_get(run, key);
    return node && node->kind == CONFIG_NODE_VALUE ? node->text : NULL;
}

/* As a whole number; OPTION_ABSENT if there is none. */
static int64_t whole(const struct config_node *run, const char *key)
{
    const char *text = text_of(run, key);
    int64_t value;
    bool huge;
    return text && config_value_int(text, &value, &huge) ? value : OPTION_ABSENT;
}

/* As a real number; NaN if there is none. */
static double real(const struct config_node *run, const char *key)
{
    const char *text = text_of(run, key);
    double value;
    bool huge;
    return text && config_value_real(text, &value, &huge) ? value : NAN;
}

/* The limits in the stored config, which is resolved; `ours` are of the same identity. */
static struct run_limits stored_limits(const struct result *result,
                                       const struct run_limits *ours)
{
    struct run_limits limits = *ours;
    struct config_node *tree, *run = NULL;
    struct error ignored = {0};
    struct arena arena;
    arena_init(&arena);
    if (config_tree_parse(result->config, strlen(result->config), "", false, &arena,
                          &tree, &ignored) == STATUS_OK)
        run = config_node_get(tree, "run");
    if (run) {
        int64_t evaluations = whole(run, "max_evaluations");
        limits = (struct run_limits){
            .generations = ours->ends
                               ? UINT64_MAX
                               : generations_of(whole(run, "epochs"),
                                                result->asynchronous
                                                    ? 1
                                                    : whole(run, "sub_generations")),
            .evaluations =
                evaluations == OPTION_ABSENT ? UINT64_MAX : (uint64_t)evaluations,
            .target = real(run, "target"),
            .proof_s = real(run, "proof_s"),
            .ends = ours->ends};
    }
    arena_free(&arena);
    return limits;
}

static bool reaches(double best, double target, bool maximise)
{
    return maximise ? best >= target : best <= target; /* false for NaN */
}

/* Whether a target is reached earlier than another. */
static bool is_easier(double target, double than, bool maximise)
{
    return !isnan(target) &&
           (isnan(than) || (maximise ? target < than : target > than));
}

/* The last generation of a replica; -1: it has not begun. A result made from a checkpoint alone has no rows before. */
static int64_t last_of(const struct result_replica *replica)
{
    return replica->generations > replica->summed ? replica->generations
                                                  : replica->summed;
}

static bool is_ended(const struct result_replica *replica,
                     const struct run_limits *limits, bool maximise)
{
    int64_t last = last_of(replica);
    return last >= 0 && ((uint64_t)last >= limits->generations ||
                         (uint64_t)replica->evaluations >= limits->evaluations ||
                         reaches(replica->searched, limits->target, maximise));
}

static bool is_passed(const struct result_replica *replica,
                      const struct run_limits *ours, const struct run_limits *theirs,
                      bool maximise)
{
    int64_t last = last_of(replica);
    if (last < 0)
        return false;
    return (uint64_t)last > ours->generations ||
           (ours->evaluations < theirs->evaluations &&
            (uint64_t)replica->evaluations >= ours->evaluations) ||
           (is_easier(ours->target, theirs->target, maximise) &&
            reaches(replica->searched, ours->target, maximise));
}

/* A run that was resumed may keep proven solutions that none of its replicas has. */
static bool is_proven(const struct result *result)
{
    bool proven = result->infeasible;
    for (uint32_t r = 0; r < result->replicas; r++)
        proven = proven || result->replica[r].optimal;
    return proven;
}

/* Whether the last proof of a finished run, which has proven nothing, has more work now. */
static bool is_proof_raised(const struct result *result, const struct run_limits *ours,
                            const struct run_limits *theirs)
{
    return !strcmp(result->status, "finished") && ours->proof_s > theirs->proof_s &&
           !is_proven(result);
}

/* Whether a finished run has made its last proof: it does not where the search has proven its best. */
static bool has_last_proof(const struct result *result)
{
    static const enum stop_reason proofs[] = {STOP_OPTIMAL, STOP_EXHAUSTED,
                                              STOP_INFEASIBLE};
    return !strcmp(result->status, "finished") &&
           !is_one_of(result->why, proofs, sizeof proofs / sizeof *proofs);
}

bool run_limits_raise_proof(const struct run_limits *limits,
                            const struct result *result)
{
    struct run_limits theirs = stored_limits(result, limits);
    return is_proof_raised(result, limits, &theirs);
}

enum run_limits_verdict run_limits_compare(const struct run_limits *limits,
                                           const struct result *result)
{
    struct run_limits theirs = stored_limits(result, limits);
    bool maximise = result->objective[0].maximise, raised = false;
    if (limits->proof_s < theirs.proof_s && has_last_proof(result))
        return RUN_LIMITS_PASSED;
    for (uint32_t r = 0; r < result->replicas; r++) {
        const struct result_replica *replica = &result->replica[r];
        if (is_passed(replica, limits, &theirs, maximise))
            return RUN_LIMITS_PASSED;
        raised = raised || (is_ended(replica, &theirs, maximise) &&
                            !is_ended(replica, limits, maximise));
    }
    /* Of one replica the reason is known, but that it has reached its target comes before a proof
     * of the same moment (stopping.h). */
    bool may_go_on = result->replicas > 1 || run_limits_is_raisable(result->why);
    raised = raised && may_go_on && !strcmp(result->status, "finished");
    return raised || is_proof_raised(result, limits, &theirs) ? RUN_LIMITS_RAISED
                                                              : RUN_LIMITS_HOLD;
}
