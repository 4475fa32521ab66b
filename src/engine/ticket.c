#include "ticket.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 8, VALUES = 256, FEW = 24 };

uint64_t ticket_key(double cost)
{
    uint64_t bits;
    if (isnan(cost))
        cost = INFINITY;
    if (cost == 0)
        cost = 0; /* -0.0 too */
    memcpy(&bits, &cost, sizeof bits);
    return bits >> 63 ? ~bits : bits | 1ULL << 63;
}

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

static void scatter(const struct ticket *tickets, size_t n, int place,
                    const size_t *count, struct ticket *out)
{
    size_t at[VALUES], sum = 0;
    for (int value = 0; value < VALUES; value++) {
        at[value] = sum;
        sum += count[value];
    }
    for (size_t i = 0; i < n; i++)
        out[at[digit(tickets[i].key, place)]++] = tickets[i];
}

struct ticket *ticket_sort(struct ticket *tickets, struct ticket *spare, size_t n)
{
    size_t count[DIGITS][VALUES];
    if (n <= FEW) {
        sort_few(tickets, n);
        return tickets;
    }
    memset(count, 0, sizeof count);
    for (size_t i = 0; i < n; i++)
        for (int place = 0; place < DIGITS; place++)
            count[place][digit(tickets[i].key, place)]++;
    for (int place = 0; place < DIGITS; place++) {
        if (count[place][digit(tickets[0].key, place)] == n)
            continue;
        scatter(tickets, n, place, count[place], spare);
        struct ticket *swap = tickets;
        tickets = spare;
        spare = swap;
    }
    return tickets;
}
