#include "party_verify_check.h"

#include <string.h>

/* The points of the largest threshold that so many heroes reach. */
static long long points_of(const struct option_list *thresholds, size_t heroes)
{
    const struct party_threshold_keys *threshold = thresholds->items;
    long long points = 0, reached = 0;
    for (size_t i = 0; i < thresholds->count; i++) {
        long long here = strtoll(threshold[i].key, NULL, 10);
        if (here <= (long long)heroes && here > reached) {
            reached = here;
            points = threshold[i].value;
        }
    }
    return points;
}

static size_t alike(const struct party_verify_check *check, size_t place, size_t column)
{
    size_t heroes = 0;
    for (size_t q = 0; q < check->places; q++)
        heroes += !check->out[q] && !strcmp(party_verify_text(check, place, column),
                                            party_verify_text(check, q, column));
    return heroes;
}

bool party_verify_chemistry(struct party_verify_check *check, const char *which,
                            double *points)
{
    const struct party_chemistry_keys *keys = &check->keys->chemistry;
    const struct party_chemistry_trait_keys *trait = keys->traits.items;
    long long total = 0, least = -1;
    for (size_t p = 0; p < check->places; p++) {
        long long sum = 0;
        for (size_t t = 0; t < keys->traits.count; t++) {
            size_t column;
            if (!party_verify_column(check, trait[t].key, &column))
                return false;
            if (!check->out[p])
                sum += points_of(&trait[t].points, alike(check, p, column));
        }
        if (keys->cap > 0 && sum > keys->cap)
            sum = keys->cap;
        total += sum;
        least = least < 0 || sum < least ? sum : least;
    }
    *points = (double)(strcmp(which, "least") != 0 ? total : least);
    return true;
}
