#include "sort_key.h"

#include "status.h"

#include <stdbool.h>

/* Up to FEW entries are sorted by insertion. Up to MANY are sorted by their TOP highest
 * digits first and then by insertion, as long as that moves an entry by no more than MOVES
 * places on average: keys that still tie in so many digits are rare. All are chosen by hand;
 * the result is the same. */
enum { DIGITS = 8, VALUES = 256, FEW = 24, MANY = 1000, TOP = 3, MOVES = 4 };

/* False, with equal keys still in order, once it has moved entries by more than `moves`
 * places in all. */
static bool insert(struct sort_key *entries, size_t n, size_t moves)
{
    for (size_t i = 1; i < n; i++) {
        struct sort_key entry = entries[i];
        size_t j = i;
        for (; j > 0 && entries[j - 1].key > entry.key; j--)
            entries[j] = entries[j - 1];
        entries[j] = entry;
        if (i - j > moves)
            return false;
        moves -= i - j;
    }
    return true;
}

static unsigned digit(uint64_t key, int place)
{
    return (unsigned)(key >> 8 * place & (VALUES - 1));
}

static void sort_digit(const struct sort_key *entries, size_t n, int place,
                       struct sort_key *out)
{
    uint32_t at[VALUES + 1] = {0};
    for (size_t i = 0; i < n; i++)
        at[digit(entries[i].key, place) + 1]++;
    for (int value = 1; value < VALUES; value++)
        at[value] += at[value - 1];
    for (size_t i = 0; i < n; i++)
        out[at[digit(entries[i].key, place)]++] = entries[i];
}

/* Sorts by the digits of `differ` that are not 0, from place `low` on. */
static struct sort_key *sort_digits(struct sort_key *entries, struct sort_key *spare,
                                    size_t n, uint64_t differ, int low)
{
    for (int place = low; place < DIGITS; place++) {
        if (digit(differ, place) == 0)
            continue;
        sort_digit(entries, n, place, spare);
        struct sort_key *swap = entries;
        entries = spare;
        spare = swap;
    }
    return entries;
}

/* The place of the TOP-th highest digit that is not 0; 0 if there are fewer. */
static int top_place(uint64_t differ)
{
    int place = DIGITS, found = 0;
    while (place > 0 && found < TOP)
        found += digit(differ, --place) != 0;
    return place;
}

struct sort_key *sort_key_sort(struct sort_key *entries, struct sort_key *spare,
                               size_t n)
{
    uint64_t differ = 0;
    if (n <= FEW) {
        insert(entries, n, SIZE_MAX);
        return entries;
    }
    ensure(n <= UINT32_MAX);
    for (size_t i = 1; i < n; i++)
        differ |= entries[i].key ^ entries[0].key;
    int top = n <= MANY ? top_place(differ) : 0;
    struct sort_key *sorted = sort_digits(entries, spare, n, differ, top);
    if (top == 0 || insert(sorted, n, MOVES * n))
        return sorted;
    return sort_digits(sorted, sorted == entries ? spare : entries, n, differ, 0);
}
