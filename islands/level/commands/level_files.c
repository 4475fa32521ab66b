#include "level_files.h"

#include "config_text.h"
#include "file.h"
#include "level_game_parse.h"
#include "utf8.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_STDIN_BYTES = 1 << 28 };

/* The files that rank 0 has read, one after the other: name, NUL, size, bytes. */
struct package {
    char *bytes;
    uint64_t size;
};

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the levels");
}

/* ---- rank 0: reading ---- */

static void put_file(struct config_text *out, const char *name, const char *data,
                     uint64_t bytes)
{
    config_text_add(out, name, strlen(name) + 1);
    config_text_add(out, &bytes, sizeof bytes);
    config_text_add(out, data, bytes);
}

static enum status read_stdin(struct config_text *out, struct arena *perm,
                              struct error *err)
{
    struct config_text all = config_text_begin(perm);
    char piece[1 << 14];
    size_t n;
    while ((n = fread(piece, 1, sizeof piece, stdin)) > 0 &&
           all.used < MOST_STDIN_BYTES)
        config_text_add(&all, piece, n);
    if (ferror(stdin))
        return error_set(err, STATUS_INPUT, "stdin cannot be read (%s)",
                         strerror(errno));
    if (all.used >= MOST_STDIN_BYTES)
        return error_set(err, STATUS_INPUT, "stdin has more than %d bytes",
                         MOST_STDIN_BYTES);
    if (!config_text_end(&all))
        return no_memory(err);
    put_file(out, "stdin", all.bytes, all.used);
    return STATUS_OK;
}

static enum status read_file(const char *path, const char *expected,
                             struct config_text *out, struct arena *perm,
                             struct error *err)
{
    unsigned char *data = NULL;
    size_t bytes = 0;
    char why[FILE_WHY_BYTES];
    enum status status = file_read(path, perm, &data, &bytes, why);
    if (status)
        return error_set(err, status, "%s: %s (expected: %s)", path, why, expected);
    put_file(out, path, (const char *)data, bytes);
    return STATUS_OK;
}

static int is_level_file(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && dot && !strcmp(dot, ".txt") &&
           strcmp(entry->d_name, "README.txt") != 0;
}

static enum status read_folder(const char *path, struct config_text *out,
                               struct arena *perm, struct error *err)
{
    struct dirent **found = NULL;
    int n = scandir(path, &found, is_level_file, alphasort);
    enum status status = STATUS_OK;
    if (n < 0)
        return error_set(err, STATUS_INPUT, "%s: cannot be read (%s)", path,
                         strerror(errno));
    for (int i = 0; i < n && !status; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s%s%s", path,
                 path[strlen(path) - 1] == '/' ? "" : "/", found[i]->d_name);
        status = read_file(name, "a file of levels", out, perm, err);
    }
    for (int i = 0; i < n; i++)
        free(found[i]);
    free(found);
    return n ? status
             : error_set(err, STATUS_INPUT, "%s: no levels (expected: files *.txt)",
                         path);
}

static enum status read_word(const char *word, struct config_text *out,
                             struct arena *perm, struct error *err)
{
    struct stat about;
    if (!strcmp(word, "-"))
        return read_stdin(out, perm, err);
    if (!stat(word, &about) && S_ISDIR(about.st_mode))
        return read_folder(word, out, perm, err);
    return read_file(word, "a file of levels", out, perm, err);
}

/* Reads the game, which comes first, as a file. */
static enum status read_game(const char *game, struct config_text *out,
                             struct arena *perm, struct error *err)
{
    const struct level_shipped *shipped = level_shipped_find(game);
    struct stat about;
    if (shipped) {
        put_file(out, shipped->name, shipped->text, strlen(shipped->text));
        return STATUS_OK;
    }
    if (!strchr(game, '/') && stat(game, &about)) {
        struct level_game none;
        return level_game_named(game, perm, &none, err);
    }
    return read_file(game, "the file or the name of a game", out, perm, err);
}

static enum status read_all(const struct argument_list *words, const char *game,
                            const char *keep, struct arena *perm,
                            struct package *package, struct error *err)
{
    struct config_text out = config_text_begin(perm);
    enum status status = read_game(game, &out, perm, err);
    if (!status && keep)
        status = read_file(keep, "a file of masks", &out, perm, err);
    for (size_t i = 0; i < words->count && !status; i++)
        status = read_word(words->items[i], &out, perm, err);
    if (status)
        return status;
    package->bytes = config_text_end(&out);
    package->size = out.used;
    return package->bytes ? STATUS_OK : no_memory(err);
}

/* ---- all ranks ---- */

static enum status share(struct package *package, struct comm *comm, struct arena *perm,
                         struct error *err)
{
    if (comm->size == 1)
        return STATUS_OK;
    if (comm_broadcast(comm, &package->size, sizeof package->size, err))
        return err->status;
    if (comm->rank && !(package->bytes = arena_take(perm, package->size + 1)))
        no_memory(err);
    if (comm_agree(comm, err))
        return err->status;
    return comm_broadcast(comm, package->bytes, package->size, err);
}

/* Extracts the next file. */
static struct level_text next_file(struct package *package)
{
    assert(package->bytes);
    struct level_text file = {.source = package->bytes};
    uint64_t bytes;
    size_t head = strlen(package->bytes) + 1 + sizeof bytes;
    memcpy(&bytes, package->bytes + head - sizeof bytes, sizeof bytes);
    file.text = package->bytes + head;
    file.bytes = bytes;
    package->bytes += head + bytes;
    package->size -= head + bytes;
    return file;
}

static enum status add_item(struct level_files *out,
                            const struct level_files_item *item, size_t *capacity,
                            struct arena *perm, struct error *err)
{
    if (out->count == *capacity) {
        size_t more = *capacity ? 2 * *capacity : 64;
        struct level_files_item *items =
            arena_grow_array(perm, out->items, out->count, more, sizeof *items);
        if (!items)
            return no_memory(err);
        out->items = items;
        *capacity = more;
    }
    out->items[out->count++] = *item;
    return STATUS_OK;
}

/* Parses a file of levels, or of masks, which are levels of a game of their own. */
static enum status parse_file(struct level_text *file, struct level_files *out,
                              size_t *capacity, struct arena *perm, struct error *err)
{
    struct level_files_item item = {.file = file->source};
    size_t first = out->count;
    for (;;) {
        if (level_grid_next(&out->game, file, perm, &item.grid, err))
            return err->status;
        if (!item.grid.rows)
            break;
        item.number++;
        item.line = file->line - item.grid.rows + 1;
        if (add_item(out, &item, capacity, perm, err))
            return err->status;
    }
    for (size_t i = first; i < out->count; i++)
        out->items[i].of = item.number;
    return STATUS_OK;
}

/* ---- masks ---- */

/* The tiles of a mask. */
enum { KEPT, FREE };

static struct level_game mask_game(void)
{
    return (struct level_game){.name = "a mask",
                               .n_tiles = 2,
                               .tile = {[KEPT] = {.symbol = '#', .name = "kept"},
                                        [FREE] = {.symbol = '.', .name = "free"}}};
}

static enum status parse_masks(struct level_text *file, struct arena *perm,
                               struct level_files *masks, struct error *err)
{
    size_t capacity = 0;
    *masks = (struct level_files){.game = mask_game()};
    return parse_file(file, masks, &capacity, perm, err);
}

/* The cells of a level that its mask keeps. */
static enum status keep_cells(const struct level_files_item *mask,
                              struct level_files_item *item, struct arena *perm,
                              struct error *err)
{
    size_t cells = level_cells(&item->grid);
    if (mask->grid.rows != item->grid.rows || mask->grid.cols != item->grid.cols)
        return error_set(err, STATUS_INPUT,
                         "%s:%zu: a mask of %zu x %zu cells (expected: %zu x %zu, as "
                         "the level at %s:%zu)",
                         mask->file, mask->line, mask->grid.rows, mask->grid.cols,
                         item->grid.rows, item->grid.cols, item->file, item->line);
    bool *keep = ARENA_NEW(perm, bool, cells);
    if (!keep)
        return no_memory(err);
    for (size_t v = 0; v < cells; v++)
        keep[v] = mask->grid.cell[v] == KEPT;
    item->keep = keep;
    return STATUS_OK;
}

static enum status apply_masks(const struct level_files *masks, struct level_files *out,
                               struct arena *perm, struct error *err)
{
    enum status status = STATUS_OK;
    assert(masks->items != NULL); /* an empty file is refused */
    if (masks->count != 1 && masks->count != out->count)
        return error_set(
            err, STATUS_INPUT,
            "%s:%zu: %zu masks for %zu level%s (expected: one for all levels%s)",
            masks->items[0].file, masks->items[masks->count - 1].line, masks->count,
            out->count, out->count == 1 ? "" : "s",
            out->count == 1 ? "" : ", or one for each");
    for (size_t i = 0; i < out->count && !status; i++)
        status = keep_cells(&masks->items[masks->count == 1 ? 0 : i], &out->items[i],
                            perm, err);
    return status;
}

static enum status parse_all(struct package *package, bool masked, struct arena *perm,
                             struct level_files *out, struct error *err)
{
    struct level_text game = next_file(package);
    struct level_files masks = {0};
    size_t capacity = 0;
    enum status status =
        level_game_parse(game.text, game.bytes, game.source, perm, &out->game, err);
    if (!status && masked) {
        struct level_text file = next_file(package);
        status = parse_masks(&file, perm, &masks, err);
    }
    while (package->size && !status) {
        struct level_text file = next_file(package);
        status = parse_file(&file, out, &capacity, perm, err);
    }
    if (!status && masked)
        status = apply_masks(&masks, out, perm, err);
    return status;
}

enum status level_files_load(const struct argument_list *words, const char *game,
                             const char *keep, struct comm *comm, struct arena *perm,
                             struct level_files *out, struct error *err)
{
    struct package package = {0};
    *out = (struct level_files){0};
    *err = (struct error){0};
    if (comm->rank == 0)
        read_all(words, game, keep, perm, &package, err);
    if (comm_agree(comm, err) || share(&package, comm, perm, err))
        return err->status;
    parse_all(&package, keep != NULL, perm, out, err);
    return comm_agree(comm, err);
}

const char *level_files_name(const struct level_files_item *item, char *name)
{
    if (item->of > 1)
        snprintf(name, LEVEL_FILES_NAME_BYTES, "%s:%zu", item->file, item->line);
    else
        snprintf(name, LEVEL_FILES_NAME_BYTES, "%s", item->file);
    size_t n = strlen(name), control;
    for (size_t i = 0; i < n; i += control ? control : 1)
        if ((control = utf8_control(name + i, n - i)))
            memset(name + i, '?', control);
    return name;
}

struct arena level_files_scratch(const struct level_files *levels,
                                 size_t (*bytes)(size_t cells), struct arena *perm)
{
    size_t most = 0;
    for (size_t i = 0; i < levels->count; i++) {
        size_t own = bytes(level_cells(&levels->items[i].grid));
        most = own > most ? own : most;
    }
    return arena_scratch(perm, most);
}
