/* Decides whether classes of given sizes can be assigned to the places of the formation
 * with a total loss of points within the limit: graph partitioning with prescribed part
 * sizes, or a quadratic assignment problem with many identical facilities, by
 * depth-first search.
 *
 * A class is a set of heroes with the same losses to every other class: groups while
 * only groups are chosen, single heroes or sets of interchangeable ones at the leaves.
 * The answer is exact unless the limit is reached, and depends on the arguments alone;
 * what is cached between calls only saves time.
 *
 * Pruned by: a lower bound on the edges that leave sets of each size (least_cut),
 * counted over all sets of places; the least loss of each open place to its placed
 * neighbours (forward checking) and of the edges between open places, of which the heroes
 * left have only so many pairs at each loss; failed states (nogoods), identified by the classes on
 * the frontier, the placed places with open neighbours; and symmetry of interchangeable
 * classes.
 *
 * Source: our own; nearest are T. Koopmans, M. Beckmann, Assignment problems and the
 * location of economic activities, Econometrica 25, 1957, and E. Lawler, The quadratic
 * assignment problem, Management Science 9, 1963, for the problem and its bounds; W.
 * Donath, A. Hoffman, Lower bounds for the partitioning of graphs, IBM Journal of
 * Research and Development 17, 1973; and for the cut bound edge isoperimetry, L.
 * Harper, Optimal assignments of numbers to vertices, Journal of the Society for
 * Industrial and Applied Mathematics 12, 1964.
 *
 * Cost: exponential, at most `limit` placings of O(degree classes) each; preparation
 * O(2^places) up to 24 places; caches of 3 MB and 0.2 MB. */
#ifndef SKERRY_PARTY_PLACEMENT_H
#define SKERRY_PARTY_PLACEMENT_H

#include "party.h"

enum party_placement_answer {
    PARTY_PLACEMENT_NO,
    PARTY_PLACEMENT_YES,
    PARTY_PLACEMENT_UNKNOWN
};

struct party_placement_pattern {
    size_t n;                        /* classes */
    uint8_t count[PARTY_MAX_PLACES]; /* heroes of each; sum = n_places */
    int8_t pinned[PARTY_MAX_PLACES]; /* class that a place must have, or -1 */
    bool any_pinned;
    /* Places that the heroes of a class may take, bit p for place p, if any_barred. Then
     * n_blocks = n. */
    uint64_t allowed[PARTY_MAX_PLACES];
    bool any_barred;
    /* Symmetric, 0..PARTY_PLACEMENT_EDGE_LOSS; diagonal: within. */
    uint32_t loss[PARTY_MAX_PLACES][PARTY_MAX_PLACES];
    /* Blocks of classes with small losses among themselves: a hint that only affects
     * speed. n_blocks = n: none. */
    size_t n_blocks;
    uint8_t block[PARTY_MAX_PLACES]; /* of each class, 0..n_blocks-1 */
};

/* Sizes of the cache and of the nogood table; by hand, not measured. A memo with its
 * key takes 176 bytes. */
enum {
    PARTY_PLACEMENT_KEY_BYTES = 160,
    PARTY_PLACEMENT_MEMO = 1 << 14,
    PARTY_PLACEMENT_NOGOODS = 1 << 13
};

/* Largest formation whose cuts are enumerated: 2^24 sets take some 50 ms. */
enum { PARTY_PLACEMENT_CUT_PLACES = 24 };

struct party_placement_memo {
    uint64_t kind;         /* the limit; top bit: classes are barred from places */
    uint32_t forgotten;    /* the placement's, when it was set; else it is empty */
    uint8_t bytes, answer; /* bytes 0: empty */
    uint8_t key[PARTY_PLACEMENT_KEY_BYTES];
};

/* A state that cannot be completed with this loss or more: the classes left and those
 * on the frontier; of one search. */
struct party_placement_nogood {
    uint64_t key[2];
    uint32_t search, lost;
};

struct party_placement {
    size_t n_places, n_linked; /* the first n_linked in order have neighbours */
    uint32_t most_loss;
    uint8_t order[PARTY_MAX_PLACES]; /* of placing; chosen for a small frontier */
    uint8_t n_back[PARTY_MAX_PLACES];
    uint8_t back[PARTY_MAX_PLACES][PARTY_MAX_PLACES]; /* earlier neighbours, by order */
    uint8_t n_fore[PARTY_MAX_PLACES];
    uint8_t fore[PARTY_MAX_PLACES][PARTY_MAX_PLACES]; /* later ones */
    /* The frontier: earlier places, by order, with a neighbour from this one on. */
    uint8_t n_frontier[PARTY_MAX_PLACES];
    uint8_t frontier[PARTY_MAX_PLACES][PARTY_MAX_PLACES];
    uint16_t n_open[PARTY_MAX_PLACES + 1];      /* edges between places from this on */
    uint16_t least_cut[PARTY_MAX_PLACES + 1];   /* least cut of a set of this size */
    uint16_t most_within[PARTY_MAX_PLACES + 1]; /* most edges within such a set */
    struct party_placement_memo *memo;          /* PARTY_PLACEMENT_MEMO */
    struct party_placement_nogood *nogood;      /* PARTY_PLACEMENT_NOGOODS */
    uint32_t searches, forgotten;               /* how often memo was */
    bool interrupted; /* an interrupt ended a search, like its limit; sticky */
};

/* Bounds on the loss of an edge and of all edges: the largest points of a config. Sums
 * that count each edge twice take 64 bits. */
enum {
    PARTY_PLACEMENT_EDGE_LOSS = 1000000,
    PARTY_PLACEMENT_MOST_LOSS = PARTY_MAX_EDGES * PARTY_PLACEMENT_EDGE_LOSS
};

/* most_loss <= PARTY_PLACEMENT_MOST_LOSS; negative if no search will be made. Arrays
 * from perm. STATUS_MEMORY. */
enum status party_placement_init(struct party_placement *placement,
                                 const struct party *party, int most_loss,
                                 struct arena *perm, struct error *err);

/* Whether some assignment loses at most most_loss, within `limit` placings. `place`, if
 * not NULL, gets the class of each place on PARTY_PLACEMENT_YES; `placings`, if not
 * NULL, the placings made. */
enum party_placement_answer
party_placement_search(struct party_placement *placement,
                       const struct party_placement_pattern *pattern, uint64_t limit,
                       uint8_t *place, uint64_t *placings);

/* The same without the assignment, from the cache if possible: then `placings` is 0. */
enum party_placement_answer
party_placement_ask(struct party_placement *placement,
                    const struct party_placement_pattern *pattern, uint64_t limit,
                    uint64_t *placings);

/* Clears the cache. */
void party_placement_forget(struct party_placement *placement);

#endif
