#include "party_disjoint_command.h"

#include "arguments.h"
#include "comm.h"
#include "interrupt.h"
#include "json_output.h"
#include "number.h"
#include "party_disjoint.h"
#include "party_draw.h"
#include "party_exact.h"
#include "party_load.h"
#include "signals.h"
#include "text_output.h"
#include "time_limit.h"
#include "utf8.h"

#include <string.h>

/* By hand, for a user who waits; work of one exact search, after which the others go on. */
static const double SECONDS = 300, DIAGNOSIS_S = 5;
enum { SEARCH_WORK = 60000000 };

struct challenge {
    const struct party_keys *keys;
    const char *path;
    struct party *party; /* the same for configs that are named several times */
    struct party_draw_layout layout;
};

struct request {
    size_t n;
    struct challenge *challenge;
    bool json;
    struct party_disjoint found;
    struct verdict verdict; /* of the challenge that has no party by itself */
};

static enum status read_arguments(int argc, char **argv, struct request *r,
                                  double *seconds, struct arena *perm, int rank,
                                  struct error *err)
{
    bool help;
    const char *limit = NULL;
    struct argument_list words;
    const struct argument table[] = {
        {'t', "time-limit", "S", ARGUMENT_TEXT, &limit, "seconds"},
        {'\0', "json", NULL, ARGUMENT_FLAG, &r->json, "JSON"},
        {0}};
    const struct usage usage = {.line = "skerry disjoint " PARTY_DISJOINT_USAGE,
                                .summary = "",
                                .arguments = table,
                                .positional = "config",
                                .least = 0,
                                .most = 0};
    if (arguments_parse(argc, argv, &usage, rank, perm, &words, &help, err) ||
        time_limit_read(limit, seconds, err))
        return err->status;
    if (!limit)
        *seconds = SECONDS;
    return STATUS_OK;
}

/* A hero is the same in two challenges if its row and id are. */
static enum status check_pool(const struct challenge *a, const struct challenge *b,
                              struct error *err)
{
    size_t n = party_n_listed(a->party);
    if (party_n_listed(b->party) != n ||
        memcmp(a->party->id, b->party->id, n * sizeof *a->party->id) != 0)
        return error_at(err, "party.heroes",
                        "another pool than that of %s (expected: challenges that share "
                        "a pool)",
                        a->path);
    return STATUS_OK;
}

/* Loads the party of challenge i, or takes that of the same file. */
static enum status load_party(struct request *r, size_t i, struct arena *perm,
                              struct error *err)
{
    struct challenge *x = &r->challenge[i];
    for (size_t k = 0; k < i; k++)
        if (!strcmp(r->challenge[k].path, x->path)) {
            x->party = r->challenge[k].party;
            return STATUS_OK;
        }
    x->party = ARENA_NEW(perm, struct party, 1);
    if (!x->party)
        return error_set(err, STATUS_MEMORY, "no memory for the challenges");
    return party_load(x->keys, perm, x->party, err);
}

static enum status load(struct request *r, struct problem_configs *configs,
                        struct arena *perm, struct error *err)
{
    r->n = configs->n;
    if (r->n < 2 || r->n > PARTY_MAX_CHALLENGES)
        return error_set(err, STATUS_INPUT, "%zu config%s (expected: 2 to %d)", r->n,
                         r->n == 1 ? "" : "s", PARTY_MAX_CHALLENGES);
    r->challenge = ARENA_NEW(perm, struct challenge, r->n);
    if (!r->challenge)
        return error_set(err, STATUS_MEMORY, "no memory for the challenges");
    for (size_t i = 0; i < r->n; i++) {
        struct challenge *x = &r->challenge[i];
        x->keys = configs->keys[i];
        x->path = configs->path[i];
        configs->at = i;
        if (load_party(r, i, perm, err) ||
            party_draw_layout_load(&x->keys->formation, x->party, &x->layout, err) ||
            check_pool(&r->challenge[0], x, err))
            return err->status;
        if (x->party->objective.name)
            return error_at(err, "party.objective",
                            "several challenges are solved for the lowest price "
                            "(expected: no objective)");
    }
    return STATUS_OK;
}

static json_t *json_of(const struct request *r)
{
    const struct party_disjoint *found = &r->found;
    json_t *list = json_array();
    for (size_t i = 0; found->found && i < r->n; i++) {
        const struct challenge *x = &r->challenge[i];
        json_t *ids = json_array();
        for (size_t p = 0; p < x->party->n_places; p++)
            json_array_append_new(ids, json_integer(x->party->id[found->hero[i][p]]));
        json_array_append_new(list, json_pack("{s:s,s:f,s:o}", "config", x->path,
                                              "price", found->price[i], "heroes", ids));
    }
    json_t *out =
        json_pack("{s:b, s:s*, s:o}", "proven", found->proven, "reason",
                  r->verdict.infeasible ? r->verdict.reason : NULL, "parties", list);
    if (found->found)
        json_object_set_new(out, "price", json_real(found->total));
    if (isfinite(found->bound))
        json_object_set_new(out, "bound", json_real(found->bound));
    return out;
}

static void print_sum(const struct party_disjoint *found, FILE *out)
{
    char total[NUMBER_BYTES], bound[NUMBER_BYTES];
    number_text(found->total, total);
    number_text(found->bound, bound);
    if (found->proven)
        fprintf(out, "Together: price %s. Proven: no such parties cost less.\n", total);
    else
        fprintf(out,
                "Together: price %s. Proven: such parties cost at least %s; the search "
                "ended before more was proven.\n",
                total, bound);
}

static void print_text(const struct request *r, FILE *out)
{
    const struct party_disjoint *found = &r->found;
    char number[NUMBER_BYTES];
    for (size_t i = 0; found->found && i < r->n; i++) {
        const struct challenge *x = &r->challenge[i];
        number_text(found->price[i], number);
        utf8_print_note(out, "%s: price %s", x->path, number);
        party_draw(x->party, x->keys, &x->layout, found->hero[i], out);
        fputs("\n", out);
    }
    if (found->found)
        print_sum(found, out);
    else if (!found->proven)
        fputs("No such parties are known: the search ended without a proof.\n", out);
    else if (found->impossible < r->n)
        fprintf(out, "Proven: there is no party for %s%s%s.\n",
                r->challenge[found->impossible].path, r->verdict.infeasible ? ": " : "",
                r->verdict.reason);
    else
        fprintf(out,
                "Proven: %sall together have none without a hero in two of them.\n",
                found->each ? "each challenge has a party, but "
                            : "it is open whether each challenge has a party, but ");
}

static enum status print_visible(const struct request *r, struct error *err)
{
    struct text_output output;
    if (text_output_begin(&output, err))
        return err->status;
    print_text(r, output.page);
    return text_output_end(&output, stdout, err);
}

static enum status find_and_print(struct request *r, double seconds, struct error *err)
{
    const struct party *party[PARTY_MAX_CHALLENGES];
    for (size_t i = 0; i < r->n; i++)
        party[i] = r->challenge[i].party;
    interrupt_set_limit(seconds);
    enum status status = party_disjoint_find(
        party, r->n, SEARCH_WORK, &party_disjoint_thresholds_default, &r->found, err);
    interrupt_set_limit(NAN);
    if (status)
        return status;
    if (r->found.impossible < r->n)
        party_diagnose(r->challenge[r->found.impossible].party, DIAGNOSIS_S,
                       &r->verdict);
    if (r->json)
        json_output(json_of(r), stdout, err);
    else
        print_visible(r, err);
    if (!err->status && !r->found.found)
        err->status = r->found.proven ? STATUS_INFEASIBLE : STATUS_NOTHING;
    return err->status;
}

enum status party_disjoint_command(int argc, char **argv,
                                   struct problem_configs *configs, struct comm *comm,
                                   struct error *err)
{
    struct arena arena;
    double seconds = SECONDS;
    arena_init(&arena);
    struct request *r = ARENA_NEW(&arena, struct request, 1);
    if (!r) {
        error_set(err, STATUS_MEMORY, "no memory for the challenges");
    } else {
        *r = (struct request){0};
        bool loaded =
            !read_arguments(argc, argv, r, &seconds, &arena, comm->rank, err) &&
            !load(r, configs, &arena, err);
        interrupt_watch_signal(signals_catch()); /* acts as the time limit does */
        if (loaded && comm->rank == 0)
            find_and_print(r, seconds, err);
        interrupt_watch_signal(NULL);
    }
    arena_free(&arena);
    return comm_agree(comm, err);
}
