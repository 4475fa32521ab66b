#include "eternity_outlook.h"

#include <math.h>
#include <string.h>

/* Room in the tables for demands below 0: more asked of inward sides than there are. */
enum { SPARE = ETERNITY_SLOTS + 4 };

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

static void set_view(const struct eternity_outlook *outlook, unsigned depth)
{
    const struct eternity *puzzle = outlook->puzzle;
    struct eternity_view *view = &outlook->view[depth];
    unsigned next = outlook->order->cell[depth];
    unsigned row = next / puzzle->cols, col = next % puzzle->cols;
    view->column = (uint8_t)col;
    view->row = (uint8_t)(puzzle->cols + row);
    view->north = (int8_t)class_in_cell(puzzle, next, NORTH);
    view->west = (int8_t)class_in_cell(puzzle, next, WEST);
    view->asks_south = view->asks_east = -1;
    if (row + 1 < puzzle->rows)
        view->asks_south = (int8_t)class_in_cell(puzzle, next + puzzle->cols, NORTH);
    if (col + 1 < puzzle->cols)
        view->asks_east = (int8_t)class_in_cell(puzzle, next + 1, WEST);
}

/* Class of a tile's side, -1: grey. */
static int class_on_tile(const struct eternity *puzzle, unsigned tile, unsigned side)
{
    bool grey[N_SIDES];
    for (unsigned s = 0; s < N_SIDES; s++)
        grey[s] = puzzle->sides[tile][s] == ETERNITY_GREY;
    return class_of(grey, side);
}

/* Numbers the inks that the pieces have. */
static void number_inks(struct eternity_outlook *outlook)
{
    const struct eternity *puzzle = outlook->puzzle;
    bool has[2][ETERNITY_MAX_COLOURS] = {{false}}; /* away from the ring, along it */
    for (unsigned tile = 0; tile < 4 * puzzle->cells; tile += 4)
        for (unsigned side = 0; side < N_SIDES; side++) {
            int class = class_on_tile(puzzle, tile, side);
            if (class >= 0)
                has[class == CLASS_RING][puzzle->sides[tile][side]] = true;
        }
    for (unsigned class = 0; class < N_CLASSES; class ++) {
        outlook->first[class] = outlook->inks;
        for (unsigned c = 0; c < puzzle->colours; c++)
            if (has[class == CLASS_RING][c])
                outlook->ink_of[class][c] = (uint8_t)outlook->inks++;
        outlook->colours[class] = outlook->inks - outlook->first[class];
    }
    for (unsigned class = 0; class < N_CLASSES; class ++)
        for (unsigned c = 0; c < ETERNITY_MAX_COLOURS; c++)
            if (c >= puzzle->colours || !has[class == CLASS_RING][c])
                outlook->ink_of[class][c] = (uint8_t)outlook->inks;
    outlook->inks++;
}

static void set_inks(struct eternity_outlook *outlook)
{
    const struct eternity *puzzle = outlook->puzzle;
    for (unsigned tile = 0; tile < 4 * puzzle->cells; tile++)
        for (unsigned side = 0; side < N_SIDES; side++) {
            int class = class_on_tile(puzzle, tile, side);
            unsigned ink = outlook->inks - 1;
            if (class >= 0)
                ink = outlook->ink_of[class][puzzle->sides[tile][side]];
            outlook->ink[tile][side] = (uint8_t)ink;
            if (class >= 0 && tile % 4 == 0)
                outlook->supply[ink]++;
        }
}

/* Where the tables of the classes begin, and how long their rows are. */
static void lay_out_tables(struct eternity_outlook *outlook)
{
    uint32_t rows = 0;
    for (unsigned class = 0; class < N_CLASSES; class ++) {
        outlook->table[class] = rows;
        for (unsigned i = 0; i < outlook->colours[class]; i++) {
            unsigned n = outlook->supply[outlook->first[class] + i];
            if (n > outlook->most[class])
                outlook->most[class] = n;
        }
        rows += outlook->most[class] + 1;
    }
    outlook->row = SPARE + outlook->most[CLASS_INWARD] + outlook->slots + 4;
    for (unsigned class = 0; class < N_CLASSES; class ++) {
        outlook->table[class] *= outlook->row;
        for (unsigned i = 0; i < outlook->colours[class]; i++)
            outlook->start[outlook->first[class] + i] = outlook->table[class] + SPARE;
    }
    outlook->table[N_CLASSES] = rows * outlook->row;
}

enum status eternity_outlook_init(struct eternity_outlook *outlook,
                                  const struct eternity *puzzle,
                                  const struct eternity_order *order, double weight,
                                  struct arena *perm, struct error *err)
{
    *outlook = (struct eternity_outlook){.puzzle = puzzle,
                                         .order = order,
                                         .slots = puzzle->cols + puzzle->rows,
                                         .weight = weight,
                                         .break_worth = eternity_as_value(weight)};
    number_inks(outlook);
    outlook->view = ARENA_NEW(perm, struct eternity_view, puzzle->cells);
    outlook->ink = arena_take_array(perm, (size_t)4 * puzzle->cells, N_SIDES);
    outlook->supply = ARENA_NEW(perm, uint16_t, outlook->inks);
    if (!outlook->view || !outlook->ink || !outlook->supply)
        return error_set(err, STATUS_MEMORY, "no memory for the outlook of boards");
    set_inks(outlook);
    lay_out_tables(outlook);
    outlook->worth = ARENA_NEW(perm, int32_t, outlook->table[N_CLASSES]);
    outlook->row_of = ARENA_NEW(perm, double, 2 * outlook->row);
    outlook->change =
        ARENA_NEW(perm, struct eternity_change, (size_t)4 * puzzle->cells);
    if (!outlook->worth || !outlook->change || !outlook->row_of)
        return error_set(err, STATUS_MEMORY, "no memory for the outlook of boards");
    for (unsigned depth = 0; depth < puzzle->cells; depth++)
        set_view(outlook, depth);
    return STATUS_OK;
}

/* The ink that a side of some class asks for, or is. */
static inline unsigned ink_for(const struct eternity_outlook *outlook, int class,
                               unsigned colour)
{
    return class < 0 ? outlook->inks - 1 : outlook->ink_of[class][colour];
}

void eternity_outlook_lay(const struct eternity_outlook *outlook, unsigned depth,
                          int16_t tile, struct eternity_line line)
{
    const struct eternity_view *view = &outlook->view[depth], *next = view + 1;
    const uint8_t *sides = outlook->puzzle->sides[tile];
    for (unsigned side = 0; side < N_SIDES; side++)
        line.supply[outlook->ink[tile][side]]--;
    line.slots[view->row] = sides[EAST];
    line.slots[view->column] = sides[SOUTH];
    line.asked[ink_for(outlook, view->asks_south, sides[SOUTH])]++;
    line.asked[ink_for(outlook, view->asks_east, sides[EAST])]++;
    if (depth + 1 == outlook->puzzle->cells)
        return;
    line.asked[ink_for(outlook, next->north, line.slots[next->column])]--;
    line.asked[ink_for(outlook, next->west, line.slots[next->row])]--;
}

void eternity_outlook_ask(const struct eternity_outlook *outlook, unsigned rows,
                          struct eternity_line line)
{
    const unsigned cols = outlook->puzzle->cols;
    memset(line.asked, 0, outlook->inks);
    for (unsigned col = 1; col < cols; col++) { /* the next cell is in the first */
        unsigned depth = outlook->order->depth[rows * cols + col];
        line.asked[ink_for(outlook, outlook->view[depth].north, line.slots[col])]++;
    }
}

/* Sides of each ink that are asked for. Inward sides that no filled cell asks for ask
 * for inner ones themselves. */
static void count_asked(const struct eternity_outlook *outlook,
                        struct eternity_line line, int *asked)
{
    unsigned inward = outlook->first[CLASS_INWARD];
    for (unsigned ink = 0; ink + 1 < outlook->inks; ink++)
        asked[ink] = line.asked[ink];
    for (unsigned i = 0; i < outlook->colours[CLASS_INNER]; i++)
        asked[i] += line.supply[inward + i] - line.asked[inward + i];
}

/* u with 2 (1 - e) u^2 + 2 e U u + a u / (u + e U) = n, by bisection. */
static double saddle(double n, double a, double miss, double sum)
{
    double low = 0, high = sqrt(n / 2) + 1;
    for (int i = 0; i < 40; i++) {
        double u = (low + high) / 2;
        double is = 2 * (1 - miss) * u * u + 2 * miss * sum * u +
                    (a > 0 ? a * u / (u + miss * sum + 1e-12) : 0);
        if (is < n)
            low = u;
        else
            high = u;
    }
    return low;
}

/* The sum U over the colours of a class. */
static double saddle_sum(const struct eternity_outlook *outlook, unsigned class,
                         const uint16_t *supply, const int *asked, double miss)
{
    double sum = 1;
    for (int round = 0; round < 30; round++) {
        double next = 0.1; /* so that a break is never impossible */
        for (unsigned i = 0; i < outlook->colours[class]; i++) {
            unsigned ink = outlook->first[class] + i;
            next += saddle(supply[ink], asked[ink], miss, sum);
        }
        sum = next;
    }
    return sum;
}

/* log(exp(a) + exp(b)) */
static double log_add(double a, double b)
{
    double more = fmax(a, b), less = fmin(a, b);
    return less == -INFINITY ? more : more + log1p(exp(less - more));
}

/* One class's table. Row n starts from the ways of n sides when none is asked for; each
 * one asked for is met by one of the n, or by another colour.
 * paired: sides of the class meet each other. */
static void fill_table(struct eternity_outlook *outlook, unsigned class, bool paired,
                       double miss, double sum)
{
    int32_t *table = outlook->worth + outlook->table[class];
    double other = log(miss * sum), *ways = outlook->row_of;
    double *before = outlook->row_of + outlook->row;
    double first = 0, second = -INFINITY; /* of n - 1 and n - 2 sides, none asked for */
    for (unsigned n = 0; n <= outlook->most[class]; n++) {
        double none = 0;
        if (paired && n > 0)
            none = log_add(log(2 * miss * sum) + first,
                           n > 1 ? log(2 * (1 - miss) * (n - 1)) + second : -INFINITY);
        second = first;
        first = none;
        for (unsigned i = 0; i < outlook->row; i++) {
            if (i <= SPARE)
                ways[i] = none;
            else
                ways[i] = log_add(other + ways[i - 1],
                                  n > 0 ? log(n) + before[i - 1] : -INFINITY);
            table[n * outlook->row + i] = eternity_as_value(ways[i]);
        }
        double *last = before;
        before = ways;
        ways = last;
    }
}

/* An ink goes on by so far. */
static void move(const struct eternity_outlook *outlook, struct eternity_change *change,
                 unsigned ink, int by)
{
    unsigned i = 0;
    if (ink == outlook->inks - 1)
        return;
    while (i < change->inks && change->ink[i] != ink)
        i++;
    if (i == change->inks) {
        change->ink[change->inks++] = (uint8_t)ink;
        change->by[i] = 0;
    }
    change->by[i] += by;
}

/* A side leaves; an inward one no longer asks for an inner one. */
static void take(const struct eternity_outlook *outlook, struct eternity_change *change,
                 unsigned ink)
{
    unsigned inward = outlook->first[CLASS_INWARD];
    move(outlook, change, ink, -(int)outlook->row);
    if (ink >= inward && ink < outlook->first[CLASS_RING])
        move(outlook, change, ink - inward, -1);
}

/* A side asks for its like in a class: an inward one asked for asks no more. */
static void ask_for(const struct eternity_outlook *outlook,
                    struct eternity_change *change, int class, unsigned colour)
{
    if (class < 0)
        return;
    unsigned ink = outlook->ink_of[class][colour];
    move(outlook, change, ink, 1);
    if (class == CLASS_INWARD && ink != outlook->inks - 1)
        move(outlook, change, ink - outlook->first[CLASS_INWARD], -1);
}

static void set_changes(struct eternity_outlook *outlook)
{
    const struct eternity *puzzle = outlook->puzzle;
    const struct eternity_view *view = &outlook->view[outlook->depth];
    for (unsigned tile = 0; tile < 4 * puzzle->cells; tile++) {
        struct eternity_change *change = &outlook->change[tile];
        change->inks = 0;
        for (unsigned side = 0; side < N_SIDES; side++)
            take(outlook, change, outlook->ink[tile][side]);
        ask_for(outlook, change, view->asks_south, puzzle->sides[tile][SOUTH]);
        ask_for(outlook, change, view->asks_east, puzzle->sides[tile][EAST]);
        for (unsigned i = change->inks; i < 2 * N_SIDES; i++) {
            change->ink[i] = (uint8_t)(outlook->inks - 1);
            change->by[i] = 0;
        }
    }
}

void eternity_outlook_turn(struct eternity_outlook *outlook, unsigned depth,
                           struct eternity_line line)
{
    const double miss = exp(-outlook->weight);
    int asked[ETERNITY_INKS] = {0};
    double inward = 0;
    outlook->depth = depth;
    set_changes(outlook);
    count_asked(outlook, line, asked);
    for (unsigned i = 0; i < outlook->colours[CLASS_INWARD]; i++)
        inward += line.supply[outlook->first[CLASS_INWARD] + i];
    fill_table(outlook, CLASS_INNER, true, miss,
               saddle_sum(outlook, CLASS_INNER, line.supply, asked, miss));
    fill_table(outlook, CLASS_INWARD, false, miss, inward + 0.1);
    fill_table(outlook, CLASS_RING, true, miss,
               saddle_sum(outlook, CLASS_RING, line.supply, asked, miss));
}

void eternity_outlook_look(const struct eternity_outlook *outlook,
                           struct eternity_line line, unsigned breaks,
                           struct eternity_sight *sight)
{
    const uint16_t *supply = line.supply;
    const uint8_t *asked = line.asked;
    const unsigned inks = outlook->inks - 1, inward = outlook->first[CLASS_INWARD];
    int32_t value = outlook->break_worth * (int32_t)breaks;
    for (unsigned ink = 0; ink < inks; ink++)
        sight->place[ink] =
            outlook->start[ink] + supply[ink] * outlook->row + asked[ink];
    for (unsigned i = 0; i < outlook->colours[CLASS_INNER]; i++)
        sight->place[i] += (uint32_t)supply[inward + i] - asked[inward + i];
    sight->place[inks] = 0;
    for (unsigned ink = 0; ink <= inks; ink++)
        sight->worth[ink] = outlook->worth[sight->place[ink]];
    for (unsigned ink = 0; ink < inks; ink++)
        value -= sight->worth[ink];
    sight->base = value;
}
