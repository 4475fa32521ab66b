/* A path: a sequence of legal moves with the placements that it visits. Adding a move
 * is O(rings), removing loops O(moves) by a hash table. */
#ifndef SKERRY_SLIDING_PATH_H
#define SKERRY_SLIDING_PATH_H

#include "arena.h"
#include "rng.h"
#include "sliding_instance.h"

/* Position i, 0 <= i <= moves, is before move i and after move i - 1. */
struct sliding_path {
    size_t moves;
    int16_t *gene; /* of each move */
    uint8_t *at;   /* of each position: rings vertices */
    uint64_t *key; /* of each position */
};

/* An empty path at the start with room for puzzle.length moves; takes at most
 * sliding_path_bytes from scratch. */
struct sliding_path sliding_path_take(const struct sliding_instance *instance,
                                      struct arena *scratch);
size_t sliding_path_bytes(const struct sliding_instance *instance);

static inline uint8_t *sliding_path_at(const struct sliding_instance *instance,
                                       const struct sliding_path *path, size_t i)
{
    return path->at + i * instance->puzzle.rings;
}

static inline const uint8_t *sliding_path_end(const struct sliding_instance *instance,
                                              const struct sliding_path *path)
{
    return sliding_path_at(instance, path, path->moves);
}

/* Appends a legal move; there must be room. */
void sliding_path_add(const struct sliding_instance *instance,
                      struct sliding_path *path, int16_t gene);

/* Appends those of genes[0..n-1] that are legal one after another, skipping the others,
 * until a gene is SLIDING_END or there is no more room. */
void sliding_path_follow(const struct sliding_instance *instance,
                         struct sliding_path *path, const int16_t *genes, size_t n);

/* Truncates the path where it first visits the target, if it does. */
void sliding_path_end_at_target(const struct sliding_instance *instance,
                                struct sliding_path *path);

/* Removes every cycle, so that no position is visited twice; takes an index of the
 * positions from scratch, less than sliding_path_bytes. */
void sliding_path_remove_loops(const struct sliding_instance *instance,
                               struct sliding_path *path, struct arena scratch);

/* Replaces moves i..j-1 by n others from position i to position j; the result must
 * fit. */
void sliding_path_splice(const struct sliding_instance *instance,
                         struct sliding_path *path, size_t i, size_t j,
                         const int16_t *genes, size_t n);

/* A crossover point: position i of `a`, position j of b. */
struct sliding_crossover_point {
    size_t i, j;
};

/* Draws a random position of `a`, other than its first and last, that b visits too and
 * from which b's suffix gives at most `length` moves in all; false if there is none.
 * Takes an index of b's positions from scratch, less than sliding_path_bytes. */
bool sliding_path_common_position(const struct sliding_path *a,
                                  const struct sliding_path *b, size_t length,
                                  struct rng *rng, struct arena scratch,
                                  struct sliding_crossover_point *point);

/* Writes the genome, padded with SLIDING_END. */
void sliding_path_write(const struct sliding_instance *instance,
                        const struct sliding_path *path, int16_t *genome);

#endif
