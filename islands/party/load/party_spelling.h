/* Suggestions for misspelt names, and strict parsing of numbers.
 *
 * Source: V. Levenshtein, Binary codes capable of correcting deletions, insertions, and
 * reversals, Soviet Physics Doklady 10, 1966, for the distance, case ignored; computed
 * as R. Wagner, M. Fischer, The string-to-string correction problem, Journal of the ACM
 * 21, 1974. Cost: the product of both lengths for each name. */
#ifndef SKERRY_PARTY_SPELLING_H
#define SKERRY_PARTY_SPELLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The name of the least edit distance to a word; NULL if none is close. */
const char *party_spelling_nearest(const char *word, const char *const *names,
                                   size_t n);

/* "; did you mean 'elf'?", or "; it has: elf, dwarf, ...", truncated to bytes. */
void party_spelling_hint(const char *word, const char *const *names, size_t n,
                         char *text, size_t bytes);

/* A value of a trait as messages show it: '' where it is empty. */
const char *party_spelling_shown(const char *value);

/* A decimal integer and nothing else. */
bool party_csv_whole_number(const char *text, int64_t *value);

/* A decimal number (12, -3.5, 1e6) below 1e15 in magnitude and nothing else. If it is not, value
 * is NaN where the text is no number, and beyond 1e15 or infinite where it is too large. */
bool party_csv_number(const char *text, double *value);

#endif
