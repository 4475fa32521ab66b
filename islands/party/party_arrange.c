#include "party_arrange.h"

#include <string.h>

/* Places in an order in which each has as many earlier neighbours as possible. */
static void order_places(struct arrange *a, const struct party *party)
{
    bool taken[PARTY_MAX_PLACES] = {false};
    uint8_t rank[PARTY_MAX_PLACES];
    for (size_t i = 0; i < a->n_places; i++) {
        size_t best = 0;
        int best_score = -1;
        for (size_t p = 0; p < a->n_places; p++) {
            int score = party->n_neighbours[p];
            for (size_t k = 0; k < party->n_neighbours[p]; k++)
                score += taken[party->neighbour[p][k]] ? PARTY_MAX_PLACES : 0;
            if (!taken[p] && score > best_score) {
                best = p;
                best_score = score;
            }
        }
        taken[best] = true;
        rank[best] = (uint8_t)i;
        a->order[i] = (uint8_t)best;
        for (size_t k = 0; k < party->n_neighbours[best]; k++) {
            uint8_t other = party->neighbour[best][k];
            if (taken[other] && other != best)
                a->back[i][a->n_back[i]++] = rank[other];
        }
    }
}

enum status arrange_init(struct arrange *a, const struct party *party, int most_loss,
                         struct arena *perm, struct error *err)
{
    *a = (struct arrange){.n_places = party->n_places};
    a->most_loss =
        (uint16_t)(most_loss < ARRANGE_MOST_LOSS ? most_loss : ARRANGE_MOST_LOSS);
    order_places(a, party);
    a->memo = ARENA_NEW(perm, struct arrange_memo, ARRANGE_MEMO);
    if (!a->memo)
        return error_set(err, STATUS_MEMORY, "no memory for arrangements");
    return STATUS_OK;
}

struct search {
    const struct arrange *arrange;
    const struct pattern *pattern;
    uint64_t left; /* placings */
    bool cut;      /* stopped for want of them */
    uint8_t unused[PARTY_MAX_PLACES], reserved[PARTY_MAX_PLACES];
    uint8_t
        twin[PARTY_MAX_PLACES];   /* an earlier class with the same losses, or itself */
    uint8_t at[PARTY_MAX_PLACES]; /* class by order */
};

static bool same_losses(const struct pattern *p, size_t a, size_t b)
{
    if (p->count[a] != p->count[b] || p->loss[a][a] != p->loss[b][b])
        return false;
    for (size_t c = 0; c < p->n; c++)
        if (c != a && c != b && p->loss[a][c] != p->loss[b][c])
            return false;
    return true;
}

static void find_twins(struct search *s)
{
    const struct pattern *p = s->pattern;
    for (size_t b = 0; b < p->n; b++) {
        s->twin[b] = (uint8_t)b;
        /* The nearest one: twins of twins chain, so their order of use is fixed. */
        for (size_t a = b; a-- > 0 && s->twin[b] == b;)
            if (!s->reserved[a] && !s->reserved[b] && same_losses(p, a, b))
                s->twin[b] = (uint8_t)a;
    }
}

static bool may_take(const struct search *s, size_t place, size_t class)
{
    int8_t pinned = s->pattern->pinned[place];
    if (s->pattern->any_pinned && pinned >= 0)
        return (size_t)pinned == class;
    if (s->unused[class] <= s->reserved[class])
        return false;
    /* Of untouched twins only the first is tried. */
    size_t twin = s->twin[class];
    return twin == class || s->unused[twin] < s->pattern->count[twin] ||
           s->unused[class] < s->pattern->count[class];
}

static unsigned loss_here(const struct search *s, size_t i, size_t class)
{
    unsigned loss = 0;
    for (size_t k = 0; k < s->arrange->n_back[i]; k++)
        loss += s->pattern->loss[class][s->at[s->arrange->back[i][k]]];
    return loss;
}

static bool place_rest(struct search *s, size_t i, unsigned lost);

static bool place_one(struct search *s, size_t i, size_t class, unsigned lost)
{
    if (s->left == 0) {
        s->cut = true;
        return false;
    }
    s->left--;
    bool pinned =
        s->pattern->any_pinned && s->pattern->pinned[s->arrange->order[i]] >= 0;
    s->unused[class]--;
    s->reserved[class] = (uint8_t)(s->reserved[class] - pinned);
    s->at[i] = (uint8_t) class;
    bool found = place_rest(s, i + 1, lost);
    s->unused[class]++;
    s->reserved[class] = (uint8_t)(s->reserved[class] + pinned);
    return found;
}

/* Fills the places from order i on, the least loss first. */
static bool place_rest(struct search *s, size_t i, unsigned lost)
{
    if (i == s->arrange->n_places)
        return true;
    uint8_t candidate[PARTY_MAX_PLACES];
    unsigned loss[PARTY_MAX_PLACES];
    size_t n = 0;
    for (size_t c = 0; c < s->pattern->n; c++) {
        if (!may_take(s, s->arrange->order[i], c))
            continue;
        unsigned here = lost + loss_here(s, i, c);
        if (here > s->arrange->most_loss)
            continue;
        size_t k = n++;
        for (; k > 0 && loss[k - 1] > here; k--) {
            loss[k] = loss[k - 1];
            candidate[k] = candidate[k - 1];
        }
        loss[k] = here;
        candidate[k] = (uint8_t)c;
    }
    for (size_t k = 0; k < n && !s->cut; k++)
        if (place_one(s, i, candidate[k], loss[k]))
            return true;
    return false;
}

enum arranged arrange_search(const struct arrange *a, const struct pattern *pattern,
                             uint64_t limit, uint8_t *place, uint64_t *placings)
{
    struct search s = {.arrange = a, .pattern = pattern, .left = limit};
    memcpy(s.unused, pattern->count, sizeof s.unused);
    for (size_t p = 0; pattern->any_pinned && p < a->n_places; p++)
        if (pattern->pinned[p] >= 0)
            s.reserved[pattern->pinned[p]]++;
    find_twins(&s);
    bool found = place_rest(&s, 0, 0);
    if (placings)
        *placings = limit - s.left;
    for (size_t i = 0; found && place && i < a->n_places; i++)
        place[a->order[i]] = s.at[i];
    return found ? ARRANGE_YES : s.cut ? ARRANGE_UNKNOWN : ARRANGE_NO;
}

/* All that decides the answer, in bytes; 0 when it is too long. */
static size_t write_key(const struct arrange *a, const struct pattern *p, uint8_t *key)
{
    size_t bytes = p->n + (p->any_pinned ? a->n_places : 0) + p->n * (p->n + 1) / 2;
    if (bytes > ARRANGE_KEY_BYTES || a->most_loss > UINT8_MAX - 1)
        return 0;
    size_t at = 0;
    memcpy(key, p->count, p->n);
    at += p->n;
    for (size_t i = 0; p->any_pinned && i < a->n_places; i++)
        key[at++] = (uint8_t)p->pinned[i];
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = i; j < p->n; j++) {
            uint16_t loss = p->loss[i][j];
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

enum arranged arrange_ask(struct arrange *a, const struct pattern *pattern,
                          uint64_t limit, uint64_t *placings)
{
    uint8_t key[ARRANGE_KEY_BYTES];
    size_t bytes = write_key(a, pattern, key);
    *placings = 0;
    if (!bytes)
        return arrange_search(a, pattern, limit, NULL, placings);
    struct arrange_memo *memo = &a->memo[hash_bytes(key, bytes) % ARRANGE_MEMO];
    if (memo->bytes != bytes || memcmp(memo->key, key, bytes) != 0) {
        memo->answer = (uint8_t)arrange_search(a, pattern, limit, NULL, placings);
        memo->bytes = (uint8_t)bytes;
        memcpy(memo->key, key, bytes);
    }
    return (enum arranged)memo->answer;
}

void arrange_forget(struct arrange *a)
{
    for (size_t i = 0; i < ARRANGE_MEMO; i++)
        a->memo[i].bytes = 0;
}
