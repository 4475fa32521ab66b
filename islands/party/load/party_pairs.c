#include "party_pairs.h"

#include "party_spelling.h"

#include <string.h>

enum { KEY_BYTES = 64, AT_BYTES = 80, HINT_BYTES = 400 };

/* A pair of the config, resolved. */
struct pair {
    size_t trait;
    uint32_t code[2];
    uint8_t weight;
};

static enum status find_trait(const struct party_loading *load, const char *name,
                              const char *key, size_t *trait, struct error *err)
{
    const struct party *party = load->party;
    const struct option_list *weights = &load->keys->synergy.weights;
    const struct party_weight_keys *weight = weights->items;
    const char *names[PARTY_MAX_TRAITS];
    char at[AT_BYTES], hint[HINT_BYTES];
    for (size_t i = 0; i < weights->count; i++) {
        names[i] = weight[i].key;
        if (strcmp(weight[i].key, name) != 0)
            continue;
        for (*trait = 0; strcmp(party->trait[*trait].name, name) != 0;)
            ++*trait;
        *trait = party_linked(party, (uint32_t)*trait);
        return STATUS_OK;
    }
    snprintf(at, sizeof at, "%s.trait", key);
    party_spelling_hint(name, names, weights->count, hint, sizeof hint);
    return error_at(err, at, "'%s' has no weight in party.synergy.weights%s", name,
                    weights->count ? hint : "");
}

static enum status find_value(const struct party_trait *trait, const char *value,
                              const char *key, uint32_t *code, struct error *err)
{
    char at[AT_BYTES], hint[HINT_BYTES];
    /* Not that of heroes out of position, the last one: their edges have a match of 0. */
    uint32_t n = trait->n_values - (trait->unlinked > 0);
    for (*code = 0; *code < n; ++*code)
        if (!strcmp(trait->values[*code], value))
            return STATUS_OK;
    snprintf(at, sizeof at, "%s.values", key);
    party_spelling_hint(value, trait->values, n, hint, sizeof hint);
    return error_at(err, at, "no hero's %s is '%s'%s", trait->name, value, hint);
}

/* The i-th pair of the config, with the smaller code first. */
static enum status read_pair(const struct party_loading *load, size_t i,
                             struct pair *pairs, struct error *err)
{
    const struct party_pair_keys *keys = load->keys->synergy.pairs.items;
    const struct party_word *value = keys[i].values.items;
    struct pair *pair = &pairs[i];
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "party.synergy.pairs[%zu]", i);
    enum status status = find_trait(load, keys[i].trait, key, &pair->trait, err);
    for (size_t side = 0; side < 2 && !status; side++)
        status = find_value(&load->party->trait[pair->trait], value[side].value, key,
                            &pair->code[side], err);
    if (status)
        return status;
    if (pair->code[0] > pair->code[1]) {
        uint32_t swap = pair->code[0];
        pair->code[0] = pair->code[1];
        pair->code[1] = swap;
    }
    pair->weight = (uint8_t)keys[i].weight;
    for (size_t j = 0; j < i; j++)
        if (pairs[j].trait == pair->trait && pairs[j].code[0] == pair->code[0] &&
            pairs[j].code[1] == pair->code[1])
            return error_at(err, key, "pairs[%zu] has these values already", j);
    return STATUS_OK;
}

/* Numbers the values that the pairs of a trait name, and that of heroes out of position; returns one
 * more than there are. */
static uint32_t number_values(const struct pair *pairs, size_t n_pairs, size_t trait,
                              uint32_t unlinked, uint16_t *number)
{
    uint32_t n = 1;
    for (size_t i = 0; i < n_pairs; i++)
        for (size_t side = 0; side < 2 && pairs[i].trait == trait; side++)
            if (!number[pairs[i].code[side]])
                number[pairs[i].code[side]] = (uint16_t)n++;
    if (unlinked)
        number[unlinked - 1] = (uint16_t)n++;
    return n;
}

static enum status fill_trait(struct party_loading *load, const struct pair *pairs,
                              size_t n_pairs, size_t t)
{
    struct party_trait *trait = &load->party->trait[t];
    uint16_t *number = ARENA_NEW(load->perm, uint16_t, trait->n_values + 1);
    struct party_pair_weights *weights =
        ARENA_NEW(load->perm, struct party_pair_weights, 1);
    if (!number || !weights)
        return STATUS_MEMORY;
    uint32_t n = number_values(pairs, n_pairs, t, trait->unlinked, number);
    uint8_t *weight = ARENA_NEW(load->perm, uint8_t, (size_t)n * n);
    if (!weight)
        return STATUS_MEMORY;
    for (uint32_t a = 1; a < n; a++)
        weight[a * n + a] = (uint8_t)trait->weight;
    if (trait->unlinked) /* the last one */
        weight[n * n - 1] = 0;
    for (size_t i = 0; i < n_pairs; i++) {
        if (pairs[i].trait != t)
            continue; /* its codes are of other values */
        uint32_t a = number[pairs[i].code[0]], b = number[pairs[i].code[1]];
        weight[a * n + b] = weight[b * n + a] = pairs[i].weight;
    }
    *weights = (struct party_pair_weights){n, number, weight};
    trait->pairs = weights;
    return STATUS_OK;
}

/* The largest weight that the config names for a trait. */
static int most_weight_of(const struct party_trait *trait)
{
    const struct party_pair_weights *pairs = trait->pairs;
    int most = trait->weight;
    for (size_t i = 0; pairs && i < (size_t)pairs->n * pairs->n; i++)
        most = pairs->weight[i] > most ? pairs->weight[i] : most;
    return most;
}

enum status party_pairs_load(struct party_loading *load, struct error *err)
{
    struct party *party = load->party;
    size_t n = load->keys->synergy.pairs.count;
    struct pair *pairs = ARENA_NEW(&load->temporary, struct pair, n + 1);
    bool named[PARTY_MAX_TRAITS] = {false};
    if (!pairs)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t i = 0; i < n; i++) {
        if (read_pair(load, i, pairs, err))
            return err->status;
        named[pairs[i].trait] = true;
    }
    for (size_t t = 0; t < party->n_traits; t++) {
        bool unlinked = party->trait[t].unlinked && party->trait[t].weight > 0;
        if ((named[t] || unlinked) && fill_trait(load, pairs, n, t))
            return error_set(err, STATUS_MEMORY, "party: out of memory");
        party->trait[t].most_weight = most_weight_of(&party->trait[t]);
        party->max_match += party->trait[t].most_weight;
    }
    return STATUS_OK;
}
