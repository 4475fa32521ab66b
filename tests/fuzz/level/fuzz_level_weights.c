/* Weights of a generator of levels, at random, as scripts/level-train writes them. */
#include "fuzz_level_evolve.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>

enum { KERNEL = 4, MOST_LAYERS = 3, MOST_BETWEEN = 3 };

static void ensure_written(bool written)
{
    if (!written) {
        fprintf(stderr, "weights.h5 cannot be written\n");
        exit(2);
    }
}

/* Numbers in steps of an eighth, so that no sum of them depends on its order. */
static void write_numbers(struct fuzz *f, hid_t file, const char *name, int dims,
                          const hsize_t *extent)
{
    size_t n = 1;
    for (int d = 0; d < dims; d++)
        n *= extent[d];
    float *value = malloc(n * sizeof *value);
    ensure_written(value);
    for (size_t i = 0; i < n; i++)
        value[i] = (float)fuzz_between(f, -16, 16) / 8;
    hid_t space = H5Screate_simple(dims, extent, NULL);
    hid_t dataset = H5Dcreate2(file, name, H5T_IEEE_F32LE, space, H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT);
    ensure_written(
        H5Dwrite(dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    H5Dclose(dataset);
    H5Sclose(space);
    free(value);
}

static void write_attribute(hid_t file, const char *name, hid_t type, const void *value)
{
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ensure_written(H5Awrite(attribute, type, value) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
}

static void write_attributes(hid_t file, const struct puzzle *p)
{
    char symbols[MOST_TILES + 1];
    const char *text = symbols;
    hid_t type = H5Tcopy(H5T_C_S1);
    snprintf(symbols, sizeof symbols, "%.*s", p->n_tiles, fuzz_level_symbols);
    H5Tset_size(type, H5T_VARIABLE);
    write_attribute(file, "tiles", type, &text);
    write_attribute(file, "rows", H5T_NATIVE_INT, &p->rows);
    write_attribute(file, "cols", H5T_NATIVE_INT, &p->cols);
    H5Tclose(type);
}

static void make_group(hid_t file, const char *name)
{
    hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ensure_written(group >= 0);
    H5Gclose(group);
}

/* As many layers as the level needs: the first one makes 4 x 4 cells, each further one twice as many a side. */
static void write_layers(struct fuzz *f, hid_t file, const struct puzzle *p, int latent)
{
    int larger = p->rows > p->cols ? p->rows : p->cols, layers = 1;
    while (KERNEL << (layers - 1) < larger)
        layers++;
    layers += layers < MOST_LAYERS && fuzz_chance(f, 0.3);
    make_group(file, "/layer");
    make_group(file, "/bias");
    for (int i = 1, inputs = latent; i <= layers; i++) {
        char name[32];
        int outputs = i == layers ? p->n_tiles : (int)fuzz_between(f, 1, MOST_BETWEEN);
        hsize_t extent[] = {(hsize_t)inputs, (hsize_t)outputs, KERNEL, KERNEL};
        snprintf(name, sizeof name, "/layer/%d", i);
        write_numbers(f, file, name, 4, extent);
        snprintf(name, sizeof name, "/bias/%d", i);
        write_numbers(f, file, name, 1, extent + 1);
        inputs = outputs;
    }
}

void fuzz_level_write_weights(struct fuzz *f, const struct puzzle *p, int latent)
{
    H5dont_atexit(); /* as islands/level wants it; this may be the first call */
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    hid_t file =
        H5Fcreate(fuzz_path(f, "weights.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    ensure_written(file >= 0);
    write_attributes(file, p);
    write_layers(f, file, p, latent);
    ensure_written(H5Fclose(file) >= 0);
    H5Pclose(access);
}
