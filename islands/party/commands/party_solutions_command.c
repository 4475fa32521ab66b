#include "party_solutions_command.h"

#include "arguments.h"
#include "comm.h"
#include "config_value.h"
#include "interrupt.h"
#include "json_output.h"
#include "number.h"
#include "party_bnb_state.h"
#include "party_draw.h"
#include "party_exact.h"
#include "party_load.h"
#include "party_solutions.h"
#include "signals.h"
#include "text_output.h"

#include <math.h>
#include <string.h>

/* By hand: a few to choose from, and the limit of the shipped configs. */
enum { COUNT = 5, SECONDS = 60 };

struct request {
    const char *solutions, *apart, *within, *seconds;
    bool json;
    struct party_solutions_wanted wanted;
};

/* A challenge, what is asked of it, and the answer. */
struct listing {
    struct request request;
    const struct party_keys *keys;
    struct party party;
    struct party_draw_layout layout;
    struct party_solutions found;
    struct verdict verdict; /* why there is no party */
};

_Static_assert(PARTY_MAX_SOLUTIONS == 16, "PARTY_SOLUTIONS_USAGE says how many");

static enum status read_arguments(int argc, char **argv, struct request *r,
                                  struct arena *perm, int rank, struct error *err)
{
    bool help;
    struct argument_list words;
    const struct argument table[] = {
        {'k', "solutions", "K", ARGUMENT_TEXT, &r->solutions, "parties"},
        {'\0', "apart", "D", ARGUMENT_TEXT, &r->apart, "heroes"},
        {'\0', "within", "W", ARGUMENT_TEXT, &r->within, "coins or percent"},
        {'t', "time-limit", "S", ARGUMENT_TEXT, &r->seconds, "seconds"},
        {'\0', "json", NULL, ARGUMENT_FLAG, &r->json, "JSON"},
        {0}};
    const struct usage usage = {.line = "skerry parties " PARTY_SOLUTIONS_USAGE,
                                .summary = "",
                                .arguments = table,
                                .positional = "config",
                                .least = 0,
                                .most = 0};
    return arguments_parse(argc, argv, &usage, rank, perm, &words, &help, err);
}

static enum status read_count(const char *name, const char *text, size_t most,
                              size_t fallback, size_t *out, struct error *err)
{
    int64_t number = (int64_t)(fallback < most ? fallback : most);
    bool huge;
    if (text && (!config_value_int(text, &number, &huge) || number < 1 ||
                 number > (int64_t)most))
        return error_set(err, STATUS_INPUT,
                         "--%s: '%.40s' (expected: a whole number in 1..%zu)", name,
                         text, most);
    *out = (size_t)number;
    return STATUS_OK;
}

static enum status read_within(const char *text, struct party_solutions_wanted *wanted,
                               struct error *err)
{
    char number[40];
    double value;
    bool huge;
    size_t n = text ? strlen(text) : 0;
    bool percent = n && text[n - 1] == '%';
    wanted->amount = text ? 0 : INFINITY;
    if (!text)
        return STATUS_OK;
    snprintf(number, sizeof number, "%.*s", (int)(percent ? n - 1 : n), text);
    if (n >= sizeof number || !config_value_real(number, &value, &huge) || value < 0)
        return error_set(err, STATUS_INPUT,
                         "--within: '%.40s' (expected: a number >= 0, or a percentage "
                         "as 5%%)",
                         text);
    *(percent ? &wanted->share : &wanted->amount) = percent ? value / 100 : value;
    return STATUS_OK;
}

static enum status read_wanted(struct request *r, const struct party *party,
                               struct error *err)
{
    double seconds = SECONDS;
    bool huge;
    struct party_solutions_wanted *wanted = &r->wanted;
    if (party->objective.synergy)
        return error_at(err, "party.objective",
                        "parties are listed by a sum (expected: the price or another "
                        "sum, not the most synergy)");
    if (read_count("solutions", r->solutions, party_solutions_most(party), COUNT,
                   &wanted->count, err) ||
        read_count("apart", r->apart, party->n_places, 1, &wanted->apart, err) ||
        read_within(r->within, wanted, err))
        return err->status;
    if (r->seconds && (!config_value_real(r->seconds, &seconds, &huge) ||
                       !(seconds > 0 && seconds <= 1e9)))
        return error_set(err, STATUS_INPUT,
                         "--time-limit: '%.40s' (expected: a number > 0, in seconds)",
                         r->seconds);
    wanted->work = (uint64_t)ceil(seconds * PARTY_BNB_WORK_A_SECOND);
    return STATUS_OK;
}

/* The value that people read: more is better where the objective is maximised. */
static double value_of(const struct listing *x, size_t i)
{
    double cost = x->found.cost[i];
    return x->party.objective.maximise ? 0 - cost : cost;
}

static const char *objective_of(const struct listing *x)
{
    return x->party.objective.name ? x->party.objective.name : "price";
}

static json_t *json_of(const struct listing *x)
{
    json_t *list = json_array();
    for (size_t i = 0; i < x->found.n; i++) {
        json_t *ids = json_array();
        for (size_t p = 0; p < x->party.n_places; p++)
            json_array_append_new(ids, json_integer(x->party.id[x->found.hero[i][p]]));
        json_array_append_new(list, json_pack("{s:f,s:o}", objective_of(x),
                                              value_of(x, i), "heroes", ids));
    }
    return json_pack("{s:I, s:b, s:b, s:s*, s:o}", "apart",
                     (json_int_t)x->request.wanted.apart, "complete", x->found.complete,
                     "stopped", x->found.open, "reason",
                     x->verdict.infeasible ? x->verdict.reason : NULL, "parties", list);
}

static void print_text(const struct listing *x, FILE *out)
{
    char number[NUMBER_BYTES];
    const char *limit = x->request.within ? " within the limit" : "";
    size_t n = x->found.n, apart = x->request.wanted.apart;
    for (size_t i = 0; i < n; i++) {
        number_text(value_of(x, i), number);
        fprintf(out, "Party %zu: %s %s\n", i + 1, objective_of(x), number);
        party_draw(&x->party, x->keys, &x->layout, x->found.hero[i], out);
        fputs("\n", out);
    }
    if (x->found.open)
        fprintf(out, "%s known: the search ended by %s.\n",
                n ? "The next one is not" : "No party is",
                x->found.coarse      ? "numbers of too many digits to compare"
                : interrupt_signal() ? "a signal"
                                     : "its time limit");
    else if (!x->found.complete)
        fprintf(out, "Proven, the best first; there may be more (--solutions K).\n");
    else if (!n)
        fprintf(out, "Proven: there is no party%s%s.\n",
                x->verdict.infeasible ? ": " : "", x->verdict.reason);
    else if (apart == 1)
        fprintf(out, "Proven: there is no other party%s, but for the places.\n", limit);
    else
        fprintf(out,
                "Proven: every other party%s differs from one of these in fewer than "
                "%zu heroes.\n",
                limit, apart);
}

static enum status print_visible(const struct listing *x, struct error *err)
{
    struct text_output output;
    if (text_output_begin(&output, err))
        return err->status;
    print_text(x, output.page);
    return text_output_end(&output, stdout, err);
}

static enum status find_and_print(struct listing *x, struct error *err)
{
    if (party_solutions_find(&x->party, &x->request.wanted, &x->found, err))
        return err->status;
    if (x->found.complete && !x->found.n)
        party_diagnose(&x->party,
                       (double)x->request.wanted.work / PARTY_BNB_WORK_A_SECOND,
                       &x->verdict);
    if (x->request.json)
        json_output(json_of(x), stdout, err);
    else
        print_visible(x, err);
    if (!err->status && !x->found.n)
        err->status = x->found.complete ? STATUS_INFEASIBLE : STATUS_NOTHING;
    return err->status;
}

enum status party_solutions_command(int argc, char **argv, const void *keys,
                                    struct comm *comm, struct error *err)
{
    struct arena arena;
    arena_init(&arena);
    struct listing *x = ARENA_NEW(&arena, struct listing, 1);
    if (!x) {
        error_set(err, STATUS_MEMORY, "no memory for the challenge");
    } else {
        *x = (struct listing){.keys = keys};
        bool loaded =
            !read_arguments(argc, argv, &x->request, &arena, comm->rank, err) &&
            !party_load(keys, &arena, &x->party, err) &&
            !party_draw_layout_load(&x->keys->formation, &x->party, &x->layout, err) &&
            !read_wanted(&x->request, &x->party, err);
        interrupt_watch_signal(signals_catch()); /* acts as the time limit does */
        if (loaded && comm->rank == 0)
            find_and_print(x, err);
        interrupt_watch_signal(NULL);
    }
    arena_free(&arena);
    return comm_agree(comm, err);
}
