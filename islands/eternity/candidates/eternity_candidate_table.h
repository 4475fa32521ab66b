/* Candidate lists: which tiles a cell can take, by the colours to its left and above.
 *
 * A list holds the tiles that fit both colours, then those with one break, each part
 * in random order, or by the number of sides of early colours first. Grey lies on the rim and nowhere else; a cell with a clue has that
 * tile alone; cells left of a clue or above one take only what fits it. Cells that
 * accept the same tiles are of one kind and share their lists.
 *
 * Memory: for each kind, 2 * colours - 3 entries for each tile that suits it; some 200
 * KB for Eternity II. A look-up is O(1).
 * Source: L. Verhaard's and J. Blackwood's published solvers of Eternity II look
 * candidates up in the same way. */
#ifndef SKERRY_ETERNITY_CANDIDATE_TABLE_H
#define SKERRY_ETERNITY_CANDIDATE_TABLE_H

#include "arena.h"
#include "eternity.h"
#include "rng.h"
#include "status.h"

/* All that a search needs of a tile, in one word. Bits: 0-11 tile (2-11 its piece),
 * 12-17 colour east, 18-23 colour south, 24-26 sides of early colours, 27 breaks. */
typedef uint32_t eternity_entry;

static inline int16_t eternity_entry_tile(eternity_entry entry)
{
    return (int16_t)(entry & 0xfff);
}

static inline unsigned eternity_entry_piece(eternity_entry entry)
{
    return entry >> 2 & 0x3ff;
}

static inline unsigned eternity_entry_east(eternity_entry entry)
{
    return entry >> 12 & 0x3f;
}

static inline unsigned eternity_entry_south(eternity_entry entry)
{
    return entry >> 18 & 0x3f;
}

static inline unsigned eternity_entry_early(eternity_entry entry)
{
    return entry >> 24 & 7;
}

static inline unsigned eternity_entry_breaks(eternity_entry entry)
{
    return entry >> 27;
}

/* Entries first .. end[0] - 1 fit; entries end[0] .. end[1] - 1 have one break. */
struct eternity_candidate_list {
    uint32_t first, end[2];
};

/* What cells of one kind have in common. */
struct eternity_cell_kind {
    uint8_t rim;      /* bit `side`: it lies on the rim */
    int16_t clue;     /* tile, or ETERNITY_NONE */
    int8_t to_fit[2]; /* colours that clues east and south ask for; -1: none */
};

struct eternity_candidate_table {
    const struct eternity *puzzle;
    uint64_t early; /* colours whose sides are counted, a bit each; none at first */
    unsigned kinds;
    struct eternity_cell_kind *kind;      /* of each kind */
    uint16_t *kind_of;                    /* of each cell */
    struct eternity_candidate_list *list; /* kinds x colours x colours: left, above */
    eternity_entry *entry;
    size_t entries;
};

/* Takes memory from perm for one puzzle, which it borrows; lists are empty. STATUS_INPUT if a
 * clue breaks the rim; STATUS_MEMORY. */
enum status eternity_candidate_table_init(struct eternity_candidate_table *table,
                                          const struct eternity *puzzle,
                                          struct arena *perm, struct error *err);

/* Fills the lists, each in random order; where colours are early, the tiles with most
 * sides of them come first in each part. Equal rng, equal lists. */
void eternity_candidate_table_fill(struct eternity_candidate_table *table,
                                   struct rng *rng);

/* Sides of a tile that have an early colour. */
unsigned eternity_candidate_table_early(const struct eternity_candidate_table *table,
                                        int16_t tile);

/* The list of a cell, given the colours to its left and above (grey: the rim). */
static inline const struct eternity_candidate_list *
eternity_candidate_table_list(const struct eternity_candidate_table *table,
                              unsigned cell, unsigned left, unsigned above)
{
    unsigned colours = table->puzzle->colours;
    return table->list + ((size_t)table->kind_of[cell] * colours + left) * colours +
           above;
}

#endif
