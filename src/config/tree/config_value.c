#include "config_value.h"

#include "arithmetic.h"
#include "number.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define UNBOUNDED 1e15

bool config_value_is_told(double bound)
{
    return fabs(bound) < UNBOUNDED;
}

bool config_value_bool(const char *text, bool *out)
{
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(text, words[i])) {
            *out = i % 2;
            return true;
        }
    return false;
}

static const char *skip_digits(const char *at)
{
    while (isdigit((unsigned char)*at))
        at++;
    return at;
}

static const char *skip_sign(const char *at)
{
    return *at == '-' || *at == '+' ? at + 1 : at;
}

/* strtod alone would accept hexadecimal numbers, "inf" and trailing characters. */
static bool is_decimal(const char *text)
{
    const char *whole = skip_sign(text), *at = skip_digits(whole);
    size_t digits = (size_t)(at - whole);
    if (*at == '.') {
        const char *fraction = at + 1;
        at = skip_digits(fraction);
        digits += (size_t)(at - fraction);
    }
    if (digits && (*at == 'e' || *at == 'E')) {
        const char *exponent = skip_sign(at + 1);
        at = skip_digits(exponent);
        if (at == exponent)
            return false;
    }
    return digits && !*at;
}

bool config_value_real(const char *text, double *out, bool *huge)
{
    *huge = false;
    if (!strcasecmp(skip_sign(text), ".inf")) {
        *out = *text == '-' ? -INFINITY : INFINITY;
        return true;
    }
    if (!is_decimal(text))
        return false;
    *out = strtod(text, NULL);
    *huge = isinf(*out);
    return !*huge;
}

bool config_value_int(const char *text, int64_t *out, bool *huge)
{
    double real;
    const char *digits = skip_sign(text);
    *huge = false;
    if (*digits && !*skip_digits(digits)) {
        errno = 0;
        *out = strtoll(text, NULL, 10);
        *huge = errno == ERANGE || *out == OPTION_ABSENT;
        return !*huge;
    }
    if (!is_decimal(text) || !config_value_real(text, &real, huge))
        return false;
    if (!arithmetic_is_whole(real) || !number_is_kept(text))
        return false;
    *huge = !(fabs(real) < 0x1p63);
    *out = *huge ? 0 : (int64_t)real;
    return !*huge;
}

bool config_value_is_time(const struct config_option *option)
{
    size_t n = option->name ? strlen(option->name) : 0;
    return option->type == OPTION_REAL && n > 2 && !strcmp(option->name + n - 2, "_s");
}

bool config_value_duration(const char *text, double *out)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}};
    double sum = 0;
    do {
        const char *end = skip_digits(text);
        if (end > text && *end == '.')
            end = skip_digits(end + 1);
        size_t n = strspn(end, "abcdefghijklmnopqrstuvwxyz"), i = 0;
        while (i < 4 &&
               (strlen(units[i].name) != n || strncmp(end, units[i].name, n) != 0))
            i++;
        if (end == text || i == 4)
            return false;
        sum += strtod(text, NULL) * units[i].seconds;
        text = end + n;
    } while (*text);
    *out = sum;
    return isfinite(sum);
}

const char *config_value_print(double number, char *out)
{
    if (isnan(number))
        return strcpy(out, "~");
    if (isinf(number))
        return strcpy(out, number > 0 ? ".inf" : "-.inf");
    number_text(number, out);
    /* "1e-05" is a real here, but text for many YAML parsers. */
    char *e = strchr(out, 'e');
    if (e && !strchr(out, '.')) {
        memmove(e + 2, e, strlen(e) + 1);
        e[0] = '.';
        e[1] = '0';
    }
    return out;
}

bool config_value_is_bare(const char *text)
{
    static const char *const words[] = {"null", "true", "false", "yes", "no",
                                        "on",   "off",  "y",     "n"};
    if (!isalpha((unsigned char)*text) && *text != '_' && *text != '/')
        return false;
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_/.-+", *c))
            return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(text, words[i]))
            return false;
    return true;
}

const char *config_value_shown(const char *text, char *out, size_t bytes)
{
    size_t used = 1;
    out[0] = '\'';
    for (; *text; text++) {
        char piece[8] = {*text};
        if (iscntrl((unsigned char)*text))
            snprintf(piece, sizeof piece, "\\x%02x", (unsigned char)*text);
        if (used + strlen(piece) + sizeof "...'" > bytes) {
            while ((*text & 0xC0) == 0x80 && used > 1 && (out[used] = '\0', true) &&
                   (out[--used] & 0xC0) == 0x80)
                continue; /* not within a character of several bytes */
            used += (size_t)snprintf(out + used, bytes - used, "...");
            break;
        }
        used += (size_t)snprintf(out + used, bytes - used, "%s", piece);
    }
    snprintf(out + used, bytes - used, "'");
    return out;
}

/* Text that is built in a buffer. */
struct words {
    char *out;
    size_t bytes, used;
};

static void say(struct words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(struct words *words, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n =
        vsnprintf(words->out + words->used, words->bytes - words->used, format, args);
    va_end(args);
    if (n > 0)
        words->used += (size_t)n;
    if (words->used >= words->bytes)
        words->used = words->bytes - 1;
}

static void say_range(struct words *words, double min, double max)
{
    char low[VALUE_BYTES], high[VALUE_BYTES];
    bool has_low = config_value_is_told(min), has_high = config_value_is_told(max);
    config_value_print(min, low);
    config_value_print(max, high);
    if (has_low && has_high)
        say(words, " in %s..%s", low, high);
    else if (has_low)
        say(words, " >= %s", low);
    else if (has_high)
        say(words, " <= %s", high);
}

static void say_count(struct words *words, double min, double max, const char *one,
                      const char *many)
{
    char low[VALUE_BYTES], high[VALUE_BYTES];
    bool has_high = config_value_is_told(max);
    config_value_print(min, low);
    config_value_print(max, high);
    if (min == max)
        say(words, " of %s %s", low, min == 1 ? one : many);
    else if (has_high)
        say(words, " of %s..%s %s", low, high, many);
    else if (min > 0)
        say(words, " of %s or more %s", low, many);
    else
        say(words, " of %s", many);
}

static void say_expected(struct words *words, const struct config_option *option);

static void say_names(struct words *words, const struct config_option *fields)
{
    for (size_t i = 0; fields && fields[i].name; i++)
        say(words, "%s%s", i ? ", " : "", fields[i].name);
}

static void say_items(struct words *words, const struct config_option *option)
{
    if (option_is_plain(option)) {
        say(words, ", each: ");
        say_expected(words, &option->fields[0]);
    } else {
        say(words, ", each with keys among ");
        say_names(words, option->fields);
    }
}

static void say_expected(struct words *words, const struct config_option *option)
{
    switch (option->type) {
    case OPTION_BOOL:
        say(words, "true or false");
        break;
    case OPTION_INT:
        say(words, "whole number");
        say_range(words, option->min, option->max);
        break;
    case OPTION_REAL:
        say(words, "number");
        say_range(words, option->min, option->max);
        if (config_value_is_time(option))
            say(words, ", or a duration as 90s, 30min, 8h, 2d");
        break;
    case OPTION_TEXT:
        say(words, "text");
        break;
    case OPTION_FILE:
        say(words, "file name");
        break;
    case OPTION_CHOICE:
        say(words, "one of ");
        for (size_t i = 0; option->choices[i]; i++)
            say(words, "%s%s", i ? ", " : "", option->choices[i]);
        break;
    case OPTION_GROUP:
        say(words, "keys among ");
        say_names(words, option->fields);
        break;
    case OPTION_LIST:
        say(words, "list");
        say_count(words, option->min, option->max, "item", "items");
        say_items(words, option);
        break;
    case OPTION_MAP:
        say(words, "mapping of names to values, {NAME: VALUE},");
        say_count(words, option->min, option->max, "entry", "entries");
        say_items(words, option);
        break;
    }
}

const char *config_value_expected(const struct config_option *option, char *out,
                                  size_t bytes)
{
    struct words words = {out, bytes, 0};
    out[0] = '\0';
    say_expected(&words, option);
    return out;
}

static size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool is_same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The edit distance of two short names, without regard to case, with exchanges of neighbours. */
static size_t edits(const char *a, const char *b)
{
    enum { LONGEST = 48 };
    size_t n = strlen(a), m = strlen(b), rows[3][LONGEST + 1];
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t i = 0; i <= n; i++) {
        size_t *row = rows[i % 3];
        const size_t *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = i ? lesser(last[j], row[j - 1]) + 1 : j;
            if (i)
                row[j] = lesser(row[j], last[j - 1] + !is_same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) &&
                is_same(a[i - 2], b[j - 1]))
                row[j] = lesser(row[j], before[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

const char *config_value_nearest(const char *text, const char *const *names,
                                 size_t count)
{
    const char *nearest = NULL;
    size_t least = strlen(text) < 4 ? 2 : 3;
    for (size_t i = 0; i < count; i++) {
        size_t n = edits(text, names[i]);
        if (n < least && n < strlen(names[i])) {
            least = n;
            nearest = names[i];
        }
    }
    return nearest;
}
