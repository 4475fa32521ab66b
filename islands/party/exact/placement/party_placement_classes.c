#include "party_placement_classes.h"

#include <assert.h>
#include <string.h>

/* Least and most loss of each class against each block. */
static void measure_rows(struct party_placement_state *s)
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

void party_placement_merge_blocks(struct party_placement_state *s,
                                  struct party_placement_pattern *blocks)
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
static void find_tight(struct party_placement_state *s)
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
static unsigned loss_added(const struct party_placement_state *s, size_t i,
                           size_t class, const uint8_t *other, size_t n)
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

static bool may_assign(const struct party_placement_state *s, size_t i, size_t class)
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
static bool assign_rest(struct party_placement_state *s, size_t t, unsigned lost)
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
        if (s->left == 0 || party_placement_is_interrupted(s)) {
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

bool party_placement_assign_classes(struct party_placement_state *s, unsigned lost)
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
