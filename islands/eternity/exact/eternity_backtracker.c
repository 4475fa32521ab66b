#include "eternity_backtracker.h"

#include <assert.h>
#include <string.h>

enum status eternity_backtracker_cut_init(struct eternity_backtracker_cut *cut,
                                          const struct eternity_candidate_table *table,
                                          unsigned depth, struct arena *perm,
                                          struct error *err)
{
    const unsigned colours = table->puzzle->colours;
    memset(cut, 0, sizeof *cut);
    cut->depth = depth;
    cut->list = ARENA_NEW(perm, struct eternity_cut_list,
                          (size_t)table->kinds * colours * colours);
    cut->entry = ARENA_NEW(perm, eternity_entry, table->entries + 1);
    if (!cut->list || !cut->entry)
        return error_set(err, STATUS_MEMORY, "no memory for candidate lists");
    memset(cut->list, 0, (size_t)table->kinds * colours * colours * sizeof *cut->list);
    return STATUS_OK;
}

/* Fills a cut list; kept out of the inner loop, where it is rare. */
static __attribute__((noinline)) void
fill_cut_list(struct eternity_backtracker_cut *cut, const eternity_entry *entries,
              const struct eternity_candidate_list *list,
              struct eternity_cut_list *cut_list)
{
    uint32_t at = list->first, i = list->first;
    for (unsigned part = 0; part < 2; part++) {
        for (; i < list->end[part]; i++)
            if (!cut->used[eternity_entry_piece(entries[i])])
                cut->entry[at++] = entries[i];
        cut_list->end[part] = at;
    }
    cut_list->stamp = cut->stamp;
}

static inline const struct eternity_candidate_list *
list_of(const struct eternity_fill_plan *plan,
        const struct eternity_backtracker *backtracker, unsigned depth)
{
    const struct eternity_fill_plan_cell *site = &plan->site[depth];
    return eternity_fill_plan_list(
        plan, depth, eternity_entry_east(backtracker->board[site->left]),
        eternity_entry_south(backtracker->board[site->above]));
}

static inline const struct eternity_cut_list *
cut_list_of(const struct eternity_fill_plan *plan, struct eternity_backtracker_cut *cut,
            const struct eternity_candidate_list *list)
{
    struct eternity_cut_list *cut_list = &cut->list[list - plan->table->list];
    if (cut_list->stamp != cut->stamp)
        fill_cut_list(cut, plan->table->entry, list, cut_list);
    return cut_list;
}

/* The first cells have other tiles than before. */
static void renew_cut(const struct eternity_fill_plan *plan,
                      const struct eternity_backtracker *backtracker,
                      struct eternity_backtracker_cut *cut)
{
    cut->stamp++;
    memcpy(cut->used, backtracker->used, plan->table->puzzle->cells);
}

/* Makes the lists of the levels that are open: whatever they were made for last. */
static void begin_cut(const struct eternity_fill_plan *plan,
                      const struct eternity_backtracker *backtracker,
                      struct eternity_backtracker_cut *cut)
{
    cut->from = backtracker->base >= cut->depth ? backtracker->base + 1u : cut->depth;
    renew_cut(plan, backtracker, cut);
    for (unsigned depth = cut->from; depth < backtracker->depth; depth++)
        cut->used[eternity_entry_piece(backtracker->level[depth].entry)] = 0;
    for (unsigned depth = cut->from;
         depth <= backtracker->depth && depth < plan->schedule.goal; depth++)
        (void)cut_list_of(plan, cut, list_of(plan, backtracker, depth));
}

/* Candidates of the depth reached. */
static inline void open_level(const struct eternity_fill_plan *plan,
                              struct eternity_backtracker *backtracker,
                              struct eternity_backtracker_cut *cut, unsigned depth)
{
    assert(depth < plan->schedule.goal);
    struct eternity_backtracker_level *level = &backtracker->level[depth];
    const struct eternity_candidate_list *list = list_of(plan, backtracker, depth);
    const uint32_t *end = list->end;
    const unsigned allowed = plan->schedule.breaks[depth + 1];
    if (cut && depth >= cut->from)
        end = cut_list_of(plan, cut, list)->end;
    level->next = list->first;
    level->end = end[level->breaks < allowed];
    assert(level->next <= level->end);
    if (level->breaks > allowed)
        level->end = list->first;
}

static unsigned breaks_of(const struct eternity_fill_plan *plan,
                          const struct eternity_backtracker *backtracker,
                          unsigned depth, const uint8_t *sides)
{
    const struct eternity_fill_plan_cell *site = &plan->site[depth];
    return (unsigned)(eternity_entry_east(backtracker->board[site->left]) !=
                      sides[WEST]) +
           (eternity_entry_south(backtracker->board[site->above]) != sides[NORTH]);
}

void eternity_backtracker_begin(const struct eternity_fill_plan *plan,
                                const int16_t *tiles, unsigned n,
                                struct eternity_backtracker *backtracker)
{
    const struct eternity *puzzle = plan->table->puzzle;
    memset(backtracker, 0, sizeof *backtracker);
    assert(n < plan->schedule.goal && plan->schedule.goal <= puzzle->cells);
    for (unsigned depth = 0; depth < n; depth++) {
        const uint8_t *sides = puzzle->sides[tiles[depth]];
        assert(tiles[depth] >= 0 && !backtracker->used[eternity_piece(tiles[depth])]);
        struct eternity_backtracker_level *level = &backtracker->level[depth];
        level->entry = (uint32_t)tiles[depth] | (uint32_t)sides[EAST] << 12 |
                       (uint32_t)sides[SOUTH] << 18;
        level[1].breaks =
            (uint16_t)(level->breaks + breaks_of(plan, backtracker, depth, sides));
        level[1].early = (uint16_t)(level->early + eternity_candidate_table_early(
                                                       plan->table, tiles[depth]));
        backtracker->board[plan->site[depth].at] = level->entry;
        backtracker->used[eternity_piece(tiles[depth])] = 1;
        backtracker->deepest_tile[depth] = tiles[depth];
    }
    backtracker->base = backtracker->depth = backtracker->deepest = (uint16_t)n;
    open_level(plan, backtracker, NULL, n);
}

void eternity_backtracker_tiles(const struct eternity_backtracker *backtracker,
                                int16_t *tiles)
{
    for (unsigned depth = 0; depth < backtracker->depth; depth++)
        tiles[depth] = eternity_entry_tile(backtracker->level[depth].entry);
}

static void keep_deepest(struct eternity_backtracker *backtracker, unsigned depth)
{
    backtracker->deepest = backtracker->depth = (uint16_t)depth;
    eternity_backtracker_tiles(backtracker, backtracker->deepest_tile);
}

void eternity_backtracker_reset_deepest(struct eternity_backtracker *backtracker)
{
    keep_deepest(backtracker, backtracker->depth);
}

/* Whether the pieces in use are those that lie there; for asserts. */
static inline bool used_holds(const struct eternity_fill_plan *plan,
                              const struct eternity_backtracker *backtracker)
{
    unsigned used = 0;
    bool holds = true;
    for (unsigned piece = 0; piece < plan->table->puzzle->cells; piece++)
        used += backtracker->used[piece];
    for (unsigned depth = 0; depth < backtracker->depth; depth++)
        holds =
            holds &&
            backtracker->used[eternity_entry_piece(backtracker->level[depth].entry)] &&
            backtracker->board[plan->site[depth].at] == backtracker->level[depth].entry;
    return holds && used == backtracker->depth;
}

/* The next candidate of the level whose piece is free, and with which `early` sides of
 * early colours are used; false when there is none. */
static inline bool take_next(const eternity_entry *entries, const uint8_t *used,
                             unsigned early, struct eternity_backtracker_level *level)
{
    uint32_t next = level->next, end = level->end;
    for (; next < end; next++) {
        eternity_entry entry = entries[next];
        if (used[eternity_entry_piece(entry)] ||
            level->early + eternity_entry_early(entry) < early)
            continue;
        level->entry = entry;
        level->next = next + 1;
        return true;
    }
    return false;
}

enum eternity_backtracker_result
eternity_backtracker_run(const struct eternity_fill_plan *plan,
                         struct eternity_backtracker *backtracker,
                         struct eternity_backtracker_cut *cut, uint64_t placements)
{
    const eternity_entry *const entries[2] = {plan->table->entry,
                                              cut ? cut->entry : plan->table->entry};
    const unsigned goal = plan->schedule.goal, base = backtracker->base;
    assert(backtracker->depth >= base && backtracker->depth <= goal &&
           backtracker->deepest >= base);
    if (cut)
        begin_cut(plan, backtracker, cut);
    const unsigned cut_from = cut ? cut->from : ETERNITY_MAX_CELLS + 1;
    uint64_t left = placements;
    unsigned depth = backtracker->depth;
    bool back = depth == goal;
    for (;;) {
        struct eternity_backtracker_level *level = &backtracker->level[depth];
        if (back || !take_next(entries[depth >= cut_from], backtracker->used,
                               plan->schedule.early[depth + 1], level)) {
            if (depth == base)
                break;
            depth--;
            backtracker->used[eternity_entry_piece(backtracker->level[depth].entry)] =
                0;
            back = false;
            continue;
        }
        if (left-- == 0) {
            level->next--;
            break;
        }
        eternity_entry entry = level->entry;
        backtracker->used[eternity_entry_piece(entry)] = 1;
        backtracker->board[plan->site[depth].at] = entry;
        level[1].breaks = (uint16_t)(level->breaks + eternity_entry_breaks(entry));
        level[1].early = (uint16_t)(level->early + eternity_entry_early(entry));
        depth++;
        if (depth > backtracker->deepest)
            keep_deepest(backtracker, depth);
        if (depth == goal)
            break;
        if (cut && depth == cut_from)
            renew_cut(plan, backtracker, cut);
        open_level(plan, backtracker, cut, depth);
    }
    bool spent = left == UINT64_MAX;
    backtracker->depth = (uint16_t)depth;
    backtracker->placements += spent ? placements : placements - left;
    assert(used_holds(plan, backtracker));
    if (spent)
        return ETERNITY_BACKTRACKER_SPENT;
    return depth == goal && goal > base ? ETERNITY_BACKTRACKER_REACHED
                                        : ETERNITY_BACKTRACKER_DONE;
}
