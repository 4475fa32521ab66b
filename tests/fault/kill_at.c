/* Preloaded into a program: ends it, as kill -9 does, at its n-th operation on files.
 *
 *     KILL_AT=n     just before that operation; 0 or absent: never
 *     KILL_COUNT=f  at the end, the number of operations is written to f
 *
 * Operations are those that change what is on the disk: opening to write, write,
 * truncate, sync, rename, link, unlink; not those on stdout and stderr. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static long done;

static long wanted(void)
{
    static long at = -1;
    const char *text = getenv("KILL_AT");
    if (at < 0)
        at = text ? atol(text) : 0;
    return at;
}

static void step(void)
{
    if (++done == wanted())
        kill(getpid(), SIGKILL);
}

__attribute__((destructor)) static void count(void)
{
    const char *name = getenv("KILL_COUNT");
    FILE *out = name ? fopen(name, "w") : NULL;
    if (out) {
        fprintf(out, "%ld\n", done);
        fclose(out);
    }
}

/* The next function of that name and type. */
#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                                     \
    int name(const char *path, int flags, ...)                                         \
    {                                                                                  \
        va_list rest;                                                                  \
        va_start(rest, flags);                                                         \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                      \
        va_end(rest);                                                                  \
        if (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC))                           \
            step();                                                                    \
        return NEXT(name)(path, flags, mode);                                          \
    }
OPEN(open)
OPEN(open64)

#define WRITE(name, parameters, words)                                                 \
    ssize_t name parameters                                                            \
    {                                                                                  \
        if (fd > STDERR_FILENO)                                                        \
            step();                                                                    \
        return NEXT(name) words;                                                       \
    }
WRITE(write, (int fd, const void *data, size_t n), (fd, data, n))
WRITE(pwrite, (int fd, const void *data, size_t n, off_t at), (fd, data, n, at))
WRITE(pwrite64, (int fd, const void *data, size_t n, off64_t at), (fd, data, n, at))

#define PLAIN(name, parameters, words)                                                 \
    int name parameters                                                                \
    {                                                                                  \
        step();                                                                        \
        return NEXT(name) words;                                                       \
    }
PLAIN(ftruncate, (int fd, off_t n), (fd, n))
PLAIN(ftruncate64, (int fd, off64_t n), (fd, n))
PLAIN(fsync, (int fd), (fd))
PLAIN(fdatasync, (int fd), (fd))
PLAIN(rename, (const char *from, const char *to), (from, to))
PLAIN(link, (const char *from, const char *to), (from, to))
PLAIN(unlink, (const char *path), (path))
