#include "config_plan.h"

#include "plural.h"

/* Interval at which solutions are written to the result file. Chosen by hand. */
static const double FINDINGS_EVERY_S = 10;

struct engine_plan config_plan(const struct config *config, bool maximise)
{
    const struct run_settings *keys = &config->run;
    struct migration_plan migration = settings_migration(&config->migration, keys);
    return (struct engine_plan){
        .seed = (uint64_t)keys->seed,
        .islands = (uint32_t)keys->islands,
        .replicas = (uint32_t)keys->replicas,
        .algorithms = config->algorithms,
        .n_algorithms = config->n_algorithms,
        .sub_generations = migration.period_s > 0 ? 1 : (uint64_t)keys->sub_generations,
        .stopping = settings_stopping(keys, config->ends, maximise),
        .migration = migration,
        .balances = keys->distribution == DISTRIBUTE_BY_SPEED,
        .migrate_at_start = config->migration.at_start,
        .solutions = (size_t)config->output.solutions,
        .min_distance = config->output.min_distance,
        .checkpoint_every_s = config->checkpoint.every_s,
        .checkpoint_better_s = config->checkpoint.better_s,
        .elites_every_s = FINDINGS_EVERY_S,
        .proof_s = keys->proof_s};
}

enum status config_check_ranks(const struct config *config, size_t ranks,
                               struct error *err)
{
    const struct run_settings *keys = &config->run;
    /* Absent: as many as ranks. At most 65536 islands of a million replicas. */
    size_t islands = keys->islands == OPTION_ABSENT ? ranks : (size_t)keys->islands;
    size_t replicas = (size_t)keys->replicas, most = islands * replicas;
    return ranks <= most
               ? STATUS_OK
               : error_at(err, "run.islands",
                          "%zu ranks are more than the %zu island%s of %zu replica%s "
                          "(expected: at most %zu rank%s, or more islands)",
                          ranks, islands, plural_s(islands), replicas,
                          plural_s(replicas), most, plural_s(most));
}
