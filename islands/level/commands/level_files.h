/* The levels that the arguments of a command name: files, folders, and - for stdin. */
#ifndef SKERRY_LEVEL_FILES_H
#define SKERRY_LEVEL_FILES_H

#include "arguments.h"
#include "comm.h"
#include "level_grid.h"

struct level_files_item {
    const char *file;
    size_t line;   /* of its first row */
    size_t number; /* in its file, from 1 */
    size_t of;     /* levels in its file */
    struct level_grid grid;
    const bool *keep; /* of each cell: it stays as it is; NULL: none does */
};

struct level_files {
    struct level_game game;
    struct level_files_item *items; /* in the order of the arguments */
    size_t count;                   /* >= 1 */
};

enum { LEVEL_FILES_NAME_BYTES = 256 };

/* The argument GAME, for --help: the shipped games. */
#define LEVEL_FILES_GAMES "zelda, pacman, pacman-paper, dungeon, or a file"

/* Reads a game and levels on rank 0 and broadcasts them.
 *
 * words  files, folders (their *.txt except README.txt, in order of names), - for stdin
 * game   name of a shipped game, or a file
 * keep   file of masks of kept cells ('#'; the others are '.'), in the format of levels:
 *        one for all levels, or one for each; NULL: none
 * out    all in perm
 * err    STATUS_INPUT with a complete message
 * Collective over comm; the same status everywhere. */
enum status level_files_load(const struct argument_list *words, const char *game,
                             const char *keep, struct comm *comm, struct arena *perm,
                             struct level_files *out, struct error *err);

/* The name of a level in messages: its file, with the line if the file has several, and ? for
 * control characters, which a terminal would obey; name has LEVEL_FILES_NAME_BYTES. Returns name. */
const char *level_files_name(const struct level_files_item *item, char *name);

/* Memory in perm for work on one level after another, which takes `bytes` of a level's cells;
 * `at` is NULL if there is none. */
struct arena level_files_scratch(const struct level_files *levels,
                                 size_t (*bytes)(size_t cells), struct arena *perm);

#endif
