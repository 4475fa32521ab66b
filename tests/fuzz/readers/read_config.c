/* A whole config: part 0 is the YAML, parts 1 and on are -s settings. A config that is accepted
 * is accepted again in its resolved form, which resolves to itself. */
#include "config.h"
#include "read_input.h"
#include "sliding_load.h"

#include <string.h>

/* Applies the settings to the tree, as `-s` does; what they make of it is only printed. */
static void set_keys(const struct read_input *input, struct arena *arena)
{
    struct config_node *root;
    struct error err = {0};
    const char *text;
    if (config_tree_parse((const char *)input->part[0].data, input->part[0].bytes,
                          "config.yaml", true, arena, &root, &err) ||
        root->kind != CONFIG_NODE_MAP)
        return;
    for (size_t i = 1; i < input->parts; i++)
        read_input_check_error(
            config_tree_set(root, (const char *)input->part[i].data, arena, &err),
            &err);
    ensure(config_tree_print(root, arena, &text, &err) == STATUS_OK);
}

static void resolve_again(const struct config *first, const struct config_file *files,
                          size_t n_files, struct arena *arena)
{
    struct config again;
    struct error err = {0};
    ensure(config_from_text(first->resolved, "resolved", files, n_files, &registry_all,
                            arena, &again, &err) == STATUS_OK);
    ensure(!strcmp(first->resolved, again.resolved));
    ensure(!memcmp(first->identity, again.identity, sizeof first->identity));
}

/* The one problem whose instance is in the config itself. */
static void load_sliding(const struct config *config)
{
    struct sliding puzzle;
    struct error err = {0};
    if (!strcmp(config->problem->name, "sliding"))
        read_input_check_error(sliding_load(config->problem_keys, &puzzle, &err), &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static const char *const names[] = {"a", "b", "pieces.txt", "heroes.csv",
                                        "game.yaml"};
    enum { NAMES = sizeof names / sizeof *names };
    struct config_file files[NAMES];
    struct read_input input;
    struct config config;
    struct arena arena;
    struct error err = {0};
    for (size_t i = 0; i < NAMES; i++)
        files[i] = (struct config_file){
            .key = "", .file = {names[i], (const unsigned char *)"1,2\n", 4}};
    arena_init(&arena);
    read_input_split(data, bytes, &input);
    enum status status =
        config_from_text((const char *)input.part[0].data, "config.yaml", files, NAMES,
                         &registry_all, &arena, &config, &err);
    read_input_check_error(status, &err);
    if (status == STATUS_OK) {
        resolve_again(&config, files, NAMES, &arena);
        load_sliding(&config);
    }
    set_keys(&input, &arena);
    arena_free(&arena);
    read_input_free(&input);
    return 0;
}
