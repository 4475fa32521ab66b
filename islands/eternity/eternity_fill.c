#include "eternity_fill.h"

#include <assert.h>
#include <string.h>

void eternity_course_set(struct eternity_course *course,
                         const struct eternity_lists *lists,
                         const struct eternity_order *order)
{
    const struct eternity *puzzle = lists->puzzle;
    unsigned width = puzzle->cols + 1;
    memset(&course->rules, 0, sizeof course->rules);
    course->lists = lists;
    course->order = order;
    course->rules.goal = (uint16_t)puzzle->cells;
    for (unsigned depth = 0; depth < puzzle->cells; depth++) {
        unsigned cell = order->cell[depth];
        unsigned at = (cell / puzzle->cols + 1) * width + cell % puzzle->cols + 1;
        course->site[depth] =
            (struct eternity_site){.list = eternity_list_of(lists, cell, 0, 0),
                                   .at = (uint16_t)at,
                                   .left = (uint16_t)(at - 1),
                                   .above = (uint16_t)(at - width)};
    }
}

/* Candidates of the depth reached. */
static inline void open_level(const struct eternity_course *course,
                              struct eternity_fill *fill, unsigned depth)
{
    assert(depth < course->rules.goal);
    const struct eternity_site *site = &course->site[depth];
    struct eternity_level *level = &fill->level[depth];
    unsigned left = entry_east(fill->board[site->left]);
    unsigned above = entry_south(fill->board[site->above]);
    const struct eternity_list *list = eternity_course_list(course, depth, left, above);
    unsigned allowed = course->rules.breaks[depth + 1];
    level->next = list->first;
    level->end = list->end[level->breaks < allowed];
    assert(level->next <= level->end);
    if (level->breaks > allowed)
        level->end = list->first;
}

static unsigned breaks_of(const struct eternity_course *course,
                          const struct eternity_fill *fill, unsigned depth,
                          const uint8_t *sides)
{
    const struct eternity_site *site = &course->site[depth];
    return (unsigned)(entry_east(fill->board[site->left]) != sides[WEST]) +
           (entry_south(fill->board[site->above]) != sides[NORTH]);
}

void eternity_fill_begin(const struct eternity_course *course, const int16_t *tiles,
                         unsigned n, struct eternity_fill *fill)
{
    const struct eternity *puzzle = course->lists->puzzle;
    memset(fill, 0, sizeof *fill);
    assert(n < course->rules.goal && course->rules.goal <= puzzle->cells);
    for (unsigned depth = 0; depth < n; depth++) {
        const uint8_t *sides = puzzle->sides[tiles[depth]];
        assert(tiles[depth] >= 0 && !fill->used[eternity_piece(tiles[depth])]);
        struct eternity_level *level = &fill->level[depth];
        level->entry = (uint32_t)tiles[depth] | (uint32_t)sides[EAST] << 12 |
                       (uint32_t)sides[SOUTH] << 18;
        level[1].breaks =
            (uint16_t)(level->breaks + breaks_of(course, fill, depth, sides));
        fill->board[course->site[depth].at] = level->entry;
        fill->used[eternity_piece(tiles[depth])] = 1;
        fill->deepest_tile[depth] = tiles[depth];
    }
    fill->base = fill->depth = fill->deepest = (uint16_t)n;
    fill->level[n].quota = course->rules.quota[n]; /* as asked for */
    open_level(course, fill, n);
}

void eternity_fill_tiles(const struct eternity_fill *fill, int16_t *tiles)
{
    for (unsigned depth = 0; depth < fill->depth; depth++)
        tiles[depth] = entry_tile(fill->level[depth].entry);
}

static void keep_deepest(struct eternity_fill *fill, unsigned depth)
{
    fill->deepest = fill->depth = (uint16_t)depth;
    eternity_fill_tiles(fill, fill->deepest_tile);
}

/* Whether the pieces in use are those that lie there; for asserts. */
static inline bool used_holds(const struct eternity_course *course,
                              const struct eternity_fill *fill)
{
    unsigned used = 0;
    bool holds = true;
    for (unsigned piece = 0; piece < course->lists->puzzle->cells; piece++)
        used += fill->used[piece];
    for (unsigned depth = 0; depth < fill->depth; depth++)
        holds = holds && fill->used[entry_piece(fill->level[depth].entry)] &&
                fill->board[course->site[depth].at] == fill->level[depth].entry;
    return holds && used == fill->depth;
}

/* The next candidate of the level whose piece is free and keeps the quota; false when
 * there is none. */
static inline bool take_next(const eternity_entry *entries, const uint8_t *used,
                             unsigned quota, struct eternity_level *level)
{
    uint32_t next = level->next, end = level->end;
    for (; next < end; next++) {
        eternity_entry entry = entries[next];
        if (used[entry_piece(entry)] || level->quota + entry_quota(entry) < quota)
            continue;
        level->entry = entry;
        level->next = next + 1;
        return true;
    }
    return false;
}

enum eternity_pause eternity_fill_run(const struct eternity_course *course,
                                      struct eternity_fill *fill, uint64_t placements)
{
    const eternity_entry *entries = course->lists->entry;
    const unsigned goal = course->rules.goal, base = fill->base;
    assert(fill->depth >= base && fill->depth <= goal && fill->deepest >= base);
    uint64_t left = placements;
    unsigned depth = fill->depth;
    bool back = depth == goal;
    for (;;) {
        struct eternity_level *level = &fill->level[depth];
        if (back ||
            !take_next(entries, fill->used, course->rules.quota[depth + 1], level)) {
            if (depth == base)
                break;
            depth--;
            fill->used[entry_piece(fill->level[depth].entry)] = 0;
            back = false;
            continue;
        }
        if (left-- == 0) {
            level->next--;
            break;
        }
        eternity_entry entry = level->entry;
        fill->used[entry_piece(entry)] = 1;
        fill->board[course->site[depth].at] = entry;
        level[1].breaks = (uint16_t)(level->breaks + entry_breaks(entry));
        level[1].quota = (uint16_t)(level->quota + entry_quota(entry));
        depth++;
        if (depth > fill->deepest)
            keep_deepest(fill, depth);
        if (depth == goal)
            break;
        open_level(course, fill, depth);
    }
    bool spent = left == UINT64_MAX;
    fill->depth = (uint16_t)depth;
    fill->placements += spent ? placements : placements - left;
    assert(used_holds(course, fill));
    if (spent)
        return FILL_SPENT;
    return depth == goal && goal > base ? FILL_REACHED : FILL_DONE;
}
