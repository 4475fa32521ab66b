/* A folder of a test's own, below /tmp. */
#ifndef SKERRY_TEST_OWN_FOLDER_H
#define SKERRY_TEST_OWN_FOLDER_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { OWN_FOLDER_BYTES = 64 };

/* Makes a new one; name: which test's it is, a few letters. False if that fails. */
static inline bool own_folder_make(char folder[OWN_FOLDER_BYTES], const char *name)
{
    snprintf(folder, OWN_FOLDER_BYTES, "/tmp/skerry-%.30s-XXXXXX", name);
    return mkdtemp(folder) != NULL;
}

/* Removes all that is in it; 0, or another number if that fails. */
static inline int own_folder_empty(const char *folder)
{
    char command[OWN_FOLDER_BYTES + 16];
    snprintf(command, sizeof command, "rm -rf %s/*", folder);
    return system(command);
}

/* The same, and the folder. */
static inline int own_folder_remove(const char *folder)
{
    char command[OWN_FOLDER_BYTES + 16];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

#endif
