/* Equivalence classes of placements under symmetry.
 *
 * The rules are invariant under automorphisms of the cube (d! permutations of the axes
 * times 2^d reflections) and under permutations of the rings. So two placements whose
 * sets of occupied vertices are related by an automorphism have the same distances;
 * such placements form a class. Moves from any placement of a class lead to every
 * neighbouring class, and the components within a connected set of classes are
 * isomorphic, hence of equal size.
 *
 * Source: our own; symmetry reduction of puzzle graphs as in J. C. Culberson, J.
 * Schaeffer, Pattern Databases, Computational Intelligence 14, 1998. Cost: d! 2^d
 * images for each class, 36 bytes for each set of occupied vertices. */
#ifndef SKERRY_SLIDING_SYMMETRY_CLASSES_H
#define SKERRY_SLIDING_SYMMETRY_CLASSES_H

#include "arena.h"
#include "sliding.h"
#include "status.h"

enum {
    SLIDING_CLASSES_MAX_D = 5,
    SLIDING_CLASSES_MAX_VERTICES = 1 << SLIDING_CLASSES_MAX_D
};

#define SLIDING_CLASSES_UNREACHABLE UINT32_MAX

/* One class. */
struct sliding_symmetry_class {
    uint32_t set;       /* occupied vertices of a representative */
    uint64_t sets;      /* number of sets of vertices in the class */
    uint32_t component; /* component of the graph of classes */
    uint32_t first, n;  /* its neighbours in struct sliding_symmetry_classes; none:
                           no ring can move */
};

struct sliding_symmetry_classes {
    const struct sliding *puzzle;
    uint32_t count, components;
    struct sliding_symmetry_class *all;
    uint32_t *neighbours; /* adjacency lists, class by class */
    uint32_t *class_of;   /* class of a set, by the number of the set */
    uint64_t labellings;  /* placements on a set of vertices: rings! */
    uint64_t below[SLIDING_CLASSES_MAX_VERTICES]
                  [SLIDING_CLASSES_MAX_VERTICES + 1]; /* v choose i */
};

/* Enumerates the classes of the puzzle's d, k and number of rings; borrows puzzle.
 * STATUS_INPUT when there are too many sets of vertices. */
enum status sliding_classes_init(struct sliding_symmetry_classes *classes,
                                 const struct sliding *puzzle, struct arena *arena,
                                 struct error *err);

/* Rank of a set of vertices v_1 < v_2 < ... in the combinatorial number system: the sum
 * of v_i choose i. Source: D. E. Knuth, The Art of Computer Programming 4A, section
 * 7.2.1.3. */
static inline uint64_t
sliding_classes_set_number(const struct sliding_symmetry_classes *classes, uint32_t set)
{
    uint64_t number = 0;
    for (unsigned i = 1; set; set &= set - 1, i++)
        number += classes->below[__builtin_ctz(set)][i];
    return number;
}

/* The class of a placement. */
static inline uint32_t
sliding_classes_of_placement(const struct sliding_symmetry_classes *classes,
                             const uint8_t *at)
{
    uint32_t set = 0;
    for (unsigned r = 0; r < classes->puzzle->rings; r++)
        set |= (uint32_t)1 << at[r];
    return classes->class_of[sliding_classes_set_number(classes, set)];
}

/* A placement of a class: its rings on the vertices of `set`, in order. */
void sliding_classes_placement(const struct sliding_symmetry_classes *classes,
                               uint32_t class, uint8_t *at);

/* Placements in a class. */
static inline uint64_t
sliding_classes_size(const struct sliding_symmetry_classes *classes, uint32_t class)
{
    return classes->all[class].sets * classes->labellings;
}

/* Distances between a class and all others; SLIDING_CLASSES_UNREACHABLE where not
 * connected. queue: room for `count`. */
void sliding_classes_distances(const struct sliding_symmetry_classes *classes,
                               uint32_t from, uint32_t *moves, uint32_t *queue);

#endif
