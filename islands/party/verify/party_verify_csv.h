/* A CSV file as a table of texts: the verifier's own reader, which shares nothing with
 * the loader's. */
#ifndef SKERRY_PARTY_VERIFY_CSV_H
#define SKERRY_PARTY_VERIFY_CSV_H

#include "arena.h"
#include "option.h"

struct party_verify_csv {
    size_t records, columns; /* the header is record 0 */
    const char **field;      /* records x columns */
};

/* Reads a whole file into arena. False when records differ in length, a quote stays
 * open, the file is empty or memory ran out. */
bool party_verify_csv_read(const struct option_file *file, struct arena *arena,
                           struct party_verify_csv *csv);

/* One text; record 0 is the header. */
const char *party_verify_csv_at(const struct party_verify_csv *csv, size_t record,
                                size_t column);

/* Number of the column with a name; sheet->columns when there is none. */
size_t party_verify_csv_column(const struct party_verify_csv *csv, const char *name);

#endif
