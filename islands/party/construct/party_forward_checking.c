#include "party_forward_checking.h"

#include <math.h>
#include <string.h>

enum { WANTED, PRESENT, FRESH, CASES };

static int clamp_count(double bound, size_t n_places)
{
    return bound <= 0 ? 0 : bound >= (double)n_places ? (int)n_places : (int)bound;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Bounds as integers; an impossible range becomes an empty one. */
static int count_min(double min, size_t n_places)
{
    return min > (double)n_places ? (int)n_places + 1
                                  : clamp_count(ceil(min), n_places);
}

static int count_max(double max, size_t n_places)
{
    return max < 0 ? -1 : clamp_count(floor(max), n_places);
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Whether a hero may be in an open place. */
static bool is_eligible(const struct party *party, size_t row)
{
    return !party->banned[row];
}

static struct party_forward_sum *find_sum(const struct party *party,
                                          struct party_forward_rules *rules,
                                          const struct party_requirement *r)
{
    const double *value = party->number[r->column].value;
    for (size_t i = 0; i < rules->n_sums; i++)
        if (rules->sum[i].value == value)
            return &rules->sum[i];
    struct party_forward_sum *sum = &rules->sum[rules->n_sums++];
    *sum =
        (struct party_forward_sum){.value = value, .min = -INFINITY, .max = INFINITY};
    return sum;
}

/* Share of eligible heroes that meet the bounds on average: the tightness of a sum. */
static double share_of(const struct party_forward_sum *sum, const double *sorted,
                       size_t n, size_t n_places)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += sorted[i] * (double)n_places >= sum->min &&
                 sorted[i] * (double)n_places <= sum->max;
    return n ? (double)count / (double)n : 0;
}

static enum status finish_sums(const struct party *party,
                               struct party_forward_rules *rules)
{
    struct arena temporary;
    arena_init(&temporary);
    double *sorted = ARENA_NEW(&temporary, double, party->n_heroes + 1), least = 2;
    size_t lead = 0;
    for (size_t i = 0; i < rules->n_sums && sorted; i++) {
        struct party_forward_sum *sum = &rules->sum[i];
        size_t n = 0;
        for (size_t h = 0; h < party->n_heroes; h++)
            if (is_eligible(party, h))
                sorted[n++] = sum->value[h];
        qsort(sorted, n, sizeof *sorted, by_value);
        double last = n ? (double)(n - 1) : 0;
        sum->high = sorted[(size_t)(last * party->look_ahead)];
        sum->low = sorted[(size_t)(last * (1 - party->look_ahead))];
        double share = share_of(sum, sorted, n, party->n_places);
        lead = share < least ? i : lead;
        least = share < least ? share : least;
    }
    struct party_forward_sum swap = rules->sum[0];
    rules->sum[0] = rules->sum[lead];
    rules->sum[lead] = swap;
    arena_free(&temporary);
    return sorted ? STATUS_OK : STATUS_MEMORY;
}

static struct party_forward_column *find_column(const struct party *party,
                                                struct party_forward_rules *rules,
                                                uint32_t trait)
{
    const struct party_trait *t = &party->trait[trait];
    for (size_t i = 0; i < rules->n_columns; i++)
        if (rules->column[i].code == t->code)
            return &rules->column[i];
    int n = (int)party->n_places;
    rules->column_of[trait] = (int)rules->n_columns;
    struct party_forward_column *column = &rules->column[rules->n_columns++];
    *column = (struct party_forward_column){.code = t->code,
                                            .n_values = t->n_values,
                                            .first = rules->n_values,
                                            .distinct_max = n,
                                            .same_max = n};
    rules->n_values += t->n_values;
    return column;
}

static void gather_column(const struct party *party, struct party_forward_rules *rules,
                          const struct party_requirement *r)
{
    struct party_forward_column *column = find_column(party, rules, r->column);
    int min = count_min(r->min, party->n_places);
    int max = count_max(r->max, party->n_places);
    if (r->kind == PARTY_DISTINCT) {
        column->distinct_min = larger(column->distinct_min, min);
        column->distinct_max = smaller(column->distinct_max, max);
    } else if (r->kind == PARTY_SAME) {
        column->same_min = larger(column->same_min, min);
        column->same_max = smaller(column->same_max, max);
    }
}

/* COUNT's bounds by value, once all columns are known. */
static void bound_counts(const struct party *party, struct party_forward_rules *rules)
{
    for (size_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *r = &party->requirement[i];
        if (r->kind != PARTY_COUNT)
            continue;
        uint32_t v = find_column(party, rules, r->column)->first + r->value;
        int min = count_min(r->min, party->n_places);
        int max = larger(count_max(r->max, party->n_places), 0);
        rules->least[v] = (uint8_t)larger(rules->least[v], min);
        rules->most[v] = (uint8_t)smaller(rules->most[v], max);
    }
}

/* Bounds `most` by the number of heroes in the pool. */
static void bound_by_pool(const struct party *party, struct party_forward_rules *rules,
                          struct party_forward_column *column, uint32_t *heroes)
{
    memset(heroes, 0, column->n_values * sizeof *heroes);
    for (size_t h = 0; h < party->n_heroes; h++)
        heroes[column->code[h]] += is_eligible(party, h);
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] >= 0)
            heroes[column->code[party->fixed[p]]]++;
    for (uint32_t v = 0; v < column->n_values; v++) {
        uint8_t *most = &rules->most[column->first + v];
        column->available += heroes[v] > 0;
        *most = heroes[v] < *most ? (uint8_t)heroes[v] : *most;
    }
}

enum status party_forward_rules_init(const struct party *party, struct arena *perm,
                                     struct party_forward_rules *rules,
                                     struct error *err)
{
    *rules = (struct party_forward_rules){0};
    for (size_t t = 0; t < PARTY_MAX_TRAITS; t++)
        rules->column_of[t] = -1;
    for (size_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *r = &party->requirement[i];
        if (party_is_on_trait(r->kind))
            gather_column(party, rules, r);
        if (r->kind != PARTY_SUM)
            continue;
        struct party_forward_sum *sum = find_sum(party, rules, r);
        sum->min = r->min > sum->min ? r->min : sum->min;
        sum->max = r->max < sum->max ? r->max : sum->max;
    }
    rules->least = ARENA_NEW(perm, uint8_t, rules->n_values + 1);
    rules->most = ARENA_NEW(perm, uint8_t, rules->n_values + 1);
    uint32_t *heroes = ARENA_NEW(perm, uint32_t, rules->n_values + 1);
    if (!rules->least || !rules->most || !heroes || finish_sums(party, rules))
        return error_set(err, STATUS_MEMORY, "party: no memory for requirements");
    for (size_t i = 0; i < rules->n_columns; i++)
        memset(rules->most + rules->column[i].first,
               larger(rules->column[i].same_max, 0), rules->column[i].n_values);
    bound_counts(party, rules);
    for (size_t i = 0; i < rules->n_columns; i++)
        bound_by_pool(party, rules, &rules->column[i], heroes);
    return STATUS_OK;
}

void party_forward_init(struct party_forward *filter,
                        const struct party_forward_rules *rules, size_t n_places,
                        struct arena *scratch)
{
    *filter = (struct party_forward){.rules = rules, .open = n_places};
    filter->count = ARENA_NEW(scratch, uint8_t, rules->n_values + 1);
    memset(filter->count, 0, rules->n_values + 1);
    for (size_t i = 0; i < rules->n_columns; i++) {
        const struct party_forward_column *column = &rules->column[i];
        struct party_forward_column_state *state = &filter->column[i];
        for (uint32_t v = column->first; v < column->first + column->n_values; v++) {
            int least = rules->least[v], most = rules->most[v];
            state->wanted += least;
            state->values += least > 0;
            state->room += least > 0 ? most - least : 0;
            if (most >= column->same_min)
                state->top = larger(state->top, least);
        }
    }
}

void party_forward_copy(struct party_forward *to, const struct party_forward *from)
{
    uint8_t *count = to->count;
    *to = *from;
    to->count = memcpy(count, from->count, from->rules->n_values);
}

void party_forward_add(struct party_forward *filter, int32_t row)
{
    const struct party_forward_rules *rules = filter->rules;
    filter->open--;
    for (size_t i = 0; i < rules->n_sums; i++)
        filter->sum[i] += rules->sum[i].value[row];
    for (size_t i = 0; i < rules->n_columns; i++) {
        const struct party_forward_column *column = &rules->column[i];
        struct party_forward_column_state *state = &filter->column[i];
        uint32_t v = column->first + column->code[row];
        int count = filter->count[v]++, least = rules->least[v];
        if (count < least) {
            state->wanted--;
        } else if (count || least) {
            state->room--;
        } else {
            state->values++;
            state->room += rules->most[v] - 1;
        }
        if (rules->most[v] >= column->same_min)
            state->top = larger(state->top, count + 1);
    }
}

/* The least count that a candidate's value must reach, if `open` places, `wanted`
 * needed heroes and so on remain after it; NEVER if the column cannot be met. */
static int floor_of(const struct party_forward_column *column, int open, int wanted,
                    int values, int room, int top)
{
    enum { NEVER = 255 };
    int fresh_min = larger(0, column->distinct_min - values);
    int fresh_max = smaller(smaller(column->distinct_max, column->available) - values,
                            open - wanted);
    int free = open - wanted - fresh_min;
    if (free < 0 || fresh_max < fresh_min ||
        open - wanted > room + fresh_max * column->same_max)
        return NEVER;
    return top >= column->same_min - free ? 0 : column->same_min - free;
}

static bool look_column(const struct party_forward_column *column, int open,
                        struct party_forward_column_state *state)
{
    int wanted = state->wanted, values = state->values, room = state->room;
    state->floor[WANTED] =
        floor_of(column, open - 1, wanted - 1, values, room, state->top);
    state->floor[PRESENT] =
        floor_of(column, open - 1, wanted, values, room - 1, state->top);
    state->floor[FRESH] = floor_of(column, open - 1, wanted, values + 1,
                                   room + column->same_max - 1, state->top);
    bool some = false;
    for (int which = 0; which < CASES; which++)
        some |= state->floor[which] <= column->same_max;
    return some;
}

static bool look_columns(struct party_forward *filter)
{
    const struct party_forward_rules *rules = filter->rules;
    for (size_t i = 0; i < rules->n_columns; i++)
        if (!look_column(&rules->column[i], (int)filter->open, &filter->column[i]))
            return false;
    return true;
}

bool party_forward_check(struct party_forward *filter)
{
    const struct party_forward_rules *rules = filter->rules;
    double open = (double)filter->open;
    for (size_t i = 0; i < rules->n_sums; i++) {
        const struct party_forward_sum *sum = &rules->sum[i];
        double lack = sum->min - filter->sum[i], spare = sum->max - filter->sum[i];
        double high = lack > sum->high * open ? lack / open : sum->high;
        double low = spare < sum->low * open ? spare / open : sum->low;
        double sums = fabs(filter->sum[i]) + (fabs(high) + fabs(low)) * open;
        double slack = filter->open > 1 ? PARTY_SLACK * sums : 0;
        filter->from[i] = lack - high * (open - 1) - slack;
        filter->to[i] = spare - low * (open - 1) + slack;
    }
    return look_columns(filter);
}

bool party_forward_check_columns(struct party_forward *filter)
{
    for (size_t i = 0; i < filter->rules->n_sums; i++) {
        filter->from[i] = -INFINITY;
        filter->to[i] = INFINITY;
    }
    return look_columns(filter);
}

static bool column_holds(const struct party_forward *filter, size_t i)
{
    const struct party_forward_rules *rules = filter->rules;
    const struct party_forward_column *column = &rules->column[i];
    int distinct = 0, same = 0;
    for (uint32_t v = column->first; v < column->first + column->n_values; v++) {
        int count = filter->count[v];
        if (count < rules->least[v] || count > rules->most[v])
            return false;
        distinct += count > 0;
        same = larger(same, count);
    }
    return distinct >= column->distinct_min && distinct <= column->distinct_max &&
           same >= column->same_min && same <= column->same_max;
}

bool party_forward_holds(const struct party_forward *filter)
{
    const struct party_forward_rules *rules = filter->rules;
    for (size_t i = 0; i < rules->n_sums; i++)
        if (filter->sum[i] < rules->sum[i].min || filter->sum[i] > rules->sum[i].max)
            return false;
    for (size_t i = 0; i < rules->n_columns; i++)
        if (!column_holds(filter, i))
            return false;
    return true;
}
