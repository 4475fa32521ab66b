/* Reader of CSV files in UTF-8: a header, one record a line, fields quoted if they hold
 * commas, quotes or newlines.
 *
 * Source: RFC 4180 (Y. Shafranovich, Common Format and MIME Type for Comma-Separated
 * Values Files, 2005), read by libcsv. Differs: lines may end in LF alone; a byte order
 * mark, blank lines, lines of commas alone and blanks around fields are ignored. */
#ifndef SKERRY_PARTY_CSV_H
#define SKERRY_PARTY_CSV_H

#include "option.h"
#include "status.h"

/* Limits of a record; chosen by hand. */
enum { PARTY_CSV_FIELDS = 256, PARTY_CSV_RECORD_BYTES = 1 << 16 };

/* One record; valid until the next one. */
struct party_csv_record {
    const char *file; /* for messages */
    size_t line;      /* its last line, from 1 */
    size_t count;
    const char *field[PARTY_CSV_FIELDS];
};

/* Calls `record` for each record in file order, the header first (is_header); stops at
 * the first status that is not OK. All records have as many fields as the header.
 *
 * key  config path of the file, for syntax errors: STATUS_INPUT with "FILE:LINE:
 *      ..." */
enum status party_csv_read(const struct option_file *file, const char *key,
                           enum status (*record)(void *self,
                                                 const struct party_csv_record *record,
                                                 bool is_header, struct error *err),
                           void *self, struct error *err);

#endif
