#include "hdf.h"

#include "files.h"
#include "utf8.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The error stack of the last failed call: the errno of the system call at its root, and the
 * description of its innermost entry. Stored here because closing handles clears HDF5's own
 * stack. */
static struct trace {
    int number;
    char words[160];
} last_failure;

static herr_t read_entry(unsigned n, const H5E_error2_t *entry, void *to)
{
    struct trace *trace = to;
    (void)n;
    const char *number = entry->desc ? strstr(entry->desc, "errno = ") : NULL;
    if (number && !trace->number)
        (void)sscanf(number, "errno = %d", &trace->number);
    if (entry->desc)
        snprintf(trace->words, sizeof trace->words, "%s", entry->desc);
    return 0;
}

/* Called by HDF5 instead of printing. */
static herr_t remember(hid_t stack, void *to)
{
    struct trace *trace = to;
    *trace = (struct trace){0};
    return H5Ewalk2(stack, H5E_WALK_DOWNWARD, read_entry, trace);
}

void hdf_quiet(void)
{
    /* At exit HDF5 would close files again that could not be written, and crash: version 1.10
     * does so after a full disk. All data were flushed and checked before. */
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, remember, &last_failure);
    if (H5Lis_registered(H5L_TYPE_EXTERNAL) > 0)
        H5Lunregister(H5L_TYPE_EXTERNAL);
}

enum status hdf_error(struct error *err, const char *path, const char *doing)
{
    struct trace trace = last_failure;
    last_failure = (struct trace){0};
    if (trace.number)
        return files_error(err, path, doing, trace.number);
    return error_set(err, STATUS_IO, "%s: %s failed: %s", path, doing,
                     trace.words[0] ? trace.words : "HDF5 does not say why");
}

hid_t hdf_access(bool clear_flags)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access < 0)
        return access;
    /* The oldest format that one process may read while another writes, and the newest that every
     * HDF5 in use reads, whatever HDF5 wrote it. */
    herr_t bad = H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    if (bad >= 0)
        bad = H5Pset_file_locking(access, true, true);
    /* One read attempt for files of this process: by default HDF5 reads a damaged header a
     * hundred times in single-writer mode, with pauses that double. */
    if (bad >= 0)
        bad = H5Pset_metadata_read_attempts(access, 1);
    hbool_t yes = true;
    if (bad >= 0 && clear_flags)
        bad = H5Pset(access, "clear_status_flags", &yes);
    if (bad >= 0)
        return access;
    H5Pclose(access);
    return H5I_INVALID_HID;
}

/* Read attempts of a reader, for data that a writer may be about to write. HDF5 doubles its
 * pause after each attempt, from 1 ns: 27 attempts take about 0.1 s, and the default of 100
 * would never end for a file that is truncated within its first block. */
enum { LOOKS = 27 };

hid_t hdf_open_any(const char *path)
{
    hid_t access = hdf_access(false);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access);
    if (file < 0 && H5Pset_metadata_read_attempts(access, LOOKS) >= 0)
        file = H5Fopen(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
    H5Pclose(access);
    return file;
}

hid_t hdf_open_set(hid_t at, const char *name)
{
    hid_t set = H5Dopen2(at, name, H5P_DEFAULT);
    hid_t list = set < 0 ? set : H5Dget_create_plist(set);
    bool own = list >= 0 && H5Pget_layout(list) != H5D_VIRTUAL &&
               H5Pget_external_count(list) == 0;
    if (list >= 0)
        H5Pclose(list);
    if (own || set < 0)
        return set;
    H5Dclose(set);
    return H5I_INVALID_HID;
}

enum status hdf_mend(const char *path, struct error *err)
{
    hbool_t yes = true;
    hid_t access = hdf_access(true), file = H5I_INVALID_HID;
    if (access >= 0 && H5Pset(access, "skip_eof_check", &yes) >= 0)
        file = H5Fopen(path, H5F_ACC_RDWR, access);
    herr_t bad = file < 0 ? -1 : H5Fincrement_filesize(file, 0);
    if (bad >= 0)
        bad = H5Fflush(file, H5F_SCOPE_GLOBAL);
    enum status status = bad < 0 ? hdf_error(err, path, "opening") : STATUS_OK;
    if (file >= 0)
        H5Fclose(file);
    if (access >= 0)
        H5Pclose(access);
    return status;
}

hid_t hdf_text_type(size_t bytes)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type < 0)
        return type;
    if (H5Tset_size(type, bytes ? bytes : H5T_VARIABLE) >= 0 &&
        H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
        H5Tset_strpad(type, bytes ? H5T_STR_NULLPAD : H5T_STR_NULLTERM) >= 0)
        return type;
    H5Tclose(type);
    return H5I_INVALID_HID;
}

static herr_t put(hid_t object, const char *name, hid_t type, const void *value)
{
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute =
        H5Aexists(object, name) > 0
            ? H5Aopen(object, name, H5P_DEFAULT)
            : H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    herr_t bad = attribute < 0 ? -1 : H5Awrite(attribute, type, value);
    if (attribute >= 0)
        H5Aclose(attribute);
    H5Sclose(space);
    return bad;
}

void hdf_fit_text(const char *text, char *out, size_t bytes)
{
    memset(out, 0, bytes);
    utf8_mend(text ? text : "", out, bytes);
}

herr_t hdf_put_text(hid_t object, const char *name, const char *text, size_t bytes)
{
    char fixed[1024];
    hid_t type = hdf_text_type(bytes);
    if (type < 0 || bytes > sizeof fixed)
        return -1;
    herr_t bad = -1;
    if (bytes) {
        hdf_fit_text(text, fixed, bytes);
        bad = put(object, name, type, fixed);
    } else {
        char *copy = utf8_mended(text);
        bad = copy ? put(object, name, type, &copy) : -1;
        free(copy);
    }
    H5Tclose(type);
    return bad;
}

herr_t hdf_put_optional(hid_t object, const char *name, const char *text)
{
    if (text)
        return hdf_put_text(object, name, text, 0);
    return H5Aexists(object, name) > 0 ? H5Adelete(object, name) : 0;
}

herr_t hdf_put_int(hid_t object, const char *name, int64_t value)
{
    return put(object, name, H5T_NATIVE_INT64, &value);
}

herr_t hdf_put_uint(hid_t object, const char *name, uint64_t value)
{
    return put(object, name, H5T_NATIVE_UINT64, &value);
}

herr_t hdf_put_real(hid_t object, const char *name, double value)
{
    return put(object, name, H5T_NATIVE_DOUBLE, &value);
}

/* Opens a scalar attribute of a type class; the caller closes attribute and type. */
static bool open_attribute(hid_t object, const char *name, H5T_class_t class,
                           hid_t *attribute, hid_t *type)
{
    if (H5Aexists(object, name) <= 0)
        return false;
    *attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (*attribute < 0)
        return false;
    *type = H5Aget_type(*attribute);
    hid_t space = H5Aget_space(*attribute);
    bool fits = *type >= 0 && space >= 0 && H5Tget_class(*type) == class &&
                H5Sget_simple_extent_npoints(space) == 1;
    if (space >= 0)
        H5Sclose(space);
    if (fits)
        return true;
    if (*type >= 0)
        H5Tclose(*type);
    H5Aclose(*attribute);
    return false;
}

static bool get_number(hid_t object, const char *name, H5T_class_t class, hid_t memory,
                       void *value)
{
    hid_t attribute, type;
    if (!open_attribute(object, name, class, &attribute, &type))
        return false;
    bool read = H5Aread(attribute, memory, value) >= 0;
    H5Tclose(type);
    H5Aclose(attribute);
    return read;
}

bool hdf_get_int(hid_t object, const char *name, int64_t *value)
{
    return get_number(object, name, H5T_INTEGER, H5T_NATIVE_INT64, value);
}

bool hdf_get_uint(hid_t object, const char *name, uint64_t *value)
{
    return get_number(object, name, H5T_INTEGER, H5T_NATIVE_UINT64, value);
}

bool hdf_get_real(hid_t object, const char *name, double *value)
{
    return get_number(object, name, H5T_FLOAT, H5T_NATIVE_DOUBLE, value);
}

static enum status read_variable_text(hid_t attribute, struct arena *arena,
                                      const char **text)
{
    char *value = NULL;
    hid_t type = hdf_text_type(0);
    bool read = H5Aread(attribute, type, &value) >= 0;
    /* HDF5 returns no pointer for an empty text. */
    *text = read ? arena_text(arena, value ? value : "") : NULL;
    if (value)
        H5free_memory(value);
    H5Tclose(type);
    if (!read)
        return STATUS_INPUT;
    return *text ? STATUS_OK : STATUS_MEMORY;
}

static enum status read_fixed_text(hid_t attribute, size_t bytes, struct arena *arena,
                                   const char **text)
{
    char *value = arena_take(arena, bytes + 1);
    if (!value)
        return STATUS_MEMORY;
    hid_t type = hdf_text_type(bytes);
    bool read = H5Aread(attribute, type, value) >= 0;
    H5Tclose(type);
    *text = value;
    return read ? STATUS_OK : STATUS_INPUT;
}

enum status hdf_get_text(hid_t object, const char *name, struct arena *arena,
                         const char **text)
{
    hid_t attribute, type;
    if (!open_attribute(object, name, H5T_STRING, &attribute, &type))
        return STATUS_INPUT;
    enum status status =
        H5Tis_variable_str(type) > 0
            ? read_variable_text(attribute, arena, text)
            : read_fixed_text(attribute, H5Tget_size(type), arena, text);
    H5Tclose(type);
    H5Aclose(attribute);
    return status;
}

typedef herr_t (*transfer)(hid_t set, hid_t type, hid_t memory, hid_t file, void *data);

static herr_t do_write(hid_t set, hid_t type, hid_t memory, hid_t file, void *data)
{
    return H5Dwrite(set, type, memory, file, H5P_DEFAULT, data);
}

static herr_t do_read(hid_t set, hid_t type, hid_t memory, hid_t file, void *data)
{
    return H5Dread(set, type, memory, file, H5P_DEFAULT, data);
}

static herr_t move_block(hid_t set, hid_t type, int dims, const hsize_t *start,
                         const hsize_t *count, void *data, transfer move)
{
    hid_t file = H5Dget_space(set);
    hid_t memory = H5Screate_simple(dims, count, NULL);
    herr_t bad = -1;
    if (file >= 0 && memory >= 0 &&
        H5Sselect_hyperslab(file, H5S_SELECT_SET, start, NULL, count, NULL) >= 0)
        bad = move(set, type, memory, file, data);
    if (memory >= 0)
        H5Sclose(memory);
    if (file >= 0)
        H5Sclose(file);
    return bad;
}

herr_t hdf_write_block(hid_t set, hid_t type, int dims, const hsize_t *start,
                       const hsize_t *count, const void *data)
{
    return move_block(set, type, dims, start, count, (void *)data, do_write);
}

herr_t hdf_read_block(hid_t set, hid_t type, int dims, const hsize_t *start,
                      const hsize_t *count, void *data)
{
    return move_block(set, type, dims, start, count, data, do_read);
}

bool hdf_extents(hid_t set, int dims, hsize_t *extents)
{
    hid_t space = H5Dget_space(set);
    if (space < 0)
        return false;
    bool fits = H5Sget_simple_extent_ndims(space) == dims &&
                H5Sget_simple_extent_dims(space, extents, NULL) == dims;
    H5Sclose(space);
    return fits;
}

enum status hdf_flush(hid_t file, const char *path, struct error *err)
{
    if (H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0)
        return STATUS_OK;
    return hdf_error(err, path, "writing");
}

enum status hdf_sync(hid_t file, const char *path, struct error *err)
{
    void *handle = NULL;
    if (H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 || !handle)
        return hdf_error(err, path, "syncing");
    if (fsync(*(int *)handle))
        return files_error(err, path, "syncing", errno);
    return STATUS_OK;
}
