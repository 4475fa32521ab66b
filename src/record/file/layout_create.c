/* A new file. */
#include "layout_parts.h"
#include "netcdf.h"

#include <math.h>
#include <stdio.h>

/* Chunk lengths of tables; chosen by hand. */
enum {
    IMPROVEMENT_CHUNK = 256,
    CHUNK_BYTES = 1 << 14,
    MAX_MEASURES = MAX_OBJECTIVES > MAX_DESCRIPTORS ? MAX_OBJECTIVES : MAX_DESCRIPTORS
};

static bool grows(enum layout_dim dim)
{
    return dim == BY_GENERATION || dim == BY_EPOCH || dim == BY_SOLUTION ||
           dim == BY_NEAREST || dim == BY_RULE || dim == BY_START ||
           dim == BY_IMPROVEMENT;
}

/* Whether a new file uses the dimension. */
static bool exists(const struct layout *layout, enum layout_dim dim)
{
    return grows(dim) || layout->extent[dim] > 0;
}

static hid_t column_type(enum layout_kind kind, const struct shape *shape)
{
    switch (kind) {
    case REAL:
        return H5Tcopy(H5T_NATIVE_DOUBLE);
    case WHOLE:
        return H5Tcopy(H5T_NATIVE_INT64);
    case FLAG:
        return H5Tcopy(H5T_NATIVE_INT8);
    case GENE:
        return H5Tcopy(layout_gene_type(shape->gene_type));
    case WORD:
        return hdf_text_type(0);
    case TEXT:
    case REASON:
    case NOTE:
        return netcdf_char_type();
    }
    return H5I_INVALID_HID;
}

/* Space for the description of a solution; longer ones are truncated. Chosen by hand: most
 * problems print at most one line per gene. */
static size_t text_bytes_for(const struct shape *shape)
{
    enum { LEAST = 4096, PER_GENE = 256, MOST = 1 << 20 };
    return shape->genes > (MOST - LEAST) / PER_GENE ? MOST
                                                    : LEAST + PER_GENE * shape->genes;
}

/* The creation property list: chunks and filters. Histories are chunked along generation,
 * tables of solutions in chunks of about CHUNK_BYTES. */
static hid_t creation_list(const struct layout_entry *entry, const hsize_t *extent,
                           size_t item_bytes, size_t chars, size_t rows)
{
    static const double missing = NAN;
    static const int64_t none = -1;
    static const int8_t no = 0;
    hsize_t chunk[HDF_MAX_DIMS + 1];
    size_t bytes = item_bytes * (chars ? chars : 1);
    chunk[entry->dims] = chars;
    for (int d = entry->dims - 1; d >= 0; d--) {
        enum layout_dim dim = entry->dim[d];
        chunk[d] = extent[dim] ? extent[dim] : 1;
        if (dim == BY_GENERATION || dim == BY_EPOCH)
            chunk[d] = rows;
        else if (dim == BY_IMPROVEMENT)
            chunk[d] = IMPROVEMENT_CHUNK;
        else if (dim == BY_SOLUTION)
            chunk[d] = bytes < CHUNK_BYTES ? CHUNK_BYTES / bytes : 1;
        else if (dim == BY_REPLICA && entry->dims > 1)
            chunk[d] = 1;
        bytes *= chunk[d];
    }
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    herr_t bad = H5Pset_chunk(list, entry->dims + (chars > 0), chunk);
    if (entry->kind == REAL)
        bad |= H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &missing);
    else if (entry->kind == WHOLE)
        bad |= H5Pset_fill_value(list, H5T_NATIVE_INT64, &none);
    else if (entry->kind == FLAG)
        bad |= H5Pset_fill_value(list, H5T_NATIVE_INT8, &no);
    if (entry->kind == REAL || entry->kind == WHOLE || entry->kind == GENE)
        bad |= H5Pset_shuffle(list);
    if (entry->kind != WORD) { /* HDF5 filters no texts of variable length */
        bad |= H5Pset_deflate(list, 1);
        bad |= H5Pset_fletcher32(list);
    }
    if (bad >= 0)
        return list;
    H5Pclose(list);
    return H5I_INVALID_HID;
}

static herr_t attach_scales(const struct layout *layout, hid_t group,
                            enum layout_column column)
{
    const struct layout_entry *entry = &layout_entries[column];
    char name[32];
    herr_t bad = 0;
    snprintf(name, sizeof name, "string%zu", (size_t)layout->chars[column]);
    if (layout->chars[column])
        bad = netcdf_attach_length(group, name, layout->chars[column],
                                   layout->set[column], (unsigned)entry->dims);
    for (int d = 0; d < entry->dims; d++)
        bad |=
            H5DSattach_scale(layout->set[column],
                             layout->scale[entry->group][entry->dim[d]], (unsigned)d);
    return bad;
}

static herr_t create_column(struct layout *layout, hid_t group,
                            enum layout_column column, const struct shape *shape,
                            size_t rows)
{
    const struct layout_entry *entry = &layout_entries[column];
    hsize_t extent[HDF_MAX_DIMS + 1], most[HDF_MAX_DIMS + 1];
    size_t chars = layout_chars_of(entry->kind, layout->text_bytes);
    extent[entry->dims] = most[entry->dims] = layout->chars[column] = chars;
    for (int d = 0; d < entry->dims; d++) {
        if (!exists(layout, entry->dim[d]))
            return 0;
        extent[d] = layout->extent[entry->dim[d]];
        most[d] = grows(entry->dim[d]) ? H5S_UNLIMITED : extent[d];
    }
    hid_t type = column_type(entry->kind, shape);
    hid_t space = H5Screate_simple(entry->dims + (chars > 0), extent, most);
    hid_t list = creation_list(entry, layout->extent, H5Tget_size(type), chars, rows);
    hid_t access = layout_access_list(layout, entry, rows);
    layout->type[column] = type;
    layout->set[column] =
        H5Dcreate2(group, entry->name, type, space, H5P_DEFAULT, list, access);
    H5Pclose(access);
    H5Pclose(list);
    H5Sclose(space);
    if (layout->set[column] < 0 ||
        layout_describe_column(layout->set[column], column, shape) < 0)
        return -1;
    return attach_scales(layout, group, column);
}

/* Names the entries of a scale along objectives, descriptors or axes. */
static herr_t name_scale(hid_t scale, enum layout_dim dim, hsize_t n,
                         const struct shape *shape)
{
    const struct measure *measures =
        dim == BY_OBJECTIVE ? shape->objective : shape->descriptor;
    const char *names[MAX_MEASURES];
    for (size_t i = 0; i < n; i++)
        names[i] = measures[i].name;
    hid_t type = hdf_text_type(0);
    herr_t bad = H5Dwrite(scale, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, names);
    H5Tclose(type);
    return bad;
}

static herr_t create_scale(struct layout *layout, hid_t group, enum layout_group of,
                           enum layout_dim dim, const struct shape *shape)
{
    hsize_t extent = layout->extent[dim], chunk = LAYOUT_SCALE_ROWS;
    hsize_t most = grows(dim) ? H5S_UNLIMITED : extent;
    if (!grows(dim) && extent < chunk)
        chunk = extent;
    hid_t type = layout_has_names(dim) ? hdf_text_type(0) : H5Tcopy(H5T_NATIVE_INT64);
    hid_t space = H5Screate_simple(1, &extent, &most);
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 1, &chunk);
    if (!layout_has_names(dim)) {
        H5Pset_shuffle(list);
        H5Pset_deflate(list, 1);
        H5Pset_fletcher32(list);
    }
    const char *name = layout_dim_names[dim];
    hid_t scale = H5Dcreate2(group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    layout->scale[of][dim] = scale;
    H5Pclose(list);
    H5Sclose(space);
    H5Tclose(type);
    if (scale < 0 || H5DSset_scale(scale, name) < 0 ||
        layout_describe_scale(scale, dim) < 0)
        return -1;
    return layout_has_names(dim) ? name_scale(scale, dim, extent, shape)
                                 : layout_number_scale(scale, 0, 0, extent);
}

static herr_t create_group(struct layout *layout, enum layout_group of,
                           const struct shape *shape, size_t rows)
{
    hid_t group = H5Gcreate2(layout->file, layout_group_names[of], H5P_DEFAULT,
                             H5P_DEFAULT, H5P_DEFAULT);
    herr_t bad = group < 0 ? -1 : 0;
    for (int d = 0; d < LAYOUT_DIMS && bad >= 0; d++)
        if (layout_uses(of, (enum layout_dim)d) && exists(layout, (enum layout_dim)d))
            bad = create_scale(layout, group, of, (enum layout_dim)d, shape);
    for (int c = 0; c < LAYOUT_COLUMNS && bad >= 0; c++)
        if (layout_entries[c].group == of)
            bad = create_column(layout, group, (enum layout_column)c, shape, rows);
    if (group >= 0)
        H5Gclose(group);
    return bad;
}

static herr_t write_objectives(const struct layout *layout, const struct shape *shape)
{
    const char *units[MAX_OBJECTIVES], *goals[MAX_OBJECTIVES];
    for (size_t i = 0; i < shape->objectives; i++) {
        units[i] = shape->objective[i].unit;
        goals[i] = shape->objective[i].maximise ? "maximise" : "minimise";
    }
    hsize_t start = 0, count = shape->objectives;
    herr_t bad = layout_write(layout, OBJECTIVE_UNIT, &start, &count, units);
    return bad | layout_write(layout, OBJECTIVE_GOAL, &start, &count, goals);
}

static herr_t write_descriptors(const struct layout *layout, const struct shape *shape,
                                const struct grid *grid)
{
    const char *units[MAX_DESCRIPTORS];
    double low[MAX_DESCRIPTORS], high[MAX_DESCRIPTORS];
    int64_t bins[MAX_DESCRIPTORS];
    hsize_t start = 0, count = shape->descriptors, axes = grid->axes;
    for (size_t i = 0; i < shape->descriptors; i++) {
        units[i] = shape->descriptor[i].unit;
        low[i] = shape->descriptor[i].low;
        high[i] = shape->descriptor[i].high;
        bins[i] = (int64_t)grid->bins[i];
    }
    if (!count)
        return 0;
    herr_t bad = layout_write(layout, DESCRIPTOR_UNIT, &start, &count, units);
    bad |= layout_write(layout, DESCRIPTOR_LOW, &start, &count, low);
    bad |= layout_write(layout, DESCRIPTOR_HIGH, &start, &count, high);
    return axes ? bad | layout_write(layout, AXIS_BINS, &start, &axes, bins) : bad;
}

herr_t layout_create(struct layout *layout, hid_t file, const struct run_info *run,
                     size_t rows, uint64_t all_rows)
{
    const struct shape *shape = &run->puzzle->shape;
    layout_init(layout);
    layout->file = file;
    layout->root = H5Gopen2(file, "/", H5P_DEFAULT);
    layout->extent[BY_REPLICA] = run->replicas;
    layout->extent[BY_ISLAND] = run->islands;
    layout->extent[BY_OBJECTIVE] = shape->objectives;
    layout->extent[BY_GENE] = shape->genes;
    layout->extent[BY_DESCRIPTOR] = shape->descriptors;
    layout->extent[BY_AXIS] = run->grid.axes;
    layout->text_bytes = text_bytes_for(shape);
    layout->all_rows = all_rows;
    herr_t bad =
        layout->root < 0 ? -1 : hdf_put_uint(layout->root, LAYOUT_ALL_ROWS, all_rows);
    for (int g = 0; g < LAYOUT_GROUPS && bad >= 0; g++)
        bad = create_group(layout, (enum layout_group)g, shape, rows);
    if (bad >= 0)
        bad = write_objectives(layout, shape);
    return bad >= 0 ? write_descriptors(layout, shape, &run->grid) : bad;
}
