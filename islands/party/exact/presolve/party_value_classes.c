#include "party_value_classes.h"

#include <stdint.h>
#include <string.h>

/* Gives every named value the least number that pairs of at least the threshold join it
 * to, by relabelling. */
static void join_values(const struct party_pair_weights *pairs, int threshold,
                        uint16_t *label)
{
    for (uint32_t a = 1; a < pairs->n; a++)
        label[a] = (uint16_t)a;
    for (uint32_t a = 1; a < pairs->n; a++)
        for (uint32_t b = 1; b < a; b++) {
            uint16_t from = label[a], to = label[b];
            if (pairs->weight[a * pairs->n + b] < threshold || from == to)
                continue;
            for (uint32_t c = 1; c < pairs->n; c++)
                label[c] = label[c] == from ? to : label[c];
        }
}

/* Numbers the labels 0, 1, ...; returns how many there are. */
static uint32_t number_labels(const struct party_pair_weights *pairs, uint16_t *label,
                              uint16_t *class)
{
    uint32_t n = 0;
    for (uint32_t a = 1; a < pairs->n; a++) {
        uint32_t b = 1;
        while (b < a && label[b] != label[a])
            b++;
        class[a] = b < a ? class[b] : (uint16_t)n++;
    }
    return n;
}

static void find_ranges(const struct party_pair_weights *pairs, const uint16_t *class,
                        struct party_value_classes *classes)
{
    size_t n = classes->n_named;
    memset(classes->least, UINT8_MAX, n * n);
    for (uint32_t a = 1; a < pairs->n; a++)
        for (uint32_t b = 1; b < pairs->n; b++) {
            uint8_t weight = pairs->weight[a * pairs->n + b];
            uint8_t *least = &classes->least[class[a] * n + class[b]];
            uint8_t *most = &classes->most[class[a] * n + class[b]];
            *least = weight < *least ? weight : *least;
            *most = weight > *most ? weight : *most;
        }
}

enum status party_value_classes_find(struct party_value_classes *classes,
                                     const struct party_trait *trait, int threshold,
                                     struct arena *perm, struct error *err)
{
    const struct party_pair_weights *pairs = trait->pairs;
    uint16_t *number = ARENA_NEW(perm, uint16_t, trait->n_values + 1);
    uint16_t *label = ARENA_NEW(perm, uint16_t, pairs->n);
    uint16_t *class = ARENA_NEW(perm, uint16_t, pairs->n);
    if (!number || !label || !class)
        return error_set(err, STATUS_MEMORY, "no memory for classes of values");
    join_values(pairs, threshold, label);
    uint32_t n = number_labels(pairs, label, class), next = n;
    *classes = (struct party_value_classes){
        .trait = trait,
        .n_named = n,
        .number = number,
        .least = ARENA_NEW(perm, uint8_t, (size_t)n * n),
        .most = ARENA_NEW(perm, uint8_t, (size_t)n * n),
    };
    if (!classes->least || !classes->most)
        return error_set(err, STATUS_MEMORY, "no memory for classes of values");
    for (uint32_t v = 0; v < trait->n_values; v++)
        number[v] = pairs->number[v] ? class[pairs->number[v]] : (uint16_t)next++;
    find_ranges(pairs, class, classes);
    return STATUS_OK;
}
