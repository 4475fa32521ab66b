/* The keys of a config's section `eternity`; README.md has an example. */
#ifndef SKERRY_ETERNITY_KEYS_H
#define SKERRY_ETERNITY_KEYS_H

#include "option.h"

enum eternity_clues { ETERNITY_CLUES_NONE, ETERNITY_CLUES_CENTRE, ETERNITY_CLUES_ALL };
enum eternity_rim { ETERNITY_RIM_STRICT, ETERNITY_RIM_FREE };
enum eternity_fitness { ETERNITY_FITNESS_NORMAL, ETERNITY_FITNESS_COMBINED };
enum eternity_sampling { ETERNITY_SAMPLING_RANDOM, ETERNITY_SAMPLING_KNOWLEDGE };
enum eternity_path { ETERNITY_PATH_SPIRAL, ETERNITY_PATH_SNAKE, ETERNITY_PATH_ROWS };
enum eternity_count { ETERNITY_COUNT_480, ETERNITY_COUNT_450 };
enum eternity_rotation { ETERNITY_ROTATION_ANY, ETERNITY_ROTATION_QUARTER };

struct eternity_keys {
    struct option_file pieces;
    struct option_file hints; /* data NULL: none */
    int clues;                /* enum eternity_clues */
    int rim;                  /* enum eternity_rim */
    int fitness;              /* enum eternity_fitness */
    int count;                /* enum eternity_count: which joints score */
    int initialization;       /* enum eternity_sampling */
    int path;                 /* enum eternity_path */
    int rotation;             /* enum eternity_rotation */
};

extern const struct config_option eternity_options[];

#endif
