#include "eternity_transfer_lists.h"

#include <string.h>

/* Packed lists by lane are used where they have at most one block for so many tiles: with
 * few colours most lanes would be empty. A block takes as long as some two entries. */
enum { TILES_A_BLOCK = 2 };

static size_t lists_of(const struct eternity_candidate_table *table)
{
    return (size_t)table->kinds * table->puzzle->colours;
}

static size_t most_tiles(const struct eternity_candidate_table *table)
{
    return (size_t)table->kinds * 4 * table->puzzle->cells;
}

static bool take_packed(struct eternity_transfer_lists *lists, struct arena *perm)
{
    const size_t n = lists_of(lists->table), tiles = most_tiles(lists->table);
    bool enough = true;
    for (unsigned way = 0; way < ETERNITY_DIRECTIONS; way++) {
        lists->first_lanes[way] = ARENA_NEW(perm, uint32_t, n + 1);
        lists->lanes[way] =
            ARENA_NEW(perm, struct eternity_packed_block, tiles / TILES_A_BLOCK + 1);
        enough &= lists->first_lanes[way] && lists->lanes[way];
    }
    lists->first_dense = ARENA_NEW(perm, uint32_t, n + 1);
    lists->dense = ARENA_NEW(perm, struct eternity_packed_block,
                             tiles / ETERNITY_PACKED_TILES + n);
    return enough && lists->first_dense && lists->dense;
}

enum status eternity_transfer_lists_init(struct eternity_transfer_lists *lists,
                                         const struct eternity_candidate_table *table,
                                         enum eternity_line_kind line,
                                         struct arena *perm, struct error *err)
{
    *lists = (struct eternity_transfer_lists){
        .table = table,
        .line = line,
        .words = eternity_filter_words(table->puzzle),
        .can_pack = eternity_packed_is_for(table->puzzle)};
    lists->first = ARENA_NEW(perm, uint32_t, lists_of(table) + 1);
    bool enough = lists->first && (!lists->can_pack || take_packed(lists, perm));
    for (unsigned way = 0; way < ETERNITY_DIRECTIONS; way++) {
        lists->tile[way] = ARENA_NEW(perm, eternity_entry, most_tiles(table));
        lists->end[way] =
            ARENA_NEW(perm, uint16_t, lists_of(table) * table->puzzle->colours);
        enough &= lists->tile[way] && lists->end[way];
    }
    return enough ? STATUS_OK
                  : error_set(err, STATUS_MEMORY, "no memory for chains of tiles");
}

/* Lists the tiles of a kind of cell beside a colour, whatever lies before them on the
 * line, for the backward direction: by the colour before. */
static uint32_t list_backward(struct eternity_transfer_lists *lists, unsigned kind,
                              unsigned beside, uint32_t at)
{
    const struct eternity_candidate_table *table = lists->table;
    const unsigned colours = table->puzzle->colours;
    for (unsigned before = 0; before < colours; before++) {
        unsigned left = lists->line == ETERNITY_LINE_ROW ? before : beside;
        unsigned above = lists->line == ETERNITY_LINE_ROW ? beside : before;
        const struct eternity_candidate_list *list =
            &table->list[((size_t)kind * colours + left) * colours + above];
        for (uint32_t i = list->first; i < list->end[0]; i++) {
            eternity_entry entry = table->entry[i];
            unsigned on = lists->line == ETERNITY_LINE_ROW
                              ? eternity_entry_east(entry)
                              : eternity_entry_south(entry);
            lists->tile[ETERNITY_BACKWARD][at++] =
                (entry & 0xfff) | before << 12 | on << 18;
        }
    }
    return at;
}

/* Sorts the tiles of a list for the forward direction, and finds where those of a
 * colour end. */
static void sort_list(struct eternity_transfer_lists *lists, size_t list)
{
    const unsigned colours = lists->table->puzzle->colours;
    const eternity_entry *back = lists->tile[ETERNITY_BACKWARD] + lists->first[list];
    eternity_entry *on = lists->tile[ETERNITY_FORWARD] + lists->first[list];
    uint16_t *end[ETERNITY_DIRECTIONS] = {lists->end[ETERNITY_FORWARD] + list * colours,
                                          lists->end[ETERNITY_BACKWARD] +
                                              list * colours};
    unsigned n = lists->first[list + 1] - lists->first[list], sorted = 0, before = 0;
    for (unsigned c = 0; c < colours; c++) {
        while (before < n && eternity_entry_east(back[before]) == c)
            before++;
        for (unsigned i = 0; i < n; i++)
            if (eternity_entry_south(back[i]) == c)
                on[sorted++] =
                    (back[i] & 0xfff) | c << 12 | eternity_entry_east(back[i]) << 18;
        end[ETERNITY_FORWARD][c] = (uint16_t)sorted;
        end[ETERNITY_BACKWARD][c] = (uint16_t)before;
    }
}

/* The blocks that a list needs, one tile of each leaving colour a block. */
static unsigned blocks_of(const struct eternity_transfer_lists *lists, size_t list,
                          unsigned way)
{
    const unsigned colours = lists->table->puzzle->colours;
    const uint16_t *end = lists->end[way] + list * colours;
    unsigned most = 0;
    for (unsigned c = 0, before = 0; c < colours; before = end[c++])
        most = end[c] - before > most ? end[c] - before : most;
    return most;
}

static bool are_few(const struct eternity_transfer_lists *lists, unsigned way)
{
    size_t blocks = 0;
    for (size_t list = 0; list < lists_of(lists->table); list++) {
        unsigned n = blocks_of(lists, list, way);
        if (n > ETERNITY_PACKED_BLOCKS)
            return false;
        blocks += n;
    }
    return blocks <= lists->first[lists_of(lists->table)] / TILES_A_BLOCK;
}

static void pack_lanes(struct eternity_transfer_lists *lists, unsigned way)
{
    const unsigned colours = lists->table->puzzle->colours;
    uint32_t at = 0;
    for (size_t list = 0; list < lists_of(lists->table); list++) {
        const eternity_entry *tile = lists->tile[way] + lists->first[list];
        const uint16_t *end = lists->end[way] + list * colours;
        const unsigned blocks = blocks_of(lists, list, way);
        lists->first_lanes[way][list] = at;
        memset(lists->lanes[way] + at, 0, blocks * sizeof *lists->lanes[way]);
        for (unsigned c = 0, i = 0; c < colours; c++)
            for (unsigned block = at; i < end[c]; i++)
                eternity_packed_put(&lists->lanes[way][block++], c,
                                    eternity_entry_piece(tile[i]),
                                    eternity_entry_south(tile[i]));
        at += blocks;
    }
    lists->first_lanes[way][lists_of(lists->table)] = at;
}

static void pack_densely(struct eternity_transfer_lists *lists)
{
    uint32_t at = 0;
    for (size_t list = 0; list < lists_of(lists->table); list++) {
        const eternity_entry *tile = lists->tile[ETERNITY_FORWARD] + lists->first[list];
        const unsigned n = lists->first[list + 1] - lists->first[list],
                       blocks = (n + ETERNITY_PACKED_TILES - 1) / ETERNITY_PACKED_TILES;
        lists->first_dense[list] = at;
        memset(lists->dense + at, 0, blocks * sizeof *lists->dense);
        for (unsigned i = 0; i < n; i++)
            eternity_packed_put(&lists->dense[at + i / ETERNITY_PACKED_TILES],
                                i % ETERNITY_PACKED_TILES,
                                eternity_entry_piece(tile[i]),
                                eternity_entry_south(tile[i]));
        at += blocks;
    }
    lists->first_dense[lists_of(lists->table)] = at;
}

void eternity_transfer_lists_fill(struct eternity_transfer_lists *lists)
{
    const unsigned colours = lists->table->puzzle->colours;
    uint32_t at = 0;
    for (unsigned kind = 0; kind < lists->table->kinds; kind++)
        for (unsigned beside = 0; beside < colours; beside++) {
            lists->first[kind * colours + beside] = at;
            at = list_backward(lists, kind, beside, at);
        }
    lists->first[lists_of(lists->table)] = at;
    for (size_t list = 0; list < lists_of(lists->table); list++)
        sort_list(lists, list);
    lists->is_packed = lists->can_pack && are_few(lists, ETERNITY_FORWARD) &&
                       are_few(lists, ETERNITY_BACKWARD);
    if (!lists->is_packed)
        return;
    pack_lanes(lists, ETERNITY_FORWARD);
    pack_lanes(lists, ETERNITY_BACKWARD);
    pack_densely(lists);
}

void eternity_transfer_lists_multiply(const struct eternity_transfer_lists *lists,
                                      size_t list, enum eternity_direction way,
                                      const uint64_t *used, const uint16_t *ways,
                                      uint32_t more,
                                      uint32_t next[ETERNITY_MAX_COLOURS])
{
    const unsigned colours = lists->table->puzzle->colours;
    if (lists->is_packed) {
        const uint32_t *first = lists->first_lanes[way] + list;
        struct eternity_packed_free free;
        struct eternity_packed_numbers numbers;
        eternity_packed_set_free(used, lists->words, &free);
        eternity_packed_set_numbers(ways, colours, &numbers);
        eternity_packed_lane_sums(lists->lanes[way] + first[0], first[1] - first[0],
                                  &free, &numbers, more, next);
        return;
    }
    const uint16_t *end = lists->end[way] + list * colours;
    uint32_t sum[ETERNITY_MAX_TILES + ETERNITY_FILTER_LANES + 1];
    eternity_filter_prefix_sums(lists->tile[way] + lists->first[list],
                                lists->first[list + 1] - lists->first[list], used,
                                lists->words, ways, colours, more, sum);
    for (unsigned c = 0, before = 0; c < colours; c++) {
        next[c] = sum[end[c]] - before;
        before += next[c];
    }
    for (unsigned c = colours; c % ETERNITY_TRANSFER_LANES; c++)
        next[c] = 0;
}
