#include "reading.h"

#include "trial_read.h"

#include <stdio.h>
#include <string.h>

enum status reading_damaged(const struct reading *reading, const char *what)
{
    if (reading->err->status)
        return reading->err->status;
    return error_set(reading->err, STATUS_INPUT,
                     "%s: the result is damaged or incomplete: %s",
                     reading->result->path, what);
}

struct check {
    struct reading *reading;
    const char *what;
    bool (*check)(void *context);
    void *context;
};

/* In this process, or in a child as a trial. */
static bool open_and_check(void *context)
{
    const struct check *check = context;
    struct reading *reading = check->reading;
    reading->file = hdf_open_any(reading->result->path);
    if (reading->file < 0)
        return reading_damaged(reading, check->what), false;
    bool good = check->check(check->context);
    H5Fclose(reading->file);
    return good;
}

enum status reading_check(struct reading *reading, const char *what,
                          bool (*check)(void *context), void *context)
{
    struct check opened = {reading, what, check, context};
    struct arena arena;
    arena_init(&arena);
    reading->arena = &arena;
    if (trial_run(open_and_check, &opened, trial_bytes(reading->result->path)) ==
        TRIAL_CRASHED)
        reading_damaged(reading, what);
    else
        open_and_check(&opened);
    arena_free(&arena);
    return reading->err->status;
}

void *reading_take(const struct reading *reading, size_t n, size_t item_bytes)
{
    void *room = arena_take_array(reading->arena, n, item_bytes);
    if (!room)
        error_set(reading->err, STATUS_MEMORY, "%s: no memory to read it",
                  reading->result->path);
    return room;
}

enum status reading_attribute(const struct reading *reading, hid_t object,
                              const char *name, const char **text)
{
    enum status status = hdf_get_text(object, name, reading->arena, text);
    if (status == STATUS_MEMORY)
        error_set(reading->err, status, "%s: no memory to read it",
                  reading->result->path);
    return status;
}

static hid_t open_column(const struct reading *reading, enum layout_column column)
{
    char name[64];
    const struct layout_entry *entry = &layout_entries[column];
    snprintf(name, sizeof name, "%s/%s", layout_group_names[entry->group], entry->name);
    return hdf_open_set(reading->file, name);
}

/* The type in memory of a column; the caller closes it. */
static hid_t memory_type(const struct reading *reading, hid_t set,
                         enum layout_column column)
{
    enum layout_kind kind = layout_entries[column].kind;
    hid_t stored = H5Dget_type(set), type = H5I_INVALID_HID;
    H5T_class_t class = H5Tget_class(stored);
    if (layout_is_text(kind) && class == H5T_STRING && H5Tis_variable_str(stored) == 0)
        type = H5Tcopy(stored);
    else if (kind == REAL && class == H5T_FLOAT)
        type = H5Tcopy(H5T_NATIVE_DOUBLE);
    else if (kind == WHOLE && class == H5T_INTEGER)
        type = H5Tcopy(H5T_NATIVE_INT64);
    else if (kind == FLAG && class == H5T_INTEGER)
        type = H5Tcopy(H5T_NATIVE_INT8);
    else if (kind == GENE && (class == H5T_INTEGER || class == H5T_FLOAT))
        type = H5Tcopy(layout_gene_type(reading->result->gene_type));
    H5Tclose(stored);
    return type;
}

/* Whether a column contains the whole block; checked before memory is allocated. */
static bool has_block(hid_t set, int dims, const hsize_t *start, const hsize_t *count)
{
    hsize_t extent[HDF_MAX_DIMS + 1];
    if (!hdf_extents(set, dims, extent))
        return false;
    for (int d = 0; d < dims; d++)
        if (start[d] > extent[d] || count[d] > extent[d] - start[d])
            return false;
    return true;
}

/* The length of a text that is an array of characters; 0: the column is none. */
static hsize_t chars_of(hid_t set, enum layout_column column)
{
    const struct layout_entry *entry = &layout_entries[column];
    hsize_t extent[HDF_MAX_DIMS + 1];
    return layout_is_text(entry->kind) && hdf_extents(set, entry->dims + 1, extent)
               ? extent[entry->dims]
               : 0;
}

void *reading_block(const struct reading *reading, enum layout_column column,
                    const hsize_t *start, const hsize_t *count, size_t *item_bytes)
{
    const struct layout_entry *entry = &layout_entries[column];
    hid_t set = open_column(reading, column);
    hid_t type = set < 0 ? H5I_INVALID_HID : memory_type(reading, set, column);
    hsize_t from[HDF_MAX_DIMS + 1] = {0}, n[HDF_MAX_DIMS + 1], items = 1;
    hsize_t chars = set < 0 ? 0 : chars_of(set, column);
    int dims = entry->dims + (chars > 0);
    void *data = NULL;
    n[entry->dims] = chars;
    for (int d = 0; d < entry->dims; d++) {
        from[d] = start[d];
        n[d] = count[d];
    }
    for (int d = 0; d < dims; d++)
        items = items && n[d] > READING_MOST_ITEMS / items ? READING_MOST_ITEMS + 1
                                                           : items * n[d];
    if (type >= 0 && items <= READING_MOST_ITEMS && has_block(set, dims, from, n)) {
        size_t bytes = H5Tget_size(type);
        data = reading_take(reading, (size_t)items + 1, bytes);
        if (data && items && hdf_read_block(set, type, dims, from, n, data) < 0) {
            reading_damaged(reading, entry->name);
            data = NULL;
        }
        if (item_bytes)
            *item_bytes = chars ? (size_t)chars : bytes;
    } else
        reading_damaged(reading, entry->name);
    if (type >= 0)
        H5Tclose(type);
    if (set >= 0)
        H5Dclose(set);
    return data;
}

bool reading_has(const struct reading *reading, enum layout_column column)
{
    char name[64];
    const struct layout_entry *entry = &layout_entries[column];
    const char *group = layout_group_names[entry->group];
    snprintf(name, sizeof name, "%s/%s", group, entry->name);
    return H5Lexists(reading->file, group, H5P_DEFAULT) > 0 &&
           H5Lexists(reading->file, name, H5P_DEFAULT) > 0;
}

bool reading_extents(const struct reading *reading, enum layout_column column,
                     hsize_t *extents)
{
    hsize_t whole[HDF_MAX_DIMS + 1];
    int dims = layout_entries[column].dims;
    hid_t set = open_column(reading, column);
    bool fits = set >= 0 && hdf_extents(set, dims + (chars_of(set, column) > 0), whole);
    if (set >= 0)
        H5Dclose(set);
    if (fits)
        memcpy(extents, whole, (size_t)dims * sizeof *extents);
    else
        reading_damaged(reading, layout_entries[column].name);
    return fits;
}

/* A copy of at most `bytes` of a text; NULL with err set. */
static const char *copy_text(const struct reading *reading, const char *text,
                             size_t bytes)
{
    size_t used = strnlen(text, bytes);
    char *copy = reading_take(reading, used + 1, 1);
    return copy ? memcpy(copy, text, used) : NULL;
}

/* Whether a dataset has texts of variable length. */
static bool has_words(hid_t set)
{
    hid_t type = H5Dget_type(set);
    bool has = H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0;
    H5Tclose(type);
    return has;
}

/* The first `count` texts of a dataset of texts of variable length; NULL without memory, with err
 * set, or if they cannot be read. */
static const char **read_words(const struct reading *reading, hid_t set, hsize_t count)
{
    hsize_t start = 0;
    hid_t type = hdf_text_type(0), space = H5Screate_simple(1, &count, NULL);
    char **words = reading_take(reading, (size_t)count + 1, sizeof *words);
    const char **texts = reading_take(reading, (size_t)count + 1, sizeof *texts);
    bool read = words && texts && has_block(set, 1, &start, &count) &&
                hdf_read_block(set, type, 1, &start, &count, words) >= 0;
    /* HDF5 has no pointer for an empty text. */
    for (hsize_t i = 0; read && i < count; i++)
        read = (texts[i] = copy_text(reading, words[i] ? words[i] : "", PTRDIFF_MAX));
    if (words && count)
        (void)H5Dvlen_reclaim(type, space, H5P_DEFAULT, words);
    H5Sclose(space);
    H5Tclose(type);
    return read ? texts : NULL;
}

/* The same of texts of one length each. */
static const char **read_fixed(const struct reading *reading, enum layout_column column,
                               hsize_t count)
{
    hsize_t start = 0;
    size_t bytes;
    const char *data = reading_block(reading, column, &start, &count, &bytes);
    const char **texts = reading_take(reading, (size_t)count + 1, sizeof *texts);
    if (!data || !texts)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (!(texts[i] = copy_text(reading, data + i * bytes, bytes)))
            return NULL;
    return texts;
}

const char **reading_texts(const struct reading *reading, enum layout_column column,
                           size_t count)
{
    hid_t set = open_column(reading, column);
    bool words = set >= 0 && has_words(set);
    const char **texts = words ? read_words(reading, set, count) : NULL;
    if (set >= 0)
        H5Dclose(set);
    if (!words)
        return read_fixed(reading, column, count);
    if (!texts)
        reading_damaged(reading, layout_entries[column].name);
    return texts;
}

/* Of a file of an earlier version: names of one length. */
static const char **read_fixed_names(const struct reading *reading, hid_t scale,
                                     hsize_t count)
{
    enum { BYTES = 64 };
    hsize_t start = 0;
    hid_t type = hdf_text_type(BYTES);
    char(*words)[BYTES] = reading_take(reading, (size_t)count + 1, sizeof *words);
    const char **names = reading_take(reading, (size_t)count + 1, sizeof *names);
    bool read =
        words && names && hdf_read_block(scale, type, 1, &start, &count, words) >= 0;
    H5Tclose(type);
    for (hsize_t i = 0; read && i < count; i++) {
        words[i][BYTES - 1] = '\0';
        names[i] = words[i];
    }
    return read ? names : NULL;
}

const char **reading_names(const struct reading *reading, enum layout_dim dim,
                           hsize_t count)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", layout_group_names[IN_SOLUTIONS],
             layout_dim_names[dim]);
    hid_t scale = hdf_open_set(reading->file, path);
    const char **names = scale < 0          ? NULL
                         : has_words(scale) ? read_words(reading, scale, count)
                                            : read_fixed_names(reading, scale, count);
    if (scale >= 0)
        H5Dclose(scale);
    if (!names)
        reading_damaged(reading, layout_dim_names[dim]);
    return names;
}
