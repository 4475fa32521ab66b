#include "party_chemistry.h"

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
        uint16_t code[PARTY_MAX_PLACES];
        uint8_t alike[PARTY_MAX_PLACES];
        for (size_t p = 0; p < n; p++) {
            code[p] = party->trait[trait->trait].code[hero[p]];
            alike[p] = 1;
            for (size_t q = 0; q < p; q++)
                if (code[q] == code[p]) {
                    alike[p]++;
                    alike[q]++;
                }
        }
        for (size_t p = 0; p < n; p++)
            if (!party_is_unlinked(&party->trait[trait->trait], code[p]))
                points[p] += trait->points[alike[p]];
    }
    for (size_t p = 0; p < n; p++)
        points[p] = lesser(points[p], rules->cap);
}
