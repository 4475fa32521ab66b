#include "party_cheapest.h"

#include "party_objective.h"
#include "party_parts.h"

#include <math.h>
#include <string.h>

/* Nodes between two choices of the part of the least bound, as those of a step of `exact`. */
enum { SLICE = 500000 };

struct search {
    const struct party *party;
    struct party_cheapest *cheapest;
};

/* Costs are exact where prices are rounded. */
static void note(void *context, const int32_t *genome, double price,
                 struct arena scratch)
{
    const struct search *search = context;
    double cost = party_objective_cost(search->party, genome);
    (void)price, (void)scratch;
    if (!(cost < search->cheapest->cost))
        return;
    search->cheapest->cost = cost;
    if (search->cheapest->hero)
        memcpy(search->cheapest->hero, genome,
               search->party->n_places * sizeof *genome);
}

/* Searches all parts, once they are prepared. */
static enum status run_parts(struct party_parts *parts, const struct party *party,
                             uint64_t work, struct arena *perm,
                             struct party_cheapest *cheapest, struct error *err)
{
    struct search search = {party, cheapest};
    bool interrupted = false;
    struct arena scratch = arena_scratch(perm, parts->solvers->scratch_bytes);
    if (!scratch.at)
        return error_set(err, STATUS_MEMORY, "no memory for the exact search");
    cheapest->impossible = party_parts_are_impossible(parts);
    parts->found = note;
    parts->context = &search;
    party_parts_begin(parts, true);
    while (!party_parts_finished(parts) && !interrupted &&
           party_parts_work(parts) < work)
        party_parts_run(parts, party_objective_price(party, cheapest->cost),
                        SLICE < work ? SLICE : work, scratch, &interrupted);
    double proven = party_objective_proven(party, cheapest->cost);
    cheapest->coarse = party_parts_finished(parts) && proven < cheapest->cost;
    cheapest->finished = party_parts_finished(parts) && !cheapest->coarse;
    cheapest->bound =
        fmin(party_objective_bound(party, party_parts_bound(parts)), proven);
    return STATUS_OK;
}

enum status party_cheapest_search(const struct party *party, uint64_t work,
                                  struct arena *perm, struct party_cheapest *cheapest,
                                  struct error *err)
{
    struct party_parts parts;
    cheapest->finished = cheapest->impossible = cheapest->coarse = false;
    cheapest->bound = -INFINITY;
    if (!party_parts_init(&parts, party, perm, err))
        return run_parts(&parts, party, work, perm, cheapest, err);
    if (err->status == STATUS_CUT) /* nothing is known yet, nothing is lost */
        *err = (struct error){0};
    return err->status;
}
