/* The `eternity` section of a config, as a person writes it: README.md has examples. */
#ifndef SKERRY_ETERNITY_KEYS_H
#define SKERRY_ETERNITY_KEYS_H

#include "option.h"

enum eternity_clues { CLUES_NONE, CLUES_CENTRE, CLUES_ALL };
enum eternity_rim { RIM_STRICT, RIM_FREE };
enum eternity_fitness { FITNESS_NORMAL, FITNESS_COMBINED };
enum eternity_sampling { SAMPLING_RANDOM, SAMPLING_KNOWLEDGE };
enum eternity_path { PATH_SPIRAL, PATH_SNAKE };
enum eternity_rotation { ROTATION_ANY, ROTATION_QUARTER };

struct eternity_keys {
    struct option_file pieces;
    struct option_file hints; /* data NULL: none */
    int clues;                /* enum eternity_clues */
    int rim;                  /* enum eternity_rim */
    int fitness;              /* enum eternity_fitness */
    int initialization;       /* enum eternity_sampling */
    int path;                 /* enum eternity_path */
    int rotation;             /* enum eternity_rotation */
};

extern const struct config_option eternity_options[];

#endif
