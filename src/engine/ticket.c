#include "ticket.h"

enum { DIGITS = 8, VALUES = 256, FEW = 24 };

static void sort_few(struct ticket *tickets, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct ticket ticket = tickets[i];
        size_t j = i;
        for (; j > 0 && tickets[j - 1].key > ticket.key; j--)
            tickets[j] = tickets[j - 1];
        tickets[j] = ticket;
    }
}

static unsigned digit(uint64_t key, int place)
{
    return (unsigned)(key >> 8 * place & (VALUES - 1));
}

static void sort_digit(const struct ticket *tickets, size_t n, int place,
                       struct ticket *out)
{
    size_t at[VALUES + 1] = {0};
    for (size_t i = 0; i < n; i++)
        at[digit(tickets[i].key, place) + 1]++;
    for (int value = 1; value < VALUES; value++)
        at[value] += at[value - 1];
    for (size_t i = 0; i < n; i++)
        out[at[digit(tickets[i].key, place)]++] = tickets[i];
}

struct ticket *ticket_sort(struct ticket *tickets, struct ticket *spare, size_t n)
{
    uint64_t differ = 0;
    if (n <= FEW) {
        sort_few(tickets, n);
        return tickets;
    }
    for (size_t i = 1; i < n; i++)
        differ |= tickets[i].key ^ tickets[0].key;
    for (int place = 0; place < DIGITS; place++) {
        if (digit(differ, place) == 0)
            continue;
        sort_digit(tickets, n, place, spare);
        struct ticket *swap = tickets;
        tickets = spare;
        spare = swap;
    }
    return tickets;
}
