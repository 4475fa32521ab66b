/* The lists of tiles that chains along a line are made of, for the transfer matrices: by
 * the kind of a cell and the colour beside it, each tile with the colours by which chains
 * enter and leave it, in both directions along the line.
 *
 * A cell's matrix is multiplied by summing numbers over the free tiles of its list. Lists
 * are kept as entries, and packed for vectors of bytes (eternity_packed_tiles.h) where
 * the processor has them and the puzzle is small enough; sums are the same.
 *
 * Functions begin with eternity_transfer_lists_. Memory: for each kind of cell 8 bytes for
 * each tile and 4 for each pair of colours; packed, some 100 more for each tile. */
#ifndef SKERRY_ETERNITY_TRANSFER_LISTS_H
#define SKERRY_ETERNITY_TRANSFER_LISTS_H

#include "eternity_packed_tiles.h"
#include "eternity_simd_filter.h"

enum eternity_line_kind {
    ETERNITY_LINE_ROW,
    ETERNITY_LINE_COLUMN,
    ETERNITY_LINE_KINDS
};
/* Along a line. */
enum eternity_direction { ETERNITY_FORWARD, ETERNITY_BACKWARD, ETERNITY_DIRECTIONS };

/* Products have 0 for the colours that fill them up to a multiple of this. */
enum { ETERNITY_TRANSFER_LANES = 16 };

/* Lists for lines of one kind. An entry's east colour is that of the side where a chain
 * leaves the tile, its south colour that of the side where it enters; the tiles of a list
 * are sorted by the former. */
struct eternity_transfer_lists {
    const struct eternity_candidate_table *table;
    enum eternity_line_kind line;
    unsigned words;  /* of bits, one a piece */
    uint32_t *first; /* by list: where it begins */
    eternity_entry *tile[ETERNITY_DIRECTIONS];
    /* By list and colour: where, counted from `first`, the tiles end that chains leave
     * by that colour or a lower one. */
    uint16_t *end[ETERNITY_DIRECTIONS];
    /* Packed, with the colour by which chains leave as lane: by list, where blocks begin.
     * And forward, as many in a block as there are. NULL unless can_pack. */
    bool can_pack, is_packed;
    uint32_t *first_lanes[ETERNITY_DIRECTIONS], *first_dense;
    struct eternity_packed_block *lanes[ETERNITY_DIRECTIONS], *dense;
};

/* Numbers by colour to be summed over the free tiles of several lists. */
struct eternity_transfer_numbers {
    uint16_t number[ETERNITY_MAX_COLOURS];
    const uint64_t *used;
    struct eternity_packed_free free;
    struct eternity_packed_numbers packed;
};

/* Takes memory from perm; borrows the table. STATUS_MEMORY. */
enum status eternity_transfer_lists_init(struct eternity_transfer_lists *lists,
                                         const struct eternity_candidate_table *table,
                                         enum eternity_line_kind line,
                                         struct arena *perm, struct error *err);

/* Makes the lists of the table's candidates as they are now. */
void eternity_transfer_lists_fill(struct eternity_transfer_lists *lists);

/* Index of the list of a cell's tiles beside a colour. */
static inline size_t
eternity_transfer_lists_at(const struct eternity_transfer_lists *lists, unsigned cell,
                           unsigned beside)
{
    return (size_t)lists->table->kind_of[cell] * lists->table->puzzle->colours + beside;
}

/* Prepares numbers->number and numbers->used for sums. */
static inline void
eternity_transfer_lists_prepare(const struct eternity_transfer_lists *lists,
                                struct eternity_transfer_numbers *numbers)
{
    if (!lists->is_packed)
        return;
    eternity_packed_set_free(numbers->used, lists->words, &numbers->free);
    eternity_packed_set_numbers(numbers->number, lists->table->puzzle->colours,
                                &numbers->packed);
}

/* The sum over the free tiles of a list of the number of the colour that enters,
 * forward. */
static inline uint32_t
eternity_transfer_lists_sum(const struct eternity_transfer_lists *lists, size_t list,
                            const struct eternity_transfer_numbers *numbers)
{
    if (lists->is_packed) {
        const uint32_t *first = lists->first_dense + list;
        return eternity_packed_sum(lists->dense + first[0], first[1] - first[0],
                                   &numbers->free, &numbers->packed);
    }
    const uint32_t *first = lists->first + list;
    return eternity_filter_sum(lists->tile[ETERNITY_FORWARD] + first[0],
                               first[1] - first[0], numbers->used, lists->words,
                               numbers->number, lists->table->puzzle->colours);
}

/* next[c]: the sum over the free tiles of a list that chains leave by colour c of the
 * ways by which they enter; colours other than grey have `more` ways besides. It is 0 from
 * the colours up to a multiple of ETERNITY_TRANSFER_LANES. */
void eternity_transfer_lists_multiply(const struct eternity_transfer_lists *lists,
                                      size_t list, enum eternity_direction way,
                                      const uint64_t *used, const uint16_t *ways,
                                      uint32_t more,
                                      uint32_t next[ETERNITY_MAX_COLOURS]);

#endif
