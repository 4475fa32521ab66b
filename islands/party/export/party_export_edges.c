#include "party_export_edges.h"

#include <math.h>

/* Up to this many weighted traits an edge has a variable for each set of shared traits,
 * beyond that for each match (sum of weights); by hand, 32 variables an edge. */
enum { MOST_PATTERN_TRAITS = 5 };

/* Columns of all edges' sets or matches, with the points for them. */
struct points {
    size_t *col;
    double *value;
    size_t n;
};

struct writer {
    struct party_exporter *x;
    const struct party_export_places *places;
    struct party_export_edges *edges;
    struct points points;
};

static void keep_points(struct points *points, size_t col, int value)
{
    points->col[points->n] = col;
    points->value[points->n++] = value;
}

static bool start_shares(const struct writer *writer, size_t e, size_t w)
{
    const struct party_exporter *x = writer->x;
    const uint16_t *code = x->party->trait[writer->places->weighted[w]].code;
    const uint8_t *edge = x->party->edge[e];
    return x->start && code[x->start[edge[0]]] == code[x->start[edge[1]]];
}

/* Column: whether both ends have a value. The sum over values is at most whether they
 * share the trait, and equal to it if fewer shared traits may give more points. */
static void write_both(struct writer *writer, size_t e, size_t w)
{
    const struct party_exporter *x = writer->x;
    const struct party_export_places *places = writer->places;
    struct party_export_edges *edges = writer->edges;
    struct mip *mip = x->mip;
    const struct party_trait *trait = &x->party->trait[places->weighted[w]];
    const uint8_t *edge = x->party->edge[e];
    edges->both_first[e][w] = mip->n_cols;
    for (size_t v = 0; v < trait->n_values; v++) {
        if (!places->seen[w][v])
            continue;
        size_t a = places->value[edge[0]][w][v], b = places->value[edge[1]][w][v];
        bool both = start_shares(writer, e, w) && trait->code[x->start[edge[0]]] == v;
        size_t j = mip_col(mip, 0, 1, 0, false, party_exporter_start(x, both),
                           "edge%zu_%zu_%zu_%s", e, w, v, trait->name);
        mip_row(mip, -INFINITY, 0, "edge%zu_%zu_%zu_first", e, w, v);
        mip_term(mip, j, 1);
        mip_term(mip, a, -1);
        mip_row(mip, -INFINITY, 0, "edge%zu_%zu_%zu_second", e, w, v);
        mip_term(mip, j, 1);
        mip_term(mip, b, -1);
        if (edges->rises)
            continue;
        mip_row(mip, -1, INFINITY, "edge%zu_%zu_%zu_both", e, w, v);
        mip_term(mip, j, 1);
        mip_term(mip, a, -1);
        mip_term(mip, b, -1);
    }
    edges->both_last[e][w] = mip->n_cols;
}

/* Whether heroes alike in trait a are always alike in trait b. */
static bool implies(const struct party_exporter *x,
                    const struct party_export_places *places, size_t a, size_t b)
{
    const struct party_trait *from = &x->party->trait[places->weighted[a]];
    const uint16_t *code = x->party->trait[places->weighted[b]].code;
    int32_t *first = ARENA_NEW(x->arena, int32_t, from->n_values);
    if (!first)
        return false;
    for (size_t h = 0; h < x->party->n_heroes; h++) {
        if (!party_exporter_keeps(x, h))
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

static int match_of(const struct party *party, const struct party_export_places *places,
                    size_t set)
{
    int match = 0;
    for (size_t w = 0; w < places->n_weighted; w++)
        if (set >> w & 1)
            match += party->trait[places->weighted[w]].weight;
    return match;
}

/* Columns: the set of traits that the ends share, among the possible ones. */
static void write_patterns(struct writer *writer, size_t e,
                           bool (*implied)[PARTY_MAX_TRAITS])
{
    const struct party_exporter *x = writer->x;
    const struct party_export_places *places = writer->places;
    const struct party_export_edges *edges = writer->edges;
    struct mip *mip = x->mip;
    size_t n = places->n_weighted, start = 0, col[1 << MOST_PATTERN_TRAITS];
    for (size_t w = 0; w < n; w++)
        start |= (size_t)start_shares(writer, e, w) << w;
    for (size_t set = 0; set < (size_t)1 << n; set++) {
        col[set] = SIZE_MAX;
        if (!is_possible(implied, n, set))
            continue;
        int match = match_of(x->party, places, set);
        col[set] = mip_col(mip, 0, 1, 0, false, party_exporter_start(x, set == start),
                           "edge%zu_match%d_set%zu", e, match, set);
        keep_points(&writer->points, col[set], x->party->points[match]);
    }
    for (size_t w = 0; w < n; w++) {
        const char *name = x->party->trait[places->weighted[w]].name;
        write_both(writer, e, w);
        mip_row(mip, 0, edges->rises ? INFINITY : 0, "edge%zu_shares_%zu_%s", e, w,
                name);
        for (size_t j = edges->both_first[e][w]; j < edges->both_last[e][w]; j++)
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
static bool *find_levels(const struct writer *writer)
{
    const struct party_exporter *x = writer->x;
    const struct party_export_places *places = writer->places;
    const struct party *party = x->party;
    bool *level = ARENA_NEW(x->arena, bool, (size_t)party->max_match + 1);
    if (!level)
        return NULL;
    level[0] = true;
    for (size_t w = 0; w < places->n_weighted; w++) {
        int weight = party->trait[places->weighted[w]].weight;
        for (int m = party->max_match; m >= weight; m--)
            level[m] = level[m] || level[m - weight];
    }
    int last = -1;
    for (int m = 0; writer->edges->rises && m <= party->max_match; m++) {
        if (!level[m])
            continue;
        level[m] = party->points[m] != last;
        last = party->points[m];
    }
    return level;
}

/* Columns: the match of the ends, among the possible ones; integer, since a combination
 * of two matches may give more points than the match between them. */
static void write_levels(struct writer *writer, size_t e, const bool *level)
{
    const struct party_exporter *x = writer->x;
    const struct party_export_places *places = writer->places;
    const struct party_export_edges *edges = writer->edges;
    const struct party *party = x->party;
    struct points *points = &writer->points;
    struct mip *mip = x->mip;
    size_t from = points->n;
    int start = 0, chosen = 0;
    for (size_t w = 0; w < places->n_weighted; w++)
        start += start_shares(writer, e, w) * party->trait[places->weighted[w]].weight;
    for (int m = 0; m <= start; m++)
        chosen = level[m] ? m : chosen;
    for (int m = 0; m <= party->max_match; m++)
        if (level[m])
            keep_points(points,
                        mip_col(mip, 0, 1, 0, true,
                                party_exporter_start(x, m == chosen), "edge%zu_match%d",
                                e, m),
                        party->points[m]);
    for (size_t w = 0; w < places->n_weighted; w++)
        write_both(writer, e, w);
    mip_row(mip, 1, 1, "edge%zu_one_match", e);
    for (size_t k = from; k < points->n; k++)
        mip_term(mip, points->col[k], 1);
    mip_row(mip, 0, edges->rises ? INFINITY : 0, "edge%zu_weights", e);
    for (size_t w = 0; w < places->n_weighted; w++)
        for (size_t j = edges->both_first[e][w]; j < edges->both_last[e][w]; j++)
            mip_term(mip, j, party->trait[places->weighted[w]].weight);
    size_t k = from;
    for (int m = 0; m <= party->max_match; m++)
        if (level[m])
            mip_term(mip, points->col[k++], -m);
}

static bool rises(const struct party *party)
{
    for (int m = 1; m <= party->max_match; m++)
        if (party->points[m] < party->points[m - 1])
            return false;
    return true;
}

bool party_export_edges(struct party_exporter *x,
                        const struct party_export_places *places,
                        struct party_export_edges *edges)
{
    const struct party *party = x->party;
    bool implied[PARTY_MAX_TRAITS][PARTY_MAX_TRAITS] = {{false}};
    bool patterns = places->n_weighted <= MOST_PATTERN_TRAITS, *level = NULL;
    size_t each =
        patterns ? (size_t)1 << places->n_weighted : (size_t)party->max_match + 1;
    struct writer writer = {
        .x = x,
        .places = places,
        .edges = edges,
        .points = {.col = ARENA_NEW(x->arena, size_t, each * party->n_edges),
                   .value = ARENA_NEW(x->arena, double, each * party->n_edges)}};
    const struct points *points = &writer.points;
    edges->rises = rises(party);
    if (!points->col || !points->value ||
        (!patterns && !(level = find_levels(&writer))))
        return false;
    for (size_t a = 0; patterns && a < places->n_weighted; a++)
        for (size_t b = 0; b < places->n_weighted; b++)
            implied[a][b] = a != b && implies(x, places, a, b);
    for (size_t e = 0; e < party->n_edges; e++)
        if (patterns)
            write_patterns(&writer, e, implied);
        else
            write_levels(&writer, e, level);
    mip_row(x->mip, party->synergy_min, INFINITY, "synergy");
    for (size_t k = 0; k < points->n; k++)
        mip_term(x->mip, points->col[k], points->value[k]);
    return true;
}
