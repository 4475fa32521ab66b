#include "party_parts.h"

#include "interrupt.h"

#include <math.h>

enum status party_parts_init(struct party_parts *parts, const struct party *party,
                             struct arena *perm, struct error *err)
{
    *parts = (struct party_parts){.shares = 1,
                                  .thresholds = party_bnb_thresholds_default,
                                  .counts_from = PARTY_COUNTS_FROM};
    parts->solvers = party_shared_solvers_get(party, perm, err);
    if (!parts->solvers)
        return err->status;
    parts->state = ARENA_NEW(perm, struct party_bnb_state, parts->solvers->n);
    if (!parts->state)
        return error_set(err, STATUS_MEMORY, "no memory for the exact search");
    return STATUS_OK;
}

bool party_parts_are_impossible(const struct party_parts *parts)
{
    for (size_t i = 0; i < parts->solvers->n; i++)
        if (!parts->solvers->solver[i].reduced.impossible)
            return false;
    return true;
}

/* Makes `search` the share of a part, as its state says. */
static void open_part(const struct party_parts *parts, size_t i,
                      struct party_bnb *search)
{
    struct party_solver *solver = &parts->solvers->solver[i];
    party_bnb_init(search, &solver->groups, &solver->placement, &solver->patterns,
                   parts->share, parts->shares);
    if (parts->state[i].begun)
        search->state = parts->state[i];
    search->thresholds = parts->thresholds;
    search->found = parts->found;
    search->context = parts->context;
}

/* As a budget does, where doubles compare coins exactly. */
static bool bounds_coins(const struct party *party, const struct party_requirement *r)
{
    return r->kind == PARTY_SUM && party->number[r->column].value == party->coins &&
           isinf(r->min) && !party->exact_coins.units;
}

double party_above_budget(const struct party *party)
{
    double limit = INFINITY;
    for (size_t i = 0; i < party->n_requirements; i++)
        if (bounds_coins(party, &party->requirement[i]))
            limit = fmin(limit, nextafter(party->requirement[i].max, INFINITY));
    return limit;
}

double party_take_budget(struct party *party)
{
    double limit = party_above_budget(party);
    size_t n = 0;
    for (size_t i = 0; i < party->n_requirements; i++)
        if (!bounds_coins(party, &party->requirement[i]))
            party->requirement[n++] = party->requirement[i];
    party->n_requirements = n;
    return limit;
}

/* The limit of a part's price. */
static double limit_of(const struct party *part)
{
    return part->price == part->coins ? party_above_budget(part) : INFINITY;
}

void party_parts_begin(struct party_parts *parts, bool known)
{
    for (size_t i = 0; i < parts->solvers->n; i++) {
        struct party_bnb search;
        parts->state[i].begun = 0;
        open_part(parts, i, &search);
        parts->state[i] = search.state;
        parts->state[i].bound = fmax(parts->state[i].bound, parts->solvers->bound[i]);
        parts->state[i].finished |= !known &&
                                    isinf(limit_of(parts->solvers->part[i])) &&
                                    party_shared_solvers_refute(parts->solvers, i);
        if (parts->solvers->part[i]->n_places >= parts->counts_from)
            parts->state[i].bound =
                fmax(parts->state[i].bound,
                     party_shared_solvers_count_bound(parts->solvers, i));
    }
}

/* The part of the least bound that is not finished; solvers->n: none. */
static size_t next_part(const struct party_parts *parts)
{
    size_t next = parts->solvers->n;
    for (size_t i = 0; i < parts->solvers->n; i++)
        if (!parts->state[i].finished &&
            (next == parts->solvers->n ||
             parts->state[i].bound < parts->state[next].bound))
            next = i;
    return next;
}

/* The bound by counts, of a part that takes long. */
static void raise_bound(struct party_parts *parts, size_t i)
{
    const struct party_solver *solver = &parts->solvers->solver[i];
    uint64_t work = parts->state[i].work;
    if (work < PARTY_COUNTS_AFTER ||
        work < PARTY_COUNTS_AFTER_HERO * (uint64_t)solver->reduced.n ||
        solver->groups.levels)
        return;
    interrupt_hold(); /* it would be weaker when cut */
    double bound = party_shared_solvers_count_bound(parts->solvers, i);
    interrupt_release();
    parts->state[i].bound = fmax(parts->state[i].bound, bound);
}

uint64_t party_parts_run(struct party_parts *parts, double less_than, uint64_t work,
                         struct arena scratch, bool *interrupted)
{
    struct party_bnb search;
    size_t i = next_part(parts);
    if (interrupted)
        *interrupted = false;
    if (i == parts->solvers->n)
        return 0;
    raise_bound(parts, i);
    open_part(parts, i, &search);
    search.best = fmin(less_than, limit_of(parts->solvers->part[i]));
    uint64_t nodes = search.state.nodes;
    party_bnb_run(&search, work, scratch);
    parts->state[i] = search.state;
    if (interrupted)
        *interrupted = search.interrupted;
    return search.state.nodes - nodes;
}

double party_parts_bound(const struct party_parts *parts)
{
    size_t next = next_part(parts);
    return next < parts->solvers->n ? parts->state[next].bound : INFINITY;
}

bool party_parts_finished(const struct party_parts *parts)
{
    return next_part(parts) == parts->solvers->n;
}

uint64_t party_parts_work(const struct party_parts *parts)
{
    uint64_t work = 0;
    for (size_t i = 0; i < parts->solvers->n; i++)
        work += parts->state[i].work;
    return work;
}
