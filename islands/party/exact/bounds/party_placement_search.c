#include "party_placement.h"

#include "interrupt.h"
#include "party_placement_pairs.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* A search in two steps. First blocks are assigned to places, at the least loss between
 * any classes of two blocks; then, if that is within the limit, classes of their block.
 * If every block is one class, the first step suffices. */
struct search {
    struct party_placement *placement;
    const struct party_placement_pattern *pattern; /* of blocks */
    const struct party_placement_pattern *classes; /* NULL: first step only */
    uint64_t left;                                 /* placings allowed */
    bool limit_reached;                            /* the limit was reached */
    uint8_t unused[PARTY_MAX_PLACES], reserved[PARTY_MAX_PLACES];
    /* An earlier class with the same losses, or the class itself. */
    uint8_t twin[PARTY_MAX_PLACES];
    uint8_t at[PARTY_MAX_PLACES]; /* class by order */
    unsigned class_bits, count_bits;
    /* For open places: the loss of each class to the placed neighbours, the least over
     * the classes left, and the sum of these over all open places. */
    unsigned ahead[PARTY_MAX_PLACES][PARTY_MAX_PLACES];
    unsigned least_ahead[PARTY_MAX_PLACES], least_sum;
    struct party_placement_pairs pairs; /* of the heroes left */

    /* The second step. */
    uint8_t free_of[PARTY_MAX_PLACES];  /* unused heroes by class */
    int16_t assigned[PARTY_MAX_PLACES]; /* class by order, -1: none yet */
    uint8_t tight[PARTY_MAX_PLACES]; /* order of places whose class affects the loss */
    size_t n_tight;
    uint32_t row_least[PARTY_MAX_PLACES][PARTY_MAX_PLACES]; /* class against block */
    uint32_t row_most[PARTY_MAX_PLACES][PARTY_MAX_PLACES];
};

static bool is_interrupted(struct search *s)
{
    struct party_placement *a = s->placement;
    if (s->left % 4096 == 0 && interrupt_pending())
        a->interrupted = true;
    return a->interrupted;
}

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

static void find_twins(struct search *s)
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

static bool may_take(const struct search *s, size_t place, size_t class)
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
static void look_ahead(struct search *s, size_t i, size_t class)
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
static void undo_look_ahead(struct search *s, size_t i, size_t class,
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

/* Lower bound on the losses of the edges that leave a class: least_cut of them, to the
 * other classes in order of loss, as many to each as the edges within both allow. Every
 * edge is counted by both of its classes. */
static uint64_t twice_lost_by(const struct party_placement *a,
                              const struct party_placement_pattern *p, size_t class)
{
    bool used[PARTY_MAX_PLACES] = {false};
    unsigned left = a->least_cut[p->count[class]];
    uint64_t lost = 0;
    used[class] = true;
    while (left > 0) {
        size_t next = class;
        for (size_t c = 0; c < p->n; c++)
            if (!used[c] && (next == class || p->loss[class][c] < p->loss[class][next]))
                next = c;
        if (next == class)
            break;
        unsigned most = a->most_within[p->count[class] + p->count[next]];
        unsigned edges = most < left ? most : left;
        used[next] = true;
        lost += (uint64_t)edges * p->loss[class][next];
        left -= edges;
    }
    return lost;
}

/* Whether the cut bound excludes every placement. */
static bool exceeds_cut_bound(const struct party_placement *a,
                              const struct party_placement_pattern *p)
{
    uint64_t twice = 0;
    for (size_t c = 0; c < p->n && p->n > 1; c++)
        twice += twice_lost_by(a, p, c);
    return twice > 2 * (uint64_t)a->most_loss;
}

static unsigned bits_for(size_t most)
{
    unsigned bits = 0;
    while (most >> bits)
        bits++;
    return bits;
}

/* The entry for a state, with its key; NULL if the key is too long. */
static struct party_placement_nogood *find_nogood(const struct search *s, size_t i,
                                                  uint64_t key[2])
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
static bool is_nogood(const struct search *s,
                      const struct party_placement_nogood *nogood,
                      const uint64_t key[2], unsigned lost)
{
    return nogood->search == s->placement->searches && nogood->key[0] == key[0] &&
           nogood->key[1] == key[1] && nogood->lost <= lost;
}

/* Order numbers of all neighbours of the i-th place. */
static size_t neighbours_by_order(const struct party_placement *a, size_t i,
                                  uint8_t *other)
{
    size_t n = a->n_back[i];
    memcpy(other, a->back[i], n);
    for (size_t k = i + 1; k < a->n_places; k++)
        for (size_t b = 0; b < a->n_back[k]; b++)
            if (a->back[k][b] == i)
                other[n++] = (uint8_t)k;
    return n;
}

/* Places with a neighbour to which the loss depends on their class within the block,
 * those with most such neighbours first. */
static void find_tight(struct search *s)
{
    const struct party_placement_pattern *c = s->classes;
    size_t degree[PARTY_MAX_PLACES] = {0};
    s->n_tight = 0;
    for (size_t i = 0; i < s->placement->n_places; i++) {
        for (size_t k = 0; k < s->placement->n_back[i]; k++) {
            size_t other = s->placement->back[i][k];
            bool matters = false;
            for (size_t x = 0; x < c->n && !matters; x++)
                if (c->block[x] == s->at[i])
                    matters = s->row_most[x][s->at[other]] >
                              s->pattern->loss[s->at[i]][s->at[other]];
            degree[i] += matters;
            degree[other] += matters;
        }
    }
    for (size_t i = 0; i < s->placement->n_places; i++) {
        if (degree[i] == 0)
            continue;
        size_t k = s->n_tight++;
        for (; k > 0 && degree[s->tight[k - 1]] < degree[i]; k--)
            s->tight[k] = s->tight[k - 1];
        s->tight[k] = (uint8_t)i;
    }
}

/* Increase of the least loss by assigning a class to the i-th place. */
static unsigned loss_added(const struct search *s, size_t i, size_t class,
                           const uint8_t *other, size_t n)
{
    unsigned before = 0, after = 0;
    for (size_t k = 0; k < n; k++) {
        int assigned = s->assigned[other[k]];
        size_t block = s->at[other[k]];
        if (assigned >= 0) {
            before += s->row_least[assigned][s->at[i]];
            after += s->classes->loss[class][assigned];
        } else {
            before += s->pattern->loss[s->at[i]][block];
            after += s->row_least[class][block];
        }
    }
    assert(after >= before); /* before: least losses */
    return after - before;
}

static bool may_assign(const struct search *s, size_t i, size_t class)
{
    const struct party_placement_pattern *c = s->classes;
    if (c->block[class] != s->at[i] || s->free_of[class] == 0)
        return false;
    if (!c->any_pinned)
        return true;
    int8_t pinned = c->pinned[s->placement->order[i]];
    if (pinned >= 0)
        return (size_t)pinned == class;
    for (size_t p = 0; p < s->placement->n_places; p++)
        if (c->pinned[p] == (int8_t) class)
            return false;
    return true;
}

/* Assigns classes to the tight places from the t-th on. */
static bool assign_rest(struct search *s, size_t t, unsigned lost)
{
    if (t == s->n_tight)
        return true;
    size_t i = s->tight[t];
    uint8_t other[PARTY_MAX_PLACES];
    size_t n = neighbours_by_order(s->placement, i, other);
    for (size_t c = 0; c < s->classes->n && !s->limit_reached; c++) {
        if (!may_assign(s, i, c))
            continue;
        unsigned here = lost + loss_added(s, i, c, other, n);
        if (here > s->placement->most_loss)
            continue;
        if (s->left == 0 || is_interrupted(s)) {
            s->limit_reached = true;
            return false;
        }
        s->left--;
        s->free_of[c]--;
        s->assigned[i] = (int16_t)c;
        if (assign_rest(s, t + 1, here))
            return true;
        s->assigned[i] = -1;
        s->free_of[c]++;
    }
    return false;
}

/* The second step, from blocks placed at a least loss within the limit; places that are
 * not tight take any class left. */
static bool assign_classes(struct search *s, unsigned lost)
{
    memcpy(s->free_of, s->classes->count, sizeof s->free_of);
    for (size_t i = 0; i < s->placement->n_places; i++)
        s->assigned[i] = -1;
    find_tight(s);
    if (!assign_rest(s, 0, lost))
        return false;
    for (size_t i = 0; i < s->placement->n_places; i++)
        for (size_t c = 0; c < s->classes->n && s->assigned[i] < 0; c++)
            if (may_assign(s, i, c)) {
                s->free_of[c]--;
                s->assigned[i] = (int16_t)c;
            }
    return true;
}

/* A matching of open places with the heroes left, while it grows. */
struct matching {
    const struct search *search;
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

/* Whether the heroes left may stand in the places from order i on, all of them together. Without
 * this check, a search that put the only hero of a late place elsewhere would try every order of
 * the others. `at`, if not NULL, gets the classes of these places. */
static bool rest_can_stand(const struct search *s, size_t i, uint8_t *at)
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

/* Gives the places without neighbours, the last ones, heroes that are left, any of which lose
 * nothing there. */
static bool place_unlinked(struct search *s)
{
    const struct party_placement_pattern *p = s->pattern;
    size_t left[PARTY_MAX_PLACES] = {0}, from = s->placement->n_linked;
    if (p->any_barred)
        return rest_can_stand(s, from, s->at);
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

static bool place_rest(struct search *s, size_t i, unsigned lost);

static bool place_one(struct search *s, size_t i, size_t class, unsigned lost)
{
    if (s->left == 0 || is_interrupted(s)) {
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
        (!s->pattern->any_barred || rest_can_stand(s, i + 1, NULL)) &&
        place_rest(s, i + 1, lost);
    undo_look_ahead(s, i, class, least);
    s->least_sum = least_sum;
    s->unused[class]++;
    party_placement_pairs_give_back(&s->pairs, s->placement, class, s->unused);
    s->reserved[class] = (uint8_t)(s->reserved[class] + pinned);
    return found;
}

/* Whether least_sum is the sum over open places; for asserts. */
static inline bool sum_holds(const struct search *s, size_t i)
{
    uint64_t sum = 0;
    for (; i < s->placement->n_places; i++)
        sum += s->least_ahead[i]; /* NOLINT(clang-analyzer-core.*): start_search */
    return sum == s->least_sum;
}

/* Fills the places from order i on, classes by rising loss; those without neighbours at once. */
static bool place_rest(struct search *s, size_t i, unsigned lost)
{
    assert(i <= s->placement->n_places && lost <= s->placement->most_loss);
    assert(sum_holds(s, i));
    if (i == s->placement->n_linked)
        return place_unlinked(s) && (!s->classes || assign_classes(s, lost));
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

static size_t most_heroes(const struct party_placement_pattern *p)
{
    size_t most = 0;
    for (size_t c = 0; c < p->n; c++)
        most = p->count[c] > most ? p->count[c] : most;
    return most;
}

static void start_search(struct search *s)
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
    s->placement->searches++;
    s->least_sum = 0;
    for (size_t i = 0; i < n_places; i++) {
        s->least_ahead[i] = 0;
        memset(s->ahead[i], 0, p->n * sizeof *s->ahead[i]);
    }
}

/* Least and most loss of each class against each block. */
static void measure_rows(struct search *s)
{
    const struct party_placement_pattern *c = s->classes;
    for (size_t x = 0; x < c->n; x++) {
        for (size_t b = 0; b < s->pattern->n; b++) {
            s->row_least[x][b] = PARTY_PLACEMENT_EDGE_LOSS;
            s->row_most[x][b] = 0;
        }
        for (size_t y = 0; y < c->n; y++) {
            if (x == y && c->count[x] < 2)
                continue;
            uint32_t *least = &s->row_least[x][c->block[y]];
            uint32_t *most = &s->row_most[x][c->block[y]];
            *least = c->loss[x][y] < *least ? c->loss[x][y] : *least;
            *most = c->loss[x][y] > *most ? c->loss[x][y] : *most;
        }
    }
}

/* The pattern of blocks: classes merged, each pair of blocks at its least loss. */
static void merge_blocks(struct search *s, struct party_placement_pattern *blocks)
{
    const struct party_placement_pattern *c = s->classes;
    memset(blocks->count, 0, sizeof blocks->count);
    blocks->n = c->n_blocks;
    blocks->any_pinned = c->any_pinned;
    blocks->any_barred = false;
    for (size_t p = 0; c->any_pinned && p < s->placement->n_places; p++)
        blocks->pinned[p] = c->pinned[p] < 0 ? -1 : (int8_t)c->block[c->pinned[p]];
    for (size_t a = 0; a < blocks->n; a++)
        for (size_t b = 0; b < blocks->n; b++)
            blocks->loss[a][b] = PARTY_PLACEMENT_EDGE_LOSS;
    s->pattern = blocks;
    measure_rows(s);
    for (size_t x = 0; x < c->n; x++) {
        size_t a = c->block[x];
        blocks->count[a] = (uint8_t)(blocks->count[a] + c->count[x]);
        for (size_t b = 0; b < blocks->n; b++)
            if (s->row_least[x][b] < blocks->loss[a][b])
                blocks->loss[a][b] = s->row_least[x][b];
    }
}

/* Both steps, after the blocks alone, which often decide. */
static bool search_blocks(struct search *s,
                          const struct party_placement_pattern *classes)
{
    struct party_placement_pattern blocks;
    s->classes = classes;
    merge_blocks(s, &blocks);
    s->classes = NULL;
    start_search(s);
    bool found = !exceeds_cut_bound(s->placement, &blocks) && place_rest(s, 0, 0);
    if (found) {
        s->classes = classes;
        start_search(s);
        found = place_rest(s, 0, 0);
    }
    s->pattern = classes; /* blocks ends here */
    return found;
}

static bool search_plainly(struct search *s,
                           const struct party_placement_pattern *pattern)
{
    s->pattern = pattern;
    start_search(s);
    if (exceeds_cut_bound(s->placement, pattern) || !place_rest(s, 0, 0))
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
    struct search s;
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
