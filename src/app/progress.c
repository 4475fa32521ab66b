#include "progress.h"

#include <math.h>
#include <unistd.h>

static const double TERMINAL_EVERY_S = 0.2;
static const double LOG_EVERY_S = 60;

void progress_count(double n, char *text, size_t bytes)
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

void progress_time(double seconds, char *text, size_t bytes)
{
    long s = lround(seconds);
    if (s < 60)
        snprintf(text, bytes, "%ld s", s);
    else if (s < 3600)
        snprintf(text, bytes, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(text, bytes, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

/* Replicas done, with the share of the first one in work; NaN without a limit in
 * epochs. */
static double share_done(const struct progress *progress, uint32_t done,
                         uint64_t generation)
{
    const struct run_info *info = &progress->info;
    double all = (double)run_generations(info->epochs, info->sub_generations);
    return info->epochs ? ((double)done + fmin((double)generation / all, 1)) /
                              (double)info->replicas
                        : NAN;
}

/* Seconds until the first of the limits that can be foreseen; NaN when none can. */
static double time_left(const struct progress *progress, const struct pulse *pulse)
{
    const struct run_info *info = &progress->info;
    double spent = pulse->elapsed_s - progress->first_s;
    double before =
        share_done(progress, progress->first_replica, progress->first_generation);
    double now = share_done(progress, pulse->replicas_done, pulse->generation);
    double left = info->time_limit_s - pulse->elapsed_s;
    if (now > before)
        left = fmin(left, spent * (1 - now) / (now - before));
    if (info->max_evaluations && pulse->evaluations > progress->first_evaluations) {
        double all = (double)info->max_evaluations * info->replicas;
        double pace =
            (double)(pulse->evaluations - progress->first_evaluations) / spent;
        left = fmin(left, (all - (double)pulse->evaluations) / pace);
    }
    return left;
}

static void print_line(const struct progress *progress, const struct pulse *pulse)
{
    const struct run_info *info = &progress->info;
    char best[48] = "none yet", rate[16], left[32] = "", epoch[48];
    double spent = pulse->elapsed_s - progress->first_s;
    uint64_t fresh = pulse->evaluations - progress->first_evaluations;
    if (isfinite(pulse->best))
        snprintf(best, sizeof best, "%.10g",
                 progress->fitness.maximise ? 0 - pulse->best : pulse->best);
    progress_count(spent > 0 ? (double)fresh / spent : 0, rate, sizeof rate);
    double seconds = time_left(progress, pulse);
    if (seconds >= 0) {
        char text[24];
        progress_time(seconds, text, sizeof text);
        snprintf(left, sizeof left, "  %s left", text);
    }
    if (info->epochs)
        snprintf(epoch, sizeof epoch, "%llu/%llu",
                 (unsigned long long)(pulse->generation / info->sub_generations),
                 (unsigned long long)info->epochs);
    else
        snprintf(epoch, sizeof epoch, "%llu",
                 (unsigned long long)(pulse->generation / info->sub_generations));
    fprintf(stderr, "%s", progress->terminal ? "\r\033[K" : "");
    if (info->replicas > 1)
        fprintf(stderr, "replica %u/%u  ", pulse->replicas_done + 1, info->replicas);
    fprintf(stderr, "epoch %s  %s %s  diversity %.3f  %s evaluations/s%s%s", epoch,
            progress->fitness.name, best, pulse->diversity, rate, left,
            progress->terminal ? "" : "\n");
}

static enum status note_start(void *self, const struct run_info *info,
                              struct error *err)
{
    struct progress *progress = self;
    (void)err;
    *progress = (struct progress){.info = *info,
                                  .fitness = info->puzzle->shape.objective[0],
                                  .terminal = isatty(STDERR_FILENO) != 0};
    return STATUS_OK;
}

static enum status show_pulse(void *self, const struct pulse *pulse, struct error *err)
{
    struct progress *progress = self;
    (void)err;
    if (!progress->begun) {
        progress->begun = true;
        progress->first_s = progress->last_s = pulse->elapsed_s;
        progress->first_evaluations = pulse->evaluations;
        progress->first_generation = pulse->generation;
        progress->first_replica = pulse->replicas_done;
    }
    double every = progress->terminal ? TERMINAL_EVERY_S : LOG_EVERY_S;
    if (pulse->elapsed_s - progress->last_s < every ||
        pulse->replicas_done == progress->info.replicas)
        return STATUS_OK;
    progress->last_s = pulse->elapsed_s;
    progress->shown = true;
    print_line(progress, pulse);
    return STATUS_OK;
}

static enum status clear_line(void *self, const struct outcome *outcome,
                              struct error *err)
{
    struct progress *progress = self;
    (void)outcome;
    (void)err;
    if (progress->terminal && progress->shown)
        fprintf(stderr, "\r\033[K");
    return STATUS_OK;
}

struct observer progress_observer(struct progress *progress)
{
    return (struct observer){.self = progress,
                             .start = note_start,
                             .pulse = show_pulse,
                             .finish = clear_line};
}
