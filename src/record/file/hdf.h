/* The HDF5 calls that the recorder and the reader share. Used inside src/record; the
 * only headers that include hdf5.h are this one and layout.h.
 *
 * HDF5 keeps an error stack of its own; hdf_error turns it into ours. */
#ifndef SKERRY_RECORD_HDF_H
#define SKERRY_RECORD_HDF_H

#include "arena.h"
#include "status.h"

#include <hdf5.h>
#include <hdf5_hl.h>
#include <stdbool.h>
#include <stdint.h>

/* Makes HDF5 remember its last failure, for hdf_error, instead of printing it;
 * idempotent. Before any other call. */
void hdf_quiet(void);

/* Access list for our files: newest format, locks ignored where the file system has
 * none; `clear_flags`: opens a file whose writer was killed. */
hid_t hdf_access(bool clear_flags);

/* Opens a file for reading, whether or not its writer was killed or still runs. */
hid_t hdf_open_any(const char *path);

/* Makes a file whose writer was killed fit to be opened for writing: sets the end that
 * its superblock names to where the file really ends. A kill during a flush leaves it
 * too low (new data would be put over old), a full disk too high. STATUS_FULL,
 * STATUS_IO. */
enum status hdf_mend(const char *path, struct error *err);

/* A string type: fixed length `bytes` (NUL-padded UTF-8), or variable when 0. */
hid_t hdf_text_type(size_t bytes);

/* Turns the last failed HDF5 call into an error: STATUS_FULL when a write found no
 * room, else STATUS_IO. `doing` reads as "writing". */
enum status hdf_error(struct error *err, const char *path, const char *doing);

/* Attributes. They are created or overwritten; `bytes` 0 stores text of any length,
 * which cannot be changed any more once single-writer mode has begun; otherwise text is
 * cut to bytes - 1. Bytes that are not UTF-8 become question marks. All return a
 * negative number on failure. */
herr_t hdf_put_text(hid_t object, const char *name, const char *text, size_t bytes);
herr_t hdf_put_int(hid_t object, const char *name, int64_t value);
herr_t hdf_put_uint(hid_t object, const char *name, uint64_t value);
herr_t hdf_put_real(hid_t object, const char *name, double value);

/* Reading of attributes written by anyone: false, or STATUS_INPUT, when one is absent
 * or is of another kind. Text is copied to the arena; STATUS_MEMORY when that has no
 * room, which says nothing about the file. */
enum status hdf_get_text(hid_t object, const char *name, struct arena *arena,
                         const char **text);
bool hdf_get_int(hid_t object, const char *name, int64_t *value);
bool hdf_get_uint(hid_t object, const char *name, uint64_t *value);
bool hdf_get_real(hid_t object, const char *name, double *value);

enum { HDF_MAX_DIMS = 3 };

/* Writes a block of a dataset from memory of type `type`; the dataset is large enough.
 */
herr_t hdf_write_block(hid_t set, hid_t type, int dims, const hsize_t *start,
                       const hsize_t *count, const void *data);
herr_t hdf_read_block(hid_t set, hid_t type, int dims, const hsize_t *start,
                      const hsize_t *count, void *data);

/* Extents of a dataset with exactly `dims` dimensions; false when it has others. */
bool hdf_extents(hid_t set, int dims, hsize_t *extents);

/* Flushes everything to the operating system; STATUS_FULL or STATUS_IO when a write
 * failed, which is the only sign of a full disk that HDF5 gives. */
enum status hdf_flush(hid_t file, const char *path, struct error *err);

/* After hdf_flush: asks the operating system to bring it to the disk. */
enum status hdf_sync(hid_t file, const char *path, struct error *err);

#endif
