#include "merge.h"

#include "files.h"
#include "hdf.h"
#include "layout.h"
#include "netcdf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FORMAT_VERSION = 1, NAME_BYTES = 256 };

/* ---- the table ---- */

static hid_t type_of(enum merge_kind kind)
{
    return kind == MERGE_TEXT   ? hdf_text_type(0)
           : kind == MERGE_REAL ? H5Tcopy(H5T_NATIVE_DOUBLE)
                                : H5Tcopy(H5T_NATIVE_INT64);
}

static hid_t make_column(hid_t group, const struct merge_column *column, hsize_t rows)
{
    hid_t type = type_of(column->kind), space = H5Screate_simple(1, &rows, NULL);
    hid_t set = H5Dcreate2(group, column->name, type, space, H5P_DEFAULT, H5P_DEFAULT,
                           H5P_DEFAULT);
    if (set >= 0 &&
        (H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, column->values) < 0 ||
         hdf_put_text(set, "units", column->unit, 0) < 0 ||
         hdf_put_text(set, "long_name", column->long_name, 0) < 0 ||
         (column->missing && netcdf_put_missing_whole(set) < 0))) {
        H5Dclose(set);
        set = H5I_INVALID_HID;
    }
    H5Sclose(space);
    H5Tclose(type);
    return set;
}

/* The numbers of the rows, from 1: the scale of the dimension. */
static hid_t make_scale(hid_t group, size_t rows)
{
    struct arena arena;
    hid_t scale = H5I_INVALID_HID;
    arena_init(&arena);
    int64_t *numbers = ARENA_NEW(&arena, int64_t, rows);
    for (size_t i = 0; numbers && i < rows; i++)
        numbers[i] = (int64_t)i + 1;
    const struct merge_column column = {
        "task", MERGE_WHOLE, numbers, "1", "number of the task, from 1", false};
    if (numbers)
        scale = make_column(group, &column, rows);
    arena_free(&arena);
    if (scale >= 0 && H5DSset_scale(scale, "task") < 0) {
        H5Dclose(scale);
        return H5I_INVALID_HID;
    }
    return scale;
}

static herr_t put_table(hid_t file, const struct merge_table *table)
{
    hid_t group = H5Gcreate2(file, "tasks", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t scale = group < 0 ? H5I_INVALID_HID : make_scale(group, table->rows);
    herr_t bad = scale < 0 ? -1 : 0;
    for (size_t i = 0; i < table->n_columns && bad >= 0; i++) {
        hid_t set = make_column(group, &table->columns[i], table->rows);
        bad = set < 0 ? -1 : H5DSattach_scale(set, scale, 0);
        if (set >= 0)
            H5Dclose(set);
    }
    if (scale >= 0)
        H5Dclose(scale);
    if (group >= 0)
        H5Gclose(group);
    return bad;
}

/* ---- the results ---- */

/* A dataset and its copy, while the scales of its dimensions are attached again: H5Ocopy
 * loses references between files. */
struct attaching {
    hid_t group; /* of the copy */
    hid_t copy;
    unsigned dim;
};

static herr_t attach_scale(hid_t set, unsigned dim, hid_t scale, void *to)
{
    struct attaching *attaching = to;
    char name[NAME_BYTES] = "";
    (void)set, (void)dim;
    if (H5Iget_name(scale, name, sizeof name) <= 0)
        return -1;
    const char *last = strrchr(name, '/');
    hid_t copy = hdf_open_set(attaching->group, last ? last + 1 : name);
    if (copy < 0)
        return -1;
    herr_t bad = H5DSattach_scale(attaching->copy, copy, attaching->dim);
    H5Dclose(copy);
    return bad;
}

static herr_t remove_attribute(hid_t set, const char *name)
{
    return H5Aexists(set, name) > 0 ? H5Adelete(set, name) : 0;
}

/* Drops the references of a copied dataset, or attaches the scales that the original has. */
static herr_t mend_set(hid_t from, hid_t group, const char *name, bool attach)
{
    struct attaching attaching = {.group = group, .copy = hdf_open_set(group, name)};
    hid_t original = hdf_open_set(from, name);
    hid_t space = original < 0 ? original : H5Dget_space(original);
    herr_t bad = space < 0 || attaching.copy < 0 ? -1 : 0;
    if (bad >= 0 && !attach) {
        bad |= remove_attribute(attaching.copy, "DIMENSION_LIST");
        bad |= remove_attribute(attaching.copy, "REFERENCE_LIST");
    }
    if (bad >= 0 && attach && H5DSis_scale(original) <= 0)
        for (int d = 0; d < H5Sget_simple_extent_ndims(space) && bad >= 0; d++) {
            attaching.dim = (unsigned)d;
            bad = H5DSiterate_scales(original, attaching.dim, NULL, attach_scale,
                                     &attaching);
        }
    if (space >= 0)
        H5Sclose(space);
    if (original >= 0)
        H5Dclose(original);
    if (attaching.copy >= 0)
        H5Dclose(attaching.copy);
    return bad;
}

struct copying {
    hid_t to;    /* a group */
    bool attach; /* second pass */
};

static herr_t mend_link(hid_t from, const char *name, const H5L_info_t *info, void *to)
{
    const struct copying *copying = to;
    (void)info;
    return mend_set(from, copying->to, name, copying->attach);
}

/* Copies a group of datasets and their scales. */
static herr_t copy_group(hid_t from, const char *name, hid_t to)
{
    if (H5Ocopy(from, name, to, name, H5P_DEFAULT, H5P_DEFAULT) < 0)
        return -1;
    hid_t group = H5Gopen2(from, name, H5P_DEFAULT);
    struct copying copying = {.to = H5Gopen2(to, name, H5P_DEFAULT)};
    herr_t bad = group < 0 || copying.to < 0 ? -1 : 0;
    for (int pass = 0; pass < 2 && bad >= 0; pass++) {
        copying.attach = pass;
        bad =
            H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, mend_link, &copying);
    }
    if (group >= 0)
        H5Gclose(group);
    if (copying.to >= 0)
        H5Gclose(copying.to);
    return bad;
}

/* Copies what tells which contents an input file had, as attributes of a group. */
static herr_t copy_input(hid_t from, const char *name, const H5L_info_t *info, void *to)
{
    static const char *const attributes[] = {"key", "path", "sha256"};
    const hid_t *inputs = to;
    struct arena arena;
    herr_t bad = 0;
    (void)info;
    hid_t input = H5Oopen(from, name, H5P_DEFAULT);
    if (input < 0 || H5Aexists(input, "key") <= 0) /* a scale has none */
        return input < 0 ? -1 : H5Oclose(input);
    hid_t copy = H5Gcreate2(*inputs, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    arena_init(&arena);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes && bad >= 0; i++) {
        const char *text = NULL;
        bad = hdf_get_text(input, attributes[i], &arena, &text)
                  ? -1
                  : hdf_put_text(copy, attributes[i], text, 0);
    }
    arena_free(&arena);
    H5Oclose(input);
    if (copy >= 0)
        H5Gclose(copy);
    return copy < 0 ? -1 : bad;
}

/* Copies the list of input files, without their contents, which the results have. */
static herr_t copy_inputs(hid_t from, hid_t to)
{
    if (H5Lexists(from, "problem/inputs", H5P_DEFAULT) <= 0)
        return 0;
    hid_t parents = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(parents, 1);
    hid_t inputs = H5Gopen2(from, "problem/inputs", H5P_DEFAULT);
    hid_t copy = H5Gcreate2(to, "problem/inputs", parents, H5P_DEFAULT, H5P_DEFAULT);
    herr_t bad = inputs < 0 || copy < 0
                     ? -1
                     : H5Literate(inputs, H5_INDEX_NAME, H5_ITER_NATIVE, NULL,
                                  copy_input, &copy);
    H5Pclose(parents);
    if (copy >= 0)
        H5Gclose(copy);
    if (inputs >= 0)
        H5Gclose(inputs);
    return bad;
}

static herr_t copy_link(hid_t from, const char *name, const H5L_info_t *info, void *to)
{
    const hid_t *group = to;
    (void)info;
    if (H5Ldelete(*group, name, H5P_DEFAULT) < 0)
        return -1;
    return strcmp(name, "problem") ? copy_group(from, name, *group)
                                   : copy_inputs(from, *group);
}

/* Copies one result. The shallow copy of its root has all attributes, and its groups without
 * what is in them. */
static herr_t copy_result(const char *path, hid_t results, const char *name)
{
    hid_t file = hdf_open_any(path);
    if (file < 0)
        return -1;
    hid_t shallow = H5Pcreate(H5P_OBJECT_COPY);
    H5Pset_copy_object(shallow, H5O_COPY_SHALLOW_HIERARCHY_FLAG);
    herr_t bad = H5Ocopy(file, "/", results, name, shallow, H5P_DEFAULT);
    hid_t root = H5Gopen2(file, "/", H5P_DEFAULT);
    hid_t group = bad < 0 ? H5I_INVALID_HID : H5Gopen2(results, name, H5P_DEFAULT);
    if (group >= 0)
        bad = H5Literate(root, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, copy_link, &group);
    H5Pclose(shallow);
    if (root >= 0)
        H5Gclose(root);
    if (group >= 0)
        H5Gclose(group);
    H5Fclose(file);
    return group < 0 ? -1 : bad;
}

static enum status put_results(hid_t file, const struct merge_table *table,
                               const char *path, struct error *err)
{
    hid_t results = H5Gcreate2(file, "results", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (results < 0)
        return hdf_error(err, path, "writing");
    for (size_t i = 0; i < table->rows && !err->status; i++)
        if (table->results[i] &&
            copy_result(table->results[i], results, table->names[i]) < 0) {
            hdf_error(err, path, "writing");
            error_wrap(err, "copying %s", table->results[i]);
        }
    H5Gclose(results);
    return err->status;
}

/* ---- the file ---- */

static herr_t put_head(hid_t file, const struct merge_table *table)
{
    char now[32];
    time_t seconds = time(NULL);
    struct tm utc;
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
    hid_t root = H5Gopen2(file, "/", H5P_DEFAULT);
    herr_t bad = root < 0 ? -1 : 0;
    bad |= hdf_put_text(root, "format", LAYOUT_MERGED_FORMAT, 0);
    bad |= hdf_put_int(root, "format_version", FORMAT_VERSION);
    bad |= hdf_put_text(root, "skerry_version", table->version, 0);
    bad |= hdf_put_text(root, "commit", table->commit, 0);
    bad |= hdf_put_text(root, "created", now, 0);
    bad |= hdf_put_text(root, "table", table->text, 0);
    if (root >= 0)
        H5Gclose(root);
    return bad;
}

static enum status fill(hid_t file, const struct merge_table *table, const char *path,
                        struct error *err)
{
    if (put_head(file, table) < 0 || put_table(file, table) < 0)
        return hdf_error(err, path, "writing");
    if (put_results(file, table, path, err) || hdf_flush(file, path, err))
        return err->status;
    return hdf_sync(file, path, err);
}

enum status merge_check(const char *path, struct error *err)
{
    const char *format = "";
    struct arena arena;
    if (access(path, F_OK) != 0)
        return STATUS_OK;
    hdf_quiet();
    arena_init(&arena);
    hid_t file = hdf_open_any(path);
    hid_t root = file < 0 ? file : H5Gopen2(file, "/", H5P_DEFAULT);
    if (root < 0 || hdf_get_text(root, "format", &arena, &format) ||
        strcmp(format, LAYOUT_MERGED_FORMAT) != 0)
        error_set(
            err, STATUS_INPUT,
            "%s: is not a merged file of a sweep, so it is not replaced (expected: "
            "move it away, or name another `folder` in the table)",
            path);
    if (root >= 0)
        H5Gclose(root);
    if (file >= 0)
        H5Fclose(file);
    arena_free(&arena);
    return err->status;
}

enum status merge_write(const char *path, const struct merge_table *table,
                        struct error *err)
{
    char fresh[FILES_PATH_BYTES];
    if (files_name(path, ".new", fresh, err))
        return err->status;
    hdf_quiet();
    hid_t access = hdf_access(false);
    hid_t file = H5Fcreate(fresh, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    if (file < 0)
        hdf_error(err, fresh, "creating"); /* on a full disk an empty file is there */
    else
        fill(file, table, fresh, err);
    if (file >= 0 && H5Fclose(file) < 0 && !err->status)
        hdf_error(err, fresh, "writing");
    if (!err->status && rename(fresh, path))
        files_error(err, path, "writing", errno);
    if (err->status)
        unlink(fresh);
    else
        files_sync_directory(path);
    return err->status;
}
