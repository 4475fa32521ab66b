#include "run_ending.h"

#include "show_text.h"
#include "show_values.h"
#include "text_output.h"
#include "utf8.h"

#include <math.h>

/* What kept the run from a solution, or from a first generation, if the problem knows. */
static void show_hindrance(const struct run_ending *ending, uint64_t generations,
                           double best, FILE *out)
{
    const struct puzzle *puzzle = ending->puzzle;
    const struct problem *problem = puzzle->problem;
    char line[1024];
    if ((generations == 0 || isinf(best)) && problem->hindrance &&
        problem->hindrance(puzzle->self, line, sizeof line))
        fprintf(out, "; %s", line);
}

/* The summary at the end of a run. */
static void write_ending(const struct run_ending *ending, const struct outcome *outcome,
                         FILE *out)
{
    static const char *const words[] = {"finished", "stopped", "failed"};
    const struct measure *fitness = &ending->puzzle->shape.objective[0];
    double sign = fitness->maximise ? -1 : 1, best = INFINITY, bound = -INFINITY;
    double held = recorder_held(ending->recorder);
    uint64_t generations = 0;
    const struct verdict *verdict = NULL;
    for (uint32_t r = 0; r < ending->replicas; r++) {
        const struct replica_result *result = &outcome->replicas[r];
        best = fmin(best, result->best);
        bound = fmax(bound, result->bound);
        generations += result->generations;
        if (result->verdict.infeasible)
            verdict = &result->verdict;
    }
    best = fmin(best, held);
    bound = recorder_proven(ending->recorder, bound);
    fprintf(out, "%s (%s) after %.1f s: ", words[outcome->kind], outcome->why,
            outcome->elapsed_s);
    if (verdict)
        fprintf(out, "infeasible: %s", verdict->reason);
    else if (isinf(best))
        fprintf(out, "no feasible solution found yet");
    else
        show_quantity(fitness->name, sign * best + 0.0, fitness->unit, out);
    if (isfinite(held))
        fprintf(out, ", kept from before it was resumed");
    if (!verdict)
        show_proof(fitness->name, sign * best + 0.0, sign * bound + 0.0, fitness->unit,
                   fitness->maximise, out);
    if (!verdict)
        show_hindrance(ending, generations, best, out);
    fprintf(out, "\n");
    if (ending->asynchronous)
        fputs(SHOW_ASYNCHRONOUS, out);
    if (outcome->near_miss && isinf(best))
        show_violations(&outcome->near_miss->violations, out);
    utf8_print_note(
        out, "%s: see `skerry show` and `skerry verify`%s", ending->path,
        outcome->kind == OUTCOME_FINISHED ? ""
        : outcome->kind == OUTCOME_FAILED
            ? "; --resume continues the run, unless its input has to be changed"
            : "; --resume continues the run");
}

static enum status note_begun(void *self, const struct run_info *info,
                              struct error *err)
{
    struct run_ending *ending = self;
    (void)info;
    (void)err;
    ending->begun = recorder_is_open(ending->recorder);
    return STATUS_OK;
}

static enum status print_ending(void *self, const struct outcome *outcome,
                                struct error *err)
{
    const struct run_ending *ending = self;
    struct text_output output;
    struct error unread = {0};
    if (!ending->begun) /* the error says all */
        return STATUS_OK;
    if (text_output_begin(&output, err))
        return err->status;
    write_ending(ending, outcome, output.page);
    text_output_end(&output, stderr, &unread);
    return STATUS_OK;
}

struct observer run_ending_observer(struct run_ending *ending)
{
    return (struct observer){
        .self = ending, .start = note_begun, .finish = print_ending};
}
