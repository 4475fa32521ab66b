#include "sort_key.h"

/* Up to FEW entries are sorted by insertion. Chosen by hand; the result is the same. */
enum { DIGITS = 8, VALUES = 256, FEW = 24 };

static void sort_few(struct sort_key *entries, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct sort_key entry = entries[i];
        size_t j = i;
        for (; j > 0 && entries[j - 1].key > entry.key; j--)
            entries[j] = entries[j - 1];
        entries[j] = entry;
    }
}

static unsigned digit(uint64_t key, int place)
{
    return (unsigned)(key >> 8 * place & (VALUES - 1));
}

static void sort_digit(const struct sort_key *entries, size_t n, int place,
                       struct sort_key *out)
{
    size_t at[VALUES + 1] = {0};
    for (size_t i = 0; i < n; i++)
        at[digit(entries[i].key, place) + 1]++;
    for (int value = 1; value < VALUES; value++)
        at[value] += at[value - 1];
    for (size_t i = 0; i < n; i++)
        out[at[digit(entries[i].key, place)]++] = entries[i];
}

struct sort_key *sort_key_sort(struct sort_key *entries, struct sort_key *spare,
                               size_t n)
{
    uint64_t differ = 0;
    if (n <= FEW) {
        sort_few(entries, n);
        return entries;
    }
    for (size_t i = 1; i < n; i++)
        differ |= entries[i].key ^ entries[0].key;
    for (int place = 0; place < DIGITS; place++) {
        if (digit(differ, place) == 0)
            continue;
        sort_digit(entries, n, place, spare);
        struct sort_key *swap = entries;
        entries = spare;
        spare = swap;
    }
    return entries;
}
