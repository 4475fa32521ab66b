/* Calls on files of which the n-th fails, for each n: a checkpoint or a copy that could
 * not be written is reported, and what was there before can still be read. The linker puts
 * the functions below in the place of the real ones (see tests/CMakeLists.txt). */
#include "checkpoint.h"
#include "files.h"
#include "own_folder.h"
#include "suite.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { MOST_CALLS = 100 };

/* Calls that still succeed; negative: all do. */
static int left = -1;
static int with;  /* what errno is then */
static bool tiny; /* reads and writes are interrupted, and cut to single bytes */

static bool fails(void)
{
    if (left != 0) {
        left -= left > 0;
        return false;
    }
    left = -1;
    errno = with;
    return true;
}

/* Every second time. */
static bool interrupted(void)
{
    static int calls;
    errno = EINTR;
    return tiny && calls++ % 2;
}

ssize_t __real_write(int descriptor, const void *bytes, size_t n);
ssize_t __real_read(int descriptor, void *bytes, size_t n);
int __real_fsync(int descriptor);
int __real_close(int descriptor);
int __real_rename(const char *from, const char *to);
int __real_link(const char *from, const char *to);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t n);
ssize_t __wrap_read(int descriptor, void *bytes, size_t n);
int __wrap_fsync(int descriptor);
int __wrap_close(int descriptor);
int __wrap_rename(const char *from, const char *to);
int __wrap_link(const char *from, const char *to);

ssize_t __wrap_write(int descriptor, const void *bytes, size_t n)
{
    if (interrupted() || fails())
        return -1;
    return __real_write(descriptor, bytes, tiny && n > 1 ? 1 : n);
}

ssize_t __wrap_read(int descriptor, void *bytes, size_t n)
{
    if (interrupted() || fails())
        return -1;
    return __real_read(descriptor, bytes, tiny && n > 1 ? 1 : n);
}

int __wrap_fsync(int descriptor)
{
    return fails() ? -1 : __real_fsync(descriptor);
}

int __wrap_close(int descriptor)
{
    int done = __real_close(descriptor);
    return fails() ? -1 : done;
}

int __wrap_rename(const char *from, const char *to)
{
    return fails() ? -1 : __real_rename(from, to);
}

int __wrap_link(const char *from, const char *to)
{
    return fails() ? -1 : __real_link(from, to);
}

static char folder[OWN_FOLDER_BYTES], path[128], other[128];
static const struct digest identity = {.bytes = {1, 2, 3}};

static int set_up(void)
{
    if (!own_folder_make(folder, "calls"))
        return 1;
    snprintf(path, sizeof path, "%s/run.checkpoint", folder);
    snprintf(other, sizeof other, "%s/old.checkpoint", folder);
    return 0;
}

static int tear_down(void)
{
    return own_folder_remove(folder);
}

static void empty_folder(void)
{
    CU_ASSERT_EQUAL_FATAL(own_folder_empty(folder), 0);
}

static enum status save(const char *text, struct error *err)
{
    *err = (struct error){0};
    return checkpoint_write(path, &identity, text, strlen(text), err);
}

/* Whether a checkpoint can be read that holds one of two texts. */
static bool holds(const char *name, const char *one, const char *two)
{
    struct arena arena;
    struct checkpoint checkpoint;
    struct error err = {0};
    arena_init(&arena);
    bool right =
        checkpoint_read(name, &identity, &arena, &checkpoint, &err) == STATUS_OK &&
        ((checkpoint.n == strlen(one) &&
          !memcmp(checkpoint.bytes, one, checkpoint.n)) ||
         (checkpoint.n == strlen(two) && !memcmp(checkpoint.bytes, two, checkpoint.n)));
    arena_free(&arena);
    return right;
}

static void a_checkpoint_that_fails_leaves_the_one_before(void)
{
    static const int numbers[] = {EIO, ENOSPC, EDQUOT, EFBIG};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int told = 0, n = 0;
        for (bool failed = true; failed && n < MOST_CALLS; n++) {
            struct error err;
            empty_folder();
            CU_ASSERT_EQUAL(save("first", &err), STATUS_OK);
            CU_ASSERT_EQUAL(save("second", &err), STATUS_OK);
            with = numbers[i];
            left = n;
            enum status status = save("third", &err);
            failed = left < 0;
            left = -1;
            told += status != STATUS_OK;
            CU_ASSERT(status == STATUS_OK || failed);
            CU_ASSERT(status == STATUS_OK ||
                      status == (with == EIO ? STATUS_IO : STATUS_FULL));
            CU_ASSERT_EQUAL(err.status, status);
            CU_ASSERT_TRUE(holds(path, "third", status ? "second" : "third"));
            CU_ASSERT_EQUAL(save("fourth", &err), STATUS_OK);
            CU_ASSERT_TRUE(holds(path, "fourth", "fourth"));
        }
        /* Two writes, fsync, close, two renames; a folder that does not sync is not. */
        CU_ASSERT_EQUAL(told, 6);
        CU_ASSERT(n > told && n < MOST_CALLS);
    }
}

static void a_checkpoint_that_cannot_be_read_is_told(void)
{
    struct error err;
    empty_folder();
    CU_ASSERT_EQUAL(save("first", &err), STATUS_OK);
    CU_ASSERT_EQUAL(save("second", &err), STATUS_OK);
    with = EIO;
    for (left = 0; left < 2;) {
        int n = left;
        struct arena arena;
        struct checkpoint checkpoint;
        err = (struct error){0};
        arena_init(&arena);
        /* Of header or payload: the one before is read. */
        CU_ASSERT_EQUAL(checkpoint_read(path, &identity, &arena, &checkpoint, &err),
                        STATUS_OK);
        CU_ASSERT(checkpoint.n == 5 && !memcmp(checkpoint.bytes, "first", 5));
        CU_ASSERT_PTR_NOT_NULL(
            strstr(checkpoint.remark, "continuing from the previous"));
        arena_free(&arena);
        left = n + 1;
    }
    left = -1;
    CU_ASSERT_TRUE(holds(path, "second", "second"));
}

static void calls_that_do_a_part_are_gone_on_with(void)
{
    struct error err;
    empty_folder();
    tiny = true;
    CU_ASSERT_EQUAL(save("first", &err), STATUS_OK);
    CU_ASSERT_TRUE(holds(path, "first", "first"));
    CU_ASSERT_EQUAL(files_copy(path, other, &err), STATUS_OK);
    tiny = false;
    CU_ASSERT_TRUE(holds(path, "first", "first"));
    CU_ASSERT_TRUE(holds(other, "first", "first"));
}

static void a_copy_that_fails_is_told_and_goes(void)
{
    int told = 0, n = 0;
    for (bool failed = true; failed && n < MOST_CALLS; n++) {
        struct error err;
        empty_folder();
        CU_ASSERT_EQUAL(save("first", &err), STATUS_OK);
        with = ENOSPC;
        left = n;
        enum status status = files_copy(path, other, &err);
        failed = left < 0;
        left = -1;
        told += status != STATUS_OK;
        CU_ASSERT(status == STATUS_OK || status == STATUS_FULL);
        CU_ASSERT_EQUAL(access(other, F_OK) == 0, status == STATUS_OK);
        CU_ASSERT(status != STATUS_OK || holds(other, "first", "first"));
        CU_ASSERT_TRUE(holds(path, "first", "first"));
    }
    /* Two reads, a write, fsync, close; that of what was read is not told. */
    CU_ASSERT_EQUAL(told, 5);
    struct error err = {0};
    CU_ASSERT_EQUAL(files_copy("/nowhere/at/all", other, &err), STATUS_IO);
    CU_ASSERT_EQUAL(files_copy(path, "/nowhere/at/all", &err), STATUS_IO);
}

/* Where there are no hard links the file is renamed. */
static void checkpoints_put_aside_are_somewhere(void)
{
    int told = 0, n = 0;
    for (bool failed = true; failed && n < MOST_CALLS; n++) {
        struct error err;
        empty_folder();
        CU_ASSERT_EQUAL(save("first", &err), STATUS_OK);
        CU_ASSERT_EQUAL(save("second", &err), STATUS_OK);
        with = EPERM;
        left = n;
        err = (struct error){0};
        enum status status = checkpoint_put_aside(path, other, &err);
        failed = left < 0;
        left = -1;
        told += status != STATUS_OK;
        CU_ASSERT(holds(other, "second", "second") ||
                  (status && holds(path, "second", "second")));
        CU_ASSERT(status || !checkpoint_exists(path));
    }
    CU_ASSERT_EQUAL(told, 0); /* one call alone that fails is made up for */
    CU_ASSERT(n > 2 && n < MOST_CALLS);
}

static int count_open(void)
{
    DIR *all = opendir("/proc/self/fd");
    int n = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    while (readdir(all))
        n++;
    closedir(all);
    return n;
}

static void nothing_stays_open(void)
{
    struct error err;
    int before = count_open();
    empty_folder();
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(save("first", &err), STATUS_OK);
        CU_ASSERT_EQUAL(save("second", &err), STATUS_OK);
        CU_ASSERT_TRUE(holds(path, "second", "second"));
        CU_ASSERT_EQUAL(files_copy(path, other, &err), STATUS_OK);
        CU_ASSERT_EQUAL(checkpoint_put_aside(path, other, &err), STATUS_OK);
    }
    CU_ASSERT_EQUAL(count_open(), before);
}

static void names_too_long_are_refused(void)
{
    static char name[FILES_PATH_BYTES];
    struct error err = {0};
    struct arena arena;
    struct checkpoint checkpoint;
    memset(name, 'x', sizeof name - 2);
    arena_init(&arena);
    CU_ASSERT_EQUAL(checkpoint_write(name, &identity, "a", 1, &err), STATUS_INPUT);
    err = (struct error){0};
    CU_ASSERT_EQUAL(checkpoint_read(name, &identity, &arena, &checkpoint, &err),
                    STATUS_INPUT);
    err = (struct error){0};
    CU_ASSERT_NOT_EQUAL(checkpoint_put_aside(name, other, &err), STATUS_OK);
    arena_free(&arena);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(a_checkpoint_that_fails_leaves_the_one_before),
        SUITE_TEST(a_checkpoint_that_cannot_be_read_is_told),
        SUITE_TEST(calls_that_do_a_part_are_gone_on_with),
        SUITE_TEST(a_copy_that_fails_is_told_and_goes),
        SUITE_TEST(checkpoints_put_aside_are_somewhere),
        SUITE_TEST(nothing_stays_open),
        SUITE_TEST(names_too_long_are_refused),
        CU_TEST_INFO_NULL,
    };
    return suite_run("file calls", set_up, tear_down, tests);
}
