#include "party_verify_check.h"

#include <stdio.h>
#include <string.h>

void party_verify_sum_add(struct party_verify_sum *sum, double x, int64_t times)
{
    char text[40];
    int digits = 14;
    do
        snprintf(text, sizeof text, "%.*e", digits++, x);
    while (digits < 17 && strtod(text, NULL) != x);
    long at = PARTY_VERIFY_POINT + strtol(strchr(text, 'e') + 1, NULL, 10);
    for (const char *c = text; *c != 'e'; c++) {
        if (*c == '-')
            times = -times;
        if (*c < '0' || *c > '9')
            continue;
        if (at >= 0 && at < PARTY_VERIFY_DIGITS)
            sum->digit[at] += times * (*c - '0');
        at--;
    }
}

int party_verify_sum_sign(struct party_verify_sum sum)
{
    int64_t carry = 0;
    bool some = false;
    for (size_t i = 0; i < PARTY_VERIFY_DIGITS; i++) {
        int64_t here = sum.digit[i] + carry;
        carry = here / 10 - (here % 10 < 0);
        some |= here != 10 * carry;
    }
    return carry < 0 ? -1 : carry > 0 || some;
}
