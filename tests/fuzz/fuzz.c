#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Source: G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators,
 * OOPSLA 2014. */
uint64_t fuzz_bits(struct fuzz *fuzz)
{
    uint64_t x = fuzz->random += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* A little uneven for huge n, which no case minds. */
uint64_t fuzz_below(struct fuzz *fuzz, uint64_t n)
{
    return fuzz_bits(fuzz) % n;
}

int64_t fuzz_between(struct fuzz *fuzz, int64_t low, int64_t high)
{
    uint64_t n = (uint64_t)high - (uint64_t)low + 1; /* 0: all that there are */
    uint64_t step = n ? fuzz_below(fuzz, n) : fuzz_bits(fuzz);
    return (int64_t)((uint64_t)low + step);
}

bool fuzz_chance(struct fuzz *fuzz, double share)
{
    return (double)(fuzz_bits(fuzz) >> 11) * 0x1p-53 < share;
}

const char *fuzz_text(struct fuzz *fuzz, const char *const *texts)
{
    size_t n = 0;
    while (texts[n])
        n++;
    return texts[fuzz_below(fuzz, n)];
}

/* The file that is open: a case appends many small texts to it. */
static FILE *writing;
static char writing_name[64];

static void end_writing(void)
{
    if (writing && fclose(writing)) {
        perror(writing_name);
        exit(2);
    }
    writing = NULL;
}

const char *fuzz_path(struct fuzz *fuzz, const char *name)
{
    static char path[256];
    end_writing();
    snprintf(path, sizeof path, "%s/%s", fuzz->folder, name);
    return path;
}

static void write_file(struct fuzz *fuzz, const char *name, const char *mode,
                       const char *format, va_list arguments)
{
    if (!writing || *mode == 'w' || strcmp(name, writing_name) != 0)
        writing = fopen(fuzz_path(fuzz, name), mode);
    snprintf(writing_name, sizeof writing_name, "%s", name);
    /* On the disk at once: a crash is to find it there. */
    if (!writing || vfprintf(writing, format, arguments) < 0 || fflush(writing)) {
        perror(name);
        exit(2);
    }
}

void fuzz_write(struct fuzz *fuzz, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_file(fuzz, name, "w", format, arguments);
    va_end(arguments);
}

void fuzz_append(struct fuzz *fuzz, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_file(fuzz, name, "a", format, arguments);
    va_end(arguments);
}

void fuzz_say(struct fuzz *fuzz, const char *method)
{
    snprintf(fuzz->method, sizeof fuzz->method, "%s", method);
}

/* The first text stays. */
static void note(struct fuzz *fuzz, char *text, size_t bytes, const char *format,
                 va_list arguments)
{
    if (*text)
        return;
    int n = snprintf(text, bytes, "%s: ", fuzz->method);
    vsnprintf(text + n, bytes - (size_t)n, format, arguments);
}

void fuzz_wrong(struct fuzz *fuzz, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    note(fuzz, fuzz->wrong, sizeof fuzz->wrong, format, arguments);
    va_end(arguments);
}

void fuzz_open(struct fuzz *fuzz, const char *format, ...)
{
    va_list arguments;
    if (fuzz->limited)
        return;
    va_start(arguments, format);
    note(fuzz, fuzz->open, sizeof fuzz->open, format, arguments);
    va_end(arguments);
}
