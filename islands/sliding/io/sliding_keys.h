/* The keys of a config's section `sliding`; README.md has an example. Source: the
 * paper, Table 1, for d, k, l, start and target. */
#ifndef SKERRY_SLIDING_KEYS_H
#define SKERRY_SLIDING_KEYS_H

#include "option.h"

/* An item of `start` or `target`. */
struct sliding_vertex {
    int64_t value;
};

struct sliding_keys {
    int64_t d, k;
    int64_t l; /* uncoloured vertices; OPTION_ABSENT: 2^d - rings */
    struct option_list start,
        target;     /* struct sliding_vertex: vertex of ring 0, 1... */
    int64_t length; /* most moves of a solution */
};

extern const struct config_option sliding_options[];

#endif
