#include "export_command.h"

#include "arguments.h"
#include "config.h"
#include "level_checker.h"
#include "level_edit_cost.h"
#include "level_files.h"
#include "level_mip_export.h"
#include "party_export.h"
#include "party_load.h"
#include "party_problem.h"
#include "result.h"
#include "signals.h"
#include "time_limit.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

struct request {
    struct argument_list words, overrides;
    const char *game, *objective, *format, *out, *start, *time_limit;
    double time_limit_s; /* INFINITY: none */
    bool reduce, split, help;
};

/* An export: its request and its data. */
struct export
{
    struct request request;
    enum mip_format format;
    struct arena perm;
    struct comm *comm;
    struct config config; /* of a party challenge */
    struct mip mip;
    size_t number; /* of the case; 0: one program */
};

static enum status read_arguments(struct export *x, int argc, char **argv,
                                  struct error *err)
{
    struct request *r = &x->request;
    const struct argument table[] = {
        {'f', "format", "lp|mps", ARGUMENT_NEED, &r->format,
         "CPLEX's format, or free MPS"},
        {'o', "output", "OUT", ARGUMENT_OUT, &r->out,
         "file to write, instead of stdout"},
        {'\0', "start", "FILE", ARGUMENT_TEXT, &r->start,
         "start solution: a result of skerry run, or a repaired level; written to "
         "OUT.mst, for a party to OUT.sol too"},
        {'\0', "reduce", NULL, ARGUMENT_FLAG, &r->reduce,
         "party with --start: omit heroes proven to be in no party as cheap"},
        {'\0', "split", NULL, ARGUMENT_FLAG, &r->split,
         "party with --start: one program per case, OUT-1, OUT-2 and so on; each party "
         "as cheap as the start is in one case"},
        {'s', "set", "KEY=VALUE", ARGUMENT_MANY, &r->overrides,
         "set a key of the config: -s party.synergy.min=0.8"},
        {'g', "game", "GAME", ARGUMENT_TEXT, &r->game,
         "FILE is a level: " LEVEL_FILES_GAMES},
        {'\0', "objective", "edit|hamming", ARGUMENT_TEXT, &r->objective,
         "of a level; default: edit"},
        {'t', "time-limit", "S", ARGUMENT_TEXT, &r->time_limit,
         "CPU seconds; then it stops, and leaves no incomplete OUT"},
        {0}};
    const struct usage usage = {
        .line = "skerry export FILE --format lp|mps [-o OUT] [--start FILE] [options]",
        .summary =
            "Writes a puzzle as a mixed-integer program, for any MIP solver.\n"
            "FILE is a config of problem party, or with --game a level to be repaired.",
        .arguments = table,
        .positional = "file",
        .least = 1,
        .most = 1};
    return arguments_parse(argc, argv, &usage, x->comm->rank, &x->perm, &r->words,
                           &r->help, err);
}

/* A program may be written again; any other file, such as the config, is not replaced. */
static enum status check_output(const char *path, struct error *err)
{
    const char *dot = strrchr(path, '.');
    if (access(path, F_OK) != 0 ||
        (dot && (!strcmp(dot, ".lp") || !strcmp(dot, ".mps"))))
        return STATUS_OK;
    return error_set(err, STATUS_INPUT,
                     "%s: exists, so it is not replaced (expected: a new file, or one "
                     "named *.lp or *.mps)",
                     path);
}

static enum status check_request(struct export *x, struct error *err)
{
    struct request *r = &x->request;
    if (strcmp(r->format, "lp") != 0 && strcmp(r->format, "mps") != 0)
        return error_set(err, STATUS_INPUT,
                         "--format: '%.40s' is unknown (expected: lp, mps)", r->format);
    x->format = strcmp(r->format, "lp") ? MIP_MPS : MIP_LP;
    if (r->out && check_output(r->out, err))
        return err->status;
    if (time_limit_read(r->time_limit, &r->time_limit_s, err))
        return err->status;
    if (r->start && !r->out)
        return error_set(err, STATUS_INPUT,
                         "--start: no output file (expected: -o OUT too)");
    if (r->reduce && (!r->start || r->game))
        return error_set(err, STATUS_INPUT,
                         "--reduce (expected: a config of problem party, and --start)");
    if (r->split && (!r->start || r->game || r->reduce))
        return error_set(
            err, STATUS_INPUT,
            "--split (expected: a config of problem party, --start, and no "
            "--reduce)");
    if (r->game && r->overrides.count)
        return error_set(err, STATUS_INPUT,
                         "-s sets keys of a config (expected: "
                         "no --game)");
    if (r->objective && !r->game)
        return error_set(err, STATUS_INPUT,
                         "--objective is of a level (expected: --game too)");
    if (r->objective && strcmp(r->objective, "edit") != 0 &&
        strcmp(r->objective, "hamming") != 0)
        return error_set(err, STATUS_INPUT,
                         "--objective: '%.40s' is unknown (expected: edit, hamming)",
                         r->objective);
    return STATUS_OK;
}

/* ---- writing ---- */

typedef enum status (*writer)(const struct export *, FILE *, struct error *);

static enum status write_program(const struct export *x, FILE *out, struct error *err)
{
    return mip_write(&x->mip, x->format, out, err);
}

static enum status write_start(const struct export *x, FILE *out, struct error *err)
{
    return mip_write_start(&x->mip, out, err);
}

static enum status write_solution(const struct export *x, FILE *out, struct error *err)
{
    return mip_write_solution(&x->mip, out, err);
}

/* The file name: OUT, or OUT with the number of the case before the extension. */
static bool name_file(const struct export *x, const char *suffix, char *path,
                      size_t bytes)
{
    const char *out = x->request.out, *dot = strrchr(out, '.');
    int stem = (int)(dot && !strchr(dot, '/') ? (size_t)(dot - out) : strlen(out));
    int used = x->number ? snprintf(path, bytes, "%.*s-%zu%s%s", stem, out, x->number,
                                    out + stem, suffix)
                         : snprintf(path, bytes, "%s%s", out, suffix);
    return used > 0 && (size_t)used < bytes;
}

/* Writes OUT + suffix under a temporary name first, so that it is complete or absent. */
static enum status write_file(const struct export *x, const char *suffix, writer write,
                              struct error *err)
{
    char path[4096];
    static char draft[4096 + 8]; /* static: signals_remove points to it */
    if (!name_file(x, suffix, path, sizeof path))
        return error_set(err, STATUS_INPUT, "-o: the name is too long");
    if (x->number && !*suffix && check_output(path, err))
        return err->status;
    snprintf(draft, sizeof draft, "%s.part", path);
    signals_remove(draft);
    FILE *out = fopen(draft, "w");
    if (!out)
        return error_set(
            err, STATUS_INPUT,
            "%s: cannot be written: %s (expected: a folder that exists and "
            "can be written to)",
            path, strerror(errno));
    write(x, out, err);
    if (fclose(out) && !err->status)
        error_set(err, errno == ENOSPC ? STATUS_FULL : STATUS_IO,
                  "%s: cannot be written (%s)", path, strerror(errno));
    if (!err->status && rename(draft, path))
        error_set(err, STATUS_IO, "%s: cannot be written (%s)", path, strerror(errno));
    if (err->status)
        (void)remove(draft);
    signals_remove(NULL);
    return err->status;
}

static enum status write_out(const struct export *x, struct error *err)
{
    bool has_start = x->request.start && (x->mip.full_start || x->request.game);
    if (!x->request.out)
        return write_program(x, stdout, err);
    if (write_file(x, "", write_program, err) || !has_start)
        return err->status;
    if (x->mip.full_start && write_file(x, ".sol", write_solution, err))
        return err->status;
    return write_file(x, ".mst", write_start, err);
}

/* ---- party ---- */

static int32_t row_of(const struct party *party, int64_t id)
{
    for (size_t h = 0; h < party->n_heroes; h++)
        if (party->id[h] == id)
            return (int32_t)h;
    return -1;
}

/* The best party of a result, as rows of this pool. */
static enum status read_start(struct export *x, const struct party *party,
                              int32_t *hero, struct error *err)
{
    struct result result;
    const char *path = x->request.start, *broken = NULL;
    if (result_read(path, &x->perm, &result, err))
        return err->status;
    if (strcmp(result.problem, "party") != 0 || result.n_genes != party->n_places ||
        result.gene_type != GENE_I32)
        return error_set(
            err, STATUS_INPUT,
            "%s: the result is of another puzzle (expected: problem party with "
            "%zu places)",
            path, party->n_places);
    if (result.n_solutions == 0)
        return error_set(err, STATUS_INPUT, "%s: contains no party", path);
    const int32_t *id = result.solutions[0].genome;
    for (size_t p = 0; p < party->n_places; p++)
        hero[p] = row_of(party, id[p]);
    if (!party_is_feasible(party, hero, &broken))
        return error_set(err, STATUS_INPUT,
                         "%s: its best party breaks a rule of this config: %s", path,
                         broken);
    return STATUS_OK;
}

/* The start satisfies the rules; checks that it satisfies the program too. */
static enum status write_checked(const struct export *x, struct error *err)
{
    const char *breaks = x->mip.full_start ? mip_start_breaks(&x->mip) : NULL;
    return breaks ? error_set(err, STATUS_FAILED,
                              "the start violates the program's constraint %s", breaks)
                  : write_out(x, err);
}

static enum status export_cases(struct export *x, const struct party *party,
                                const int32_t *start, struct error *err)
{
    struct party_export_cases cases;
    if (!party_export_cases_find(party, start, &x->perm, &cases))
        return error_set(err, STATUS_MEMORY, "no memory for the cases");
    for (size_t i = 0; i < cases.n && !err->status; i++) {
        struct arena arena;
        arena_init(&arena);
        mip_init(&x->mip, &arena);
        x->number = i + 1;
        mip_comment(&x->mip, "case %zu of %zu; its parties cost at least %.17g", i + 1,
                    cases.n, cases.item[i].bound);
        if (!party_export_case(party, start, &cases, &cases.item[i], &x->mip, err))
            write_checked(x, err);
        arena_free(&arena);
    }
    if (!err->status)
        printf("%zu\n", cases.n);
    return err->status;
}

/* What no program is written for. */
static enum status check_party(const struct party *party, struct error *err)
{
    for (size_t t = 0; t < party->n_traits; t++)
        if (party->trait[t].pairs)
            return error_at(err, "party.synergy.pairs",
                            "a party with weights of pairs cannot be exported");
    if (party->place_class)
        return error_at(err, "party.places",
                        "a party with rules for places cannot be exported");
    for (size_t i = 0; i < party->n_requirements; i++)
        if (party_is_special(party->requirement[i].kind))
            return error_at(err, party->requirement[i].key,
                            "a party with chemistry or a team rating cannot be "
                            "exported");
    if (party->n_either)
        return error_at(err, party->alternative[0].requirement.key,
                        "a party with `any` in its requirements cannot be exported");
    if (party->objective.name)
        return error_at(err, "party.objective",
                        "a party with another objective than the least price cannot be "
                        "exported");
    return STATUS_OK;
}

/* Of a file that is no config, and not named like one: that a level needs --game. */
static enum status blame_missing_game(const char *path, struct error *err)
{
    const char *dot = strrchr(path, '.');
    char text[sizeof err->text];
    if (err->status != STATUS_INPUT || err->key[0] || access(path, F_OK) ||
        (dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"))))
        return err->status;
    memcpy(text, err->text, sizeof text);
    return error_set(err, STATUS_INPUT, "%.800s; if it is a level, --game is missing",
                     text);
}

static enum status export_party(struct export *x, struct error *err)
{
    struct party party;
    int32_t hero[PARTY_MAX_PLACES], *start = x->request.start ? hero : NULL;
    struct config_request request = {.path = x->request.words.items[0],
                                     .overrides = x->request.overrides.items,
                                     .n_overrides = x->request.overrides.count};
    if (config_load(&request, &registry_all, x->comm, &x->perm, &x->config, err))
        return blame_missing_game(request.path, err);
    if (x->config.problem != &party_problem)
        return error_set(
            err, STATUS_INPUT,
            "%s: problem %s cannot be exported (expected: problem party, or "
            "a level with --game)",
            request.path, x->config.problem->name);
    if (x->comm->rank != 0 ||
        party_load(x->config.problem_keys, &x->perm, &party, err) ||
        (start && read_start(x, &party, start, err)))
        return err->status;
    if (check_party(&party, err))
        return err->status;
    if (x->request.split)
        return export_cases(x, &party, start, err);
    return party_export(&party, start, x->request.reduce, &x->mip, err)
               ? err->status
               : write_checked(x, err);
}

/* ---- level ---- */

/* Reads a start: a playable level of the same size. */
static enum status check_start(struct export *x, const struct level_files *levels,
                               const struct level_files *start, struct error *err)
{
    const struct level_grid *broken = &levels->items[0].grid,
                            *repaired = &start->items[0].grid;
    size_t cells = level_cells(broken), rules = level_checker_bytes(cells);
    size_t cost = level_edit_cost_bytes(cells);
    if (start->count != 1 || repaired->rows != broken->rows ||
        repaired->cols != broken->cols)
        return error_set(err, STATUS_INPUT,
                         "%s: not a repair of this level (expected: one level of %zu x "
                         "%zu tiles)",
                         x->request.start, broken->rows, broken->cols);
    struct arena scratch = arena_scratch(&x->perm, rules > cost ? rules : cost);
    if (!scratch.at)
        return error_set(err, STATUS_MEMORY, "no memory to check the level");
    if (level_checker_report(&levels->game, repaired, scratch, NULL))
        return error_set(err, STATUS_INPUT, "%s: is not playable", x->request.start);
    mip_comment(&x->mip, "the start costs %.17g",
                level_edit_cost(&levels->game, broken, repaired, scratch));
    return STATUS_OK;
}

static enum status export_level(struct export *x, struct error *err)
{
    struct level_files levels, start = {0};
    struct argument_list word = {.items = &x->request.start, .count = 1};
    if (level_files_load(&x->request.words, x->request.game, NULL, x->comm, &x->perm,
                         &levels, err) ||
        (x->request.start && level_files_load(&word, x->request.game, NULL, x->comm,
                                              &x->perm, &start, err)))
        return err->status;
    if (levels.count != 1)
        return error_set(err, STATUS_INPUT, "%s: %zu levels (expected: one)",
                         x->request.words.items[0], levels.count);
    if (x->request.objective && !strcmp(x->request.objective, "hamming"))
        level_game_hamming(&levels.game);
    if (x->comm->rank != 0 ||
        (x->request.start && check_start(x, &levels, &start, err)) ||
        level_mip_export(&levels.game, &levels.items[0].grid,
                         x->request.start ? &start.items[0].grid : NULL, &x->mip, err))
        return err->status;
    return write_out(x, err);
}

/* Says how a signal or the time limit ends it: a file is whole or absent, stdout may be cut short. */
static void end_early(const struct export *x)
{
    const bool writes_files = x->request.out;
    if (x->comm->rank) {
        signals_end_with(NULL);
        return;
    }
    signals_end_with(writes_files
                         ? "skerry: export: stopped by a signal; no incomplete "
                           "file is left\n"
                         : "skerry: export: stopped by a signal; the output is "
                           "incomplete\n");
    if (isfinite(x->request.time_limit_s))
        signals_end_after(x->request.time_limit_s,
                          writes_files
                              ? "skerry: export: stopped by the time limit; no "
                                "incomplete file is left\n"
                              : "skerry: export: stopped by the time limit; the output "
                                "is incomplete\n");
}

enum status export_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    struct export x = {.comm = comm};
    char line[sizeof err->text];
    arena_init(&x.perm);
    mip_init(&x.mip, &x.perm);
    if (!read_arguments(&x, argc, argv, err) && !x.request.help &&
        !check_request(&x, err)) {
        end_early(&x);
        if (x.request.game)
            export_level(&x, err);
        else
            export_party(&x, err);
    }
    if (err->status && err->key[0]) {
        config_locate(&x.config, err, line, sizeof line);
        error_set(err, err->status, "%s", line);
    }
    comm_agree(comm, err);
    arena_free(&x.perm);
    return err->status;
}
