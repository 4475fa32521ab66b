/* The attributes of datasets and scales. */
#include "layout_parts.h"
#include "netcdf.h"

#include <stdio.h>

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

const char *layout_units(enum layout_column column, const struct shape *shape,
                         char units[LAYOUT_UNITS_BYTES])
{
    const struct layout_entry *entry = &layout_entries[column];
    const char *unit = entry->unit ? entry->unit : shape->objective[0].unit;
    if (column == SOLUTION_GENOME || column == NEAREST_GENOME)
        unit = shape->gene_unit ? shape->gene_unit : "1";
    else if (column == SOLUTION_OBJECTIVES || column == SOLUTION_BOUND)
        unit = joined_units(shape->objective, shape->objectives, units,
                            LAYOUT_UNITS_BYTES);
    else if (column == SOLUTION_DESCRIPTORS || column == DESCRIPTOR_LOW ||
             column == DESCRIPTOR_HIGH)
        unit = joined_units(shape->descriptor, shape->descriptors, units,
                            LAYOUT_UNITS_BYTES);
    return unit;
}

herr_t layout_describe_column(hid_t set, enum layout_column column,
                              const struct shape *shape)
{
    const struct layout_entry *entry = &layout_entries[column];
    char units[LAYOUT_UNITS_BYTES];
    herr_t bad = hdf_put_text(set, "units", layout_units(column, shape, units), 0);
    bad |= hdf_put_text(set, "long_name", entry->long_name, 0);
    if (has_gaps(entry))
        bad |= netcdf_put_missing_whole(set);
    return bad | describe_text(set);
}

herr_t layout_describe_scale(hid_t scale, enum layout_dim dim)
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
            bad |= layout_describe_column(layout->set[c], (enum layout_column)c, shape);
    for (int g = 0; g < LAYOUT_GROUPS; g++)
        for (int d = 0; d < LAYOUT_DIMS; d++)
            if (layout->scale[g][d] >= 0)
                bad |= layout_describe_scale(layout->scale[g][d], (enum layout_dim)d);
    return bad;
}
