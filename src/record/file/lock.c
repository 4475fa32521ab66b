#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* False if the file was removed or recreated since it was opened, because its last holder
 * released it in between. */
static bool still_there(const struct lock *lock)
{
    struct stat held, named;
    return fstat(lock->descriptor, &held) == 0 && stat(lock->path, &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
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
        if (flock(lock->descriptor, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
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

void lock_release(struct lock *lock)
{
    if (lock->descriptor < 0)
        return;
    unlink(lock->path);
    close(lock->descriptor);
    lock->descriptor = -1;
}
