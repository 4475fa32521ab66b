/* Words for people who mistype. */
#ifndef SKERRY_PARTY_SPELLING_H
#define SKERRY_PARTY_SPELLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The name nearest to a word, upper and lower case alike; NULL when none is near. */
const char *party_spelling_nearest(const char *word, const char *const *names,
                                   size_t n);

/* "; did you mean 'elf'?", or "; it has: elf, dwarf, ..." as far as it fits. */
void party_spelling_hint(const char *word, const char *const *names, size_t n,
                         char *text, size_t bytes);

/* A whole decimal number and nothing else. */
bool party_csv_whole_number(const char *text, int64_t *value);

/* A decimal number (12, -3.5, 1e6) below 1e15 in magnitude and nothing else. */
bool party_csv_number(const char *text, double *value);

#endif
