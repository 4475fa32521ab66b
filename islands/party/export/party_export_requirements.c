#include "party_export_requirements.h"

#include <math.h>

/* The bound of a sum as it is written: that of the searches has a slack. */
static double bound_of(const struct party_exporter *x,
                       const struct party_requirement *r, bool upper)
{
    const struct party_decimals *exact = &x->party->number[r->column].exact;
    double bound = upper ? r->max : r->min;
    return exact->units && isfinite(bound)
               ? party_decimal_value(upper ? r->most : r->least, exact->decimals)
               : bound;
}

static void write_sum(struct party_exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const double *value = x->party->number[r->column].value;
    mip_row(x->mip, bound_of(x, r, false), bound_of(x, r, true), "require%zu_sum_%s", i,
            x->party->number[r->column].name);
    for (size_t h = 0; h < x->party->n_heroes; h++)
        if (party_exporter_keeps(x, h))
            mip_term(x->mip, x->hero[h], value[h]);
}

static void write_count(struct party_exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const struct party_trait *trait = &x->party->trait[r->column];
    mip_row(x->mip, r->min, r->max, "require%zu_count_%s_%s", i, trait->name,
            r->value < trait->n_values ? trait->values[r->value] : "none");
    if (r->value < trait->n_values)
        party_exporter_add_value(x, r->column, r->value, 1);
}

/* Column: whether the party has the value: 0 without a hero of it; and, if the number
 * of values has an upper bound, 1 with one. */
static void write_distinct(struct party_exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const struct party_trait *trait = &x->party->trait[r->column];
    size_t first = x->mip->n_cols;
    for (size_t v = 0; v < trait->n_values; v++) {
        size_t n = party_exporter_n_with(x, r->column, v);
        size_t most = n < x->party->n_places ? n : x->party->n_places;
        if (n == 0)
            continue;
        size_t has = mip_col(
            x->mip, 0, 1, 0, true,
            party_exporter_start(x, party_exporter_n_started_with(x, r->column, v) > 0),
            "has%zu_%zu_%s", i, v, trait->values[v]);
        mip_row(x->mip, -INFINITY, 0, "has%zu_%zu_needs", i, v);
        mip_term(x->mip, has, 1);
        party_exporter_add_value(x, r->column, v, -1);
        if (!isfinite(r->max))
            continue;
        mip_row(x->mip, -INFINITY, 0, "has%zu_%zu_counts", i, v);
        mip_term(x->mip, has, -(double)most);
        party_exporter_add_value(x, r->column, v, 1);
    }
    size_t last = x->mip->n_cols;
    mip_row(x->mip, r->min, r->max, "require%zu_distinct_%s", i, trait->name);
    for (size_t j = first; j < last; j++)
        mip_term(x->mip, j, 1);
}

/* Column: whether this is a value that min heroes share; exactly one is chosen. */
static void write_same_least(struct party_exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const struct party_trait *trait = &x->party->trait[r->column];
    size_t first = x->mip->n_cols;
    bool chosen = false; /* the start chooses the first such value */
    for (size_t v = 0; v < trait->n_values; v++) {
        if (party_exporter_n_with(x, r->column, v) == 0)
            continue;
        bool chosen_here =
            !chosen && (double)party_exporter_n_started_with(x, r->column, v) >= r->min;
        chosen = chosen || chosen_here;
        size_t peak =
            mip_col(x->mip, 0, 1, 0, true, party_exporter_start(x, chosen_here),
                    "peak%zu_%zu_%s", i, v, trait->values[v]);
        mip_row(x->mip, 0, INFINITY, "peak%zu_%zu_needs", i, v);
        mip_term(x->mip, peak, -r->min);
        party_exporter_add_value(x, r->column, v, 1);
    }
    size_t last = x->mip->n_cols;
    mip_row(x->mip, 1, 1, "require%zu_same_%s", i, trait->name);
    for (size_t j = first; j < last; j++)
        mip_term(x->mip, j, 1);
}

static void write_same(struct party_exporter *x, size_t i)
{
    const struct party_requirement *r = &x->party->requirement[i];
    const struct party_trait *trait = &x->party->trait[r->column];
    if (r->min > 0)
        write_same_least(x, i);
    for (size_t v = 0; isfinite(r->max) && v < trait->n_values; v++) {
        mip_row(x->mip, -INFINITY, r->max, "most%zu_%zu_%s", i, v, trait->values[v]);
        party_exporter_add_value(x, r->column, v, 1);
    }
}

void party_export_requirements(struct party_exporter *x)
{
    static void (*const write[])(struct party_exporter *,
                                 size_t) = {[PARTY_SUM] = write_sum,
                                            [PARTY_COUNT] = write_count,
                                            [PARTY_DISTINCT] = write_distinct,
                                            [PARTY_SAME] = write_same};
    for (size_t i = 0; i < x->party->n_requirements; i++) {
        mip_comment(x->mip, "require%zu: %s", i, x->party->requirement[i].text);
        write[x->party->requirement[i].kind](x, i);
    }
}
