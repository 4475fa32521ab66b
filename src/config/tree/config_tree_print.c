/* Prints trees as YAML with libyaml's emitter. */
#include "config_tree.h"

#include "config_text.h"
#include "config_value.h"

#include <string.h>
#include <yaml.h>

enum { WIDTH = 88 };

static int write_out(void *text, unsigned char *bytes, size_t n)
{
    config_text_add(text, bytes, n);
    return 1;
}

static bool is_number(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

static int print_scalar(yaml_emitter_t *emitter, const char *text, bool bare)
{
    yaml_event_t event;
    return yaml_scalar_event_initialize(
               &event, NULL, NULL, (const yaml_char_t *)text, (int)strlen(text), 1, 1,
               bare ? YAML_PLAIN_SCALAR_STYLE : YAML_SINGLE_QUOTED_SCALAR_STYLE) &&
           yaml_emitter_emit(emitter, &event);
}

static int print_node(yaml_emitter_t *emitter, const struct config_node *node);

static int print_list(yaml_emitter_t *emitter, const struct config_node *node)
{
    yaml_event_t event;
    bool flow = node->flow || !node->first;
    int done = yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
                                                    flow ? YAML_FLOW_SEQUENCE_STYLE
                                                         : YAML_BLOCK_SEQUENCE_STYLE) &&
               yaml_emitter_emit(emitter, &event);
    for (const struct config_node *n = node->first; done && n; n = n->next)
        done = print_node(emitter, n);
    return done && yaml_sequence_end_event_initialize(&event) &&
           yaml_emitter_emit(emitter, &event);
}

static int print_map(yaml_emitter_t *emitter, const struct config_node *node)
{
    yaml_event_t event;
    bool flow = node->flow || !node->first;
    int done = yaml_mapping_start_event_initialize(&event, NULL, NULL, 1,
                                                   flow ? YAML_FLOW_MAPPING_STYLE
                                                        : YAML_BLOCK_MAPPING_STYLE) &&
               yaml_emitter_emit(emitter, &event);
    for (const struct config_node *n = node->first; done && n; n = n->next)
        done = print_scalar(emitter, n->key,
                            config_value_is_bare(n->key) || is_number(n->key)) &&
               print_node(emitter, n);
    return done && yaml_mapping_end_event_initialize(&event) &&
           yaml_emitter_emit(emitter, &event);
}

static int print_node(yaml_emitter_t *emitter, const struct config_node *node)
{
    switch (node->kind) {
    case CONFIG_NODE_NULL:
        return print_scalar(emitter, "~", true);
    case CONFIG_NODE_VALUE:
        return print_scalar(emitter, node->text, !node->quoted);
    case CONFIG_NODE_LIST:
        return print_list(emitter, node);
    case CONFIG_NODE_MAP:
        return print_map(emitter, node);
    }
    return 0;
}

static int print_document(yaml_emitter_t *emitter, const struct config_node *root)
{
    yaml_event_t event;
    return yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) &&
           yaml_emitter_emit(emitter, &event) &&
           yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) &&
           yaml_emitter_emit(emitter, &event) && print_node(emitter, root) &&
           yaml_document_end_event_initialize(&event, 1) &&
           yaml_emitter_emit(emitter, &event) &&
           yaml_stream_end_event_initialize(&event) &&
           yaml_emitter_emit(emitter, &event);
}

enum status config_tree_print(const struct config_node *root, struct arena *arena,
                              const char **text, struct error *err)
{
    struct config_text out = config_text_begin(arena);
    yaml_emitter_t emitter;
    int done = yaml_emitter_initialize(&emitter);
    if (done) {
        yaml_emitter_set_output(&emitter, write_out, &out);
        yaml_emitter_set_width(&emitter, WIDTH);
        yaml_emitter_set_unicode(&emitter, 1);
        done = print_document(&emitter, root);
        yaml_emitter_delete(&emitter);
    }
    *text = done ? config_text_end(&out) : NULL;
    return *text ? STATUS_OK
                 : error_set(err, STATUS_MEMORY, "no memory to print the config");
}
