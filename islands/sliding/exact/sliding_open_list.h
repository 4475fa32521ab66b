/* Open and closed list of a best-first search: all placements generated from a root,
 * each with the fewest moves known.
 *
 * A placement at g moves from the root with the lower bound h to the goal has f = g +
 * h. With a limit C, open placements of f <= C are in a bucket for each g, the others
 * in a bucket for each f until the limit is raised. h is consistent, so when placements
 * are expanded by nondecreasing f no expanded placement is reached by fewer moves
 * later; an open one may be.
 *
 * Placements are stored consecutively in memory that is taken once, indexed by an
 * open-addressing hash table that grows in place.
 *
 * Source: bucket queues, R. B. Dial, Algorithm 360: shortest-path forest with
 * topological ordering, Communications of the ACM 12, 1969. Differs: doubly linked
 * buckets in two dimensions. Cost: O(1) expected for every operation; 16 bytes and the
 * packed placement a node, 8 to 16 bytes of table. */
#ifndef SKERRY_SLIDING_OPEN_LIST_H
#define SKERRY_SLIDING_OPEN_LIST_H

#include "sliding_pattern_database.h"

/* An arbitrary limit of f, for the bucket arrays. */
enum { SLIDING_OPEN_LIST_MOST_MOVES = 4096 };

#define SLIDING_OPEN_LIST_NONE UINT32_MAX

/* State of a search that proves its answer. */
enum sliding_search_end {
    SLIDING_SEARCH_RUNNING,
    SLIDING_SEARCH_FOUND,        /* a shortest path is known */
    SLIDING_SEARCH_NO_PATH,      /* no path exists */
    SLIDING_SEARCH_OUT_OF_MEMORY /* out of memory; the bound holds */
};

/* A generated placement. */
struct sliding_open_list_node {
    uint32_t parent;         /* SLIDING_OPEN_LIST_NONE: the root */
    uint32_t next, previous; /* in its bucket; undefined once expanded */
    uint16_t g, h;
    uint64_t key[]; /* packed */
};

/* Called for each new placement, and for each that is reached by a shorter path. */
typedef void sliding_open_list_met(void *context, uint32_t node);

struct sliding_open_list {
    const struct sliding *puzzle;
    const struct sliding_pattern_database *pdb;
    struct sliding_packing packing;
    unsigned char *nodes; /* capacity nodes of `stride` bytes */
    size_t stride;
    uint32_t capacity, count;
    uint32_t *table; /* 2^bits entries: node + 1, or 0 */
    unsigned bits;
    uint32_t *open;     /* SLIDING_OPEN_LIST_MOST_MOVES heads, by g: f <= limit */
    uint32_t *later;    /* SLIDING_OPEN_LIST_MOST_MOVES heads, by f: f > limit */
    uint64_t pending;   /* number of open placements */
    unsigned limit;     /* C */
    unsigned low, high; /* open[g] is empty for g < low and g > high */
    bool full;          /* a placement was dropped: the lists are incomplete */
    bool pruned;        /* a placement was pruned: it cannot reach the goal */
    sliding_open_list_met *met; /* optional */
    void *context;
};

/* Takes memory for as many placements as `bytes` hold, with 8 bytes of table each, of which there
 * may be up to twice as many. Borrows puzzle and pdb. */
enum status sliding_open_list_init(struct sliding_open_list *list,
                                   const struct sliding *puzzle,
                                   const struct sliding_pattern_database *pdb,
                                   size_t bytes, struct arena *arena,
                                   struct error *err);

/* Clears all and starts at a root; the limit is the root's h. A root that cannot reach
 * the goal leaves no open placement. */
void sliding_open_list_begin(struct sliding_open_list *list, const uint8_t *root);

/* Expands one placement of open[g], which must not be empty. */
void sliding_open_list_expand(struct sliding_open_list *list, unsigned g);

/* Raises the limit and opens the placements within it. */
void sliding_open_list_raise(struct sliding_open_list *list, unsigned limit);

/* The least f > limit of a waiting placement; SLIDING_OPEN_LIST_MOST_MOVES if there is
 * none. */
unsigned sliding_open_list_next_limit(const struct sliding_open_list *list);

/* The node of a packed placement, or SLIDING_OPEN_LIST_NONE. */
uint32_t sliding_open_list_find(const struct sliding_open_list *list,
                                const uint64_t *key);

static inline struct sliding_open_list_node *
sliding_open_list_node(const struct sliding_open_list *list, uint32_t node)
{
    return (struct sliding_open_list_node *)(void *)(list->nodes + node * list->stride);
}

/* Writes the moves from the root to a node, g of them, as genes. */
void sliding_open_list_path(const struct sliding_open_list *list, uint32_t node,
                            int16_t *genes);

/* The move from a placement to its neighbour, as a gene. */
int16_t sliding_open_list_move(const struct sliding_open_list *list,
                               const uint64_t *from, const uint64_t *to);

#endif
