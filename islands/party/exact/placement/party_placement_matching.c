#include "party_placement_matching.h"

#include <assert.h>

/* A matching of open places with the heroes left, while it grows. */
struct matching {
    const struct party_placement_state *search;
    uint8_t room[PARTY_MAX_PLACES];  /* heroes of each class without a place */
    uint64_t with[PARTY_MAX_PLACES]; /* places that have a hero of each class */
    uint64_t seen;                   /* classes visited by an augmenting path */
};

/* Gives a place a hero, moving others where that helps. */
static bool augment(struct matching *m, size_t place)
{
    const struct party_placement_pattern *p = m->search->pattern;
    for (size_t c = 0; c < p->n; c++) {
        if (!(p->allowed[c] >> place & 1) || m->seen >> c & 1)
            continue;
        m->seen |= (uint64_t)1 << c;
        bool free = m->room[c] > 0;
        for (uint64_t others = m->with[c]; others && !free; others &= others - 1) {
            size_t other = (size_t)__builtin_ctzll(others);
            m->with[c] &= ~((uint64_t)1 << other);
            m->room[c]++;
            free = augment(m, other);
            if (!free) {
                m->with[c] |= (uint64_t)1 << other;
                m->room[c]--;
            }
        }
        if (!free)
            continue;
        m->room[c]--;
        m->with[c] |= (uint64_t)1 << place;
        return true;
    }
    return false;
}

bool party_placement_rest_can_stand(const struct party_placement_state *s, size_t i,
                                    uint8_t *at)
{
    const struct party_placement_pattern *p = s->pattern;
    const uint8_t *order = s->placement->order;
    struct matching m = {.search = s};
    for (size_t c = 0; c < p->n; c++)
        m.room[c] = (uint8_t)(s->unused[c] - s->reserved[c]);
    for (size_t k = i; k < s->placement->n_places; k++) {
        m.seen = 0;
        if (!(p->any_pinned && p->pinned[order[k]] >= 0) && !augment(&m, order[k]))
            return false;
    }
    for (size_t k = i; at && k < s->placement->n_places; k++) {
        size_t c = 0;
        while (c < p->n && !(m.with[c] >> order[k] & 1))
            c++;
        at[k] = (uint8_t)(c < p->n ? c : (size_t)p->pinned[order[k]]);
    }
    return true;
}

bool party_placement_place_unlinked(struct party_placement_state *s)
{
    const struct party_placement_pattern *p = s->pattern;
    size_t left[PARTY_MAX_PLACES] = {0}, from = s->placement->n_linked;
    if (p->any_barred)
        return party_placement_rest_can_stand(s, from, s->at);
    for (size_t c = 0; c < p->n; c++)
        left[c] = s->unused[c] - s->reserved[c];
    for (size_t k = from, c = 0; k < s->placement->n_places; k++) {
        int pinned = p->any_pinned ? p->pinned[s->placement->order[k]] : -1;
        while (pinned < 0 && !left[c])
            c++;
        assert(c < p->n);
        left[c] -= pinned < 0;
        s->at[k] = (uint8_t)(pinned < 0 ? (int)c : pinned);
    }
    return true;
}
