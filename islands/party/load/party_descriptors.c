#include "party_descriptors.h"

#include "party_spelling.h"

#include <math.h>
#include <string.h>

enum { KEY_BYTES = 64 };

static const char *const measures[] = {NULL, "synergy", "price"};

static enum status read_measure(const struct party_descriptor_keys *keys,
                                const char *key, enum party_descriptor_kind *measure,
                                struct error *err)
{
    char hint[100];
    *measure = PARTY_OF_QUANTITY;
    if (!keys->measure)
        return STATUS_OK;
    if (keys->kind.mean || keys->kind.sum || keys->kind.count || keys->kind.distinct ||
        keys->kind.same)
        return error_at(err, key,
                        "measure excludes mean, sum, count, distinct and same");
    for (enum party_descriptor_kind m = PARTY_OF_SYNERGY; m <= PARTY_OF_PRICE; m++)
        if (!strcmp(keys->measure, measures[m])) {
            *measure = m;
            return STATUS_OK;
        }
    party_spelling_hint(keys->measure, measures + 1, 2, hint, sizeof hint);
    return error_at(err, key, "no measure '%s'%s", keys->measure, hint);
}

static enum status read_descriptor(struct party_loading *load, size_t i,
                                   struct party_descriptor *out, struct error *err)
{
    const struct party_descriptor_keys *keys = load->keys->descriptors.items;
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "party.descriptors[%zu]", i);
    enum status status = read_measure(&keys[i], key, &out->measure, err);
    if (!status && out->measure == PARTY_OF_QUANTITY)
        status = party_quantity_read(load, &keys[i].kind, key, &out->quantity, err);
    return status;
}

enum status party_descriptors_columns(struct party_loading *load, struct error *err)
{
    struct party_descriptor descriptor;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < load->keys->descriptors.count && !status; i++)
        status = read_descriptor(load, i, &descriptor, err);
    return status;
}

/* The widest range that the pool allows. */
static void widest(const struct party *party, const struct party_descriptor *d,
                   double *low, double *high)
{
    double places = (double)party->n_places;
    const double *value = d->measure == PARTY_OF_PRICE ? party->price
                          : d->quantity.kind == PARTY_SUM
                              ? party->number[d->quantity.column].value
                              : NULL;
    *low = 0;
    *high = d->measure == PARTY_OF_SYNERGY ? 1 : places;
    if (d->measure == PARTY_OF_SYNERGY || !value)
        return;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t h = 0; h < party->n_heroes; h++) {
        *low = fmin(*low, value[h]);
        *high = fmax(*high, value[h]);
    }
    double times = d->measure == PARTY_OF_QUANTITY && d->quantity.mean ? 1 : places;
    *low *= times;
    *high *= times;
}

static const char *descriptor_name(const struct party_descriptor *d,
                                   const char *const *kind_names, struct arena *perm)
{
    char name[200];
    const struct party_quantity *q = &d->quantity;
    if (d->measure != PARTY_OF_QUANTITY)
        return measures[d->measure];
    if (q->kind == PARTY_COUNT)
        snprintf(name, sizeof name, "count %s %s", q->column_name, q->value_name);
    else
        snprintf(name, sizeof name, "%s %s", kind_names[q->kind], q->column_name);
    return arena_text(perm, name);
}

static enum status fill_measure(const struct party_descriptor_keys *keys,
                                const struct party *party,
                                const struct party_descriptor *d, const char *key,
                                struct arena *perm, struct measure *out,
                                struct error *err)
{
    const char *const names[] = {d->quantity.mean ? "mean" : "sum", "count", "distinct",
                                 "same"};
    widest(party, d, &out->low, &out->high);
    if (!isnan(keys->low))
        out->low = keys->low;
    if (!isnan(keys->high))
        out->high = keys->high;
    if (out->low >= out->high)
        return error_at(err, key, "low %.15g is not below high %.15g", out->low,
                        out->high);
    out->unit = "1";
    out->name = descriptor_name(d, names, perm);
    return out->name ? STATUS_OK
                     : error_set(err, STATUS_MEMORY, "party: out of memory");
}

enum status party_descriptors_load(const struct party_keys *keys, struct party *party,
                                   struct arena *perm,
                                   struct party_descriptor *descriptors,
                                   struct shape *shape, struct error *err)
{
    const struct party_descriptor_keys *items = keys->descriptors.items;
    struct party_loading load = {.keys = keys, .party = party, .perm = perm};
    for (size_t i = 0; i < keys->descriptors.count; i++) {
        struct party_descriptor *d = &descriptors[i];
        *d = (struct party_descriptor){0};
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "party.descriptors[%zu]", i);
        enum status status = read_descriptor(&load, i, d, err);
        if (!status && d->measure == PARTY_OF_QUANTITY)
            status = party_quantity_value(&load, &d->quantity, key, &d->value, err);
        if (!status)
            status = fill_measure(&items[i], party, d, key, perm, &shape->descriptor[i],
                                  err);
        if (status)
            return status;
    }
    shape->descriptors = keys->descriptors.count;
    return STATUS_OK;
}

double party_descriptors_value(const struct party *party,
                               const struct party_descriptor *descriptor,
                               const int32_t *hero)
{
    const struct party_quantity *q = &descriptor->quantity;
    double amount;
    switch (descriptor->measure) {
    case PARTY_OF_SYNERGY:
        return party->most_points
                   ? (double)party_points(party, hero) / party->most_points
                   : 0;
    case PARTY_OF_PRICE:
        return party_price(party, hero);
    case PARTY_OF_QUANTITY:
        amount = party_amount(party, q->kind, q->column, descriptor->value, hero);
        return q->mean ? amount / (double)party->n_places : amount;
    }
    return 0;
}
