/* Reads a CSV file as people write it, in UTF-8: a header, one record a line, fields
 * quoted where they hold commas, quotes or newlines; lines end in LF or CRLF; a UTF-8
 * mark in front, blank lines and spaces around fields are passed over. */
#ifndef SKERRY_PARTY_CSV_H
#define SKERRY_PARTY_CSV_H

#include "option.h"
#include "status.h"

enum { PARTY_CSV_FIELDS = 256, PARTY_CSV_RECORD_BYTES = 1 << 16 };

/* One record; borrowed until the next one. */
struct party_csv_record {
    const char *file; /* for messages */
    size_t line;      /* the line it ends in, from 1 */
    size_t count;
    const char *field[PARTY_CSV_FIELDS];
};

/* Tells `record` of each record in file order, the header first (is_header); stops at
 * the first status that is not OK. All records have as many fields as the header. key
 * config path of the file, for errors in its form: STATUS_INPUT with "FILE:LINE: ..."
 */
enum status party_csv_read(const struct option_file *file, const char *key,
                           enum status (*record)(void *self,
                                                 const struct party_csv_record *record,
                                                 bool is_header, struct error *err),
                           void *self, struct error *err);

#endif
