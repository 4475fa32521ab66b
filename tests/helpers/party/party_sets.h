/* All sets of heroes of a small random challenge, for tests that look at every one. */
#ifndef SKERRY_TEST_PARTY_SETS_H
#define SKERRY_TEST_PARTY_SETS_H

#include "party_random.h"

enum { MOST_SETS = 4096 };

/* The sets of heroes of which some placement is feasible; bit r: row r. */
struct party_sets {
    size_t n;
    uint32_t members[MOST_SETS];
    double price[MOST_SETS];
};

/* Whether the members that are not placed yet can fill the places from `place` on. */
static inline bool party_has_placement(const struct party *p, uint32_t members,
                                       size_t place, int32_t *hero)
{
    if (place == p->n_places)
        return party_is_feasible(p, hero, NULL);
    for (int32_t row = 0; row < (int32_t)p->n_heroes; row++) {
        bool stands = p->fixed[place] >= 0 ? p->fixed[place] == row : !p->banned[row];
        hero[place] = row;
        if (members >> row & 1 && stands &&
            party_has_placement(p, members & ~(1U << row), place + 1, hero))
            return true;
    }
    return false;
}

/* False if there are too many. */
static inline bool party_list_sets(const struct party *p, struct party_sets *sets)
{
    sets->n = 0;
    for (uint32_t members = 0; members < 1U << p->n_heroes; members++) {
        int32_t hero[PARTY_MAX_PLACES];
        if (__builtin_popcount(members) != (int)p->n_places ||
            !party_has_placement(p, members, 0, hero))
            continue;
        if (sets->n == MOST_SETS)
            return false;
        sets->members[sets->n] = members;
        sets->price[sets->n++] = party_price(p, hero);
    }
    return true;
}

static inline uint32_t party_members(const struct party *p, const int32_t *hero)
{
    uint32_t members = 0;
    for (size_t place = 0; place < p->n_places; place++)
        members |= 1U << hero[place];
    return members;
}

#endif
