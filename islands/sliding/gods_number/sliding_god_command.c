#include "sliding_god_command.h"

#include "config_value.h"
#include "plural.h"
#include "sliding_god.h"
#include "sliding_load.h"
#include "sliding_placement_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST_LIMIT_S = 0.001;

struct words {
    struct sliding_god_plan plan;
    bool json;
};

static enum status read_number(const char *text, const char *name, double least,
                               bool whole, double *out, struct error *err)
{
    static const double most = 1e9;
    int64_t number = 0;
    bool huge, is_number = whole ? config_value_int(text, &number, &huge)
                                 : config_value_real(text, out, &huge);
    if (whole)
        *out = (double)number;
    if (!is_number || !(*out >= least && *out <= most))
        return error_set(err, STATUS_INPUT,
                         "--%s: '%.40s' (expected: a %snumber in %g..%.0f)", name, text,
                         whole ? "whole " : "", least, most);
    return STATUS_OK;
}

static enum status read_words(int argc, char **argv, struct words *words,
                              struct error *err)
{
    static const struct option_word {
        const char *name;
        int takes;
    } names[] = {{"diameter", 0}, {"json", 0},   {"quiet", 0},
                 {"searches", 1}, {"memory", 1}, {"time-limit", 1}};
    enum { SEARCHES = 3, MEMORY, TIME_LIMIT, N };
    /* 2000 MB are six times what d = 5 with six rings takes. */
    double value[N] = {[SEARCHES] = 0, [MEMORY] = 2000, [TIME_LIMIT] = 0};
    bool given[N] = {false};
    for (int i = 1; i < argc; i++) {
        size_t w = 0;
        while (w < N && (strncmp(argv[i], "--", 2) != 0 ||
                         strcmp(argv[i] + 2, names[w].name) != 0))
            w++;
        if (!strcmp(argv[i], "-t"))
            w = TIME_LIMIT;
        if (w == N || (names[w].takes && i + 1 == argc))
            return error_set(err, STATUS_INPUT,
                             "god: '%s' (expected: one config, --diameter, --searches "
                             "N, --memory MB, -t SECONDS, --json, --quiet)",
                             argv[i]);
        given[w] = true;
        if (names[w].takes &&
            read_number(argv[++i], names[w].name, w == TIME_LIMIT ? LEAST_LIMIT_S : 1,
                        w == SEARCHES, &value[w], err))
            return err->status;
    }
    if (given[SEARCHES] && !given[0])
        return error_set(err, STATUS_INPUT,
                         "--searches: limits those for the diameters (expected: "
                         "--diameter with it)");
    words->json = given[1];
    words->plan =
        (struct sliding_god_plan){.diameter = given[0],
                                  .searches = (uint32_t)value[SEARCHES],
                                  .memory_bytes = (size_t)(value[MEMORY] * 1e6),
                                  .time_limit_s = value[TIME_LIMIT],
                                  .tell = !given[2]};
    return STATUS_OK;
}

static void print_placement(const uint8_t *at, unsigned rings, FILE *out)
{
    for (unsigned r = 0; r < rings; r++)
        fprintf(out, "%s%u", r ? "," : "[", at[r]);
    fputs("]", out);
}

static double bits_a_placement(const struct sliding_god *god,
                               const struct sliding *puzzle)
{
    return 8.0 * (double)god->bfs_bytes /
           (double)sliding_placement_count(puzzle->vertices, puzzle->rings);
}

/* ---- JSON ---- */

static void print_component_json(const struct sliding_god_component *own,
                                 const struct sliding *puzzle, FILE *out)
{
    fprintf(out,
            "{\"classes\": %u, \"placements\": %llu, \"stuck\": %s, "
            "\"diameter_low\": %u, \"searches\": %u",
            own->classes, (unsigned long long)own->placements,
            own->stuck ? "true" : "false", own->low, own->searches);
    if (own->number)
        fprintf(out, ", \"components\": %llu, \"size\": %llu",
                (unsigned long long)own->number,
                (unsigned long long)(own->placements / own->number));
    else
        fputs(", \"components\": null, \"size\": null", out);
    if (own->high < UINT16_MAX)
        fprintf(out, ", \"diameter_high\": %u", own->high);
    else
        fputs(", \"diameter_high\": null", out);
    if (own->searches) {
        fputs(", \"farthest_pair\": [", out);
        print_placement(own->far[0], puzzle->rings, out);
        fputs(", ", out);
        print_placement(own->far[1], puzzle->rings, out);
        fputs("]", out);
    }
    fputs("}", out);
}

static void print_json(const struct sliding_god *god, const struct sliding *puzzle,
                       int ranks, FILE *out)
{
    fprintf(
        out,
        "{\"d\": %u, \"k\": %u, \"l\": %u, \"rings\": %u, \"placements\": %llu, "
        "\"classes\": %u,\n \"target\": ",
        puzzle->d, puzzle->k, puzzle->vertices - puzzle->rings, puzzle->rings,
        (unsigned long long)sliding_placement_count(puzzle->vertices, puzzle->rings),
        god->classes.count);
    print_placement(puzzle->target, puzzle->rings, out);
    fprintf(out,
            ", \"stopped\": %s, \"complete\": %s, \"eccentricity\": %u, "
            "\"reached\": %llu, \"component\": %u,\n ",
            god->stopped ? "true" : "false", god->target_done ? "true" : "false",
            god->eccentricity, (unsigned long long)god->reached, god->own);
    fputs("\"farthest\": ", out);
    print_placement(god->farthest, puzzle->rings, out);
    fputs(", \"levels\": [", out);
    for (unsigned i = 0; i <= god->eccentricity; i++)
        fprintf(out, "%s%llu", i ? ", " : "", (unsigned long long)god->levels[i]);
    fputs("],\n \"components\": [", out);
    for (uint32_t i = 0; i < god->classes.components; i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        print_component_json(&god->components[i], puzzle, out);
    }
    fprintf(out,
            "],\n \"searches\": %u, \"target_s\": %.3f, \"search_s\": %.3f, "
            "\"ranks\": %d, \"memory_bytes\": %zu, \"bits_a_placement\": %.3f}\n",
            god->searches, god->target_s, god->search_s, ranks, god->bfs_bytes,
            bits_a_placement(god, puzzle));
}

/* ---- text ---- */

static void print_components(const struct sliding_god *god, FILE *out)
{
    uint32_t stuck_classes = 0;
    uint64_t stuck = 0;
    fputs("\ncomponents, alike ones in one row (classes: placements up to symmetry and "
          "ring numbers)\n"
          "  components        size  classes  diameter\n",
          out);
    for (uint32_t i = 0; i < god->classes.components; i++) {
        const struct sliding_god_component *own = &god->components[i];
        if (own->stuck) {
            stuck_classes += own->classes;
            stuck += own->placements;
            continue;
        }
        if (own->number)
            fprintf(out, "  %10llu %11llu %8u  ", (unsigned long long)own->number,
                    (unsigned long long)(own->placements / own->number), own->classes);
        else
            fprintf(out, "  %10s %11s %8u  ", "?", "?", own->classes);
        if (own->high == UINT16_MAX)
            fprintf(out, "%u to ?", own->low);
        else if (own->low == own->high)
            fprintf(out, "%u", own->low);
        else
            fprintf(out, "%u to %u", own->low, own->high);
        fputs(i == god->own ? "  the target's\n" : "\n", out);
    }
    fprintf(out, "  %10llu %11d %8u  0  stuck: no ring can move\n",
            (unsigned long long)stuck, 1, stuck_classes);
}

static void print_text(const struct sliding_god *god, const struct sliding *puzzle,
                       int ranks, FILE *out)
{
    fprintf(
        out, "d = %u, k = %u, l = %u: %u rings, %llu placements, %u classes\n",
        puzzle->d, puzzle->k, puzzle->vertices - puzzle->rings, puzzle->rings,
        (unsigned long long)sliding_placement_count(puzzle->vertices, puzzle->rings),
        god->classes.count);
    fputs("target ", out);
    print_placement(puzzle->target, puzzle->rings, out);
    fprintf(out, ": eccentricity %s%u, reached from %s%llu placements\nfarthest: ",
            god->target_done ? "" : "at least ", god->eccentricity,
            god->target_done ? "" : "at least ", (unsigned long long)god->reached);
    print_placement(god->farthest, puzzle->rings, out);
    fputs("\n\n  moves  placements\n", out);
    for (unsigned i = 0; i <= god->eccentricity; i++)
        fprintf(out, "  %5u  %10llu\n", i, (unsigned long long)god->levels[i]);
    print_components(god, out);
    fprintf(out,
            "\n%u search%s, %.2f s of CPU on %d rank%s; the target's took %.2f s; "
            "%.1f MB a rank, %.2f bits a placement\n",
            god->searches, plural_es(god->searches), god->search_s, ranks,
            plural_s((size_t)ranks), god->target_s, (double)god->bfs_bytes / 1e6,
            bits_a_placement(god, puzzle));
}

static enum status find_and_print(const struct words *words, const void *keys,
                                  struct comm *comm, struct arena *arena,
                                  struct error *err)
{
    struct sliding *puzzle = ARENA_NEW(arena, struct sliding, 1);
    struct sliding_god *god = ARENA_NEW(arena, struct sliding_god, 1);
    if (!puzzle || !god)
        return error_set(err, STATUS_MEMORY, "no memory for the puzzle");
    if (sliding_load(keys, puzzle, err) ||
        sliding_god_find(god, puzzle, &words->plan, comm, arena, err))
        return err->status;
    if (comm->rank)
        return STATUS_OK;
    if (god->stopped)
        fprintf(stderr,
                "skerry: god: stopped (time limit of %g s); what is not known "
                "by then is given as bounds\n",
                words->plan.time_limit_s);
    if (words->json)
        print_json(god, puzzle, comm->size, stdout);
    else
        print_text(god, puzzle, comm->size, stdout);
    return fflush(stdout) || ferror(stdout)
               ? error_set(err, STATUS_IO, "cannot write to standard output")
               : STATUS_OK;
}

enum status sliding_god_command(int argc, char **argv, const void *keys,
                                struct comm *comm, struct error *err)
{
    struct words words = {.json = false};
    struct arena arena;
    if (read_words(argc, argv, &words, err))
        return err->status;
    arena_init(&arena);
    find_and_print(&words, keys, comm, &arena, err);
    arena_free(&arena);
    return comm_agree(comm, err);
}
