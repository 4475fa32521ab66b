#include "party_aggregation.h"

#include "interrupt.h"
#include "party_group_losses.h"
#include "party_knapsack.h"

#include <assert.h>
#include <math.h>
#include <string.h>

int party_aggregation_picks(const struct party_aggregation *g, size_t group,
                            size_t size)
{
    const struct party_reduced *r = g->reduced;
    if (size < r->fixed_in[group] || size > party_reduced_group_size(r, group) ||
        size - r->fixed_in[group] > r->n_free)
        return -1;
    return (int)(size - r->fixed_in[group]);
}

static enum status fill_losses(struct party_aggregation *g, struct arena *perm,
                               struct error *err)
{
    const struct party_reduced *r = g->reduced;
    size_t n = r->n_groups;
    g->loss = ARENA_NEW(perm, uint32_t, n * n + 1);
    g->least_loss = ARENA_NEW(perm, uint32_t, n + 1);
    if (!g->loss || !g->least_loss)
        return error_set(err, STATUS_MEMORY, "no memory for %zu groups", n);
    g->least_between = g->least_within = PARTY_PLACEMENT_EDGE_LOSS;
    if (!r->synergy) {
        g->least_between = g->least_within = 0;
        return STATUS_OK;
    }
    if (party_group_losses(r, g->loss, perm, err))
        return err->status;
    for (size_t a = 0; a < n; a++) {
        g->least_loss[a] = PARTY_PLACEMENT_EDGE_LOSS;
        for (size_t b = 0; b < n; b++) {
            uint32_t loss = party_aggregation_loss(g, a, b);
            uint32_t *least = a == b ? &g->least_within : &g->least_loss[a];
            *least = loss < *least ? loss : *least;
        }
        if (g->least_loss[a] < g->least_between)
            g->least_between = g->least_loss[a];
    }
    return STATUS_OK;
}

static enum status fill_ranges(struct party_aggregation *g, struct arena *perm,
                               struct error *err)
{
    const struct party_reduced *r = g->reduced;
    size_t n = r->n_groups;
    g->constraint_low = ARENA_NEW(perm, double, n * r->n_constraints + 1);
    g->constraint_high = ARENA_NEW(perm, double, n * r->n_constraints + 1);
    g->n_values = ARENA_NEW(perm, uint16_t, n * r->n_limits + 1);
    g->settled_value = ARENA_NEW(perm, uint16_t, n * r->n_limits + 1);
    uint32_t *seen = ARENA_NEW(perm, uint32_t, UINT16_MAX + 1);
    if (!g->settled_value || !g->constraint_low || !g->constraint_high ||
        !g->n_values || !seen)
        return error_set(err, STATUS_MEMORY, "no memory for ranges of constraints");
    for (size_t l = 0; l < r->n_constraints; l++) {
        g->constraint_least[l] = INFINITY;
        g->constraint_most[l] = -INFINITY;
    }
    for (size_t s = 0; s < r->n_limits; s++)
        g->settled[s] = true;
    for (size_t a = 0; a < n; a++) {
        for (size_t l = 0; l < r->n_constraints; l++) {
            double low = INFINITY, high = -INFINITY;
            for (size_t i = 0, size = party_reduced_group_size(r, a); i < size; i++) {
                double v = party_constraint_value(r->party, &r->constraint[l],
                                                  party_reduced_group_hero(r, a, i));
                low = fmin(low, v);
                high = fmax(high, v);
            }
            g->constraint_low[l * n + a] = low;
            g->constraint_high[l * n + a] = high;
            g->constraint_least[l] = fmin(g->constraint_least[l], low);
            g->constraint_most[l] = fmax(g->constraint_most[l], high);
        }
        for (size_t s = 0; s < r->n_limits; s++) {
            const uint16_t *code = r->party->trait[r->limits[s].trait].code;
            g->settled_value[s * n + a] = code[party_reduced_group_hero(r, a, 0)];
            uint32_t mark = (uint32_t)(a * r->n_limits + s + 1);
            for (size_t i = 0, size = party_reduced_group_size(r, a); i < size; i++) {
                uint32_t *last = &seen[code[party_reduced_group_hero(r, a, i)]];
                g->n_values[s * n + a] =
                    (uint16_t)(g->n_values[s * n + a] + (*last != mark));
                *last = mark;
            }
            g->settled[s] &= g->n_values[s * n + a] == 1;
        }
    }
    return STATUS_OK;
}

static struct party_knapsack_shape table_shape(const struct party_aggregation *g)
{
    const struct party_reduced *r = g->reduced;
    bool diverse = r->diverse >= 0;
    return (struct party_knapsack_shape){.states = diverse ? 2 : 1,
                                         .picks = r->n_free + 1,
                                         .repeats = diverse ? r->repeats + 1 : 1,
                                         .width = g->width};
}

/* The limits of the diverse trait; NULL: there is none. */
static const struct party_value_limits *diverse_limits(const struct party_reduced *r)
{
    return r->diverse >= 0 ? &r->limits[r->diverse] : NULL;
}

static bool share_diverse_value(const struct party_reduced *r, size_t i, size_t j)
{
    if (r->diverse < 0)
        return false;
    const uint16_t *code = r->party->trait[diverse_limits(r)->trait].code;
    return code[r->row[i]] == code[r->row[j]];
}

/* Heroes of a group that its value functions need, into `hero`; returns how many. They know prices,
 * steps and repeats alone: without use is who comes after as many heroes, none of them dearer, of as
 * many steps and the same value of the diverse trait as a party may have of it. Without that trait
 * all are of one value. */
static size_t list_useful(const struct party_reduced *r, size_t group, uint32_t *hero)
{
    const struct party_value_limits *diverse = diverse_limits(r);
    uint16_t most[PARTY_MAX_PLACES]; /* steps of those before, falling */
    size_t n = 0, before = 0, capacity = r->n_free;
    if (diverse && r->repeats + 1 < capacity)
        capacity = diverse->same_max == 1 ? 1 : r->repeats + 1;
    for (uint32_t i = r->first[group]; i < r->first[group + 1]; i++) {
        if (i == r->first[group] ||
            (r->diverse >= 0 && !share_diverse_value(r, i - 1, i)))
            before = 0;
        assert(before == 0 || r->coins[i] >= r->coins[i - 1]);
        if (before == capacity && (!capacity || most[capacity - 1] >= r->step[i]))
            continue;
        size_t k = before < capacity ? before++ : capacity - 1;
        for (; k > 0 && most[k - 1] < r->step[i]; k--)
            most[k] = most[k - 1];
        most[k] = r->step[i];
        hero[n++] = i;
    }
    return n;
}

/* Least prices within each group; relaxed only in that each may use all repeats. */
static enum status fill_group_values(struct party_aggregation *g, struct arena *perm,
                                     struct error *err)
{
    const struct party_reduced *r = g->reduced;
    const struct party_value_limits *diverse = diverse_limits(r);
    struct party_knapsack_shape shape = table_shape(g);
    size_t section = party_knapsack_section(&shape);
    int32_t *next = ARENA_NEW(perm, int32_t, section);
    int32_t *here = ARENA_NEW(perm, int32_t, section);
    int32_t *nothing = ARENA_NEW(perm, int32_t, shape.repeats * g->width);
    uint32_t *hero = ARENA_NEW(perm, uint32_t, r->n + 1);
    g->group_value = ARENA_NEW(perm, int32_t, r->n_groups * shape.picks * g->width + 1);
    if (!next || !here || !nothing || !hero || !g->group_value)
        return error_set(err, STATUS_MEMORY, "no memory for prices of groups");
    for (size_t d = 0; d < shape.repeats; d++)
        party_knapsack_empty(nothing + d * g->width, g->width);
    for (size_t a = 0; a < r->n_groups; a++) {
        size_t n = list_useful(r, a, hero);
        party_knapsack_end(&shape, nothing, next);
        for (size_t i = n; i-- > 0;) {
            if (i % 64 == 0 && interrupt_pending())
                return party_preparation_cut(err);
            bool joined = i + 1 < n && share_diverse_value(r, hero[i], hero[i + 1]);
            party_knapsack_layer(&shape, next, joined,
                                 diverse && diverse->same_max == 1, r->coins[hero[i]],
                                 r->step[hero[i]], here);
            int32_t *swap = next;
            next = here;
            here = swap;
        }
        for (size_t k = 0; k < shape.picks; k++)
            memcpy(g->group_value + (a * shape.picks + k) * g->width,
                   next + party_knapsack_at(&shape, 0, k, shape.repeats - 1),
                   g->width * sizeof *next);
    }
    return STATUS_OK;
}

/* rest[h][c] = min(rest[h][c - 1], part[c] convolved with rest[h - c][c]), where
 * part[c] is the minimum over groups for c heroes. */
static enum status fill_rest_values(struct party_aggregation *g, struct arena *perm,
                                    struct error *err)
{
    const struct party_reduced *r = g->reduced;
    size_t n = r->n_places, row = n + 1;
    int32_t *part = ARENA_NEW(perm, int32_t, row * g->width);
    g->rest_value = ARENA_NEW(perm, int32_t, row * row * g->width);
    if (!part || !g->rest_value)
        return error_set(err, STATUS_MEMORY, "no memory for prices of parts");
    for (size_t c = 0; c <= n; c++) {
        party_knapsack_infeasible(part + c * g->width, g->width);
        for (size_t a = 0; c > 0 && a < r->n_groups; a++) {
            int picks = party_aggregation_picks(g, a, c);
            if (picks >= 0)
                party_knapsack_min(party_aggregation_group_value(g, a, (size_t)picks),
                                   g->width, part + c * g->width);
        }
    }
    for (size_t h = 0; h <= n; h++)
        for (size_t c = 0; c <= n; c++) {
            int32_t *out = g->rest_value + (h * row + c) * g->width;
            if (h == 0) {
                party_knapsack_empty(out, g->width);
                continue;
            }
            party_knapsack_infeasible(out, g->width);
            if (c > 0)
                party_knapsack_min(party_aggregation_rest_value(g, h, c - 1), g->width,
                                   out);
            if (c > 0 && c <= h)
                party_knapsack_convolve(part + c * g->width,
                                        party_aggregation_rest_value(g, h - c, c),
                                        g->width, out);
        }
    return STATUS_OK;
}

/* Whether the formation may admit a partition, if every two parts have the least loss
 * of any two groups. */
static bool partition_fits(const struct party_aggregation *g,
                           struct party_placement *placement, uint64_t limit,
                           const struct party_aggregation_partition *partition)
{
    for (size_t s = 0; s < g->reduced->n_limits; s++)
        if (g->settled[s] && (partition->part[0] > g->reduced->limits[s].same_max ||
                              partition->n < g->reduced->limits[s].distinct_min))
            return false;
    struct party_placement_pattern pattern = {.n = partition->n,
                                              .n_blocks = partition->n};
    memcpy(pattern.count, partition->part, partition->n);
    for (size_t a = 0; a < partition->n; a++)
        for (size_t b = 0; b < partition->n; b++)
            pattern.loss[a][b] = a == b ? g->least_within : g->least_between;
    return !g->reduced->synergy ||
           party_placement_search(placement, &pattern, limit, NULL, NULL) !=
               PARTY_PLACEMENT_NO;
}

struct enumeration {
    struct party_aggregation *g;
    struct party_placement *placement;
    uint64_t limit;
    size_t room; /* capacity */
    struct party_aggregation_partition now;
};

static void add_partitions(struct enumeration *s, size_t left, size_t most)
{
    if (left == 0) {
        assert(s->g->n_partitions < s->room);
        if (partition_fits(s->g, s->placement, s->limit, &s->now))
            s->g->partition[s->g->n_partitions++] = s->now;
        return;
    }
    if (s->now.n == s->g->reduced->n_groups)
        return;
    for (size_t part = left < most ? left : most; part > 0; part--) {
        s->now.part[s->now.n++] = (uint8_t)part;
        add_partitions(s, left - part, part);
        s->now.n--;
    }
}

/* The number of partitions of n into at most `parts` parts (D. Knuth, The Art of
 * Computer Programming 4A, section 7.2.1.4). */
static size_t count_partitions(size_t n, size_t parts)
{
    size_t ways[PARTY_MAX_PLACES + 1] = {1};
    for (size_t part = 1; part <= parts && part <= n; part++)
        for (size_t sum = part; sum <= n; sum++)
            ways[sum] += ways[sum - part];
    return ways[n];
}

static enum status fill_partitions(struct party_aggregation *g,
                                   struct party_placement *placement, uint64_t limit,
                                   struct arena *perm, struct error *err)
{
    size_t n = g->reduced->n_places;
    size_t room = count_partitions(n, g->reduced->n_groups);
    if (room <= UINT16_MAX)
        g->partition = ARENA_NEW(perm, struct party_aggregation_partition, room);
    if (!g->partition)
        return error_set(err, STATUS_MEMORY, "no memory for %zu partitions", room);
    struct enumeration enumeration = {
        .g = g, .placement = placement, .limit = limit, .room = room};
    add_partitions(&enumeration, n, n);
    return placement->interrupted ? party_preparation_cut(err) : STATUS_OK;
}

static int by_bound(const void *a, const void *b)
{
    const struct party_aggregation_subproblem *x = a, *y = b;
    if (x->bound != y->bound)
        return x->bound < y->bound ? -1 : 1;
    if (x->partition != y->partition)
        return x->partition < y->partition ? -1 : 1;
    return x->group < y->group ? -1 : x->group > y->group;
}

static enum status fill_subproblems(struct party_aggregation *g, struct arena *perm,
                                    struct error *err)
{
    const struct party_reduced *r = g->reduced;
    g->subproblem = ARENA_NEW(perm, struct party_aggregation_subproblem,
                              g->n_partitions * r->n_groups + 1);
    if (!g->subproblem)
        return error_set(err, STATUS_MEMORY, "no memory for the search's subproblems");
    for (size_t s = 0; s < g->n_partitions; s++)
        for (size_t a = 0; a < r->n_groups; a++) {
            const struct party_aggregation_partition *partition = &g->partition[s];
            int picks = party_aggregation_picks(g, a, partition->part[0]);
            if (picks < 0)
                continue;
            size_t left = r->n_places - partition->part[0];
            size_t next = partition->n > 1 ? partition->part[1] : 0;
            int32_t bound = party_knapsack_least_pair(
                party_aggregation_group_value(g, a, (size_t)picks),
                party_aggregation_rest_value(g, left, next), g->width);
            if (bound < PARTY_COINS_NONE)
                g->subproblem[g->n_subproblems++] =
                    (struct party_aggregation_subproblem){bound + r->fixed_coins,
                                                          (uint16_t)s, (uint16_t)a};
        }
    qsort(g->subproblem, g->n_subproblems, sizeof *g->subproblem, by_bound);
    return STATUS_OK;
}

enum status party_aggregation_init(struct party_aggregation *g,
                                   const struct party_reduced *reduced,
                                   struct party_placement *placement, uint64_t limit,
                                   struct arena *perm, struct error *err)
{
    *g = (struct party_aggregation){.reduced = reduced, .width = reduced->steps + 1};
    if (reduced->impossible)
        return STATUS_OK;
    enum status status = party_levels_init(&g->levels, reduced, perm, err);
    if (g->levels) {
        g->n_subproblems = isfinite(g->levels->bound);
        return status;
    }
    if (status == STATUS_OK)
        status = fill_losses(g, perm, err);
    if (status == STATUS_OK)
        status = fill_ranges(g, perm, err);
    if (status == STATUS_OK)
        status = fill_group_values(g, perm, err);
    if (status == STATUS_OK)
        status = fill_rest_values(g, perm, err);
    if (status == STATUS_OK)
        status = fill_partitions(g, placement, limit, perm, err);
    return status == STATUS_OK ? fill_subproblems(g, perm, err) : status;
}
