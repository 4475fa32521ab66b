/* The verifier's own CSV reader: a file as a table of texts. Shares no code with
 * party_csv.h; the format is the same, RFC 4180 as described there. */
#ifndef SKERRY_PARTY_VERIFY_CSV_H
#define SKERRY_PARTY_VERIFY_CSV_H

#include "arena.h"
#include "option.h"

struct party_verify_csv {
    size_t records, columns; /* the header is record 0 */
    const char **field;      /* records x columns */
};

/* Reads a file into arena. False if records differ in length, a quote is not closed,
 * the file is empty, or without memory. */
bool party_verify_csv_read(const struct option_file *file, struct arena *arena,
                           struct party_verify_csv *csv);

/* One field; record 0 is the header. */
const char *party_verify_csv_at(const struct party_verify_csv *csv, size_t record,
                                size_t column);

/* Index of the column with a name; csv->columns if there is none. */
size_t party_verify_csv_column(const struct party_verify_csv *csv, const char *name);

#endif
