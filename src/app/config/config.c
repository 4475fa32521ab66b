#include "config.h"

#include "config_files.h"
#include "config_fill.h"
#include "config_identity.h"
#include "config_plugins.h"
#include "config_renamed.h"
#include "config_sections.h"
#include "config_share.h"
#include "config_unused.h"
#include "config_value.h"
#include "file.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the config");
}

/* ---- from a resolved text ---- */

static enum status read_section(const struct config *config, const char *name,
                                const struct config_option *options, size_t bytes,
                                struct arena *perm, void **out, struct error *err)
{
    return config_fill(options, bytes, config_node_get(config->tree, name), perm, out,
                       err);
}

const struct option_file *config_file_named(const struct config *config,
                                            const char *path)
{
    for (size_t i = 0; i < config->n_files; i++)
        if (!strcmp(config->files[i].file.path, path))
            return &config->files[i].file;
    return NULL;
}

static void attach(void *context, struct option_file *file)
{
    if (file->path)
        *file = *config_file_named(context, file->path);
}

static enum status read_settings(struct config *config, struct arena *perm,
                                 struct error *err)
{
    void *const into[] = {&config->run, &config->migration, &config->output,
                          &config->checkpoint};
    for (size_t i = 0; i < sizeof into / sizeof *into; i++) {
        const struct settings_section *s = &settings_sections[i];
        void *keys;
        enum status status =
            read_section(config, s->name, s->options, s->bytes, perm, &keys, err);
        if (status != STATUS_OK)
            return status;
        config_fill_files(s->options, keys, attach, config);
        memcpy(into[i], keys, s->bytes);
    }
    return STATUS_OK;
}

/* Fills the structs of the chosen problem and algorithms, and the bytes of their files. */
static enum status read_chosen(struct config *config, struct arena *perm,
                               struct error *err)
{
    const struct problem *problem = config->problem;
    void *keys;
    if (read_section(config, problem->name, problem->options, problem->keys_bytes, perm,
                     &keys, err))
        return err->status;
    config_fill_files(problem->options, keys, attach, config);
    config->problem_keys = keys;
    for (size_t i = 0; i < config->n_algorithms; i++) {
        struct engine_islands *part = &config->algorithms[i];
        const struct algorithm *algorithm = part->algorithm;
        if (read_section(config, algorithm->name, algorithm->options,
                         algorithm->keys_bytes, perm, &keys, err))
            return err->status;
        config_fill_files(algorithm->options, keys, attach, config);
        part->keys = keys;
        if (!part->count && config->run.islands != OPTION_ABSENT)
            part->count = (uint32_t)config->run.islands;
    }
    return STATUS_OK;
}

struct finding {
    struct config_file *found;
    size_t n;
    const struct config_file *files;
    size_t n_files;
    struct arena *perm;
    struct error *err;
};

static void find_file(void *context, const char *key, struct config_node *node)
{
    struct finding *f = context;
    if (f->err->status != STATUS_OK || node->kind != CONFIG_NODE_VALUE ||
        !node->option || node->option->type != OPTION_FILE)
        return;
    for (size_t i = 0; i < f->n_files; i++)
        if (!strcmp(f->files[i].file.path, node->text)) {
            f->found[f->n] = f->files[i];
            f->found[f->n].file.path = node->text;
            f->found[f->n].key = arena_text(f->perm, key);
            if (!f->found[f->n++].key)
                no_memory(f->err);
            return;
        }
    config_node_error(f->err, node, key, "no copy of %s is stored with the config",
                      node->text);
}

static void count_file(void *context, const char *key, struct config_node *node)
{
    (void)key;
    if (node->kind == CONFIG_NODE_VALUE && node->option &&
        node->option->type == OPTION_FILE)
        ++*(size_t *)context;
}

static enum status find_files(struct config *config, const struct config_file *files,
                              size_t n_files, struct arena *perm, struct error *err)
{
    size_t count = 0;
    config_tree_walk(config->tree, count_file, &count);
    struct finding f = {.found = ARENA_NEW(perm, struct config_file, count),
                        .files = files,
                        .n_files = n_files,
                        .perm = perm,
                        .err = err};
    if (!f.found)
        return no_memory(err);
    err->status = STATUS_OK;
    config_tree_walk(config->tree, find_file, &f);
    config->files = f.found;
    config->n_files = f.n;
    return err->status;
}

/* A text for people, or NULL. */
static const char *label_of(const struct config *config, const char *name)
{
    const struct config_node *node = config_node_get(config->tree, name);
    return node && node->kind == CONFIG_NODE_VALUE ? node->text : NULL;
}

static enum status build(const char *text, const char *source,
                         const struct config_file *files, size_t n_files,
                         const struct registry *registry, struct arena *perm,
                         struct config *c, struct error *err)
{
    struct config_node *given;
    struct config_choice choice;
    enum status status =
        config_tree_parse(text, strlen(text), source, true, perm, &given, err);
    if (status == STATUS_OK)
        status = config_renamed_apply(given, NULL, err);
    if (status == STATUS_OK)
        status = config_sections_resolve(given, registry, perm, &c->tree, &choice, err);
    if (status == STATUS_OK) {
        c->problem = choice.problem;
        c->algorithms = choice.algorithms;
        c->n_algorithms = choice.n_algorithms;
        c->ends = choice.ends;
        c->name = label_of(c, "name");
        c->description = label_of(c, "description");
    }
    if (status == STATUS_OK)
        status = config_tree_print(c->tree, perm, &c->resolved, err);
    if (status == STATUS_OK)
        status = find_files(c, files, n_files, perm, err);
    if (status == STATUS_OK)
        status = read_settings(c, perm, err);
    if (status == STATUS_OK)
        status = read_chosen(c, perm, err);
    if (status == STATUS_OK)
        config_identify(c, registry);
    return status;
}

enum status config_from_text(const char *text, const char *source,
                             const struct config_file *files, size_t n_files,
                             const struct registry *registry, struct arena *perm,
                             struct config *out, struct error *err)
{
    *out = (struct config){.path = arena_text(perm, source)};
    enum status status =
        out->path ? build(text, out->path, files, n_files, registry, perm, out, err)
                  : no_memory(err);
    if (status != STATUS_OK)
        *out = (struct config){0};
    return status;
}

/* ---- from disk ---- */

static enum status parse_file(const struct config_request *request, struct arena *arena,
                              struct config_node **root, struct error *err)
{
    unsigned char *text;
    size_t bytes;
    char why[128];
    enum status status = file_read(request->path, arena, &text, &bytes, why);
    if (status != STATUS_OK)
        return error_set(err, status, "%s: %s (expected: a config in YAML)",
                         request->path, why);
    if (file_is_hdf5(text, bytes))
        return error_set(err, STATUS_INPUT,
                         "%s: is a result (expected: a config in YAML; `skerry show "
                         "%s` shows results)",
                         request->path, request->path);
    status = config_tree_parse((const char *)text, bytes, request->path, true, arena,
                               root, err);
    if (status == STATUS_OK && (*root)->kind == CONFIG_NODE_MAP)
        for (size_t i = 0; i < request->n_overrides && status == STATUS_OK; i++)
            status = config_tree_set(*root, request->overrides[i], arena, err);
    return status;
}

static bool give_value(struct config_node *node, const char *text, struct arena *arena)
{
    node->kind = CONFIG_NODE_VALUE;
    node->quoted = !config_value_is_bare(text);
    node->text = arena_text(arena, text);
    return node->text;
}

/* Fills in the placeholders of a name, if there is one. */
static enum status fill_in(const char **name, struct config_node *tree,
                           struct arena *arena, struct error *err)
{
    const struct config_node *seed =
        config_node_get(config_node_get(tree, "run"), "seed");
    int64_t number = 0;
    bool huge;
    config_value_int(seed->text, &number, &huge);
    return *name ? files_fill_in(*name, number, arena, name, err) : STATUS_OK;
}

/* Says whose name of the result is wrong. */
static enum status refuse_name(const struct config_request *request,
                               const struct config_node *file, struct error *err)
{
    struct error why = *err;
    return request->output
               ? error_wrap(err, "-o")
               : config_node_error(err, file, "output.file", "%s", why.text);
}

/* Resolves what depends on the working directory and the number of ranks. */
static enum status settle(const struct config_request *request,
                          struct config_node *tree, struct arena *arena,
                          struct error *err)
{
    struct config_node *islands =
        config_node_get(config_node_get(tree, "run"), "islands");
    struct config_node *file = config_node_get(config_node_get(tree, "output"), "file");
    const char *named = file->kind == CONFIG_NODE_VALUE ? file->text : NULL;
    const char *chosen = request->output;
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, request->islands);
    if (islands->kind == CONFIG_NODE_NULL && request->islands > 0) {
        if (!give_value(islands, text, arena))
            return no_memory(err);
        islands->quoted = false;
    }
    const char **given = chosen ? &chosen : &named;
    if (*given && (fill_in(given, tree, arena, err) || files_check_name(*given, err)))
        return refuse_name(request, file, err);
    if (!chosen && named && files_is_typed(file))
        chosen = named;
    const char *path = files_output(request->path, chosen, named, arena);
    /* A link may lead to the name of another run's file; that of the config may be too long. */
    if (path && files_check_name(path, err))
        return refuse_name(request, file, err);
    if (path && !utf8_is_valid(path, strlen(path)))
        return config_node_error(err, file, "output.file", "%s is not UTF-8", path);
    if (!path || !give_value(file, path, arena))
        return no_memory(err);
    return STATUS_OK;
}

struct noting {
    struct config_origin *origins;
    size_t n;
    struct arena *perm;
    bool failed;
};

static void count_node(void *context, const char *path, struct config_node *node)
{
    (void)path;
    *(size_t *)context += node->source != NULL;
}

static void note_origin(void *context, const char *path, struct config_node *node)
{
    struct noting *noting = context;
    char place[512];
    if (!node->source)
        return;
    if (node->line)
        snprintf(place, sizeof place, "%s:%d", node->source, node->line);
    else
        snprintf(place, sizeof place, "%s", node->source);
    struct config_origin *origin = &noting->origins[noting->n++];
    origin->key = arena_text(noting->perm, path);
    origin->place = arena_text(noting->perm, place);
    noting->failed = noting->failed || !origin->key || !origin->place;
}

static enum status note_origins(struct config_node *tree, struct arena *perm,
                                struct config_parcel *parcel, struct error *err)
{
    size_t count = 0;
    config_tree_walk(tree, count_node, &count);
    struct noting noting = {.origins = ARENA_NEW(perm, struct config_origin, count),
                            .perm = perm};
    if (!noting.origins)
        return no_memory(err);
    config_tree_walk(tree, note_origin, &noting);
    parcel->origins = noting.origins;
    parcel->n_origins = noting.n;
    return noting.failed ? no_memory(err) : STATUS_OK;
}

/* The part of rank 0: all file access. */
static enum status read_input(const struct config_request *request,
                              const struct registry *registry, struct arena *perm,
                              struct config_parcel *parcel, struct error *err)
{
    struct config_choice choice;
    struct config_node *given = NULL, *tree = NULL;
    enum status status = parse_file(request, perm, &given, err);
    if (status == STATUS_OK)
        status = config_renamed_apply(given, stderr, err);
    if (status == STATUS_OK)
        status = config_plugins_read(given, request->path, request->plugins, perm, err);
    if (status == STATUS_OK)
        status = config_sections_resolve(given, registry, perm, &tree, &choice, err);
    if (status == STATUS_OK)
        status = settle(request, tree, perm, err);
    if (status == STATUS_OK)
        status = files_read(tree, request->path, perm, &parcel->files, &parcel->n_files,
                            err);
    if (status == STATUS_OK)
        status = note_origins(tree, perm, parcel, err);
    if (status == STATUS_OK)
        status = config_tree_print(tree, perm, &parcel->text, err);
    if (status == STATUS_OK)
        config_unused_warn(given, registry, &choice, stderr);
    return status;
}

enum status config_load(const struct config_request *request,
                        const struct registry *registry, struct comm *comm,
                        struct arena *perm, struct config *out, struct error *err)
{
    struct config_parcel parcel = {0};
    *out = (struct config){0};
    *err = (struct error){0};
    if (comm->rank == 0)
        read_input(request, registry, perm, &parcel, err);
    if (comm_agree(comm, err) != STATUS_OK ||
        config_share(&parcel, comm, perm, err) != STATUS_OK)
        return err->status;
    if (request->plugins &&
        config_plugins_follow(&parcel, request->plugins, comm, perm, err))
        return err->status;
    config_from_text(parcel.text, request->path, parcel.files, parcel.n_files, registry,
                     perm, out, err);
    if (comm_agree(comm, err) != STATUS_OK) {
        *out = (struct config){0};
        return err->status;
    }
    out->origins = parcel.origins;
    out->n_origins = parcel.n_origins;
    return STATUS_OK;
}

/* ---- errors found later ---- */

static bool is_part_of(const char *part, const char *key)
{
    size_t n = strlen(part);
    return !strncmp(part, key, n) && (!key[n] || key[n] == '.' || key[n] == '[');
}

void config_locate(const struct config *config, const struct error *err, char *line,
                   size_t bytes)
{
    const char *place = config->path;
    size_t longest = 0;
    for (size_t i = 0; i < config->n_origins; i++) {
        const struct config_origin *origin = &config->origins[i];
        size_t n = strlen(origin->key);
        if (n > longest && is_part_of(origin->key, err->key)) {
            longest = n;
            place = origin->place;
        }
    }
    if (!err->key[0])
        snprintf(line, bytes, "%s", err->text);
    else if (place && !strncmp(place, "-s ", 3) && !strcmp(place + 3, err->key))
        snprintf(line, bytes, "%s: %s", place, err->text);
    else
        snprintf(line, bytes, "%s%s%s: %s", place ? place : "", place ? ": " : "",
                 err->key, err->text);
}
