/* The open and closed lists of one side of a best-first search: all placements
 * generated from a root, with the fewest moves known to each.
 *
 * A placement at g moves from the root with the lower bound h to the goal has f = g +
 * h. With a limit C, those with f <= C wait in a list for each g, the others in a list
 * for each f, until the limit is raised to it. h is consistent, so when the open
 * placements are expanded by rising f (of equal f in any order), none is reached by
 * fewer moves after it was expanded; while it waits it may be.
 *
 * Placements lie one after another in memory that is taken once, found by an open-
 * addressing hash table that grows in place. */
#ifndef SKERRY_SLIDING_OPEN_LIST_H
#define SKERRY_SLIDING_OPEN_LIST_H

#include "sliding_pattern_database.h"

enum { SLIDING_OPEN_LIST_MOST_MOVES = 4096 };

#define SLIDING_OPEN_LIST_NONE UINT32_MAX

/* How a search that proves its answer stands. */
enum sliding_search_end {
    SLIDING_SEARCH_RUNNING,
    SLIDING_SEARCH_FOUND,        /* a shortest way is known */
    SLIDING_SEARCH_NO_PATH,      /* there is none */
    SLIDING_SEARCH_OUT_OF_MEMORY /* memory is used up; the bound stays */
};

/* A placement that was met. */
struct sliding_open_list_node {
    uint32_t parent;         /* SLIDING_OPEN_LIST_NONE: the root */
    uint32_t next, previous; /* in its list; no meaning once expanded */
    uint16_t g, h;
    uint64_t key[]; /* packed */
};

/* Told of each new placement, and of each that is met on a shorter way. */
typedef void sliding_open_list_met(void *context, uint32_t node);

struct sliding_open_list {
    const struct sliding *puzzle;
    const struct sliding_pattern_database *pdb;
    struct sliding_packing packing;
    unsigned char *nodes; /* capacity records of `stride` bytes */
    size_t stride;
    uint32_t capacity, count;
    uint32_t *table; /* 2^bits entries: node + 1, or 0 */
    unsigned bits;
    uint32_t *open;     /* SLIDING_OPEN_LIST_MOST_MOVES heads, by g: f <= limit */
    uint32_t *later;    /* SLIDING_OPEN_LIST_MOST_MOVES heads, by f: f > limit */
    uint64_t pending;   /* in all lists */
    unsigned limit;     /* C */
    unsigned low, high; /* open[g] is empty for g < low and g > high */
    bool full;          /* a placement found no room: not all are known any more */
    bool pruned;        /* a placement was left out: it cannot reach the goal */
    sliding_open_list_met *met; /* optional */
    void *context;
};

/* Takes memory for as many placements as `bytes` hold. Borrows puzzle and need. */
enum status sliding_open_list_init(struct sliding_open_list *list,
                                   const struct sliding *puzzle,
                                   const struct sliding_pattern_database *pdb,
                                   size_t bytes, struct arena *arena,
                                   struct error *err);

/* Forgets all and starts at a root; the limit is the root's need. A root that cannot
 * reach the goal leaves nothing pending. */
void sliding_open_list_begin(struct sliding_open_list *list, const uint8_t *root);

/* Expands one placement of open[g], which must not be empty. */
void sliding_open_list_expand(struct sliding_open_list *list, unsigned g);

/* The next limit: what waits for it becomes open. */
void sliding_open_list_raise(struct sliding_open_list *list, unsigned limit);

/* The least f > limit that something waits for; SLIDING_OPEN_LIST_MOST_MOVES when
 * nothing does. */
unsigned sliding_open_list_next_limit(const struct sliding_open_list *list);

/* The node of a packed placement, or SLIDING_OPEN_LIST_NONE. */
uint32_t sliding_open_list_find(const struct sliding_open_list *list,
                                const uint64_t *key);

static inline struct sliding_open_list_node *
sliding_open_list_node(const struct sliding_open_list *list, uint32_t node)
{
    return (struct sliding_open_list_node *)(void *)(list->nodes + node * list->stride);
}

/* The moves from the root to a node, g of them, as genes. */
void sliding_open_list_path(const struct sliding_open_list *list, uint32_t node,
                            int16_t *genes);

/* The move that leads from a node's placement to that of a neighbour, as a gene. */
int16_t sliding_open_list_move(const struct sliding_open_list *list,
                               const uint64_t *from, const uint64_t *to);

#endif
