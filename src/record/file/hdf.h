/* HDF5 utilities shared by the recorder and the reader. Used inside src/record; no other
 * header includes hdf5.h. hdf_error converts HDF5's error stack to our errors.
 *
 * Source: HDF5 File Format Specification, through the HDF5 library. */
#ifndef SKERRY_RECORD_HDF_H
#define SKERRY_RECORD_HDF_H

#include "arena.h"
#include "status.h"

#include <hdf5.h>
#include <hdf5_hl.h>
#include <stdbool.h>
#include <stdint.h>

/* Makes HDF5 store its last failure for hdf_error instead of printing it, and follow no link to
 * another file; idempotent. To be called before any other function. */
void hdf_quiet(void);

/* The access property list for our files: the format of HDF5 1.10, no locks on file systems
 * without them; `clear_flags`: opens a file whose writer was killed. */
hid_t hdf_access(bool clear_flags);

/* Opens a file for reading, whether or not its writer was killed or still runs. */
hid_t hdf_open_any(const char *path);

/* Opens a dataset whose data are in this file. Negative if it is missing, or if its data are in
 * another file (external storage, a virtual dataset), which no digest covers and no trial (trial_read.h) read. */
hid_t hdf_open_set(hid_t at, const char *name);

/* Repairs a file whose writer was killed, so that it can be opened for writing: sets the end
 * of file in its superblock to the actual size. After a kill during a flush it is too low
 * (new data would overwrite old), after a full disk too high. STATUS_FULL, STATUS_IO. */
enum status hdf_mend(const char *path, struct error *err);

/* A string type: of fixed length `bytes` (NUL-padded UTF-8), or variable if 0. */
hid_t hdf_text_type(size_t bytes);

/* Converts the last failed HDF5 call to an error: STATUS_FULL if a write found no space,
 * otherwise STATUS_IO. `doing` is a word such as "writing". */
enum status hdf_error(struct error *err, const char *path, const char *doing);

/* Copies a text to `out` of fixed length, which is padded with NULs: truncated to bytes - 1, in
 * UTF-8 (utf8_mend), which readers of HDF5 need, and arguments may not be. NULL is the empty text. */
void hdf_fit_text(const char *text, char *out, size_t bytes);

/* Create or overwrite an attribute. With `bytes` 0 text has variable length and cannot be
 * changed in single-writer mode; otherwise it is truncated to bytes - 1. Bytes that are not
 * UTF-8 become question marks. Negative on failure. */
herr_t hdf_put_text(hid_t object, const char *name, const char *text, size_t bytes);
herr_t hdf_put_int(hid_t object, const char *name, int64_t value);
herr_t hdf_put_uint(hid_t object, const char *name, uint64_t value);
herr_t hdf_put_real(hid_t object, const char *name, double value);

/* Writes a text of variable length; removes the attribute, if any, for NULL. Negative on failure. */
herr_t hdf_put_optional(hid_t object, const char *name, const char *text);

/* Read an attribute, of possibly damaged files: false, or STATUS_INPUT, if it is absent or of
 * another type. Text is copied to the arena; STATUS_MEMORY if memory runs out, which does not
 * mean that the file is damaged. */
enum status hdf_get_text(hid_t object, const char *name, struct arena *arena,
                         const char **text);
bool hdf_get_int(hid_t object, const char *name, int64_t *value);
bool hdf_get_uint(hid_t object, const char *name, uint64_t *value);
bool hdf_get_real(hid_t object, const char *name, double *value);

enum { HDF_MAX_DIMS = 3 };

/* Write or read a block (hyperslab) of a dataset, which must be large enough; `type` is that
 * in memory. */
herr_t hdf_write_block(hid_t set, hid_t type, int dims, const hsize_t *start,
                       const hsize_t *count, const void *data);
herr_t hdf_read_block(hid_t set, hid_t type, int dims, const hsize_t *start,
                      const hsize_t *count, void *data);

/* The extents of a dataset; false unless it has exactly `dims` dimensions. */
bool hdf_extents(hid_t set, int dims, hsize_t *extents);

/* Flushes everything to the operating system; STATUS_FULL or STATUS_IO if a write failed. HDF5
 * reports a full disk in no other way. */
enum status hdf_flush(hid_t file, const char *path, struct error *err);

/* After hdf_flush: syncs the file to the disk. */
enum status hdf_sync(hid_t file, const char *path, struct error *err);

#endif
