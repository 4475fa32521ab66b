/* Placements up to symmetry.
 *
 * Moves do not care how axes are named, where 0 is, or which ring has which number. So
 * two placements whose occupied vertices are the same up to an automorphism of the cube
 * (d! orders of the axes times 2^d reflections) are alike in all that distances say:
 * such placements are a class. A move leads from any placement of a class to one of
 * each class that is its neighbour, and all placements of the connected classes form
 * components of equal size, since the symmetries take each to each. */
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
    uint32_t set;       /* the occupied vertices of one of its placements */
    uint64_t sets;      /* how many sets of vertices are like it */
    uint32_t component; /* of classes that moves connect */
    uint32_t first, n;  /* its neighbours in struct sliding_symmetry_classes; none: no
                           ring can move */
};

struct sliding_symmetry_classes {
    const struct sliding *puzzle;
    uint32_t count, components;
    struct sliding_symmetry_class *all;
    uint32_t *neighbours; /* class numbers; those of a class stand together */
    uint32_t *class_of;   /* of a set, by its number among sets of equal size */
    uint64_t labellings;  /* placements of a set: rings! */
    uint64_t below[SLIDING_CLASSES_MAX_VERTICES]
                  [SLIDING_CLASSES_MAX_VERTICES + 1]; /* v choose i */
};

/* Finds all classes of the puzzle's d, k and number of rings; borrows puzzle.
 * STATUS_INPUT when there are too many sets of vertices for memory to hold. */
enum status sliding_classes_init(struct sliding_symmetry_classes *classes,
                                 const struct sliding *puzzle, struct arena *arena,
                                 struct error *err);

/* The number of a set of vertices among those of equal size: the sum over its members
 * v_1 < v_2 < ... of v_i choose i. */
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

/* Fewest moves from each placement of a class to some placement of each other;
 * SLIDING_CLASSES_UNREACHABLE where there is no way. queue: room for `count`. */
void sliding_classes_distances(const struct sliding_symmetry_classes *classes,
                               uint32_t from, uint32_t *moves, uint32_t *queue);

#endif
