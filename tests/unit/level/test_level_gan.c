/* The generator's arithmetic against PyTorch's, as recorded beside the weights, and
 * against the slow one of verification; what latent genomes promise beyond problem.h.
 */
#include "level_fixture.h"
#include "level_gan.h"
#include "level_genome.h"
#include "level_operators.h"
#include "level_verify_gan.h"
#include "suite.h"
#include "tensor.h"

#include <math.h>

enum { ROWS = 9, COLS = 13, CELLS = ROWS * COLS, TILES = 8, LATENT = 32, SEED = 5 };

static struct arena arena, scratch;
static struct option_file weights;
static struct level_instance instance;

static bool read_weights(void)
{
    enum { MOST = 1 << 23 };
    weights.path = SKERRY_SOURCE "/configs/level/weights/zelda.h5";
    FILE *in = fopen(weights.path, "rb");
    unsigned char *data = arena_take(&arena, MOST);
    if (!in || !data)
        return false;
    weights.bytes = fread(data, 1, MOST, in);
    weights.data = data;
    return fclose(in) == 0 && weights.bytes > 0;
}

static enum status load(const struct option_file *file, const char *game, size_t rows,
                        struct level_gan *gan, struct error *err)
{
    struct level_game rules = level_fixture_game(game, &arena);
    return level_gan_load(file, &rules, rows, COLS, &arena, gan, err);
}

/* An instance as level_instance_load makes it, as far as latent genomes need it. */
static int open_gan(void)
{
    struct error err;
    arena_init(&arena);
    if (!read_weights()) {
        printf("%s cannot be read\n", weights.path);
        return 1;
    }
    struct level_game game = level_fixture_game("zelda", &arena);
    static struct level_repair_tally tally;
    instance = (struct level_instance){.genome = LEVEL_GENOME_LATENT,
                                       .tally = &tally,
                                       .generator = LEVEL_GAN,
                                       .step = 0.5,
                                       .method = level_method_find("fast")};
    if (level_board_init(&game, ROWS, COLS, &arena, &instance.board, &err) ||
        load(&weights, "zelda", ROWS, &instance.gan, &err)) {
        printf("%s\n", err.text);
        return 1;
    }
    scratch = arena_scratch(&arena, (size_t)1 << 20);
    return 0;
}

static int close_gan(void)
{
    arena_free(&arena);
    return 0;
}

static void output_equals_that_of_pytorch(void)
{
    struct tensor_file file;
    struct tensor latent, output;
    struct error err;
    static float out[CELLS * TILES];
    CU_ASSERT_EQUAL_FATAL(tensor_open(&weights, &file, &err), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(tensor_read(&file, "/check/latent", 2, &arena, &latent, &err),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(tensor_read(&file, "/check/output", 4, &arena, &output, &err),
                          STATUS_OK);
    CU_ASSERT_FATAL(latent.extent[0] >= 4 && latent.extent[1] == LATENT);
    CU_ASSERT_EQUAL_FATAL(output.extent[1] * output.extent[2] * output.extent[3],
                          CELLS * TILES);
    double largest = 0;
    for (size_t i = 0; i < latent.extent[0]; i++) {
        level_gan_run(&instance.gan, latent.value + i * LATENT, scratch, out);
        for (size_t t = 0; t < TILES; t++)
            for (size_t v = 0; v < CELLS; v++) {
                float theirs = output.value[(i * TILES + t) * CELLS + v];
                CU_ASSERT(fabsf(out[v * TILES + t] - theirs) <= 1e-5F);
                largest = fmax(largest, theirs);
            }
    }
    CU_ASSERT(largest > 0.1);
    tensor_close(&file);
}

static void levels_equal_those_of_the_slow_generator(void)
{
    struct rng rng;
    float latent[LATENT];
    struct level_grid grid = level_grid_new(ROWS, COLS, &arena);
    rng_seed(&rng, SEED, 1);
    for (size_t i = 0; i < 10; i++) {
        double behind;
        struct error err;
        for (size_t k = 0; k < LATENT; k++)
            latent[k] = (float)(4 * rng_unit(&rng) - 2);
        level_gan_level(&instance.gan, latent, scratch, grid.cell);
        CU_ASSERT_EQUAL_FATAL(
            level_verify_gan(&weights, latent, LATENT, &grid, &behind, &err),
            STATUS_OK);
        CU_ASSERT(behind <= 1e-5);
        /* Not any tile passes. */
        size_t cell = rng_below(&rng, CELLS);
        grid.cell[cell] = (uint8_t)((grid.cell[cell] + 1) % TILES);
        CU_ASSERT_EQUAL(
            level_verify_gan(&weights, latent, LATENT, &grid, &behind, &err),
            STATUS_OK);
        CU_ASSERT(behind > 1e-4);
    }
}

static void healing_fills_in_the_level(void)
{
    struct rng rng;
    float genome[LATENT + 2 * CELLS];
    uint8_t generated[CELLS];
    struct level_view view;
    rng_seed(&rng, SEED, 2);
    CU_ASSERT_EQUAL_FATAL(level_genome_genes(&instance), LATENT + 2 * CELLS);
    for (size_t i = 0; i < 50; i++) {
        struct arena own = scratch;
        level_genome_latent_sample(&instance, &rng, genome);
        CU_ASSERT_FALSE(level_genome_view(&instance, genome, &own, &view));
        CU_ASSERT_FATAL(level_operators_heal(&instance, &rng, own, genome));
        CU_ASSERT_FATAL(level_genome_view(&instance, genome, &own, &view));
        CU_ASSERT(level_board_is_playable(&instance.board, view.cell, own));
        level_gan_level(&instance.gan, genome, own, generated);
        CU_ASSERT_EQUAL(memcmp(view.generated, generated, CELLS), 0);
    }
}

/* Whoever inherits another vector has no level, and only then. */
static void operators_void_the_level_of_another_vector(void)
{
    enum { GENES = LATENT + 2 * CELLS };
    struct rng rng;
    static float a[GENES], b[GENES], child[GENES];
    struct level_view view;
    size_t changed = 0;
    rng_seed(&rng, SEED, 3);
    level_operators_sample(&instance, &rng, scratch, a);
    level_operators_sample(&instance, &rng, scratch, b);
    for (size_t i = 0; i < 200; i++) {
        struct arena own = scratch;
        bool crossed = rng_chance(&rng, 0.5);
        if (crossed)
            level_operators_crossover(&instance, a, b, &rng, own, child);
        else {
            memcpy(child, a, sizeof a);
            level_operators_mutate(&instance, 0.02, &rng, own, child);
        }
        for (size_t k = 0; k < LATENT; k++)
            CU_ASSERT(!crossed || child[k] == a[k] || child[k] == b[k]);
        bool same = true;
        for (size_t k = 0; k < LATENT; k++)
            same = same && child[k] == a[k];
        CU_ASSERT_EQUAL(level_genome_view(&instance, child, &own, &view), same);
        changed += !same;
    }
    CU_ASSERT(changed > 50 && changed < 200);
}

/* Vectors that are mutated for long are distributed as in training. */
static void mutation_keeps_the_distribution(void)
{
    enum { VECTORS = 400, MUTATIONS = 20 };
    struct rng rng;
    float genome[LATENT + 2 * CELLS];
    double n = 0, sum = 0, squares = 0, fourths = 0;
    rng_seed(&rng, SEED, 4);
    for (size_t i = 0; i < VECTORS; i++) {
        memset(genome, 0, sizeof genome);
        for (size_t k = 0; k < MUTATIONS; k++)
            level_operators_mutate(&instance, 1, &rng, scratch, genome);
        for (size_t k = 0; k < LATENT; k++, n++) {
            double z = genome[k];
            sum += z;
            squares += z * z;
            fourths += z * z * z * z;
        }
    }
    CU_ASSERT(fabs(sum / n) < 0.04);         /* 4 deviations of the mean are 0.035 */
    CU_ASSERT(fabs(squares / n - 1) < 0.06); /* 0.05 */
    CU_ASSERT(fabs(fourths / n - 3) < 0.40); /* 0.35 */
}

static void refuses(const struct option_file *file, const char *game, size_t rows,
                    const char *words)
{
    struct level_gan gan;
    struct error err = {.text = ""};
    CU_ASSERT_EQUAL(load(file, game, rows, &gan, &err), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, words));
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "zelda.h5"));
    if (!strstr(err.text, words))
        printf("'%s' is not in: %s\n", words, err.text);
}

static void unfit_weights_are_refused(void)
{
    struct option_file cut = weights;
    refuses(&weights, "pacman", ROWS, "made for tiles w.+g123A");
    refuses(&weights, "zelda", ROWS + 1, "made for levels of 9 x 13, not 10 x 13");
    for (cut.bytes = 0; cut.bytes < weights.bytes; cut.bytes += weights.bytes / 40) {
        struct level_gan gan;
        struct error err;
        CU_ASSERT_EQUAL(load(&cut, "zelda", ROWS, &gan, &err), STATUS_INPUT);
    }
    cut.data = (const unsigned char *)"wwww\nw..w\nwwww\n";
    cut.bytes = strlen((const char *)cut.data);
    refuses(&cut, "zelda", ROWS, "not an HDF5 file");
}

/* What describes the data has checksums, and so have the data. */
static void damaged_weights_are_refused(void)
{
    struct rng rng;
    struct option_file damaged = weights;
    unsigned char *data = arena_take(&arena, weights.bytes);
    size_t refused = 0;
    CU_ASSERT_PTR_NOT_NULL(data);
    if (!data)
        return;
    damaged.data = data;
    rng_seed(&rng, SEED, 5);
    for (size_t i = 0; i < 60; i++) {
        struct level_gan gan;
        struct error err;
        memcpy(data, weights.data, weights.bytes);
        for (size_t k = 0; k < 5; k++) /* most of it is the second layer */
            data[rng_below(&rng, weights.bytes >> 2 * k)] ^= (unsigned char)(1 + k);
        refused += load(&damaged, "zelda", ROWS, &gan, &err) == STATUS_INPUT;
    }
    CU_ASSERT_EQUAL(refused, 60);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(output_equals_that_of_pytorch),
        SUITE_TEST(levels_equal_those_of_the_slow_generator),
        SUITE_TEST(healing_fills_in_the_level),
        SUITE_TEST(operators_void_the_level_of_another_vector),
        SUITE_TEST(mutation_keeps_the_distribution),
        SUITE_TEST(unfit_weights_are_refused),
        SUITE_TEST(damaged_weights_are_refused),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_gan", open_gan, close_gan, tests);
}
