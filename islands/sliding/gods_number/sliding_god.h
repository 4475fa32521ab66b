/* God's numbers of a puzzle: how far the farthest placements are.
 *
 * The eccentricity of a placement is the most moves that any placement of its component
 * needs to it; the diameter of a component is its greatest eccentricity. One search
 * (sliding_bitmap_bfs.h) gives the eccentricity of one placement, and so of its class
 * (sliding_symmetry_classes.h). It tells as well how far from there the farthest
 * placement of every other class is, and with q the fewest moves between two classes,
 * that bounds how far apart placements of other classes can be; so most classes need no
 * search of their own, and the search for a diameter ends when no two classes can be
 * farther apart than what was found. Source: F. W. Takes, W. A. Kosters, Determining
 * the diameter of small world networks (BoundingDiameters), CIKM 2011. Differs: bounds for pairs
 * of classes in place of eccentricities alone, several searches at a time. */
#ifndef SKERRY_SLIDING_GOD_H
#define SKERRY_SLIDING_GOD_H

#include "comm.h"
#include "sliding_bitmap_bfs.h"
#include "sliding_symmetry_classes.h"

enum { SLIDING_GOD_MAX_DEPTH = 512 };

/* Components that are alike up to symmetry and ring numbers. */
struct sliding_god_component {
    uint32_t classes;    /* of placements */
    uint64_t placements; /* in all of them */
    uint64_t number;     /* of components; each has placements / number; 0: unknown */
    bool stuck;          /* no ring can move: every placement is a component */
    unsigned low, high;  /* the diameter is in [low, high]; equal once it is known; high
                            UINT16_MAX: unknown */
    uint32_t searches;   /* searches that were made for it */
    uint8_t far[2][SLIDING_BITMAP_BFS_MAX_VERTICES]; /* two placements that are `low`
                                                        moves apart */
};

struct sliding_god {
    struct sliding_symmetry_classes classes;
    unsigned eccentricity; /* of the target */
    uint64_t reached;      /* placements of the target's component */
    uint64_t
        levels[SLIDING_GOD_MAX_DEPTH]; /* of those, how many are so many moves away */
    uint8_t farthest[SLIDING_BITMAP_BFS_MAX_VERTICES]; /* one at the eccentricity */
    uint32_t own;                             /* the target's entry in components */
    struct sliding_god_component *components; /* classes.components of them */
    size_t bfs_bytes;                         /* of one search, on each rank */
    double target_s;                          /* CPU time of the target's search */
    double search_s;                          /* CPU time of all searches, all ranks */
    uint32_t searches;
    bool stopped;     /* the time was up: all of this are bounds, see below */
    bool target_done; /* else eccentricity and reached are at least what is said */
};

struct sliding_god_plan {
    bool diameter;       /* find the diameters, not only bounds */
    uint32_t searches;   /* most searches for them, 0: no limit */
    size_t memory_bytes; /* most that a search may take */
    double time_limit_s; /* CPU seconds of each rank, 0: no limit */
    bool tell;           /* one line about each round to stderr, on rank 0 */
};

/* Fills god for the puzzle's d, k, rings and target; borrows puzzle. Collective over
 * comm: searches are shared out over its ranks, the outcome is the same on each. When the
 * time is up on one, all end with what was found; what it says stays true.
 * STATUS_INPUT when the puzzle is too large. */
enum status sliding_god_find(struct sliding_god *god, const struct sliding *puzzle,
                             const struct sliding_god_plan *plan, struct comm *comm,
                             struct arena *arena, struct error *err);

#endif
