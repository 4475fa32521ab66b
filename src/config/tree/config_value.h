/* Single values of a config: reading, printing, and the words that errors use. */
#ifndef SKERRY_CONFIG_VALUE_H
#define SKERRY_CONFIG_VALUE_H

#include "option.h"

/* true, false, yes, no, on, off in any case. */
bool config_value_bool(const char *text, bool *out);

/* Decimal digits, or a real that is integral (1e6); nothing else. False as well when
 * it does not fit, or is OPTION_ABSENT; `huge` then says that it is too large. */
bool config_value_int(const char *text, int64_t *out, bool *huge);

/* A decimal real, .inf or -.inf; .nan is refused, since it stands for absent. False
 * with `huge` when it overflows. */
bool config_value_real(const char *text, double *out, bool *huge);

enum { VALUE_BYTES = 40 };

/* The shortest YAML text that reads back as the same number; out has VALUE_BYTES. */
const char *config_value_print(double number, char *out);

/* Whether YAML reads the bare text back as that text: letters, digits and a few signs,
 * and no word for null, true, false or a number. */
bool config_value_is_bare(const char *text);

/* Text in single quotes on one line, control characters escaped, cut where it is
 * long; returns out. */
const char *config_value_shown(const char *text, char *out, size_t bytes);

/* What a key takes: "whole number in 1..100", "one of none, ring"; returns out. */
const char *config_value_expected(const struct config_option *option, char *out,
                                  size_t bytes);

/* The name in the list that is most like `text`, or NULL when none is near. */
const char *config_value_nearest(const char *text, const char *const *names,
                                 size_t count);

/* Whether the items of a list or map are plain values (or lists), not mappings. */
static inline bool option_is_plain(const struct config_option *option)
{
    return option->fields[0].name && !option->fields[0].name[0];
}

#endif
