/* Eccentricities and diameters of the puzzle's graph ("God's numbers").
 *
 * The eccentricity of a placement is the greatest distance of any placement of its
 * component; the diameter of a component is its greatest eccentricity. One search
 * (sliding_bitmap_bfs.h) gives the eccentricity of a placement, and so of its class
 * (sliding_symmetry_classes.h), and the distance of the farthest placement of every
 * other class. With the distances between classes the triangle inequality then bounds
 * the distances between placements of any two classes. Most classes therefore need no
 * search, and the computation of a diameter ends when no two classes can be farther
 * apart than the greatest distance found.
 *
 * Source: F. W. Takes, W. A. Kosters, Determining the diameter of small world networks,
 * CIKM 2011 (BoundingDiameters). Differs: bounds for pairs of classes instead of
 * eccentricities of nodes, and one search on each rank at a time. Cost: one complete
 * search for each class chosen; O(classes^2) memory and time a search. */
#ifndef SKERRY_SLIDING_GOD_H
#define SKERRY_SLIDING_GOD_H

#include "comm.h"
#include "sliding_bitmap_bfs.h"
#include "sliding_symmetry_classes.h"

/* An arbitrary limit of the table of levels; the largest diameter found is 30. */
enum { SLIDING_GOD_MAX_DEPTH = 512 };

/* Components that are isomorphic under symmetries and ring permutations. */
struct sliding_god_component {
    uint32_t classes;    /* of placements */
    uint64_t placements; /* in all of them */
    uint64_t number;     /* number of components, each of placements / number; 0:
                            unknown */
    bool stuck;          /* no ring can move: every placement is a component */
    unsigned low, high;  /* the diameter is in [low, high]; equal once it is known; high
                            UINT16_MAX: unknown */
    uint32_t searches;   /* searches made for it */
    uint8_t far[2][SLIDING_BITMAP_BFS_MAX_VERTICES]; /* two placements at distance
                                                        `low` */
};

struct sliding_god {
    struct sliding_symmetry_classes classes;
    unsigned eccentricity;                  /* of the target */
    uint64_t reached;                       /* placements of the target's component */
    uint64_t levels[SLIDING_GOD_MAX_DEPTH]; /* of those, how many at each distance */
    uint8_t farthest[SLIDING_BITMAP_BFS_MAX_VERTICES]; /* a placement at this
                                                          distance */
    uint32_t own;                             /* the target's entry in components */
    struct sliding_god_component *components; /* classes.components of them */
    size_t bfs_bytes;                         /* of one search, on each rank */
    double target_s;                          /* CPU time of the target's search */
    double search_s;                          /* CPU time of all searches, all ranks */
    uint32_t searches;
    bool stopped;     /* by the time limit: everything is a bound */
    bool target_done; /* if false, eccentricity and reached are lower bounds */
};

struct sliding_god_plan {
    bool diameter;       /* find the diameters, not only bounds */
    uint32_t searches;   /* most searches for them, 0: no limit */
    size_t memory_bytes; /* most that a search may take */
    double time_limit_s; /* CPU seconds of each rank, 0: no limit */
    bool tell;           /* progress lines to stderr, on rank 0 */
};

/* Computes god for the puzzle's d, k, rings and target; borrows puzzle. Collective over
 * comm: searches are distributed over its ranks, the result is the same on each. When
 * one rank reaches the time limit all end with valid bounds. STATUS_INPUT when the
 * puzzle is too large. */
enum status sliding_god_find(struct sliding_god *god, const struct sliding *puzzle,
                             const struct sliding_god_plan *plan, struct comm *comm,
                             struct arena *arena, struct error *err);

#endif
