#include "json_output.h"

#include <errno.h>
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

static enum status dump(json_t *value, size_t flags, FILE *out, struct error *err)
{
    if (!value)
        return error_set(err, STATUS_MEMORY,
                         "no memory for JSON, or a text is not UTF-8");
    int failed = json_dumpf(value, out, flags | JSON_REAL_PRECISION(17));
    json_decref(value);
    fputc('\n', out);
    enum status status = json_output_flush(out, err);
    if (failed && status == STATUS_OK)
        status = error_set(err, STATUS_IO, "the output was not written");
    return status;
}

enum status json_output(json_t *value, FILE *out, struct error *err)
{
    return dump(value, JSON_INDENT(2), out, err);
}

enum status json_output_line(json_t *value, FILE *out, struct error *err)
{
    return dump(value, JSON_COMPACT, out, err);
}
