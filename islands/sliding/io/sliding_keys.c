#include "sliding_keys.h"

#include "sliding.h"

static const struct config_option vertex_item[] = {
    {.name = "",
     .type = OPTION_INT,
     .offset = offsetof(struct sliding_vertex, value),
     .min = 0,
     .max = SLIDING_MAX_VERTICES - 1,
     .meaning = "vertex: bit j is the coordinate on axis j"},
    OPTION_END};

/* The default of length is chosen by hand: several times the longest of
 * the best solutions in results/sliding (39 moves). */
const struct config_option sliding_options[] = {
    OPTION_INT_AT(struct sliding_keys, d, NULL, 1, SLIDING_MAX_D,
                  "dimension of the hypercube"),
    OPTION_INT_AT(struct sliding_keys, k, NULL, 1, SLIDING_MAX_D,
                  "dimension of the face that must be free for a move, at most d"),
    OPTION_INT_AT(struct sliding_keys, l, "~", 1, SLIDING_MAX_VERTICES,
                  "uncoloured vertices; if given, it must be 2^d less the rings"),
    OPTION_LIST_AT(struct sliding_keys, start, NULL, vertex_item,
                   sizeof(struct sliding_vertex), 1, SLIDING_MAX_RINGS,
                   "vertex of ring 0, 1, 2... at the start"),
    OPTION_LIST_AT(struct sliding_keys, target, NULL, vertex_item,
                   sizeof(struct sliding_vertex), 1, SLIDING_MAX_RINGS,
                   "vertex of ring 0, 1, 2... at the end"),
    OPTION_INT_AT(struct sliding_keys, length, "256", 1, SLIDING_MAX_LENGTH,
                  "most moves of a solution"),
    OPTION_END};
