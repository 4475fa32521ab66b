/* Beam search from one placement to another, level by level.
 *
 * A level has at most `width` placements, all at the same number of moves from the
 * root. The next level consists of the best successors that were not generated before
 * in this search, by the lower bound of the moves left (sliding_bound, exact within the
 * perimeter of the target), ties at random. Successors that cannot lead to a path
 * shorter than `limit` are pruned, and a path that is found lowers the limit.
 *
 * Source: B. T. Lowerre, The HARPY Speech Recognition System, Carnegie Mellon
 * University, 1976. Differs: the bound is admissible, so a search that has dropped no
 * candidate proves its answer. Cost: width * moves expansions; candidates are selected
 * in linear time; 6 bytes a placement kept and 8 a slot of the duplicate table. */
#ifndef SKERRY_SLIDING_BEAM_SEARCH_H
#define SKERRY_SLIDING_BEAM_SEARCH_H

#include "arena.h"
#include "sliding_instance.h"

/* A search task; placements are borrowed. */
struct sliding_beam_search_task {
    const uint8_t *from, *to;
    size_t width;  /* placements a level, at most the widest that there is room for */
    size_t limit;  /* paths must have fewer moves; <= puzzle.length + 1 */
    uint64_t seed; /* of the random ties */
};

/* A candidate for the next level. */
struct sliding_beam_search_candidate {
    uint64_t key;
    uint32_t
        priority;    /* low is good: lower bound of the moves left, then random bits */
    uint32_t parent; /* its index in this level */
    int16_t gene;
    uint16_t bound; /* sliding_bound to the goal */
};

/* The placements of a level. */
struct sliding_beam_search_level {
    size_t count, first; /* first: index of its first node in the search tree */
    uint8_t *at;         /* count x rings */
    uint64_t *key;
    uint16_t *bound;
};

struct sliding_beam_search {
    const struct sliding_instance *instance;
    size_t widest, nodes; /* capacity: placements a level, and of all levels */
    struct sliding_beam_search_task task; /* its limit decreases with each path found */
    bool to_target; /* `to` is the target: a placement in its perimeter completes a
                       path */
    bool pruned;    /* a candidate that could lead to a shorter path was dropped */
    bool found;     /* a path of task.limit moves */
    size_t levels;
    struct sliding_beam_search_level now, next;
    size_t *first;    /* by level: its first node in the tree */
    uint32_t *parent; /* by node: index of its parent in the level before ... */
    int16_t *gene;    /* ... and the move */
    uint64_t *seen;   /* duplicate table: keys generated, the later replaces the
                         earlier */
    size_t seen_slots, seen_mask; /* its capacity, and the part in use */
    struct sliding_beam_search_candidate *candidate;
    size_t candidates;
    /* The last move of the path found before it enters the perimeter, and its level. */
    struct sliding_beam_search_candidate last;
    size_t last_level;
};

/* Takes memory for searches up to this width and number of nodes, at most
 * sliding_beam_search_bytes. False where a growing arena has none. */
bool sliding_beam_search_take(struct sliding_beam_search *search,
                              const struct sliding_instance *instance, size_t widest,
                              size_t nodes, struct arena *arena);
size_t sliding_beam_search_bytes(const struct sliding_instance *instance, size_t widest,
                                 size_t nodes);

/* Starts a search. The placements of the task must differ and outlive it. */
void sliding_beam_search_begin(struct sliding_beam_search *search,
                               const struct sliding_beam_search_task *task);

/* Expands one level; returns the moves generated. The search has ended when now.count
 * is 0. */
size_t sliding_beam_search_advance(struct sliding_beam_search *search);

/* Writes the task.limit moves of the path found, from `from` to `to`. False when a key
 * collision made it up. */
bool sliding_beam_search_trace(const struct sliding_beam_search *search,
                               int16_t *genes);

/* The same path reversed, from `to` to `from`. */
bool sliding_beam_search_trace_back(const struct sliding_beam_search *search,
                                    int16_t *genes);

#endif
