#include "party_export_groups.h"

#include <assert.h>
#include <math.h>

/* The groups' heroes and columns. */
struct groups {
    struct party_exporter *x;
    struct party_export_lists in_group; /* heroes */
    size_t *size; /* n_groups x (n_places + 1) columns, SIZE_MAX: none */
};

static bool list_groups(const struct party_exporter *x, struct party_export_lists *in)
{
    size_t *next = ARENA_NEW(x->arena, size_t, x->reduction.n_groups + 2);
    in->item = ARENA_NEW(x->arena, uint32_t, x->party->n_heroes + 1);
    in->first = next;
    if (!next || !in->item)
        return false;
    for (size_t h = 0; h < x->party->n_heroes; h++)
        if (party_exporter_keeps(x, h))
            next[x->reduction.group_of[h] + 2]++;
    for (size_t g = 0; g < x->reduction.n_groups; g++)
        next[g + 2] += next[g + 1];
    for (size_t h = 0; h < x->party->n_heroes; h++)
        if (party_exporter_keeps(x, h))
            in->item[next[x->reduction.group_of[h] + 1]++] = (uint32_t)h;
    return true;
}

/* Heroes of the start in a group. */
static size_t started_in(const struct party_exporter *x, size_t g)
{
    size_t n = 0;
    assert(x->start);
    for (size_t p = 0; p < x->party->n_places; p++)
        n += x->reduction.group_of[x->start[p]] == g;
    return n;
}

/* Columns: whether exactly k heroes of group g are chosen, and, if so, which. A
 * fraction of a size then costs that fraction of its heroes, which strengthens the
 * relaxation. */
static void write_size(struct groups *groups, size_t g, size_t k)
{
    const struct party_exporter *x = groups->x;
    struct mip *mip = x->mip;
    const struct party_export_lists *in = &groups->in_group;
    bool started = started_in(x, g) == k;
    size_t size = mip_col(mip, 0, 1, 0, true, started, "size%zu_%zu", g, k);
    size_t first = mip->n_cols;
    groups->size[g * (x->party->n_places + 1) + k] = size;
    for (size_t i = in->first[g]; i < in->first[g + 1]; i++)
        mip_col(mip, 0, 1, 0, false, started && x->taken[in->item[i]],
                "size%zu_%zu_hero_%lld", g, k, (long long)x->party->id[in->item[i]]);
    for (size_t i = in->first[g]; i < in->first[g + 1]; i++) {
        mip_row(mip, -INFINITY, 0, "size%zu_%zu_has_%lld", g, k,
                (long long)x->party->id[in->item[i]]);
        mip_term(mip, first + i - in->first[g], 1);
        mip_term(mip, size, -1);
    }
    mip_row(mip, 0, 0, "size%zu_%zu_is", g, k);
    mip_term(mip, size, -(double)k);
    for (size_t i = in->first[g]; i < in->first[g + 1]; i++)
        mip_term(mip, first + i - in->first[g], 1);
}

static void link_group(const struct groups *groups, size_t g)
{
    const struct party_exporter *x = groups->x;
    struct mip *mip = x->mip;
    const struct party_export_lists *in = &groups->in_group;
    const size_t *size = groups->size + g * (x->party->n_places + 1);
    mip_row(mip, -INFINITY, 1, "group%zu", g);
    for (size_t k = 1; k <= x->party->n_places; k++)
        if (size[k] != SIZE_MAX)
            mip_term(mip, size[k], 1);
    for (size_t i = in->first[g]; i < in->first[g + 1]; i++) {
        mip_row(mip, 0, 0, "group%zu_hero_%lld", g,
                (long long)x->party->id[in->item[i]]);
        mip_term(mip, x->hero[in->item[i]], -1);
        for (size_t k = 1; k <= x->party->n_places; k++)
            if (size[k] != SIZE_MAX)
                mip_term(mip, size[k] + 1 + i - in->first[g], 1);
    }
}

bool party_export_groups(struct party_exporter *x)
{
    const struct party_export_reduction *r = &x->reduction;
    struct groups groups = {.x = x};
    size_t places = x->party->n_places;
    if (!list_groups(x, &groups.in_group) ||
        !(groups.size = ARENA_NEW(x->arena, size_t, r->n_groups * (places + 1))))
        return false;
    for (size_t g = 0; g < r->n_groups; g++) {
        for (size_t k = 0; k <= places; k++) {
            groups.size[g * (places + 1) + k] = SIZE_MAX;
            if (k > 0 && r->size_kept[g * (places + 1) + k] &&
                k <= groups.in_group.first[g + 1] - groups.in_group.first[g])
                write_size(&groups, g, k);
        }
        link_group(&groups, g);
    }
    mip_row(x->mip, r->least_within, INFINITY, "edges_within_groups");
    for (size_t i = 0; i < r->n_groups * (places + 1); i++)
        if (groups.size[i] != SIZE_MAX)
            mip_term(x->mip, groups.size[i], r->most_within[i % (places + 1)]);
    return true;
}
