#include "sliding_path.h"

#include "sliding_path_index.h"

#include <string.h>

struct sliding_path sliding_path_take(const struct sliding_instance *instance,
                                      struct arena *scratch)
{
    const struct sliding *puzzle = &instance->puzzle;
    size_t positions = puzzle->length + 1;
    struct sliding_path path = {0, ARENA_NEW(scratch, int16_t, puzzle->length),
                                ARENA_NEW(scratch, uint8_t, positions * puzzle->rings),
                                ARENA_NEW(scratch, uint64_t, positions)};
    memcpy(path.at, puzzle->start, puzzle->rings);
    path.key[0] = sliding_key(instance, path.at);
    return path;
}

size_t sliding_path_bytes(const struct sliding_instance *instance)
{
    size_t positions = instance->puzzle.length + 1;
    return positions * (sizeof(int16_t) + instance->puzzle.rings + sizeof(uint64_t)) +
           hash_index_bytes(positions) + (size_t)3 * ARENA_ALIGN;
}

void sliding_path_add(const struct sliding_instance *instance,
                      struct sliding_path *path, int16_t gene)
{
    const struct sliding *puzzle = &instance->puzzle;
    uint8_t *before = sliding_path_at(instance, path, path->moves);
    uint8_t *after = before + puzzle->rings;
    unsigned ring = sliding_ring_of(puzzle, gene);
    memcpy(after, before, puzzle->rings);
    after[ring] = (uint8_t)sliding_vertex_of(puzzle, gene);
    path->key[path->moves + 1] = sliding_key_after(instance, path->key[path->moves],
                                                   ring, before[ring], after[ring]);
    path->gene[path->moves++] = gene;
}

void sliding_path_follow(const struct sliding_instance *instance,
                         struct sliding_path *path, const int16_t *genes, size_t n)
{
    const struct sliding *puzzle = &instance->puzzle;
    struct sliding_position position;
    sliding_place(puzzle, sliding_path_end(instance, path), &position);
    for (size_t i = 0; i < n && path->moves < puzzle->length; i++) {
        if (genes[i] == SLIDING_END)
            return;
        if (!sliding_legal(puzzle, &position, genes[i]))
            continue;
        sliding_shift(&position, sliding_ring_of(puzzle, genes[i]),
                      sliding_vertex_of(puzzle, genes[i]));
        sliding_path_add(instance, path, genes[i]);
    }
}

void sliding_path_end_at_target(const struct sliding_instance *instance,
                                struct sliding_path *path)
{
    const struct sliding *puzzle = &instance->puzzle;
    for (size_t i = 0; i < path->moves; i++)
        if (!memcmp(sliding_path_at(instance, path, i), puzzle->target, puzzle->rings))
            path->moves = i;
}

void sliding_path_remove_loops(const struct sliding_instance *instance,
                               struct sliding_path *path, struct arena scratch)
{
    size_t kept = 0, rings = instance->puzzle.rings;
    struct sliding_path_index last =
        sliding_path_index_take(path->key, path->moves + 1, &scratch);
    for (size_t i = 0; i <= path->moves; i++)
        sliding_path_index_put(&last, i);
    /* Copies forward from the last visit of each position: rows after `kept` are still
     * unchanged, and rows before it hold the keys that the index refers to. */
    for (size_t i = 0;; i++) {
        i = (size_t)sliding_path_index_find(&last, path->key[i]);
        if (i != kept) {
            memcpy(path->at + kept * rings, path->at + i * rings, rings);
            path->key[kept] = path->key[i];
        }
        if (i == path->moves)
            break;
        path->gene[kept++] = path->gene[i];
    }
    path->moves = kept;
}

void sliding_path_splice(const struct sliding_instance *instance,
                         struct sliding_path *path, size_t i, size_t j,
                         const int16_t *genes, size_t n)
{
    size_t rings = instance->puzzle.rings, after = path->moves - j;
    memmove(path->gene + i + n, path->gene + j, after * sizeof *path->gene);
    memmove(path->at + (i + n) * rings, path->at + j * rings, (after + 1) * rings);
    memmove(path->key + i + n, path->key + j, (after + 1) * sizeof *path->key);
    size_t moves = i + n + after;
    /* sliding_path_add writes the position after each move; the last one is there
     * already. */
    path->moves = i;
    for (size_t m = 0; m < n; m++)
        sliding_path_add(instance, path, genes[m]);
    path->moves = moves;
}

bool sliding_path_common_position(const struct sliding_path *a,
                                  const struct sliding_path *b, size_t length,
                                  struct rng *rng, struct arena scratch,
                                  struct sliding_crossover_point *point)
{
    struct sliding_path_index index =
        sliding_path_index_take(b->key, b->moves + 1, &scratch);
    uint64_t found = 0;
    for (size_t j = 0; j <= b->moves; j++)
        sliding_path_index_put(&index, j);
    for (size_t i = 1; i < a->moves; i++) {
        int64_t j = sliding_path_index_find(&index, a->key[i]);
        if (j >= 0 && i + b->moves - (size_t)j <= length &&
            rng_below(rng, ++found) == 0)
            *point = (struct sliding_crossover_point){i, (size_t)j};
    }
    return found > 0;
}

void sliding_path_write(const struct sliding_instance *instance,
                        const struct sliding_path *path, int16_t *genome)
{
    for (size_t i = 0; i < instance->puzzle.length; i++)
        genome[i] = i < path->moves ? path->gene[i] : SLIDING_END;
}
