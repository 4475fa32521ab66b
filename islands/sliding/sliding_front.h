/* One front of a best-first search: all placements met from a root, with the fewest
 * moves known to each, and those of them that are still to be expanded.
 *
 * A placement at g moves from the root whose need to the goal is h has f = g + h. With
 * a limit C, those with f <= C wait in a list for each g, the others in a list for each
 * f, until the limit is raised to it. The need is consistent, so when the open
 * placements are expanded by rising f (of equal f in any order), none is met again on a
 * shorter way after it was expanded; while it waits it may be.
 *
 * Placements lie one after another in memory that is taken once, found by an
 * open-addressing hash table that grows in place. */
#ifndef SKERRY_SLIDING_FRONT_H
#define SKERRY_SLIDING_FRONT_H

#include "sliding_need.h"

enum { FRONT_MOST_MOVES = 4096 };

#define FRONT_NONE UINT32_MAX

/* How a search that proves its answer stands. */
enum search_end {
    SEARCH_WORKING,
    SEARCH_FOUND, /* a shortest way is known */
    SEARCH_APART, /* there is none */
    SEARCH_FULL   /* memory is used up; the bound stays */
};

/* A placement that was met. */
struct front_node {
    uint32_t parent;         /* FRONT_NONE: the root */
    uint32_t next, previous; /* in its list; no meaning once expanded */
    uint16_t g, h;
    uint64_t key[]; /* packed */
};

/* Told of each new placement, and of each that is met on a shorter way. */
typedef void front_met(void *context, uint32_t node);

struct front {
    const struct sliding *puzzle;
    const struct need *need;
    struct packing packing;
    unsigned char *nodes; /* capacity records of `stride` bytes */
    size_t stride;
    uint32_t capacity, count;
    uint32_t *table; /* 2^bits entries: node + 1, or 0 */
    unsigned bits;
    uint32_t *open;     /* FRONT_MOST_MOVES heads, by g: f <= limit */
    uint32_t *later;    /* FRONT_MOST_MOVES heads, by f: f > limit */
    uint64_t pending;   /* in all lists */
    unsigned limit;     /* C */
    unsigned low, high; /* open[g] is empty for g < low and g > high */
    bool full;          /* a placement found no room: the front knows no longer all */
    bool cut;           /* a placement was left out: it cannot reach the goal */
    front_met *met;     /* optional */
    void *context;
};

/* Takes memory for as many placements as `bytes` hold. Borrows puzzle and need. */
enum status front_init(struct front *front, const struct sliding *puzzle,
                       const struct need *need, size_t bytes, struct arena *arena,
                       struct error *err);

/* Forgets all and starts at a root; the limit is the root's need. A root that cannot
 * reach the goal leaves nothing pending. */
void front_begin(struct front *front, const uint8_t *root);

/* Expands one placement of open[g], which must not be empty. */
void front_expand(struct front *front, unsigned g);

/* The next limit: what waits for it becomes open. */
void front_raise(struct front *front, unsigned limit);

/* The least f > limit that something waits for; FRONT_MOST_MOVES when nothing does. */
unsigned front_next_limit(const struct front *front);

/* The node of a packed placement, or FRONT_NONE. */
uint32_t front_find(const struct front *front, const uint64_t *key);

static inline struct front_node *front_node(const struct front *front, uint32_t node)
{
    return (struct front_node *)(void *)(front->nodes + node * front->stride);
}

/* The moves from the root to a node, g of them, as genes. */
void front_way(const struct front *front, uint32_t node, int16_t *genes);

/* The move that leads from a node's placement to that of a neighbour, as a gene. */
int16_t front_move(const struct front *front, const uint64_t *from, const uint64_t *to);

#endif
