/* A disk that fills up: once a tmpfs of one MiB, where it may be mounted, and always a
 * limit on file size. */
#include "own_folder.h"
#include "play.h"
#include "result.h"
#include "suite.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { ROOM = 1 << 20 };

static char folder[OWN_FOLDER_BYTES], path[128];
static bool mounted; /* a tmpfs of our own is at `folder` */
static const struct play big = {.replicas = 1,
                                .islands = 5,
                                .sub_generations = 10,
                                .epochs = 3000,
                                .checkpoint_every = 100};

static int set_up(void)
{
    if (!own_folder_make(folder, "full"))
        return 1;
    snprintf(path, sizeof path, "%s/run.h5", folder);
    signal(SIGXFSZ, SIG_IGN);
    return 0;
}

static int tear_down(void)
{
    if (mounted && umount(folder))
        return 1;
    return own_folder_remove(folder);
}

static void limit_file_size(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    CU_ASSERT_EQUAL(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Whether a small tmpfs can be had; it is seen by this process alone. */
static bool mount_small(void)
{
    if (mounted)
        return true;
    if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        mount("tmpfs", folder, "tmpfs", 0, "size=1m"))
        return false;
    mounted = true;
    return true;
}

static void remount(const char *size)
{
    CU_ASSERT_EQUAL(mount("tmpfs", folder, "tmpfs", MS_REMOUNT, size), 0);
}

static void fill_limit(void)
{
    limit_file_size(ROOM);
}

static void free_limit(void)
{
    limit_file_size(RLIM_INFINITY);
}

static void fill_disk(void)
{
    remount("size=1m");
}

static void free_disk(void)
{
    remount("size=64m");
}

static uint64_t last_checkpoint(void)
{
    char name[160];
    struct arena arena;
    struct checkpoint found;
    struct error err = {0};
    struct digest identity = digest_of("play", 4);
    uint64_t generation = 0;
    arena_init(&arena);
    snprintf(name, sizeof name, "%s.checkpoint", path);
    CU_ASSERT_EQUAL(checkpoint_read(name, &identity, &arena, &found, &err), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(found.remark, "");
    if (found.n == sizeof generation)
        memcpy(&generation, found.bytes, sizeof generation);
    arena_free(&arena);
    return generation;
}

static void check_rows(int64_t least, const char *status)
{
    struct arena arena;
    struct result result;
    struct error err = {0};
    arena_init(&arena);
    if (result_read(path, &arena, &result, &err) != STATUS_OK) {
        printf("%s\n", err.text);
        CU_FAIL_FATAL("the result does not open");
    }
    CU_ASSERT_TRUE(result.generations >= least);
    for (uint32_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(result.replica[0].end[i].best,
                        play_row(0, (uint64_t)result.generations, i).best);
    if (status)
        CU_ASSERT_STRING_EQUAL(result.status, status);
    arena_free(&arena);
}

/* The run ends with one line, its file opens with all rows up to the checkpoint, and
 * with room again it is resumed to its end. */
static void run_out_of_room(void (*fill)(void), void (*clear)(void))
{
    struct error err = {0};
    struct play resumed = big;
    fill();
    CU_ASSERT_EQUAL(play_file(path, &big, &err), STATUS_FULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, path));
    CU_ASSERT_PTR_NULL(strchr(err.text, '\n'));
    resumed.from = last_checkpoint();
    CU_ASSERT_TRUE_FATAL(resumed.from > 0);
    check_rows((int64_t)resumed.from, NULL);
    /* Still no room: refused in the same words, nothing lost. */
    enum status again = play_file(path, &resumed, &err);
    if (again != STATUS_FULL)
        printf("%s\n", err.text);
    CU_ASSERT_EQUAL(again, STATUS_FULL);
    CU_ASSERT_EQUAL(last_checkpoint(), resumed.from);
    check_rows((int64_t)resumed.from, NULL);
    clear();
    err = (struct error){0};
    CU_ASSERT_EQUAL(play_file(path, &resumed, &err), STATUS_OK);
    check_rows((int64_t)(big.epochs * big.sub_generations), "finished");
    if (err.text[0])
        printf("%s\n", err.text);
}

static void limit_on_file_size_ends_the_run(void)
{
    run_out_of_room(fill_limit, free_limit);
    free_limit();
}

static void full_disk_ends_the_run(void)
{
    if (!mount_small()) {
        printf("(no tmpfs may be mounted: %s) ", strerror(errno));
        return;
    }
    run_out_of_room(fill_disk, free_disk);
}

static void no_room_to_begin_leaves_the_former_result(void)
{
    struct error err = {0};
    struct play small = big;
    struct stat file;
    char fresh[160];
    small.epochs = 10;
    CU_ASSERT_EQUAL(play_file(path, &small, &err), STATUS_OK);
    limit_file_size(20000);
    CU_ASSERT_EQUAL(play_file(path, &big, &err), STATUS_FULL);
    limit_file_size(RLIM_INFINITY);
    check_rows(100, "finished");
    snprintf(fresh, sizeof fresh, "%s.new", path);
    CU_ASSERT_NOT_EQUAL(stat(fresh, &file), 0);
}

static void no_room_for_a_checkpoint_leaves_the_former_one(void)
{
    static char bytes[100000];
    struct digest identity = digest_of("play", 4);
    struct error err = {0};
    char name[160], fresh[176];
    struct stat file;
    uint64_t generation = 7;
    snprintf(name, sizeof name, "%s.checkpoint", path);
    snprintf(fresh, sizeof fresh, "%s.tmp", name);
    CU_ASSERT_EQUAL(
        checkpoint_write(name, &identity, &generation, sizeof generation, &err),
        STATUS_OK);
    limit_file_size(50000);
    CU_ASSERT_EQUAL(checkpoint_write(name, &identity, bytes, sizeof bytes, &err),
                    STATUS_FULL);
    limit_file_size(RLIM_INFINITY);
    CU_ASSERT_EQUAL(last_checkpoint(), 7);
    CU_ASSERT_NOT_EQUAL(stat(fresh, &file), 0);
    unlink(name);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(limit_on_file_size_ends_the_run),
        SUITE_TEST(no_room_to_begin_leaves_the_former_result),
        SUITE_TEST(no_room_for_a_checkpoint_leaves_the_former_one),
        SUITE_TEST(full_disk_ends_the_run),
        CU_TEST_INFO_NULL,
    };
    return suite_run("disk_full", set_up, tear_down, tests);
}
