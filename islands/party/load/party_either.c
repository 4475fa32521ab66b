#include "party_either.h"

#include "utf8.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { KEY_BYTES = 64, TEXT_BYTES = 2048 };

/* "party.requirements[2]", or of an alternative "party.requirements[2].any[0]". */
static void print_key(size_t i, const size_t *alternative, char *key)
{
    if (alternative)
        snprintf(key, KEY_BYTES, "party.requirements[%zu].any[%zu]", i, *alternative);
    else
        snprintf(key, KEY_BYTES, "party.requirements[%zu]", i);
}

static bool has_other_keys(const struct party_requirement_keys *keys)
{
    return party_quantity_is_given(&keys->kind) || !isnan(keys->min) ||
           !isnan(keys->max) || !isnan(keys->exactly);
}

enum status party_either_columns(struct party_loading *load, struct error *err)
{
    const struct party_requirement_keys *keys = load->keys->requirements.items;
    size_t cases = 1;
    for (size_t i = 0; i < load->keys->requirements.count; i++) {
        const struct party_requirement_keys *alternative = keys[i].any.items;
        struct party_quantity quantity;
        char key[KEY_BYTES];
        print_key(i, NULL, key);
        if (!keys[i].any.count)
            continue;
        if (has_other_keys(&keys[i]))
            return error_at(err, key,
                            "any excludes a column and its bounds: these belong into "
                            "its alternatives");
        cases *= keys[i].any.count;
        snprintf(key + strlen(key), sizeof key - strlen(key), ".any");
        if (cases > PARTY_MAX_CASES)
            return error_at(err, key,
                            "with these alternatives there are %zu ways to choose one "
                            "of each any; at most %d are possible",
                            cases, PARTY_MAX_CASES);
        for (size_t k = 0; k < keys[i].any.count; k++) {
            print_key(i, &k, key);
            if (party_quantity_read(load, &alternative[k].kind, key, &quantity, err))
                return err->status;
        }
    }
    return STATUS_OK;
}

/* Which cases take alternative k of n, where those before have `stride` combinations. */
static uint64_t cases_of(size_t k, size_t n, size_t stride, size_t n_cases)
{
    uint64_t cases = 0;
    for (size_t c = 0; c < n_cases; c++)
        if (c / stride % n == k)
            cases |= (uint64_t)1 << c;
    return cases;
}

static enum status load_one(struct party_loading *load, size_t i, size_t stride,
                            struct party_either *either,
                            struct party_alternative *alternative, struct error *err)
{
    const struct party_requirement_keys *keys = load->keys->requirements.items;
    const struct party_requirement_keys *given = keys[i].any.items;
    char text[TEXT_BYTES] = "", key[KEY_BYTES];
    for (size_t k = 0; k < either->n; k++) {
        struct party_requirement *r = &alternative[either->first + k].requirement;
        struct party_quantity quantity;
        size_t used = strlen(text);
        print_key(i, &k, key);
        if (party_quantity_read(load, &given[k].kind, key, &quantity, err) ||
            party_quantity_requirement(load, &given[k], &quantity, key, r, err))
            return err->status;
        alternative[either->first + k].cases =
            cases_of(k, either->n, stride, load->party->n_cases);
        snprintf(text + used, sizeof text - used, "%s%s", k ? " or " : "", r->text);
    }
    utf8_drop_part(text);
    either->text = arena_text(load->perm, text);
    return either->text ? STATUS_OK
                        : error_set(err, STATUS_MEMORY, "party: out of memory");
}

enum status party_either_load(struct party_loading *load, struct error *err)
{
    const struct party_requirement_keys *keys = load->keys->requirements.items;
    struct party *party = load->party;
    size_t n = 0, alternatives = 0, stride = 1, cases = 1;
    for (size_t i = 0; i < load->keys->requirements.count; i++) {
        n += keys[i].any.count > 0;
        alternatives += keys[i].any.count;
        cases *= keys[i].any.count ? keys[i].any.count : 1;
    }
    if (!n)
        return STATUS_OK;
    struct party_either *either = ARENA_NEW(load->perm, struct party_either, n);
    struct party_alternative *alternative =
        ARENA_NEW(load->perm, struct party_alternative, alternatives);
    if (!either || !alternative)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    party->n_cases = cases;
    party->either = either;
    party->alternative = alternative;
    for (size_t i = 0, first = 0; i < load->keys->requirements.count; i++) {
        struct party_either *next = &either[party->n_either];
        if (!keys[i].any.count)
            continue;
        *next = (struct party_either){.first = first, .n = keys[i].any.count};
        if (load_one(load, i, stride, next, alternative, err))
            return err->status;
        first += next->n;
        stride *= next->n;
        party->n_either++;
    }
    return STATUS_OK;
}

/* The party with the alternatives of case c before the implied requirements. */
static void fill_case(const struct party *party, size_t c, struct party *out)
{
    size_t given = party_given(party), n = given;
    *out = *party;
    out->n_either = out->n_cases = 0;
    out->either = NULL;
    out->alternative = NULL;
    out->cases = NULL;
    for (size_t i = 0; i < party->n_either; i++)
        for (size_t k = 0; k < party->either[i].n; k++) {
            const struct party_alternative *alternative =
                &party->alternative[party->either[i].first + k];
            if (alternative->cases >> c & 1)
                out->requirement[n++] = alternative->requirement;
        }
    assert(n == given + party->n_either &&
           n + party->n_implied <= PARTY_MAX_REQUIREMENTS);
    memcpy(out->requirement + n, party->requirement + given,
           party->n_implied * sizeof *out->requirement);
    out->n_requirements = n + party->n_implied;
}

enum status party_either_cases(struct party_loading *load, struct error *err)
{
    struct party *party = load->party;
    if (!party->n_either)
        return STATUS_OK;
    party->cases = ARENA_NEW(load->perm, struct party, party->n_cases);
    if (!party->cases)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t c = 0; c < party->n_cases; c++)
        fill_case(party, c, &party->cases[c]);
    return STATUS_OK;
}
