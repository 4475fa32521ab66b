/* Moves of the two inner rings within a block of placements (sliding_bitmap_bfs.h), by whole words. Inline,
 * so that loops over a constant number of rows unroll. O(rows * (spans * k + d)). */
#ifndef SKERRY_SLIDING_BITMAP_BLOCK_H
#define SKERRY_SLIDING_BITMAP_BLOCK_H

#include "sliding_bitmap_bfs.h"

#include <string.h>

/* ORs together, in each row, the bits of every face along these axes. */
static inline void spread(uint32_t *row, unsigned rows, unsigned axes)
{
    static const uint32_t low[] = {0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff,
                                   0x0000ffff};
    for (unsigned left = axes; left; left &= left - 1) {
        unsigned axis = (unsigned)__builtin_ctz(left), by = 1u << axis;
        for (unsigned i = 0; i < rows; i++)
            row[i] |= (row[i] >> by & low[axis]) | (row[i] & low[axis]) << by;
    }
}

/* Adds to `to` the placements that a move of the last ring leads to. `taken` is the set
 * of vertices of the outer rings; the last but one ring is on the vertex of its row
 * (with a single row there is none). */
static inline void spread_last_ring(const struct sliding_bitmap_bfs *bfs,
                                    uint32_t taken, const uint32_t *from, unsigned rows,
                                    uint32_t *to)
{
    for (unsigned s = 0; s < bfs->puzzle->spans; s++) {
        uint32_t held = taken, moved[SLIDING_BITMAP_BFS_MAX_VERTICES];
        unsigned axes = bfs->puzzle->axes[s];
        spread(&held, 1,
               axes); /* the faces along these axes that contain an outer ring */
        for (unsigned i = 0; i < rows; i++)
            moved[i] = from[i] & ~(held | (rows > 1 ? bfs->face[s][i] : 0));
        spread(moved, rows, axes);
        for (unsigned i = 0; i < rows; i++)
            to[i] |= moved[i];
    }
}

/* Transposes a bit matrix of fewer than 32 rows by swapping blocks of halved size.
 * Source: H. S. Warren, Hacker's Delight, 2nd edition, section 7-3. */
static inline void transpose_few(uint32_t *row, unsigned rows)
{
    uint32_t mask = ((uint32_t)1 << rows) - 1;
    for (unsigned half = rows / 2; half; half /= 2) {
        mask ^= mask << half;
        for (unsigned top = 0; top < rows; top += 2 * half)
            for (unsigned i = top; i < top + half; i++) {
                uint32_t swap = (row[i] >> half ^ row[i + half]) & mask;
                row[i] ^= swap << half;
                row[i + half] ^= swap;
            }
    }
}

/* Sixteen rows in one vector. */
typedef uint32_t lanes __attribute__((vector_size(64)));

/* One step of a transposition within sixteen rows: rows that differ in `half` swap the
 * halves of their fields of 2 * half bits. other: each row is the other one of its
 * pair; low: the lower halves; upper: all ones in rows that have the bit. */
static inline lanes swap_halves(lanes own, lanes other, uint32_t low, int half,
                                lanes upper)
{
    return (((other & low) << half | (own & low)) & ~upper) |
           (((other >> half & low) | (own & ~low)) & upper);
}

#define PARTNERS(v, h)                                                                 \
    __builtin_shufflevector(v, v, 0 ^ h, 1 ^ h, 2 ^ h, 3 ^ h, 4 ^ h, 5 ^ h, 6 ^ h,     \
                            7 ^ h, 8 ^ h, 9 ^ h, 10 ^ h, 11 ^ h, 12 ^ h, 13 ^ h,       \
                            14 ^ h, 15 ^ h)
#define UPPER(i, h) (i & h ? UINT32_MAX : 0)
#define UPPERS(h)                                                                      \
    ((lanes){UPPER(0, h), UPPER(1, h), UPPER(2, h), UPPER(3, h), UPPER(4, h),          \
             UPPER(5, h), UPPER(6, h), UPPER(7, h), UPPER(8, h), UPPER(9, h),          \
             UPPER(10, h), UPPER(11, h), UPPER(12, h), UPPER(13, h), UPPER(14, h),     \
             UPPER(15, h)})
#define SWAP_HALVES(v, low, h) swap_halves(v, PARTNERS(v, h), low, h, UPPERS(h))

/* Transposes 32 rows by the same method. */
static inline void transpose_all(uint32_t *row)
{
    lanes half[2];
    memcpy(half, row, sizeof half);
    lanes swap = (half[0] >> 16 ^ half[1]) & 0xffff;
    half[0] ^= swap << 16;
    half[1] ^= swap;
    for (int i = 0; i < 2; i++) {
        half[i] = SWAP_HALVES(half[i], 0x00ff00ff, 8);
        half[i] = SWAP_HALVES(half[i], 0x0f0f0f0f, 4);
        half[i] = SWAP_HALVES(half[i], 0x33333333, 2);
        half[i] = SWAP_HALVES(half[i], 0x55555555, 1);
    }
    memcpy(row, half, sizeof half);
}

static inline void transpose(uint32_t *row, unsigned rows)
{
    if (rows == 32)
        transpose_all(row);
    else
        transpose_few(row, rows);
}

/* Adds to `to` the placements that a move of one of the two inner rings leads to from those of `from`.
 *
 * taken  the vertices of the outer rings, a bit each
 * rows   of the block: 2^d, or 1 for a puzzle of one ring */
static inline void sliding_bitmap_block_spread(const struct sliding_bitmap_bfs *bfs,
                                               uint32_t taken, const uint32_t *from,
                                               unsigned rows, uint32_t *to)
{
    uint32_t turned[SLIDING_BITMAP_BFS_MAX_VERTICES],
        moved[SLIDING_BITMAP_BFS_MAX_VERTICES] = {0};
    spread_last_ring(bfs, taken, from, rows, to);
    if (rows == 1)
        return;
    memcpy(turned, from, rows * sizeof *turned);
    transpose(turned, rows);
    spread_last_ring(bfs, taken, turned, rows, moved);
    transpose(moved, rows);
    for (unsigned i = 0; i < rows; i++)
        to[i] |= moved[i];
}

#undef PARTNERS
#undef UPPER
#undef UPPERS
#undef SWAP_HALVES

#endif
