#include "run_command.h"

#include "arguments.h"
#include "build_digest.h"
#include "clock.h"
#include "config_plan.h"
#include "interrupt.h"
#include "plugin_guard.h"
#include "progress_line.h"
#include "provenance.h"
#include "recorder.h"
#include "resume.h"
#include "run.h"
#include "run_ending.h"
#include "run_hosts.h"
#include "run_unknown.h"
#include "shell.h"
#include "show_command.h"
#include "signals.h"
#include "start.h"
#include "state_files.h"
#include "utf8.h"
#include "version.h"

#include <math.h>
#include <string.h>

/* The data of a run, from the command line to its end. */
struct run {
    const char *config_path, *output;
    struct argument_list overrides, plugin_paths;
    bool resume, json, quiet;

    struct comm *comm;
    struct arena perm;
    struct plugins plugins;
    struct config config;
    struct puzzle puzzle;
    struct engine_plan plan;
    struct resume resumed;     /* rank 0; `there`, `finished`, `found`: on all ranks */
    double began_s;            /* clock, when the time limit began */
    bool begun;                /* rank 0: the observers were called */
    enum status answer;        /* rank 0: the outcome in its result */
    struct recorder *recorder; /* rank 0 */
    struct provenance provenance;
    struct snapshot_files files;
    struct progress_line progress;
    int argc;
    char **argv;
};

static enum status parse_words(struct run *run, bool *help, struct error *err)
{
    const struct argument table[] = {
        {'s', "set", "KEY=VALUE", ARGUMENT_MANY, &run->overrides,
         "set a key of the config: -s run.seed=7"},
        PLUGINS_ARGUMENT(&run->plugin_paths),
        {'o', "output", "FILE", ARGUMENT_TEXT, &run->output,
         "result file (output.file)"},
        {0, "resume", NULL, ARGUMENT_FLAG, &run->resume,
         "continue from the checkpoint; start if there is none"},
        {0, "json", NULL, ARGUMENT_FLAG, &run->json, "print the result as JSON"},
        {'q', "quiet", NULL, ARGUMENT_FLAG, &run->quiet, "no progress, no summary"},
        {0}};
    const struct usage usage = {
        .line = "skerry run CONFIG [-s KEY=VALUE]... [--plugin FILE]... [-o FILE] "
                "[--resume] [--json] [--quiet]",
        .summary =
            "Runs a config; under mpirun its islands are distributed over the ranks.",
        .arguments = table,
        .positional = "config",
        .least = 1,
        .most = 1};
    return arguments_parse_word(run->argc, run->argv, &usage, run->comm->rank,
                                &run->perm, &run->config_path, help, err);
}

/* Whether --resume finds a result: a run that ends before it begins then leaves what that has. */
static bool has_former(const struct run *run)
{
    return run->resume && access(run->config.output.file, F_OK) == 0;
}

/* Loads the puzzle of the config; errors are given their position in it. */
static enum status load_puzzle(struct run *run, struct error *err)
{
    struct config *config = &run->config;
    struct config_request request = {.path = run->config_path,
                                     .overrides = run->overrides.items,
                                     .n_overrides = run->overrides.count,
                                     .plugins = &run->plugins,
                                     .output = run->output,
                                     .islands = run->comm->size};
    if (plugins_open_all(&run->plugins, &run->plugin_paths, run->comm, &run->perm,
                         err) ||
        config_load(&request, &run->plugins.registry, run->comm, &run->perm, config,
                    err))
        return err->status;
    run->puzzle.problem = config->problem;
    if (run->json && run->comm->rank == 0 && !has_former(run))
        run_unknown_prepare(config);
    interrupt_set_limit(config->run.time_limit_s);
    run->began_s = clock_monotonic_s();
    problem_init(config->problem, config->problem_keys, &run->perm, &run->puzzle.self,
                 &run->puzzle.shape, err);
    if (registry_plugin(&run->plugins.registry, config->problem, NULL))
        plugin_guard(&run->puzzle);
    return comm_agree(run->comm, err);
}

/* As a shell takes it. */
static const char *command_line(struct run *run)
{
    size_t bytes = sizeof "skerry";
    for (int i = 0; i < run->argc; i++)
        bytes += shell_word_bytes(run->argv[i]);
    char *text = arena_take(&run->perm, bytes);
    if (!text)
        return NULL;
    strcpy(text, "skerry");
    for (int i = 0; i < run->argc; i++) {
        strcat(text, " ");
        shell_word(run->argv[i], text + strlen(text));
    }
    return text;
}

static enum status open_recorder(struct run *run, const char *hosts, struct error *err)
{
    const struct config *config = &run->config;
    struct recorder_input *inputs =
        ARENA_NEW(&run->perm, struct recorder_input, config->n_files);
    const char *command = command_line(run);
    if (!inputs || !command)
        return error_set(err, STATUS_MEMORY, "no memory for the recorder");
    for (size_t i = 0; i < config->n_files; i++)
        inputs[i] = (struct recorder_input){.key = config->files[i].key,
                                            .path = config->files[i].file.path,
                                            .data = config->files[i].file.data,
                                            .bytes = config->files[i].file.bytes};
    struct recorder_info info = {.path = config->output.file,
                                 .name = config->name,
                                 .description = config->description,
                                 .config = config->resolved,
                                 .command = command,
                                 .version = SKERRY_VERSION,
                                 .commit = skerry_commit(),
                                 .hosts = hosts,
                                 .provenance =
                                     provenance_find(&run->provenance, run->comm),
                                 .inputs = inputs,
                                 .n_inputs = config->n_files,
                                 .follow = config->output.follow,
                                 .all_rows = (uint64_t)config->output.all_rows,
                                 .compare = resume_compare,
                                 .compare_self = &run->config};
    memcpy(info.identity.bytes, config->identity, sizeof info.identity.bytes);
    return recorder_open(&info, run->resume, &run->perm, &run->recorder, err);
}

/* What is wrong with a file that the config names is said at its key. */
static void blame_key(const struct run *run, struct error *err)
{
    static const char key[] = "output.file";
    bool is_named = false;
    for (size_t i = 0; i < run->config.n_origins; i++)
        is_named = is_named || !strcmp(run->config.origins[i].key, key);
    if (err->status == STATUS_INPUT && !run->output && is_named)
        snprintf(err->key, sizeof err->key, "%s", key);
}

/* Rank 0: opens the result file, and with --resume finds the checkpoint. */
static enum status open_here(struct run *run, const char *hosts, struct error *err)
{
    if (open_recorder(run, hosts, err))
        blame_key(run, err);
    if (err->status || !run->resume)
        return err->status;
    return resume_find(&run->config, &run->perm, &run->resumed, err);
}

/* Rank 0 opens the files of the run; all ranks get the status. */
static enum status open_files(struct run *run, struct error *err)
{
    const char *hosts = run_hosts(run->comm, &run->perm, err);
    if (err->status)
        return err->status;
    if (run->comm->rank == 0)
        open_here(run, hosts, err);
    if (comm_agree(run->comm, err))
        return err->status;
    bool known[] = {run->resumed.there, run->resumed.finished, run->resumed.found,
                    run->resumed.unproven};
    comm_broadcast(run->comm, known, sizeof known, err);
    run->resumed.there = known[0];
    run->resumed.finished = known[1];
    run->resumed.found = known[2];
    run->resumed.unproven = known[3];
    return err->status;
}

/* The key of an input that was the former result, which has another name now; or NULL. */
static const char *former_as_input(const struct config *config)
{
    for (size_t i = 0; i < config->n_files; i++)
        if (!strcmp(config->files[i].file.path, config->output.file))
            return config->files[i].key;
    return NULL;
}

/* A checkpoint without its result does not have the limits that it was made with, but where it is. */
static void say_passed(const struct run *run, const struct run_info *info)
{
    uint64_t last = run_generations(info->epochs, info->sub_generations), most = 0;
    for (uint32_t r = 0; info->resumed && r < info->replicas; r++)
        if (info->generations_kept[r] > most)
            most = info->generations_kept[r];
    if (info->epochs && !run->resumed.there && most > 0 && most - 1 > last)
        utf8_print_note(stderr,
                        "skerry: %s: its checkpoint is beyond the limit of run.epochs, "
                        "in generation %llu: the result may differ from that of a run "
                        "with it",
                        run->config.output.file, (unsigned long long)most - 1);
}

/* Observer: prints where the former result, or a checkpoint without one, is kept. */
static enum status say_kept(void *self, const struct run_info *info, struct error *err)
{
    struct run *run = self;
    struct recorder_kept kept = recorder_kept(run->recorder);
    const char *input = former_as_input(&run->config);
    char *shown =
        kept.path ? arena_take(&run->perm, shell_word_bytes(kept.path)) : NULL;
    (void)err;
    run->begun = true;
    say_passed(run, info);
    resume_say_builds(&run->resumed, &run->config, SKERRY_VERSION, skerry_commit());
    if (kept.path && kept.is_checkpoint)
        utf8_print_note(
            stderr,
            "skerry: %s: a checkpoint without its result is kept as %s: the run "
            "starts from the beginning, --resume would continue from a checkpoint",
            run->config.output.file, kept.path);
    else if (kept.path && input && shown)
        utf8_print_note(
            stderr,
            "skerry: %s: the former result, which the run starts from, is kept as %s: "
            "--resume needs -s %s=%s",
            run->config.output.file, kept.path, input, shell_word(kept.path, shown));
    else if (kept.path)
        utf8_print_note(stderr, "skerry: %s: the former result is kept as %s%s",
                        run->config.output.file, kept.path,
                        kept.is_unfinished
                            ? ": it is not finished, --resume would continue it"
                            : "");
    return STATUS_OK;
}

/* The outcome of a run as a status: a solution, none found, or proven infeasible. */
static enum status answer_of(bool found, bool infeasible)
{
    return found ? STATUS_OK : infeasible ? STATUS_INFEASIBLE : STATUS_NOTHING;
}

/* Observer: stores the outcome for the exit code. */
static enum status note_answer(void *self, const struct outcome *outcome,
                               struct error *err)
{
    struct run *run = self;
    bool found = isfinite(recorder_held(run->recorder)), infeasible = false;
    (void)err;
    for (uint32_t r = 0; r < run->plan.replicas; r++) {
        found = found || isfinite(outcome->replicas[r].best);
        infeasible = infeasible || outcome->replicas[r].verdict.infeasible;
    }
    run->answer = answer_of(found, infeasible);
    return STATUS_OK;
}

static enum status play(struct run *run, struct error *err)
{
    struct observer observers[4];
    struct run_ending ending = {.puzzle = &run->puzzle,
                                .recorder = run->recorder,
                                .path = run->config.output.file,
                                .replicas = run->plan.replicas,
                                .asynchronous = run->plan.migration.period_s > 0};
    size_t n = 0;
    enum outcome_kind kind;
    const char *why;
    if (run->comm->rank == 0) {
        observers[n++] = recorder_observer(run->recorder);
        observers[n++] =
            (struct observer){.self = run, .start = say_kept, .finish = note_answer};
        if (!run->quiet) {
            observers[n++] = progress_line_observer(&run->progress);
            observers[n++] = run_ending_observer(&ending);
        }
    }
    struct digest build = build_digest(&run->config);
    struct engine_world world = {.comm = run->comm,
                                 .observers = observers,
                                 .n_observers = n,
                                 .clock = clock_monotonic_s,
                                 .prepared_s = clock_monotonic_s() - run->began_s,
                                 .snapshot = run->resumed.checkpoint.bytes,
                                 .snapshot_bytes = run->resumed.checkpoint.n,
                                 .build = build.bytes,
                                 .files = &run->files,
                                 .settled =
                                     run->resumed.finished && !run->resumed.unproven};
    if (run->resumed.found || !run->resumed.finished)
        engine_run(&run->plan, &run->puzzle, &world, &kind, &why, err);
    return err->status;
}

/* Of a run that was cut before there was a result. */
static enum status print_unknown(const struct run *run, const char *why,
                                 struct error *err)
{
    return run->json && run->comm->rank == 0 ? run_unknown_print(&run->config, why, err)
                                             : STATUS_OK;
}

/* Rank 0: no observer was called, so the result found by --resume stays as it is and
 * determines the outcome.
 *
 * cut  why the run ended before it began; STATUS_OK: the result is already finished */
static void take_former(struct run *run, const struct error *cut)
{
    run->answer = answer_of(run->resumed.solved, run->resumed.infeasible);
    if (cut->status == STATUS_CUT)
        utf8_print_note(stderr, "skerry: %s", cut->text);
    else
        utf8_print_note(stderr, "skerry: %s: is finished: nothing to resume%s",
                        run->config.output.file,
                        run->resumed.limited && run->resumed.found
                            ? " (a higher limit, such as run.epochs, would continue it)"
                            : "");
}

static enum status print_json(struct run *run, struct error *err)
{
    char show[] = "show", json[] = "--json";
    char *file = arena_text(&run->perm, run->config.output.file);
    char *words[] = {show, file, json, NULL};
    return file ? show_command(3, words, run->comm, err)
                : error_set(err, STATUS_MEMORY, "no memory for a file name");
}

/* The end of a run that was cut while its puzzle was loaded: a result that it was to resume determines the
 * outcome. Collective. */
static enum status end_unloaded(struct run *run, struct error *err)
{
    struct error cut = *err, unread = {0}; /* that it was cut is the error */
    bool former = run->comm->rank == 0 && has_former(run) &&
                  resume_read_result(&run->config, &run->perm, &run->resumed);
    if (comm_broadcast(run->comm, &former, sizeof former, &unread))
        return err->status;
    if (!former) {
        print_unknown(run, cut.text, &unread);
        return err->status;
    }
    *err = (struct error){0};
    if (run->comm->rank == 0)
        take_former(run, &cut);
    if (run->json && print_json(run, err))
        return err->status;
    err->status = run->answer;
    return comm_agree(run->comm, err);
}

static enum status run_config(struct run *run, struct error *err)
{
    bool help;
    if (parse_words(run, &help, err) || help)
        return err->status;
    if (load_puzzle(run, err))
        return err->status == STATUS_CUT ? end_unloaded(run, err) : err->status;
    run->plan = config_plan(&run->config, run->puzzle.shape.objective[0].maximise);
    if (start_load(&run->config, &run->puzzle, run->comm, &run->perm, &run->plan, err))
        return err->status;
    state_files_init(&run->config, &run->perm, &run->files, err);
    if (comm_agree(run->comm, err))
        return err->status;
    interrupt_watch_signal(signals_catch()); /* none may come amid renamed files */
    if (open_files(run, err))
        return err->status;
    play(run, err);
    recorder_close(run->recorder);
    bool cut = err->status == STATUS_CUT; /* the same on all ranks */
    if ((!err->status || cut) && run->comm->rank == 0 && !run->begun)
        take_former(run, err);
    struct error unknown = *err;
    if (cut)
        *err = (struct error){0};
    if (cut && !run->resumed.there)
        print_unknown(run, unknown.text, err);
    if (comm_agree(run->comm, err))
        return err->status;
    if (run->json && (!cut || run->resumed.there) && print_json(run, err))
        return err->status;
    err->status = run->answer;
    return comm_agree(run->comm, err);
}

enum status run_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    struct run run = {.comm = comm, .argc = argc, .argv = argv};
    char line[sizeof err->text];
    arena_init(&run.perm);
    plugins_init(&run.plugins, &registry_all);
    signals_end_with(comm->rank ? NULL
                                : "skerry: ended by a signal before the run began\n");
    run_config(&run, err);
    recorder_close(run.recorder); /* if the run was refused */
    run_unknown_free();
    if (err->status && err->key[0]) {
        config_locate(&run.config, err, line, sizeof line);
        error_set(err, err->status, "%s", line);
    }
    puzzle_destroy(&run.puzzle);
    plugins_close(&run.plugins);
    arena_free(&run.perm);
    return err->status;
}
