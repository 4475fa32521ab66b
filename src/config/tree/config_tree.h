/* YAML documents as trees with the position of each value: parsing, overrides and printing.
 * config_resolve.h interprets the values.
 *
 * All nodes live in the arena that they were made from. Errors are STATUS_INPUT with a
 * complete line in err->text ("configs/e2.yaml:12: run.seed: ...") and an empty err->key.
 *
 * Source: YAML 1.1, as parsed by libyaml; see config_value.h for scalars. */
#ifndef SKERRY_CONFIG_TREE_H
#define SKERRY_CONFIG_TREE_H

#include "arena.h"
#include "option.h"
#include "status.h"

enum config_node_kind {
    CONFIG_NODE_NULL,
    CONFIG_NODE_VALUE,
    CONFIG_NODE_LIST,
    CONFIG_NODE_MAP
};

struct config_node {
    enum config_node_kind kind;
    bool quoted;      /* VALUE: in quotes, so neither a number nor null */
    bool flow;        /* LIST, MAP: printed on one line */
    const char *key;  /* in a map; NULL elsewhere */
    const char *text; /* VALUE */
    const struct config_option *option; /* NULL until resolved */
    const char *source;                 /* file, or "-s run.seed"; NULL: a default */
    int line;                           /* in source, from 1; 0: none */
    struct config_node *first, *last;   /* LIST, MAP: children in order */
    struct config_node *next;           /* in its parent */
    size_t count;                       /* of children */
};

/* A dotted path under construction: "party.requirements[2].value"; truncated if too long. */
struct config_path {
    char text[256];
    size_t length;
};

/* Appends ".name" (at the beginning "name"; nothing for an empty name) or "[index]"; returns
 * the former length, for config_path_cut. */
size_t config_path_add_key(struct config_path *path, const char *name);
size_t config_path_add_index(struct config_path *path, size_t index);
void config_path_cut(struct config_path *path, size_t length);

/* Makes a node without children; NULL if memory runs out. */
struct config_node *config_node_new(struct arena *arena, enum config_node_kind kind,
                                    const struct config_node *like);
void config_node_add(struct config_node *parent, struct config_node *child);
/* The child with that key, or NULL; `map` may be NULL. */
struct config_node *config_node_get(const struct config_node *map, const char *key);
/* Removes the child with that key if it is null, which means that the key is not given. */
void config_node_drop_null(struct config_node *map, const char *key);

/* Sets err to "SOURCE:LINE: PATH: text" for a node. */
enum status config_node_error(struct error *err, const struct config_node *where,
                              const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reads one YAML document of at most CONFIG_MAX_BYTES. Keys must be unique; tags (!!str) are
 * refused; aliases are expanded, within limits of depth and number of nodes. An empty text gives
 * a CONFIG_NODE_NULL. source is borrowed; if `lines` is false, nodes have no line numbers. */
enum { CONFIG_MAX_BYTES = 64 << 20, CONFIG_MAX_DEPTH = 32 };
enum status config_tree_parse(const char *text, size_t bytes, const char *source,
                              bool lines, struct arena *arena,
                              struct config_node **root, struct error *err);

/* Applies one "dotted.key=yaml" to a tree whose root is a map. Missing maps on the path are
 * created, items of lists must exist; unknown keys are detected later. The yaml must not be empty: ~ is null. */
enum status config_tree_set(struct config_node *root, const char *assignment,
                            struct arena *arena, struct error *err);

/* Calls visit for every node below root with its dotted path, in preorder. */
typedef void config_tree_visit(void *context, const char *path,
                               struct config_node *node);
void config_tree_walk(struct config_node *root, config_tree_visit *visit,
                      void *context);

/* Prints the tree, whose texts are UTF-8, as YAML in the arena. Can only fail with
 * STATUS_MEMORY. */
enum status config_tree_print(const struct config_node *root, struct arena *arena,
                              const char **text, struct error *err);

#endif
