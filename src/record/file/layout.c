#include "layout_parts.h"
#include "thinning.h"

#include <string.h>

void layout_init(struct layout *layout)
{
    memset(layout, 0, sizeof *layout);
    layout->file = layout->root = H5I_INVALID_HID;
    for (int c = 0; c < LAYOUT_COLUMNS; c++)
        layout->set[c] = layout->type[c] = H5I_INVALID_HID;
    for (int g = 0; g < LAYOUT_GROUPS; g++)
        for (int d = 0; d < LAYOUT_DIMS; d++)
            layout->scale[g][d] = H5I_INVALID_HID;
}

void layout_close(struct layout *layout)
{
    for (int c = 0; c < LAYOUT_COLUMNS; c++) {
        if (layout->set[c] >= 0)
            H5Dclose(layout->set[c]);
        if (layout->type[c] >= 0)
            H5Tclose(layout->type[c]);
    }
    for (int g = 0; g < LAYOUT_GROUPS; g++)
        for (int d = 0; d < LAYOUT_DIMS; d++)
            if (layout->scale[g][d] >= 0)
                H5Dclose(layout->scale[g][d]);
    if (layout->root >= 0)
        H5Gclose(layout->root);
    layout_init(layout);
}

hid_t layout_gene_type(enum gene_type type)
{
    switch (type) {
    case GENE_U8:
        return H5T_NATIVE_UINT8;
    case GENE_I16:
        return H5T_NATIVE_INT16;
    case GENE_I32:
        return H5T_NATIVE_INT32;
    case GENE_I64:
        return H5T_NATIVE_INT64;
    case GENE_F32:
        return H5T_NATIVE_FLOAT;
    case GENE_F64:
        return H5T_NATIVE_DOUBLE;
    }
    return H5I_INVALID_HID;
}

size_t layout_chars_of(enum layout_kind kind, size_t text_bytes)
{
    return kind == TEXT     ? text_bytes
           : kind == REASON ? LAYOUT_REASON_BYTES
           : kind == NOTE   ? LAYOUT_NOTE_BYTES
                            : 0;
}

hid_t layout_access_list(const struct layout *layout, const struct layout_entry *entry,
                         size_t rows)
{
    /* SLOTS and MOST_SLOTS are prime, as HDF5 recommends. */
    enum { LEAST = 1 << 20, MOST = 1 << 25, SLOTS = 521, MOST_SLOTS = 12421 };
    size_t bytes = LEAST, slots = SLOTS + 4 * layout->extent[BY_REPLICA];
    if (entry->group == IN_CURVES || entry->group == IN_MIGRATION)
        bytes = 2 * sizeof(double) * rows * layout->extent[BY_ISLAND] *
                layout->extent[BY_REPLICA];
    bytes = bytes < LEAST ? LEAST : bytes > MOST ? MOST : bytes;
    hid_t list = H5Pcreate(H5P_DATASET_ACCESS);
    H5Pset_chunk_cache(list, slots < MOST_SLOTS ? slots : MOST_SLOTS, bytes,
                       H5D_CHUNK_CACHE_W0_DEFAULT);
    return list;
}

herr_t layout_number_scale(hid_t scale, uint64_t all_rows, hsize_t first,
                           hsize_t extent)
{
    int64_t numbers[LAYOUT_SCALE_ROWS];
    for (hsize_t at = first; at < extent;) {
        hsize_t count =
            extent - at < LAYOUT_SCALE_ROWS ? extent - at : LAYOUT_SCALE_ROWS;
        for (hsize_t i = 0; i < count; i++)
            numbers[i] = (int64_t)thinning_number(all_rows, at + i);
        if (hdf_write_block(scale, H5T_NATIVE_INT64, 1, &at, &count, numbers) < 0)
            return -1;
        at += count;
    }
    return 0;
}

/* Whether the entries of a column, of `chars` characters or 0, are as wide as layout_write takes them.
 * A result that somebody has made up may have others. */
static bool fits_memory(hid_t stored, enum layout_kind kind, size_t chars)
{
    H5T_class_t class = H5Tget_class(stored);
    size_t bytes = H5Tget_size(stored);
    bool is_text = class == H5T_STRING && H5Tis_variable_str(stored) == 0;
    switch (kind) {
    case REAL:
        return class == H5T_FLOAT && bytes == sizeof(double);
    case WHOLE:
        return class == H5T_INTEGER && bytes == sizeof(int64_t);
    case FLAG:
        return class == H5T_INTEGER && bytes == sizeof(int8_t);
    case GENE:
        return class == H5T_INTEGER || class == H5T_FLOAT;
    case WORD:
        return class == H5T_STRING && !chars;
    case TEXT:
        return is_text && (!chars || bytes == 1);
    case REASON:
    case NOTE:
        return is_text && (chars ? bytes == 1 : bytes <= LAYOUT_REASON_BYTES);
    }
    return false;
}

static herr_t open_column(struct layout *layout, hid_t group, enum layout_column column)
{
    const struct layout_entry *entry = &layout_entries[column];
    hsize_t extent[HDF_MAX_DIMS + 1], chunk[HDF_MAX_DIMS] = {0};
    if (layout_is_optional(column) && H5Lexists(group, entry->name, H5P_DEFAULT) == 0)
        return 0;
    hid_t set = layout->set[column] = hdf_open_set(group, entry->name);
    if (set < 0)
        return -1;
    if (layout_is_text(entry->kind) && hdf_extents(set, entry->dims + 1, extent))
        layout->chars[column] = extent[entry->dims];
    else if (!hdf_extents(set, entry->dims, extent))
        return -1;
    size_t chars = layout_chars_of(entry->kind, layout->chars[column]);
    if (layout->chars[column] != chars && layout->chars[column])
        return -1;
    for (int d = 0; d < entry->dims; d++) /* after a kill extents may differ */
        if (extent[d] < layout->extent[entry->dim[d]])
            layout->extent[entry->dim[d]] = extent[d];
    hid_t stored = H5Dget_type(set);
    bool fits = fits_memory(stored, entry->kind, layout->chars[column]);
    layout->type[column] = H5Tget_class(stored) == H5T_STRING
                               ? H5Tcopy(stored)
                               : H5Tget_native_type(stored, H5T_DIR_ASCEND);
    H5Tclose(stored);
    if (!fits)
        return -1;
    if (column == SOLUTION_TEXT)
        layout->text_bytes = layout_text_bytes(layout, column);
    if (entry->group != IN_CURVES && entry->group != IN_MIGRATION)
        return 0;
    /* Reopen with a cache for the chunks of all replicas. */
    hid_t list = H5Dget_create_plist(set);
    H5Pget_chunk(list, HDF_MAX_DIMS, chunk);
    H5Pclose(list);
    H5Dclose(set);
    hid_t access = layout_access_list(layout, entry, chunk[1]);
    layout->set[column] = H5Dopen2(group, entry->name, access);
    H5Pclose(access);
    return layout->set[column] < 0 ? -1 : 0;
}

uint64_t layout_get_all_rows(hid_t root)
{
    uint64_t all_rows;
    return hdf_get_uint(root, LAYOUT_ALL_ROWS, &all_rows) ? all_rows : 0;
}

herr_t layout_open(struct layout *layout, hid_t file)
{
    layout_init(layout);
    layout->file = file;
    layout->root = H5Gopen2(file, "/", H5P_DEFAULT);
    for (int d = 0; d < LAYOUT_DIMS; d++)
        layout->extent[d] = HSIZE_UNDEF;
    herr_t bad = layout->root < 0 ? -1 : 0;
    layout->all_rows = bad < 0 ? 0 : layout_get_all_rows(layout->root);
    for (int g = 0; g < LAYOUT_GROUPS && bad >= 0; g++) {
        if (layout_group_is_optional((enum layout_group)g) &&
            H5Lexists(file, layout_group_names[g], H5P_DEFAULT) == 0)
            continue; /* a file of an earlier version */
        hid_t group = H5Gopen2(file, layout_group_names[g], H5P_DEFAULT);
        if (group < 0)
            return -1;
        for (int c = 0; c < LAYOUT_COLUMNS && bad >= 0; c++)
            if (layout_entries[c].group == (enum layout_group)g)
                bad = open_column(layout, group, (enum layout_column)c);
        for (int d = 0; d < LAYOUT_DIMS && bad >= 0; d++)
            if (layout_uses((enum layout_group)g, (enum layout_dim)d) &&
                layout->extent[d] != HSIZE_UNDEF) {
                hid_t scale = hdf_open_set(group, layout_dim_names[d]);
                layout->scale[g][d] = scale;
                bad = scale < 0 ? -1 : 0;
            }
        H5Gclose(group);
    }
    return bad;
}

static herr_t extend_scale(struct layout *layout, enum layout_dim dim, hsize_t extent)
{
    hsize_t former;
    for (int g = 0; g < LAYOUT_GROUPS; g++) {
        hid_t scale = layout->scale[g][dim];
        if (scale < 0)
            continue;
        if (!hdf_extents(scale, 1, &former) || H5Dset_extent(scale, &extent) < 0)
            return -1;
        if (extent > former &&
            layout_number_scale(scale, layout_all_rows(dim, layout->all_rows), former,
                                extent) < 0)
            return -1;
    }
    return 0;
}

herr_t layout_extend(struct layout *layout, enum layout_dim dim, hsize_t extent)
{
    hsize_t extents[HDF_MAX_DIMS + 1];
    layout->extent[dim] = extent;
    for (int c = 0; c < LAYOUT_COLUMNS; c++) {
        const struct layout_entry *entry = &layout_entries[c];
        bool has = false;
        extents[entry->dims] = layout->chars[c];
        for (int d = 0; d < entry->dims; d++) {
            extents[d] = layout->extent[entry->dim[d]];
            has |= entry->dim[d] == dim;
        }
        if (has && layout->set[c] >= 0 && H5Dset_extent(layout->set[c], extents) < 0)
            return -1;
    }
    return extend_scale(layout, dim, extent);
}

/* A block in the dataset of a column: that of the entries, with the characters of a text as last
 * dimension. */
struct block {
    int dims;
    hsize_t start[HDF_MAX_DIMS + 1], count[HDF_MAX_DIMS + 1];
};

static struct block block_of(const struct layout *layout, enum layout_column column,
                             const hsize_t *start, const hsize_t *count)
{
    struct block block = {.dims = layout_entries[column].dims};
    for (int d = 0; d < block.dims; d++) {
        block.start[d] = start[d];
        block.count[d] = count[d];
    }
    if (layout->chars[column])
        block.count[block.dims++] = layout->chars[column];
    return block;
}

herr_t layout_write(const struct layout *layout, enum layout_column column,
                    const hsize_t *start, const hsize_t *count, const void *data)
{
    struct block block = block_of(layout, column, start, count);
    if (layout->set[column] < 0 && layout_is_optional(column))
        return 0;
    return hdf_write_block(layout->set[column], layout->type[column], block.dims,
                           block.start, block.count, data);
}

herr_t layout_read(const struct layout *layout, enum layout_column column,
                   const hsize_t *start, const hsize_t *count, void *data)
{
    struct block block = block_of(layout, column, start, count);
    if (layout->set[column] < 0 && layout_is_optional(column))
        return 0;
    return hdf_read_block(layout->set[column], layout->type[column], block.dims,
                          block.start, block.count, data);
}

size_t layout_text_bytes(const struct layout *layout, enum layout_column column)
{
    size_t chars = layout->chars[column];
    return chars ? chars : H5Tget_size(layout->type[column]);
}
