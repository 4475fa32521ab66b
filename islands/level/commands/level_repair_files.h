/* The files that `skerry repair -o` writes: one, or one in a folder for each that was read. None is
 * replaced, and none is made before there is a level for it. On rank 0. */
#ifndef SKERRY_LEVEL_REPAIR_FILES_H
#define SKERRY_LEVEL_REPAIR_FILES_H

#include "level_files.h"

#include <stdio.h>

enum { REPAIR_FILES_PATH_BYTES = 4096 };

struct repair_files {
    const struct level_files *levels; /* that were read; borrowed */
    const char *path;                 /* of the file or folder; NULL: none is written */
    bool folder;                      /* path is one */
    char name[REPAIR_FILES_PATH_BYTES]; /* the current file */
    FILE *file;                         /* NULL: not made yet */
    bool is_new;                        /* file: it was not there, unlike a device */
};

/* Begins; levels and path are set. STATUS_INPUT when two files would be written under one name, or a
 * file exists or cannot be written. */
enum status level_repair_files_open(struct repair_files *files, struct error *err);

/* Selects the file of a level in the output folder, if it is the first level of its file. */
enum status level_repair_files_next(struct repair_files *files,
                                    const struct level_files_item *item,
                                    struct error *err);

/* Makes the current file. */
enum status level_repair_files_make(struct repair_files *files, struct error *err);

/* Closes the current file, if there is one. STATUS_FULL or STATUS_IO: it could not be written whole, and
 * is removed. */
enum status level_repair_files_close(struct repair_files *files, struct error *err);

/* That a file cannot be written, by errno. */
enum status level_repair_files_failed(const char *path, struct error *err);

#endif
