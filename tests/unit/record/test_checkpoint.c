#include "checkpoint.h"
#include "own_folder.h"
#include "suite.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[OWN_FOLDER_BYTES], path[128];
static struct digest ours, theirs;
static struct arena arena;

static int set_up(void)
{
    ours = digest_of("ours", 4);
    theirs = digest_of("theirs", 6);
    arena_init(&arena);
    if (!own_folder_make(folder, "checkpoint"))
        return 1;
    snprintf(path, sizeof path, "%s/run.h5.checkpoint", folder);
    return 0;
}

static void remove_all(void)
{
    char name[160];
    unlink(path);
    snprintf(name, sizeof name, "%s.1", path);
    unlink(name);
    snprintf(name, sizeof name, "%s.tmp", path);
    unlink(name);
}

static int tear_down(void)
{
    remove_all();
    arena_free(&arena);
    return rmdir(folder);
}

static void write_one(const void *bytes, size_t n)
{
    struct error err = {0};
    if (checkpoint_write(path, &ours, bytes, n, &err) != STATUS_OK)
        CU_FAIL(err.text);
}

static enum status read_one(const struct digest *identity, struct checkpoint *found,
                            struct error *err)
{
    return checkpoint_read(path, identity, &arena, found, err);
}

static size_t load(const char *name, unsigned char *bytes, size_t room)
{
    FILE *in = fopen(name, "rb");
    size_t n = in ? fread(bytes, 1, room, in) : 0;
    if (in)
        fclose(in);
    return n;
}

static void store(const char *name, const unsigned char *bytes, size_t n)
{
    FILE *out = fopen(name, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    CU_ASSERT_EQUAL(fwrite(bytes, 1, n, out), n);
    fclose(out);
}

static void read_returns_what_was_written(void)
{
    static const size_t sizes[] = {0, 1, 7, 4096, 1000003};
    unsigned char *bytes = malloc(1000003);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    for (size_t i = 0; i < 1000003; i++)
        bytes[i] = (unsigned char)(i * i >> 3);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct checkpoint found;
        struct error err = {0};
        write_one(bytes, sizes[i]);
        CU_ASSERT_EQUAL_FATAL(read_one(&ours, &found, &err), STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(found.n, sizes[i]);
        CU_ASSERT_EQUAL(memcmp(found.bytes, bytes, sizes[i]), 0);
        CU_ASSERT_STRING_EQUAL(found.remark, "");
    }
    free(bytes);
}

static void write_keeps_the_one_before(void)
{
    struct checkpoint found;
    struct error err = {0};
    write_one("first", 5);
    write_one("second", 6);
    CU_ASSERT_EQUAL_FATAL(read_one(&ours, &found, &err), STATUS_OK);
    CU_ASSERT_NSTRING_EQUAL(found.bytes, "second", 6);
    CU_ASSERT_EQUAL(unlink(path), 0);
    CU_ASSERT_EQUAL_FATAL(read_one(&ours, &found, &err), STATUS_OK);
    CU_ASSERT_EQUAL(err.status, STATUS_OK);
    CU_ASSERT_NSTRING_EQUAL(found.bytes, "first", 5);
    CU_ASSERT_NOT_EQUAL(strlen(found.remark), 0);
}

static void read_without_a_file_is_refused(void)
{
    struct checkpoint found;
    struct error err = {0};
    remove_all();
    CU_ASSERT_FALSE(checkpoint_exists(path));
    CU_ASSERT_EQUAL(read_one(&ours, &found, &err), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "there is no checkpoint"));
}

static void read_of_another_config_is_refused(void)
{
    struct checkpoint found;
    struct error err = {0};
    write_one("first", 5);
    CU_ASSERT_TRUE(checkpoint_exists(path));
    CU_ASSERT_EQUAL(read_one(&theirs, &found, &err), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "another config"));
    CU_ASSERT_PTR_NULL(strchr(err.text, '\n'));
}

/* Every bit of a small checkpoint, one at a time: never accepted, whatever is hit. */
static void read_of_any_flipped_bit_is_refused(void)
{
    unsigned char bytes[512];
    struct checkpoint found;
    struct error err;
    remove_all();
    write_one("a payload of some length", 24);
    size_t n = load(path, bytes, sizeof bytes);
    CU_ASSERT_EQUAL_FATAL(n, 120 + 24);
    for (size_t bit = 0; bit < 8 * n; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        store(path, bytes, n);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        if (read_one(&ours, &found, &err) != STATUS_INPUT) {
            printf("bit %zu is not noticed\n", bit);
            CU_FAIL("flipped bit");
        }
    }
}

static void read_of_any_shorter_file_is_refused(void)
{
    unsigned char bytes[512];
    struct checkpoint found;
    struct error err;
    remove_all();
    write_one("a payload of some length", 24);
    size_t n = load(path, bytes, sizeof bytes);
    for (size_t length = 0; length <= n + 1; length++) {
        if (length == n)
            continue;
        store(path, bytes, length);
        CU_ASSERT_EQUAL(read_one(&ours, &found, &err), STATUS_INPUT);
    }
}

static void read_falls_back_when_the_newest_is_damaged(void)
{
    struct checkpoint found;
    struct error err = {0};
    write_one("first", 5);
    write_one("second", 6);
    store(path, (const unsigned char *)"skerryCP and nothing else", 25);
    CU_ASSERT_EQUAL_FATAL(read_one(&ours, &found, &err), STATUS_OK);
    CU_ASSERT_NSTRING_EQUAL(found.bytes, "first", 5);
    CU_ASSERT_PTR_NOT_NULL(strstr(found.remark, "continuing from the previous one"));
    CU_ASSERT_PTR_NULL(strchr(found.remark, '\n'));
}

/* A later format: the version field changed, the header's digest right. */
static void read_of_another_format_is_refused(void)
{
    unsigned char bytes[512];
    struct checkpoint found;
    struct error err = {0};
    remove_all();
    write_one("first", 5);
    size_t n = load(path, bytes, sizeof bytes);
    bytes[8] = 2;
    struct digest header = digest_of(bytes, 88);
    memcpy(bytes + 88, header.bytes, DIGEST_BYTES);
    store(path, bytes, n);
    CU_ASSERT_EQUAL(read_one(&ours, &found, &err), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "format 2; this skerry reads format 1"));
}

static void put_aside_takes_both(void)
{
    char to[160], to_older[176];
    struct error err = {0};
    snprintf(to, sizeof to, "%s.aside", path);
    snprintf(to_older, sizeof to_older, "%s.1", to);
    write_one("first", 5);
    write_one("second", 6);
    CU_ASSERT_EQUAL(checkpoint_put_aside(path, to, &err), STATUS_OK);
    CU_ASSERT_FALSE(checkpoint_exists(path));
    CU_ASSERT_EQUAL(unlink(to), 0);
    CU_ASSERT_EQUAL(unlink(to_older), 0);
    CU_ASSERT_EQUAL(checkpoint_put_aside(path, to, &err), STATUS_OK); /* nothing */
    CU_ASSERT_FALSE(checkpoint_exists(to));
}

static void keep_newest_leaves_one(void)
{
    char older[176];
    struct stat file;
    snprintf(older, sizeof older, "%s.1", path);
    remove_all();
    write_one("first", 5);
    write_one("second", 6);
    checkpoint_keep_newest(path);
    CU_ASSERT_EQUAL(stat(path, &file), 0);
    CU_ASSERT_NOT_EQUAL(stat(older, &file), 0);
    CU_ASSERT_EQUAL(rename(path, older), 0);
    checkpoint_keep_newest(path); /* the older one is all there is */
    CU_ASSERT_EQUAL(stat(older, &file), 0);
}

/* Writes growing payloads until it is killed; each names its own number throughout. */
_Noreturn static void write_until_killed(void)
{
    static uint32_t bytes[1 << 16];
    struct error err;
    for (uint32_t number = 1;; number++) {
        for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
            bytes[i] = number;
        if (checkpoint_write(path, &ours, bytes, sizeof bytes, &err) != STATUS_OK)
            _exit(1);
    }
}

static void kill_while_writing_leaves_a_whole_one(void)
{
    unsigned seed = (unsigned)getpid();
    write_one("begin", 5);
    write_one("begin", 5);
    for (int round = 0; round < 40; round++) {
        struct checkpoint found;
        struct error err = {0};
        struct arena own;
        pid_t child = fork();
        if (child == 0)
            write_until_killed();
        usleep(2000 + (useconds_t)rand_r(&seed) % 20000);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        arena_init(&own);
        if (checkpoint_read(path, &ours, &own, &found, &err) != STATUS_OK) {
            printf("round %d, seed from pid %d: %s\n", round, (int)getpid(), err.text);
            CU_FAIL("no whole checkpoint");
        } else if (found.n > 5) {
            const uint32_t *number = found.bytes;
            for (size_t i = 1; i < found.n / sizeof *number; i++)
                if (number[i] != number[0])
                    CU_FAIL_FATAL("a mixture of two checkpoints");
        }
        arena_free(&own);
    }
}

static void write_into_no_directory_fails(void)
{
    struct error err = {0};
    CU_ASSERT_EQUAL(checkpoint_write("/nowhere/at/all", &ours, "x", 1, &err),
                    STATUS_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "/nowhere/at/all"));
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(read_returns_what_was_written),
        SUITE_TEST(write_keeps_the_one_before),
        SUITE_TEST(read_without_a_file_is_refused),
        SUITE_TEST(read_of_another_config_is_refused),
        SUITE_TEST(read_of_any_flipped_bit_is_refused),
        SUITE_TEST(read_of_any_shorter_file_is_refused),
        SUITE_TEST(read_falls_back_when_the_newest_is_damaged),
        SUITE_TEST(read_of_another_format_is_refused),
        SUITE_TEST(put_aside_takes_both),
        SUITE_TEST(keep_newest_leaves_one),
        SUITE_TEST(kill_while_writing_leaves_a_whole_one),
        SUITE_TEST(write_into_no_directory_fails),
        CU_TEST_INFO_NULL,
    };
    return suite_run("checkpoint", set_up, tear_down, tests);
}
