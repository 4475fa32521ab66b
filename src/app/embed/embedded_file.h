/* Files of the source tree that the program contains, made C by embed.cmake. */
#ifndef SKERRY_APP_EMBEDDED_FILE_H
#define SKERRY_APP_EMBEDDED_FILE_H

#include <stddef.h>

struct embedded_file {
    const char *group, *name; /* folder and base name; sorted by both; NULL: the end */
    const unsigned char *data;
    size_t bytes;
};

#endif
