#include "trial_read.h"

#include "hdf.h"

#include <stdbool.h>
#include <sys/stat.h>

enum { MOST_CHUNKS = 10000000 /* of a dataset; more mean a damaged extent */ };

/* Attributes of fixed size are in the header, which has a checksum; lists of dimension scales
 * are not used here. */
static herr_t read_attribute(hid_t object, const char *name, const H5A_info_t *info,
                             void *self)
{
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    hid_t type = attribute < 0 ? attribute : H5Aget_type(attribute);
    const char *text;
    (void)info;
    bool read = type >= 0 && (H5Tis_variable_str(type) <= 0 ||
                              hdf_get_text(object, name, self, &text) != STATUS_INPUT);
    if (type >= 0)
        H5Tclose(type);
    if (attribute >= 0)
        H5Aclose(attribute);
    return read ? 0 : -1;
}

/* Looks up every chunk, in the order of the index. */
static bool read_index(hid_t set, hid_t list, int dims, const hsize_t *extent)
{
    hsize_t chunk[H5S_MAX_RANK], at[H5S_MAX_RANK] = {0}, chunks = 1, bytes;
    unsigned filters;
    haddr_t address;
    if (H5Pget_chunk(list, dims, chunk) != dims)
        return false;
    for (int d = 0; d < dims; d++) {
        hsize_t along = chunk[d] ? (extent[d] + chunk[d] - 1) / chunk[d] : 0;
        if (!along)
            return true;
        if (along > MOST_CHUNKS / chunks)
            return false;
        chunks *= along;
    }
    for (hsize_t i = 0; i < chunks; i++) {
        if (H5Dget_chunk_info_by_coord(set, at, &filters, &address, &bytes) < 0)
            return false;
        for (int d = dims - 1; d >= 0 && (at[d] += chunk[d]) >= extent[d]; d--)
            at[d] = 0;
    }
    return true;
}

static bool read_set(hid_t set)
{
    hsize_t extent[H5S_MAX_RANK];
    hid_t space = H5Dget_space(set), list = H5Dget_create_plist(set);
    int dims = space < 0 ? -1 : H5Sget_simple_extent_dims(space, extent, NULL);
    bool read =
        list >= 0 && dims >= 0 &&
        (H5Pget_layout(list) != H5D_CHUNKED || read_index(set, list, dims, extent));
    if (space >= 0)
        H5Sclose(space);
    if (list >= 0)
        H5Pclose(list);
    return read;
}

static herr_t read_object(hid_t root, const char *name, const H5O_info_t *info,
                          void *self)
{
    hsize_t at = 0;
    hid_t object = H5Oopen(root, name, H5P_DEFAULT);
    if (object < 0)
        return -1;
    bool read = H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &at, read_attribute,
                            self) >= 0 &&
                (info->type != H5O_TYPE_DATASET || read_set(object));
    H5Oclose(object);
    return read ? 0 : -1;
}

static bool read_all(void *context)
{
    const char *path = context;
    struct arena arena;
    arena_init(&arena);
    hid_t file = hdf_open_any(path);
    return file >= 0 && H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, read_object, &arena,
                                  H5O_INFO_BASIC) >= 0;
}

size_t trial_bytes(const char *path)
{
    struct stat about;
    return stat(path, &about) ? 0 : (size_t)about.st_size;
}

enum trial trial_read(const char *path)
{
    hdf_quiet();
    return trial_run(read_all, (void *)path, trial_bytes(path));
}
