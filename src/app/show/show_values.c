#include "show_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *show_unit_after(double value, const char *unit, char *out, size_t bytes)
{
    static const char *const nouns[] = {"cells", "coins", "joints", "moves", "steps"};
    int n = (int)strlen(unit);
    for (size_t i = 0; value == 1 && i < sizeof nouns / sizeof *nouns; i++)
        if (!strcmp(unit, nouns[i]))
            n = (int)strlen(unit) - 1;
    snprintf(out, bytes, "%s%.*s", strcmp(unit, "1") ? " " : "",
             strcmp(unit, "1") ? n : 0, unit);
    return out;
}

const char *show_clock(double seconds, char out[SHOW_TIME_BYTES])
{
    const double most = 1e15; /* fits a long */
    long s = lround(fmin(seconds, most));
    if (s < 3600)
        snprintf(out, SHOW_TIME_BYTES, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(out, SHOW_TIME_BYTES, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60,
                 s % 60);
    return out;
}

const char *show_time(double seconds, char out[SHOW_TIME_BYTES])
{
    char clock[SHOW_TIME_BYTES];
    if (!isfinite(seconds))
        snprintf(out, SHOW_TIME_BYTES, "-");
    else if (seconds < 59.95) /* what three digits would round up to a minute is one */
        snprintf(out, SHOW_TIME_BYTES, "%.3g s", seconds);
    else
        snprintf(out, SHOW_TIME_BYTES, "%.20s %s", show_clock(seconds, clock),
                 seconds < 3599.5 ? "min" : "h");
    return out;
}

void show_quantity(const char *name, double value, const char *unit, FILE *out)
{
    char after[128];
    if (strcmp(name, unit) != 0)
        fprintf(out, "%s ", name);
    fprintf(out, "%.15g%s", value, show_unit_after(value, unit, after, sizeof after));
}

/* A bound to seven digits, rounded to the side on which it still holds; a whole one in full, where 15
 * digits are enough. */
static double short_bound(double bound, bool maximise)
{
    const double most_whole = 1e15;
    char text[32];
    snprintf(text, sizeof text, "%.7g", bound);
    double near = strtod(text, NULL);
    bool fits = bound == floor(bound) || fabs(near - bound) <= 1e-12 * fabs(bound);
    if (fits && fabs(bound) < most_whole)
        return bound;
    double unit = pow(10, floor(log10(fabs(bound))) - 6);
    if (maximise ? near < bound : near > bound)
        near += maximise ? unit : -unit;
    return near;
}

void show_bound(const char *name, double bound, const char *unit, bool maximise,
                FILE *out)
{
    char after[128];
    bound = short_bound(bound, maximise);
    show_unit_after(bound, unit, after, sizeof after);
    if (!strcmp(name, unit)) /* a number of things */
        fprintf(out, "no solution has %s than %.15g%s", maximise ? "more" : "fewer",
                bound, after);
    else
        fprintf(out, "no %s %s %.15g%s is possible", name, maximise ? "above" : "below",
                bound, after);
}

void show_proof(const char *name, double best, double bound, const char *unit,
                bool maximise, FILE *out)
{
    if (!isfinite(bound))
        return;
    if (isfinite(best) && (maximise ? bound <= best : bound >= best)) {
        fprintf(out, ", proven optimal");
        return;
    }
    fprintf(out, "; proven: ");
    show_bound(name, bound, unit, maximise, out);
}
