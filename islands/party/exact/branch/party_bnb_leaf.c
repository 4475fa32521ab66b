#include "party_bnb_node.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static void hero_losses(const struct party_bnb *w, uint32_t loss[][PARTY_MAX_PLACES])
{
    size_t n = w->reduced->n_places;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            int points = party_edge_points(w->reduced->party, (int32_t)w->now->hero[a],
                                           (int32_t)w->now->hero[b]);
            loss[a][b] = loss[b][a] = party_reduced_loss(w->reduced, points);
        }
}

static bool are_twins(size_t n, uint32_t loss[][PARTY_MAX_PLACES], size_t a, size_t b)
{
    for (size_t c = 0; c < n; c++)
        if (c != a && c != b && loss[a][c] != loss[b][c])
            return false;
    return true;
}

static uint64_t places_allowed(const struct party *party, uint32_t hero)
{
    return party->place_class ? party->class_places[party->place_class[hero]]
                              : UINT64_MAX;
}

/* The class of a free hero: that of a hero of the same group with the same losses and places
 * allowed; pattern->n if there is none. */
static size_t class_for(const struct party_bnb *w,
                        const struct party_placement_pattern *pattern,
                        const uint8_t *first, uint32_t loss[][PARTY_MAX_PLACES],
                        size_t h)
{
    const struct party_reduced *r = w->reduced;
    for (size_t c = 0; h >= r->n_fixed && c < pattern->n; c++)
        if (first[c] >= r->n_fixed &&
            w->now->hero_group[first[c]] == w->now->hero_group[h] &&
            places_allowed(r->party, w->now->hero[first[c]]) ==
                places_allowed(r->party, w->now->hero[h]) &&
            are_twins(r->n_places, loss, first[c], h))
            return c;
    return pattern->n;
}

/* The classes of a group are a block; without blocks where heroes are barred from places. */
static void make_blocks(const struct party_bnb *w,
                        struct party_placement_pattern *pattern, const uint8_t *first)
{
    pattern->any_barred = w->reduced->party->place_class != NULL;
    pattern->n_blocks = pattern->any_barred ? pattern->n : 0;
    for (size_t c = 0; c < pattern->n && pattern->any_barred; c++)
        pattern->allowed[c] = places_allowed(w->reduced->party, w->now->hero[first[c]]);
    for (size_t c = 0; c < pattern->n && !pattern->any_barred; c++) {
        size_t k = 0;
        while (k < c && w->now->hero_group[first[k]] != w->now->hero_group[first[c]])
            k++;
        pattern->block[c] = k < c ? pattern->block[k] : (uint8_t)pattern->n_blocks++;
    }
}

/* Heroes with the same losses become one class; fixed heroes are classes of their own,
 * pinned to their places. */
static void make_classes(const struct party_bnb *w,
                         struct party_placement_pattern *pattern, uint8_t *class_of)
{
    const struct party_reduced *r = w->reduced;
    uint32_t loss[PARTY_MAX_PLACES][PARTY_MAX_PLACES];
    uint8_t first[PARTY_MAX_PLACES];
    hero_losses(w, loss);
    pattern->n = 0;
    for (size_t h = 0; h < r->n_places; h++) {
        size_t c = class_for(w, pattern, first, loss, h);
        if (c == pattern->n) {
            first[c] = (uint8_t)h;
            pattern->count[c] = 0;
            pattern->loss[c][c] = 0;
            pattern->n++;
        } else {
            pattern->loss[c][c] = loss[first[c]][h];
        }
        pattern->count[c]++;
        class_of[h] = (uint8_t)c;
    }
    for (size_t a = 0; a < pattern->n; a++)
        for (size_t b = 0; b < pattern->n; b++)
            if (a != b)
                pattern->loss[a][b] = loss[first[a]][first[b]];
    make_blocks(w, pattern, first);
    pattern->any_pinned = r->n_fixed > 0;
    for (size_t p = 0, f = 0; p < r->n_places; p++)
        pattern->pinned[p] = r->party->fixed[p] >= 0 ? (int8_t)class_of[f++] : -1;
}

/* Assigns heroes to places by the class of each place. */
static void fill_places(const struct party_bnb *w, const uint8_t *place,
                        const uint8_t *class_of, int32_t *genome)
{
    bool used[PARTY_MAX_PLACES] = {false};
    for (size_t p = 0; p < w->reduced->n_places; p++)
        for (size_t h = 0; h < w->reduced->n_places; h++)
            if (!used[h] && class_of[h] == place[p]) {
                used[h] = true;
                genome[p] = (int32_t)w->now->hero[h];
                break;
            }
}

/* A matching of free heroes with open places, while it grows. */
struct matching {
    const struct party_bnb *search;
    int32_t *genome;
    size_t hero_in[PARTY_MAX_PLACES]; /* index of the hero in each open place */
    uint64_t seen;                    /* places visited by an augmenting path */
};

/* Gives the h-th hero a place, moving others where that helps. */
static bool augment(struct matching *m, size_t h)
{
    const struct party_bnb *w = m->search;
    const struct party *party = w->reduced->party;
    uint64_t may = places_allowed(party, w->now->hero[h]);
    for (size_t p = 0; p < party->n_places; p++) {
        if (party->fixed[p] >= 0 || !(may >> p & 1) || m->seen >> p & 1)
            continue;
        m->seen |= (uint64_t)1 << p;
        if (m->genome[p] >= 0 && !augment(m, m->hero_in[p]))
            continue;
        m->hero_in[p] = h;
        m->genome[p] = (int32_t)w->now->hero[h];
        return true;
    }
    return false;
}

/* Any placement of the heroes in places that they may take, by augmenting paths (H. Kuhn, The
 * Hungarian method for the assignment problem, Naval Research Logistics Quarterly 2, 1955); false
 * if there is none. */
static bool match_places(const struct party_bnb *w, int32_t *genome)
{
    const struct party_reduced *r = w->reduced;
    struct matching m = {.search = w, .genome = genome};
    memcpy(genome, r->party->fixed, r->n_places * sizeof *genome);
    for (size_t h = r->n_fixed; h < r->n_places; h++) {
        m.seen = 0;
        if (!augment(&m, h))
            return false;
    }
    return true;
}

static enum party_placement_answer place_heroes(struct party_bnb *w, int32_t *genome)
{
    struct party_placement_pattern pattern;
    uint8_t class_of[PARTY_MAX_PLACES] = {0}, place[PARTY_MAX_PLACES];
    if (!w->reduced->synergy)
        return match_places(w, genome) ? PARTY_PLACEMENT_YES : PARTY_PLACEMENT_NO;
    make_classes(w, &pattern, class_of);
    const uint64_t limit = party_bnb_placement_limit(w);
    enum party_placement_answer answer = party_bnb_ask_placement(w, &pattern, limit);
    /* The answer may be remembered without the places, and an interrupt can end this search of them. */
    if (answer == PARTY_PLACEMENT_YES)
        answer = party_placement_search(w->placement, &pattern, limit, place, NULL);
    if (answer == PARTY_PLACEMENT_YES)
        fill_places(w, place, class_of, genome);
    return answer;
}

/* Whether the tally equals sums recomputed in the same order; for asserts. */
static inline bool tally_is_right(const struct party_bnb *w)
{
    const struct party_reduced *r = w->reduced;
    const struct party_bnb_slice *now = w->now;
    bool holds = true;
    for (size_t l = 0; l < r->n_constraints; l++) {
        double sum = 0;
        for (size_t h = 0; h < now->n_heroes; h++)
            sum += party_constraint_value(r->party, &r->constraint[l], now->hero[h]);
        holds = holds && sum == now->tally.sum[l];
    }
    for (size_t s = 0; s < r->n_limits; s++) {
        size_t trait = r->limits[s].trait, seen = 0;
        int distinct = 0;
        for (size_t v = 0; v < r->party->trait[trait].n_values; v++) {
            seen += now->seen[s][v];
            distinct += now->seen[s][v] > 0;
        }
        holds = holds && seen == now->n_heroes && distinct == now->tally.distinct[s];
    }
    return holds;
}

void party_bnb_leaf(struct party_bnb *w)
{
    int32_t genome[PARTY_MAX_PLACES];
    assert(w->now->n_heroes == w->reduced->n_places);
    assert(tally_is_right(w));
    double price = party_price(w->reduced->party, (const int32_t *)w->now->hero);
    if (!(price < w->best))
        return;
    enum party_placement_answer answer = place_heroes(w, genome);
    if (answer == PARTY_PLACEMENT_UNKNOWN && price < w->state.undecided)
        w->state.undecided = price;
    if (answer != PARTY_PLACEMENT_YES ||
        !party_is_feasible(w->reduced->party, genome, NULL))
        return;
    price = party_price(w->reduced->party, genome);
    if (!(price < w->best))
        return;
    w->best = price;
    /* The bound is of this share. With a choice of the marked value a party may be another share's, and
     * the search by levels may meet one of another part, whose sum of ratings this part excludes. */
    assert(price * (1 + PARTY_SLACK) >= w->state.bound || w->groups->levels ||
           (w->state.begun == PARTY_BNB_PATTERNS && w->patterns->n_choices > 1));
    party_bnb_set_limit(w);
    w->now->stopped = w->feasibility || w->first;
    if (w->found)
        w->found(w->context, genome, price, w->now->spare);
}
