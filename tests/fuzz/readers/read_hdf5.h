/* A mutator for HDF5 files, whose metadata have checksums: plain mutations would be refused by
 * the library at once. It changes bytes within structures and renews their checksums. Only
 * for libFuzzer: includers define LLVMFuzzerCustomMutator by it.
 *
 * Source: HDF5 File Format Specification Version 3.0, III: superblock versions 2 and 3 and all
 * structures with a signature end in a checksum by Jenkins' lookup3. Their lengths are not
 * parsed: an end is where the checksum of what is before it fits. */
#ifndef SKERRY_READ_HDF5_H
#define SKERRY_READ_HDF5_H

#include <stddef.h>
#include <stdint.h>

size_t read_hdf5_mutate(uint8_t *data, size_t bytes, size_t most, unsigned seed);

#endif
