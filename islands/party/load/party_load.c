#include "party_load.h"

#include "party_chemistry_load.h"
#include "party_descriptors.h"
#include "party_either.h"
#include "party_goal.h"
#include "party_named_heroes.h"
#include "party_pairs.h"
#include "party_place_rules.h"
#include "party_pool.h"
#include "party_positions.h"
#include "party_quantity.h"
#include "plural.h"

#include <math.h>
#include <string.h>

enum { KEY_BYTES = 128 };

static enum status need_listed(struct party_loading *load, struct error *err)
{
    const struct party_word *traits = load->keys->traits.items;
    const struct party_word *numbers = load->keys->numbers.items;
    enum status status = STATUS_OK;
    char key[KEY_BYTES];
    uint32_t index;
    for (size_t i = 0; i < load->keys->traits.count && !status; i++) {
        snprintf(key, sizeof key, "party.traits[%zu]", i);
        status = party_pool_trait_column(load, traits[i].value, key, &index, err);
    }
    for (size_t i = 0; i < load->keys->numbers.count && !status; i++) {
        snprintf(key, sizeof key, "party.numbers[%zu]", i);
        status = party_pool_number_column(load, numbers[i].value, key, &index, err);
    }
    return status;
}

static enum status need_weights(struct party_loading *load, struct error *err)
{
    const struct party_weight_keys *weights = load->keys->synergy.weights.items;
    for (size_t i = 0; i < load->keys->synergy.weights.count; i++) {
        char key[KEY_BYTES];
        uint32_t t;
        snprintf(key, sizeof key, "party.synergy.weights.%s", weights[i].key);
        for (size_t j = 0; j < i; j++)
            if (!strcmp(weights[i].key, weights[j].key))
                return error_at(err, key, "this trait has a weight already");
        enum status status =
            party_pool_trait_column(load, weights[i].key, key, &t, err);
        if (status)
            return status;
        load->party->trait[t].weight = (int)weights[i].value;
        load->links[t] = true;
    }
    return STATUS_OK;
}

static enum status add_edge(struct party *party, int64_t a, int64_t b, const char *key,
                            struct error *err)
{
    int64_t last = (int64_t)party->n_places - 1;
    if (a > last || b > last)
        return error_at(err, key, "no place %lld: places are numbered 0 to %lld",
                        (long long)(a > b ? a : b), (long long)last);
    if (a == b)
        return error_at(err, key, "an edge from place %lld to itself", (long long)a);
    for (size_t e = 0; e < party->n_edges; e++) {
        const uint8_t *edge = party->edge[e];
        if ((edge[0] == a && edge[1] == b) || (edge[0] == b && edge[1] == a))
            return error_at(err, key,
                            "places %lld and %lld are already joined by edges[%zu]",
                            (long long)a, (long long)b, e);
    }
    party->edge[party->n_edges][0] = (uint8_t)a;
    party->edge[party->n_edges++][1] = (uint8_t)b;
    party->neighbour[a][party->n_neighbours[a]++] = (uint8_t)b;
    party->neighbour[b][party->n_neighbours[b]++] = (uint8_t)a;
    return STATUS_OK;
}

static enum status load_formation(struct party_loading *load, struct error *err)
{
    const struct party_formation_keys *keys = &load->keys->formation;
    const struct party_numbers *edges = keys->edges.items;
    load->party->n_places = (size_t)keys->places;
    for (size_t e = 0; e < keys->edges.count; e++) {
        const struct party_whole *ends = edges[e].numbers.items;
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "party.formation.edges[%zu]", e);
        enum status status =
            add_edge(load->party, ends[0].value, ends[1].value, key, err);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static enum status load_synergy(struct party_loading *load, struct error *err)
{
    const struct party_synergy_keys *keys = &load->keys->synergy;
    const struct party_whole *given = keys->points.items;
    struct party *party = load->party;
    int *points = ARENA_NEW(load->perm, int, (size_t)party->max_match + 1);
    int most = 0;
    if (!points)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t m = 0; m <= (size_t)party->max_match; m++) {
        size_t last = keys->points.count - 1;
        points[m] = (int)given[m < last ? m : last].value;
        most = points[m] > most ? points[m] : most;
    }
    party->points = points;
    party->most_points = most * (int)party->n_edges;
    if (keys->min > 0 && party->most_points == 0)
        return error_at(err, "party.synergy.min",
                        "%.15g is required, but no edge can give points", keys->min);
    /* Exact: 0.9 * 380 is 342. */
    party->synergy_share = keys->min;
    party->synergy_min =
        (int)party_decimal_bound(keys->min, party->most_points, 0, true);
    return STATUS_OK;
}

static enum status check_enough(const struct party_loading *load, struct error *err)
{
    const struct party *party = load->party;
    size_t usable = 0;
    for (size_t h = 0; h < party_n_listed(party); h++)
        usable += !party->banned[h];
    for (size_t p = 0; p < party->n_places; p++)
        usable += party->fixed[p] >= 0;
    if (usable < party->n_places)
        return error_at(err, "party.heroes",
                        "%s: %zu hero%s may be chosen, the formation has %zu place%s",
                        load->keys->heroes.path, usable, plural_es(usable),
                        party->n_places, plural_s(party->n_places));
    return STATUS_OK;
}

/* First what registers columns, then the pool, then what refers to its heroes. */
static enum status load_all(struct party_loading *load, struct error *err)
{
    struct party_quantity quantities[PARTY_MAX_REQUIREMENTS];
    struct party_target goal;
    uint32_t unique;
    enum status status = need_weights(load, err);
    if (!status)
        status = party_chemistry_columns(load, err);
    if (!status)
        status = party_quantity_requirement_columns(load, quantities, err);
    if (!status)
        status = party_either_columns(load, err);
    if (!status)
        status = party_quantity_unique_column(load, &unique, err);
    if (!status)
        status = need_listed(load, err);
    if (!status)
        status = party_goal_columns(load, &goal, err);
    if (!status)
        status = party_place_rules_columns(load, err);
    if (!status)
        status = party_descriptors_columns(load, err);
    if (!status)
        status = load_formation(load, err);
    if (!status)
        status = party_pool_read(load, err);
    if (!status)
        status = party_place_rules_read(load, err);
    if (!status)
        status = party_positions_load(load, err);
    if (!status)
        status = party_pairs_load(load, err);
    if (!status)
        status = load_synergy(load, err);
    if (!status)
        status = party_chemistry_load(load, err);
    if (!status)
        status = party_quantity_requirements_load(load, quantities, err);
    if (!status)
        status = party_either_load(load, err);
    if (!status)
        status = party_quantity_unique_load(load, err);
    if (!status)
        status = party_named_heroes_load(load, err);
    if (!status)
        status = party_pool_exact_coins(load, err);
    if (!status)
        status = party_goal_load(load, &goal, err);
    if (!status)
        status = party_place_rules_load(load, err);
    if (!status)
        status = check_enough(load, err);
    return status ? status : party_either_cases(load, err);
}

enum status party_load(const struct party_keys *keys, struct arena *perm,
                       struct party *party, struct error *err)
{
    struct party_loading load = {.keys = keys, .party = party, .perm = perm};
    *party = (struct party){.guided = keys->guided,
                            .mend = keys->mend,
                            .refill = keys->refill,
                            .attempts = (int)keys->attempts,
                            .completions = (int)keys->completions,
                            .look_ahead = keys->look_ahead};
    arena_init(&load.temporary);
    enum status status = load_all(&load, err);
    arena_free(&load.temporary);
    return status;
}
