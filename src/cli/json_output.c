#include "json_output.h"

#include "number.h"
#include "utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum status json_output_flush(FILE *out, struct error *err)
{
    errno = 0;
    if (fflush(out) == 0 && !ferror(out))
        return STATUS_OK;
    return error_set(err, errno == ENOSPC ? STATUS_FULL : STATUS_IO,
                     "the output was not written: %s",
                     errno ? strerror(errno) : "an earlier write failed");
}

json_t *json_output_name(const char *name)
{
    char *text = utf8_mended(name);
    json_t *string = text ? json_string(text) : NULL;
    free(text);
    return string;
}

/* Prints a number that jansson has written with 17 digits in its shortest form that is read as the
 * same number; a real number stays one. */
static void print_number(const char *text, size_t n, FILE *out)
{
    char own[64], shortest[NUMBER_BYTES];
    if (n >= sizeof own || !memchr(text, '.', n)) {
        (void)fwrite(text, 1, n, out);
        return;
    }
    memcpy(own, text, n);
    own[n] = '\0';
    number_text(strtod(own, NULL), shortest);
    fprintf(out, "%s%s", shortest, strpbrk(shortest, ".e") ? "" : ".0");
}

/* Prints JSON text with shorter numbers. */
static void print_text(const char *text, FILE *out)
{
    while (*text) {
        size_t n = strspn(text, "0123456789+-.eE");
        if (n && *text != 'e' && *text != 'E')
            print_number(text, n, out);
        else if (*text == '"') { /* a string, to its end */
            for (n = 1; text[n] && text[n] != '"'; n++)
                n += text[n] == '\\';
            n += text[n] == '"';
            (void)fwrite(text, 1, n, out);
        } else {
            n = 1;
            fputc(*text, out);
        }
        text += n;
    }
}

static enum status dump(json_t *value, size_t flags, FILE *out, struct error *err)
{
    if (!value)
        return error_set(err, STATUS_MEMORY,
                         "no memory for JSON, or a text is not UTF-8");
    char *text = json_dumps(value, flags | JSON_REAL_PRECISION(17));
    json_decref(value);
    if (!text)
        return error_set(err, STATUS_MEMORY, "no memory for JSON");
    print_text(text, out);
    free(text);
    fputc('\n', out);
    return json_output_flush(out, err);
}

enum status json_output(json_t *value, FILE *out, struct error *err)
{
    return dump(value, JSON_INDENT(2), out, err);
}

enum status json_output_line(json_t *value, FILE *out, struct error *err)
{
    return dump(value, JSON_COMPACT, out, err);
}
