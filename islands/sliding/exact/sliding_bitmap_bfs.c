#include "sliding_bitmap_bfs.h"

#include "sliding_bitmap_block.h"
#include "sliding_placement_number.h"

#include <assert.h>
#include <string.h>

/* ---- moves between blocks ---- */

/* The moves of one outer ring, as far as the other outer rings determine them. */
struct reach {
    uint32_t faces[SLIDING_BITMAP_BFS_MAX_SPANS]; /* free of other outer rings */
    unsigned n_faces;
    uint32_t vertices; /* their union without the ring's own vertex */
    uint32_t sources;  /* those of them whose block is active */
    uint32_t block[SLIDING_BITMAP_BFS_MAX_VERTICES]; /* number of the block with the
                                                        ring on this vertex */
};

/* The numbers of the blocks in which outer ring r is on another vertex, as
 * sliding_placement_number defines them, for all vertices at once. The digits before r
 * do not depend on ring r; those from r on are computed for every vertex and shifted so
 * that the present vertex yields `block`. */
static inline void number_blocks(const struct sliding_bitmap_bfs *bfs, size_t block,
                                 const uint8_t *at, unsigned r, uint32_t *number)
{
    uint32_t own = bfs->weight[r];
    for (uint32_t w = 0; w < SLIDING_BITMAP_BFS_MAX_VERTICES; w++)
        number[w] = w * own;
    for (unsigned i = 0; i < r; i++) {
        uint32_t v = at[i];
        for (uint32_t w = 0; w < SLIDING_BITMAP_BFS_MAX_VERTICES; w++)
            number[w] -= v < w ? own : 0;
    }
    for (unsigned i = r + 1; i < bfs->outer; i++) {
        uint32_t v = at[i], weight = bfs->weight[i];
        for (uint32_t w = 0; w < SLIDING_BITMAP_BFS_MAX_VERTICES; w++)
            number[w] -= w < v ? weight : 0;
    }
    uint32_t rest = (uint32_t)block - number[at[r]];
    for (uint32_t w = 0; w < SLIDING_BITMAP_BFS_MAX_VERTICES; w++)
        number[w] += rest;
}

static inline void find_reach(const struct sliding_bitmap_bfs *bfs, size_t block,
                              const uint8_t *at, uint32_t taken, unsigned r,
                              struct reach *reach)
{
    uint32_t own = (uint32_t)1 << at[r];
    reach->n_faces = 0;
    reach->vertices = 0;
    assert(r < bfs->outer && taken & own);
    for (unsigned s = 0; s < bfs->puzzle->spans; s++) {
        uint32_t face = bfs->face[s][at[r]];
        if (face & taken & ~own)
            continue;
        reach->faces[reach->n_faces++] = face;
        reach->vertices |= face & ~own;
    }
    if (reach->vertices)
        number_blocks(bfs, block, at, r, reach->block);
}

/* Selects the predecessor blocks that have bits in `current`, and prefetches them: the
 * running time is dominated by cache misses here. */
static inline void find_sources(const struct sliding_bitmap_bfs *bfs, unsigned rows,
                                struct reach *reach)
{
    reach->sources = 0;
    for (uint32_t left = reach->vertices; left; left &= left - 1) {
        unsigned w = (unsigned)__builtin_ctz(left);
        size_t block = reach->block[w];
        if (!bfs->active[block])
            continue;
        reach->sources |= (uint32_t)1 << w;
        __builtin_prefetch(bfs->current + block * rows);
        __builtin_prefetch(bfs->current + block * rows + rows / 2);
    }
}

/* Adds the placements that moves of one outer ring lead to, through faces without an
 * inner ring. */
static inline void add_outer_ring(const struct sliding_bitmap_bfs *bfs,
                                  const struct reach *reach, unsigned rows,
                                  uint32_t *to)
{
    uint32_t sources = reach->sources;
    for (unsigned f = 0; f < reach->n_faces; f++) {
        uint32_t face = reach->faces[f], sum[SLIDING_BITMAP_BFS_MAX_VERTICES] = {0};
        if (!(face & sources))
            continue;
        for (uint32_t left = face & sources; left; left &= left - 1) {
            size_t block = reach->block[__builtin_ctz(left)];
            const uint32_t *from = bfs->current + block * rows;
            for (unsigned i = 0; i < rows; i++)
                sum[i] |= from[i];
        }
        for (unsigned i = 0; i < rows; i++)
            to[i] |= sum[i] & ~face & ((face >> i & 1) - 1); /* rows of the face stay
                                                                out */
    }
}

/* Marks this block and its neighbours for the next level. */
static inline void mark_neighbours(struct sliding_bitmap_bfs *bfs, size_t block,
                                   const struct reach *reach)
{
    assert(block < bfs->blocks);
    bfs->marked_next[block] = 1;
    for (unsigned r = 0; r < bfs->outer; r++)
        for (uint32_t left = reach[r].vertices; left; left &= left - 1) {
            assert(reach[r].block[__builtin_ctz(left)] < bfs->blocks);
            bfs->marked_next[reach[r].block[__builtin_ctz(left)]] = 1;
        }
}

static inline bool is_complete(const struct sliding_bitmap_bfs *bfs,
                               const uint32_t *reached, uint32_t taken, unsigned rows)
{
    uint32_t all = bfs->puzzle->vertices == 32
                       ? UINT32_MAX
                       : ((uint32_t)1 << bfs->puzzle->vertices) - 1;
    uint32_t missing = 0, full = 0;
    for (unsigned i = 0; i < rows; i++) {
        uint32_t own = rows > 1 ? (uint32_t)1 << i : 0;
        full = own & taken ? 0 : all & ~taken & ~own;
        missing |= full ^ reached[i];
    }
    return !missing;
}

/* Returns the vertices of a block's outer rings, and fills the moves of each. */
static inline uint32_t find_reaches(const struct sliding_bitmap_bfs *bfs, size_t block,
                                    struct reach *reach)
{
    const uint8_t *at = bfs->outer_at + block * bfs->outer;
    uint32_t taken = 0;
    for (unsigned r = 0; r < bfs->outer; r++)
        taken |= (uint32_t)1 << at[r];
    for (unsigned r = 0; r < bfs->outer; r++)
        find_reach(bfs, block, at, taken, r, &reach[r]);
    return taken;
}

/* Fills `next` with the placements of one block that are new; returns how many. */
static inline uint64_t expand_block(struct sliding_bitmap_bfs *bfs, size_t block,
                                    unsigned rows)
{
    struct reach reach[SLIDING_BITMAP_BFS_MAX_VERTICES];
    uint32_t taken = find_reaches(bfs, block, reach);
    uint32_t *reached = bfs->reached + block * rows;
    uint32_t *next = bfs->next + block * rows;
    uint32_t found[SLIDING_BITMAP_BFS_MAX_VERTICES] = {0}, any = 0;
    for (unsigned r = 0; r < bfs->outer; r++)
        find_sources(bfs, rows, &reach[r]);
    if (bfs->active[block])
        sliding_bitmap_block_spread(bfs, taken, bfs->current + block * rows, rows,
                                    found);
    for (unsigned r = 0; r < bfs->outer; r++)
        add_outer_ring(bfs, &reach[r], rows, found);
    uint64_t count = 0;
    for (unsigned i = 0; i < rows; i++) {
        found[i] &= ~reached[i];
        any |= found[i];
        count += (unsigned)__builtin_popcount(found[i]);
    }
    if (!any)
        return 0;
    for (unsigned i = 0; i < rows; i++) {
        next[i] = found[i];
        reached[i] |= found[i];
    }
    bfs->active_next[block] = 1;
    bfs->complete[block] = is_complete(bfs, reached, taken, rows);
    if (!bfs->dense)
        mark_neighbours(bfs, block, reach);
    return count;
}

static inline void expand_blocks(struct sliding_bitmap_bfs *bfs, size_t first,
                                 size_t last, unsigned rows)
{
    for (size_t block = first; block < last; block++)
        if ((bfs->marked[block] || bfs->all_marked) && !bfs->complete[block])
            bfs->found += expand_block(bfs, block, rows);
}

/* ---- levels ---- */

/* Where more than one block in DENSE_SHARE is active, every block is visited in the
 * next level instead of marked ones: most have an active neighbour then. Affects time
 * only; chosen by hand. */
enum { DENSE_SHARE = 16 };

/* Number of bits set in the first blocks of a bitmap; for asserts. */
static inline uint64_t count_bits(const struct sliding_bitmap_bfs *bfs,
                                  const uint32_t *plane, size_t blocks)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < blocks * bfs->rows; i++)
        bits += (unsigned)__builtin_popcount(plane[i]);
    return bits;
}

/* The new level becomes the current one. Only blocks that were active are cleared, so
 * that a small level is cheap. */
static void end_level(struct sliding_bitmap_bfs *bfs)
{
    size_t bytes = bfs->rows * sizeof *bfs->current, n_active = 0;
    assert(bfs->at == bfs->blocks || bfs->at == 0);
    assert(count_bits(bfs, bfs->next, bfs->blocks) == bfs->found);
    for (size_t block = 0; block < bfs->blocks; block++) {
        n_active += bfs->active_next[block];
        if (bfs->active[block])
            memset(bfs->current + block * bfs->rows, 0, bytes);
    }
    bfs->all_marked = bfs->dense;
    bfs->dense = n_active > bfs->blocks / DENSE_SHARE;
    uint32_t *plane = bfs->current;
    bfs->current = bfs->next;
    bfs->next = plane;
    uint8_t *flags = bfs->active;
    bfs->active = bfs->active_next;
    bfs->active_next = flags;
    memset(bfs->active_next, 0, bfs->blocks);
    flags = bfs->marked;
    bfs->marked = bfs->marked_next;
    bfs->marked_next = flags;
    memset(bfs->marked_next, 0, bfs->blocks);
    bfs->at = 0;
    bfs->depth++;
    bfs->level = bfs->found;
    bfs->total += bfs->found;
    bfs->found = 0;
    assert(count_bits(bfs, bfs->reached, bfs->blocks) == bfs->total);
}

bool sliding_bitmap_bfs_run(struct sliding_bitmap_bfs *bfs, size_t blocks)
{
    assert(bfs->used && bfs->at < bfs->blocks);
    size_t left = bfs->blocks - bfs->at;
    size_t last = bfs->at + (blocks < left ? blocks : left);
    if (bfs->rows == 32) /* a constant, so that the loops over rows unroll */
        expand_blocks(bfs, bfs->at, last, 32);
    else
        expand_blocks(bfs, bfs->at, last, bfs->rows);
    bfs->at = last;
    if (last < bfs->blocks)
        return false;
    end_level(bfs);
    return true;
}

uint64_t sliding_bitmap_bfs_step(struct sliding_bitmap_bfs *bfs)
{
    sliding_bitmap_bfs_run(bfs, bfs->blocks);
    return bfs->level;
}

/* The block, and in it the row and bit, of a placement. */
static size_t find(const struct sliding_bitmap_bfs *bfs, const uint8_t *at,
                   unsigned *row, unsigned *bit)
{
    unsigned n = bfs->puzzle->rings;
    *row = n > 1 ? at[n - 2] : 0;
    *bit = at[n - 1];
    return sliding_placement_number(bfs->puzzle->vertices, bfs->outer, at);
}

static bool has(const struct sliding_bitmap_bfs *bfs, const uint32_t *plane,
                const uint8_t *at)
{
    unsigned row, bit;
    size_t block = find(bfs, at, &row, &bit);
    return plane[block * bfs->rows + row] >> bit & 1;
}

bool sliding_bitmap_bfs_is_current(const struct sliding_bitmap_bfs *bfs,
                                   const uint8_t *at)
{
    return has(bfs, bfs->current, at);
}

bool sliding_bitmap_bfs_is_reached(const struct sliding_bitmap_bfs *bfs,
                                   const uint8_t *at)
{
    return has(bfs, bfs->reached, at);
}

/* The placement of the lowest bit of a word. */
static void placement_of_bit(const struct sliding_bitmap_bfs *bfs, size_t block,
                             unsigned row, uint32_t word, uint8_t *at)
{
    unsigned n = bfs->puzzle->rings;
    memcpy(at, bfs->outer_at + block * bfs->outer, bfs->outer);
    if (n > 1)
        at[n - 2] = (uint8_t)row;
    at[n - 1] = (uint8_t)__builtin_ctz(word);
}

bool sliding_bitmap_bfs_meets(const struct sliding_bitmap_bfs *bfs,
                              const struct sliding_bitmap_bfs *other, uint8_t *at)
{
    assert(bfs->blocks == other->blocks && bfs->rows == other->rows);
    for (size_t block = 0; block < bfs->blocks; block++)
        for (unsigned i = 0; i < bfs->rows && bfs->active[block]; i++) {
            size_t word = block * bfs->rows + i;
            uint32_t common = bfs->current[word] & other->reached[word];
            if (common) {
                placement_of_bit(bfs, block, i, common, at);
                return true;
            }
        }
    return false;
}

void sliding_bitmap_bfs_each(const struct sliding_bitmap_bfs *bfs,
                             sliding_bitmap_bfs_visit *visit, void *context)
{
    uint8_t at[SLIDING_BITMAP_BFS_MAX_VERTICES];
    for (size_t block = 0; block < bfs->blocks; block++)
        for (unsigned i = 0; i < bfs->rows && bfs->active[block]; i++) {
            uint32_t left = bfs->current[block * bfs->rows + i];
            for (; left; left &= left - 1) {
                placement_of_bit(bfs, block, i, left, at);
                visit(context, at);
            }
        }
}

void sliding_bitmap_bfs_first(const struct sliding_bitmap_bfs *bfs, uint8_t *at)
{
    bool found = sliding_bitmap_bfs_meets(bfs, bfs, at);
    ensure(found);
}

/* Clears all bitmaps and flags. */
static void clear(struct sliding_bitmap_bfs *bfs)
{
    size_t words = bfs->blocks * bfs->rows;
    memset(bfs->reached, 0, words * sizeof *bfs->reached);
    memset(bfs->current, 0, words * sizeof *bfs->current);
    memset(bfs->next, 0, words * sizeof *bfs->next);
    memset(bfs->active, 0, bfs->blocks);
    memset(bfs->active_next, 0, bfs->blocks);
    memset(bfs->marked, 0, bfs->blocks);
    memset(bfs->marked_next, 0, bfs->blocks);
    memset(bfs->complete, 0, bfs->blocks);
    bfs->at = 0;
}

/* Fills `outer_at` before the first use; the arena gives zeroed memory. */
static void prepare(struct sliding_bitmap_bfs *bfs)
{
    for (size_t block = 0; block < bfs->blocks; block++)
        sliding_placement_from_number(bfs->puzzle->vertices, bfs->outer, block,
                                      bfs->outer_at + block * bfs->outer);
}

void sliding_bitmap_bfs_begin(struct sliding_bitmap_bfs *bfs, const uint8_t *from)
{
    if (bfs->used)
        clear(bfs);
    else
        prepare(bfs);
    bfs->used = true;
    unsigned row, bit;
    size_t block = find(bfs, from, &row, &bit);
    struct reach reach[SLIDING_BITMAP_BFS_MAX_VERTICES];
    find_reaches(bfs, block, reach);
    bfs->next[block * bfs->rows + row] = (uint32_t)1 << bit;
    bfs->reached[block * bfs->rows + row] = (uint32_t)1 << bit;
    bfs->active_next[block] = 1;
    mark_neighbours(bfs, block, reach);
    bfs->dense = false;
    bfs->found = 1;
    bfs->total = 0;
    end_level(bfs);
    bfs->depth = 0;
}

/* ---- memory ---- */

enum { PLANES = 3, FLAGS = 5 };

/* Number of blocks; 0 where the puzzle is too large. */
static size_t count_blocks(const struct sliding *puzzle)
{
    if (puzzle->d > SLIDING_BITMAP_BFS_MAX_D)
        return 0;
    uint64_t blocks = sliding_placement_count(
        puzzle->vertices, puzzle->rings < 2 ? 0 : puzzle->rings - 2);
    return blocks > UINT32_MAX ? 0 : (size_t)blocks;
}

size_t sliding_bitmap_bfs_bytes(const struct sliding *puzzle)
{
    size_t blocks = count_blocks(puzzle);
    size_t rows = puzzle->rings < 2 ? 1 : puzzle->vertices;
    size_t outer = puzzle->rings < 2 ? 0 : puzzle->rings - 2;
    if (!blocks)
        return SIZE_MAX;
    return blocks * (PLANES * rows * sizeof(uint32_t) + FLAGS + outer) +
           (PLANES + FLAGS + 1) * (size_t)ARENA_ALIGN;
}

static bool take_memory(struct sliding_bitmap_bfs *bfs, struct arena *arena)
{
    size_t words = bfs->blocks * bfs->rows;
    bfs->reached = ARENA_NEW(arena, uint32_t, words);
    bfs->current = ARENA_NEW(arena, uint32_t, words);
    bfs->next = ARENA_NEW(arena, uint32_t, words);
    bfs->active = ARENA_NEW(arena, uint8_t, bfs->blocks);
    bfs->active_next = ARENA_NEW(arena, uint8_t, bfs->blocks);
    bfs->marked = ARENA_NEW(arena, uint8_t, bfs->blocks);
    bfs->marked_next = ARENA_NEW(arena, uint8_t, bfs->blocks);
    bfs->complete = ARENA_NEW(arena, uint8_t, bfs->blocks);
    bfs->outer_at = ARENA_NEW(arena, uint8_t, bfs->blocks * bfs->outer + 1);
    return bfs->reached && bfs->current && bfs->next && bfs->active &&
           bfs->active_next && bfs->marked && bfs->marked_next && bfs->complete &&
           bfs->outer_at;
}

enum status sliding_bitmap_bfs_init(struct sliding_bitmap_bfs *bfs,
                                    const struct sliding *puzzle, struct arena *arena,
                                    struct error *err)
{
    *bfs =
        (struct sliding_bitmap_bfs){.puzzle = puzzle,
                                    .outer = puzzle->rings < 2 ? 0 : puzzle->rings - 2,
                                    .rows = puzzle->rings < 2 ? 1 : puzzle->vertices,
                                    .blocks = count_blocks(puzzle)};
    if (!bfs->blocks)
        return error_set(err, STATUS_INPUT,
                         "%u rings in %u dimensions are too many placements to go "
                         "through (expected: at most %d dimensions)",
                         puzzle->rings, puzzle->d, SLIDING_BITMAP_BFS_MAX_D);
    if (!take_memory(bfs, arena))
        return error_set(err, STATUS_MEMORY, "no memory for %zu bytes of placements",
                         sliding_bitmap_bfs_bytes(puzzle));
    for (unsigned r = bfs->outer, weight = 1; r-- > 0;) {
        bfs->weight[r] = weight;
        weight *= puzzle->vertices - r;
    }
    for (unsigned s = 0; s < puzzle->spans; s++)
        for (unsigned v = 0; v < puzzle->vertices; v++)
            bfs->face[s][v] = (uint32_t)sliding_face(puzzle, s, v);
    return STATUS_OK;
}
