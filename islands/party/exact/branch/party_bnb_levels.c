/* The search by levels (party_levels.h), of challenges with chemistry or a team rating and without
 * synergy: it decides which values reach which thresholds, then chooses a hero for each place.
 *
 * First, of each trait in turn, the values of all levels but the lowest: few have room in a party.
 * Values of the lowest level are decided only where the cheapest party under these assumptions
 * counts on one that it does not reach. */
#include "party_bnb_tree.h"
#include "party_chemistry.h"
#include "party_chemistry_bound.h"
#include "party_rating_bound.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps of tuning at a node, and below the higher levels; by hand. */
enum { STEPS = 8, STEPS_BELOW = 3 };

/* With so few heroes left, and a second bound, they are chosen at once; by hand. */
enum { FEW_HEROES = 60 };

/* Codes of values and levels from 1 on, the highest level first; the end says that no further value
 * has a level. */
static uint32_t code_of(const struct party_levels_trait *t, size_t level,
                        uint32_t value)
{
    return 1 + (uint32_t)(t->n - level) * t->n_values + value;
}

static uint32_t end_of_codes(const struct party_levels_trait *t)
{
    return 1 + (uint32_t)(t->n + 1 - t->first) * t->n_values;
}

/* The highest level that an undecided value may have. */
static uint8_t highest_level(const struct party_bnb_tree *x, size_t i, uint32_t v)
{
    const struct party_levels_trait *t = &x->levels->trait[i];
    size_t room = x->levels->reduced->n_places - x->used[i], level = t->n;
    if (x->nested)
        level = x->highest[i][v];
    if (t->supply[v] < room)
        room = t->supply[v];
    if (t->few && x->n_decided[i] == t->distinct_max)
        return 0;
    while (level > 0 && (t->heroes[level] > room ||
                         (level >= t->first && code_of(t, level, v) < x->next[i])))
        level--;
    return (uint8_t)level;
}

void party_bnb_assume(struct party_bnb_tree *x)
{
    for (size_t i = 0; i < x->levels->n_traits; i++) {
        const struct party_levels_trait *t = &x->levels->trait[i];
        for (uint32_t v = 0; v < t->n_values; v++) {
            bool decided = x->decided[i][v] != PARTY_BNB_UNDECIDED;
            uint8_t level = decided ? x->decided[i][v] : highest_level(x, i, v);
            x->node->level[i][v] = level;
            x->node->demand[i][v] = decided ? t->heroes[level] : 0;
        }
        if (t->wanted > x->node->demand[i][t->wanted_value])
            x->node->demand[i][t->wanted_value] = t->wanted;
    }
}

/* The bound of the assumptions; false if no party within the limit keeps to them. */
static bool may_hold(struct party_bnb_tree *x)
{
    party_bnb_assume(x);
    size_t work = party_levels_solve(x->table, x->node);
    party_bnb_charge(x->search, 1 + work / PARTY_BNB_ENTRIES_A_NODE);
    return x->table->bound <= x->search->now->limit;
}

static void decide(struct party_bnb_tree *x, size_t i, uint32_t v, size_t level)
{
    x->decided[i][v] = (uint8_t)level;
    x->used[i] += x->levels->trait[i].heroes[level];
    x->n_decided[i]++;
}

static void undecide(struct party_bnb_tree *x, size_t i, uint32_t v)
{
    x->used[i] -= x->levels->trait[i].heroes[x->decided[i][v]];
    x->decided[i][v] = PARTY_BNB_UNDECIDED;
    x->n_decided[i]--;
}

/* Whether the limits on values can hold once a trait is decided. */
static bool trait_fits(const struct party_bnb_tree *x, size_t i)
{
    const struct party_levels_trait *t = &x->levels->trait[i];
    if (t->same_min <= 1)
        return true;
    for (uint32_t v = 0; v < t->n_values; v++)
        if (x->decided[i][v] != PARTY_BNB_UNDECIDED &&
            t->heroes[x->decided[i][v]] >= t->same_min)
            return true;
    return false;
}

/* Whether a value may be the next one to be decided: levels fall. */
static bool may_decide(const struct party_bnb_tree *x, size_t i, uint32_t v,
                       size_t level)
{
    return x->decided[i][v] == PARTY_BNB_UNDECIDED && highest_level(x, i, v) >= level &&
           (x->levels->trait[i].heroes[level] >= x->levels->trait[i].same_min ||
            trait_fits(x, i));
}

static bool enter(struct party_bnb_tree *x, size_t level, uint32_t choice)
{
    return party_bnb_enter(x->search, level, choice);
}

static double left_of(const struct party_bnb_tree *x, size_t p, uint32_t state)
{
    return x->table->least[p * PARTY_LEVELS_STATES + state];
}

/* Whether the hero can be in place p of a party within the limit; sets the state after it. */
static bool fits_price(const struct party_bnb_tree *x, size_t p, uint32_t i,
                       double price, uint32_t state, uint32_t *next)
{
    *next = party_levels_next(x->table, state, &x->table->class[x->table->class_of[i]]);
    return *next < PARTY_LEVELS_STATES &&
           price + x->table->price[i] + left_of(x, p + 1, *next) + x->table->constant <=
               x->search->now->limit;
}

bool party_bnb_rules_fit(const struct party_bnb_tree *x)
{
    const struct party_bnb_slice *now = x->search->now;
    const struct party_reduced *r = x->levels->reduced;
    return party_bnb_limits_fit(x->search) &&
           (!r->chemistry || party_chemistry_may_hold(r, now->hero, now->n_heroes)) &&
           party_rating_may_hold(r, now->hero, now->n_heroes);
}

/* Chooses the hero of place p and of those after it. False if the slice ended. */
static bool fill_place(struct party_bnb_tree *x, size_t level, size_t p, double price,
                       uint32_t state)
{
    const struct party_levels *levels = x->levels;
    const struct party_reduced *r = levels->reduced;
    struct party_bnb *w = x->search;
    if (p == levels->n_places) {
        party_bnb_leaf(w);
        return true;
    }
    size_t kind = levels->kind[p];
    bool same_kind = p > 0 && levels->kind[p - 1] == kind;
    uint32_t first = party_bnb_first_choice(w, level), next;
    party_bnb_charge(w,
                     (x->first[kind + 1] - x->first[kind]) / PARTY_BNB_ENTRIES_A_NODE);
    for (size_t k = x->first[kind]; k < x->first[kind + 1]; k++) {
        uint32_t i = x->candidate[k];
        if (PARTY_BNB_HERO + i < first || (same_kind && i <= x->hero[p - 1]) ||
            !fits_price(x, p, i, price, state, &next) || party_bnb_is_chosen(x, p, i))
            continue;
        struct party_bnb_tally before = w->now->tally;
        bool going;
        party_bnb_charge(w, PARTY_BNB_WORK_OF_RULES);
        x->hero[p] = i;
        party_bnb_add_hero(w, r->row[i], r->group[i]);
        w->now->coins += r->coins[i];
        if (w->now->coins <= w->now->limit && party_bnb_rules_fit(x)) {
            going = enter(x, level, PARTY_BNB_HERO + i);
            if (going)
                going =
                    fill_place(x, level + 1, p + 1, price + x->table->price[i], next);
        } else {
            going = party_bnb_reject(w, level, PARTY_BNB_HERO + i);
        }
        w->now->coins -= r->coins[i];
        party_bnb_remove_hero(w, &before);
        if (!going)
            return false;
        w->now->resume = 0;
    }
    return true;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* The cheapest party under the assumptions, fixed heroes first. */
static void trace(const struct party_bnb_tree *x, uint32_t *row)
{
    const struct party_reduced *r = x->levels->reduced;
    uint32_t hero[PARTY_MAX_PLACES];
    party_levels_trace(x->table, hero);
    for (size_t p = 0; p < r->n_places; p++)
        row[p] = p < r->n_fixed ? r->fixed_row[p] : r->row[hero[p - r->n_fixed]];
}

static bool is_enough(const struct party_bnb_tree *x, int *points)
{
    const struct party_reduced *r = x->levels->reduced;
    int sum = 0, least = x->levels->full;
    for (size_t p = 0; p < r->n_places; p++) {
        points[p] = points[p] < x->levels->full ? points[p] : x->levels->full;
        sum += points[p];
        least = points[p] < least ? points[p] : least;
    }
    return least >= x->levels->least && (!r->chemistry || sum >= r->chemistry_min);
}

/* Whether that party has enough chemistry by the levels decided alone: to decide more would not
 * raise the bound. */
static bool suffices(const struct party_bnb_tree *x)
{
    const struct party_levels *levels = x->levels;
    const struct party_reduced *r = levels->reduced;
    uint32_t row[PARTY_MAX_PLACES];
    int points[PARTY_MAX_PLACES] = {0};
    trace(x, row);
    for (size_t i = 0; i < levels->n_traits; i++) {
        const struct party_levels_trait *t = &levels->trait[i];
        for (size_t p = 0; p < r->n_places; p++) {
            uint16_t v = r->party->trait[t->trait].code[row[p]];
            uint8_t level = x->decided[i][v];
            points[p] +=
                party_levels_points(t, v, level == PARTY_BNB_UNDECIDED ? 0 : level);
        }
    }
    return is_enough(x, points);
}

/* A value of the lowest level that the cheapest party counts on and does not reach, if it then
 * lacks chemistry: as a choice, else 0. */
static uint32_t unreached(const struct party_bnb_tree *x)
{
    const struct party_levels *levels = x->levels;
    const struct party_reduced *r = levels->reduced;
    uint32_t row[PARTY_MAX_PLACES], choice = 0;
    int points[PARTY_MAX_PLACES] = {0};
    size_t most = 0;
    trace(x, row);
    for (size_t i = 0; i < levels->n_traits; i++) {
        const struct party_levels_trait *t = &levels->trait[i];
        const uint16_t *code = r->party->trait[t->trait].code;
        for (size_t p = 0; p < r->n_places; p++) {
            size_t alike = 0, level = x->node->level[i][code[row[p]]];
            for (size_t q = 0; q < r->n_places; q++)
                alike += code[row[q]] == code[row[p]];
            if (x->decided[i][code[row[p]]] == PARTY_BNB_UNDECIDED &&
                alike < t->heroes[level]) {
                if (alike > most) {
                    most = alike;
                    choice = PARTY_BNB_LOWEST + ((uint32_t)i << 20) + 2U * code[row[p]];
                }
                level = 0;
            }
            points[p] += party_levels_points(t, code[row[p]], level);
        }
    }
    return is_enough(x, points) ? 0 : choice;
}

/* What a node changes for those below it. */
struct kept {
    double multiplier[PARTY_MAX_REQUIREMENTS];
    size_t n_active;
};

/* Tunes the bound of the assumptions; false if no party within the limit keeps to them. Else leaves
 * only heroes that such parties may have. To be undone by `leave`. */
static bool visit(struct party_bnb_tree *x, int steps, struct kept *kept)
{
    struct party_levels_table *t = x->table;
    memcpy(kept->multiplier, t->multiplier, sizeof kept->multiplier);
    kept->n_active = t->n_active;
    if (x->nested) {
        party_bnb_nested_keep(x);
        party_bnb_assume(x);
        if (!party_bnb_nested_visit(x, x->depth > 1 ? steps : 0))
            return false;
    }
    if (!may_hold(x))
        return false;
    size_t work = party_levels_tune(t, x->node, x->search->now->limit, steps);
    party_bnb_charge(x->search, work / PARTY_BNB_ENTRIES_A_NODE);
    if (t->bound > x->search->now->limit)
        return false;
    t->n_active = party_levels_shrink(t, x->search->now->limit);
    return true;
}

static void leave(struct party_bnb_tree *x, const struct kept *kept)
{
    bool same = true;
    for (size_t l = 0; l < x->levels->n_sums; l++)
        same = same && kept->multiplier[l] == x->table->multiplier[l];
    x->table->n_active = kept->n_active;
    if (x->nested)
        party_bnb_nested_restore(x);
    if (!same)
        party_levels_reduce(x->table, kept->multiplier);
}

/* Whether heroes are chosen at once, whatever is undecided. */
static bool has_few_heroes(const struct party_bnb_tree *x)
{
    size_t few = (size_t)x->search->thresholds.few_heroes;
    return x->table->n_active <= (x->nested && few > FEW_HEROES ? FEW_HEROES : few);
}

/* Chooses heroes under the assumptions: those that a party within the limit may have. */
static bool choose_heroes(struct party_bnb_tree *x, size_t level)
{
    struct party_levels_table *t = x->table;
    if (x->nested)
        return party_bnb_nested_heroes(x, level);
    size_t n = party_levels_shrink(t, x->search->now->limit);
    uint32_t end = 0;
    qsort(t->active, n, sizeof *t->active, by_number);
    for (size_t k = 0; k < x->levels->n_kinds; k++) {
        x->first[k] = end;
        for (size_t j = 0; j < n; j++)
            if (x->levels->kinds[t->active[j]] >> k & 1)
                x->candidate[end++] = t->active[j];
    }
    x->first[x->levels->n_kinds] = end;
    party_bnb_charge(x->search, t->n_active / PARTY_BNB_ENTRIES_A_NODE);
    return fill_place(x, level, 0, 0, t->start);
}

static bool branch_on_lowest(struct party_bnb_tree *x, size_t level);

/* Decides whether a value has the lowest level. */
static bool decide_lowest(struct party_bnb_tree *x, size_t level, uint32_t choice)
{
    size_t i = (choice - PARTY_BNB_LOWEST) >> 20;
    uint32_t v = (choice - PARTY_BNB_LOWEST) % (1U << 20) / 2, lacks = choice & 1;
    bool going = true;
    for (choice &= ~1U; lacks < 2 && going; lacks++) {
        struct kept kept;
        decide(x, i, v, 1 - lacks);
        going = enter(x, level, choice + lacks);
        if (going) {
            going = !visit(x, STEPS_BELOW, &kept) || branch_on_lowest(x, level + 1);
            leave(x, &kept);
        }
        undecide(x, i, v);
        x->search->now->resume = going ? 0 : x->search->now->resume;
    }
    return going;
}

/* Decides whether values have the lowest level, then the heroes. */
static bool branch_on_lowest(struct party_bnb_tree *x, size_t level)
{
    uint32_t choice = party_bnb_first_choice(x->search, level);
    if (choice == 0 && level + x->levels->n_places + 1 < PARTY_BNB_PATH &&
        !has_few_heroes(x))
        choice = x->nested ? party_bnb_nested_choice(x) : unreached(x);
    return choice == 0 || choice >= PARTY_BNB_HERO ? choose_heroes(x, level)
                                                   : decide_lowest(x, level, choice);
}

static bool branch_on_levels(struct party_bnb_tree *x, size_t level, size_t i);

/* Decides the values of higher levels of trait i, those before `code` being decided. */
static bool decide_levels(struct party_bnb_tree *x, size_t level, size_t i,
                          uint32_t code)
{
    const struct party_levels_trait *t = &x->levels->trait[i];
    uint32_t end = end_of_codes(t), before = x->next[i];
    bool going = true;
    for (code = code > before ? code : before; code <= end && going; code++) {
        size_t of = t->n - (code - 1) / t->n_values;
        uint32_t v = (code - 1) % t->n_values;
        if (!(code < end ? may_decide(x, i, v, of) : trait_fits(x, i)))
            continue;
        x->next[i] = code < end ? code + 1 : end;
        if (code < end)
            decide(x, i, v, of);
        going = enter(x, level, code) &&
                branch_on_levels(x, level + 1, code < end ? i : i + 1);
        if (code < end)
            undecide(x, i, v);
        x->next[i] = before;
        x->search->now->resume = going ? 0 : x->search->now->resume;
    }
    return going;
}

/* Decides the values of higher levels of trait i, and of those after it. False if the slice ended. */
static bool branch_on_levels(struct party_bnb_tree *x, size_t level, size_t i)
{
    struct kept kept;
    uint32_t first = party_bnb_first_choice(x->search, level);
    bool going = true;
    if (visit(x, STEPS, &kept))
        going =
            i == x->levels->n_traits || first >= PARTY_BNB_LOWEST ||
                    (first == 0 && (has_few_heroes(x) || (!x->nested && suffices(x))))
                ? branch_on_lowest(x, level)
                : decide_levels(x, level, i, first);
    leave(x, &kept);
    return going;
}

bool party_bnb_levels(struct party_bnb *w)
{
    struct party_bnb_tree x = {.search = w,
                               .levels = w->groups->levels,
                               .table = &w->now->levels_table,
                               .node = &w->now->levels_node};
    struct arena scratch = w->now->spare;
    x.candidate = ARENA_NEW(&scratch, uint32_t, x.levels->n_pairs + 1);
    assert(x.candidate);
    for (size_t i = 0; i < x.levels->n_traits; i++) {
        x.decided[i] = ARENA_NEW(&scratch, uint8_t, x.levels->trait[i].n_values + 1U);
        assert(x.decided[i]);
        memset(x.decided[i], PARTY_BNB_UNDECIDED, x.levels->trait[i].n_values);
        x.next[i] = 1;
    }
    party_bnb_nested_begin(&x, &scratch);
    struct arena spare = w->now->spare;
    w->now->spare = scratch;
    bool going = branch_on_levels(&x, 0, 0);
    w->now->spare = spare;
    return going;
}
