#include "progress_line.h"

#include "arithmetic.h"
#include "show_values.h"

#include <math.h>
#include <unistd.h>

static const double TERMINAL_EVERY_S = 0.2;
static const double LOG_EVERY_S = 60;

void progress_line_count(double n, char *text, size_t bytes)
{
    static const char units[] = " kMGTP";
    size_t unit = 0;
    while (n >= 999.5 && units[unit + 1]) {
        n /= 1000;
        unit++;
    }
    if (unit == 0)
        snprintf(text, bytes, "%.0f", n);
    else
        snprintf(text, bytes, "%.3g%c", n, units[unit]);
}

/* "12 s", "3:04", "2:03:04". */
static const char *whole_time(double seconds, char text[SHOW_TIME_BYTES])
{
    if (seconds >= 59.5)
        return show_clock(seconds, text);
    snprintf(text, SHOW_TIME_BYTES, "%ld s", lround(seconds));
    return text;
}

/* The number of replicas done, with the fraction of the first active one; NaN without a
 * limit of epochs. */
static double share_done(const struct progress_line *line, uint32_t done,
                         uint64_t generation)
{
    const struct run_info *info = &line->info;
    double all = (double)run_generations(info->epochs, info->sub_generations);
    return info->epochs ? ((double)done + fmin((double)generation / all, 1)) /
                              (double)info->replicas
                        : NAN;
}

/* Estimated seconds until the first limit is reached; NaN if unknown. */
static double time_left(const struct progress_line *line,
                        const struct progress *progress)
{
    const struct run_info *info = &line->info;
    double spent = progress->elapsed_s - line->first_s;
    double before = share_done(line, line->first_replica, line->first_generation);
    double now = share_done(line, progress->replicas_done, progress->generation);
    double left = info->time_limit_s - progress->elapsed_s;
    if (now > before)
        left = fmin(left, spent * (1 - now) / (now - before));
    if (info->max_evaluations && progress->evaluations > line->first_evaluations) {
        double all = (double)info->max_evaluations * info->replicas;
        double pace = (double)(progress->evaluations - line->first_evaluations) / spent;
        left = fmin(left, (all - (double)progress->evaluations) / pace);
    }
    return left;
}

/* "38100 (gap 26 %, 3:04 old)": the best so far, how far it is at most from the optimum, and for
 * how long it has been the best. */
static void say_best(const struct progress_line *line, const struct progress *progress,
                     char *text, size_t bytes)
{
    char gap[32] = "", age[SHOW_TIME_BYTES];
    double best = progress->best, sign = line->fitness.maximise ? -1 : 1;
    if (!isfinite(best)) {
        snprintf(text, bytes, "none yet");
        return;
    }
    double share = arithmetic_gap(best, progress->bound);
    if (isfinite(share))
        snprintf(gap, sizeof gap, "gap %.3g %%, ", 100 * share);
    snprintf(text, bytes, "%.10g (%s%s old)", sign * best + 0.0, gap,
             whole_time(progress->elapsed_s - line->improved_s, age));
}

static void print_line(const struct progress_line *line,
                       const struct progress *progress)
{
    const struct run_info *info = &line->info;
    char best[96], rate[16], left[48] = "", epoch[48];
    double spent = progress->elapsed_s - line->first_s;
    uint64_t fresh = progress->evaluations - line->first_evaluations;
    say_best(line, progress, best, sizeof best);
    progress_line_count(spent > 0 ? (double)fresh / spent : 0, rate, sizeof rate);
    double seconds = time_left(line, progress);
    if (seconds >= 0) {
        char text[SHOW_TIME_BYTES];
        snprintf(left, sizeof left, "  %s left", whole_time(seconds, text));
    }
    if (info->epochs)
        snprintf(epoch, sizeof epoch, "%llu/%llu",
                 (unsigned long long)(progress->generation / info->sub_generations),
                 (unsigned long long)info->epochs);
    else
        snprintf(epoch, sizeof epoch, "%llu",
                 (unsigned long long)(progress->generation / info->sub_generations));
    fprintf(stderr, "%s", line->terminal ? "\r\033[K" : "");
    if (info->replicas > 1)
        fprintf(stderr, "replica %u/%u  ", progress->replicas_done + 1, info->replicas);
    fprintf(stderr, "epoch %s  %s %s  diversity %.3f  %s evaluations/s%s%s", epoch,
            line->fitness.name, best, progress->diversity, rate, left,
            line->terminal ? "" : "\n");
}

static enum status note_start(void *self, const struct run_info *info,
                              struct error *err)
{
    struct progress_line *line = self;
    (void)err;
    *line = (struct progress_line){.info = *info,
                                   .fitness = info->puzzle->shape.objective[0],
                                   .best = INFINITY,
                                   .terminal = isatty(STDERR_FILENO) != 0};
    return STATUS_OK;
}

static enum status show_progress(void *self, const struct progress *progress,
                                 struct error *err)
{
    struct progress_line *line = self;
    (void)err;
    if (!line->begun) {
        line->begun = true;
        line->first_s = line->last_s = progress->elapsed_s;
        line->first_evaluations = progress->evaluations;
        line->first_generation = progress->generation;
        line->first_replica = progress->replicas_done;
    }
    if (progress->best < line->best) {
        line->best = progress->best;
        line->improved_s = progress->elapsed_s;
    }
    double every = line->terminal ? TERMINAL_EVERY_S : LOG_EVERY_S;
    if (progress->elapsed_s - line->last_s < every ||
        progress->replicas_done == line->info.replicas)
        return STATUS_OK;
    line->last_s = progress->elapsed_s;
    line->shown = true;
    print_line(line, progress);
    return STATUS_OK;
}

static enum status clear_line(void *self, const struct outcome *outcome,
                              struct error *err)
{
    struct progress_line *line = self;
    (void)outcome;
    (void)err;
    if (line->terminal && line->shown)
        fprintf(stderr, "\r\033[K");
    return STATUS_OK;
}

struct observer progress_line_observer(struct progress_line *line)
{
    return (struct observer){.self = line,
                             .start = note_start,
                             .progress = show_progress,
                             .finish = clear_line};
}
