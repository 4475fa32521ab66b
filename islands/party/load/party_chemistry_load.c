#include "party_chemistry_load.h"

#include "party_chemistry.h"
#include "party_spelling.h"

#include <limits.h>
#include <string.h>

enum { KEY_BYTES = 192 };

static const struct party_chemistry_trait_keys *
traits_of(const struct party_loading *load)
{
    return load->keys->chemistry.traits.items;
}

enum status party_chemistry_columns(struct party_loading *load, struct error *err)
{
    const struct party_chemistry_trait_keys *trait = traits_of(load);
    for (size_t i = 0; i < load->keys->chemistry.traits.count; i++) {
        char key[KEY_BYTES];
        uint32_t column;
        snprintf(key, sizeof key, "party.chemistry.traits.%s", trait[i].key);
        for (size_t k = 0; k < i; k++)
            if (!strcmp(trait[k].key, trait[i].key))
                return error_at(err, key, "this trait has thresholds already");
        if (party_pool_trait_column(load, trait[i].key, key, &column, err))
            return err->status;
        load->links[column] = true;
    }
    return STATUS_OK;
}

/* points[n] of a trait for each number of heroes: those of the largest threshold that n reaches. */
static enum status read_thresholds(const struct party_chemistry_trait_keys *keys,
                                   uint16_t *points, struct error *err)
{
    const struct party_threshold_keys *threshold = keys->points.items;
    bool given[PARTY_MAX_PLACES + 1] = {false};
    for (size_t i = 0; i < keys->points.count; i++) {
        char key[KEY_BYTES];
        int64_t heroes;
        snprintf(key, sizeof key, "party.chemistry.traits.%s.%s", keys->key,
                 threshold[i].key);
        if (!party_csv_whole_number(threshold[i].key, &heroes) || heroes < 1 ||
            heroes > PARTY_MAX_PLACES)
            return error_at(err, key,
                            "'%s' is not a number of heroes from 1 to %d, as in "
                            "{2: 1, 4: 2, 7: 3}",
                            threshold[i].key, PARTY_MAX_PLACES);
        if (given[heroes])
            return error_at(err, key, "%lld hero%s points already", (long long)heroes,
                            heroes == 1 ? " has" : "es have");
        given[heroes] = true;
        points[heroes] = (uint16_t)threshold[i].value;
    }
    for (size_t n = 1, last = 0; n <= PARTY_MAX_PLACES; n++) {
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "party.chemistry.traits.%s.%zu", keys->key, n);
        if (given[n] && points[n] < points[last])
            return error_at(err, key, "%zu heroes have fewer points than %zu", n, last);
        if (!given[n])
            points[n] = points[last];
        last = n;
    }
    return STATUS_OK;
}

/* The most points of each hero: with all heroes of the pool that share its values. */
static enum status find_potential(struct party_loading *load,
                                  struct party_chemistry *rules, struct error *err)
{
    const struct party *party = load->party;
    uint16_t *potential = ARENA_NEW(load->perm, uint16_t, party->n_heroes + 1);
    uint32_t *heroes = ARENA_NEW(&load->temporary, uint32_t, UINT16_MAX + 1);
    if (!potential || !heroes)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t i = 0; i < rules->n; i++) {
        const struct party_chemistry_trait *trait = &rules->trait[i];
        const struct party_trait *of = &party->trait[trait->trait];
        const uint16_t *code = of->code;
        memset(heroes, 0, (UINT16_MAX + 1) * sizeof *heroes);
        for (size_t h = 0; h < party->n_heroes; h++)
            heroes[code[h]]++;
        for (size_t h = 0; h < party->n_heroes; h++) {
            size_t n = heroes[code[h]];
            if (party_is_unlinked(of, code[h]))
                continue;
            potential[h] =
                (uint16_t)(potential[h] +
                           trait->points[n < party->n_places ? n : party->n_places]);
        }
    }
    for (size_t h = 0; h < party->n_heroes; h++)
        if (potential[h] > rules->cap)
            potential[h] = (uint16_t)rules->cap;
    rules->potential = potential;
    return STATUS_OK;
}

enum status party_chemistry_load(struct party_loading *load, struct error *err)
{
    const struct party_chemistry_keys *keys = &load->keys->chemistry;
    struct party *party = load->party;
    int all = 0;
    if (!keys->traits.count)
        return keys->cap <= 0 /* absent */
                   ? STATUS_OK
                   : error_at(err, "party.chemistry.cap",
                              "no traits give chemistry: party.chemistry.traits is "
                              "empty");
    struct party_chemistry *rules = ARENA_NEW(load->perm, struct party_chemistry, 1);
    if (!rules)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t i = 0; i < keys->traits.count; i++) {
        struct party_chemistry_trait *trait = &rules->trait[rules->n++];
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "party.chemistry.traits.%s", traits_of(load)[i].key);
        if (party_pool_trait_column(load, traits_of(load)[i].key, key, &trait->trait,
                                    err) ||
            read_thresholds(&traits_of(load)[i], trait->points, err))
            return err->status;
        trait->trait = party_linked(party, trait->trait);
        all += trait->points[party->n_places];
    }
    rules->cap = keys->cap > 0 ? (int)keys->cap : INT_MAX;
    rules->most = all < rules->cap ? all : rules->cap;
    party->chemistry = rules;
    return find_potential(load, rules, err);
}
