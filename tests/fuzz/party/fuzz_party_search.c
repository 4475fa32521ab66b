/* Lists of parties by skerry, and whether there are any: the one file of this fuzzer that knows it. */
#include "fuzz_party_lists.h"

#include "comm_serial.h"
#include "config.h"
#include "interrupt.h"
#include "party_disjoint.h"
#include "party_infeasible_ask.h"
#include "party_load.h"
#include "party_solutions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORK = 5000000 };
static const double LIMIT_S = 20, DIVIDED_LIMIT_S = 2;

static enum status load(struct fuzz *fuzz, const char *override, struct arena *perm,
                        struct party *party, struct error *err)
{
    struct comm *comm;
    struct config config;
    const struct config_request request = {.path = fuzz_path(fuzz, "case.yaml"),
                                           .overrides = &override,
                                           .n_overrides = override ? 1 : 0,
                                           .islands = 1};
    if (comm_serial_open(&comm, err))
        return err->status;
    if (!config_load(&request, &registry_all, comm, perm, &config, err))
        party_load(config.problem_keys, perm, party, err);
    comm_close(comm);
    return err->status;
}

static void tell_error(const struct error *err, struct fuzz_party_list *out)
{
    out->failed = err->status != STATUS_OK;
    snprintf(out->error, sizeof out->error, "%.80s%s%.400s", err->key,
             err->key[0] ? ": " : "", err->text);
}

static void tell_party(const struct party *party, const int32_t *hero, double cost,
                       struct fuzz_party_list *out)
{
    for (size_t p = 0; p < party->n_places; p++)
        out->id[out->n][p] = (double)party->id[hero[p]];
    out->cost[out->n++] = cost;
}

void fuzz_party_parties(struct fuzz *fuzz, int count, int apart, double amount,
                        double share, struct fuzz_party_list *out)
{
    static struct party_solutions found;
    struct arena arena;
    struct party party;
    struct error err = {0};
    struct party_solutions_wanted wanted = {
        .apart = (size_t)apart, .amount = amount, .share = share, .work = WORK};
    uint64_t look = fuzz_draw_look(fuzz, 0.3);
    *out = (struct fuzz_party_list){0};
    fuzz_say(fuzz, look ? "parties, interrupted" : "parties");
    fuzz->limited = look;
    arena_init(&arena);
    if (!load(fuzz, NULL, &arena, &party, &err)) {
        size_t most = party_solutions_most(&party);
        wanted.count = (size_t)count < most ? (size_t)count : most;
        fuzz_interrupt_at(look);
        party_solutions_find(&party, &wanted, &found, &err);
        fuzz_interrupt_at(0);
    }
    tell_error(&err, out);
    for (size_t i = 0; i < found.n && !out->failed; i++)
        tell_party(&party, found.hero[i], found.cost[i], out);
    out->complete = found.complete;
    out->proven = !found.open;
    arena_free(&arena);
}

enum fuzz_party_answer fuzz_party_by_sums(struct fuzz *fuzz)
{
    struct arena arena;
    struct party party;
    struct error err = {0};
    enum fuzz_party_answer answer = FUZZ_PARTY_NONE;
    fuzz_say(fuzz, "by sums");
    arena_init(&arena);
    if (load(fuzz, NULL, &arena, &party, &err))
        answer = FUZZ_PARTY_OPEN;
    for (size_t i = 0; !err.status && i < party_n_cases(&party); i++) {
        const struct party *one = party_case(&party, i);
        uint64_t work = fuzz_chance(fuzz, 0.7) ? WORK : 1 + fuzz_below(fuzz, 1000);
        enum party_infeasible_answer said =
            party_infeasible_ask_by_sums(one, party_infeasible_all(one), &work);
        if (said == PARTY_SUBSET_FEASIBLE)
            answer = FUZZ_PARTY_SOME;
        else if (said == PARTY_SUBSET_OPEN && answer == FUZZ_PARTY_NONE)
            answer = FUZZ_PARTY_OPEN;
    }
    arena_free(&arena);
    return answer;
}

/* Small ones: of a search that begins again, and whose lists and searches end early. */
static struct party_disjoint_thresholds draw_thresholds(struct fuzz *fuzz)
{
    return (struct party_disjoint_thresholds){
        .list_steps = fuzz_chance(fuzz, 0.7) ? 0 : fuzz_below(fuzz, 1000),
        .brief_nodes = 1 + fuzz_below(fuzz, fuzz_chance(fuzz, 0.5) ? 2 : 30),
        .first_work = fuzz_chance(fuzz, 0.5) ? 1 : fuzz_below(fuzz, 1000)};
}

void fuzz_party_disjoint(struct fuzz *fuzz, const char *const *overrides, int n,
                         bool divided, struct fuzz_party_list *out)
{
    static struct party_disjoint found;
    struct arena arena;
    struct party party[MOST_LISTED];
    const struct party *list[MOST_LISTED];
    struct error err = {0};
    struct party_disjoint_thresholds thresholds =
        divided ? draw_thresholds(fuzz) : party_disjoint_thresholds_default;
    uint64_t look = divided ? fuzz_draw_look(fuzz, 0.3) : 0;
    *out = (struct fuzz_party_list){0};
    fuzz_say(fuzz, look      ? "disjoint, interrupted"
                   : divided ? "disjoint, divided"
                             : "disjoint");
    arena_init(&arena);
    /* Challenges are known to be the same by their pointers. */
    bool alike = fuzz_chance(fuzz, 0.5);
    for (int i = 0; i < n && !err.status; i++) {
        bool first = i > 0 && alike && !overrides[i];
        list[i] = &party[first ? 0 : i];
        if (!first)
            load(fuzz, overrides[i], &arena, &party[i], &err);
    }
    if (look)
        fuzz_interrupt_at(look);
    else
        interrupt_set_limit(divided ? DIVIDED_LIMIT_S : LIMIT_S);
    if (!err.status)
        party_disjoint_find(list, (size_t)n, WORK, &thresholds, &found, &err);
    fuzz_interrupt_at(0);
    tell_error(&err, out);
    for (int i = 0; i < n && !out->failed && found.found; i++)
        tell_party(list[i], found.hero[i], found.price[i], out);
    out->proven = found.proven;
    out->total = found.total;
    out->bound = found.bound;
    arena_free(&arena);
}
