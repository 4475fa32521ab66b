#include "party_chemistry.h"

#include "party_alike.h"

#include <string.h>

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

int party_chemistry_of(const struct party *party, const int32_t *hero, size_t place)
{
    const struct party_chemistry *rules = party->chemistry;
    int sum = 0;
    for (size_t i = 0; i < rules->n; i++) {
        const struct party_trait *trait = &party->trait[rules->trait[i].trait];
        const uint16_t *code = trait->code;
        size_t alike = 0;
        if (party_is_unlinked(trait, code[hero[place]]))
            continue;
        for (size_t q = 0; q < party->n_places; q++)
            alike += code[hero[q]] == code[hero[place]];
        sum += rules->trait[i].points[alike];
    }
    return lesser(sum, rules->cap);
}

void party_chemistry_count(const struct party *party, const int32_t *hero, int *points)
{
    const struct party_chemistry *rules = party->chemistry;
    size_t n = party->n_places;
    memset(points, 0, n * sizeof *points);
    for (size_t i = 0; i < rules->n; i++) {
        const struct party_chemistry_trait *trait = &rules->trait[i];
        const struct party_trait *of = &party->trait[trait->trait];
        const struct party_values values = party_values_of(of->code, hero, n);
        uint16_t alike[PARTY_MAX_PLACES];
        party_count_alike(&values, n, alike);
        for (size_t p = 0; p < n; p++)
            if (!party_is_unlinked(of, values.at[p]))
                points[p] += trait->points[alike[p]];
    }
    for (size_t p = 0; p < n; p++)
        points[p] = lesser(points[p], rules->cap);
}
