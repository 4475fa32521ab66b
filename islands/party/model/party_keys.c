#include "party_keys.h"

#include "party.h"

/* A key whose member is not called as the key is. */
#define AT(s, m, key, kind, def, why)                                                  \
    {                                                                                  \
        .name = key, .type = kind, .offset = offsetof(s, m), .fallback = def,          \
        .meaning = why                                                                 \
    }
#define KIND_AT(s, m, why) AT(s, kind.m, #m, OPTION_TEXT, "~", why)

static const struct config_option place_item[] = {
    {.name = "",
     .type = OPTION_INT,
     .offset = offsetof(struct party_whole, value),
     .min = 0,
     .max = PARTY_MAX_PLACES - 1,
     .meaning = "place"},
    OPTION_END};

static const struct config_option id_item[] = {
    {.name = "",
     .type = OPTION_INT,
     .offset = offsetof(struct party_whole, value),
     .min = 0,
     .max = INT32_MAX,
     .meaning = "hero id"},
    OPTION_END};

static const struct config_option points_item[] = {
    {.name = "",
     .type = OPTION_INT,
     .offset = offsetof(struct party_whole, value),
     .min = 0,
     .max = 1e6,
     .meaning = "points"},
    OPTION_END};

static const struct config_option word_item[] = {
    {.name = "",
     .type = OPTION_TEXT,
     .offset = offsetof(struct party_word, value),
     .meaning = "column"},
    OPTION_END};

static const struct config_option edge_item[] = {
    {.name = "",
     .type = OPTION_LIST,
     .offset = offsetof(struct party_numbers, numbers),
     .min = 2,
     .max = 2,
     .fields = place_item,
     .item_bytes = sizeof(struct party_whole),
     .meaning = "two places that stand side by side"},
    OPTION_END};

static const struct config_option row_item[] = {
    {.name = "",
     .type = OPTION_LIST,
     .offset = offsetof(struct party_numbers, numbers),
     .min = 1,
     .max = PARTY_MAX_PLACES,
     .fields = place_item,
     .item_bytes = sizeof(struct party_whole),
     .meaning = "places from left to right"},
    OPTION_END};

static const struct config_option formation_options[] = {
    OPTION_INT_AT(struct party_formation_keys, places, NULL, 1, PARTY_MAX_PLACES,
                  "places to fill, numbered from 0"),
    OPTION_LIST_AT(struct party_formation_keys, edges, "[]", edge_item,
                   sizeof(struct party_numbers), 0, PARTY_MAX_EDGES,
                   "pairs of places side by side, as [[0, 1], [1, 2]]"),
    OPTION_LIST_AT(struct party_formation_keys, rows, "[]", row_item,
                   sizeof(struct party_numbers), 0, PARTY_MAX_PLACES,
                   "how it is drawn, front row first, as [[0, 1, 2], [3, 4]]"),
    OPTION_END};

static const struct config_option weight_value[] = {
    {.name = "",
     .type = OPTION_INT,
     .offset = offsetof(struct party_weight_keys, value),
     .min = 0,
     .max = 100,
     .meaning = "what sharing this trait adds to an edge's match"},
    OPTION_END};

static const struct config_option synergy_options[] = {
    OPTION_MAP_AT(struct party_synergy_keys, weights, "{}", weight_value,
                  sizeof(struct party_weight_keys), 0, PARTY_MAX_TRAITS,
                  "trait: what sharing it adds to an edge's match"),
    OPTION_LIST_AT(struct party_synergy_keys, points, "[0]", points_item,
                   sizeof(struct party_whole), 1, 2000,
                   "points of an edge whose match is 0, 1, 2...; the last serves all "
                   "larger ones"),
    OPTION_REAL_AT(struct party_synergy_keys, min, "0", 0, 1,
                   "least share of the most points that all edges could give"),
    OPTION_END};

#define KIND_OPTIONS(s)                                                                \
    KIND_AT(s, mean, "number column: its mean over the party"),                        \
        KIND_AT(s, sum, "number column: its sum over the party"),                      \
        KIND_AT(s, count, "trait column: heroes that have `value`"),                   \
        KIND_AT(s, distinct, "trait column: different values in the party"),           \
        KIND_AT(s, same, "trait column: heroes that share its commonest value"),       \
        KIND_AT(s, value, "with count: the trait's value")

static const struct config_option requirement_options[] = {
    KIND_OPTIONS(struct party_requirement_keys),
    OPTION_REAL_AT(struct party_requirement_keys, min, "~", -1e15, 1e15, "at least"),
    OPTION_REAL_AT(struct party_requirement_keys, max, "~", -1e15, 1e15, "at most"),
    OPTION_REAL_AT(struct party_requirement_keys, exactly, "~", -1e15, 1e15,
                   "in place of min and max"),
    OPTION_END};

static const struct config_option descriptor_options[] = {
    KIND_OPTIONS(struct party_descriptor_keys),
    OPTION_TEXT_AT(struct party_descriptor_keys, measure, "~",
                   "synergy or price, in place of a column"),
    OPTION_REAL_AT(struct party_descriptor_keys, low, "~", -1e15, 1e15,
                   "where the bins begin; default the least that the pool allows"),
    OPTION_REAL_AT(struct party_descriptor_keys, high, "~", -1e15, 1e15,
                   "where the bins end; default the most that the pool allows"),
    OPTION_END};

static const struct config_option fixed_value[] = {
    {.name = "",
     .type = OPTION_INT,
     .offset = offsetof(struct party_fixed_keys, value),
     .min = 0,
     .max = INT32_MAX,
     .meaning = "hero id"},
    OPTION_END};

const struct config_option party_keys_options[] = {
    OPTION_FILE_AT(struct party_keys, heroes, NULL,
                   "CSV of all heroes, one a line, with a header"),
    OPTION_TEXT_AT(struct party_keys, id, "id",
                   "column of the hero's number, unlike any other's"),
    OPTION_TEXT_AT(struct party_keys, price, "price", "column of the price, >= 0"),
    OPTION_LIST_AT(struct party_keys, traits, "[]", word_item,
                   sizeof(struct party_word), 0, PARTY_MAX_TRAITS,
                   "category columns to read beyond those that other keys name"),
    OPTION_LIST_AT(struct party_keys, numbers, "[]", word_item,
                   sizeof(struct party_word), 0, PARTY_MAX_NUMBERS,
                   "number columns to read beyond those that other keys name"),
    OPTION_GROUP_AT(struct party_keys, formation, formation_options,
                    "the places and who stands beside whom"),
    OPTION_GROUP_AT(struct party_keys, synergy, synergy_options,
                    "what neighbours give one another"),
    OPTION_LIST_AT(struct party_keys, requirements, "[]", requirement_options,
                   sizeof(struct party_requirement_keys), 0, PARTY_MAX_REQUIREMENTS,
                   "what the party must have, as {mean: level, min: 84}"),
    OPTION_MAP_AT(struct party_keys, fixed, "{}", fixed_value,
                  sizeof(struct party_fixed_keys), 0, PARTY_MAX_PLACES,
                  "place: id of the hero who must stand there"),
    OPTION_LIST_AT(struct party_keys, excluded, "[]", id_item,
                   sizeof(struct party_whole), 0, 1e6,
                   "ids of heroes who may not be chosen"),
    OPTION_FILE_AT(struct party_keys, owned, "~",
                   "ids of heroes who cost nothing: one a line, or a CSV with an id "
                   "column"),
    OPTION_BOOL_AT(struct party_keys, guided, "true",
                   "construct by the best match with the neighbours placed; false: by "
                   "chance"),
    OPTION_BOOL_AT(struct party_keys, mend, "true",
                   "where guided construction hardly ever succeeds, let local search "
                   "complete parties; false: the paper's plain way"),
    OPTION_REAL_AT(struct party_keys, look_ahead, "0.97", 0.5, 1,
                   "quantile of the pool that open places are assumed to reach in sums "
                   "and means"),
    OPTION_LIST_AT(struct party_keys, descriptors, "[]", descriptor_options,
                   sizeof(struct party_descriptor_keys), 0, MAX_DESCRIPTORS,
                   "what map-elites tells parties apart by, as {mean: level}"),
    OPTION_END};
