#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A process that looks whether the lock is held holds it for a moment. */
enum { TRIES = 5, PAUSE_NS = 10000000 };

/* False if the file was removed or recreated since it was opened, because its last holder
 * released it in between. */
static bool still_there(const struct lock *lock)
{
    struct stat held, named;
    return fstat(lock->descriptor, &held) == 0 && stat(lock->path, &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

/* Takes the lock; false if another process holds it. */
static bool take(int descriptor)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    for (int i = 0; i < TRIES; i++) {
        if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

enum status lock_take(struct lock *lock, const char *path, struct error *err)
{
    lock->descriptor = -1;
    if (files_name(path, ".lock", lock->path, err) != STATUS_OK)
        return err->status;
    do {
        if (lock->descriptor >= 0)
            close(lock->descriptor);
        lock->descriptor = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock->descriptor < 0)
            return files_error(err, lock->path, "creating", errno);
        if (!take(lock->descriptor)) {
            close(lock->descriptor);
            lock->descriptor = -1;
            return error_set(err, STATUS_INPUT,
                             "%s: another run is writing it (expected: another -o, or "
                             "wait for its end)",
                             path);
        }
    } while (!still_there(lock));
    return STATUS_OK;
}

bool lock_is_left(const char *path)
{
    char name[FILES_PATH_BYTES];
    struct error ignored;
    if (files_name(path, ".lock", name, &ignored) != STATUS_OK)
        return false;
    int descriptor = open(name, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    bool is_left = flock(descriptor, LOCK_SH | LOCK_NB) == 0;
    close(descriptor);
    return is_left;
}

void lock_release(struct lock *lock)
{
    if (lock->descriptor < 0)
        return;
    unlink(lock->path);
    close(lock->descriptor);
    lock->descriptor = -1;
}
