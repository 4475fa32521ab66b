#include "party_edges_within.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { IMPOSSIBLE = -1 };

/* Upper bounds by pairs, and by the largest degrees. */
static void bound_by_degrees(const struct party *party, int *within)
{
    int degree[PARTY_MAX_PLACES], sum = 0;
    for (size_t p = 0; p < party->n_places; p++) {
        size_t k = p;
        for (; k > 0 && degree[k - 1] < party->n_neighbours[p]; k--)
            degree[k] = degree[k - 1];
        degree[k] = party->n_neighbours[p];
    }
    within[0] = 0;
    for (int k = 1; k <= (int)party->n_places; k++) {
        sum += degree[k - 1];
        int pairs = k * (k - 1) / 2;
        within[k] = pairs < sum / 2 ? pairs : sum / 2;
    }
}

/* By enumeration of all sets of places. */
static void count_within(const struct party *party, const uint32_t *adjacent, size_t p,
                         uint32_t chosen, int size, int edges, int *most)
{
    if (p == party->n_places) {
        most[size] = edges > most[size] ? edges : most[size];
        return;
    }
    count_within(party, adjacent, p + 1, chosen, size, edges, most);
    count_within(party, adjacent, p + 1, chosen | (uint32_t)1 << p, size + 1,
                 edges + __builtin_popcount(adjacent[p] & chosen), most);
}

/* Where too many places wait: all sets if there are few, else the bound by degrees. */
static void find_of_wide(const struct party *party, int *within)
{
    uint32_t adjacent[PARTY_EDGES_PLACES] = {0};
    bound_by_degrees(party, within);
    if (party->n_places > PARTY_EDGES_PLACES)
        return;
    for (size_t p = 0; p < party->n_places; p++)
        for (size_t i = 0; i < party->n_neighbours[p]; i++)
            adjacent[p] |= (uint32_t)1 << party->neighbour[p][i];
    memset(within, 0, (party->n_places + 1) * sizeof *within);
    count_within(party, adjacent, 0, 0, 0, 0, within);
}

/* The places before some place that have neighbours from it on. */
struct frontier {
    size_t n;
    size_t place[PARTY_EDGES_WIDTH + 1];
};

static bool has_neighbour_after(const struct party *party, size_t p, size_t q)
{
    for (size_t i = 0; i < party->n_neighbours[p]; i++)
        if (party->neighbour[p][i] > q)
            return true;
    return false;
}

/* most[set][k]: the most edges among k places up to one, of which those in the frontier are `set`. */
struct table {
    size_t row; /* n_places + 1 */
    int16_t *most, *next;
};

/* Adds a place as the last of the frontier: sets with it are those with its bit. */
static void add_place(const struct party *party, size_t place, struct frontier *f,
                      const struct table *t)
{
    size_t sets = (size_t)1 << f->n;
    for (size_t set = 0; set < sets; set++) {
        int16_t edges = 0, *with = t->most + (sets + set) * t->row;
        const int16_t *without = t->most + set * t->row;
        for (size_t i = 0; i < f->n; i++)
            edges =
                (int16_t)(edges + ((set >> i & 1) &&
                                   party_are_neighbours(party, f->place[i], place)));
        with[0] = IMPOSSIBLE;
        for (size_t k = 1; k < t->row; k++)
            with[k] = without[k - 1] == IMPOSSIBLE ? IMPOSSIBLE
                                                   : (int16_t)(without[k - 1] + edges);
    }
    f->place[f->n++] = place;
}

/* Drops the places of the frontier without neighbours after `place`. */
static void drop_places(const struct party *party, size_t place, struct frontier *f,
                        struct table *t)
{
    struct frontier kept = {.n = 0};
    size_t bit[PARTY_EDGES_WIDTH + 1];
    for (size_t i = 0; i < f->n; i++) {
        bit[i] = 0;
        if (has_neighbour_after(party, f->place[i], place)) {
            bit[i] = (size_t)1 << kept.n;
            kept.place[kept.n++] = f->place[i];
        }
    }
    for (size_t i = 0; i < t->row << kept.n; i++)
        t->next[i] = IMPOSSIBLE;
    for (size_t set = 0; set < (size_t)1 << f->n; set++) {
        size_t to = 0;
        for (size_t i = 0; i < f->n; i++)
            to |= set >> i & 1 ? bit[i] : 0;
        for (size_t k = 0; k < t->row; k++)
            if (t->most[set * t->row + k] > t->next[to * t->row + k])
                t->next[to * t->row + k] = t->most[set * t->row + k];
    }
    int16_t *swap = t->most;
    t->most = t->next;
    t->next = swap;
    *f = kept;
}

/* False where too many places wait, or without memory. */
static bool find_by_frontiers(const struct party *party, struct arena *own, int *within)
{
    struct frontier frontier = {.n = 0};
    struct table t = {.row = party->n_places + 1};
    size_t entries = t.row << (PARTY_EDGES_WIDTH + 1);
    t.most = ARENA_NEW(own, int16_t, entries);
    t.next = ARENA_NEW(own, int16_t, entries);
    if (!t.most || !t.next)
        return false;
    t.most[0] = 0;
    for (size_t k = 1; k < t.row; k++)
        t.most[k] = IMPOSSIBLE;
    for (size_t p = 0; p < party->n_places; p++) {
        if (frontier.n == PARTY_EDGES_WIDTH)
            return false;
        add_place(party, p, &frontier, &t);
        drop_places(party, p, &frontier, &t);
    }
    assert(frontier.n == 0);
    for (size_t k = 0; k < t.row; k++) {
        assert(t.most[k] >= 0);
        within[k] = t.most[k];
    }
    return true;
}

void party_edges_within(const struct party *party, int *within)
{
    struct arena own;
    arena_init(&own);
    if (!find_by_frontiers(party, &own, within))
        find_of_wide(party, within);
    arena_free(&own);
}
