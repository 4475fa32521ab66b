#include "party_export.h"

#include "party_export_reduce.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Up to this many weighted traits an edge has a variable for each set of shared traits,
 * beyond that for each match (sum of weights); by hand, 32 variables an edge. */
enum { MOST_PATTERN_TRAITS = 5, NONE = -1 };

/* Lists by key: list k is item[first[k]] .. item[first[k + 1] - 1]. */
struct lists {
    size_t *first;
    uint32_t *item;
};

struct exporter {
    const struct party *party;
    struct mip *mip;
    struct arena *arena;
    const int32_t *start; /* NULL: none */
    struct party_export_reduction reduction;
    bool reduce;

    struct lists heroes_with[PARTY_MAX_TRAITS]; /* heroes kept, by value */
    size_t *hero; /* n_heroes: column; undefined if left out */
    bool *taken;  /* n_heroes: in the start */

    size_t n_weighted;
    size_t weighted[PARTY_MAX_TRAITS]; /* traits with a weight */
    size_t n_classes;                  /* of heroes alike in all of these */
    uint32_t *class_of;                /* n_heroes */
    struct lists in_class;             /* heroes */
    struct lists in_group;             /* reduced: heroes */
    size_t *size; /* reduced: n_groups x (n_places + 1) columns, SIZE_MAX: none */
    size_t *value[PARTY_MAX_PLACES][PARTY_MAX_TRAITS]; /* columns by value, SIZE_MAX */
    struct lists classes_with[PARTY_MAX_TRAITS]; /* by value of a weighted trait */
    bool *seen[PARTY_MAX_TRAITS];                /* values of heroes kept */
    const struct party_export_cases *cases;      /* NULL: the whole challenge */
    const struct party_export_case *one;
    /* Columns of edge e and weighted trait w: whether both ends have a value. */
    size_t both_first[PARTY_MAX_EDGES][PARTY_MAX_TRAITS];
    size_t both_last[PARTY_MAX_EDGES][PARTY_MAX_TRAITS];
    bool rises; /* points do not fall with the match */
};

/* ---- heroes ---- */

static bool is_in(const struct exporter *x, size_t h)
{
    return x->reduction.kept[h];
}

static int32_t place_of_fixed(const struct party *party, size_t h)
{
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] == (int32_t)h)
            return (int32_t)p;
    return NONE;
}

static double start_value(const struct exporter *x, bool value)
{
    return x->start ? value : NAN;
}

static void write_heroes(struct exporter *x)
{
    const struct party *party = x->party;
    for (size_t h = 0; h < party->n_heroes; h++)
        if (is_in(x, h))
            x->hero[h] = mip_col(x->mip, place_of_fixed(party, h) != NONE, 1,
                                 party->price[h], true, start_value(x, x->taken[h]),
                                 "hero_%lld", (long long)party->id[h]);
    mip_row(x->mip, (double)party->n_places, (double)party->n_places, "heroes");
    for (size_t h = 0; h < party->n_heroes; h++)
        if (is_in(x, h))
            mip_term(x->mip, x->hero[h], 1);
}

static size_t n_with(const struct exporter *x, size_t trait, size_t value)
{
    const size_t *first = x->heroes_with[trait].first + value;
    return first[1] - first[0];
}

/* Adds factor times the number of heroes with a value to the row. */
static void add_value(struct exporter *x, size_t trait, size_t value, double factor)
{
    const struct lists *lists = &x->heroes_with[trait];
    for (size_t i = lists->first[value]; i < lists->first[value + 1]; i++)
        mip_term(x->mip, x->hero[lists->item[i]], factor);
}

static size_t started_with(const struct exporter *x, size_t trait, size_t value)
{
    size_t n = 0;
    for (size_t p = 0; x->start && p < x->party->n_places; p++)
        n += x->party->trait[trait].code[x->start[p]] == value;
    return n;
}

/* ---- groups ---- */

static bool list_groups(struct exporter *x)
{
    struct lists *in = &x->in_group;
    size_t *next = ARENA_NEW(x->arena, size_t, x->reduction.n_groups + 2);
    in->item = ARENA_NEW(x->arena, uint32_t, x->party->n_heroes + 1);
    in->first = next;
    if (!next || !in->item)
        return false;
    for (size_t h = 0; h < x->party->n_heroes; h++)
        if (is_in(x, h))
            next[x->reduction.group_of[h] + 2]++;
    for (size_t g = 0; g < x->reduction.n_groups; g++)
        next[g + 2] += next[g + 1];
    for (size_t h = 0; h < x->party->n_heroes; h++)
        if (is_in(x, h))
            in->item[next[x->reduction.group_of[h] + 1]++] = (uint32_t)h;
    return true;
}

/* Heroes of the start in a group. */
static size_t started_in(const struct exporter *x, size_t g)
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
static void write_size(struct exporter *x, size_t g, size_t k)
{
    struct mip *mip = x->mip;
    const struct lists *in = &x->in_group;
    bool started = started_in(x, g) == k;
    size_t size = mip_col(mip, 0, 1, 0, true, started, "size%zu_%zu", g, k);
    size_t first = mip->n_cols;
    x->size[g * (x->party->n_places + 1) + k] = size;
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

static void link_group(struct exporter *x, size_t g)
{
    struct mip *mip = x->mip;
    const struct lists *in = &x->in_group;
    const size_t *size = x->size + g * (x->party->n_places + 1);
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

static bool write_groups(struct exporter *x)
{
    const struct party_export_reduction *r = &x->reduction;
    size_t places = x->party->n_places;
    if (!list_groups(x) ||
        !(x->size = ARENA_NEW(x->arena, size_t, r->n_groups * (places + 1))))
        return false;
    for (size_t g = 0; g < r->n_groups; g++) {
        for (size_t k = 0; k <= places; k++) {
            x->size[g * (places + 1) + k] = SIZE_MAX;
            if (k > 0 && r->size_kept[g * (places + 1) + k] &&
                k <= x->in_group.first[g + 1] - x->in_group.first[g])
                write_size(x, g, k);
        }
        link_group(x, g);
    }
    mip_row(x->mip, r->least_within, INFINITY, "edges_within_groups");
    for (size_t i = 0; i < r->n_groups * (places + 1); i++)
        if (x->size[i] != SIZE_MAX)
            mip_term(x->mip, x->size[i], r->most_within[i % (places + 1)]);
    return true;
}

/* ---- requirements ---- */

static void write_sum(struct exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const double *value = x->party->number[r->column].value;
    mip_row(x->mip, r->min, r->max, "require%zu_sum_%s", i,
            x->party->number[r->column].name);
    for (size_t h = 0; h < x->party->n_heroes; h++)
        if (is_in(x, h))
            mip_term(x->mip, x->hero[h], value[h]);
}

static void write_count(struct exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const struct party_trait *trait = &x->party->trait[r->column];
    mip_row(x->mip, r->min, r->max, "require%zu_count_%s_%s", i, trait->name,
            r->value < trait->n_values ? trait->values[r->value] : "none");
    if (r->value < trait->n_values)
        add_value(x, r->column, r->value, 1);
}

/* Column: whether the party has the value: 0 without a hero of it; and, if the number
 * of values has an upper bound, 1 with one. */
static void write_distinct(struct exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const struct party_trait *trait = &x->party->trait[r->column];
    size_t first = x->mip->n_cols;
    for (size_t v = 0; v < trait->n_values; v++) {
        size_t n = n_with(x, r->column, v);
        size_t most = n < x->party->n_places ? n : x->party->n_places;
        if (n == 0)
            continue;
        size_t has = mip_col(x->mip, 0, 1, 0, true,
                             start_value(x, started_with(x, r->column, v) > 0),
                             "has%zu_%zu_%s", i, v, trait->values[v]);
        mip_row(x->mip, -INFINITY, 0, "has%zu_%zu_needs", i, v);
        mip_term(x->mip, has, 1);
        add_value(x, r->column, v, -1);
        if (!isfinite(r->max))
            continue;
        mip_row(x->mip, -INFINITY, 0, "has%zu_%zu_counts", i, v);
        mip_term(x->mip, has, -(double)most);
        add_value(x, r->column, v, 1);
    }
    size_t last = x->mip->n_cols;
    mip_row(x->mip, r->min, r->max, "require%zu_distinct_%s", i, trait->name);
    for (size_t j = first; j < last; j++)
        mip_term(x->mip, j, 1);
}

/* Column: whether this is a value that min heroes share; exactly one is chosen. */
static void write_same_least(struct exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const struct party_trait *trait = &x->party->trait[r->column];
    size_t first = x->mip->n_cols;
    bool chosen = false; /* the start chooses the first such value */
    for (size_t v = 0; v < trait->n_values; v++) {
        if (n_with(x, r->column, v) == 0)
            continue;
        bool chosen_here = !chosen && (double)started_with(x, r->column, v) >= r->min;
        chosen = chosen || chosen_here;
        size_t peak = mip_col(x->mip, 0, 1, 0, true, start_value(x, chosen_here),
                              "peak%zu_%zu_%s", i, v, trait->values[v]);
        mip_row(x->mip, 0, INFINITY, "peak%zu_%zu_needs", i, v);
        mip_term(x->mip, peak, -r->min);
        add_value(x, r->column, v, 1);
    }
    size_t last = x->mip->n_cols;
    mip_row(x->mip, 1, 1, "require%zu_same_%s", i, trait->name);
    for (size_t j = first; j < last; j++)
        mip_term(x->mip, j, 1);
}

static void write_same(struct exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const struct party_trait *trait = &x->party->trait[r->column];
    if (r->min > 0)
        write_same_least(x, i);
    for (size_t v = 0; isfinite(r->max) && v < trait->n_values; v++) {
        mip_row(x->mip, -INFINITY, r->max, "require%zu_same_%zu_%s", i, v,
                trait->values[v]);
        add_value(x, r->column, v, 1);
    }
}

static void write_requirements(struct exporter *x)
{
    static void (*const write[])(struct exporter *,
                                 size_t) = {[PARTY_SUM] = write_sum,
                                            [PARTY_COUNT] = write_count,
                                            [PARTY_DISTINCT] = write_distinct,
                                            [PARTY_SAME] = write_same};
    for (size_t i = 0; i < x->party->n_requirements; i++) {
        mip_comment(x->mip, "require%zu: %s", i, x->party->requirement[i].text);
        write[x->party->requirement[i].kind](x, i);
    }
}

/* ---- places ---- */

/* Sorts the n items of `lists` by a trait's codes, stably; list v is then that of code
 * v. */
static bool sort_by(const struct party_trait *trait, struct lists *lists, size_t n,
                    struct arena *arena)
{
    size_t *next = ARENA_NEW(arena, size_t, (size_t)trait->n_values + 2);
    uint32_t *item = ARENA_NEW(arena, uint32_t, n + 1);
    if (!next || !item)
        return false;
    for (size_t i = 0; i < n; i++)
        next[trait->code[lists->item[i]] + 2]++;
    for (size_t v = 0; v < trait->n_values; v++)
        next[v + 2] += next[v + 1];
    for (size_t i = 0; i < n; i++)
        item[next[trait->code[lists->item[i]] + 1]++] = lists->item[i];
    *lists = (struct lists){.first = next, .item = item};
    return true;
}

/* The heroes kept, by row. */
static bool list_kept(const struct exporter *x, struct lists *lists, size_t *n)
{
    lists->item = ARENA_NEW(x->arena, uint32_t, x->party->n_heroes + 1);
    *n = 0;
    for (size_t h = 0; lists->item && h < x->party->n_heroes; h++)
        if (is_in(x, h))
            lists->item[(*n)++] = (uint32_t)h;
    return lists->item != NULL;
}

static bool are_alike(const struct exporter *x, size_t a, size_t b)
{
    for (size_t w = 0; w < x->n_weighted; w++) {
        const uint16_t *code = x->party->trait[x->weighted[w]].code;
        if (code[a] != code[b])
            return false;
    }
    return true;
}

static bool find_classes(struct exporter *x)
{
    const struct party *party = x->party;
    struct lists *in = &x->in_class;
    size_t n;
    x->class_of = ARENA_NEW(x->arena, uint32_t, party->n_heroes);
    if (!x->class_of || !list_kept(x, in, &n))
        return false;
    for (size_t w = x->n_weighted; w-- > 0;)
        if (!sort_by(&party->trait[x->weighted[w]], in, n, x->arena))
            return false;
    in->first = ARENA_NEW(x->arena, size_t, n + 1);
    if (!in->first)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || !are_alike(x, in->item[i - 1], in->item[i]))
            in->first[x->n_classes++] = i;
        x->class_of[in->item[i]] = (uint32_t)x->n_classes - 1;
    }
    in->first[x->n_classes] = n;
    return true;
}

/* Classes by their value of a weighted trait. */
static bool list_classes(struct exporter *x, size_t w)
{
    const struct party_trait *trait = &x->party->trait[x->weighted[w]];
    struct lists *lists = &x->classes_with[w];
    size_t *next = ARENA_NEW(x->arena, size_t, (size_t)trait->n_values + 2);
    lists->item = ARENA_NEW(x->arena, uint32_t, x->n_classes + 1);
    if (!next || !lists->item)
        return false;
    lists->first = next;
    for (size_t c = 0; c < x->n_classes; c++)
        next[trait->code[x->in_class.item[x->in_class.first[c]]] + 2]++;
    for (size_t v = 0; v < trait->n_values; v++)
        next[v + 2] += next[v + 1];
    for (size_t c = 0; c < x->n_classes; c++)
        lists->item[next[trait->code[x->in_class.item[x->in_class.first[c]]] + 1]++] =
            (uint32_t)c;
    return true;
}

static bool find_values(struct exporter *x)
{
    for (size_t w = 0; w < x->n_weighted; w++) {
        size_t t = x->weighted[w], n = x->party->trait[t].n_values;
        x->seen[w] = ARENA_NEW(x->arena, bool, n);
        if (!x->seen[w] || !list_classes(x, w))
            return false;
        for (size_t v = 0; v < n; v++)
            x->seen[w][v] = n_with(x, t, v) > 0;
        for (size_t p = 0; p < x->party->n_places; p++)
            if (!(x->value[p][w] = ARENA_NEW(x->arena, size_t, n)))
                return false;
    }
    return true;
}

/* Column: whether the hero in a place has a value. These are integer; the class in the
 * place follows from them, so `at` may be continuous. */
static void write_values(struct exporter *x, size_t p)
{
    for (size_t w = 0; w < x->n_weighted; w++) {
        const struct party_trait *trait = &x->party->trait[x->weighted[w]];
        for (size_t v = 0; v < trait->n_values; v++)
            if (x->seen[w][v])
                x->value[p][w][v] =
                    mip_col(x->mip, 0, 1, 0, true,
                            start_value(x, x->start && trait->code[x->start[p]] == v),
                            "place%zu_%s_%zu_%s", p, trait->name, v, trait->values[v]);
    }
}

/* Column: whether a hero of the class is in the place. */
static size_t write_at(struct exporter *x, size_t p)
{
    int32_t fixed = x->party->fixed[p];
    size_t first = x->mip->n_cols;
    for (size_t c = 0; c < x->n_classes; c++) {
        bool here = fixed >= 0 && x->class_of[fixed] == c;
        bool started = x->start && x->class_of[x->start[p]] == c;
        mip_col(x->mip, here, fixed >= 0 ? here : 1, 0, false, start_value(x, started),
                "at%zu_%zu", p, c);
    }
    return first;
}

/* A place has one class; its values are those of the class. */
static void link_place(struct exporter *x, size_t p, size_t at)
{
    struct mip *mip = x->mip;
    mip_row(mip, 1, 1, "place%zu", p);
    for (size_t c = 0; c < x->n_classes; c++)
        mip_term(mip, at + c, 1);
    for (size_t w = 0; w < x->n_weighted; w++) {
        const struct party_trait *trait = &x->party->trait[x->weighted[w]];
        const struct lists *classes = &x->classes_with[w];
        for (size_t v = 0; v < trait->n_values; v++) {
            if (!x->seen[w][v])
                continue;
            mip_row(mip, 0, 0, "place%zu_is_%s_%zu", p, trait->name, v);
            mip_term(mip, x->value[p][w][v], -1);
            for (size_t i = classes->first[v]; i < classes->first[v + 1]; i++)
                mip_term(mip, at + classes->item[i], 1);
        }
    }
}

static void write_places(struct exporter *x)
{
    size_t at[PARTY_MAX_PLACES];
    for (size_t p = 0; p < x->party->n_places; p++) {
        write_values(x, p);
        at[p] = write_at(x, p);
        link_place(x, p, at[p]);
    }
    for (size_t c = 0; c < x->n_classes; c++) {
        mip_row(x->mip, 0, 0, "class%zu", c);
        for (size_t p = 0; p < x->party->n_places; p++)
            mip_term(x->mip, at[p] + c, 1);
        for (size_t i = x->in_class.first[c]; i < x->in_class.first[c + 1]; i++)
            mip_term(x->mip, x->hero[x->in_class.item[i]], -1);
    }
}

/* ---- edges ---- */

static bool start_shares(const struct exporter *x, size_t e, size_t w)
{
    const uint16_t *code = x->party->trait[x->weighted[w]].code;
    const uint8_t *edge = x->party->edge[e];
    return x->start && code[x->start[edge[0]]] == code[x->start[edge[1]]];
}

/* Column: whether both ends have a value. The sum over values is at most whether they
 * share the trait, and equal to it if fewer shared traits may give more points. */
static void write_both(struct exporter *x, size_t e, size_t w, size_t *first,
                       size_t *last)
{
    struct mip *mip = x->mip;
    const struct party_trait *trait = &x->party->trait[x->weighted[w]];
    const uint8_t *edge = x->party->edge[e];
    *first = mip->n_cols;
    for (size_t v = 0; v < trait->n_values; v++) {
        if (!x->seen[w][v])
            continue;
        size_t a = x->value[edge[0]][w][v], b = x->value[edge[1]][w][v];
        bool both = start_shares(x, e, w) && trait->code[x->start[edge[0]]] == v;
        size_t j = mip_col(mip, 0, 1, 0, false, start_value(x, both), "edge%zu_%s_%zu",
                           e, trait->name, v);
        mip_row(mip, -INFINITY, 0, "edge%zu_%s_%zu_first", e, trait->name, v);
        mip_term(mip, j, 1);
        mip_term(mip, a, -1);
        mip_row(mip, -INFINITY, 0, "edge%zu_%s_%zu_second", e, trait->name, v);
        mip_term(mip, j, 1);
        mip_term(mip, b, -1);
        if (x->rises)
            continue;
        mip_row(mip, -1, INFINITY, "edge%zu_%s_%zu_both", e, trait->name, v);
        mip_term(mip, j, 1);
        mip_term(mip, a, -1);
        mip_term(mip, b, -1);
    }
    *last = mip->n_cols;
    x->both_first[e][w] = *first;
    x->both_last[e][w] = *last;
}

/* Whether heroes alike in trait a are always alike in trait b. */
static bool implies(const struct exporter *x, size_t a, size_t b)
{
    const struct party_trait *from = &x->party->trait[x->weighted[a]];
    const uint16_t *code = x->party->trait[x->weighted[b]].code;
    int32_t *first = ARENA_NEW(x->arena, int32_t, from->n_values);
    if (!first)
        return false;
    for (size_t h = 0; h < x->party->n_heroes; h++) {
        if (!is_in(x, h))
            continue;
        int32_t *other = &first[from->code[h]];
        if (*other == 0)
            *other = (int32_t)h + 1;
        else if (code[*other - 1] != code[h])
            return false;
    }
    return true;
}

static bool is_possible(bool (*implied)[PARTY_MAX_TRAITS], size_t n, size_t set)
{
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            if (set >> a & 1 && !(set >> b & 1) && implied[a][b])
                return false;
    return true;
}

static int match_of(const struct exporter *x, size_t set)
{
    int match = 0;
    for (size_t w = 0; w < x->n_weighted; w++)
        if (set >> w & 1)
            match += x->party->trait[x->weighted[w]].weight;
    return match;
}

struct points {
    size_t *col;
    double *value;
    size_t n;
};

static void keep_points(struct points *points, size_t col, int value)
{
    points->col[points->n] = col;
    points->value[points->n++] = value;
}

/* Columns: the set of traits that the ends share, among the possible ones. */
static void write_patterns(struct exporter *x, size_t e,
                           bool (*implied)[PARTY_MAX_TRAITS], struct points *points)
{
    struct mip *mip = x->mip;
    size_t n = x->n_weighted, start = 0, col[1 << MOST_PATTERN_TRAITS];
    for (size_t w = 0; w < n; w++)
        start |= (size_t)start_shares(x, e, w) << w;
    for (size_t set = 0; set < (size_t)1 << n; set++) {
        col[set] = SIZE_MAX;
        if (!is_possible(implied, n, set))
            continue;
        col[set] = mip_col(mip, 0, 1, 0, false, start_value(x, set == start),
                           "edge%zu_match%d_set%zu", e, match_of(x, set), set);
        keep_points(points, col[set], x->party->points[match_of(x, set)]);
    }
    for (size_t w = 0; w < n; w++) {
        size_t first, last;
        const char *name = x->party->trait[x->weighted[w]].name;
        write_both(x, e, w, &first, &last);
        mip_row(mip, 0, x->rises ? INFINITY : 0, "edge%zu_shares_%s", e, name);
        for (size_t j = first; j < last; j++)
            mip_term(mip, j, 1);
        for (size_t set = 0; set < (size_t)1 << n; set++)
            if (set >> w & 1 && col[set] != SIZE_MAX)
                mip_term(mip, col[set], -1);
    }
    mip_row(mip, 1, 1, "edge%zu_one_match", e);
    for (size_t set = 0; set < (size_t)1 << n; set++)
        if (col[set] != SIZE_MAX)
            mip_term(mip, col[set], 1);
}

/* The possible matches (subset sums of the weights); if points do not fall with the
 * match, only the least match for each number of points. */
static bool *find_levels(struct exporter *x)
{
    const struct party *party = x->party;
    bool *level = ARENA_NEW(x->arena, bool, (size_t)party->max_match + 1);
    if (!level)
        return NULL;
    level[0] = true;
    for (size_t w = 0; w < x->n_weighted; w++) {
        int weight = party->trait[x->weighted[w]].weight;
        for (int m = party->max_match; m >= weight; m--)
            level[m] = level[m] || level[m - weight];
    }
    int last = -1;
    for (int m = 0; x->rises && m <= party->max_match; m++) {
        if (!level[m])
            continue;
        level[m] = party->points[m] != last;
        last = party->points[m];
    }
    return level;
}

/* Columns: the match of the ends, among the possible ones; integer, since a combination
 * of two matches may give more points than the match between them. */
static void write_levels(struct exporter *x, size_t e, const bool *level,
                         struct points *points)
{
    struct mip *mip = x->mip;
    const struct party *party = x->party;
    size_t from = points->n, first[PARTY_MAX_TRAITS], last[PARTY_MAX_TRAITS];
    int start = 0, chosen = 0;
    for (size_t w = 0; w < x->n_weighted; w++)
        start += start_shares(x, e, w) * party->trait[x->weighted[w]].weight;
    for (int m = 0; m <= start; m++)
        chosen = level[m] ? m : chosen;
    for (int m = 0; m <= party->max_match; m++)
        if (level[m])
            keep_points(points,
                        mip_col(mip, 0, 1, 0, true, start_value(x, m == chosen),
                                "edge%zu_match%d", e, m),
                        party->points[m]);
    for (size_t w = 0; w < x->n_weighted; w++)
        write_both(x, e, w, &first[w], &last[w]);
    mip_row(mip, 1, 1, "edge%zu_one_match", e);
    for (size_t k = from; k < points->n; k++)
        mip_term(mip, points->col[k], 1);
    mip_row(mip, 0, x->rises ? INFINITY : 0, "edge%zu_weights", e);
    for (size_t w = 0; w < x->n_weighted; w++)
        for (size_t j = first[w]; j < last[w]; j++)
            mip_term(mip, j, party->trait[x->weighted[w]].weight);
    size_t k = from;
    for (int m = 0; m <= party->max_match; m++)
        if (level[m])
            mip_term(mip, points->col[k++], -m);
}

static bool write_edges(struct exporter *x)
{
    const struct party *party = x->party;
    bool implied[PARTY_MAX_TRAITS][PARTY_MAX_TRAITS] = {{false}};
    bool patterns = x->n_weighted <= MOST_PATTERN_TRAITS, *level = NULL;
    size_t each = patterns ? (size_t)1 << x->n_weighted : (size_t)party->max_match + 1;
    struct points points = {.col = ARENA_NEW(x->arena, size_t, each * party->n_edges),
                            .value =
                                ARENA_NEW(x->arena, double, each * party->n_edges)};
    if (!points.col || !points.value || (!patterns && !(level = find_levels(x))))
        return false;
    for (size_t a = 0; patterns && a < x->n_weighted; a++)
        for (size_t b = 0; b < x->n_weighted; b++)
            implied[a][b] = a != b && implies(x, a, b);
    for (size_t e = 0; e < party->n_edges; e++)
        if (patterns)
            write_patterns(x, e, implied, &points);
        else
            write_levels(x, e, level, &points);
    mip_row(x->mip, party->synergy_min, INFINITY, "synergy");
    for (size_t k = 0; k < points.n; k++)
        mip_term(x->mip, points.col[k], points.value[k]);
    return true;
}

static bool write_synergy(struct exporter *x)
{
    const struct party *party = x->party;
    for (size_t t = 0; t < party->n_traits; t++)
        if (party->trait[t].weight)
            x->weighted[x->n_weighted++] = t;
    x->rises = true;
    for (int m = 1; m <= party->max_match; m++)
        x->rises = x->rises && party->points[m] >= party->points[m - 1];
    if (party->synergy_min <= 0)
        return true; /* points are not negative */
    if (!find_classes(x) || !find_values(x))
        return false;
    write_places(x);
    return write_edges(x);
}

/* ---- cases ---- */

static size_t heroes_with_mode(const struct exporter *x, size_t i)
{
    size_t n = 0;
    for (size_t k = 0; k < PARTY_EXPORT_CASE_CATEGORIES; k++)
        n += k >> i & 1 ? x->one->count[k] : 0;
    return n;
}

/* Counts by category; no value of a heavy trait is more frequent than the mode; the
 * price is at most the start's. */
static void write_case(struct exporter *x)
{
    const struct party *party = x->party;
    const struct party_export_cases *cases = x->cases;
    for (size_t k = 0; k < (size_t)1 << cases->n_heavy; k++) {
        mip_row(x->mip, x->one->count[k], x->one->count[k], "case_category%zu", k);
        for (size_t i = 0; i < x->one->n_kept; i++)
            if (party_export_cases_category(party, cases, x->one, x->one->kept[i]) == k)
                mip_term(x->mip, x->hero[x->one->kept[i]], 1);
    }
    for (size_t i = 0; i < cases->n_heavy; i++) {
        const struct party_trait *trait = &party->trait[cases->heavy[i]];
        for (size_t v = 0; v < trait->n_values; v++) {
            if (n_with(x, cases->heavy[i], v) <= heroes_with_mode(x, i))
                continue;
            mip_row(x->mip, -INFINITY, (double)heroes_with_mode(x, i),
                    "case_most_%s_%zu", trait->name, v);
            add_value(x, cases->heavy[i], v, 1);
        }
    }
    mip_row(x->mip, -INFINITY, cases->price * (1 + 1e-9), "price");
    for (size_t i = 0; i < x->one->n_kept; i++)
        mip_term(x->mip, x->hero[x->one->kept[i]], party->price[x->one->kept[i]]);
}

/* Upper bounds on the edges whose ends share a heavy trait, and on those that share its
 * mode: party_export_cases.h. */
static void write_sharing(struct exporter *x, size_t i)
{
    const struct party_export_cases *cases = x->cases;
    size_t a = heroes_with_mode(x, i), w = 0, before = 0;
    while (x->weighted[w] != cases->heavy[i])
        w++;
    for (size_t v = 0; v < x->one->mode[i]; v++)
        before += x->seen[w][v];
    mip_row(x->mip, -INFINITY, cases->most_sharing[a], "case_sharing%zu", i);
    for (size_t e = 0; e < x->party->n_edges; e++)
        for (size_t j = x->both_first[e][w]; j < x->both_last[e][w]; j++)
            mip_term(x->mip, j, 1);
    if (!x->seen[w][x->one->mode[i]])
        return;
    mip_row(x->mip, -INFINITY, cases->most_within[a], "case_within%zu", i);
    for (size_t e = 0; e < x->party->n_edges; e++)
        mip_term(x->mip, x->both_first[e][w] + before, 1);
}

/* ---- the whole ---- */

static void write_comments(struct exporter *x)
{
    const struct party *party = x->party;
    struct mip *mip = x->mip;
    size_t n = 0;
    for (size_t h = 0; h < party->n_heroes; h++)
        n += is_in(x, h);
    mip_comment(mip,
                "party: %zu of %zu heroes, %zu places, %zu edges, at least %d of "
                "%d points",
                n, party->n_heroes, party->n_places, party->n_edges, party->synergy_min,
                party->most_points);
    mip_comment(mip, "minimise the price of the heroes chosen; cost holds prices");
    mip_comment(mip, "hero_ID: 1 where the hero is chosen");
    mip_comment(mip,
                "placeP_TRAIT_N_VALUE: 1 where the hero in place P has this value");
    mip_comment(mip, "atP_C: 1 where a hero of class C (alike in all weighted traits) "
                     "is in place P");
    mip_comment(mip, "edgeE_TRAIT_N: 1 where both ends of edge E have value N");
    mip_comment(mip, "edgeE_matchM[_setS]: 1 where the match of edge E is M (traits S, "
                     "bit by bit)");
    mip_comment(mip, "hasI_N_VALUE, peakI_N_VALUE: requirement I; the party has the "
                     "value, or it is the one shared");
    if (x->start)
        mip_comment(mip, "the start has price %.17g", party_price(party, x->start));
}

static bool list_values(struct exporter *x)
{
    for (size_t t = 0; t < x->party->n_traits; t++) {
        size_t n;
        if (!list_kept(x, &x->heroes_with[t], &n) ||
            !sort_by(&x->party->trait[t], &x->heroes_with[t], n, x->arena))
            return false;
    }
    return true;
}

static bool prepare(struct exporter *x)
{
    const struct party *party = x->party;
    x->hero = ARENA_NEW(x->arena, size_t, party->n_heroes);
    x->taken = ARENA_NEW(x->arena, bool, party->n_heroes);
    for (size_t p = 0; x->taken && x->start && p < party->n_places; p++)
        x->taken[x->start[p]] = true;
    if (!x->hero || !x->taken ||
        !party_export_reduce(party, x->start, x->reduce, x->arena, &x->reduction))
        return false;
    if (x->one) {
        memset(x->reduction.kept, 0, party->n_heroes);
        for (size_t i = 0; i < x->one->n_kept; i++)
            x->reduction.kept[x->one->kept[i]] = true;
    }
    return list_values(x);
}

static enum status write_all(struct exporter *x, struct error *err)
{
    bool done = prepare(x);
    if (done) {
        x->mip->full_start = x->start != NULL;
        write_comments(x);
        write_heroes(x);
        write_requirements(x);
        if (x->one)
            write_case(x);
        done = (!x->reduce || write_groups(x)) && write_synergy(x);
    }
    if (done && x->one && x->party->synergy_min > 0)
        for (size_t i = 0; i < x->cases->n_heavy; i++)
            write_sharing(x, i);
    return done || x->mip->lost
               ? mip_done(x->mip, err)
               : error_set(err, STATUS_MEMORY, "no memory for the program");
}

enum status party_export(const struct party *party, const int32_t *start, bool reduce,
                         struct mip *mip, struct error *err)
{
    struct exporter x = {.party = party,
                         .mip = mip,
                         .arena = mip->arena,
                         .start = start,
                         .reduce = reduce};
    return write_all(&x, err);
}

/* Whether a party is feasible in the program of a case. */
static bool is_of_case(const struct exporter *x, const int32_t *hero)
{
    const struct party *party = x->party;
    size_t count[PARTY_EXPORT_CASE_CATEGORIES] = {0};
    for (size_t p = 0; p < party->n_places; p++) {
        bool kept = false;
        for (size_t i = 0; i < x->one->n_kept; i++)
            kept = kept || x->one->kept[i] == (uint32_t)hero[p];
        if (!kept)
            return false;
        count[party_export_cases_category(party, x->cases, x->one, (size_t)hero[p])]++;
        for (size_t i = 0; i < x->cases->n_heavy; i++) {
            size_t alike = 0, t = x->cases->heavy[i];
            for (size_t q = 0; q < party->n_places; q++)
                alike += party->trait[t].code[hero[q]] == party->trait[t].code[hero[p]];
            if (alike > heroes_with_mode(x, i))
                return false;
        }
    }
    for (size_t k = 0; k < PARTY_EXPORT_CASE_CATEGORIES; k++)
        if (count[k] != x->one->count[k])
            return false;
    return true;
}

enum status party_export_case(const struct party *party, const int32_t *start,
                              const struct party_export_cases *cases,
                              const struct party_export_case *one, struct mip *mip,
                              struct error *err)
{
    struct exporter x = {
        .party = party, .mip = mip, .arena = mip->arena, .cases = cases, .one = one};
    x.start = is_of_case(&x, start) ? start : NULL;
    return write_all(&x, err);
}
