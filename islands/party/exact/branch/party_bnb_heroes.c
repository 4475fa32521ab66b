#include "party_bnb_node.h"

#include "party_chemistry_bound.h"
#include "party_rating_bound.h"

#include <assert.h>
#include <math.h>

static uint16_t value_of(const struct party_bnb *w, size_t limits, uint32_t hero)
{
    return w->reduced->party->trait[w->reduced->limits[limits].trait].code[hero];
}

void party_bnb_add_hero(struct party_bnb *w, uint32_t hero, uint32_t group)
{
    struct party_bnb_slice *now = w->now;
    const struct party_reduced *r = w->reduced;
    assert(now->n_heroes < r->n_places && hero < r->party->n_heroes);
    assert(group < r->n_groups);
    now->hero_group[now->n_heroes] = group;
    now->hero[now->n_heroes++] = hero;
    for (size_t l = 0; l < r->n_constraints; l++)
        now->tally.sum[l] += party_constraint_value(r->party, &r->constraint[l], hero);
    for (size_t s = 0; s < r->n_limits; s++) {
        int count = ++now->seen[s][value_of(w, s, hero)];
        now->tally.distinct[s] += count == 1;
        now->tally.most[s] = count > now->tally.most[s] ? count : now->tally.most[s];
    }
}

void party_bnb_remove_hero(struct party_bnb *w, const struct party_bnb_tally *before)
{
    struct party_bnb_slice *now = w->now;
    assert(now->n_heroes > w->reduced->n_fixed);
    uint32_t hero = now->hero[--now->n_heroes];
    for (size_t s = 0; s < w->reduced->n_limits; s++)
        now->seen[s][value_of(w, s, hero)]--;
    now->tally = *before;
}

bool party_bnb_limits_fit(const struct party_bnb *w)
{
    const struct party_bnb_slice *now = w->now;
    const struct party_reduced *r = w->reduced;
    int left = (int)(r->n_places - now->n_heroes);
    for (size_t s = 0; s < r->n_limits; s++) {
        const struct party_value_limits *q = &r->limits[s];
        if (now->tally.most[s] > q->same_max ||
            now->tally.distinct[s] > q->distinct_max ||
            now->tally.distinct[s] + left < q->distinct_min ||
            now->tally.most[s] + left < q->same_min)
            return false;
        /* Heroes that raise the most frequent value add no new values. */
        int alike = q->same_min - (now->tally.most[s] > 1 ? now->tally.most[s] : 1);
        if (alike > 0 && now->tally.distinct[s] + left - alike < q->distinct_min)
            return false;
    }
    return true;
}

/* Whether limits and constraints can still be met, with `picks` left in part p. */
static bool tally_fits(const struct party_bnb *w, size_t p, size_t picks)
{
    const struct party_bnb_slice *now = w->now;
    const struct party_reduced *r = w->reduced;
    assert(p < now->table.n_parts && r->n_places - now->n_heroes >= picks);
    if (!party_bnb_limits_fit(w))
        return false;
    for (size_t l = 0; l < r->n_constraints; l++) {
        double sum = now->tally.sum[l];
        double low = sum + (double)picks * now->low[p][l] + now->low_left[p + 1][l];
        double high = sum + (double)picks * now->high[p][l] + now->high_left[p + 1][l];
        double slack = party_constraint_slack(&r->constraint[l]);
        if (high < r->constraint[l].lo - slack || low > r->constraint[l].hi + slack)
            return false;
    }
    return true;
}

/* Range of each constraint that the parts from each one on can add. */
static void measure_parts(struct party_bnb *w)
{
    struct party_bnb_slice *now = w->now;
    const struct party_reduced *r = w->reduced;
    const struct party_completion *t = &now->table;
    for (size_t l = 0; l < r->n_constraints; l++) {
        now->low_left[t->n_parts][l] = now->high_left[t->n_parts][l] = 0;
        for (size_t p = t->n_parts; p-- > 0;) {
            double low = INFINITY, high = -INFINITY;
            for (size_t q = t->part[p].first; q < t->part[p].end; q++) {
                double v = party_constraint_value(r->party, &r->constraint[l],
                                                  r->row[t->hero[q]]);
                low = fmin(low, v);
                high = fmax(high, v);
            }
            assert(isfinite(low) && isfinite(high) && low <= high);
            now->low[p][l] = low;
            now->high[p][l] = high;
            now->low_left[p][l] =
                now->low_left[p + 1][l] + (double)t->part[p].picks * low;
            now->high_left[p][l] =
                now->high_left[p + 1][l] + (double)t->part[p].picks * high;
        }
    }
}

/* Whether the hero's value of the diverse trait is in the party already: 0 or 1. */
static size_t repeats_here(const struct party_bnb *w, size_t position)
{
    const struct party_reduced *r = w->reduced;
    if (r->diverse < 0)
        return 0;
    size_t s = (size_t)r->diverse;
    return w->now->seen[s][value_of(w, s, r->row[w->now->table.hero[position]])] > 0;
}

static int32_t least_from(const struct party_bnb *w, size_t p, size_t position,
                          size_t picks)
{
    const struct party_bnb_slice *now = w->now;
    const struct party_completion_part *part = &now->table.part[p];
    size_t state = position < part->end ? repeats_here(w, position) : 0;
    return now->coins + party_completion_least(&now->table, part, position, state,
                                               picks, now->repeats, now->steps);
}

static bool pick_heroes(struct party_bnb *w, size_t level, size_t p, size_t position,
                        size_t picks);

/* Picks the hero at a position, and branches if the bound is within the limit. False if
 * the slice ended. */
static bool take_hero(struct party_bnb *w, size_t level, size_t p, size_t position,
                      size_t picks)
{
    struct party_bnb_slice *now = w->now;
    const struct party_reduced *r = w->reduced;
    uint32_t i = now->table.hero[position];
    assert(picks >= 1 && position < now->table.part[p].end);
    uint32_t steps = now->steps, repeats = now->repeats;
    size_t again = repeats_here(w, position);
    if (again > repeats)
        return party_bnb_reject(w, level, i);
    struct party_bnb_tally before = now->tally;
    bool going = true;
    party_bnb_add_hero(w, r->row[i], r->group[i]);
    now->coins += r->coins[i];
    now->steps = steps > r->step[i] ? steps - r->step[i] : 0;
    now->repeats = repeats - (uint32_t)again;
    if (least_from(w, p, position + 1, picks - 1) <= now->limit &&
        tally_fits(w, p, picks - 1) &&
        (!r->chemistry || party_chemistry_may_hold(r, now->hero, now->n_heroes)) &&
        party_rating_may_hold(r, now->hero, now->n_heroes)) {
        going = party_bnb_enter(w, level, i);
        if (going)
            going = pick_heroes(w, level + 1, p, position + 1, picks - 1);
    } else {
        going = party_bnb_reject(w, level, i);
    }
    now->steps = steps;
    now->repeats = repeats;
    now->coins -= r->coins[i];
    party_bnb_remove_hero(w, &before);
    return going;
}

static bool pick_heroes(struct party_bnb *w, size_t level, size_t p, size_t position,
                        size_t picks)
{
    const struct party_completion *t = &w->now->table;
    while (picks == 0) {
        if (++p >= t->n_parts) {
            party_bnb_leaf(w);
            return true;
        }
        picks = t->part[p].picks;
        position = t->part[p].first;
    }
    uint32_t first = party_bnb_first_choice(w, level);
    size_t start = position;
    assert(position >= t->part[p].first && position <= t->part[p].end);
    for (; position + picks <= t->part[p].end; position++) {
        /* Symmetry: the twin before it was tried already. */
        if (t->hero[position] < first ||
            (position > start && w->reduced->twin[t->hero[position]]))
            continue;
        if (least_from(w, p, position, picks) > w->now->limit)
            break;
        if (!take_hero(w, level, p, position, picks))
            return false;
        w->now->resume = 0;
    }
    return true;
}

bool party_bnb_heroes(struct party_bnb *w, size_t level)
{
    struct party_bnb_slice *now = w->now;
    assert(now->n_heroes == w->reduced->n_fixed &&
           now->coins == w->reduced->fixed_coins);
    size_t work = party_completion_build(&now->table, now->group, now->partition->part,
                                         now->partition->n, now->limit);
    party_bnb_charge(w, work / PARTY_BNB_ENTRIES_A_NODE);
    measure_parts(w);
    if (now->table.n_parts == 0) {
        party_bnb_leaf(w);
        return true;
    }
    return pick_heroes(w, level, 0, now->table.part[0].first, now->table.part[0].picks);
}
