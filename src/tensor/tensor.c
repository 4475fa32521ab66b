#include "tensor.h"

#include "trial.h"

#include <hdf5.h>
#include <hdf5_hl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 1 << 28 /* of one tensor */ };

/* Suppresses HDF5's printing of errors; they become errors of ours. Links to other files are not followed: who
 * knows the bytes of a file knows what is read of it. */
struct silence {
    H5E_auto2_t told;
    void *data;
};

static struct silence silence_begin(void)
{
    struct silence before = {NULL, NULL};
    /* As in the recorder, which may be used later in the same process: this must be the
     * first call of the library. */
    H5dont_atexit();
    H5Eget_auto2(H5E_DEFAULT, &before.told, &before.data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    if (H5Lis_registered(H5L_TYPE_EXTERNAL) > 0)
        H5Lunregister(H5L_TYPE_EXTERNAL);
    return before;
}

static void silence_end(struct silence before)
{
    H5Eset_auto2(H5E_DEFAULT, before.told, before.data);
}

static enum status wrong(const struct tensor_file *file, const char *name,
                         const char *what, struct error *err)
{
    return error_set(err, STATUS_INPUT, "%s: %s: %s", file->path, name, what);
}

/* From superblock version 2 on, the metadata have checksums. HDF5 trusts those of older
 * versions, and would access arbitrary memory if they are damaged. */
static bool has_checksums(const struct option_file *bytes)
{
    static const unsigned char begin[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    return bytes->bytes > sizeof begin && !memcmp(bytes->data, begin, sizeof begin) &&
           bytes->data[sizeof begin] >= 2;
}

/* HDF5 copies the bytes. The name must not be that of a file or of another open image. */
static hid_t open_image(const struct option_file *bytes)
{
    enum { GROWTH = 1 << 16 }; /* required by HDF5, although nothing is written */
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = H5I_INVALID_HID;
    char name[64];
    void *data;
    snprintf(name, sizeof name, "/dev/null/%p", (const void *)bytes->data);
    memcpy(&data, &bytes->data, sizeof data);
    if (has_checksums(bytes) && H5Pset_fapl_core(access, GROWTH, false) >= 0 &&
        H5Pset_file_image(access, data, bytes->bytes) >= 0)
        file = H5Fopen(name, H5F_ACC_RDONLY, access);
    H5Pclose(access);
    return file;
}

/* Reads text of variable length, as written by h5py. */
static char *read_text(hid_t attribute)
{
    char *text = NULL;
    hid_t type = H5Aget_type(attribute), memory = H5Tcopy(H5T_C_S1);
    H5Tset_size(memory, H5T_VARIABLE);
    H5Tset_cset(memory, H5Tget_cset(type));
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) <= 0 ||
        H5Aread(attribute, memory, (void *)&text) < 0)
        text = NULL;
    H5Tclose(memory);
    H5Tclose(type);
    return text;
}

/* ---- trials, in a child process, of what is then done here ---- */

/* An object, and what becomes of it. */
struct wanted {
    hid_t file;
    const char *name;
    long long whole;
    char *text; /* of HDF5's memory; NULL: none */
};

static bool try_image(void *bytes)
{
    return open_image(bytes) >= 0;
}

static bool try_dataset(void *context)
{
    const struct wanted *wanted = context;
    hid_t set = H5Dopen2(wanted->file, wanted->name, H5P_DEFAULT);
    hid_t space = set < 0 ? H5I_INVALID_HID : H5Dget_space(set);
    hssize_t n = space < 0 ? -1 : H5Sget_simple_extent_npoints(space);
    void *values = n > 0 && n <= MOST_VALUES ? malloc((size_t)n * sizeof(float)) : NULL;
    if (values)
        H5Dread(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    free(values);
    return true;
}

static bool is_path(void *context)
{
    const struct wanted *wanted = context;
    return H5LTpath_valid(wanted->file, wanted->name, true) > 0;
}

static bool take_whole(void *context)
{
    struct wanted *wanted = context;
    return H5Aexists(wanted->file, wanted->name) > 0 &&
           H5LTget_attribute_long_long(wanted->file, "/", wanted->name,
                                       &wanted->whole) >= 0;
}

static bool take_text(void *context)
{
    struct wanted *wanted = context;
    hid_t attribute = H5Aopen(wanted->file, wanted->name, H5P_DEFAULT);
    if (attribute < 0)
        return false;
    wanted->text = read_text(attribute);
    H5Aclose(attribute);
    return wanted->text;
}

/* Whether HDF5 gets through the work on an object. */
static bool survives(const struct tensor_file *file, struct wanted *wanted,
                     bool (*work)(void *context))
{
    return trial_run(work, wanted, file->bytes) != TRIAL_CRASHED;
}

/* Does the work, once a child has survived it. */
static bool take(const struct tensor_file *file, struct wanted *wanted,
                 bool (*work)(void *context))
{
    struct silence before = silence_begin();
    bool taken = survives(file, wanted, work) && work(wanted);
    silence_end(before);
    return taken;
}

/* ---- */

enum status tensor_open(const struct option_file *bytes, struct tensor_file *file,
                        struct error *err)
{
    struct silence before = silence_begin();
    struct option_file image = *bytes;
    file->path = bytes->path;
    file->bytes = bytes->bytes;
    file->handle = H5I_INVALID_HID;
    if (trial_run(try_image, &image, bytes->bytes) == TRIAL_CRASHED)
        error_set(err, STATUS_INPUT, "%s: damaged", bytes->path);
    else if ((file->handle = open_image(bytes)) < 0)
        error_set(err, STATUS_INPUT, "%s: not an HDF5 file", bytes->path);
    silence_end(before);
    return file->handle >= 0 ? STATUS_OK : STATUS_INPUT;
}

void tensor_close(struct tensor_file *file)
{
    if (file->handle >= 0)
        H5Fclose(file->handle);
    file->handle = H5I_INVALID_HID;
}

/* Whether the data are in this file, so that its bytes determine them: no external storage, no virtual dataset. */
static bool has_own_data(hid_t set)
{
    hid_t list = H5Dget_create_plist(set);
    bool own = list >= 0 && H5Pget_layout(list) != H5D_VIRTUAL &&
               H5Pget_external_count(list) == 0;
    if (list >= 0)
        H5Pclose(list);
    return own;
}

static enum status read_extents(const struct tensor_file *file, const char *name,
                                hid_t set, struct tensor *out, struct error *err)
{
    hsize_t extent[TENSOR_MAX_DIMS] = {0};
    char words[64];
    hid_t space = H5Dget_space(set);
    bool fits = H5Sget_simple_extent_ndims(space) == (int)out->dims &&
                H5Sget_simple_extent_dims(space, extent, NULL) >= 0;
    H5Sclose(space);
    if (!fits) {
        snprintf(words, sizeof words, "other than %zu dimensions", out->dims);
        return wrong(file, name, words, err);
    }
    for (size_t d = 0; d < out->dims; d++) {
        out->extent[d] = (size_t)extent[d];
        if (extent[d] == 0 || extent[d] > 1 << 16)
            return wrong(file, name, "empty, or too large", err);
    }
    return STATUS_OK;
}

static enum status read_values(const struct tensor_file *file, const char *name,
                               hid_t set, struct arena *arena, struct tensor *out,
                               struct error *err)
{
    size_t n = 1;
    for (size_t d = 0; d < out->dims; d++)
        if (__builtin_mul_overflow(n, out->extent[d], &n) || n > MOST_VALUES)
            return wrong(file, name, "too large", err);
    out->value = ARENA_NEW(arena, float, n);
    if (!out->value)
        return error_set(err, STATUS_MEMORY, "%s: out of memory", file->path);
    if (H5Dread(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, out->value) < 0)
        return wrong(file, name, "no numbers, or damaged", err);
    for (size_t i = 0; i < n; i++)
        if (!isfinite(out->value[i]))
            return wrong(file, name, "a value that is not finite", err);
    return STATUS_OK;
}

enum status tensor_read(const struct tensor_file *file, const char *name, size_t dims,
                        struct arena *arena, struct tensor *out, struct error *err)
{
    struct silence before = silence_begin();
    struct wanted wanted = {.file = file->handle, .name = name};
    *out = (struct tensor){.dims = dims};
    if (!survives(file, &wanted, try_dataset)) {
        silence_end(before);
        return wrong(file, name, "damaged", err);
    }
    hid_t set = H5Dopen2(file->handle, name, H5P_DEFAULT);
    enum status status = set < 0 ? wrong(file, name, "missing", err)
                         : has_own_data(set)
                             ? read_extents(file, name, set, out, err)
                             : wrong(file, name, "in another file", err);
    if (!status)
        status = read_values(file, name, set, arena, out, err);
    if (set >= 0)
        H5Dclose(set);
    silence_end(before);
    return status;
}

int tensor_exists(const struct tensor_file *file, const char *name)
{
    struct wanted wanted = {.file = file->handle, .name = name};
    return take(file, &wanted, is_path);
}

enum status tensor_whole(const struct tensor_file *file, const char *name,
                         int64_t *value, struct error *err)
{
    struct wanted wanted = {.file = file->handle, .name = name};
    bool found = take(file, &wanted, take_whole);
    *value = wanted.whole;
    return found ? STATUS_OK : wrong(file, name, "no such whole number", err);
}

enum status tensor_text(const struct tensor_file *file, const char *name,
                        struct arena *arena, const char **text, struct error *err)
{
    struct wanted wanted = {.file = file->handle, .name = name};
    bool found = take(file, &wanted, take_text);
    *text = found ? arena_text(arena, wanted.text) : NULL;
    H5free_memory(wanted.text);
    if (!found)
        return wrong(file, name, "no such text", err);
    return *text ? STATUS_OK
                 : error_set(err, STATUS_MEMORY, "%s: out of memory", file->path);
}
