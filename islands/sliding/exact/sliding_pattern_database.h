/* Additive pattern databases: lower bounds of the moves to one goal, looked up in
 * tables.
 *
 * The rings are cut into groups of neighbours in number. For each group a table holds
 * how many moves its rings need to their goal when all other rings are taken away; the
 * bound is the sum over groups. Groups of one ring give the paper's h (Definition 2).
 *
 * Admissible: take any solution, and of it the moves of one group alone. A move that
 * was legal with all rings there is legal with fewer, so these moves solve the group's
 * own puzzle, and are at least as many as its table says. Each move is of one group
 * only, so the sum over groups is at most the whole. Consistent: a move changes the
 * entry of one group, by one at most, since it is a move of that group's puzzle, both
 * ways.
 *
 * Placements are packed: ring r takes d bits of a word, 64 / d rings to a word, so
 * that a group of neighbours is a field of bits, and that field is its table's index.
 *
 * Source: A. Felner, R. E. Korf, S. Hanan, Additive Pattern Database Heuristics,
 * Journal of Artificial Intelligence Research 22, 2004. */
#ifndef SKERRY_SLIDING_PATTERN_DATABASE_H
#define SKERRY_SLIDING_PATTERN_DATABASE_H

#include "arena.h"
#include "sliding.h"
#include "status.h"

enum {
    SLIDING_PDB_UNREACHABLE = UINT16_MAX, /* a need: the goal cannot be reached */
    SLIDING_PDB_MAX_WORDS = 15, /* of a packed placement: 127 rings of 7 bits */
    SLIDING_PDB_MAX_BITS = 24   /* of a table's index */
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

/* A group of rings and its table; entries are moves, UINT8_MAX: out of reach. */
struct sliding_pdb_group {
    unsigned first, count; /* rings */
    unsigned word, shift;  /* of its bits in a packed placement */
    uint32_t mask;
    uint8_t *table;
};

struct sliding_pattern_database {
    unsigned n_groups;
    struct sliding_pdb_group groups[SLIDING_MAX_RINGS];
    uint8_t group_of[SLIDING_MAX_RINGS]; /* of a ring */
    uint32_t *queue;                     /* for sliding_pdb_build */
};

/* Takes memory: 2^(d * rings of the group) bytes a group, and four times the largest
 * for a while's work; the tables are empty until sliding_pdb_build.
 *
 * per_group  most rings of a group, >= 1 and per_group * d <= SLIDING_PDB_MAX_BITS
 * err        STATUS_MEMORY */
enum status sliding_pdb_init(struct sliding_pattern_database *pdb,
                             const struct sliding *puzzle, unsigned per_group,
                             struct arena *arena, struct error *err);

/* Fills the tables for one goal. */
void sliding_pdb_build(struct sliding_pattern_database *pdb,
                       const struct sliding *puzzle, const uint8_t *goal);

/* What a group's table says of a packed placement. */
static inline unsigned sliding_pdb_entry(const struct sliding_pdb_group *group,
                                         const uint64_t *key)
{
    return group->table[key[group->word] >> group->shift & group->mask];
}

/* The need of a packed placement; SLIDING_PDB_UNREACHABLE when a group cannot reach its goal.
 */
unsigned sliding_pdb_value(const struct sliding_pattern_database *pdb,
                           const uint64_t *key);

#endif
