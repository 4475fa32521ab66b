#include "party_rating.h"

int64_t party_rating_units(const int64_t *number, size_t n)
{
    int64_t places = (int64_t)n, sum = 0, excess = 0;
    for (size_t p = 0; p < n; p++)
        sum += number[p];
    for (size_t p = 0; p < n; p++)
        if (places * number[p] > sum)
            excess += places * number[p] - sum;
    return 2 * (places * sum + excess) + places;
}

int64_t party_rating(const struct party *party, uint32_t column, const int32_t *hero)
{
    int64_t number[PARTY_MAX_PLACES];
    for (size_t p = 0; p < party->n_places; p++)
        number[p] = (int64_t)party->number[column].value[hero[p]];
    return party_rating_of(number, party->n_places);
}
