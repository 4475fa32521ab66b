#include "level_distances_command.h"

#include "clock.h"
#include "json_output.h"
#include "level_edit_cost.h"
#include "level_files.h"
#include "plural.h"
#include "time_limit.h"

#include <math.h>

struct request {
    struct argument_list words;
    const char *game, *time_limit;
    bool json, help;
};

static enum status read_arguments(int argc, char **argv, struct arena *perm, int rank,
                                  struct request *request, struct error *err)
{
    const struct argument table[] = {
        {'g', "game", "GAME", ARGUMENT_NEED, &request->game,
         "game whose costs apply: " LEVEL_FILES_GAMES},
        {'t', "time-limit", "S", ARGUMENT_TEXT, &request->time_limit,
         "CPU seconds in total; then it ends with the levels compared so far"},
        {'\0', "json", NULL, ARGUMENT_FLAG, &request->json,
         "print one JSON object per level, each on its own line"},
        {0}};
    const struct usage usage = {
        .line = "skerry distances LEVEL... --game GAME [-t S] [--json]",
        .summary =
            "Reports the mean distance of each level from all others of its size: the "
            "number of\ncells that differ, and the cost of the edits that turn it "
            "into the other.\nLEVEL is a file, a folder of *.txt or - for stdin; "
            "levels "
            "are separated by empty lines.",
        .arguments = table,
        .positional = "level",
        .least = 1,
        .most = (size_t)argc};
    return arguments_parse(argc, argv, &usage, rank, perm, &request->words,
                           &request->help, err);
}

/* Means over the other levels of a level's size; edits is NAN also when the time is
 * up. */
struct distance {
    size_t others;
    double hamming, edits;
};

static struct distance distance_of(const struct level_files *levels, size_t i,
                                   double deadline, struct arena scratch)
{
    const struct level_grid *from = &levels->items[i].grid;
    struct distance sum = {0};
    for (size_t j = 0; j < levels->count; j++) {
        const struct level_grid *to = &levels->items[j].grid;
        if (j == i || to->rows != from->rows || to->cols != from->cols)
            continue;
        sum.others++;
        for (size_t v = 0; v < level_cells(from); v++)
            sum.hamming += from->cell[v] != to->cell[v];
        sum.edits += level_edit_cost_until(&levels->game, from, to, deadline, scratch);
        if (isnan(sum.edits))
            break;
    }
    double n = sum.others ? (double)sum.others : NAN;
    return (struct distance){sum.others, sum.hamming / n, sum.edits / n};
}

/* Means over no other level are NAN, for which json_real returns NULL, printed as null. */
static json_t *distance_json(const struct level_files_item *item,
                             const struct distance *d)
{
    return json_pack("{s:o, s:I, s:I, s:o?, s:o?}", "file",
                     json_output_name(item->file), "number", (json_int_t)item->number,
                     "others", (json_int_t)d->others, "hamming", json_real(d->hamming),
                     "edits", json_real(d->edits));
}

static void print_distance(const struct level_files_item *item,
                           const struct distance *d)
{
    char name[LEVEL_FILES_NAME_BYTES];
    if (d->others)
        printf("%s: %.2f cells, edits of cost %.2f, from %zu other%s\n",
               level_files_name(item, name), d->hamming, d->edits, d->others,
               plural_s(d->others));
    else
        printf("%s: no other level of its size\n", level_files_name(item, name));
}

static enum status print_all(const struct level_files *levels, bool json,
                             double limit_s, struct arena *perm, struct error *err)
{
    double deadline = clock_thread_s() + limit_s;
    struct arena scratch = level_files_scratch(levels, level_edit_cost_bytes, perm);
    if (!scratch.at)
        return error_set(err, STATUS_MEMORY, "no memory to compare the levels");
    for (size_t i = 0; i < levels->count; i++) {
        struct distance d = distance_of(levels, i, deadline, scratch);
        if (d.others && isnan(d.edits))
            return error_set(
                err, STATUS_FAILED,
                "stopped by the time limit of %g s: %zu of %zu levels were "
                "compared",
                limit_s, i, levels->count);
        if (!json)
            print_distance(&levels->items[i], &d);
        else if (json_output_line(distance_json(&levels->items[i], &d), stdout, err))
            return err->status;
    }
    return json_output_flush(stdout, err);
}

enum status level_distances_command(int argc, char **argv, const void *keys,
                                    struct comm *comm, struct error *err)
{
    (void)keys;
    struct arena perm;
    struct request request = {0};
    struct level_files levels;
    double limit_s = INFINITY;
    arena_init(&perm);
    if (!read_arguments(argc, argv, &perm, comm->rank, &request, err) &&
        !request.help && !time_limit_read(request.time_limit, &limit_s, err) &&
        !level_files_load(&request.words, request.game, NULL, comm, &perm, &levels,
                          err) &&
        comm->rank == 0)
        print_all(&levels, request.json, limit_s, &perm, err);
    comm_agree(comm, err);
    arena_free(&perm);
    return err->status;
}
