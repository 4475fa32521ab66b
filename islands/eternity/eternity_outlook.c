#include "eternity_outlook.h"

#include <math.h>
#include <string.h>

/* The pairs of classes that can meet; the last only where a board has two rows. */
static const uint8_t pairs[OUTLOOK_PAIRS][2] = {{CLASS_INNER, CLASS_INNER},
                                                {CLASS_INNER, CLASS_INWARD},
                                                {CLASS_RING, CLASS_RING},
                                                {CLASS_INWARD, CLASS_INWARD}};

/* The class of a piece's side, given which of its sides are grey; -1: grey itself. */
static int class_of(const bool grey[N_SIDES], unsigned side)
{
    unsigned greys = 0;
    for (unsigned s = 0; s < N_SIDES; s++)
        greys += grey[s];
    if (grey[side])
        return -1;
    if (greys == 0)
        return CLASS_INNER;
    return greys == 1 && grey[(side + 2) % N_SIDES] ? CLASS_INWARD : CLASS_RING;
}

static int class_in_cell(const struct eternity *puzzle, unsigned cell, unsigned side)
{
    unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    bool rim[N_SIDES] = {row == 0, col == puzzle->cols - 1, row == puzzle->rows - 1,
                         col == 0};
    return class_of(rim, side);
}

static void add_joint(struct eternity_view *view, int a, int b)
{
    for (unsigned p = 0; p < OUTLOOK_PAIRS; p++)
        if ((pairs[p][0] == a && pairs[p][1] == b) ||
            (pairs[p][0] == b && pairs[p][1] == a))
            view->joints[p]++;
}

static void ask(struct eternity_view *view, unsigned slot, int class)
{
    view->slot[view->asking] = (uint8_t)slot;
    view->asks[view->asking++] = (uint8_t) class;
}

/* The joint between a cell and the one to its south or east. */
static void see_joint(const struct eternity_outlook *outlook, unsigned depth,
                      unsigned cell, unsigned side)
{
    const struct eternity *puzzle = outlook->puzzle;
    struct eternity_view *view = &outlook->view[depth];
    unsigned other = side == SOUTH ? cell + puzzle->cols : cell + 1;
    int asks = class_in_cell(puzzle, other, (side + 2) % N_SIDES);
    unsigned slot =
        side == SOUTH ? cell % puzzle->cols : puzzle->cols + cell / puzzle->cols;
    if (outlook->order->depth[cell] > depth)
        add_joint(view, class_in_cell(puzzle, cell, side), asks);
    else if (outlook->order->depth[cell] < depth &&
             outlook->order->depth[other] > depth)
        ask(view, slot, asks);
}

static void set_view(const struct eternity_outlook *outlook, unsigned depth)
{
    const struct eternity *puzzle = outlook->puzzle;
    struct eternity_view *view = &outlook->view[depth];
    unsigned next = outlook->order->cell[depth];
    unsigned row = next / puzzle->cols, col = next % puzzle->cols;
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        if (cell % puzzle->cols + 1 < puzzle->cols)
            see_joint(outlook, depth, cell, EAST);
        if (cell / puzzle->cols + 1 < puzzle->rows)
            see_joint(outlook, depth, cell, SOUTH);
    }
    for (unsigned side = 0; side < N_SIDES; side++)
        view->class_of[side] = (int8_t)class_in_cell(puzzle, next, side);
    view->column = (uint8_t)col;
    view->row = (uint8_t)(puzzle->cols + row);
    view->asks_south = view->asks_east = -1;
    if (row + 1 < puzzle->rows)
        view->asks_south = (int8_t)class_in_cell(puzzle, next + puzzle->cols, NORTH);
    if (col + 1 < puzzle->cols)
        view->asks_east = (int8_t)class_in_cell(puzzle, next + 1, WEST);
}

static void set_inks(struct eternity_outlook *outlook)
{
    const struct eternity *puzzle = outlook->puzzle;
    for (unsigned tile = 0; tile < 4 * puzzle->cells; tile++) {
        bool grey[N_SIDES];
        for (unsigned side = 0; side < N_SIDES; side++)
            grey[side] = puzzle->sides[tile][side] == ETERNITY_GREY;
        for (unsigned side = 0; side < N_SIDES; side++) {
            unsigned ink = outlook->inks - 1;
            if (!grey[side])
                ink = (unsigned)class_of(grey, side) * puzzle->colours +
                      puzzle->sides[tile][side];
            outlook->ink[tile][side] = (uint8_t)ink;
            if (tile % 4 == 0)
                outlook->supply[ink]++;
        }
    }
    for (unsigned ink = 0; ink < outlook->inks; ink++)
        if (outlook->supply[ink] > outlook->most)
            outlook->most = outlook->supply[ink];
}

enum status eternity_outlook_init(struct eternity_outlook *outlook,
                                  const struct eternity *puzzle,
                                  const struct eternity_order *order, double weight,
                                  struct arena *perm, struct error *err)
{
    *outlook = (struct eternity_outlook){.puzzle = puzzle,
                                         .order = order,
                                         .slots = puzzle->cols + puzzle->rows,
                                         .inks = N_CLASSES * puzzle->colours + 1,
                                         .weight = weight};
    outlook->view = ARENA_NEW(perm, struct eternity_view, puzzle->cells);
    outlook->ink = arena_take_array(perm, (size_t)4 * puzzle->cells, N_SIDES);
    outlook->supply = ARENA_NEW(perm, uint16_t, outlook->inks);
    if (!outlook->view || !outlook->ink || !outlook->supply)
        return error_set(err, STATUS_MEMORY, "no memory for the outlook of boards");
    set_inks(outlook);
    outlook->log_supply = ARENA_NEW(perm, float, (outlook->most + 1) * N_CLASSES);
    if (!outlook->log_supply)
        return error_set(err, STATUS_MEMORY, "no memory for the outlook of boards");
    for (unsigned depth = 0; depth < puzzle->cells; depth++)
        set_view(outlook, depth);
    return STATUS_OK;
}

void eternity_outlook_turn(struct eternity_outlook *outlook, unsigned depth,
                           const uint16_t *supply)
{
    const struct eternity_view *view = &outlook->view[depth];
    unsigned colours = outlook->puzzle->colours;
    double miss = exp(-outlook->weight);
    outlook->depth = depth;
    for (unsigned class = 0; class < N_CLASSES; class ++) {
        outlook->total[class] = 0;
        for (unsigned c = 0; c < colours; c++)
            outlook->total[class] += supply[class * colours + c];
    }
    for (unsigned side = 0; side < N_SIDES; side++)
        if (view->class_of[side] >= 0)
            outlook->total[view->class_of[side]]--;
    for (unsigned class = 0; class < N_CLASSES; class ++)
        for (unsigned n = 0; n <= outlook->most; n++)
            outlook->log_supply[class * (outlook->most + 1) + n] =
                (float)log(n + fmax(outlook->total[class], 1) * miss);
}

/* Joints between open cells of two classes: their part of the value, and the price of
 * each side that leaves. */
static double price_pair(const struct eternity_outlook *outlook, unsigned pair,
                         const uint16_t *supply, struct eternity_prices *prices)
{
    unsigned colours = outlook->puzzle->colours;
    unsigned a = pairs[pair][0], b = pairs[pair][1];
    const uint16_t *of_a = supply + a * colours, *of_b = supply + b * colours;
    double joints = outlook->view[outlook->depth].joints[pair];
    unsigned alike = 0, itself = a == b;
    for (unsigned c = 0; c < colours; c++)
        if (of_a[c])
            alike += (unsigned)of_a[c] * (of_b[c] - itself);
    double missed = outlook->total[a] * outlook->total[b] * exp(-outlook->weight);
    double ways = fmax(alike + missed, 1e-9);
    float each = (float)(joints / ways);
    for (unsigned c = 0; c < colours; c++) {
        if (of_b[c])
            prices->ink[a * colours + c] += each * (float)(of_b[c] - itself);
        if (of_a[c])
            prices->ink[b * colours + c] += each * (float)(of_a[c] - itself);
    }
    return -joints * log(ways);
}

/* What a colour on the next tile is worth that asks for its like in a class; one side
 * fewer is left where the tile's own side is of that class. */
static void price_asking(const struct eternity_outlook *outlook, int asks, int own,
                         const uint16_t *supply, float *price)
{
    unsigned colours = outlook->puzzle->colours;
    memset(price, 0, colours * sizeof *price);
    if (asks < 0)
        return;
    const float *logs = outlook->log_supply + (unsigned)asks * (outlook->most + 1);
    for (unsigned c = 1; c < colours; c++) {
        unsigned n = supply[(unsigned)asks * colours + c];
        price[c] = -logs[n - (asks == own && n > 0)];
    }
}

void eternity_outlook_price(const struct eternity_outlook *outlook,
                            const uint16_t *supply, const uint8_t *slots,
                            unsigned breaks, struct eternity_prices *prices)
{
    const struct eternity_view *view = &outlook->view[outlook->depth];
    unsigned colours = outlook->puzzle->colours;
    double value = outlook->weight * breaks;
    memset(prices->ink, 0, outlook->inks * sizeof *prices->ink);
    for (unsigned pair = 0; pair < OUTLOOK_PAIRS; pair++)
        if (view->joints[pair])
            value += price_pair(outlook, pair, supply, prices);
    for (unsigned i = 0; i < view->asking; i++) {
        const float *logs =
            outlook->log_supply + view->asks[i] * (size_t)(outlook->most + 1);
        unsigned ink = view->asks[i] * colours + slots[view->slot[i]];
        unsigned n = supply[ink];
        value -= (double)logs[n];
        if (n > 0)
            prices->ink[ink] += logs[n] - logs[n - 1];
    }
    prices->ink[outlook->inks - 1] = 0;
    prices->base = (float)value;
    price_asking(outlook, view->asks_south, view->class_of[SOUTH], supply,
                 prices->south);
    price_asking(outlook, view->asks_east, view->class_of[EAST], supply, prices->east);
}
