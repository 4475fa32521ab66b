#include "party_descriptors.h"

#include "party_chemistry.h"
#include "party_spelling.h"

#include <math.h>
#include <string.h>

enum { KEY_BYTES = 64 };

static const char *const measures[] = {NULL, "synergy", "price"};

/* The keys that descriptors and objectives have in common. */
struct measure_keys {
    const struct party_kind_keys *kind;
    const char *measure;
    char key[KEY_BYTES]; /* config path */
};

static struct measure_keys descriptor_keys(const struct party_keys *keys, size_t i)
{
    const struct party_descriptor_keys *item = keys->descriptors.items;
    struct measure_keys at = {.kind = &item[i].kind, .measure = item[i].measure};
    snprintf(at.key, sizeof at.key, "party.descriptors[%zu]", i);
    return at;
}

static struct measure_keys objective_keys(const struct party_keys *keys, size_t i)
{
    const struct party_objective_keys *item = keys->objectives.items;
    struct measure_keys at = {.kind = &item[i].kind, .measure = item[i].measure};
    snprintf(at.key, sizeof at.key, "party.objectives[%zu]", i);
    return at;
}

static enum status read_measure(const struct measure_keys *keys,
                                enum party_descriptor_kind *measure, struct error *err)
{
    char hint[100];
    *measure = PARTY_OF_QUANTITY;
    if (!keys->measure)
        return STATUS_OK;
    if (party_quantity_is_given(keys->kind))
        return error_at(err, keys->key,
                        "measure excludes mean, sum, count, distinct and same");
    for (enum party_descriptor_kind m = PARTY_OF_SYNERGY; m <= PARTY_OF_PRICE; m++)
        if (!strcmp(keys->measure, measures[m])) {
            *measure = m;
            return STATUS_OK;
        }
    party_spelling_hint(keys->measure, measures + 1, 2, hint, sizeof hint);
    return error_at(err, keys->key, "no measure '%s'%s", keys->measure, hint);
}

static enum status read_descriptor(struct party_loading *load,
                                   const struct measure_keys *keys,
                                   struct party_descriptor *out, struct error *err)
{
    enum status status = read_measure(keys, &out->measure, err);
    if (!status && out->measure == PARTY_OF_QUANTITY)
        status = party_quantity_read(load, keys->kind, keys->key, &out->quantity, err);
    return status;
}

/* The same once the pool is read, with the code of a value. */
static enum status load_descriptor(struct party_loading *load,
                                   const struct measure_keys *keys,
                                   struct party_descriptor *out, struct error *err)
{
    *out = (struct party_descriptor){0};
    enum status status = read_descriptor(load, keys, out, err);
    if (!status && out->measure == PARTY_OF_QUANTITY)
        status =
            party_quantity_value(load, &out->quantity, keys->key, &out->value, err);
    if (!status && out->measure == PARTY_OF_QUANTITY)
        status = party_quantity_measured(load->party, &out->quantity, keys->key,
                                         &out->quantity.column, err);
    return status;
}

enum status party_descriptors_columns(struct party_loading *load, struct error *err)
{
    struct party_descriptor descriptor;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < load->keys->descriptors.count && !status; i++) {
        struct measure_keys keys = descriptor_keys(load->keys, i);
        status = read_descriptor(load, &keys, &descriptor, err);
    }
    for (size_t i = 0; i < load->keys->objectives.count && !status; i++) {
        struct measure_keys keys = objective_keys(load->keys, i);
        status = read_descriptor(load, &keys, &descriptor, err);
    }
    return status;
}

/* The widest range that the pool allows. */
static void widest(const struct party *party, const struct party_descriptor *d,
                   double *low, double *high)
{
    double places = (double)party->n_places;
    const double *value =
        d->measure == PARTY_OF_PRICE ? party->coins
        : d->quantity.kind == PARTY_SUM || d->quantity.kind == PARTY_RATING
            ? party->number[d->quantity.column].value
            : NULL;
    *low = 0;
    *high = d->measure == PARTY_OF_SYNERGY ? 1 : places;
    if (d->measure == PARTY_OF_QUANTITY && party_is_chemistry(d->quantity.kind))
        *high =
            party->chemistry->most * (d->quantity.kind == PARTY_CHEMISTRY ? places : 1);
    if (d->measure == PARTY_OF_SYNERGY || !value)
        return;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t h = 0; h < party->n_heroes; h++) {
        *low = fmin(*low, value[h]);
        *high = fmax(*high, value[h]);
    }
    bool whole = d->quantity.mean || d->quantity.kind == PARTY_RATING;
    double times = d->measure == PARTY_OF_QUANTITY && whole ? 1 : places;
    *low *= times;
    *high *= times;
}

/* "mean level"; NULL without memory. */
static const char *descriptor_name(const struct party_descriptor *d, struct arena *perm)
{
    return d->measure == PARTY_OF_QUANTITY ? party_quantity_name(&d->quantity, perm)
                                           : measures[d->measure];
}

static enum status fill_measure(const struct party_descriptor_keys *keys,
                                const struct party *party,
                                const struct party_descriptor *d, const char *key,
                                struct arena *perm, struct measure *out,
                                struct error *err)
{
    widest(party, d, &out->low, &out->high);
    if (!isnan(keys->low))
        out->low = keys->low;
    if (!isnan(keys->high))
        out->high = keys->high;
    if (out->low >= out->high)
        return error_at(err, key, "low %.15g is not below high %.15g", out->low,
                        out->high);
    out->unit = "1";
    out->name = descriptor_name(d, perm);
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
        struct measure_keys at = descriptor_keys(keys, i);
        enum status status = load_descriptor(&load, &at, &descriptors[i], err);
        if (!status)
            status = fill_measure(&items[i], party, &descriptors[i], at.key, perm,
                                  &shape->descriptor[i], err);
        if (status)
            return status;
    }
    shape->descriptors = keys->descriptors.count;
    return STATUS_OK;
}

enum status party_objectives_load(const struct party_keys *keys, struct party *party,
                                  struct arena *perm,
                                  struct party_descriptor *objectives,
                                  struct shape *shape, struct error *err)
{
    const struct party_objective_keys *items = keys->objectives.items;
    struct party_loading load = {.keys = keys, .party = party, .perm = perm};
    for (size_t i = 0; i < keys->objectives.count; i++) {
        struct measure_keys at = objective_keys(keys, i);
        if (load_descriptor(&load, &at, &objectives[i], err))
            return err->status;
        if (objectives[i].measure == PARTY_OF_PRICE && !party->objective.name)
            return error_at(err, at.key, "the price is the first objective already");
        if (objectives[i].measure == PARTY_OF_SYNERGY && party->objective.synergy)
            return error_at(err, at.key, "synergy is the first objective already");
        shape->objective[1 + i] =
            (struct measure){.name = descriptor_name(&objectives[i], perm),
                             .unit = "1",
                             .maximise = items[i].goal == PARTY_MAXIMISE};
        if (!shape->objective[1 + i].name)
            return error_set(err, STATUS_MEMORY, "party: out of memory");
    }
    shape->objectives = 1 + keys->objectives.count;
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
        return party_coins(party, hero);
    case PARTY_OF_QUANTITY:
        amount = party_amount(party, q->kind, q->column, descriptor->value, hero);
        return q->mean ? amount / (double)party->n_places : amount;
    }
    return 0;
}
