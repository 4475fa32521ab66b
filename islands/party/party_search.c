#include "party_search.h"

#include "party_exchange.h"
#include "party_pilot.h"

#include <string.h>

enum {
    STEPS = 100,    /* of the walk, at effort 1 */
    NODES = 300,    /* of each exchange */
    REMEMBERED = 16 /* parties that were exchanged before */
};

/* One call of party_improve. */
struct search {
    struct party_rebuild walk;
    struct party_exchange *exchange;
    double limit; /* a better party costs less */
    double tried[REMEMBERED];
    size_t n_tried;
    uint64_t nodes; /* spent */
};

enum status party_search_prepare(struct party *party, struct arena *perm,
                                 size_t *scratch_bytes, struct error *err)
{
    struct party_search *search = ARENA_NEW(perm, struct party_search, 1);
    if (!search)
        return error_set(err, STATUS_MEMORY, "party: no memory for local search");
    party->search = search;
    enum status status = party_dual_init(party, perm, search, err);
    if (!status)
        status = party_pilot(party, search, err);
    if (status)
        return status;
    party_dual_price(party, search);
    status = party_dual_list(party, 0, perm, search, err);
    *scratch_bytes = sizeof(struct search) + ARENA_ALIGN +
                     party_exchange_bytes(party, search) +
                     party_rebuild_bytes(party, search);
    return status;
}

/* Whether a party of these reduced prices was exchanged lately; remembers it. */
static bool was_tried(struct search *search, double reduced)
{
    for (size_t i = 0; i < REMEMBERED && i < search->n_tried; i++)
        if (search->tried[i] == reduced)
            return true;
    search->tried[search->n_tried++ % REMEMBERED] = reduced;
    return false;
}

/* What a party must stay below to be cheaper: midway to the next possible price. */
static double limit_of(const struct party *party, const int32_t *hero)
{
    const struct party_search *pays = party->search;
    return party_price(party, hero) - pays->step / 2;
}

/* Exchanges heroes of the walk's party where that may come below the limit. */
static bool try_exchange(struct search *search, const struct party *party,
                         int32_t *hero)
{
    const struct party_state *now = &search->walk.now;
    const struct party_search *pays = party->search;
    int32_t next[PARTY_MAX_PLACES];
    uint64_t left = NODES;
    if (now->points < party->synergy_min ||
        now->reduced + pays->offset >= search->limit || was_tried(search, now->reduced))
        return false;
    memcpy(next, now->hero, sizeof next);
    bool found = party_exchange_run(search->exchange, next, search->limit, &left);
    search->nodes += NODES - left;
    if (!found)
        return false;
    search->limit = limit_of(party, next);
    memcpy(hero, next, party->n_places * sizeof *hero);
    return true;
}

uint64_t party_improve(const void *self, double effort, struct rng *rng,
                       struct arena scratch, void *genome)
{
    const struct party *party = self;
    struct search *search = ARENA_NEW(&scratch, struct search, 1);
    int steps = 1 + (int)(effort * STEPS);
    if (!party_is_feasible(party, genome, NULL))
        return 0;
    search->exchange = party_exchange_init(party, party->search, &scratch);
    search->limit = limit_of(party, genome);
    search->n_tried = 0;
    search->nodes = 0;
    party_rebuild_init(&search->walk, party, party->search, rng, genome, &scratch);
    for (int i = 0; i < steps; i++)
        if (party_rebuild_step(&search->walk))
            try_exchange(search, party, genome);
    return (uint64_t)steps + search->nodes;
}
