#include "party_placement.h"

#include "party_placement_cuts.h"

#include <assert.h>
#include <string.h>

/* The frontier: places among the first n of an order with a neighbour outside. */
static size_t frontier_of(const struct party *party, const uint8_t *order, size_t n,
                          uint8_t *frontier)
{
    size_t size = 0;
    for (size_t i = 0; i < n; i++) {
        size_t inside = 0;
        for (size_t k = 0; k < n; k++)
            inside += party_are_neighbours(party, order[i], order[k]);
        if (inside < party->n_neighbours[order[i]])
            frontier[size++] = (uint8_t)i;
    }
    return size;
}

/* Places with neighbours. */
static size_t n_linked(const struct party *party)
{
    size_t n = 0;
    for (size_t p = 0; p < party->n_places; p++)
        n += party->n_neighbours[p] > 0;
    return n;
}

/* Greedy ordering of the places from a first one, each next with the smallest frontier, and those
 * without neighbours last. Returns the sum of squared frontier sizes. */
static double order_from(const struct party *party, size_t first, uint8_t *order)
{
    bool taken[PARTY_MAX_PLACES] = {false};
    uint8_t frontier[PARTY_MAX_PLACES];
    double width = 0;
    for (size_t i = 0; i < party->n_places; i++) {
        size_t best = first, best_size = SIZE_MAX, best_degree = 0;
        for (size_t p = 0; i > 0 && p < party->n_places; p++) {
            if (taken[p] || (!party->n_neighbours[p] && i < n_linked(party)))
                continue;
            order[i] = (uint8_t)p;
            size_t size = frontier_of(party, order, i + 1, frontier), degree = 0;
            for (size_t k = 0; k < i; k++)
                degree += party_are_neighbours(party, p, order[k]);
            if (size < best_size || (size == best_size && degree > best_degree)) {
                best = p;
                best_size = size;
                best_degree = degree;
            }
        }
        order[i] = (uint8_t)best;
        taken[best] = true;
        double size = (double)frontier_of(party, order, i + 1, frontier);
        width += size * size;
    }
    return width;
}

static void order_places(struct party_placement *a, const struct party *party)
{
    uint8_t order[PARTY_MAX_PLACES];
    double best = -1;
    bool all = a->n_places <= PARTY_PLACEMENT_CUT_PLACES;
    a->n_linked = n_linked(party);
    for (size_t first = 0; first < a->n_places && (all || best < 0); first++) {
        if (!party->n_neighbours[first] && a->n_linked)
            continue;
        double width = order_from(party, first, order);
        if (best < 0 || width < best) {
            best = width;
            memcpy(a->order, order, sizeof a->order);
        }
    }
    for (size_t i = 0; i < a->n_places; i++) {
        a->n_frontier[i] = (uint8_t)frontier_of(party, a->order, i, a->frontier[i]);
        for (size_t k = 0; k < i; k++)
            if (party_are_neighbours(party, a->order[i], a->order[k])) {
                a->back[i][a->n_back[i]++] = (uint8_t)k;
                a->fore[k][a->n_fore[k]++] = (uint8_t)i;
            }
    }
    for (size_t i = a->n_places; i-- > 0;)
        a->n_open[i] = (uint16_t)(a->n_open[i + 1] + a->n_fore[i]);
}

enum status party_placement_init(struct party_placement *a, const struct party *party,
                                 int most_loss, struct arena *perm, struct error *err)
{
    *a = (struct party_placement){.n_places = party->n_places};
    assert(most_loss <= PARTY_PLACEMENT_MOST_LOSS);
    if (most_loss < 0)
        return STATUS_OK;
    a->most_loss = (uint32_t)most_loss;
    order_places(a, party);
    party_placement_count_cuts(a, party);
    a->memo = ARENA_NEW(perm, struct party_placement_memo, PARTY_PLACEMENT_MEMO);
    a->nogood = ARENA_NEW(perm, struct party_placement_nogood, PARTY_PLACEMENT_NOGOODS);
    if (!a->memo || !a->nogood)
        return error_set(err, STATUS_MEMORY, "no memory for placements");
    return STATUS_OK;
}

/* The key of a question: all that determines the answer; 0 bytes if it is too long. */
static size_t write_key(const struct party_placement *a,
                        const struct party_placement_pattern *p, uint8_t *key)
{
    size_t place_bytes = p->any_barred ? (a->n_places + 7) / 8 : 0;
    size_t bytes = (2 + place_bytes) * p->n + (p->any_pinned ? a->n_places : 0) +
                   p->n * (p->n + 1) / 2;
    if (bytes > PARTY_PLACEMENT_KEY_BYTES || a->most_loss > UINT8_MAX - 1)
        return 0;
    size_t at = 0;
    memcpy(key, p->count, p->n);
    at += p->n;
    for (size_t i = 0; i < p->n; i++)
        key[at++] = p->n_blocks < p->n ? p->block[i] : UINT8_MAX;
    for (size_t i = 0; p->any_pinned && i < a->n_places; i++)
        key[at++] = (uint8_t)p->pinned[i];
    for (size_t i = 0; i < p->n; i++)
        for (size_t b = 0; b < place_bytes; b++)
            key[at++] = (uint8_t)(p->allowed[i] >> 8 * b);
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = i; j < p->n; j++) {
            uint32_t loss = p->loss[i][j];
            key[at++] = (uint8_t)(loss < UINT8_MAX ? loss : UINT8_MAX);
        }
    return at;
}

static uint64_t hash_bytes(const uint8_t *key, size_t n)
{
    uint64_t hash = 0x9e3779b97f4a7c15ULL * (n + 1);
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ key[i]) * 0x100000001b3ULL;
    return hash ^ hash >> 29;
}

enum party_placement_answer
party_placement_ask(struct party_placement *a,
                    const struct party_placement_pattern *pattern, uint64_t limit,
                    uint64_t *placings)
{
    uint8_t key[PARTY_PLACEMENT_KEY_BYTES];
    size_t bytes = write_key(a, pattern, key);
    *placings = 0;
    if (!bytes)
        return party_placement_search(a, pattern, limit, NULL, placings);
    /* Keys with and without places allowed may have the same bytes. */
    uint64_t kind = limit | (uint64_t)pattern->any_barred << 63;
    struct party_placement_memo *memo =
        &a->memo[hash_bytes(key, bytes) % PARTY_PLACEMENT_MEMO];
    if (memo->forgotten != a->forgotten || memo->bytes != bytes || memo->kind != kind ||
        memcmp(memo->key, key, bytes) != 0) {
        memo->answer =
            (uint8_t)party_placement_search(a, pattern, limit, NULL, placings);
        memo->kind = kind;
        memo->forgotten = a->forgotten;
        memo->bytes = (uint8_t)bytes;
        memcpy(memo->key, key, bytes);
    }
    return (enum party_placement_answer)memo->answer;
}

void party_placement_forget(struct party_placement *a)
{
    if (++a->forgotten || !a->memo)
        return;
    for (size_t i = 0; i < PARTY_PLACEMENT_MEMO; i++) /* once in 2^32 times */
        a->memo[i].bytes = 0;
}
