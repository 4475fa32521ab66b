#include "layout.h"

#include "netcdf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const dim_meanings[LAYOUT_DIMS] = {
    "independent repetition, from 0",
    "generation, 0 is the first population",
    "migration, from 0",
    "island, from 0",
    "rank of the solution, 0 is the best",
    "name of the objective",
    "place in the genome",
    "name of the descriptor",
    "name of the descriptor that an axis of the grid divides",
    "assignment of least violation",
    "violated rule, largest violation first",
    "start of the run, from 0; later ones resumed it",
    "improvement, from 0"};

/* Chunk lengths of scales and tables of solutions; chosen by hand. */
enum {
    SCALE_ROWS = 1024,
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

static bool has_names(enum layout_dim dim)
{
    return dim == BY_OBJECTIVE || dim == BY_DESCRIPTOR || dim == BY_AXIS;
}

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

/* The length of the last dimension of a text that is an array of characters; 0: it is none. */
static size_t chars_of(enum layout_kind kind, size_t text_bytes)
{
    return kind == TEXT     ? text_bytes
           : kind == REASON ? LAYOUT_REASON_BYTES
           : kind == NOTE   ? LAYOUT_NOTE_BYTES
                            : 0;
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

/* The access property list: a chunk cache for one open chunk of each replica, so that a flush
 * does not write a chunk twice. SLOTS and MOST_SLOTS are prime, as HDF5 recommends. */
static hid_t access_list(const struct layout *layout, const struct layout_entry *entry,
                         size_t rows)
{
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

static const char *joined_units(const struct measure *measures, size_t n, char *out,
                                size_t bytes)
{
    size_t used = 0;
    for (size_t i = 0; i < n && used < bytes; i++)
        used += (size_t)snprintf(out + used, bytes - used, "%s%s", i ? ", " : "",
                                 measures[i].unit);
    return out;
}

/* By this attribute xarray decodes texts that are not of variable length. */
static herr_t describe_text(hid_t set)
{
    hid_t type = H5Dget_type(set);
    bool decodes = H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0;
    H5Tclose(type);
    return decodes ? hdf_put_text(set, "_Encoding", "utf-8", 0) : 0;
}

/* Whether a column of whole numbers has -1 where there is none. */
static bool has_gaps(const struct layout_entry *entry)
{
    return entry->kind == WHOLE &&
           (entry->group == IN_CURVES || entry->group == IN_MIGRATION ||
            entry->group == IN_REPLICAS);
}

static herr_t describe(hid_t set, enum layout_column column, const struct shape *shape)
{
    const struct layout_entry *entry = &layout_entries[column];
    char units[512];
    const char *unit = entry->unit ? entry->unit : shape->objective[0].unit;
    if (column == SOLUTION_GENOME || column == NEAREST_GENOME)
        unit = shape->gene_unit ? shape->gene_unit : "1";
    else if (column == SOLUTION_OBJECTIVES || column == SOLUTION_BOUND)
        unit = joined_units(shape->objective, shape->objectives, units, sizeof units);
    else if (column == SOLUTION_DESCRIPTORS || column == DESCRIPTOR_LOW ||
             column == DESCRIPTOR_HIGH)
        unit = joined_units(shape->descriptor, shape->descriptors, units, sizeof units);
    herr_t bad = hdf_put_text(set, "units", unit, 0);
    bad |= hdf_put_text(set, "long_name", entry->long_name, 0);
    if (has_gaps(entry))
        bad |= netcdf_put_missing_whole(set);
    return bad | describe_text(set);
}

static herr_t describe_scale(hid_t scale, enum layout_dim dim)
{
    herr_t bad = hdf_put_text(scale, "units", "1", 0);
    bad |= hdf_put_text(scale, "long_name", dim_meanings[dim], 0);
    return bad | describe_text(scale);
}

herr_t layout_describe(const struct layout *layout, const struct shape *shape)
{
    herr_t bad = 0;
    for (int c = 0; c < LAYOUT_COLUMNS; c++)
        if (layout->set[c] >= 0)
            bad |= describe(layout->set[c], (enum layout_column)c, shape);
    for (int g = 0; g < LAYOUT_GROUPS; g++)
        for (int d = 0; d < LAYOUT_DIMS; d++)
            if (layout->scale[g][d] >= 0)
                bad |= describe_scale(layout->scale[g][d], (enum layout_dim)d);
    return bad;
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
    size_t chars = chars_of(entry->kind, layout->text_bytes);
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
    hid_t access = access_list(layout, entry, rows);
    layout->type[column] = type;
    layout->set[column] =
        H5Dcreate2(group, entry->name, type, space, H5P_DEFAULT, list, access);
    H5Pclose(access);
    H5Pclose(list);
    H5Sclose(space);
    if (layout->set[column] < 0 || describe(layout->set[column], column, shape) < 0)
        return -1;
    return attach_scales(layout, group, column);
}

/* Numbers the entries first..extent-1 of a scale. */
static herr_t number_scale(hid_t scale, hsize_t first, hsize_t extent)
{
    int64_t numbers[SCALE_ROWS];
    for (hsize_t at = first; at < extent;) {
        hsize_t count = extent - at < SCALE_ROWS ? extent - at : SCALE_ROWS;
        for (hsize_t i = 0; i < count; i++)
            numbers[i] = (int64_t)(at + i);
        if (hdf_write_block(scale, H5T_NATIVE_INT64, 1, &at, &count, numbers) < 0)
            return -1;
        at += count;
    }
    return 0;
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
    hsize_t extent = layout->extent[dim], chunk = SCALE_ROWS;
    hsize_t most = grows(dim) ? H5S_UNLIMITED : extent;
    if (!grows(dim) && extent < chunk)
        chunk = extent;
    hid_t type = has_names(dim) ? hdf_text_type(0) : H5Tcopy(H5T_NATIVE_INT64);
    hid_t space = H5Screate_simple(1, &extent, &most);
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 1, &chunk);
    if (!has_names(dim)) {
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
    if (scale < 0 || H5DSset_scale(scale, name) < 0 || describe_scale(scale, dim) < 0)
        return -1;
    return has_names(dim) ? name_scale(scale, dim, extent, shape)
                          : number_scale(scale, 0, extent);
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
                     size_t rows)
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
    herr_t bad = layout->root < 0 ? -1 : 0;
    for (int g = 0; g < LAYOUT_GROUPS && bad >= 0; g++)
        bad = create_group(layout, (enum layout_group)g, shape, rows);
    if (bad >= 0)
        bad = write_objectives(layout, shape);
    return bad >= 0 ? write_descriptors(layout, shape, &run->grid) : bad;
}

static herr_t open_column(struct layout *layout, hid_t group, enum layout_column column)
{
    const struct layout_entry *entry = &layout_entries[column];
    hsize_t extent[HDF_MAX_DIMS + 1], chunk[HDF_MAX_DIMS] = {0};
    if (layout_is_optional(column) && H5Lexists(group, entry->name, H5P_DEFAULT) == 0)
        return 0;
    hid_t set = layout->set[column] = H5Dopen2(group, entry->name, H5P_DEFAULT);
    if (set < 0)
        return -1;
    if (layout_is_text(entry->kind) && hdf_extents(set, entry->dims + 1, extent))
        layout->chars[column] = extent[entry->dims];
    else if (!hdf_extents(set, entry->dims, extent))
        return -1;
    size_t chars = chars_of(entry->kind, layout->chars[column]);
    if (layout->chars[column] != chars && layout->chars[column])
        return -1;
    for (int d = 0; d < entry->dims; d++) /* after a kill extents may differ */
        if (extent[d] < layout->extent[entry->dim[d]])
            layout->extent[entry->dim[d]] = extent[d];
    hid_t stored = H5Dget_type(set);
    layout->type[column] = H5Tget_class(stored) == H5T_STRING
                               ? H5Tcopy(stored)
                               : H5Tget_native_type(stored, H5T_DIR_ASCEND);
    H5Tclose(stored);
    if (column == SOLUTION_TEXT)
        layout->text_bytes = layout_text_bytes(layout, column);
    if (entry->group != IN_CURVES && entry->group != IN_MIGRATION)
        return 0;
    /* Reopen with a cache for the chunks of all replicas. */
    hid_t list = H5Dget_create_plist(set);
    H5Pget_chunk(list, HDF_MAX_DIMS, chunk);
    H5Pclose(list);
    H5Dclose(set);
    hid_t access = access_list(layout, entry, chunk[1]);
    layout->set[column] = H5Dopen2(group, entry->name, access);
    H5Pclose(access);
    return layout->set[column] < 0 ? -1 : 0;
}

herr_t layout_open(struct layout *layout, hid_t file)
{
    layout_init(layout);
    layout->file = file;
    layout->root = H5Gopen2(file, "/", H5P_DEFAULT);
    for (int d = 0; d < LAYOUT_DIMS; d++)
        layout->extent[d] = HSIZE_UNDEF;
    herr_t bad = layout->root < 0 ? -1 : 0;
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
                hid_t scale = H5Dopen2(group, layout_dim_names[d], H5P_DEFAULT);
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
        if (extent > former && number_scale(scale, former, extent) < 0)
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
