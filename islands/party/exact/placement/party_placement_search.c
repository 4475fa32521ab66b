#include "party_placement_classes.h"
#include "party_placement_cuts.h"
#include "party_placement_tree.h"

#include <assert.h>

/* Whether a pattern is valid; for asserts. */
static inline bool pattern_holds(const struct party_placement *a,
                                 const struct party_placement_pattern *p)
{
    size_t heroes = 0;
    bool holds = p->n >= 1 && p->n <= a->n_places && p->n_blocks <= p->n &&
                 (!p->any_barred || p->n_blocks == p->n);
    for (size_t c = 0; c < p->n; c++) {
        heroes += p->count[c];
        for (size_t d = 0; d < p->n; d++)
            holds = holds && p->loss[c][d] == p->loss[d][c] &&
                    p->loss[c][d] <= PARTY_PLACEMENT_EDGE_LOSS;
        holds = holds && (p->n_blocks == p->n || p->block[c] < p->n_blocks);
    }
    for (size_t i = 0; p->any_pinned && i < a->n_places; i++)
        holds = holds && p->pinned[i] < (int)p->n;
    return holds && heroes == a->n_places;
}

/* Whether classes by order are a placement within the limit; for asserts. */
static inline bool answer_holds(const struct party_placement *a,
                                const struct party_placement_pattern *p,
                                const int16_t *assigned)
{
    size_t count[PARTY_MAX_PLACES] = {0};
    uint64_t lost = 0;
    for (size_t i = 0; i < a->n_places; i++) {
        int pinned = p->any_pinned ? p->pinned[a->order[i]] : -1;
        if (assigned[i] < 0 || (size_t)assigned[i] >= p->n ||
            (pinned >= 0 && pinned != assigned[i]) ||
            (pinned < 0 && p->any_barred &&
             !(p->allowed[assigned[i]] >> a->order[i] & 1)))
            return false;
        count[assigned[i]]++;
        for (size_t k = 0; k < a->n_back[i]; k++)
            lost += p->loss[assigned[i]][assigned[a->back[i][k]]];
    }
    for (size_t c = 0; c < p->n; c++)
        if (count[c] != p->count[c])
            return false;
    return lost <= a->most_loss;
}

/* Both steps, after the blocks alone, which often decide. */
static bool search_blocks(struct party_placement_state *s,
                          const struct party_placement_pattern *classes)
{
    struct party_placement_pattern blocks;
    s->classes = classes;
    party_placement_merge_blocks(s, &blocks);
    s->classes = NULL;
    bool found = !party_placement_exceeds_cuts(s->placement, &blocks) &&
                 party_placement_tree_search(s);
    if (found) {
        s->classes = classes;
        found = party_placement_tree_search(s);
    }
    s->pattern = classes; /* blocks ends here */
    return found;
}

static bool search_plainly(struct party_placement_state *s,
                           const struct party_placement_pattern *pattern)
{
    s->pattern = pattern;
    if (party_placement_exceeds_cuts(s->placement, pattern) ||
        !party_placement_tree_search(s))
        return false;
    for (size_t i = 0; i < s->placement->n_places; i++)
        s->assigned[i] = s->at[i];
    return true;
}

enum party_placement_answer
party_placement_search(struct party_placement *a,
                       const struct party_placement_pattern *pattern, uint64_t limit,
                       uint8_t *place, uint64_t *placings)
{
    assert(pattern_holds(a, pattern));
    struct party_placement_state s;
    s.placement = a;
    s.classes = NULL;
    s.left = limit;
    s.limit_reached = false;
    bool found = pattern->n_blocks < pattern->n ? search_blocks(&s, pattern)
                                                : search_plainly(&s, pattern);
    assert(!found || answer_holds(a, pattern, s.assigned));
    assert(s.left <= limit);
    if (placings)
        *placings = limit - s.left;
    for (size_t i = 0; found && place && i < a->n_places; i++)
        place[a->order[i]] = (uint8_t)s.assigned[i];
    return found             ? PARTY_PLACEMENT_YES
           : s.limit_reached ? PARTY_PLACEMENT_UNKNOWN
                             : PARTY_PLACEMENT_NO;
}
