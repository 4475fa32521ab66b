/* A YAML text as a tree that remembers where each value stands.
 *
 * Parsing, overrides and printing; what the values mean is the business of resolve.h.
 * All nodes live in the arena that they were made from. Errors are STATUS_INPUT with
 * one whole line in err->text ("configs/e2.yaml:12: run.seed: ...") and an empty
 * err->key. */
#ifndef SKERRY_YAML_DOCUMENT_H
#define SKERRY_YAML_DOCUMENT_H

#include "arena.h"
#include "option.h"
#include "status.h"

enum node_kind { NODE_NULL, NODE_VALUE, NODE_LIST, NODE_MAP };

struct node {
    enum node_kind kind;
    bool quoted;      /* VALUE: in quotes, so never a number or null */
    bool flow;        /* LIST, MAP: printed in one line */
    const char *key;  /* in a map; NULL elsewhere */
    const char *text; /* VALUE */
    const struct config_option *option; /* what it is; NULL until resolved */
    const char *source;                 /* file, or "-s run.seed"; NULL: a default */
    int line;                           /* in source, from 1; 0: none */
    struct node *first, *last;          /* LIST, MAP: children in order */
    struct node *next;                  /* in its parent */
    size_t count;                       /* of children */
};

/* A dotted path under construction: "party.requirements[2].value". What does not fit
 * is cut off. */
struct key_path {
    char text[256];
    size_t length;
};

/* Adds ".name" (or "name" in front; nothing for an empty name) or "[index]"; returns
 * the length to give to path_cut afterwards. */
size_t path_add_key(struct key_path *path, const char *name);
size_t path_add_index(struct key_path *path, size_t index);
void path_cut(struct key_path *path, size_t length);

/* A node without children; NULL when memory ran out. */
struct node *node_new(struct arena *arena, enum node_kind kind,
                      const struct node *like);
void node_add(struct node *parent, struct node *child);
/* The child with that key, or NULL; `map` may be NULL. */
struct node *node_get(const struct node *map, const char *key);

/* Fills err with "SOURCE:LINE: PATH: text" for a node. */
enum status node_error(struct error *err, const struct node *where, const char *path,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Reads one YAML document of at most DOCUMENT_MAX_BYTES. Keys are unique; anchors are
 * followed, within limits on depth and number of nodes. An empty text gives a
 * NODE_NULL. source stays borrowed; with `lines` false no node has a line. */
enum { DOCUMENT_MAX_BYTES = 64 << 20, DOCUMENT_MAX_DEPTH = 32 };
enum status document_parse(const char *text, size_t bytes, const char *source,
                           bool lines, struct arena *arena, struct node **root,
                           struct error *err);

/* Applies one "dotted.key=yaml" to a tree whose root is a map. Missing maps on the way
 * are made, items of lists must exist; whether the key has a meaning shows later. */
enum status document_set(struct node *root, const char *assignment, struct arena *arena,
                         struct error *err);

/* Calls visit for every node below root, parents first, with its dotted path. */
typedef void document_visit(void *context, const char *path, struct node *node);
void document_walk(struct node *root, document_visit *visit, void *context);

/* The tree, whose texts are UTF-8, as YAML; the result lives in the arena. Fails with
 * STATUS_MEMORY alone. */
enum status document_print(const struct node *root, struct arena *arena,
                           const char **text, struct error *err);

#endif
