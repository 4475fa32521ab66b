#include "reading.h"

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
    return H5Dopen2(reading->file, name, H5P_DEFAULT);
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
    hsize_t extent[HDF_MAX_DIMS];
    if (!hdf_extents(set, dims, extent))
        return false;
    for (int d = 0; d < dims; d++)
        if (start[d] > extent[d] || count[d] > extent[d] - start[d])
            return false;
    return true;
}

void *reading_block(const struct reading *reading, enum layout_column column,
                    const hsize_t *start, const hsize_t *count, size_t *item_bytes)
{
    const struct layout_entry *entry = &layout_entries[column];
    hid_t set = open_column(reading, column);
    hid_t type = set < 0 ? H5I_INVALID_HID : memory_type(reading, set, column);
    hsize_t items = 1;
    void *data = NULL;
    for (int d = 0; d < entry->dims; d++)
        items = items && count[d] > READING_MOST_ITEMS / items ? READING_MOST_ITEMS + 1
                                                               : items * count[d];
    if (type >= 0 && items <= READING_MOST_ITEMS &&
        has_block(set, entry->dims, start, count)) {
        size_t bytes = H5Tget_size(type);
        data = reading_take(reading, (size_t)items + 1, bytes);
        if (data && items &&
            hdf_read_block(set, type, entry->dims, start, count, data) < 0) {
            reading_damaged(reading, entry->name);
            data = NULL;
        }
        if (item_bytes)
            *item_bytes = bytes;
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
    hid_t set = open_column(reading, column);
    bool fits = set >= 0 && hdf_extents(set, layout_entries[column].dims, extents);
    if (set >= 0)
        H5Dclose(set);
    if (!fits)
        reading_damaged(reading, layout_entries[column].name);
    return fits;
}

const char **reading_texts(const struct reading *reading, enum layout_column column,
                           size_t count)
{
    hsize_t start = 0, n = count;
    size_t bytes;
    const char *data = reading_block(reading, column, &start, &n, &bytes);
    const char **texts = reading_take(reading, count + 1, sizeof *texts);
    if (!data || !texts)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t used = strnlen(data + i * bytes, bytes);
        char *text = reading_take(reading, used + 1, 1);
        if (!text)
            return NULL;
        texts[i] = memcpy(text, data + i * bytes, used);
    }
    return texts;
}

const char **reading_names(const struct reading *reading, enum layout_dim dim,
                           hsize_t count)
{
    char path[64];
    hsize_t start = 0;
    snprintf(path, sizeof path, "%s/%s", layout_group_names[IN_SOLUTIONS],
             layout_dim_names[dim]);
    hid_t scale = H5Dopen2(reading->file, path, H5P_DEFAULT);
    hid_t type = hdf_text_type(LAYOUT_WORD_BYTES);
    char(*words)[LAYOUT_WORD_BYTES] =
        reading_take(reading, (size_t)count + 1, sizeof *words);
    const char **names = reading_take(reading, (size_t)count + 1, sizeof *names);
    bool read = scale >= 0 && words && names &&
                hdf_read_block(scale, type, 1, &start, &count, words) >= 0;
    H5Tclose(type);
    if (scale >= 0)
        H5Dclose(scale);
    if (!read) {
        reading_damaged(reading, layout_dim_names[dim]);
        return NULL;
    }
    for (hsize_t i = 0; i < count; i++) {
        words[i][LAYOUT_WORD_BYTES - 1] = '\0';
        names[i] = words[i];
    }
    return names;
}
