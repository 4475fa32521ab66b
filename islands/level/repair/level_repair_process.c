#include "level_repair_process.h"

#include "clock.h"
#include "interrupt.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* CPU seconds that a method may take beyond its limit. Chosen by hand: long enough for
 * a method that checks the clock itself to return its result. */
static const double GRACE_S = 0.5;
/* Pauses between polls: they grow by a sixteenth, so that the end of a short repair is
 * noticed soon. Chosen by hand, not measured. */
enum { FIRST_PAUSE_NS = 20000, LAST_PAUSE_NS = 10000000 };
/* From this share of the time limit on, a crash counts as reaching the limit. Chosen by
 * hand, not measured. */
static const double LATE = 0.9;

/* Written by the child, read by its parent when it has ended. Levels are
 * double-buffered: one is written to the slot that is not in use, which `place` then
 * selects. */
struct report {
    _Atomic(int) place; /* 0: no level yet; 1, 2: slot of the best one */
    double cost[2];
    _Atomic(double) bound;
    _Atomic(bool) infeasible; /* proven, with a reason */
    _Atomic(enum level_repair_by) by;
    char reason[sizeof(((struct level_repair *)0)->reason)];

    /* The method returned: `repair`, with its cells in the third slot. */
    _Atomic(bool) done;
    enum status status;
    struct error err;
    struct level_repair repair;
    size_t cells;
    uint8_t cell[]; /* 3 x cells */
};

/* The report of this child; NULL in the parent. */
static struct report *my_report;
/* The same while what is reported does not count. */
static struct report *silenced_report;

void level_repair_process_reports(bool counts)
{
    struct report *known = counts ? silenced_report : my_report;
    if (known) {
        my_report = counts ? known : NULL;
        silenced_report = counts ? NULL : known;
    }
}

void level_repair_process_found(const uint8_t *cell, double cost)
{
    int place = my_report ? atomic_load(&my_report->place) : 0;
    if (!my_report || (place && my_report->cost[place - 1] <= cost))
        return;
    int other = place == 1 ? 2 : 1;
    my_report->cost[other - 1] = cost;
    memcpy(my_report->cell + (size_t)(other - 1) * my_report->cells, cell,
           my_report->cells);
    atomic_store(&my_report->place, other);
}

void level_repair_process_bound(double bound)
{
    if (my_report && bound > atomic_load(&my_report->bound))
        atomic_store(&my_report->bound, bound);
}

void level_repair_process_infeasible(const char *reason)
{
    if (!my_report)
        return;
    assert(atomic_load(&my_report->place) == 0);
    snprintf(my_report->reason, sizeof my_report->reason, "%s", reason);
    atomic_store(&my_report->infeasible, true);
}

void level_repair_process_by(enum level_repair_by by)
{
    if (my_report)
        atomic_store(&my_report->by, by);
}

/* ---- the child ---- */

/* SIGPROF ends the child at its CPU time limit, SIGKILL when its parent has ended. */
static void limit_child(pid_t parent, double seconds)
{
    static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
    sigset_t none;
    signal(SIGPROF, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        signal(crashes[i],
               SIG_DFL); /* Open MPI prints the stack; the parent tells it */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    clock_signal_after(seconds);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
}

static void repair_in_child(struct report *report, level_repair_method *method,
                            const struct level_game *game,
                            const struct level_grid *broken,
                            const struct level_demands *demands, double time_limit_s,
                            struct arena *arena)
{
    my_report = report;
    report->status = method(game, broken, demands, time_limit_s, arena, &report->repair,
                            &report->err);
    if (report->status == STATUS_OK && report->repair.grid.rows)
        memcpy(report->cell + 2 * report->cells, report->repair.grid.cell,
               report->cells);
    atomic_store(&report->done, true);
}

/* ---- the parent ---- */

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the repaired level");
}

static enum status take_level(const struct report *report, size_t place,
                              const struct level_grid *broken, struct arena *arena,
                              struct level_repair *out, struct error *err)
{
    out->grid = level_grid_new(broken->rows, broken->cols, arena);
    if (!out->grid.cell)
        return no_memory(err);
    memcpy(out->grid.cell, report->cell + place * report->cells, report->cells);
    return STATUS_OK;
}

/* Takes the result of a method that returned. */
static enum status take_result(const struct report *report,
                               const struct level_grid *broken, struct arena *arena,
                               struct level_repair *out, struct error *err)
{
    if (report->status) {
        *err = report->err;
        return report->status;
    }
    *out = report->repair;
    return out->grid.rows ? take_level(report, 2, broken, arena, out, err) : STATUS_OK;
}

/* Takes what an ended child had reported. */
static enum status take_best(const struct report *report,
                             const struct level_grid *broken, struct arena *arena,
                             struct level_repair *out, struct error *err)
{
    int place = atomic_load(&report->place);
    *out = (struct level_repair){.cost = INFINITY,
                                 .bound = atomic_load(&report->bound),
                                 .by = atomic_load(&report->by)};
    if (atomic_load(&report->infeasible)) {
        out->bound = INFINITY;
        out->infeasible = true;
        memcpy(out->reason, report->reason, sizeof out->reason);
    }
    if (!place)
        return STATUS_OK;
    out->cost = report->cost[place - 1];
    out->bound = fmin(out->bound, out->cost);
    out->optimal = out->bound >= out->cost;
    return take_level(report, (size_t)place - 1, broken, arena, out, err);
}

static double seconds_of(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* Whether the child ended because of the time limit: by its timer, or by a crash of
 * the solver near the limit (CBC 2.10 has crashed when the limit came during
 * preprocessing, which is off now). */
static bool was_late(int ended, double seconds, double time_limit_s)
{
    return WIFSIGNALED(ended) &&
           (WTERMSIG(ended) == SIGPROF ||
            (WTERMSIG(ended) != SIGKILL && seconds > LATE * time_limit_s));
}

static enum status take_report(const struct report *report, int ended, bool late,
                               const struct level_grid *broken, struct arena *arena,
                               struct level_repair *out, struct error *err)
{
    if (atomic_load(&report->done))
        return take_result(report, broken, arena, out, err);
    if (late)
        return take_best(report, broken, arena, out, err);
    return WIFSIGNALED(ended)
               ? error_set(err, STATUS_FAILED, "the repair was ended by signal %d (%s)",
                           WTERMSIG(ended), strsignal(WTERMSIG(ended)))
               : error_set(err, STATUS_FAILED, "the repair ended with exit code %d",
                           WEXITSTATUS(ended));
}

/* Waits for the end of the child; an interrupt kills it, and true is returned. */
static bool await(pid_t child, int *ended, struct rusage *usage)
{
    struct timespec pause = {.tv_nsec = FIRST_PAUSE_NS};
    bool stopped = false;
    for (;;) {
        pid_t found = wait4(child, ended, WNOHANG, usage);
        if (found == child || (found < 0 && errno != EINTR))
            return stopped;
        if (!stopped && interrupt_pending()) {
            kill(child, SIGKILL);
            stopped = true;
        }
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < LAST_PAUSE_NS)
            pause.tv_nsec += pause.tv_nsec / 16;
    }
}

enum status level_repair_process_run(level_repair_method *method,
                                     const struct level_game *game,
                                     const struct level_grid *broken,
                                     const struct level_demands *demands,
                                     double time_limit_s, struct arena *arena,
                                     struct level_repair *out, struct error *err)
{
    size_t cells = level_cells(broken), bytes = sizeof(struct report) + 3 * cells;
    pid_t parent = getpid();
    struct rusage usage = {0};
    int ended = 0;
    assert(my_report == NULL);
    struct report *report =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED)
        return no_memory(err);
    report->cells = cells;
    pid_t child = fork();
    if (child < 0) {
        munmap(report, bytes);
        return method(game, broken, demands, time_limit_s, arena, out, err);
    }
    if (child == 0) {
        limit_child(parent, time_limit_s + GRACE_S);
        repair_in_child(report, method, game, broken, demands, time_limit_s, arena);
        _exit(0);
    }
    bool stopped = await(child, &ended, &usage);
    double seconds = seconds_of(&usage);
    bool knows = atomic_load(&report->infeasible) || atomic_load(&report->place);
    bool late =
        stopped || was_late(ended, seconds, time_limit_s) ||
        (WIFSIGNALED(ended) && knows); /* CBC may crash at a limit of a part, too */
    *out = (struct level_repair){.cost = INFINITY, .by = atomic_load(&report->by)};
    enum status status = take_report(report, ended, late, broken, arena, out, err);
    out->seconds = seconds;
    munmap(report, bytes);
    return status;
}
