#include "eternity_candidate_table.h"

#include <string.h>

static struct eternity_cell_kind kind_of_cell(const struct eternity *puzzle,
                                              unsigned cell)
{
    const unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    struct eternity_cell_kind kind = {.clue = puzzle->clue[cell], .to_fit = {-1, -1}};
    kind.rim = (uint8_t)eternity_rim(puzzle, cell);
    if (kind.clue >= 0)
        return kind;
    if (col + 1 < puzzle->cols && puzzle->clue[cell + 1] >= 0)
        kind.to_fit[0] = (int8_t)puzzle->sides[puzzle->clue[cell + 1]][WEST];
    if (row + 1 < puzzle->rows && puzzle->clue[cell + puzzle->cols] >= 0)
        kind.to_fit[1] =
            (int8_t)puzzle->sides[puzzle->clue[cell + puzzle->cols]][NORTH];
    return kind;
}

static bool same_kind(const struct eternity_cell_kind *a,
                      const struct eternity_cell_kind *b)
{
    return a->rim == b->rim && a->clue == b->clue && a->to_fit[0] == b->to_fit[0] &&
           a->to_fit[1] == b->to_fit[1];
}

/* Numbers the kinds in order of cells. */
static void find_kinds(struct eternity_candidate_table *table)
{
    for (unsigned cell = 0; cell < table->puzzle->cells; cell++) {
        struct eternity_cell_kind kind = kind_of_cell(table->puzzle, cell);
        unsigned k = 0;
        while (k < table->kinds && !same_kind(&table->kind[k], &kind))
            k++;
        if (k == table->kinds)
            table->kind[table->kinds++] = kind;
        table->kind_of[cell] = (uint16_t)k;
    }
}

static bool is_clue(const struct eternity *puzzle, int16_t tile)
{
    for (unsigned cell = 0; puzzle->clues && cell < puzzle->cells; cell++)
        if (puzzle->clue[cell] >= 0 &&
            eternity_piece(puzzle->clue[cell]) == eternity_piece(tile))
            return true;
    return false;
}

/* Whether cells of the kind may take the tile, whatever is left and above. */
static bool suits(const struct eternity *puzzle, const struct eternity_cell_kind *kind,
                  int16_t tile, bool clue)
{
    const uint8_t *sides = puzzle->sides[tile];
    if (kind->clue >= 0 ? kind->clue != tile : clue)
        return false;
    if (eternity_grey_sides(puzzle, tile) != kind->rim)
        return false;
    return (kind->to_fit[0] < 0 || (uint8_t)kind->to_fit[0] == sides[EAST]) &&
           (kind->to_fit[1] < 0 || (uint8_t)kind->to_fit[1] == sides[SOUTH]);
}

/* Visits the lists of a kind that a tile belongs to: lists[i] with breaks[i]. At most
 * 1 + 2 * (ETERNITY_MAX_COLOURS - 2) of them. */
static unsigned lists_of_tile(const struct eternity_candidate_table *table,
                              unsigned kind, int16_t tile,
                              struct eternity_candidate_list **list, unsigned *breaks)
{
    unsigned colours = table->puzzle->colours, n = 0;
    unsigned left = table->puzzle->sides[tile][WEST];
    unsigned above = table->puzzle->sides[tile][NORTH];
    struct eternity_candidate_list *of_kind =
        table->list + (size_t)kind * colours * colours;
    breaks[n] = 0;
    list[n++] = of_kind + left * colours + above;
    for (unsigned colour = 1; colour < colours; colour++) {
        if (left != ETERNITY_GREY && colour != left) {
            breaks[n] = 1;
            list[n++] = of_kind + colour * colours + above;
        }
        if (above != ETERNITY_GREY && colour != above) {
            breaks[n] = 1;
            list[n++] = of_kind + left * colours + colour;
        }
    }
    return n;
}

static size_t lists_count(const struct eternity_candidate_table *table)
{
    return (size_t)table->kinds * table->puzzle->colours * table->puzzle->colours;
}

/* Lengths of all lists, kept as end[breaks]; returns how many entries there are. */
static size_t measure(struct eternity_candidate_table *table)
{
    const struct eternity *puzzle = table->puzzle;
    struct eternity_candidate_list *list[2 * ETERNITY_MAX_COLOURS];
    unsigned breaks[2 * ETERNITY_MAX_COLOURS];
    size_t entries = 0;
    memset(table->list, 0, lists_count(table) * sizeof *table->list);
    for (int16_t tile = 0; tile < (int16_t)(4 * puzzle->cells); tile++) {
        bool clue = is_clue(puzzle, tile);
        for (unsigned kind = 0; kind < table->kinds; kind++) {
            if (!suits(puzzle, &table->kind[kind], tile, clue))
                continue;
            unsigned n = lists_of_tile(table, kind, tile, list, breaks);
            for (unsigned i = 0; i < n; i++)
                list[i]->end[breaks[i]]++;
            entries += n;
        }
    }
    return entries;
}

/* With a free rim clues need not keep it, but the lists do. */
static enum status check_clues(const struct eternity *puzzle, struct error *err)
{
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        int16_t clue = puzzle->clue[cell];
        if (clue >= 0 &&
            eternity_grey_sides(puzzle, clue) != eternity_rim(puzzle, cell))
            return error_at(err, "eternity.hints",
                            "the clue in row %u, column %u breaks the rim (expected: "
                            "clues that keep it, or neither beam nor depth_first)",
                            cell / puzzle->cols, cell % puzzle->cols);
    }
    return STATUS_OK;
}

enum status eternity_candidate_table_init(struct eternity_candidate_table *table,
                                          const struct eternity *puzzle,
                                          struct arena *perm, struct error *err)
{
    *table = (struct eternity_candidate_table){.puzzle = puzzle};
    if (check_clues(puzzle, err))
        return err->status;
    table->kind = ARENA_NEW(perm, struct eternity_cell_kind, puzzle->cells);
    table->kind_of = ARENA_NEW(perm, uint16_t, puzzle->cells);
    if (!table->kind || !table->kind_of)
        return error_set(err, STATUS_MEMORY, "no memory for candidate lists");
    find_kinds(table);
    table->list = ARENA_NEW(perm, struct eternity_candidate_list, lists_count(table));
    if (!table->list)
        return error_set(err, STATUS_MEMORY, "no memory for candidate lists");
    table->entries = measure(table);
    table->entry = ARENA_NEW(perm, eternity_entry, table->entries + 1);
    if (!table->entry)
        return error_set(err, STATUS_MEMORY, "no memory for %zu candidates",
                         table->entries);
    memset(table->list, 0, lists_count(table) * sizeof *table->list);
    return STATUS_OK;
}

/* From lengths to places: first and end[] are where the parts begin. */
static void lay_out(struct eternity_candidate_table *table)
{
    uint32_t at = 0;
    for (size_t i = 0; i < lists_count(table); i++) {
        struct eternity_candidate_list *list = &table->list[i];
        uint32_t fitting = list->end[0], broken = list->end[1];
        list->first = list->end[0] = at;
        list->end[1] = at + fitting;
        at += fitting + broken;
    }
}

unsigned eternity_candidate_table_early(const struct eternity_candidate_table *table,
                                        int16_t tile)
{
    unsigned n = 0;
    for (unsigned side = 0; side < N_SIDES; side++)
        n += table->early >> table->puzzle->sides[tile][side] & 1;
    return n;
}

/* Moves the tiles with most sides of early colours to the front; others keep their
 * order. */
static void put_early_first(const struct eternity_candidate_table *table,
                            uint32_t *order, unsigned tiles)
{
    uint32_t before[ETERNITY_MAX_TILES];
    unsigned at = 0;
    memcpy(before, order, tiles * sizeof *order);
    for (unsigned sides = N_SIDES + 1; sides-- > 0;)
        for (unsigned i = 0; i < tiles; i++)
            if (eternity_candidate_table_early(table, (int16_t)before[i]) == sides)
                order[at++] = before[i];
}

void eternity_candidate_table_fill(struct eternity_candidate_table *table,
                                   struct rng *rng)
{
    const struct eternity *puzzle = table->puzzle;
    struct eternity_candidate_list *list[2 * ETERNITY_MAX_COLOURS];
    unsigned breaks[2 * ETERNITY_MAX_COLOURS];
    uint32_t order[ETERNITY_MAX_TILES];
    for (unsigned tile = 0; tile < 4 * puzzle->cells; tile++)
        order[tile] = tile;
    rng_shuffle(rng, order, 4 * puzzle->cells);
    if (table->early)
        put_early_first(table, order, 4 * puzzle->cells);
    measure(table);
    lay_out(table);
    for (unsigned i = 0; i < 4 * puzzle->cells; i++) {
        int16_t tile = (int16_t)order[i];
        const uint8_t *sides = puzzle->sides[tile];
        bool clue = is_clue(puzzle, tile);
        eternity_entry entry = (uint32_t)tile | (uint32_t)sides[EAST] << 12 |
                               (uint32_t)sides[SOUTH] << 18 |
                               (uint32_t)eternity_candidate_table_early(table, tile)
                                   << 24;
        for (unsigned kind = 0; kind < table->kinds; kind++) {
            if (!suits(puzzle, &table->kind[kind], tile, clue))
                continue;
            unsigned n = lists_of_tile(table, kind, tile, list, breaks);
            for (unsigned k = 0; k < n; k++)
                table->entry[list[k]->end[breaks[k]]++] = entry | breaks[k] << 27;
        }
    }
}
