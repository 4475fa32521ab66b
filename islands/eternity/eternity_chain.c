#include "eternity_chain.h"

#include <math.h>
#include <string.h>

/* Measured by the outlook of boards with eleven rows. */
const double eternity_chain_weight = 0.15, eternity_chain_pieces = 0.45;
/* What no chain counts as. */
static const double NONE = 1e-3;

/* The strand before a row's first cell. */
static const uint16_t row_begins[ETERNITY_MAX_COLOURS] = {[ETERNITY_GREY] = 1};

static size_t lists_of(const struct eternity_lists *lists)
{
    return (size_t)lists->kinds * lists->puzzle->colours;
}

enum status eternity_chain_init(struct eternity_chain *chain,
                                const struct eternity_course *course,
                                const struct eternity_outlook *outlook,
                                struct arena *perm, struct error *err)
{
    const struct eternity_lists *lists = course->lists;
    const unsigned tiles = 4 * lists->puzzle->cells;
    *chain = (struct eternity_chain){.course = course,
                                     .outlook = outlook,
                                     .words = (lists->puzzle->cells + 63) / 64};
    chain->first = ARENA_NEW(perm, uint32_t, lists_of(lists) + 1);
    chain->tile = ARENA_NEW(perm, eternity_entry, (size_t)lists->kinds * tiles);
    chain->ask = ARENA_NEW(perm, int32_t, tiles + 1);
    if (!chain->first || !chain->tile || !chain->ask)
        return error_set(err, STATUS_MEMORY, "no memory for chains of tiles");
    chain->octave = eternity_as_value(eternity_chain_weight * log(2));
    for (unsigned i = 0; i < ETERNITY_CHAIN_LOGS; i++)
        chain->log[i] =
            eternity_as_value(eternity_chain_weight * log(1 + (i + 0.5) / ETERNITY_CHAIN_LOGS));
    for (unsigned n = 0; n <= tiles; n++)
        chain->ask[n] = eternity_as_value(eternity_chain_pieces * log(n + 0.1));
    return STATUS_OK;
}

/* Tiles of a kind of cells below a colour, whatever is left of them. */
static uint32_t take_tiles(struct eternity_chain *chain, unsigned kind, unsigned above,
                           uint32_t at)
{
    const struct eternity_lists *lists = chain->course->lists;
    const unsigned colours = lists->puzzle->colours;
    for (unsigned left = 0; left < colours; left++) {
        const struct eternity_list *list =
            &lists->list[((size_t)kind * colours + left) * colours + above];
        for (uint32_t i = list->first; i < list->end[0]; i++)
            chain->tile[at++] = (lists->entry[i] & 0x3ffff) | left << 18;
    }
    return at;
}

static inline unsigned entry_west(eternity_entry tile)
{
    return entry_south(tile);
}

void eternity_chain_begin(struct eternity_chain *chain)
{
    const struct eternity_lists *lists = chain->course->lists;
    const unsigned colours = lists->puzzle->colours, cols = lists->puzzle->cols;
    uint32_t at = 0;
    for (unsigned kind = 0; kind < lists->kinds; kind++)
        for (unsigned above = 0; above < colours; above++) {
            chain->first[kind * colours + above] = at;
            at = take_tiles(chain, kind, above, at);
        }
    chain->first[lists_of(lists)] = at;
    unsigned cells = 0;
    while (cells < lists->puzzle->cells && chain->course->order->cell[cells] == cells &&
           chain->course->rules.breaks[cells + 1] == 0)
        cells++;
    chain->cells = cells / cols * cols;
    chain->known = false;
}

/* What ink a colour above a cell is. */
static const uint8_t *ink_above(const struct eternity_chain *chain, unsigned cell)
{
    int class = chain->outlook->view[cell].north;
    return class < 0 ? NULL : chain->outlook->ink_of[class];
}

void eternity_chain_turn(struct eternity_chain *chain, unsigned depth)
{
    const unsigned cols = chain->course->lists->puzzle->cols, col = depth % cols;
    chain->depth = depth;
    chain->known = false;
    chain->asking = 0;
    if (!eternity_chain_counts(chain))
        return;
    for (unsigned c = 0; c < cols; c++) {
        unsigned cell = depth - col + c + (c <= col ? cols : 0);
        const uint8_t *ink = cell < chain->cells ? ink_above(chain, cell) : NULL;
        if (c == col)
            chain->ink_below = ink;
        if (c == col || !ink)
            continue;
        chain->ink[chain->asking] = ink;
        chain->asks[chain->asking++] = (uint8_t)c;
    }
}

/* Tiles of a cell below a colour. */
static inline const uint32_t *places_of(const struct eternity_chain *chain,
                                        unsigned cell, unsigned above)
{
    const struct eternity_lists *lists = chain->course->lists;
    return &chain->first[lists->kind_of[cell] * lists->puzzle->colours + above];
}

static inline unsigned free_tiles(const struct eternity_chain *chain, unsigned cell,
                                  unsigned above, const uint64_t *used,
                                  eternity_entry *free)
{
    const uint32_t *place = places_of(chain, cell, above);
    return eternity_gather_free(chain->tile + place[0], place[1] - place[0], used,
                                chain->words, free);
}

/* What so many chains are worth. */
static inline int32_t worth_of(const struct eternity_chain *chain, uint32_t ways,
                               int32_t octaves)
{
    if (ways == 0)
        return eternity_as_value(eternity_chain_weight * log(NONE));
    unsigned bits = 31 - (unsigned)__builtin_clz(ways);
    uint32_t part = (ways << (31 - bits)) >> 21 & (ETERNITY_CHAIN_LOGS - 1);
    return ((int32_t)bits + octaves) * chain->octave + chain->log[part];
}

/* Ways to go on by one cell: next[b] += now[a] for each tile, of one to a side. They are
 * halved until they go into 16 bits; returns how often. */
static unsigned go_on(const eternity_entry *tile, unsigned n, bool east,
                      const uint32_t *now, uint32_t *next, unsigned colours)
{
    uint32_t all = 0;
    memset(next, 0, colours * sizeof *next);
    for (unsigned i = 0; i < n; i++) {
        unsigned from = east ? entry_west(tile[i]) : entry_east(tile[i]);
        unsigned to = east ? entry_east(tile[i]) : entry_west(tile[i]);
        next[to] += now[from];
    }
    for (unsigned i = 0; i < colours; i++)
        all |= next[i];
    if (all <= UINT16_MAX)
        return 0;
    unsigned octaves = 16 - (unsigned)__builtin_clz(all);
    for (unsigned i = 0; i < colours; i++)
        next[i] >>= octaves;
    return octaves;
}

/* Chains from the right rim to the cell after the next one, by the colour to its left.
 */
static void set_rest(struct eternity_chain *chain, const uint64_t *used,
                     const uint8_t *slots)
{
    const struct eternity *puzzle = chain->course->lists->puzzle;
    const unsigned cols = puzzle->cols, col = chain->depth % cols;
    uint32_t ways[2][ETERNITY_MAX_COLOURS] = {{0}};
    eternity_entry free[ETERNITY_MAX_TILES + ETERNITY_AT_ONCE];
    unsigned octaves = 0, now = 0;
    ways[now][ETERNITY_GREY] = 1;
    for (unsigned c = cols - 1; c > col; c--, now ^= 1) {
        unsigned n = free_tiles(chain, chain->depth - col + c, slots[c], used, free);
        octaves += go_on(free, n, false, ways[now], ways[now ^ 1], puzzle->colours);
    }
    for (unsigned colour = 0; colour < puzzle->colours; colour++)
        chain->rest[colour] = worth_of(chain, ways[now][colour], (int32_t)octaves);
    memcpy(chain->above, slots, cols);
    chain->known = true;
}

void eternity_chain_look(struct eternity_chain *chain, struct eternity_line line,
                         const uint64_t *used, struct eternity_strand strand,
                         struct eternity_link *link)
{
    const unsigned cols = chain->course->lists->puzzle->cols;
    const unsigned col = chain->depth % cols;
    int32_t asks = 0;
    for (unsigned i = 0; i < chain->asking; i++)
        asks += chain->ask[line.supply[chain->ink[i][line.slots[chain->asks[i]]]]];
    *link = (struct eternity_link){.used = used,
                                   .supply = line.supply,
                                   .ways = col ? strand.ways : row_begins,
                                   .octaves = col ? *strand.octaves : 0,
                                   .base = asks};
    if (col == 0)
        link->base -= worth_of(chain, strand.ways[ETERNITY_GREY], *strand.octaves);
    else if (!chain->known || memcmp(chain->above + col + 1, line.slots + col + 1,
                                     cols - col - 1) != 0)
        set_rest(chain, used, line.slots);
}

int32_t eternity_chain_value(const struct eternity_chain *chain,
                             const struct eternity_link *link, eternity_entry entry)
{
    const struct eternity *puzzle = chain->course->lists->puzzle;
    const unsigned below = chain->depth + puzzle->cols, south = entry_south(entry);
    int32_t value = link->base;
    if (chain->known)
        value -= chain->rest[entry_east(entry)];
    if (below >= chain->cells)
        return value;
    const uint32_t *place = places_of(chain, below, south);
    uint32_t ways =
        eternity_sum_free(chain->tile + place[0], place[1] - place[0], link->used,
                          chain->words, link->ways, puzzle->colours);
    return value + chain->ask[link->supply[chain->ink_below[south]]] -
           worth_of(chain, ways, link->octaves);
}

void eternity_chain_lay(const struct eternity_chain *chain, unsigned depth,
                        int16_t tile, const uint64_t *used,
                        struct eternity_strand strand)
{
    const struct eternity *puzzle = chain->course->lists->puzzle;
    const unsigned below = depth + puzzle->cols, colours = puzzle->colours;
    uint32_t now[ETERNITY_MAX_COLOURS], next[ETERNITY_MAX_COLOURS];
    eternity_entry free[ETERNITY_MAX_TILES + ETERNITY_AT_ONCE];
    if (below >= chain->cells)
        return;
    const bool begins = depth % puzzle->cols == 0;
    for (unsigned colour = 0; colour < colours; colour++)
        now[colour] = begins ? row_begins[colour] : strand.ways[colour];
    unsigned n = free_tiles(chain, below, puzzle->sides[tile][SOUTH], used, free);
    *strand.octaves = (uint16_t)((begins ? 0 : *strand.octaves) +
                                 go_on(free, n, true, now, next, colours));
    for (unsigned colour = 0; colour < colours; colour++)
        strand.ways[colour] = (uint16_t)next[colour];
}
