/* Single bits of a result and of a file of weights are flipped, thousands of times:
 * a sealed result is refused whatever the bit, a killed run's is refused or read, and
 * nothing crashes, hangs, or leaks (under AddressSanitizer). */
#include "instances.h"
#include "own_folder.h"
#include "play.h"
#include "result.h"
#include "suite.h"
#include "tensor.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>

enum {
    FLIPS = INSTANCES_OF(1500), /* of each file */
    BATCH = 100, /* that one process does: leaks are looked for at its end */
    HANG_S = 300 /* for one flip */
};

static const struct play whole = {
    .replicas = 2, .islands = 3, .sub_generations = 10, .epochs = 30};

static char folder[OWN_FOLDER_BYTES], path[96];
static unsigned char *original;
static size_t bytes;

/* What the working processes count, in shared memory. */
static struct counts {
    int at;            /* flip in work */
    int refused, read; /* what became of each */
} * counts;

static void write_all(const unsigned char *data)
{
    FILE *out = fopen(path, "wb");
    bool written = out && fwrite(data, 1, bytes, out) == bytes;
    if (!out || fclose(out) || !written)
        exit(3);
}

static void read_all(const char *name)
{
    FILE *in = fopen(name, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(in);
    CU_ASSERT_EQUAL(fseek(in, 0, SEEK_END), 0);
    bytes = (size_t)ftell(in);
    rewind(in);
    original = malloc(bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(original);
    CU_ASSERT_EQUAL_FATAL(fread(original, 1, bytes, in), bytes);
    fclose(in);
}

/* Flip i, spread over the whole file: always the same one. */
static void flip(unsigned char *data, int i)
{
    struct rng rng;
    rng_init(&rng, 20, 0, (uint32_t)i, RNG_ALGORITHM);
    data[rng_below(&rng, bytes)] ^= (unsigned char)(1u << rng_below(&rng, 8));
}

static void read_result(const unsigned char *data)
{
    struct arena arena;
    struct result result;
    struct error err = {0};
    write_all(data);
    arena_init(&arena);
    if (result_read(path, &arena, &result, &err)) {
        counts->refused++;
        if (err.status != STATUS_INPUT || !strstr(err.text, path))
            exit(4);
    } else
        counts->read++;
    arena_free(&arena);
}

/* Goes on with what a killed run left, as --resume does. */
static void resume_result(const unsigned char *data)
{
    struct play resumed = whole;
    struct error err = {0};
    resumed.from = 200;
    write_all(data);
    if (play_file(path, &resumed, &err))
        counts->refused++;
    else
        counts->read++;
}

static void read_weights(const unsigned char *data)
{
    static const struct {
        const char *name;
        size_t dims;
    } sets[] = {{"layer/1", 4}, {"bias/4", 1}, {"check/latent", 2}};
    struct option_file file = {path, data, bytes};
    struct tensor_file weights;
    struct tensor tensor;
    struct error err = {0};
    struct arena arena;
    arena_init(&arena);
    bool refused = tensor_open(&file, &weights, &err) != STATUS_OK;
    for (size_t i = 0; i < sizeof sets / sizeof *sets && !refused; i++)
        refused = tensor_read(&weights, sets[i].name, sets[i].dims, &arena, &tensor,
                              &err) != STATUS_OK;
    counts->refused += refused;
    if (refused && err.status != STATUS_INPUT)
        exit(4);
    tensor_close(&weights);
    arena_free(&arena);
}

/* All flips, in processes that may crash. */
static void flip_all(void (*read_one)(const unsigned char *data), int flips)
{
    counts->refused = counts->read = 0;
    for (int first = 0; first < flips; first += BATCH) {
        int state;
        fflush(stdout);
        pid_t child = fork();
        CU_ASSERT_FATAL(child >= 0);
        if (child == 0) {
            unsigned char *data = malloc(bytes);
            for (int i = first; i < first + BATCH && i < flips && data; i++) {
                alarm(HANG_S);
                counts->at = i;
                memcpy(data, original, bytes);
                flip(data, i);
                read_one(data);
            }
            free(data);
            free(original);
            exit(0);
        }
        CU_ASSERT_EQUAL_FATAL(waitpid(child, &state, 0), child);
        if (state)
            printf("flip %d: the process ended with %#x\n", counts->at, state);
        CU_ASSERT_EQUAL(state, 0);
    }
    printf(" of %d flips %d refused; ", flips, counts->refused);
}

static void flips_of_a_sealed_result_are_refused(void)
{
    struct error err = {0};
    CU_ASSERT_EQUAL_FATAL(play_file(path, &whole, &err), STATUS_OK);
    CU_ASSERT_EQUAL(result_examine(path, &err), STATUS_OK);
    CU_ASSERT_TRUE(result_is_sealed(path));
    read_all(path);
    flip_all(read_result, FLIPS);
    CU_ASSERT_EQUAL(counts->refused, FLIPS);
    free(original);
}

static void flips_of_a_killed_result_are_survived(void)
{
    struct play killed = whole;
    int state;
    killed.stop = 200;
    killed.kind = OUTCOME_FAILED; /* it has no end */
    killed.checkpoint_every = 5;  /* which writes its rows */
    pid_t child = fork();
    CU_ASSERT_FATAL(child >= 0);
    if (child == 0) {
        struct error err = {0};
        unlink(path);
        struct recorder_info info = play_info(path);
        struct recorder *recorder = NULL;
        struct arena perm;
        arena_init(&perm);
        if (recorder_open(&info, false, &perm, &recorder, &err))
            _exit(3);
        struct observer observer = recorder_observer(recorder);
        play_run(&killed, &observer, &err);
        raise(SIGKILL);
    }
    CU_ASSERT_EQUAL_FATAL(waitpid(child, &state, 0), child);
    CU_ASSERT_FATAL(WIFSIGNALED(state));
    CU_ASSERT_FALSE(result_is_sealed(path));
    read_all(path);
    flip_all(read_result, FLIPS / 5);
    CU_ASSERT(counts->refused > 0 && counts->read > 0);
    flip_all(resume_result, FLIPS / 5);
    CU_ASSERT(counts->refused > 0 && counts->read > 0);
    free(original);
}

static void flips_of_weights_are_survived(void)
{
    read_all(SKERRY_SOURCE "/configs/level/weights/zelda.h5");
    flip_all(read_weights, FLIPS / 5);
    CU_ASSERT(counts->refused > 0);
    free(original);
}

static int set_up(void)
{
    counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED || !own_folder_make(folder, "flips"))
        return 1;
    snprintf(path, sizeof path, "%s/run.h5", folder);
    return 0;
}

static int tear_down(void)
{
    return own_folder_remove(folder);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(flips_of_a_sealed_result_are_refused),
        SUITE_TEST(flips_of_a_killed_result_are_survived),
        SUITE_TEST(flips_of_weights_are_survived),
        CU_TEST_INFO_NULL,
    };
    return suite_run("flips", set_up, tear_down, tests);
}
