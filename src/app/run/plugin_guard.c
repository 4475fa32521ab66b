#include "plugin_guard.h"

#include <math.h>

/* What the operations need, which are given the plugin's own instance only. */
static struct {
    const struct problem *inner;
    struct problem table;
    struct shape shape;
    struct error fault; /* the first one */
} guard;

static void note_fault(const char *what, double value, const char *name,
                       const char *expected)
{
    if (!guard.fault.status)
        error_set(&guard.fault, STATUS_INPUT,
                  "problem %s: its operation `%s` returned %s%s%s (expected: %s)",
                  guard.inner->name, what,
                  isnan(value) ? "NaN"
                  : value < 0  ? "-INFINITY"
                               : "INFINITY",
                  name[0] ? " as " : "", name, expected);
}

static void evaluate(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost)
{
    size_t objectives = guard.shape.objectives;
    guard.inner->evaluate(self, genomes, n, scratch, cost);
    for (size_t i = 0; i < n * objectives; i++)
        if (!(cost[i] > -INFINITY)) {
            note_fault("evaluate", cost[i], guard.shape.objective[i % objectives].name,
                       "numbers, and INFINITY as the first cost of an infeasible "
                       "genome");
            cost[i] = INFINITY; /* what the step does with it is discarded */
        }
}

static void descriptors(const void *self, const void *genome, struct arena scratch,
                        double *out)
{
    guard.inner->descriptors(self, genome, scratch, out);
    for (size_t i = 0; i < guard.shape.descriptors; i++)
        if (!isfinite(out[i])) {
            note_fault("descriptors", out[i], guard.shape.descriptor[i].name,
                       "finite numbers");
            out[i] = guard.shape.descriptor[i].low;
        }
}

static double distance(const void *self, const void *a, const void *b,
                       struct arena scratch)
{
    double found = guard.inner->distance(self, a, b, scratch);
    if (!isnan(found))
        return found;
    note_fault("distance", found, "", "a number in [0, 1]");
    return 1;
}

static enum status failed(const void *self, struct error *err)
{
    if (guard.fault.status) {
        *err = guard.fault;
        return err->status;
    }
    return guard.inner->failed ? guard.inner->failed(self, err) : STATUS_OK;
}

void plugin_guard(struct puzzle *puzzle)
{
    guard.inner = puzzle->problem;
    guard.shape = puzzle->shape;
    guard.fault = (struct error){0};
    guard.table = *puzzle->problem;
    guard.table.evaluate = evaluate;
    guard.table.distance = distance;
    guard.table.failed = failed;
    if (puzzle->problem->descriptors)
        guard.table.descriptors = descriptors;
    puzzle->problem = &guard.table;
}
