/* Parts of a board: the fewest breaks of a region, and all ways to fill the first
 * cells of an order, against trying all. */
#include "fuzz_eternity_backtracker.h"

#include <string.h>

enum { MOST_CELLS_TRIED = 200000, MOST_WAYS = 20000 };

static struct fuzz_board *const board = &fuzz_board;

static void shuffle(struct fuzz *fuzz, int *list, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)fuzz_between(fuzz, 0, i), was = list[i];
        list[i] = list[j];
        list[j] = was;
    }
}

static bool may_lie(int cell, int tile)
{
    board->tile[cell] = tile;
    return (board->clue[cell] < 0 || board->clue[cell] == tile) &&
           fuzz_eternity_fits_rim(cell);
}

static bool is_clue_of_another(int cell, int piece)
{
    for (int other = 0; other < board->pieces; other++)
        if (other != cell && board->clue[other] >= 0 && board->clue[other] / 4 == piece)
            return true;
    return false;
}

/* A random board that keeps the rim and the clues. */
static void draw_board(struct fuzz *fuzz)
{
    int order[FUZZ_MOST_PIECES];
    bool used[FUZZ_MOST_PIECES] = {false};
    for (int i = 0; i < board->pieces; i++)
        order[i] = i;
    shuffle(fuzz, order, board->pieces);
    for (int cell = 0; cell < board->pieces; cell++) {
        bool done = false;
        for (int i = 0; i < board->pieces && !done; i++) {
            int first = (int)fuzz_below(fuzz, 4);
            if (used[order[i]] || is_clue_of_another(cell, order[i]))
                continue;
            for (int turn = 0; turn < 4 && !done; turn++)
                done = may_lie(cell, 4 * order[i] + (first + turn) % 4);
            used[order[i]] = done;
        }
    }
}

/* ---- a region ---- */

/* Joints with an end in the region that do not match. */
static unsigned breaks_of(unsigned inside)
{
    unsigned breaks = 0;
    for (int cell = 0; cell < board->pieces; cell++)
        for (int side = 1; side <= 2; side++) {
            int next = side == 1 ? cell + 1 : cell + board->cols;
            if (!fuzz_eternity_on_rim(cell, side) &&
                (inside >> cell & 1 || inside >> next & 1))
                breaks += fuzz_eternity_colour(cell, side) !=
                          fuzz_eternity_colour(next, (side + 2) % 4);
        }
    return breaks;
}

static struct {
    int cells[FUZZ_MOST_PIECES], pieces[FUZZ_MOST_PIECES];
    unsigned n, inside, fewest, tried;
} region;

static void try_region(unsigned i, unsigned used)
{
    if (i == region.n) {
        unsigned breaks = breaks_of(region.inside);
        region.fewest = breaks < region.fewest ? breaks : region.fewest;
    }
    for (unsigned p = 0; p < region.n && i < region.n; p++)
        for (int turn = 0; turn < 4 && !(used >> p & 1); turn++)
            if (++region.tried < MOST_CELLS_TRIED &&
                may_lie(region.cells[i], 4 * region.pieces[p] + turn))
                try_region(i + 1, used | 1u << p);
}

static void fuzz_one_region(struct fuzz *fuzz)
{
    int order[FUZZ_MOST_PIECES], before[FUZZ_MOST_PIECES];
    memcpy(before, board->tile, sizeof before);
    memset(&region, 0, sizeof region);
    for (int i = 0; i < board->pieces; i++)
        order[i] = i;
    shuffle(fuzz, order, board->pieces);
    region.n = (unsigned)fuzz_between(fuzz, 1, board->pieces);
    if (fuzz_chance(fuzz, 0.6) && region.n > 5)
        region.n = 5;
    for (unsigned i = 0; i < region.n; i++) {
        region.cells[i] = order[i];
        region.pieces[i] = board->tile[order[i]] / 4;
        region.inside |= 1u << order[i];
    }
    unsigned now = breaks_of(region.inside);
    region.fewest = now;
    try_region(0, 0);
    memcpy(board->tile, before, sizeof before);
    uint64_t nodes = fuzz_chance(fuzz, 0.2) ? fuzz_below(fuzz, 50) : UINT64_MAX;
    unsigned below = fuzz_chance(fuzz, 0.5) ? now + (unsigned)fuzz_below(fuzz, 3)
                                            : (unsigned)fuzz_between(fuzz, 0, now + 1);
    unsigned got = fuzz_region(region.cells, region.n, below, &nodes);
    unsigned least = region.fewest < below ? region.fewest : below;
    bool known = region.tried < MOST_CELLS_TRIED;
    if (known && (nodes ? got != least : got < least || got > below))
        fuzz_wrong(fuzz, "%u breaks of a region, %u are least", got, least);
    if (got == below && memcmp(before, board->tile, sizeof before) != 0)
        fuzz_wrong(fuzz, "a region is changed without need");
    if (got < below && breaks_of(region.inside) != got)
        fuzz_wrong(fuzz, "%u breaks of a region, told %u", breaks_of(region.inside),
                   got);
    unsigned used = 0;
    for (int cell = 0; cell < board->pieces; cell++) {
        used |= 1u << board->tile[cell] / 4;
        if (!may_lie(cell, board->tile[cell]) ||
            (!(region.inside >> cell & 1) && board->tile[cell] != before[cell]))
            fuzz_wrong(fuzz, "cell %d of a region breaks a rule", cell);
    }
    if (used != (1u << board->pieces) - 1)
        fuzz_wrong(fuzz, "a region holds a piece twice");
    memcpy(board->tile, before, sizeof before);
}

/* ---- the first cells of an order ---- */

static struct {
    struct fuzz_filling how;
    int cell[FUZZ_MOST_PIECES], tiles[FUZZ_MOST_PIECES];
    struct fuzz_ways ways;
    unsigned tried;
} filling;

/* Breaks that the tile of a cell has to the left and above. */
static unsigned breaks_behind(int cell)
{
    unsigned breaks = 0;
    if (!fuzz_eternity_on_rim(cell, 3))
        breaks += fuzz_eternity_colour(cell, 3) != fuzz_eternity_colour(cell - 1, 1);
    if (!fuzz_eternity_on_rim(cell, 0))
        breaks += fuzz_eternity_colour(cell, 0) !=
                  fuzz_eternity_colour(cell - board->cols, 2);
    return breaks;
}

/* Sides of a piece that have an early colour. */
static unsigned early_sides(int piece)
{
    unsigned n = 0;
    for (int side = 0; side < 4; side++)
        n += filling.how.colours >> board->side[piece][side] & 1;
    return n;
}

/* Beside a clue that is still to come, only what fits it. */
static bool fits_clues(int cell)
{
    for (int side = 1; side <= 2; side++) {
        int next = side == 1 ? cell + 1 : cell + board->cols;
        if (fuzz_eternity_on_rim(cell, side) || board->clue[next] < 0 ||
            board->clue[cell] >= 0)
            continue;
        board->tile[next] = board->clue[next];
        if (fuzz_eternity_colour(cell, side) !=
            fuzz_eternity_colour(next, (side + 2) % 4))
            return false;
    }
    return true;
}

static void try_fill(unsigned depth, unsigned used, unsigned breaks, unsigned early)
{
    if (depth == filling.how.goal) {
        fuzz_ways_add(&filling.ways, filling.tiles, depth);
        return;
    }
    int cell = filling.cell[depth];
    for (int tile = 0; tile < 4 * board->pieces; tile++) {
        if (used >> tile / 4 & 1 || is_clue_of_another(cell, tile / 4) ||
            ++filling.tried >= MOST_CELLS_TRIED || !may_lie(cell, tile) ||
            !fits_clues(cell))
            continue;
        unsigned more = breaks_behind(cell);
        unsigned used_early = early + early_sides(tile / 4);
        if (more > 1 || breaks + more > filling.how.breaks[depth + 1] ||
            used_early < filling.how.early[depth + 1])
            continue;
        filling.tiles[depth] = tile;
        try_fill(depth + 1, used | 1u << tile / 4, breaks + more, used_early);
    }
}

static void draw_filling(struct fuzz *fuzz)
{
    struct fuzz_filling *how = &filling.how;
    memset(&filling, 0, sizeof filling);
    how->mixed = (unsigned)fuzz_below(fuzz, (uint64_t)board->rows + 2);
    how->corner = (unsigned)fuzz_below(fuzz, (uint64_t)board->cols + 2);
    how->goal = (unsigned)fuzz_between(fuzz, 1, board->pieces);
    if (fuzz_chance(fuzz, 0.6))
        how->goal = (unsigned)board->pieces;
    how->given = fuzz_chance(fuzz, 0.5) ? (unsigned)fuzz_below(fuzz, how->goal) : 0;
    how->slice = fuzz_chance(fuzz, 0.5) ? 1 + fuzz_below(fuzz, 9) : 1u << 30;
    how->seed = fuzz_bits(fuzz);
    how->cut = (unsigned)fuzz_below(fuzz, how->goal + 1);
    unsigned rate = (unsigned)fuzz_below(fuzz, 5);
    for (unsigned depth = 1; depth <= how->goal; depth++) {
        how->breaks[depth] = how->breaks[depth - 1] + (fuzz_below(fuzz, 8) < rate);
    }
    if (fuzz_chance(fuzz, 0.5)) {
        const unsigned share = 1 + (unsigned)fuzz_below(fuzz, 8);
        how->colours = fuzz_bits(fuzz) & fuzz_bits(fuzz) & ~UINT64_C(1);
        for (unsigned depth = 1; depth <= how->goal; depth++)
            if (fuzz_chance(fuzz, 0.7))
                how->early[depth] = depth * share / 4;
    }
    fuzz_fill_order(how, filling.cell);
}

static void fuzz_one_filling(struct fuzz *fuzz)
{
    int before[FUZZ_MOST_PIECES];
    unsigned used = 0, breaks = 0, early = 0;
    draw_filling(fuzz);
    memcpy(before, board->tile, sizeof before);
    struct fuzz_ways found = fuzz_fill(&filling.how, MOST_WAYS);
    for (unsigned depth = 0; depth < filling.how.given; depth++) {
        int tile = before[filling.cell[depth]];
        filling.tiles[depth] = tile;
        used |= 1u << tile / 4;
        breaks += breaks_behind(filling.cell[depth]);
        early += early_sides(tile / 4);
    }
    try_fill(filling.how.given, used, breaks, early);
    if (filling.tried < MOST_CELLS_TRIED && filling.ways.ways < MOST_WAYS &&
        (found.ways != filling.ways.ways || found.sum != filling.ways.sum))
        fuzz_wrong(fuzz, "%llu ways to fill %u cells, %llu are right",
                   (unsigned long long)found.ways, filling.how.goal,
                   (unsigned long long)filling.ways.ways);
    memcpy(board->tile, before, sizeof before);
}

void fuzz_eternity_parts(struct fuzz *fuzz)
{
    draw_board(fuzz);
    for (int i = 0; i < 3; i++) {
        fuzz_say(fuzz, "region");
        fuzz_one_region(fuzz);
        fuzz_say(fuzz, "fill");
        fuzz_one_filling(fuzz);
    }
}
