/* What the files of the layout share. Used inside src/record/file. */
#ifndef SKERRY_RECORD_LAYOUT_PARTS_H
#define SKERRY_RECORD_LAYOUT_PARTS_H

#include "layout.h"

enum { LAYOUT_SCALE_ROWS = 1024 }; /* chunk length of scales; chosen by hand */

/* The length of the last dimension of a text that is an array of characters; 0: it is none.
 *
 * text_bytes  of the description of a solution */
size_t layout_chars_of(enum layout_kind kind, size_t text_bytes);

/* The access property list: a chunk cache for one open chunk of each replica, so that a flush
 * does not write a chunk twice.
 *
 * rows  of a chunk, generations or migrations */
hid_t layout_access_list(const struct layout *layout, const struct layout_entry *entry,
                         size_t rows);

/* Numbers the entries first..extent-1 of a scale, whose rows are thinned out after the first `all_rows`. */
herr_t layout_number_scale(hid_t scale, uint64_t all_rows, hsize_t first,
                           hsize_t extent);

/* Writes the attributes of a dataset, of a scale: units, long_name, and how texts and missing numbers
 * are coded. */
herr_t layout_describe_column(hid_t set, enum layout_column column,
                              const struct shape *shape);
herr_t layout_describe_scale(hid_t scale, enum layout_dim dim);

#endif
