#include "netcdf.h"

#include <stdio.h>

hid_t netcdf_char_type(void)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0)
        H5Tset_strpad(type, H5T_STR_NULLPAD);
    return type;
}

hid_t netcdf_create_bytes(hid_t group, const char *name, size_t n, bool compressed)
{
    /* Uncompressed where asked for: compressing large inputs would take longer than many runs. */
    hsize_t bytes = n, chunk = n < 1 << 18 ? n : 1 << 18;
    hid_t space = H5Screate_simple(1, &bytes, NULL);
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    herr_t bad = H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    if (n) {
        bad |= H5Pset_chunk(list, 1, &chunk);
        if (compressed)
            bad |= H5Pset_deflate(list, 1);
        bad |= H5Pset_fletcher32(list);
    }
    hid_t set = bad < 0 ? H5I_INVALID_HID
                        : H5Dcreate2(group, name, H5T_NATIVE_UINT8, space, H5P_DEFAULT,
                                     list, H5P_DEFAULT);
    H5Pclose(list);
    H5Sclose(space);
    return set;
}

static hid_t create_length(hid_t group, const char *name, size_t n)
{
    char label[96];
    snprintf(label, sizeof label,
             "This is a netCDF dimension but not a netCDF variable.%10zu", n);
    hid_t scale = netcdf_create_bytes(group, name, n, true);
    if (scale >= 0 &&
        (H5DSset_scale(scale, label) < 0 || hdf_put_text(scale, "units", "1", 0) < 0 ||
         hdf_put_text(scale, "long_name", "place, from 0", 0) < 0)) {
        H5Dclose(scale);
        return H5I_INVALID_HID;
    }
    return scale;
}

herr_t netcdf_attach_length(hid_t group, const char *name, size_t n, hid_t set,
                            unsigned dim)
{
    hid_t scale = H5Lexists(group, name, H5P_DEFAULT) > 0
                      ? hdf_open_set(group, name)
                      : create_length(group, name, n);
    if (scale < 0)
        return -1;
    herr_t bad = H5DSattach_scale(set, scale, dim);
    H5Dclose(scale);
    return bad;
}

herr_t netcdf_put_missing_whole(hid_t set)
{
    const int64_t missing = -1;
    hsize_t one = 1; /* netCDF's attributes of numbers have one dimension */
    if (H5Aexists(set, "_FillValue") > 0)
        return 0;
    hid_t space = H5Screate_simple(1, &one, NULL);
    hid_t attribute = H5Acreate2(set, "_FillValue", H5T_NATIVE_INT64, space,
                                 H5P_DEFAULT, H5P_DEFAULT);
    herr_t bad = attribute < 0 ? -1 : H5Awrite(attribute, H5T_NATIVE_INT64, &missing);
    if (attribute >= 0)
        H5Aclose(attribute);
    H5Sclose(space);
    return bad;
}
