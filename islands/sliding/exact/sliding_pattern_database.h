/* Additive pattern databases: lower bounds of the moves to a goal from tables.
 *
 * The rings are divided into groups of consecutive numbers. For each group a table
 * holds the distances to the goal in the subpuzzle without all other rings; h is the
 * sum over groups. Groups of one ring give the paper's h (Definition 2).
 *
 * Admissible: of any solution take the moves of one group. A move that is legal with
 * all rings present is legal with fewer, so these moves solve the group's subpuzzle and
 * are at least as many as its table says; and each move belongs to one group.
 * Consistent: a move changes the entry of one group by at most one, in either
 * direction.
 *
 * Placements are packed, ring r in d bits, 64 / d rings to a word, so that a group is a
 * bit field and this field is its table index.
 *
 * Source: A. Felner, R. E. Korf, S. Hanan, Additive Pattern Database Heuristics,
 * Journal of Artificial Intelligence Research 22, 2004. Differs: the other rings are
 * removed, not kept as obstacles; tables are built for every goal. Cost: 2^(d * rings)
 * bytes a group and as many steps to fill it; a lookup a group and move. */
#ifndef SKERRY_SLIDING_PATTERN_DATABASE_H
#define SKERRY_SLIDING_PATTERN_DATABASE_H

#include "arena.h"
#include "sliding.h"
#include "status.h"

enum {
    SLIDING_PDB_UNREACHABLE = UINT16_MAX, /* value: the goal cannot be reached */
    SLIDING_PDB_MAX_WORDS = 15, /* of a packed placement: 127 rings of 7 bits */
    SLIDING_PDB_MAX_BITS = 24   /* bits of a table index: 16 MB */
};

/* How placements are packed. */
struct sliding_packing {
    unsigned d, rings;
    unsigned per_word; /* rings in a word */
    unsigned words;
};

struct sliding_packing sliding_packing_of(const struct sliding *puzzle);
void sliding_packing_pack(const struct sliding_packing *packing, const uint8_t *at,
                          uint64_t *key);
void sliding_packing_unpack(const struct sliding_packing *packing, const uint64_t *key,
                            uint8_t *at);

/* A group of rings and its table; entries are moves, UINT8_MAX: unreachable. */
struct sliding_pdb_group {
    unsigned first, count; /* rings */
    unsigned word, shift;  /* of its bits in a packed placement */
    uint32_t mask;
    uint8_t *table;
};

struct sliding_pattern_database {
    unsigned n_groups;
    struct sliding_pdb_group groups[SLIDING_MAX_RINGS];
    uint8_t group_of[SLIDING_MAX_RINGS]; /* group of a ring */
    uint32_t *queue;                     /* for sliding_pdb_build */
};

/* Takes memory: 2^(d * rings of the group) bytes a group, and four times the largest as
 * a queue; the tables are empty until sliding_pdb_build. */
enum status sliding_pdb_init(struct sliding_pattern_database *pdb,
                             const struct sliding *puzzle, unsigned per_group,
                             struct arena *arena, struct error *err);

/* Fills the tables for a goal by breadth-first search. */
void sliding_pdb_build(struct sliding_pattern_database *pdb,
                       const struct sliding *puzzle, const uint8_t *goal);

/* The table entry of a packed placement. */
static inline unsigned sliding_pdb_entry(const struct sliding_pdb_group *group,
                                         const uint64_t *key)
{
    return group->table[key[group->word] >> group->shift & group->mask];
}

/* h of a packed placement; SLIDING_PDB_UNREACHABLE when a group cannot reach its
 * goal. */
unsigned sliding_pdb_value(const struct sliding_pattern_database *pdb,
                           const uint64_t *key);

#endif
