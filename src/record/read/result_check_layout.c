/* What a result has to have, and what its datasets say of themselves. */
#include "result_check.h"

#include "reading.h"
#include "thinning.h"

#include <inttypes.h>
#include <string.h>

enum { BLOCK = 1 << 16 }; /* entries of a scale */

struct checking {
    struct reading reading;
    const struct shape *shape;
};

static bool has_group(const struct checking *checking, enum layout_group group)
{
    return H5Lexists(checking->reading.file, layout_group_names[group], H5P_DEFAULT) >
           0;
}

static bool is_of_descriptors(const struct layout_entry *entry)
{
    for (int d = 0; d < entry->dims; d++)
        if (entry->dim[d] == BY_DESCRIPTOR || entry->dim[d] == BY_AXIS)
            return true;
    return false;
}

static bool has_mode(const struct checking *checking)
{
    return H5Aexists_by_name(checking->reading.file, "/", "asynchronous", H5P_DEFAULT) >
           0;
}

/* Whether the file is of a version that writes every group. Each of these came after the others; a
 * run that an earlier version began names the one that resumed it. */
static bool is_of_now(const struct checking *checking)
{
    const struct result *result = checking->reading.result;
    return has_mode(checking) || has_group(checking, IN_STARTS) ||
           has_group(checking, IN_IMPROVEMENTS) ||
           (result->hdf5_version[0] && !result->resumed_by[0]);
}

/* Checks that a file that has some of what earlier ones do not have has all of it. */
static bool check_whole(const struct checking *checking)
{
    const struct result *result = checking->reading.result;
    if (!is_of_now(checking))
        return true;
    if (!result->kind[0] || !has_mode(checking))
        return reading_damaged(&checking->reading, "kind, asynchronous"), false;
    for (int c = 0; c < LAYOUT_COLUMNS; c++) {
        const struct layout_entry *entry = &layout_entries[c];
        if (is_of_descriptors(entry) ||
            reading_has(&checking->reading, (enum layout_column)c))
            continue;
        error_set(checking->reading.err, STATUS_FAILED,
                  "/%s/%s is not there (expected: as in all results of this version)",
                  layout_group_names[entry->group], entry->name);
        return false;
    }
    return true;
}

/* Checks the units of a dataset. */
static bool check_units(const struct reading *reading, hid_t set, const char *name,
                        const char *expected)
{
    const char *units = "";
    if (set < 0 || reading_attribute(reading, set, "units", &units))
        return reading_damaged(reading, name), false;
    return !strcmp(units, expected) ||
           !error_set(reading->err, STATUS_FAILED,
                      "/%s has the unit '%.100s' (expected: '%s')", name, units,
                      expected);
}

/* Checks that a column has as many entries along each dimension as there are numbers or names of it,
 * without which xarray cannot open its group. */
static bool check_lengths(const struct reading *reading, enum layout_column column,
                          const char *column_name)
{
    const struct layout_entry *entry = &layout_entries[column];
    hsize_t extents[HDF_MAX_DIMS];
    bool good = reading_extents(reading, column, extents);
    for (int d = 0; d < entry->dims && good; d++) {
        char name[64];
        hsize_t n = 0;
        snprintf(name, sizeof name, "%s/%s", layout_group_names[entry->group],
                 layout_dim_names[entry->dim[d]]);
        hid_t scale = hdf_open_set(reading->file, name);
        good = scale >= 0 && hdf_extents(scale, 1, &n);
        if (scale >= 0)
            H5Dclose(scale);
        if (!good)
            reading_damaged(reading, name);
        else if (n != extents[d])
            good =
                !error_set(reading->err, STATUS_FAILED,
                           "/%s has %" PRIu64 " entries along /%s (expected: %" PRIu64
                           ", as many as that has)",
                           column_name, (uint64_t)extents[d], name, (uint64_t)n);
    }
    return good;
}

static bool check_column(const struct checking *checking, enum layout_column column)
{
    const struct reading *reading = &checking->reading;
    const struct layout_entry *entry = &layout_entries[column];
    char name[64], room[LAYOUT_UNITS_BYTES];
    if (!reading_has(reading, column))
        return true;
    snprintf(name, sizeof name, "%s/%s", layout_group_names[entry->group], entry->name);
    hid_t set = hdf_open_set(reading->file, name);
    bool good =
        check_units(reading, set, name, layout_units(column, checking->shape, room));
    if (set >= 0)
        H5Dclose(set);
    if (good && result_has_settled(reading->result))
        good = check_lengths(reading, column, name);
    return good;
}

/* Checks entries from..from+n-1 of a scale; memory is free afterwards. */
static bool check_entries(const struct reading *reading, hid_t scale, const char *name,
                          uint64_t all_rows, hsize_t from, hsize_t n)
{
    int64_t *entries = reading_take(reading, (size_t)n, sizeof *entries);
    if (!entries)
        return false;
    if (hdf_read_block(scale, H5T_NATIVE_INT64, 1, &from, &n, entries) < 0)
        return reading_damaged(reading, name), false;
    for (hsize_t i = 0; i < n; i++) {
        uint64_t expected = thinning_number(all_rows, from + i);
        if (entries[i] != (int64_t)expected)
            return !error_set(reading->err, STATUS_FAILED,
                              "/%s numbers entry %" PRIu64 " as %" PRId64
                              " (expected: %" PRIu64 ")",
                              name, (uint64_t)(from + i), entries[i], expected);
    }
    return true;
}

/* Checks that a group has the scale of a dimension, whose entries are numbered from 0, as their rows are, or have names,
 * which are not checked here. */
static bool check_scale(const struct checking *checking, enum layout_group group,
                        enum layout_dim dim)
{
    struct reading reading = checking->reading;
    char name[64];
    hsize_t n = 0;
    snprintf(name, sizeof name, "%s/%s", layout_group_names[group],
             layout_dim_names[dim]);
    hid_t scale = hdf_open_set(reading.file, name);
    bool good = check_units(&reading, scale, name, "1");
    if (good && !layout_has_names(dim) && !(good = hdf_extents(scale, 1, &n)))
        reading_damaged(&reading, name);
    for (hsize_t from = 0; from < n && good; from += BLOCK) {
        struct arena arena;
        arena_init(&arena);
        reading.arena = &arena;
        good = check_entries(&reading, scale, name,
                             layout_all_rows(dim, reading.result->all_rows), from,
                             n - from < BLOCK ? n - from : BLOCK);
        arena_free(&arena);
    }
    if (scale >= 0)
        H5Dclose(scale);
    return good;
}

/* Whether /solutions has names along the dimension: not every problem has descriptors and axes. */
static bool has_scale(const struct checking *checking, int dim)
{
    char name[64];
    snprintf(name, sizeof name, "solutions/%s", layout_dim_names[dim]);
    return H5Lexists(checking->reading.file, name, H5P_DEFAULT) > 0;
}

/* Checks that the axes of a grid have the names of the first descriptors. */
static bool check_axes(const struct checking *checking)
{
    const struct reading *reading = &checking->reading;
    size_t axes = reading->result->grid.axes;
    const char **names = axes ? reading_names(reading, BY_AXIS, axes) : NULL;
    bool good = !axes || names;
    for (size_t a = 0; a < axes && good; a++) {
        const char *expected = checking->shape->descriptor[a].name;
        good = !strcmp(names[a], expected) ||
               !error_set(reading->err, STATUS_FAILED,
                          "axis %zu of the grid is %.100s (expected: %s)", a, names[a],
                          expected);
    }
    return good;
}

static bool check_file(void *context)
{
    struct checking *checking = context;
    bool good = check_whole(checking);
    for (int c = 0; c < LAYOUT_COLUMNS && good; c++)
        good = check_column(checking, (enum layout_column)c);
    for (int g = 0; g < LAYOUT_GROUPS && good; g++)
        for (int d = 0; d < LAYOUT_DIMS && good; d++)
            if (has_group(checking, (enum layout_group)g) &&
                layout_uses((enum layout_group)g, (enum layout_dim)d) &&
                (!layout_has_names((enum layout_dim)d) || has_scale(checking, d)))
                good = check_scale(checking, (enum layout_group)g, (enum layout_dim)d);
    return good && check_axes(checking);
}

enum status result_check_layout(const struct result *result, const struct shape *shape,
                                struct error *err)
{
    struct result read = *result; /* `reading` may write to its result */
    struct checking checking = {{&read, NULL, err, H5I_INVALID_HID}, shape};
    *err = (struct error){0};
    return reading_check(&checking.reading, "layout", check_file, &checking);
}
