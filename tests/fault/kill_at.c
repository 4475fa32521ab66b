/* Preloaded into a program: ends it, as kill -9 does, at its n-th operation on files.
 *
 *     KILL_AT=n     just before that operation; 0 or absent: never
 *     KILL_NAME=s   counts from the first one on that opens a file with s in its path; absent: from the first
 *     KILL_LIST=f   at the end, the operations are written to f, a letter each: the first of their names,
 *                   but s for fsync and fdatasync, t for truncation and p for pwrite
 *
 * Operations are those that change what is on the disk: opening to write, write,
 * truncate, sync, rename, link, unlink; not those on stdout and stderr. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { MOST_LISTED = 1 << 16 };

static long done;
static char listed[MOST_LISTED + 1];

static long wanted(void)
{
    static long at = -1;
    const char *text = getenv("KILL_AT");
    if (at < 0)
        at = text ? atol(text) : 0;
    return at;
}

/* Whether operations are counted by now. path: of a file that is opened, or "" */
static bool counts(const char *path)
{
    static bool begun;
    const char *name = getenv("KILL_NAME");
    begun = begun || !name || strstr(path, name);
    return begun;
}

static void step(char letter)
{
    if (!counts(""))
        return;
    if (done < MOST_LISTED)
        listed[done] = letter;
    if (++done == wanted())
        kill(getpid(), SIGKILL);
}

__attribute__((destructor)) static void write_list(void)
{
    const char *name = getenv("KILL_LIST");
    FILE *out = name ? fopen(name, "w") : NULL;
    if (out) {
        fputs(listed, out);
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
        if (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC) && counts(path))           \
            step('o');                                                                 \
        return NEXT(name)(path, flags, mode);                                          \
    }
OPEN(open)
OPEN(open64)

#define WRITE(name, letter, parameters, words)                                         \
    ssize_t name parameters                                                            \
    {                                                                                  \
        if (fd > STDERR_FILENO)                                                        \
            step(letter);                                                              \
        return NEXT(name) words;                                                       \
    }
WRITE(write, 'w', (int fd, const void *data, size_t n), (fd, data, n))
WRITE(pwrite, 'p', (int fd, const void *data, size_t n, off_t at), (fd, data, n, at))
WRITE(pwrite64, 'p', (int fd, const void *data, size_t n, off64_t at),
      (fd, data, n, at))

#define PLAIN(name, letter, parameters, words)                                         \
    int name parameters                                                                \
    {                                                                                  \
        step(letter);                                                                  \
        return NEXT(name) words;                                                       \
    }
PLAIN(ftruncate, 't', (int fd, off_t n), (fd, n))
PLAIN(ftruncate64, 't', (int fd, off64_t n), (fd, n))
PLAIN(fsync, 's', (int fd), (fd))
PLAIN(fdatasync, 's', (int fd), (fd))
PLAIN(rename, 'r', (const char *from, const char *to), (from, to))
PLAIN(link, 'l', (const char *from, const char *to), (from, to))
PLAIN(unlink, 'u', (const char *path), (path))
