/* The files that `skerry init` writes: those of configs/init, made C by embed.cmake. */
#ifndef SKERRY_APP_INIT_FILES_H
#define SKERRY_APP_INIT_FILES_H

#include <stddef.h>

struct init_file {
    const char *problem, *name; /* sorted by both; NULL: the end */
    const unsigned char *data;
    size_t bytes;
};

extern const struct init_file init_files[];

#endif
