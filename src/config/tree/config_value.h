/* Scalar values of a config: parsing, printing, and descriptions for error messages. */
#ifndef SKERRY_CONFIG_VALUE_H
#define SKERRY_CONFIG_VALUE_H

#include "option.h"

/* Parses true, false, yes, no, on, off, in upper or lower case. */
bool config_value_bool(const char *text, bool *out);

/* Parses a decimal integer, also in the form of a real (1e6). False also if it does not fit
 * or equals OPTION_ABSENT; `huge` is then set. */
bool config_value_int(const char *text, int64_t *out, bool *huge);

/* Parses a decimal real, .inf or -.inf; not .nan, which represents an absent value. False
 * with `huge` set if it overflows. */
bool config_value_real(const char *text, double *out, bool *huge);

/* Whether a key is a time in seconds: a REAL whose name ends in _s. */
bool config_value_is_time(const struct config_option *option);

/* Parses a duration: numbers without a sign, each followed by s, min, h or d: "8h", "1h30min". In
 * seconds. */
bool config_value_duration(const char *text, double *out);

enum { VALUE_BYTES = 40 };

/* The shortest YAML text that parses to the same number; out has VALUE_BYTES. */
const char *config_value_print(double number, char *out);

/* Whether the text can be written in YAML without quotes: letters, digits and a few signs,
 * and not a word for null, true, false or a number. */
bool config_value_is_bare(const char *text);

/* Formats text in single quotes on one line, with control characters escaped, truncated if
 * long; returns out. */
const char *config_value_shown(const char *text, char *out, size_t bytes);

/* Whether a bound of a table is worth telling before a value is outside of it: below 1e15. */
bool config_value_is_told(double bound);

/* Describes the values of a key: "whole number in 1..100", "one of none, ring"; returns
 * out. */
const char *config_value_expected(const struct config_option *option, char *out,
                                  size_t bytes);

/* The name most similar to `text` by edit distance, or NULL if none is similar.
 * Two neighbouring letters exchanged are one edit (optimal string alignment), another case is
 * none.
 * Source: Damerau, A technique for computer detection and correction of spelling errors,
 * Communications of the ACM 7(3), 1964. O(length^2) per name. */
const char *config_value_nearest(const char *text, const char *const *names,
                                 size_t count);

/* Whether the items of a list or map are plain values (or lists), not mappings. */
static inline bool option_is_plain(const struct config_option *option)
{
    return option->fields[0].name && !option->fields[0].name[0];
}

#endif
