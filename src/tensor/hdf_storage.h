/* Whether a dataset of an HDF5 file that may be forged has room for its values. */
#ifndef SKERRY_TENSOR_HDF_STORAGE_H
#define SKERRY_TENSOR_HDF_STORAGE_H

#include <hdf5.h>
#include <stdbool.h>

/* False for a compact dataset, whose values are in its header, with fewer bytes than its
 * extents and type ask for: HDF5 1.10 reads beyond them. */
static inline bool hdf_storage_suffices(hid_t set)
{
    hid_t list = H5Dget_create_plist(set), space = H5Dget_space(set),
          type = H5Dget_type(set);
    hssize_t n = H5Sget_simple_extent_npoints(space);
    size_t bytes = H5Tget_size(type), whole;
    bool suffices = n >= 0 && bytes > 0 &&
                    (H5Pget_layout(list) != H5D_COMPACT ||
                     (!__builtin_mul_overflow((size_t)n, bytes, &whole) &&
                      H5Dget_storage_size(set) >= whole));
    H5Tclose(type);
    H5Sclose(space);
    H5Pclose(list);
    return suffices;
}

#endif
