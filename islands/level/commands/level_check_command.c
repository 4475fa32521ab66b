#include "level_check_command.h"

#include "json_output.h"
#include "level_checker.h"
#include "level_explain.h"

#include <string.h>

static json_t *level_object(const struct level_files_item *item, size_t broken,
                            const char *lines)
{
    return json_pack("{s:o, s:I, s:b, s:o}", "file", json_output_name(item->file),
                     "number", (json_int_t)item->number, "playable", !broken, "broken",
                     level_explain_lines(lines));
}

static void print_level(const char *name, size_t broken, const char *lines, FILE *out)
{
    if (broken)
        fprintf(out, "%s: not playable, %zu %s broken\n", name, broken,
                broken == 1 ? "rule" : "rules");
    else
        fprintf(out, "%s: playable\n", name);
    for (size_t n; *lines;) {
        const char *line = lines;
        lines = level_explain_next_line(line, &n);
        fprintf(out, "  %.*s\n", (int)n, line);
    }
}

static enum status check_one(const struct level_game *game,
                             const struct level_files_item *item, bool json,
                             struct arena scratch, size_t *broken, FILE *out,
                             struct error *err)
{
    char name[LEVEL_FILES_NAME_BYTES];
    char *lines = level_explain_rules(game, &item->grid, scratch, broken);
    enum status status = STATUS_OK;
    if (!lines)
        return error_set(err, STATUS_MEMORY, "no memory to check the level");
    if (json)
        status = json_output_line(level_object(item, *broken, lines), out, err);
    else
        print_level(level_files_name(item, name), *broken, lines, out);
    free(lines);
    return status;
}

enum status level_check_all(const struct level_files *levels, bool json, FILE *out,
                            struct error *err)
{
    struct arena perm;
    size_t bad = 0, broken = 0;
    enum status status = STATUS_OK;
    arena_init(&perm);
    struct arena scratch = level_files_scratch(levels, level_checker_bytes, &perm);
    if (!scratch.at)
        status = error_set(err, STATUS_MEMORY, "no memory to check the levels");
    for (size_t i = 0; i < levels->count && !status; i++) {
        status = check_one(&levels->game, &levels->items[i], json, scratch, &broken,
                           out, err);
        bad += broken > 0;
    }
    arena_free(&perm);
    if (!status)
        status = json_output_flush(out, err);
    if (!status && bad)
        status =
            levels->count == 1
                ? error_set(err, STATUS_FAILED, "the level is not playable")
                : error_set(err, STATUS_FAILED, "%zu of %zu levels are not playable",
                            bad, levels->count);
    return status;
}

/* ---- the command ---- */

struct request {
    struct argument_list words;
    const char *game;
    bool json, help;
};

static enum status read_arguments(int argc, char **argv, struct arena *perm, int rank,
                                  struct request *request, struct error *err)
{
    const struct argument table[] = {
        {'g', "game", "GAME", ARGUMENT_NEED, &request->game,
         "game whose rules apply: " LEVEL_FILES_GAMES},
        {'\0', "json", NULL, ARGUMENT_FLAG, &request->json,
         "print one JSON object per level, each on its own line"},
        {0}};
    const struct usage usage = {
        .line = "skerry check-level LEVEL... --game GAME [--json]",
        .summary =
            "Reports whether levels are playable, and which rules they "
            "violate.\nLEVEL is a file, a folder of *.txt or - for stdin; levels "
            "are separated by\nempty lines. Exit code 1 when a level is not "
            "playable.",
        .arguments = table,
        .positional = "level",
        .least = 1,
        .most = (size_t)argc};
    return arguments_parse(argc, argv, &usage, rank, perm, &request->words,
                           &request->help, err);
}

enum status level_check_command(int argc, char **argv, const void *keys,
                                struct comm *comm, struct error *err)
{
    (void)keys;
    struct arena perm;
    struct request request = {0};
    struct level_files levels;
    arena_init(&perm);
    if (!read_arguments(argc, argv, &perm, comm->rank, &request, err) &&
        !request.help &&
        !level_files_load(&request.words, request.game, NULL, comm, &perm, &levels,
                          err) &&
        comm->rank == 0)
        level_check_all(&levels, request.json, stdout, err);
    comm_agree(comm, err);
    arena_free(&perm);
    return err->status;
}
