/* Conventions of netCDF-4 on top of HDF5, so that netCDF's readers and xarray see named dimensions,
 * texts and missing values. Used inside src/record.
 *
 * Texts that change during a run are arrays of characters with a last dimension of their length:
 * HDF5 cannot change texts of variable length in single-writer mode, and netCDF-C 4.9.0 (Debian 12)
 * overruns its memory when it reads more than one text of fixed length.
 *
 * Source: NetCDF Users' Guide, appendices A (attribute conventions) and B (file format). */
#ifndef SKERRY_RECORD_NETCDF_H
#define SKERRY_RECORD_NETCDF_H

#include "hdf.h"

/* The type of a character; the caller closes it. */
hid_t netcdf_char_type(void);

/* Creates a dataset of n bytes with early allocation, so that one that is never written reads as
 * zeros. */
hid_t netcdf_create_bytes(hid_t group, const char *name, size_t n, bool compressed);

/* Attaches the dimension `name` of the group, of length n, to a dataset: a length without values,
 * which readers do not take for a variable. Creates it if it does not exist. */
herr_t netcdf_attach_length(hid_t group, const char *name, size_t n, hid_t set,
                            unsigned dim);

/* Writes the _FillValue of a dataset of int64 in which -1 stands for no value, if it has none yet:
 * readers mask such values. */
herr_t netcdf_put_missing_whole(hid_t set);

#endif
