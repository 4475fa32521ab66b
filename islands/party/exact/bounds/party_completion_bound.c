#include "party_completion_bound.h"

#include <assert.h>
#include <string.h>

/* Entries of the smallest table: one step, no repeats. */
static size_t least_entries(const struct party_reduced *r)
{
    return 2 * (r->n + PARTY_MAX_PLACES + 1) * (r->n_free + 1);
}

/* Entries of the largest table: every hero, nothing merged. */
static size_t most_entries(const struct party_reduced *r)
{
    size_t states = r->diverse >= 0 ? 2 * (r->repeats + 1) : 1;
    return (r->n + PARTY_MAX_PLACES + 1) * (r->n_free + 1) * states * (r->steps + 1);
}

static size_t capacity_of(const struct party_reduced *r)
{
    size_t least = least_entries(r), most = most_entries(r);
    if (most < PARTY_COMPLETION_ENTRIES)
        return most > least ? most : least;
    return least > PARTY_COMPLETION_ENTRIES ? least : PARTY_COMPLETION_ENTRIES;
}

size_t party_completion_bytes(const struct party_reduced *r)
{
    return capacity_of(r) * sizeof(int32_t) + (r->n + 1) * sizeof(uint32_t) +
           (r->repeats + 3) * (r->steps + 1) * sizeof(int32_t) + 5 * ARENA_ALIGN;
}

void party_completion_init(struct party_completion *t,
                           const struct party_aggregation *groups,
                           struct arena *scratch)
{
    const struct party_reduced *r = groups->reduced;
    *t = (struct party_completion){.groups = groups, .capacity = capacity_of(r)};
    t->entries = ARENA_NEW(scratch, int32_t, t->capacity);
    t->hero = ARENA_NEW(scratch, uint32_t, r->n + 1);
    t->others = ARENA_NEW(scratch, int32_t, groups->width);
    t->forced = ARENA_NEW(scratch, int32_t, groups->width);
    t->nothing = ARENA_NEW(scratch, int32_t, (r->repeats + 1) * groups->width);
}

/* The parts with heroes to pick, by rising picks, stable. */
static void sort_parts(struct party_completion *t, const uint32_t *group,
                       const uint8_t *size, size_t n)
{
    t->n_parts = 0;
    for (size_t i = 0; i < n; i++) {
        int picks = party_aggregation_picks(t->groups, group[i], size[i]);
        if (picks <= 0)
            continue;
        size_t k = t->n_parts++;
        assert(k < PARTY_MAX_PLACES && group[i] < t->groups->reduced->n_groups);
        for (; k > 0 && t->part[k - 1].picks > (size_t)picks; k--)
            t->part[k] = t->part[k - 1];
        t->part[k] =
            (struct party_completion_part){.group = group[i], .picks = (size_t)picks};
    }
}

/* forced = value function of all parts, with one hero fewer in part p. */
static void all_but_one(struct party_completion *t, size_t p)
{
    size_t width = t->groups->width;
    int32_t *from = t->others, *to = t->forced;
    assert(p < t->n_parts && t->part[p].picks >= 1);
    memcpy(from,
           party_aggregation_group_value(t->groups, t->part[p].group,
                                         t->part[p].picks - 1),
           width * sizeof *from);
    for (size_t q = 0; q < t->n_parts; q++) {
        if (q == p)
            continue;
        party_knapsack_infeasible(to, width);
        party_knapsack_convolve(party_aggregation_group_value(
                                    t->groups, t->part[q].group, t->part[q].picks),
                                from, width, to);
        int32_t *swap = from;
        from = to;
        to = swap;
    }
    t->forced = from;
    t->others = to;
}

static void choose_heroes(struct party_completion *t, size_t p, int32_t limit)
{
    const struct party_reduced *r = t->groups->reduced;
    struct party_completion_part *part = &t->part[p];
    all_but_one(t, p);
    part->first = t->n;
    for (uint32_t i = r->first[part->group]; i < r->first[part->group + 1]; i++) {
        uint32_t left = r->steps > r->step[i] ? r->steps - r->step[i] : 0;
        assert(r->group[i] == part->group && left < t->groups->width);
        if (t->forced[left] + r->coins[i] + r->fixed_coins <= limit)
            t->hero[t->n++] = i;
    }
    part->end = t->n;
    assert(part->first <= part->end && part->end <= r->n);
}

/* Lays out the sections; false if the table would be too large. */
static bool lay_out(struct party_completion *t, uint32_t steps_each, bool diverse)
{
    const struct party_reduced *r = t->groups->reduced;
    size_t at = 0;
    t->steps_each = steps_each;
    for (size_t p = 0; p < t->n_parts; p++) {
        struct party_completion_part *part = &t->part[p];
        part->shape = (struct party_knapsack_shape){
            .states = diverse ? 2 : 1,
            .picks = part->picks + 1,
            .repeats = diverse ? r->repeats + 1 : 1,
            .width = (r->steps + steps_each - 1) / steps_each + 1};
        part->section = t->entries + at;
        at += party_knapsack_section(&part->shape) * (part->end - part->first + 1);
        if (at > t->capacity)
            return false;
    }
    return true;
}

static void lay_out_smaller(struct party_completion *t)
{
    uint32_t steps_each = 1;
    bool diverse = t->groups->reduced->diverse >= 0;
    while (!lay_out(t, steps_each, diverse)) {
        if (steps_each < t->groups->reduced->steps)
            steps_each *= 2;
        else {
            assert(diverse); /* the smallest table fits */
            diverse = false;
        }
    }
}

static size_t fill_part(struct party_completion *t, size_t p, const int32_t *rest)
{
    const struct party_reduced *r = t->groups->reduced;
    struct party_completion_part *part = &t->part[p];
    size_t section = party_knapsack_section(&part->shape);
    const struct party_value_limits *diverse =
        part->shape.states > 1 ? &r->limits[r->diverse] : NULL;
    const uint16_t *code = diverse ? r->party->trait[diverse->trait].code : NULL;
    assert(part->section + (part->end - part->first + 1) * section <=
           t->entries + t->capacity);
    party_knapsack_end(&part->shape, rest,
                       part->section + (part->end - part->first) * section);
    for (size_t q = part->end; q-- > part->first;) {
        uint32_t i = t->hero[q];
        bool joined = diverse && q + 1 < part->end &&
                      code[r->row[i]] == code[r->row[t->hero[q + 1]]];
        int32_t *here = part->section + (q - part->first) * section;
        party_knapsack_layer(&part->shape, here + section, joined,
                             diverse && diverse->same_max == 1, r->coins[i],
                             (r->step[i] + t->steps_each - 1) / t->steps_each, here);
    }
    return section * (part->end - part->first + 1);
}

size_t party_completion_build(struct party_completion *t, const uint32_t *group,
                              const uint8_t *size, size_t n, int32_t limit)
{
    assert(n >= 1 && n <= PARTY_MAX_PLACES && limit < PARTY_COINS_NONE);
    t->n = 0;
    sort_parts(t, group, size, n);
    for (size_t p = 0; p < t->n_parts; p++)
        choose_heroes(t, p, limit);
    lay_out_smaller(t);
    size_t work = t->n_parts * t->groups->width;
    for (size_t p = t->n_parts; p-- > 0;) {
        const struct party_knapsack_shape *shape = &t->part[p].shape;
        const struct party_completion_part *next = &t->part[p + 1];
        const int32_t *rest = t->nothing;
        if (p + 1 < t->n_parts)
            rest = next->section + party_knapsack_at(&next->shape, 0, next->picks, 0);
        else
            for (size_t d = 0; d < shape->repeats; d++)
                party_knapsack_empty(t->nothing + d * shape->width, shape->width);
        work += fill_part(t, p, rest);
    }
    return work;
}
