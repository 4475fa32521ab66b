#include "level_rule_text.h"

#include <stdio.h>
#include <string.h>

enum { SET_BYTES = 136 };

typedef void describe_rule(const struct level_game *game, const void *rule, char *out);

/* The description of a set, truncated where it is long. */
struct set_text {
    char text[SET_BYTES];
};

static struct set_text set_words(const struct level_game *game, tile_set set)
{
    struct set_text words;
    tile_set others = level_all_tiles(game) & ~set;
    if (set == level_all_tiles(game))
        snprintf(words.text, sizeof words.text, "any tile");
    else if (others && !(others & (others - 1)) && game->n_tiles > 3)
        snprintf(words.text, sizeof words.text, "all but %s '%c'",
                 game->tile[__builtin_ctz(others)].name,
                 game->tile[__builtin_ctz(others)].symbol);
    else
        level_tile_set_text(game, set, words.text, sizeof words.text);
    return words;
}

#define SET(set) set_words(game, set).text

static void describe_range(size_t least, size_t most, char *out, size_t bytes)
{
    if (least == most)
        snprintf(out, bytes, "exactly %zu", least);
    else if (most == SIZE_MAX)
        snprintf(out, bytes, "at least %zu", least);
    else if (!least)
        snprintf(out, bytes, "at most %zu", most);
    else
        snprintf(out, bytes, "%zu to %zu", least, most);
}

static void describe_count(const struct level_game *game, const void *rule, char *out)
{
    const struct level_count *r = rule;
    char range[64];
    describe_range(r->least, r->most, range, sizeof range);
    snprintf(out, LEVEL_RULE_TEXT_BYTES, "%s of %s", range, SET(r->tiles));
}

static void describe_share(const struct level_game *game, const void *rule, char *out)
{
    const struct level_share *r = rule;
    snprintf(out, LEVEL_RULE_TEXT_BYTES, "at most %g %% %s among %s", 100 * r->most,
             SET(r->tiles), SET(r->of));
}

static void describe_border(const struct level_game *game, const void *rule, char *out)
{
    static const char *const where[] = {"on the border", "in the first and last row",
                                        "in the first and last column"};
    const struct level_border *r = rule;
    snprintf(out, LEVEL_RULE_TEXT_BYTES, "%s %s", SET(r->tiles), where[r->sides]);
}

static void describe_reach(const struct level_game *game, const void *rule, char *out)
{
    const struct level_reach *r = rule;
    snprintf(out, LEVEL_RULE_TEXT_BYTES,
             "a path from %s to each cell with %s, not through %s", SET(r->from),
             SET(r->to), SET(r->blocking));
}

static void describe_apart(const struct level_game *game, const void *rule, char *out)
{
    const struct level_reach *r = rule;
    snprintf(out, LEVEL_RULE_TEXT_BYTES, "no path from %s to %s except through %s",
             SET(r->from), SET(r->to), SET(r->blocking));
}

static void describe_path(const struct level_game *game, const void *rule, char *out)
{
    const struct level_path *r = rule;
    char range[64];
    describe_range(r->least, r->most, range, sizeof range);
    snprintf(out, LEVEL_RULE_TEXT_BYTES, "%s of %s on the cheapest path from %s to %s",
             range, SET(r->cost), SET(r->from), SET(r->to));
}

static void describe_exits(const struct level_game *game, const void *rule, char *out)
{
    const struct level_exits *r = rule;
    snprintf(out, LEVEL_RULE_TEXT_BYTES,
             "at least %zu neighbours of %s that are not %s", r->least, SET(r->tiles),
             SET(r->walls));
}

static void describe_block(const struct level_game *game, const void *rule, char *out)
{
    const struct level_block *r = rule;
    snprintf(out, LEVEL_RULE_TEXT_BYTES, "no %zu x %zu block of %s", r->rows, r->cols,
             SET(r->tiles));
}

static void describe_alike(const struct level_game *game, const void *rule, char *out)
{
    static const char *const where[] = {"first and last column", "first and last row",
                                        "left and right half", "top and bottom half"};
    const struct level_alike *r = rule;
    snprintf(out, LEVEL_RULE_TEXT_BYTES, "%s alike in %s", where[r->what],
             SET(r->tiles));
}

/* The rules of each kind within struct level_game. */
static const struct {
    size_t offset, bytes, count_offset;
    describe_rule *say;
} kinds[] = {
#define KIND(member, type, describe)                                                   \
    {                                                                                  \
        offsetof(struct level_game, member), sizeof(struct type),                      \
            offsetof(struct level_game, n_##member), describe                          \
    }
    KIND(counts, level_count, describe_count),
    KIND(shares, level_share, describe_share),
    KIND(borders, level_border, describe_border),
    KIND(reach, level_reach, describe_reach),
    KIND(apart, level_reach, describe_apart),
    KIND(paths, level_path, describe_path),
    KIND(exits, level_exits, describe_exits),
    KIND(blocks, level_block, describe_block),
    KIND(alike, level_alike, describe_alike),
#undef KIND
};

enum { N_KINDS = sizeof kinds / sizeof *kinds };

static size_t count_of(const struct level_game *game, size_t kind)
{
    size_t count;
    memcpy(&count, (const char *)game + kinds[kind].count_offset, sizeof count);
    return count;
}

size_t level_rule_count(const struct level_game *game)
{
    size_t n = 0;
    for (size_t k = 0; k < N_KINDS; k++)
        n += count_of(game, k);
    return n;
}

/* The kind of a rule; index becomes its index within the kind. */
static size_t find_kind(const struct level_game *game, size_t *index)
{
    size_t k = 0;
    for (; *index >= count_of(game, k); k++) {
        *index -= count_of(game, k);
        ensure(k + 1 < N_KINDS);
    }
    return k;
}

const char *level_rule_text(const struct level_game *game, size_t index, char *out)
{
    size_t kind = find_kind(game, &index);
    const char *rules = (const char *)game + kinds[kind].offset;
    kinds[kind].say(game, rules + index * kinds[kind].bytes, out);
    return out;
}

void level_rule_drop(struct level_game *game, size_t index)
{
    size_t kind = find_kind(game, &index), n = count_of(game, kind) - 1;
    size_t bytes = kinds[kind].bytes;
    char *rules = (char *)game + kinds[kind].offset;
    memmove(rules + index * bytes, rules + (index + 1) * bytes, (n - index) * bytes);
    memcpy((char *)game + kinds[kind].count_offset, &n, sizeof n);
}
