/* A beam search from one placement to another, level by level.
 *
 * A level is at most `width` placements, all as many moves from the first one; the next
 * level is the best of all that one more move leads to and that was not met before in
 * this search, by the lower bound of the moves left (sliding_bound, exact within the
 * perimeter of the target), of equals at random. What cannot lead to a path shorter than
 * `limit` is left out, and a path that is found becomes the limit.
 *
 * Source: beam search as in B. T. Lowerre, The HARPY Speech Recognition System, Carnegie
 * Mellon University, 1976. Differs: the bound is admissible, so a search that dropped
 * nothing has proven its answer. */
#ifndef SKERRY_SLIDING_BEAM_SEARCH_H
#define SKERRY_SLIDING_BEAM_SEARCH_H

#include "arena.h"
#include "sliding_instance.h"

/* What to look for; placements are borrowed. */
struct sliding_beam_search_task {
    const uint8_t *from, *to;
    size_t width;  /* placements a level, at most the widest that there is room for */
    size_t limit;  /* ways must have fewer moves; at most puzzle.length + 1 */
    uint64_t seed; /* decides what is at random */
};

/* A placement that the next level may hold. */
struct sliding_beam_search_candidate {
    uint64_t key;
    uint32_t rank;   /* less is better: moves left at least, then at random */
    uint32_t parent; /* its place in this level */
    int16_t gene;
    uint16_t bound; /* sliding_bound to where the search goes */
};

/* The placements of a level. */
struct sliding_beam_search_level {
    size_t count, first; /* first: the place of its first in the trail */
    uint8_t *at;         /* count x rings */
    uint64_t *key;
    uint16_t *bound;
};

struct sliding_beam_search {
    const struct sliding_instance *instance;
    size_t widest, nodes; /* room: placements a level, and of all levels together */
    struct sliding_beam_search_task
        task;       /* its limit falls with each way that is found */
    bool to_target; /* `to` is the target: its perimeter stands for it */
    bool pruned;    /* something that could have led to a shorter way */
    bool found;     /* a way of task.limit moves */
    size_t levels;
    struct sliding_beam_search_level now, next;
    size_t *first;    /* of each level, its place in the trail */
    uint32_t *parent; /* trail: where each placement came from, its place in the ... */
    int16_t *gene;    /* ... level before, and the move */
    uint64_t *seen;   /* keys met; the later takes the place of the earlier */
    size_t seen_slots, seen_mask; /* all of them, and of those used now */
    struct sliding_beam_search_candidate *candidate;
    size_t candidates;
    struct sliding_beam_search_candidate
        last;          /* of the way found: its step into the ... */
    size_t last_level; /* ... perimeter, from this level */
};

/* Takes memory for searches as wide and large as said: at most sliding_beam_search_bytes.
 * False where a growing arena has none. */
bool sliding_beam_search_take(struct sliding_beam_search *search,
                              const struct sliding_instance *instance, size_t widest,
                              size_t nodes, struct arena *arena);
size_t sliding_beam_search_bytes(const struct sliding_instance *instance, size_t widest,
                                 size_t nodes);

/* Puts a search at its beginning. The placements of the task must differ and stay. */
void sliding_beam_search_begin(struct sliding_beam_search *search,
                               const struct sliding_beam_search_task *task);

/* Goes one level further; returns the moves looked at. The search is over when
 * now.count is 0. */
size_t sliding_beam_search_advance(struct sliding_beam_search *search);

/* Where `found`: the way's task.limit moves, from `from` to `to`. False when there is
 * no such way after all: a placement was taken for another one with its key. */
bool sliding_beam_search_trace(const struct sliding_beam_search *search,
                               int16_t *genes);

/* The same moves undone, as a way from `to` to `from`. */
bool sliding_beam_search_trace_back(const struct sliding_beam_search *search,
                                    int16_t *genes);

#endif
