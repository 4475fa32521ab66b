#include "config_files.h"

#include "config_text.h"
#include "config_value.h"
#include "file.h"
#include "utf8.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *join(struct arena *arena, const char *folder, const char *name)
{
    size_t bytes = strlen(folder) + strlen(name) + 2;
    if (name[0] == '/')
        return arena_text(arena, name);
    char *path = ARENA_NEW(arena, char, bytes);
    if (path)
        snprintf(path, bytes, "%s%s%s", folder, strcmp(folder, "/") ? "/" : "", name);
    return path;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The directory of a path; "." for a bare name. */
static char *folder_of(struct arena *arena, const char *path)
{
    size_t n = (size_t)(last_part(path) - path);
    char *folder = arena_text(arena, n ? path : ".");
    if (folder && n)
        folder[n > 1 ? n - 1 : 1] = '\0';
    return folder;
}

/* The file that a path leads to through links, whether or not it exists: a run replaces the file of a
 * result, and its checkpoint is beside it. A link to a device stays, so that it is refused by its name. */
static const char *follow_links(struct arena *arena, const char *path)
{
    enum { MOST_LINKS = 40 }; /* as Linux */
    char target[PATH_MAX];
    struct stat about;
    if (!stat(path, &about) && !S_ISREG(about.st_mode))
        return path;
    for (int i = 0; path && i < MOST_LINKS; i++) {
        ssize_t n = readlink(path, target, sizeof target - 1);
        if (n < 0)
            break;
        target[n] = '\0';
        const char *folder = folder_of(arena, path);
        path = folder ? join(arena, folder, target) : NULL;
    }
    return path;
}

/* Makes a path absolute, without dots and links if its directory exists. */
static const char *absolute(struct arena *arena, const char *name)
{
    char resolved[PATH_MAX];
    const char *path = follow_links(arena, name);
    const char *folder = path ? folder_of(arena, path) : NULL;
    if (!folder)
        return NULL;
    if (!realpath(folder, resolved)) {
        if (path[0] == '/' || !getcwd(resolved, sizeof resolved))
            return path;
        return join(arena, resolved, path);
    }
    return join(arena, resolved, last_part(path));
}

struct reading {
    const char *folder;
    struct arena *perm;
    struct config_file *files;
    size_t n, capacity;
    struct error *err;
};

bool files_is_typed(const struct config_node *node)
{
    return node->source && !strncmp(node->source, "-s ", 3);
}

static void refuse(struct reading *r, const char *key, const struct config_node *node,
                   const char *path, const char *why)
{
    config_node_error(
        r->err, node, key, "%s: %s (expected: file name, from the %s)", path, why,
        files_is_typed(node) ? "working directory" : "folder of the config");
}

static bool has_room(struct reading *r)
{
    if (r->n < r->capacity)
        return true;
    size_t capacity = r->capacity ? 2 * r->capacity : 8;
    struct config_file *more =
        arena_grow_array(r->perm, r->files, r->n, capacity, sizeof *more);
    if (!more)
        return false;
    r->files = more;
    r->capacity = capacity;
    return true;
}

static void read_named(void *context, const char *key, struct config_node *node)
{
    struct reading *r = context;
    char why[FILE_WHY_BYTES], resolved[PATH_MAX];
    unsigned char *data;
    size_t bytes;
    if (r->err->status != STATUS_OK || !node->option ||
        node->option->type != OPTION_FILE || node->kind != CONFIG_NODE_VALUE)
        return;
    const char *path =
        files_is_typed(node) ? node->text : join(r->perm, r->folder, node->text);
    enum status status =
        path ? file_read(path, r->perm, &data, &bytes, why) : STATUS_MEMORY;
    if (path && status != STATUS_OK) {
        refuse(r, key, node, path, why);
        r->err->status = status;
        return;
    }
    if (path && realpath(path, resolved))
        path = arena_text(r->perm, resolved);
    const char *own_key = arena_text(r->perm, key);
    if (!path || !own_key || !has_room(r)) {
        error_set(r->err, STATUS_MEMORY, "no memory for the config");
        return;
    }
    if (!utf8_is_valid(path, strlen(path))) {
        refuse(r, key, node, path, "is not UTF-8");
        return;
    }
    node->text = path;
    r->files[r->n++] = (struct config_file){own_key, {path, data, bytes}};
}

enum status files_read(struct config_node *tree, const char *config, struct arena *perm,
                       struct config_file **files, size_t *n_files, struct error *err)
{
    struct reading r = {.folder = folder_of(perm, config), .perm = perm, .err = err};
    if (!r.folder)
        return error_set(err, STATUS_MEMORY, "no memory for the config");
    err->status = STATUS_OK;
    config_tree_walk(tree, read_named, &r);
    *files = r.files;
    *n_files = r.n;
    return err->status;
}

const char *files_beside(const char *config, const char *name, struct arena *arena)
{
    const char *folder = folder_of(arena, config);
    return folder ? join(arena, folder, name) : NULL;
}

const char *files_output(const char *config, const char *chosen, const char *named,
                         struct arena *arena)
{
    const char *stem = last_part(config), *dot = strrchr(stem, '.');
    size_t n = dot && dot > stem ? (size_t)(dot - stem) : strlen(stem);
    char *name = ARENA_NEW(arena, char, n + sizeof ".h5");
    const char *folder = folder_of(arena, config), *path = chosen;
    if (!name || !folder)
        return NULL;
    if (!path && named)
        path = strcmp(folder, ".") ? join(arena, folder, named) : named;
    if (!path) {
        snprintf(name, n + sizeof ".h5", "%.*s.h5", (int)n, stem);
        path = name;
    }
    return path ? absolute(arena, path) : NULL;
}

/* Whether letters in braces begin here. Other braces are parts of file names. */
static bool is_placeholder(const char *text)
{
    size_t n = 1;
    while (*text == '{' && (isalpha((unsigned char)text[n]) || text[n] == '_'))
        n++;
    return n > 1 && text[n] == '}';
}

static enum status refuse_placeholder(const char *text, struct error *err)
{
    static const char *const names[] = {"seed", "job", "task"};
    char name[40];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text + 1, "}"), text + 1);
    const char *nearest = config_value_nearest(name, names, 3);
    return error_set(err, STATUS_INPUT,
                     "{%s} is no placeholder%s%s%s (expected: {seed}, {job} or {task})",
                     name, nearest ? ", did you mean '{" : "", nearest ? nearest : "",
                     nearest ? "}'?" : "");
}

/* The value of the placeholder at the beginning of `text`, and its length; NULL: none. */
static const char *placeholder_at(const char *text, const char *seed, size_t *length,
                                  struct error *err)
{
    const char *array = getenv("SLURM_ARRAY_JOB_ID");
    const struct {
        const char *name, *value, *variable;
    } known[] = {{"{seed}", seed, NULL},
                 {"{job}", array ? array : getenv("SLURM_JOB_ID"), "SLURM_JOB_ID"},
                 {"{task}", getenv("SLURM_ARRAY_TASK_ID"), "SLURM_ARRAY_TASK_ID"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        *length = strlen(known[i].name);
        if (strncmp(text, known[i].name, *length) != 0)
            continue;
        if (!known[i].value)
            error_set(err, STATUS_INPUT, "%s needs %s, which is not set", known[i].name,
                      known[i].variable);
        return known[i].value ? known[i].value : "";
    }
    return is_placeholder(text) && refuse_placeholder(text, err) ? "" : NULL;
}

enum status files_fill_in(const char *name, int64_t seed, struct arena *arena,
                          const char **out, struct error *err)
{
    char number[24];
    struct config_text text = config_text_begin(arena);
    snprintf(number, sizeof number, "%" PRId64, seed);
    while (*name && !err->status) {
        size_t length;
        const char *value = placeholder_at(name, number, &length, err);
        config_text_add(&text, value ? value : name, value ? strlen(value) : 1);
        name += value ? length : 1;
    }
    *out = config_text_end(&text);
    return err->status ? err->status
           : *out      ? STATUS_OK
                       : error_set(err, STATUS_MEMORY, "no memory for the config");
}

/* Bytes of the last part of a result's path: other files are named after it, the longest
 * FILE.old.999999.checkpoint.tmp and the parts of a checkpoint. Chosen by hand. */
enum { MOST_NAME_BYTES = 200 };

/* A run would replace or remove a result of such a name: it would take it for its own file
 * beside the result whose name is the rest. */
static enum status refuse_own_name(const char *path, struct error *err)
{
    static const char *const own[] = {".new", ".lock", ".checkpoint", ".checkpoint.1",
                                      ".checkpoint.tmp"};
    size_t n = strlen(path);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        size_t ending = strlen(own[i]);
        if (n > ending && !strcmp(path + n - ending, own[i]))
            return error_set(err, STATUS_INPUT,
                             "%.200s: a file of another run could have this name "
                             "(expected: one that does not end in %s)",
                             path, own[i]);
    }
    return STATUS_OK;
}

enum status files_check_name(const char *path, struct error *err)
{
    if (!strcmp(path, "-"))
        return error_set(err, STATUS_INPUT,
                         "-: a result is not written to standard output (expected: the "
                         "name of a file)");
    for (const char *part = path; *part; part += *part == '/') {
        size_t n = strcspn(part, "/");
        size_t most = part[n] ? NAME_MAX : MOST_NAME_BYTES;
        if (n > most)
            return error_set(err, STATUS_INPUT,
                             "%.40s... is too long a name (expected: at most %zu "
                             "bytes for a %s)",
                             part, most, part[n] ? "folder" : "result");
        part += n;
    }
    return refuse_own_name(path, err);
}
