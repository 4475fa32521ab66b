/* Levels that the words of a command name: files, folders and - for stdin. */
#ifndef SKERRY_APP_LEVELS_H
#define SKERRY_APP_LEVELS_H

#include "arguments.h"
#include "comm.h"
#include "level_grid.h"

struct levels_item {
    const char *file;
    size_t line;   /* of its first row */
    size_t number; /* in its file, from 1 */
    size_t of;     /* levels in its file */
    struct level_grid grid;
};

struct levels {
    struct level_game game;
    struct levels_item *items; /* in the order of the words */
    size_t count;              /* >= 1 */
};

enum { LEVELS_NAME_BYTES = 256 };

/* Reads a game and levels: rank 0 reads, everyone gets the same.
 *
 * words  files, folders (their *.txt but README.txt, by name), - for stdin
 * game   name of a shipped game, or a file
 * out    all in perm
 * err    STATUS_INPUT with one whole line
 * Collective over comm; the same status everywhere. */
enum status levels_load(const struct argument_list *words, const char *game,
                        struct comm *comm, struct arena *perm, struct levels *out,
                        struct error *err);

/* What to call a level: its file, with the line where the file has several; name has
 * LEVELS_NAME_BYTES, returns name. */
const char *levels_name(const struct levels_item *item, char *name);

#endif
