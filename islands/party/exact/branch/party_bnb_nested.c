/* The search by levels where there is a second bound (party_nested.h): levels that no party within the limit has
 * are left out below a node, and the heroes are chosen by that bound. */
#include "party_bnb_tree.h"

#include <string.h>

/* Steps of tuning where heroes are chosen; by hand. */
enum { STEPS_OF_HEROES = 8 };

/* Bits of a hero in a choice of one for a kind of places. */
enum { KIND = 24 };

size_t party_bnb_nested_bytes(const struct party_reduced *r)
{
    return r->chemistry ? PARTY_BNB_PATH * (PARTY_NESTED_MULTIPLIERS * sizeof(double) +
                                            PARTY_NESTED_VALUES) +
                              PARTY_NESTED_VALUES + 4 * ARENA_ALIGN
                        : 0;
}

void party_bnb_nested_begin(struct party_bnb_tree *x, struct arena *scratch)
{
    struct party_levels_nested *nested = x->search->groups->levels->nested;
    if (!nested)
        return;
    x->nested = ARENA_NEW(scratch, struct party_nested_table, 1);
    x->kept_multipliers =
        ARENA_NEW(scratch, double, PARTY_BNB_PATH * nested->n_multipliers);
    for (size_t i = 0; i < x->levels->n_traits; i++)
        x->n_values += x->levels->trait[i].n_values;
    x->highest[0] = ARENA_NEW(scratch, uint8_t, x->n_values);
    x->kept_highest = ARENA_NEW(scratch, uint8_t, x->n_values * PARTY_BNB_PATH);
    for (size_t i = 0; i < x->levels->n_traits; i++) {
        memset(x->highest[i], (int)x->levels->trait[i].n, x->levels->trait[i].n_values);
        if (i + 1 < x->levels->n_traits)
            x->highest[i + 1] = x->highest[i] + x->levels->trait[i].n_values;
    }
    party_nested_begin(x->nested, nested, scratch);
    party_bnb_assume(x);
    if (!nested->tuned)
        party_nested_tune_root(nested, x->nested, x->node, x->table->active,
                               x->table->n_active);
    memcpy(x->nested->multiplier, nested->root, sizeof nested->root);
}

void party_bnb_nested_keep(struct party_bnb_tree *x)
{
    size_t n = x->nested->nested->n_multipliers;
    memcpy(x->kept_multipliers + x->depth * n, x->nested->multiplier,
           n * sizeof(double));
    memcpy(x->kept_highest + x->depth++ * x->n_values, x->highest[0], x->n_values);
}

void party_bnb_nested_restore(struct party_bnb_tree *x)
{
    size_t n = x->nested->nested->n_multipliers;
    memcpy(x->nested->multiplier, x->kept_multipliers + --x->depth * n,
           n * sizeof(double));
    memcpy(x->highest[0], x->kept_highest + x->depth * x->n_values, x->n_values);
}

bool party_bnb_nested_visit(struct party_bnb_tree *x, int steps)
{
    struct party_levels_table *t = x->table;
    int32_t limit = x->search->now->limit;
    size_t work = party_nested_solve(x->nested, x->node, t->active, t->n_active);
    work += party_nested_tune(x->nested, limit, steps);
    party_bnb_charge(x->search, work / PARTY_BNB_ENTRIES_A_NODE);
    if (x->nested->bound > limit)
        return false;
    t->n_active = party_nested_shrink(x->nested, limit, t->active, t->n_active);
    for (size_t i = 0; i < x->levels->n_traits; i++)
        for (uint32_t v = 0; v < x->levels->trait[i].n_values; v++)
            if (x->decided[i][v] == PARTY_BNB_UNDECIDED)
                x->highest[i][v] = party_nested_highest(x->nested, i, v, limit);
    return true;
}

uint32_t party_bnb_nested_choice(const struct party_bnb_tree *x)
{
    uint32_t value;
    size_t i;
    if (!party_nested_choose(x->nested, &i, &value) ||
        x->decided[i][value] != PARTY_BNB_UNDECIDED)
        return 0;
    return PARTY_BNB_LOWEST + ((uint32_t)i << 20) + 2 * value;
}

/* Whether a hero that is not chosen may stand in places of a kind; n_kinds: anywhere. */
static bool is_candidate(const struct party_bnb_tree *x, size_t kind, uint32_t i)
{
    return (kind == x->levels->n_kinds || x->levels->kinds[i] >> kind & 1) &&
           !party_bnb_is_chosen(x, x->nested->n_forced, i);
}

/* A kind of places for which more heroes are needed than are chosen, that of the fewest candidates; n_kinds: there
 * is none. */
static size_t rarest_kind(const struct party_bnb_tree *x)
{
    const struct party_nested_table *t = x->nested;
    size_t best = x->levels->n_kinds, least = SIZE_MAX;
    for (size_t k = 0; k < x->levels->n_kinds; k++) {
        size_t n = 0, chosen = 0;
        for (size_t f = 0; f < t->n_forced; f++)
            chosen += x->levels->kinds[t->forced[f]] >> k & 1;
        for (size_t j = 0; chosen < t->nested->in_kind[k] && j < x->table->n_active;
             j++)
            n += is_candidate(x, k, x->table->active[j]);
        if (chosen < t->nested->in_kind[k] && n < least) {
            least = n;
            best = k;
        }
    }
    return best;
}

/* Removes the candidates before a hero, which are not in the party, and returns the first one from it on;
 * reduced->n: there is none. */
static uint32_t next_candidate(struct party_bnb_tree *x, size_t kind, uint32_t from)
{
    struct party_levels_table *t = x->table;
    uint32_t next = (uint32_t)x->levels->reduced->n;
    for (size_t j = t->n_active; j-- > 0;) {
        uint32_t i = t->active[j];
        if (!is_candidate(x, kind, i))
            continue;
        if (i < from) {
            t->active[j] = t->active[--t->n_active];
            t->active[t->n_active] = i;
        } else if (i < next) {
            next = i;
        }
    }
    return next;
}

/* Adds a hero to the party. */
static bool add_candidate(struct party_bnb_tree *x, size_t level, uint32_t choice,
                          uint32_t i)
{
    const struct party_reduced *r = x->levels->reduced;
    struct party_nested_table *t = x->nested;
    struct party_bnb *w = x->search;
    struct party_bnb_tally before = w->now->tally;
    bool going;
    x->hero[t->n_forced] = t->forced[t->n_forced] = i;
    t->n_forced++;
    party_bnb_charge(w, PARTY_BNB_WORK_OF_RULES);
    party_bnb_add_hero(w, r->row[i], r->group[i]);
    w->now->coins += r->coins[i];
    if (w->now->coins <= w->now->limit && party_bnb_rules_fit(x))
        going =
            party_bnb_enter(w, level, choice) && party_bnb_nested_heroes(x, level + 1);
    else
        going = party_bnb_reject(w, level, choice);
    w->now->coins -= r->coins[i];
    party_bnb_remove_hero(w, &before);
    t->n_forced--;
    return going;
}

/* Chooses the heroes left by the second bound: one of the candidates for a kind of places, without those before
 * it. False if the slice ended. */
bool party_bnb_nested_heroes(struct party_bnb_tree *x, size_t level)
{
    const struct party_levels *levels = x->levels;
    struct party_nested_table *t = x->nested;
    struct party_bnb *w = x->search;
    size_t n_active = x->table->n_active;
    bool going = true;
    if (t->n_forced == levels->n_places) {
        party_bnb_leaf(w);
        return true;
    }
    party_bnb_nested_keep(x);
    if (party_bnb_nested_visit(x, STEPS_OF_HEROES)) {
        uint32_t first = party_bnb_first_choice(w, level);
        size_t kind = first ? (first - PARTY_BNB_HERO) >> KIND : rarest_kind(x);
        uint32_t i = first ? (first - PARTY_BNB_HERO) % (1U << KIND) : 0;
        while (going && (i = next_candidate(x, kind, i)) < levels->reduced->n) {
            going = add_candidate(x, level,
                                  PARTY_BNB_HERO + ((uint32_t)kind << KIND) + i, i);
            w->now->resume = going ? 0 : w->now->resume;
            i++;
        }
    }
    party_bnb_nested_restore(x);
    x->table->n_active = n_active;
    return going;
}
