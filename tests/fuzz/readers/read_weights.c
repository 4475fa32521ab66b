/* Weights of a generator of levels: the input is the HDF5 file. Weights that are accepted make
 * a level, which the independent verifier can compute as well. */
#include "level_gan.h"
#include "level_verify_gan.h"
#include "read_input.h"

#ifdef SKERRY_LIBFUZZER
#include "read_hdf5.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t bytes, size_t most, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t bytes, size_t most, unsigned seed)
{
    return read_hdf5_mutate(data, bytes, most, seed);
}
#endif

enum { MOST_LATENT = 64 };

static const struct level_game game = {
    .name = "three",
    .n_tiles = 3,
    .tile = {{.symbol = 'a'}, {.symbol = 'b'}, {.symbol = 'c'}}};

static void generate(const struct option_file *file, const struct level_gan *gan,
                     size_t rows, size_t cols, struct arena *arena)
{
    static const float latent[MOST_LATENT] = {0.5F, -0.5F, 1};
    struct level_grid grid = level_grid_new(rows, cols, arena);
    struct arena scratch = arena_scratch(arena, level_gan_bytes(gan));
    struct error err = {0};
    double behind;
    ensure(grid.cell && scratch.at);
    level_gan_level(gan, latent, scratch, grid.cell);
    for (size_t i = 0; i < rows * cols; i++)
        ensure(grid.cell[i] < game.n_tiles);
    ensure(level_verify_gan(file, latent, gan->latent, &grid, &behind, &err) ==
           STATUS_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    enum { ROWS = 5, COLS = 6 };
    struct level_gan gan;
    struct arena arena;
    struct error err = {0};
    unsigned char *copy = malloc(bytes + 1);
    ensure(copy);
    for (size_t i = 0; i < bytes; i++)
        copy[i] = data[i];
    copy[bytes] = '\0';
    struct option_file file = {"weights.h5", copy, bytes};
    arena_init(&arena);
    enum status status = level_gan_load(&file, &game, ROWS, COLS, &arena, &gan, &err);
    read_input_check_error(status, &err);
    if (status == STATUS_OK && gan.latent <= MOST_LATENT)
        generate(&file, &gan, ROWS, COLS, &arena);
    arena_free(&arena);
    free(copy);
    return 0;
}
