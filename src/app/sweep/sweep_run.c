#include "sweep_run.h"

#include "clock.h"
#include "plural.h"
#include "program_path.h"
#include "show_values.h"
#include "signals.h"
#include "sweep_jobs.h"
#include "sweep_name.h"
#include "utf8.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORD_BYTES = 24, MOST_WORDS = 12 };

struct sweeping {
    struct sweep_survey *survey;
    const struct sweep_run_plan *plan;
    struct arena *perm;
    const volatile sig_atomic_t *signal;
    double began;
    size_t wanted, ended, failed;
    char program[PATH_MAX], ranks[WORD_BYTES], log[PATH_MAX];
    /* With the name, since the table may change meanwhile. */
    char task[WORD_BYTES + SWEEP_NAME_BYTES];
    char *words[MOST_WORDS];
    struct error *err; /* of a listener */
};

/* ---- processes ---- */

/* A terminal's Ctrl-C reaches mpirun as well, which by itself kills its ranks a second later: they may need more to
 * write their result. */
static void give_ranks_time(void)
{
    setenv("OMPI_MCA_odls_base_sigkill_timeout", "10", 0);
}

static char *const *command_of(void *self, size_t task)
{
    static char mpirun[] = "mpirun", n[] = "-n", sweep[] = "sweep", quiet[] = "--quiet",
                number[] = "--task";
    struct sweeping *s = self;
    size_t at = 0;
    snprintf(s->ranks, sizeof s->ranks, "%zu", s->plan->ranks);
    snprintf(s->task, sizeof s->task, "%zu:%s", task + 1,
             s->survey->table->tasks[task].name);
    if (s->plan->ranks > 1) {
        s->words[at++] = mpirun;
        s->words[at++] = n;
        s->words[at++] = s->ranks;
    }
    s->words[at++] = s->program;
    s->words[at++] = sweep;
    s->words[at++] = arena_text(s->perm, s->survey->table->path);
    s->words[at++] = number;
    s->words[at++] = s->task;
    s->words[at++] = quiet;
    s->words[at] = NULL;
    return s->words;
}

static const char *log_of(void *self, size_t task)
{
    struct sweeping *s = self;
    const struct sweep_table *table = s->survey->table;
    snprintf(s->log, sizeof s->log, "%s/%s.log", table->folder,
             table->tasks[task].name);
    return s->log;
}

/* The line of a task's output that says why it failed, without the program's name; "" if none:
 * the last one, of which those of the program itself come first if it has ended by itself, since
 * mpirun adds frames of dashes that say so.
 *
 * code  its exit code */
static void telling_line(const char *path, int code, char *line, size_t bytes)
{
    static const char own[] = "skerry: ";
    enum { OWN = sizeof own - 1, FAILED = 1, REFUSED = 2 };
    char buffer[1024];
    bool by_itself = code == FAILED || code == REFUSED, is_own = false;
    FILE *file = fopen(path, "r");
    line[0] = '\0';
    while (file && fgets(buffer, sizeof buffer, file)) {
        bool now_own = !strncmp(buffer, own, OWN);
        buffer[strcspn(buffer, "\n")] = '\0';
        if (!buffer[strspn(buffer, "-")] || (by_itself && is_own && !now_own))
            continue;
        snprintf(line, bytes, "%.*s", (int)bytes - 1, now_own ? buffer + OWN : buffer);
        is_own = now_own;
    }
    if (file)
        (void)fclose(file);
}

/* ---- words ---- */

static void print_answer(const struct sweep_state *state)
{
    if (state->infeasible)
        fprintf(stderr, "infeasible");
    else if (isnan(state->best))
        fprintf(stderr, "no feasible solution found");
    else
        show_quantity(state->fitness, state->best, state->unit, stderr);
    if (!state->infeasible)
        show_proof(state->fitness, state->best,
                   state->optimal ? state->best : state->bound, state->unit,
                   state->maximise, stderr);
    fprintf(stderr, ", %s after %.1f s", sweep_stage_word(state->stage),
            state->elapsed_s);
}

static void print_left(const struct sweeping *s)
{
    double left = (clock_monotonic_s() - s->began) / (double)s->ended *
                  (double)(s->wanted - s->ended);
    if (s->ended < s->wanted && left >= 60)
        fprintf(stderr, "; about %.0f min left", left / 60);
    fputc('\n', stderr);
}

/* Exit codes 3 and 4 are answers. */
static bool is_answer(int code)
{
    return code == 0 || code == 3 || code == 4;
}

static void print_end(struct sweeping *s, size_t task, bool failed, int code)
{
    char line[512];
    const struct sweep_state *state = &s->survey->states[task];
    fprintf(stderr, "[%zu/%zu] ", s->ended, s->wanted);
    utf8_print_name(s->survey->table->tasks[task].name, stderr);
    fputs(": ", stderr);
    if (failed) {
        const char *log = log_of(s, task);
        bool is_other = is_answer(code) && state->stage == SWEEP_UNUSABLE;
        telling_line(log, code, line, sizeof line);
        fprintf(stderr, "failed (exit code %d): ", code);
        utf8_print_name(is_other ? state->trouble : line[0] ? line : log, stderr);
    } else {
        print_answer(state);
    }
    print_left(s);
}

/* A task that was told to stop has not failed, however it ended. One has whose result is not that of the
 * task: a file that its config names was changed since the sweep began. */
static void note_end(void *self, size_t task, int code)
{
    struct sweeping *s = self;
    bool answered = is_answer(code);
    if (s->err->status || sweep_survey_again(s->survey, task, s->perm, s->err))
        return;
    if (answered && !*s->signal)
        sweep_survey_settle(s->survey, task);
    enum sweep_stage stage = s->survey->states[task].stage;
    bool failed =
        !*s->signal && (!answered || stage == SWEEP_MISSING || stage == SWEEP_UNUSABLE);
    s->ended++;
    s->failed += failed;
    if (failed || !s->plan->quiet)
        print_end(s, task, failed, code);
}

/* ---- the sweep ---- */

static enum status refuse_folder(const struct sweep_table *table, const char *part,
                                 const char *why, struct error *err)
{
    char line[WORD_BYTES] = "";
    if (table->folder_line)
        snprintf(line, sizeof line, ":%d", table->folder_line);
    return error_set(err, STATUS_INPUT,
                     "%s%s: folder: %.200s: %s (expected: name of a folder for the "
                     "results, which can be made and written to)",
                     table->path, line, part, why);
}

enum status sweep_run_folder(const struct sweep_table *table, struct error *err)
{
    const char *path = table->folder;
    char part[PATH_MAX];
    struct stat file;
    if (strlen(path) >= sizeof part)
        return refuse_folder(table, path, "the name is too long", err);
    for (const char *slash = path; slash;) {
        slash = strchr(slash + 1, '/');
        size_t n = slash ? (size_t)(slash - path) : strlen(path);
        memcpy(part, path, n);
        part[n] = '\0';
        if (mkdir(part, 0777) && errno != EEXIST)
            return refuse_folder(table, part, strerror(errno), err);
        if (stat(part, &file) || !S_ISDIR(file.st_mode))
            return refuse_folder(table, part, "exists and is no folder", err);
    }
    return access(path, W_OK | X_OK) ? refuse_folder(table, path, strerror(errno), err)
                                     : STATUS_OK;
}

void sweep_run_tell_unusable(const struct sweep_survey *survey, size_t task)
{
    utf8_print_note(stderr,
                    "%s: %s; move it away, or name another `folder` in the table",
                    survey->table->tasks[task].name, survey->states[task].trouble);
}

/* The tasks to run; those whose result is unusable count as failed. */
static size_t *choose(struct sweeping *s)
{
    const struct sweep_table *table = s->survey->table;
    size_t *tasks = ARENA_NEW(s->perm, size_t, table->n_tasks);
    for (size_t i = 0; tasks && i < table->n_tasks; i++) {
        const struct sweep_state *state = &s->survey->states[i];
        if (state->stage == SWEEP_UNUSABLE) {
            sweep_run_tell_unusable(s->survey, i);
            s->failed++;
        } else if (state->stage != SWEEP_FINISHED) {
            tasks[s->wanted++] = i;
        }
    }
    return tasks;
}

enum status sweep_run(struct sweep_survey *survey, const struct sweep_run_plan *plan,
                      struct arena *perm, size_t *failed, bool *stopped,
                      struct error *err)
{
    struct error trouble = {0};
    struct sweeping s = {.survey = survey,
                         .plan = plan,
                         .perm = perm,
                         .signal = signals_catch(),
                         .began = clock_monotonic_s(),
                         .err = &trouble};
    const struct sweep_jobs jobs = {.command = command_of,
                                    .log = log_of,
                                    .ended = note_end,
                                    .self = &s,
                                    .at_once = plan->jobs,
                                    .signal = s.signal};
    if (!program_path(s.program))
        return error_set(err, STATUS_FAILED, "cannot find its own program: %s",
                         strerror(errno));
    const size_t *tasks = choose(&s);
    if (!tasks)
        return error_set(err, STATUS_MEMORY, "no memory for %zu tasks",
                         survey->table->n_tasks);
    if (!plan->quiet)
        fprintf(stderr, "%zu task%s: %zu finished, %zu to run, %zu at a time\n",
                survey->table->n_tasks, plural_s(survey->table->n_tasks),
                survey->count[SWEEP_FINISHED], s.wanted, plan->jobs);
    if (plan->ranks > 1)
        give_ranks_time();
    sweep_jobs_run(&jobs, tasks, s.wanted, err);
    if (!err->status)
        *err = trouble;
    *failed = s.failed;
    *stopped = *s.signal != 0;
    return err->status;
}
