#include "run_trial.h"

#include "config_plan.h"
#include "run.h"
#include "start.h"

static enum status try_algorithms(const struct config *config,
                                  const struct puzzle *puzzle, struct arena *perm,
                                  struct error *err)
{
    struct engine_plan run = config_plan(config, false);
    size_t n = config->n_algorithms;
    size_t *individuals = ARENA_NEW(perm, size_t, n);
    if (!individuals)
        return error_set(err, STATUS_MEMORY, "no memory for %zu algorithms", n);
    for (size_t i = 0; i < n; i++) {
        const struct engine_islands *part = &config->algorithms[i];
        struct plan plan = {.islands = run.islands};
        void *self;
        if (part->algorithm->init(part->keys, puzzle, perm, &plan, &self, err) ||
            engine_check_part(&run, part->algorithm, &plan, err))
            return err->status;
        individuals[i] = plan.individuals;
    }
    return migration_check(&run.migration, individuals, n, err);
}

enum status run_trial(const struct config *config, struct comm *comm,
                      struct arena *perm, struct puzzle *puzzle, struct error *err)
{
    *puzzle = (struct puzzle){.problem = config->problem};
    if (problem_init(config->problem, config->problem_keys, perm, &puzzle->self,
                     &puzzle->shape, err) == STATUS_OK)
        try_algorithms(config, puzzle, perm, err);
    if (comm_agree(comm, err))
        return err->status;
    struct engine_plan plan = config_plan(config, puzzle->shape.objective[0].maximise);
    return start_load(config, puzzle, comm, perm, &plan, err);
}
