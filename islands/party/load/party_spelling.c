#include "party_spelling.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 63 }; /* words compared, in bytes */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein distance, ignoring case. */
static size_t edits(const char *a, const char *b)
{
    size_t row[LONGEST + 1], long_b = strlen(b);
    for (size_t j = 0; j <= long_b; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t corner = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < long_b; j++) {
            size_t same = tolower((unsigned char)a[i]) == tolower((unsigned char)b[j]);
            size_t change = corner + !same;
            corner = row[j + 1];
            row[j + 1] = least(change, least(row[j], corner) + 1);
        }
    }
    return row[long_b];
}

const char *party_spelling_nearest(const char *word, const char *const *names, size_t n)
{
    const char *nearest = NULL;
    /* At most a third of the letters and one more may differ; chosen by hand. */
    size_t length = strlen(word), fewest = length / 3 + 2;
    if (length > LONGEST)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        size_t count = strlen(names[i]) > LONGEST ? LONGEST : edits(word, names[i]);
        if (count < fewest && count < length) {
            fewest = count;
            nearest = names[i];
        }
    }
    return nearest;
}

const char *party_spelling_shown(const char *value)
{
    return *value ? value : "''";
}

void party_spelling_hint(const char *word, const char *const *names, size_t n,
                         char *text, size_t bytes)
{
    const char *nearest = party_spelling_nearest(word, names, n);
    if (nearest) {
        snprintf(text, bytes, "; did you mean '%s'?", nearest);
        return;
    }
    size_t used = (size_t)snprintf(text, bytes, "; it has:");
    for (size_t i = 0; i < n && used < bytes; i++) {
        const char *name = party_spelling_shown(names[i]);
        size_t need = strlen(name) + 2;
        if (used + need + sizeof ", ..." > bytes) {
            snprintf(text + used, bytes - used, ", ...");
            return;
        }
        used +=
            (size_t)snprintf(text + used, bytes - used, "%s %s", i ? "," : "", name);
    }
}

bool party_csv_whole_number(const char *text, int64_t *value)
{
    const char *digits = text + (*text == '-');
    int64_t sum = 0;
    size_t n = strspn(digits, "0123456789");
    if (n == 0 || n > 18 || digits[n])
        return false;
    for (size_t i = 0; i < n; i++)
        sum = 10 * sum + (digits[i] - '0');
    *value = digits == text ? sum : -sum;
    return true;
}

bool party_csv_number(const char *text, double *value)
{
    int64_t whole;
    char *end;
    *value = NAN;
    if (party_csv_whole_number(text, &whole)) {
        *value = (double)whole;
    } else {
        if (!*text || text[strspn(text, "0123456789+-.eE")])
            return false; /* strtod accepts blanks, words and hexadecimal */
        double number = strtod(text, &end);
        if (*end || end == text)
            return false;
        *value = number;
    }
    return fabs(*value) < 1e15;
}
