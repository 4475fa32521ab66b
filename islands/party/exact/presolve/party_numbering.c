#include "party_numbering.h"

#include <string.h>

/* One key of a lexicographic order of heroes: by hero a code below n, or what a code stands for. */
struct sort_key {
    const uint16_t *code, *number; /* number: by code; NULL: the code itself */
    size_t n;
};

static size_t sort_key_of(const struct sort_key *key, uint32_t hero)
{
    return key->number ? key->number[key->code[hero]] : key->code[hero];
}

/* Orders heroes by one more key, the most significant so far: a stable counting sort. */
static void sort_by(struct party_numbering *x, const struct sort_key *key)
{
    memset(x->count, 0, (key->n + 1) * sizeof *x->count);
    for (size_t i = 0; i < x->n; i++)
        x->count[sort_key_of(key, x->row[i]) + 1]++;
    for (size_t v = 0; v < key->n; v++)
        x->count[v + 1] += x->count[v];
    for (size_t i = 0; i < x->n; i++) {
        uint32_t at = x->order[i];
        x->spare[x->count[sort_key_of(key, x->row[at])]++] = at;
    }
    uint32_t *swap = x->order;
    x->order = x->spare;
    x->spare = swap;
}

static bool are_equal(const struct sort_key *key, size_t n_keys, uint32_t a, uint32_t b)
{
    for (size_t k = 0; k < n_keys; k++)
        if (sort_key_of(&key[k], a) != sort_key_of(&key[k], b))
            return false;
    return true;
}

size_t party_numbering_by(const struct party *party, const bool *chosen,
                          struct party_value_classes *const *classes, bool placed,
                          struct party_numbering *x, uint32_t *number)
{
    struct sort_key key[PARTY_MAX_TRAITS + 1];
    size_t n_keys = 0, distinct = 0;
    for (size_t t = 0; t < party->n_traits; t++)
        if (chosen[t])
            key[n_keys++] = (struct sort_key){
                .code = party->trait[t].code,
                .number = classes && classes[t] ? classes[t]->number : NULL,
                .n = party->trait[t].n_values};
    if (placed && party->place_class)
        key[n_keys++] =
            (struct sort_key){.code = party->place_class, .n = party->n_place_classes};
    for (size_t i = 0; i < x->n; i++)
        x->order[i] = (uint32_t)i;
    for (size_t k = n_keys; k-- > 0;)
        sort_by(x, &key[k]);
    for (size_t i = 0; i < x->n; i++) {
        uint32_t at = x->order[i];
        distinct +=
            i == 0 || !are_equal(key, n_keys, x->row[x->order[i - 1]], x->row[at]);
        number[at] = (uint32_t)(distinct - 1);
    }
    return distinct;
}

bool party_numbering_init(struct party_numbering *x, const uint32_t *row, size_t n,
                          struct arena *arena)
{
    *x = (struct party_numbering){.row = row, .n = n};
    x->order = ARENA_NEW(arena, uint32_t, n + 1);
    x->spare = ARENA_NEW(arena, uint32_t, n + 1);
    x->count = ARENA_NEW(arena, uint32_t, UINT16_MAX + 2);
    return x->order && x->spare && x->count;
}
