#include "party_placement_tree.h"

#include "party_placement_classes.h"
#include "party_placement_matching.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

static bool same_losses(const struct party_placement_pattern *p, size_t a, size_t b)
{
    if (p->count[a] != p->count[b] || p->loss[a][a] != p->loss[b][b] ||
        (p->any_barred && p->allowed[a] != p->allowed[b]))
        return false;
    for (size_t c = 0; c < p->n; c++)
        if (c != a && c != b && p->loss[a][c] != p->loss[b][c])
            return false;
    return true;
}

static void find_twins(struct party_placement_state *s)
{
    const struct party_placement_pattern *p = s->pattern;
    for (size_t b = 0; b < p->n; b++) {
        s->twin[b] = (uint8_t)b;
        /* The nearest one, so that a set of twins is a chain and used in a fixed order.
         * Blocks of several classes have no twins. */
        for (size_t a = b; a-- > 0 && s->twin[b] == b && !s->classes;)
            if (!s->reserved[a] && !s->reserved[b] && same_losses(p, a, b))
                s->twin[b] = (uint8_t)a;
    }
}

static bool may_take(const struct party_placement_state *s, size_t place, size_t class)
{
    assert(place < s->placement->n_places && class < s->pattern->n);
    int8_t pinned = s->pattern->pinned[place];
    if (s->pattern->any_pinned && pinned >= 0)
        return (size_t)pinned == class;
    if (s->unused[class] <= s->reserved[class] ||
        (s->pattern->any_barred && !(s->pattern->allowed[class] >> place & 1)))
        return false;
    /* Symmetry: of unused twins only the first is tried. */
    size_t twin = s->twin[class]; /* NOLINT(clang-analyzer-core.*): of find_twins */
    return twin == class || s->unused[twin] < s->pattern->count[twin] ||
           s->unused[class] < s->pattern->count[class];
}

/* Forward checking: updates the later neighbours of the i-th place. */
static void look_ahead(struct party_placement_state *s, size_t i, size_t class)
{
    const struct party_placement_pattern *p = s->pattern;
    for (size_t k = 0; k < s->placement->n_fore[i]; k++) {
        size_t later = s->placement->fore[i][k];
        unsigned *ahead = s->ahead[later], least = UINT_MAX;
        assert(later > i);
        for (size_t c = 0; c < p->n; c++) {
            ahead[c] += p->loss[class][c];
            if (s->unused[c] > 0 && ahead[c] < least)
                least = ahead[c];
        }
        s->least_sum += least - s->least_ahead[later];
        s->least_ahead[later] = least;
    }
}

/* Undoes look_ahead; `least` holds the former least_ahead. */
static void undo_look_ahead(struct party_placement_state *s, size_t i, size_t class,
                            const unsigned *least)
{
    for (size_t k = 0; k < s->placement->n_fore[i]; k++) {
        size_t later = s->placement->fore[i][k];
        for (size_t c = 0; c < s->pattern->n; c++) {
            assert(s->ahead[later][c] >= s->pattern->loss[class][c]);
            s->ahead[later][c] -= s->pattern->loss[class][c];
        }
        s->least_ahead[later] = least[k]; /* NOLINT(clang-analyzer-core.*) */
    }
}

static unsigned bits_for(size_t most)
{
    unsigned bits = 0;
    while (most >> bits)
        bits++;
    return bits;
}

/* The entry for a state, with its key; NULL if the key is too long. */
static struct party_placement_nogood *find_nogood(const struct party_placement_state *s,
                                                  size_t i, uint64_t key[2])
{
    const struct party_placement *a = s->placement;
    /* In the second step the outcome does not depend on the state alone. */
    if (s->classes)
        return NULL;
    size_t bits = 6 + a->n_frontier[i] * s->class_bits + s->pattern->n * s->count_bits;
    if (bits > 128)
        return NULL;
    rng_word word = i;
    for (size_t k = 0; k < a->n_frontier[i]; k++)
        word = word << s->class_bits | s->at[a->frontier[i][k]];
    for (size_t c = 0; c < s->pattern->n; c++)
        word = word << s->count_bits | s->unused[c];
    key[0] = (uint64_t)word;
    key[1] = (uint64_t)(word >> 64);
    uint64_t hash = (key[0] ^ key[1] * 0x9e3779b97f4a7c15ULL) * 0xd6e8feb86659fd93ULL;
    return &a->nogood[hash >> 40 & (PARTY_PLACEMENT_NOGOODS - 1)];
}

/* Whether the state failed before with at most this loss. */
static bool is_nogood(const struct party_placement_state *s,
                      const struct party_placement_nogood *nogood,
                      const uint64_t key[2], unsigned lost)
{
    return nogood->search == s->placement->searches && nogood->key[0] == key[0] &&
           nogood->key[1] == key[1] && nogood->lost <= lost;
}

static bool place_rest(struct party_placement_state *s, size_t i, unsigned lost);

static bool place_one(struct party_placement_state *s, size_t i, size_t class,
                      unsigned lost)
{
    if (s->left == 0 || party_placement_is_interrupted(s)) {
        s->limit_reached = true;
        return false;
    }
    s->left--;
    assert(s->unused[class] >= 1 && lost <= s->placement->most_loss);
    bool pinned =
        s->pattern->any_pinned && s->pattern->pinned[s->placement->order[i]] >= 0;
    assert(s->reserved[class] >= pinned);
    party_placement_pairs_take(&s->pairs, s->placement, class, s->unused);
    s->unused[class]--;
    s->reserved[class] = (uint8_t)(s->reserved[class] - pinned);
    s->at[i] = (uint8_t) class;
    unsigned least[PARTY_MAX_PLACES], least_sum = s->least_sum;
    for (size_t k = 0; k < s->placement->n_fore[i]; k++)
        least[k] = s->least_ahead[s->placement->fore[i][k]];
    s->least_sum -= s->least_ahead[i];
    look_ahead(s, i, class);
    bool found =
        lost + s->least_sum +
                party_placement_pairs_loss(&s->pairs, s->placement->n_open[i + 1]) <=
            s->placement->most_loss &&
        (!s->pattern->any_barred || party_placement_rest_can_stand(s, i + 1, NULL)) &&
        place_rest(s, i + 1, lost);
    undo_look_ahead(s, i, class, least);
    s->least_sum = least_sum;
    s->unused[class]++;
    party_placement_pairs_give_back(&s->pairs, s->placement, class, s->unused);
    s->reserved[class] = (uint8_t)(s->reserved[class] + pinned);
    return found;
}

/* Whether least_sum is the sum over open places; for asserts. */
static inline bool sum_holds(const struct party_placement_state *s, size_t i)
{
    uint64_t sum = 0;
    for (; i < s->placement->n_places; i++)
        sum += s->least_ahead[i]; /* NOLINT(clang-analyzer-core.*): start_search */
    return sum == s->least_sum;
}

/* Fills the places from order i on, classes by rising loss; those without neighbours at once. */
static bool place_rest(struct party_placement_state *s, size_t i, unsigned lost)
{
    assert(i <= s->placement->n_places && lost <= s->placement->most_loss);
    assert(sum_holds(s, i));
    if (i == s->placement->n_linked)
        return party_placement_place_unlinked(s) &&
               (!s->classes || party_placement_assign_classes(s, lost));
    uint64_t key[2] = {0, 0};
    struct party_placement_nogood *nogood = find_nogood(s, i, key);
    if (nogood && is_nogood(s, nogood, key, lost))
        return false;
    uint8_t candidate[PARTY_MAX_PLACES];
    unsigned loss[PARTY_MAX_PLACES];
    size_t n = 0;
    for (size_t c = 0; c < s->pattern->n; c++) {
        if (!may_take(s, s->placement->order[i], c))
            continue;
        /* NOLINTNEXTLINE(clang-analyzer-core.*): start_search began it with 0 */
        unsigned here = lost + s->ahead[i][c];
        /* NOLINTNEXTLINE(clang-analyzer-core.*) */
        if (here + s->least_sum - s->least_ahead[i] > s->placement->most_loss)
            continue;
        size_t k = n++;
        for (; k > 0 && loss[k - 1] > here; k--) {
            loss[k] = loss[k - 1];
            candidate[k] = candidate[k - 1];
        }
        loss[k] = here;
        candidate[k] = (uint8_t)c;
    }
    for (size_t k = 0; k < n && !s->limit_reached; k++)
        if (place_one(s, i, candidate[k], loss[k]))
            return true;
    if (nogood)
        *nogood = (struct party_placement_nogood){
            {key[0], key[1]}, s->placement->searches, lost};
    return false;
}

static size_t most_heroes(const struct party_placement_pattern *p)
{
    size_t most = 0;
    for (size_t c = 0; c < p->n; c++)
        most = p->count[c] > most ? p->count[c] : most;
    return most;
}

/* Numbers the search, from 1 on: failed states are of one search. */
static void number_search(struct party_placement *a)
{
    if (++a->searches)
        return;
    memset(a->nogood, 0, PARTY_PLACEMENT_NOGOODS * sizeof *a->nogood);
    a->searches = 1;
}

static void start_search(struct party_placement_state *s)
{
    const struct party_placement_pattern *p = s->pattern;
    size_t n_places = s->placement->n_places;
    memcpy(s->unused, p->count, sizeof s->unused);
    memset(s->reserved, 0, sizeof s->reserved);
    for (size_t i = 0; p->any_pinned && i < n_places; i++)
        if (p->pinned[i] >= 0)
            s->reserved[p->pinned[i]]++;
    find_twins(s);
    party_placement_pairs_count(&s->pairs, s->placement, p, s->unused);
    s->class_bits = bits_for(p->n - 1);
    s->count_bits = bits_for(p->any_barred ? most_heroes(p) : n_places);
    number_search(s->placement);
    s->least_sum = 0;
    for (size_t i = 0; i < n_places; i++) {
        s->least_ahead[i] = 0;
        memset(s->ahead[i], 0, p->n * sizeof *s->ahead[i]);
    }
}

bool party_placement_tree_search(struct party_placement_state *s)
{
    start_search(s);
    return place_rest(s, 0, 0);
}
