#include "level_game_parse.h"

#include "config_fill.h"
#include "config_resolve.h"
#include "config_tree.h"
#include "level_game_keys.h"
#include "utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum status level_tile_set_parse(const struct level_game *game, const char *text,
                                 const char *key, tile_set *set, struct error *err)
{
    bool others = text[0] == '^';
    *set = 0;
    for (const char *c = text + others; *c; c++) {
        size_t t = level_game_tile_of(game, *c);
        if (t == game->n_tiles)
            return error_at(err, key, "no tile '%c' (expected: symbols of tiles)",
                            isgraph((unsigned char)*c) ? *c : '?');
        if (tile_in(*set, (uint8_t)t))
            return error_at(err, key, "tile '%c' twice", *c);
        *set |= TILE(t);
    }
    if (others)
        *set = level_all_tiles(game) & ~*set;
    return *set ? STATUS_OK
                : error_at(err, key, "no tile at all (expected: symbols of tiles)");
}

/* ---- from keys to rules ---- */

/* A rule in its list, for messages. */
struct place {
    const struct level_game *game;
    const char *list;
    size_t index;
    struct error *err;
};

static enum status read_set(const struct place *at, const char *name, const char *text,
                            tile_set *set)
{
    char key[96];
    snprintf(key, sizeof key, "%s[%zu].%s", at->list, at->index, name);
    return level_tile_set_parse(at->game, text, key, set, at->err);
}

static enum status read_range(const struct place *at, int64_t least, int64_t most,
                              size_t *out_least, size_t *out_most)
{
    char key[96];
    *out_least = (size_t)least;
    *out_most = most == OPTION_ABSENT ? SIZE_MAX : (size_t)most;
    snprintf(key, sizeof key, "%s[%zu]", at->list, at->index);
    if (least == 0 && most == OPTION_ABSENT)
        return error_at(at->err, key, "no bound (expected: least from 1, or most)");
    snprintf(key, sizeof key, "%s[%zu].most", at->list, at->index);
    return *out_least <= *out_most ? STATUS_OK
                                   : error_at(at->err, key, "%zu is below least, %zu",
                                              *out_most, *out_least);
}

static enum status add_count(const struct place *at, const void *item,
                             struct level_game *game)
{
    const struct level_count_keys *k = item;
    struct level_count *rule = &game->counts[game->n_counts++];
    enum status status = read_set(at, "tiles", k->tiles, &rule->tiles);
    return status ? status
                  : read_range(at, k->least, k->most, &rule->least, &rule->most);
}

static enum status add_share(const struct place *at, const void *item,
                             struct level_game *game)
{
    const struct level_share_keys *k = item;
    struct level_share *rule = &game->shares[game->n_shares++];
    rule->most = k->most;
    enum status status = read_set(at, "tiles", k->tiles, &rule->tiles);
    return status ? status : read_set(at, "of", k->of, &rule->of);
}

static enum status add_border(const struct place *at, const void *item,
                              struct level_game *game)
{
    const struct level_border_keys *k = item;
    struct level_border *rule = &game->borders[game->n_borders++];
    rule->sides = (enum level_sides)k->sides;
    return read_set(at, "tiles", k->tiles, &rule->tiles);
}

static enum status read_reach(const struct place *at, const struct level_reach_keys *k,
                              struct level_reach *rule)
{
    enum status status = read_set(at, "from", k->from, &rule->from);
    if (!status)
        status = read_set(at, "to", k->to, &rule->to);
    return status ? status : read_set(at, "blocking", k->blocking, &rule->blocking);
}

static enum status add_reach(const struct place *at, const void *item,
                             struct level_game *game)
{
    return read_reach(at, item, &game->reach[game->n_reach++]);
}

static enum status add_apart(const struct place *at, const void *item,
                             struct level_game *game)
{
    return read_reach(at, item, &game->apart[game->n_apart++]);
}

static enum status add_path(const struct place *at, const void *item,
                            struct level_game *game)
{
    const struct level_path_keys *k = item;
    const struct level_reach_keys ends = {k->from, k->to, k->blocking};
    struct level_path *rule = &game->paths[game->n_paths++];
    struct level_reach reach;
    enum status status = read_reach(at, &ends, &reach);
    if (status)
        return status;
    rule->from = reach.from;
    rule->to = reach.to;
    rule->blocking = reach.blocking;
    status = read_set(at, "cost", k->cost, &rule->cost);
    return status ? status
                  : read_range(at, k->least, k->most, &rule->least, &rule->most);
}

static enum status add_exits(const struct place *at, const void *item,
                             struct level_game *game)
{
    const struct level_exits_keys *k = item;
    struct level_exits *rule = &game->exits[game->n_exits++];
    rule->least = (size_t)k->least;
    enum status status = read_set(at, "tiles", k->tiles, &rule->tiles);
    return status ? status : read_set(at, "walls", k->walls, &rule->walls);
}

static enum status add_block(const struct place *at, const void *item,
                             struct level_game *game)
{
    const struct level_block_keys *k = item;
    struct level_block *rule = &game->blocks[game->n_blocks++];
    rule->rows = (size_t)k->rows;
    rule->cols = (size_t)k->cols;
    return read_set(at, "tiles", k->tiles, &rule->tiles);
}

static enum status add_alike(const struct place *at, const void *item,
                             struct level_game *game)
{
    const struct level_alike_keys *k = item;
    struct level_alike *rule = &game->alike[game->n_alike++];
    rule->what = (enum level_alike_what)k->what;
    return read_set(at, "tiles", k->tiles, &rule->tiles);
}

typedef enum status add_rule(const struct place *at, const void *item,
                             struct level_game *game);

/* The lists of rules: key, offset, and the function that reads an item. */
static const struct {
    const char *key;
    size_t offset, item_bytes;
    add_rule *add;
} rule_lists[] = {
#define LIST(member, item, add)                                                        \
    {                                                                                  \
#member, offsetof(struct level_game_keys, member), sizeof(struct item), add    \
    }
    LIST(counts, level_count_keys, add_count),
    LIST(shares, level_share_keys, add_share),
    LIST(border, level_border_keys, add_border),
    LIST(reach, level_reach_keys, add_reach),
    LIST(apart, level_reach_keys, add_apart),
    LIST(paths, level_path_keys, add_path),
    LIST(exits, level_exits_keys, add_exits),
    LIST(blocks, level_block_keys, add_block),
    LIST(alike, level_alike_keys, add_alike),
#undef LIST
};

static enum status add_rules(const struct level_game_keys *keys,
                             struct level_game *game, struct error *err)
{
    enum status status = STATUS_OK;
    for (size_t l = 0; l < sizeof rule_lists / sizeof *rule_lists; l++) {
        const struct option_list *list =
            (const void *)((const char *)keys + rule_lists[l].offset);
        for (size_t i = 0; i < list->count && !status; i++) {
            const struct place at = {game, rule_lists[l].key, i, err};
            const char *items = list->items;
            status = rule_lists[l].add(&at, items + i * rule_lists[l].item_bytes, game);
        }
    }
    return status;
}

static enum status add_once(const char *once, struct level_game *game,
                            struct error *err)
{
    tile_set tiles = 0;
    enum status status =
        once ? level_tile_set_parse(game, once, "once", &tiles, err) : STATUS_OK;
    for (size_t t = 0; t < game->n_tiles && !status; t++)
        if (tile_in(tiles, (uint8_t)t))
            game->counts[game->n_counts++] =
                (struct level_count){.tiles = TILE(t), .least = 1, .most = 1};
    return status;
}

static enum status check_symbol(const struct level_game *game, const char *text,
                                const char *key, struct error *err)
{
    if (!isgraph((unsigned char)text[0]) || text[1] || text[0] == '^')
        return error_at(err, key,
                        "'%.20s' is no symbol (expected: one visible ASCII character, "
                        "not ^)",
                        text);
    size_t other = level_game_tile_of(game, text[0]);
    if (other < game->n_tiles)
        return error_at(err, key, "'%c' is the symbol of %s already", text[0],
                        game->tile[other].name);
    return STATUS_OK;
}

static enum status check_name(const char *name, const char *key, struct error *err)
{
    size_t n = strlen(name);
    if (!n || n >= LEVEL_NAME_BYTES)
        return error_at(err, key, "a name of %zu bytes (expected: 1 to %d)", n,
                        LEVEL_NAME_BYTES - 1);
    for (size_t i = 0; i < n; i++)
        if (utf8_control(name + i, n - i))
            return error_at(err, key, "a name with a control character");
    return STATUS_OK;
}

static enum status add_tiles(const struct option_list *tiles, struct level_game *game,
                             struct error *err)
{
    const struct level_tile_keys *k = tiles->items;
    for (size_t t = 0; t < tiles->count; t++) {
        char key[64];
        struct level_tile *tile = &game->tile[t];
        snprintf(key, sizeof key, "tiles[%zu].tile", t);
        if (check_symbol(game, k[t].tile, key, err))
            return err->status;
        snprintf(key, sizeof key, "tiles[%zu].name", t);
        if (check_name(k[t].name, key, err))
            return err->status;
        *tile = (struct level_tile){
            .symbol = k[t].tile[0], .move = k[t].move, .delete = k[t].delete};
        memcpy(tile->name, k[t].name, strlen(k[t].name));
        game->n_tiles = t + 1;
    }
    return STATUS_OK;
}

/* ---- from YAML ---- */

struct node_search {
    const char *key;
    const struct config_node *node;
    size_t length;
};

/* Finds the node whose path is the longest prefix of the key. */
static void find_node(void *context, const char *path, struct config_node *node)
{
    struct node_search *f = context;
    size_t n = strlen(path);
    if (n > f->length && node->source && !strncmp(path, f->key, n) &&
        (!f->key[n] || f->key[n] == '.' || f->key[n] == '[')) {
        f->node = node;
        f->length = n;
    }
}

/* Turns an error at a key into a complete message. */
static enum status locate(struct config_node *root, struct error *err)
{
    struct node_search f = {.key = err->key, .node = root};
    char key[sizeof err->key], text[sizeof err->text];
    if (!err->key[0])
        return err->status;
    config_tree_walk(root, find_node, &f);
    memcpy(key, err->key, sizeof key);
    memcpy(text, err->text, sizeof text);
    return config_node_error(err, f.node, key, "%s", text);
}

static void name_after(const char *source, struct level_game *game)
{
    const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source;
    size_t n = strlen(name), dot = strcspn(name, ".");
    n = dot ? dot : n;
    if (n >= sizeof game->name)
        n = sizeof game->name - 1;
    memcpy(game->name, name, n);
}

static enum status build(const struct level_game_keys *keys, struct level_game *game,
                         struct error *err)
{
    game->wrap = (enum level_wrap)keys->wrap;
    enum status status = add_tiles(&keys->tiles, game, err);
    if (!status)
        status = add_once(keys->once, game, err);
    return status ? status : add_rules(keys, game, err);
}

enum status level_game_parse(const char *text, size_t bytes, const char *source,
                             struct arena *arena, struct level_game *game,
                             struct error *err)
{
    struct config_node *root = NULL, *tree = NULL;
    void *keys = NULL;
    *game = (struct level_game){0};
    name_after(source, game);
    enum status status =
        config_tree_parse(text, bytes, source, true, arena, &root, err);
    if (status)
        return status;
    if (root->kind != CONFIG_NODE_MAP) {
        root->line = 0; /* the root represents the whole file */
        return config_node_error(err, root, "", "no game (expected: tiles and rules)");
    }
    status =
        config_resolve_mapping(level_game_options, root, root, "", arena, &tree, err);
    if (!status)
        status = config_fill(level_game_options, sizeof(struct level_game_keys), tree,
                             arena, &keys, err);
    if (status)
        return status;
    *err = (struct error){0};
    return build(keys, game, err) ? locate(tree, err) : STATUS_OK;
}

const struct level_shipped *level_shipped_find(const char *name)
{
    for (const struct level_shipped *s = level_shipped; s->name; s++)
        if (!strcmp(s->name, name))
            return s;
    return NULL;
}

enum status level_game_named(const char *name, struct arena *arena,
                             struct level_game *game, struct error *err)
{
    const struct level_shipped *shipped = level_shipped_find(name);
    char names[200] = "";
    size_t used = 0;
    if (shipped)
        return level_game_parse(shipped->text, strlen(shipped->text), name, arena, game,
                                err);
    for (const struct level_shipped *s = level_shipped; s->name && used < sizeof names;
         s++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s, ", s->name);
    return error_set(err, STATUS_INPUT,
                     "no game '%.80s' (expected: %sor the file of one)", name, names);
}
