#include "party_keys.h"

#include "party.h"

/* A key whose member has another name. */
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
     .meaning = "two adjacent places"},
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
                   "pairs of adjacent places, as [[0, 1], [1, 2]]"),
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

static const struct config_option value_item[] = {
    {.name = "",
     .type = OPTION_TEXT,
     .offset = offsetof(struct party_word, value),
     .meaning = "value of the trait"},
    OPTION_END};

static const struct config_option pair_options[] = {
    OPTION_TEXT_AT(struct party_pair_keys, trait, NULL, "one of the weighted traits"),
    OPTION_LIST_AT(struct party_pair_keys, values, NULL, value_item,
                   sizeof(struct party_word), 2, 2,
                   "the values of two neighbours, in any order; may be the same"),
    OPTION_INT_AT(struct party_pair_keys, weight, NULL, 0, 100,
                  "what these two add to an edge's match"),
    OPTION_END};

/* 1,000 pairs, by hand: their table takes at most 4 MB a trait. */
static const struct config_option synergy_options[] = {
    OPTION_MAP_AT(struct party_synergy_keys, weights, "{}", weight_value,
                  sizeof(struct party_weight_keys), 0, PARTY_MAX_TRAITS,
                  "trait: what sharing it adds to an edge's match"),
    OPTION_LIST_AT(struct party_synergy_keys, pairs, "[]", pair_options,
                   sizeof(struct party_pair_keys), 0, 1000,
                   "weights of pairs of values, as {trait: race, values: [elf, dwarf], "
                   "weight: 2}; other values: the trait's weight if shared, else 0"),
    OPTION_LIST_AT(struct party_synergy_keys, points, "[0]", points_item,
                   sizeof(struct party_whole), 1, 2000,
                   "points of an edge whose match is 0, 1, 2, ...; the last entry also "
                   "of all larger ones"),
    OPTION_REAL_AT(struct party_synergy_keys, min, "0", 0, 1,
                   "least share of the points possible on all edges"),
    OPTION_END};

static const struct config_option threshold_value[] = {
    {.name = "",
     .type = OPTION_INT,
     .offset = offsetof(struct party_threshold_keys, value),
     .min = 0,
     .max = 1000,
     .meaning = "points of each of them"},
    OPTION_END};

static const struct config_option thresholds_value[] = {
    {.name = "",
     .type = OPTION_MAP,
     .offset = offsetof(struct party_chemistry_trait_keys, points),
     .min = 1,
     .max = PARTY_MAX_PLACES,
     .fields = threshold_value,
     .item_bytes = sizeof(struct party_threshold_keys),
     .meaning = "heroes that share a value: points of each of them"},
    OPTION_END};

static const struct config_option chemistry_options[] = {
    OPTION_MAP_AT(
        struct party_chemistry_keys, traits, "{}", thresholds_value,
        sizeof(struct party_chemistry_trait_keys), 0, PARTY_MAX_TRAITS,
        "trait: points of a hero by how many of the party share its value, as "
        "{club: {2: 1, 4: 2, 7: 3}}"),
    OPTION_INT_AT(struct party_chemistry_keys, cap, "~", 1, 1000,
                  "the most points of a hero; default: no limit"),
    OPTION_END};

#define KIND_OPTIONS(s)                                                                \
    KIND_AT(s, mean, "number column: its mean over the party"),                        \
        KIND_AT(s, sum, "number column: its sum over the party"),                      \
        KIND_AT(s, count, "trait column: heroes that have `value`"),                   \
        KIND_AT(s, distinct, "trait column: different values in the party"),           \
        KIND_AT(s, same, "trait column: heroes that share its commonest value"),       \
        KIND_AT(s, value, "with count: the trait's value"),                            \
        KIND_AT(s, rating,                                                             \
                "number column: the rating of the team, its sum and what exceeds the " \
                "mean, rounded, by the places"),                                       \
        KIND_AT(s, chemistry,                                                          \
                "total or least, instead of a column: the points of all heroes, or "   \
                "of the one that has the fewest"),                                     \
        AT(s, kind.in_position, "in_position", OPTION_BOOL, "false",                   \
           "with sum and count: only of heroes in position")

#define BOUND_OPTIONS(s)                                                               \
    OPTION_REAL_AT(s, min, "~", -1e15, 1e15, "at least"),                              \
        OPTION_REAL_AT(s, max, "~", -1e15, 1e15, "at most"),                           \
        OPTION_REAL_AT(s, exactly, "~", -1e15, 1e15, "instead of min and max")

static const struct config_option alternative_options[] = {
    KIND_OPTIONS(struct party_requirement_keys),
    BOUND_OPTIONS(struct party_requirement_keys), OPTION_END};

static const struct config_option requirement_options[] = {
    KIND_OPTIONS(struct party_requirement_keys),
    BOUND_OPTIONS(struct party_requirement_keys),
    OPTION_LIST_AT(struct party_requirement_keys, any, "[]", alternative_options,
                   sizeof(struct party_requirement_keys), 0, PARTY_MAX_CASES,
                   "instead of these: requirements of which at least one must hold"),
    OPTION_END};

static const struct config_option descriptor_options[] = {
    KIND_OPTIONS(struct party_descriptor_keys),
    OPTION_TEXT_AT(struct party_descriptor_keys, measure, "~",
                   "synergy or price, instead of a column"),
    OPTION_REAL_AT(struct party_descriptor_keys, low, "~", -1e15, 1e15,
                   "lower end of the bins; default the least possible in the pool"),
    OPTION_REAL_AT(struct party_descriptor_keys, high, "~", -1e15, 1e15,
                   "upper end of the bins; default the most possible in the pool"),
    OPTION_END};

static const char *const goals[] = {"max", "min", NULL};

static const struct config_option objective_options[] = {
    KIND_OPTIONS(struct party_objective_keys),
    OPTION_TEXT_AT(struct party_objective_keys, measure, "~",
                   "synergy or price, instead of a column"),
    OPTION_CHOICE_AT(struct party_objective_keys, goal, "max", goals,
                     "whether more or less is better"),
    OPTION_END};

/* Those that are refused are keys for the sake of a message that says what is possible. */
static const struct config_option goal_options[] = {
    KIND_AT(struct party_goal_keys, mean, "number column: its mean over the party"),
    KIND_AT(struct party_goal_keys, sum, "number column: its sum over the party"),
    KIND_AT(struct party_goal_keys, count, "trait column: heroes that have `value`"),
    KIND_AT(struct party_goal_keys, distinct, "refused: cannot be the objective"),
    KIND_AT(struct party_goal_keys, same, "refused: cannot be the objective"),
    KIND_AT(struct party_goal_keys, value, "with count: the trait's value"),
    KIND_AT(struct party_goal_keys, rating, "refused: cannot be the objective"),
    KIND_AT(struct party_goal_keys, chemistry, "refused: cannot be the objective"),
    AT(struct party_goal_keys, kind.in_position, "in_position", OPTION_BOOL, "false",
       "with sum and count: only of heroes in position"),
    OPTION_TEXT_AT(struct party_goal_keys, measure, "~",
                   "price or synergy, instead of a column"),
    OPTION_TEXT_AT(struct party_goal_keys, goal, "~",
                   "max or min; default max, of the price min"),
    OPTION_END};

static const char *const otherwise[] = {"barred", "unlinked", NULL};

static const struct config_option place_rule_options[] = {
    OPTION_LIST_AT(struct party_place_rule_keys, places, NULL, place_item,
                   sizeof(struct party_whole), 1, PARTY_MAX_PLACES, "the places"),
    OPTION_TEXT_AT(struct party_place_rule_keys, trait, "~",
                   "trait column that decides who may stand there"),
    OPTION_LIST_AT(struct party_place_rule_keys, values, "[]", value_item,
                   sizeof(struct party_word), 0, 1000,
                   "with trait: the values allowed"),
    OPTION_TEXT_AT(struct party_place_rule_keys, separator, "~",
                   "with trait: what stands between several values of a hero, as "
                   "\"/\"; none: each has "
                   "one value, whatever is in it"),
    OPTION_TEXT_AT(struct party_place_rule_keys, number, "~",
                   "instead of a trait: number column"),
    OPTION_REAL_AT(struct party_place_rule_keys, min, "~", -1e15, 1e15,
                   "with number: at least"),
    OPTION_REAL_AT(struct party_place_rule_keys, max, "~", -1e15, 1e15,
                   "with number: at most"),
    OPTION_CHOICE_AT(struct party_place_rule_keys, otherwise, "barred", otherwise,
                     "others may not stand there; or unlinked: they may, out of "
                     "position, and share no trait with anybody, for chemistry and "
                     "edges"),
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
                   "column of the unique id, a whole number"),
    OPTION_TEXT_AT(struct party_keys, price, "price", "column of the price, >= 0"),
    OPTION_LIST_AT(struct party_keys, traits, "[]", word_item,
                   sizeof(struct party_word), 0, PARTY_MAX_TRAITS,
                   "further columns of traits to read"),
    OPTION_LIST_AT(struct party_keys, numbers, "[]", word_item,
                   sizeof(struct party_word), 0, PARTY_MAX_NUMBERS,
                   "further columns of numbers to read"),
    OPTION_GROUP_AT(struct party_keys, formation, formation_options,
                    "the places and which are adjacent"),
    OPTION_GROUP_AT(struct party_keys, synergy, synergy_options,
                    "points for adjacent heroes that share traits"),
    OPTION_GROUP_AT(struct party_keys, chemistry, chemistry_options,
                    "points of heroes that share traits, wherever they stand"),
    OPTION_LIST_AT(struct party_keys, requirements, "[]", requirement_options,
                   sizeof(struct party_requirement_keys), 0, PARTY_MAX_REQUIREMENTS,
                   "bounds on the party, as {mean: level, min: 84}"),
    OPTION_GROUP_AT(
        struct party_keys, objective, goal_options,
        "what the party is searched for, as {mean: level, goal: max}; default the "
        "least price"),
    OPTION_REAL_AT(struct party_keys, budget, "~", 0, 1e15,
                   "the most that the party may cost"),
    OPTION_TEXT_AT(struct party_keys, unique, "~",
                   "trait column: no two heroes of a party have the same value"),
    OPTION_LIST_AT(
        struct party_keys, places, "[]", place_rule_options,
        sizeof(struct party_place_rule_keys), 0, PARTY_MAX_PLACE_RULES,
        "who may stand in some places, as {places: [0], trait: role, values: "
        "[tank]}"),
    OPTION_MAP_AT(struct party_keys, fixed, "{}", fixed_value,
                  sizeof(struct party_fixed_keys), 0, PARTY_MAX_PLACES,
                  "place: id of the hero fixed there"),
    OPTION_LIST_AT(struct party_keys, excluded, "[]", id_item,
                   sizeof(struct party_whole), 0, 1e6,
                   "ids of heroes that may not be chosen"),
    OPTION_FILE_AT(struct party_keys, owned, "~",
                   "ids of heroes at price 0: one a line, or a CSV with an id "
                   "column"),
    OPTION_BOOL_AT(struct party_keys, guided, "true",
                   "choose the best match with occupied neighbours in construction "
                   "(Algorithm 1); false: at random"),
    OPTION_BOOL_AT(struct party_keys, mend, "true",
                   "complete parties by local search where guided construction hardly "
                   "ever succeeds; false: as in the paper"),
    OPTION_BOOL_AT(struct party_keys, refill, "false",
                   "fill mutated places at random first, as in the paper, and complete "
                   "the party by Algorithm 1 only if that makes no feasible one"),
    OPTION_INT_AT(struct party_keys, attempts, "0", 0, 1e6,
                  "attempts of Algorithm 1 for a new party (the paper: 10 or less); 0: "
                  "300, or 10 where local search completes parties"),
    OPTION_INT_AT(struct party_keys, completions, "10", 1, 1000,
                  "attempts of Algorithm 1 to complete a party; the paper: 10 or less"),
    /* 0.97 by hand. 0.9 and 0.99 make no clear difference; 1, the extreme of the pool,
     * takes twice the time (results/party/experiments.md, constants). */
    OPTION_REAL_AT(struct party_keys, look_ahead, "0.97", 0.5, 1,
                   "quantile of the pool that open places are assumed to reach, for "
                   "forward checking of sums and means"),
    OPTION_LIST_AT(
        struct party_keys, objectives, "[]", objective_options,
        sizeof(struct party_objective_keys), 0, MAX_OBJECTIVES - 1,
        "further objectives, for moea, as {measure: synergy} or {mean: level}"),
    OPTION_LIST_AT(struct party_keys, descriptors, "[]", descriptor_options,
                   sizeof(struct party_descriptor_keys), 0, MAX_DESCRIPTORS,
                   "coordinates of a party for map_elites, as {mean: level}"),
    OPTION_END};
