#include "sweep_table.h"

#include "config_tree.h"
#include "file.h"
#include "sweep_axes.h"
#include "sweep_name.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct making {
    const struct sweep_axes *axes;
    struct sweep_table *table;
    struct arena *perm;
    const struct sweep_point **chosen; /* axes->n_axes */
    struct error *err;
};

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the table of a sweep");
}

static size_t column_of(const struct sweep_axes *axes, const char *key)
{
    size_t i = 0;
    while (strcmp(axes->columns[i], key) != 0)
        i++;
    return i;
}

static enum status add_point(struct making *m, const struct sweep_point *point,
                             struct sweep_task *task, const char **overrides,
                             int *lines, const char **values)
{
    if (point->config) {
        task->config = point->config;
        task->config_line = point->line;
    }
    for (size_t i = 0; i < point->n; i++) {
        size_t bytes = strlen(point->keys[i]) + strlen(point->values[i]) + 2;
        char *text = ARENA_NEW(m->perm, char, bytes);
        if (!text)
            return no_memory(m->err);
        snprintf(text, bytes, "%s=%s", point->keys[i], point->values[i]);
        lines[task->n_overrides] = point->lines[i];
        overrides[task->n_overrides++] = text;
        values[column_of(m->axes, point->keys[i])] = point->values[i];
    }
    return STATUS_OK;
}

/* FOLDER/NAME.h5. */
static const char *output_of(struct making *m, const char *name)
{
    const char *folder = m->table->folder;
    size_t bytes = strlen(folder) + strlen(name) + sizeof "/.h5";
    char *path = ARENA_NEW(m->perm, char, bytes);
    if (path)
        snprintf(path, bytes, "%s/%s.h5", folder, name);
    return path;
}

/* Makes the task with an index from 0, whose digits in the sizes of the axes are the points. */
static enum status make_task(struct making *m, size_t index, struct sweep_task *task)
{
    size_t n = 0;
    for (size_t a = m->axes->n_axes; a--; index /= m->axes->axes[a].n) {
        m->chosen[a] = &m->axes->axes[a].points[index % m->axes->axes[a].n];
        n += m->chosen[a]->n;
    }
    const char **overrides = ARENA_NEW(m->perm, const char *, n);
    const char **values = ARENA_NEW(m->perm, const char *, m->axes->n_columns);
    int *lines = ARENA_NEW(m->perm, int, n);
    if (!overrides || !values || !lines)
        return no_memory(m->err);
    for (size_t i = 0; i < m->axes->n_columns; i++)
        values[i] = "";
    for (size_t a = 0; a < m->axes->n_axes; a++)
        if (add_point(m, m->chosen[a], task, overrides, lines, values))
            return m->err->status;
    task->overrides = overrides;
    task->lines = lines;
    task->values = values;
    task->name = sweep_name(task, m->perm);
    task->output = task->name ? output_of(m, task->name) : NULL;
    return task->output ? STATUS_OK : no_memory(m->err);
}

static int compare_names(const void *a, const void *b)
{
    const struct sweep_task *const *one = a, *const *other = b;
    int order = strcmp((*one)->name, (*other)->name);
    return order ? order : (*one > *other) - (*one < *other);
}

/* The last axis on which two tasks differ, with the point of the second of them. */
static const struct sweep_axis *differing_axis(const struct sweep_axes *axes,
                                               size_t one, size_t other,
                                               const struct sweep_point **point)
{
    size_t a = axes->n_axes - 1;
    for (; a && one % axes->axes[a].n == other % axes->axes[a].n; a--) {
        one /= axes->axes[a].n;
        other /= axes->axes[a].n;
    }
    *point = &axes->axes[a].points[other % axes->axes[a].n];
    return &axes->axes[a];
}

static enum status refuse_twins(struct making *m, size_t one, size_t other)
{
    const struct sweep_table *table = m->table;
    const struct sweep_point *point;
    const struct sweep_axis *axis = differing_axis(m->axes, one, other, &point);
    return error_set(m->err, STATUS_INPUT,
                     "%s:%d: %s: tasks %zu and %zu are both %s (expected: %s)",
                     table->path, point->line, axis->key, one + 1, other + 1,
                     table->tasks[other].name,
                     point->config ? "configs whose files have different names, "
                                     "since results are named after them"
                                   : "each value or case once");
}

/* Two tasks of one name would write the same file. */
static enum status check_names(struct making *m)
{
    const struct sweep_table *table = m->table;
    const struct sweep_task **sorted =
        ARENA_NEW(m->perm, const struct sweep_task *, table->n_tasks);
    if (!sorted)
        return no_memory(m->err);
    for (size_t i = 0; i < table->n_tasks; i++)
        sorted[i] = &table->tasks[i];
    qsort(sorted, table->n_tasks, sizeof(const struct sweep_task *), compare_names);
    for (size_t i = 1; i < table->n_tasks; i++)
        if (!strcmp(sorted[i - 1]->name, sorted[i]->name))
            return refuse_twins(m, (size_t)(sorted[i - 1] - table->tasks),
                                (size_t)(sorted[i] - table->tasks));
    return STATUS_OK;
}

static enum status make_tasks(struct making *m)
{
    struct sweep_table *table = m->table;
    size_t n = 1;
    for (size_t a = 0; a < m->axes->n_axes; a++) {
        if (m->axes->axes[a].n > SWEEP_MOST_TASKS / n)
            return error_set(m->err, STATUS_INPUT,
                             "%s: too many tasks (expected: at most %d)", table->path,
                             SWEEP_MOST_TASKS);
        n *= m->axes->axes[a].n;
    }
    m->chosen = ARENA_NEW(m->perm, const struct sweep_point *, m->axes->n_axes);
    table->tasks = ARENA_NEW(m->perm, struct sweep_task, n);
    if (!m->chosen || !table->tasks)
        return no_memory(m->err);
    table->n_tasks = n;
    for (size_t i = 0; i < n; i++)
        if (make_task(m, i, &table->tasks[i]))
            return m->err->status;
    return check_names(m);
}

/* The name of the table without its folder and ending. */
static char *default_folder(const char *path, struct arena *perm)
{
    const char *slash = strrchr(path, '/');
    char *name = arena_text(perm, slash ? slash + 1 : path);
    char *dot = name ? strrchr(name, '.') : NULL;
    if (dot && dot > name)
        *dot = '\0';
    return name;
}

/* Without slashes at its end; NULL for one that gives the merged file no name, or without memory. */
static const char *folder_named(const char *text, struct arena *perm)
{
    char *folder = arena_text(perm, text);
    size_t n = folder ? strlen(folder) : 0;
    while (n > 0 && folder[n - 1] == '/')
        folder[--n] = '\0';
    const char *slash = n ? strrchr(folder, '/') : NULL;
    const char *last = slash ? slash + 1 : folder;
    return n && strcmp(last, ".") != 0 && strcmp(last, "..") != 0 ? folder : NULL;
}

static enum status name_folder(const struct config_node *root, struct arena *perm,
                               struct sweep_table *out, struct error *err)
{
    const struct config_node *node = config_node_get(root, "folder");
    if (node && (node->kind != CONFIG_NODE_VALUE || !node->text[0]))
        return config_node_error(err, node, "folder", "%s (expected: name of a folder)",
                                 node->kind == CONFIG_NODE_VALUE  ? "''"
                                 : node->kind == CONFIG_NODE_NULL ? "nothing"
                                 : node->kind == CONFIG_NODE_LIST ? "a list"
                                                                  : "a mapping");
    out->folder =
        node ? folder_named(node->text, perm) : default_folder(out->path, perm);
    if (node && !out->folder)
        return config_node_error(
            err, node, "folder",
            "%s (expected: name of a folder, as the merged file of "
            "all results is named after it)",
            node->text);
    out->folder_line = node ? node->line : 0;
    size_t bytes = out->folder ? strlen(out->folder) + sizeof ".h5" : 0;
    char *merged = out->folder ? ARENA_NEW(perm, char, bytes) : NULL;
    if (!merged)
        return no_memory(err);
    snprintf(merged, bytes, "%s.h5", out->folder);
    out->merged = merged;
    return STATUS_OK;
}

enum status sweep_table_parse(const char *text, size_t bytes, const char *path,
                              struct arena *perm, struct sweep_table *out,
                              struct error *err)
{
    struct config_node *root;
    struct sweep_axes axes;
    struct making m = {.axes = &axes, .table = out, .perm = perm, .err = err};
    *out = (struct sweep_table){.path = path, .text = text};
    if (config_tree_parse(text, bytes, path, true, perm, &root, err) ||
        sweep_axes_read(root, path, perm, &axes, err) ||
        name_folder(root, perm, out, err))
        return err->status;
    out->columns = axes.columns;
    out->n_columns = axes.n_columns;
    return make_tasks(&m);
}

/* The override that "-s KEY: text" is about, or NULL. *n is the length of its key. */
static const char *const *override_of(const struct sweep_task *task, const char *text,
                                      size_t *n)
{
    for (size_t i = 0; !strncmp(text, "-s ", 3) && i < task->n_overrides; i++) {
        *n = strcspn(task->overrides[i], "=");
        if (!strncmp(text + 3, task->overrides[i], *n) && text[3 + *n] == ':')
            return &task->overrides[i];
    }
    return NULL;
}

enum status sweep_table_locate(const struct sweep_table *table, size_t number,
                               struct error *err)
{
    const struct sweep_task *task = &table->tasks[number - 1];
    char text[sizeof err->text];
    size_t n = 0;
    memcpy(text, err->text, sizeof text);
    const char *const *override = override_of(task, text, &n);
    if (err->status != STATUS_INPUT)
        return err->status;
    if (override)
        return error_set(err, STATUS_INPUT, "%s:%d: %.*s%s, in task %zu (%s)",
                         table->path, task->lines[override - task->overrides], (int)n,
                         *override, text + 3 + n, number, task->name);
    if (access(task->config, F_OK) != 0)
        return error_set(err, STATUS_INPUT,
                         "%s:%d: config: %s: %s (expected: a config in YAML, from the "
                         "folder of the table)",
                         table->path, task->config_line, task->config,
                         errno == ENOENT ? "no such file" : strerror(errno));
    return error_wrap(err, "%s: task %zu (%s)", table->path, number, task->name);
}

enum status sweep_table_load(const char *path, struct comm *comm, struct arena *perm,
                             struct sweep_table *out, struct error *err)
{
    unsigned char *text = NULL;
    size_t bytes = 0;
    char why[FILE_WHY_BYTES];
    enum status status =
        comm->rank ? STATUS_OK : file_read(path, perm, &text, &bytes, why);
    if (status)
        error_set(err, status, "%s: %s (expected: a table of a sweep in YAML)", path,
                  why);
    else if (!comm->rank && file_is_hdf5(text, bytes))
        error_set(err, STATUS_INPUT,
                  "%s: is a result (expected: a table of a sweep in YAML; `skerry show "
                  "%s` shows results)",
                  path, path);
    if (comm_agree(comm, err) || comm_broadcast(comm, &bytes, sizeof bytes, err))
        return err->status;
    if (comm->rank)
        text = ARENA_NEW(perm, unsigned char, bytes + 1);
    if (!text)
        no_memory(err);
    if (comm_agree(comm, err) || comm_broadcast(comm, text, bytes, err))
        return err->status;
    sweep_table_parse((const char *)text, bytes, path, perm, out, err);
    return comm_agree(comm, err);
}
